#pragma once
// One frame's input, from the real window or from a script: the same value either way.
#include <cstdint>
#include <string>
#include <vector>

namespace wb {

enum class Key : uint8_t {
  none, enter, escape, tab, backspace, delete_, insert, left, right, up, down, home, end, page_up, page_down, space,
  f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
  a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
  digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9, plus, minus, slash, question, comma, period, count
};

struct KeyPress {
  Key key = Key::none;
  bool ctrl = false, shift = false, alt = false;
};

struct Input {
  float mouse_x = -1, mouse_y = -1;   // window pixels
  bool down = false;                  // left button held
  bool pressed = false;               // went down in this frame
  bool released = false;              // went up in this frame
  bool double_clicked = false;        // with pressed
  bool right_pressed = false;
  float wheel = 0, wheel_x = 0;       // lines; up and left are positive
  bool ctrl = false, shift = false, alt = false;  // held at this moment
  std::vector<KeyPress> keys;         // pressed (or repeated) in this frame, in order
  std::string text;                   // typed characters, UTF-8
  std::string clipboard;              // its text, read when Ctrl+V is among the keys
  double time = 0;                    // seconds since the start
};

}  // namespace wb

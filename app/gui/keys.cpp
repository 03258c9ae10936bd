#include "app/gui/keys.h"

#include <GLFW/glfw3.h>

namespace wb {

Key key_of_glfw(int key) {
  const auto from = [&](int first, Key ours) { return static_cast<Key>(static_cast<int>(ours) + key - first); };
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return from(GLFW_KEY_A, Key::a);
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return from(GLFW_KEY_0, Key::digit0);
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return from(GLFW_KEY_F1, Key::f1);
  switch (key) {
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return Key::enter;
    case GLFW_KEY_ESCAPE: return Key::escape;
    case GLFW_KEY_TAB: return Key::tab;
    case GLFW_KEY_BACKSPACE: return Key::backspace;
    case GLFW_KEY_DELETE: return Key::delete_;
    case GLFW_KEY_INSERT: return Key::insert;
    case GLFW_KEY_LEFT: return Key::left;
    case GLFW_KEY_RIGHT: return Key::right;
    case GLFW_KEY_UP: return Key::up;
    case GLFW_KEY_DOWN: return Key::down;
    case GLFW_KEY_HOME: return Key::home;
    case GLFW_KEY_END: return Key::end;
    case GLFW_KEY_PAGE_UP: return Key::page_up;
    case GLFW_KEY_PAGE_DOWN: return Key::page_down;
    case GLFW_KEY_SPACE: return Key::space;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD: return Key::plus;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: return Key::minus;
    case GLFW_KEY_SLASH: return Key::slash;
    case GLFW_KEY_COMMA: return Key::comma;
    case GLFW_KEY_PERIOD: return Key::period;
    default: return Key::none;
  }
}

}  // namespace wb

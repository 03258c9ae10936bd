#pragma once
// The controls that panels are made of: flat, drawn by hand, each registered for pointer, keyboard and scripts.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/fonts.h"
#include "app/gui/panel.h"
#include "app/gui/widgets/registry.h"

namespace wb {

enum class ButtonStyle : uint8_t { primary, plain, quiet };   // filled with the accent; outlined; text alone
enum class Icon : uint8_t { none, play, pause, stop, back, forward, to_start, to_end, undo, redo, tick, cross, lock, warning, info,
                            caret_down, caret_right, search, sun, moon, keyboard, eye, diamond, disc };

void icon(Ui& ui, Icon icon, float centre_x, float centre_y, float size, Colour colour);

struct Button {
  std::string_view label{};
  std::string_view id{};            // unique: "transport/run"
  ButtonStyle style = ButtonStyle::plain;
  Icon icon = Icon::none;
  bool icon_after = false;
  bool icon_only = false;           // the label is for scripts and the tooltip
  bool enabled = true;
  bool checked = false;             // a toggle that is on
  std::string_view tooltip{};         // with the key: "step back (Shift+F10)"
};
float button_width(const Ui& ui, const Button& button);
float button_height(const Ui& ui);  // 30 at scale 1
// Drawn with its top left corner at (x, y), as wide as its label needs (or `width`). True: activated.
bool button(Ui& ui, float x, float y, const Button& button, float width = 0);

// A rounded piece of quiet text: "step 3 of 6". Returns its width. With an id it can be clicked.
struct Chip {
  std::string_view label{};
  std::optional<Colour> dot{};      // a coloured disc before the text
  std::optional<Colour> background{}, ink{};
  std::string_view id{};            // empty: not a widget
  std::string_view tooltip{};
};
float chip_width(const Ui& ui, const Chip& chip);
bool chip(Ui& ui, float x, float y, float height, const Chip& chip);

// Tabs over a view, as the sketches draw them: the chosen one lies on paper. Returns the index that was chosen (or `current`).
struct Tab {
  std::string label{};
  bool enabled = true;
  std::string tooltip{};            // the whole of a label that was cut
};
// Where they do not fit side by side they stand closer, then in several rows: `area` is tab_rows_height high.
int tab_row(Ui& ui, const Rect& area, std::string_view id, std::span<const Tab> tabs, int current);
float tab_row_height(const Ui& ui);  // of one row: 38 at scale 1
float tab_rows_height(const Ui& ui, float width, std::span<const Tab> tabs, int current);

// A drop-down with few entries: drawn as a button with a caret, opens a menu above everything. Returns the new index, if one was chosen.
struct MenuState { bool is_open = false; };
std::optional<int> drop_down(Ui& ui, float x, float y, std::string_view id, std::string_view label, std::span<const std::string> entries, int current,
                             MenuState& state, float width = 0);

// A slider; `format` of the value is the caller's. Returns the new value while it is dragged.
struct SliderControl {
  std::string_view label{}, id{};
  double min = 0, max = 1, step = 0, value = 0;   // step 0: continuous
  bool enabled = true;
  std::string_view shown_value{};                  // for scripts and the right-hand text
};
std::optional<double> slider(Ui& ui, const Rect& area, const SliderControl& control);

// Text that a person can write into: one line, or several (wrapped). Keeps its caret in `state`. Returns true when `text` changed.
struct TextBoxState {
  size_t caret = 0, anchor = 0;     // bytes; selection between them
  float scroll = 0;
};
struct TextBox {
  std::string_view id{}, label{};   // the label is for scripts and screen readers
  std::string_view hint{};          // shown in quiet while empty
  bool multi_line = false;
  bool enabled = true;
  Type type = Type::text;
  float line_height = 0;            // 0: that of the page's text
};
bool text_box(Ui& ui, const Rect& area, const TextBox& box, std::string& text, TextBoxState& state, bool* submitted = nullptr);

// A scrolling area: clips, turns the wheel into `offset`, draws a thin bar. Draw with y - offset; give the content's height at the end.
class ScrollView {
 public:
  ScrollView(Ui& ui, std::string id, const Rect& area, float& offset, float content_height);
  ~ScrollView();
  ScrollView(const ScrollView&) = delete;
  ScrollView& operator=(const ScrollView&) = delete;
 private:
  Ui& ui_;
};

// A line between two areas that can be dragged. `position` is its x (vertical) or y; returns true while it moves.
bool splitter(Ui& ui, std::string_view id, bool is_vertical, const Rect& area, float& position, float min, float max);

// A dark card with a few lines near the pointer (or near `anchor`), kept inside the window, above everything.
struct TooltipLine { std::string text{}; Type type = Type::caption; std::optional<Colour> colour{}; };
void tooltip(Ui& ui, float anchor_x, float anchor_y, std::span<const TooltipLine> lines);

// A view with nothing to show says why and what to do: a heading, a sentence, and perhaps a button. True: the button was activated.
struct EmptyState { std::string_view title{}, sentence{}, button_label{}, button_id{}; };
bool empty_state(Ui& ui, const Rect& area, const EmptyState& state);

// A ring round what has the keyboard (only when it was moved by Tab).
void focus_ring(Ui& ui, const Rect& rect, std::string_view id, float radius = 6);

}  // namespace wb

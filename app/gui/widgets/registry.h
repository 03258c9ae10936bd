#pragma once
// Every widget of a frame: what it is, what it says, where it stands, what state it is in. Three readers: the pointer (who is hit),
// the keyboard (who is next), and scripts (find by label, expect a state). Drawn text is noted as well while a script listens.
//
// Who is hit is decided on the widgets of the frame before, where all of them, and what lies over what, are known. So a panel asks once:
//
//     Interaction button = ui.widgets.add({.role = Role::button, .label = "Run", .id = "page/run/photo", .rect = rect});
//     paint_button(..., button);
//     if (button.activated) ui.commands.send(RunLaunch{"photo"});
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/input.h"
#include "app/gui/panel.h"

namespace wb {

enum class Role : uint8_t {
  button, link, tab, choice, check_box, slider, text_box, list_item, menu_item, splitter,
  image, cell, row, card, heading, region
};
const char* role_name(Role role);

struct Widget {
  Role role = Role::button;
  std::string label{};      // what it says; scripts click by it
  std::string id{};         // unique and stable over frames: "transport/step"
  Rect rect{};              // in window pixels
  bool enabled = true;
  bool checked = false;     // chosen, open, on
  std::string value{};      // of sliders, text boxes, cells
  bool focusable = true;    // takes the keyboard with Tab
  int layer = 0;            // filled in by the registry
  Rect visible{};           // `rect` cut to what is not scrolled away; filled in by the registry
  int scroll_area = -1;     // filled in by the registry
};

struct Interaction {
  bool hovered = false;     // the pointer is over it, and nothing lies above
  bool held = false;        // pressed and still down (also when the pointer has left: drags)
  bool pressed = false;     // went down on it in this frame
  bool clicked = false;     // pressed and released on it
  bool double_clicked = false;
  bool focused = false;     // has the keyboard
  bool activated = false;   // clicked, or Enter or Space while focused; never when disabled
};

struct DrawnText {
  std::string text;
  Rect rect;
  int line_group = 0;       // pieces of one paragraph or label share a number and join to one text
  bool is_visible = true;   // some of it lies inside the window and its scroll area
  bool is_cut = false;      // and some does not, to where no scrolling brings it
  int layer = 0;
  int scroll_area = -1;
  Rect visible{};           // `rect` cut to what is not scrolled away; of the first row that is seen
};

// A buffer drawn as a picture: where its whole lies (it may reach beyond what is visible), so that scripts can point at a pixel.
struct DrawnPicture {
  std::string name;         // of the buffer
  Rect rect;
  int width = 0, height = 0;
};

// A region that scrolls; scripts use it to bring a widget into view.
struct ScrollArea {
  std::string id;
  Rect rect;
  float content_height = 0;
  float* offset = nullptr;  // the panel's own
};

class WidgetRegistry {
 public:
  void begin_frame(const Input& input);
  void end_frame();
  Interaction add(Widget widget);

  // The pointer's place, and whether this panel's own area is hit: true when no widget (and no layer above) takes the pointer there.
  const Input& input() const { return input_; }
  bool is_free_hover(const Rect& area) const;   // the pointer is inside `area`, on no widget of another area or layer
  bool is_wheel_over(const Rect& area) const;   // the wheel turned here

  // Widgets inside [push, pop) can be hit only inside `clip`. Nested clips cut.
  void push_clip(const Rect& clip);
  void pop_clip();
  Rect clip() const;
  void push_layer();                            // popups and tooltips: above everything before, in no clip and no scroll area of it
  void pop_layer();
  void set_modal(const Rect& area) { next_modal_ = area; has_next_modal_ = true; }  // only widgets of a layer above 0 can be hit this frame

  void begin_scroll_area(ScrollArea area);
  void end_scroll_area();

  // The keyboard.
  const std::string& focus() const { return focus_; }
  bool has_focus(std::string_view id) const { return focus_ == id; }
  void set_focus(std::string id) { focus_ = std::move(id); is_focus_visible_ = false; }
  bool is_focus_visible() const { return is_focus_visible_; }  // moved by Tab: draw the ring
  // Takes a key press out of this frame, so that nobody else acts on it. `owner`: a widget's id (only while it has the focus), or empty.
  bool take_key(Key key, bool ctrl = false, bool shift = false, bool alt = false, std::string_view owner = {});
  void capture_text(std::string_view id) { text_owner_ = id; } // a focused text box: plain characters are not shortcuts
  bool is_text_captured() const { return !last_text_owner_.empty() && last_text_owner_ == focus_; }

  // What was drawn; noted only while somebody listens.
  void listen(bool on) { is_listening_ = on; }
  bool is_listening() const { return is_listening_; }
  void note_text(std::string_view text, const Rect& rect);
  void begin_text_group();                      // what follows reads as one text, until end_text_group
  void end_text_group();

  void note_picture(DrawnPicture picture) { pictures_.push_back(std::move(picture)); }
  const std::vector<DrawnPicture>& pictures() const { return shown_pictures_; }
  const std::vector<Widget>& widgets() const { return shown_; }        // of the last finished frame
  const std::vector<DrawnText>& texts() const { return shown_texts_; }
  const std::vector<ScrollArea>& scroll_areas() const { return shown_areas_; }
  const Widget* find(std::string_view label) const;                     // exact label first, then a part of it
  bool has_rested(double seconds);                                       // the pointer stays on one widget since then: time for a tooltip
  const Widget* pointed() const { return hot_.empty() ? nullptr : by_id(held_.empty() ? hot_ : held_); }  // for the pointer's shape
  bool wants_another_frame() const { return wants_frame_; }
  void request_frame() { wants_frame_ = true; }                         // something moves

 private:
  const Widget* hit(float x, float y) const;
  const Widget* by_id(const std::string& id) const;
  void move_focus(int direction);
  int scroll_area() const { return area_stack_.empty() ? -1 : area_stack_.back(); }

  Input input_;
  std::vector<Widget> widgets_, shown_;
  std::vector<DrawnText> texts_, shown_texts_;
  std::vector<ScrollArea> areas_, shown_areas_;
  std::vector<DrawnPicture> pictures_, shown_pictures_;
  std::vector<Rect> clips_;
  std::vector<int> area_stack_;              // -1: a layer that no area of those below scrolls
  int layer_ = 0, group_ = 0, next_group_ = 0;
  Rect modal_, next_modal_;
  bool has_modal_ = false, has_next_modal_ = false;
  std::string hot_, held_, clicked_, focus_, text_owner_, last_text_owner_;
  int hot_layer_ = 0;
  float last_text_right_ = 0;
  double hot_since_ = 0;
  bool is_focus_visible_ = false, is_listening_ = false, wants_frame_ = false, is_focus_key_ = false;
};

}  // namespace wb

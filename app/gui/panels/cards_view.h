#pragma once
// A Parsons exercise: the program with the lines that the student has put into it, and below it the tray of those that are left.
// A card is dragged, or pressed (it goes behind the last line), or moved by keys: Enter takes it up and puts it down, arrows move it,
// Delete puts it back, Escape leaves it where it was. While it moves, the program is shown as it would become; only when it is put down
// is that an edit.
#include <array>
#include <optional>
#include <vector>

#include "app/gui/editor/shown_text.h"
#include "app/gui/panels/cards_geometry.h"
#include "app/gui/panels/source_edit.h"
#include "app/workbook/parsons.h"

namespace wb {

class CardsView {
 public:
  // `text` and `marks` as the source has them; `reveal`: a line to bring into view, 0 for none.
  SourceEdit draw(Ui& ui, const Rect& area, const ParsonsStart& start, const std::string& text, const CodeMarks& marks, uint32_t reveal);
  void take_keyboard() { wants_keyboard_ = true; }
  float height() const { return height_; }   // of what the last draw needed of its area

 private:
  // A card on its way.
  struct Lift {
    int card = -1;
    std::optional<size_t> place;        // in the program, among its other cards; none: in the tray
    bool is_dragged = false;
  };
  struct Frame;                          // what one draw hands down
  struct Shown {                         // the program as it is shown: a slot behind its last card while the tray holds any
    ShownText text;
    std::vector<std::pair<size_t, size_t>> cards;   // by place: where its code stands in the shown text
    size_t hole = 0, slot = 0;           // where the first card begins, and the empty line; 0: none
  };
  static Shown show(const ParsonsStart& start, const Arrangement& arrangement);
  void take_arrangement(const ParsonsStart& start, const Arrangement& arrangement);
  void draw_program(Frame& f, const Rect& area);
  void draw_slot(Frame& f);
  void draw_program_cards(Frame& f);
  void reveal_change(const Arrangement& shown);
  void focus_card(Frame& f, int card);
  void draw_tray(Frame& f, const Rect& area, const std::vector<int>& tray);
  void draw_card(Frame& f, int card, const Rect& place, const std::optional<size_t>& at);
  void draw_dragged(Frame& f);
  float tray_height(const Frame& f, float width, const std::vector<int>& tray) const;
  std::vector<Rect> tray_cards(const Frame& f, const Rect& area, const std::vector<int>& tray) const;
  void follow_pointer(Frame& f, int card, const Interaction& use);
  void drop(Frame& f);
  void take_keys(Frame& f);
  void take_lift_keys(Frame& f, const std::string& id);
  void put(Frame& f, int card, std::optional<size_t> place);

  std::string shown_of_;                 // the canonical text that is shown
  Arrangement seen_;                     // as shown in the last frame
  Shown shown_;
  TextBuffer buffer_;
  TextEditor editor_{"source/code"};
  CodeColours card_colours_;             // one line a card
  std::string coloured_cards_;
  uint64_t colour_revision_ = 0;
  std::optional<Lift> lift_;
  int pressed_card_ = -1;
  float press_x_ = 0, press_y_ = 0, grip_x_ = 0, grip_y_ = 0;
  float tray_scroll_ = 0;
  float height_ = 0;
  bool wants_keyboard_ = false;
};

}  // namespace wb

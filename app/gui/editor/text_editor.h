#pragma once
// The source editor as a widget: a text buffer with line numbers, colours, margin marks, squiggles, mouse and keys. What stands
// beside the text (marks, current line) comes in as plain values; what the person did goes out as plain values.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/gui/editor/code_lines.h"
#include "app/gui/editor/line_room.h"
#include "app/gui/editor/text_buffer.h"
#include "app/gui/panels/source_notes.h"
#include "app/gui/widgets/controls.h"

namespace wb {

struct Squiggle {
  size_t begin = 0, end = 0;           // bytes of the whole text
  Severity severity = Severity::error;
  std::string message, label, hint;
};

// A breakpoint in the margin.
struct BreakMark {
  bool is_on = true, has_code = true;
  std::string condition;
};

struct CodeMarks {
  uint32_t current_first = 0, current_last = 0;  // lines of the instruction about to run; 0: none
  uint32_t pinned_line = 0, hovered_line = 0;
  std::map<uint32_t, uint32_t> lanes;            // lanes of the current warp on a line
  std::set<uint32_t> differing;                  // lines that another text lacks
  std::map<uint32_t, std::vector<LineFinding>> findings;
  int selected_finding = -1;
  std::vector<Squiggle> squiggles;
  std::map<uint32_t, BreakMark> breakpoints;
  std::map<uint32_t, std::string> notes;         // beside a line, at the right edge: "blockIdx.x = 3"
  bool notes_come_first = false;                 // where a line leaves no room its end gives way, else the note
  std::vector<uint32_t> numbers;                 // by line, where the text is not shown as it is: its number, 0 for none
  std::map<std::string, std::string> values;     // hover: "i" -> "i = 19 in thread 3"
};

struct EditorEvents {
  bool changed = false;
  uint32_t hovered_line = 0;     // 0: none
  uint32_t clicked_number = 0;   // a line number was clicked
  uint32_t marked_number = 0;    // the same with Shift
  int clicked_finding = -1;      // a mark in the margin was clicked
  std::string clicked_words;     // a name was clicked ("i", "threadIdx.x"), or a part of a text that cannot be edited was marked
};

class TextEditor {
 public:
  explicit TextEditor(std::string id) : id_(std::move(id)) {}
  EditorEvents draw(Ui& ui, const Rect& area, TextBuffer& buffer, bool is_editable, const CodeMarks& marks);
  bool has_keyboard(const Ui& ui) const { return ui.widgets.has_focus(id_); }
  void reveal_line(uint32_t line) { reveal_ = line; }   // scrolls it into view on the next draw
  void take_keyboard() { wants_keyboard_ = true; }
  float content_height(const Ui& ui, const TextBuffer& buffer) const;
  // Widgets that are drawn over the code, cut to it and scrolled with it.
  void draw_over(Ui& ui, const Rect& area, const TextBuffer& buffer, const std::function<void()>& draw_widgets);
  // Where a part of a line stands in the window, for them. As of the last draw into this area.
  Rect place_of(const Ui& ui, const Rect& area, const TextBuffer& buffer, size_t begin, size_t end) const;

 private:
  struct Frame;   // what one draw hands down
  void draw_line(Frame& f, int line);
  void draw_backgrounds(Frame& f, int line, float y);
  void draw_margin(Frame& f, int line, float y);
  void draw_number(Frame& f, uint32_t number, float y);
  void draw_finding_marks(Frame& f, uint32_t number, float y);
  void draw_squiggles(Frame& f, int line, float y);
  void draw_lanes(Frame& f, uint32_t number, float y);
  void draw_note(Frame& f, uint32_t number, float y);
  LineRoom room_of(const Frame& f, int line) const;
  std::optional<ChipPlace> note_place(const Frame& f, uint32_t number) const;
  bool have_lanes_room(const Frame& f) const;
  void draw_caret(Frame& f);
  void draw_find_bar(Frame& f, const Rect& area);
  void draw_hover(Frame& f);
  void handle_mouse(Frame& f, const Interaction& mouse);
  void handle_keys(Frame& f);
  bool handle_key(Frame& f, const KeyPress& press);
  bool handle_edit_key(Frame& f, const KeyPress& press);
  void find_next(TextBuffer& buffer, bool backwards);
  void follow_cursor(Frame& f);
  float widest_line(const Frame& f) const;
  float most_scroll_x(const Frame& f) const;
  void draw_side_bar(Frame& f);
  size_t offset_at(const Frame& f, float x, float y) const;

  std::string id_;
  float scroll_ = 0, scroll_x_ = 0;
  uint32_t reveal_ = 0;
  bool wants_keyboard_ = false;
  bool follows_cursor_ = false;
  bool drags_ = false;
  CodeColours colours_;
  const TextBuffer* coloured_ = nullptr;
  uint64_t colour_revision_ = 0, coloured_revision_ = 0;
  bool is_finding_ = false;
  std::string needle_;
  TextBoxState needle_state_;
};

}  // namespace wb

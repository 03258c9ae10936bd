#pragma once
// The text that is being edited: cursor, selection, edits, undo. UTF-8; offsets are bytes and always stand on a character's first byte.
// Knows nothing of windows, so it is tested without one.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wb {

enum class Motion : uint8_t {
  left, right, word_left, word_right, up, down, line_start, line_end, page_up, page_down, text_start, text_end
};

class TextBuffer {
 public:
  static constexpr int indent_width = 2;
  static constexpr size_t max_bytes = 1u << 20;  // more is refused, so that a wrong paste cannot stall the window

  explicit TextBuffer(std::string text = {});

  // Takes over another text (from outside: a reset, another file): the history is forgotten, the cursor stays as near as it can.
  void set_text(std::string text);
  const std::string& text() const { return text_; }
  uint64_t revision() const { return revision_; }  // grows with every change

  size_t cursor() const { return cursor_; }
  size_t anchor() const { return anchor_; }
  bool has_selection() const { return cursor_ != anchor_; }
  std::pair<size_t, size_t> selection() const;  // [begin, end)
  std::string selected_text() const;

  void set_cursor(size_t offset, bool extend);
  void move(Motion motion, bool extend, int page_lines = 20);
  void select_all();
  void select_word_at(size_t offset);
  void select_line_at(size_t offset);

  void insert(std::string_view typed);   // replaces the selection
  void change_to(std::string_view text);  // by one edit, where the two differ: undo brings this one back
  void new_line();                       // keeps the indent; deeper after an opening brace
  void backspace(bool word = false);
  void erase_forward(bool word = false);
  void indent();                         // Tab: spaces, or the whole selected lines
  void outdent();
  void toggle_comment();                 // // before the selected lines
  std::string cut();                     // without a selection: the whole line

  bool undo();
  bool redo();
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }

  // Lines are 0-based here; screen and diagnostics count from 1.
  int line_count() const { return static_cast<int>(line_starts_.size()); }
  int line_of(size_t offset) const;
  size_t line_begin(int line) const;
  size_t line_end(int line) const;       // before the newline
  std::string_view line_text(int line) const;

  // The bracket that belongs to the one at (or just before) `offset`; first the one at hand, then its partner.
  std::optional<std::pair<size_t, size_t>> bracket_pair(size_t offset) const;
  // The next place of `needle` from `from` on (or before it), around the end; case does not matter.
  std::optional<size_t> find(std::string_view needle, size_t from, bool backwards = false) const;
  std::vector<size_t> find_all(std::string_view needle, size_t limit = 2000) const;

 private:
  struct Edit {
    size_t at = 0;
    std::string removed, inserted;
    size_t cursor_before = 0, anchor_before = 0, cursor_after = 0;
    bool is_typing = false;  // may grow by the next typed character
  };
  void replace(size_t begin, size_t end, std::string_view with, bool is_typing = false);
  void rebuild_lines();
  size_t previous_char(size_t offset) const;
  size_t next_char(size_t offset) const;
  size_t word_left(size_t offset) const;
  size_t word_right(size_t offset) const;
  size_t snap(size_t offset) const;
  size_t vertical(int lines) const;
  int column_of(size_t offset) const;  // in characters
  std::string indent_of(int line) const;
  std::pair<int, int> selected_lines() const;
  void edit_selected_lines(std::string (*change)(std::string_view line, int common), int common);

  std::string text_;
  std::vector<size_t> line_starts_;
  size_t cursor_ = 0, anchor_ = 0;
  int wanted_column_ = -1;  // of up and down, through shorter lines
  uint64_t revision_ = 0;
  std::vector<Edit> undo_, redo_;
};

}  // namespace wb

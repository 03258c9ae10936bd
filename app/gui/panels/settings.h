#pragma once
// The settings, over everything: opened from the top bar or with Ctrl and comma, closed with Escape or a press beside it. Each takes effect at once.
#include "app/gui/widgets/controls.h"

namespace wb {

class Settings {
 public:
  void draw(const Session& session, Ui& ui, bool asked);   // asked: its button was pressed in this frame

 private:
  void draw_card(const Session& session, const Rect& box, Ui& ui);
  // Rows of the card at `y`: a name, and what one can choose at its right.
  void draw_theme(const Session& session, const Rect& row, Ui& ui) const;
  void draw_language(const Session& session, const Rect& row, Ui& ui) const;
  void draw_size(const Session& session, const Rect& row, Ui& ui) const;
  void draw_preset(const Session& session, const Rect& row, Ui& ui) const;
  void draw_memory(const Session& session, const Rect& row, Ui& ui);
  bool is_open_ = false;
  MenuState memory_menu_;
};

}  // namespace wb

#pragma once
// The command palette, over everything: opened with Ctrl+P; type, choose with the arrows, Enter does it, Escape closes.
#include <string>
#include <vector>

#include "app/gui/panels/palette_model.h"
#include "app/gui/widgets/controls.h"

namespace wb {

class Palette {
 public:
  void draw(const Session& session, Ui& ui);

 private:
  void open(Ui& ui);
  void close(Ui& ui);
  void take_keys(size_t count, Ui& ui);
  void draw_box(Ui& ui, const Rect& box);
  void draw_row(Ui& ui, const Rect& row, const PaletteEntry& entry, size_t index);
  void carry_out(const PaletteEntry& entry, Ui& ui);

  bool is_open_ = false, is_submitted_ = false;
  std::string typed_, focus_before_;
  TextBoxState box_state_;
  size_t chosen_ = 0;        // among the rows shown
};

}  // namespace wb

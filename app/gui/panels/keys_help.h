#pragma once
// The list of keys, over everything: opened with ? or from the top bar.
#include "app/gui/widgets/modal.h"

namespace wb {

class KeysHelp {
 public:
  void draw(Ui& ui, bool asked);   // asked: its button was pressed in this frame

 private:
  float draw_rows(const Rect& area, Ui& ui) const;
  ModalState card_;
};

}  // namespace wb

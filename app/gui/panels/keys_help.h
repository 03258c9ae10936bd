#pragma once
// The list of keys, over everything: opened with ? or from the top bar, closed with Escape or a press beside it.
#include "app/gui/panel.h"

namespace wb {

class KeysHelp {
 public:
  void draw(Ui& ui, bool asked);   // asked: its button was pressed in this frame
  bool is_open() const { return is_open_; }

 private:
  bool is_open_ = false;
};

}  // namespace wb

#pragma once
// Buttons from left to right that go on below where there is no room.
#include "app/gui/widgets/controls.h"

namespace wb {

class ButtonRow {
 public:
  ButtonRow(Ui& ui, float x, float y, float width) : ui_(ui), left_(x), right_(x + width), x_(x), y_(y) {}
  bool add(const Button& button);                                   // true: it was activated
  float bottom() const { return y_ + button_height(ui_); }

 private:
  Ui& ui_;
  float left_, right_, x_, y_;
};

}  // namespace wb

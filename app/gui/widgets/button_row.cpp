#include "app/gui/widgets/button_row.h"

#include <cmath>

namespace wb {

bool ButtonRow::add(const Button& b) {
  const float width = button_width(ui_, b);
  if (x_ > left_ && x_ + width > right_) {
    x_ = left_;
    y_ += button_height(ui_) + std::round(ui_.px(6));
  }
  const bool is_used = button(ui_, x_, y_, b);
  x_ += width + std::round(ui_.px(8));
  return is_used;
}

}  // namespace wb

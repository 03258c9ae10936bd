#pragma once
// Parts and lessons, with what is done of each.
#include "app/gui/panel.h"

namespace wb {

class CourseListPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  float offset_ = 0, content_height_ = 0;
};

}  // namespace wb

#pragma once
// All panels in their places, and the splits between them.
#include <memory>

#include "app/gui/panel.h"
#include "app/gui/widgets/controls.h"
#include "app/gui/window_layout.h"

namespace wb {

class Workbench {
 public:
  Workbench();
  ~Workbench();
  void draw(const Session& session, const Rect& window, Ui& ui);
  bool has_moved_splits() const { return has_moved_; }
  const Layout& layout() const { return layout_; }   // after a split was dragged

 private:
  struct Panels;
  void draw_splits(WindowAreas& areas, Ui& ui);
  std::unique_ptr<Panels> panels_;
  Layout layout_;
  bool has_moved_ = false;
};

}  // namespace wb

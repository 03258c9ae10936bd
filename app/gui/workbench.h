#pragma once
// All panels in their places, and the splits between them.
#include <map>
#include <memory>
#include <string>

#include "app/gui/panel.h"
#include "app/gui/widgets/controls.h"
#include "app/gui/window_layout.h"

namespace wb {

class Workbench {
 public:
  Workbench();
  ~Workbench();
  void draw(const Session& session, const Rect& window, Ui& ui);
  Rect area_of(const std::string& part) const;        // of "window", "page", "source", "machine" or "results", as drawn last; empty: no such part
  bool has_moved_splits() const { return has_moved_; }
  const Layout& layout() const { return layout_; }   // after a split was dragged

 private:
  struct Panels;
  void take_view_keys(Ui& ui);
  void draw_splits(WindowAreas& areas, Ui& ui);
  std::unique_ptr<Panels> panels_;
  Layout layout_;
  std::map<std::string, Rect> parts_;
  bool has_moved_ = false;
};

}  // namespace wb

#pragma once
// The views of the machine in one place: a row of tabs, and the chosen view below it. A view is a Panel of its own; to add one, give it
// a row in `views()`, a name in machine_views (session.h), and its label in the catalogue: "machine.<name>".
#include <vector>

#include "app/gui/panels/family_strip.h"
#include "app/gui/panels/grid_panel.h"
#include "app/gui/panels/memory_panel.h"
#include "app/gui/panels/timeline_panel.h"
#include "app/gui/panels/warp_panel.h"

namespace wb {

class MachinePanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  struct View {
    const char* name;
    Panel* panel;
  };
  std::vector<View> views();   // in the order of the tabs

  FamilyStrip family_;
  GridPanel grid_;
  WarpPanel warp_;
  MemoryPanel memory_;
  TimelinePanel timeline_;
};

}  // namespace wb

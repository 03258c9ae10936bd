#include "app/gui/panels/machine_panel.h"

#include "app/gui/paint.h"

namespace wb {

std::vector<MachinePanel::View> MachinePanel::views() { return {{"grid", &grid_}, {"warp", &warp_}, {"memory", &memory_}, {"timeline", &timeline_}}; }

void MachinePanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  const std::vector<View> all = views();
  std::vector<Tab> tabs;
  int current = 0;   // a view that this window does not have: the first one
  for (size_t i = 0; i < all.size(); ++i) {
    tabs.push_back({.label = ui.say(std::string("machine.") + all[i].name)});
    if (session.layout().machine_view == all[i].name) current = static_cast<int>(i);
  }
  const float height = tab_rows_height(ui, area.width, tabs, current);
  const int chosen = tab_row(ui, {area.x, area.y, area.width, height}, "machine/tabs", tabs, current);
  if (chosen != current) ui.commands.send(ShowMachineView{all[static_cast<size_t>(chosen)].name});
  const float strip = family_.draw(session, {area.x, area.y + height, area.width, area.height - height}, ui);
  const Rect content{area.x, area.y + height + strip, area.width, area.height - height - strip};
  Clip clip(ui, content);
  all[static_cast<size_t>(current)].panel->draw(session, content, ui);
}

}  // namespace wb

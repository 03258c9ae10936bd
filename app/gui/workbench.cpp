#include "app/gui/workbench.h"

#include "app/gui/paint.h"
#include "app/gui/panels/course_list.h"
#include "app/gui/panels/editor_panel.h"
#include "app/gui/panels/keys_help.h"
#include "app/gui/panels/machine_panel.h"
#include "app/gui/panels/page.h"
#include "app/gui/panels/palette.h"
#include "app/gui/panels/results_panel.h"
#include "app/gui/panels/settings.h"
#include "app/gui/panels/top_bar.h"
#include "app/gui/panels/transport_panel.h"

namespace wb {

struct Workbench::Panels {
  TopBarPanel top;
  CourseListPanel list;
  PagePanel page;
  EditorPanel source;
  MachinePanel machine;
  TransportPanel transport;
  ResultsPanel results;
  KeysHelp keys;
  Settings settings;
  Palette palette;
};

Workbench::Workbench() : panels_(std::make_unique<Panels>()) {}
Workbench::~Workbench() = default;

void Workbench::draw(const Session& session, const Rect& window, Ui& ui) {
  layout_ = session.layout();
  WindowAreas areas = divide(window, layout_, ui.theme.scale, TopBarPanel::height(ui), TransportPanel::height(ui));
  const auto show = [&](Panel& panel, const Rect& area) {
    if (area.width < 2 || area.height < 2) return;
    Clip clip(ui, area);
    panel.draw(session, area, ui);
  };
  if (areas.has_list) show(panels_->list, areas.list);
  take_view_keys(ui);
  if (areas.transport.width < 2) panels_->transport.handle_keys(session, ui);
  show(panels_->page, areas.page);
  show(panels_->source, areas.source);
  show(panels_->machine, areas.machine);
  show(panels_->transport, areas.transport);
  show(panels_->results, areas.results);
  show(panels_->top, areas.top);
  parts_ = {{"window", window}, {"page", areas.page}, {"source", areas.source}, {"machine", areas.machine}, {"results", areas.results}};
  draw_splits(areas, ui);
  panels_->keys.draw(ui, panels_->top.asked_for_keys());
  panels_->settings.draw(session, ui, panels_->top.asked_for_settings());
  panels_->palette.draw(session, ui);
}

// They work where no view of the machine is shown, too: in a folded window they bring it.
void Workbench::take_view_keys(Ui& ui) {
  for (size_t i = 0; i < machine_views.size(); ++i)
    if (ui.widgets.take_key(static_cast<Key>(static_cast<size_t>(Key::digit1) + i), true)) ui.commands.send(ShowMachineView{std::string(machine_views[i])});
}

Rect Workbench::area_of(const std::string& part) const {
  const auto found = parts_.find(part);
  return found == parts_.end() ? Rect{} : found->second;
}

void Workbench::draw_splits(WindowAreas& areas, Ui& ui) {
  has_moved_ = false;
  const float top = areas.top.bottom(), height = ui.window.bottom() - top, right = areas.page.right();
  const auto drag = [&](std::string_view id, bool is_vertical, const Rect& area, WindowAreas::Split& split) {
    if (splitter(ui, id, is_vertical, area, split.at, split.min, split.max)) has_moved_ = true;
  };
  if (areas.has_list) drag("split/list", true, {ui.window.x, top, ui.window.width, height}, areas.list_split);
  if (areas.fold != Fold::all) drag("split/page", true, {ui.window.x, top, ui.window.width, height}, areas.page_split);
  if (areas.fold == Fold::none) {
    drag("split/source", true, {right, top, ui.window.right() - right, areas.source.height}, areas.source_split);
    drag("split/lower", false, {right, top, ui.window.right() - right, height}, areas.lower_split);
  }
  if (!has_moved_) return;
  // What was dragged is read back from where the splits are now.
  areas.list.width = areas.list_split.at - areas.list.x;
  if (areas.fold == Fold::none) areas.page = {areas.list_split.at, areas.page.y, areas.page_split.at - areas.list_split.at, areas.page.height};
  layout_ = with_splits(areas, ui.window, layout_, ui.theme.scale);
  ui.widgets.request_frame();
}

}  // namespace wb

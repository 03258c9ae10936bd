#pragma once
// The run over time: warps as rows, block after block; ticks as columns. Wheel zooms time about the pointer, with Shift the rows; drag
// moves; the ruler scrubs; a click goes to that moment and follows that warp.
#include "app/gui/panel.h"
#include "app/gui/panels/timeline_geometry.h"
#include "app/gui/panels/timeline_model.h"
#include "app/gui/panels/timeline_raster.h"
#include "app/gui/widgets/controls.h"

namespace wb {

// What one draw hands down.
struct TimelineScene {
  const Session& session;
  const Recording& recording;
  const TimelineModel& model;
  const TimelineView& view;
  Rect area;                        // of the rows; names stand left of it, the ruler above
  Rect ruler;
  float names = 0;                  // width of the names' column
  std::optional<WarpRef> followed, hovered;
  TimelineExtent extent;
};
void paint_timeline(Ui& ui, const TimelineScene& scene);
double widest_tick(const Ui& ui);
double largest_row(const Ui& ui);

class TimelinePanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  void take_run(const Session& session, const Rect& canvas, Ui& ui);
  float draw_head(const Session& session, const Rect& area, Ui& ui);
  void zoom_to(const Session& session, const Rect& canvas, Ui& ui, size_t which);
  void move_view(Ui& ui, const Rect& canvas, const Interaction& mouse);
  void scrub(const Session& session, Ui& ui, const Rect& canvas, const Interaction& ruler);
  void point(const Session& session, Ui& ui, const Rect& canvas, const Interaction& mouse);
  void tell_hover(const Session& session, Ui& ui, std::optional<WarpRef> warp, const WarpStep* step);
  const WarpStep* step_under(const Rect& canvas, const Input& input, WarpRef warp) const;
  void draw_tooltip(const Session& session, Ui& ui, const Rect& canvas, WarpRef warp, const WarpStep* step) const;
  void draw_list(const Session& session, const Rect& area, Ui& ui);
  std::optional<WarpRef> warp_under(const Rect& canvas, float y) const;

  TimelineModel model_;
  TimelineView view_;
  TimelineExtent extent_;
  std::shared_ptr<const Recording> recording_;
  Rect canvas_;                     // of the last frame
  Tick seen_tick_ = 0;
  std::optional<WarpRef> seen_warp_, hovered_;
  std::optional<ThreadRef> told_;   // that this view told the others to light
  bool shows_list_ = false, is_dragging_ = false, was_moved_ = false;
  float press_x_ = 0, press_y_ = 0, list_scroll_ = 0, list_height_ = 0;
};

}  // namespace wb

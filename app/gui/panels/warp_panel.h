#pragma once
// One warp: where its 32 lanes stand at this moment, a value in each of them, and how they part and meet over time.
#include "app/gui/panel.h"
#include "app/gui/panels/warp_geometry.h"
#include "app/gui/panels/warp_model.h"
#include "app/gui/widgets/controls.h"

namespace wb {

class WarpPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  WarpRef warp_to_show(const Session& session) const;
  std::string expression_to_show(const Session& session) const;
  float draw_head(const Session& session, const Rect& area, Ui& ui);
  void go_to(const Session& session, Ui& ui, WarpRef warp) const;
  float draw_content(const Session& session, const Rect& area, float y, Ui& ui);
  float draw_lanes(const Session& session, const Rect& area, float y, Ui& ui);
  void point_at_lane(const Session& session, Ui& ui, uint32_t lane, const Interaction& mouse);
  float draw_groups(const Session& session, const Rect& area, float y, Ui& ui);
  float draw_values(const Session& session, const Rect& area, float y, Ui& ui);
  float draw_chips(const Session& session, const Rect& area, float y, Ui& ui);
  float draw_bars(const Rect& area, float y, Ui& ui) const;
  float draw_numbers(const Rect& area, float y, Ui& ui) const;
  float draw_history(const Session& session, const Rect& area, float y, Ui& ui);
  void scrub_history(const Session& session, Ui& ui, const Interaction& mouse, const Rect& rows, size_t first, float row);
  void explain_row(const Recording& recording, const WarpRow& shown, Ui& ui) const;
  struct Column {
    std::string name;
    std::array<std::string, warp_size> cells;
  };
  std::vector<Column> columns(const Ui& ui) const;
  float column_width(const Column& column, const Ui& ui) const;
  float draw_table(const Rect& area, float y, Ui& ui);
  float draw_table_part(std::span<const Column> part, size_t number, const Rect& area, Ui& ui) const;
  LaneAxis axis(const Rect& area, const Ui& ui) const { return lane_axis(area, ui.px(70)); }

  WarpModel model_;
  std::string typed_, seen_watched_;
  TextBoxState box_;
  bool shows_table_ = false;
  float scroll_ = 0, content_height_ = 0;
  std::optional<uint32_t> hovered_lane_;
  std::optional<ThreadRef> pointed_;     // that this view told the others to light
  size_t press_row_ = 0;                 // of the history, where a drag began
  float press_y_ = 0;
};

// ---- drawing (warp_paint.cpp)

// A colour and a pattern that belong together: 0 is solid, others are told apart without colour as well.
void paint_way(Ui& ui, const Rect& rect, int way, float strength = 1);
void paint_lane_state(Ui& ui, const Rect& cell, const WarpLane& lane);
void paint_row_kind(Ui& ui, float x, float y, float size, WarpStep::Kind kind);
// The rows [first, first + count): the tree in the gutter, the lines, the lanes.
struct HistoryScene {
  const std::vector<WarpRow>& rows;
  size_t first = 0, count = 0, now = 0;
  float row = 0, y = 0;
  LaneAxis axis;
  Rect area;                       // gutter and lanes
  uint32_t lanes = 32;
  std::optional<uint32_t> lane;    // hovered or followed
};
void paint_history(Ui& ui, const HistoryScene& scene);

}  // namespace wb

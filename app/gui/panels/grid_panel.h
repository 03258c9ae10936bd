#pragma once
// The grid over the picture that it writes: blocks, warps and threads where their work lands. Zoom with the wheel, drag to move.
#include <optional>

#include "app/gui/panel.h"
#include "app/gui/panels/grid_geometry.h"
#include "app/gui/panels/grid_model.h"
#include "app/gui/widgets/controls.h"

namespace wb {

class GridPanel : public Panel {
 public:
  enum class Level : uint8_t { grid, block, warp, thread };
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  void draw_grid(const Session& session, const Rect& area, Ui& ui);
  float draw_head(const Session& session, const Rect& area, Ui& ui);
  void draw_zoom_buttons(const Session& session, const Rect& area, Ui& ui);
  void draw_legend(const Rect& area, Ui& ui) const;
  void draw_list(const Session& session, const Rect& area, Ui& ui);   // the same in words: the threads of the block at hand (grid_list.cpp)
  std::string list_words(const LaunchShape& shape, ThreadRef thread, const Ui& ui) const;
  void aim(const Session& session, Level level, const Rect& area, const Ui& ui);
  void move_view(Ui& ui, const Rect& area, const Interaction& mouse);
  void handle_pointer(const Session& session, const Rect& area, Ui& ui, const Interaction& mouse);
  void click(const Session& session, const Rect& area, Ui& ui, Cell cell, bool twice);
  void draw_tooltip(const Session& session, Ui& ui, Cell cell) const;
  double largest_cell(const Ui& ui) const { return ui.px(120); }
  ThreadRef focus_thread(const Session& session) const;
  void follow_layer(const Session& session);
  float layer_width(const Ui& ui) const;
  void draw_layer_menu(float x, float y, Ui& ui);

  GridModel model_;
  GridView view_, target_;
  bool was_moved_ = false;          // by hand: a new size of the area does not fit it again
  bool is_easing_ = false;
  uint64_t fitted_layout_ = UINT64_MAX;
  Rect fitted_area_;
  float press_x_ = 0, press_y_ = 0;
  bool is_dragging_ = false;
  double last_time_ = 0;
  std::optional<Cell> hovered_;
  bool shows_list_ = false;
  MenuState layer_menu_;
  std::optional<ThreadRef> layer_of_;   // whose layer was brought up last
  uint64_t layer_layout_ = UINT64_MAX;
  float list_scroll_ = 0;
};

// The layers, from the bottom up; each draws what is visible and worth drawing at the view's size.
struct GridScene {
  const GridModel& model;
  const GridView& view;
  Rect area;                                  // of the drawing, clipped
  const Session& session;
  std::optional<ThreadRef> followed;
  std::optional<Cell> hovered;
};
// One flat block in its own order: every row is a warp, and is named.
bool shows_warp_names(const GridLayout& layout);
void paint_grid(Ui& ui, const GridScene& scene);

// What the drawing shows, in words: "out, 768 x 512, under 1,536 blocks of 256 threads".
std::string grid_title(const GridModel& model);
std::string grid_legend(const GridModel& model, const Catalogue& words);

}  // namespace wb

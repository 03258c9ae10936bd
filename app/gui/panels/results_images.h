#pragma once
// The pictures side by side at the same zoom and place, their difference, and tables and bars of what is no picture.
#include <map>
#include <optional>

#include "app/gui/panel.h"
#include "app/gui/panels/linked_view.h"
#include "app/gui/panels/results_model.h"
#include "app/gui/panels/unwritten.h"
#include "app/gui/widgets/controls.h"

namespace wb {

class ResultImages {
 public:
  // Draws from the top left corner of `area` down; returns the height used.
  float draw(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui);

 private:
  float draw_group(const Session& session, const RunSlot& slot, const PictureGroup& group, const Rect& area, Ui& ui);
  float draw_tiles(const Session& session, const RunSlot& slot, const std::vector<ResultTile>& tiles, const Rect& area, Ui& ui);
  float draw_strips(const Session& session, const RunSlot& slot, const std::vector<ResultTile>& tiles, const Rect& area, Ui& ui);
  void draw_tile_picture(const Session& session, const ResultTile& tile, const Rect& area, Ui& ui);
  float draw_tile(const Session& session, const ResultTile& tile, const Rect& picture_area, Ui& ui);
  float draw_difference(const RunSlot& slot, const std::vector<ResultTile>& tiles, const Rect& picture_area, Ui& ui);
  void draw_pixels(const ResultTile& tile, const Rect& area, Ui& ui);
  const Unwritten& unwritten(const ResultTile& tile);
  std::string tile_words(const ResultTile& tile, const Ui& ui);
  void draw_values(const ResultTile& tile, const GridView& view, const Rect& area, Ui& ui);
  void draw_crosshair(const ResultTile& tile, const Rect& area, Ui& ui) const;
  void handle_pointer(const Session& session, const ResultTile& tile, const Rect& area, Ui& ui);
  float draw_caption(const ResultTile& tile, float x, float y, float width, Ui& ui);
  float draw_engine_lines(const RunSlot& slot, float x, float y, float width, Ui& ui) const;
  float draw_table(const ValueTable& table, float x, float y, float width, Ui& ui) const;
  float draw_matrices(const ValueTable& table, float x, float y, float width, Ui& ui) const;
  float draw_matrix(const ValueTable& table, size_t column, size_t across, float cell, float x, float y, Ui& ui) const;
  float draw_bars(const ValueTable& table, float x, float y, float width, Ui& ui) const;
  void note_hover(const Session& session, const std::vector<ResultTile>& tiles);

  LinkedView link_;
  std::string linked_run_;
  std::optional<uint64_t> hovered_pixel_;       // of the pictures' common size
  std::optional<uint64_t> shown_pixel_;         // hovered here, elsewhere, or pinned
  bool hovers_ = false, sent_hover_ = false;
  bool is_dragging_ = false;
  float drag_x_ = 0, drag_y_ = 0, press_x_ = 0, press_y_ = 0;
  int output_ = -1;                             // of the group that is drawn
  // The differences by output, kept while the two results stay.
  struct KeptDifference {
    uint64_t of_first = 0, of_second = 0, revision = 0;
    PictureDifference difference;
  };
  std::map<int, KeptDifference> differences_;
  struct KeptUnwritten {
    uint64_t revision = 0;
    Unwritten found;
  };
  std::map<std::string, KeptUnwritten> unwritten_;   // by the tile's key
};

}  // namespace wb

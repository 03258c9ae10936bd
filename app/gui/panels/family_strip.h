#pragma once
// Above the views of the machine, where device code has launched grids: which grid they show, who launched it, and the way to others.
//
//   [Grid 12  child<<<4, 64>>> v]  launched by thread 0 of block 2 of grid 1, line 12       [Where it was launched] [Back to grid 0]
#include "app/gui/panels/grid_picker.h"

namespace wb {

class FamilyStrip {
 public:
  // At the top of `area`. Returns the height it used: none where no grid was launched.
  float draw(const Session& session, const Rect& area, Ui& ui);

 private:
  float draw_pick(const Session& session, const LaunchedGrid& shown, const Rect& head, Ui& ui);
  void draw_ways_out(const LaunchedGrid& shown, const Rect& head, Ui& ui) const;
  void draw_opening(const GridWork& work, const Rect& area, Ui& ui) const;

  GridPicker picker_;
};

// "launched by thread 0 of block 2 of grid 1, line 12"
std::string launcher_sentence(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources, const Ui& ui);

}  // namespace wb

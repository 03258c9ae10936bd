#pragma once
// A list of all grids of a launch over the window, to choose one: by its number, its kernel, the arrow keys or the pointer. Of 200,000 rows those in sight are drawn.
#include <map>
#include <string>
#include <vector>

#include "app/gui/panel.h"
#include "app/gui/widgets/controls.h"
#include "simulator/recording/grid_family.h"

namespace wb {

class GridPicker {
 public:
  void open(const Session& session, Ui& ui);
  void draw(const Session& session, Ui& ui);   // nothing while it is closed
  bool is_open() const { return is_open_; }

 private:
  void close(Ui& ui);
  void find(const Session& session);
  void take_keys(size_t rows_in_sight, float row, float height, Ui& ui);
  void draw_field(const Rect& box, Ui& ui);
  void draw_row(const Session& session, const Rect& row, size_t index, Ui& ui);
  void choose(const Session& session, size_t index, Ui& ui);

  bool is_open_ = false, is_submitted_ = false;
  std::string typed_, focus_before_;
  std::vector<std::string> passed_over_;        // words of "open grid {0}": they say nothing of which
  TextBoxState box_;
  std::vector<uint32_t> found_;                 // numbers that fit what is typed
  std::map<uint32_t, int> findings_;            // by grid
  size_t grids_ = 0;                            // of so many: another run has others
  size_t chosen_ = 0;                           // index into found_
  float scroll_ = 0;
};

}  // namespace wb

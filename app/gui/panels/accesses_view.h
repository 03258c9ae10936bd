#pragma once
// The accesses of the source, one a row, with what each cost; a press leads to its line.
#include "app/gui/panel.h"
#include "app/gui/panels/accesses_model.h"

namespace wb {

class AccessesView {
 public:
  // Returns the height used; 0 where nothing was accessed. Only rows in sight of `window` are drawn: there may be thousands.
  float draw(const Session& session, const RunResult& result, const Rect& area, const Rect& window, Ui& ui);

 private:
  void draw_row(const AccessRow& row, size_t index, bool is_marked, const Rect& area, Ui& ui) const;

  std::vector<AccessRow> rows_;
  const RunResult* of_ = nullptr;   // whose rows these are
  uint64_t id_ = 0;
};

}  // namespace wb

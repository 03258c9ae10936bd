#pragma once
// How the result of a launch spreads over many schedules: as bars, or as a table of the same.
#include "app/gui/panel.h"
#include "app/gui/panels/spread_model.h"

namespace wb {

class SpreadView {
 public:
  // Of the shown launch; `finding` chooses the element that is looked at first. Draws from (x, y) down; returns the height used, 0 where nobody
  // has asked for it.
  float draw(const Session& session, const Finding& finding, float x, float y, float width, Ui& ui);

 private:
  float draw_running(const SpreadWork& work, float x, float y, float width, Ui& ui) const;
  float draw_result(const SpreadChart& chart, const SpreadWork& work, float x, float y, float width, Ui& ui);
  float draw_elements(const SpreadChart& chart, float x, float y, float width, Ui& ui);
  float draw_bars(const SpreadChart& chart, float x, float y, float width, Ui& ui) const;
  float draw_table(const SpreadChart& chart, float x, float y, float width, Ui& ui) const;
  float draw_legend(const SpreadChart& chart, float x, float y, Ui& ui) const;

  const ScheduleSpread* of_ = nullptr;   // whose element was chosen
  size_t element_ = 0;
  bool is_table_ = false;
};

}  // namespace wb

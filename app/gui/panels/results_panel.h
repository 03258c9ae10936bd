#pragma once
// What came of the run: pictures side by side, times, findings, console.
#include "app/gui/panel.h"
#include "app/gui/panels/accesses_view.h"
#include "app/gui/panels/findings_view.h"
#include "app/gui/panels/race_card.h"
#include "app/gui/panels/results_images.h"
#include "app/gui/panels/timings_view.h"

namespace wb {

class ResultsPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  void draw_columns(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui);
  float draw_card(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui);
  float draw_main(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui);
  float draw_side(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui);
  float draw_details(const Session& session, const RunSlot& slot, const Rect& area, const Rect& window, Ui& ui);
  float draw_trust(const RunSlot& slot, bool is_file, float x, float y, float width, Ui& ui) const;
  float draw_status(const RunSlot& slot, const Rect& area, Ui& ui) const;

  ResultImages images_;
  FindingsView findings_;
  RaceCard race_;
  AccessesView accesses_;
  float scroll_ = 0, content_height_ = 0;
  std::string scrolled_run_;
  int carded_finding_ = -1;
};

}  // namespace wb

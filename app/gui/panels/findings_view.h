#pragma once
// The findings of a run: a list grouped by kind, and one of them as a card. A race has a card of its own (race_card.h).
#include "app/gui/panel.h"
#include "app/gui/panels/findings_model.h"

namespace wb {

class FindingsView {
 public:
  // Each draws from (x, y) down and returns the height used.
  float draw_list(const Session& session, const RunResult& result, float x, float y, float width, Ui& ui);
  float draw_card(const Session& session, const FindingWords& words, float x, float y, float width, Ui& ui);

 private:
  float draw_places(const FindingWords& words, float x, float y, float width, Ui& ui);
  void draw_place(const PartyWords& party, size_t index, int finding, const Rect& area, Ui& ui);
  void draw_call(const PartyWords& party, size_t index, const Rect& area, Ui& ui);
  float card_height_ = 0;
  float draw_row(const FindingWords& words, bool is_selected, float x, float y, float width, Ui& ui);
};

}  // namespace wb

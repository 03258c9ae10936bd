#pragma once
// One race as a card: the two accesses side by side, the order that is missing between them, and what can be asked about it.
//
//    <> thread 0   warp 0, lane 0                          o thread 33   warp 1, lane 1
//    reads count[0] -> 7           - - - - X - - - >       writes count[0] <- 8
//    6  *count = *count + 1;       no barrier, ...         6  *count = *count + 1;
//
//    [Show the order that breaks it] [100 schedules] [Why is this a race?]
#include <optional>
#include <string>

#include "app/gui/panel.h"
#include "app/gui/panels/findings_model.h"
#include "app/gui/panels/spread_view.h"

namespace wb {

class RaceCard {
 public:
  // `finding`: of two parties, as `words` puts it. Draws from (x, y) down and returns the height used.
  float draw(const Session& session, const Finding& finding, const FindingWords& words, float x, float y, float width, Ui& ui);

  // Where the answers begin (window pixels), when something was asked a moment ago: to be brought into view.
  std::optional<float> reveal() const { return reveal_frames_ > 0 ? std::optional(answers_y_) : std::nullopt; }

 private:
  void follow_answers(const Session& session, int finding, float y, Ui& ui);
  float draw_head(const FindingWords& words, float x, float y, float width, Ui& ui) const;
  float draw_parties(const FindingWords& words, float x, float y, float width, Ui& ui) const;
  float draw_buttons(const Session& session, int finding, float x, float y, float width, Ui& ui);
  float draw_rule(const Session& session, const Finding& finding, const FindingWords& words, float x, float y, float width, Ui& ui) const;
  float draw_answers(const Session& session, const Finding& finding, int index, float x, float y, float width, Ui& ui);

  SpreadView spread_;
  std::string of_;              // launch and finding that the switches below are for
  int reveal_frames_ = 0;       // heights settle after a few
  float answers_y_ = 0, height_ = 0;
  bool shows_rule_ = false, hides_story_ = false, hides_spread_ = false;
};

}  // namespace wb

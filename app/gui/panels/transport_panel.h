#pragma once
// Run, step both ways, scrub, choose the schedule. Its keys work wherever the keyboard is: F5 runs, F10 steps a line, F11 an
// instruction, F4 to the barrier, F8 to the next finding; with Shift each goes back.
#include "app/gui/panel.h"
#include "app/gui/widgets/controls.h"

namespace wb {

class TransportPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;
  static float height(const Ui& ui) { return ui.px(46); }

  void handle_keys(const Session& session, Ui& ui);   // draw() does; for a window in which it is not drawn

 private:
  struct Fit { bool icons_only = false, folds_leaps = false, shows_moment = true; };   // how much of it a width has room for
  Fit fit(const Session& session, float width, const Ui& ui) const;
  float run_width(const Ui& ui) const;
  float schedule_width(const Ui& ui) const;
  float moment_width(const Session& session, const Ui& ui) const;
  std::string seed_words(const Session& session, const Ui& ui) const;
  float draw_buttons(const Session& session, const Rect& area, const Fit& fit, Ui& ui);
  float draw_leaps(const Session& session, float x, float y, Ui& ui);
  float draw_leap_menu(const Session& session, float x, float y, Ui& ui);
  float draw_moment(const Session& session, const Rect& area, float x, Ui& ui) const;
  float draw_schedule(const Session& session, const Rect& area, const Fit& fit, Ui& ui);
  void draw_scrubber(const Session& session, const Rect& area, Ui& ui);
  void draw_marks(const Session& session, const Rect& track, Ui& ui) const;
  void draw_search(const BreakWork& work, const Rect& area, Ui& ui) const;
  void draw_bar(const std::string& words, double done, const Rect& area, Ui& ui) const;
  void draw_progress(const RunSlot& slot, const Rect& area, Ui& ui) const;

  void hear(const Session& session);

  std::string said_;       // a key of the catalogue: drawn below the row until the next press or key
  uint64_t heard_ = 0;     // of Session::missed_break
  const Recording* heard_of_ = nullptr;  // never looked into: is another one shown by now?
  MenuState schedule_menu_, leap_menu_;
};

}  // namespace wb

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

 private:
  void handle_keys(const Session& session, Ui& ui) const;
  float draw_buttons(const Session& session, const Rect& area, Ui& ui) const;
  float draw_step_words(const Session& session, const Rect& area, float x, Ui& ui) const;
  float draw_schedule(const Session& session, const Rect& area, Ui& ui);
  void draw_scrubber(const Session& session, const Rect& area, Ui& ui);
  void draw_marks(const Session& session, const Rect& track, Ui& ui) const;
  void draw_search(const BreakWork& work, const Rect& area, Ui& ui) const;
  void draw_bar(const std::string& words, double done, const Rect& area, Ui& ui) const;
  void draw_progress(const RunSlot& slot, const Rect& area, Ui& ui) const;

  MenuState schedule_menu_;
};

}  // namespace wb

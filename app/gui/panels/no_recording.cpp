#include "app/gui/panels/no_recording.h"

#include "app/gui/panels/wording.h"
#include "app/gui/widgets/controls.h"

namespace wb {

bool has_recording(const Session& session) {
  const RunSlot* slot = session.shown_run();
  const RunResult* result = slot ? slot->result(EngineKind::simulated) : nullptr;
  return result && result->recording && session.recording();
}

void draw_no_recording(Ui& ui, const Rect& area, const Session& session, std::string_view before_any_run) {
  const RunSlot* slot = session.shown_run();
  const RunResult* result = slot ? slot->result(EngineKind::simulated) : nullptr;
  const bool is_running = slot && slot->is_running(), has_problem = slot && !slot->problem.empty();
  const std::string why = is_running                           ? ui.say("machine.at_work")
                          : has_problem                        ? as_sentence(slot->problem)
                          : result && !result->reason.empty()  ? as_sentence(result->reason)
                                                               : std::string(before_any_run);
  const char* title = is_running ? "machine.running" : result || has_problem ? "machine.nothing" : "machine.no_run";
  empty_state(ui, area, {.title = ui.say(title), .sentence = why, .button_label = {}, .button_id = {}});
}

}  // namespace wb

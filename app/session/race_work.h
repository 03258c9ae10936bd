#pragma once
// What was asked about the races of a run, beyond the findings: the order that breaks one of them, and what comes of many schedules. Plain values;
// the session fills them from the background.
#include <cstdint>
#include <memory>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"
#include "app/backends/schedule_spread.h"
#include "simulator/explain/race_story.h"

namespace wb {

enum class WorkState : uint8_t { running, done, stopped };

// The search for the order that breaks one finding, and that order as a run of its own.
struct StoryWork {
  WorkState state = WorkState::running;
  uint64_t job = 0;
  double progress = 0, seconds = 0;            // of the search's limits: it mostly ends early; seconds since it began
  std::shared_ptr<const RaceStory> story;      // done: as found, or with a message why there is none
  std::shared_ptr<const Launch> launch;        // of the story, where it bites
  std::shared_ptr<const RunResult> run;        // that launch, recorded; null where it does not bite
  bool can_replay() const { return run && run->recording; }
};

// The run of another schedule, recorded: where a finding is seen that the normal run does not have.
struct ElsewhereWork {
  WorkState state = WorkState::running;
  uint64_t job = 0;
  double progress = 0, seconds = 0;
  std::shared_ptr<const Launch> launch;
  std::shared_ptr<const RunResult> run;
  bool can_replay() const { return run && run->recording; }
};

// One launch under many schedules.
struct SpreadWork {
  WorkState state = WorkState::running;
  uint64_t job = 0, asked = 0;                 // runs that were asked for
  double progress = 0, seconds = 0;
  std::shared_ptr<const ScheduleSpread> spread;  // done; stopped: of the runs until then
};

// The run of a story, or of another schedule, is shown in place of the normal one.
struct Replay {
  int finding = -1;                            // whose, among the normal run's findings
  int step = -1;                               // of the story, that was asked for last
  bool is_elsewhere = false;                   // not a story's: that of the schedule which the finding is only seen under
};

}  // namespace wb

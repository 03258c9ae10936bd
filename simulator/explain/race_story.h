#pragma once
// Why a race matters: the shortest order of its two threads that changes a result, as steps that can be replayed.
//
//   1  thread 3 reads   count[0]   7                 line 5
//   2  thread 3 is stopped before line 6
//   3  thread 5 reads   count[0]   7                 line 5
//   4  thread 5 writes  count[0]   8   (it was 7)    line 6
//   5  thread 3 writes  count[0]   8   (it was 8)    line 6
//   one update is lost: these two leave count[0] at 8, and one after the other at 9
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/machine/told_schedule.h"
#include "simulator/simulator.h"

namespace wb {

struct StoryStep {
  enum class Kind : uint8_t {
    reads,
    writes,
    changes,  // by an atomic
    stops,    // is held in front of the access at `span` until the other has made its own
    arrives,  // what it wrote at `span` before can be seen from now on
  } kind{};
  uint32_t party = 0;          // 0 or 1: whose, of the finding's places
  Index3 block, thread;
  uint64_t tick = 0;           // of the run under RaceStory::schedule: at this moment it is about to happen
  Span span;
  std::string element;         // "count[0]"; of a wide element the part that the first byte lies in
  std::string value;           // read; or what stands there afterwards. Empty: too wide to be told, or made of what had no value
  std::string before;          // writes, changes: what stood there; may be empty, too
  bool is_late = false;        // writes: nobody else sees it yet
  bool is_undefined = false;   // nobody had written what it read, or what stood there: no value at all
};
const char* step_verb(StoryStep::Kind kind);  // "reads", "writes", "changes", "is stopped", "write arrives"

struct RaceStory {
  bool bites = false;          // a result depends on the order: `steps` show how. Else `message` says what was tried
  std::string code;            // the catalogue's key of the sentence, "why.update_lost" (sentences.h)
  std::vector<std::string> arguments;
  std::string message;
  std::vector<StoryStep> steps;
  uint64_t left_out = 0;       // accesses of the two to the element that are not among the steps, between the first and the last of these
  // Replays it: as RunOptions::told. Without holds the plain order of blocks and warps already goes wrong.
  ToldSchedule schedule;
  ToldSchedule otherwise;      // the run that it is compared with, where the two keep the order that was meant
  size_t stops() const { return schedule.holds.size(); }
  // What it does to the launch's buffers when both runs have come to their end.
  struct Effect {
    bool is_known = false;     // both came to an end within the budget
    uint64_t elements = 0;     // that differ
    std::string element, value, otherwise;  // one of them: the raced one, or one that the thread of the story stored, if it is among them
  } effect;
  uint32_t tries = 0;          // runs under different schedules
  uint64_t work = 0;           // of all of them, as ExplainLimits counts it
};

struct ExplainLimits {
  // Of all runs together, of what they are compared by, too. An instruction that is looked at alone counts for some, and so does a run's start (explain/trial.h).
  uint64_t warp_instructions = 12'000'000;
  uint32_t tries = 150;
  uint32_t stops = 2;                        // holds of one schedule, at most
  // Called behind each run with the share of these limits that is used up (0..1, growing; a story is mostly found long before 1) and the runs so far.
  std::function<void(double used, uint32_t tries)> report{};
};

// Looks for the schedule. `finding`: a race of this program and launch, as simulate() reports it; anything else has a story without a code.
RaceStory explain_race(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const Finding& finding, const ExplainLimits& limits = {},
                       std::stop_token stop = {});

}  // namespace wb

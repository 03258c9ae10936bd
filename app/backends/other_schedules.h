#pragma once
// The other schedules that a run looks at by itself, and what they find together with it.
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"
#include "app/backends/schedule_spread.h"

namespace wb {

// Findings of several runs of one launch, each once: what one run has is the same finding in another where kind, buffer and places are equal. A
// read and a write that race are the same, too, by whichever order of theirs they are named.
class FindingUnion {
 public:
  explicit FindingUnion(std::vector<Finding>& findings);  // of the first run; what is new is appended

  // Where it stands in the first run's list. One that is new, or worse than what stood there, is marked with the schedule that showed it.
  size_t add(const Finding& finding, const SchedulePick& pick);

 private:
  std::vector<Finding>& findings_;
  using Key = std::vector<uint64_t>;
  void note(const Finding& finding, size_t index);

  std::map<Key, size_t> at_;  // by kind, and without the order of a read and a write
};

// Runs the launch under others, where it asks for them or where order comes through memory, and adds what they find to `first`, its own run.
void try_other_schedules(const std::shared_ptr<const Program>& program, const Launch& launch, RunResult& first, std::stop_token stop);

// "random --seed 4": what names it on the command line.
std::string schedule_options(const SchedulePick& pick);
// "only under --schedule random --seed 4: ...", or the message alone.
std::string message_with_schedule(const Finding& finding);
// "6 other schedules tried, 1 of them cut short; 2 left out": of a run that tried some; else empty.
std::string others_in_words(const OtherSchedules& others);

}  // namespace wb

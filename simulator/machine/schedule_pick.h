#pragma once
// The schedules by name, and one of them with its seed: what a run is repeated by. How they choose: schedule.cpp.
#include <cstdint>
#include <optional>
#include <string_view>

namespace wb {

enum class Schedule : uint8_t { in_order, reverse, round_robin, random, adversarial };
const char* schedule_name(Schedule schedule);  // "in-order", "reverse", "round-robin", "random", "adversarial"
std::optional<Schedule> schedule_from_name(std::string_view name);

struct SchedulePick {
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  friend bool operator==(const SchedulePick&, const SchedulePick&) = default;
};

}  // namespace wb

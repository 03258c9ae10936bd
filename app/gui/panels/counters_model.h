#pragma once
// What the table of counters says: a row for each that counted something, with its definition; and occupancy in a sentence.
#include <optional>
#include <string>
#include <vector>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"
#include "app/gui/catalogue.h"
#include "app/workbook/occupancy_words.h"

namespace wb {

struct CounterRow {
  std::string name;        // "global.load.sectors": as lessons and reports call it
  std::string label;       // "Global load sectors"
  std::string value;       // "131,072", "93.8 %"
  std::string meaning;     // a sentence
  std::string profiler;    // "On a GPU: l1tex__..."; empty where the profiler has none
  std::string truth;       // "Exact." or "A model: ..."
};
// Of one space and kind together, in the order of the definitions.
std::vector<CounterRow> counter_rows(const Counters& counters, uint64_t threads);

// Resident warps as one figure of the launch changes: stretches of equal warps, from the least on.
struct OccupancyChart {
  std::string of;                  // "block_size", "registers", "shared_bytes"
  std::vector<CurvePart> parts;
  uint64_t step = 1;
  std::optional<uint64_t> here;    // where the launch stands; none: not known
};
std::string value_words(const OccupancyChart& chart, uint64_t value);   // "1,024", "227 KiB"
Said part_words(const OccupancyChart& chart, const CurvePart& part);    // "33 to 40 registers a thread: 48 warps"

struct OccupancyWords {
  std::string heading;     // "compute capability 9.0"
  std::string sentence;    // "64 of 64 warps on an SM (100 %): every place is taken."
  std::string remark;      // what that leaves open; may be empty
  std::vector<std::string> ways;         // to more warps: "With blocks of 64 threads: 64 warps."
  std::vector<OccupancyChart> charts;    // what if; empty where the launch fits no SM
  uint32_t most_warps = 0;
};
OccupancyWords occupancy_words(const Launch& launch, const RunResult& simulated);

}  // namespace wb

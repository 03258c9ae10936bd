#pragma once
// What each access in the source cost over the whole run, and what a compiler makes of it. Pure.
#include <string>
#include <vector>

#include "app/backends/run_result.h"
#include "app/gui/catalogue.h"

namespace wb {

struct AccessRow {
  uint32_t line = 0;            // of the main file; 0: in a header
  std::string place;            // "8", "tile.h:12"
  std::string code;             // "tile[threadIdx.x][0]", on one line
  Said kind;                    // "shared load"
  std::vector<Said> figures;    // "32 requests", "128 wavefronts", "96 bank conflicts"
  bool is_costly = false;       // bank conflicts, or less than half of the bytes that moved are used
  std::vector<Said> notes;      // what the compiler joins or keeps: the figures are those of the source
};
// In the order of the source.
std::vector<AccessRow> access_rows(const RunResult& result);

// Does the compiler join or keep any of these? Then the profiler counts less than the table of counters.
bool has_compiled_away(const std::vector<AccessCounters>& accesses);

}  // namespace wb

#pragma once
// How fast any moment of a big launch is reached, and how fast questions about its past are answered.
#include <string>

namespace wb::bench {

// Records each workload under each schedule, asks at random, prints a table (or one JSON document). `only`, `only_schedule`: which, or ""
// for all. `counts_work`: milliseconds in which this process was at work, not those that passed.
// Returns 0 if every launch ran to its end.
int report_time_travel(const std::string& only, const std::string& only_schedule, int samples, bool counts_work, bool json);

}  // namespace wb::bench

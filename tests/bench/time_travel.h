#pragma once
// How fast any moment of a big launch is reached, and how fast questions about its past are answered.
#include <string>

namespace wb::bench {

// Records each workload under each schedule, asks at random, prints a table (or one JSON document). `only`: workload, or "" for all.
// Returns 0 if every launch ran to its end.
int report_time_travel(const std::string& only, int samples, bool json);

}  // namespace wb::bench

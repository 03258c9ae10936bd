#pragma once
// How fast any moment of a big launch is reached, and how fast questions about its past are answered.
#include <string>

namespace wb::bench {

// Each "" for all. Of the questions those that have the text in their names; then nothing is run without being recorded.
struct TravelFilter {
  std::string launch, schedule, question;
  unsigned cluster_blocks = 8;     // of the launches with clusters
  size_t memory_bytes = 512u << 20;  // that a recording may take
};

// Records each workload under each schedule, asks at random, prints a table (or one JSON document). `counts_work`: milliseconds in which this
// process was at work, not those that passed. Returns 0 if every launch ran to its end.
int report_time_travel(const TravelFilter& only, int samples, bool counts_work, bool json);

}  // namespace wb::bench

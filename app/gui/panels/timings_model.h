#pragma once
// What the time chart says: bars on a logarithmic axis and a sentence below. Worked out from run results alone.
#include <string>
#include <vector>

#include "app/backends/run_result.h"

namespace wb {

struct TimeBar {
  enum class Kind : uint8_t { loops, gpu_kernel, gpu_copies } kind = Kind::loops;
  std::string label;                     // "loops, 1 core", "GPU kernel", "GPU with copies"
  double median_ms = 0, min_ms = 0, max_ms = 0;
  int runs = 0;
  bool is_recorded = false;              // measured elsewhere, at another time
};

struct TimeChart {
  std::vector<TimeBar> bars;
  std::string heading;                   // "median of 21, min to max, log scale"
  std::string sentence;                  // "The kernel is 85 times faster than one core. With the copies it is 2.0 times faster."
  std::string origin;                    // "GPU figures: NVIDIA H200, recorded 20 Nov 2026, not on this machine."
  std::string missing;                   // why loops or GPU are not there
  std::string simulator;                 // "The simulator took 3.1 ms here with every check on; that is not a GPU's time."
  double axis_low = 0.001, axis_high = 1;  // powers of ten
  bool is_empty() const { return bars.empty(); }
};

// Any of the results may be null.
TimeChart time_chart(const RunResult* simulated, const RunResult* loops, const RunResult* gpu);
double share_on_axis(const TimeChart& chart, double ms);   // 0..1
std::string speed_words(double ratio);   // 85 -> "85 times faster", 0.5 -> "2.0 times slower", 1.02 -> "about as fast"

}  // namespace wb

#pragma once
// What many races cost: kernels of 131,072 threads that race, each beside a twin that does the same in order.
#include <cstdint>
#include <string>
#include <vector>

namespace wb::bench {

struct RacyTwin {
  std::string name;
  double clean_ms = 0, racy_ms = 0;  // with all checks, medians
  double ratio = 0;                  // median of the rounds' ratios
  uint64_t races = 0;                // in the racy one
  bool is_clean = true;              // the clean one is, and the other one is not (of stray values: both are)
};
std::vector<RacyTwin> racy_twins(const std::string& only, int rounds, uint32_t host_threads);

}  // namespace wb::bench

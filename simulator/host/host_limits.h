#pragma once
// What a run of a host program may take, in instructions.
#include <cstdint>
#include <stop_token>

namespace wb {

struct HostLimits {
  uint64_t host = 400'000'000;
  uint64_t kernels = 200'000'000;  // of all launches together
  uint64_t launch = 50'000'000;    // of one
  uint64_t looks = 2'000'000;      // of launches that are looked at with checks
  std::stop_token stop{};          // ends it early
};

}  // namespace wb

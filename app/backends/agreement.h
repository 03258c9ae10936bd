#pragma once
// Do two engines agree? Compares the elements that were written, within the launch's tolerance.
#include <optional>
#include <string>
#include <vector>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"

namespace wb {

std::vector<uint64_t> index_in_shape(uint64_t flat, const std::vector<uint64_t>& shape);  // row-major, slowest first
std::string format_element(const DeviceBuffer& buffer, uint64_t element);                 // "0.5", "(1, 2)"

struct Difference {
  uint64_t element = 0;             // flat
  std::vector<uint64_t> index;      // in the buffer's shape
  std::string first, second;        // the two values
};

struct Agreement {
  std::string buffer;
  EngineKind first{}, second{};
  bool equal = true;                // within tolerance
  double max_abs_diff = 0;          // over the compared elements; integers exactly up to 2^53
  uint64_t differing = 0;           // elements outside the tolerance
  uint64_t compared = 0;
  std::optional<Difference> first_diff;
};

// Compares one buffer. Where `written` flags are known (the simulator's), only elements written there or changed elsewhere count.
// NaN equals NaN. Precondition: same shape and type.
Agreement compare_buffers(const DeviceBuffer& a, EngineKind first, const DeviceBuffer& b, EngineKind second, const Tolerance& tolerance);

// All output buffers of all pairs of engines that ran, against the first one that did.
std::vector<Agreement> agreements(const Launch& launch, const std::vector<RunResult>& results);

}  // namespace wb

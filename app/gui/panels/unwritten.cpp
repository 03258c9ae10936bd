#include "app/gui/panels/unwritten.h"

#include <algorithm>

namespace wb {

Unwritten unwritten_elements(const DeviceBuffer& start, const DeviceBuffer& own, const DeviceBuffer* simulated) {
  Unwritten found;
  const std::vector<bool>& written = own.written.empty() && simulated ? simulated->written : own.written;
  const uint64_t size = start.element_bytes(), count = std::min<uint64_t>(start.element_count(), written.size());
  if (!start.is_poisoned || size == 0 || own.bytes.size() != start.bytes.size()) return found;
  for (uint64_t e = 0; e < count; ++e) {
    if (written[e]) continue;
    const auto at = static_cast<std::ptrdiff_t>(e * size), end = static_cast<std::ptrdiff_t>((e + 1) * size);
    if (own.written.empty() && !std::equal(own.bytes.begin() + at, own.bytes.begin() + end, start.bytes.begin() + at)) continue;
    if (found.count++ == 0) found.defined.assign(own.bytes.size(), true);
    std::fill(found.defined.begin() + at, found.defined.begin() + end, false);
  }
  return found;
}

}  // namespace wb

#include "app/workbook/assumed_records.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "app/backends/scalar_bytes.h"

namespace wb {

AssumedRecords assumed_records(const std::vector<RecordMember>& members, uint64_t record_bytes, uint64_t count, std::optional<uint64_t> most) {
  AssumedRecords made;
  made.bytes.resize(record_bytes * count);
  const uint64_t step = step_through(std::max<uint64_t>(count, 1));
  std::mt19937 random(1);  // its numbers are fixed by the standard: the same on every machine
  for (uint64_t record = 0; record < count; ++record)
    for (const RecordMember& member : members) {
      if (member.is_pointer || member.scalar == ScalarKind::void_ || member.offset + uint64_t{info(member.scalar).bytes} > record_bytes) continue;
      const bool is_real = is_floating(member.scalar);
      const uint64_t largest = member.scalar == ScalarKind::bool_ ? 1 : most.value_or(UINT32_MAX);
      const uint64_t drawn = most || is_real ? random() : record * step % count;
      store_scalar(member.scalar, made.bytes.data() + record * record_bytes + member.offset, is_real ? static_cast<double>(drawn >> 8) * 0x1p-24 : static_cast<double>(drawn % (largest + 1)));
      made.has_whole_numbers |= !is_real;
    }
  return made;
}

uint64_t step_through(uint64_t count) {
  uint64_t step = 7919;  // has no factor in common with it, and goes all over it
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

}  // namespace wb

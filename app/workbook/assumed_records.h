#pragma once
// What an array of records holds where nobody says it: each scalar of each record gets a number of its own, as arrays of numbers do. All zeros
// would hide much: sums that are equal whatever is summed, indices that never differ. Pointers stay null.
#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/simulator.h"

namespace wb {

struct AssumedRecords {
  std::vector<uint8_t> bytes;
  bool has_whole_numbers = false;
};
// Reals from 0 to 1, whole numbers from 0 to `most`; none: from 0 on, each once for each member. `members`: the scalars of one record, of `record_bytes`.
AssumedRecords assumed_records(const std::vector<RecordMember>& members, uint64_t record_bytes, uint64_t count, std::optional<uint64_t> most);
// `i` times it, modulo `count`, is another number below `count` for each `i` below that.
uint64_t step_through(uint64_t count);

// Is it given in braces? Also a record without data, a function object: "{}".
inline bool is_record(const KernelParameter& p) { return !p.is_pointer && (!p.members.empty() || (p.scalar == ScalarKind::void_ && p.bytes == 1)); }

}  // namespace wb

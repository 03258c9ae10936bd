#pragma once
// What people call a byte of the device's heap: by the line that took its block, and its place in there.
//
//   int* a = new int[10];            line 4
//   a[10] = 1;                       "heap block (line 4)[10]"
//   char* b = malloc(7); b[-1] = 1;  "heap block (line 6)[-1]"
#include <string>

#include "simulator/analysis/race_findings.h"

namespace wb {

// The element of an access of so many bytes that begins `place` bytes into the heap. Where nobody has said how large elements are (malloc), they are
// as large as the access.
struct HeapElement {
  std::string name;
  std::string block;          // "heap block (line 4)"
  int64_t index = 0;          // in the block; may be negative or past its end
  AllocationInfo as_array;    // the block as an array of such elements
};
HeapElement heap_element(const FindingContext& context, const HeapBlock& block, int64_t place, uint32_t access_bytes);
// "10 elements (40 bytes)", "40 bytes"
std::string heap_block_size(const HeapBlock& block, const HeapElement& element);
std::string heap_who(const FindingContext& context, const HeapMoment& moment);   // "thread 3 of block 0", "an earlier launch"
std::string heap_line(const FindingContext& context, const HeapMoment& moment);  // of a known one: "line 4"

}  // namespace wb

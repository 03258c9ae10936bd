#pragma once
// What findings say of blocks of the device's heap: accesses outside of them, after their end, before the first write; and wrong pointers that
// are given back.
#include <string>
#include <vector>

#include "simulator/analysis/heap_names.h"

namespace wb {

struct HeapFault {
  FindingKind kind{};
  AccessKind access{};
  uint8_t bytes = 0;
  int64_t place = 0;     // in the heap; memory_free: in whatever the pointer leads to
  HeapBlock block;       // that was meant; none: there is no such block
  HeapWay gives{};       // memory_free
  std::string element;   // ... where the pointer leads to no block of the heap: what it leads to; empty: nothing
};

struct HeapSentence {
  std::string element;   // "heap block (line 4)[10]"
  int64_t index = 0;     // of that element in its block; may be negative
  bool is_in_block = true;
  std::string code;      // of sentences.h; empty: the kind's own sentence serves
  std::vector<std::string> arguments;
  bool is_warning = false;
};

// `who`: thread and block that did it, as text.
HeapSentence heap_sentence(const FindingContext& context, const HeapFault& fault, const std::vector<std::string>& who);

}  // namespace wb

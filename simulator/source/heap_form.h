#pragma once
// How a block of the device's heap is asked for: one number, which goes from the parser through the library (library/include/heap.inc) to
// the machine.
//
//   bits 0-1   HeapWay: malloc, new or new[]
//   bits 2-7   ScalarKind of an element; void_: a record, or nobody has said
//   bits 8-31  bytes of an element; 0: nobody has said
#include <cstdint>

#include "simulator/source/scalar_kind.h"

namespace wb {

enum class HeapWay : uint8_t { allocated, one, array };  // by malloc, new, new[]; given back by free, delete, delete[]
constexpr const char* taking_word(HeapWay way) { return way == HeapWay::allocated ? "malloc" : way == HeapWay::one ? "new" : "new[]"; }
constexpr const char* giving_word(HeapWay way) { return way == HeapWay::allocated ? "free" : way == HeapWay::one ? "delete" : "delete[]"; }

struct HeapForm {
  HeapWay way = HeapWay::allocated;
  ScalarKind scalar = ScalarKind::void_;
  uint32_t element_bytes = 0;
  friend bool operator==(HeapForm, HeapForm) = default;
};
constexpr uint32_t heap_number(HeapForm form) {
  const uint32_t bytes = form.element_bytes < 1u << 24 ? form.element_bytes : 0;
  return bytes << 8 | static_cast<uint32_t>(form.scalar) << 2 | static_cast<uint32_t>(form.way);
}
constexpr HeapForm heap_form(uint32_t number) {
  return {static_cast<HeapWay>((number & 3) % 3), static_cast<ScalarKind>((number >> 2 & 63) % static_cast<uint32_t>(ScalarKind::count)), number >> 8};
}
static_assert(static_cast<int>(ScalarKind::count) <= 64, "a scalar has six bits");

}  // namespace wb

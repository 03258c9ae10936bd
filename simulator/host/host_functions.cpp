#include "simulator/host/host_functions.h"

#include <cstring>

namespace wb {
namespace {

bool is_same_function(const Function& a, const Function& b) { return a.span.begin == b.span.begin && a.span.end == b.span.end && a.display_name == b.display_name; }

}  // namespace

uint64_t same_function(uint64_t bits, const Module& from, const Module& to) {
  const uint64_t number = bits & ~function_pointer_tag;
  if (!is_function_pointer(bits) || number > from.functions.size()) return bits;
  const Function& meant = from.functions[static_cast<size_t>(number - 1)];
  for (uint32_t i = 0; i < to.functions.size(); ++i)
    if (is_same_function(to.functions[i], meant)) return function_pointer({i});
  return bits;
}

void name_functions_anew(std::span<uint8_t> bytes, const Module& from, const Module& to) {
  for (size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if (!is_function_pointer(word)) continue;
    word = same_function(word, from, to);
    std::memcpy(bytes.data() + at, &word, sizeof word);
  }
}

}  // namespace wb

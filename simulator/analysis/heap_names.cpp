#include "simulator/analysis/heap_names.h"

#include <algorithm>

#include "simulator/analysis/element_names.h"

namespace wb {
namespace {

std::string count_of(uint64_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

int64_t rounded_down(int64_t a, int64_t b) { return a / b - (a % b < 0); }

}  // namespace

const HeapBlock* HeapBlocks::at(uint64_t place) const {
  const auto behind = std::upper_bound(blocks.begin(), blocks.end(), place, [](uint64_t p, const HeapBlock& block) { return p < block.begin; });
  return behind == blocks.begin() ? nullptr : &*(behind - 1);
}

HeapElement heap_element(const FindingContext& context, const HeapBlock& block, int64_t place, uint32_t access_bytes) {
  const int64_t at = place - block.begin;
  const bool is_typed = block.form.element_bytes != 0, fits = access_bytes && at % access_bytes == 0 && block.bytes % access_bytes == 0;
  const uint32_t bytes = is_typed ? block.form.element_bytes : fits ? access_bytes : 1;
  HeapElement element;
  element.index = rounded_down(at, bytes);
  element.block = block.taken.is_known() ? "heap block (" + heap_line(context, block.taken) + ")" : "heap block";
  element.name = element.block;
  const bool is_only = is_typed && block.bytes == bytes && element.index == 0;
  if (at % bytes || (!is_typed && !fits)) element.name += ", byte " + std::to_string(at);
  else if (!is_only) element.name += "[" + std::to_string(element.index) + "]";
  element.as_array = {.name = element.name, .bytes = block.bytes, .scalar = block.form.scalar, .element_bytes = bytes, .shape = {block.bytes / bytes}};
  return element;
}

std::string heap_block_size(const HeapBlock& block, const HeapElement& element) {
  const uint32_t each = element.as_array.element_bytes;
  const std::string bytes = count_of(block.bytes, "byte");
  return each > 1 && block.bytes ? count_of(block.bytes / each, "element") + " (" + bytes + ")" : bytes;
}

std::string heap_line(const FindingContext& context, const HeapMoment& moment) {
  return moment.is_earlier() ? "line " + std::to_string(moment.earlier_line()) : context.line_of(moment.site);
}

std::string heap_who(const FindingContext& context, const HeapMoment& moment) {
  if (moment.is_earlier()) return "an earlier launch";
  return context.thread_name(moment.block, moment.thread) + " of " + context.block_name(moment.block);
}

}  // namespace wb

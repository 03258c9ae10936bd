#include "simulator/analysis/heap_findings.h"

namespace wb {
namespace {

const char* verb(AccessKind kind) { return kind == AccessKind::load ? "reads" : kind == AccessKind::store ? "writes" : "changes"; }

std::string bytes_of(const HeapBlock& block) { return std::to_string(block.bytes) + (block.bytes == 1 ? " byte" : " bytes"); }

// How the block came to its end: "thread 3 of block 0 gave that block back at line 9".
std::string end_of(const FindingContext& context, const HeapBlock& block) {
  if (!block.given.is_known()) return "that block was given back, and its memory belongs to another one by now";
  return heap_who(context, block.given) + " gave that block back at " + heap_line(context, block.given);
}

// What the access should have stayed in: "that block, taken by thread 3 of block 0, has 10 elements (40 bytes)".
std::string extent_of(const FindingContext& context, const HeapBlock& block, const HeapElement& element) {
  if (block.state == HeapBlock::State::none) return "the heap has no block that this pointer could come from";
  return "that block, taken by " + heap_who(context, block.taken) + ", has " + heap_block_size(block, element);
}

const char* hint_of(const HeapBlock& block, int64_t place) {
  if (block.state == HeapBlock::State::none) return "make pointers into the heap from those that `malloc` and `new` gave alone";
  if (place < block.begin) return "check the index before it is used: it must not be negative (an unsigned index wraps round instead)";
  if (block.form.way == HeapWay::allocated) return "check the index before it is used, or ask for more: `malloc` counts in bytes, as in `malloc(n * sizeof(int))`";
  return "check the index before it is used, or ask for more elements";
}

const char* hint_for_order(const HeapBlock& block) {
  return block.given.is_known() && block.given.is_earlier() ? "launch the kernel that gives the block back behind all that use it"
                                                            : "use memory before it is given back; where other threads use it too, let them all come to a barrier first";
}

void tell_wrong_free(const FindingContext& context, const HeapFault& fault, const std::vector<std::string>& who, const std::string& block_name,
                     HeapSentence& told) {
  const HeapBlock& block = fault.block;
  const std::string word = giving_word(fault.gives);
  if (block.state == HeapBlock::State::none) {
    told.code = "memory.free.foreign";
    told.element = fault.element;
    told.is_in_block = false;
    const std::string where = fault.element.empty() ? "leads to no memory at all" : "leads to `" + fault.element + "`, which no `malloc` or `new` of the kernel gave";
    told.arguments = {who[0], who[1], word, where};
  } else if (block.state == HeapBlock::State::given) {
    told.code = "memory.free.again";
    told.arguments = {who[0], who[1], block_name, word, end_of(context, block)};
  } else if (fault.place != block.begin) {
    told.code = "memory.free.middle";
    told.arguments = {who[0], who[1], told.element, word, std::to_string(fault.place - block.begin), bytes_of(block)};
  } else {
    told.code = "memory.free.other_way";
    told.arguments = {who[0], who[1], word, taking_word(block.form.way), heap_line(context, block.taken)};
    told.is_warning = true;
  }
}

}  // namespace

HeapSentence heap_sentence(const FindingContext& context, const HeapFault& fault, const std::vector<std::string>& who) {
  const HeapBlock& block = fault.block;
  const HeapElement element = heap_element(context, block, fault.place, fault.bytes);
  HeapSentence told{.element = element.name, .index = element.index, .code = {}, .arguments = {}};
  switch (fault.kind) {
    case FindingKind::memory_free: tell_wrong_free(context, fault, who, element.block, told); break;
    case FindingKind::oob_read: case FindingKind::oob_write:
      told.code = finding_name(fault.kind);
      told.arguments = {who[0], who[1], element.name, extent_of(context, block, element), hint_of(block, fault.place)};
      break;
    case FindingKind::memory_lifetime:
      told.code = "memory.lifetime";
      told.arguments = {who[0], who[1], verb(fault.access), element.name, end_of(context, block), hint_for_order(block)};
      break;
    case FindingKind::uninit_global:
      told.code = "uninit.heap";
      told.arguments = {who[0], who[1], element.name};
      break;
    case FindingKind::memory_misaligned:
      told.code = "memory.misaligned";
      told.arguments = {who[0], who[1], std::to_string(fault.bytes), std::to_string(fault.place - block.begin), element.block};
      break;
    default: break;
  }
  return told;
}

}  // namespace wb

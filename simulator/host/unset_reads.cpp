// What the program reads and nobody has written: neither a copy, a fill or a kernel, nor the program itself.
//
//     float* out = malloc(4 * n);                       nobody has written any of it
//     cudaMemcpy(out, d, n, cudaMemcpyDeviceToHost);    n of its bytes have values; what of `d` has none, has none in `out` either
//     sum += out[n - 1];                                a fault of the machine: it reads bytes without values
//
// The machine keeps for each byte whether it has a value, on the stack, too. What is found at a read is told with the copy that has brought
// the bytes, or with the place where the memory was taken. Nothing is told of a buffer's tail that is copied along and never looked at, nor
// of records' padding, which only a walk over single bytes touches. A copy to the host of which not one byte has a value is a warning where
// it stands, and an error when it is read.
//
// Not covered: memory that `new` gives, and arrays on the stack, that nothing is copied to; lists, variables outside of functions (all are
// zeros at first), reads within functions of the library, copies within graphs.
#include <algorithm>

#include "simulator/host/host_mistakes.h"
#include "simulator/machine/heap_marks.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

constexpr uint64_t word_bytes = 8;  // no padding is as long

std::string in_code(const std::string& text) { return text.empty() ? "memory" : "`" + text + "`"; }
std::string count_of_bytes(uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }
// "element 3", "byte 13"
std::string element_in_words(uint64_t offset, uint64_t bytes) {
  return offset % bytes ? "byte " + std::to_string(offset) : "element " + std::to_string(offset / bytes);
}
uint64_t row_of(const MemoryRows& rows, uint64_t offset) { return rows.count > 1 && rows.pitch ? offset / rows.pitch : 0; }
bool lies_in(const MemoryRows& rows, uint64_t offset) {
  const uint64_t row = row_of(rows, offset);
  return row < rows.count && offset - row * rows.pitch < rows.width;
}

}  // namespace

bool HostMistakes::moved(const MemoryRows& to, const MemoryRows& from) {
  const Ground target = ground_of(to.first), source = ground_of(from.first);
  const bool is_to_host = target.is_host() || target.kind == Ground::Kind::pinned;
  const bool is_of_device = source.is_device() && source.allocation >= 0 && (from.count - 1) * from.pitch + to.width <= source.room();
  if (to.width == 0 || to.count == 0 || !is_to_host || !is_of_device) return false;
  if (target.allocation >= 0 && to.count == 1)
    fillings_[target.allocation] = {places_.head_of(places_.here()), to_words_, target.offset, to.width};
  if (target.kind == Ground::Kind::variable && to.count == 1)
    array_fillings_[machine_.allocation_of(to.first)] = {places_.head_of(places_.here()), to_words_, target.offset, to.width};
  UnsetCopy copy{.place = places_.head_of(places_.here()),
                 .to = to,
                 .from = from,
                 .to_words = to_words_,
                 .from_words = from_words_,
                 .source = source.allocation,
                 .target = target.allocation};
  copy.from.width = to.width;
  count_unset(copy);
  if (copy.unset == 0 || is_in_doubt_) return false;
  if (copy.from_words.empty()) copy.from_words = name_of(copy.source);
  if (copy.unset == copy.bytes) {
    HostMistake& m = note("host.copy.unset", copy.place, "",
                          {copying_, count_of_bytes(copy.bytes), in_code(copy.from_words), taken_in_words(copy.source),
                           "let a kernel fill it, or `cudaMemset`, before it is copied"});
    m.memory = copy.from_words, m.is_expected = m.depends_on_sizes = true;
    if (!mistakes_.empty() && &m == &mistakes_.back()) copy.mistake = mistakes_.size() - 1;
  }
  if (unset_copies_.size() >= most_unset_copies) unset_copies_.erase(unset_copies_.begin());
  unset_copies_.push_back(std::move(copy));
  return true;
}

void HostMistakes::count_unset(UnsetCopy& copy) const {
  uint64_t run = 0;
  for (uint64_t row = 0; row < copy.from.count; ++row)
    for (uint64_t i = 0, place = *HostMemory::place_of(copy.from[row]); i < copy.from.width; ++i, ++copy.bytes) {
      run = memory_.has_value(place + i) ? 0 : run + 1;
      copy.unset += run > 0;
      copy.longest = std::max(copy.longest, run);
    }
}

// Where a byte of the target has come from, as a place of the arena; 0: not by this copy.
uint64_t HostMistakes::source_of(const UnsetCopy& copy, uint32_t allocation, uint64_t place) const {
  const auto first = static_cast<uint64_t>(pointer_place(machine_.allocations()[allocation], copy.to.first));
  if (machine_.allocation_of(copy.to.first) != allocation || place < first || !lies_in(copy.to, place - first)) return 0;
  const uint64_t row = row_of(copy.to, place - first);
  return *HostMemory::place_of(copy.from[row]) + (place - first - row * copy.to.pitch);
}

void HostMistakes::tell_of_unset(const WarpFault& fault) {
  const HostPlace at = place_of(fault.site);
  if (fault.access != AccessKind::load || at.end <= at.begin || !fault.offset || fault.offset[0] < 0 || fault.bytes == 0) return;
  const auto place = static_cast<uint64_t>(fault.offset[0]);
  for (size_t i = unset_copies_.size(); i-- > 0;)
    if (const uint64_t from = source_of(unset_copies_[i], fault.allocation, place))
      return tell_of_copied(unset_copies_[i], at, fault, from);
  if (fault.allocation != 0) return tell_of_array(fault, at);
  const int allocation = memory_.allocation_at(place);
  if (allocation >= 0) tell_of_unwritten(allocation, at, place, fault.bytes);
}

void HostMistakes::tell_of_copied(UnsetCopy& copy, const HostPlace& at, const WarpFault& fault, uint64_t from) {
  if (copy.is_told || (fault.bytes == 1 && copy.longest < word_bytes)) return;
  copy.is_told = true;
  if (copy.mistake < mistakes_.size()) {
    mistakes_[copy.mistake].is_expected = false;
    mistakes_[copy.mistake].other = at;
    return;
  }
  const auto place = static_cast<uint64_t>(fault.offset[0]);
  const std::string own = copy.target >= 0 ? name_of(copy.target) : "";
  const uint64_t first = copy.target < 0
                             ? fault.allocation == machine_.allocation_of(copy.to.first) && machine_.allocations()[fault.allocation].is_heap
                                   ? static_cast<uint64_t>(pointer_place(machine_.allocations()[fault.allocation], copy.to.first))
                                   : 0
                         : own.empty() ? *HostMemory::place_of(copy.to.first)
                                       : memory_[copy.target].begin;
  const uint64_t source_offset = from - memory_[copy.source].begin;
  const bool is_of_rows = statement_of(copy.source).find("cudaMallocPitch") != std::string::npos;
  const std::string hint =
      is_of_rows ? "the rows of such memory begin every `pitch` bytes, as `cudaMallocPitch` gives it: copy as many from each, with that "
                   "pitch (`cudaMemcpy2D`)"
                 : "let a kernel write all that is copied, or fill it before (`cudaMemset`); or copy and read only what is written";
  HostMistake& m = note("host.memory.copied", at, in_code(own.empty() ? copy.to_words : own),
                        {element_in_words(place - first, fault.bytes), in_code(own.empty() ? copy.to_words : own),
                         std::to_string(places_.line_of(copy.place)),
                         element_in_words(source_offset, fault.bytes) + " of " +
                             in_code(name_of(copy.source).empty() ? copy.from_words : name_of(copy.source)),
                         taken_in_words(copy.source), std::to_string(copy.unset), count_of_bytes(copy.bytes), hint});
  m.other = copy.place, m.depends_on_sizes = true;
}

void HostMistakes::tell_of_unwritten(int allocation, const HostPlace& at, uint64_t place, uint32_t bytes) {
  const HostAllocation& a = memory_[allocation];
  const std::string statement = statement_of(allocation);
  const bool is_plain = a.kind != HostAllocation::Kind::device && !a.is_freed && place + bytes <= a.begin + a.size &&
                        (statement.find("alloc") != std::string::npos || statement.find("Alloc") != std::string::npos);
  const uint64_t word = place / word_bytes * word_bytes;
  bool is_gap = false;  // of a record
  for (uint64_t i = 0; i < word_bytes && bytes == 1; ++i) is_gap |= memory_.has_value(word + i);
  if (!is_plain || is_gap || !told_unwritten_.insert(allocation).second) return;
  const auto filling = fillings_.find(allocation);
  const bool is_filled = filling != fillings_.end();
  const std::string own = name_of(allocation), name = in_code(own.empty() && is_filled ? filling->second.words : own);
  const std::string so_far = is_filled ? ": the copy at line " + std::to_string(places_.line_of(filling->second.place)) + " fills " +
                                             std::to_string(filling->second.bytes) + " of its " + count_of_bytes(a.size)
                                       : "";
  HostMistake& m =
      note("host.memory.unset", at, name,
           {element_in_words(place - a.begin, bytes), name, taken_in_words(allocation), so_far,
            is_filled ? filling_hint(filling->second, a.size, bytes)
                      : "memory that was just taken holds anything: write it, copy to it, or take it by `calloc`, before it is read"});
  m.depends_on_sizes = true;
  if (is_filled) m.other = filling->second.place;
}

// Of an array on the stack only what lies beside the bytes that a copy has brought: that the program uses what it has never set is another matter.
void HostMistakes::tell_of_array(const WarpFault& fault, const HostPlace& at) {
  const auto found = array_fillings_.find(fault.allocation);
  if (found == array_fillings_.end() || machine_.allocations()[fault.allocation].is_heap) return;
  const Filling filling = found->second;
  const AllocationInfo& array = machine_.allocations()[fault.allocation];
  const auto place = static_cast<uint64_t>(fault.offset[0]);
  const bool is_filled = place < filling.offset + filling.bytes && filling.offset < place + fault.bytes;
  if (is_filled || place + fault.bytes > array.bytes) return;
  array_fillings_.erase(found);
  HostMistake& m = note("host.memory.unset", at, in_code(filling.words),
                        {element_in_words(place, fault.bytes), in_code(filling.words), "",
                         ": the copy at line " + std::to_string(places_.line_of(filling.place)) + " fills " + std::to_string(filling.bytes) + " of its " + count_of_bytes(array.bytes),
                         filling_hint(filling, array.bytes, fault.bytes)});
  m.depends_on_sizes = true, m.other = filling.place;
}

std::string HostMistakes::filling_hint(const Filling& filling, uint64_t size, uint64_t element_bytes) {
  const uint64_t times = filling.offset == 0 && size % filling.bytes == 0 ? size / filling.bytes : 0;
  if (times > 1 && times == element_bytes)
    return "sizes count bytes, not elements: the copy seems to lack `* sizeof(...)`, " + std::to_string(times) + " bytes for each element";
  return "copy as much as is read, or read no further than what was copied";
}

}  // namespace wb

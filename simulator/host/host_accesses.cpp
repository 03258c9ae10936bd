// What the program itself reads and writes: past its memory, behind its life, or of the device (host_mistakes.h).
#include <algorithm>

#include "simulator/host/host_mistakes.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

constexpr uint64_t begin_of_work = 510, end_of_work = 511;  // words of the arena: library/include/host_machine.inc

const char* verb(bool is_write) { return is_write ? "writes" : "reads"; }

bool are_elements(uint64_t size, int64_t offset, uint64_t bytes) { return size % bytes == 0 && offset % static_cast<int64_t>(bytes) == 0; }
// "64 elements of 4 bytes"
std::string extent_in_words(uint64_t size, int64_t offset, uint64_t bytes) {
  if (!are_elements(size, offset, bytes) || bytes == 1) return std::to_string(size) + " bytes";
  return std::to_string(size / bytes) + " elements of " + std::to_string(bytes) + " bytes";
}

}  // namespace

void HostMistakes::access(const WarpAccess& access) {
  if (other_) other_->access(access);
  if (has_ended_ || access.space != Space::global || access.allocation != 0) return;
  const uint64_t place = access.offset[0];
  for (const Quiet& quiet : quiet_)
    if (place >= quiet.begin && place + access.bytes <= quiet.end) return;
  if (place < 8 * HostMemory::box_words) return note_work(place / 8);
  if (!is_cuda_at_work_) judge(access, place);
}
void HostMistakes::note_work(uint64_t word) {
  if (word == begin_of_work) is_cuda_at_work_ = true;
  if (word == end_of_work) is_cuda_at_work_ = false;
}

void HostMistakes::judge(const WarpAccess& access, uint64_t place) {
  const int i = memory_.allocation_at(place);
  if (i < 0) return;
  const HostAllocation& a = memory_[i];
  const bool is_inside = place + access.bytes <= a.begin + a.size,
             is_of_device = a.kind == HostAllocation::Kind::device && !has_device_library_ && taken_.contains(i);
  if (is_inside && !a.is_freed && !is_of_device) return void(quiet_[next_quiet_++ % quiet_.size()] = {a.begin, a.begin + a.size});
  const HostPlace at = place_of(access.site);
  if (at.end <= at.begin || !taken_.contains(i)) return;
  const bool is_write = access.kind != AccessKind::load;
  const std::string name = name_of(i), words = name.empty() ? "memory" : "`" + name + "`";
  if (is_inside && is_of_device) {
    has_ended_ = true;
    note("host.memory.device", at, words, {verb(is_write), words, taken_in_words(i)}).is_write = is_write;
  } else if (is_inside && a.is_freed && a.kind != HostAllocation::Kind::device) {
    note("host.memory.freed", at, words, {verb(is_write), words, released_in_words(i)}).is_write = is_write;
  } else if (!is_inside) {
    // In the gap between two pieces of memory: past the one, or before the other.
    const bool is_before_next = place >= a.begin + a.size && memory_.is_allocation(i + 1) &&
                                memory_[i + 1].begin - place < place - (a.begin + a.size) && taken_.contains(i + 1);
    const int meant = is_before_next ? i + 1 : i;
    if (memory_[meant].kind == HostAllocation::Kind::device || memory_[meant].is_freed) return;
    tell_of_past(at, meant, static_cast<int64_t>(place) - static_cast<int64_t>(memory_[meant].begin), access.bytes, is_write);
  }
}

void HostMistakes::tell_of_past(const HostPlace& at, int allocation, int64_t offset, uint32_t bytes, bool is_write) {
  if (is_in_doubt_) return;
  const std::string name = name_of(allocation), words = name.empty() ? "memory" : "`" + name + "`";
  const uint64_t size = memory_[allocation].size;
  const std::string which = are_elements(size, offset, bytes) ? "element " + std::to_string(offset / static_cast<int64_t>(bytes))
                                                              : "byte " + std::to_string(offset);
  HostMistake& m =
      note("host.memory.past", at, words, {verb(is_write), which, words, extent_in_words(size, offset, bytes), taken_in_words(allocation)});
  m.is_write = is_write, m.depends_on_sizes = true;
}

// What a function of the library touches counts for the statement that calls it.
HostPlace HostMistakes::place_of(uint32_t site) { return places_.head_of(places_.of_site(site)); }

// What it checks behind its launches. In front of them it may be its command line.
void HostMistakes::tell_of_assertion(const WarpFault& fault) {
  if (launch_ == 0) return;
  HostPlace at = places_.of_site(fault.site);  // of the statement
  const std::string_view text = places_.text_of(at);
  const size_t call = text.find("assert"), open = call == text.npos ? call : text.find('(', call), behind = open == text.npos ? open : behind_bracket(text, open);
  if (behind == text.npos) return;
  const std::string condition(text.substr(open + 1, behind - open - 2));
  at = {at.begin + static_cast<uint32_t>(call), at.begin + static_cast<uint32_t>(behind)};
  note("assert.host", at, "", {condition}).depends_on_sizes = true;
}

// Of its arrays on the stack and of the file; and null pointers; and assertions.
void HostMistakes::fault(const WarpFault& fault) {
  if (has_ended_ || is_in_doubt_ || is_cuda_at_work_) return;
  const bool is_unset = fault.kind == FindingKind::uninit_global || fault.kind == FindingKind::uninit_local;
  if (is_unset) return tell_of_unset(fault);
  if (fault.kind == FindingKind::assertion) return tell_of_assertion(fault);
  const bool is_null = fault.kind == FindingKind::memory_null;
  if (!is_null && fault.kind != FindingKind::oob_read && fault.kind != FindingKind::oob_write) return;
  const HostPlace at = place_of(fault.site);
  const bool is_write = fault.access != AccessKind::load;
  if (is_null) {
    has_ended_ = true;
    HostMistake& m = note("host.memory.null", at, "", {verb(is_write)});
    return void((m.is_write = is_write, m.depends_on_sizes = true));
  }
  if (fault.allocation == 0 || fault.allocation >= machine_.allocations().size() || machine_.allocations()[fault.allocation].is_heap ||
      !fault.offset || fault.bytes == 0)
    return;
  const AllocationInfo& info = machine_.allocations()[fault.allocation];
  const size_t prefix = info.name.find("wb_of_file_");
  const std::string words = "`" + (prefix == std::string::npos ? info.name : info.name.substr(prefix + 11)) + "`";
  const uint64_t bytes = fault.bytes;
  const int64_t offset = fault.offset[0];
  const std::string which = are_elements(info.bytes, offset, bytes) ? "element " + std::to_string(offset / static_cast<int64_t>(bytes))
                                                                    : "byte " + std::to_string(offset);
  HostMistake& m = note("host.memory.past", at, words, {verb(is_write), which, words, extent_in_words(info.bytes, offset, bytes), ""});
  m.is_write = is_write, m.depends_on_sizes = true;
}

}  // namespace wb

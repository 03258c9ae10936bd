#include "simulator/host/host_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "simulator/machine/heap_marks.h"

namespace wb {
namespace {

constexpr size_t widest_gap = 63;  // in what the host has filled: what `alignas(64)` leaves free at most

// Has the host filled this? Gaps inside are records' padding, or elements that were left out. What begins with a gap, or has wide ones, was
// to be filled by something that did not run here, as a file that is read.
bool is_filled(const std::vector<bool>& defined) {
  size_t gap = 0;
  for (bool has : defined)
    if (gap = has ? 0 : gap + 1; gap > widest_gap) return false;
  return defined.empty() || defined.front();
}

}  // namespace

HostArena::HostArena() {
  for (size_ = most_bytes; size_ >= least_bytes; size_ /= 2) {
    bytes_.reset(static_cast<uint8_t*>(std::calloc(size_ + Memory::padding, 1)));
    written_.reset(static_cast<uint8_t*>(std::calloc(size_ / 8 + Memory::padding, 1)));
    if (bytes_ && written_) return;
  }
  throw std::bad_alloc();
}

// ---- bytes

uint64_t HostMemory::word(uint64_t i) const {
  uint64_t value;
  std::memcpy(&value, arena_.bytes + 8 * i, sizeof value);
  return value;
}
void HostMemory::set_word(uint64_t i, uint64_t value) { std::memcpy(at(8 * i), &value, sizeof value); }

void HostMemory::set_value(uint64_t place, bool has) {
  const auto bit = static_cast<uint8_t>(1u << (place & 7));
  uint8_t& bits = arena_.written[place >> 3];
  bits = static_cast<uint8_t>(has ? bits | bit : bits & ~bit);
}

uint64_t HostMemory::count_alike(uint64_t begin, uint64_t end, bool has) const {
  const uint8_t all = has ? 0xFF : 0;
  const auto are_all_at = [&](uint64_t place) {
    uint64_t bits;
    std::memcpy(&bits, arena_.written + place / 8, sizeof bits);
    return bits == (has ? ~uint64_t{0} : 0);
  };
  uint64_t at = begin;
  while (at < end) {
    if (at % 64 == 0 && at + 64 <= end && are_all_at(at)) at += 64;
    else if (at % 8 == 0 && at + 8 <= end && arena_.written[at / 8] == all) at += 8;
    else if (has_value(at) == has) ++at;
    else break;
  }
  return at - begin;
}

std::vector<HostAllocation::Filled> HostMemory::filled_of(const HostAllocation& a) const {
  std::vector<HostAllocation::Filled> filled;
  const uint64_t end = a.begin + a.size;
  for (uint64_t at = a.begin; at < end;) {
    const uint64_t first = at + count_alike(at, end, false), behind = first + count_alike(first, end, true);
    if (behind > first) filled.push_back({first - a.begin, behind - a.begin});
    at = behind;
  }
  return filled;
}

void HostMemory::give_values(uint64_t begin, uint64_t end) {
  for (; begin < end && begin % 8; ++begin) set_value(begin, true);
  if (begin + 8 <= end) std::memset(arena_.written + begin / 8, 0xFF, (end - begin) / 8);
  for (begin += begin < end ? (end - begin) / 8 * 8 : 0; begin < end; ++begin) set_value(begin, true);
}

std::optional<uint64_t> HostMemory::value_at(uint64_t place) const {
  for (uint64_t byte = place; byte < place + 8; ++byte)
    if (!has_value(byte)) return std::nullopt;
  uint64_t word;
  std::memcpy(&word, arena_.bytes + place, sizeof word);
  return word;
}

std::optional<MemoryView> HostMemory::read_arena(uint64_t place, uint64_t bytes) const {
  if (!holds(place, bytes)) return std::nullopt;
  const uint8_t* const from = arena_.bytes + place;
  MemoryView view{{from, from + bytes}, std::vector<bool>(bytes, true)};
  if (have_values(place, place + bytes)) return view;
  for (uint64_t i = 0; i < bytes; ++i) view.defined[i] = has_value(place + i);
  return view;
}

std::optional<MemoryView> HostMemory::read(uint64_t pointer, uint64_t bytes) const {
  if (const auto own = place_of(pointer)) return read_arena(*own, bytes);
  MemoryView view = machine_.read_through(pointer, bytes, 0, 0);
  return view.bytes.size() == bytes ? std::optional(std::move(view)) : std::nullopt;
}

void HostMemory::write(uint64_t place, std::span<const uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), at(place));
  give_values(place, place + bytes.size());
}

// ---- allocations

uint64_t HostMemory::allocate(uint64_t bytes, HostAllocation::Kind kind) {
  const uint64_t begin = (top_ + 255) / 256 * 256;
  if (bytes > arena_.size || begin + bytes + gap_bytes > arena_.size) return full_at_ = bytes, 0;
  HostAllocation a;
  a.kind = kind;
  a.begin = begin;
  a.size = bytes;
  taken_.push_back(a);
  top_ = begin + bytes + gap_bytes;
  return make_pointer(0, static_cast<int64_t>(begin));
}

void HostMemory::give_back(uint64_t pointer) {
  if (const auto place = place_of(pointer))
    for (HostAllocation& a : taken_) a.is_freed |= a.begin == *place;
}

void HostMemory::pin(uint64_t pointer) {
  if (const auto place = place_of(pointer); place && allocation_at(*place) >= 0) of(*place).kind = HostAllocation::Kind::pinned;
}

std::optional<uint64_t> HostMemory::place_of(uint64_t pointer) {
  const int64_t at = pointer_offset(pointer);
  return pointer_allocation(pointer) == 0 && at >= 0 ? std::optional(static_cast<uint64_t>(at)) : std::nullopt;
}

int HostMemory::allocation_at(uint64_t place) const {
  for (size_t i = place <= top_ ? taken_.size() : 0; i-- > 0;)
    if (taken_[i].begin <= place) return place < taken_[i].begin + taken_[i].size + gap_bytes ? static_cast<int>(i) : -1;
  return -1;
}

bool HostMemory::holds(uint64_t place, uint64_t bytes) const {
  const int i = allocation_at(place);
  if (i < 0) return false;
  const HostAllocation& a = (*this)[i];
  return !a.is_freed && bytes <= a.size && place - a.begin <= a.size - bytes;
}

uint64_t HostMemory::room_at(uint64_t pointer) const {
  const auto place = place_of(pointer);
  const int i = place ? allocation_at(*place) : -1;
  if (i < 0) return 0;
  const HostAllocation& a = (*this)[i];
  return *place - a.begin <= a.size ? a.size - (*place - a.begin) : 0;
}

uint64_t HostMemory::kind_at(uint64_t pointer) const {
  const auto place = place_of(pointer);
  const int i = place ? allocation_at(*place) : -1;
  return i < 0 || (*this)[i].is_freed ? 0 : static_cast<uint64_t>((*this)[i].kind) + 1;
}

// ---- what the program does with it

bool HostMemory::fill(uint64_t to, uint8_t value, uint64_t bytes) {
  const auto place = place_of(to);
  if (bytes == 0) return true;
  if (!place || !holds(*place, bytes)) return false;
  std::memset(at(*place), value, bytes);
  give_values(*place, *place + bytes);
  spend(bytes);
  HostAllocation& a = of(*place);
  a.is_known |= bytes == a.size;
  return true;
}

// Every byte has a value.
void HostMemory::copy_whole(uint64_t place, uint64_t source, uint64_t bytes) {
  HostAllocation& target = of(place);
  std::memmove(at(place), at(source), bytes);
  give_values(place, place + bytes);
  target.is_known = of(source).is_known && (target.is_known || bytes == target.size);
}

bool HostMemory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  const auto place = place_of(to);
  if (bytes == 0) return true;
  if (!place || !holds(*place, bytes)) return false;
  spend(bytes);
  const auto source = place_of(from);
  if (source && holds(*source, bytes) && have_values(*source, *source + bytes)) return copy_whole(*place, *source, bytes), true;
  const std::optional<MemoryView> read_bytes = read(from, bytes);
  if (!read_bytes) return false;
  HostAllocation& target = of(*place);
  const bool is_device = source && of(*source).kind == HostAllocation::Kind::device;
  const bool is_known = !source || of(*source).is_known;
  std::memcpy(at(*place), read_bytes->bytes.data(), bytes);
  // What the host has not filled, and copies all the same, counts as filled with something: profilers' checks say so, too. Gaps are 0, as in fresh memory.
  for (uint64_t i = 0; i < bytes; ++i) {
    const bool has = read_bytes->defined.empty() || read_bytes->defined[i];
    if (!has && !is_device) *at(*place + i) = 0;
    set_value(*place + i, !is_device || has);
  }
  target.is_known = is_known && (is_device || is_filled(read_bytes->defined)) && (target.is_known || bytes == target.size);
  return true;
}

void HostMemory::forget(uint64_t pointer, uint64_t bytes) {
  const auto place = place_of(pointer);
  if (!place || !holds(*place, bytes)) return;
  of(*place).is_known = false;
  give_values(*place, *place + bytes);
  spend(bytes);
}

void HostMemory::give_something(uint64_t pointer, uint64_t bytes) {
  const auto place = place_of(pointer);
  if (place && bytes) give_values(*place, *place + std::min(bytes, room_at(pointer)));
}

void HostMemory::leave_unknown(int allocation) {
  HostAllocation& a = taken_[static_cast<size_t>(allocation)];
  a.is_known = false;
  give_values(a.begin, a.begin + a.size);
  spend(a.size);
}

void HostMemory::take_back(const DeviceBuffer& result) {
  for (const HostAllocation& a : taken_) {
    std::memcpy(at(a.begin), result.bytes.data() + a.begin, a.size);
    for (uint64_t i = a.begin; i < a.begin + a.size; ++i)
      if (result.written[i]) set_value(i, true);
  }
}

void HostMemory::take_changes(const DeviceBuffer& result, std::span<const uint8_t> before) {
  for (const HostAllocation& a : taken_)
    for (uint64_t i = a.begin; i < std::min<uint64_t>(a.begin + a.size, before.size()); ++i) {
      if (result.bytes[i] != before[i]) *at(i) = result.bytes[i];
      if (result.written[i]) set_value(i, true);
    }
}

}  // namespace wb

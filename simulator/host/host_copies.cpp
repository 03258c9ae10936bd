#include "simulator/host/host_copies.h"

#include <algorithm>
#include <cstring>

namespace wb {

std::optional<HostCopies::Asked> HostCopies::read(uint64_t at) {
  const std::optional<MemoryView> read = memory_.read(at, sizeof(Asked));
  if (!read) return std::nullopt;
  Asked asked;
  std::memcpy(&asked, read->bytes.data(), sizeof asked);
  memory_.spend(asked.count * row_costs);
  if (asked.count > most_rows) return std::nullopt;
  const bool is_gapless =
      asked.to_pitch == asked.width && (asked.from == 0 || asked.from_pitch == asked.width) && asked.width <= HostMemory::arena_bytes;
  if (is_gapless) asked.width *= asked.count, asked.count = 1;
  return asked;
}

HostOrder::Call HostCopies::call_of(const Asked& asked) const {
  return {.stream = asked.stream,
          .is_async = asked.is_async != 0,
          .is_further = asked.is_further != 0,
          .index = asked.index,
          .shown = shown_.last()};
}

// ---- that CUDA is asked for

std::optional<uint64_t> HostCopies::copy_asked(uint64_t at) {
  const std::optional<Asked> asked = read(at);
  if (!asked) return std::nullopt;
  const MemoryRows to{asked->to, asked->to_pitch, asked->width, asked->count};
  const MemoryRows from{asked->from, asked->from_pitch, asked->width, asked->count};
  if (graphs_.captures(asked->stream))
    return graphs_.add(asked->stream, HostGraphs::Copy{to, from, asked->by_program, order_.here(), asked->stream}), 0;
  waiting_.come_behind(asked->stream, asked->is_async != 0);
  order_.copied(to, from, call_of(*asked));
  const bool has_unset = mistakes_.moved(to, from);
  if (!HostMemory::place_of(asked->to)) return has_unset && put_unset(to, from) ? 0 : 2;
  return copy(to, from) ? std::optional<uint64_t>(0) : std::nullopt;
}

std::optional<uint64_t> HostCopies::fill_asked(uint64_t at) {
  const std::optional<Asked> asked = read(at);
  if (!asked || (asked->element_bytes != 1 && asked->element_bytes != 2 && asked->element_bytes != 4)) return std::nullopt;
  const HostGraphs::Fill work{{asked->to, asked->to_pitch, asked->width, asked->count},
                              static_cast<uint32_t>(asked->value),
                              static_cast<uint32_t>(asked->element_bytes),
                              order_.here(),
                              asked->stream};
  if (graphs_.captures(asked->stream)) return graphs_.add(asked->stream, work), 0;
  waiting_.come_behind(asked->stream, true);
  order_.filled(work.to, call_of(*asked));
  return fill(work) ? std::optional<uint64_t>(0) : std::nullopt;
}

bool HostCopies::copy(const MemoryRows& to, const MemoryRows& from) {
  for (uint64_t i = 0; i < to.count; ++i)
    if (!memory_.copy(to[i], from[i], to.width)) return false;
  return true;
}

// To the program's stack or heap, with what has no value: by its own loop the program would give it one.
bool HostCopies::put_unset(const MemoryRows& to, const MemoryRows& from) {
  for (uint64_t i = 0; i < to.count; ++i) {
    const std::optional<MemoryView> row = memory_.read(from[i], to.width);
    if (!row || !machine_.write_through(to[i], *row, 0, 0)) return false;
    memory_.spend(to.width);
  }
  return true;
}

bool HostCopies::fill(const HostGraphs::Fill& fill) {
  for (uint64_t i = 0; i < fill.to.count; ++i) {
    if (!memory_.fill(fill.to[i], static_cast<uint8_t>(fill.value), fill.to.width)) return false;
    if (fill.element_bytes == 1 || fill.to.width == 0) continue;
    uint8_t* bytes = memory_.at(*HostMemory::place_of(fill.to[i]));
    for (uint64_t k = 0; k < fill.to.width; ++k) bytes[k] = static_cast<uint8_t>(fill.value >> 8 * (k % fill.element_bytes));
  }
  return true;
}

HostMistakes::Answer HostCopies::answer_copy(const HostMistakes::Copy& asked) {
  const HostMistakes::Answer answer = mistakes_.copied(asked);
  if (answer.error || answer.bytes != HostMistakes::all) memory_.give_something(asked.to, asked.to_bytes);
  return answer;
}

// ---- by functions of the host

bool HostCopies::move_bytes(uint64_t to, uint64_t from, uint64_t bytes, bool is_by_host) {
  using enum HostMistakes::Direction;
  if (is_by_host) bytes = std::min(bytes, mistakes_.copied({to, from, bytes, bytes, by_host}).bytes);
  const bool is_done = memory_.copy(to, from, bytes);
  if (is_by_host) order_.touched(from, bytes, false), have_stored(to, bytes);
  return is_done;
}

bool HostCopies::fill_bytes(uint64_t to, uint8_t value, uint64_t bytes, bool is_by_host) {
  using enum HostMistakes::Direction;
  if (is_by_host) bytes = std::min(bytes, mistakes_.copied({to, 0, bytes, 0, fill_by_host}).bytes);
  const bool is_done = memory_.fill(to, value, bytes);
  if (is_by_host) have_stored(to, bytes);
  return is_done;
}

void HostCopies::have_stored(uint64_t to, uint64_t bytes) {
  order_.touched(to, bytes, true);
  if (const auto place = HostMemory::place_of(to)) waiting_.stores().stored(*place, bytes);
}

}  // namespace wb

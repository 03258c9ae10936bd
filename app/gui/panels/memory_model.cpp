#include "app/gui/panels/memory_model.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <set>

#include "app/backends/scalar_bytes.h"
#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/element_members.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/sectors.h"

namespace wb {
namespace {

constexpr uint64_t most_bytes_read = 64u << 20;   // of one answer

// One request for each allocation (and kind, and block of a cluster) that the instruction touches.
void add_requests(const Recording& recording, Tick tick, std::vector<WarpRequest>& requests) {
  const size_t first = requests.size();
  for (const AccessRecord& access : recording.accesses(tick)) {
    if (access.allocation >= recording.allocations().size()) continue;
    auto same = std::find_if(requests.begin() + static_cast<std::ptrdiff_t>(first), requests.end(), [&](const WarpRequest& r) {
      return r.allocation == access.allocation && r.owner == access.memory_block() && r.kind == access.kind && r.bytes == access.bytes && !(r.lanes >> access.thread.thread % warp_size & 1);
    });
    if (same == requests.end()) {
      WarpRequest fresh;
      fresh.tick = tick;
      fresh.block = access.thread.block;
      fresh.owner = access.memory_block();
      fresh.warp = access.thread.thread / warp_size;
      fresh.allocation = access.allocation;
      fresh.kind = access.kind;
      fresh.space = recording.allocations()[access.allocation].space;
      fresh.bytes = access.bytes;
      fresh.span = access.span;
      same = requests.insert(requests.end(), fresh);
    }
    const uint32_t lane = access.thread.thread % warp_size;
    same->lanes |= LaneMask{1} << lane;
    same->offset[lane] = access.offset;
    same->value[lane] = access.value;
    same->old_value[lane] = access.old_value;
  }
}

// Whose steps are meant: the followed thread, else the first lane of the instruction at work.
Follow whom(const Recording& recording, Tick tick, Follow follow) {
  if (follow) return follow;
  const auto instruction = recording.instruction(tick);
  if (!instruction || instruction->active == 0) return std::nullopt;
  return ThreadRef{instruction->block, instruction->warp * warp_size + static_cast<uint32_t>(std::countr_zero(instruction->active))};
}

bool is_at_work(const Recording& recording, Tick tick, ThreadRef thread) {
  const auto instruction = recording.instruction(tick);
  return instruction && instruction->block == thread.block && instruction->warp == thread.thread / warp_size;
}

std::array<uint32_t, warp_size> narrow(const std::array<uint64_t, warp_size>& offsets) {
  std::array<uint32_t, warp_size> narrowed{};
  for (size_t i = 0; i < narrowed.size(); ++i) narrowed[i] = static_cast<uint32_t>(offsets[i]);
  return narrowed;
}

template <class Visit>
void each_lane(LaneMask lanes, Visit visit) {
  for (LaneMask rest = lanes; rest; rest &= rest - 1) visit(std::countr_zero(rest));
}

}  // namespace

std::vector<WarpRequest> requests_of_step(const Recording& recording, Tick tick, Follow follow, size_t limit) {
  std::vector<WarpRequest> requests;
  const Follow thread = whom(recording, tick, follow);
  if (!thread || tick >= recording.end()) return requests;
  const Tick line_end = recording.step(tick, StepKind::line, Direction::forwards, thread).value_or(recording.end());
  if (is_at_work(recording, tick, *thread)) add_requests(recording, tick, requests);
  for (Tick at = tick; requests.size() < limit;) {
    const auto next = recording.step(at, StepKind::access, Direction::forwards, thread);
    if (!next || *next <= at || *next >= line_end) break;
    at = *next;
    add_requests(recording, at, requests);
  }
  return requests;
}

size_t main_request(const std::vector<WarpRequest>& requests) {
  for (size_t i = 0; i < requests.size(); ++i)
    if (requests[i].space == Space::global || requests[i].space == Space::shared) return i;
  return 0;
}

uint64_t SectorUse::fetched() const { return sectors.size() * uint64_t{sector_bytes}; }

SectorUse sector_use(const WarpRequest& request) {
  SectorUse use;
  std::set<uint64_t> sectors;
  std::vector<ByteRange> asked;
  each_lane(request.lanes, [&](int lane) {
    const uint64_t first = request.offset[static_cast<size_t>(lane)], end = first + std::max(1u, request.bytes);
    for (uint64_t s = first / sector_bytes; s <= (end - 1) / sector_bytes; ++s) sectors.insert(s);
    asked.push_back({first, end - first});
    use.asked += end - first;
  });
  std::sort(asked.begin(), asked.end(), [](const ByteRange& a, const ByteRange& b) { return a.first < b.first; });
  uint64_t counted_to = 0;
  for (const ByteRange& range : asked) {
    if (range.end() > counted_to) use.useful += range.end() - std::max(range.first, counted_to);
    counted_to = std::max(counted_to, range.end());
  }
  use.sectors.assign(sectors.begin(), sectors.end());
  return use;
}

BankPicture bank_picture(const WarpRequest& request) {
  BankPicture picture;
  const auto offset = narrow(request.offset);
  picture.use = bank_use(offset.data(), request.lanes, request.bytes, request.kind);
  picture.words = bank_words(offset.data(), request.lanes, request.bytes, request.kind);
  uint32_t first_pass = 0, part = 0, deepest = 0;
  std::array<uint32_t, bank_count> depth{};
  for (const BankWord& word : picture.words) {
    if (word.part != part) {
      first_pass += deepest;
      part = word.part;
      deepest = 0;
      depth.fill(0);
    }
    picture.pass.push_back(first_pass + depth[word.bank]++);
    deepest = std::max(deepest, depth[word.bank]);
    if (depth[word.bank] > picture.degree) {
      picture.degree = depth[word.bank];
      picture.deepest_bank = word.bank;
    }
  }
  return picture;
}

std::vector<AtomicQueue> atomic_queues(const WarpRequest& request) {
  std::vector<AtomicQueue> queues;
  if (request.kind != AccessKind::atomic) return queues;
  each_lane(request.lanes, [&](int lane) {
    const uint64_t offset = request.offset[static_cast<size_t>(lane)];
    const auto same = std::find_if(queues.begin(), queues.end(), [&](const AtomicQueue& q) { return q.offset == offset; });
    if (same == queues.end()) queues.push_back({offset, {lane}});
    else same->lanes.push_back(lane);
  });
  // A lane finds what the one before it left: where that holds downwards alone, the highest lane went first.
  for (AtomicQueue& queue : queues) {
    const auto leads = [&](int a, int b) { return request.old_value[static_cast<size_t>(b)] == request.value[static_cast<size_t>(a)]; };
    bool upwards = true, downwards = true;
    for (size_t i = 0; i + 1 < queue.lanes.size(); ++i) {
      upwards = upwards && leads(queue.lanes[i], queue.lanes[i + 1]);
      downwards = downwards && leads(queue.lanes[i + 1], queue.lanes[i]);
    }
    if (!upwards && downwards) std::reverse(queue.lanes.begin(), queue.lanes.end());
  }
  std::stable_sort(queues.begin(), queues.end(), [](const AtomicQueue& a, const AtomicQueue& b) {
    return a.lanes.size() != b.lanes.size() ? a.lanes.size() > b.lanes.size() : a.offset < b.offset;
  });
  return queues;
}

std::vector<ByteRange> touched_ranges(const SectorUse& use, uint64_t row_bytes, uint64_t allocation_bytes) {
  std::vector<ByteRange> ranges;
  for (uint64_t sector : use.sectors) {
    const uint64_t first = sector * sector_bytes / row_bytes * row_bytes;
    const uint64_t end = std::min((sector * sector_bytes + sector_bytes + row_bytes - 1) / row_bytes * row_bytes, allocation_bytes);
    if (end <= first) continue;
    if (!ranges.empty() && ranges.back().end() >= first) ranges.back().count = std::max(ranges.back().end(), end) - ranges.back().first;
    else ranges.push_back({first, end - first});
  }
  return ranges;
}

namespace {

bool covers(const MemoryAnswer::Chunk& chunk, uint64_t first, uint64_t count) { return chunk.range.first <= first && first + count <= chunk.range.first + chunk.memory.bytes.size(); }

const MemoryAnswer::Chunk* chunk_of(const MemoryAnswer& answer, uint64_t first, uint64_t count) {
  // The last chunk that begins at `first` or before.
  auto after = std::upper_bound(answer.chunks.begin(), answer.chunks.end(), first, [](uint64_t at, const MemoryAnswer::Chunk& c) { return at < c.range.first; });
  if (after == answer.chunks.begin() || !covers(*(after - 1), first, count)) return nullptr;
  return &*(after - 1);
}

}  // namespace

bool MemoryAnswer::is_known(uint64_t first, uint64_t count) const { return chunk_of(*this, first, count) != nullptr; }

bool MemoryAnswer::is_defined(uint64_t first, uint64_t count) const {
  const Chunk* chunk = chunk_of(*this, first, count);
  if (!chunk) return false;
  if (chunk->memory.defined.empty()) return true;
  for (uint64_t i = first; i < first + count; ++i)
    if (!chunk->memory.defined[i - chunk->range.first]) return false;
  return true;
}

const uint8_t* MemoryAnswer::bytes(uint64_t first, uint64_t count) const {
  const Chunk* chunk = chunk_of(*this, first, count);
  return chunk ? chunk->memory.bytes.data() + (first - chunk->range.first) : nullptr;
}

MemoryAnswer read_memory(const MemoryQuestion& question) {
  MemoryAnswer answer;
  answer.tick = question.tick;
  const Recording& recording = *question.recording;
  const auto allocations = recording.allocations();
  if (allocations.empty()) return answer;
  answer.is_empty = false;
  answer.requests = requests_of_step(recording, question.tick, question.follow);
  answer.main = question.request >= 0 ? static_cast<size_t>(question.request) : main_request(answer.requests);
  if (question.allocation >= 0 && static_cast<size_t>(question.allocation) < allocations.size()) {
    answer.allocation = static_cast<uint32_t>(question.allocation);
    if (!answer.request() || answer.request()->allocation != answer.allocation) {
      answer.main = 0;
      while (answer.main < answer.requests.size() && answer.requests[answer.main].allocation != answer.allocation) ++answer.main;
    }
  } else if (const WarpRequest* request = answer.request()) {
    answer.allocation = request->allocation;
  } else if (question.otherwise >= 0 && static_cast<size_t>(question.otherwise) < allocations.size()) {
    answer.allocation = static_cast<uint32_t>(question.otherwise);
  }
  const Follow thread = whom(recording, question.tick, question.follow);
  if (thread) answer.block = thread->block, answer.thread = thread->thread;
  if (const WarpRequest* request = answer.request(); request && request->allocation == answer.allocation) answer.block = request->owner;
  const uint64_t bytes = allocations[answer.allocation].bytes;
  std::vector<ByteRange> ranges{{question.seen.first, question.seen.count}};
  if (question.picture) ranges = {{0, bytes}};
  else if (question.touched_only && answer.request()) ranges = touched_ranges(sector_use(*answer.request()), std::max<uint64_t>(1, question.row_bytes), bytes);
  for (const ByteRange& range : ranges) {
    const uint64_t count = std::min(range.count, most_bytes_read);
    MemoryView memory = recording.bytes(question.tick, {answer.allocation, range.first, count, answer.block, answer.thread});
    if (!memory.bytes.empty()) answer.chunks.push_back({{range.first, memory.bytes.size()}, std::move(memory)});
  }
  if (question.picture && !answer.chunks.empty()) {
    const MemoryView& all = answer.chunks.front().memory;
    answer.rgba = to_rgba(*question.picture, all.bytes, all.defined, value_range(*question.picture, all.bytes));
  }
  return answer;
}

HistoryAnswer read_history(const HistoryQuestion& question, size_t limit) {
  HistoryAnswer answer;
  const Recording& recording = *question.recording;
  if (question.element.allocation >= recording.allocations().size()) return answer;
  const AllocationInfo& allocation = recording.allocations()[question.element.allocation];
  const MemoryPlace place = recording.place_of(question.element, question.thread);
  if (allocation.space == Space::local) {   // nobody else's: its thread's own accesses tell all
    for (const AccessRecord& access : recording.accesses_of({question.element.block, question.thread}, 0, 4096))
      if (access.tick < question.until && touches(access, place, allocation)) answer.accesses.push_back(access);
  } else {
    answer.accesses = recording.history(question.element, question.until, limit + 1);
  }
  std::reverse(answer.accesses.begin(), answer.accesses.end());
  answer.has_more = answer.accesses.size() > limit;
  if (answer.has_more) answer.accesses.resize(limit);
  answer.writer = recording.who_wrote(place, question.now);
  return answer;
}

std::optional<AccessRecord> find_change(const ChangeQuestion& question) {
  // At `tick` the write of tick - 1 shows. Forwards: the first write from here on. Backwards: the one before the write that shows now.
  if (question.direction == Direction::forwards) return question.recording->value_change(question.place, question.tick, Direction::forwards);
  return question.tick == 0 ? std::nullopt : question.recording->value_change(question.place, question.tick - 1, Direction::backwards);
}

const ElementMembers* record_of(const AllocationInfo& allocation) {
  const ElementMembers* members = allocation.members.get();
  return members && members->stride && !members->members.empty() && info(allocation.scalar).bytes == 1 ? members : nullptr;
}

ByteRange value_at(const AllocationInfo& allocation, uint64_t offset) {
  const ElementMembers* record = record_of(allocation);
  const uint64_t size = record ? record->stride : std::max(1u, allocation.element_bytes), begin = offset - offset % size;
  if (!record) return {begin, size};
  const ElementMembers::Member* member = record->member_at(offset - begin, 1);
  return member ? ByteRange{begin + member->offset, member->bytes} : ByteRange{offset, 1};
}

namespace {

std::string member_text(const MemoryAnswer& answer, std::span<const AllocationInfo> all, const AllocationInfo& allocation, const ElementMembers& record, uint64_t offset) {
  const auto [begin, count] = value_at(allocation, offset);
  const uint8_t* bytes = record.member_at(offset % record.stride, 1) && count <= 8 && answer.is_defined(begin, count) ? answer.bytes(begin, count) : nullptr;
  if (!bytes) return "";
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, count);
  return accessed_value(all, allocation, static_cast<int64_t>(begin), bits, static_cast<uint32_t>(count));
}

}  // namespace

uint32_t cell_bytes(const AllocationInfo& allocation, bool as_bytes) {
  const ElementMembers* record = record_of(allocation);
  if (record && !as_bytes) {
    uint64_t common = std::gcd(record->stride, uint64_t{8});
    for (const ElementMembers::Member& member : record->members) common = std::gcd(common, std::gcd(member.offset, member.bytes));
    return static_cast<uint32_t>(common);
  }
  const uint32_t bytes = info(allocation.scalar).bytes;
  return as_bytes || bytes == 0 || bytes > 8 || (allocation.element_bytes && bytes > allocation.element_bytes) ? 1 : bytes;
}

std::string cell_text(const MemoryAnswer& answer, std::span<const AllocationInfo> all, const AllocationInfo& allocation, uint64_t offset, bool as_bytes) {
  if (const ElementMembers* record = record_of(allocation); record && !as_bytes) return member_text(answer, all, allocation, *record, offset);
  const uint32_t size = cell_bytes(allocation, as_bytes);
  if (!answer.is_defined(offset, size)) return "";
  const uint8_t* bytes = answer.bytes(offset, size);
  if (!as_bytes && allocation.members && allocation.members->is_address) return address_words(all, load_bits(allocation.scalar, bytes));
  if (!as_bytes && info(allocation.scalar).bytes == size) return element_text(allocation.scalar, bytes);
  char hex[4];
  std::snprintf(hex, sizeof hex, "%02x", *bytes);
  return hex;
}

std::string cell_name(const AllocationInfo& allocation, uint64_t offset) {
  if (record_of(allocation)) return accessed_name(allocation, static_cast<int64_t>(offset), 1);
  const uint32_t size = std::max(1u, allocation.element_bytes);
  std::string name = element_name(allocation, static_cast<int64_t>(offset));
  if (offset % size) name += " + " + plural(offset % size, "byte");
  return name;
}

}  // namespace wb

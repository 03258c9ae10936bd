#include "app/gui/panels/memory_words.h"

#include <algorithm>
#include <bit>
#include <set>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/collisions.h"
#include "simulator/analysis/element_members.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/sectors.h"

namespace wb {
namespace {

const AllocationInfo& allocation_of(const Recording& recording, uint32_t allocation) { return recording.allocations()[allocation]; }

const char* kind_key(AccessKind kind) { return kind == AccessKind::load ? "reads" : kind == AccessKind::store ? "writes" : "adds"; }

// ".next", where all lanes touch that member of their records; else empty.
std::string member_of_all(const ElementMembers& record, const WarpRequest& request) {
  const ElementMembers::Member* all = nullptr;
  for (LaneMask rest = request.lanes; rest; rest &= rest - 1) {
    const ElementMembers::Member* one = record.member_at(request.offset[static_cast<size_t>(std::countr_zero(rest))] % record.stride, request.bytes);
    if (!one || (all && one != all)) return "";
    all = one;
  }
  return all && !all->name.empty() ? "." + all->name : "";
}

// The elements that the lanes touch, in words.
std::string elements_words(const Recording& recording, const WarpRequest& request) {
  const AllocationInfo& allocation = allocation_of(recording, request.allocation);
  const ElementMembers* record = record_of(allocation);
  std::vector<uint64_t> elements;
  for (LaneMask rest = request.lanes; rest; rest &= rest - 1) elements.push_back(request.offset[static_cast<size_t>(std::countr_zero(rest))] / (record ? record->stride : std::max(1u, allocation.element_bytes)));
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  if (record) return element_list_words(allocation.name, elements, 3) + member_of_all(*record, request);
  if (elements.size() == 1 || allocation.shape.size() > 1) {
    const uint64_t size = std::max(1u, allocation.element_bytes);
    const std::string first = element_name(allocation, static_cast<int64_t>(elements.front() * size));
    return elements.size() == 1 ? first : first + " ... " + element_name(allocation, static_cast<int64_t>(elements.back() * size)).substr(allocation.name.size());
  }
  return element_list_words(allocation.name, elements, 3);
}

std::string sector_sentence(const Catalogue& say, const WarpRequest& request) {
  const SectorUse use = sector_use(request);
  const std::string sectors = with_thousands(use.sectors.size());
  const char* key = use.sectors.size() == 1 ? "memory.one_sector" : "memory.sectors";
  std::string text = say.text(key, {sectors, with_thousands(use.useful), with_thousands(use.fetched())});
  if (use.asked > use.useful) text += " " + say.text("memory.shared_bytes");
  return text;
}

std::string bank_sentence(const Catalogue& say, const WarpRequest& request) {
  const BankPicture picture = bank_picture(request);
  const uint32_t least = picture.use.wavefronts - picture.use.conflicts;
  if (picture.use.conflicts == 0) return least == 1 ? say.text("memory.no_conflict") : say.text("memory.no_conflict_parts", {std::to_string(least)});
  const std::string degree = std::to_string(picture.degree);
  return say.text(least == 1 ? "memory.conflict" : "memory.conflict_parts",
                  {degree, std::to_string(picture.deepest_bank), std::to_string(picture.use.wavefronts), std::to_string(least)});
}

std::string turn_sentence(const Catalogue& say, const Recording& recording, const WarpRequest& request) {
  const auto queues = atomic_queues(request);
  if (queues.empty()) return "";
  const size_t longest = queues.front().lanes.size();
  if (longest == 1) return say.text("memory.no_queue");
  const std::string name = element_name(allocation_of(recording, request.allocation), static_cast<int64_t>(queues.front().offset));
  return say.text("memory.queue", {std::to_string(longest), name});
}

}  // namespace

std::string lanes_words(const Catalogue& say, LaneMask lanes) {
  const int count = std::popcount(lanes), first = lanes ? std::countr_zero(lanes) : 0, last = lanes ? 31 - std::countl_zero(lanes) : 0;
  if (count == 1) return say.text("memory.one_lane", {std::to_string(first)});
  if (count > 2 && last - first + 1 == count) return say.text("memory.lane_range", {std::to_string(first), std::to_string(last)});
  std::string list;
  int named = 0;
  for (LaneMask rest = lanes; rest && named < 4; rest &= rest - 1, ++named) list += (named ? ", " : "") + std::to_string(std::countr_zero(rest));
  return count > named ? say.text("memory.lanes_more", {list, std::to_string(count - named)}) : say.text("memory.lanes", {list});
}

std::string request_sentence(const Catalogue& say, const Recording& recording, const WarpRequest& request) {
  const int lanes = std::popcount(request.lanes);
  const std::string key = std::string("memory.") + kind_key(request.kind) + (lanes == 1 ? "_one" : "_many");
  const auto block_name = [&](uint32_t block) { return format_index(recording.shape().block_index(block), recording.shape().grid); };
  std::string elements = elements_words(recording, request);
  if (request.owner != request.block) elements = say.text("memory.of_other_block", {elements, block_name(request.owner)});
  return say.text(key, {std::to_string(main_line(recording.sources(), request.span)), std::to_string(lanes), std::to_string(request.warp),
                        block_name(request.block), elements});
}

std::string cost_sentence(const Catalogue& say, const Recording& recording, const WarpRequest& request) {
  const std::string turns = turn_sentence(say, recording, request);
  if (request.space == Space::constant) {
    std::array<uint32_t, warp_size> offset{};
    for (size_t i = 0; i < offset.size(); ++i) offset[i] = static_cast<uint32_t>(request.offset[i]);
    const uint32_t addresses = count_addresses(offset.data(), request.lanes);
    return addresses == 1 ? say.text("memory.constant_one") : say.text("memory.constant_many", {std::to_string(addresses)});
  }
  if (request.space == Space::local) return say.text("memory.local_cost");
  if (request.space == Space::shared) return request.kind == AccessKind::atomic ? turns : bank_sentence(say, request);
  return turns.empty() ? sector_sentence(say, request) : turns;
}

std::string request_label(const Catalogue& say, const Recording& recording, const WarpRequest& request) {
  return say.text(std::string("memory.chip_") + kind_key(request.kind), {allocation_of(recording, request.allocation).name});
}

std::string piece_label(const Catalogue& say, const AllocationInfo& allocation) {
  const uint64_t elements = allocation.bytes / std::max(1u, allocation.element_bytes);
  const std::string space = say.text(std::string("memory.space_") + space_name(allocation.space));
  if (const ElementMembers* record = record_of(allocation)) return allocation.name + " · " + space + ", " + plural(allocation.bytes / record->stride, "record");
  return allocation.name + " · " + space + ", " + (allocation.shape.size() > 1 ? shape_words(allocation.shape) : plural(elements, "number"));
}

std::string whose_sentence(const Catalogue& say, const Recording& recording, const AllocationInfo& allocation, uint32_t block, uint32_t thread) {
  const std::string block_name = format_index(recording.shape().block_index(block), recording.shape().grid);
  if (allocation.space == Space::shared) return say.text("memory.of_block", {block_name});
  if (allocation.space == Space::local) return say.text("memory.of_thread", {format_index(recording.shape().thread_index(thread), recording.shape().block), block_name});
  return "";
}

std::vector<RequestRow> request_rows(const Catalogue& say, const Recording& recording, const WarpRequest& request) {
  std::vector<RequestRow> rows;
  const AllocationInfo& allocation = allocation_of(recording, request.allocation);
  const BankPicture banks = request.space == Space::shared ? bank_picture(request) : BankPicture{};
  const auto queues = atomic_queues(request);
  for (LaneMask rest = request.lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint64_t offset = request.offset[static_cast<size_t>(lane)];
    RequestRow row;
    row.lane = lane;
    row.thread = {request.block, request.warp * warp_size + static_cast<uint32_t>(lane)};
    row.who = say.text("memory.one_lane", {std::to_string(lane)});
    row.does = say.text(std::string("memory.verb_") + kind_key(request.kind));
    row.element = cell_name(allocation, offset);
    row.value = accessed_value(recording.allocations(), allocation, static_cast<int64_t>(offset), request.value[static_cast<size_t>(lane)], request.bytes);
    if (request.space == Space::global || request.space == Space::constant) row.where = say.text("memory.row_sector", {with_thousands(offset / sector_bytes)});
    for (size_t i = 0; i < banks.words.size(); ++i)
      if (banks.words[i].lanes >> lane & 1) row.where = say.text("memory.row_bank", {std::to_string(banks.words[i].bank), std::to_string(banks.pass[i] + 1)});
    for (const AtomicQueue& queue : queues) {
      const auto place = std::find(queue.lanes.begin(), queue.lanes.end(), lane);
      if (place != queue.lanes.end() && queue.lanes.size() > 1) row.where = say.text("memory.row_turn", {std::to_string(place - queue.lanes.begin() + 1), std::to_string(queue.lanes.size())});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string history_sentence(const Catalogue& say, const Recording& recording, const AccessRecord& access) {
  const AllocationInfo& allocation = allocation_of(recording, access.allocation);
  const LaunchShape& shape = recording.shape();
  const std::string thread = format_index(shape.thread_index(access.thread.thread), shape.block), block = format_index(shape.block_index(access.thread.block), shape.grid);
  const std::string line = std::to_string(main_line(recording.sources(), access.span));
  const auto words = [&](uint64_t bits) { return accessed_value(recording.allocations(), allocation, static_cast<int64_t>(access.offset), bits, access.bytes); };
  const std::string value = words(access.value), old = words(access.old_value);
  const std::string key = access.kind == AccessKind::load ? "memory.past_read" : access.kind == AccessKind::store ? "memory.past_write" : "memory.past_atomic";
  return say.text(key, {with_thousands(access.tick), thread, block, value, line, old});
}

}  // namespace wb

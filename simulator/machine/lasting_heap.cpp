#include "simulator/machine/lasting_heap.h"

#include <algorithm>
#include <cstring>

#include "simulator/analysis/launch_limits.h"
#include "simulator/source/heap_size.h"

namespace wb {
namespace {

bool is_well_formed(const DeviceHeap& heap, uint64_t heap_bytes) {
  const auto most_units = static_cast<uint32_t>(heap_bytes / HeapMarks::unit_bytes);
  uint32_t unit = 1;
  for (const DeviceHeap::Block& b : heap.blocks) {
    if (b.unit != unit || b.bytes > heap_bytes || b.units != HeapMarks::size_class(b.bytes).units || b.units > most_units - unit) return false;
    if (b.tag == 0 || b.tag >= heap_tags || b.taken.line >= HeapMoment::earlier - 1 || b.given.line >= HeapMoment::earlier - 1) return false;
    unit += b.units;
  }
  return heap.bytes.size() == uint64_t{unit} * HeapMarks::unit_bytes && heap.written.size() == heap.bytes.size() / 8;
}

uint64_t word_at(std::span<const uint8_t> bytes, uint64_t at) {
  uint64_t word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

bool names_heap(const DeviceBuffer& buffer) {
  return std::any_of(buffer.pointers.begin(), buffer.pointers.end(), [&](uint64_t at) { return is_heap_pointer(word_at(buffer.bytes, at)); });
}

// Heads of the library's lists of blocks that were given back, and who follows whom there.
struct FreeLists {
  std::vector<uint32_t> heads;
  std::vector<std::pair<uint32_t, uint32_t>> next;
};
FreeLists free_lists(const DeviceHeap& heap) {
  FreeLists lists;
  for (const DeviceHeap::Block& b : heap.blocks) {
    if (b.is_live) continue;
    const uint32_t of = HeapMarks::size_class(b.bytes).list;
    if (lists.heads.size() <= of) lists.heads.resize(of + 1);
    lists.next.push_back({b.unit, lists.heads[of]});
    lists.heads[of] = b.unit;
  }
  return lists;
}

void set_word(std::vector<uint8_t>& bytes, uint64_t at, uint64_t value, size_t size) { std::memcpy(bytes.data() + at, &value, size); }

}  // namespace

std::optional<Finding> check_heap(const KernelLaunch& launch) {
  if (launch.heap_bytes < least_heap_bytes || launch.heap_bytes > most_heap_bytes || launch.heap_bytes % heap_step)
    return invalid_launch("the launch has a device heap of " + std::to_string(launch.heap_bytes) + " bytes", "let it have 4 MiB to 1 GiB, in steps of 64 KiB");
  if (!launch.heap) return std::any_of(launch.buffers.begin(), launch.buffers.end(), names_heap) ? std::optional(invalid_launch("a buffer holds a pointer into the device's heap, and the launch has none", "give it the heap that an earlier launch left")) : std::nullopt;
  if (!is_well_formed(*launch.heap, launch.heap_bytes)) return invalid_launch("the device's heap that the launch starts with is none that a launch can have left", "give it SimulationResult::heap of an earlier one");
  uint64_t least = 0;
  for (const uint64_t at : launch.heap->pointers) {
    if (at < least || at + 8 > launch.heap->bytes.size()) return invalid_launch("byte " + std::to_string(at) + " of the device's heap cannot hold an address", "pointers lie inside of it, apart and in order");
    const uint64_t address = word_at(launch.heap->bytes, at);
    if (address && !is_heap_pointer(address) && !place_at(address, launch.buffers))
      return invalid_launch("the pointer at byte " + std::to_string(at) + " of the device's heap names no place in the launch's buffers", "name one of its buffers");
    least = at + 8;
  }
  return std::nullopt;
}

AllocationInfo lasting_heap_info() {
  AllocationInfo info;
  info.name = "heap";
  info.space = Space::global;
  info.scalar = ScalarKind::uint;
  info.element_bytes = 4;
  info.starts_defined = false;
  info.is_heap = true;
  return info;
}

void size_heap(AllocationInfo& info, const KernelLaunch& launch) {
  info.bytes = launch.heap_bytes;
  info.shape = {info.bytes / info.element_bytes};
}

std::vector<uint8_t> list_bytes(const ProgramAllocation& list, const KernelLaunch& launch) {
  std::vector<uint8_t> bytes(list.bytes.size());
  if (list.heap_list == HeapList::limit) set_word(bytes, 0, launch.heap_bytes / HeapMarks::unit_bytes, 4);
  if (!launch.heap || launch.heap->blocks.empty()) return bytes;
  if (list.heap_list == HeapList::used) set_word(bytes, 0, launch.heap->blocks.back().unit + launch.heap->blocks.back().units - 1, 4);
  if (list.heap_list != HeapList::given_back) return bytes;
  const std::vector<uint32_t> heads = free_lists(*launch.heap).heads;
  for (size_t of = 0; of < heads.size() && 8 * of + 8 <= bytes.size(); ++of) set_word(bytes, 8 * of, heads[of], 8);
  return bytes;
}

std::vector<std::pair<uint32_t, uint32_t>> next_units(const DeviceHeap& heap) { return free_lists(heap).next; }

std::shared_ptr<const DeviceHeap> heap_with(const DeviceHeap& heap, const std::function<void(DeviceBuffer& bytes)>& put) {
  auto own = std::make_shared<DeviceHeap>(heap);
  DeviceBuffer bytes;
  bytes.bytes = std::move(own->bytes);
  bytes.pointers = std::move(own->pointers);
  put(bytes);
  own->bytes = std::move(bytes.bytes);
  own->pointers = std::move(bytes.pointers);
  return own;
}

std::optional<HeapPlace> heap_place_at(uint64_t address, const DeviceHeap& heap) {
  if (!is_heap_pointer(address)) return std::nullopt;
  const int64_t offset = heap_pointer_offset(address), place = heap_place(offset);
  const auto begin_of = [](const DeviceHeap::Block& b) { return (int64_t{b.unit} + HeapMarks::header_units) * HeapMarks::unit_bytes; };
  const auto behind = std::upper_bound(heap.blocks.begin(), heap.blocks.end(), place, [&](int64_t p, const DeviceHeap::Block& b) { return p < begin_of(b); });
  if (behind == heap.blocks.begin()) return std::nullopt;
  const DeviceHeap::Block& block = *(behind - 1);
  if (block.tag != heap_tag(offset) || place > begin_of(block) + block.bytes) return std::nullopt;
  return HeapPlace{&block, place - begin_of(block)};
}

std::vector<uint64_t> heap_pointers_in(std::span<const uint8_t> bytes, const DeviceHeap& heap) {
  std::vector<uint64_t> places;
  for (uint64_t at = 0; at + 8 <= bytes.size(); at += 8)
    if (heap_place_at(word_at(bytes, at), heap)) places.push_back(at);
  return places;
}

}  // namespace wb

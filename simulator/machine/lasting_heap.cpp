#include "simulator/machine/lasting_heap.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/analysis/launch_limits.h"

namespace wb {
namespace {

constexpr uint32_t most_units = device_heap_bytes / HeapMarks::unit_bytes;

// heap_units() of the library: units of a block, and the list that it goes to when it is given back.
struct SizeClass {
  uint32_t units = 0, list = 0;
};
SizeClass size_class(uint32_t bytes) {
  const uint32_t wanted = (bytes + HeapMarks::unit_bytes - 1) / HeapMarks::unit_bytes + HeapMarks::header_units;
  const uint32_t step = wanted <= 8 ? 0 : 29u - static_cast<uint32_t>(std::countl_zero(wanted - 1));
  const uint32_t units = (wanted + (1u << step) - 1) >> step << step;
  return {units, 4 * step + (units >> step)};
}

bool is_well_formed(const DeviceHeap& heap) {
  uint32_t unit = 1;
  for (const DeviceHeap::Block& b : heap.blocks) {
    if (b.unit != unit || b.bytes > device_heap_bytes || b.units != size_class(b.bytes).units || b.units > most_units - unit) return false;
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

// Those of `places` whose pointers name the heap.
std::vector<uint64_t> naming_heap(std::span<const uint8_t> bytes, const std::vector<uint64_t>& places) {
  std::vector<uint64_t> all;
  for (const uint64_t at : places)
    if (pointer_allocation(word_at(bytes, at)) == heap_buffer) all.push_back(at);
  return all;
}

void set_word(std::vector<uint8_t>& bytes, uint64_t at, uint64_t value, size_t size) { std::memcpy(bytes.data() + at, &value, size); }

}  // namespace

std::optional<Finding> check_heap(const KernelLaunch& launch) {
  const bool names_heap = std::any_of(launch.buffers.begin(), launch.buffers.end(), [](const DeviceBuffer& b) { return !naming_heap(b.bytes, b.pointers).empty(); });
  if (!launch.heap) return names_heap ? std::optional(invalid_launch("a buffer holds a pointer into the device's heap, and the launch has none", "give it the heap that an earlier launch left")) : std::nullopt;
  if (!is_well_formed(*launch.heap)) return invalid_launch("the device's heap that the launch starts with is none that a launch can have left", "give it SimulationResult::heap of an earlier one");
  uint64_t least = 0;
  for (const uint64_t at : launch.heap->pointers) {
    if (at < least || at + 8 > launch.heap->bytes.size()) return invalid_launch("byte " + std::to_string(at) + " of the device's heap cannot hold an address", "pointers lie inside of it, apart and in order");
    const uint64_t address = word_at(launch.heap->bytes, at);
    if (address && pointer_allocation(address) != heap_buffer && !place_at(address, launch.buffers))
      return invalid_launch("the pointer at byte " + std::to_string(at) + " of the device's heap names no place in the launch's buffers", "name one of its buffers");
    least = at + 8;
  }
  return std::nullopt;
}

AllocationInfo lasting_heap_info() {
  AllocationInfo info;
  info.name = "heap";
  info.space = Space::global;
  info.bytes = device_heap_bytes;
  info.scalar = ScalarKind::uint;
  info.element_bytes = 4;
  info.shape = {device_heap_bytes / 4};
  info.starts_defined = false;
  info.is_heap = true;
  return info;
}

std::vector<uint8_t> list_bytes(const ProgramAllocation& list, const DeviceHeap& heap) {
  if (list.heap_list == HeapList::none) return {};
  std::vector<uint8_t> bytes(list.bytes.size());
  if (list.heap_list == HeapList::used) {
    set_word(bytes, 0, heap.blocks.empty() ? 0 : heap.blocks.back().unit + heap.blocks.back().units - 1, 4);
    return bytes;
  }
  std::vector<uint32_t> heads(bytes.size() / 8);
  for (const DeviceHeap::Block& b : heap.blocks) {
    if (b.is_live) continue;
    const uint32_t of = size_class(b.bytes).list;
    if (heads.size() <= of) heads.resize(of + 1);
    if (list.heap_list == HeapList::next) set_word(bytes, 4ull * b.unit, heads[of], 4);
    heads[of] = b.unit;
  }
  if (list.heap_list == HeapList::given_back)
    for (size_t of = 0; of < heads.size() && 8 * of + 8 <= bytes.size(); ++of) set_word(bytes, 8 * of, heads[of], 8);
  return bytes;
}

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

bool is_heap_pointer(const DeviceHeap& heap, uint64_t pointer, uint32_t allocation) {
  return pointer_allocation(pointer) == allocation && heap_place_at(make_pointer(heap_buffer, pointer_offset(pointer)), heap);
}

std::optional<HeapPlace> heap_place_at(uint64_t address, const DeviceHeap& heap) {
  if (pointer_allocation(address) != heap_buffer) return std::nullopt;
  const int64_t offset = pointer_offset(address), place = heap_place(offset);
  const auto begin_of = [](const DeviceHeap::Block& b) { return (int64_t{b.unit} + HeapMarks::header_units) * HeapMarks::unit_bytes; };
  const auto behind = std::upper_bound(heap.blocks.begin(), heap.blocks.end(), place, [&](int64_t p, const DeviceHeap::Block& b) { return p < begin_of(b); });
  if (behind == heap.blocks.begin()) return std::nullopt;
  const DeviceHeap::Block& block = *(behind - 1);
  if (block.tag != heap_tag(offset) || place > begin_of(block) + block.bytes) return std::nullopt;
  return HeapPlace{&block, place - begin_of(block)};
}

std::vector<uint64_t> heap_pointers_in(std::span<const uint8_t> bytes, const DeviceHeap& heap, uint32_t allocation) {
  std::vector<uint64_t> places;
  for (uint64_t at = 0; at + 8 <= bytes.size(); at += 8) {
    if (is_heap_pointer(heap, word_at(bytes, at), allocation)) places.push_back(at);
  }
  return places;
}

void renumber(std::span<uint8_t> bytes, const std::vector<uint64_t>& places, uint32_t allocation) {
  for (const uint64_t at : places) {
    const uint64_t pointer = make_pointer(allocation, pointer_offset(word_at(bytes, at)));
    std::memcpy(bytes.data() + at, &pointer, sizeof pointer);
  }
}

KernelLaunch launch_with_heap_at(const KernelLaunch& launch, uint32_t allocation) {
  KernelLaunch own = launch;
  for (DeviceBuffer& buffer : own.buffers) renumber(buffer.bytes, naming_heap(buffer.bytes, buffer.pointers), allocation);
  auto heap = std::make_shared<DeviceHeap>(*launch.heap);
  renumber(heap->bytes, naming_heap(heap->bytes, heap->pointers), allocation);
  own.heap = std::move(heap);
  return own;
}

}  // namespace wb

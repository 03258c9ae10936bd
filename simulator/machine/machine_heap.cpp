// The device's heap in a machine: where it stands among the allocations, with what it begins and what it leaves (lasting_heap.h).
#include <algorithm>
#include <cstring>
#include <optional>

#include "simulator/machine/lasting_heap.h"
#include "simulator/machine/machine_impl.h"

namespace wb {
namespace {

bool has_heap(const Program& program) {
  return std::any_of(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
}
void put_next_units(Memory::Block& list, const DeviceHeap& heap) {
  for (const auto& [unit, next] : next_units(heap)) {
    const uint64_t at = uint64_t{unit} * sizeof next;
    std::memcpy(list.data + at, &next, sizeof next);
    list.dirty[at >> page_shift] = 1;
  }
}

}  // namespace

// The heap and its lists, as large as the launch says and as earlier ones have left them. False: it is none of these.
bool Machine::Impl::add_of_heap(const KernelLaunch& launch, const ProgramAllocation& from, AllocationInfo info) {
  const bool is_by_unit = from.heap_list == HeapList::next;
  if (!info.is_heap && from.heap_list == HeapList::none) return false;
  if (info.is_heap) size_heap(info, launch);
  if (is_by_unit) info.shape = {launch.heap_bytes / HeapMarks::unit_bytes}, info.bytes = info.shape[0] * info.element_bytes;
  memory_of.push_back(info.is_heap || is_by_unit ? memory.add_zeros(info.bytes) : memory.add(list_bytes(from, launch), info.may_be_stored));
  if (is_by_unit && launch.heap) put_next_units(memory[memory_of.back()], *launch.heap);
  allocations.push_back(std::move(info));
  return true;
}

// Of earlier launches, where the program has none of its own.
void Machine::Impl::add_lasting_heap(const KernelLaunch& launch) {
  if (launch.heap && !launch.heap->blocks.empty()) used_before = launch.heap->blocks.back().unit + launch.heap->blocks.back().units - 1;
  if (!launch.heap || has_heap(*program)) return;
  AllocationInfo info = lasting_heap_info();
  size_heap(info, launch);
  memory_of.push_back(memory.add_zeros(info.bytes));
  allocations.push_back(std::move(info));
}

void Machine::Impl::add_heap(const KernelLaunch& launch) {
  const auto found = std::find_if(allocations.begin(), allocations.end(), [](const AllocationInfo& info) { return info.is_heap; });
  if (found == allocations.end()) return;
  const auto id = static_cast<uint32_t>(found - allocations.begin());
  const uint32_t at = memory.add_zeros(HeapMarks::bytes_for(found->bytes));
  heap.emplace(memory[memory_of[id]], memory[at]);
  if (launch.heap) heap->bring(*launch.heap);
  views[id].size = 0;
  warp_context.heap = &*heap;
  warp_context.heap_view = id;
  warp_context.heap_of = options.heap_of;
}

// That were ever given out. The program that does not take any has no count of its own; in another one those that are promised count as used, too, and some
// of these may not be given out yet.
uint32_t Machine::Impl::used_heap_units() const {
  std::optional<uint64_t> least;
  for (size_t i = 0; i < program->allocations.size(); ++i) {
    if (program->allocations[i].heap_list != HeapList::used) continue;
    uint64_t used = 0;
    std::memcpy(&used, memory[memory_of[first_program_allocation + i]].data, program->allocations[i].bytes.size());
    least = std::min(used, least.value_or(used));
  }
  return least ? static_cast<uint32_t>(*least) : used_before;
}

Machine::HeapMemory Machine::heap_memory() const {
  const Impl& m = *impl_;
  if (!m.heap) return {};
  const uint32_t id = m.warp_context.heap_view;
  return {id, &m.memory[m.memory_of[id]], &m.memory[static_cast<uint32_t>(m.memory.count() - 1)]};
}

void Machine::follow_heap() {
  if (impl_->heap) impl_->heap->follow();
}

std::vector<HeapChange> Machine::take_heap_changes() { return impl_->heap ? impl_->heap->take_changes() : std::vector<HeapChange>(); }
std::vector<HeapChange> Machine::take_heap_looks() { return impl_->heap ? impl_->heap->take_looks() : std::vector<HeapChange>(); }

std::shared_ptr<DeviceHeap> Machine::leave_heap() const {
  const Impl& m = *impl_;
  if (!m.heap) return nullptr;
  auto heap = std::make_shared<DeviceHeap>(m.heap->leave(m.used_heap_units()));
  const auto to_line = [&](DeviceHeap::Moment& moment) {
    const HeapMoment known{.site = moment.line};
    moment.line = !known.is_known() ? 0 : known.is_earlier() ? known.earlier_line() : m.program->module->sources->start(m.program->sites[moment.line].span).line;
  };
  for (DeviceHeap::Block& block : heap->blocks) to_line(block.taken), to_line(block.given);
  return heap;
}

HeapBlocks Machine::heap_blocks() const { return impl_->heap ? impl_->heap->blocks(impl_->used_heap_units()) : HeapBlocks{}; }

}  // namespace wb

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
// The allocation that is the heap, where the launch begins with one.
uint32_t heap_number_of(const Program& program, const KernelLaunch& launch) {
  const auto own = std::find_if(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
  return static_cast<uint32_t>(launch.buffers.size() + static_cast<size_t>(own - program.allocations.begin()));
}

}  // namespace

void Machine::Impl::give_heap_its_number(const KernelLaunch& launch) {
  if (launch.heap) renumbered = launch_with_heap_at(launch, heap_number_of(*program, launch));
}

// Of earlier launches, where the program has none of its own.
void Machine::Impl::add_lasting_heap(const KernelLaunch& launch) {
  if (!launch.heap || has_heap(*program)) return;
  allocations.push_back(lasting_heap_info());
  memory_of.push_back(memory.add(std::vector<uint8_t>(device_heap_bytes), true));
}

void Machine::Impl::add_heap(const KernelLaunch& launch) {
  const auto found = std::find_if(allocations.begin(), allocations.end(), [](const AllocationInfo& info) { return info.is_heap; });
  if (found == allocations.end()) return;
  const auto id = static_cast<uint32_t>(found - allocations.begin());
  const std::vector<uint8_t> marks(HeapMarks::bytes_for(found->bytes));
  const uint32_t at = memory.add(marks, true);
  heap.emplace(memory[memory_of[id]], memory[at]);
  if (launch.heap) heap->bring(*launch.heap);
  views[id].size = 0;
  warp_context.heap = &*heap;
  warp_context.heap_view = id;
}

// That were ever given out. The program that does not take any has no count of its own; in another one those that are promised count as used, too, and some
// of these may not be given out yet.
uint32_t Machine::Impl::used_heap_units() const {
  std::optional<uint32_t> least;
  for (size_t i = 0; i < program->allocations.size(); ++i) {
    if (program->allocations[i].heap_list != HeapList::used) continue;
    uint32_t used;
    std::memcpy(&used, memory[memory_of[first_program_allocation + i]].data, sizeof used);
    least = std::min(used, least.value_or(used));
  }
  if (least) return *least;
  const DeviceHeap* const before = renumbered ? renumbered->heap.get() : nullptr;
  return before && !before->blocks.empty() ? before->blocks.back().unit + before->blocks.back().units - 1 : 0;
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
  renumber(heap->bytes, heap_pointers_in(heap->bytes, *heap, m.warp_context.heap_view), heap_buffer);
  return heap;
}

HeapBlocks Machine::heap_blocks() const { return impl_->heap ? impl_->heap->blocks() : HeapBlocks{}; }

}  // namespace wb

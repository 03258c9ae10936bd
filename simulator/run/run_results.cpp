#include "simulator/run/run_results.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simulator/analysis/many_buffers.h"
#include "simulator/explain/callers.h"
#include "simulator/machine/buffer_pointers.h"
#include "simulator/machine/lasting_heap.h"

namespace wb {
namespace {

// One flag an element: did the kernel write any byte of it?
std::vector<bool> written_elements(const Memory::Block& block, uint64_t elements, uint64_t step) {
  std::vector<bool> written(elements, false);
  if (!block.may_be_stored) return written;
  for (uint64_t i = 0; i < elements;) {
    const uint64_t byte = i * step;
    uint64_t word = 0;  // of 64 bytes
    if (byte % 8 == 0) std::memcpy(&word, block.written_bits + byte / 8, 8);
    const uint64_t whole = 64 / step;
    if (byte % 8 == 0 && whole && 64 % step == 0 && i + whole <= elements && (word == 0 || word == ~uint64_t{0})) {
      if (word) std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(i), whole, true);
      i += whole;
      continue;
    }
    bool any = false;
    for (uint64_t b = byte; b < byte + step; ++b) any |= block.written_bits[b >> 3] >> (b & 7) & 1;
    written[i++] = any;
  }
  return written;
}

// A variable's bytes go back into the buffer that they came from.
void take_symbols(const Machine& machine, const KernelLaunch& launch, std::vector<DeviceBuffer>& buffers) {
  const std::vector<ProgramAllocation>& variables = machine.program().allocations;
  for (const SymbolContents& symbol : launch.symbols) {
    const auto found = std::find_if(variables.begin(), variables.end(), [&](const ProgramAllocation& a) { return a.symbol == symbol.name; });
    if (found == variables.end()) continue;
    DeviceBuffer& buffer = buffers[symbol.buffer];
    const uint32_t allocation = machine.first_program_allocation() + static_cast<uint32_t>(found - variables.begin());
    buffer.bytes = machine.read_global(allocation, symbol.byte_offset, buffer.bytes.size());
    const uint64_t step = std::max<uint64_t>(buffer.element_bytes(), 1);
    for (uint64_t byte = 0; byte < buffer.bytes.size() / step * step; ++byte)
      if (machine.was_written(allocation, symbol.byte_offset + byte)) buffer.written[byte / step] = true;
  }
}

std::vector<DeviceBuffer> take_buffers(Machine& machine, const KernelLaunch& launch) {
  std::vector<DeviceBuffer> buffers;
  for (uint32_t i = 0; i < launch.buffers.size(); ++i) {
    const DeviceBuffer& from = launch.buffers[i];
    const Memory::Block& block = machine.memory()[i];  // the launch's buffers are the first allocations
    DeviceBuffer buffer{from.name, from.scalar, from.vector_lanes, from.shape, {}, from.is_poisoned, {}, from.filled, from.pointers};
    const uint64_t step = std::max<uint64_t>(from.element_bytes(), 1);
    buffer.written = written_elements(block, from.bytes.size() / step, step);
    buffer.bytes = machine.take_bytes(i, from.bytes.size());
    buffer.whole_bytes = from.whole_bytes;
    buffers.push_back(std::move(buffer));
  }
  take_symbols(machine, launch, buffers);
  return buffers;
}

// The heap for the next launch.
void keep_heap(SimulationResult& result, const Machine& machine) {
  const std::shared_ptr<const DeviceHeap> heap = machine.leave_heap();
  if (!heap || heap->blocks.empty()) return;
  result.heap = heap;
}

// By kernel. What they have run: while a grid is at work nobody else is.
std::vector<ChildGrids> children_of(const Machine& machine) {
  std::vector<ChildGrids> all;
  const MachineHead& state = machine.state();
  for (size_t i = 1; i < state.grids.size(); ++i) {
    const GridRecord& record = state.grids[i];
    if (!record.first_block) continue;  // it has not begun
    const GridKernel& kernel = machine.program().grid_kernels[record.request->kernel];
    const std::string name = kernel_name(machine.program(), kernel.function);
    auto at = std::find_if(all.begin(), all.end(), [&](const ChildGrids& known) { return known.kernel == name; });
    if (at == all.end()) at = all.insert(all.end(), {.kernel = name});
    ++at->grids;
    at->blocks += record.request->shape.block_count();
    at->warp_instructions += (record.end ? record.end : machine.tick()) - record.begin;
    at->deepest = std::max(at->deepest, record.request->depth);
  }
  return all;
}

}  // namespace

void take_results(SimulationResult& result, Machine& machine, Checks& checks, const KernelLaunch& launch, const RunOptions& options) {
  if (options.checks) {
    checks.know_heap(machine.heap_blocks());
    result.findings = checks.findings(result.status == SimulationStatus::finished);
    join_over_buffers(result.findings);
    name_callers(result.findings, machine.program());
    result.counters = checks.counters();
    result.accesses = checks.accesses();
    result.warp_counters = checks.warp_counters();
  }
  result.children = children_of(machine);
  result.counters.warp_instructions = machine.tick();
  result.counters.thread_instructions = machine.state().thread_instructions;
  result.buffers = take_buffers(machine, launch);
  for (size_t i = 0; i < result.buffers.size(); ++i) result.buffers[i].members = machine.allocations()[i].members;
  if (options.keep_heap) keep_heap(result, machine);
  if (options.checks) find_pointers(result.buffers, machine.program(), launch, result.heap.get());
}

}  // namespace wb

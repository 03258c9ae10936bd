#pragma once
// Runs kernels over the arena (host_memory.h), without checks: it is what they leave behind that counts.
//
//     launch_of()  the launch, with a copy of the arena as its first buffer (on a large one it works where it stands, block by block)
//     run()        what it touches goes to the work's footprint
//     keep()       what it has left: in the arena, in variables of the file, on the device's heap
//
// What kernels take from the device's heap is kept beside the arena, from launch to launch (machine/lasting_heap.h).
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/host/async_work.h"
#include "simulator/host/host_kernels.h"
#include "simulator/host/host_limits.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_order.h"
#include "simulator/host/host_textures.h"
#include "simulator/host/host_variables.h"

namespace wb {

class ArenaRuns {
 public:
  ArenaRuns(const HostKernels& kernels, HostMemory& memory, HostOrder& order, const HostTextures& textures, HostVariables& variables,
            const HostLimits& limits)
      : kernels_(kernels), memory_(memory), order_(order), textures_(textures), variables_(variables), limits_(limits) {}

  const std::shared_ptr<const DeviceHeap>& heap() const { return heap_; }  // as the last kernel left it; null: empty
  bool work_in_place() const { return memory_.bytes().size() > most_copied_arena; }
  bool are_spent() const { return ticks_ > limits_.kernels; }

  // `bytes`: the arena's, where it does not work in place. None: it cannot be.
  std::optional<KernelLaunch> launch_of(const CompileResult& of, const HostLaunchSeen& seen, std::span<const uint8_t> bytes) const;
  SimulationResult run(const CompileResult& of, const KernelLaunch& launch, AsyncWork::Work& work);
  // Of a run to the kernel's end.
  void keep(SimulationResult& result, const CompileResult& of, const HostLaunchSeen& seen);
  void keep_heap(const SimulationResult& result) { heap_ = result.heap; }

  uint64_t heap_bytes() const { return heap_bytes_; }
  // cudaDeviceSetLimit(cudaLimitMallocHeapSize, ...), as cards do it. False: a kernel has used the heap already.
  bool set_heap_bytes(uint64_t bytes);

 private:
  static constexpr uint64_t most_copied_arena = 64u << 20;

  void leave_variables(SimulationResult& result, const CompileResult& of, const HostLaunchSeen& seen);

  const HostKernels& kernels_;
  HostMemory& memory_;
  HostOrder& order_;
  const HostTextures& textures_;
  HostVariables& variables_;
  const HostLimits& limits_;
  std::shared_ptr<const DeviceHeap> heap_;
  uint64_t heap_bytes_ = usual_heap_bytes;
  bool has_used_heap_ = false;
  uint64_t ticks_ = 0;
};

}  // namespace wb

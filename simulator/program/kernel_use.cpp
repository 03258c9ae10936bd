#include "simulator/program/kernel_use.h"

#include "simulator/language/typed_tree.h"

namespace wb {

KernelUse use_of(const Program& program) {
  KernelUse use;
  for (const Preset& preset : program.presets) {
    if (preset.kind != Preset::Kind::special) continue;
    constexpr auto first_thread = static_cast<uint32_t>(Special::thread_idx_x), first_block = static_cast<uint32_t>(Special::block_idx_x);
    if (preset.index - first_thread < 3) use.thread_axis[preset.index - first_thread] = true;
    if (preset.index - first_block < 3) use.block_axis[preset.index - first_block] = true;
  }
  for (size_t i = 0; i < program.allocations.size(); ++i)
    if (program.allocations[i].info.space == Space::shared && static_cast<int32_t>(i) != program.dynamic_shared) use.shared_arrays.push_back(program.allocations[i].info.shape);
  use.has_dynamic_shared = program.dynamic_shared >= 0;
  use.max_threads = (*program.module)[program.kernel].max_threads;
  return use;
}

}  // namespace wb

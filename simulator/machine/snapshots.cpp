// A machine's state, saved and loaded. How a block is packed: saved_block.h; which memory states share: memory.h.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"

namespace wb {

std::shared_ptr<const BlockForm> Machine::Impl::make_form() const {
  auto made = std::make_shared<BlockForm>(BlockForm{program, shape, Liveness(*program), {}});
  std::vector<uint32_t> registers(size_t{warps_per_block} * slot_words);
  fill_presets(registers.data());
  const size_t words = size_t{made->liveness.preset_slots()} * warp_size;
  for (uint32_t warp = 0; warp < warps_per_block; ++warp) {
    const auto first = registers.begin() + static_cast<std::ptrdiff_t>(size_t{warp} * slot_words);
    made->presets.insert(made->presets.end(), first, first + static_cast<std::ptrdiff_t>(words));
  }
  return made;
}

MachineState Machine::save(Keep keep) {
  MachineState saved = save_without_memory(keep);
  saved.memory = impl_->memory.save();
  saved.bytes += saved.memory.bytes;
  return saved;
}

MachineState Machine::save_without_memory(Keep keep) {
  if (!impl_->form) impl_->form = impl_->make_form();
  impl_->settle();
  const RunningState& running = impl_->state;
  MachineState saved{running, {}, {}};
  saved.bytes = sizeof saved + saved.console.size() + running.grids.size() * sizeof(GridRecord) + running.resident.size() * sizeof(saved.blocks[0]);
  saved.blocks.reserve(running.resident.size());
  for (const auto& block : running.resident) {
    const bool is_new = !block->saved || block->is_changed;
    saved.blocks.push_back(save_block(*block, impl_->form, running.tick, keep == Keep::live));
    if (is_new) saved.bytes += saved.blocks.back()->bytes();
  }
  return saved;
}

void Machine::load(const MachineState& saved) {
  static_cast<MachineHead&>(impl_->state) = saved;
  impl_->is_alone = false;
  impl_->load_blocks(saved.blocks);
  impl_->memory.load(saved.memory);
}

// Blocks that stand as they were saved stay; the others' arrays are filled anew when that is needed.
void Machine::Impl::load_blocks(const std::vector<std::shared_ptr<const SavedBlock>>& wanted) {
  ready.forget();
  std::vector<std::unique_ptr<BlockState>> before = std::exchange(state.resident, {});
  state.resident.resize(wanted.size());
  for (size_t i = 0; i < std::min(before.size(), wanted.size()); ++i)  // most are where they were
    if (before[i]->index == wanted[i]->head.index) state.resident[i] = std::move(before[i]);
  std::erase(before, nullptr);
  std::unordered_map<uint32_t, std::unique_ptr<BlockState>*> moved;
  for (auto& block : before) moved.emplace(block->index, &block);
  for (size_t i = 0; i < wanted.size() && !moved.empty(); ++i)
    if (const auto at = moved.find(wanted[i]->head.index); !state.resident[i] && at != moved.end()) state.resident[i] = std::move(*at->second);
  std::erase(before, nullptr);
  for (size_t i = 0; i < wanted.size(); ++i) {
    std::unique_ptr<BlockState>& block = state.resident[i];
    if (block && !block->is_changed && block->saved == wanted[i]) continue;
    if (!block && !before.empty()) {
      block = std::move(before.back());
      before.pop_back();
    }
    if (!block) block = std::make_unique<BlockState>();
    load_block(*block, wanted[i]);
  }
}

bool Machine::misses_rows(uint32_t block, uint32_t thread) const {
  const BlockState* b = impl_->find_awake(block);
  const std::optional<Pc> pc = lane_pc(block, thread);
  if (!b || !b->absent_from || !pc) return false;
  const Liveness& liveness = b->absent_from->form->liveness;
  const uint32_t warp = thread / warp_size, slots = impl_->program->slot_count;
  // What is live again has been written since.
  const auto is_live = [&](uint32_t slot) {
    return std::all_of(b->warps[warp].splits.begin(), b->warps[warp].splits.end(), [&](const Split& split) { return liveness.is_live(split.pc, slot); });
  };
  return std::any_of(b->absent_from->absent.begin(), b->absent_from->absent.end(), [&](const AbsentRow& absent) {
    return absent.row / slots == warp && liveness.is_shown(*pc, absent.row % slots) && !is_live(absent.row % slots);
  });
}

RegisterRow Machine::row(uint32_t block, uint32_t row) const {
  const BlockState* b = impl_->find_awake(block);
  RegisterRow values{};
  if (b && (size_t{row} + 1) * warp_size <= b->registers.size()) std::copy_n(b->registers.begin() + static_cast<std::ptrdiff_t>(size_t{row} * warp_size), warp_size, values.begin());
  return values;
}

void Machine::fill_absent(uint32_t block, const std::vector<AbsentRow>& absent, const std::vector<RegisterRow>& rows) {
  BlockState* const b = impl_->find_awake(block);
  if (!b) return;
  for (size_t i = 0; i < absent.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), b->registers.begin() + static_cast<std::ptrdiff_t>(size_t{absent[i].row} * warp_size));
  b->absent_from = nullptr;
}

}  // namespace wb

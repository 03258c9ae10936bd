#include "simulator/machine/machine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/machine/buffer_pointers.h"
#include "simulator/machine/lasting_heap.h"
#include "simulator/machine/machine_impl.h"
#include "simulator/machine/saved_block.h"
#include "simulator/machine/symbols.h"

namespace wb {
namespace {

uint64_t argument_bits(const Argument& argument, TypeId type, const TypeTable& types) {
  const ScalarKind scalar = types[type].scalar;
  const auto as_double = [&]() -> double {
    if (const auto* d = std::get_if<double>(&argument)) return *d;
    if (const auto* i = std::get_if<int64_t>(&argument)) return static_cast<double>(*i);
    if (const auto* u = std::get_if<uint64_t>(&argument)) return static_cast<double>(*u);
    const auto* b = std::get_if<bool>(&argument);
    return b && *b ? 1.0 : 0.0;
  };
  if (scalar == ScalarKind::float_) return std::bit_cast<uint32_t>(static_cast<float>(as_double()));
  if (scalar == ScalarKind::double_) return std::bit_cast<uint64_t>(as_double());
  uint64_t bits = 0;
  if (const auto* i = std::get_if<int64_t>(&argument)) bits = static_cast<uint64_t>(*i);
  else if (const auto* u = std::get_if<uint64_t>(&argument)) bits = *u;
  else if (const auto* b = std::get_if<bool>(&argument)) bits = *b;
  else if (const auto* d = std::get_if<double>(&argument)) bits = static_cast<uint64_t>(static_cast<int64_t>(*d));
  switch (scalar) {  // small integers stand extended in their register
    case ScalarKind::bool_: return bits != 0;
    case ScalarKind::char_: case ScalarKind::schar: return static_cast<uint32_t>(static_cast<int8_t>(bits));
    case ScalarKind::uchar: return static_cast<uint8_t>(bits);
    case ScalarKind::short_: return static_cast<uint32_t>(static_cast<int16_t>(bits));
    case ScalarKind::ushort: return static_cast<uint16_t>(bits);
    case ScalarKind::int_: case ScalarKind::uint: return static_cast<uint32_t>(bits);
    default: return bits;
  }
}

bool has_heap(const Program& program) {
  return std::any_of(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
}
// The allocation that is the heap, where the launch begins with one.
uint32_t heap_number_of(const Program& program, const KernelLaunch& launch) {
  const auto own = std::find_if(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
  return static_cast<uint32_t>(launch.buffers.size() + static_cast<size_t>(own - program.allocations.begin()));
}

}  // namespace

// ---- set-up

Machine::Machine(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, Checks* checks)
    : impl_(std::make_unique<Impl>()) {
  Impl& m = *impl_;
  m.program = std::move(program);
  m.shape = {launch.grid, launch.block};
  m.options = options;
  m.checks = checks;
  m.loops = options.loops.empty() ? run_loops() : run_loops(options.loops.c_str());
  m.block_count = m.shape.block_count();
  m.part_begin = m.state.started = options.begin;
  m.part_end = options.end ? options.end : m.block_count;
  m.warps_per_block = m.shape.warps_per_block();
  m.slot_words = m.program->slot_count * warp_size;
  m.local_stride = (m.program->local_bytes + 15) / 16 * 16;
  m.textures = launch.textures;
  m.texture_words = texture_words(launch);
  if (launch.heap) m.renumbered = launch_with_heap_at(launch, heap_number_of(*m.program, launch));
  const KernelLaunch& own = m.renumbered ? *m.renumbered : launch;
  m.add_buffers(own);
  m.bind_arguments(own);
  m.add_program_allocations(own);
  m.make_views();
  m.add_heap(own);
  const uint64_t block_bytes = uint64_t{m.warps_per_block} * (m.slot_words * 4 + m.local_stride * warp_size * 9 / 8) + m.shared_bytes + 4096;
  // A grid barrier wants as many as the hardware may hold (132 multiprocessors of 32 blocks).
  m.max_resident = static_cast<uint32_t>(std::clamp<uint64_t>((512ull << 20) / block_bytes, 4, m.program->has_grid_barrier ? 4224 : 1024));
  m.choose_order();
  m.prepare_context();
  const bool many = options.schedule == Schedule::random || options.schedule == Schedule::adversarial;
  m.state.wanted_resident = std::min<uint32_t>(many ? 16 : options.schedule == Schedule::round_robin ? 4 : 1, m.max_resident);
  if (checks) checks->begin_launch(m.shape, m.allocations, m.program->sites, m.program->module->sources);
  if (checks && m.program->has_warp_sync) checks->follow_warps();
  if (checks && m.program->has_named_barriers) checks->follow_numbered_barriers();
}

Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;

namespace {

// Sets the bits [begin, end).
void mark(std::vector<uint8_t>& bits, uint64_t begin, uint64_t end) {
  while (begin < end && begin % 8) bits[begin >> 3] |= static_cast<uint8_t>(1u << (begin & 7)), ++begin;
  if (begin + 8 <= end) {
    std::memset(bits.data() + (begin >> 3), 0xFF, (end - begin) / 8);
    begin = end / 8 * 8;
  }
  for (; begin < end; ++begin) bits[begin >> 3] |= static_cast<uint8_t>(1u << (begin & 7));
}

}  // namespace

void Machine::Impl::add_buffers(const KernelLaunch& launch) {
  const std::vector<std::shared_ptr<const ElementMembers>> members = members_of_buffers(*program, launch);
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    const DeviceBuffer& buffer = launch.buffers[i];
    AllocationInfo info;
    info.name = buffer.name;
    info.bytes = buffer.bytes.size();
    info.scalar = buffer.scalar;
    info.element_bytes = static_cast<uint32_t>(std::max<uint64_t>(buffer.element_bytes(), 1));
    info.shape = buffer.shape.empty() ? std::vector<uint64_t>{buffer.element_count()} : buffer.shape;
    info.starts_defined = !buffer.is_poisoned;
    info.buffer_index = static_cast<int>(i);
    info.is_output = std::find(options.outputs.begin(), options.outputs.end(), static_cast<int>(i)) != options.outputs.end();
    info.may_be_stored = program->unknown_store;
    for (size_t p = 0; p < launch.arguments.size() && p < program->parameters.size(); ++p)
      if (const auto* argument = std::get_if<BufferArgument>(&launch.arguments[p]))
        info.may_be_stored |= argument->index == i && program->parameters[p].may_be_stored;
    info.members = members[i];
    if (is_symbol_buffer(launch, static_cast<uint32_t>(i))) {  // the host's copy: the variable is an allocation of its own
      info.name += " (on the host)";
      info.buffer_index = -1;
      info.is_output = false;
    }
    const bool borrows = options.borrows_buffers && !info.may_be_stored;
    memory_of.push_back(borrows ? memory.borrow(buffer.bytes) : memory.add(buffer.bytes, info.may_be_stored));
    for (const DeviceBuffer::ByteRange& range : buffer.filled) mark(memory[memory_of.back()].written, range.begin, std::min(range.end, info.bytes));
    allocations.push_back(std::move(info));
  }
  first_program_allocation = static_cast<uint32_t>(allocations.size());
}

// The handle of the texture that is bound to a texture reference; empty: it is no such reference, or nothing is bound.
std::vector<uint8_t> Machine::Impl::handle_of_reference(const ProgramAllocation& allocation) const {
  std::vector<uint8_t> bytes(sizeof(uint64_t));
  if (allocation.info.space != Space::constant || allocation.bytes.size() != bytes.size()) return {};
  for (uint32_t i = 0; i < textures.size(); ++i) {
    if (textures[i].name != allocation.info.name) continue;
    const uint64_t handle = texture_handle(i);
    std::memcpy(bytes.data(), &handle, sizeof handle);
    return bytes;
  }
  return {};
}

void Machine::Impl::add_program_allocations(const KernelLaunch& launch) {
  const uint32_t dynamic_shared_bytes = launch.dynamic_shared_bytes;
  uint32_t dynamic_place = (program->static_shared_bytes + 15) / 16 * 16;
  shared_bytes = program->dynamic_shared >= 0 ? dynamic_place + dynamic_shared_bytes : program->static_shared_bytes;
  for (size_t i = 0; i < program->allocations.size(); ++i) {
    const ProgramAllocation& from = program->allocations[i];
    AllocationInfo info = from.info;
    const uint32_t id = static_cast<uint32_t>(allocations.size());
    if (static_cast<int32_t>(i) == program->dynamic_shared) {
      info.bytes = dynamic_shared_bytes;
      info.shape = {dynamic_shared_bytes / std::max(info.element_bytes, 1u)};
    }
    if (info.space == Space::shared) shared_views.push_back(id);
    if (info.space == Space::local) (from.is_stacked ? stack_views : local_views).push_back(id);
    const bool is_global = info.space == Space::global || info.space == Space::constant;
    const bool is_record = from.parameter >= 0 && records[static_cast<size_t>(from.parameter)].size() == from.bytes.size();
    std::vector<uint8_t> from_host = handle_of_reference(from);
    if (from_host.empty()) from_host = bytes_set_by_host(from, launch);
    if (const auto buffer = whole_buffer_of(from, launch)) {
      info.buffer_index = static_cast<int>(*buffer);
      info.is_output = std::find(options.outputs.begin(), options.outputs.end(), info.buffer_index) != options.outputs.end();
    }
    if (launch.heap && from_host.empty()) from_host = list_bytes(from, *launch.heap);
    const std::vector<uint8_t>& bytes = is_record ? records[static_cast<size_t>(from.parameter)] : from_host.empty() ? from.bytes : from_host;
    memory_of.push_back(is_global ? memory.add(bytes, info.may_be_stored) : no_allocation);
    allocations.push_back(std::move(info));
  }
  if (!launch.heap || has_heap(*program)) return;
  allocations.push_back(lasting_heap_info());
  memory_of.push_back(memory.add(std::vector<uint8_t>(device_heap_bytes), true));
}

// Of the memory that does not depend on the warp.
void Machine::Impl::make_views() {
  views.resize(allocations.size());
  for (size_t i = 0; i < views.size(); ++i) {
    AllocationView& view = views[i];
    view.size = allocations[i].bytes;
    view.space = allocations[i].space;
    view.starts_defined = allocations[i].starts_defined;
    if (allocations[i].shape.size() > 1) view.row_bytes = allocations[i].shape.back() * allocations[i].element_bytes;
    view.is_quiet = !allocations[i].may_be_stored && allocations[i].starts_defined && (view.space == Space::global || view.space == Space::constant);
    const size_t own = i - first_program_allocation;  // the heap may stand behind them
    view.is_read_only = i >= first_program_allocation && own < program->allocations.size() && program->allocations[own].is_read_only;
    if (memory_of[i] == no_allocation) continue;
    Memory::Block& block = memory[memory_of[i]];
    view.bytes = block.data;
    if (block.bytes.empty()) view.is_read_only = true;
    if (i < options.follows_reads.size() && options.follows_reads[i] && block.may_be_stored) {
      block.read.assign(block.written.size(), 0);
      view.read = block.read.data();
    }
    view.written = block.written.data();
    view.dirty = block.dirty.data();
  }
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

// That were ever given out. The program that does not take any has no count of its own.
uint32_t Machine::Impl::used_heap_units() const {
  for (size_t i = 0; i < program->allocations.size(); ++i) {
    if (program->allocations[i].heap_list != HeapList::used) continue;
    uint32_t used;
    std::memcpy(&used, memory[memory_of[first_program_allocation + i]].data, sizeof used);
    return used;
  }
  const DeviceHeap* const before = renumbered ? renumbered->heap.get() : nullptr;
  return before && !before->blocks.empty() ? before->blocks.back().unit + before->blocks.back().units - 1 : 0;
}

void Machine::Impl::bind_arguments(const KernelLaunch& launch) {
  const TypeTable& types = program->module->types;
  for (size_t i = 0; i < program->parameters.size(); ++i) {
    uint64_t bits = 0;
    records.emplace_back();
    if (const auto* record = i < launch.arguments.size() ? std::get_if<RecordArgument>(&launch.arguments[i]) : nullptr) {
      records.back() = record->bytes;
      for (const RecordArgument::Pointer& pointer : record->pointers) {
        const uint64_t address = make_pointer(pointer.buffer, static_cast<int64_t>(pointer.byte_offset));
        if (pointer.offset + sizeof address <= record->bytes.size()) std::memcpy(records.back().data() + pointer.offset, &address, sizeof address);
      }
    } else if (i < launch.arguments.size()) {
      const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[i]);
      bits = buffer ? make_pointer(buffer->index, static_cast<int64_t>(buffer->byte_offset)) : argument_bits(launch.arguments[i], program->parameters[i].type, types);
    }
    arguments.push_back(bits);
  }
}

// Random schedules start the blocks as i -> (i * factor + offset) mod count, which meets each block once.
void Machine::Impl::choose_order() {
  const bool is_random = options.schedule == Schedule::random || options.schedule == Schedule::adversarial;
  state.random = options.seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
  if (!is_random || block_count < 2) return;
  uint64_t factor = random() % block_count;
  while (factor == 0 || std::gcd(factor, block_count) != 1) factor = (factor + 1) % block_count;
  order_factor = factor;
  order_offset = random() % block_count;
  // The inverse of the factor, by Euclid.
  int64_t a = static_cast<int64_t>(factor), b = static_cast<int64_t>(block_count), x = 1, y = 0;
  while (b) {
    const int64_t q = a / b;
    a = std::exchange(b, a - q * b);
    x = std::exchange(y, x - q * y);
  }
  const int64_t n = static_cast<int64_t>(block_count);
  order_inverse = static_cast<uint64_t>((x % n + n) % n);
}

uint32_t Machine::Impl::block_at(uint64_t position) const {
  if (options.schedule == Schedule::reverse) return static_cast<uint32_t>(block_count - 1 - position);
  if (is_told()) return told_block_at(position);
  if (order_factor == 1 && order_offset == 0) return static_cast<uint32_t>(position);
  return static_cast<uint32_t>((static_cast<unsigned __int128>(position) * order_factor + order_offset) % block_count);
}

uint64_t Machine::Impl::position_of(uint32_t block) const {
  if (options.schedule == Schedule::reverse) return block_count - 1 - block;
  if (is_told()) return told_position_of(block);
  if (order_factor == 1 && order_offset == 0) return block;
  return static_cast<uint64_t>(static_cast<unsigned __int128>(block + block_count - order_offset) % block_count * order_inverse % block_count);
}

uint64_t Machine::Impl::preset_bits(const Preset& preset) const {
  switch (preset.kind) {
    case Preset::Kind::constant: return preset.bits;
    case Preset::Kind::parameter: return arguments[preset.index];
    case Preset::Kind::member: {
      const std::vector<uint8_t>& record = records[preset.index];
      uint64_t bits = 0;
      if (preset.bits + preset.bytes <= record.size()) std::memcpy(&bits, record.data() + preset.bits, preset.bytes);
      if (preset.is_signed && preset.bytes < 4) bits = static_cast<uint32_t>(preset.bytes == 1 ? int32_t{static_cast<int8_t>(bits)} : int32_t{static_cast<int16_t>(bits)});
      return bits;
    }
    case Preset::Kind::address: return make_pointer(first_program_allocation + preset.index, static_cast<int64_t>(preset.bits));
    case Preset::Kind::special:
      switch (static_cast<Special>(preset.index)) {
        case Special::block_dim_x: return shape.block.x;
        case Special::block_dim_y: return shape.block.y;
        case Special::block_dim_z: return shape.block.z;
        case Special::grid_dim_x: return shape.grid.x;
        case Special::grid_dim_y: return shape.grid.y;
        case Special::grid_dim_z: return shape.grid.z;
        default: return 0;
      }
  }
  return 0;
}

// What stays the same for all warps.
void Machine::Impl::prepare_context() {
  stretches.resize(program->code.size());
  for (size_t pc = stretches.size(); pc-- > 0;)
    stretches[pc] = runs_on(program->code[pc].op) && pc + 1 < stretches.size() ? stretches[pc + 1] + 1 : 1;
  has_barrier_votes = std::any_of(program->code.begin(), program->code.end(), [](const Ins& ins) { return ins.op == Opcode::barrier_vote; });
  warp_context.code = program->code.data();
  warp_context.info = program->info.data();
  warp_context.stretches = stretches.data();
  warp_context.views = views.data();
  shape_tests.resize(program->shape_checks.size());
  warp_context.shape_tests = shape_tests.data();
  warp_context.view_count = static_cast<uint32_t>(views.size());
  warp_context.first_program_view = first_program_allocation;
  warp_context.shape = &shape;
  warp_context.program = program.get();
  warp_context.textures = texture_words;
  warp_context.console = &state.console;
  warp_context.lowest_lane_wins = options.schedule == Schedule::reverse;
}

// Everything but the block's index: that comes with start_block().
void Machine::Impl::fill_presets(uint32_t* of_block) const {
  for (uint32_t warp = 0; warp < warps_per_block; ++warp) {
    uint32_t* registers = of_block + size_t{warp} * slot_words;
    for (const Preset& preset : program->presets) {
      uint32_t* slot = registers + size_t{preset.slot} * warp_size;
      if (preset.kind == Preset::Kind::special && preset.index <= static_cast<uint32_t>(Special::thread_idx_z)) {
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
          const Index3 thread = shape.thread_index(warp * warp_size + lane);
          slot[lane] = preset.index == 0 ? thread.x : preset.index == 1 ? thread.y : thread.z;
        }
        continue;
      }
      const uint64_t bits = preset_bits(preset);
      for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if (preset.is_wide) std::memcpy(reinterpret_cast<uint8_t*>(slot) + 8 * lane, &bits, 8);
        else slot[lane] = static_cast<uint32_t>(bits);
      }
    }
  }
}

void Machine::Impl::bind_views(BlockState& block, uint32_t warp) {
  if (!stack_views.empty()) bind_stack(block, warp);  // it may have grown
  if (shared_views.empty() && local_views.empty()) return;
  const void* const memory_of_block[4] = {block.shared.data(), block.shared_written.data(), block.local.data(), block.local_written.data()};
  if (std::equal(memory_of_block, memory_of_block + 4, bound_to) && (warp == bound_warp || local_views.empty())) return;
  std::copy(memory_of_block, memory_of_block + 4, bound_to);
  bound_warp = warp;
  for (uint32_t id : shared_views) {
    AllocationView& view = views[id];
    const ProgramAllocation& from = program->allocations[id - first_program_allocation];
    const bool is_dynamic = static_cast<int32_t>(id - first_program_allocation) == program->dynamic_shared;
    const uint32_t place = is_dynamic ? (program->static_shared_bytes + 15) / 16 * 16 : from.place;
    view.bytes = block.shared.data() + place;
    view.written = block.shared_written.data();
    view.written_origin = place;
  }
  for (uint32_t id : local_views) {
    AllocationView& view = views[id];
    const uint64_t place = uint64_t{warp} * warp_size * local_stride + program->allocations[id - first_program_allocation].place;
    view.bytes = block.local.data() + place;
    view.written = block.local_written.data();
    view.written_origin = place;
    view.lane_stride = local_stride;
  }
}

// ---- snapshots

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
  if (!impl_->form) impl_->form = impl_->make_form();
  impl_->settle();
  const RunningState& running = impl_->state;
  MachineState saved{running, {}, {}};
  saved.bytes = sizeof saved + saved.console.size() + running.resident.size() * sizeof(saved.blocks[0]);
  saved.blocks.reserve(running.resident.size());
  for (const auto& block : running.resident) {
    const bool is_new = !block->saved || block->is_changed;
    saved.blocks.push_back(save_block(*block, impl_->form, running.tick, keep == Keep::live));
    if (is_new) saved.bytes += saved.blocks.back()->bytes();
  }
  saved.memory = impl_->memory.save();
  saved.bytes += saved.memory.bytes;
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

// ---- looking at it

MachineStatus Machine::run_until(uint64_t limit) { return impl_->run_until(limit); }
MachineStatus Machine::run_turn(uint64_t limit) { return impl_->run_until(limit, true); }
uint64_t Machine::tick() const { return impl_->state.tick; }
std::optional<EndlessWait> Machine::find_endless_wait() { return impl_->find_endless_wait(); }
std::optional<EndlessLanes> Machine::find_poll() { return impl_->find_poll(); }
bool Machine::is_finished() const { return impl_->state.finished == impl_->part_end - impl_->part_begin; }
void Machine::set_checks(Checks* checks) { impl_->checks = checks; }
void Machine::set_listener(AccessListener* listener) { impl_->listener = listener; }
const Program& Machine::program() const { return *impl_->program; }
const LaunchShape& Machine::shape() const { return impl_->shape; }
const RunningState& Machine::state() const { return impl_->state; }
std::span<const AllocationInfo> Machine::allocations() const { return impl_->allocations; }
uint32_t Machine::first_program_allocation() const { return impl_->first_program_allocation; }
Schedule Machine::schedule() const { return impl_->options.schedule; }
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
const Memory& Machine::memory() const { return impl_->memory; }
Memory& Machine::memory() { return impl_->memory; }
std::vector<uint8_t> Machine::take_bytes(uint32_t buffer) {
  Memory::Block& block = impl_->memory[buffer];
  if (block.bytes.empty()) return {block.data, block.data + block.size};
  block.bytes.resize(block.size);
  return std::move(block.bytes);
}

std::optional<NextInstruction> Machine::next() {
  if (!impl_->settle()) return std::nullopt;
  BlockState& block = *impl_->state.resident[impl_->state.block_at_work];
  unpack_block(block);
  const WarpState& warp = block.warps[block.warp_at_work];
  const Split& split = warp.splits[warp.current];
  return NextInstruction{block.index, block.warp_at_work, split.pc, split.lanes};
}

BlockState* Machine::Impl::find_resident(uint32_t block) const {
  // They stand in the order in which they started, and as a rule the first ones ended first.
  const uint64_t place = position_of(block) - (state.started - state.resident.size());
  if (place < state.resident.size() && state.resident[place]->index == block) return state.resident[place].get();
  const auto found = std::find_if(state.resident.begin(), state.resident.end(), [&](const auto& b) { return b->index == block; });
  return found == state.resident.end() ? nullptr : found->get();
}
BlockState* Machine::Impl::find_awake(uint32_t block) {
  BlockState* const found = find_resident(block);
  if (found) wake(*found);
  return found;
}
const BlockState* Machine::resident(uint32_t block) const { return impl_->find_awake(block); }

LaneState Machine::Impl::state_of(const BlockState& block) const {
  if (block.waiting_warps && !is_let_go(block)) return LaneState::at_barrier;
  if (std::any_of(block.named.begin(), block.named.end(), [](const NamedBarrier& barrier) { return barrier.waiting != 0; })) return LaneState::at_barrier;
  const bool at_work = state.is_settled && state.resident[state.block_at_work].get() == &block;
  return at_work ? LaneState::running : LaneState::ready;
}

uint64_t Machine::position_of(uint32_t block) const { return impl_->position_of(block); }

LaneState Machine::block_state(uint32_t block) const {
  const Impl& m = *impl_;
  if (block >= m.block_count) return LaneState::absent;
  if (m.position_of(block) >= m.state.started) return LaneState::waiting;
  const BlockState* b = m.find_resident(block);
  return b ? m.state_of(*b) : LaneState::done;
}

std::vector<LaneState> Machine::block_states() const {
  const Impl& m = *impl_;
  std::vector<LaneState> states(m.block_count, LaneState::waiting);
  for (uint64_t position = m.part_begin; position < m.state.started; ++position) states[m.block_at(position)] = LaneState::done;
  for (const auto& b : m.state.resident) states[b->index] = m.state_of(*b);
  return states;
}

std::optional<Pc> Machine::lane_pc(uint32_t block, uint32_t thread) const {
  const BlockState* b = impl_->find_awake(block);
  if (!b || thread / warp_size >= b->warps.size()) return std::nullopt;
  for (const Split& split : b->warps[thread / warp_size].splits)
    if (split.lanes >> (thread % warp_size) & 1) return split.pc;
  return std::nullopt;
}

LaneView Machine::lane(uint32_t block, uint32_t thread) {
  Impl& m = *impl_;
  if (block >= m.block_count || thread >= m.shape.threads_per_block()) return {LaneState::absent, {}};
  if (m.position_of(block) >= m.state.started) return {LaneState::waiting, {}};
  const BlockState* b = m.find_awake(block);
  if (!b) return {LaneState::done, {}};
  const uint32_t warp_index = thread / warp_size, lane = thread % warp_size;
  const WarpState& warp = b->warps[warp_index];
  const bool at_work = m.state.is_settled && m.state.resident[m.state.block_at_work].get() == b && b->warp_at_work == warp_index;
  for (size_t i = 0; i < warp.splits.size(); ++i) {
    const Split& split = warp.splits[i];
    if (!(split.lanes >> lane & 1)) continue;
    LaneView view{LaneState::ready, m.program->info[split.pc].span};
    if (!can_run(split)) view.state = LaneState::at_barrier;
    else if (at_work) view.state = i == warp.current ? LaneState::running : LaneState::masked;
    return view;
  }
  return {LaneState::done, {}};
}

uint64_t Machine::read_slot(uint32_t block, uint32_t thread, uint32_t slot, bool is_wide) const {
  const BlockState* b = impl_->find_awake(block);
  if (!b || thread / warp_size >= b->warps.size() || slot + (is_wide ? 2 : 1) > impl_->program->slot_count) return 0;
  const uint32_t* at = b->registers.data() + size_t{thread / warp_size} * impl_->slot_words + size_t{slot} * warp_size;
  if (!is_wide) return at[thread % warp_size];
  uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const uint8_t*>(at) + 8 * (thread % warp_size), 8);
  return bits;
}

bool Machine::init_mask(uint32_t block, uint32_t thread, int32_t mask) const {
  const BlockState* b = impl_->find_awake(block);
  if (mask < 0 || !b) return true;
  const size_t at = size_t{thread / warp_size} * impl_->program->init_mask_count + static_cast<size_t>(mask);
  return at < b->init_masks.size() && (b->init_masks[at] >> (thread % warp_size) & 1);
}

// Where an allocation's copy of a block or thread stands, and its written bits.
Machine::Impl::Bytes Machine::Impl::find_bytes(uint32_t allocation, uint32_t block, uint32_t thread) {
  if (memory_of[allocation] != no_allocation) {
    const Memory::Block& memory_block = memory[memory_of[allocation]];
    return {memory_block.data, memory_block.written.data(), 0};
  }
  const BlockState* b = find_awake(block);
  if (!b || thread / warp_size >= b->warps.size()) return {};
  const uint32_t index = allocation - first_program_allocation;
  const AllocationInfo& info = allocations[allocation];
  const bool is_dynamic = static_cast<int32_t>(index) == program->dynamic_shared;
  const uint32_t place = is_dynamic ? (program->static_shared_bytes + 15) / 16 * 16 : program->allocations[index].place;
  if (program->allocations[index].is_stacked) {  // the copy of the activation in which the thread stands
    uint64_t frame = 0;
    for (const Split& split : b->warps[thread / warp_size].splits)
      if ((split.lanes >> (thread % warp_size) & 1) && split.depth) frame = uint64_t{split.depth - 1} * program->frame_bytes;
    const uint64_t origin = uint64_t{thread} * b->stack_stride + frame + place;
    if (frame + place + info.bytes > b->stack_stride) return {};
    return {b->stack.data() + origin, b->stack_written.data(), origin};
  }
  const uint64_t origin = info.space == Space::shared ? place : uint64_t{thread} * local_stride + place;
  if (info.space == Space::shared) return {b->shared.data() + origin, b->shared_written.data(), origin};
  return {b->local.data() + origin, b->local_written.data(), origin};
}

const uint8_t* Machine::bytes_of(uint32_t allocation, uint32_t block, uint32_t thread) const {
  return allocation < impl_->allocations.size() ? impl_->find_bytes(allocation, block, thread).bytes : nullptr;
}

MemoryView Machine::read_through(uint64_t pointer, uint64_t count, uint32_t block, uint32_t thread) const {
  Impl& m = *impl_;
  const uint32_t allocation = pointer_allocation(pointer);
  if (pointer == 0 || allocation >= m.allocations.size()) return {};
  const AllocationInfo& info = m.allocations[allocation];
  const int64_t at = pointer_place(info, pointer);
  if (at < 0) return {};
  const auto place = static_cast<uint64_t>(at);
  if (allocation < m.first_program_allocation || !m.program->allocations[allocation - m.first_program_allocation].is_stacked) return read_memory(allocation, block, thread, place, count);
  const BlockState* b = m.find_awake(block);
  const uint64_t from = place + m.program->allocations[allocation - m.first_program_allocation].place;
  if (!b || place % m.program->frame_bytes + count > info.bytes || from + count > b->stack_stride) return {};
  const uint64_t origin = uint64_t{thread} * b->stack_stride + from;
  MemoryView view{{b->stack.data() + origin, b->stack.data() + origin + count}, std::vector<bool>(count)};
  for (uint64_t i = 0; i < count; ++i) view.defined[i] = b->stack_written[(origin + i) >> 3] >> ((origin + i) & 7) & 1;
  return view;
}

MemoryView Machine::read_memory(uint32_t allocation, uint32_t block, uint32_t thread) const {
  return read_memory(allocation, block, thread, 0, UINT64_MAX);
}

MemoryView Machine::read_memory(uint32_t allocation, uint32_t block, uint32_t thread, uint64_t first, uint64_t count) const {
  MemoryView view;
  if (allocation >= impl_->allocations.size()) return view;
  const AllocationInfo& info = impl_->allocations[allocation];
  first = std::min(first, info.bytes);
  count = std::min(count, info.bytes - first);
  const auto [bytes, written, origin] = impl_->find_bytes(allocation, block, thread);
  if (bytes) view.bytes.assign(bytes + first, bytes + first + count);
  else view.bytes.assign(count, poison_byte);
  if (info.starts_defined) return view;
  view.defined.assign(count, false);
  if (!written) return view;
  for (uint64_t i = 0; i < count;) {
    const uint64_t bit = origin + first + i;
    const uint8_t eight = written[bit >> 3];
    if ((bit & 7) == 0 && i + 8 <= count && (eight == 0 || eight == 0xFF)) {  // nearly always
      if (eight) std::fill_n(view.defined.begin() + static_cast<std::ptrdiff_t>(i), 8, true);
      i += 8;
      continue;
    }
    view.defined[i++] = eight >> (bit & 7) & 1;
  }
  return view;
}

std::vector<uint8_t> Machine::read_global(uint32_t allocation, uint64_t first, uint64_t count) const {
  const Impl& m = *impl_;
  if (allocation >= m.allocations.size() || m.memory_of[allocation] == no_allocation || first + count > m.allocations[allocation].bytes) return {};
  const uint8_t* data = m.memory[m.memory_of[allocation]].data;
  return {data + first, data + first + count};
}

bool Machine::was_written(uint32_t allocation, uint64_t byte) const {
  const Impl& m = *impl_;
  if (allocation >= m.allocations.size() || m.memory_of[allocation] == no_allocation || byte >= m.allocations[allocation].bytes) return false;
  return m.memory[m.memory_of[allocation]].written[byte >> 3] >> (byte & 7) & 1;
}

}  // namespace wb

// Sets a machine up: its memory, arguments and views, the order in which blocks start, and what all warps have in common.
#include "simulator/machine/machine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/machine/buffer_pointers.h"
#include "simulator/machine/clusters.h"
#include "simulator/machine/lasting_heap.h"
#include "simulator/machine/machine_impl.h"
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

}  // namespace

Machine::Machine(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, Checks* checks)
    : impl_(std::make_unique<Impl>()) {
  Impl& m = *impl_;
  m.program = std::move(program);
  m.shape = {launch.grid, launch.block, cluster_of(launch, *m.program)};
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
  m.add_buffers(launch);
  m.bind_arguments(launch);
  m.add_program_allocations(launch);
  m.make_views();
  m.add_heap(launch);
  m.choose_order(options.seed);
  m.limit_residents();
  m.may_sync_grid = launch.may_sync_grid;
  m.prepare_context();
  if (options.start) m.begin_at(*options.start);
  if (checks) checks->begin_launch(m.shape, m.allocations, m.program->sites, m.program->module->sources);
  if (checks && m.program->has_warp_sync) checks->follow_warps();
  if (checks && m.program->has_named_barriers) checks->follow_numbered_barriers();
  if (checks && m.program->has_clusters) checks->follow_clusters(m.program->has_split_cluster_barrier);
  if (checks && !m.program->grid_kernels.empty()) checks->follow_grids();
  if (checks && m.program->has_bulk_copies) checks->follow_bulk_copies();
}

Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;

namespace {

// Sets the bits [begin, end).
void mark(uint8_t* bits, uint64_t begin, uint64_t end) {
  while (begin < end && begin % 8) bits[begin >> 3] |= static_cast<uint8_t>(1u << (begin & 7)), ++begin;
  if (begin + 8 <= end) {
    std::memset(bits + (begin >> 3), 0xFF, (end - begin) / 8);
    begin = end / 8 * 8;
  }
  for (; begin < end; ++begin) bits[begin >> 3] |= static_cast<uint8_t>(1u << (begin & 7));
}

// By the host program, while the kernel is at work.
bool stores_to(const KernelLaunch& launch, uint32_t buffer) {
  return std::any_of(launch.host_stores.begin(), launch.host_stores.end(), [&](const HostStore& store) { return store.buffer == buffer; });
}

}  // namespace

void Machine::Impl::add_buffers(const KernelLaunch& launch) {
  const std::vector<std::shared_ptr<const ElementMembers>> members = members_of_buffers(*program, launch);
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    const DeviceBuffer& buffer = launch.buffers[i];
    AllocationInfo info;
    info.name = buffer.name;
    info.bytes = buffer.byte_count();
    info.scalar = buffer.scalar;
    info.element_bytes = static_cast<uint32_t>(std::max<uint64_t>(buffer.element_bytes(), 1));
    info.shape = buffer.goes_on() ? std::vector<uint64_t>{info.bytes / info.element_bytes} : buffer.shape.empty() ? std::vector<uint64_t>{buffer.element_count()} : buffer.shape;
    info.starts_defined = !buffer.is_poisoned;
    info.buffer_index = static_cast<int>(i);
    info.is_output = !buffer.goes_on() && std::find(options.outputs.begin(), options.outputs.end(), static_cast<int>(i)) != options.outputs.end();
    info.may_be_stored = program->unknown_store || stores_to(launch, static_cast<uint32_t>(i));
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
    memory_of.push_back(buffer.lent.bytes ? memory.lend(buffer.lent.bytes, buffer.lent.written, buffer.lent.size)
                        : buffer.goes_on() ? memory.add_zeros(info.bytes, buffer.bytes)
                        : borrows         ? memory.borrow(buffer.bytes)
                                          : memory.add(buffer.bytes, info.may_be_stored));
    for (const DeviceBuffer::ByteRange& range : buffer.filled) mark(memory[memory_of.back()].written_bits, range.begin, std::min(range.end, info.bytes));
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
    const uint64_t handle = texture_handle(texture_number(textures, i));
    std::memcpy(bytes.data(), &handle, sizeof handle);
    return bytes;
  }
  return {};
}

void Machine::Impl::add_program_allocations(const KernelLaunch& launch) {
  const uint32_t dynamic_shared_bytes = launch.dynamic_shared_bytes;
  shared_bytes = program->dynamic_shared >= 0 ? dynamic_shared_place() + dynamic_shared_bytes : static_shared_bytes();
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
      info.may_be_stored |= stores_to(launch, *buffer);
      info.is_output = std::find(options.outputs.begin(), options.outputs.end(), info.buffer_index) != options.outputs.end();
    }
    if (add_of_heap(launch, from, info)) continue;
    const std::vector<uint8_t>& bytes = is_record ? records[static_cast<size_t>(from.parameter)] : from_host.empty() ? from.bytes : from_host;
    memory_of.push_back(is_global ? memory.add(bytes, info.may_be_stored) : no_allocation);
    allocations.push_back(std::move(info));
  }
  add_lasting_heap(launch);
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
    if (block.is_borrowed) view.is_read_only = true;
    if (i < options.follows_reads.size() && options.follows_reads[i] && block.may_be_stored) {
      block.read.assign(block.written.size(), 0);
      view.read = block.read.data();
    }
    view.written = block.written_bits;
    view.dirty = block.dirty.data();
  }
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

void Machine::Impl::limit_residents() {
  const uint64_t block_bytes = uint64_t{warps_per_block} * (slot_words * 4 + local_stride * warp_size * 9 / 8) + shared_bytes + 4096;
  // A grid barrier wants as many as the hardware may hold (132 multiprocessors of 32 blocks).
  max_resident = static_cast<uint32_t>(std::clamp<uint64_t>((512ull << 20) / block_bytes, 4, program->has_grid_barrier ? 4224 : 1024));
  max_resident = std::max(max_resident, shape.cluster_size());
  const bool many = options.schedule == Schedule::random || options.schedule == Schedule::adversarial;
  state.wanted_resident = std::min<uint32_t>(many ? 16 : options.schedule == Schedule::round_robin ? 4 : 1, max_resident);
}

// Random schedules start the blocks as i -> (i * factor + offset) mod count, which meets each block once. Where blocks form clusters, whole clusters are
// started so, and the blocks of each by their ranks.
void Machine::Impl::choose_order(uint64_t seed) {
  const uint64_t units = block_count / shape.cluster_size();
  const bool is_random = options.schedule == Schedule::random || options.schedule == Schedule::adversarial;
  state.random = seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
  order_factor = order_inverse = 1;
  order_offset = 0;
  if (!is_random || units < 2) return;
  uint64_t factor = random() % units;
  while (factor == 0 || std::gcd(factor, units) != 1) factor = (factor + 1) % units;
  order_factor = factor;
  order_offset = random() % units;
  // The inverse of the factor, by Euclid.
  int64_t a = static_cast<int64_t>(factor), b = static_cast<int64_t>(units), x = 1, y = 0;
  while (b) {
    const int64_t q = a / b;
    a = std::exchange(b, a - q * b);
    x = std::exchange(y, x - q * y);
  }
  const int64_t n = static_cast<int64_t>(units);
  order_inverse = static_cast<uint64_t>((x % n + n) % n);
}

uint32_t Machine::Impl::block_at(uint64_t position) const {
  const uint32_t size = shape.cluster_size();
  const uint32_t unit = unit_at(position / size);
  return size == 1 ? unit : shape.block_of_cluster(unit, static_cast<uint32_t>(position % size));
}

uint32_t Machine::Impl::unit_at(uint64_t position) const {
  const uint64_t units = block_count / shape.cluster_size();
  if (is_told()) return told_unit_at(position);
  if (options.schedule == Schedule::reverse) return static_cast<uint32_t>(units - 1 - position);
  if (order_factor == 1 && order_offset == 0) return static_cast<uint32_t>(position);
  return static_cast<uint32_t>((static_cast<unsigned __int128>(position) * order_factor + order_offset) % units);
}

uint64_t Machine::Impl::position_of(uint32_t block) const {
  const uint32_t size = shape.cluster_size();
  if (size == 1) return unit_position_of(block);
  return unit_position_of(shape.cluster_of(block)) * size + shape.cluster_rank(block);
}

uint64_t Machine::Impl::unit_position_of(uint32_t unit) const {
  const uint64_t units = block_count / shape.cluster_size();
  if (is_told()) return told_unit_position_of(unit);
  if (options.schedule == Schedule::reverse) return units - 1 - unit;
  if (order_factor == 1 && order_offset == 0) return unit;
  return static_cast<uint64_t>(static_cast<unsigned __int128>(unit + units - order_offset) % units * order_inverse % units);
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
  for (size_t pc = 0; pc < program->code.size(); ++pc) has_looks |= is_atomic(program->code[pc].op) || program->info[pc].is_volatile;
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
  warp_context.owner = this;
  warp_context.arrive_at_cluster = [](RunContext& c, const Ins& ins) { static_cast<Impl*>(c.owner)->arrive_at_cluster(c, ins); };
  warp_context.pass_cluster = [](RunContext& c) { return static_cast<Impl*>(c.owner)->pass_cluster(c); };
  warp_context.cluster_memory = [](RunContext& c, uint32_t allocation) { return static_cast<Impl*>(c.owner)->memory_in_cluster(c, allocation); };
  warp_context.launch_grids = [](RunContext& c, const Ins& ins) { static_cast<Impl*>(c.owner)->launch_grids(c, ins); };
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
    const uint32_t place = place_of(id - first_program_allocation);
    if (place == SharedLayout::not_there) continue;
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

}  // namespace wb

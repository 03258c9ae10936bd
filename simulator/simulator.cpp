// The two functions of simulator.h, as lists of passes.
#include "simulator/simulator.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <set>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/counter_profile.h"
#include "simulator/analysis/launch_limits.h"
#include "simulator/analysis/many_buffers.h"
#include "simulator/analysis/race_table.h"
#include "simulator/explain/callers.h"
#include "simulator/explain/closer_look.h"
#include "simulator/explain/lock_circles.h"
#include "simulator/language/front_end.h"
#include "simulator/machine/buffer_pointers.h"
#include "simulator/machine/clusters.h"
#include "simulator/machine/lasting_heap.h"
#include "simulator/machine/machine.h"
#include "simulator/machine/number_checks.h"
#include "simulator/machine/parts.h"
#include "simulator/machine/symbols.h"
#include "simulator/machine/textures.h"
#include "simulator/program/lower.h"
#include "simulator/program/order_dependence.h"
#include "simulator/recording/family_recorder.h"
#include "simulator/recording/recorder.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"
#include "simulator/source/limits.h"

namespace wb {

// ---- compile

namespace {

// What a launch passes a pointer to.
bool is_data_pointer(const TypeTable& types, const Type& t) { return t.kind == TypeKind::pointer && types[t.element].kind != TypeKind::function; }
// A pointer to a function is passed as a number: only who has run the program knows it.
ScalarKind scalar_of(const TypeTable& types, const Type& value, bool is_pointed_to) {
  if (value.kind == TypeKind::scalar || value.kind == TypeKind::enumeration) return value.scalar;
  return !is_pointed_to && value.kind == TypeKind::pointer && types[value.element].kind == TypeKind::function ? ScalarKind::longlong : ScalarKind::void_;
}

void add_members(const TypeTable& types, TypeId id, uint64_t offset, const std::string& name, std::vector<RecordMember>& out) {
  const Type& t = types[id];
  if (out.size() >= limits::parameter_bytes) return;
  if (t.kind == TypeKind::record) {
    const Record& record = types.records[t.index];
    for (const Field& field : record.fields) {
      add_members(types, field.type, offset + field.offset, name + (name.empty() || field.name.empty() ? "" : ".") + field.name, out);
      if (record.is_union) break;
    }
    return;
  }
  if (t.kind == TypeKind::array) {
    for (uint64_t i = 0; i < t.count && out.size() < limits::parameter_bytes; ++i)
      add_members(types, t.element, offset + i * types.size_of(t.element), name + "[" + std::to_string(i) + "]", out);
    return;
  }
  RecordMember member;
  member.name = name;
  member.type = types.name(id);
  member.offset = static_cast<uint32_t>(offset);
  member.is_pointer = is_data_pointer(types, t);
  member.bytes = static_cast<uint32_t>(types.size_of(member.is_pointer ? t.element : id));
  const Type& value = member.is_pointer ? types[t.element] : t;
  member.pointee_is_const = member.is_pointer && value.is_const;
  member.scalar = scalar_of(types, value, member.is_pointer);
  out.push_back(std::move(member));
}

KernelParameter describe_parameter(const Module& m, VarId id) {
  const Variable& v = m[id];
  const Type& t = m.types[v.type];
  KernelParameter p;
  p.name = v.name;
  p.type = m.types.name(v.type);
  p.is_pointer = is_data_pointer(m.types, t);
  const TypeId of = p.is_pointer ? t.element : v.type;
  const Type& value = m.types[of];
  p.pointee_is_const = p.is_pointer && value.is_const;
  p.scalar = scalar_of(m.types, value, p.is_pointer);
  p.bytes = static_cast<uint32_t>(m.types.size_of(of));
  if (value.kind == TypeKind::record) add_members(m.types, of, 0, "", p.members);
  return p;
}

// texture<uchar4, 2, cudaReadModeNormalizedFloat>, by the name of its type.
std::optional<TextureReference> texture_reference(const Module& m, VarId id) {
  const Variable& v = m[id];
  const std::string type = m.types.name(v.type);
  const size_t open = type.find("texture<"), comma = type.find(',');
  if (v.storage != Storage::constant || open == std::string::npos || comma == std::string::npos) return std::nullopt;
  TextureReference reference{v.name, type.substr(open + 8, comma - open - 8), 1, false};
  const size_t digit = type.find_first_of("123", comma), mode = type.find(',', comma + 1);
  if (digit != std::string::npos) reference.dimensions = static_cast<uint32_t>(type[digit] - '0');
  if (mode != std::string::npos) reference.reads_floats = type.find("Normalized", mode) != std::string::npos || type.find('1', mode) != std::string::npos;
  return reference;
}

bool is_texture(const CompileResult& result, const std::string& name) {
  return std::any_of(result.textures.begin(), result.textures.end(), [&](const TextureReference& t) { return t.name == name; });
}

// What the host can set: of the kernel's variables all that the launch wants to know, of the others in the file the names.
void list_variables(const Program& program, CompileResult& result) {
  for (const ProgramAllocation& a : program.allocations)
    if (!a.symbol.empty() && !is_texture(result, a.symbol))
      result.variables.push_back({a.symbol, a.storage == Storage::constant, a.info.scalar, a.info.element_bytes, a.bytes});
  const Module& m = *program.module;
  std::set<std::string> names;
  for (const Variable& v : m.variables) {
    TypeId type = v.type;
    while (m.types.is_array(type)) type = m.types[type].element;
    const bool is_of_host = v.storage == Storage::device_global || v.storage == Storage::constant;
    if (is_of_host && type.v && !m.types[type].is_const && !m.sources->is_library(v.span.file) && !is_texture(result, v.name)) names.insert(v.name);
  }
  result.variables_in_file.assign(names.begin(), names.end());
}

std::string display_name(const Function& f) { return f.display_name.empty() ? f.name : f.display_name; }

}  // namespace

CompileResult compile(std::string file_name, std::string text, std::string_view kernel, const CompileOptions& options) {
  CompileResult result;
  DiagSink diags;
  auto sources = std::make_shared<SourceMap>();
  const FileId main = sources->add(std::move(file_name), std::move(text));
  result.sources = sources;

  const FrontEndOptions front_end{options.contract, options.defines, options.read_include};
  const FrontEndResult parsed = parse_module(sources, main, kernel, front_end, diags);
  if (parsed.module)
    for (const Function& f : parsed.module->functions)  // also those that cannot run: what keeps them from it is said, not that they are missing
      if (f.is_kernel && f.body) result.kernels_in_file.push_back(display_name(f));
  // From here on every expression has a type and every name is resolved.
  if (parsed.ok && !diags.has_errors()) {
    result.module = parsed.module;
    const Function& f = (*parsed.module)[parsed.kernel];
    result.kernel = display_name(f);
    for (VarId parameter : f.parameters) result.parameters.push_back(describe_parameter(*parsed.module, parameter));
    for (VarId global : parsed.module->globals)
      if (auto reference = texture_reference(*parsed.module, global)) result.textures.push_back(std::move(*reference));
    result.program = lower_kernel(parsed.module, parsed.kernel, diags);
    if (result.program) result.static_shared_bytes = result.program->static_shared_bytes;
    else result.module = nullptr;
    if (result.program) list_variables(*result.program, result);
  }
  result.diagnostics = diags.all();
  return result;
}

// ---- schedules by name

const char* schedule_name(Schedule schedule) {
  switch (schedule) {
    case Schedule::in_order: return "in-order";
    case Schedule::reverse: return "reverse";
    case Schedule::round_robin: return "round-robin";
    case Schedule::random: return "random";
    case Schedule::adversarial: return "adversarial";
  }
  return "";
}

std::optional<Schedule> schedule_from_name(std::string_view name) {
  for (Schedule s : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial})
    if (name == schedule_name(s)) return s;
  return std::nullopt;
}

// ---- simulate

namespace {

// A pointer may stand behind the last element, as in C++, and no further.
std::optional<Finding> check_place(const DeviceBuffer& buffer, uint64_t byte_offset, const std::string& who) {
  if (byte_offset <= buffer.bytes.size()) return std::nullopt;
  return invalid_launch(who + " starts at byte " + std::to_string(byte_offset) + " of buffer `" + buffer.name + "`, which has " + std::to_string(buffer.bytes.size()), "start inside of the buffer");
}

// A launch.invalid finding for the first thing that does not fit the program.
std::optional<Finding> check_launch(const Program& program, const KernelLaunch& launch) {
  if (auto broken = check_launch_limits(launch.grid, launch.block, {program.static_shared_bytes, launch.dynamic_shared_bytes, launch.shared_opt_in})) return broken;
  if (auto broken = check_cluster(launch, program)) return broken;
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (blocks > limits::blocks)
    return invalid_launch("the grid has " + std::to_string(blocks) + " blocks, more than the " + std::to_string(limits::blocks) + " that this simulator runs",
                          "launch a smaller grid");
  const uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  const Function& kernel = (*program.module)[program.kernel];
  if (kernel.max_threads && threads > kernel.max_threads)
    return invalid_launch("a block has " + std::to_string(threads) + " threads and the kernel's `__launch_bounds__` allow " + std::to_string(kernel.max_threads),
                          "launch smaller blocks or raise the bound");
  if (launch.arguments.size() != program.own_parameters())
    return invalid_launch("the kernel takes " + std::to_string(program.own_parameters()) + " arguments and the launch gives " + std::to_string(launch.arguments.size()),
                          "give one argument for each parameter");
  for (size_t i = 0; i < program.own_parameters(); ++i) {
    const ProgramParameter& parameter = program.parameters[i];
    const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[i]);
    const auto* record = std::get_if<RecordArgument>(&launch.arguments[i]);
    const TypeTable& types = program.module->types;
    if (types.is_record(parameter.type)) {
      const uint64_t size = types.size_of(parameter.type);
      if (!record || record->bytes.size() != size)
        return invalid_launch("parameter `" + parameter.name + "` is of type `" + types.name(parameter.type) + "`, a record of " + std::to_string(size) + " bytes, and the launch gives it " +
                                  (record ? std::to_string(record->bytes.size()) + " bytes" : buffer ? "a buffer" : "a number"), "give it a record");
      for (const RecordArgument::Pointer& pointer : record->pointers) {
        if (pointer.buffer >= launch.buffers.size() || pointer.offset + 8ull > size)
          return invalid_launch("a pointer in parameter `" + parameter.name + "` is given a buffer that the launch does not have", "name one of its buffers");
        if (auto outside = check_place(launch.buffers[pointer.buffer], pointer.byte_offset, "a pointer in parameter `" + parameter.name + "`")) return outside;
      }
      continue;
    }
    if (record)
      return invalid_launch("parameter `" + parameter.name + "` is of type `" + types.name(parameter.type) + "` and the launch gives it a record",
                            parameter.is_pointer ? "give it a buffer" : "give it a number");
    const auto* number = std::get_if<uint64_t>(&launch.arguments[i]);
    const bool is_null = parameter.is_pointer && number && *number == 0;
    if (parameter.is_pointer != (buffer != nullptr) && !is_null)
      return invalid_launch("parameter `" + parameter.name + "` is of type `" + program.module->types.name(parameter.type) + "` and the launch gives it " +
                                (buffer ? "a buffer" : "a number"),
                            buffer ? "give it a number" : "give it a buffer");
    if (buffer && buffer->index >= launch.buffers.size())
      return invalid_launch("parameter `" + parameter.name + "` is given a buffer that the launch does not have", "name one of its buffers");
    if (buffer)
      if (auto outside = check_place(launch.buffers[buffer->index], buffer->byte_offset, "parameter `" + parameter.name + "`")) return outside;
  }
  uint64_t total = 0;
  for (const DeviceBuffer& buffer : launch.buffers) {
    total += buffer.bytes.size();
    if (buffer.bytes.size() > limits::buffer_bytes || total > limits::launch_bytes)
      return invalid_launch("buffer `" + buffer.name + "` of " + std::to_string(buffer.bytes.size()) + " bytes is more than this simulator holds", "use a smaller one");
  }
  if (auto broken = check_symbols(program, launch)) return broken;
  if (auto broken = check_pointers(launch)) return broken;
  if (auto broken = check_heap(launch)) return broken;
  return check_textures(launch);
}

// Where the warps of the block at work stand: what a finding about a run that cannot go on names.
std::vector<BarrierStand> stands_of(Machine& machine, uint32_t block_index) {
  std::vector<BarrierStand> stands;
  const BlockState* block = machine.resident(block_index);
  if (!block) return stands;
  for (uint32_t w = 0; w < block->warps.size(); ++w)
    for (const Split& split : block->warps[w].splits) {
      BarrierStand stand;
      stand.state = split.at_barrier || split.waits_for ? BarrierStand::State::waiting : BarrierStand::State::elsewhere;
      stand.warp = w;
      stand.lanes = split.lanes;
      stand.site = machine.program().info[split.pc].site;
      stand.span = machine.program().info[split.pc].span;
      stands.push_back(stand);
    }
  return stands;
}

// Barriers with numbers at which somebody of the block waits.
std::vector<LackingBarrier> lacking_barriers(const BlockState& block) {
  std::vector<LackingBarrier> lacking;
  for (uint32_t number = 0; number < block.named.size(); ++number) {
    const NamedBarrier& barrier = block.named[number];
    if (barrier.waiting) lacking.push_back({number, barrier.arrived, barrier.is_for_all ? block.live_warps * warp_size : barrier.expected});
  }
  return lacking;
}

// Who does not come to such a barrier may have left.
void add_exited(std::vector<BarrierStand>& stands, const BlockState& block) {
  for (uint32_t w = 0; w < block.warps.size(); ++w)
    if (block.warps[w].exited) stands.push_back({.state = BarrierStand::State::exited, .warp = w, .lanes = block.warps[w].exited});
}

// Blocks that a block at a barrier of the grid waits for, though they have left.
std::vector<uint32_t> left_blocks(const Machine& machine, uint32_t waiting) {
  std::vector<uint32_t> left;
  const BlockState* block = machine.resident(waiting);
  if (!block || !block->at_grid_barrier) return left;
  const std::vector<LaneState> states = machine.block_states();
  for (uint32_t b = 0; b < states.size(); ++b)
    if (states[b] == LaneState::done) left.push_back(b);
  return left;
}

// One that waits for itself, rather than for the grid.
uint32_t stuck_block(const Machine& machine) {
  const auto& resident = machine.state().resident;
  const auto own = std::find_if(resident.begin(), resident.end(), [](const auto& block) { return !block->at_grid_barrier; });
  return (own == resident.end() ? resident.front() : *own)->index;
}

void report_stop(Machine& machine, Checks& checks, FindingKind kind) {
  uint32_t block = 0;
  if (auto next = machine.next()) block = next->block;
  else if (!machine.state().resident.empty()) block = stuck_block(machine);
  std::vector<BarrierStand> stands = stands_of(machine, block);
  const BlockState* state = machine.resident(block);
  const std::vector<LackingBarrier> lacking = state ? lacking_barriers(*state) : std::vector<LackingBarrier>{};
  if (!lacking.empty()) add_exited(stands, *state);
  checks.stopped(kind, block, machine.tick(), stands, left_blocks(machine, block), lacking);
}

void report_budget(Machine& machine, Checks& checks) {
  report_stop(machine, checks, FindingKind::budget);
  if (const std::optional<EndlessLanes> poll = machine.find_poll()) checks.last_poll(*poll);
}

// One flag an element: did the kernel write any byte of it?
std::vector<bool> written_elements(const Memory::Block& block, uint64_t elements, uint64_t step) {
  std::vector<bool> written(elements, false);
  if (!block.may_be_stored) return written;
  for (uint64_t i = 0; i < elements;) {
    const uint64_t byte = i * step;
    uint64_t word = 0;  // of 64 bytes
    if (byte % 8 == 0) std::memcpy(&word, block.written.data() + byte / 8, 8);
    const uint64_t whole = 64 / step;
    if (byte % 8 == 0 && whole && 64 % step == 0 && i + whole <= elements && (word == 0 || word == ~uint64_t{0})) {
      if (word) std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(i), whole, true);
      i += whole;
      continue;
    }
    bool any = false;
    for (uint64_t b = byte; b < byte + step; ++b) any |= block.written[b >> 3] >> (b & 7) & 1;
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
    buffer.bytes = machine.take_bytes(i);
    buffers.push_back(std::move(buffer));
  }
  take_symbols(machine, launch, buffers);
  return buffers;
}

constexpr uint64_t ticks_between_looks = 1 << 16;  // at the stop token and the clock
constexpr uint64_t first_look_ahead = 1 << 13;     // may it go on like this for ever? The next ones come at twice the tick each; while blocks come and go it does not

// May another schedule lead the threads elsewhere?
bool is_steered(const Checks& checks, const Program& program, const KernelLaunch& launch) {
  const std::vector<bool> none(checks.allocations().size());
  SeenRun seen{checks.executed(), none, none, checks.allocations()};
  const LeftOutRaces& left_out = checks.race_table().left_out();
  for (size_t a = 0; a < left_out.allocations.size(); ++a) seen.racing[a] = left_out.allocations[a];
  for (const RacePair& pair : checks.racing_pairs()) {
    if (pair.is_guess) continue;  // nobody has told that its value is chance
    seen.racing[pair.allocation] = true;
    if (pair.access[0] == AccessKind::store && pair.access[1] == AccessKind::store && !pair.different_values && !pair.merged_values) seen.agreeing[pair.allocation] = true;
  }
  return steers_by_order(program, launch, seen);
}

// The most severe first, then by tick, as Checks gives them.
void add_findings(std::vector<Finding>& findings, std::vector<Finding> more) {
  findings.insert(findings.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) { return a.severity != b.severity ? a.severity > b.severity : a.tick < b.tick; });
}

void add_lock_circles(SimulationResult& result, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, uint64_t end,
                      const std::stop_token& stop) {
  if (!options.checks || options.schedule != Schedule::in_order || !options.told.empty() || result.status != SimulationStatus::finished) return;
  add_findings(result.findings, find_lock_circles(program, launch, end, stop));
}

// Where a run hangs since threads wait for each other's locks: that is told, in the place of who looks at what in vain.
void name_holders(SimulationResult& result, const std::optional<EndlessWait>& wait, const std::shared_ptr<const Program>& program, const KernelLaunch& launch,
                  const MachineOptions& options, uint64_t end, const std::stop_token& stop) {
  const auto told = std::find_if(result.findings.begin(), result.findings.end(), [](const Finding& finding) { return finding.code == "deadlock.poll"; });
  if (!wait || told == result.findings.end()) return;
  if (std::optional<Finding> circle = find_closed_circle(*wait, program, launch, options, end, stop)) *told = std::move(*circle);
}

// The heap for the next launch; pointers in buffers are made to name it.
void keep_heap(SimulationResult& result, const Machine& machine) {
  const std::shared_ptr<const DeviceHeap> heap = machine.leave_heap();
  if (!heap || heap->blocks.empty()) return;
  for (DeviceBuffer& buffer : result.buffers) renumber(buffer.bytes, heap_pointers_in(buffer.bytes, *heap, machine.heap_memory().allocation), heap_buffer);
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

// What a run that has come to its end, one way or another, leaves.
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

MachineOptions machine_options(const RunOptions& options) {
  MachineOptions own{options.schedule, options.seed, options.outputs, {}};
  own.told = options.told;
  own.borrows_buffers = !options.record;  // what is replayed later must not
  own.stays_in_grid = options.record;     // a recording is of one shape: the launch's own grid
  return own;
}

// One machine that takes a launch from its first step to its end, watched by the checks, the recorder and whoever else was asked for.
class SteppedRun {
 public:
  SteppedRun(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress, const std::stop_token& stop)
      : program_(program), launch_(launch), options_(options), progress_(progress), stop_(stop), machine_options_(machine_options(options)),
        machine_(program, launch, machine_options_, options.checks || options.record || options.watcher ? &checks_ : nullptr), shares_(options.snapshot_bytes), recorder_(shares_.snapshots) {
    if (options.checks && options.count_by_warp) checks_.count_by_warp();
    if (options.checks && options.count_over_time) time_.emplace();
    if (options.record) begin_recording();
    else if (options.watcher && !options.checks) checks_.watch(options.watcher);
  }

  void run(SimulationResult& result) {
    while (!is_over(advance(), result.status)) {
      if (is_behind_recording_) continue;
      if (journal_) recorder_.set_journal(journal_->bytes(), shares_.near + shares_.turns);
      if (options_.record && machine_.tick() >= recorder_.next_stop()) recorder_.take(machine_);
      if (progress_.report) progress_.report(static_cast<double>(machine_.state().finished) / static_cast<double>(machine_.shape().block_count()), machine_.tick());
    }
    report(result);
    if (progress_.report && result.status == SimulationStatus::finished) progress_.report(1.0, machine_.tick());
  }
  // Of a run that is over: `result` has its findings.
  std::shared_ptr<Replay> recording(SimulationResult& result) {
    const uint64_t end = is_behind_recording_ ? recorded_ : machine_.tick();
    auto index = std::make_shared<const RunIndex>(indexer_->finish(end));
    std::shared_ptr<const RunJournal> kept;
    if (journal_ && journal_->is_kept() && recorder_.needs_journal(end)) kept = std::make_shared<const RunJournal>(journal_->finish(end));
    // Beside a journal hardly anybody wants near states but who looks at what was printed.
    recorder_.set_journal(kept ? kept->bytes() : 0, kept && result.console.empty() ? shares_.near : 0);
    auto replay = std::make_shared<Replay>(
        RecordedRun{program_, launch_, machine_options_, recorder_.finish(), end, result.findings, std::move(index), options_.snapshot_bytes, std::move(kept)});
    replay->complete(result.findings);
    return replay;
  }
  // Of one that has been recorded.
  std::shared_ptr<const GridFamily> family(const SimulationResult& result) const {
    if (!is_behind_recording_) return nullptr;
    return std::make_shared<const FamilyRecorder>(FamilyRun{program_, launch_, machine_options_, result.findings, options_.snapshot_bytes}, machine_, result.recording);
  }

 private:
  void begin_recording() {
    indexer_.emplace(machine_, shares_.index);
    if (JournalWriter::can_follow(machine_options_) && program_->grid_kernels.empty() && !program_->has_clusters) indexer_->also_write(&journal_.emplace(machine_, shares_.snapshots / 4 * 3));
    recorder_.take(machine_);
    options_.checks ? checks_.also_tell(&*indexer_) : checks_.watch(&*indexer_);
  }

  // To the next moment at which somebody wants to look.
  MachineStatus advance() {
    uint64_t limit = std::min({machine_.tick() + ticks_between_looks, options_.instruction_budget, next_look_ahead_});
    if (options_.record && !is_behind_recording_) limit = std::min(limit, recorder_.next_stop());
    if (time_) limit = std::min(limit, time_->end());
    const MachineStatus status = indexer_ && !is_behind_recording_ ? indexer_->run(machine_, limit) : machine_.run_until(limit);
    if (time_ && (machine_.tick() >= time_->end() || status != MachineStatus::paused)) time_->take(machine_.tick(), checks_.counters());
    return status;
  }

  // The launch's own grid is recorded; what it has launched runs behind that, with the checks alone.
  void leave_recording() {
    is_behind_recording_ = true;
    recorded_ = machine_.tick();
    checks_.also_tell(nullptr);
    machine_.run_children();
  }

  bool is_over(MachineStatus machine, SimulationStatus& status) {
    if (machine == MachineStatus::finished && options_.record && !is_behind_recording_ && !machine_.state().grids.empty()) return leave_recording(), false;
    if (machine == MachineStatus::finished) return true;
    if (machine == MachineStatus::deadlock) return status = SimulationStatus::deadlock, true;
    if (machine == MachineStatus::trapped) return status = SimulationStatus::trapped, true;
    const bool is_spent = machine_.tick() >= options_.instruction_budget;
    look_ahead(is_spent);
    if (is_spent || endless_) return status = endless_ && endless_->has_polls ? SimulationStatus::deadlock : SimulationStatus::budget_spent, true;
    if (stop_.stop_requested()) return status = SimulationStatus::cancelled, true;
    return false;
  }

  // Now and then, while no block begins or ends: does the run still get anywhere?
  void look_ahead(bool is_spent) {
    if (!is_spent && machine_.tick() < next_look_ahead_) return;
    next_look_ahead_ = 2 * machine_.tick();
    const uint64_t blocks = machine_.state().started + machine_.state().finished;
    if (is_spent || blocks == std::exchange(blocks_then_, blocks)) endless_ = machine_.find_endless_wait();
  }

  void look_closer(SimulationResult& result, uint64_t end) {
    MachineOptions whole = machine_options_;
    whole.stays_in_grid = false;
    const EndedRun ended{program_, launch_, whole, end, stop_};
    result.depends_on_order = look_closer_at_races(checks_, ended) || is_steered(checks_, *program_, launch_);
    look_closer_at_strays(checks_, ended);
  }

  void report(SimulationResult& result) {
    const uint64_t end = machine_.tick();
    if (time_) {
      time_->take(end, checks_.counters());  // what is left when the budget is spent in the middle of a stretch
      result.counters_over_time = time_->result();
    }
    if (indexer_) checks_.also_tell(nullptr);
    if (options_.checks) look_closer(result, end);
    if (endless_) checks_.endless(*endless_, end);
    else if (options_.checks && result.status == SimulationStatus::budget_spent) report_budget(machine_, checks_);
    else if (options_.checks && result.status == SimulationStatus::deadlock) report_stop(machine_, checks_, FindingKind::deadlock);
    result.console = machine_.state().console;
    take_results(result, machine_, checks_, launch_, options_);
    name_holders(result, endless_, program_, launch_, machine_options_, end, stop_);
    add_lock_circles(result, program_, launch_, options_, end, stop_);
    if (options_.numbers) add_findings(result.findings, check_numbers(program_, launch_, machine_options_, end, stop_));
  }

  const std::shared_ptr<const Program>& program_;
  const KernelLaunch& launch_;
  const RunOptions& options_;
  const RunProgress& progress_;
  const std::stop_token& stop_;
  Checks checks_;
  const MachineOptions machine_options_;
  Machine machine_;
  std::optional<TimeBuckets> time_;
  const RecordingShares shares_;
  Recorder recorder_;
  std::optional<RunIndexer> indexer_;
  std::optional<JournalWriter> journal_;
  std::optional<EndlessWait> endless_;
  bool is_behind_recording_ = false;
  uint64_t recorded_ = 0;              // ticks, then
  uint64_t blocks_then_ = UINT64_MAX;  // started and finished, at the last look ahead
  uint64_t next_look_ahead_ = first_look_ahead;
};

// With blocks on several host threads, where they cannot tell. False: it has to be one machine.
bool has_run_in_parts(SimulationResult& result, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress,
                      const std::stop_token& stop) {
  std::optional<JoinedRun> joined = options.numbers || options.watcher ? std::nullopt : run_in_parts(program, launch, options, progress, stop);
  if (!joined) return false;
  if (options.checks) look_closer_at_strays(joined->checks, {program, launch, machine_options(options), joined->warp_instructions, stop});
  take_results(result, *joined->machine, joined->checks, launch, options);
  result.depends_on_order = options.checks && is_steered(joined->checks, *program, launch);
  add_lock_circles(result, program, launch, options, joined->warp_instructions, stop);
  result.counters.warp_instructions = joined->warp_instructions;
  result.counters.thread_instructions = joined->thread_instructions;
  if (progress.report) progress.report(1.0, joined->warp_instructions);
  return true;
}

}  // namespace

SimulationResult simulate(std::shared_ptr<const Program> program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress,
                          std::stop_token stop) try {
  const auto begin = std::chrono::steady_clock::now();
  SimulationResult result;
  if (auto invalid = check_launch(*program, launch)) {
    result.status = SimulationStatus::invalid_launch;
    result.buffers = launch.buffers;
    result.findings.push_back(std::move(*invalid));
    return result;
  }
  std::optional<SteppedRun> run;
  if (!has_run_in_parts(result, program, launch, options, progress, stop)) run.emplace(program, launch, options, progress, stop).run(result);
  result.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (run && options.record) {
    result.recording = run->recording(result);
    result.family = run->family(result);
  }
  return result;
} catch (const std::bad_alloc&) {
  SimulationResult result;
  result.status = SimulationStatus::out_of_memory;
  result.buffers = launch.buffers;
  return result;
}

}  // namespace wb

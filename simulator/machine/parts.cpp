#include "simulator/machine/parts.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "simulator/machine/clusters.h"
#include "simulator/machine/symbols.h"
#include "simulator/program/known_targets.h"

namespace wb {
namespace {

constexpr uint64_t threads_worth_it = 1 << 15;        // of the launch: a smaller one is done before a host thread has begun
constexpr uint64_t most_copied_bytes = 1ull << 30;    // of memory that is stored to, all parts together
constexpr uint64_t ticks_between_looks = 1 << 16;

// ---- may this launch be cut at all?

struct Plan {
  std::map<uint32_t, Opcode> gathered;  // allocations that are only ever worked on by this atomic
};

class Planner {
 public:
  Planner(const Program& program, const KernelLaunch& launch) : p_(program), launch_(launch), targets_(program, launch) {}

  std::optional<Plan> plan() {
    if (p_.has_calls || p_.has_grid_barrier || launch_.heap || cluster_of(launch_, p_) != Index3{1, 1, 1}) return std::nullopt;
    for (const DeviceBuffer& buffer : launch_.buffers)
      if (!buffer.filled.empty()) return std::nullopt;  // what has values would be taken for what a part has stored
    Plan plan;
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      const Ins& ins = p_.code[pc];
      if (!stays_in_block(ins.op)) return std::nullopt;
      if (!is_atomic(ins.op)) continue;
      const std::optional<uint32_t> allocation = targets_.of(ins);
      if (!allocation) return std::nullopt;
      if (is_of_block(*allocation)) continue;
      if (*allocation >= launch_.buffers.size() && p_.allocations[*allocation - launch_.buffers.size()].parameter >= 0) return std::nullopt;
      if (!is_free_of_order(ins.op) || p_.info[pc].result_used) return std::nullopt;
      if (plan.gathered.try_emplace(*allocation, ins.op).first->second != ins.op) return std::nullopt;
    }
    if (plan.gathered.empty()) return plan;
    for (const Ins& ins : p_.code) {  // nothing else may come near those
      if (!is_load(ins.op) && !is_store(ins.op) && !is_async_copy(ins.op)) continue;
      const std::optional<uint32_t> allocation = targets_.of(ins);
      if (!allocation || plan.gathered.count(*allocation)) return std::nullopt;
    }
    return plan;
  }

 private:
  bool is_of_block(uint32_t allocation) const {
    if (allocation < launch_.buffers.size()) return false;
    const Space space = p_.allocations[allocation - launch_.buffers.size()].info.space;
    return space == Space::shared || space == Space::local;
  }

  const Program& p_;
  const KernelLaunch& launch_;
  KnownTargets targets_;
};

// ---- one part

struct Part {
  uint64_t begin = 0, end = 0;
  Checks checks;
  std::unique_ptr<Machine> machine;
};

// What the parts know of each other while they run.
struct Together {
  std::atomic<bool> given_up = false;
  std::atomic<uint64_t> ticks = 0, finished = 0;
};

class Runner {
 public:
  Runner(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress,
         std::stop_token stop, std::vector<bool> follows_reads)
      : program_(program), launch_(launch), options_(options), progress_(progress), stop_(std::move(stop)), follows_reads_(std::move(follows_reads)) {}

  bool run(std::vector<Part>& parts) {
    std::vector<std::thread> threads;
    try {
      for (size_t i = 1; i < parts.size(); ++i) threads.emplace_back([this, &part = parts[i]] { run_part(part, false); });
    } catch (const std::system_error&) {
      together_.given_up = true;
    }
    run_part(parts[0], true);
    for (std::thread& thread : threads) thread.join();
    return !together_.given_up;
  }

 private:
  void run_part(Part& part, bool reports) try {
    MachineOptions machine_options{options_.schedule, options_.seed, options_.outputs, {}};
    machine_options.begin = part.begin;
    machine_options.end = part.end;
    machine_options.borrows_buffers = true;
    machine_options.follows_reads = follows_reads_;
    part.machine = std::make_unique<Machine>(program_, launch_, machine_options, options_.checks ? &part.checks : nullptr);
    if (options_.checks && options_.count_by_warp) part.checks.count_by_warp();
    uint64_t ticks = 0, finished = 0;
    while (!together_.given_up) {
      const MachineStatus status = part.machine->run_until(part.machine->tick() + ticks_between_looks);
      together_.ticks += part.machine->tick() - std::exchange(ticks, part.machine->tick());
      together_.finished += part.machine->state().finished - std::exchange(finished, part.machine->state().finished);
      const bool is_for_one_thread = status == MachineStatus::deadlock || part.machine->state().has_interleaved || part.checks.has_races() ||
                                     together_.ticks >= options_.instruction_budget || stop_.stop_requested();
      if (is_for_one_thread) together_.given_up = true;
      if (status == MachineStatus::finished) return;
      if (reports && progress_.report)
        progress_.report(static_cast<double>(together_.finished) / static_cast<double>(part.machine->shape().block_count()), together_.ticks);
    }
  } catch (const std::bad_alloc&) {
    together_.given_up = true;
  }

  std::shared_ptr<const Program> program_;
  const KernelLaunch& launch_;
  const RunOptions& options_;
  const RunProgress& progress_;
  std::stop_token stop_;
  std::vector<bool> follows_reads_;
  Together together_;
};

// ---- putting them together

using Map = std::vector<uint8_t>;
uint64_t word_of(const Map& map, size_t at) {
  uint64_t word;
  std::memcpy(&word, map.data() + at, 8);
  return word;
}
bool have_common_bit(const Map& a, const Map& b) {
  uint64_t common = 0;
  for (size_t at = 0; at + 8 <= a.size() && at + 8 <= b.size(); at += 8) common |= word_of(a, at) & word_of(b, at);
  return common != 0;
}
void add_bits(Map& to, const Map& from) {
  for (size_t at = 0; at < to.size() && at < from.size(); ++at) to[at] |= from[at];
}

// Has a part loaded what an earlier one stored, or, where races count, touched what another one stored?
bool depend_on_each_other(const std::vector<Part>& parts, size_t block, bool is_checked) {
  Map stored = parts[0].machine->memory()[static_cast<uint32_t>(block)].written, loaded = parts[0].machine->memory()[static_cast<uint32_t>(block)].read;
  for (size_t i = 1; i < parts.size(); ++i) {
    const Memory::Block& now = parts[i].machine->memory()[static_cast<uint32_t>(block)];
    if (have_common_bit(stored, now.read)) return true;
    if (is_checked && (have_common_bit(stored, now.written) || have_common_bit(loaded, now.written))) return true;
    add_bits(stored, now.written);
    add_bits(loaded, now.read);
  }
  return false;
}

void take_stores(Memory::Block& to, const Memory::Block& from) {
  for (uint64_t byte = 0; byte < to.size; byte += 64) {
    const uint64_t stored = word_of(from.written, byte / 8);
    if (!stored) continue;
    const uint64_t count = std::min<uint64_t>(64, to.size - byte);
    if (stored == ~uint64_t{0}) {
      std::memcpy(to.data + byte, from.data + byte, count);
      continue;
    }
    for (uint64_t i = 0; i < count; ++i)
      if (stored >> i & 1) to.data[byte + i] = from.data[byte + i];
  }
}

template <class T>
T gathered(Opcode op, T start, T a, T b) {
  using S = std::make_signed_t<T>;
  switch (op) {
    case Opcode::atom_min_i32: case Opcode::atom_min_i64: return static_cast<S>(a) < static_cast<S>(b) ? a : b;
    case Opcode::atom_max_i32: case Opcode::atom_max_i64: return static_cast<S>(a) > static_cast<S>(b) ? a : b;
    case Opcode::atom_min_u32: case Opcode::atom_min_u64: return std::min(a, b);
    case Opcode::atom_max_u32: case Opcode::atom_max_u64: return std::max(a, b);
    case Opcode::atom_and_32: case Opcode::atom_and_64: return a & b;
    case Opcode::atom_or_32: case Opcode::atom_or_64: return a | b;
    case Opcode::atom_xor_32: case Opcode::atom_xor_64: return a ^ b ^ start;
    default: return a + b - start;  // sums and differences
  }
}
// Both began with the same bytes: `start`, of the launch.
template <class T>
void gather_elements(Opcode op, Memory::Block& to, const Memory::Block& from, const uint8_t* start) {
  for (uint64_t at = 0; at + sizeof(T) <= to.size; at += sizeof(T)) {
    T was, a, b;
    std::memcpy(&was, start + at, sizeof(T));
    std::memcpy(&a, to.data + at, sizeof(T));
    std::memcpy(&b, from.data + at, sizeof(T));
    const T all = gathered<T>(op, was, a, b);
    std::memcpy(to.data + at, &all, sizeof(T));
  }
}

void join_memory(std::vector<Part>& parts, uint32_t block, const Opcode* gathers, const uint8_t* start) {
  Memory::Block& to = parts[0].machine->memory()[block];
  for (size_t i = 1; i < parts.size(); ++i) {
    const Memory::Block& from = parts[i].machine->memory()[block];
    if (!gathers) take_stores(to, from);
    else if (opcode_info(*gathers).operands[0] == 'D') gather_elements<uint64_t>(*gathers, to, from, start);
    else gather_elements<uint32_t>(*gathers, to, from, start);
    add_bits(to.written, from.written);
  }
}

std::optional<JoinedRun> join(std::vector<Part>& parts, const Plan& plan, const KernelLaunch& launch, const Program& program, const RunOptions& options) {
  const Machine& first = *parts[0].machine;
  for (uint32_t a = 0, block = 0; a < first.allocations().size(); ++a) {
    const Space space = first.allocations()[a].space;
    if (space != Space::global && space != Space::constant) continue;
    const uint32_t at = block++;
    if (!first.memory()[at].may_be_stored) continue;
    const auto gathers = plan.gathered.find(a);
    const bool is_gathered = gathers != plan.gathered.end();
    if (!is_gathered && depend_on_each_other(parts, at, options.checks)) return std::nullopt;
  }
  for (uint32_t a = 0, block = 0; a < first.allocations().size(); ++a) {
    const Space space = first.allocations()[a].space;
    if (space != Space::global && space != Space::constant) continue;
    const uint32_t at = block++;
    if (!first.memory()[at].may_be_stored) continue;
    const auto gathers = plan.gathered.find(a);
    const bool is_own = a >= launch.buffers.size();
    const std::vector<uint8_t> from_host = is_own ? bytes_set_by_host(program.allocations[a - launch.buffers.size()], launch) : std::vector<uint8_t>{};
    const std::vector<uint8_t>& start = !is_own ? launch.buffers[a].bytes : from_host.empty() ? program.allocations[a - launch.buffers.size()].bytes : from_host;
    join_memory(parts, at, gathers == plan.gathered.end() ? nullptr : &gathers->second, start.data());
  }
  JoinedRun joined;
  for (Part& part : parts) {
    if (options.checks) {
      if (&part == &parts[0]) joined.checks = std::move(part.checks);
      else joined.checks.absorb(part.checks, joined.warp_instructions);
    }
    joined.warp_instructions += part.machine->tick();
    joined.thread_instructions += part.machine->state().thread_instructions;
  }
  if (joined.warp_instructions >= options.instruction_budget) return std::nullopt;
  joined.machine = std::move(parts[0].machine);
  joined.machine->set_checks(nullptr);
  return joined;
}

size_t count_parts(const KernelLaunch& launch, const RunOptions& options) {
  const LaunchShape shape{launch.grid, launch.block};
  size_t wanted = options.host_threads;
  if (!wanted) wanted = shape.thread_count() < threads_worth_it ? 1 : std::max(std::thread::hardware_concurrency(), 1u);
  uint64_t bytes = 0;
  for (const DeviceBuffer& buffer : launch.buffers) bytes += buffer.bytes.size();
  const uint64_t affordable = std::max<uint64_t>(most_copied_bytes / std::max<uint64_t>(bytes, 1), 1);
  return std::min<uint64_t>({wanted, shape.block_count(), affordable, 256});
}

}  // namespace

std::optional<JoinedRun> run_in_parts(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options,
                                      const RunProgress& progress, std::stop_token stop) {
  if (options.record || options.count_over_time || options.host_threads == 1 || !options.told.empty()) return std::nullopt;
  if (options.schedule != Schedule::in_order && options.schedule != Schedule::reverse) return std::nullopt;
  std::vector<Part> parts(count_parts(launch, options));
  if (parts.size() < 2) return std::nullopt;
  const std::optional<Plan> plan = Planner(*program, launch).plan();
  if (!plan) return std::nullopt;

  const uint64_t blocks = LaunchShape{launch.grid, launch.block}.block_count();
  for (size_t i = 0; i < parts.size(); ++i) {
    parts[i].begin = blocks * i / parts.size();
    parts[i].end = blocks * (i + 1) / parts.size();
  }
  std::vector<bool> follows_reads(launch.buffers.size() + program->allocations.size());
  for (uint32_t a = 0; a < follows_reads.size(); ++a)
    follows_reads[a] = !plan->gathered.count(a) && (a >= launch.buffers.size() ? program->allocations[a - launch.buffers.size()].info.may_be_stored : true);
  Runner runner(program, launch, options, progress, std::move(stop), std::move(follows_reads));
  if (!runner.run(parts)) return std::nullopt;
  return join(parts, *plan, launch, *program, options);
}

}  // namespace wb

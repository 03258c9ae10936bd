// The machine on programs written by hand: order of lanes, divergence, barriers, schedules, memory, snapshots.
#include <doctest.h>

#include <algorithm>
#include <set>

#include "tests/unit/machine/assembler.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

KernelLaunch launch_of(uint32_t grid, uint32_t block, std::vector<DeviceBuffer> buffers) {
  KernelLaunch launch;
  launch.grid = {grid, 1, 1};
  launch.block = {block, 1, 1};
  for (uint32_t i = 0; i < buffers.size(); ++i) launch.arguments.push_back(BufferArgument{i});
  launch.buffers = std::move(buffers);
  return launch;
}

// *count = *count + 1, by every thread.
std::shared_ptr<const Program> plain_add() {
  Assembler a;
  const uint16_t one = a.constant(1), p = a.buffer();
  const uint16_t v = a.slot();
  a.emit({.op = Opcode::ld_32, .d = v, .a = p, .kind = no_index});
  a.emit({.op = Opcode::add32, .d = v, .a = v, .b = one});
  a.emit({.op = Opcode::st_32, .d = v, .a = p, .kind = no_index});
  return a.done();
}

int32_t count_after(const std::shared_ptr<const Program>& program, uint32_t grid, uint32_t block, MachineOptions options, bool checked = false) {
  Checks checks;
  Machine machine(program, launch_of(grid, block, {buffer_of(ScalarKind::int_, std::vector<int32_t>{0, 0, 0, 0})}), options, checked ? &checks : nullptr);
  CHECK(machine.run_until(100'000'000) == MachineStatus::finished);
  return values_of<int32_t>(machine, 0)[0];
}

// while (atomicCAS(lock, 0, 1) != 0) {}  count++  atomicExch(lock, 0): element 0 counts, element 1 is the lock.
std::shared_ptr<const Program> spin_lock() {
  Assembler a;
  const uint16_t zero = a.constant(0), one = a.constant(1), p = a.buffer();
  const uint16_t old = a.slot(), expected = a.slot(), desired = a.slot(), v = a.slot();
  a.emit({.op = Opcode::mov32, .d = expected, .a = zero});
  a.emit({.op = Opcode::mov32, .d = desired, .a = one});
  const Pc again = a.emit({.op = Opcode::atom_cas_32, .d = old, .a = p, .c = expected, .kind = no_index, .imm = 4});
  a.emit({.op = Opcode::br_true, .a = old, .imm = static_cast<int32_t>(again)});
  a.emit({.op = Opcode::ld_32, .d = v, .a = p, .kind = no_index});
  a.emit({.op = Opcode::add32, .d = v, .a = v, .b = one});
  a.emit({.op = Opcode::st_32, .d = v, .a = p, .kind = no_index});
  a.emit({.op = Opcode::atom_exch_32, .d = old, .a = p, .c = zero, .kind = no_index, .imm = 4});
  return a.done();
}

}  // namespace

TEST_CASE("256 plain additions by one block end at 8 in order: one a warp") {
  CHECK(count_after(plain_add(), 1, 256, {Schedule::in_order, 0, {}}) == 8);
  CHECK(count_after(plain_add(), 1, 256, {Schedule::in_order, 0, {}}, true) == 8);
  CHECK(count_after(plain_add(), 1, 256, {Schedule::reverse, 0, {}}) == 8);
  CHECK(count_after(plain_add(), 1, 256, {Schedule::round_robin, 0, {}}) == 1);
}

TEST_CASE("under random schedules 256 plain additions end anywhere from 1 to 256") {
  for (Schedule schedule : {Schedule::random, Schedule::adversarial}) {
    std::set<int32_t> seen;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      const int32_t count = count_after(plain_add(), 1, 256, {schedule, seed, {}});
      CHECK(count >= 1);
      CHECK(count <= 256);
      seen.insert(count);
      CHECK(count == count_after(plain_add(), 1, 256, {schedule, seed, {}}, true));  // a function of the seed, checked or not
    }
    CHECK(seen.size() > (schedule == Schedule::random ? 3u : 1u));
  }
}

TEST_CASE("a spin lock inside a warp and across blocks ends under every schedule") {
  for (Schedule schedule : all_schedules) {
    CAPTURE(std::string(schedule_name(schedule)));
    CHECK(count_after(spin_lock(), 1, 32, {schedule, 1, {}}) == 32);
    CHECK(count_after(spin_lock(), 3, 64, {schedule, 2, {}}) == 192);
  }
}

TEST_CASE("a block that waits for a flag of a later block lets it run") {
  // Block b spins until flag[b + 1] is set (the last one does not wait), then sets flag[b].
  Assembler a;
  const uint16_t one = a.constant(1), last = a.constant(39), zero = a.constant(0), block = a.special(Special::block_idx_x), p = a.buffer();
  const uint16_t v = a.slot();
  const Pc skip = a.emit({.op = Opcode::br_eq32, .a = block, .b = last});
  const Pc again = a.emit({.op = Opcode::ld_32, .d = v, .a = p, .b = block, .kind = by_i32, .scale = 4, .imm = 4});
  a.emit({.op = Opcode::br_eq32, .a = v, .b = zero, .imm = static_cast<int32_t>(again)});
  a.patch(skip);
  a.emit({.op = Opcode::st_32, .d = one, .a = p, .b = block, .kind = by_i32, .scale = 4});
  const auto program = a.done();
  for (Schedule schedule : all_schedules) {
    CAPTURE(std::string(schedule_name(schedule)));
    Machine machine(program, launch_of(40, 32, {buffer_of(ScalarKind::int_, std::vector<int32_t>(40, 0))}), {schedule, 3, {}}, nullptr);
    CHECK(machine.run_until(50'000'000) == MachineStatus::finished);
    CHECK(values_of<int32_t>(machine, 0) == std::vector<int32_t>(40, 1));
  }
}

TEST_CASE("of several lanes that store to one address the highest wins, in reverse the lowest") {
  Assembler a;
  const uint16_t p = a.buffer(), thread = a.special(Special::thread_idx_x);
  a.emit({.op = Opcode::st_32, .d = thread, .a = p, .kind = no_index});
  const auto program = a.done();
  CHECK(count_after(program, 1, 256, {Schedule::in_order, 0, {}}) == 255);
  CHECK(count_after(program, 1, 256, {Schedule::reverse, 0, {}}) == 0);
}

TEST_CASE("lanes that part at a loop come together behind it") {
  // for (n = 0; n < thread; n++) ;  then one store: a single store instruction for the whole warp.
  Assembler a;
  const uint16_t zero = a.constant(0), one = a.constant(1), p = a.buffer(), thread = a.special(Special::thread_idx_x);
  const uint16_t n = a.slot();
  a.emit({.op = Opcode::mov32, .d = n, .a = zero});
  const Pc out = a.emit({.op = Opcode::br_le_i32, .a = thread, .b = n});
  const Pc body = a.emit({.op = Opcode::add32, .d = n, .a = n, .b = one});
  a.emit({.op = Opcode::br_lt_i32, .a = n, .b = thread, .imm = static_cast<int32_t>(body)});
  a.patch(out);
  a.emit({.op = Opcode::st_32, .d = n, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  Machine machine(a.done(), launch_of(1, 32, {buffer_of(ScalarKind::int_, std::vector<int32_t>(32, -1))}), {}, nullptr);
  CHECK(machine.run_until(1000) == MachineStatus::finished);
  for (int32_t i = 0; i < 32; ++i) CHECK(values_of<int32_t>(machine, 0)[static_cast<size_t>(i)] == i);
  CHECK(machine.tick() == 2 + 31 * 2 + 2);  // 31 passes, then one store and one end
}

TEST_CASE("a run stopped at any tick and one that never stops are the same run") {
  const auto program = spin_lock();
  for (Schedule schedule : all_schedules) {
    CAPTURE(std::string(schedule_name(schedule)));
    const KernelLaunch launch = launch_of(2, 64, {buffer_of(ScalarKind::int_, std::vector<int32_t>{0, 0})});
    const MachineOptions options{schedule, 7, {}};
    Machine whole(program, launch, options, nullptr), stepped(program, launch, options, nullptr);
    whole.run_until(end_of_time);
    std::vector<MachineState> saved;
    while (!stepped.is_finished()) {
      if (stepped.tick() % 97 == 0) saved.push_back(stepped.save());
      if (!stepped.next()) break;
      stepped.run_until(stepped.tick() + 1);
    }
    CHECK(stepped.tick() == whole.tick());
    CHECK(values_of<int32_t>(stepped, 0) == values_of<int32_t>(whole, 0));
    for (size_t i = 0; i < saved.size(); i += saved.size() / 5 + 1) {
      stepped.load(saved[i]);
      CHECK(stepped.tick() == saved[i].tick);
      stepped.run_until(end_of_time);
      CHECK(stepped.tick() == whole.tick());
      CHECK(values_of<int32_t>(stepped, 0) == values_of<int32_t>(whole, 0));
    }
  }
}

TEST_CASE("a snapshot brings back memory and shares the pages that nobody wrote") {
  Memory memory;
  std::vector<uint8_t> bytes(3 * page_bytes);
  for (size_t at = 0; at < bytes.size(); ++at) bytes[at] = static_cast<uint8_t>(1 + at / page_bytes);
  const uint32_t a = memory.add(bytes, true);
  const MemoryImage first = memory.save();
  CHECK(first.bytes >= 3 * sizeof(Page));
  CHECK(first.bytes < 5 * sizeof(Page));
  memory[a].bytes[page_bytes] = 9;
  memory[a].dirty[1] = 1;
  const MemoryImage second = memory.save();
  CHECK(second.bytes >= sizeof(Page));
  CHECK(second.bytes < 3 * sizeof(Page));
  CHECK(first.page(a, 0) == second.page(a, 0));
  CHECK(first.page(a, 1) != second.page(a, 1));
  const MemoryImage third = memory.save();
  CHECK(second.runs == third.runs);
  CHECK(memory.bytes_to_load(third, 1 << 20) == 0);
  CHECK(memory.bytes_to_load(first, 1 << 20) == page_bytes);
  memory[a].dirty[0] = memory[a].dirty[2] = 1;
  CHECK(memory.bytes_to_load(first, 1 << 20) == 3 * page_bytes);
  CHECK(memory.bytes_to_load(first, page_bytes) == page_bytes);
  memory.load(first);
  CHECK(memory.bytes_to_load(first, 1 << 20) == 0);
  CHECK(memory[a].bytes[page_bytes] == 2);
  memory.load(second);
  CHECK(memory[a].bytes[page_bytes] == 9);
}

TEST_CASE("the first snapshot of a big buffer holds pages that are alike once, and later ones hold those that were written") {
  constexpr size_t pages = 4096;
  Memory memory;
  const uint32_t poison = memory.add(std::vector<uint8_t>(pages * page_bytes + 100, 0xCD), true);
  std::vector<uint8_t> half(pages * page_bytes);
  for (size_t at = half.size() / 2; at < half.size(); ++at) half[at] = static_cast<uint8_t>(at / page_bytes * 7 + at);
  const uint32_t used = memory.add(half, true);
  const MemoryImage first = memory.save();
  CHECK(first.bytes < (pages / 2 + 8) * sizeof(Page) + pages / 2 / pages_of_run * sizeof(PageRun) + 3 * pages / pages_of_run * sizeof(void*) + 4 * sizeof(PageRun));
  const auto store = [&](uint32_t allocation, size_t page, uint8_t value) {
    memory[allocation].bytes[page * page_bytes + 5] = value;
    memory[allocation].dirty[page] = 1;
  };
  for (const size_t page : {size_t{0}, size_t{77}, size_t{78}, pages}) store(poison, page, 3);
  store(used, 9, 4);
  const MemoryImage second = memory.save();
  CHECK(second.page(poison, 77) != second.page(poison, 78));
  CHECK(second.page(poison, 79) == first.page(poison, 79));
  store(poison, 79, 8);
  memory.load(first);
  CHECK(std::count(memory[poison].bytes.begin(), memory[poison].bytes.end(), 0xCD) == pages * page_bytes + 100);
  CHECK(std::equal(half.begin(), half.end(), memory[used].bytes.begin()));
  memory.load(second);
  CHECK(memory[poison].bytes[77 * page_bytes + 5] == 3);
  CHECK(memory[poison].bytes[79 * page_bytes + 5] == 0xCD);
  CHECK(memory[poison].bytes[pages * page_bytes + 5] == 3);
  CHECK(memory[used].bytes[9 * page_bytes + 5] == 4);
}

TEST_CASE("pointers keep their allocation and a negative offset") {
  const uint64_t p = make_pointer(5, -12);
  CHECK(pointer_allocation(p) == 5);
  CHECK(pointer_offset(p) == -12);
  CHECK(pointer_allocation(0) == no_allocation);
}

TEST_CASE("an access out of bounds is left out, reported, and the run goes on") {
  Assembler a;
  const uint16_t p = a.buffer(), thread = a.special(Special::thread_idx_x);
  a.emit({.op = Opcode::st_32, .d = thread, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  const auto program = a.done();
  Checks checks;
  Machine machine(program, launch_of(1, 32, {buffer_of(ScalarKind::int_, std::vector<int32_t>(20, -1))}), {}, &checks);
  CHECK(machine.run_until(100) == MachineStatus::finished);
  CHECK(values_of<int32_t>(machine, 0)[19] == 19);
  const auto findings = checks.findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == FindingKind::oob_write);
  CHECK(findings[0].count == 12);
  CHECK(findings[0].flat_element == 20);
}

TEST_CASE("reading what nobody wrote is reported once a place, reading what was written is not") {
  Assembler a;
  const uint16_t p = a.buffer(), thread = a.special(Special::thread_idx_x);
  const uint16_t v = a.slot();
  a.emit({.op = Opcode::st_32, .d = thread, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  a.emit({.op = Opcode::ld_32, .d = v, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  a.program->sites.push_back({});
  a.emit({.op = Opcode::ld_32, .d = v, .a = p, .b = thread, .kind = by_i32, .scale = 4, .imm = 128});
  a.program->info.back().site = 1;
  DeviceBuffer buffer = buffer_of(ScalarKind::int_, std::vector<int32_t>(64, 0));
  buffer.is_poisoned = true;
  Checks checks;
  Machine machine(a.done(), launch_of(1, 32, {buffer}), {}, &checks);
  machine.run_until(100);
  const auto findings = checks.findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == FindingKind::uninit_global);
  CHECK(findings[0].count == 32);
}

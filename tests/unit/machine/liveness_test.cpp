// Which registers matter at a pc: hand-written programs, and a kernel's variables.
#include <doctest.h>

#include "simulator/program/liveness.h"
#include "simulator/simulator.h"
#include "tests/unit/machine/assembler.h"

using namespace wb;
using namespace wb::test;

TEST_CASE("a register is live from where it is written to where it is read last") {
  Assembler a;
  const uint16_t p = a.buffer(), thread = a.special(Special::thread_idx_x);
  const uint16_t x = a.slot(), y = a.slot();
  a.emit({.op = Opcode::ld_32, .d = x, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  a.emit({.op = Opcode::add32, .d = y, .a = x, .b = thread});
  a.emit({.op = Opcode::barrier});
  a.emit({.op = Opcode::st_32, .d = y, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  const Liveness liveness(*a.done());
  CHECK(liveness.preset_slots() == 3);
  const bool expected[][2] = {{false, false}, {true, false}, {false, true}, {false, true}, {false, false}};
  for (Pc pc = 0; pc < 5; ++pc) {
    CAPTURE(pc);
    CHECK(liveness.is_live(pc, x) == expected[pc][0]);
    CHECK(liveness.is_live(pc, y) == expected[pc][1]);
    CHECK(!liveness.is_live(pc, thread));
  }
}

TEST_CASE("what a loop reads in its next pass is live at its end, what it writes first is not") {
  Assembler a;
  const uint16_t one = a.constant(1), p = a.buffer(), thread = a.special(Special::thread_idx_x);
  const uint16_t n = a.slot(), fresh = a.slot();
  a.emit({.op = Opcode::mov32, .d = n, .a = one});
  const Pc body = a.emit({.op = Opcode::ld_32, .d = fresh, .a = p, .b = thread, .kind = by_i32, .scale = 4});
  a.emit({.op = Opcode::add32, .d = n, .a = n, .b = fresh});
  const Pc barrier = a.emit({.op = Opcode::barrier});
  a.emit({.op = Opcode::br_lt_i32, .a = n, .b = thread, .imm = static_cast<int32_t>(body)});
  const Liveness liveness(*a.done());
  CHECK(liveness.is_live(barrier, n));
  CHECK(!liveness.is_live(barrier, fresh));
  CHECK(liveness.is_live(body, n));
}

TEST_CASE("operands that the opcode table does not list are read, and wide ones take two slots") {
  Assembler a;
  const uint16_t p = a.buffer(), one = a.constant(1);
  const uint16_t value = a.slot(), cas = a.slot(), desired = a.slot(), width = a.slot(), lane = a.slot(), wide = a.slot(true), old = a.slot();
  a.emit({.op = Opcode::mov32, .d = old, .a = one});
  a.emit({.op = Opcode::shfl_32, .d = value, .a = one, .b = value, .c = lane, .imm = 32});
  CHECK(lane + 1 == wide);
  a.emit({.op = Opcode::shfl_32, .d = value, .a = one, .b = value, .c = desired, .imm = 0});  // its width stands behind c
  a.emit({.op = Opcode::atom_cas_32, .d = old, .a = p, .c = cas, .kind = no_index});
  a.emit({.op = Opcode::st_64, .d = wide, .a = p, .kind = no_index});
  const Liveness liveness(*a.done());
  for (const uint16_t slot : {value, cas, desired, width, lane, wide, static_cast<uint16_t>(wide + 1)}) {
    CAPTURE(slot);
    CHECK(liveness.is_live(0, slot));
  }
  CHECK(!liveness.is_live(0, old));
  CHECK(!liveness.is_live(3, old));
}

TEST_CASE("an atomic whose result nobody wants does not end the life of what stands in its place") {
  Assembler a;
  const uint16_t p = a.buffer(), one = a.constant(1);
  const uint16_t x = a.slot();
  a.emit({.op = Opcode::atom_add_32, .d = x, .a = p, .c = one, .kind = no_index});
  a.program->info.back().result_used = false;
  a.emit({.op = Opcode::st_32, .d = x, .a = p, .kind = no_index});
  CHECK(Liveness(*a.done()).is_live(0, x));
}

TEST_CASE("a variable is shown while it is in scope, also when nobody reads it again") {
  const CompileResult compiled = compile("k.cu", "__global__ void k(float* p) {\n  for (int r = 0; r < 3; r++) {\n    float x = p[threadIdx.x];\n    p[threadIdx.x] = x * 2;\n    __syncthreads();\n  }\n}\n", "");
  REQUIRE(compiled.ok());
  const Program& program = *compiled.program;
  const Liveness liveness(program);
  const VariableLocation* x = nullptr;
  for (const VariableLocation& v : program.variables)
    if (v.name == "x") x = &v;
  REQUIRE(x);
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (program.code[pc].op != Opcode::barrier) continue;
    CHECK(liveness.is_shown(pc, x->slot));
    CHECK(!liveness.is_live(pc, x->slot));
  }
  CHECK(!liveness.is_shown(0, x->slot));
}

TEST_CASE("a variable is shown in as many slots as it takes, also the members of a record") {
  const CompileResult compiled = compile("k.cu", "struct Pair { int low; double high; };\n__global__ void k(double* p) {\n  Pair pair{1, p[threadIdx.x]};\n  int n = 2;\n  p[n] = pair.high * pair.low;\n}\n", "");
  REQUIRE(compiled.ok());
  const Program& program = *compiled.program;
  const Liveness liveness(program);
  for (const VariableLocation& v : program.variables) {
    std::vector<uint32_t> slots;
    if (v.name == "n") slots = {v.slot};
    if (v.name == "pair") {
      REQUIRE(v.leaf_slots.size() == 2);
      slots = {v.leaf_slots[0], v.leaf_slots[1], v.leaf_slots[1] + 1};
    }
    const Pc at = v.end - 1;
    for (const uint32_t slot : slots)
      if (slot >= liveness.preset_slots()) CHECK(liveness.is_shown(at, slot));
    if (v.name == "pair") CHECK(slots.size() == 3);
  }
}

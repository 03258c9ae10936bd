// Written-out loops and neighbouring elements make accesses that differ in their displacement alone:
//
//   ld_32 r20, [R0 + r7*4]         first of address 1: finds out where its lanes go, and keeps that
//   fma ...
//   ld_32 r20, [R0 + r7*4 + 4]     later of address 1: goes there, 4 bytes on
//
// What counts as one index is found by numbering values: slots that were computed in the same way from the same values hold the same.
//
//   mul32 r20, r12, r18            value 9 = r12 * r18
//   ld_u8 r19, [R0 + r20]          first of address 1
//   mul32 r21, r12, r18            value 9 again
//   ld_u8 r20, [R0 + r21 + 1]      later of address 1
//
// All of it holds within straight code alone: from one place where control may come in or go elsewhere to the next. (The base is one of
// the registers that nothing writes.) Whoever enters straight code in the middle has nothing kept, and a later one then finds its lanes'
// places itself. Accesses keep and use places with all 32 lanes active alone, so the inactive lanes of an index do not matter.
//
// Of one address are accesses of as many bytes whose displacements differ by a multiple of that: if the first is aligned, all are.
#include "simulator/program/share_addresses.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "simulator/program/program.h"

namespace wb {
namespace {

uint32_t bytes_of(Opcode op) {
  switch (op) {
    case Opcode::ld_u8: case Opcode::ld_i8: case Opcode::st_8: return 1;
    case Opcode::ld_u16: case Opcode::ld_i16: case Opcode::st_16: return 2;
    case Opcode::ld_32: case Opcode::st_32: return 4;
    case Opcode::ld_64: case Opcode::st_64: return 8;
    default: return 0;
  }
}

// Of what indices are computed with.
bool makes_same_value_again(Opcode op) { return in_range(op, Opcode::add32, Opcode::shr_u32); }

uint32_t slots_written(const Ins& ins) {
  const std::string_view operands = operand_letters(ins.op, ins.imm);
  if (is_store(ins.op) || operands.empty()) return 0;
  switch (operands[0]) {
    case 'd': return 1;
    case 'D': case 'e': return 2;
    case 'g': case 'E': return 4;
    default: return 0;
  }
}

// Of the 32-bit registers, within straight code. Of computations only the latest are remembered: more is not worth the search.
class Values {
 public:
  explicit Values(uint32_t slots) : of_slot_(slots) {}

  uint32_t of(uint32_t slot) {
    if (of_slot_[slot] <= forgotten_) of_slot_[slot] = ++last_;
    return of_slot_[slot];
  }
  void follow(const Ins& ins) {
    if (ins.op == Opcode::mov32) of_slot_[ins.d] = of(ins.a);
    else if (makes_same_value_again(ins.op)) of_slot_[ins.d] = computed(ins);
    else for (uint32_t i = 0, count = slots_written(ins); i < count; ++i) of_slot_[ins.d + i] = ++last_;
  }
  void forget() { forgotten_ = last_; }

 private:
  struct Computation {
    std::array<uint32_t, 4> what{};  // opcode and values of the operands
    uint32_t value = 0;
  };
  uint32_t computed(const Ins& ins) {
    const std::string_view operands = operand_letters(ins.op, ins.imm);
    const auto operand = [&](char letter, uint16_t slot) { return operands.find(letter) == operands.npos ? 0 : of(slot); };
    const std::array<uint32_t, 4> what{static_cast<uint32_t>(ins.op), operand('a', ins.a), operand('b', ins.b), operand('c', ins.c)};
    for (const Computation& known : latest_)
      if (known.value > forgotten_ && known.what == what) return known.value;
    latest_[next_++ % latest_.size()] = {what, ++last_};
    return last_;
  }

  std::vector<uint32_t> of_slot_;
  std::array<Computation, 16> latest_;
  size_t next_ = 0;
  uint32_t last_ = 0, forgotten_ = 0;  // values up to forgotten_ are none any more
};

// An access that others may share their address with.
struct Address {
  Pc first = 0;
  uint32_t index = 0;   // its value; 0: none
  uint32_t number = 0;  // 0: nobody shares it yet
};

class Numbering {
 public:
  explicit Numbering(Program& program) : p_(program), values_(program.slot_count), is_entered_(program.code.size() + 1) {
    for (const Ins& ins : p_.code)
      if (is_branch(ins.op) || ins.op == Opcode::jump || ins.op == Opcode::call) is_entered_[static_cast<size_t>(ins.imm)] = true;
  }

  void run() {
    for (Pc pc = 0; pc < p_.code.size(); ++pc) {
      if (is_entered_[pc]) forget();
      if (may_share(p_.code[pc])) number(pc);
      values_.follow(p_.code[pc]);
      if (!runs_on(p_.code[pc].op)) forget();
    }
  }

 private:
  static bool may_share(const Ins& ins) {
    const auto kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
    return bytes_of(ins.op) && (ins.kind & Ins::uniform_base) && (kind == IndexKind::i32 || kind == IndexKind::u32);
  }
  static bool are_alike(const Ins& a, const Ins& b) {
    const uint32_t bytes = bytes_of(a.op);
    return bytes == bytes_of(b.op) && a.a == b.a && a.scale == b.scale && ((a.kind ^ b.kind) & Ins::index_mask) == 0 &&
           (static_cast<uint32_t>(a.imm ^ b.imm) & (bytes - 1)) == 0;
  }

  void number(Pc pc) {
    Ins& ins = p_.code[pc];
    const uint32_t index = values_.of(ins.b);
    const auto same = std::find_if(known_.begin(), known_.end(), [&](const Address& known) { return known.index == index && are_alike(p_.code[known.first], ins); });
    if (same == known_.end()) {
      known_[next_++ % known_.size()] = {pc, index};
      return;
    }
    if (!same->number) {
      same->number = free_number();
      p_.code[same->first].c = Ins::first_of(same->number);
    }
    ins.c = Ins::later_of(same->number);
  }
  // There are more numbers than addresses are remembered at a time.
  uint32_t free_number() {
    static_assert(Ins::shared_addresses > remembered + 1);
    for (;;) {
      last_number_ = last_number_ % (Ins::shared_addresses - 1) + 1;
      if (std::none_of(known_.begin(), known_.end(), [&](const Address& known) { return known.number == last_number_; })) return last_number_;
    }
  }
  void forget() {
    values_.forget();
    known_.fill({});
  }

  static constexpr size_t remembered = 12;
  Program& p_;
  Values values_;
  std::vector<bool> is_entered_;  // by pc: control may come from elsewhere
  std::array<Address, remembered> known_;
  size_t next_ = 0;
  uint32_t last_number_ = 0;
};

}  // namespace

void share_addresses(Program& program) { Numbering(program).run(); }

}  // namespace wb

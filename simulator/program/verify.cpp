// Everything that the run loop takes for granted: operands inside the register file, nothing writes a preset, branch targets and table
// indices in range, memory instructions with a site, and an end that no path can run past.
#include "simulator/program/verify.h"

#include <cctype>
#include <string_view>

#include "simulator/program/init_set.h"

namespace wb {
namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : p_(program) {}

  std::vector<std::string> run() {
    if (p_.code.empty()) return {"the program has no instructions"};
    if (p_.info.size() != p_.code.size()) return {"there is not one InsInfo for each instruction"};
    for (const Preset& preset : p_.presets) {
      slot(preset.slot, preset.is_wide, "preset");
      presets_end_ = std::max(presets_end_, preset.slot + (preset.is_wide ? 2u : 1u));
      if ((preset.kind == Preset::Kind::parameter || preset.kind == Preset::Kind::member) && preset.index >= p_.parameters.size()) complain("a preset names a parameter that is not there");
      if (preset.kind == Preset::Kind::address && preset.index >= p_.allocations.size()) complain("a preset names an allocation that is not there");
    }
    for (const SavedRegisters& saved : p_.saved) {
      for (uint32_t s : saved.narrow) slot(s, false, "saved register");
      for (uint32_t s : saved.wide) slot(s, true, "saved register");
      if (saved.first_mask + saved.mask_count > p_.init_mask_count) complain("saves a mask that is not there");
    }
    for (const FunctionBody& body : p_.bodies)
      if (body.begin >= p_.code.size()) complain("a function begins outside the program");
    for (const GridKernel& kernel : p_.grid_kernels)
      if (kernel.begin >= p_.code.size()) complain("a kernel begins outside the program");
    for (const GridLaunch& launch : p_.grid_launches)
      if (launch.kernel >= p_.grid_kernels.size()) complain("a launch names a kernel that is not there");
    for (pc_ = 0; pc_ < p_.code.size(); ++pc_) instruction();
    const Opcode last = p_.code.back().op;
    if (last != Opcode::end && last != Opcode::jump && last != Opcode::leave && last != Opcode::ret) complain("the last instruction runs past the end");
    return std::move(complaints_);
  }

 private:
  void complain(const std::string& text) {
    if (complaints_.size() < 20) complaints_.push_back("pc " + std::to_string(pc_) + ": " + text);
  }
  void slot(uint32_t slot, bool is_wide, const char* what) {
    if (slot + (is_wide ? 2 : 1) > p_.slot_count) complain(std::string(what) + " is slot " + std::to_string(slot) + " of " + std::to_string(p_.slot_count));
  }
  void written(uint32_t slot) {
    if (slot < presets_end_) complain("writes preset slot " + std::to_string(slot));
  }
  // Different widths in overlapping slots: the lanes of the one are not those of the other.
  void overlap(const Ins& ins, bool d_is_wide, uint32_t other, bool other_is_wide) {
    const uint32_t d_end = ins.d + (d_is_wide ? 2u : 1u), other_end = other + (other_is_wide ? 2u : 1u);
    const bool overlaps = ins.d < other_end && other < d_end;
    if (overlaps && !(d_is_wide == other_is_wide && ins.d == other)) complain("the result partly overlaps an operand");
  }

  void instruction() {
    const Ins& ins = p_.code[pc_];
    if (ins.op >= Opcode::count) return complain("unknown opcode");
    const bool stores = is_store(ins.op);
    const std::string_view operands = operand_letters(ins.op, ins.imm);
    if (is_async_copy(ins.op) && (p_.info[pc_].site == no_site || p_.info[pc_].site + 1 >= p_.sites.size())) complain("a copy without its two sites");
    if (ins.op == Opcode::device && operands.empty()) return complain("unknown device function");
    for (char c : operands) {
      const bool wide = std::isupper(static_cast<unsigned char>(c));
      const bool writes = !stores && (operands[0] == 'd' || operands[0] == 'D');
      const bool d_wide = operands[0] == 'D';
      switch (c) {
        case 'd': case 'D':
          slot(ins.d, wide, "d");
          if (!stores) written(ins.d);
          break;
        case 'e': case 'g': case 'E':
          slot(ins.d + (c == 'e' ? 1u : c == 'g' ? 3u : 2u), wide, "d");
          if (!stores) written(ins.d);
          break;
        case 'a': case 'A': slot(ins.a, wide, "a"); if (writes) overlap(ins, d_wide, ins.a, wide); break;
        case 'b': case 'B': slot(ins.b, wide, "b"); if (writes) overlap(ins, d_wide, ins.b, wide); break;
        case 'c': case 'C': slot(ins.c, wide, "c"); if (writes) overlap(ins, d_wide, ins.c, wide); break;
        case 'q': case 'Q': slot(ins.c + (wide ? 2u : 1u), wide, "q"); break;
        case 'm': memory(ins); break;
        case 't': if (ins.imm < 0 || static_cast<size_t>(ins.imm) >= p_.code.size()) complain("jumps out of the program"); break;
        default: break;
      }
    }
    if (in_range(ins.op, Opcode::shfl_32, Opcode::shfl_64)) {
      const ShuffleForm form = unpack_shuffle(ins.imm);
      if (form.width == 0) slot(ins.c + 1u, false, "the slot after c");
      if (form.mask > p_.init_mask_count) complain("names a mask that is not there");
    }
    if (ins.op == Opcode::print && ins.imm > 0) slot(ins.b + 2u * static_cast<uint32_t>(ins.imm - 1), true, "the last value to print");
    if (ins.op == Opcode::grid_launch && static_cast<size_t>(ins.imm) >= p_.grid_launches.size()) return complain("makes a launch that is not there");
    if (ins.op == Opcode::grid_launch) slot(ins.b + 2u * (p_.grid_launches[static_cast<size_t>(ins.imm)].value_count() - 1), true, "the last number of a launch");
    if (ins.op == Opcode::trap && ins.kind == static_cast<uint8_t>(Trap::assertion) && static_cast<size_t>(ins.imm) >= p_.assertions.size()) complain("names an assertion that is not there");
    if (is_barrier(ins.op) && !p_.has_barrier) complain("a barrier in a program without barriers");
    if ((ins.op == Opcode::push || ins.op == Opcode::pop) && static_cast<uint32_t>(ins.imm) >= p_.saved.size()) complain("names registers that are not listed");
    if (in_range(ins.op, Opcode::push, Opcode::ret) && !p_.has_calls) complain("a call in a program without calls");
    if ((ins.op == Opcode::local_reset || ins.op == Opcode::frame_address) && static_cast<uint32_t>(ins.imm) >= p_.allocations.size()) complain("resets an allocation that is not there");
    if (ins.op == Opcode::init_set) {
      const InitSet set = unpack_init_set(ins.imm);
      if (set.mask >= p_.init_mask_count || set.from > p_.init_mask_count) complain("names a mask that is not there");
    }
    if ((ins.op == Opcode::init_clear || ins.op == Opcode::init_check) && static_cast<uint32_t>(ins.imm) >= p_.init_mask_count) complain("names a mask that is not there");
    if (p_.info[pc_].site != no_site && p_.info[pc_].site >= p_.sites.size()) complain("names a site that is not there");
    if (p_.info[pc_].call >= p_.calls.size()) complain("names a call that is not there");
  }

  // A memory instruction reads all of its operands before it writes: they may overlap.
  void memory(const Ins& ins) {
    slot(ins.a, true, "base");
    const IndexKind kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
    if (kind != IndexKind::none) slot(ins.b, kind == IndexKind::i64, "index");
    if ((ins.kind & Ins::uniform_base) && ins.a >= presets_end_) complain("calls a base uniform that is not a preset");
    if (!is_atomic(ins.op) && ins.shared_address() >= Ins::shared_addresses) complain("shares an address with a number that is too high");
    if (is_memory(ins.op) && p_.info[pc_].site == no_site) complain("touches memory without a site");
    if (in_range(ins.op, Opcode::atom_cas_8, Opcode::atom_cas_32)) slot(ins.c, true, "c");
    if (ins.op == Opcode::atom_cas_64) { slot(ins.c, true, "c"); slot(ins.c + 2u, true, "c"); }
  }

  const Program& p_;
  Pc pc_ = 0;
  uint32_t presets_end_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace

std::vector<std::string> verify(const Program& program) { return Verifier(program).run(); }

}  // namespace wb

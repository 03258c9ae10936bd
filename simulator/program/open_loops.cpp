#include "simulator/program/open_loops.h"

#include <algorithm>
#include <utility>

namespace wb {
namespace {

constexpr Pc most_asked_before = 24;  // instructions

// nvcc asks the inner loop's question in front of both, if that is the same in all passes.
bool has_little_else(const OpenLoop& outer, const OpenLoop& inner) {
  return (outer.end - outer.head) - (inner.end - inner.head) <= most_asked_before;
}

}  // namespace

std::optional<uint32_t> OpenLoop::slot_at_head(uint32_t number) const {
  const auto at = std::ranges::find(at_head.number, number);
  return at == at_head.number.end() ? std::nullopt : std::optional(static_cast<uint32_t>(at - at_head.number.begin()));
}

const KeptValue* OpenLoop::known_before(const LoadKey& key, std::optional<size_t> holder) const {
  const auto it = in_front.kept.find(holder ? key.at_version(in_front.version[*holder]) : key);
  return it == in_front.kept.end() ? nullptr : &it->second;
}

OpenLoop& OpenLoops::enter(Known& known, Pc head) {
  OpenLoop& loop = open_.emplace_back();
  loop.head = head, loop.end = shape_.loop_end[head], loop.mark = values_.latest();
  loop.has_entry = has_entry(head), loop.entry = entry_;
  loop.in_front = known;
  const std::vector<bool>& body = shape_.bodies.at(head);
  for (Pc pc = head; pc < loop.end; ++pc) {
    if (!body[pc - head]) continue;
    for (uint32_t slot : slots_of(p_, pc).writes)
      if (slot < known.number.size()) known.number[slot] = values_.fresh();
  }
  for (Pc pc = head; pc < loop.end; ++pc) {
    if (!body[pc - head]) continue;
    memory_.change_by(known, p_.code[pc]);
    if (is_behind_fence_[pc]) memory_.change_all(known);
  }
  loop.at_head.number = known.number, loop.at_head.version = known.version;
  return loop;
}

void OpenLoops::leave_all_before(Pc pc) {
  while (!open_.empty() && open_.back().end <= pc) leave();
}
// Its accesses are those of the loop around it, too. A pass of that comes to them where nothing but itself decides whether it comes to the
// inner loop.
void OpenLoops::leave() {
  const OpenLoop inner = std::move(open_.back());
  open_.pop_back();
  if (open_.empty()) return;
  OpenLoop& outer = open_.back();
  const bool is_asked_before = !inner.has_entry || (inner.entry.guard_root <= outer.mark && has_little_else(outer, inner));
  outer.places.see_inner(inner.places, inner.entry.is_certain && is_asked_before);
}

bool OpenLoops::has_entry(Pc head) const {
  if (!head || shape_.is_forward_target[head]) return false;
  const Ins& test = p_.code[head - 1];
  return jumps(test) && test.op != Opcode::jump && static_cast<Pc>(test.imm) >= shape_.loop_end[head];
}

void OpenLoops::note_way(const Known& known, Pc pc) {
  const Ins& ins = p_.code[pc];
  if (pc + 1 < shape_.loop_end.size() && shape_.loop_end[pc + 1]) {
    entry_ = {0, open_.empty() || open_.back().comes_to(has_entry(pc + 1) ? pc : pc + 1)};
    for (uint32_t slot : slots_of(p_, pc).reads) entry_.guard_root = std::max(entry_.guard_root, values_.root_of(known.number[slot]));
  }
  for (OpenLoop& loop : open_) {
    if (jumps(ins) && static_cast<Pc>(ins.imm) > pc) loop.skips_to = std::max(loop.skips_to, static_cast<Pc>(ins.imm));
    loop.is_straight &= !jumps(ins) || is_choice(p_, shape_, pc);
    loop.may_be_left |= jumps(ins) ? static_cast<Pc>(ins.imm) < loop.head : !runs_into_next(ins);
  }
}

OpenLoop* OpenLoops::ended_by(Pc back) {
  if (open_.empty() || open_.back().end != back + 1) return nullptr;
  OpenLoop& loop = open_.back();
  const std::vector<Pc>& jumps_to_head = shape_.jumps_to.at(loop.head);
  return std::ranges::count_if(jumps_to_head, [&](Pc from) { return from >= loop.head; }) == 1 ? &loop : nullptr;
}

// Each pass comes to the load, and finds the same. Of a loop inside another that is so for both where nothing else decides whether it is
// come to.
std::optional<Pc> OpenLoops::in_front_of(Pc pc, uint32_t root) const {
  std::optional<Pc> best;
  for (size_t i = open_.size(); i-- > 0; pc = open_[i].has_entry ? open_[i].head - 1 : open_[i].head) {
    const OpenLoop& loop = open_[i];
    const OpenLoop* inner = i + 1 < open_.size() ? &open_[i + 1] : nullptr;
    if (root > loop.mark) return best;
    if (inner ? !inner->entry.is_certain || (inner->has_entry && inner->entry.guard_root > loop.mark) : !loop.comes_to(pc)) return best;
    if (inner && inner->has_entry && !has_little_else(loop, *inner)) return std::nullopt;  // nobody knows
    best = loop.has_entry ? std::optional(loop.head) : std::nullopt;
  }
  return best;
}

}  // namespace wb

// Functions that are not inlined: those that may come back to themselves, that pointers lead to, or that would make the program too long
// (call_graph.h). Each is lowered once, behind the kernel's code:
//
//   caller   arguments into temporaries
//            push          the caller's registers, if the callee may come back to it before it returns
//            mov ..        arguments into the transfer registers
//            call
//            pop
//            mov ..        the result out of the transfer registers
//   callee   mov ..        parameters out of the transfer registers (or into memory)
//            body          `return` computes the result and jumps to the end
//   end:     mov ..        the result into the transfer registers
//            ret
//
// Transfer registers are shared by all functions with the same register forms of parameters and result: they hold something only
// between the last argument and the first instruction of the callee, and between `ret` and the caller's next instructions. The registers
// of a function's body lie over nobody else's. A variable of a recursive function that lives in memory has one copy an activation.
#include <algorithm>

#include "simulator/program/lowering.h"
#include "simulator/source/limits.h"

namespace wb {

Lowering::Transfer& Lowering::transfer_of(const std::vector<TypeId>& parameters, TypeId result, Span span) {
  std::vector<Rep> key;
  const auto add = [&](TypeId type, std::vector<Rep>& reps) {
    for (const Leaf& leaf : leaves(type, span)) reps.push_back(leaf.rep.rep);
  };
  std::vector<Rep> out;
  for (TypeId type : parameters) add(type, key);
  if (!types_.is_void(result)) add(result, out);
  auto [it, is_new] = transfers_.try_emplace({key, out});
  if (is_new) {
    const auto slot = [&](Rep rep) {
      if (!is_wide(rep)) return transfer_base + transfer_top_.narrow++;
      transfer_top_.wide += 2;
      return transfer_wide_base + transfer_top_.wide - 2;
    };
    for (Rep rep : key) it->second.parameters.push_back(slot(rep));
    for (Rep rep : out) it->second.result.push_back(slot(rep));
    if (transfer_top_.narrow + transfer_top_.wide > limits::registers) error(Code::WB4503, span, {std::to_string(limits::registers)});
  }
  return it->second;
}

Lowering::Transfer& Lowering::transfer_of(FunctionId function) {
  const Function& f = m_[function];
  std::vector<TypeId> parameters;
  for (VarId v : f.parameters) parameters.push_back(m_[v].type);
  return transfer_of(parameters, f.result, f.span);
}

Lowering::OutOfLine& Lowering::out_of_line(FunctionId function, Span call) {
  auto& known = out_of_line_[function.v];
  if (!known) {
    known = std::make_unique<OutOfLine>();
    known->function = function;
    known->call = static_cast<uint32_t>(program_->calls.size());
    program_->calls.push_back({0, function, call});
    to_lower_.push_back(known.get());
  }
  return *known;
}

// The registers of the function at work that are in use here, and its masks.
int32_t Lowering::registers_in_use() {
  SavedRegisters saved;
  for (Slot s = body_base_.narrow; s < top_.narrow; ++s) saved.narrow.push_back(s);
  for (Slot s = body_base_.wide; s < top_.wide; s += 2) saved.wide.push_back(wide_base + s);
  saved.first_mask = body_mask_base_;
  saved.mask_count = program_->init_mask_count - body_mask_base_;
  program_->saved.push_back(std::move(saved));
  return static_cast<int32_t>(program_->saved.size() - 1);
}

// A call of `call.function`, or through the pointer call.a.
Lowering::CallResult Lowering::far_call(const Expr& call, ExprId id, Slot hint) {
  CallResult result;
  const bool is_indirect = call.kind == ExprKind::call_indirect;
  const Span span = m_[id].span;
  std::vector<TypeId> parameters;
  TypeId result_type, type;
  if (is_indirect) {
    type = types_[m_[call.a].type].element;
    result_type = types_[type].element;
    parameters = types_.function_parameters[types_[type].index];
  } else {
    const Function& callee = m_[call.function];
    if (!callee.body) {
      error(Code::WB4508, span, {callee.name});
      return result;
    }
    result_type = callee.result;
    for (VarId v : callee.parameters) parameters.push_back(m_[v].type);
  }
  program_->has_calls = true;
  const Transfer transfer = transfer_of(parameters, result_type, span);
  std::vector<Leaf> pieces;
  if (!types_.is_void(result_type)) pieces = leaves(result_type, span);
  for (const Leaf& leaf : pieces) result.leaves.push_back(pieces.size() == 1 && hint != no_slot ? hint : new_slot(is_wide(leaf.rep.rep)));

  Temporaries temporaries(*this);
  Slot pointer = no_slot;
  if (is_indirect) pointer = value_copy(call.a);
  std::vector<std::pair<Slot, bool>> given;
  for (size_t i = 0; i < parameters.size() && i < call.args.size(); ++i) {
    if (const auto rep = scalar_rep(types_, parameters[i])) {
      const bool must_last = i + 1 < call.args.size();  // a later argument may change what this one names
      given.push_back({must_last ? value_copy(call.args[i]) : value(call.args[i]), is_wide(rep->rep)});
    } else {
      const std::vector<Slot> slots = record_value(call.args[i]);
      const std::vector<Leaf> leaves_of_argument = leaves(parameters[i], span);
      for (size_t k = 0; k < slots.size() && k < leaves_of_argument.size(); ++k) given.push_back({slots[k], is_wide(leaves_of_argument[k].rep.rep)});
    }
    if (failed_) return result;
  }
  const bool comes_back = body_ && (is_indirect ? graph_.may_come_back(body_->function, type) : graph_.may_come_back(body_->function, call.function));
  const int32_t saved = comes_back ? registers_in_use() : -1;
  if (comes_back) emit(Opcode::push, {}, saved);
  for (size_t i = 0; i < given.size() && i < transfer.parameters.size(); ++i) move(transfer.parameters[i], given[i].first, given[i].second);
  Pc pc;
  if (is_indirect) {
    for (FunctionId target : graph_.targets(type)) out_of_line(target, span);
    pc = emit(Opcode::call_pointer, {.a = pointer}, static_cast<int32_t>(type.v));
  } else {
    pc = here();
    jump(Opcode::call, {}, out_of_line(call.function, span).entry);
  }
  at_site(pc, site(id, span, AccessKind::load));
  if (comes_back) emit(Opcode::pop, {}, saved);
  for (size_t i = 0; i < pieces.size(); ++i) move(result.leaves[i], transfer.result[i], is_wide(pieces[i].rep.rep));
  return result;
}

// Behind the kernel: every function that some code calls, and those that they call.
// How many that were.
size_t Lowering::lower_out_of_line() {
  for (; lowered_bodies_ < to_lower_.size() && !failed_; ++lowered_bodies_) {
    has_bodies_ = true;
    body_ = to_lower_[lowered_bodies_];
    lower_body(*body_);
    body_ = nullptr;
  }
  uint32_t frame = 16;
  while (frame < frame_bytes_) frame *= 2;
  program_->frame_bytes = frame_bytes_ ? frame : 0;
  return lowered_bodies_;
}

void Lowering::lower_body(OutOfLine& body) {
  const Function& f = m_[body.function];
  span_ = f.span;
  top_ = body_base_ = peak_;
  body_mask_base_ = program_->init_mask_count;
  frame_top_ = 0;
  auto inner = std::make_unique<Frame>();
  inner->function = body.function;
  inner->call = body.call;
  frames_.push_back(std::move(inner));
  arms_.clear();
  bind(body.entry);
  const Pc begin = here();
  const size_t first_variable = variables_.size();
  const Transfer transfer = transfer_of(body.function);
  size_t next = 0;
  for (VarId parameter : f.parameters) {
    const Variable& v = m_[parameter];
    std::vector<Slot> slots;
    const std::vector<Leaf> pieces = leaves(v.type, v.span);
    const bool in_memory = v.is_address_taken || !fits_registers(types_, v.type);
    VariableLocation location;
    for (const Leaf& leaf : pieces) {
      if (next >= transfer.parameters.size()) break;
      const Slot from = transfer.parameters[next++];
      slots.push_back(in_memory ? from : new_slot(is_wide(leaf.rep.rep)));
      if (!in_memory) move(slots.back(), from, is_wide(leaf.rep.rep));
    }
    if (in_memory) {
      Temporaries temporaries(*this);
      const uint32_t allocation = allocation_of(parameter);
      if (failed_) break;
      emit(Opcode::local_reset, {}, static_cast<int32_t>(allocation));
      store_leaves({.base = local_base(allocation)}, v.type, slots, site_of_variable(parameter), false);
      location.where = VariableLocation::Where::allocation;
      location.allocation = allocation;
    } else {
      location.where = types_[v.type].kind == TypeKind::reference ? VariableLocation::Where::reference : VariableLocation::Where::slot;
      location.slot = slots.empty() ? 0 : slots[0];
      location.leaf_slots = slots;
      frame().variables[parameter.v] = {slots, -1, ~size_t{0}};
    }
    open_variable(parameter, location);
  }
  std::vector<Leaf> pieces;
  if (!types_.is_void(f.result)) pieces = leaves(f.result, f.span);
  for (const Leaf& leaf : pieces) frame().result.push_back(new_slot(is_wide(leaf.rep.rep)));
  Label end;
  frame().on_return = &end;
  if (!failed_) function_body(body.function);
  span_ = {f.extent.file, f.extent.end ? f.extent.end - 1 : 0, f.extent.end, f.extent.expansion};
  bind(end);
  end_locals();
  for (size_t i = 0; i < pieces.size() && i < transfer.result.size(); ++i) move(transfer.result[i], frame().result[i], is_wide(pieces[i].rep.rep));
  starts_statement_ = false;
  emit(Opcode::ret);
  for (size_t i = first_variable; i < variables_.size(); ++i)
    if (variables_[i].end == ~0u) variables_[i].end = here();
  frames_.pop_back();
  program_->bodies.push_back({body.function, m_[body.function].type, begin});
}

// Where a local variable in memory starts: a constant, or the place in this activation.
Slot Lowering::local_base(uint32_t allocation) {
  if (!program_->allocations[allocation].is_stacked) return address_preset(allocation, 0);
  const Slot base = new_slot(true);
  emit(Opcode::frame_address, {.d = base}, static_cast<int32_t>(allocation));
  return base;
}

// Gives a local its place: in the thread's local memory, or in the frame of a recursive function's activation.
void Lowering::place_local(ProgramAllocation& allocation, uint64_t alignment, Span span, const std::string& name) {
  allocation.is_stacked = body_ && graph_.is_recursive(body_->function);
  uint32_t& used = allocation.is_stacked ? frame_top_ : program_->local_bytes;
  const uint64_t at = (used + alignment - 1) / alignment * alignment, end = at + allocation.info.bytes;
  allocation.place = static_cast<uint32_t>(at);
  if (end > limits::object_bytes) return error(Code::WB4504, span, {name});
  used = static_cast<uint32_t>(end);
  const uint32_t limit = allocation.is_stacked ? limits::stack_bytes / 2 : limits::local_bytes;
  if (used > limit) return error(Code::WB4505, span, {name, std::to_string(limit)});
  frame_bytes_ = std::max(frame_bytes_, frame_top_);
}

}  // namespace wb

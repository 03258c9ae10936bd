// Calls written out where they stand:   arguments | parameters | body, `return` jumps to end | end:
//
// Arguments are worth what they are worth in the caller; a parameter that the callee never changes is the argument's own slot. A call
// through a pointer, of a function that calls itself, or too deep inside other calls goes out of line (lower_calls.cpp).
#include <utility>

#include "simulator/program/lowering.h"
#include "simulator/source/limits.h"

namespace wb {

// The first of a record parameter's masks. One that has its own leaves and takes over another with unset members later needs them from the start.
int32_t Lowering::mask_of_parameter(VarId parameter, const std::vector<Slot>& slots) {
  if (leaf_mask(slots[0]) >= 0 || !provenance_.is_reassigned(parameter) || !frame().assignment->variables.count(parameter.v)) return leaf_mask(slots[0]);
  const int32_t first = give_masks(slots);
  for (Slot slot : slots) set_initialised(leaf_mask(slot));
  return first;
}

std::vector<Slot> Lowering::result_slots(TypeId type, Span span, Slot hint) {
  std::vector<Slot> slots;
  if (types_.is_void(type)) return slots;
  const std::vector<Leaf> pieces = leaves(type, span);
  for (const Leaf& leaf : pieces) slots.push_back(pieces.size() == 1 && hint != no_slot ? hint : new_slot(is_wide(leaf.rep.rep)));
  return slots;
}

// What the student's own code calls is a step in the chain of calls; what the library does inside of that is not.
uint32_t Lowering::call_site(FunctionId function, Span span, bool is_library) {
  if (is_library) {
    if (!in_library_) ++library_calls_;
    return frame().call;
  }
  program_->calls.push_back({frame().call, function, in_library_ ? span_ : span});
  return static_cast<uint32_t>(program_->calls.size() - 1);
}

std::vector<Slot> Lowering::argument(ExprId given, VarId parameter) {
  const Variable& v = m_[parameter];
  const bool in_memory = v.is_address_taken || !fits_registers(types_, v.type);
  const bool is_changed = provenance_.is_reassigned(parameter) && !in_memory;
  if (scalar_rep(types_, v.type)) return {is_changed ? value_copy(given) : value(given)};
  std::vector<Slot> slots = record_value(given);
  if (is_changed || (!in_memory && !are_masked_in_order(slots))) return own_leaves(slots, v.type, v.span);
  return slots;
}

void Lowering::open_parameter(VarId parameter, const std::vector<Slot>& slots) {
  const Variable& v = m_[parameter];
  VariableLocation location;
  if (v.is_address_taken || !fits_registers(types_, v.type)) {
    const uint32_t allocation = allocation_of(parameter);
    store_leaves({.base = local_base(allocation)}, v.type, slots, site_of_variable(parameter), false);
    location.where = VariableLocation::Where::allocation;
    location.allocation = allocation;
  } else {
    location.where = types_[v.type].kind == TypeKind::reference ? VariableLocation::Where::reference : VariableLocation::Where::slot;
    location.slot = slots.empty() ? 0 : slots[0];
    location.leaf_slots = slots;
    if (types_.is_record(v.type) && !slots.empty()) location.init_mask = mask_of_parameter(parameter, slots);
    frame().variables[parameter.v] = {slots, location.init_mask, ~size_t{0}};
  }
  open_variable(parameter, location);
}

// The callee's parameters and body, in the frame that was just pushed.
void Lowering::inlined_body(FunctionId function, const std::vector<std::vector<Slot>>& arguments) {
  const size_t first_variable = variables_.size();
  for (size_t i = 0; i < arguments.size(); ++i) open_parameter(m_[function].parameters[i], arguments[i]);
  function_body(function);
  bind(*frame().on_return);
  end_locals();
  for (size_t i = first_variable; i < variables_.size(); ++i)
    if (variables_[i].end == ~0u) variables_[i].end = here();
}

Lowering::CallResult Lowering::inline_call(const Expr& call, ExprId id, Slot hint) {
  CallResult result = returning_call(call, id, hint);
  if (call.landing && m_.has_exceptions && (call.kind == ExprKind::call_indirect || graph_.may_throw(call.function))) look_for_exception(call.landing);
  return result;
}

Lowering::CallResult Lowering::returning_call(const Expr& call, ExprId id, Slot hint) {
  if (call.kind == ExprKind::call_indirect || graph_.is_out_of_line(call.function) || frames_.size() > limits::call_depth) return far_call(call, id, hint);
  CallResult result;
  const Function& callee = m_[call.function];
  const Span place = m_[id].span;
  if (!callee.body) {
    error(Code::WB4508, place, {callee.name});
    return result;
  }
  result.leaves = result_slots(callee.result, place, hint);
  const bool is_library = m_.sources->is_library(callee.span.file);
  auto inner = std::make_unique<Frame>();
  inner->function = call.function;
  inner->call = call_site(call.function, place, is_library);

  std::vector<std::vector<Slot>> arguments;
  bool lacks = false;  // a record that is given may lack members
  for (size_t i = 0; i < callee.parameters.size() && i < call.args.size(); ++i) {
    arguments.push_back(argument(call.args[i], callee.parameters[i]));
    if (failed_) return result;
    lacks |= !scalar_rep(types_, m_[callee.parameters[i]].type) && are_masked(arguments.back());
  }
  inner->assignment = &assignment_.of(call.function, lacks);
  if (inner->assignment->returns_unset) give_masks(result.leaves);
  Label end;
  inner->on_return = &end;
  inner->result = result.leaves;

  frames_.push_back(std::move(inner));
  const Span saved = std::exchange(span_, is_library && !in_library_ ? place : span_);
  const bool was_in_library = std::exchange(in_library_, is_library);
  inlined_body(call.function, arguments);
  in_library_ = was_in_library;
  span_ = saved;
  frames_.pop_back();
  return result;
}

}  // namespace wb

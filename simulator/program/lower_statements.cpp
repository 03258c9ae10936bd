// Statements, declarations and parameters of the kernel.
//
// Layout keeps the order of the source, so that where paths meet the pc is higher than on the paths:
//
//   if       br !c -> else | then | jump end | else: ... | end:
//   loop     br !c -> end | body: ... | continue: step | br c -> body | end:        (the condition stands twice when it is small)
//   switch   br_eq v, 1 -> case 1 | ... | jump default | body in order | end:
#include <algorithm>

#include "simulator/program/lowering.h"
#include "simulator/program/parameter_use.h"
#include "simulator/source/limits.h"

namespace wb {

void Lowering::begin_statement(Span span) {
  if (in_library_) return;
  span_ = span;
  starts_statement_ = true;
}

void Lowering::function_body(FunctionId function) {
  if (!frame().assignment) frame().assignment = &assignment_.of(function, false);
  statement(m_[function].body);
}

void Lowering::statement(StmtId id) {
  if (!id || failed_) return;
  const Stmt& s = m_[id];
  if (s.is_compiler_fence) notes_.compiler_fences.push_back(here());
  lower_statement(id, s);
  if (s.is_compiler_fence) notes_.compiler_fences.push_back(here());
}

void Lowering::lower_statement(StmtId id, const Stmt& s) {
  switch (s.kind) {
    case StmtKind::empty: return;
    case StmtKind::expression: {
      Temporaries temporaries(*this);
      begin_statement(s.span);
      return discard(s.a);
    }
    case StmtKind::declaration:
      begin_statement(s.span);
      return declare(s.var);
    case StmtKind::compound: {
      Temporaries scope(*this);  // the variables of the block, too
      const size_t first = variables_.size();
      for (StmtId child : s.list) statement(child);
      if (id != m_[frame().function].body)  // at its end the whole function's do
        for (StmtId child : s.list)
          if (m_[child].kind == StmtKind::declaration) end_local(m_[child].var);
      for (size_t i = first; i < variables_.size(); ++i)
        if (variables_[i].end == ~0u) variables_[i].end = here();
      return;
    }
    case StmtKind::if_: return lower_if(id, s);
    case StmtKind::for_: case StmtKind::while_: case StmtKind::do_: return lower_loop(s);
    case StmtKind::switch_: return lower_switch(s);
    case StmtKind::case_: case StmtKind::default_:
      if (auto it = frame().cases.find(id.v); it != frame().cases.end()) bind(*it->second);
      return statement(s.body);
    case StmtKind::label_: {
      auto& label = frame().labels[s.bits];
      if (!label) label = std::make_unique<Label>();
      return bind(*label);
    }
    case StmtKind::goto_: {
      begin_statement(s.span);
      auto& label = frame().labels[s.bits];
      if (!label) label = std::make_unique<Label>();
      jump(Opcode::jump, {}, *label);
      starts_statement_ = false;
      return;
    }
    case StmtKind::break_:
      begin_statement(s.span);
      if (!frame().loops.empty()) jump(Opcode::jump, {}, *frame().loops.back().on_break);
      starts_statement_ = false;
      return;
    case StmtKind::continue_:
      begin_statement(s.span);
      for (size_t i = frame().loops.size(); i-- > 0;)
        if (frame().loops[i].on_continue) {
          jump(Opcode::jump, {}, *frame().loops[i].on_continue);
          break;
        }
      starts_statement_ = false;
      return;
    case StmtKind::return_: return lower_return(s);
  }
}

// ---- variables

void Lowering::open_variable(VarId var, VariableLocation location) {
  const Variable& v = m_[var];
  if (v.is_temporary || in_library_) return;
  location.var = var;
  location.name = v.name;
  location.type = v.type;
  location.call = frame().call;
  if (location.begin == 0) location.begin = here();
  location.end = ~0u;
  variables_.push_back(std::move(location));
}

void Lowering::declare(VarId var) {
  const Variable& v = m_[var];
  if (v.storage != Storage::local) return;  // __shared__ inside a function: there from the start of the block
  const bool in_memory = v.is_address_taken || !fits_registers(types_, v.type);
  if (!in_memory) return declare_register(var);

  const uint32_t allocation = allocation_of(var);
  if (failed_) return;
  Address address{.base = local_base(allocation)};
  if (!v.init || m_[v.init].kind == ExprKind::init_list) emit(Opcode::local_reset, {}, static_cast<int32_t>(allocation));
  if (v.init) {
    Temporaries temporaries(*this);
    initialise(address, v.type, v.init, v.span, v.init);
  }
  VariableLocation location;
  location.where = VariableLocation::Where::allocation;
  location.allocation = allocation;
  open_variable(var, location);
}

void Lowering::end_local(VarId var) {
  if (failed_ || !leaving_.is_outlived(var)) return;
  const auto own = frame().allocations.find(var.v);
  if (own != frame().allocations.end()) emit(Opcode::local_reset, {}, static_cast<int32_t>(own->second), 1);
}
void Lowering::end_locals() {
  std::vector<uint32_t> all;
  for (const auto& [var, allocation] : frame().allocations) all.push_back(var);
  std::sort(all.begin(), all.end());  // the same program each time
  for (uint32_t var : all) end_local(VarId{var});
}

void Lowering::declare_register(VarId var) {
  const Variable& v = m_[var];
  const std::vector<Leaf> pieces = leaves(v.type, v.span);
  VariableSlots slots;
  for (const Leaf& leaf : pieces) slots.leaves.push_back(new_slot(is_wide(leaf.rep.rep)));
  if (v.init) {
    Temporaries temporaries(*this);
    if (scalar_rep(types_, v.type)) {
      value_into(v.init, slots.leaves[0]);
    } else {
      const std::vector<Slot> from = record_value(v.init);
      if (are_masked(from) || frame().assignment->variables.count(var.v)) slots.init_mask = give_masks(slots.leaves);
      for (size_t i = 0; i < from.size() && i < pieces.size(); ++i) move_leaf(slots.leaves[i], from[i], is_wide(pieces[i].rep.rep));
    }
  } else if (frame().assignment->variables.count(var.v)) {
    slots.init_mask = types_.is_record(v.type) ? give_masks(slots.leaves) : new_mask();
    // What it holds until then is the same in every run.
    for (size_t i = 0; i < pieces.size(); ++i) move(slots.leaves[i], constant(pieces[i].rep, 0xABABABABABABABAB), is_wide(pieces[i].rep.rep));
  }
  starts_statement_ = false;
  VariableLocation location;
  location.where = types_[v.type].kind == TypeKind::reference ? VariableLocation::Where::reference : VariableLocation::Where::slot;
  location.slot = slots.leaves.empty() ? 0 : slots.leaves[0];
  location.leaf_slots = slots.leaves;
  location.init_mask = slots.init_mask;
  const bool is_open_later = !v.init && slots.init_mask < 0 && !v.is_temporary;
  open_variable(var, location);
  if (is_open_later && !slots.leaves.empty()) {
    slots.debug = variables_.size() - 1;
    variables_.back().begin = ~0u;  // from its first assignment on
  }
  frame().variables[var.v] = std::move(slots);
}

// ---- control flow

// if (__wb_has_bulk_copies()) in the library: one of the two ways is not there at all.
static bool asks_for_bulk_copies(const Expr& e) { return e.kind == ExprKind::builtin_call && e.builtin == Builtin::has_bulk_copies; }

void Lowering::lower_if(StmtId id, const Stmt& s) {
  if (asks_for_bulk_copies(m_[s.a])) return statement(makes_bulk_copies() ? s.body : s.otherwise);
  if (m_[s.a].kind == ExprKind::builtin_call && m_[s.a].builtin == Builtin::has_landed) return lower_landings(m_[s.body]);
  Label otherwise, end;
  begin_statement(m_[s.a].span);
  {
    Temporaries temporaries(*this);
    branch(s.a, false, otherwise);
  }
  starts_statement_ = false;
  arms_.push_back({number_branch(2 * id.v), 0});
  statement(s.body);
  if (s.otherwise) {
    jump(Opcode::jump, {}, end);
    bind(otherwise);
    arms_.back().side = 1;
    statement(s.otherwise);
    bind(end);
  } else {
    bind(otherwise);
  }
  arms_.pop_back();
}

bool Lowering::is_small_condition(ExprId id, int& budget) const {
  if (!id) return true;
  const Expr& e = m_[id];
  if (--budget < 0 || e.kind == ExprKind::call || e.kind == ExprKind::call_indirect) return false;
  // Threads that meet in the condition meet at one place of the code.
  if (e.kind == ExprKind::builtin_call && builtin_info(e.builtin).family != BuiltinFamily::math && builtin_info(e.builtin).family != BuiltinFamily::atomic) return false;
  for (ExprId argument : e.args)
    if (!is_small_condition(argument, budget)) return false;
  return is_small_condition(e.a, budget) && is_small_condition(e.b, budget) && is_small_condition(e.c, budget);
}

void Lowering::lower_loop(const Stmt& s) {
  Temporaries scope(*this);
  if (unroll(s)) return;
  const size_t first_variable = variables_.size();
  // Several declarations in one init stand in a compound of their own: their slots and names last as long as the loop.
  if (s.init && m_[s.init].kind == StmtKind::compound)
    for (StmtId declaration : m_[s.init].list) statement(declaration);
  else
    statement(s.init);
  Label top, next, end;
  int budget = 24;
  const bool tests_below = s.kind == StmtKind::do_ || is_small_condition(s.a, budget);
  const auto test = [&](bool sense, Label& target) {
    Temporaries temporaries(*this);
    begin_statement(m_[s.a].span);
    branch(s.a, sense, target);
    starts_statement_ = false;
  };
  const Pc begin = here();
  if (s.kind != StmtKind::do_ && tests_below && s.a) test(false, end);
  note_even_loop(s);
  if (s.kind != StmtKind::do_ && tests_below && s.a && !s.bits && !same_for_all_.is(s.a)) notes_.uneven.push_back(here());
  bind(top);
  if (s.kind != StmtKind::do_ && !tests_below) test(false, end);
  frame().loops.push_back({&end, &next});
  statement(s.body);
  frame().loops.pop_back();
  bind(next);
  if (s.step) {
    Temporaries temporaries(*this);
    begin_statement(m_[s.step].span);
    discard(s.step);
    starts_statement_ = false;
  }
  if (tests_below && s.a) test(true, top);
  else jump(Opcode::jump, {}, top);
  program_->loops.push_back({begin, here()});
  bind(end);
  for (size_t i = first_variable; i < variables_.size(); ++i)
    if (variables_[i].end == ~0u) variables_[i].end = here();
}

void Lowering::collect_cases(StmtId id, std::vector<StmtId>& out) {
  if (!id) return;
  const Stmt& s = m_[id];
  if (s.kind == StmtKind::switch_) return;
  if (s.kind == StmtKind::case_ || s.kind == StmtKind::default_) out.push_back(id);
  for (StmtId child : s.list) collect_cases(child, out);
  collect_cases(s.init, out);
  collect_cases(s.body, out);
  collect_cases(s.otherwise, out);
}

void Lowering::lower_switch(const Stmt& s) {
  Temporaries scope(*this);
  std::vector<StmtId> cases;
  collect_cases(s.body, cases);
  std::vector<std::unique_ptr<Label>> labels;
  Label end;
  Label* otherwise = &end;
  begin_statement(m_[s.a].span);
  const ScalarRep rep = rep_of(m_[s.a].type);
  const Slot selector = value(s.a);
  for (StmtId id : cases) {
    const Stmt& label = m_[id];
    labels.push_back(std::make_unique<Label>());
    frame().cases[id.v] = labels.back().get();
    if (label.kind == StmtKind::default_) {
      otherwise = labels.back().get();
    } else {
      const bool wide = is_wide(rep.rep);
      jump(wide ? Opcode::br_eq64 : Opcode::br_eq32, {.a = selector, .b = constant(rep, label.bits)}, *labels.back());
    }
  }
  jump(Opcode::jump, {}, *otherwise);
  starts_statement_ = false;
  frame().loops.push_back({&end, nullptr});
  statement(s.body);
  frame().loops.pop_back();
  bind(end);
}

void Lowering::lower_return(const Stmt& s) {
  begin_statement(s.span);
  Temporaries temporaries(*this);
  if (!frame().on_return) {
    if (s.a) discard(s.a);
    emit(Opcode::leave);
    return;
  }
  if (s.a) {
    if (frame().result.empty()) {
      discard(s.a);
    } else if (scalar_rep(types_, m_[frame().function].result)) {
      value_into(s.a, frame().result[0]);
    } else {
      const std::vector<Leaf> pieces = leaves(m_[frame().function].result, s.span);
      const std::vector<Slot> from = record_value(s.a);
      for (size_t i = 0; i < from.size() && i < pieces.size(); ++i) move_leaf(frame().result[i], from[i], is_wide(pieces[i].rep.rep));
    }
  }
  jump(Opcode::jump, {}, *frame().on_return);
  starts_statement_ = false;
}

// ---- calls

// A parameter of the kernel: the launch's value.
void Lowering::bind_parameter(VarId parameter, uint32_t index) {
  const Variable& v = m_[parameter];
  if (types_.is_record(v.type)) return bind_record(parameter, index);
  if (!scalar_rep(types_, v.type)) return error(Code::WB4510, v.span, {"a kernel parameter of type `" + types_.name(v.type) + "`"});
  const ScalarRep rep = rep_of(v.type);
  const Slot given = preset({Preset::Kind::parameter, is_wide(rep.rep), 0, index, 0});
  VariableLocation location;
  if (v.is_address_taken) {
    const uint32_t allocation = allocation_of(parameter);
    emit_memory(store_opcode(rep), given, no_slot, {.base = local_base(allocation)}, site_of_variable(parameter), false);
    location.where = VariableLocation::Where::allocation;
    location.allocation = allocation;
    return open_variable(parameter, location);
  }
  VariableSlots slots;
  slots.leaves = {given};
  if (provenance_.is_reassigned(parameter)) {
    const Slot own = new_slot(is_wide(rep.rep));
    move(own, given, is_wide(rep.rep));
    slots.leaves = {own};
  }
  location.slot = slots.leaves[0];
  location.leaf_slots = slots.leaves;
  open_variable(parameter, location);
  frame().variables[parameter.v] = std::move(slots);
}

// A record: its members are presets. If an address of it is needed, it stands in memory that all threads read; if somebody may write to
// it, each thread has a copy.
void Lowering::bind_record(VarId parameter, uint32_t index) {
  const Variable& v = m_[parameter];
  const uint64_t size = types_.size_of(v.type);
  if (size > limits::parameter_bytes) return error(Code::WB4507, v.span, {types_.name(v.type), std::to_string(size), std::to_string(limits::parameter_bytes)});
  VariableLocation location;
  if (!v.is_address_taken && fits_registers(types_, v.type)) {
    VariableSlots slots;
    for (const Leaf& leaf : leaves(v.type, v.span)) {
      const bool wide = is_wide(leaf.rep.rep);
      Slot slot = preset({Preset::Kind::member, wide, 0, index, leaf.offset, leaf.rep.bytes, leaf.rep.is_signed});
      if (provenance_.is_reassigned(parameter)) {
        const Slot own = new_slot(wide);
        move(own, slot, wide);
        slot = own;
      }
      slots.leaves.push_back(slot);
    }
    location.slot = slots.leaves.empty() ? 0 : slots.leaves[0];
    location.leaf_slots = slots.leaves;
    open_variable(parameter, location);
    frame().variables[parameter.v] = std::move(slots);
    return;
  }
  location.where = VariableLocation::Where::allocation;
  location.allocation = static_cast<uint32_t>(program_->allocations.size());
  ProgramAllocation given;
  given.info = describe(v, Space::constant);
  given.info.may_be_stored = false;
  given.storage = Storage::constant;
  given.is_read_only = true;
  given.parameter = static_cast<int32_t>(index);
  given.bytes.resize(size);
  program_->allocations.push_back(std::move(given));
  if (!may_be_changed(m_, kernel_, parameter)) {
    frame().allocations.emplace(parameter.v, location.allocation);
    return open_variable(parameter, location);
  }
  const uint32_t own = allocation_of(parameter);
  if (failed_) return;
  const uint64_t alignment = std::max<uint64_t>(types_.align_of(v.type), 1);
  for (uint64_t at = 0; at < size && !failed_;) {  // widest pieces first; the object starts at its alignment
    Temporaries temporaries(*this);
    uint8_t step = 8;
    while (step > 1 && (at + step > size || step > alignment)) step = static_cast<uint8_t>(step / 2);
    const ScalarRep rep{step == 8 ? Rep::u64 : Rep::u32, step, false};
    const int64_t displacement = static_cast<int64_t>(at);
    const Slot piece = load_from({.base = address_preset(location.allocation, 0), .displacement = displacement}, rep, site_of_variable(parameter), false, no_slot);
    emit_memory(store_opcode(rep), piece, no_slot, {.base = address_preset(own, 0), .displacement = displacement}, site_of_variable(parameter), false);
    at += step;
  }
  location.allocation = own;
  open_variable(parameter, location);
}

}  // namespace wb

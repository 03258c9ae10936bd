// Functions: declaring them, and reading their bodies.
#include <algorithm>
#include <utility>

#include "simulator/language/member_initialisers.h"
#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {

FunctionDecl* Parser::find_same_function(std::vector<FunctionDecl*>& set, const FunctionDecl& like) {
  for (FunctionDecl* f : set) {
    if (f->owner != like.owner || f->inherited) continue;
    if (f->tmpl || !f->is_readable || f->parameters.size() != like.parameters.size() || f->is_const_method != like.is_const_method) continue;
    bool same = true;
    for (size_t i = 0; same && i < f->parameters.size(); ++i)
      same = module->types.unqualified(f->parameters[i].type) == module->types.unqualified(like.parameters[i].type);
    if (same) return f;
  }
  return nullptr;
}

void Parser::check_kernel_signature(const FunctionDecl& f, const Specifiers& specs) {
  if (!module->types.is_void(f.result)) report(Code::WB3018, specs.has_type ? specs.type_span : f.span, {type_name(f.result)});
  for (const ParameterDecl& p : f.parameters)
    if (module->types[p.type].kind == TypeKind::reference) report(Code::WB3056, p.span);
  if (f.owner) report(Code::WB3030, f.span, {"a kernel", "move it out of the class"});
}

// Makes the module's function and its parameter variables.
void Parser::create_function(FunctionDecl& f) {
  Function made;
  made.name = std::string(f.name);
  made.display_name = f.display_name.empty() ? made.name : f.display_name;
  if (f.owner) made.display_name = module->types.records[f.owner->v].name + "::" + made.display_name;
  made.result = f.result;
  made.is_kernel = f.is_kernel;
  made.span = f.span;
  made.extent = f.extent;
  if (f.owner && !f.is_static_method) {
    TypeId self = module->types.record(*f.owner);
    if (f.is_const_method) self = module->types.with(self, true, false);
    made.parameters.push_back(add_variable("this", module->types.pointer_to(self), Storage::parameter, f.span));
  }
  for (ParameterDecl& p : f.parameters) {
    p.var = add_variable(std::string(p.name), p.type, Storage::parameter, p.span);
    module->variables[p.var.v].is_restrict = p.is_restrict;
    made.parameters.push_back(p.var);
  }
  f.id = {static_cast<uint32_t>(module->functions.size())};
  module->functions.push_back(std::move(made));
  function_by_id.push_back(&f);
}

// What a declaration says of its function.
FunctionDecl Parser::described_function(const Specifiers& specs, const Declarator& d, size_t begin) {
  FunctionDecl f;
  f.name = d.name;
  f.span = d.span;
  f.is_kernel = specs.is_global;
  f.is_device = specs.is_device;
  f.is_host = specs.is_host || (!specs.is_device && !specs.is_global);
  f.is_constexpr = specs.is_constexpr;
  f.is_consteval = specs.is_consteval;
  f.is_auto = is_auto_type(d.function_result);
  for (Scope* s = scope; s && !f.is_in_template; s = s->parent) f.is_in_template = s->kind == Scope::Kind::record && record_info(s->record).tmpl;
  f.result = module->types.unqualified(d.function_result);  // `const` on a returned value means nothing, and constexpr is no const here
  f.parameters = d.parameters;
  f.pack_name = d.pack_name;
  f.pack_begin = d.pack_begin;
  f.pack_count = d.pack_count;
  f.is_const_method = d.is_const_method;
  f.is_constructor = d.is_constructor;
  f.is_destructor = d.is_destructor;
  f.is_explicit = specs.is_explicit;
  f.declaration_begin = begin;
  f.owner = d.qualifier_record ? d.qualifier_record : current_record;
  f.is_static_method = f.owner && specs.is_static;
  if (f.owner && !d.qualifier_record) f.access = record_info(*f.owner).access;
  f.scope = d.qualifier ? d.qualifier : scope;
  f.is_deleted = d.is_deleted_or_default && !d.is_defaulted && !d.is_pure;
  f.is_virtual = specs.is_virtual && !d.is_constructor && !d.is_destructor;
  f.is_pure = d.is_pure;
  f.says_override = d.says_override;
  f.is_final = d.is_final;
  return f;
}

// The overloads that a function belongs to. Null: its name means something else here, which is reported.
std::vector<FunctionDecl*>* Parser::overloads_of(const FunctionDecl& f) {
  if (f.is_constructor && f.owner) return &record_info(*f.owner).constructors;
  if (f.is_destructor && f.owner) return &record_info(*f.owner).destructors;
  InScope inside(*this, f.scope);
  Symbol* known = f.scope->names.count(f.name) ? &f.scope->names[f.name] : nullptr;
  if (known && known->kind == SymbolKind::functions) return &known->functions;
  Symbol symbol;
  symbol.kind = SymbolKind::functions;
  symbol.span = f.span;
  if (known && (known->kind == SymbolKind::type || known->kind == SymbolKind::host)) *known = symbol;  // a function may hide a type's name
  else known = declare(f.name, symbol);
  return known ? &known->functions : nullptr;
}

// A function's declaration without a template: a new one, or one that completes an earlier declaration. Null: reported.
FunctionDecl* Parser::declare_function(const Specifiers& specs, Declarator& d, size_t begin) {
  FunctionDecl f = described_function(specs, d, begin);
  const bool has_body = is(Tok::left_brace) || (is(Tok::colon) && f.is_constructor);
  if (!module->types.is_void(f.result) && !f.is_auto && module->types[f.result].kind == TypeKind::array) d.ok = false;
  if (f.is_kernel) check_kernel_signature(f, specs);
  std::vector<FunctionDecl*>* set = overloads_of(f);
  if (!set) return nullptr;
  FunctionDecl* same = find_same_function(*set, f);
  if (same && same->result != f.result && !same->is_auto && !f.is_auto) {
    report(Code::WB3061, f.span, {std::string(f.name)}, {{same->span, "`" + describe(*same) + "` is declared here"}});
    return nullptr;
  }
  if (same && has_body && same->body_begin != 0) {
    report(Code::WB3059, f.span, {std::string(f.name)}, {{same->span, "the first definition is here"}});
    return nullptr;
  }
  if (same && !has_body) return declare_again(*same, f);
  if (same) define_declared(*same, f);
  else same = add_overload(*set, std::move(f));
  if (specs.max_threads || d.pattern_count) module->functions[same->id.v].max_threads = specs.max_threads ? specs.max_threads : static_cast<uint32_t>(d.pattern_count);
  set_cluster(module->functions[same->id.v], specs, d);
  if (has_body) same->body_begin = pos;
  if (same->is_kernel && std::find(kernels.begin(), kernels.end(), same) == kernels.end()) kernels.push_back(same);
  return same;
}

FunctionDecl* Parser::declare_again(FunctionDecl& known, const FunctionDecl& again) {
  known.is_device |= again.is_device;
  known.is_kernel |= again.is_kernel;
  known.is_constexpr |= again.is_constexpr;
  return &known;
}

// The definition's parameters bear the names that count; a default may stand in either.
void Parser::define_declared(FunctionDecl& known, FunctionDecl& definition) {
  declare_again(known, definition);
  for (size_t i = 0; i < definition.parameters.size(); ++i) {
    ParameterDecl& p = known.parameters[i];
    if (definition.parameters[i].default_begin == 0) definition.parameters[i].default_begin = p.default_begin;
    definition.parameters[i].var = p.var;
    p = definition.parameters[i];
    Variable& v = module->variables[p.var.v];
    v.name = std::string(p.name);
    v.span = p.span;
    v.type = p.type;
    v.is_restrict = p.is_restrict;
  }
  known.span = definition.span;
  module->functions[known.id.v].span = definition.span;
}

// A method hides what a using-declaration has brought in.
FunctionDecl* Parser::add_overload(std::vector<FunctionDecl*>& set, FunctionDecl f) {
  FunctionDecl* added = &functions.emplace_back(std::move(f));
  const auto is_hidden = [&](FunctionDecl* other) {
    const bool is_brought_in = added->is_constructor ? other->inherited != nullptr : other->owner != added->owner;
    if (!is_brought_in || !other->owner || other->tmpl || other->parameters.size() != added->parameters.size()) return false;
    for (size_t i = 0; i < other->parameters.size(); ++i)
      if (other->parameters[i].type != added->parameters[i].type) return false;
    return true;
  };
  if (added->owner) std::erase_if(set, is_hidden);
  set.push_back(added);
  create_function(*added);
  return added;
}

void Parser::skip_function_body(FunctionDecl& f) {
  if (is(Tok::colon)) {
    pos = behind_member_initialisers(*this, pos);
    while (!is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
  }
  if (is(Tok::left_brace)) pos = skip_balanced(pos);
  f.extent = span_from(tokens[f.declaration_begin].span);
  if (f.is_readable && !f.tmpl && f.id.v < module->functions.size()) module->functions[f.id.v].extent = f.extent;
}

// Makes sure that the body has been read: for constant evaluation, and for `auto` results.
void Parser::need_body(FunctionDecl& f) {
  if (f.body_begin == 0 || f.is_body_done || f.is_body_running || stopped) return;
  Nesting guard(*this);
  if (guard.too_deep) return;
  parse_function_body(f);
}

void Parser::drain_queue() {
  while (!queue.empty() && !is_full() && !stopped) {
    FunctionDecl* f = queue.front();
    queue.pop_front();
    if (!f->is_body_done && !f->is_body_running) parse_function_body(*f);
  }
}

// Reads f's body where it stands in the text; the cursor does not move.
void Parser::parse_function_body(FunctionDecl& f) {
  FunctionContext context;
  FunctionContext* outer = fn;
  SwitchContext* outer_switch = sw;
  int outer_nesting = nesting;
  std::optional<RecordId> outer_record = current_record;
  current_record.reset();
  context.decl = &f;
  context.result = f.result;
  context.is_auto = f.is_auto;
  context.is_device = f.is_device || f.is_kernel;
  context.record = f.owner;
  fn = &context;
  sw = nullptr;
  if (!outer) nesting = 0;
  f.is_body_running = true;
  size_t errors_before = diags.error_count() + quiet_errors, quiet_errors_before = quiet_errors;
  bool was_in_angles = std::exchange(in_angles, false), was_pattern = std::exchange(in_template_pattern, false);
  int was_auto = std::exchange(auto_parameter, -1), was_unevaluated = std::exchange(unevaluated, 0);
  const size_t postponed_before = postponed.size();
  {
    At there(*this, f.body_begin, new_scope(Scope::Kind::function, f.scope));
    scope->name = f.name;
    if (f.owner && !f.is_static_method) context.this_var = module->functions[f.id.v].parameters[0];
    declare_parameters(f.parameters, f.pack_name, f.pack_begin, f.pack_count);
    std::vector<StmtId> first;
    for (const ParameterDecl& p : f.parameters)
      if (is_passed_by_address(f, p.type)) module->variables[p.var.v].type = module->types.reference_to(p.type);
    if (is(Tok::colon) || f.is_constructor) parse_member_initialisers(f, first);
    if (f.is_destructor) set_table_pointers(*this, f, first);
    StmtId body;
    context.returned_name = is(Tok::left_brace) ? returned_name(pos) : std::string_view{};
    if (is(Tok::left_brace)) body = parse_compound(false);
    else expect(Tok::left_brace, "before the function's body");
    check_labels();
    if (body) {
      first.insert(first.begin(), context.temporaries.begin(), context.temporaries.end());
      std::vector<StmtId>& list = module->stmts[body.v].list;
      list.insert(list.begin(), first.begin(), first.end());
    }
    Function& made = module->functions[f.id.v];
    made.body = body;
    bool keeps_extent = f.instance_of || (f.is_in_template && f.extent.end > 0);
    Span begin = keeps_extent ? f.extent : tokens[f.declaration_begin].span;
    f.extent = keeps_extent ? f.extent : cover(begin, previous());
    made.extent = f.extent;
    if (f.is_auto) {
      f.result = context.has_auto_result ? context.auto_result : module->types.scalar(ScalarKind::void_);
      made.result = f.result;
    } else if (!module->types.is_void(f.result) && body && diags.error_count() + quiet_errors == errors_before && !always_leaves(body) && !f.is_constructor) {
      report(Code::WB3021, f.span, {std::string(f.name), type_name(f.result)});
    }
  }
  f.has_failed = diags.error_count() + quiet_errors > errors_before;
  in_angles = was_in_angles;
  in_template_pattern = was_pattern;
  auto_parameter = was_auto;
  unevaluated = was_unevaluated;
  f.is_body_running = false;
  f.is_body_done = true;
  // A failure of something that was made for this body (an instance's signature, a result's type) is its own too.
  const auto is_own = [&](const Postponed& p) { return p.function == &f; };
  if (postponed.size() > postponed_before && std::none_of(postponed.begin() + static_cast<long>(postponed_before), postponed.end(), is_own))
    postponed.push_back({&f, postponed[postponed_before].diagnostic});
  if (quiet > 0 && quiet_errors > quiet_errors_before) {  // its mistakes are reported when it is read for a call that counts
    f.is_body_done = false;
    f.is_queued = false;
  }
  fn = outer;
  sw = outer_switch;
  nesting = outer_nesting;
  current_record = outer_record;
}

// Does no path run off this statement's end? Loops without a condition count as endless unless they hold a `break`.
bool Parser::always_leaves(StmtId id) {
  if (!id) return false;
  const Stmt& s = (*module)[id];
  struct FindBreak {
    const Module& m;
    bool in(StmtId i) const {
      if (!i) return false;
      const Stmt& x = m[i];
      if (x.kind == StmtKind::break_) return true;
      if (x.kind == StmtKind::for_ || x.kind == StmtKind::while_ || x.kind == StmtKind::do_ || x.kind == StmtKind::switch_) return false;
      for (StmtId inner : x.list)
        if (in(inner)) return true;
      return in(x.body) || in(x.otherwise);
    }
  } breaks{*module};
  switch (s.kind) {
    case StmtKind::return_: return true;
    case StmtKind::goto_: return true;
    case StmtKind::expression: return s.a && at(s.a).kind == ExprKind::comma && at(at(s.a).b).landing && at(at(s.a).b).builtin == Builtin::leave_by_exception;
    case StmtKind::compound: {
      bool leaves = false;
      for (StmtId inner : s.list) leaves = (*module)[inner].kind != StmtKind::label_ && (leaves || always_leaves(inner));
      return leaves;
    }
    case StmtKind::if_: return s.otherwise && always_leaves(s.body) && always_leaves(s.otherwise);
    case StmtKind::for_:
    case StmtKind::while_:
    case StmtKind::do_: {
      if (s.kind == StmtKind::do_ && always_leaves(s.body) && !breaks.in(s.body)) return true;
      bool endless = s.kind == StmtKind::for_ && !s.a;
      if (s.a) endless = ConstantEvaluator(*module, &known_constants).evaluate(s.a).value_or(0) != 0;
      return endless && !breaks.in(s.body);
    }
    case StmtKind::switch_: {
      if (!s.body) return false;
      const std::vector<StmtId>& list = (*module)[s.body].list;
      bool has_default = std::any_of(list.begin(), list.end(), [&](StmtId i) { return (*module)[i].kind == StmtKind::default_; });
      return has_default && !list.empty() && always_leaves(list.back()) && !breaks.in(s.body);
    }
    default: return false;
  }
}

}  // namespace wb

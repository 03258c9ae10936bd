// Functions: declaring them, and reading their bodies.
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {

FunctionDecl* Parser::find_same_function(std::vector<FunctionDecl*>& set, const FunctionDecl& like) {
  for (FunctionDecl* f : set) {
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

// A function's declaration without a template: a new one, or one that completes an earlier declaration. Null: reported.
FunctionDecl* Parser::declare_function(const Specifiers& specs, Declarator& d, size_t begin) {
  FunctionDecl f;
  f.name = d.name;
  f.span = d.span;
  f.is_kernel = specs.is_global;
  f.is_device = specs.is_device;
  f.is_host = specs.is_host || (!specs.is_device && !specs.is_global);
  f.is_constexpr = specs.is_constexpr;
  f.is_auto = specs.is_auto && is_placeholder(d.function_result);
  f.result = module->types.unqualified(d.function_result);  // `const` on a returned value means nothing, and constexpr is no const here
  f.parameters = d.parameters;
  f.is_const_method = d.is_const_method;
  f.is_constructor = d.is_constructor;
  f.declaration_begin = begin;
  f.owner = d.qualifier_record ? d.qualifier_record : current_record;
  f.is_static_method = f.owner && specs.is_static;
  f.scope = d.qualifier ? d.qualifier : scope;
  f.is_deleted = d.is_deleted_or_default;
  bool has_body = is(Tok::left_brace) || (is(Tok::colon) && f.is_constructor);
  if (!module->types.is_void(f.result) && !f.is_auto && module->types[f.result].kind == TypeKind::array) d.ok = false;
  if (f.is_kernel) check_kernel_signature(f, specs);
  std::vector<FunctionDecl*>* set = nullptr;
  if (f.is_constructor && f.owner) {
    set = &record_info(*f.owner).constructors;
  } else {
    InScope inside(*this, f.scope);
    Symbol* old = f.scope->names.count(f.name) ? &f.scope->names[f.name] : nullptr;
    if (!old) {
      Symbol symbol;
      symbol.kind = SymbolKind::functions;
      symbol.span = f.span;
      old = declare(f.name, symbol);
    } else if (old->kind != SymbolKind::functions) {
      Symbol symbol;
      symbol.kind = SymbolKind::functions;
      symbol.span = f.span;
      if (old->kind == SymbolKind::type || old->kind == SymbolKind::host) *old = symbol;  // a function may hide a type's name
      else old = declare(f.name, symbol);
    }
    if (!old) return nullptr;
    set = &old->functions;
  }
  FunctionDecl* same = find_same_function(*set, f);
  if (same && same->result != f.result && !same->is_auto && !f.is_auto) {
    report(Code::WB3061, f.span, {std::string(f.name)}, {{same->span, "`" + describe(*same) + "` is declared here"}});
    return nullptr;
  }
  if (same && has_body && same->body_begin != 0) {
    report(Code::WB3059, f.span, {std::string(f.name)}, {{same->span, "the first definition is here"}});
    return nullptr;
  }
  if (same) {
    same->is_device |= f.is_device;
    same->is_kernel |= f.is_kernel;
    same->is_constexpr |= f.is_constexpr;
    if (!has_body) return same;
    for (size_t i = 0; i < f.parameters.size(); ++i) {
      ParameterDecl& p = same->parameters[i];
      if (f.parameters[i].default_begin == 0) f.parameters[i].default_begin = p.default_begin;
      f.parameters[i].var = p.var;
      p = f.parameters[i];
      Variable& v = module->variables[p.var.v];
      v.name = std::string(p.name);
      v.span = p.span;
      v.type = p.type;
      v.is_restrict = p.is_restrict;
    }
    same->span = f.span;
    module->functions[same->id.v].span = f.span;
  } else {
    same = &functions.emplace_back(std::move(f));
    set->push_back(same);
    create_function(*same);
  }
  if (specs.max_threads || d.pattern_count) module->functions[same->id.v].max_threads = specs.max_threads ? specs.max_threads : static_cast<uint32_t>(d.pattern_count);
  if (has_body) same->body_begin = pos;
  if (same->is_kernel && std::find(kernels.begin(), kernels.end(), same) == kernels.end()) kernels.push_back(same);
  return same;
}

void Parser::skip_function_body(FunctionDecl& f) {
  if (is(Tok::colon)) {
    take();
    while (!is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) {
      if (is(Tok::left_paren)) pos = skip_balanced(pos);
      else {
        bool is_name = is(Tok::identifier);
        take();
        if (is_name && is(Tok::left_brace)) pos = skip_balanced(pos);  // member{value}
        if (!is(Tok::comma) && !is(Tok::left_paren) && !is(Tok::less) && is(Tok::left_brace)) break;
      }
    }
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
  size_t errors_before = diags.error_count() + quiet_errors;
  {
    At there(*this, f.body_begin, new_scope(Scope::Kind::function, f.scope));
    if (f.owner && !f.is_static_method) context.this_var = module->functions[f.id.v].parameters[0];
    for (const ParameterDecl& p : f.parameters) {
      if (p.name.empty()) continue;
      Symbol symbol;
      symbol.kind = SymbolKind::variable;
      symbol.var = p.var;
      symbol.span = p.span;
      declare(p.name, symbol);
    }
    std::vector<StmtId> first;
    if (is(Tok::colon) || f.is_constructor) parse_member_initialisers(f, first);
    StmtId body;
    if (is(Tok::left_brace)) body = parse_compound(false);
    else expect(Tok::left_brace, "before the function's body");
    if (body) {
      std::vector<StmtId>& list = module->stmts[body.v].list;
      first.insert(first.begin(), context.temporaries.begin(), context.temporaries.end());
      list.insert(list.begin(), first.begin(), first.end());
    }
    Function& made = module->functions[f.id.v];
    made.body = body;
    Span begin = f.instance_of ? f.extent : tokens[f.declaration_begin].span;
    f.extent = f.instance_of ? f.extent : cover(begin, previous());
    made.extent = f.extent;
    if (f.is_auto) {
      f.result = context.has_auto_result ? context.auto_result : module->types.scalar(ScalarKind::void_);
      made.result = f.result;
    } else if (!module->types.is_void(f.result) && body && diags.error_count() + quiet_errors == errors_before && !always_leaves(body) && !f.is_constructor) {
      report(Code::WB3021, f.span, {std::string(f.name), type_name(f.result)});
    }
  }
  f.is_body_running = false;
  f.is_body_done = true;
  fn = outer;
  sw = outer_switch;
  nesting = outer_nesting;
  current_record = outer_record;
}

// member-initialisers = ":" name "(" arguments ")" ,*     Members that are not named start with their own initialisers.
void Parser::parse_member_initialisers(FunctionDecl& f, std::vector<StmtId>& out) {
  if (!f.owner) return;
  RecordInfo& info = record_info(*f.owner);
  std::vector<bool> done(module->types.records[f.owner->v].fields.size(), false);
  auto self = [&](Span span) { return dereference(rvalue(make_variable(fn->this_var, span)), span, true); };
  auto initialise = [&](uint32_t field, ExprId value, Span span) {
    ExprId target = make_member(self(span), field, span);
    if (!target || !value) return;
    Expr e = node(ExprKind::assign, at(target).type, span);
    e.a = target;
    e.b = value;
    e.is_lvalue = true;
    Stmt s;
    s.kind = StmtKind::expression;
    s.a = make(std::move(e));
    s.span = span;
    out.push_back(make_stmt(s));
  };
  if (eat(Tok::colon)) {
    for (;;) {
      if (!is(Tok::identifier)) {
        report(Code::WB2005, here(), {found()});
        break;
      }
      Token name = take();
      const std::vector<Field>& fields = module->types.records[f.owner->v].fields;
      uint32_t field = 0;
      auto is_named = [&](const Field& member) {
        if (member.name == name.text) return true;
        if (!member.name.empty() || !module->types.is_record(member.type)) return false;  // a base is named by its type
        const std::string& base = module->types.records[module->types[member.type].index].name;
        return base.substr(0, base.find('<')) == name.text;
      };
      while (field < fields.size() && !is_named(fields[field])) ++field;
      if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos);
      bool is_braced = is(Tok::left_brace);
      if (field == fields.size()) {
        report(Code::WB3003, name.span, {std::string(name.text), module->types.records[f.owner->v].name, "no such member to initialise"});
        if (is(Tok::left_paren) || is_braced) pos = skip_balanced(pos);
      } else {
        TypeId type = fields[field].type;
        done[field] = true;
        if (module->types[type].kind == TypeKind::reference) {
          report(Code::WB4001, name.span, {"reference members", "use a pointer member"});
          if (is(Tok::left_paren) || is_braced) pos = skip_balanced(pos);
        } else if (is_braced) {
          initialise(field, parse_braced(type, name.span), name.span);
        } else if (is(Tok::left_paren)) {
          std::vector<ExprId> arguments;
          if (parse_arguments(arguments)) {
            Span span = span_from(name.span);
            ExprId value;
            if (module->types.is_record(type)) value = construct(type, std::move(arguments), span, false);
            else if (arguments.empty()) value = zero_value(module->types.unqualified(type), span);
            else if (arguments.size() == 1) value = convert(arguments[0], type, at(arguments[0]).span);
            else report(Code::WB3010, span, {std::string(name.text), "1", std::to_string(arguments.size()), ""});
            initialise(field, value, span);
          }
        }
      }
      if (!eat(Tok::comma)) break;
    }
  }
  for (uint32_t i = 0; i < done.size(); ++i) {
    if (done[i]) continue;
    TypeId type = module->types.records[f.owner->v].fields[i].type;
    Span span = f.span;
    if (i < info.field_defaults.size() && info.field_defaults[i] != 0) {
      At there(*this, info.field_defaults[i], info.scope);
      TypeId field = type;
      initialise(i, is(Tok::left_brace) ? parse_braced(field, here()) : convert(parse_assignment(), field, here()), span);
    } else if (ExprId value = default_construct(type, span)) {
      initialise(i, value, span);
    }
  }
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
    case StmtKind::compound:
      return std::any_of(s.list.begin(), s.list.end(), [&](StmtId inner) { return always_leaves(inner); });
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

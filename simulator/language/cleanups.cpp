// The ends of scopes and of full expressions: which objects are destroyed there, and in which order. An object that may not have been
// made (in an operand that is not always evaluated) has a flag.
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

void Parser::add_cleanup(VarId var) {
  if (fn && has_destructor(module->variables[var.v].type)) fn->cleanups.push_back({var, {}, false});
}

// Destroys what was declared since `mark`, the last one first; `except` has become the function's result.
void Parser::emit_cleanups(size_t mark, std::vector<StmtId>& out, Span span, std::optional<VarId> except) {
  for (size_t i = fn->cleanups.size(); i-- > mark;) {
    Cleanup c = fn->cleanups[i];
    if (except && c.var == *except) continue;
    destroy_cleanup(c, out, span);
  }
}

void Parser::destroy_cleanup(const Cleanup& c, std::vector<StmtId>& out, Span span) {
  const bool was_destroying = std::exchange(fn->is_destroying, true);
  if (!c.has_flag) {
    destroy(make_variable(c.var, span), out, span);
    fn->is_destroying = was_destroying;
    return;
  }
  Stmt only_if;
  only_if.kind = StmtKind::if_;
  only_if.span = span;
  only_if.a = rvalue(make_variable(c.flag, span));
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = span;
  destroy(make_variable(c.var, span), block.list, span);
  only_if.body = make_stmt(std::move(block));
  out.push_back(make_stmt(only_if));
  fn->is_destroying = was_destroying;
}

bool Parser::leaves_scope(const std::vector<StmtId>& list) const {
  if (list.empty()) return false;
  const Stmt& last = (*module)[list.back()];
  if (last.kind == StmtKind::compound) return leaves_scope(last.list);
  return last.kind == StmtKind::return_ || last.kind == StmtKind::break_ || last.kind == StmtKind::continue_;
}

void Parser::leave_scope(size_t mark, std::vector<StmtId>& list, Span span) {
  if (!fn || fn->cleanups.size() <= mark) return;
  if (!leaves_scope(list)) emit_cleanups(mark, list, span);
  unwind_scope(mark, list, span);
}

// A temporary object that is destroyed at the end of the full expression. In an arm of ?:, && or || a flag says whether it was made.
ExprId Parser::note_temporary(VarId var, ExprId made, Span span) {
  if (!fn) return made;
  Cleanup c{var, {}, fn->conditional_depth > 0};
  if (!c.has_flag) {
    fn->pending.push_back(c);
    return made;
  }
  c.flag = add_temporary(module->types.scalar(ScalarKind::bool_), span);
  fn->pending.push_back(c);
  return build_comma(set_flag(c.flag, true, span), made, span);
}

ExprId Parser::set_flag(VarId flag, bool value, Span span) {
  Expr e = node(ExprKind::assign, module->types.scalar(ScalarKind::bool_), span);
  e.a = make_variable(flag, span);
  e.b = make_constant(e.type, value, span);
  e.is_lvalue = true;
  e.implicit = true;
  return make(std::move(e));
}

// Ends the full expression e: its temporaries are destroyed behind it. With `keeps_value` the result is e's value.
ExprId Parser::end_full_expression(ExprId e, bool keeps_value) {
  if (!keeps_value) e = for_effects(e);
  if (!fn || fn->pending.empty()) return e;
  std::vector<Cleanup> ending = std::move(fn->pending);
  fn->pending.clear();
  if (!e) return e;
  Span span = at(e).span;
  keeps_value &= !module->types.is_void(at(e).type);
  ExprId result = e;
  VarId kept{};
  if (keeps_value) {
    ExprId value = rvalue(e);
    kept = add_temporary(at(value).type, span);
    Expr keep_it = node(ExprKind::assign, at(value).type, span);
    keep_it.a = make_variable(kept, span);
    keep_it.b = value;
    keep_it.is_lvalue = true;
    keep_it.implicit = true;
    result = make(std::move(keep_it));
  }
  for (size_t i = ending.size(); i-- > 0;) {
    ExprId call = destructor_call(make_variable(ending[i].var, span), span);
    if (!call) return {};
    if (ending[i].has_flag) {
      // flag && (destructor, true)
      Expr only_if = node(ExprKind::logical_and, module->types.scalar(ScalarKind::bool_), span);
      only_if.a = rvalue(make_variable(ending[i].flag, span));
      only_if.b = build_comma(call, make_constant(only_if.type, 1, span), span);
      call = make(std::move(only_if));
    }
    result = build_comma(result, call, span);
  }
  for (const Cleanup& c : ending)
    if (c.has_flag) result = build_comma(set_flag(c.flag, false, span), result, span);
  return keeps_value ? build_comma(result, rvalue(make_variable(kept, span)), span) : result;
}

// The same for a declaration: flags are cleared in front of it, temporaries end behind it. One that the reference `var` is bound to
// lives as long as the reference.
void Parser::end_declaration(VarId var, std::vector<StmtId>& before, std::vector<StmtId>& after, Span span) {
  if (!fn) return;
  std::vector<Cleanup> ending = std::move(fn->pending);
  fn->pending.clear();
  for (const Cleanup& c : ending)
    if (c.has_flag) append_expression(set_flag(c.flag, false, span), before, span);
  if (module->types[module->variables[var.v].type].kind == TypeKind::reference && !ending.empty()) {
    ExprId root = module->variables[var.v].init;
    while (root && (at(root).kind == ExprKind::address_of || at(root).kind == ExprKind::member || at(root).kind == ExprKind::comma || at(root).kind == ExprKind::cast ||
                    at(root).kind == ExprKind::assign))
      root = at(root).kind == ExprKind::comma ? at(root).b : at(root).a;
    for (size_t i = 0; root && i < ending.size(); ++i)
      if (at(root).kind == ExprKind::variable && at(root).var == ending[i].var) {
        fn->cleanups.push_back(ending[i]);
        ending.erase(ending.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  }
  for (size_t i = ending.size(); i-- > 0;) destroy_cleanup(ending[i], after, span);
}

// `return s.a;` where objects must be destroyed first: the result is kept aside, then they go, then it is returned.
StmtId Parser::leave_function(Stmt s, std::optional<VarId> result_variable) {
  if (!fn || (fn->cleanups.empty() && fn->pending.empty())) return make_stmt(s);
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = s.span;
  for (const Cleanup& c : fn->pending)
    if (c.has_flag) append_expression(set_flag(c.flag, false, s.span), block.list, s.span);
  if (s.a && !module->types.is_void(at(s.a).type)) {
    VarId kept = add_variable("result", at(s.a).type, Storage::local, s.span);
    module->variables[kept.v].is_temporary = true;
    module->variables[kept.v].init = s.a;
    Stmt declaration;
    declaration.kind = StmtKind::declaration;
    declaration.var = kept;
    declaration.span = s.span;
    block.list.push_back(make_stmt(declaration));
    Expr load = node(ExprKind::load, at(s.a).type, s.span);
    load.a = make_variable(kept, s.span);
    load.implicit = true;
    s.a = make(std::move(load));
  } else if (s.a) {
    append_expression(s.a, block.list, s.span);
    s.a = {};
  }
  std::vector<Cleanup> ending = std::move(fn->pending);
  fn->pending.clear();
  for (size_t i = ending.size(); i-- > 0;) destroy_cleanup(ending[i], block.list, s.span);
  emit_cleanups(0, block.list, s.span, result_variable);
  block.list.push_back(make_stmt(s));
  return make_stmt(std::move(block));
}

// The local variable that every `return` of this body names: it is built where the result belongs, and never copied.
std::string_view Parser::returned_name(size_t body) const {
  std::string_view name;
  size_t end = skip_balanced(body);
  for (size_t i = body; i + 2 < end && i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind != Tok::kw_return) continue;
    bool names_one = tokens[i + 1].kind == Tok::identifier && tokens[i + 2].kind == Tok::semicolon;
    if (!names_one || (!name.empty() && name != tokens[i + 1].text)) return {};
    name = tokens[i + 1].text;
  }
  return name;
}

}  // namespace wb

// return, break, continue, goto and labels. A jump ends the objects of the scopes that it leaves and may not enter behind a declaration.
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/placeholders.h"

namespace wb {

// return = "return" expression? ";"
StmtId Parser::parse_return() {
  Stmt s;
  s.kind = StmtKind::return_;
  Token word = take();
  TypeId result = fn->result;
  std::optional<VarId> result_variable;
  FunctionDecl& f = *fn->decl;
  std::string name(f.display_name.empty() ? f.name : std::string_view(f.display_name));
  if (!is(Tok::semicolon) && !is(Tok::right_brace)) {
    ExprId e;
    Span begin = here();
    size_t first_token = pos;
    if (is(Tok::left_brace) && !fn->is_auto && !module->types.is_void(result)) {
      TypeId type = module->types.unqualified(result);
      s.a = parse_braced(type, here());
      if (!s.a) {
        skip_statement();
        return {};
      }
    } else {
      e = parse_expression();
      if (!e) {
        skip_statement();
        return {};
      }
      Span span = span_from(begin);
      if (f.is_kernel) {
        report(Code::WB3017, span);
      } else if (fn->is_auto) {
        ExprId value = type_of(e).kind == TypeKind::record && module->types[fn->result].kind != TypeKind::reference ? returned_value(e, module->types.unqualified(at(e).type), span, result_variable) : rvalue(e);
        TypeId type = value ? at(value).type : TypeId{};
        bool is_decltype = fn->result == placeholder_type(placeholder::decltype_auto, "decltype(auto)");
        bool is_name = at(e).kind == ExprKind::variable || at(e).kind == ExprKind::member;
        if (value && is_decltype && at(e).is_lvalue && (!is_name || tokens[first_token].kind == Tok::left_paren)) {
          type = module->types.reference_to(at(e).type, at(e).is_xvalue);
          s.a = bind_reference(e, type, span);
        } else if (value && module->types[fn->result].kind == TypeKind::reference) {
          s.a = bind_reference(e, module->types.reference_to(at(e).type, at(e).is_xvalue), span);
          type = s.a ? at(s.a).type : type;
        } else {
          s.a = value;
        }
        if (!fn->has_auto_result) {
          fn->has_auto_result = true;
          fn->auto_result = type;
        } else if (fn->auto_result != type && value) {
          report(Code::WB3070, span, {type_name(type), type_name(fn->auto_result)});
        }
      } else if (module->types.is_void(result)) {
        if (module->types.is_void(at(e).type)) s.a = e;
        else report(Code::WB3020, span, {name});
      } else {
        s.a = returned_value(e, result, span, result_variable);
      }
    }
  } else if (!fn->is_auto && !module->types.is_void(result)) {
    report(Code::WB3019, word.span, {name, type_name(result)});
  }
  expect_semicolon("after `return`");
  s.span = span_from(word.span);
  return leave_function(s, result_variable);
}

// A local object that is returned is moved, not copied; one that every return names is built as the result in the first place.
ExprId Parser::returned_value(ExprId e, TypeId result, Span span, std::optional<VarId>& result_variable) {
  const Expr named = at(e);  // a copy: making nodes moves them
  if (named.kind == ExprKind::variable && module->types.is_record(named.type) && !at(e).is_xvalue) {
    Storage storage = module->variables[named.var.v].storage;
    bool is_own = storage == Storage::local || storage == Storage::parameter;
    bool is_same = module->types[result].kind != TypeKind::reference && named.type == module->types.unqualified(result);
    if (is_own && is_same && storage == Storage::local && fn->returned_name == module->variables[named.var.v].name) {
      result_variable = named.var;
      return rvalue(e);
    }
    if (is_own && module->types[result].kind != TypeKind::reference && module->types.is_record(result) && !module->types[named.type].is_const) e = as_xvalue(e);
  }
  if (named.kind == ExprKind::dereference && at(named.a).kind == ExprKind::load && at(at(named.a).a).kind == ExprKind::variable && module->types.is_record(result)) {
    VarId var = at(at(named.a).a).var;  // a parameter that is passed by its address
    for (const ParameterDecl& p : fn->decl->parameters)
      if (p.var == var && module->types.is_record(p.type) && !module->types[p.type].is_const) return convert_argument(as_xvalue(e), result, span);
  }
  return convert_argument(e, result, span);
}

// label = identifier ":"
StmtId Parser::parse_label() {
  Token name = take();
  take();
  FunctionContext::Label& label = fn->labels.try_emplace(name.text, FunctionContext::Label{fn->labels.size()}).first->second;
  if (label.is_defined) {
    report(Code::WB3005, name.span, {std::string(name.text)}, {{label.span, "`" + std::string(name.text) + "` is declared here already"}});
    return {};
  }
  label.is_defined = true;
  label.span = name.span;
  label.declared = fn->declared;
  label.cleanups = fn->cleanups.size();
  Stmt s;
  s.kind = StmtKind::label_;
  s.bits = label.number;
  s.span = name.span;
  StmtId made = make_stmt(s);
  for (const FunctionContext::Goto& jump : fn->gotos)
    if (jump.name == name.text) check_jump(jump.declared, label.declared, jump.span);
  if (is(Tok::right_brace)) return made;  // `end: }`, as C23 has it
  StmtId next = is_declaration_start() ? StmtId{} : parse_statement();
  if (!next) return made;
  Stmt both;
  both.kind = StmtKind::compound;
  both.span = cover(name.span, (*module)[next].span);
  both.list = {made, next};
  return make_stmt(std::move(both));
}

// goto = "goto" identifier ";"
StmtId Parser::parse_goto() {
  Token word = take();
  if (!is(Tok::identifier)) {
    report(Code::WB2005, here(), {found()});
    skip_statement();
    return {};
  }
  Token name = take();
  FunctionContext::Label& label = fn->labels.try_emplace(name.text, FunctionContext::Label{fn->labels.size()}).first->second;
  Stmt s;
  s.kind = StmtKind::goto_;
  s.bits = label.number;
  expect_semicolon("after `goto`");
  s.span = span_from(word.span);
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = s.span;
  if (label.is_defined) {
    check_jump(fn->declared, label.declared, name.span);
    if (fn->cleanups.size() > label.cleanups) emit_cleanups(label.cleanups, block.list, s.span);
  } else {
    fn->gotos.push_back({name.text, name.span, fn->declared});
    if (!fn->cleanups.empty()) report(Code::WB4001, s.span, {"jumps forward where objects have destructors", "leave the scope with `break` or `return`"});
  }
  if (block.list.empty()) return make_stmt(s);
  block.list.push_back(make_stmt(s));
  return make_stmt(std::move(block));
}

// A jump must not enter the scope of a variable behind its initialiser.
bool Parser::check_jump(const std::vector<VarId>& from, const std::vector<VarId>& to, Span span) {
  for (size_t i = 0; i < to.size(); ++i) {
    if (i < from.size() && from[i] == to[i]) continue;
    const Variable& v = module->variables[to[i].v];
    return report(Code::WB3109, span, {v.name}, {{v.span, "`" + v.name + "` gets its value here"}});
  }
  return true;
}

// At the end of a function: every goto has its label.
void Parser::check_labels() {
  for (const FunctionContext::Goto& jump : fn->gotos)
    if (!fn->labels[jump.name].is_defined) report(Code::WB3110, jump.span, {std::string(jump.name)});
}

// jump = ("break" | "continue") ";"
StmtId Parser::parse_jump() {
  Stmt s;
  Token word = take();
  s.kind = word.kind == Tok::kw_break ? StmtKind::break_ : StmtKind::continue_;
  bool is_break = word.kind == Tok::kw_break;
  bool fits = fn->loops > 0 || (is_break && fn->switches > 0);
  if (!fits) report(Code::WB2009, word.span, {std::string(word.text)});
  expect_semicolon(word.kind == Tok::kw_break ? "after `break`" : "after `continue`");
  s.span = span_from(word.span);
  const std::vector<size_t>& marks = is_break ? fn->break_marks : fn->continue_marks;
  if (!fits || marks.empty() || fn->cleanups.size() <= marks.back()) return fits ? make_stmt(s) : StmtId{};
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = s.span;
  emit_cleanups(marks.back(), block.list, s.span);
  block.list.push_back(make_stmt(s));
  return make_stmt(std::move(block));
}

}  // namespace wb

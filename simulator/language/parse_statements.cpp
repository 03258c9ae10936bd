// Statements: the choice between them, blocks, `if`. Loops, jumps and declarations have files of their own.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

StmtId Parser::make_stmt(Stmt stmt) {
  module->stmts.push_back(std::move(stmt));
  return {static_cast<uint32_t>(module->stmts.size() - 1)};
}

// statement = declaration | compound | if | while | do | for | switch | return | jump | expression ";"
// Declarations may be several statements, so statements are appended to a list.
void Parser::parse_statement_into(std::vector<StmtId>& list) {
  Nesting guard(*this);
  if (guard.too_deep) return;
  while (is(Tok::pragma_unroll)) {
    unroll_next = true;
    take();
  }
  while (is(Tok::left_bracket) && kind(1) == Tok::left_bracket) pos = skip_balanced(pos);  // [[likely]]
  if (is(Tok::kw_case) || is(Tok::kw_default)) return parse_case(list);
  if (is(Tok::kw_using) || is(Tok::kw_namespace)) return parse_using();
  if (is(Tok::kw_static_assert)) return parse_static_assert();
  if (is_declaration_start()) return parse_local_declaration(list);
  if (StmtId s = parse_statement()) list.push_back(s);
}

StmtId Parser::parse_statement() {
  const Token t = peek();
  if (t.kind != Tok::kw_for && t.kind != Tok::kw_while && t.kind != Tok::kw_do) unroll_next = false;
  switch (t.kind) {
    case Tok::left_brace: return parse_compound(true);
    case Tok::kw_if: return parse_if();
    case Tok::kw_while: return parse_while();
    case Tok::kw_do: return parse_do();
    case Tok::kw_for: return parse_for();
    case Tok::kw_switch: return parse_switch();
    case Tok::kw_return: return parse_return();
    case Tok::kw_break:
    case Tok::kw_continue: return parse_jump();
    case Tok::semicolon: {
      Stmt s;
      s.span = take().span;
      return make_stmt(s);
    }
    case Tok::kw_else:
      report(Code::WB2011, t.span);
      take();
      return parse_body("else");
    case Tok::kw_goto: return parse_goto();
    case Tok::kw_asm: case Tok::kw_asm2: return parse_assembly();
    case Tok::kw_try:
      if (is_host_program) return parse_try();
      refuse_keyword(t);
      if (t.kind == Tok::kw_try) {
        take();
        if (is(Tok::left_brace)) pos = skip_balanced(pos);
        while (is(Tok::kw_catch)) {
          take();
          if (is(Tok::left_paren)) pos = skip_balanced(pos);
          if (is(Tok::left_brace)) pos = skip_balanced(pos);
        }
        return {};
      }
      skip_statement();
      return {};
    case Tok::identifier:
      if (kind(1) == Tok::colon && kind(2) != Tok::colon) {
        return parse_label();
      }
      return parse_expression_statement();
    default: return parse_expression_statement();
  }
}

StmtId Parser::parse_expression_statement() {
  Span begin = here();
  size_t before = pos;
  ExprId e = parse_expression();
  if (!e) {
    // Reported. Go on behind this statement; a statement that was only cut short goes on at the next line.
    if (pos == before && !is(Tok::right_brace)) take();
    skip_statement();
    return {};
  }
  warn_no_effect(e);
  if (!at(e).is_lvalue && type_of(e).kind == TypeKind::record && has_destructor(at(e).type)) e = materialise(e);  // thrown away, and so destroyed
  Stmt s;
  s.kind = StmtKind::expression;
  s.a = end_full_expression(e, false);
  expect_semicolon("after this statement");
  s.span = span_from(begin);
  return make_stmt(s);
}

void Parser::warn_no_effect(ExprId id) {
  const Expr& e = at(id);
  if (e.kind == ExprKind::binary && e.op == Op::equal) report(Code::WB2016, e.op_span, {"="});
}

// The body of `if`, a loop ...: one statement, in a scope of its own.
StmtId Parser::parse_body(const char* of) {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  InScope inside(*this, new_scope(Scope::Kind::block, scope));
  if (is(Tok::right_brace) || is(Tok::end)) {
    report(Code::WB2001, after_previous(), {"{", "before the body of `" + std::string(of) + "`"});
    return {};
  }
  Span begin = here();
  std::vector<StmtId> list;
  size_t declared = fn ? fn->declared.size() : 0;
  size_t mark = fn ? fn->cleanups.size() : 0;
  bool is_loop = of[0] == 'f' || of[0] == 'w' || of[0] == 'd';
  if (fn && is_loop) {
    fn->break_marks.push_back(mark);
    fn->continue_marks.push_back(mark);
  }
  parse_statement_into(list);
  if (fn && is_loop) {
    fn->break_marks.pop_back();
    fn->continue_marks.pop_back();
  }
  leave_scope(mark, list, previous());
  if (fn) fn->declared.resize(std::min(declared, fn->declared.size()));
  if (list.size() == 1) return list[0];
  Stmt s;
  s.kind = StmtKind::compound;
  s.list = std::move(list);
  s.span = span_from(begin);
  return make_stmt(std::move(s));
}

// compound = "{" statement* "}"
StmtId Parser::parse_compound(bool own_scope) {
  Token open = take();
  InScope inside(*this, own_scope ? new_scope(Scope::Kind::block, scope) : scope);
  Stmt s;
  s.kind = StmtKind::compound;
  size_t declared = fn ? fn->declared.size() : 0;
  size_t mark = fn ? fn->cleanups.size() : 0;
  while (!is(Tok::right_brace) && !is(Tok::end) && !is_full() && !stopped) {
    size_t before = pos;
    // A function that begins here: the brace of the one before is missing.
    if (is(Tok::kw_global) && peek().line_start) break;
    parse_statement_into(s.list);
    if (pos == before) take();
  }
  leave_scope(mark, s.list, here());
  if (fn) fn->declared.resize(std::min(declared, fn->declared.size()));
  if (!eat(Tok::right_brace) && !is_full() && !stopped) report(Code::WB2003, open.span, {"{", "}"});
  s.span = span_from(open.span);
  return make_stmt(std::move(s));
}

// condition = "(" expression ")"
ExprId Parser::parse_condition(const char* of) {
  Token open = peek();
  if (!expect(Tok::left_paren, (std::string("after `") + of + "`").c_str())) return {};
  bool is_wrapped = is(Tok::left_paren);
  size_t begin = pos;
  ExprId e = parse_expression();
  if (e && at(e).kind == ExprKind::assign && !(is_wrapped && skip_balanced(begin) == pos)) report(Code::WB2012, at(e).op_span);
  ExprId condition = end_full_expression(e ? to_bool(e) : ExprId{}, true);
  if (!e && !is(Tok::right_paren)) {
    // Behind the condition, if its parenthesis is closed before the body.
    size_t saved = pos;
    while (!is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::left_brace) && !is(Tok::right_brace) && !is(Tok::end)) {
      if (is(Tok::left_paren)) pos = skip_balanced(pos);
      else take();
    }
    if (!is(Tok::right_paren)) pos = saved;
    eat(Tok::right_paren);
    return {};
  }
  expect_close(Tok::right_paren, open);
  // `while (test());` is how one waits, unless a block stands behind it that was meant as the body.
  bool waits = of[0] == 'w' && kind(1) != Tok::left_brace;
  if (is(Tok::semicolon) && of[0] != 'd' && !waits) report(Code::WB2013, here(), {of});
  return condition;
}

// if = "if" "constexpr"? "(" (declaration ";")? condition ")" statement ("else" statement)?
StmtId Parser::parse_if() {
  Span begin = take().span;
  bool is_constexpr = eat(Tok::kw_constexpr);
  InScope inside(*this, new_scope(Scope::Kind::block, scope));
  std::vector<StmtId> before;
  size_t mark = fn ? fn->cleanups.size() : 0;
  Stmt s;
  s.kind = StmtKind::if_;
  bool has_declaration = false;
  if (is(Tok::left_paren)) {
    size_t saved = pos;
    ++pos;
    has_declaration = is_declaration_start();
    const size_t behind = skip_type_words(pos);
    if (has_declaration && (tokens[behind].kind == Tok::left_paren || tokens[behind].kind == Tok::left_brace)) {
      pos = behind - 1;  // `if (bool(*p))`: a type at the parenthesis, so an expression; `if (int v{3})`: a name
      has_declaration = !is_type_start();
    }
    pos = saved;
  }
  if (has_declaration) {
    // if (T x = value) and if (T x = value; condition): the declaration goes in front, in a block of its own.
    Token open = take();
    parse_condition_declaration(before);
    if (eat(Tok::semicolon)) {
      ExprId e = parse_expression();
      s.a = end_full_expression(e ? to_bool(e) : ExprId{}, true);
    } else if (auto declared = std::find_if(before.begin(), before.end(), [&](StmtId id) { return (*module)[id].kind == StmtKind::declaration; }); declared != before.end()) {
      VarId var = (*module)[*declared].var;
      s.a = to_bool(name_variable(var, module->variables[var.v].span));
    }
    expect_close(Tok::right_paren, open);
  } else {
    s.a = parse_condition("if");
  }
  std::optional<bool> known;
  if (is_constexpr && s.a) {
    auto value = evaluate(s.a);
    if (!value) report(Code::WB3062, at(s.a).span, {"if constexpr"});
    else known = *value != 0;
  }
  // The branch that `if constexpr` leaves out is not compiled: it may even be wrong for these template arguments.
  auto branch = [&](bool is_live, const char* name) -> StmtId {
    if (is_live) return parse_body(name);
    std::vector<Token> unused;
    skip_dead_statement();
    return {};
  };
  s.body = branch(!known || *known, "if");
  if (eat(Tok::kw_else)) {
    if (is(Tok::semicolon) && !is(Tok::end)) report(Code::WB2013, here(), {"else"});
    s.otherwise = branch(!known || !*known, "else");
  }
  s.span = span_from(begin);
  if (known) {
    StmtId live = *known ? s.body : s.otherwise;
    if (live) return live;
    Stmt empty;
    empty.span = s.span;
    return make_stmt(empty);
  }
  StmtId result = make_stmt(s);
  if (before.empty()) return result;
  before.push_back(result);
  leave_scope(mark, before, previous());
  Stmt block;
  block.kind = StmtKind::compound;
  block.list = std::move(before);
  block.span = s.span;
  return make_stmt(std::move(block));
}

void Parser::parse_condition_declaration(std::vector<StmtId>& list) {
  Specifiers specs = parse_specifiers(true);
  if (!specs.ok || !specs.has_type) return;
  if (at_bindings(specs)) return parse_bindings(specs, list, false);
  Declarator d = parse_declarator(specs);
  declare_local(specs, d, list);
}

// Steps over one statement without reading it.
void Parser::skip_dead_statement() {
  while (is(Tok::pragma_unroll)) take();
  if (is(Tok::left_brace)) {
    pos = skip_balanced(pos);
    return;
  }
  if (is(Tok::kw_if) || is(Tok::kw_for) || is(Tok::kw_while) || is(Tok::kw_switch)) {
    bool is_if = is(Tok::kw_if);
    take();
    eat(Tok::kw_constexpr);
    if (is(Tok::left_paren)) pos = skip_balanced(pos);
    Nesting guard(*this);
    if (guard.too_deep) return;
    skip_dead_statement();
    if (is_if && eat(Tok::kw_else)) skip_dead_statement();
    return;
  }
  while (!is(Tok::semicolon) && !is(Tok::right_brace) && !is(Tok::end)) {
    if (is(Tok::left_paren) || is(Tok::left_brace) || is(Tok::left_bracket)) pos = skip_balanced(pos);
    else take();
  }
  eat(Tok::semicolon);
}

}  // namespace wb

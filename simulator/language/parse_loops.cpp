// while, do and for (range_loops.cpp has the one over a range). A loop's body is a scope of its own; `break` and `continue` leave the cleanups that are older than it.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

// `#pragma unroll 4` and `_Pragma("unroll 4")` say how often, `#pragma unroll` does not.
static bool has_count(const Token& pragma) {
  const size_t behind = pragma.text.find("unroll") + 6;
  return pragma.text.find_first_not_of(" \"", behind) != std::string_view::npos;
}

// while = "while" condition statement
StmtId Parser::parse_while() {
  Stmt s;
  s.kind = StmtKind::while_;
  s.unroll_hint = unroll_next;
  if (unroll_next && pos > 0 && tokens[pos - 1].kind == Tok::pragma_unroll) s.bits = has_count(tokens[pos - 1]);
  unroll_next = false;
  Span begin = take().span;
  s.a = parse_condition("while");
  ++fn->loops;
  s.body = parse_body("while");
  --fn->loops;
  s.span = span_from(begin);
  return make_stmt(s);
}

// do = "do" statement "while" condition ";"
StmtId Parser::parse_do() {
  Stmt s;
  s.kind = StmtKind::do_;
  s.unroll_hint = unroll_next;
  if (unroll_next && pos > 0 && tokens[pos - 1].kind == Tok::pragma_unroll) s.bits = has_count(tokens[pos - 1]);
  unroll_next = false;
  Span begin = take().span;
  ++fn->loops;
  s.body = parse_body("do");
  --fn->loops;
  if (!expect(Tok::kw_while, "after the body of `do`")) {
    skip_statement();
    return {};
  }
  s.a = parse_condition("do");
  expect_semicolon("after `do ... while (...)`");
  s.span = span_from(begin);
  return make_stmt(s);
}

// for = "for" "(" (declaration | expression? ";") condition? ";" expression? ")" statement
StmtId Parser::parse_for() {
  Stmt s;
  s.kind = StmtKind::for_;
  s.unroll_hint = unroll_next;
  if (unroll_next && pos > 0 && tokens[pos - 1].kind == Tok::pragma_unroll) s.bits = has_count(tokens[pos - 1]);
  unroll_next = false;
  const Span begin = take().span;
  InScope inside(*this, new_scope(Scope::Kind::block, scope));
  const size_t mark = fn->cleanups.size();
  struct Declared {
    FunctionContext& function;
    size_t size;
    ~Declared() { function.declared.resize(std::min(size, function.declared.size())); }
  } declared{*fn, fn->declared.size()};
  const Token open = peek();
  const size_t behind = skip_balanced(pos);
  if (!expect(Tok::left_paren, "after `for`")) {
    skip_statement();
    return {};
  }
  if (!has_three_parts(behind)) return skip_malformed_for(behind);
  if (is_range_for(behind)) return parse_range_for(begin, behind);
  // A part that failed has been reported: what is left in the parentheses is passed over.
  const bool ok = parse_for_init(s, behind) && parse_for_condition(s) && parse_for_step(s, behind);
  if (ok && pos < behind && !eat(Tok::right_paren)) report(Code::WB2001, here(), {")", "after the parts of `for`"}, {{open.span, "to match this `(`"}});
  pos = ok ? std::max(pos, behind) : behind;
  if (is(Tok::semicolon)) report(Code::WB2013, here(), {"for"});
  ++fn->loops;
  s.body = parse_body("for");
  --fn->loops;
  s.span = span_from(begin);
  const StmtId loop = make_stmt(s);
  if (fn->cleanups.size() <= mark) return loop;
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = s.span;
  block.list.push_back(loop);
  leave_scope(mark, block.list, previous());
  return make_stmt(std::move(block));
}

// for (int i = 0, i < n, i++): one report where the first `;` belongs, made before; the loop's variable counts as declared.
StmtId Parser::skip_malformed_for(size_t behind) {
  if (is_declaration_start()) {
    Quiet silent(*this);
    std::vector<StmtId> ignored;
    Specifiers specs = parse_specifiers(true);
    if (specs.ok && specs.has_type) {
      Declarator d = parse_declarator(specs);
      declare_local(specs, d, ignored);
      declaration_failed = false;
    }
  }
  pos = behind;
  ++fn->loops;
  parse_body("for");
  --fn->loops;
  return {};
}

// Does a declaration stand in the parentheses with a `:` behind it, before any `;` or `?`?
bool Parser::is_range_for(size_t behind) {
  if (!is_declaration_start()) return false;
  size_t i = pos;
  while (i < behind && tokens[i].kind != Tok::colon && tokens[i].kind != Tok::semicolon && tokens[i].kind != Tok::question) ++i;
  return i < behind && tokens[i].kind == Tok::colon;
}

// declaration | expression? ";"
bool Parser::parse_for_init(Stmt& s, size_t behind) {
  if (is_declaration_start()) {
    const Span first = here();
    std::vector<StmtId> list;
    parse_local_declaration(list);
    if (list.size() == 1) {
      s.init = list[0];
    } else if (!list.empty()) {
      Stmt several;
      several.kind = StmtKind::compound;
      several.span = span_from(first);
      several.list = std::move(list);
      s.init = make_stmt(std::move(several));
    }
    return pos < behind;
  }
  if (eat(Tok::semicolon)) return true;
  const ExprId e = parse_expression();
  if (!e) return false;
  Stmt init;
  init.kind = StmtKind::expression;
  init.a = end_full_expression(e, false);
  init.span = at(e).span;
  s.init = make_stmt(init);
  return expect(Tok::semicolon, "after the first part of `for`");
}

// condition? ";"
bool Parser::parse_for_condition(Stmt& s) {
  if (eat(Tok::semicolon)) return true;
  const ExprId e = parse_expression();
  if (e && at(e).kind == ExprKind::assign) report(Code::WB2012, at(e).op_span);
  s.a = end_full_expression(e ? to_bool(e) : ExprId{}, true);
  if (!e) return false;
  if (!is(Tok::comma) && eat(Tok::semicolon)) return bool(s.a);
  return report(Code::WB2001, here(), {";", "between the parts of `for`"});
}

// expression?
bool Parser::parse_for_step(Stmt& s, size_t behind) {
  if (pos >= behind || is(Tok::right_paren)) return true;
  s.step = end_full_expression(parse_expression(), false);
  return bool(s.step);
}

// The parentheses of a `for` hold two `;` or one `:`. Reports the first comma, or the end, where they do not.
bool Parser::has_three_parts(size_t behind) {
  int semicolons = 0;
  Span comma;
  if (behind == 0 || tokens[behind - 1].kind != Tok::right_paren) return true;
  for (size_t i = pos; i + 1 < behind;) {
    Tok k = tokens[i].kind;
    if (k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket) {
      i = skip_balanced(i);
      continue;
    }
    if (k == Tok::colon || k == Tok::question) return true;
    if (k == Tok::semicolon) ++semicolons;
    // Of the two commas the first one follows a value; in `int i = 0, j = 1` another value is declared behind it.
    if (k == Tok::comma && comma.end == 0 && !(tokens[i + 1].kind == Tok::identifier && tokens[i + 2].kind == Tok::equal)) comma = tokens[i].span;
    ++i;
  }
  if (semicolons >= 2) return true;
  return report(Code::WB2001, comma.end ? comma : tokens[behind - 1].span, {";", "between the parts of `for`"});
}

}  // namespace wb

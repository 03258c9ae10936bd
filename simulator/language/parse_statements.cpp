// Statements.
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"

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
    case Tok::kw_asm: case Tok::kw_asm2:
    case Tok::kw_try:
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

// while = "while" condition statement
StmtId Parser::parse_while() {
  Stmt s;
  s.kind = StmtKind::while_;
  s.unroll_hint = unroll_next;
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
  unroll_next = false;
  Span begin = take().span;
  InScope inside(*this, new_scope(Scope::Kind::block, scope));
  size_t mark = fn->cleanups.size();
  struct Declared {
    FunctionContext& function;
    size_t size;
    ~Declared() { function.declared.resize(std::min(size, function.declared.size())); }
  } declared{*fn, fn->declared.size()};
  Token open = peek();
  size_t behind = skip_balanced(pos);
  if (!expect(Tok::left_paren, "after `for`")) {
    skip_statement();
    return {};
  }
  if (!has_three_parts(behind)) {
    // for (int i = 0, i < n, i++): one report where the first `;` belongs; the loop's variable counts as declared.
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
  bool ok = true;
  auto recover = [&] {
    ok = false;
    pos = behind;
  };
  if (is_declaration_start()) {
    std::vector<StmtId> list;
    size_t first = pos;
    size_t colon = first;
    while (colon < behind && tokens[colon].kind != Tok::colon && tokens[colon].kind != Tok::semicolon && tokens[colon].kind != Tok::question) ++colon;
    if (colon < behind && tokens[colon].kind == Tok::colon) return parse_range_for(begin, behind);
    parse_local_declaration(list);
    if (tokens[pos - 1].kind != Tok::semicolon && pos < behind) {
      // The `;` was missing and reported, or the declaration was not understood.
      if (pos >= behind) ok = false;
    }
    if (list.size() == 1) {
      s.init = list[0];
    } else if (!list.empty()) {
      Stmt several;
      several.kind = StmtKind::compound;
      several.span = span_from(tokens[first].span);
      several.list = std::move(list);
      s.init = make_stmt(std::move(several));
    }
    if (pos >= behind) recover();
  } else if (!eat(Tok::semicolon)) {
    ExprId e = parse_expression();
    if (e) {
      Stmt init;
      init.kind = StmtKind::expression;
      init.a = end_full_expression(e, false);
      init.span = at(e).span;
      s.init = make_stmt(init);
      if (!expect(Tok::semicolon, "after the first part of `for`")) recover();
    } else {
      recover();
    }
  }
  if (ok && !eat(Tok::semicolon)) {
    ExprId e = parse_expression();
    if (e && at(e).kind == ExprKind::assign) report(Code::WB2012, at(e).op_span);
    s.a = end_full_expression(e ? to_bool(e) : ExprId{}, true);
    if (!s.a) ok = false;
    if (!e) recover();
    else if (is(Tok::comma) || !eat(Tok::semicolon)) {
      report(Code::WB2001, here(), {";", "between the parts of `for`"});
      recover();
    }
  }
  if (pos < behind && ok && !is(Tok::right_paren)) {
    s.step = end_full_expression(parse_expression(), false);
    if (!s.step) recover();
  }
  if (pos < behind && !eat(Tok::right_paren)) {
    if (pos < behind) {
      if (ok) report(Code::WB2001, here(), {")", "after the parts of `for`"}, {{open.span, "to match this `(`"}});
      pos = behind;
    }
  }
  if (is(Tok::semicolon)) report(Code::WB2013, here(), {"for"});
  ++fn->loops;
  s.body = parse_body("for");
  --fn->loops;
  s.span = span_from(begin);
  StmtId loop = make_stmt(s);
  if (fn->cleanups.size() <= mark) return loop;
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = s.span;
  block.list.push_back(loop);
  leave_scope(mark, block.list, previous());
  return make_stmt(std::move(block));
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

// for (T x : array): written out as a loop over an index.
StmtId Parser::parse_range_for(Span begin, size_t behind) {
  Specifiers specs = parse_specifiers(true);
  std::vector<Token> bindings;
  Declarator d;
  if (at_bindings(specs)) {
    d.type = parse_pointer_operators(d, specs.type);
    d.span = here();
    bindings = parse_binding_names();
    d.name = "binding";
    d.ok = !bindings.empty();
  } else {
    d = parse_declarator(specs);
  }
  Token colon = take();
  ExprId range = parse_expression();
  if (!range || !specs.ok || !d.ok || colon.kind != Tok::colon) {
    pos = behind;
    ++fn->loops;
    parse_body("for");
    --fn->loops;
    return {};
  }
  expect(Tok::right_paren, "after the range");
  fn->pending.clear();
  const Type type = type_of(range);
  if (type.kind != TypeKind::array || !at(range).is_lvalue) {
    report(Code::WB4001, at(range).span, {"ranges that are no arrays", "loop over an index"});
    ++fn->loops;
    parse_body("for");
    --fn->loops;
    return {};
  }
  Span span = at(range).span;
  TypeId index_type = module->types.scalar(ScalarKind::int_);
  VarId index = add_variable("index", index_type, Storage::local, span);
  module->variables[index.v].is_temporary = true;
  module->variables[index.v].init = make_constant(index_type, 0, span);
  Stmt init;
  init.kind = StmtKind::declaration;
  init.var = index;
  init.span = d.span;
  Stmt s;
  s.kind = StmtKind::for_;
  s.init = make_stmt(init);
  s.a = build_binary(Tok::less, make_variable(index, span), make_constant(index_type, type.count, span), span);
  s.step = build_increment(true, true, make_variable(index, span), span);
  ExprId element = build_subscript(range, make_variable(index, span), span);
  TypeId declared = d.type;
  if (specs.is_auto) declared = deduce_auto(d.type, element, specs);
  VarId var = add_variable(std::string(d.name), declared, Storage::local, d.span);
  module->variables[var.v].init = module->types[declared].kind == TypeKind::reference ? bind_reference(element, declared, span) : convert(element, declared, span);
  Symbol symbol;
  symbol.kind = SymbolKind::variable;
  symbol.var = var;
  symbol.span = d.span;
  if (bindings.empty()) declare(d.name, symbol);
  else declare_bindings(bindings, var);
  Stmt declaration;
  declaration.kind = StmtKind::declaration;
  declaration.var = var;
  declaration.span = cover(specs.begin, d.span);
  Stmt body;
  body.kind = StmtKind::compound;
  body.list.push_back(make_stmt(declaration));
  ++fn->loops;
  Span body_begin = here();
  size_t mark = fn->cleanups.size();
  add_cleanup(var);
  fn->continue_marks.push_back(mark);
  fn->break_marks.push_back(mark);
  if (StmtId inner = parse_body("while ")) body.list.push_back(inner);
  fn->continue_marks.pop_back();
  fn->break_marks.pop_back();
  leave_scope(mark, body.list, previous());
  --fn->loops;
  body.span = span_from(body_begin);
  s.body = make_stmt(std::move(body));
  s.span = span_from(begin);
  return make_stmt(s);
}

// switch = "switch" "(" expression ")" compound
StmtId Parser::parse_switch() {
  Stmt s;
  s.kind = StmtKind::switch_;
  Span begin = take().span;
  Token open = peek();
  if (!expect(Tok::left_paren, "after `switch`")) {
    skip_statement();
    return {};
  }
  InScope around(*this, new_scope(Scope::Kind::block, scope));
  std::vector<StmtId> in_front;
  bool is_last = false;
  if (is_declaration_start()) {  // switch (T x = value; x), switch (T x = value)
    parse_condition_declaration(in_front);
    is_last = !eat(Tok::semicolon);
  }
  ExprId value;
  if (!is_last) {
    value = end_full_expression(rvalue(as_plain_value(parse_expression())), true);
  } else if (!in_front.empty() && (*module)[in_front.back()].kind == StmtKind::declaration) {
    VarId var = (*module)[in_front.back()].var;
    value = rvalue(name_variable(var, module->variables[var.v].span));
  }
  expect_close(Tok::right_paren, open);
  SwitchContext context;
  context.is_broken = !value;
  if (value) {
    const Type type = type_of(value);
    if (type.kind != TypeKind::enumeration && !is_integer_like(at(value).type)) {
      report(Code::WB3008, at(value).span, {type_name(at(value).type), "int"});
      context.is_broken = true;
    } else if (type.kind == TypeKind::enumeration && module->types.enums[type.index].is_scoped) {
      context.type = at(value).type;
      s.a = value;
    } else {
      s.a = promote(value);
      context.type = at(s.a).type;
    }
    context.kind = module->types[context.type].scalar;
  }
  context.declared = fn->declared;
  SwitchContext* outer = sw;
  sw = &context;
  ++fn->switches;
  if (is(Tok::left_brace)) {
    Token brace = take();
    InScope inside(*this, new_scope(Scope::Kind::block, scope));
    Stmt body;
    body.kind = StmtKind::compound;
    size_t mark = fn->cleanups.size();
    fn->break_marks.push_back(mark);
    while (!is(Tok::right_brace) && !is(Tok::end) && !is_full() && !stopped) {
      size_t before = pos;
      context.list = &body.list;
      parse_statement_into(body.list);
      if (pos == before) take();
    }
    fn->break_marks.pop_back();
    leave_scope(mark, body.list, here());
    fn->declared.resize(std::min(context.declared.size(), fn->declared.size()));
    if (!eat(Tok::right_brace) && !is_full() && !stopped) report(Code::WB2003, brace.span, {"{", "}"});
    body.span = span_from(brace.span);
    s.body = make_stmt(std::move(body));
  } else {
    report(Code::WB2001, here(), {"{", "before the labels of `switch`"});
    skip_statement();
  }
  --fn->switches;
  s.bits = context.has_deep_labels;
  sw = outer;
  s.span = span_from(begin);
  StmtId result = make_stmt(s);
  if (in_front.empty()) return result;
  Stmt block;
  block.kind = StmtKind::compound;
  block.list = std::move(in_front);
  block.list.push_back(result);
  block.span = (*module)[result].span;
  return make_stmt(std::move(block));
}

// case = "case" constant ":" | "default" ":"
void Parser::parse_case(std::vector<StmtId>& list) {
  Token word = take();
  Stmt s;
  s.kind = word.kind == Tok::kw_case ? StmtKind::case_ : StmtKind::default_;
  if (!sw) {
    report(Code::WB2010, word.span, {std::string(word.text)});
    if (word.kind == Tok::kw_case) parse_conditional();
    eat(Tok::colon);
    return;
  }
  if (&list != sw->list) sw->has_deep_labels = true;
  if (fn->declared.size() > sw->declared.size()) check_jump(sw->declared, fn->declared, word.span);
  if (word.kind == Tok::kw_case) {
    Span begin = here();
    if (sw->is_broken) {
      parse_conditional();
    } else if (auto value = parse_constant(sw->type, "case")) {
      s.bits = *value;
      if (!sw->values.insert(*value).second) report(Code::WB2015, span_from(begin), {"case"});
    }
    if (is(Tok::ellipsis)) {  // case 1 ... 5:
      Span dots = take().span;
      auto last = sw->is_broken ? (parse_conditional(), std::nullopt) : parse_constant(sw->type, "case");
      int64_t low = as_signed(sw->kind, s.bits), high = last ? as_signed(sw->kind, *last) : low;
      if (last && (high < low || high - low >= 1024)) report(Code::WB4001, dots, {"empty ranges of case labels and such with more than 1024 values", "test for the range with `if`"});
      for (int64_t value = low + 1; last && value <= high && value - low < 1024; ++value) {
        Stmt each = s;
        each.bits = truncate_to(sw->kind, static_cast<uint64_t>(value));
        each.span = span_from(word.span);
        if (!sw->values.insert(each.bits).second) report(Code::WB2015, each.span, {"case"});
        list.push_back(make_stmt(each));
      }
    }
  } else {
    if (sw->has_default) report(Code::WB2015, word.span, {"default"});
    sw->has_default = true;
  }
  expect(Tok::colon, "after the label");
  s.span = span_from(word.span);
  list.push_back(make_stmt(s));
}

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
        bool is_decltype = fn->result == placeholder_type(252, "decltype(auto)");
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

// --- declarations in functions -----------------------------------------------------------------------------------------------

// local-declaration = specifiers (declarator initialiser?) ,* ";"
void Parser::parse_local_declaration(std::vector<StmtId>& list) {
  Span begin = here();
  if (is(Tok::kw_typedef)) {
    parse_typedef();
    return;
  }
  Specifiers specs = parse_specifiers(true);
  if (specs.ok && !specs.has_type) {
    specs.ok = false;
    if (is(Tok::identifier) && kind(1) == Tok::scope) {  // std::vector<float> v
      Operand o = parse_name();
      if (o.kind != Operand::Kind::error) report(Code::WB2006, o.span, {"`" + std::string(o.name) + "`"});
    } else if (is(Tok::identifier)) {
      Token name = take();
      Symbol* symbol = lookup(name.text);
      if (symbol && symbol->kind == SymbolKind::host) report(Code::WB3025, name.span, {std::string(name.text)});
      else if (!symbol) report_unknown_type(name.text, name.span);
      else if (symbol->kind != SymbolKind::broken) report(Code::WB2006, name.span, {"`" + std::string(name.text) + "`"});
    } else {
      report(Code::WB2006, here(), {found()});
    }
    if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos);
  }
  if (!specs.ok) {
    // Its names count as declared, so that their uses stay silent.
    while (is(Tok::star) || is(Tok::amp) || is(Tok::kw_const)) take();
    if (is(Tok::identifier)) {
      Symbol broken;
      broken.span = here();
      declare(peek().text, broken);
    }
    skip_statement();
    return;
  }
  if (specs.is_global || (specs.is_host && !specs.is_device)) {
    report(Code::WB2018, specs.is_global ? specs.space_span : specs.begin, {specs.is_global ? "__global__" : "__host__"});
    skip_statement();
    return;
  }
  if (is(Tok::semicolon)) {  // struct X {...};
    take();
    return;
  }
  if (at_bindings(specs)) return parse_bindings(specs, list);
  for (;;) {
    Declarator d = parse_declarator(specs);
    if (d.name.empty()) {
      if (d.ok) report(Code::WB2005, here(), {found()});
      skip_statement();
      return;
    }
    size_t before = list.size();
    declare_local(specs, d, list);
    for (size_t i = before; i < list.size(); ++i) module->stmts[list[i].v].span = span_from(begin);
    if (declaration_failed) {
      declaration_failed = false;
      // Behind the initialiser, which was reported: to the next declarator or the end.
      if (!is(Tok::semicolon) && !is(Tok::comma)) {
        skip_statement();
        return;
      }
    }
    if (eat(Tok::comma)) continue;
    break;
  }
  expect_semicolon("after this declaration");
}

bool Parser::at_bindings(const Specifiers& specs) const {
  return specs.is_auto && (is(Tok::left_bracket) || ((is(Tok::amp) || is(Tok::amp_amp)) && kind(1) == Tok::left_bracket));
}

// names = "[" name ,* "]"
std::vector<Token> Parser::parse_binding_names() {
  std::vector<Token> names;
  Token open = take();
  while (is(Tok::identifier)) {
    names.push_back(take());
    if (!eat(Tok::comma)) break;
  }
  if (!expect_close(Tok::right_bracket, open)) names.clear();
  return names;
}

bool Parser::declare_bindings(const std::vector<Token>& names, VarId var) {
  TypeId id = module->variables[var.v].type;
  if (module->types[id].kind == TypeKind::reference) id = module->types[id].element;
  const Type type = module->types[id];
  uint64_t parts = type.kind == TypeKind::array ? type.count : type.kind == TypeKind::record ? module->types.records[type.index].fields.size() : 0;
  bool fits = parts == names.size();
  for (size_t i = 0; i < names.size(); ++i) {
    Symbol symbol;
    symbol.span = names[i].span;
    if (fits) {
      symbol.kind = SymbolKind::variable;
      symbol.var = var;
      symbol.binding = static_cast<int>(i);
    }
    declare(names[i].text, symbol);
  }
  if (fits || names.empty()) return fits;
  return report(Code::WB3083, cover(names.front().span, names.back().span), {std::to_string(names.size()), type_name(id), std::to_string(parts)});
}

// What a structured binding's name stands for.
ExprId Parser::binding_value(const Symbol& symbol, Span span) {
  ExprId whole = name_variable(symbol.var, span);
  if (!whole) return {};
  if (module->types.is_array(at(whole).type)) return build_subscript(whole, make_constant(module->types.scalar(ScalarKind::int_), static_cast<uint64_t>(symbol.binding), span), span);
  return make_member(whole, static_cast<uint32_t>(symbol.binding), span);
}

// auto [a, b] = value;    The value lives in a variable without a name; the names stand for its parts.
void Parser::parse_bindings(const Specifiers& specs, std::vector<StmtId>& list) {
  bool by_reference = eat(Tok::amp), by_any = !by_reference && eat(Tok::amp_amp);
  std::vector<Token> names = parse_binding_names();
  Token open = peek();
  ExprId e;
  if (!names.empty() && (eat(Tok::equal) || eat(Tok::left_brace) || eat(Tok::left_paren))) {
    e = parse_assignment();
    if (e && open.kind != Tok::equal && !expect_close(open.kind == Tok::left_brace ? Tok::right_brace : Tok::right_paren, open)) e = {};
  } else if (!names.empty()) {
    report(Code::WB3058, specs.type_span);
  }
  ExprId init;
  TypeId type;
  if (e && (by_reference || by_any)) {
    bool is_value = !at(e).is_lvalue || at(e).is_xvalue;
    type = module->types.reference_to(module->types.with(at(e).type, specs.is_const, specs.is_volatile), by_any && is_value);
    init = bind_reference(e, type, at(e).span);
  } else if (e) {
    type = module->types.with(module->types.unqualified(at(e).type), specs.is_const, specs.is_volatile);
    init = copy_of(e);
  }
  if (!init) {
    for (const Token& name : names) {
      Symbol broken;
      broken.span = name.span;
      declare(name.text, broken);
    }
    skip_statement();
    return;
  }
  Span span = cover(names.front().span, names.back().span);
  VarId var = add_variable("binding", type, Storage::local, span);
  module->variables[var.v].is_temporary = true;
  module->variables[var.v].init = init;
  Stmt s;
  s.kind = StmtKind::declaration;
  s.var = var;
  s.span = span_from(specs.begin);
  list.push_back(make_stmt(s));
  declare_bindings(names, var);
  expect_semicolon("after this declaration");
}

TypeId Parser::deduce_auto(TypeId pattern, ExprId value, const Specifiers& specs) {
  (void)specs;
  if (!value) return {};
  const Type pattern_type = module->types[pattern];
  if (pattern_type.kind == TypeKind::record && pattern_type.index < records.size() && records[pattern_type.index].is_placeholder && records[pattern_type.index].placeholder_index == 252) {
    bool is_name = at(value).kind == ExprKind::variable || at(value).kind == ExprKind::member;
    return at(value).is_lvalue && !is_name ? module->types.reference_to(at(value).type, at(value).is_xvalue) : module->types.is_array(at(value).type) ? at(value).type : at(value).type;
  }
  std::vector<TemplateArgument> out(256);
  TypeId p = pattern, actual = value_type(value);
  bool is_reference = module->types[p].kind == TypeKind::reference;
  if (is_reference) {
    bool is_forwarding = is_forwarding_reference(p);
    p = module->types[p].element;
    actual = at(value).type;
    if (is_forwarding && at(value).is_lvalue && !at(value).is_xvalue) actual = module->types.reference_to(actual);
  } else {
    p = module->types.unqualified(p);
  }
  if (!deduce_type(p, actual, out) || !out[255].is_known) return {};
  return replace_auto(pattern, out[255].type);
}

// The pattern with `auto` replaced by a type.
TypeId Parser::replace_auto(TypeId pattern, TypeId by) {
  const Type t = module->types[pattern];
  if (t.kind == TypeKind::pointer) return module->types.with(module->types.pointer_to(replace_auto(t.element, by)), t.is_const, t.is_volatile);
  if (t.kind == TypeKind::reference) return module->types.reference_to(replace_auto(t.element, by), t.is_rvalue);
  return module->types.with(by, t.is_const, t.is_volatile);
}

void Parser::declare_local(Specifiers& specs, Declarator& d, std::vector<StmtId>& list) {
  declaration_failed = false;
  Symbol symbol;
  symbol.span = d.span;
  if (!d.ok || (!specs.is_auto && !check_object_type(d.type, d))) {
    declare(d.name, symbol);
    declaration_failed = true;
    return;
  }
  if (specs.is_shared) return declare_shared(specs, d);
  if (specs.is_device || specs.is_constant) {
    report(Code::WB3030, specs.space_span, {specs.is_device ? "a `__device__` variable" : "a `__constant__` variable", "move it out of the function"});
    declare(d.name, symbol);
    declaration_failed = true;
    return;
  }
  if (specs.is_extern) {
    report(Code::WB3030, d.span, {"`" + std::string(d.name) + "`", "`extern` in a function needs `__shared__`: write `extern __shared__`"});
    declare(d.name, symbol);
    declaration_failed = true;
    return;
  }
  TypeId type = d.type;
  ExprId init;
  bool failed = false;
  if (specs.is_auto) {
    bool is_braced = is(Tok::left_brace);
    Token open = peek();
    if (is(Tok::equal) || is(Tok::left_paren) || is_braced) {
      take();
      ExprId e = failed ? ExprId{} : parse_assignment();
      if (open.kind != Tok::equal && !failed) expect_close(is_braced ? Tok::right_brace : Tok::right_paren, open);
      type = e ? deduce_auto(d.type, e, specs) : TypeId{};
      if (!e) {
        failed = true;
      } else if (type.v == 0) {
        report(Code::WB3008, at(e).span, {type_name(at(e).type), type_name(d.type)});
        failed = true;
      } else {
        init = module->types[type].kind == TypeKind::reference ? bind_reference(e, type, at(e).span) : convert(e, type, at(e).span);
        failed = !init;
      }
    } else {
      report(Code::WB3058, specs.type_span);
      failed = true;
    }
  } else {
    // The name is known in its own initialiser only after this point in C++, too; using it there is a run-time matter.
    bool has = is(Tok::equal) || is(Tok::left_brace) || is(Tok::left_paren);
    if (has) {
      if (specs.is_constexpr) ++fn->constant_depth;
      init = parse_initialiser(type, d, failed);
      if (specs.is_constexpr) --fn->constant_depth;
    } else if (module->types[type].kind == TypeKind::reference) {
      failed = true;
      report(Code::WB3046, d.span, {std::string(d.name)});
    } else if (module->types.is_array(type) && module->types[type].count == 0) {
      failed = true;
      report(Code::WB3026, d.span, {std::string(d.name)});
    } else if (module->types[type].is_const || specs.is_constexpr) {
      if (!module->types.is_record(type)) {
        failed = true;
        report(Code::WB3048, d.span, {std::string(d.name)});
      }
    }
    if (!has && !failed && module->types.is_record(type) && !specs.is_static && !is_made_in_place(type) && (is_dim3(type) || (is_registered_default(type) && !does_nothing(type, SpecialMember::default_constructor)))) {
      size_t errors = diags.error_count() + quiet_errors;
      init = default_construct(type, d.span);
      failed = !init && diags.error_count() + quiet_errors > errors;
    }
  }
  if (failed && fn) fn->pending.clear();
  if (failed) {
    declare(d.name, symbol);
    declaration_failed = true;
    return;
  }
  Storage storage = specs.is_static ? Storage::device_global : Storage::local;
  VarId var = add_variable(std::string(d.name), type, storage, d.span);
  module->variables[var.v].alignment = std::max(specs.alignment, d.alignment);
  module->variables[var.v].is_restrict = d.is_restrict;
  bool is_constant = module->types[type].is_const && module->types[type].kind == TypeKind::scalar && init;
  if (is_constant || specs.is_constexpr) {
    auto value = init && module->types[type].kind != TypeKind::array && module->types[type].kind != TypeKind::record ? evaluate(init) : std::nullopt;
    if (value && !module->types[type].is_volatile && (specs.is_constexpr || is_integer(module->types[type].scalar))) known_constants[var.v] = *value;
    if (specs.is_constexpr && module->types[type].kind == TypeKind::scalar && !value && init) {
      std::string why;
      Span span = why_not_constant(init, why);
      report(Code::WB3040, span, {why});
    }
    if (specs.is_constexpr) note_constant_object(var, type, init, true);
  }
  module->variables[var.v].init = init;
  if (specs.is_static) {
    if (init) module->variables[var.v].init = fold_to_constants(init);
    global_variables.push_back(var);
  }
  symbol.kind = SymbolKind::variable;
  symbol.var = var;
  declare(d.name, symbol);
  if (specs.is_static) return;
  Stmt s;
  s.kind = StmtKind::declaration;
  s.var = var;
  s.span = span_from(specs.begin);
  bool is_set = init || (module->types.is_record(element_of(type)) && !is_trivially_made(element_of(type)));
  if (is_set) fn->declared.push_back(var);
  std::vector<StmtId> after;
  bool is_object = module->types.is_record(element_of(type)) && !is_placeholder(element_of(type));
  if (is_object && init && is_made_in_place(type)) {
    if (ExprId call = redirect_construction(init, make_variable(var, d.span), d.span)) {
      module->variables[var.v].init = {};
      append_expression(call, after, s.span);
    }
  } else if (is_object && !init) {
    default_initialise(make_variable(var, d.span), after, d.span);
  }
  std::vector<StmtId> ended;
  end_declaration(var, list, ended, s.span);
  list.push_back(make_stmt(s));
  list.insert(list.end(), after.begin(), after.end());
  list.insert(list.end(), ended.begin(), ended.end());
  add_cleanup(var);
}

// Does default-initialisation set every member of the record, so that it may start as a plain list of values?
bool Parser::is_registered_default(TypeId type) {
  const Type t = module->types[type];
  if (t.kind != TypeKind::record) return false;
  if (!record_info({t.index}).constructors.empty()) return true;
  const std::vector<Field> fields = module->types.records[t.index].fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::vector<size_t>& defaults = record_info({t.index}).field_defaults;
    bool has_default = i < defaults.size() && defaults[i] != 0;
    if (!has_default && (!module->types.is_record(fields[i].type) || !is_registered_default(fields[i].type))) return false;
  }
  return !fields.empty() && !module->types.records[t.index].is_union;
}

// CUDA starts no constructor before a kernel: what lives in such memory must be plain.
void Parser::check_no_constructor(TypeId type, Span span, const char* where) {
  TypeId element = module->types.unqualified(element_of(type));
  if (!module->types.is_record(element) || is_placeholder(element)) return;
  bool is_made = !does_nothing(element, SpecialMember::default_constructor);
  if (is_made || !does_nothing(element, SpecialMember::destructor)) report(Code::WB3104, span, {where, type_name(element), is_made ? "constructor" : "destructor"});
}

// __shared__ T name[size];   extern __shared__ T name[];
void Parser::declare_shared(const Specifiers& specs, Declarator& d) {
  Symbol symbol;
  symbol.span = d.span;
  bool is_open = module->types.is_array(d.type) && module->types[d.type].count == 0;
  if (module->types[d.type].kind == TypeKind::reference) {
    report(Code::WB3064, d.span, {std::string(d.name)});
    declare(d.name, symbol);
    declaration_failed = true;
    return;
  }
  if (is_open && !specs.is_extern) {
    report(Code::WB3027, d.span, {std::string(d.name)});
    declare(d.name, symbol);
    declaration_failed = true;
    return;
  }
  if (is(Tok::equal) || is(Tok::left_brace) || is(Tok::left_paren)) {
    Span begin = here();
    if (is(Tok::equal)) take();
    if (is(Tok::left_brace) || is(Tok::left_paren)) pos = skip_balanced(pos);
    else parse_assignment();
    report(Code::WB3029, span_from(begin));
  }
  check_no_constructor(d.type, d.span, "__shared__");
  VarId var = add_variable(std::string(d.name), d.type, specs.is_extern && is_open ? Storage::dynamic_shared : Storage::shared, d.span);
  module->variables[var.v].alignment = std::max(specs.alignment, d.alignment);
  global_variables.push_back(var);
  symbol.kind = SymbolKind::variable;
  symbol.var = var;
  declare(d.name, symbol);
}

}  // namespace wb

// switch and its labels, which stand in the body's own list of statements and nowhere deeper.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"

namespace wb {
namespace {

// What stands behind `switch (...)`: a block, or one statement with its labels (`switch (x) case 1: f();`).
void parse_switch_body(Parser& p, SwitchContext& context, std::vector<StmtId>& list) {
  const bool is_block = p.eat(Tok::left_brace);
  bool goes_on = true;
  while (goes_on && !p.is(Tok::right_brace) && !p.is(Tok::end) && !p.is_full() && !p.stopped) {
    const size_t before = p.pos;
    goes_on = is_block || p.is(Tok::kw_case) || p.is(Tok::kw_default);
    context.list = &list;
    p.parse_statement_into(list);
    if (p.pos == before) p.take();
  }
}

}  // namespace

// switch = "switch" "(" expression ")" statement
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
  bool declares = is_declaration_start();  // switch (T x = value; x), switch (T x = value)
  if (const size_t behind = skip_type_words(pos); declares && tokens[behind].kind == Tok::left_paren) {
    const size_t saved = std::exchange(pos, behind - 1);  // `switch (int(*p))`: a type at the parenthesis, so an expression, as in parse_if
    declares = !is_type_start();
    pos = saved;
  }
  if (declares) {
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
  if (is(Tok::right_brace) || is(Tok::end)) {
    report(Code::WB2001, here(), {"{", "before the labels of `switch`"});
  } else {
    const Token brace = peek();
    InScope inside(*this, new_scope(Scope::Kind::block, scope));
    Stmt body;
    body.kind = StmtKind::compound;
    size_t mark = fn->cleanups.size();
    fn->break_marks.push_back(mark);
    parse_switch_body(*this, context, body.list);
    fn->break_marks.pop_back();
    leave_scope(mark, body.list, brace.kind == Tok::left_brace ? here() : previous());
    fn->declared.resize(std::min(context.declared.size(), fn->declared.size()));
    if (brace.kind == Tok::left_brace && !eat(Tok::right_brace) && !is_full() && !stopped) report(Code::WB2003, brace.span, {"{", "}"});
    body.span = span_from(brace.span);
    s.body = make_stmt(std::move(body));
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

}  // namespace wb

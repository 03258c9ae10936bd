// Exceptions, of host programs alone: device code has none. The program's text (host_whole.cpp) makes of
//
//     throw Error("x");                 throw wb_machine::thrown(Error("x"));
//     catch (const Error& e) { ... }    catch (wb_machine::catches<const Error&>()) { const Error& e = ...; wb_machine::Caught wb_caught; ... }
//
// so that which object it is, and who catches it, is the library's work (library/include/host_exceptions.inc). What is left is the way: from a `throw`, and from
// behind each call that may end by an exception, to the objects that are destroyed on the way, the last one first, then to the handlers, or out of the function.
//
//     { A a; f(); B b; g(); }           f() lands at a, g() at b:  ... | jump over | b: destroy b | a: destroy a | to whatever is around | over:
//
// Each object has a landing of its own, behind the statements of its scope; that of a `try` stands in front of its handlers. Out of the function goes what has no landing around. Those that
// nothing leads to are not made (lower_exceptions.cpp).
//
// Not covered: temporaries of the expression that throws, and the parts of an object whose constructor does, are not destroyed.
#include <algorithm>
#include <string>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {
namespace {

constexpr std::string_view query_prefix = "__wb_thrown_";  // count(T), number(T, k), offset(T, k)

struct CaughtType {
  TypeId type;
  uint64_t offset = 0;
};

// What catches an object of this type: itself, and its bases.
void add_caught_types(Parser& p, TypeId type, uint64_t offset, std::vector<CaughtType>& out) {
  type = p.module->types.unqualified(type);
  out.push_back({type, offset});
  if (!p.module->types.is_record(type)) return;
  const RecordId record{p.module->types[type].index};
  for (uint32_t i = 0; i < p.record_info(record).base_count; ++i) {
    const Field base = p.module->types.records[record.v].fields[i];
    add_caught_types(p, base.type, offset + base.offset, out);
  }
}
std::vector<CaughtType> caught_types(Parser& p, TypeId type) {
  if (p.module->types[type].kind == TypeKind::reference) type = p.module->types[type].element;
  std::vector<CaughtType> all;
  add_caught_types(p, type, 0, all);
  return all;
}

Stmt goes_out(Parser& p, Span span) {
  Stmt s;
  s.kind = StmtKind::expression;
  s.span = span;
  Expr leave = p.node(ExprKind::builtin_call, p.module->types.scalar(ScalarKind::void_), span);
  leave.builtin = Builtin::leave_by_exception;
  leave.landing = p.landing();
  s.a = p.make(std::move(leave));
  return s;
}

Stmt label_of(uint32_t landing, Span span) {
  Stmt s;
  s.kind = StmtKind::label_;
  s.bits = landing - 1;
  s.span = span;
  return s;
}

// Statements that control comes to by an exception alone.
StmtId landings(Parser& p, std::vector<StmtId> list, Span span) {
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = span;
  block.list = std::move(list);
  Expr has_landed = p.node(ExprKind::builtin_call, p.module->types.scalar(ScalarKind::bool_), span);
  has_landed.builtin = Builtin::has_landed;
  Stmt s;
  s.kind = StmtKind::if_;
  s.span = span;
  s.a = p.make(std::move(has_landed));
  s.body = p.make_stmt(std::move(block));
  return p.make_stmt(s);
}

}  // namespace

uint32_t Parser::new_landing() {
  const size_t number = fn->labels.size();
  fn->labels.try_emplace(keep("landing " + std::to_string(number)), FunctionContext::Label{number, true});
  return static_cast<uint32_t>(number) + 1;
}

// Where an exception goes that is thrown here.
uint32_t Parser::landing() {
  if (!fn || fn->is_destroying) return 0;
  const size_t mark = fn->tries.empty() ? 0 : fn->tries.back().mark;
  if (fn->cleanups.size() > mark) {
    Cleanup& last = fn->cleanups.back();
    if (!last.landing) last.landing = new_landing();
    return last.landing;
  }
  return fn->tries.empty() ? landing_outside : fn->tries.back().landing;
}

// The end of a scope: its landings, and its objects are gone.
void Parser::unwind_scope(size_t mark, std::vector<StmtId>& list, Span span) {
  const std::vector<Cleanup> ending(fn->cleanups.begin() + static_cast<std::ptrdiff_t>(mark), fn->cleanups.end());
  fn->cleanups.resize(mark);
  std::vector<StmtId> behind;
  for (size_t i = ending.size(); i-- > 0;) {
    if (!ending[i].landing && behind.empty()) continue;
    if (ending[i].landing) behind.push_back(make_stmt(label_of(ending[i].landing, span)));
    destroy_cleanup(ending[i], behind, span);
  }
  if (behind.empty()) return;
  behind.push_back(make_stmt(goes_out(*this, span)));
  list.push_back(landings(*this, std::move(behind), span));
}

// try = "try" compound ("catch" "(" expression ")" compound)*, where the expression asks whether the exception is caught there.
StmtId Parser::parse_try() {
  const Span begin = take().span;
  if (!is(Tok::left_brace)) {
    report(Code::WB2001, after_previous(), {"{", "behind `try`"});
    return {};
  }
  const uint32_t handlers = new_landing();
  fn->tries.push_back({fn->cleanups.size(), handlers});
  Stmt both;
  both.kind = StmtKind::compound;
  both.list.push_back(parse_compound(true));
  fn->tries.pop_back();
  module->has_exceptions = true;

  std::vector<std::pair<ExprId, StmtId>> caught;
  while (is(Tok::kw_catch)) {
    take();
    const ExprId condition = parse_condition("if");
    if (!is(Tok::left_brace)) break;
    const StmtId body = parse_compound(true);
    if (condition) caught.push_back({condition, body});
  }
  const Span span = span_from(begin);
  StmtId none = make_stmt(goes_out(*this, span));
  for (size_t i = caught.size(); i-- > 0;) {
    Stmt handler;
    handler.kind = StmtKind::if_;
    handler.span = span;
    handler.a = caught[i].first;
    handler.body = caught[i].second;
    handler.otherwise = none;
    none = make_stmt(handler);
  }
  both.list.push_back(landings(*this, {make_stmt(label_of(handlers, span)), none}, span));
  both.span = span;
  return make_stmt(std::move(both));
}

// throw = "throw" assignment, which keeps the object.
ExprId Parser::parse_throw() {
  const Token word = take();
  const Span begin = word.span;
  const bool has_operand = !is(Tok::semicolon);
  const ExprId kept = has_operand ? parse_assignment() : ExprId{};
  if (has_operand && !kept) return {};                          // it has been told
  if (!kept || !fn || !module->types.is_void(at(kept).type)) {  // as the kernels' own functions have it, which the program calls as well
    refuse_keyword(word);
    return {};
  }
  module->has_exceptions = true;
  Expr leave = node(ExprKind::builtin_call, module->types.scalar(ScalarKind::void_), begin);
  leave.builtin = Builtin::leave_by_exception;
  leave.landing = landing();
  return build_comma(kept, make(std::move(leave)), begin);
}

// __wb_thrown_count(T), __wb_thrown_number(T, k), __wb_thrown_offset(T, k): the types that catch a T, each with a number, and where in the T an object of that type begins.
std::optional<ExprId> Parser::parse_thrown_type_query() {
  const Token word = peek();
  if (!word.text.starts_with(query_prefix)) return std::nullopt;
  const std::string_view what = word.text.substr(query_prefix.size());
  take();
  const Token open = peek();
  if (!expect(Tok::left_paren, "before the type")) return ExprId{};
  const std::optional<TypeId> type = parse_type_id();
  uint64_t which = 0;
  if (eat(Tok::comma)) {
    const ExprId index = parse_assignment();
    which = index ? evaluate(index).value_or(0) : 0;
  }
  if (!expect_close(Tok::right_paren, open) || !type) return ExprId{};
  const std::vector<CaughtType> all = caught_types(*this, *type);
  const CaughtType one = all[std::min<size_t>(which, all.size() - 1)];
  const uint64_t value = what == "count" ? all.size() : what == "number" ? one.type.v : one.offset;
  return make_constant(module->types.scalar(ScalarKind::ulonglong), value, span_from(word.span));
}

}  // namespace wb

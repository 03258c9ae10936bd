// for (T x : range), written out as the loop that it stands for [stmt.ranged]:
//
//     an array          for (int index = 0; index < n; ++index) { T x = range[index]; ... }
//     {a, b, c}         the same over an array of these values
//     a class           { auto&& range = expr; auto begin = range.begin(); auto end = range.end();
//                         for (; begin != end; ++begin) { T x = *begin; ... } }
//
// A class's begin() and end() are members, or functions of the namespace that it comes from.
#include <optional>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {
namespace {

class RangeLoop {
 public:
  RangeLoop(Parser& parser, Span begin) : p_(parser), begin_(begin), mark_(p_.fn->cleanups.size()) {}

  StmtId read(size_t behind);

 private:
  bool read_declaration();
  ExprId read_range();
  ExprId read_list();
  ExprId element_of(ExprId range);
  ExprId element_of_array(ExprId range);
  ExprId element_of_class(ExprId range);
  ExprId call(ExprId range, std::string_view name);
  std::optional<VarId> add(const char* name, ExprId value, bool by_reference);
  ExprId named(VarId var) { return p_.name_variable(var, span_); }
  bool declare_element(ExprId element, std::vector<StmtId>& list);
  StmtId read_body(ExprId element);
  StmtId skip_body();

  Parser& p_;
  Span begin_, span_;  // of the statement, of the range
  size_t mark_;        // cleanups that are older stay
  Specifiers specs_;
  Declarator declarator_;
  std::vector<Token> bindings_;
  std::vector<StmtId> before_;  // what is declared in front of the loop
  Stmt loop_;
};

StmtId RangeLoop::read(size_t behind) {
  loop_.kind = StmtKind::for_;
  ExprId range = read_declaration() ? read_range() : ExprId{};
  if (!range) {
    p_.pos = behind;
    return skip_body();
  }
  p_.expect(Tok::right_paren, "after the range");
  span_ = p_.at(range).span;
  const ExprId element = element_of(range);
  if (!element) return skip_body();
  loop_.body = read_body(element);
  loop_.span = p_.span_from(begin_);
  const StmtId made = p_.make_stmt(loop_);
  if (before_.empty() && p_.fn->cleanups.size() <= mark_) return made;
  before_.push_back(made);
  p_.leave_scope(mark_, before_, p_.previous());
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = loop_.span;
  block.list = std::move(before_);
  return p_.make_stmt(std::move(block));
}

// specifiers (declarator | bindings) ":"
bool RangeLoop::read_declaration() {
  specs_ = p_.parse_specifiers(true);
  if (p_.at_bindings(specs_)) {
    declarator_.type = p_.parse_pointer_operators(declarator_, specs_.type);
    declarator_.span = p_.here();
    bindings_ = p_.parse_binding_names();
    declarator_.name = "binding";
    declarator_.ok = !bindings_.empty();
  } else {
    declarator_ = p_.parse_declarator(specs_);
  }
  const Token colon = p_.take();
  return specs_.ok && declarator_.ok && colon.kind == Tok::colon;
}

ExprId RangeLoop::read_range() {
  if (p_.is(Tok::left_brace)) return read_list();
  return p_.parse_expression();
}

// "{" value ,* "}", all of one type; a list in it is one of the first value's type: {Size{"small", 64}, {"large", 1024}}
ExprId RangeLoop::read_list() {
  const Token open = p_.take();
  std::vector<ExprId> values;
  while (!p_.is(Tok::right_brace)) {
    TypeId first = values.empty() ? TypeId{} : p_.module->types.unqualified(p_.at(values[0]).type);
    const bool is_list = p_.is(Tok::left_brace) && !values.empty();
    const ExprId e = p_.rvalue(is_list ? p_.parse_braced(first, p_.here()) : p_.parse_assignment());
    if (!e) return {};
    values.push_back(e);
    if (!p_.eat(Tok::comma)) break;
  }
  if (!p_.expect_close(Tok::right_brace, open)) return {};
  const Span span = p_.span_from(open.span);
  if (values.empty()) {
    p_.report(Code::WB2004, p_.previous(), {"`}`"});
    return {};
  }
  const TypeId type = p_.module->types.unqualified(p_.at(values[0]).type);
  for (const ExprId e : values) {
    if (p_.module->types.unqualified(p_.at(e).type) == type) continue;
    p_.report(Code::WB3008, p_.at(e).span, {p_.type_name(p_.at(e).type), p_.type_name(type)}, {{p_.at(values[0]).span, "the values of the list have the type of the first one"}});
    return {};
  }
  Expr list = p_.node(ExprKind::init_list, p_.module->types.array_of(p_.module->types.with(type, true, false), values.size()), span);
  list.args = std::move(values);
  span_ = span;
  const auto var = add("list", p_.make(std::move(list)), false);
  return var ? p_.make_variable(*var, span) : ExprId{};
}

// A variable that the compiler makes in front of the loop.
std::optional<VarId> RangeLoop::add(const char* name, ExprId value, bool by_reference) {
  if (!value) return std::nullopt;
  TypeId type = p_.at(value).type;
  if (by_reference) type = p_.module->types.reference_to(type, !p_.at(value).is_lvalue || p_.at(value).is_xvalue);
  const ExprId init = by_reference ? p_.bind_reference(value, type, span_) : value;
  if (!init) return std::nullopt;
  const VarId var = p_.add_variable(name, type, Storage::local, span_);
  p_.module->variables[var.v].is_temporary = true;
  p_.module->variables[var.v].init = init;
  Specifiers specs;
  specs.begin = span_;
  p_.make_declaration(specs, var, before_);
  return var;
}

// The element that the loop is at; the parts of loop_ are set on the way. None: reported.
ExprId RangeLoop::element_of(ExprId range) {
  const Type type = p_.type_of(range);
  if (type.kind == TypeKind::array && p_.at(range).is_lvalue && type.count > 0) return element_of_array(range);
  if (type.kind == TypeKind::record && !p_.is_placeholder(p_.at(range).type)) return element_of_class(range);
  if (!p_.in_template_pattern) p_.report(Code::WB4001, span_, {"ranges that are neither arrays nor have `begin()` and `end()`", "loop over an index"});
  return {};
}

ExprId RangeLoop::element_of_array(ExprId range) {
  const uint64_t count = p_.type_of(range).count;
  if (p_.at(range).kind != ExprKind::variable && p_.at(range).kind != ExprKind::member) {  // evaluated once
    const auto place = add("range", range, true);
    if (!place) return {};
    range = named(*place);
  }
  const TypeId index_type = p_.module->types.scalar(ScalarKind::int_);
  const VarId index = p_.add_variable("index", index_type, Storage::local, span_);
  p_.module->variables[index.v].is_temporary = true;
  p_.module->variables[index.v].init = p_.make_constant(index_type, 0, span_);
  Stmt init;
  init.kind = StmtKind::declaration;
  init.var = index;
  init.span = declarator_.span;
  loop_.init = p_.make_stmt(init);
  loop_.a = p_.build_binary(Tok::less, p_.make_variable(index, span_), p_.make_constant(index_type, count, span_), span_);
  loop_.step = p_.build_increment(true, true, p_.make_variable(index, span_), span_);
  p_.fn->pending.clear();
  return p_.build_subscript(range, p_.make_variable(index, span_), span_);
}

ExprId RangeLoop::element_of_class(ExprId range) {
  const auto place = add("range", range, true);
  if (!place) return {};
  const auto begin = add("begin", p_.rvalue(call(named(*place), "begin")), false);
  const auto end = begin ? add("end", p_.rvalue(call(named(*place), "end")), false) : std::nullopt;
  if (!end) return {};
  const ExprId differ = p_.build_binary(Tok::bang_equal, named(*begin), named(*end), span_);
  loop_.a = p_.end_full_expression(differ ? p_.to_bool(differ) : ExprId{}, true);
  loop_.step = p_.end_full_expression(p_.build_increment(true, true, named(*begin), span_), false);
  if (!loop_.a || !loop_.step) return {};
  return p_.build_dereference(named(*begin), span_);
}

// range.begin(), or begin(range) of the namespace that the range's class comes from
ExprId RangeLoop::call(ExprId range, std::string_view name) {
  Operand callee;
  callee.kind = Operand::Kind::functions;
  callee.name = name;
  callee.span = span_;
  Scope* members = p_.record_info({p_.type_of(range).index}).scope;
  const Symbol* own = members ? p_.lookup_in(*members, name) : nullptr;
  if (own && own->kind == SymbolKind::functions && own->functions.front()->owner) {
    callee.functions = own->functions;
    callee.object = p_.object_address(range);
    return p_.resolve_call(callee, {}, span_);
  }
  const Symbol* visible = p_.lookup(name);
  if (visible && visible->kind == SymbolKind::functions) callee.functions = visible->functions;
  p_.add_associated_functions(callee, {range});
  if (!callee.functions.empty()) return p_.resolve_call(callee, {range}, span_);
  p_.report(Code::WB3003, span_, {std::string(name), p_.type_name(p_.at(range).type), "a range has `begin()` and `end()`"});
  return {};
}

// T x = element;
bool RangeLoop::declare_element(ExprId element, std::vector<StmtId>& list) {
  TypeId type = declarator_.type;
  if (specs_.is_auto) type = p_.deduce_auto(type, element, specs_);
  if (specs_.is_auto && type.v == 0) {
    p_.report(Code::WB3008, span_, {p_.type_name(p_.at(element).type), p_.type_name(declarator_.type)});
    type = {};
  }
  const VarId var = p_.add_variable(std::string(declarator_.name), type, Storage::local, declarator_.span);
  const bool is_reference = p_.module->types[type].kind == TypeKind::reference;
  const ExprId init = type.v == 0 ? ExprId{} : is_reference ? p_.bind_reference(element, type, span_) : p_.convert(element, type, span_);
  p_.module->variables[var.v].init = init;
  Symbol symbol;
  symbol.kind = init ? SymbolKind::variable : SymbolKind::broken;
  symbol.var = var;
  symbol.span = declarator_.span;
  if (bindings_.empty()) p_.declare(declarator_.name, symbol);
  else p_.declare_bindings(bindings_, var);
  if (init) p_.make_declaration(specs_, var, list);
  return bool(init);
}

StmtId RangeLoop::read_body(ExprId element) {
  Stmt body;
  body.kind = StmtKind::compound;
  const size_t mark = p_.fn->cleanups.size();
  if (declare_element(element, body.list)) p_.module->stmts[body.list.front().v].span = cover(specs_.begin, declarator_.span);
  const Span body_begin = p_.here();
  ++p_.fn->loops;
  p_.fn->continue_marks.push_back(mark);
  p_.fn->break_marks.push_back(mark);
  if (const StmtId inner = p_.parse_body("range-for")) body.list.push_back(inner);
  p_.fn->continue_marks.pop_back();
  p_.fn->break_marks.pop_back();
  p_.leave_scope(mark, body.list, p_.previous());
  --p_.fn->loops;
  body.span = p_.span_from(body_begin);
  return p_.make_stmt(std::move(body));
}

// The header was reported: the body is read for its own mistakes.
StmtId RangeLoop::skip_body() {
  p_.fn->pending.clear();
  ++p_.fn->loops;
  p_.parse_body("for");
  --p_.fn->loops;
  p_.fn->cleanups.resize(std::min(mark_, p_.fn->cleanups.size()));
  return {};
}

}  // namespace

StmtId Parser::parse_range_for(Span begin, size_t behind) { return RangeLoop(*this, begin).read(behind); }

}  // namespace wb

#include "simulator/language/default_comparisons.h"

#include <algorithm>
#include <utility>

namespace wb {
namespace {

// The class whose objects are compared: the last parameter's, by value or by reference.
RecordId compared(const Parser& p, const FunctionDecl& f) {
  TypeId type = f.parameters.back().type;
  if (p.module->types[type].kind == TypeKind::reference) type = p.module->types[type].element;
  return {p.module->types[type].index};
}

// Writes the body of one operator== member by member.
class EqualityWriter {
 public:
  EqualityWriter(Parser& parser, FunctionDecl& f) : p_(parser), f_(f), span_(f.span), record_(compared(parser, f)) {}

  std::vector<StmtId> statements() {
    const std::vector<Field> fields = p_.module->types.records[record_.v].fields;
    const std::vector<uint32_t> units = p_.record_info(record_).units;
    for (uint32_t i = 0; i < fields.size(); ++i) {
      if (std::find(units.begin(), units.end(), i) != units.end()) continue;  // holds bit-fields, which are compared by name
      compare(p_.raw_member(left(), i, span_), p_.raw_member(right(), i, span_), list_);
    }
    const size_t bit_fields = p_.record_info(record_).bit_fields.size();
    for (uint32_t i = 0; i < bit_fields; ++i) {
      if (p_.record_info(record_).bit_fields[i].name.empty()) continue;
      compare(p_.make_bit_field(left(), bit_field_mark + i, span_), p_.make_bit_field(right(), bit_field_mark + i, span_), list_);
    }
    leave(list_, true);
    return std::move(list_);
  }

 private:
  bool is_free() const { return f_.parameters.size() == 2; }
  ExprId left() {
    if (is_free()) return p_.name_variable(f_.parameters[0].var, span_);
    return p_.dereference(p_.rvalue(p_.make_variable(p_.fn->this_var, span_)), span_, true);
  }
  ExprId right() { return p_.name_variable(f_.parameters.back().var, span_); }

  // if (!(a == b)) return false;     of arrays: for each element
  void compare(ExprId a, ExprId b, std::vector<StmtId>& out) {
    if (!a || !b) return;
    const Type type = p_.type_of(a);
    if (type.kind == TypeKind::array) {
      p_.for_each_element(type.count, false, span_, out, [&](ExprId index, std::vector<StmtId>& inner) {
        compare(p_.build_subscript(a, index, span_), p_.build_subscript(b, index, span_), inner);
      });
      return;
    }
    const ExprId equal = p_.build_binary(Tok::equal_equal, a, b, span_);
    const ExprId differ = equal ? p_.build_unary(Tok::bang, equal, span_) : ExprId{};
    if (!differ) return;
    Stmt leave_here;
    leave_here.kind = StmtKind::if_;
    leave_here.span = span_;
    leave_here.a = p_.end_full_expression(differ, true);
    std::vector<StmtId> body;
    leave(body, false);
    leave_here.body = body[0];
    out.push_back(p_.make_stmt(leave_here));
  }

  void leave(std::vector<StmtId>& out, bool value) {
    Stmt back;
    back.kind = StmtKind::return_;
    back.span = span_;
    back.a = p_.make_constant(p_.module->types.scalar(ScalarKind::bool_), value, span_);
    out.push_back(p_.make_stmt(back));
  }

  Parser& p_;
  FunctionDecl& f_;
  Span span_;
  RecordId record_;
  std::vector<StmtId> list_;
};

bool is_relational(Tok op) { return op == Tok::less || op == Tok::less_equal || op == Tok::greater || op == Tok::greater_equal; }

}  // namespace

bool declare_default_comparison(Parser& p, const Specifiers& specs, Declarator& d, size_t begin) {
  const bool is_order = d.name == "operator<=>";
  if (!d.is_defaulted || (d.name != "operator==" && d.name != "operator!=" && !is_order)) return false;
  p.expect_semicolon("after this declaration");
  if (d.name == "operator!=") return true;  // what is written for `a != b` does the same
  Specifiers words = specs;
  words.is_device = words.is_host = words.is_constexpr = true;  // whatever it says: nvcc makes it of both sides
  if (is_order) d.name = "operator==";
  d.function_result = p.module->types.scalar(ScalarKind::bool_);
  const bool is_of_class = d.ok && !d.parameters.empty() && d.parameters.size() <= 2;
  FunctionDecl* f = is_of_class ? p.declare_function(words, d, begin) : nullptr;
  if (!f || f->body_begin) return true;  // an own operator== stands beside a defaulted operator<=>
  f->is_deleted = false;
  f->is_implicit = f->is_default_comparison = true;
  f->extent = f->span;
  return true;
}

void write_default_comparison(Parser& p, FunctionDecl& f) {
  if (f.is_body_done || f.is_body_running) return;
  FunctionContext context;
  context.decl = &f;
  context.result = f.result;
  context.record = f.owner;
  if (f.parameters.size() == 1) context.this_var = p.module->functions[f.id.v].parameters[0];
  FunctionContext* outer = std::exchange(p.fn, &context);
  const std::optional<RecordId> outer_record = std::exchange(p.current_record, std::nullopt);
  f.is_body_running = true;
  Stmt body;
  body.kind = StmtKind::compound;
  body.span = f.span;
  body.list = EqualityWriter(p, f).statements();
  body.list.insert(body.list.begin(), context.temporaries.begin(), context.temporaries.end());
  p.module->functions[f.id.v].body = p.make_stmt(std::move(body));
  f.is_body_running = false;
  f.is_body_done = true;
  p.fn = outer;
  p.current_record = outer_record;
}

ExprId rewritten_comparison(Parser& p, Tok op, ExprId a, ExprId b, Span op_span, bool& handled) {
  handled = false;
  if (op == Tok::equal_equal) return p.user_operator("==", {b, a}, op_span, handled);
  if (op == Tok::bang_equal) {
    ExprId equal = p.user_operator("==", {a, b}, op_span, handled);
    if (!handled) equal = p.user_operator("==", {b, a}, op_span, handled);
    return equal ? p.build_unary(Tok::bang, equal, op_span) : ExprId{};
  }
  if (!is_relational(op)) return {};
  const ExprId order = p.user_operator("<=>", {a, b}, op_span, handled);
  return order ? p.build_binary(op, order, p.make_constant(p.module->types.scalar(ScalarKind::int_), 0, op_span), op_span) : ExprId{};
}

}  // namespace wb

#include "simulator/loops/expression_printer.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "simulator/loops/tree_walk.h"

namespace wb::loops {
namespace {

struct Operator {
  const char* text;
  int precedence;
};

Operator operator_of(Op op) {
  using P = ExpressionPrinter;
  switch (op) {
    case Op::add: return {"+", P::sum};
    case Op::subtract: return {"-", P::sum};
    case Op::multiply: return {"*", P::product};
    case Op::divide: return {"/", P::product};
    case Op::remainder: return {"%", P::product};
    case Op::shift_left: return {"<<", P::shift};
    case Op::shift_right: return {">>", P::shift};
    case Op::bit_and: return {"&", P::bit_and};
    case Op::bit_or: return {"|", P::bit_or};
    case Op::bit_xor: return {"^", P::bit_xor};
    case Op::equal: return {"==", P::equality};
    case Op::not_equal: return {"!=", P::equality};
    case Op::less: return {"<", P::relation};
    case Op::less_equal: return {"<=", P::relation};
    case Op::greater: return {">", P::relation};
    case Op::greater_equal: return {">=", P::relation};
    case Op::negate: return {"-", P::unary};
    case Op::bit_not: return {"~", P::unary};
    case Op::logical_not: return {"!", P::unary};
    case Op::none: break;
  }
  return {"", P::primary};
}

bool is_identifier(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (char c : text)
    if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return false;
  return true;
}

// The type that a number has as written, as far as its spelling tells it.
bool has_literal_type(std::string_view text, ScalarKind kind) {
  if (text == "true" || text == "false") return kind == ScalarKind::bool_;
  if (text.size() >= 3 && text.front() == '\'' && text.back() == '\'') return kind == ScalarKind::char_;
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return false;
  const bool is_hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  const bool has_point = text.find('.') != std::string_view::npos || (!is_hex && text.find_first_of("eE") != std::string_view::npos);
  if (text.find_first_not_of("0123456789abcdefABCDEFxX.uUlL+-'") != std::string_view::npos) return false;
  const char last = text.back();
  if (!is_hex && has_point) return kind == (last == 'f' || last == 'F' ? ScalarKind::float_ : ScalarKind::double_);
  if (is_hex && has_point) return false;
  const bool is_unsigned = text.find_first_of("uU") != std::string_view::npos;
  const bool is_long = text.find_first_of("lL") != std::string_view::npos;
  if (is_long) return false;
  return kind == (is_unsigned ? ScalarKind::uint : ScalarKind::int_);
}

// "Pair" of Pair<int>
bool is_constructor_name(std::string_view function, std::string_view record) {
  return function == record || (record.starts_with(function) && record.size() > function.size() && record[function.size()] == '<');
}

std::string floating(double value, bool is_float) {
  if (std::isnan(value)) return is_float ? "(float)NAN" : "(double)NAN";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + (is_float ? "INFINITY" : "(double)INFINITY");
  char buffer[64];
  const auto end = is_float ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(value)).ptr
                            : std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return is_float ? text + "f" : text;
}

}  // namespace

// "operator+" as a word: overloaded operators are printed as functions.
static std::string operator_word(std::string_view symbol) {
  struct Word {
    std::string_view symbol, word;
  };
  static constexpr Word words[] = {{"+", "plus"},        {"-", "minus"},         {"*", "times"},       {"/", "divided"},    {"%", "remainder"},
                                   {"()", "call"},       {"[]", "at"},           {"=", "assign"},      {"==", "equals"},    {"!=", "differs"},
                                   {"<", "less"},        {">", "greater"},       {"+=", "add"},        {"-=", "subtract"},  {"*=", "multiply"},
                                   {"/=", "divide"},     {"++", "increment"},    {"--", "decrement"},  {"!", "not_"},       {"<=", "less_equal"},
                                   {">=", "greater_equal"}, {"->", "arrow"},     {"<<", "shift_left"}, {">>", "shift_right"}, {"&", "bits_and"},
                                   {"|", "bits_or"},     {"^", "bits_xor"},      {"~", "complement"},  {"&&", "both"},      {"||", "either"},
                                   {"%=", "reduce"},     {"<<=", "move_left"},   {">>=", "move_right"}, {"&=", "keep_bits"}, {"|=", "set_bits"},
                                   {"^=", "flip_bits"},  {",", "then"}};
  for (const Word& each : words)
    if (each.symbol == symbol) return std::string(each.word);
  return "operator_of";
}

std::string identifier(std::string_view text) {
  if (text.starts_with("operator") && text.size() > 8 && !is_identifier(text.substr(8, 1))) {
    const std::string_view symbol = text.substr(std::min(text.find_first_not_of(' ', 8), text.size()));
    return is_identifier(symbol.substr(0, 1)) ? "as_" + identifier(symbol) : operator_word(symbol);
  }
  std::string name;
  for (char c : text) {
    const bool is_plain = c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_plain) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  while (name.size() > 1 && name.back() == '_') name.pop_back();
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(0, "_");
  return name;
}

ExpressionPrinter::ExpressionPrinter(const Module& module) : m_(module), types_(module.types), function_indices_(module.functions.size()) {
  const auto unique = [this](std::string wanted) {
    std::string chosen = wanted;
    for (int i = 2; names_.contains(chosen); ++i) chosen = wanted + "_" + std::to_string(i);
    names_.insert(chosen);
    return chosen;
  };
  for (const Variable& variable : m_.variables) names_.insert(variable.name);
  self_name_ = unique("self");
  for (const char* own : {"SharedMemory", "MAX_THREADS", "std"}) names_.insert(own);
  for (int i = 0; i < static_cast<int>(ScalarKind::count); ++i) names_.insert(std::string("to_") + info(static_cast<ScalarKind>(i)).lesson_name);
  for (size_t i = 0; i < m_.types.records.size(); ++i) {
    const std::string& own = m_.types.records[i].name;
    const bool is_known = own == "uint3" || own == "dim3";
    record_names_.push_back(is_known ? own : own.empty() ? unique("Record_" + std::to_string(i)) : unique(identifier(own)));
  }
  std::set<std::string> signatures;
  std::map<std::string, std::string> overloads;
  for (const Function& function : m_.functions) {
    const std::string wanted = wanted_name(function);
    const bool may_share = function.display_name.find('<') == std::string::npos;
    const std::string signature = wanted + signature_of(function);
    const bool is_overload = may_share && overloads.contains(wanted) && !signatures.contains(signature);
    function_names_.push_back(is_overload ? overloads[wanted] : unique(wanted));
    if (!is_overload && may_share) overloads[wanted] = function_names_.back();
    signatures.insert(signature);
  }
  for (uint32_t i = 0; i < m_.functions.size(); ++i) {
    std::set<uint32_t> visiting;
    function_indices_[i] = find_indices({i}, visiting);
  }
}

// A function keeps its name; instantiations of one template tell themselves apart. Names of builtins stay theirs. Constructors and
// destructors are functions on `self`.
std::string ExpressionPrinter::wanted_name(const Function& function) const {
  if (!function.parameters.empty() && m_[function.parameters[0]].name == "this") {
    const Type& self = types_[types_[m_[function.parameters[0]].type].element];
    if (function.name.starts_with('~') && self.kind == TypeKind::record) return "destroy_" + record_names_[self.index];
    if (self.kind == TypeKind::record && is_constructor_name(function.name, m_.types.records[self.index].name)) return "construct_" + record_names_[self.index];
  }
  const bool is_operator = function.name.starts_with("operator") && function.name.size() > 8 && !is_identifier(function.name.substr(8, 1));
  const bool is_template = function.display_name.find('<') != std::string::npos;
  std::string wanted = identifier(function.is_kernel || !is_template || is_operator ? function.name : function.display_name);
  for (int i = 1; i < static_cast<int>(Builtin::count); ++i)
    if (wanted == builtin_info(static_cast<Builtin>(i)).spelling) return wanted + "_own";
  return wanted;
}

// Two functions of one name that differ here are told apart by any call. What only references, const and enumerations tell apart is not:
// T&& is printed as T&, const goes where an object is built, and enumerations are numbers.
std::string ExpressionPrinter::signature_of(const Function& function) const {
  std::string signature;
  for (VarId parameter : function.parameters) {
    TypeId type = m_[parameter].type;
    std::string marks;
    while (types_[type].kind == TypeKind::reference || types_[type].kind == TypeKind::pointer || types_[type].kind == TypeKind::array) {
      if (types_[type].kind != TypeKind::reference) marks += "*";
      type = types_[type].element;
    }
    const Type& t = types_[type];
    signature += "," + (t.kind == TypeKind::record ? record_names_[t.index] : t.kind == TypeKind::function ? "function" : std::string(info(t.scalar).spelling)) + marks;
  }
  return signature;
}

const char* ExpressionPrinter::index_name(int bit) {
  static constexpr const char* names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  return names[bit];
}

uint32_t ExpressionPrinter::find_indices(FunctionId function, std::set<uint32_t>& visiting) {
  if (!visiting.insert(function.v).second) return 0;
  uint32_t bits = 0;
  for_each_expr_in(m_, m_[function].body, [&](ExprId id) {
    const Expr& expr = m_[id];
    if (expr.kind == ExprKind::special && expr.special != Special::warp_size) bits |= 1u << (static_cast<int>(expr.special) / 3);
    if (expr.kind == ExprKind::call) bits |= find_indices(expr.function, visiting);
  });
  return bits;
}

void ExpressionPrinter::refuse(std::string reason, Span span) {
  if (m_.sources->is_library(span.file)) span = called_at;
  if (refusal_.reason.empty()) refusal_ = {std::move(reason), span};
}

std::string ExpressionPrinter::name(VarId var) {
  if (const auto found = renamed_.find(var.v); found != renamed_.end()) return found->second;
  const Variable& variable = m_[var];
  if (variable.name == "this") return self_name_;
  if (variable.is_temporary || variable.name.empty() || !is_identifier(variable.name)) return "value_" + std::to_string(var.v);
  return variable.name;
}

std::string ExpressionPrinter::declaration(TypeId id, std::string declared) {
  const Type& t = types_[id];
  const std::string space = declared.empty() ? "" : " ";
  const std::string qualifiers = std::string(t.is_const ? "const " : "") + (t.is_volatile ? "volatile " : "");
  switch (t.kind) {
    case TypeKind::scalar: case TypeKind::enumeration:
      if (is_half_like(t.scalar)) refuse("`half` and `bfloat16` are not written as explicit loops", {});
      return qualifiers + info(t.scalar).spelling + space + declared;
    case TypeKind::record: return qualifiers + record_names_[t.index] + space + declared;
    case TypeKind::pointer: case TypeKind::reference: {
      const bool is_array = types_[t.element].kind == TypeKind::array;
      std::string inner = (t.kind == TypeKind::pointer ? "*" : "&") + (qualifiers.empty() || declared.empty() ? "" : " " + qualifiers) + declared;
      if (is_array) return declaration(t.element, "(" + inner + ")");
      // "float* p": the star stands with the type.
      const std::string element = declaration(t.element, "");
      if (element.find('(') != std::string::npos) return declaration(t.element, inner);
      return element + (t.kind == TypeKind::pointer ? "*" : "&") + space + (qualifiers.empty() ? "" : qualifiers) + declared;
    }
    case TypeKind::array: return declaration(t.element, declared + "[" + (t.count ? std::to_string(t.count) : "") + "]");
    case TypeKind::function: refuse("pointers to functions are not written as explicit loops", {}); break;
  }
  return "void" + space + declared;
}

// ---- expressions

namespace {

std::string wrap(std::string text, int precedence, int at_least) { return precedence < at_least ? "(" + text + ")" : text; }

}  // namespace

// An address that C++ has no name for: naming the reference names what it refers to. A member that is a reference is printed as a pointer.
bool ExpressionPrinter::is_reference_value(ExprId id) const {
  const Expr& e = m_[id];
  if (e.kind == ExprKind::load) return m_[e.a].kind == ExprKind::variable && types_[m_[m_[e.a].var].type].kind == TypeKind::reference;
  return e.kind == ExprKind::call && types_[m_[e.function].result].kind == TypeKind::reference;
}

// What the address `id` leads to.
std::string ExpressionPrinter::print_referred(ExprId id, int at_least) {
  const Expr& e = m_[id];
  if (e.kind == ExprKind::address_of && e.implicit) return print(e.a, at_least);
  if (e.kind == ExprKind::load && is_reference_value(id)) return print(e.a, at_least);
  if (e.kind == ExprKind::call && is_reference_value(id)) return call(e);
  if (e.kind == ExprKind::comma) return wrap(print_effect(e.a, comma) + ", " + print_referred(e.b, assignment), comma, at_least);
  if (e.kind == ExprKind::conditional)
    return wrap(print(e.a, logical_or) + " ? " + print_referred(e.b, assignment) + " : " + print_referred(e.c, assignment), conditional, at_least);
  if (e.kind == ExprKind::cast && types_[e.type].kind == TypeKind::reference && (types_[m_[e.a].type].kind == TypeKind::reference || types_.is_pointer(m_[e.a].type))) {
    const TypeId to = types_.unqualified(types_[e.type].element), from = types_.unqualified(types_[m_[e.a].type].element);
    if (to == from) return print_referred(e.a, at_least);
    return wrap("(" + type(types_.reference_to(types_[e.type].element)) + ")" + print_referred(e.a, unary), unary, at_least);
  }
  return wrap("*" + print(id, unary), unary, at_least);
}

// For what it does: nobody takes the value.
std::string ExpressionPrinter::print_effect(ExprId id, int at_least) {
  if (is_reference_value(id)) return print_referred(id, at_least);
  const Expr& e = m_[id];
  if (e.kind == ExprKind::comma) return wrap(print_effect(e.a, comma) + ", " + print_effect(e.b, assignment), comma, at_least);
  return print(id, at_least);
}

std::string ExpressionPrinter::call(const Expr& e) { return function_name(e.function) + "(" + arguments(e) + ")"; }

std::string ExpressionPrinter::print(ExprId id, int at_least) {
  const Expr& e = m_[id];
  if (types_[e.type].kind == TypeKind::scalar && is_half_like(types_[e.type].scalar)) refuse("`half` and `bfloat16` are not written as explicit loops", e.span);
  switch (e.kind) {
    case ExprKind::constant: {
      const std::string text = constant(e);
      return wrap(text, text[0] == '-' || text[0] == '(' ? unary : primary, at_least);
    }
    case ExprKind::string_literal: return string_literal(m_.strings[e.index]);
    case ExprKind::special: {
      if (e.special == Special::warp_size) return "warpSize";
      const int number = static_cast<int>(e.special);
      return std::string(index_name(number / 3)) + "." + "xyz"[number % 3];
    }
    case ExprKind::variable: return name(e.var);
    case ExprKind::load: return is_reference_value(id) ? wrap("&" + print(e.a, unary), unary, at_least) : print(e.a, at_least);
    case ExprKind::decay: return print(e.a, at_least);
    case ExprKind::address_of: return wrap("&" + print(e.a, unary), unary, at_least);
    case ExprKind::dereference: return print_referred(e.a, at_least);
    case ExprKind::subscript: return print(e.a, postfix) + "[" + print(e.b) + "]";
    case ExprKind::member: case ExprKind::member_value: return member(e);
    case ExprKind::unary: {
      const std::string inside = print(e.a, unary);
      const bool touches = e.op == Op::negate && inside[0] == '-';
      return wrap(operator_of(e.op).text + (touches ? "(" + inside + ")" : inside), unary, at_least);
    }
    case ExprKind::binary: case ExprKind::logical_and: case ExprKind::logical_or: case ExprKind::pointer_add: case ExprKind::pointer_subtract:
    case ExprKind::pointer_difference: return binary(e, at_least);
    case ExprKind::conditional:
      return wrap(print(e.a, logical_or) + " ? " + print(e.b, assignment) + " : " + print(e.c, assignment), conditional, at_least);
    case ExprKind::comma: return wrap(print_effect(e.a, comma) + ", " + print(e.b, assignment), comma, at_least);
    case ExprKind::assign: return wrap(print(e.a, unary) + " = " + print_value(e.b), assignment, at_least);
    case ExprKind::compound_assign: return wrap(compound(e), assignment, at_least);
    case ExprKind::pre_increment: return wrap("++" + print(e.a, unary), unary, at_least);
    case ExprKind::pre_decrement: return wrap("--" + print(e.a, unary), unary, at_least);
    case ExprKind::post_increment: return print(e.a, postfix) + "++";
    case ExprKind::post_decrement: return print(e.a, postfix) + "--";
    case ExprKind::fma: {
      const bool is_float = types_[e.type].scalar == ScalarKind::float_;
      return (is_float ? "fmaf(" : "fma(") + print(e.a, assignment) + ", " + print(e.b, assignment) + ", " + print(e.c, assignment) + ")";
    }
    case ExprKind::cast: return cast(e, at_least);
    case ExprKind::call: return is_reference_value(id) ? wrap("&" + call(e), unary, at_least) : call(e);
    case ExprKind::function_address: case ExprKind::call_indirect: refuse("pointers to functions are not written as explicit loops", e.span); return "0";
    case ExprKind::builtin_call: return builtin(e);
    case ExprKind::init_list: return type(e.type) + braces(e);
  }
  return "";
}

std::string ExpressionPrinter::print_for(ExprId id, TypeId target) {
  return types_[target].kind == TypeKind::reference ? print_referred(id, assignment) : print_value(id);
}

// References as addresses.
std::string ExpressionPrinter::print_value(ExprId id) {
  const Expr& e = m_[id];
  return e.kind == ExprKind::init_list ? braces(e) : print(id, assignment);
}

// Parentheses where C++ needs them, and where mixing operators without them is hard to read.
std::string ExpressionPrinter::operand(ExprId id, int parent, int at_least) {
  ExprId inner = id;
  while ((m_[inner].kind == ExprKind::load || m_[inner].kind == ExprKind::cast) && m_[inner].implicit && m_[inner].cast != CastKind::float_to_integer)
    inner = m_[inner].a;
  const ExprKind kind = m_[inner].kind;
  const bool is_binary = kind == ExprKind::binary;
  const bool is_bitwise = parent == bit_or || parent == bit_xor || parent == bit_and || parent == shift;
  const bool same = is_binary && operator_of(m_[inner].op).precedence == parent && parent != shift;
  if (is_bitwise && is_binary && !same) at_least = primary;
  if (is_binary && parent < bit_or) {
    const int own = operator_of(m_[inner].op).precedence;
    if (own == bit_or || own == bit_xor || own == bit_and) at_least = primary;
  }
  if (parent == logical_or && kind == ExprKind::logical_and) at_least = primary;
  if (parent == equality && is_binary && operator_of(m_[inner].op).precedence <= relation) at_least = primary;
  return print(id, at_least);
}

std::string ExpressionPrinter::binary(const Expr& e, int at_least) {
  Operator op = operator_of(e.op);
  if (e.kind == ExprKind::logical_and) op = {"&&", logical_and};
  if (e.kind == ExprKind::logical_or) op = {"||", logical_or};
  if (e.kind == ExprKind::pointer_add) op = {"+", sum};
  if (e.kind == ExprKind::pointer_subtract || e.kind == ExprKind::pointer_difference) op = {"-", sum};
  return wrap(operand(e.a, op.precedence, op.precedence) + " " + op.text + " " + operand(e.b, op.precedence, op.precedence + 1), op.precedence, at_least);
}

// Bases and anonymous members get a name of their own.
std::string ExpressionPrinter::field_name(uint32_t record, uint32_t field) const {
  const std::string& own = m_.types.records[record].fields[field].name;
  return own == "this" ? "self" : is_identifier(own) ? own : "part_" + std::to_string(field);
}

std::string ExpressionPrinter::member(const Expr& e) {
  const Type& record = types_[m_[e.a].type];
  if (e.index >= m_.types.records[record.index].fields.size()) {
    refuse("a bit-field whose value nobody takes is not written as plain C++", e.span);
    return "0";
  }
  const std::string field = field_name(record.index, e.index);
  const Expr& object = m_[e.a];
  const bool is_named = object.kind == ExprKind::dereference && m_[object.a].kind == ExprKind::address_of && m_[object.a].implicit;
  if (object.kind == ExprKind::dereference && !is_named && !is_reference_value(object.a)) return print(object.a, postfix) + "->" + field;
  return print(e.a, postfix) + "." + field;
}

// `text` has type `from`; as type `to`, the way a GPU converts.
std::string ExpressionPrinter::convert(const std::string& text, TypeId from, TypeId to) {
  const Type& target = types_[to];
  const bool to_integer = (target.kind == TypeKind::scalar || target.kind == TypeKind::enumeration) && is_integer(target.scalar) && target.scalar != ScalarKind::bool_;
  if (!to_integer || !is_floating(types_[from].scalar)) return text;
  return std::string("to_") + info(target.scalar).lesson_name + "(" + text + ")";
}

std::string ExpressionPrinter::cast(const Expr& e, int at_least) {
  if (e.cast == CastKind::float_to_integer) return convert(print(e.a, assignment), m_[e.a].type, e.type);
  if (e.implicit && !changes_pointer(e)) return print(e.a, at_least);
  if (e.cast == CastKind::to_void) return wrap("(void)" + print_effect(e.a, unary), unary, at_least);
  if (types_[e.type].kind == TypeKind::reference) return wrap("&" + print_referred(e.a, unary), unary, at_least);
  return wrap("(" + type(types_.unqualified(e.type)) + ")" + print(e.a, unary), unary, at_least);
}

// Of a class to its base's, which is another record here.
bool ExpressionPrinter::changes_pointer(const Expr& e) {
  const TypeId from = m_[e.a].type;
  if (!types_.is_pointer(e.type) || !types_.is_pointer(from)) return false;
  const TypeId to_element = types_.unqualified(types_[e.type].element), from_element = types_.unqualified(types_[from].element);
  return types_.is_record(to_element) && to_element != from_element;
}

// May stand twice: without calls and assignments.
bool ExpressionPrinter::is_repeatable(ExprId id) const {
  bool repeatable = true;
  for_each_expr(m_, id, [&](ExprId each) {
    const ExprKind kind = m_[each].kind;
    if (is_assignment(kind) || kind == ExprKind::call || kind == ExprKind::builtin_call) repeatable = false;
  });
  return repeatable;
}

std::string ExpressionPrinter::compound(const Expr& e) {
  const std::string target = print(e.a, unary);
  const Operator op = operator_of(e.op);
  const bool saturates = is_floating(types_[e.compute_type].scalar) && !is_floating(types_[e.type].scalar) && !types_.is_pointer(e.type) &&
                         types_[e.type].scalar != ScalarKind::bool_;
  if (!saturates && !e.fused) return target + " " + op.text + "= " + print(e.b, assignment);
  if (!is_repeatable(e.a)) refuse("the place that this assignment changes cannot be written twice", e.span);
  if (!e.fused) return target + " = " + convert(operand(e.a, op.precedence, op.precedence) + " " + op.text + " " + operand(e.b, op.precedence, op.precedence + 1), e.compute_type, e.type);
  const bool is_float = types_[e.compute_type].scalar == ScalarKind::float_;
  const std::string first = e.op == Op::subtract ? "-" + print(e.b, primary) : print(e.b, assignment);
  const std::string fused = std::string(is_float ? "fmaf(" : "fma(") + first + ", " + print(e.c, assignment) + ", " + target + ")";
  return target + " = " + convert(fused, e.compute_type, e.type);
}

std::string ExpressionPrinter::arguments(const Expr& e) {
  const Function& function = m_[e.function];
  std::string text;
  for (int bit = 0; bit < 4; ++bit)
    if (indices_of(e.function) >> bit & 1) text += (text.empty() ? "" : ", ") + std::string(index_name(bit));
  for (size_t i = 0; i < e.args.size(); ++i) {
    const TypeId target = i < function.parameters.size() ? m_[function.parameters[i]].type : m_[e.args[i]].type;
    const bool needs_type = m_[e.args[i]].kind == ExprKind::init_list;
    text += (text.empty() ? "" : ", ") + (needs_type ? print(e.args[i], assignment) : print_for(e.args[i], target));
  }
  return text;
}

// The type that an expression has in the printed text, where implicit conversions are gone.
TypeId ExpressionPrinter::natural_type(ExprId id) const {
  while (m_[id].implicit && m_[id].kind == ExprKind::cast && m_[id].cast != CastKind::float_to_integer) id = m_[id].a;
  TypeId type = m_[id].type;
  const Type& t = types_[type];
  const bool promotes = t.kind == TypeKind::scalar && is_integer(t.scalar) && info(t.scalar).bytes < 4;
  return promotes ? types_.scalar(ScalarKind::int_) : type;
}

std::string ExpressionPrinter::string_literal(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '"' || c == '\\') out += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) >= 32 && c != 127 && c != '?') out += c;
    else {  // three octal digits end by themselves
      const auto bits = static_cast<unsigned char>(c);
      for (const char digit : {'\\', static_cast<char>('0' + bits / 64), static_cast<char>('0' + bits / 8 % 8), static_cast<char>('0' + bits % 8)}) out += digit;
    }
  }
  return out + "\"";
}

std::string ExpressionPrinter::builtin(const Expr& e) {
  const BuiltinInfo& builtin = builtin_info(e.builtin);
  const bool is_value = is_pure(e.builtin) || builtin.outputs[1] != Builtin::none;
  const bool is_written = is_value || builtin.family == BuiltinFamily::atomic || builtin.family == BuiltinFamily::fence || builtin.family == BuiltinFamily::console || builtin.family == BuiltinFamily::hint ||
                          (e.builtin >= Builtin::norm_f32 && e.builtin <= Builtin::memset_bytes) ||
                          (e.builtin >= Builtin::heap_open && e.builtin <= Builtin::heap_size) || e.builtin == Builtin::nanosleep;
  if (types_.is_record(e.type)) refuse("`" + std::string(builtin.spelling) + "` on a vector type is not written as plain C++", e.span);
  if (e.builtin == Builtin::assertion) return "assert(" + print(e.args[0], assignment) + ")";
  if (builtin.family == BuiltinFamily::trap) return "std::abort()";
  if (builtin.family == BuiltinFamily::texture) refuse("texture fetches are not written as explicit loops", e.span);
  if (e.builtin == Builtin::clock32 || e.builtin == Builtin::clock_64)
    refuse("`" + std::string(builtin.spelling) + "` tells the time of a warp, and explicit loops have none", e.span);
  if (e.builtin == Builtin::launch_grid || e.builtin == Builtin::grid_query) refuse("the kernel launches kernels: loops have no grids that begin later", e.span);
  if (!is_written && builtin.family == BuiltinFamily::memory) refuse("`" + std::string(builtin.spelling) + "` asks for a GPU's kinds of memory", e.span);
  if (!is_written) refuse("`" + std::string(builtin.spelling) + "` works on several threads at once: one loop pass has no others to ask", e.span);
  int overloads = 0;
  for (int i = 1; i < static_cast<int>(Builtin::count); ++i) overloads += std::strcmp(builtin_info(static_cast<Builtin>(i)).spelling, builtin.spelling) == 0;
  const bool is_overloaded = overloads > 1 && is_value;
  std::string text;
  for (ExprId argument : e.args) {
    const TypeId wanted = types_.unqualified(m_[argument].type);
    const bool is_exact = types_.unqualified(natural_type(argument)) == wanted;
    text += text.empty() ? "" : ", ";
    text += is_overloaded && !is_exact ? "(" + type(wanted) + ")" + print(argument, unary) : print(argument, assignment);
  }
  const bool is_float_sum = builtin.opcode == Opcode::atom_add_f32;
  return (is_float_sum && leads_to_shared(e.args[0]) ? "atomicAdd_shared" : std::string(builtin.spelling)) + "(" + text + ")";
}

// By what is written here: what a pointer variable holds is not looked for.
bool ExpressionPrinter::leads_to_shared(ExprId pointer) const {
  const auto passes_on = [](ExprKind k) { return k == ExprKind::address_of || k == ExprKind::pointer_add || k == ExprKind::pointer_subtract || k == ExprKind::cast; };
  while (passes_on(m_[pointer].kind)) pointer = m_[pointer].a;
  VarId root;
  return root_variable(m_, pointer, root) && (m_[root].storage == Storage::shared || m_[root].storage == Storage::dynamic_shared);
}

std::string ExpressionPrinter::braces(const Expr& e) {
  std::string text;
  for (ExprId each : e.args) text += (text.empty() ? "" : ", ") + print_value(each);
  return "{" + text + "}";
}

// ---- constants

std::string ExpressionPrinter::constant(const Expr& e) {
  if (std::string name = named_constant(e); !name.empty()) return name;
  const std::string_view written = e.span.expansion ? std::string_view{} : m_.sources->text(e.span);
  if (types_.is_arithmetic(e.type) && has_literal_type(written, types_[e.type].scalar)) return std::string(written);
  return literal(e);
}

// `#define NAME 16`, or `(16)`: the number at `span` is all that the macro stands for.
bool ExpressionPrinter::is_whole_macro(Span span, const std::string& name) const {
  const LineColumn place = m_.sources->start(span);
  const std::string_view line = m_.sources->line_text(span.file, place.line);
  const auto without = [](std::string_view text, std::string_view marks) {
    std::string kept;
    for (char c : text)
      if (marks.find(c) == std::string_view::npos) kept += c;
    return kept;
  };
  const std::string before = without(line.substr(0, place.column - 1), " \t(");
  const std::string after = without(line.substr(std::min<size_t>(place.column - 1 + (span.end - span.begin), line.size())), " \t\r)");
  return before == "#define" + name && (after.empty() || after.starts_with("//") || after.starts_with("/*"));
}

// The name that the student wrote for it, if it is one: a macro, a constant of the file, a template's parameter.
std::string ExpressionPrinter::named_constant(const Expr& e) {
  if (!types_.is_arithmetic(e.type) && types_[e.type].kind != TypeKind::enumeration) return {};
  std::string name(m_.sources->text(e.span));
  if (e.span.expansion) {
    const Expansion& expansion = m_.sources->expansion(e.span.expansion);
    name = expansion.macro;
    if (expansion.use.expansion || !is_whole_macro(e.span, name)) return {};
  }
  if (!is_identifier(name) || name == "true" || name == "false" || name == "warpSize" || name == "NULL" || name == "INFINITY" || name == "NAN") return {};
  const std::string value = literal(e);
  for (size_t i = 0; i < m_.variables.size(); ++i) {
    const Variable& variable = m_.variables[i];
    if (variable.name != name) continue;
    const bool is_own = variable.storage == Storage::local || variable.storage == Storage::parameter;
    const bool is_here = variable.span.file == scope.file && variable.span.begin >= scope.begin && variable.span.end <= scope.end;
    if (is_own && !is_here) continue;
    const bool says_so = variable.init && m_[variable.init].kind == ExprKind::constant && m_[variable.init].bits == e.bits;
    if (!is_own || !says_so || !types_[variable.type].is_const || !may_name_locals) return {};
    return name;
  }
  if (names_.contains(name)) return {};
  const std::string declared = "constexpr " + type(types_.unqualified(e.type)) + " " + name + " = " + value + ";";
  const auto [found, is_new] = constants_.emplace(name, declared);
  return is_new || found->second == declared ? name : std::string{};
}

std::string ExpressionPrinter::literal(const Expr& e) const {
  const Type& t = types_[e.type];
  if (t.kind == TypeKind::pointer) return e.bits ? "(" + m_.types.name(e.type) + ")" + std::to_string(e.bits) + "ull" : "nullptr";
  const auto as_signed = static_cast<int64_t>(e.bits);
  switch (t.scalar) {
    case ScalarKind::bool_: return e.bits ? "true" : "false";
    case ScalarKind::char_: case ScalarKind::schar: return "(" + std::string(info(t.scalar).spelling) + ")" + std::to_string(static_cast<int8_t>(e.bits));
    case ScalarKind::uchar: return "(unsigned char)" + std::to_string(static_cast<uint8_t>(e.bits));
    case ScalarKind::short_: return "(short)" + std::to_string(static_cast<int16_t>(e.bits));
    case ScalarKind::ushort: return "(unsigned short)" + std::to_string(static_cast<uint16_t>(e.bits));
    case ScalarKind::int_: {
      const auto value = static_cast<int32_t>(e.bits);
      return value == INT32_MIN ? "(-2147483647 - 1)" : std::to_string(value);
    }
    case ScalarKind::uint: return std::to_string(static_cast<uint32_t>(e.bits)) + "u";
    case ScalarKind::long_: return as_signed == INT64_MIN ? "(-9223372036854775807l - 1)" : std::to_string(as_signed) + "l";
    case ScalarKind::longlong: return as_signed == INT64_MIN ? "(-9223372036854775807ll - 1)" : std::to_string(as_signed) + "ll";
    case ScalarKind::ulong: return std::to_string(e.bits) + "ul";
    case ScalarKind::ulonglong: return std::to_string(e.bits) + "ull";
    case ScalarKind::float_: return floating(std::bit_cast<float>(static_cast<uint32_t>(e.bits)), true);
    case ScalarKind::double_: return floating(std::bit_cast<double>(e.bits), false);
    default: return "0";
  }
}

}  // namespace wb::loops

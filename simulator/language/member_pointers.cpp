// Pointers to members. The typed tree has no such type: it sees small records, one for each class and type of member.
//
//     int Point::*            { long offset }                      bytes from the object's beginning, and one more: 0 is the null pointer
//     int (Point::*)(int)     { int (*function)(void*, int); long adjust }      `this` as a void*, which `adjust` bytes are added to
//
//     object.*p       *(int*)((char*)&object + p.offset - 1)       (object.*f)(3)       f.function((char*)&object + f.adjust, 3)
//
// The method's type has void* for `this` whatever the class, so that a pointer to a method of a base is one of the derived class as well, moved. A virtual
// method is pointed to through a function that calls it as the object wants. Where it is known which member is meant (a template's argument), the member
// itself is named, or the method called.
//
// Not covered: casts from a pointer to a derived class's member to one of a base's.
#include "simulator/language/member_pointers.h"

#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {
namespace {

const RecordInfo& info_of(const Parser& p, TypeId type) { return p.records[p.module->types[type].index]; }
bool points_to_method(const Parser& p, TypeId type) { return p.module->types[info_of(p, type).pointed_type].kind == TypeKind::function; }

TypeId any_object(Parser& p, bool is_const) {
  const TypeId nothing = p.module->types.scalar(ScalarKind::void_);
  return p.module->types.pointer_to(is_const ? p.module->types.with(nothing, true, false) : nothing);
}

TypeId method_type(Parser& p, const FunctionDecl& f) {
  std::vector<TypeId> parameters{any_object(p, f.is_const_method)};
  for (const ParameterDecl& parameter : f.parameters) parameters.push_back(p.module->types.unqualified(parameter.type));
  return p.module->types.function_of(f.result, std::move(parameters));
}

std::string name_of(Parser& p, RecordId of, TypeId member) {
  const std::string around = p.module->types.records[of.v].name + "::*";
  const Type t = p.module->types[member];
  if (t.kind != TypeKind::function) return p.type_name(member) + " " + around;
  const std::vector<TypeId> parameters = p.module->types.function_parameters[t.index];
  std::string text;
  for (size_t i = 1; i < parameters.size(); ++i) text += (i > 1 ? ", " : "") + p.type_name(parameters[i]);
  const bool is_const = !parameters.empty() && p.module->types[p.module->types[parameters[0]].element].is_const;
  return p.type_name(t.element) + " (" + around + ")(" + text + ")" + (is_const ? " const" : "");
}

ExprId part_of(Parser& p, ExprId pointer, uint32_t field, Span span) { return p.rvalue(p.make_member(pointer, field, span)); }

ExprId moved(Parser& p, ExprId address, ExprId bytes, TypeId to, Span span) {
  Expr e = p.node(ExprKind::pointer_add, p.module->types.pointer_to(p.module->types.scalar(ScalarKind::char_)), span);
  e.a = p.cast_to(address, e.type, CastKind::pointer, true, span);
  e.b = bytes;
  e.implicit = true;
  if (!e.a || !e.b) return {};
  return p.cast_to(p.make(std::move(e)), to, CastKind::pointer, true, span);
}

ExprId list_of(Parser& p, TypeId type, std::vector<ExprId> parts, Span span) {
  Expr list = p.node(ExprKind::init_list, type, span);
  list.args = std::move(parts);
  return p.make(std::move(list));
}

ExprId number(Parser& p, uint64_t value, Span span) { return p.make_constant(p.module->types.scalar(ScalarKind::long_), value, span); }

// ---- names

// a::B<int>:: up to token `end`: the class; nothing: reported.
std::optional<RecordId> parse_class_path(Parser& p, size_t end) {
  Scope* where = p.eat(Tok::scope) ? p.global : nullptr;
  std::optional<RecordId> found;
  while (p.pos < end && p.is(Tok::identifier)) {
    const Token name = p.take();
    Symbol* symbol = where ? p.lookup_in(*where, name.text) : p.lookup(name.text);
    std::optional<TypeId> type;
    where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
    if (symbol && symbol->kind == SymbolKind::type) type = symbol->type;
    Span last = name.span;
    if (symbol && symbol->kind == SymbolKind::record_template && p.is(Tok::less)) type = p.named_instance(*symbol->tmpl, name.span, last);
    else if (p.is(Tok::less)) p.pos = std::max(p.skip_template_list(p.pos), p.pos + 1);
    found.reset();
    if (type && p.module->types.is_record(p.module->types.unqualified(*type))) {
      found = RecordId{p.module->types[p.module->types.unqualified(*type)].index};
      where = p.record_info(*found).scope;
    }
    if (!where && !found) {
      if (!symbol) p.report_unknown_type(name.text, name.span);
      else if (!p.in_template_pattern) p.report(Code::WB2018, name.span, {std::string(name.text)});
      return std::nullopt;
    }
    if (!p.eat(Tok::scope)) break;
  }
  return found;
}

// Of `A::B<T>::name` that begins at token i, the name (or the `operator` of an operator's); 0: there is none.
size_t name_behind_path(const Parser& p, size_t i) {
  const size_t first = i;
  while (i + 2 < p.tokens.size() && p.tokens[i].kind == Tok::identifier) {
    const size_t behind = p.tokens[i + 1].kind == Tok::less ? p.skip_template_list(i + 1) : i + 1;
    if (p.tokens[behind].kind != Tok::scope) break;
    i = behind + 1;
  }
  if (i > first && p.tokens[i].kind == Tok::kw_operator) return i;
  const Tok next = i + 1 < p.tokens.size() ? p.tokens[i + 1].kind : Tok::end;
  const bool is_used = next == Tok::left_paren || next == Tok::dot || next == Tok::arrow || next == Tok::left_bracket || next == Tok::less || next == Tok::scope;
  return i > first && p.tokens[i].kind == Tok::identifier && !is_used ? i : 0;
}

// The member's name that begins at token i: `scale`, `operator()`. `i` goes behind it.
std::string_view member_name(Parser& p, size_t& i) {
  std::string name(p.tokens[i].text);
  if (p.tokens[i++].kind != Tok::kw_operator) return p.tokens[i - 1].text;
  const bool has_two = p.tokens[i].kind == Tok::left_paren || p.tokens[i].kind == Tok::left_bracket;
  for (int part = has_two ? 2 : 1; part > 0 && i < p.tokens.size(); --part) name += p.tokens[i++].text;
  return p.keep(name);
}

// ---- values

FunctionDecl& called_by_pointer(Parser& p, FunctionDecl& f, Span span) {
  FunctionDecl& target = f.is_virtual ? virtual_caller(p, f) : f;
  if (target.is_in_template || target.instance_of) p.queue_body(target, span);
  if (!target.body_begin && !target.is_implicit) p.unfinished_calls.emplace_back(&target, span);
  p.module->functions[target.id.v].type = method_type(p, f);
  return target;
}

ExprId method_value(Parser& p, FunctionDecl& f, Span span) {
  if (!p.check_callable(f, span)) return {};
  const TypeId type = method_type(p, f);
  Expr e = p.node(ExprKind::function_address, p.module->types.pointer_to(type), span);
  e.function = called_by_pointer(p, f, span).id;
  const ExprId function = p.make(std::move(e));
  return list_of(p, member_pointer_type(p, *f.owner, type), {function, number(p, 0, span)}, span);
}

ExprId field_value(Parser& p, RecordId of, const Symbol& field, Span span) {
  if (field.field >= bit_field_mark) return p.report(Code::WB3105, span), ExprId{};
  uint64_t offset = 0;
  if (!(field.owner == of)) p.count_bases(p.module->types.record(of), field.owner, offset);
  const bool is_of_base = !(field.owner == of) && !p.module->types.records[field.owner.v].name.empty();  // &Derived::x is a pointer of the base where x stands
  const Field member = p.module->types.records[field.owner.v].fields[field.field];
  return list_of(p, member_pointer_type(p, is_of_base ? field.owner : of, member.type), {number(p, (is_of_base ? 0 : offset) + member.offset + 1, span)}, span);
}

// The methods of the name, until it is known which type is wanted.
ExprId method_set(Parser& p, const Symbol& symbol, std::string_view name, Span span) {
  std::vector<FunctionDecl*> methods;
  for (FunctionDecl* f : symbol.functions)
    if (f->owner && !f->is_static_method && !f->tmpl) methods.push_back(f);
  if (methods.size() == 1 && symbol.functions.size() == 1) return method_value(p, *methods.front(), span);
  Operand set;
  set.kind = Operand::Kind::functions;
  set.functions = symbol.functions;
  set.name = name;
  set.span = span;
  return p.function_value(set);
}

FunctionDecl* method_of_set(Parser& p, ExprId set, TypeId to) {
  const RecordInfo& wanted = info_of(p, to);
  const std::vector<FunctionDecl*> functions = p.function_sets.at(set.v).functions;
  for (FunctionDecl* f : functions)
    if (f->owner && !f->is_static_method && !f->tmpl && method_type(p, *f) == wanted.pointed_type) return f;
  return nullptr;
}

// Is `from` a pointer to a member of a base of `to`'s class (or of that class)?
bool is_of_base(Parser& p, TypeId from, TypeId to) {
  const RecordInfo &a = info_of(p, from), &b = info_of(p, to);
  return a.pointed_type == b.pointed_type && p.holds_record(p.module->types.record(b.pointed_class), a.pointed_class);
}

// The object's address as one of the pointer's class.
ExprId address_for(Parser& p, ExprId object, bool is_arrow, TypeId pointer, Span span) {
  if (is_arrow) {
    object = p.rvalue(object);
    if (object && !p.module->types.is_pointer(p.at(object).type)) return p.report(Code::WB3042, p.at(object).span, {p.type_name(p.at(object).type)}), ExprId{};
    object = object ? p.dereference(object, span, true) : object;
  }
  if (!object) return {};
  const RecordId of = info_of(p, pointer).pointed_class;
  const TypeId type = p.module->types.unqualified(p.at(object).type);
  if (!p.module->types.is_record(type) || !p.holds_record(type, of)) {
    if (!p.in_template_pattern) p.report(Code::WB3008, span, {p.type_name(p.at(object).type), p.module->types.records[of.v].name});
    return {};
  }
  object = p.base_of(p.materialise(object), of, span);
  return object ? p.address_of(object, span, true) : ExprId{};
}

// object.*pointer, a field
ExprId selected_field(Parser& p, ExprId address, ExprId pointer, Span span) {
  const TypeId type = p.module->types.unqualified(p.at(pointer).type);
  const Type object = p.module->types[p.module->types[p.at(address).type].element];
  if (const auto bits = member_pointer_bits(p, pointer))
    if (const auto field = pointed_field(p, type, *bits)) return p.make_member(p.dereference(address, span, true), *field, span);
  const ExprId offset = p.build_binary(Tok::minus, part_of(p, p.materialise(pointer), 0, span), number(p, 1, span), span);
  const TypeId member = p.module->types.with(info_of(p, type).pointed_type, object.is_const, object.is_volatile);
  const ExprId place = moved(p, address, offset, p.module->types.pointer_to(member), span);
  return place ? p.dereference(place, span, false) : ExprId{};
}

// object.*pointer, a method: it waits for its arguments.
void leave_selected_method(Parser& p, ExprId address, ExprId pointer, Span span) {
  Operand method;
  method.kind = Operand::Kind::functions;
  method.name = "method";
  method.span = span;
  method.object = address;
  const auto bits = member_pointer_bits(p, pointer);
  if (bits && *bits) method.functions = {p.function_by_id[*bits - 1]};
  else method.expr = pointer;
  if (!method.functions.empty()) method.name = method.functions.front()->name;
  p.pending_method = std::move(method);
}

}  // namespace

TypeId member_pointer_type(Parser& p, RecordId of, TypeId member) {
  const std::pair<uint32_t, uint32_t> key{of.v, member.v};
  if (const auto known = p.member_pointers.find(key); known != p.member_pointers.end()) return p.module->types.record(known->second);
  const TypeId whole = p.module->types.scalar(ScalarKind::long_);
  const bool is_method = p.module->types[member].kind == TypeKind::function;
  const std::string name = name_of(p, of, member);
  const RecordId id = is_method ? p.make_simple_record(name, {{"function", p.module->types.pointer_to(member)}, {"adjust", whole}}, 8) : p.make_simple_record(name, {{"offset", whole}}, 8);
  RecordInfo& info = p.record_info(id);
  info.is_member_pointer = true;
  info.pointed_class = of;
  info.pointed_type = member;
  info.is_dependent = p.is_placeholder(p.module->types.record(of)) || p.is_placeholder(member);
  p.member_pointers[key] = id;
  return p.module->types.record(id);
}

bool is_member_pointer(const Parser& p, TypeId type) {
  const Type& t = p.module->types[type];
  return t.kind == TypeKind::record && t.index < p.records.size() && p.records[t.index].is_member_pointer;
}

std::optional<TypeId> parse_member_pointer(Parser& p, Declarator& d, TypeId base, size_t star) {
  const std::optional<RecordId> of = parse_class_path(p, star);
  p.pos = star + 1;
  const bool is_const = std::exchange(d.is_const_method, false);
  if (!of) return std::nullopt;
  const Type t = p.module->types[base];
  if (t.kind != TypeKind::function) return member_pointer_type(p, *of, base);
  std::vector<TypeId> parameters = p.module->types.function_parameters[t.index];
  parameters.insert(parameters.begin(), any_object(p, is_const));
  return member_pointer_type(p, *of, p.module->types.function_of(t.element, std::move(parameters)));
}

std::optional<ExprId> parse_member_address(Parser& p) {
  const size_t begin = p.pos, first = begin + (p.kind(1) == Tok::scope ? 2 : 1), name = name_behind_path(p, first);
  if (!name) return std::nullopt;
  std::optional<RecordId> of;
  {
    Parser::Quiet silent(p);
    Parser::At there(p, begin + 1, nullptr);
    of = parse_class_path(p, name);
  }
  if (!of || !p.record_info(*of).scope) return std::nullopt;
  size_t behind = name;
  const std::string_view member = member_name(p, behind);
  const Symbol* symbol = p.lookup_in(*p.record_info(*of).scope, member);
  const bool is_method = symbol && symbol->kind == SymbolKind::functions && std::any_of(symbol->functions.begin(), symbol->functions.end(), [](const FunctionDecl* f) { return f->owner && !f->is_static_method; });
  if (!symbol || (!symbol->is_field && !is_method)) return std::nullopt;
  p.pos = behind;
  const Span span = cover(p.tokens[begin].span, p.tokens[behind - 1].span);
  if (!p.check_access(*of, member, nullptr, p.tokens[name].span)) return ExprId{};
  const Symbol kept = *symbol;
  return is_method ? method_set(p, kept, member, span) : field_value(p, *of, kept, span);
}

ExprId parse_member_selections(Parser& p, ExprId object) {
  while ((p.is(Tok::dot) || p.is(Tok::arrow)) && p.kind(1) == Tok::star) {
    const bool is_arrow = p.take().kind == Tok::arrow;
    p.take();
    ExprId pointer = p.parse_cast_or_unary();
    if (!object || !pointer || p.is_placeholder(p.at(object).type) || p.is_placeholder(p.at(pointer).type)) return {};
    const Span span = cover(p.at(object).span, p.at(pointer).span);
    if (!is_member_pointer(p, p.at(pointer).type)) return p.report(Code::WB3008, p.at(pointer).span, {p.type_name(p.at(pointer).type), "pointer to a member"}), ExprId{};
    pointer = p.rvalue(pointer);
    const ExprId address = pointer ? address_for(p, object, is_arrow, p.at(pointer).type, span) : ExprId{};
    if (!address) return {};
    if (points_to_method(p, p.at(pointer).type)) return leave_selected_method(p, address, pointer, span), ExprId{};
    object = selected_field(p, address, pointer, span);
  }
  return object;
}

ExprId call_selected_method(Parser& p, const Operand& method, std::vector<ExprId> arguments, Span span) {
  const TypeId type = p.module->types.unqualified(p.at(method.expr).type), function = info_of(p, type).pointed_type;
  const std::vector<TypeId> parameters = p.module->types.function_parameters[p.module->types[function].index];
  if (arguments.size() + 1 != parameters.size())
    return p.report(Code::WB3010, span, {std::string(p.sources->text(p.sources->outermost(method.span))), std::to_string(parameters.size() - 1), std::to_string(arguments.size()), ""}), ExprId{};
  const bool loses_const = p.module->types[p.module->types[p.at(method.object).type].element].is_const && !p.module->types[p.module->types[parameters[0]].element].is_const;
  if (loses_const) return p.report(Code::WB3014, method.span, {"the method", p.type_name(p.module->types[p.at(method.object).type].element)}), ExprId{};
  const VarId kept = p.add_temporary(type, span);
  const ExprId keep = p.initialise_object(p.make_variable(kept, span), method.expr, span);
  Expr call = p.node(ExprKind::call_indirect, p.module->types[function].element, span);
  call.a = p.build_comma(keep, part_of(p, p.make_variable(kept, span), 0, span), span);
  call.op_span = method.span;
  call.args.push_back(moved(p, method.object, part_of(p, p.make_variable(kept, span), 1, span), parameters[0], span));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ExprId argument = arguments[i] ? p.convert_argument(arguments[i], parameters[i + 1], p.at(arguments[i]).span) : ExprId{};
    if (!argument) return {};
    call.args.push_back(argument);
  }
  if (!call.a || !call.args[0]) return {};
  const ExprId result = p.make(std::move(call));
  return result && p.type_of(result).kind == TypeKind::reference ? p.dereference(result, span, true) : result;
}

Rank member_pointer_rank(Parser& p, ExprId e, TypeId to) {
  to = p.module->types.unqualified(to);
  if (p.is_function_set(e)) return points_to_method(p, to) && method_of_set(p, e, to) ? Rank::exact : Rank::none;
  if (p.is_null_constant(e)) return Rank::conversion;
  const TypeId from = p.value_type(e);
  if (from == to) return Rank::exact;
  return is_member_pointer(p, from) && is_of_base(p, from, to) ? Rank::conversion : Rank::none;
}

ExprId convert_member_pointer(Parser& p, ExprId e, TypeId to, Span place) {
  to = p.module->types.unqualified(to);
  const Span span = p.at(e).span;
  if (p.is_function_set(e)) {
    FunctionDecl* f = points_to_method(p, to) ? method_of_set(p, e, to) : nullptr;
    if (f) return convert_member_pointer(p, method_value(p, *f, span), to, place);
    return p.report(Code::WB3120, place, {std::string(p.function_sets.at(e.v).name)}), ExprId{};
  }
  if (p.is_null_constant(e)) return member_pointer_constant(p, to, 0, span);
  const TypeId from = p.value_type(e);
  if (from == to) return p.rvalue(e);
  if (!is_member_pointer(p, from) || !is_of_base(p, from, to)) {
    if (!p.in_template_pattern) p.report(Code::WB3008, place, {p.type_name(from), p.type_name(to)});
    return {};
  }
  uint64_t bytes = 0;
  p.count_bases(p.module->types.record(info_of(p, to).pointed_class), info_of(p, from).pointed_class, bytes);
  const VarId kept = p.add_temporary(from, span);
  const ExprId keep = p.initialise_object(p.make_variable(kept, span), p.rvalue(e), span);
  const auto part = [&](uint32_t field) { return part_of(p, p.make_variable(kept, span), field, span); };
  if (!keep) return {};
  if (points_to_method(p, to)) return p.build_comma(keep, list_of(p, to, {part(0), p.build_binary(Tok::plus, part(1), number(p, bytes, span), span)}, span), span);
  const ExprId offset = p.build_conditional(part(0), p.build_binary(Tok::plus, part(0), number(p, bytes, span), span), number(p, 0, span), span);
  return offset ? p.build_comma(keep, list_of(p, to, {offset}, span), span) : ExprId{};
}

ExprId is_set_member_pointer(Parser& p, ExprId e) {
  const Span span = p.at(e).span;  // nodes that are made move the others
  const ExprId value = p.rvalue(e);
  return value ? p.to_bool(part_of(p, p.materialise(value), 0, span)) : ExprId{};
}

ExprId compare_member_pointers(Parser& p, ExprId a, ExprId b, bool is_equal, Span span) {
  const TypeId own = is_member_pointer(p, p.value_type(a)) ? p.value_type(a) : p.value_type(b);
  const bool is_wider = is_member_pointer(p, p.value_type(b)) && member_pointer_rank(p, a, p.value_type(b)) != Rank::none;
  const TypeId common = is_wider ? p.value_type(b) : own;
  a = convert_member_pointer(p, a, common, span);
  b = convert_member_pointer(p, b, common, span);
  if (!a || !b) return {};
  a = p.materialise(a);
  b = p.materialise(b);
  const Tok op = is_equal ? Tok::equal_equal : Tok::bang_equal;
  ExprId all = p.build_binary(op, part_of(p, a, 0, span), part_of(p, b, 0, span), span);
  if (points_to_method(p, common)) all = p.build_binary(is_equal ? Tok::amp_amp : Tok::pipe_pipe, all, p.build_binary(op, part_of(p, a, 1, span), part_of(p, b, 1, span), span), span);
  return all;
}

std::optional<uint64_t> member_pointer_bits(Parser& p, ExprId e) {
  const Expr& list = p.at(e);
  if (list.kind != ExprKind::init_list || list.args.empty() || !list.args[0]) return std::nullopt;
  const Expr& first = p.at(list.args[0]);
  const bool is_moved = list.args.size() > 1 && (p.at(list.args[1]).kind != ExprKind::constant || p.at(list.args[1]).bits != 0);
  if (is_moved) return std::nullopt;
  if (first.kind == ExprKind::constant) return first.bits;
  return first.kind == ExprKind::function_address ? std::optional<uint64_t>(uint64_t{first.function.v} + 1) : std::nullopt;
}

std::optional<uint32_t> pointed_field(const Parser& p, TypeId pointer, uint64_t bits) {
  const RecordInfo& info = info_of(p, pointer);
  const std::vector<Field>& fields = p.module->types.records[info.pointed_class.v].fields;
  for (uint32_t i = 0; i < fields.size(); ++i)
    if (!fields[i].name.empty() && fields[i].offset + 1 == bits && fields[i].type == info.pointed_type) return i;
  return std::nullopt;
}

ExprId member_pointer_constant(Parser& p, TypeId type, uint64_t bits, Span span) {
  type = p.module->types.unqualified(type);
  if (!points_to_method(p, type)) return list_of(p, type, {number(p, bits, span)}, span);
  const TypeId pointer = p.module->types.pointer_to(info_of(p, type).pointed_type);
  ExprId function = p.make_constant(pointer, 0, span);
  if (bits && bits <= p.function_by_id.size()) {
    Expr e = p.node(ExprKind::function_address, pointer, span);
    e.function = {static_cast<uint32_t>(bits - 1)};
    function = p.make(std::move(e));
  }
  return list_of(p, type, {function, number(p, 0, span)}, span);
}

}  // namespace wb

// Making and ending objects: construction into a place, copies, default and value initialisation, destruction. Members of arrays are done
// in loops. special_members.cpp says what a value without an object is and when its bytes are simply moved.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {
namespace {

constexpr uint64_t longest_list = 4096;  // elements of an initialiser that are written out one by one

}  // namespace

// A member as it is, a reference not followed.
ExprId Parser::raw_member(ExprId object, uint32_t field, Span span) {
  if (!object) return {};
  const Type type = type_of(object);
  const Field f = module->types.records[type.index].fields[field];
  if (module->types[f.type].kind != TypeKind::reference) return make_member(object, field, span);
  Expr e = node(ExprKind::member, f.type, span);
  e.a = object;
  e.index = field;
  e.is_lvalue = true;
  return make(std::move(e));
}

void Parser::append_expression(ExprId e, std::vector<StmtId>& out, Span span) {
  if (!e) return;
  Stmt s;
  s.kind = StmtKind::expression;
  s.a = e;
  s.span = span;
  out.push_back(make_stmt(s));
}

// for (int index = 0; index < count; index++) body   (backwards: from the last element to the first)
void Parser::for_each_element(uint64_t count, bool backwards, Span span, std::vector<StmtId>& out, const std::function<void(ExprId, std::vector<StmtId>&)>& body) {
  TypeId type = module->types.scalar(ScalarKind::int_);
  VarId index = add_variable("index", type, Storage::local, span);
  module->variables[index.v].is_temporary = true;
  module->variables[index.v].init = make_constant(type, 0, span);
  Stmt init;
  init.kind = StmtKind::declaration;
  init.var = index;
  init.span = span;
  Stmt loop;
  loop.kind = StmtKind::for_;
  loop.span = span;
  loop.init = make_stmt(init);
  loop.a = build_binary(Tok::less, make_variable(index, span), make_constant(type, count, span), span);
  loop.step = build_increment(true, true, make_variable(index, span), span);
  ExprId element = make_variable(index, span);
  if (backwards) element = build_binary(Tok::minus, make_constant(type, count - 1, span), element, span);
  Stmt inside;
  inside.kind = StmtKind::compound;
  inside.span = span;
  body(element, inside.list);
  loop.body = make_stmt(std::move(inside));
  out.push_back(make_stmt(loop));
}

// One member (or element) of an object that is copied, moved or assigned as a whole.
void Parser::copy_into(ExprId target, ExprId source, SpecialMember which, std::vector<StmtId>& out, Span span) {
  if (!target || !source) return;
  const Type type = type_of(target);
  if (type.kind == TypeKind::array) {
    for_each_element(type.count, false, span, out, [&](ExprId index, std::vector<StmtId>& list) {
      ExprId to = build_subscript(target, index, span), from = build_subscript(source, index, span);
      if (from && at(source).is_xvalue) from = as_xvalue(from);
      copy_into(to, from, which, list, span);
    });
    return;
  }
  bool assigns = which == SpecialMember::copy_assignment || which == SpecialMember::move_assignment;
  if (type.kind == TypeKind::record && assigns) return append_expression(build_assign(target, source, span), out, span);
  ExprId value = type.kind == TypeKind::reference ? rvalue(source) : convert(source, module->types.unqualified(at(target).type), span);
  append_expression(initialise_object(target, value, span), out, span);
}

// Is this a constructor's call on a temporary and then that temporary's value? Then the call, made for another place.
ExprId Parser::redirect_construction(ExprId value, ExprId target, Span span) {
  const Expr both = at(value);
  if (both.kind != ExprKind::comma || at(both.a).kind != ExprKind::call || at(both.b).kind != ExprKind::load) return {};
  const Expr call = at(both.a);
  const Expr place = at(at(both.b).a);
  if (call.function.v >= function_by_id.size() || !function_by_id[call.function.v]->is_constructor || call.args.empty()) return {};
  if (place.kind != ExprKind::variable || !module->variables[place.var.v].is_temporary) return {};
  ExprId object = call.args[0];
  while (at(object).kind == ExprKind::cast) object = at(object).a;
  if (at(object).kind != ExprKind::address_of || at(at(object).a).kind != ExprKind::variable || !(at(at(object).a).var == place.var)) return {};
  ExprId address = address_of(target, span, true);
  if (address && at(address).type != at(call.args[0]).type) address = cast_to(address, at(call.args[0]).type, CastKind::same, true, span);
  if (!address) return {};
  if (fn) std::erase_if(fn->temporaries, [&](StmtId s) { return (*module)[s].var == place.var; });
  Expr again = call;
  again.args[0] = address;
  return make(std::move(again));
}

// Gives a new object its value.
ExprId Parser::initialise_object(ExprId target, ExprId value, Span span) {
  if (!target || !value) return {};
  if (module->types.is_record(at(target).type))
    if (ExprId call = redirect_construction(value, target, span)) return call;
  Expr e = node(ExprKind::assign, at(target).type, span);
  e.a = target;
  e.b = value;
  e.is_lvalue = true;
  return make(std::move(e));
}

// Must an object of this type be made in its final place? Its constructor may keep `this`, or somebody is called when it goes.
bool Parser::is_made_in_place(TypeId type) {
  const Type t = module->types[type];
  if (t.kind != TypeKind::record) return false;
  if (has_destructor(type) || !is_trivially_copied(type) || module->types.size_of(type) > 256) return true;
  for (FunctionDecl* f : record_info({t.index}).constructors) {
    if (f->body_begin == 0) continue;
    size_t end = f->body_begin;
    while (end < tokens.size() && tokens[end].kind != Tok::left_brace) ++end;
    end = skip_balanced(end);
    for (size_t i = f->body_begin; i < end && i + 1 < tokens.size(); ++i)
      if (tokens[i].kind == Tok::kw_this && tokens[i + 1].kind != Tok::arrow) return true;
  }
  return false;
}

// The copy (or, of something that may be moved from, the move) of an object: a value of its own.
ExprId Parser::copied(ExprId e, Span span) {
  if (!e || !at(e).is_lvalue || type_of(e).kind != TypeKind::record || is_placeholder(at(e).type)) return rvalue(e);
  TypeId type = module->types.unqualified(at(e).type);
  RecordId id{module->types[type].index};
  settled(id);
  if (is_trivially_copied(type)) return rvalue(e);
  return construct_from(type, {e}, record_info(id).constructors, span);
}

// A new object by one of these constructors or by the copying ones that the compiler writes: the call, then the object's value.
ExprId Parser::construct_from(TypeId type, std::vector<ExprId> arguments, std::vector<FunctionDecl*> candidates, Span span) {
  RecordId id{module->types[type].index};
  settled(id);
  if (arguments.size() == 1 && (value_type(arguments[0]) == type || is_derived(value_type(arguments[0]), type))) {
    auto made = [&](SpecialMember s) { return record_info(id).special[static_cast<size_t>(s)]; };
    bool is_named = at(arguments[0]).is_lvalue && !at(arguments[0]).is_xvalue;
    bool user_made = made(SpecialMember::copy).is_user_made || made(SpecialMember::move).is_user_made;
    SpecialMember which = is_named || made(SpecialMember::move).is_absent ? SpecialMember::copy : SpecialMember::move;
    if (!user_made || !made(which).is_user_made) {
      if (made(which).is_deleted) return report_deleted(type, which, span), ExprId{};
      if (made(which).is_trivial) return rvalue(value_type(arguments[0]) == type ? arguments[0] : base_of(materialise(arguments[0]), id, span));
      candidates = {special_function(id, which)};
      if (!candidates[0]) return {};
    }
  }
  ExprId object = make_variable(add_temporary(type, span), span);
  VarId var = at(object).var;
  Operand callee;
  callee.kind = Operand::Kind::functions;
  callee.functions = std::move(candidates);
  callee.name = keep(module->types.records[id.v].name);
  callee.span = span;
  callee.object = address_of(object, span, true);
  ExprId call = resolve_call(callee, std::move(arguments), span);
  return call ? build_comma(call, rvalue(make_variable(var, span)), span) : ExprId{};
}

namespace {

// A dim3 or an object with one in it, whose parts become 1. (In memory that nobody starts constructors for they do not, so they count as
// plain there: Parser::does_nothing.)
bool holds_dim3(const Parser& p, TypeId type) {
  type = p.element_of(type);
  if (!p.module->types.is_record(type)) return false;
  const std::vector<Field>& fields = p.module->types.records[p.module->types[type].index].fields;
  return p.is_dim3(type) || std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return holds_dim3(p, f.type); });
}

}  // namespace

// Default-initialises the object at `target`: nothing for plain data, a constructor's call for each object that has one.
bool Parser::default_initialise(ExprId target, std::vector<StmtId>& out, Span span) {
  if (!target) return false;
  const Type type = type_of(target);
  TypeId element = module->types.unqualified(element_of(at(target).type));
  if (!module->types.is_record(element) || is_placeholder(element)) return true;
  if (does_nothing(element, SpecialMember::default_constructor) && !holds_dim3(*this, element)) return true;
  if (type.kind == TypeKind::array) {
    bool ok = true;
    for_each_element(type.count, false, span, out, [&](ExprId index, std::vector<StmtId>& list) {
      ok = default_initialise(build_subscript(target, index, span), list, span);
    });
    return ok;
  }
  ExprId value = default_construct(element, span);
  if (!value) return false;
  append_expression(end_full_expression(initialise_object(target, value, span), false), out, span);
  return true;
}

// A value of this type as `T()` and `T{}` make it.
ExprId Parser::value_initialised(TypeId type, Span span) {
  type = module->types.unqualified(type);
  const Type t = module->types[type];
  if (t.kind == TypeKind::record && !is_placeholder(type)) return construct(type, {}, span, true);
  if (t.kind != TypeKind::array || (is_trivially_made(type) && !holds_dim3(*this, type))) return zero_value(type, span);
  if (t.count > longest_list) {
    report(Code::WB4001, span, {"lists with more than " + std::to_string(longest_list) + " objects that have constructors", "declare the array without an initialiser"});
    return {};
  }
  Expr list = node(ExprKind::init_list, type, span);
  for (uint64_t i = 0; i < t.count; ++i) {
    ExprId value = value_initialised(t.element, span);
    if (!value) return {};
    list.args.push_back(value);
  }
  return make(std::move(list));
}

// Calls the destructor of the object at `target`, of an array's elements from the last to the first.
void Parser::destroy(ExprId target, std::vector<StmtId>& out, Span span) {
  if (!target || !has_destructor(at(target).type)) return;
  const Type type = type_of(target);
  if (type.kind == TypeKind::array) {
    for_each_element(type.count, true, span, out, [&](ExprId index, std::vector<StmtId>& list) { destroy(build_subscript(target, index, span), list, span); });
    return;
  }
  append_expression(destructor_call(target, span), out, span);
}

ExprId Parser::destructor_call(ExprId object, Span span) {
  TypeId type = module->types.unqualified(at(object).type);
  RecordId id{module->types[type].index};
  if (special_of(type, SpecialMember::destructor).is_deleted) return report_deleted(type, SpecialMember::destructor, span), ExprId{};
  FunctionDecl* f = special_function(id, SpecialMember::destructor);
  if (!f || !check_callable(*f, span)) return {};
  if (FunctionDecl* own = record_info(id).special[static_cast<size_t>(SpecialMember::destructor)].function; own != f && !check_callable(*own, span)) return {};
  ExprId address = address_of(object, span, true);
  TypeId wanted = module->types.pointer_to(type);
  if (address && at(address).type != wanted) address = cast_to(address, wanted, CastKind::same, true, span);
  if (!address) return {};
  Expr call = node(ExprKind::call, module->types.scalar(ScalarKind::void_), span);
  call.function = f->id;
  call.args.push_back(address);
  if (f->is_in_template || is_library(f->span)) queue_body(*f, span);
  if (!f->body_begin && !f->is_implicit) unfinished_calls.emplace_back(f, span);
  return make(std::move(call));
}

}  // namespace wb

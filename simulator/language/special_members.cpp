// What objects do without being told: default, copy and move constructors, assignments and destructors that a class does not write down
// itself, and the calls of them that C++ puts between the lines.
//
// A value of a class type (a prvalue) is a bag of bytes without an owner: initialising an object with it moves the bytes there and calls
// nothing, which is what C++17 says of prvalues. Only a value that gets an object of its own (bound to a reference, used as `this`, thrown
// away) is a temporary, and that one is destroyed at the end of its full expression. So
//
//     T x = f(T(1));      the bytes of T(1) become f's parameter, those of f's result become x
//     f(y);               y is an object: its copy constructor makes the bytes
//
// Where the address matters (an object that keeps `this`, or one with a copy constructor or destructor of its own) the constructor call
// itself is directed to the final place: initialise_object.
//
// Members of arrays are done in loops. A special member that would do nothing but move bytes is never made: `is_trivial`.
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {
namespace {

constexpr uint64_t longest_list = 4096;  // elements of an initialiser that are written out one by one

const char* special_name(SpecialMember s) {
  static constexpr const char* names[] = {"default constructor", "copy constructor", "move constructor", "copy assignment", "move assignment", "destructor"};
  return names[static_cast<size_t>(s)];
}

}  // namespace

TypeId Parser::element_of(TypeId type) const {
  while (module->types.is_array(type)) type = module->types[type].element;
  return type;
}

// Which special member a constructor or operator= is; none for any other.
std::optional<SpecialMember> Parser::special_kind(const FunctionDecl& f) const {
  if (!f.owner || f.tmpl) return std::nullopt;
  if (f.is_destructor) return SpecialMember::destructor;
  bool is_assignment = f.name == "operator=";
  if (!f.is_constructor && !is_assignment) return std::nullopt;
  if (f.parameters.empty() || f.parameters[0].default_begin != 0) return f.is_constructor ? std::optional(SpecialMember::default_constructor) : std::nullopt;
  if (f.parameters.size() > 1 && f.parameters[1].default_begin == 0) return std::nullopt;
  const Type parameter = module->types[f.parameters[0].type];
  TypeId object = parameter.kind == TypeKind::reference ? parameter.element : f.parameters[0].type;
  const Type record = module->types[object];
  if (record.kind != TypeKind::record || record.index != f.owner->v) return std::nullopt;
  if (parameter.kind != TypeKind::reference && f.is_constructor) return std::nullopt;
  bool moves = parameter.kind == TypeKind::reference && parameter.is_rvalue;
  if (is_assignment) return moves ? SpecialMember::move_assignment : SpecialMember::copy_assignment;
  return moves ? SpecialMember::move : SpecialMember::copy;
}

// Notes what a class says about one of its special members: written out, `= default`, or `= delete`.
void Parser::declare_special(RecordId id, SpecialMember which, FunctionDecl* function, bool is_defaulted, bool is_deleted, Span span) {
  RecordInfo::Special& s = record_info(id).special[static_cast<size_t>(which)];
  s.is_declared = true;
  s.is_deleted |= is_deleted;
  if (!is_defaulted && !is_deleted) {
    s.is_user_made = true;
    s.function = function;
  }
  s.span = span;
}

// The record's special members, once it is complete: which there are, which are trivial, which are deleted and why.
RecordInfo& Parser::settled(RecordId id) {
  RecordInfo& info = record_info(id);
  if (info.is_settled || info.is_placeholder || !module->types.records[id.v].is_complete) return info;
  info.is_settled = true;
  auto at_kind = [&](SpecialMember s) -> RecordInfo::Special& { return info.special[static_cast<size_t>(s)]; };
  bool declares_move = at_kind(SpecialMember::move).is_declared || at_kind(SpecialMember::move_assignment).is_declared;
  bool declares_copy = at_kind(SpecialMember::copy).is_declared || at_kind(SpecialMember::copy_assignment).is_declared;
  for (size_t k = 0; k < info.special.size(); ++k) {
    RecordInfo::Special& s = info.special[k];
    SpecialMember which = static_cast<SpecialMember>(k);
    if (s.is_user_made) {
      s.is_trivial = false;
      continue;
    }
    if (s.is_deleted) continue;
    if (!s.is_declared) {
      bool own = std::any_of(info.constructors.begin(), info.constructors.end(), [](const FunctionDecl* f) { return !f->inherited; });
      if (which == SpecialMember::default_constructor && own) s.is_absent = true;
      if (which == SpecialMember::default_constructor && (at_kind(SpecialMember::copy).is_declared || at_kind(SpecialMember::move).is_declared)) s.is_absent = true;
      bool copies = which == SpecialMember::copy || which == SpecialMember::copy_assignment;
      bool moves = which == SpecialMember::move || which == SpecialMember::move_assignment;
      if (copies && declares_move) {
        s.is_deleted = true;
        s.why = "the class declares how it is moved";
      }
      if (moves && (declares_copy || at_kind(SpecialMember::destructor).is_declared || declares_move)) s.is_absent = true;
      if (s.is_absent || s.is_deleted) continue;
    }
    settle_from_members(id, which, s);
  }
  return record_info(id);
}

void Parser::settle_from_members(RecordId id, SpecialMember which, RecordInfo::Special& s) {
  const std::vector<Field> fields = module->types.records[id.v].fields;
  bool is_union = module->types.records[id.v].is_union;
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    TypeId element = element_of(field.type);
    const Type type = module->types[element];
    const std::vector<size_t>& defaults = record_info(id).field_defaults;
    bool has_default = i < defaults.size() && defaults[i] != 0;
    bool assigns = which == SpecialMember::copy_assignment || which == SpecialMember::move_assignment;
    auto forbid = [&](std::string why) {
      s.is_deleted = true;
      s.why = std::move(why);
    };
    if (which == SpecialMember::default_constructor) {
      if (has_default) s.is_trivial = false;
      if (type.kind == TypeKind::reference && !has_default) forbid("the member `" + field.name + "` is a reference");
    }
    if (assigns && (type.kind == TypeKind::reference || type.is_const)) forbid("the member `" + field.name + "` is " + (type.is_const ? "const" : "a reference"));
    if (type.kind != TypeKind::record || (which == SpecialMember::default_constructor && has_default)) continue;
    settled({type.index});
    SpecialMember inner_kind = which;
    const auto& inner_all = record_info({type.index}).special;
    const RecordInfo::Special* inner = &inner_all[static_cast<size_t>(which)];
    if (inner->is_absent && which == SpecialMember::move) inner_kind = SpecialMember::copy;
    if (inner->is_absent && which == SpecialMember::move_assignment) inner_kind = SpecialMember::copy_assignment;
    inner = &inner_all[static_cast<size_t>(inner_kind)];
    if (!inner->is_trivial) s.is_trivial = false;
    std::string member = field.name.empty() ? "the base `" + type_name(element) + "`" : "the member `" + field.name + "`";
    if (inner->is_deleted || inner->is_absent || (is_union && !inner->is_trivial)) forbid(member + " has no " + special_name(which) + (is_union ? " that does nothing" : ""));
  }
}

const RecordInfo::Special& Parser::special_of(TypeId type, SpecialMember which) {
  static const RecordInfo::Special trivial;
  const Type t = module->types[element_of(type)];
  if (t.kind != TypeKind::record) return trivial;
  return settled({t.index}).special[static_cast<size_t>(which)];
}

bool Parser::has_destructor(TypeId type) { return !special_of(type, SpecialMember::destructor).is_trivial; }
bool Parser::is_trivially_copied(TypeId type) {
  const RecordInfo::Special &copy = special_of(type, SpecialMember::copy), &move = special_of(type, SpecialMember::move);
  return copy.is_trivial && !copy.is_deleted && (move.is_trivial || move.is_absent) && !move.is_deleted;
}
bool Parser::is_trivially_made(TypeId type) {
  const RecordInfo::Special& s = special_of(type, SpecialMember::default_constructor);
  return s.is_trivial && !s.is_absent && !s.is_deleted;
}

// Is a default constructor or destructor "empty" as CUDA calls it: nothing in its body, and nothing to do for bases and members? Such a
// type may stand in __shared__ and __device__ memory, and nobody needs to call it.
bool Parser::does_nothing(TypeId type, SpecialMember which) {
  type = module->types.unqualified(element_of(type));
  const Type t = module->types[type];
  if (t.kind != TypeKind::record || is_placeholder(type)) return true;
  const RecordInfo::Special s = special_of(type, which);
  if (s.is_absent || s.is_deleted) return false;
  if (s.is_trivial) return true;
  if (s.is_user_made) {
    const FunctionDecl* f = s.function;
    bool is_empty = f && f->parameters.empty() && f->body_begin != 0 && tokens[f->body_begin].kind == Tok::left_brace && tokens[f->body_begin + 1].kind == Tok::right_brace;
    if (!is_empty) return false;
  }
  const std::vector<Field> fields = module->types.records[t.index].fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::vector<size_t>& defaults = record_info({t.index}).field_defaults;
    if (which == SpecialMember::default_constructor && i < defaults.size() && defaults[i] != 0) return false;
    if (!does_nothing(fields[i].type, which)) return false;
  }
  return true;
}

// Says why a special member cannot be used. Always false.
bool Parser::report_deleted(TypeId type, SpecialMember which, Span span) {
  const RecordInfo::Special s = special_of(type, which);
  std::vector<DiagNote> notes;
  if (s.span.end > 0) notes.push_back({s.span, "it is deleted here"});
  if (s.why.empty()) return report(Code::WB3100, span, {"the " + std::string(special_name(which)) + " of `" + type_name(module->types.unqualified(element_of(type))) + "`"}, std::move(notes));
  report(Code::WB3101, span, {special_name(which), type_name(module->types.unqualified(element_of(type))), s.why}, std::move(notes));
  return false;
}

// --- the functions that the compiler writes ---------------------------------------------------------------------------------------

FunctionDecl* Parser::special_function(RecordId id, SpecialMember which) {
  settled(id);
  {
    const RecordInfo::Special& s = record_info(id).special[static_cast<size_t>(which)];
    bool has_members = which == SpecialMember::destructor && s.is_user_made && destroys_members(id);
    if (has_members && record_info(id).whole_destructor) return record_info(id).whole_destructor;
    if ((s.function && !has_members) || s.is_trivial || s.is_absent || s.is_deleted) return s.function;
  }
  TypeId self = module->types.record(id);
  FunctionDecl& f = functions.emplace_back();
  f.is_constructor = which == SpecialMember::default_constructor || which == SpecialMember::copy || which == SpecialMember::move;
  f.is_destructor = which == SpecialMember::destructor;
  std::string own = module->types.records[id.v].name;
  f.name = f.is_constructor ? keep(own) : f.is_destructor ? keep("~" + own) : std::string_view("operator=");
  f.span = module->types.records[id.v].span;
  f.extent = f.span;
  f.is_device = f.is_host = f.is_constexpr = f.is_implicit = true;
  f.owner = id;
  f.scope = record_info(id).scope;
  bool takes_other = which != SpecialMember::default_constructor && which != SpecialMember::destructor;
  bool moves = which == SpecialMember::move || which == SpecialMember::move_assignment;
  if (takes_other) {
    ParameterDecl other;
    other.name = "other";
    other.span = f.span;
    other.type = moves ? module->types.reference_to(self, true) : module->types.reference_to(module->types.with(self, true, false));
    f.parameters.push_back(other);
  }
  f.result = takes_other && !f.is_constructor ? module->types.reference_to(self) : module->types.scalar(ScalarKind::void_);
  create_function(f);
  if (record_info(id).special[static_cast<size_t>(which)].function) record_info(id).whole_destructor = &f;
  else record_info(id).special[static_cast<size_t>(which)].function = &f;
  write_special(f, which);
  return &f;
}

void Parser::write_special(FunctionDecl& f, SpecialMember which) {
  FunctionContext context;
  context.decl = &f;
  context.result = f.result;
  context.record = f.owner;
  context.this_var = module->functions[f.id.v].parameters[0];
  FunctionContext* outer = fn;
  std::optional<RecordId> outer_record = current_record;
  current_record.reset();
  fn = &context;
  f.is_body_running = true;
  Span span = f.span;
  Stmt body;
  body.kind = StmtKind::compound;
  body.span = span;
  auto self = [&] { return dereference(rvalue(make_variable(context.this_var, span)), span, true); };
  auto other = [&]() -> ExprId {
    ExprId o = name_variable(f.parameters[0].var, span);
    return which == SpecialMember::move || which == SpecialMember::move_assignment ? as_xvalue(o) : o;
  };
  const std::vector<Field> fields = module->types.records[f.owner->v].fields;
  bool is_union = module->types.records[f.owner->v].is_union;
  if (which == SpecialMember::default_constructor) {
    std::vector<bool> done(fields.size(), false);
    default_members(f, done, body.list);
  } else if (which == SpecialMember::destructor) {
    FunctionDecl* own = record_info(*f.owner).special[static_cast<size_t>(which)].function;
    if (own != &f) {
      Expr call = node(ExprKind::call, module->types.scalar(ScalarKind::void_), span);
      call.function = own->id;
      call.args.push_back(rvalue(make_variable(context.this_var, span)));
      if (own->is_in_template) queue_body(*own, span);
      if (!own->body_begin) unfinished_calls.emplace_back(own, span);
      append_expression(make(std::move(call)), body.list, span);
    }
    destroy_members(f, body.list);
  } else if (is_union) {
    Expr copy = node(ExprKind::assign, module->types.record(*f.owner), span);
    copy.a = self();
    copy.b = rvalue(other());
    copy.is_lvalue = true;
    append_expression(make(std::move(copy)), body.list, span);
  } else {
    for (uint32_t i = 0; i < fields.size(); ++i) {
      ExprId to = raw_member(self(), i, span), from = raw_member(other(), i, span);
      copy_into(to, from, which, body.list, span);
    }
  }
  if (!f.is_constructor && which != SpecialMember::destructor) {
    Stmt back;
    back.kind = StmtKind::return_;
    back.span = span;
    back.a = address_of(self(), span, true, true);
    body.list.push_back(make_stmt(back));
  }
  body.list.insert(body.list.begin(), context.temporaries.begin(), context.temporaries.end());
  module->functions[f.id.v].body = make_stmt(std::move(body));
  f.is_body_running = false;
  f.is_body_done = true;
  fn = outer;
  current_record = outer_record;
}

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

// --- making and ending objects ------------------------------------------------------------------------------------------------------

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

// Default-initialises the object at `target`: nothing for plain data, a constructor's call for each object that has one.
bool Parser::default_initialise(ExprId target, std::vector<StmtId>& out, Span span) {
  if (!target) return false;
  const Type type = type_of(target);
  TypeId element = module->types.unqualified(element_of(at(target).type));
  if (!module->types.is_record(element) || is_placeholder(element) || does_nothing(element, SpecialMember::default_constructor)) return true;
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
  if (t.kind != TypeKind::array || is_trivially_made(type)) return zero_value(type, span);
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
  if (f->is_in_template) queue_body(*f, span);
  if (!f->body_begin && !f->is_implicit) unfinished_calls.emplace_back(f, span);
  return make(std::move(call));
}

bool Parser::destroys_members(RecordId id) {
  if (module->types.records[id.v].is_union) return false;
  const std::vector<Field> fields = module->types.records[id.v].fields;
  return std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return has_destructor(f.type); });
}

// An argument whose class has a destructor is an object of the caller's, who destroys it at the end of the full expression; the parameter
// is that object, not a copy of its bytes.
bool Parser::is_passed_by_address(const FunctionDecl& f, TypeId parameter) {
  return !f.is_kernel && module->types.is_record(parameter) && !is_placeholder(parameter) && has_destructor(parameter);
}

// using Base::Base: for each constructor of the base one with the same parameters.
void Parser::inherit_constructors(RecordId id, uint32_t base, Span span) {
  RecordId from{module->types[module->types.records[id.v].fields[base].type].index};
  const std::vector<FunctionDecl*> all = record_info(from).constructors;
  for (FunctionDecl* c : all) {
    if (c->tmpl || c->is_deleted || special_kind(*c)) continue;  // the class's own default, copy and move constructors stay
    FunctionDecl& f = functions.emplace_back();
    f.name = keep(module->types.records[id.v].name);
    f.span = span;
    f.extent = span;
    f.is_constructor = f.is_implicit = true;
    f.is_device = c->is_device;
    f.is_host = c->is_host;
    f.is_constexpr = c->is_constexpr;
    f.is_explicit = c->is_explicit;
    f.owner = id;
    f.scope = c->scope;
    f.parameters = c->parameters;
    f.result = c->result;
    f.inherited = c;
    f.inherited_base = base;
    create_function(f);
    record_info(id).constructors.push_back(&f);
    record_info(id).inherits_constructors = true;
  }
}

void Parser::write_inherited(FunctionDecl& f) {
  FunctionContext context;
  context.decl = &f;
  context.result = f.result;
  context.record = f.owner;
  context.this_var = module->functions[f.id.v].parameters[0];
  FunctionContext* outer = fn;
  std::optional<RecordId> outer_record = current_record;
  current_record.reset();
  fn = &context;
  f.is_body_running = true;
  Span span = f.span;
  Stmt body;
  body.kind = StmtKind::compound;
  body.span = span;
  std::vector<ExprId> arguments;
  for (const ParameterDecl& p : f.parameters) {
    if (is_passed_by_address(f, p.type)) module->variables[p.var.v].type = module->types.reference_to(p.type);
    ExprId argument = name_variable(p.var, span);
    const Type t = module->types[p.type];
    arguments.push_back(t.kind == TypeKind::record || (t.kind == TypeKind::reference && t.is_rvalue) ? as_xvalue(argument) : argument);
  }
  std::vector<bool> done(module->types.records[f.owner->v].fields.size(), false);
  for (uint32_t i = 0; i < done.size(); ++i) {
    if (i != f.inherited_base) {
      default_member(f, i, body.list);
      continue;
    }
    ExprId self = dereference(rvalue(make_variable(context.this_var, span)), span, true);
    ExprId target = make_member(self, i, span);
    ExprId value = target ? construct_from(module->types.unqualified(at(target).type), arguments, {f.inherited}, span) : ExprId{};
    append_expression(end_full_expression(initialise_object(target, value, span), false), body.list, span);
  }
  body.list.insert(body.list.begin(), context.temporaries.begin(), context.temporaries.end());
  module->functions[f.id.v].body = make_stmt(std::move(body));
  f.is_body_running = false;
  f.is_body_done = true;
  fn = outer;
  current_record = outer_record;
}

// What a destructor does behind its own body: members and bases, the last one first.
void Parser::destroy_members(FunctionDecl& f, std::vector<StmtId>& out) {
  if (module->types.records[f.owner->v].is_union) return;
  for (size_t i = module->types.records[f.owner->v].fields.size(); i-- > 0;) {
    if (!has_destructor(module->types.records[f.owner->v].fields[i].type)) continue;
    ExprId self = dereference(rvalue(make_variable(fn->this_var, f.span)), f.span, true);
    destroy(make_member(self, static_cast<uint32_t>(i), f.span), out, f.span);
  }
}

// The members that a constructor does not name: their own initialisers, or what default-initialisation does.
void Parser::default_members(FunctionDecl& f, const std::vector<bool>& done, std::vector<StmtId>& out) {
  for (uint32_t i = 0; i < done.size(); ++i)
    if (!done[i]) default_member(f, i, out);
}

void Parser::default_member(FunctionDecl& f, uint32_t field, std::vector<StmtId>& out) {
  const Field member = module->types.records[f.owner->v].fields[field];
  Span span = f.span;
  auto self = [&] { return dereference(rvalue(make_variable(fn->this_var, span)), span, true); };
  size_t begin = 0;
  {
    const std::vector<size_t>& defaults = record_info(*f.owner).field_defaults;
    if (field < defaults.size()) begin = defaults[field];
  }
  if (begin != 0) {
    ExprId value;
    {
      Scope* inside = new_scope(Scope::Kind::block, record_info(*f.owner).scope);
      At there(*this, begin, inside);
      value = member_initialiser(member.type, here());
    }
    return append_expression(end_full_expression(initialise_object(raw_member(self(), field, span), value, span), false), out, span);
  }
  if (module->types.records[f.owner->v].is_union) return;
  if (module->types[member.type].kind == TypeKind::reference) {
    report(Code::WB3046, span, {member.name}, {{member.span, "`" + member.name + "` is declared here"}});
    return;
  }
  default_initialise(make_member(self(), field, span), out, span);
}

// `= value` or `{...}` behind a member's declaration, the cursor at the value.
ExprId Parser::member_initialiser(TypeId type, Span span) {
  if (module->types[type].kind == TypeKind::reference) {
    ExprId e = parse_assignment();
    return e ? bind_reference(e, type, span) : ExprId{};
  }
  if (is(Tok::left_brace)) return parse_braced(type, span);
  if (module->types.is_array(type) && is(Tok::string)) return string_list(type);
  return convert(parse_assignment(), type, span);
}

// --- the ends of scopes and of full expressions -------------------------------------------------------------------------------------

void Parser::add_cleanup(VarId var) {
  if (fn && has_destructor(module->variables[var.v].type)) fn->cleanups.push_back({var, {}, false});
}

// Destroys what was declared since `mark`, the last one first; `except` has become the function's result.
void Parser::emit_cleanups(size_t mark, std::vector<StmtId>& out, Span span, std::optional<VarId> except) {
  for (size_t i = fn->cleanups.size(); i-- > mark;) {
    Cleanup c = fn->cleanups[i];
    if (except && c.var == *except) continue;
    destroy_cleanup(c, out, span);
  }
}

void Parser::destroy_cleanup(const Cleanup& c, std::vector<StmtId>& out, Span span) {
  if (!c.has_flag) return destroy(make_variable(c.var, span), out, span);
  Stmt only_if;
  only_if.kind = StmtKind::if_;
  only_if.span = span;
  only_if.a = rvalue(make_variable(c.flag, span));
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = span;
  destroy(make_variable(c.var, span), block.list, span);
  only_if.body = make_stmt(std::move(block));
  out.push_back(make_stmt(only_if));
}

bool Parser::leaves_scope(const std::vector<StmtId>& list) const {
  if (list.empty()) return false;
  const Stmt& last = (*module)[list.back()];
  if (last.kind == StmtKind::compound) return leaves_scope(last.list);
  return last.kind == StmtKind::return_ || last.kind == StmtKind::break_ || last.kind == StmtKind::continue_;
}

void Parser::leave_scope(size_t mark, std::vector<StmtId>& list, Span span) {
  if (!fn || fn->cleanups.size() <= mark) return;
  if (!leaves_scope(list)) emit_cleanups(mark, list, span);
  fn->cleanups.resize(mark);
}

// A temporary object that is destroyed at the end of the full expression. In an arm of ?:, && or || a flag says whether it was made.
ExprId Parser::note_temporary(VarId var, ExprId made, Span span) {
  if (!fn) return made;
  Cleanup c{var, {}, fn->conditional_depth > 0};
  if (!c.has_flag) {
    fn->pending.push_back(c);
    return made;
  }
  c.flag = add_temporary(module->types.scalar(ScalarKind::bool_), span);
  fn->pending.push_back(c);
  return build_comma(set_flag(c.flag, true, span), made, span);
}

ExprId Parser::set_flag(VarId flag, bool value, Span span) {
  Expr e = node(ExprKind::assign, module->types.scalar(ScalarKind::bool_), span);
  e.a = make_variable(flag, span);
  e.b = make_constant(e.type, value, span);
  e.is_lvalue = true;
  e.implicit = true;
  return make(std::move(e));
}

// Ends the full expression e: its temporaries are destroyed behind it. With `keeps_value` the result is e's value.
ExprId Parser::end_full_expression(ExprId e, bool keeps_value) {
  if (!keeps_value) e = for_effects(e);
  if (!fn || fn->pending.empty()) return e;
  std::vector<Cleanup> ending = std::move(fn->pending);
  fn->pending.clear();
  if (!e) return e;
  Span span = at(e).span;
  keeps_value &= !module->types.is_void(at(e).type);
  ExprId result = e;
  VarId kept{};
  if (keeps_value) {
    ExprId value = rvalue(e);
    kept = add_temporary(at(value).type, span);
    Expr keep_it = node(ExprKind::assign, at(value).type, span);
    keep_it.a = make_variable(kept, span);
    keep_it.b = value;
    keep_it.is_lvalue = true;
    keep_it.implicit = true;
    result = make(std::move(keep_it));
  }
  for (size_t i = ending.size(); i-- > 0;) {
    ExprId call = destructor_call(make_variable(ending[i].var, span), span);
    if (!call) return {};
    if (ending[i].has_flag) {
      // flag && (destructor, true)
      Expr only_if = node(ExprKind::logical_and, module->types.scalar(ScalarKind::bool_), span);
      only_if.a = rvalue(make_variable(ending[i].flag, span));
      only_if.b = build_comma(call, make_constant(only_if.type, 1, span), span);
      call = make(std::move(only_if));
    }
    result = build_comma(result, call, span);
  }
  for (const Cleanup& c : ending)
    if (c.has_flag) result = build_comma(set_flag(c.flag, false, span), result, span);
  return keeps_value ? build_comma(result, rvalue(make_variable(kept, span)), span) : result;
}

// The same for a declaration: flags are cleared in front of it, temporaries end behind it. One that the reference `var` is bound to
// lives as long as the reference.
void Parser::end_declaration(VarId var, std::vector<StmtId>& before, std::vector<StmtId>& after, Span span) {
  if (!fn) return;
  std::vector<Cleanup> ending = std::move(fn->pending);
  fn->pending.clear();
  for (const Cleanup& c : ending)
    if (c.has_flag) append_expression(set_flag(c.flag, false, span), before, span);
  if (module->types[module->variables[var.v].type].kind == TypeKind::reference && !ending.empty()) {
    ExprId root = module->variables[var.v].init;
    while (root && (at(root).kind == ExprKind::address_of || at(root).kind == ExprKind::member || at(root).kind == ExprKind::comma || at(root).kind == ExprKind::cast ||
                    at(root).kind == ExprKind::assign))
      root = at(root).kind == ExprKind::comma ? at(root).b : at(root).a;
    for (size_t i = 0; root && i < ending.size(); ++i)
      if (at(root).kind == ExprKind::variable && at(root).var == ending[i].var) {
        fn->cleanups.push_back(ending[i]);
        ending.erase(ending.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  }
  for (size_t i = ending.size(); i-- > 0;) destroy_cleanup(ending[i], after, span);
}

// `return s.a;` where objects must be destroyed first: the result is kept aside, then they go, then it is returned.
StmtId Parser::leave_function(Stmt s, std::optional<VarId> result_variable) {
  if (!fn || (fn->cleanups.empty() && fn->pending.empty())) return make_stmt(s);
  Stmt block;
  block.kind = StmtKind::compound;
  block.span = s.span;
  for (const Cleanup& c : fn->pending)
    if (c.has_flag) append_expression(set_flag(c.flag, false, s.span), block.list, s.span);
  if (s.a && !module->types.is_void(at(s.a).type)) {
    VarId kept = add_variable("result", at(s.a).type, Storage::local, s.span);
    module->variables[kept.v].is_temporary = true;
    module->variables[kept.v].init = s.a;
    Stmt declaration;
    declaration.kind = StmtKind::declaration;
    declaration.var = kept;
    declaration.span = s.span;
    block.list.push_back(make_stmt(declaration));
    Expr load = node(ExprKind::load, at(s.a).type, s.span);
    load.a = make_variable(kept, s.span);
    load.implicit = true;
    s.a = make(std::move(load));
  } else if (s.a) {
    append_expression(s.a, block.list, s.span);
    s.a = {};
  }
  std::vector<Cleanup> ending = std::move(fn->pending);
  fn->pending.clear();
  for (size_t i = ending.size(); i-- > 0;) destroy_cleanup(ending[i], block.list, s.span);
  emit_cleanups(0, block.list, s.span, result_variable);
  block.list.push_back(make_stmt(s));
  return make_stmt(std::move(block));
}

// The local variable that every `return` of this body names: it is built where the result belongs, and never copied.
std::string_view Parser::returned_name(size_t body) const {
  std::string_view name;
  size_t end = skip_balanced(body);
  for (size_t i = body; i + 2 < end && i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind != Tok::kw_return) continue;
    bool names_one = tokens[i + 1].kind == Tok::identifier && tokens[i + 2].kind == Tok::semicolon;
    if (!names_one || (!name.empty() && name != tokens[i + 1].text)) return {};
    name = tokens[i + 1].text;
  }
  return name;
}

}  // namespace wb

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
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {
namespace {

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
    if (info.is_polymorphic && (which != SpecialMember::destructor || has_virtual_destructor(info))) s.is_trivial = false;  // the pointer to the table
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
      if (has_default || is_dim3(element)) s.is_trivial = false;
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
  if (s.is_absent || s.is_deleted || (record_info({t.index}).is_polymorphic && which != SpecialMember::destructor)) return false;
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
    if (own == &f) set_table_pointers(*this, f, body.list);
    if (own != &f) {
      Expr call = node(ExprKind::call, module->types.scalar(ScalarKind::void_), span);
      call.function = own->id;
      call.args.push_back(rvalue(make_variable(context.this_var, span)));
      if (own->is_in_template || is_library(own->span)) queue_body(*own, span);
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
    for (uint32_t i = 0; i <= fields.size(); ++i) {
      if (f.is_constructor && i == record_info(*f.owner).base_count) set_table_pointers(*this, f, body.list);
      if (i == fields.size()) break;
      if (static_cast<int>(i) == record_info(*f.owner).table_field) continue;
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

// An argument whose class has a destructor is an object of the caller's, who destroys it at the end of the full expression; the parameter
// is that object, not a copy of its bytes.
bool Parser::is_passed_by_address(const FunctionDecl& f, TypeId parameter) {
  return !f.is_kernel && module->types.is_record(parameter) && !is_placeholder(parameter) && has_destructor(parameter);
}

}  // namespace wb

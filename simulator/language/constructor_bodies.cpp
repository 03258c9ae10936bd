// What a constructor or destructor does beside its own text: bases and members before it or behind it, and constructors that are
// inherited.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {

bool Parser::destroys_members(RecordId id) {
  if (module->types.records[id.v].is_union) return false;
  const std::vector<Field> fields = module->types.records[id.v].fields;
  return std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return has_destructor(f.type); });
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
  for (uint32_t i = 0; i <= done.size(); ++i) {
    if (i == record_info(*f.owner).base_count) set_table_pointers(*this, f, body.list);
    if (i == done.size()) break;
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
  for (uint32_t i = 0; i <= done.size(); ++i) {
    if (i == record_info(*f.owner).base_count) set_table_pointers(*this, f, out);
    if (i < done.size() && !done[i]) default_member(f, i, out);
  }
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

}  // namespace wb

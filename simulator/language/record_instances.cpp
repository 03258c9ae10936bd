// Instances of class templates: the definition that fits the arguments, its members, and those that are defined outside the class.
#include <algorithm>
#include <utility>

#include "simulator/language/constraints.h"
#include "simulator/language/conversion_operators.h"
#include "simulator/source/limits.h"

namespace wb {

// Where the definition for these arguments stands: a full specialisation, the most special partial one that fits, or the template itself.
// `bound` gets the parameters of what was chosen. 0: more than one fits equally well.
size_t Parser::chosen_definition(TemplateDecl& t, const std::vector<TemplateArgument>& arguments, Scope*& bound) {
  bound = new_scope(Scope::Kind::template_, t.scope);
  for (const auto& [known, where] : t.specialisations)
    if (known == arguments) return where;
  const TemplateDecl::Partial* best = nullptr;
  std::vector<TemplateArgument> best_arguments;
  bool is_ambiguous = false;
  auto is_more_special = [&](const TemplateDecl::Partial& a, const TemplateDecl::Partial& b) {
    std::vector<TemplateArgument> out(b.tmpl->parameters.size());
    const TemplateDecl* before = std::exchange(deducing, b.tmpl);
    bool fits = deduce_list(b.pattern, a.pattern, out);
    deducing = before;
    return fits;
  };
  for (size_t i = 0; i < t.partials.size(); ++i) {
    const TemplateDecl::Partial& partial = t.partials[i];
    std::vector<TemplateArgument> out;
    if (!match_partial(partial, arguments, out)) continue;
    if (!partial.tmpl->constraints.empty()) {
      Scope* own = new_scope(Scope::Kind::template_, partial.tmpl->scope);
      bind_arguments(*own, *partial.tmpl, out);
      if (!meets_constraints(*this, *partial.tmpl, own)) continue;
    }
    if (best) {
      bool new_fits = is_more_special(partial, *best), old_fits = is_more_special(*best, partial);
      if (new_fits && old_fits) {
        new_fits = is_more_constrained(*this, *partial.tmpl, *best->tmpl);
        old_fits = is_more_constrained(*this, *best->tmpl, *partial.tmpl);
      }
      if (new_fits == old_fits) is_ambiguous = true;
      if (!new_fits || old_fits) continue;
      is_ambiguous = false;
    }
    best = &t.partials[i];
    best_arguments = std::move(out);
  }
  if (is_ambiguous) return 0;
  if (best) {
    bound->parent = best->tmpl->scope;
    bind_arguments(*bound, *best->tmpl, best_arguments);
    return best->tmpl->begin;
  }
  bind_arguments(*bound, t, arguments);
  return t.begin;
}

// The class that a template makes of these arguments. Nothing: reported.
std::optional<TypeId> Parser::instantiate_record(TemplateDecl& t, std::vector<TemplateArgument> arguments, Span place) {
  if (t.is_variable) return std::nullopt;
  if (!complete_arguments(t, arguments, place)) return std::nullopt;
  if (t.is_alias) return instantiate_alias(t, arguments);
  if (std::optional<TypeId> known = known_instance(t, arguments)) return known;
  if (too_many_instances(place)) return std::nullopt;
  struct Depth {
    int& value;
    explicit Depth(int& v) : value(++v) {}
    ~Depth() { --value; }
  } depth(instantiation_depth);
  if (instantiation_depth > limits::instantiation_depth / 2) {
    report(Code::WB3038, place, {std::to_string(limits::instantiation_depth / 2)});
    stopped = true;
    pos = tokens.size() - 1;
    return std::nullopt;
  }
  if (!is_library(place)) asked_at = place;
  const RecordId id = add_instance(t, arguments, place);
  const TypeId type = t.instances.back().type;
  const bool is_pattern = record_info(id).is_dependent;
  Scope* bound = nullptr;
  const size_t begin = is_pattern ? t.begin : chosen_definition(t, arguments, bound);
  Scope* members = new_scope(Scope::Kind::record, bound ? bound : t.scope);
  record_info(id).scope = members;
  members->record = id;
  members->name = t.name;
  if (is_pattern) {
    module->types.records[id.v].size = 1;
    return type;
  }
  const bool is_refused = begin == t.begin && !t.constraints.empty() && !meets_constraints(*this, t, bound);
  if (is_refused || begin == 0) {
    std::erase_if(t.instances, [&](const TemplateDecl::Instance& instance) { return instance.type == type; });
    if (is_refused) report(Code::WB3036, place, {std::string(t.name), "its constraint does not hold for them"}, {{tokens[t.constraints[0].begin].span, "this is what it asks for"}});
    else report(Code::WB3081, place, {module->types.records[id.v].name});
    return std::nullopt;
  }
  define_instance(t, id, begin, bound, place);
  return type;
}

// One that has been made before; not one whose mistakes nobody has heard of: that is read again, aloud.
std::optional<TypeId> Parser::known_instance(TemplateDecl& t, const std::vector<TemplateArgument>& arguments) {
  const auto at = std::find_if(t.instances.begin(), t.instances.end(), [&](const TemplateDecl::Instance& i) { return i.arguments == arguments; });
  if (at == t.instances.end()) return std::nullopt;
  const TypeId known = at->type;
  if (quiet > 0 || !record_info({module->types[known].index}).has_failed_quietly) return known;
  t.instances.erase(at);
  return std::nullopt;
}

// Known from now on, so that its own members may name it.
RecordId Parser::add_instance(TemplateDecl& t, const std::vector<TemplateArgument>& arguments, Span place) {
  const RecordId id{static_cast<uint32_t>(module->types.records.size())};
  Record record;
  record.name = std::string(t.name) + argument_list(arguments);
  if (record.name.size() > 500) record.name = record.name.substr(0, 500) + "...>";  // arguments that repeat their arguments
  record.span = t.span;
  module->types.records.push_back(std::move(record));
  RecordInfo& info = record_info(id);
  info.tmpl = &t;
  info.arguments = arguments;
  info.is_dependent = t.is_placeholder || std::any_of(arguments.begin(), arguments.end(), [&](const TemplateArgument& a) { return is_dependent(a); });
  info.asked_at = place;
  t.instances.push_back({arguments, module->types.record(id)});
  return id;
}

// Reads the class from its definition at `begin`, with the arguments' names in `bound`. It is read in the middle of something else: that is put
// aside, and taken up again.
void Parser::define_instance(TemplateDecl& t, RecordId id, size_t begin, Scope* bound, Span place) {
  FunctionContext* outer = std::exchange(fn, nullptr);
  SwitchContext* outer_switch = sw;
  std::optional<RecordId> outer_record = std::exchange(current_record, std::nullopt);
  std::vector<FunctionDecl*> waiting = std::exchange(pending_methods, {});  // of a class that names this one in the middle of its members
  bool was = std::exchange(in_template_pattern, false);
  size_t given = std::exchange(given_arguments, 0);
  const TemplateDecl* was_deducing = std::exchange(deducing, nullptr);
  std::optional<ExprId> element = std::exchange(pending_element, std::nullopt);
  being_made.emplace_back(module->types.records[id.v].name, place);
  size_t errors_before = quiet_errors;
  {
    At there(*this, begin, bound);
    parse_instance(id);
  }
  for (TemplateDecl* member : std::vector<TemplateDecl*>(t.members)) define_member(id, *member);
  parse_pending_bodies();
  pending_methods = std::move(waiting);
  being_made.pop_back();
  if (quiet > 0 && quiet_errors > errors_before) record_info(id).has_failed_quietly = true;
  pending_element = element;
  deducing = was_deducing;
  given_arguments = given;
  in_template_pattern = was;
  current_record = outer_record;
  fn = outer;
  sw = outer_switch;
}

// ("struct" | "class" | "union") alignment? name "final"? bases? body
void Parser::parse_instance(RecordId id) {
  module->types.records[id.v].is_union = is(Tok::kw_union);
  record_info(id).access = is(Tok::kw_class) ? Access::private_ : Access::public_;
  take();
  module->types.records[id.v].alignment = parse_alignment();
  take();
  if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
  if (is(Tok::identifier) && peek().text == "final") take();
  if (is(Tok::colon)) parse_bases(id);
  if (is(Tok::left_brace)) parse_record_body(id);
}

// The definition at the cursor (at `{` or `:`) becomes f's.
void Parser::adopt_definition(FunctionDecl& f, const Declarator& d, Scope* where, const Specifiers& specs, Span extent) {
  f.scope = where;
  f.body_begin = pos;
  f.pack_name = d.pack_name;
  f.pack_begin = d.pack_begin;
  f.pack_count = d.pack_count;
  f.span = d.span;
  f.extent = extent;
  f.is_device |= specs.is_device;
  f.is_constexpr |= specs.is_constexpr;
  for (size_t i = 0; i < f.parameters.size() && i < d.parameters.size(); ++i) {
    f.parameters[i].name = d.parameters[i].name;
    f.parameters[i].span = d.parameters[i].span;
    if (f.tmpl) continue;
    Variable& v = module->variables[f.parameters[i].var.v];
    v.name = std::string(d.parameters[i].name);
    v.span = d.parameters[i].span;
    v.is_restrict = d.parameters[i].is_restrict;
  }
  if (f.tmpl) return;
  module->functions[f.id.v].span = f.span;
  module->functions[f.id.v].extent = extent;
  bool is_called = std::any_of(unfinished_calls.begin(), unfinished_calls.end(), [&](const auto& call) { return call.first == &f; });
  if (is_called) queue_body(f, f.span);
}

namespace {

// A member's definition outside the class, `template <class T> template <class U> int Foo<T>::get(U u) {...}`, read for one instance Foo<int>.

// What the definition's own parameters are for the instance; none: the definition is not of this instance.
std::optional<std::vector<TemplateArgument>> arguments_of(Parser& p, RecordId instance, const TemplateDecl& member) {
  std::vector<TemplateArgument> arguments = p.record_info(instance).arguments;
  if (member.member_of) {
    std::vector<TemplateArgument> own;
    if (!p.match_partial(*member.member_of, arguments, own)) return std::nullopt;
    arguments = std::move(own);
  }
  if (member.parameters.size() != arguments.size()) return std::nullopt;
  return arguments;
}

// The class in `id` to which the names of `Foo<T>::Inner::Innermost::get` lead.
std::optional<RecordId> nested_record(Parser& p, RecordId id, const std::vector<std::string_view>& names) {
  for (std::string_view name : names) {
    const auto& members = p.record_info(id).scope->names;
    const auto it = members.find(name);
    if (it == members.end() || it->second.kind != SymbolKind::type || !p.module->types.is_record(it->second.type)) return std::nullopt;
    id = {p.module->types[it->second.type].index};
  }
  return id;
}

// The member's own "template <...>", at the cursor; null: it cannot be read. The cursor and the scope move behind it, to what it is a template of.
TemplateDecl* read_own_template(Parser& p, Scope* bound, size_t end) {
  TemplateDecl& t = p.templates.emplace_back();
  t.scope = bound;
  p.take();
  p.scope = p.new_scope(Scope::Kind::template_, bound);
  if (!p.parse_template_parameters(t)) return nullptr;
  t.begin = p.pos;
  t.end = end;
  return &t;
}

// ("~")? name parameters "noexcept"? of a constructor or a destructor
void read_constructor(Parser& p, const TemplateDecl& member, bool is_destructor, Declarator& d) {
  if (is_destructor) p.take();
  d.span = p.take().span;
  d.name = member.name;
  d.is_constructor = member.is_constructor;
  d.is_destructor = is_destructor;
  d.is_function = true;
  p.take();
  d.parameters = p.parse_parameters(d.ok, &d);
  if (p.is(Tok::kw_noexcept)) p.take();
}

// Up to the body, or the colon before it. What has no result type has only words before its class's name.
void read_member_signature(Parser& p, const TemplateDecl& member, Specifiers& specs, Declarator& d) {
  const bool is_destructor = member.name == "~";
  const size_t behind_class = p.skip_template_list(member.member_name + 1) + 1 + 2 * member.nested.size();
  const bool is_conversion = names_conversion(p, behind_class);
  if (!member.is_constructor && !is_destructor && !is_conversion) {
    specs = p.parse_specifiers(true);
    if (specs.ok) d = p.parse_declarator(specs);
    return;
  }
  for (; p.pos < member.member_name; ++p.pos) {
    specs.is_device |= p.is(Tok::kw_device);
    specs.is_host |= p.is(Tok::kw_host);
    specs.is_constexpr |= p.is(Tok::kw_constexpr);
  }
  p.pos = behind_class;
  if (is_conversion) d.ok = read_conversion(p, d, false);
  else read_constructor(p, member, is_destructor, d);
}

// The member that the class declares so and that has no body yet; null: there is none. `own`: the definition's own template, or null.
FunctionDecl* declared_member(Parser& p, RecordId id, const Declarator& d, const TemplateDecl* own) {
  const RecordInfo& info = p.record_info(id);
  std::vector<FunctionDecl*> set;
  if (d.is_constructor) set = info.constructors;
  else if (d.is_destructor) set = info.destructors;
  else if (auto it = info.scope->names.find(d.name); it != info.scope->names.end()) set = it->second.functions;
  for (FunctionDecl* f : set) {
    const bool is_template = f->tmpl != nullptr;
    bool fits = f->body_begin == 0 && is_template == (own != nullptr) && f->parameters.size() == d.parameters.size() && f->is_const_method == d.is_const_method;
    for (size_t i = 0; fits && !own && i < d.parameters.size(); ++i) fits = p.module->types.unqualified(f->parameters[i].type) == p.module->types.unqualified(d.parameters[i].type);
    if (fits && (!own || f->tmpl->parameters.size() == own->parameters.size())) return f;
  }
  return nullptr;
}

// The class's template is instantiated from the definition now, with the definition's names for its parameters.
void adopt_template(Parser& p, TemplateDecl& declared, TemplateDecl& own, Scope* bound, bool is_constructor) {
  p.merge_defaults(own, declared);
  if (!is_constructor) {  // a constructor's template reads its signature from the class's text: outside, its name has the class in front
    declared.begin = own.begin;
    declared.end = own.end;
  }
  declared.parameters = own.parameters;
  declared.scope = bound;
}

}  // namespace

void Parser::define_member(RecordId instance, TemplateDecl& member) {
  const auto arguments = arguments_of(*this, instance, member);
  const auto id = arguments ? nested_record(*this, instance, member.nested) : std::nullopt;
  if (!id) return;
  Scope* bound = new_scope(Scope::Kind::template_, record_info(*id).scope);
  bind_arguments(*bound, member, *arguments);
  FunctionContext* outer = std::exchange(fn, nullptr);
  std::optional<RecordId> outer_record = std::exchange(current_record, *id);
  const bool was_in_pattern = in_template_pattern;
  Quiet silent(*this);
  At there(*this, member.begin, bound);
  const Span extent = cover(tokens[member.begin].span, tokens[member.end - 1].span);
  TemplateDecl* own = nullptr;
  if (is(Tok::kw_template)) {
    own = read_own_template(*this, bound, member.end);
    in_template_pattern = true;
  }
  Specifiers specs;
  Declarator d;
  read_member_signature(*this, member, specs, d);
  in_template_pattern = was_in_pattern;
  current_record = outer_record;
  fn = outer;
  if (!d.ok || !d.is_function || !(is(Tok::left_brace) || is(Tok::colon))) return;
  FunctionDecl* declared = declared_member(*this, *id, d, own);
  if (!declared) return;
  adopt_definition(*declared, d, bound, specs, extent);
  if (own) adopt_template(*this, *declared->tmpl, *own, bound, member.is_constructor);
}

}  // namespace wb

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

// A member's definition outside the class, for one instance: `T Foo<T>::get() {...}` with the definition's own names for the parameters.
void Parser::define_member(RecordId id, TemplateDecl& member) {
  std::vector<TemplateArgument> arguments = record_info(id).arguments;
  if (member.member_of) {
    std::vector<TemplateArgument> own;
    if (!match_partial(*member.member_of, arguments, own)) return;
    arguments = std::move(own);
  }
  if (member.parameters.size() != arguments.size()) return;
  for (std::string_view name : member.nested) {
    const auto it = record_info(id).scope->names.find(name);
    if (it == record_info(id).scope->names.end() || it->second.kind != SymbolKind::type || !module->types.is_record(it->second.type)) return;
    id = {module->types[it->second.type].index};
  }
  Scope* bound = new_scope(Scope::Kind::template_, record_info(id).scope);
  bind_arguments(*bound, member, arguments);
  FunctionContext* outer = std::exchange(fn, nullptr);
  std::optional<RecordId> outer_record = std::exchange(current_record, id);
  Quiet silent(*this);
  At there(*this, member.begin, bound);
  Span extent = cover(tokens[member.begin].span, tokens[member.end - 1].span);
  TemplateDecl* inner = nullptr;
  bool was = in_template_pattern;
  if (is(Tok::kw_template)) {
    inner = &templates.emplace_back();
    inner->scope = bound;
    take();
    Scope* pattern = new_scope(Scope::Kind::template_, bound);
    scope = pattern;
    if (!parse_template_parameters(*inner)) inner = nullptr;
    in_template_pattern = true;
    if (inner) {
      inner->begin = pos;
      inner->end = member.end;
    }
  }
  const bool is_destructor = member.name == "~";
  Specifiers specs;
  Declarator d;
  const size_t behind_class = skip_template_list(member.member_name + 1) + 1 + 2 * member.nested.size();
  const bool is_conversion = names_conversion(*this, behind_class);
  if (member.is_constructor || is_destructor || is_conversion) {
    for (; pos < member.member_name; ++pos) {
      specs.is_device |= is(Tok::kw_device);
      specs.is_host |= is(Tok::kw_host);
      specs.is_constexpr |= is(Tok::kw_constexpr);
    }
    pos = behind_class;
  }
  if (is_conversion) {
    d.ok = read_conversion(*this, d, false);
  } else if (member.is_constructor || is_destructor) {
    if (is_destructor) take();
    d.span = take().span;
    d.name = member.name;
    d.is_constructor = member.is_constructor;
    d.is_destructor = is_destructor;
    d.is_function = true;
    take();
    d.parameters = parse_parameters(d.ok, &d);
    if (is(Tok::kw_noexcept)) take();
  } else {
    specs = parse_specifiers(true);
    if (specs.ok) d = parse_declarator(specs);
  }
  in_template_pattern = was;
  current_record = outer_record;
  fn = outer;
  if (!d.ok || !d.is_function || !(is(Tok::left_brace) || is(Tok::colon))) return;
  std::vector<FunctionDecl*> set;
  if (member.is_constructor) set = record_info(id).constructors;
  else if (is_destructor) set = record_info(id).destructors;
  else if (auto it = record_info(id).scope->names.find(d.name); it != record_info(id).scope->names.end()) set = it->second.functions;
  for (FunctionDecl* f : set) {
    bool fits = f->body_begin == 0 && (f->tmpl != nullptr) == (inner != nullptr) && f->parameters.size() == d.parameters.size() && f->is_const_method == d.is_const_method;
    for (size_t i = 0; fits && !inner && i < d.parameters.size(); ++i) fits = module->types.unqualified(f->parameters[i].type) == module->types.unqualified(d.parameters[i].type);
    if (!fits || (inner && f->tmpl->parameters.size() != inner->parameters.size())) continue;
    adopt_definition(*f, d, bound, specs, extent);
    if (inner) {
      merge_defaults(*inner, *f->tmpl);
      // A constructor's template reads its signature from the class's text: outside, its name has the class in front.
      if (!member.is_constructor) {
        f->tmpl->begin = inner->begin;
        f->tmpl->end = inner->end;
      }
      f->tmpl->parameters = inner->parameters;
      f->tmpl->scope = bound;
    }
    return;
  }
}

}  // namespace wb

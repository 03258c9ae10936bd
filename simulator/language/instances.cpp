// Instances: a template's tokens read again with its parameters bound to arguments. Classes are read when they are named, bodies of
// functions and methods when they are called, as C++ has it: a member that makes no sense for some arguments does no harm until it is used.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

namespace wb {

// --- arguments ---------------------------------------------------------------------------------------------------------------

TemplateArgument Parser::dependent_argument(bool is_type) {
  TemplateArgument a;
  a.is_type = is_type;
  a.type = is_type ? placeholder_type(254, "dependent") : module->types.scalar(ScalarKind::int_);
  a.bits = ~uint64_t{0};
  return a;
}

// One argument: a type, a class template's name, a function's name, or a constant.
bool Parser::parse_template_argument(TemplateArgument& a) {
  if (is(Tok::identifier) || is(Tok::scope)) {
    // A name alone: of a template, or of a function.
    size_t last = pos;
    while (tokens[last + 1].kind == Tok::scope && tokens[last + 2].kind == Tok::identifier) last += 2;
    if (is(Tok::scope)) ++last;
    Tok next = tokens[last + 1].kind;
    if (next == Tok::comma || next == Tok::greater || next == Tok::ellipsis) {
      Scope* where = is(Tok::scope) ? global : nullptr;
      Symbol* symbol = nullptr;
      for (size_t i = where ? pos + 1 : pos; i <= last; i += 2) {
        symbol = where ? lookup_in(*where, tokens[i].text) : lookup(tokens[i].text);
        where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
        if (!where) break;
      }
      if (symbol && symbol->kind == SymbolKind::record_template && !symbol->tmpl->is_variable) {
        bool is_own = false;
        for (Scope* s = scope; s && !is_own; s = s->parent) is_own = s->kind == Scope::Kind::record && record_info(s->record).tmpl == symbol->tmpl;
        if (!is_own) {
          pos = last + 1;
          a.is_type = false;
          a.tmpl = symbol->tmpl;
          a.is_known = true;
          return true;
        }
      }
    }
  }
  if (is_type_start()) {
    size_t begin = pos;
    std::optional<TypeId> type;
    {
      std::optional<Quiet> silent;
      if (in_template_pattern) silent.emplace(*this);
      type = parse_type_id();
    }
    bool is_call = type && (is(Tok::left_paren) || is(Tok::left_brace));
    if (!is_call) {
      if (!type && in_template_pattern) {
        a = dependent_argument(true);
        pos = std::max(pos, element_end(begin, true));
        if (tokens[pos - 1].kind == Tok::ellipsis) --pos;
        return true;
      }
      if (!type) return false;
      a.type = *type;
      a.is_known = !is_placeholder(*type);
      return true;
    }
    pos = begin;
  }
  return parse_value_argument(a);
}

bool Parser::parse_value_argument(TemplateArgument& a) {
  a.is_type = false;
  size_t begin = pos;
  if (in_template_pattern && is(Tok::identifier) && (kind(1) == Tok::comma || kind(1) == Tok::greater || kind(1) == Tok::ellipsis)) {
    Symbol* symbol = lookup(peek().text);
    if (symbol && symbol->kind == SymbolKind::value && !symbol->is_known) {
      take();
      a.type = symbol->type;
      a.bits = symbol->bits;
      return true;
    }
  }
  if (fn) ++fn->constant_depth;
  bool was = std::exchange(in_angles, true);  // a `>` without parentheses ends the list
  ExprId e = parse_conditional();
  if (!is_function_set(e)) e = rvalue(e);
  in_angles = was;
  if (fn) --fn->constant_depth;
  if (is_function_set(e)) {  // the parameter's type says which function is meant: complete_arguments()
    a.type = at(e).type;
    a.bits = e.v;
    a.is_known = true;
    return true;
  }
  if (e)
    if (auto value = evaluate(e)) {
      a.type = at(e).type;
      a.bits = *value;
      a.is_known = true;
      return true;
    }
  if (in_template_pattern) {
    a = dependent_argument(false);
    pos = std::max(pos, element_end(begin, true));
    if (tokens[pos - 1].kind == Tok::ellipsis) --pos;
    return true;
  }
  if (!e) return false;
  std::string why;
  Span span = why_not_constant(e, why);
  return report(Code::WB3040, span, {why});
}

// template-arguments = "<" (argument "..."?) ,* ">"
bool Parser::parse_template_arguments(std::vector<TemplateArgument>& out, Span& last) {
  Nesting guard(*this);
  if (guard.too_deep) return false;
  size_t behind = skip_template_list(pos);
  Token open = take();
  bool ok = true;
  while (!is(Tok::greater)) {
    size_t ellipsis = 0;
    if (expansion_here(true, ellipsis)) {
      ok = expand(ellipsis, [&] {
        TemplateArgument a;
        if (!parse_template_argument(a)) return false;
        a.is_expansion = tokens[pos].kind == Tok::ellipsis && (!a.is_known || is_dependent(a));
        out.push_back(std::move(a));
        return true;
      });
    } else {
      TemplateArgument a;
      ok = parse_template_argument(a);
      if (ok) out.push_back(std::move(a));
    }
    if (!ok || out.size() > limits::instantiations || !eat(Tok::comma)) break;
  }
  if (!ok) {
    if (behind > pos) pos = behind;
    return false;
  }
  last = here();
  if (eat(Tok::greater)) return true;
  report(Code::WB2001, here(), {">", "after the template arguments"}, {{open.span, "to match this `<`"}});
  if (behind > pos) pos = behind;
  return false;
}

Symbol Parser::symbol_of(const TemplateArgument& a, Span span) const {
  Symbol symbol;
  symbol.span = span;
  symbol.type = a.type;
  symbol.bits = a.bits;
  if (a.tmpl) {
    symbol.kind = SymbolKind::record_template;
    symbol.tmpl = a.tmpl;
  } else {
    symbol.kind = a.is_type ? SymbolKind::type : SymbolKind::value;
    symbol.is_known = a.is_type || a.is_known;
  }
  if (a.is_pack) {
    symbol.is_pack = true;
    symbol.elements = std::make_shared<std::vector<Symbol>>();
    for (const TemplateArgument& element : a.pack) {
      if (element.is_expansion) {  // a pattern's `Ts...` handed on
        symbol = symbol_of(element, span);
        symbol.is_pack = true;
        symbol.elements.reset();
        return symbol;
      }
      symbol.elements->push_back(symbol_of(element, span));
    }
  } else if (a.is_expansion) {
    symbol.is_pack = true;
  }
  return symbol;
}

void Parser::bind_argument(Scope& where, const TemplateParameter& p, const TemplateArgument& a) {
  if (!p.name.empty()) where.names[p.name] = symbol_of(a, p.span);
}

void Parser::bind_arguments(Scope& where, const TemplateDecl& t, const std::vector<TemplateArgument>& arguments) {
  for (size_t i = 0; i < t.parameters.size() && i < arguments.size(); ++i) bind_argument(where, t.parameters[i], arguments[i]);
}

std::string Parser::argument_text(const TemplateArgument& a) const {
  if (a.tmpl) return std::string(a.tmpl->name);
  if (a.is_type) return type_name(a.type);
  const uint64_t function = a.bits & ~function_pointer_tag;
  if (module->types.is_pointer(a.type) && function && function <= module->functions.size()) return module->functions[function - 1].name;
  const Type& type = module->types[a.type];
  return format_scalar(type.scalar, a.bits);
}

std::string Parser::argument_list(const std::vector<TemplateArgument>& arguments) const {
  std::string text = "<";
  auto add = [&](const TemplateArgument& a) {
    if (text.size() > 1) text += ", ";
    if (text.size() < 2000) text += argument_text(a);
  };
  for (const TemplateArgument& a : arguments) {
    if (!a.is_pack) add(a);
    for (const TemplateArgument& element : a.pack) add(element);
  }
  return text + ">";
}

// The arguments in the order of the parameters: what a pack takes becomes one.
bool Parser::group_packs(TemplateDecl& t, std::vector<TemplateArgument>& arguments) {
  for (size_t i = 0; i < t.parameters.size(); ++i) {
    if (i < arguments.size() && arguments[i].is_pack) continue;
    if (t.parameters[i].is_pack) {
      TemplateArgument pack;
      pack.is_type = t.parameters[i].is_type;
      pack.is_pack = true;
      for (size_t k = i; k < arguments.size(); ++k) pack.pack.push_back(std::move(arguments[k]));
      pack.is_known = true;
      arguments.resize(i);
      arguments.push_back(std::move(pack));
      return true;
    }
    if (i < arguments.size() && arguments[i].is_expansion) {  // Ts... for parameters that are no pack: known when Ts is
      arguments.resize(i);
      for (; i < t.parameters.size(); ++i) arguments.push_back(dependent_argument(t.parameters[i].is_type));
      return true;
    }
  }
  return true;
}

// Fills in defaults and converts values to the parameters' types; reports what does not fit.
bool Parser::complete_arguments(TemplateDecl& t, std::vector<TemplateArgument>& arguments, Span place) {
  if (t.is_placeholder) return true;
  group_packs(t, arguments);
  if (arguments.size() > t.parameters.size())
    return report(Code::WB3036, place, {std::string(t.name), "it has " + std::to_string(t.parameters.size()) + " parameters, " + std::to_string(arguments.size()) + " given"});
  arguments.resize(t.parameters.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TemplateParameter& p = t.parameters[i];
    TemplateArgument& a = arguments[i];
    bool is_given = a.is_known || a.is_pack || a.tmpl || !a.is_type || a.type.v != 0;
    if (!is_given) {
      if (p.is_pack) {
        a.is_pack = a.is_known = true;
        a.is_type = p.is_type;
        continue;
      }
      if (p.default_begin == 0) return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` is missing"});
      Scope* bound = new_scope(Scope::Kind::template_, t.scope);
      bind_arguments(*bound, t, std::vector<TemplateArgument>(arguments.begin(), arguments.begin() + static_cast<long>(i)));
      At there(*this, p.default_begin, bound);
      bool is_pattern = false;
      for (size_t k = 0; k < i; ++k) is_pattern |= is_dependent(arguments[k]);
      bool was = std::exchange(in_template_pattern, is_pattern);
      TemplateArgument filled;
      bool ok = parse_template_argument(filled);
      in_template_pattern = was;
      if (!ok) return false;
      a = std::move(filled);
    }
    auto fits = [&](TemplateArgument& x) {
      bool is_kind = p.is_template ? x.tmpl != nullptr : x.is_type == p.is_type && !x.tmpl;
      if (!is_kind) {
        const char* wanted = p.is_template ? "class template" : p.is_type ? "type" : "value";
        return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a " + wanted});
      }
      if (x.is_type || x.tmpl || p.is_auto) return true;
      TypeId wanted = p.type;
      if (is_placeholder(wanted) && p.type_begin) {
        Scope* bound = new_scope(Scope::Kind::template_, t.scope);
        bind_arguments(*bound, t, arguments);
        At there(*this, p.type_begin, bound);
        Specifiers specs = parse_specifiers(false);
        if (!specs.ok) return in_template_pattern;
        wanted = module->types.unqualified(parse_declarator(specs, true).type);
      }
      if (is_placeholder(wanted)) return true;
      const Type from = module->types[x.type], to = module->types[wanted];
      if (!x.is_known) return true;
      if (to.kind == TypeKind::pointer && module->types[to.element].kind == TypeKind::function) {
        if (x.type == wanted) return true;
        const ExprId set{static_cast<uint32_t>(x.bits)};
        FunctionDecl* f = function_sets.count(set.v) && at(set).type == x.type ? choose_function(set, wanted) : nullptr;
        if (!f || !function_address(*f, place)) return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a function of type `" + type_name(wanted) + "`"});
        x.type = wanted;
        x.bits = function_pointer(f->id);
        return true;
      }
      bool is_number = from.kind == TypeKind::scalar || from.kind == TypeKind::enumeration;
      if (to.kind == TypeKind::pointer && (from.kind == TypeKind::pointer || is_number) && x.bits == 0) {
        x.type = wanted;
        return true;
      }
      if (!is_number || (to.kind != TypeKind::scalar && to.kind != TypeKind::enumeration) || (to.kind == TypeKind::enumeration && x.type != wanted && !names_kernel))
        return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a constant of type `" + type_name(wanted) + "`"});
      if (is_floating(from.scalar) && !is_floating(to.scalar))
        return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a constant of type `" + type_name(wanted) + "`"});
      x.bits = convert_scalar(from.scalar, to.scalar, x.bits);
      x.type = wanted;
      return true;
    };
    if (!a.is_pack) {
      if (!fits(a)) return false;
      continue;
    }
    for (TemplateArgument& element : a.pack)
      if (!fits(element)) return false;
  }
  return true;
}

bool Parser::too_many_instances(Span place) {
  if (++instantiations <= limits::instantiations) return false;
  report(Code::WB3065, place, {std::to_string(limits::instantiations)});
  stopped = true;
  pos = tokens.size() - 1;
  return true;
}

// --- functions ---------------------------------------------------------------------------------------------------------------

// Reads f's signature with its parameters bound. False: it makes no sense for them.
bool Parser::read_signature(const FunctionDecl& f, Scope* bound, Specifiers& specs, Declarator& d) {
  FunctionContext* outer = std::exchange(fn, nullptr);
  std::optional<RecordId> outer_record = std::exchange(current_record, f.owner);
  bool was = std::exchange(in_template_pattern, false);
  bool ok = true;
  {
    Quiet silent(*this);
    At there(*this, f.tmpl->begin, bound);
    if (f.tmpl->is_lambda) {
      bool has_result = false;
      specs.is_auto = true;
      d.function_result = f.result;
      current_record.reset();
      ok = read_lambda_signature(f.tmpl->begin, d, has_result);
    } else {
      parse_signature(specs, d);
    }
    ok = ok && specs.ok && d.ok && !silent.failed();
  }
  in_template_pattern = was;
  current_record = outer_record;
  fn = outer;
  return ok;
}

// The function that the template gives for these arguments; null: its signature does not fit them.
FunctionDecl* Parser::instantiate(FunctionDecl& f, std::vector<TemplateArgument> arguments, Span place) {
  TemplateDecl& t = *f.tmpl;
  for (TemplateArgument& a : arguments)
    if (!a.is_known) a = {};
  {
    Quiet silent(*this);
    if (!complete_arguments(t, arguments, place) || silent.failed()) return nullptr;
  }
  for (auto& [known, special] : t.function_specialisations)
    if (known == arguments) return special;
  for (const auto& known : t.functions)
    if (known.arguments == arguments) return known.function;
  int depth = fn && fn->decl ? fn->decl->instantiation_depth + 1 : 1;
  if (depth > limits::instantiation_depth) {
    report(Code::WB3038, place, {std::to_string(limits::instantiation_depth)});
    stopped = true;
    pos = tokens.size() - 1;
    return nullptr;
  }
  if (too_many_instances(place)) return nullptr;
  Nesting guard(*this);
  if (guard.too_deep) return nullptr;
  Scope* bound = new_scope(Scope::Kind::template_, t.scope);
  bind_arguments(*bound, t, arguments);
  Specifiers specs;
  Declarator d;
  if (!read_signature(f, bound, specs, d)) return nullptr;
  for (const auto& known : t.functions)
    if (known.arguments == arguments) return known.function;
  FunctionDecl& made = functions.emplace_back();
  made.name = f.name;
  made.display_name = t.is_lambda ? std::string(f.name) : std::string(f.name) + argument_list(arguments);
  if (made.display_name.size() > 500) made.display_name = made.display_name.substr(0, 500) + "...>";
  made.span = f.span;
  made.is_device = f.is_device;
  made.is_host = f.is_host;
  made.is_kernel = f.is_kernel;
  made.is_constexpr = f.is_constexpr;
  made.is_static_method = f.is_static_method;
  made.is_const_method = f.is_const_method;
  made.is_constructor = f.is_constructor;
  made.is_deleted = f.is_deleted;
  made.is_auto = is_auto_type(d.function_result) && !f.is_constructor;
  made.owner = f.owner;
  made.result = module->types.unqualified(d.function_result);
  made.parameters = d.parameters;
  made.pack_name = d.pack_name;
  made.pack_begin = d.pack_begin;
  made.pack_count = d.pack_count;
  for (size_t i = 0; i < made.parameters.size() && i < f.parameters.size() && !made.parameters[i].is_pack; ++i)
    if (made.parameters[i].default_begin == 0) made.parameters[i].default_begin = f.parameters[i].default_begin;
  made.scope = bound;
  made.body_begin = f.body_begin;
  made.declaration_begin = f.declaration_begin;
  made.extent = f.extent;
  made.instance_of = &f;
  made.arguments = arguments;
  made.instantiation_depth = depth;
  made.asked_at = user_place(place);
  made.asked_by = fn ? fn->decl : nullptr;
  create_function(made);
  module->functions[made.id.v].max_threads = specs.max_threads ? specs.max_threads : static_cast<uint32_t>(d.pattern_count);
  t.functions.push_back({std::move(arguments), &made});
  return &made;
}

// The function is called: its body is needed, unless somebody asked for it before.
void Parser::queue_body(FunctionDecl& f, Span place) {
  if (f.body_begin == 0 || f.is_body_done || f.is_body_running || f.is_queued) return;
  f.is_queued = true;
  if (f.asked_at.end == 0) {
    f.asked_at = user_place(place);
    f.asked_by = fn ? fn->decl : nullptr;
    f.instantiation_depth = fn && fn->decl ? fn->decl->instantiation_depth + 1 : 1;
  }
  queue.push_back(&f);
}

// --- classes -----------------------------------------------------------------------------------------------------------------

// X<...> at the cursor, which ends behind it. What was read once is not read again.
std::optional<TypeId> Parser::named_instance(TemplateDecl& t, Span name, Span& last) {
  std::pair<size_t, Scope*> key{pos, scope};
  if (auto it = named_instances.find(key); it != named_instances.end() && !in_template_pattern) {
    const Type& type = module->types[it->second.type];
    bool has_failed = type.kind == TypeKind::record && type.index < records.size() && records[type.index].has_failed_quietly;
    if (!has_failed) {
      pos = it->second.end;
      last = tokens[pos - 1].span;
      return it->second.type;
    }
  }
  std::vector<TemplateArgument> arguments;
  if (!parse_template_arguments(arguments, last)) return std::nullopt;
  size_t end = pos;
  auto type = instantiate_record(t, std::move(arguments), cover(name, last));
  if (type && !in_template_pattern) named_instances[key] = {*type, end};
  return type;
}

std::optional<TypeId> Parser::instantiate_alias(TemplateDecl& t, const std::vector<TemplateArgument>& arguments) {
  if (t.end <= t.begin) return std::nullopt;
  Scope* bound = new_scope(Scope::Kind::template_, t.scope);
  bind_arguments(*bound, t, arguments);
  At there(*this, t.begin, bound);
  Nesting guard(*this);
  if (guard.too_deep) return std::nullopt;
  bool is_pattern = false;
  for (const TemplateArgument& a : arguments) is_pattern |= is_dependent(a);
  bool was = std::exchange(in_template_pattern, is_pattern);
  take();
  take();
  while (is(Tok::left_bracket)) pos = skip_balanced(pos);
  std::optional<TypeId> type;
  if (eat(Tok::equal)) {
    std::optional<Quiet> silent;
    if (is_pattern) silent.emplace(*this);
    type = parse_type_id();
    if (!type && is_pattern) type = placeholder_type(254, "dependent");
  }
  in_template_pattern = was;
  return type;
}

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
    if (best) {
      bool new_fits = is_more_special(partial, *best), old_fits = is_more_special(*best, partial);
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

std::optional<TypeId> Parser::instantiate_record(TemplateDecl& t, std::vector<TemplateArgument> arguments, Span place) {
  if (t.is_variable) return std::nullopt;
  if (!complete_arguments(t, arguments, place)) return std::nullopt;
  if (t.is_alias) return instantiate_alias(t, arguments);
  for (size_t i = 0; i < t.instances.size(); ++i) {
    if (t.instances[i].arguments != arguments) continue;
    TypeId known = t.instances[i].type;
    if (quiet > 0 || !record_info({module->types[known].index}).has_failed_quietly) return known;
    t.instances.erase(t.instances.begin() + static_cast<long>(i));  // read again, aloud
    break;
  }
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
  RecordId id{static_cast<uint32_t>(module->types.records.size())};
  Record record;
  record.name = std::string(t.name) + argument_list(arguments);
  if (record.name.size() > 500) record.name = record.name.substr(0, 500) + "...>";  // arguments that repeat their arguments
  record.span = t.span;
  module->types.records.push_back(std::move(record));
  bool is_pattern = t.is_placeholder;
  for (const TemplateArgument& a : arguments) is_pattern |= is_dependent(a);
  {
    RecordInfo& info = record_info(id);
    info.tmpl = &t;
    info.arguments = arguments;
    info.is_dependent = is_pattern;
    info.asked_at = place;
  }
  TypeId type = module->types.record(id);
  t.instances.push_back({arguments, type});
  Scope* bound = nullptr;
  size_t begin = is_pattern ? t.begin : chosen_definition(t, arguments, bound);
  Scope* members = new_scope(Scope::Kind::record, bound ? bound : t.scope);
  record_info(id).scope = members;
  members->record = id;
  members->name = t.name;
  if (is_pattern) {
    module->types.records[id.v].size = 1;
    return type;
  }
  if (begin == 0) {
    std::erase_if(t.instances, [&](const TemplateDecl::Instance& instance) { return instance.type == type; });
    report(Code::WB3081, place, {module->types.records[id.v].name});
    return std::nullopt;
  }
  FunctionContext* outer = std::exchange(fn, nullptr);
  SwitchContext* outer_switch = sw;
  std::optional<RecordId> outer_record = std::exchange(current_record, std::nullopt);
  bool was = std::exchange(in_template_pattern, false);
  size_t given = std::exchange(given_arguments, 0);
  const TemplateDecl* was_deducing = std::exchange(deducing, nullptr);
  std::optional<ExprId> element = std::exchange(pending_element, std::nullopt);
  being_made.emplace_back(module->types.records[id.v].name, place);
  size_t errors_before = quiet_errors;
  {
    At there(*this, begin, bound);
    module->types.records[id.v].is_union = is(Tok::kw_union);
    take();
    module->types.records[id.v].alignment = parse_alignment();
    take();
    if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
    if (is(Tok::identifier) && peek().text == "final") take();
    if (is(Tok::colon)) parse_bases(id);
    if (is(Tok::left_brace)) parse_record_body(id);
  }
  for (TemplateDecl* member : std::vector<TemplateDecl*>(t.members)) define_member(id, *member);
  parse_pending_bodies();
  being_made.pop_back();
  if (quiet > 0 && quiet_errors > errors_before) record_info(id).has_failed_quietly = true;
  pending_element = element;
  deducing = was_deducing;
  given_arguments = given;
  in_template_pattern = was;
  current_record = outer_record;
  fn = outer;
  sw = outer_switch;
  return type;
}

// The definition at the cursor (at `{` or `:`) becomes f's.
void Parser::adopt_definition(FunctionDecl& f, const Declarator& d, Scope* where, const Specifiers& specs, Span extent) {
  f.scope = where;
  f.body_begin = pos;
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
  const std::vector<TemplateArgument> arguments = record_info(id).arguments;
  if (member.parameters.size() != arguments.size()) return;
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
  Specifiers specs;
  Declarator d;
  if (member.is_constructor) {
    for (; pos < member.member_name; ++pos) {
      specs.is_device |= is(Tok::kw_device);
      specs.is_host |= is(Tok::kw_host);
      specs.is_constexpr |= is(Tok::kw_constexpr);
    }
    pos = skip_template_list(pos + 1) + 1;
    d.span = take().span;
    d.name = member.name;
    d.is_constructor = d.is_function = true;
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

// --- variables ---------------------------------------------------------------------------------------------------------------

// pi<float>: the value of a variable template for its arguments. The cursor is at `<`.
Operand Parser::variable_instance(TemplateDecl& t, Span span) {
  std::vector<TemplateArgument> arguments;
  Span last = span;
  if (is(Tok::less) && !parse_template_arguments(arguments, last)) return {};
  span = cover(span, last);
  if (!complete_arguments(t, arguments, span)) return {};
  for (const TemplateArgument& a : arguments)
    if (is_dependent(a)) return {};
  for (const TemplateDecl::VariableInstance& known : t.variables)
    if (known.arguments == arguments) return known.is_known ? expr_operand(make_constant(known.type, known.bits, span)) : Operand{};
  if (too_many_instances(span)) return {};
  Nesting guard(*this);
  if (guard.too_deep) return {};
  Scope* bound = nullptr;
  size_t begin = chosen_definition(t, arguments, bound);
  if (begin == 0) {
    report(Code::WB3081, span, {std::string(t.name) + argument_list(arguments)});
    return {};
  }
  TemplateDecl::VariableInstance made;
  made.arguments = arguments;
  {
    At there(*this, begin, bound);
    FunctionContext* outer = std::exchange(fn, nullptr);
    bool was = std::exchange(in_template_pattern, false);
    being_made.emplace_back(std::string(t.name) + argument_list(arguments), span);
    Specifiers specs = parse_specifiers(true);
    Declarator d;
    if (specs.ok) d = parse_declarator(specs);
    ExprId init;
    bool failed = false;
    if (specs.is_device || specs.is_constant || specs.is_shared) {
      report(Code::WB4001, d.span, {"variable templates with a place in memory", "make it `constexpr`, or a member of a class template"});
    } else if (specs.ok && d.ok && specs.is_auto && eat(Tok::equal)) {
      init = rvalue(parse_assignment());
      if (init) d.type = at(init).type;
    } else if (specs.ok && d.ok) {
      init = parse_initialiser(d.type, d, failed);
    }
    if (auto value = init ? evaluate(init) : std::nullopt) {
      made.type = module->types.unqualified(d.type);
      made.bits = *value;
      made.is_known = true;
    } else if (init) {
      std::string why;
      Span culprit = why_not_constant(init, why);
      report(Code::WB3040, culprit, {why});
    }
    being_made.pop_back();
    in_template_pattern = was;
    fn = outer;
  }
  t.variables.push_back(made);
  return made.is_known ? expr_operand(make_constant(made.type, made.bits, span)) : Operand{};
}

}  // namespace wb

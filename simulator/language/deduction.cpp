// Matching patterns with types: [temp.deduct]. A template's signature, or a partial specialisation's arguments, were read once with stand-ins
// for the parameters; here the stand-ins meet real types. What cannot be deduced from (`typename T::type`, `N + 1`) is marked as such in the
// pattern and matches anything: the instance reads it again with everything bound and sees whether it fits.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/placeholders.h"

namespace wb {

bool Parser::is_dependent(const TemplateArgument& a) {
  if (a.is_pack) return std::any_of(a.pack.begin(), a.pack.end(), [&](const TemplateArgument& x) { return is_dependent(x); });
  if (a.is_expansion || !a.is_known) return true;
  if (a.tmpl) return a.tmpl->is_placeholder;
  return a.is_type && is_placeholder(a.type);
}

// Is this the stand-in for a pack, or made of one, as in `R(Args...)` and `R(Args*...)`?
bool Parser::names_pack(TypeId pattern) const {
  const Type& type = module->types[pattern];
  if (type.kind == TypeKind::pointer || type.kind == TypeKind::reference || type.kind == TypeKind::array) return names_pack(type.element);
  if (type.kind != TypeKind::record || type.index >= records.size() || !records[type.index].is_placeholder || !deducing) return false;
  const uint32_t index = records[type.index].placeholder_index;
  return index < deducing->parameters.size() && deducing->parameters[index].is_pack;
}

// The argument that stands for a parameter while the template's own signature is read.
TemplateArgument Parser::stand_in(const TemplateDecl& t, uint32_t index) {
  const TemplateParameter& p = t.parameters[index];
  TemplateArgument a;
  a.is_type = p.is_type;
  if (p.is_template) {
    TemplateDecl& unknown = templates.emplace_back();
    unknown.name = p.name;
    unknown.scope = scope;
    unknown.span = p.span;
    unknown.is_record = true;
    unknown.is_placeholder = true;
    unknown.placeholder_index = index;
    a.is_type = false;
    a.tmpl = &unknown;
  } else {
    a.type = a.is_type ? placeholder_type(index, p.name.empty() ? "T" : p.name) : p.type;
    a.bits = index;
  }
  a.is_expansion = p.is_pack;
  return a;
}

bool Parser::deduce_argument(const TemplateArgument& pattern, const TemplateArgument& actual, std::vector<TemplateArgument>& out) {
  if (pattern.is_pack || actual.is_pack) return pattern.is_pack && actual.is_pack && deduce_list(pattern.pack, actual.pack, out);
  if (pattern.tmpl || actual.tmpl) {
    if (!pattern.tmpl || !actual.tmpl) return false;
    if (!pattern.tmpl->is_placeholder) return pattern.tmpl == actual.tmpl;
    uint32_t index = pattern.tmpl->placeholder_index;
    if (index >= out.size()) return true;
    if (out[index].is_known) return out[index].tmpl == actual.tmpl;
    out[index] = actual;
    out[index].is_known = true;
    return true;
  }
  if (pattern.is_type != actual.is_type) return false;
  if (pattern.is_type) return deduce_type(pattern.type, actual.type, out, true);
  if (pattern.is_known) return actual.is_known && pattern.bits == actual.bits;
  if (pattern.bits >= out.size()) return true;  // an expression of the parameters
  TemplateArgument& slot = out[pattern.bits];
  if (slot.is_known) return !slot.is_type && slot.bits == actual.bits;
  slot = actual;
  slot.is_known = true;
  slot.is_expansion = false;
  return true;
}

// `Ts...` against the rest of a list: each element is matched on its own, and what it gives for the packs is collected.
bool Parser::deduce_expansion(const TemplateArgument& pattern, const std::vector<TemplateArgument>& actual, size_t from, std::vector<TemplateArgument>& out) {
  auto is_pack_slot = [&](size_t i) { return deducing && i < deducing->parameters.size() && deducing->parameters[i].is_pack; };
  std::vector<std::vector<TemplateArgument>> collected(out.size());
  TemplateArgument one = pattern;
  one.is_expansion = false;
  for (size_t k = from; k < actual.size(); ++k) {
    std::vector<TemplateArgument> single = out;
    for (size_t i = 0; i < single.size(); ++i)
      if (is_pack_slot(i)) single[i] = {};
    TemplateArgument element = actual[k];
    element.is_expansion = false;
    if (!deduce_argument(one, element, single)) return false;
    for (size_t i = 0; i < single.size(); ++i) {
      if (!single[i].is_known) continue;
      if (is_pack_slot(i)) collected[i].push_back(single[i]);
      else out[i] = single[i];
    }
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (!is_pack_slot(i) || (collected[i].empty() && from < actual.size())) continue;
    if (collected[i].empty() && !(pattern.is_type ? pattern.type == placeholder_type(static_cast<uint32_t>(i), "T") : pattern.bits == i)) continue;
    if (out[i].is_known && out[i].is_pack) {
      bool is_prefix = out[i].pack.size() <= collected[i].size() && i < given_arguments;
      if (is_prefix) std::copy(out[i].pack.begin(), out[i].pack.end(), collected[i].begin());  // written out: the arguments are converted to them
      else if (out[i].pack != collected[i]) return false;
    }
    TemplateArgument all;
    all.is_type = deducing->parameters[i].is_type;
    all.is_pack = all.is_known = true;
    all.pack = std::move(collected[i]);
    out[i] = std::move(all);
  }
  return true;
}

bool Parser::deduce_list(const std::vector<TemplateArgument>& patterns, const std::vector<TemplateArgument>& actual, std::vector<TemplateArgument>& out) {
  for (size_t i = 0; i < patterns.size(); ++i) {
    if (patterns[i].is_expansion) return i + 1 < patterns.size() || deduce_expansion(patterns[i], actual, i, out);
    if (i >= actual.size() || actual[i].is_expansion) return false;
    if (!deduce_argument(patterns[i], actual[i], out)) return false;
  }
  return patterns.size() == actual.size();
}

// T&& where T is deduced: takes variables as T& and values as T&&.
bool Parser::is_forwarding_reference(TypeId pattern_id) {
  const Type pattern = module->types[pattern_id];
  if (pattern.kind != TypeKind::reference || !pattern.is_rvalue) return false;
  const Type element = module->types[pattern.element];
  return element.kind == TypeKind::record && !element.is_const && !element.is_volatile && element.index < records.size() && records[element.index].is_placeholder;
}

// Matches a parameter's pattern with the type of an argument. False: they cannot agree. Parameters that name no template parameter match
// anything, as their arguments are converted; where types must be the same (`is_exact`) they do not.
bool Parser::deduce_type(TypeId pattern_id, TypeId actual_id, std::vector<TemplateArgument>& out, bool is_exact) {
  const Type pattern = module->types[pattern_id], actual = module->types[actual_id];
  if (pattern.kind == TypeKind::record && pattern.index < records.size() && records[pattern.index].is_placeholder) return deduce_placeholder(pattern, actual_id, out, is_exact);
  const bool depends = is_placeholder(pattern_id);
  if (is_exact && !depends) return pattern_id == actual_id;
  switch (pattern.kind) {
    case TypeKind::pointer:
    case TypeKind::reference:
      if (!depends && !(pattern.kind == TypeKind::pointer && module->types.is_record(pattern.element))) return true;
      if (actual.kind != pattern.kind) return !depends;
      if (is_exact && (pattern.is_const != actual.is_const || pattern.is_volatile != actual.is_volatile || pattern.is_rvalue != actual.is_rvalue)) return false;
      return deduce_type(pattern.element, actual.element, out, is_exact);
    case TypeKind::array: return deduce_array(pattern, actual, out, is_exact);
    case TypeKind::function: return actual.kind == TypeKind::function ? deduce_function_type(pattern, actual, out) : !depends;
    case TypeKind::record:
      if (pattern.index >= records.size() || !(records[pattern.index].tmpl || records[pattern.index].is_member_pointer) || !depends) return true;
      return actual.kind == TypeKind::record && actual.index < records.size() && deduce_record(pattern_id, actual, out, is_exact);
    default: return true;
  }
}

// T itself.
bool Parser::deduce_placeholder(const Type& pattern, TypeId actual_id, std::vector<TemplateArgument>& out, bool is_exact) {
  const Type actual = module->types[actual_id];
  const uint32_t index = records[pattern.index].placeholder_index;
  if (index >= out.size() || (index >= placeholder::first_reserved && index != placeholder::auto_)) return true;  // depends on something that cannot be deduced
  Type plain = actual;
  if (is_exact && ((pattern.is_const && !actual.is_const && actual.kind != TypeKind::array) || (pattern.is_volatile && !actual.is_volatile))) return false;
  if (actual.kind != TypeKind::reference && actual.kind != TypeKind::array) {
    if (pattern.is_const) plain.is_const = false;
    if (pattern.is_volatile) plain.is_volatile = false;
  }
  TypeId type = module->types.intern(plain);
  if (actual.kind == TypeKind::array && pattern.is_const) type = module->types.unqualified(actual_id);
  if (index < given_arguments) return true;  // written out: the argument is converted to it
  if (out[index].is_known && !out[index].is_pack) return !out[index].is_type || out[index].type == type;
  out[index] = {};
  out[index].type = type;
  out[index].is_known = true;
  return true;
}

// T[4], int[N]
bool Parser::deduce_array(const Type& pattern, const Type& actual, std::vector<TemplateArgument>& out, bool is_exact) {
  if (actual.kind != TypeKind::array) return false;
  const uint64_t index = pattern.count & ~bound_marker;
  if (!(pattern.count & bound_marker)) {
    if (is_exact && pattern.count != actual.count) return false;
  } else if (index < out.size()) {
    if (out[index].is_known && out[index].bits != actual.count) return false;
    if (!out[index].is_known) {
      out[index].is_type = false;
      out[index].type = module->types.scalar(ScalarKind::ulong);
      out[index].bits = actual.count;
      out[index].is_known = true;
    }
  }
  return deduce_type(pattern.element, actual.element, out, is_exact);
}

// R(A...)
bool Parser::deduce_function_type(const Type& pattern, const Type& actual, std::vector<TemplateArgument>& out) {
  const std::vector<TypeId> wanted = module->types.function_parameters[pattern.index], given = module->types.function_parameters[actual.index];
  if (!deduce_type(pattern.element, actual.element, out, true)) return false;
  std::vector<TemplateArgument> patterns, types;
  for (TypeId p : wanted) patterns.push_back(type_argument(p, names_pack(p)));
  for (TypeId t : given) types.push_back(type_argument(t, false));
  return deduce_list(patterns, types, out);
}

// X<T>, against an instance of the same template or a class that is derived from one.
bool Parser::deduce_record(TypeId pattern_id, const Type& actual, std::vector<TemplateArgument>& out, bool is_exact) {
  const Type pattern = module->types[pattern_id];
  if (is_exact && (pattern.is_const != actual.is_const || pattern.is_volatile != actual.is_volatile)) return false;
  const RecordInfo& p = record_info({pattern.index});
  const RecordInfo& a = record_info({actual.index});
  if (p.is_member_pointer || a.is_member_pointer)
    return p.is_member_pointer && a.is_member_pointer && deduce_type(module->types.record(p.pointed_class), module->types.record(a.pointed_class), out) &&
           deduce_type(p.pointed_type, a.pointed_type, out, true);
  if (a.tmpl && (p.tmpl == a.tmpl || p.tmpl->is_placeholder)) return deduce_instance(p, a, out);
  if (is_exact) return false;
  const std::vector<Field> fields = module->types.records[actual.index].fields;
  for (const Field& f : fields) {
    if (!f.name.empty() || !module->types.is_record(f.type)) continue;  // a base is a member without a name
    std::vector<TemplateArgument> trial = out;
    if (deduce_type(module->types.unqualified(pattern_id), f.type, trial)) {
      out = std::move(trial);
      return true;
    }
  }
  return false;
}

bool Parser::deduce_instance(const RecordInfo& pattern, const RecordInfo& actual, std::vector<TemplateArgument>& out) {
  const std::vector<TemplateArgument> patterns = pattern.arguments, actuals = actual.arguments;
  if (!pattern.tmpl->is_placeholder) return deduce_list(patterns, actuals, out);
  TemplateArgument pattern_template, actual_template;
  pattern_template.tmpl = pattern.tmpl;
  actual_template.tmpl = actual.tmpl;
  actual_template.is_type = pattern_template.is_type = false;
  if (!deduce_argument(pattern_template, actual_template, out)) return false;
  // A placeholder's own parameters say nothing of packs: both sides are compared as flat lists.
  const auto flat = [](const std::vector<TemplateArgument>& list) {
    std::vector<TemplateArgument> all;
    for (const TemplateArgument& x : list)
      if (x.is_pack) all.insert(all.end(), x.pack.begin(), x.pack.end());
      else all.push_back(x);
    return all;
  };
  return deduce_list(flat(patterns), flat(actuals), out);
}

namespace {

// The steps of Parser::deduce(), which find the arguments of a call's template parameters, [temp.deduct.call] in C++17:
//
//     template <class T, int N, class... R> void k(T (&a)[N], R... rest);      k<float>(a, 1, 2u)
//     T = float is given; N is deduced from the type of a; R = int, unsigned from one argument after the other

void make_pack(TemplateArgument& argument, const TemplateParameter& parameter) {
  argument.is_pack = argument.is_known = true;
  argument.is_type = parameter.is_type;
}

// What is written behind the name. A pack takes all that is left. False: there are too many, or a type stands for a value.
bool take_given(const TemplateDecl& t, const std::vector<TemplateArgument>& given, std::vector<TemplateArgument>& out) {
  size_t used = 0;
  for (size_t i = 0; i < t.parameters.size() && used < given.size(); ++i) {
    const TemplateParameter& p = t.parameters[i];
    if (p.is_pack) {
      make_pack(out[i], p);
      out[i].pack.assign(given.begin() + static_cast<std::ptrdiff_t>(used), given.end());
      return true;
    }
    if (given[used].is_type != p.is_type || p.is_template != (given[used].tmpl != nullptr)) return false;
    out[i] = given[used++];
    out[i].is_known = true;
  }
  return used == given.size();
}

// While a call's arguments are deduced: those of which template, and how many were given.
class Deducing {
 public:
  Deducing(Parser& p, const TemplateDecl& t, size_t given) : p_(p), before_(std::exchange(p.deducing, &t)) { p.given_arguments = given; }
  ~Deducing() {
    p_.given_arguments = 0;
    p_.deducing = before_;
  }

 private:
  Parser& p_;
  const TemplateDecl* before_;
};

// A parameter's type and the type that it is matched with. A reference is matched with its argument as it is, any other parameter with the
// argument's value; `T&&` takes an lvalue for a reference to it.
struct Match {
  TypeId pattern, actual;
};
Match match_for(Parser& p, TypeId parameter, ExprId argument) {
  TypeTable& types = p.module->types;
  if (types[parameter].kind != TypeKind::reference) return {types.unqualified(parameter), p.value_type(argument)};
  TypeId actual = p.at(argument).type;
  if (p.is_forwarding_reference(parameter) && p.at(argument).is_lvalue && !p.at(argument).is_xvalue) actual = types.reference_to(actual);
  return {types[parameter].element, actual};
}

// A list in braces says something of an array alone: `const T (&list)[N]` [temp.deduct.call]/1.
bool deduce_from_list(Parser& p, TypeId pattern, ExprId list, std::vector<TemplateArgument>& out) {
  TypeTable& types = p.module->types;
  if (types[pattern].kind == TypeKind::reference) pattern = types[pattern].element;
  if (!types.is_array(pattern)) return true;
  const size_t begin = p.at(list).bits, end = p.skip_balanced(begin);
  uint64_t count = 1;
  for (size_t i = begin + 1; i + 1 < end;) {
    count += p.tokens[i].kind == Tok::comma && i + 2 < end;
    const bool opens = p.tokens[i].kind == Tok::left_paren || p.tokens[i].kind == Tok::left_brace || p.tokens[i].kind == Tok::left_bracket;
    i = opens ? p.skip_balanced(i) : i + 1;
  }
  TypeId element = types[pattern].element;  // known, where the items are lists themselves
  if (p.tokens[begin + 1].kind != Tok::left_brace) {
    Parser::Quiet silent(p);
    Parser::At there(p, begin + 1, nullptr);
    const ExprId first = p.parse_assignment();
    if (!first) return false;
    if (p.is_placeholder(types.unqualified(element))) element = types.with(p.value_type(first), types[element].is_const, false);
  }
  return p.deduce_type(pattern, types.array_of(element, count), out);
}

bool deduce_from_argument(Parser& p, TypeId parameter, ExprId argument, std::vector<TemplateArgument>& out) {
  if (p.is_open_list(argument)) return deduce_from_list(p, parameter, argument, out);
  const Match match = match_for(p, parameter, argument);
  if (p.is_null_constant(argument) && p.module->types.is_pointer(match.pattern)) return true;
  return p.deduce_type(match.pattern, match.actual, out);
}

// One argument of a parameter pack `R... rest`. What it says of the packs in its type goes to `elements`, by parameter; all else holds for the
// whole call. It is matched as an argument of its own is, so none of the packs counts as given.
bool deduce_pack_element(Parser& p, const TemplateDecl& t, const Match& match, std::vector<TemplateArgument>& out, std::vector<std::vector<TemplateArgument>>& elements) {
  std::vector<TemplateArgument> single = out;
  size_t given = std::min(p.given_arguments, t.parameters.size());
  for (size_t i = 0; i < single.size(); ++i) {
    if (!t.parameters[i].is_pack) continue;
    single[i] = {};
    given = std::min(given, i);
  }
  const size_t saved = std::exchange(p.given_arguments, given);
  const bool fits = p.deduce_type(match.pattern, match.actual, single);
  p.given_arguments = saved;
  if (!fits) return false;
  for (size_t i = 0; i < single.size(); ++i) {
    if (!t.parameters[i].is_pack) out[i] = single[i];
    else if (single[i].is_known) elements[i].push_back(single[i]);
  }
  return true;
}

// The arguments from `first` on, all of which a function's parameter pack takes.
bool deduce_from_pack(Parser& p, const TemplateDecl& t, TypeId parameter, const std::vector<ExprId>& arguments, size_t first, std::vector<TemplateArgument>& out) {
  std::vector<std::vector<TemplateArgument>> elements(out.size());
  for (size_t k = first; k < arguments.size(); ++k)
    if (p.is_open_list(arguments[k]) || !deduce_pack_element(p, t, match_for(p, parameter, arguments[k]), out, elements)) return false;
  for (size_t i = 0; i < out.size(); ++i) {
    if (!t.parameters[i].is_pack || elements[i].empty()) continue;
    if (out[i].is_pack) std::copy_n(out[i].pack.begin(), std::min(out[i].pack.size(), elements[i].size()), elements[i].begin());  // those that were given stay
    out[i] = {};
    make_pack(out[i], t.parameters[i]);
    out[i].pack = std::move(elements[i]);
  }
  return true;
}

// What is still unknown: a pack is empty, a default is read later. False, with the name in `missing`: there is neither.
bool complete(const TemplateDecl& t, std::vector<TemplateArgument>& out, std::string& missing) {
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i].is_known || t.parameters[i].default_begin != 0) continue;
    if (!t.parameters[i].is_pack) return missing = std::string(t.parameters[i].name), false;
    make_pack(out[i], t.parameters[i]);
  }
  return true;
}

}  // namespace

bool Parser::deduce(FunctionDecl& f, const std::vector<TemplateArgument>& given, const std::vector<ExprId>& arguments,
                    std::vector<TemplateArgument>& out, std::string& missing) {
  const TemplateDecl& t = *f.tmpl;
  out.assign(t.parameters.size(), {});
  if (!take_given(t, given, out)) return false;
  const bool has_pack = std::any_of(t.parameters.begin(), t.parameters.end(), [](const TemplateParameter& p) { return p.is_pack; });
  if (given.size() == t.parameters.size() && !has_pack) return true;  // nothing is deduced: the arguments are converted
  const Deducing now(*this, t, given.size());
  for (size_t i = 0; i < arguments.size() && i < f.parameters.size(); ++i) {
    const TypeId parameter = f.parameters[i].type;
    if (f.parameters[i].is_pack) {
      if (!deduce_from_pack(*this, t, parameter, arguments, i, out)) return false;
      break;
    }
    if (!deduce_from_argument(*this, parameter, arguments[i], out)) return false;
  }
  return complete(t, out, missing);
}

// Do a partial specialisation's patterns make these arguments, and of which parameters? What could not be deduced from is read again.
bool Parser::match_partial(const TemplateDecl::Partial& partial, const std::vector<TemplateArgument>& arguments, std::vector<TemplateArgument>& out) {
  out.assign(partial.tmpl->parameters.size(), {});
  const TemplateDecl* before = std::exchange(deducing, partial.tmpl);
  size_t given = std::exchange(given_arguments, 0);
  bool fits = deduce_list(partial.pattern, arguments, out);
  deducing = before;
  given_arguments = given;
  if (!fits) return false;
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i].is_known) continue;
    if (!partial.tmpl->parameters[i].is_pack) return false;
    out[i].is_pack = out[i].is_known = true;
  }
  Quiet silent(*this);
  Scope* bound = new_scope(Scope::Kind::template_, partial.tmpl->scope);
  bind_arguments(*bound, *partial.tmpl, out);
  At there(*this, partial.pattern_begin, bound);
  std::vector<TemplateArgument> again;
  Span last;
  TemplateDecl* primary = partial.primary;
  return parse_template_arguments(again, last) && complete_arguments(*primary, again, last) && !silent.failed() && again == arguments;
}

// The class that `Name x(arguments)` and `Name(arguments)` mean: deduced from its deduction guides and constructors. The cursor is behind the
// template's name. None: nothing fits.
std::optional<TypeId> Parser::deduce_class(TemplateDecl& t) {
  if (!t.is_record || t.is_placeholder || !fn || in_template_pattern) return std::nullopt;
  Quiet silent(*this);
  size_t first = is(Tok::identifier) ? pos + 1 : pos;
  Tok k = tokens[first].kind;
  if (k != Tok::left_paren && k != Tok::left_brace && k != Tok::equal) return std::nullopt;
  std::vector<ExprId> arguments;
  size_t temporaries = fn->temporaries.size(), pending = fn->pending.size();
  {
    At there(*this, first, nullptr);
    bool ok = true;
    if (k == Tok::left_paren) {
      ok = parse_arguments(arguments);
    } else {
      take();
      while (ok && !is(Tok::right_brace)) {
        ExprId e = parse_assignment();
        ok = static_cast<bool>(e);
        arguments.push_back(e);
        if (k == Tok::equal || !eat(Tok::comma)) break;
      }
    }
    fn->temporaries.resize(temporaries);
    fn->pending.resize(std::min(pending, fn->pending.size()));
    if (!ok) return std::nullopt;
  }
  if (arguments.size() == 1) {
    const Type type = module->types[value_type(arguments[0])];
    if (type.kind == TypeKind::record && type.index < records.size() && records[type.index].tmpl == &t) return value_type(arguments[0]);
  }
  auto attempt = [&](TemplateDecl& tmpl, Scope* around, size_t parameters, size_t result) -> std::optional<TypeId> {
    FunctionDecl f;
    f.tmpl = &tmpl;
    Scope* pattern = new_scope(Scope::Kind::template_, around);
    for (uint32_t i = 0; i < tmpl.parameters.size(); ++i) bind_argument(*pattern, tmpl.parameters[i], stand_in(tmpl, i));
    bool ok = true;
    {
      FunctionContext* outer = std::exchange(fn, nullptr);
      bool was = std::exchange(in_template_pattern, true);
      At there(*this, parameters, pattern);
      take();
      f.parameters = parse_parameters(ok);
      in_template_pattern = was;
      fn = outer;
    }
    bool has_pack = !f.parameters.empty() && f.parameters.back().is_pack;
    if (!ok || (arguments.size() > f.parameters.size() && !has_pack)) return std::nullopt;
    if (arguments.size() < f.parameters.size() && !f.parameters[arguments.size()].is_pack && f.parameters[arguments.size()].default_begin == 0) return std::nullopt;
    std::vector<TemplateArgument> out;
    std::string missing;
    if (!deduce(f, {}, arguments, out, missing) || !complete_arguments(tmpl, out, here())) return std::nullopt;
    if (!result) return instantiate_record(tmpl, out, here());
    Scope* bound = new_scope(Scope::Kind::template_, around);
    bind_arguments(*bound, tmpl, out);
    At there(*this, result, bound);
    return parse_type_id();
  };
  for (const TemplateDecl::Guide& guide : t.guides)
    if (auto type = attempt(*guide.tmpl, guide.tmpl->scope, guide.parameters, guide.result)) return type;
  size_t open = t.begin;
  while (open < t.end && tokens[open].kind != Tok::left_brace) ++open;
  size_t close = skip_balanced(open);
  for (size_t i = open + 1; i + 1 < close;) {
    bool is_constructor = tokens[i].kind == Tok::identifier && tokens[i].text == t.name && tokens[i + 1].kind == Tok::left_paren && tokens[i - 1].kind != Tok::tilde;
    if (is_constructor)
      if (auto type = attempt(t, t.scope, i + 1, 0)) return type;
    bool opens = tokens[i].kind == Tok::left_paren || tokens[i].kind == Tok::left_bracket || tokens[i].kind == Tok::left_brace;
    i = opens ? skip_balanced(i) : i + 1;
  }
  return std::nullopt;
}

// Is every call that fits template `a` one that fits `b`? Deduces b's parameters from a's, whose stand-ins count as types of their own.
bool Parser::is_more_specialised(const FunctionDecl& a, const FunctionDecl& b) {
  if (!b.tmpl) return false;
  std::vector<TemplateArgument> deduced(b.tmpl->parameters.size());
  auto list_of = [&](const FunctionDecl& f, size_t most) {
    std::vector<TemplateArgument> list;
    for (const ParameterDecl& p : f.parameters) {
      if (list.size() == most) break;
      TemplateArgument x;
      x.type = module->types[p.type].kind == TypeKind::reference ? module->types[p.type].element : p.type;
      x.type = module->types.unqualified(x.type);
      x.is_known = true;
      x.is_expansion = p.is_pack;
      list.push_back(x);
    }
    return list;
  };
  auto has_pack = [](const FunctionDecl& f) { return !f.parameters.empty() && f.parameters.back().is_pack; };
  size_t most = has_pack(a) || has_pack(b) ? SIZE_MAX : std::min(a.parameters.size(), b.parameters.size());
  const TemplateDecl* before = std::exchange(deducing, b.tmpl);
  bool fits = deduce_list(list_of(b, most), list_of(a, most), deduced);
  deducing = before;
  return fits;
}

}  // namespace wb

// Template arguments: reading them, matching them to the parameters with defaults and packs, and binding the parameters' names to them.
#include <algorithm>
#include <utility>

#include "simulator/language/closure_names.h"
#include "simulator/language/parser.h"
#include "simulator/language/placeholders.h"
#include "simulator/language/scalar_math.h"
#include "simulator/language/member_pointers.h"
#include "simulator/source/limits.h"

namespace wb {

TemplateArgument Parser::dependent_argument(bool is_type) {
  TemplateArgument a;
  a.is_type = is_type;
  a.type = is_type ? placeholder_type(placeholder::dependent, "dependent") : module->types.scalar(ScalarKind::int_);
  a.bits = ~uint64_t{0};
  return a;
}

// One argument: a type, a class template's name, a function's name, or a constant.
bool Parser::parse_template_argument(TemplateArgument& a) {
  if (reads_kernel_name && is(Tok::left_bracket)) {
    const auto closure = parse_closure_type(*this);
    if (closure) a.type = *closure;
    return a.is_known = closure.has_value();
  }
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
      if (type && at_function_type()) type = parse_function_type(*type);
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
  if (e && is_member_pointer(*this, at(e).type))
    if (const auto bits = member_pointer_bits(*this, e)) {
      a.type = module->types.unqualified(at(e).type);
      a.bits = *bits;
      return a.is_known = true;
    }
  if (is_function_set(e)) {  // the parameter's type says which function is meant: complete_arguments()
    a.type = at(e).type;
    a.bits = e.v;
    a.is_known = true;
    return true;
  }
  if (e && at(e).kind == ExprKind::constant && module->types.is_pointer(at(e).type)) {  // nullptr
    a.type = at(e).type;
    a.bits = at(e).bits;
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
  if (type.kind == TypeKind::record) return type_name(a.type) + " " + std::to_string(a.bits);
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

namespace {

// Converts the arguments of one template to the types of its parameters.
class ArgumentFitter {
 public:
  ArgumentFitter(Parser& parser, const TemplateDecl& t, const std::vector<TemplateArgument>& arguments, Span place) : p_(parser), t_(t), arguments_(arguments), place_(place) {}

  bool fit(const TemplateParameter& parameter, TemplateArgument& x) {
    const bool is_kind = parameter.is_template ? x.tmpl != nullptr : x.is_type == parameter.is_type && !x.tmpl;
    if (!is_kind) return refuse(parameter, parameter.is_template ? "class template" : parameter.is_type ? "type" : "value");
    if (x.is_type || x.tmpl || parameter.is_auto) return true;
    const std::optional<TypeId> wanted = wanted_type(parameter);
    if (!wanted) return p_.in_template_pattern;
    if (p_.is_placeholder(*wanted) || !x.is_known) return true;
    const Type to = types()[*wanted];
    if (is_member_pointer(p_, *wanted)) return fit_member_pointer(parameter, x, *wanted);
    if (to.kind == TypeKind::pointer && types()[to.element].kind == TypeKind::function) return fit_function(parameter, x, *wanted);
    return fit_number(parameter, x, *wanted);
  }

 private:
  TypeTable& types() const { return p_.module->types; }
  bool refuse(const TemplateParameter& parameter, const std::string& wanted) {
    return p_.report(Code::WB3036, place_, {std::string(t_.name), "`" + std::string(parameter.name) + "` must be a " + wanted});
  }

  // It may depend on other arguments: template <class T, T value>. None: it is no type.
  std::optional<TypeId> wanted_type(const TemplateParameter& parameter) {
    if (!p_.is_placeholder(parameter.type) || !parameter.type_begin) return parameter.type;
    Scope* bound = p_.new_scope(Scope::Kind::template_, t_.scope);
    p_.bind_arguments(*bound, t_, arguments_);
    Parser::At there(p_, parameter.type_begin, bound);
    const Specifiers specs = p_.parse_specifiers(false);
    if (!specs.ok) return std::nullopt;
    return types().unqualified(p_.parse_declarator(specs, true).type);
  }

  bool fit_member_pointer(const TemplateParameter& parameter, TemplateArgument& x, TypeId wanted) {
    if (x.type == wanted) return true;
    const bool is_pointer = types()[x.type].kind == TypeKind::pointer;
    const ExprId set{static_cast<uint32_t>(x.bits)};
    ExprId chosen;
    if (is_pointer && x.bits == 0) chosen = member_pointer_constant(p_, wanted, 0, place_);
    else if (is_pointer && p_.function_sets.count(set.v)) chosen = convert_member_pointer(p_, set, wanted, place_);
    const auto bits = chosen ? member_pointer_bits(p_, chosen) : std::nullopt;
    if (!bits) return refuse(parameter, "pointer to a member of type `" + p_.type_name(wanted) + "`");
    x.bits = *bits;
    x.type = wanted;
    return true;
  }

  bool fit_function(const TemplateParameter& parameter, TemplateArgument& x, TypeId wanted) {
    if (x.type == wanted) return true;
    const ExprId set{static_cast<uint32_t>(x.bits)};
    FunctionDecl* f = p_.function_sets.count(set.v) && p_.at(set).type == x.type ? p_.choose_function(set, wanted) : nullptr;
    if (!f || !p_.function_address(*f, place_)) return refuse(parameter, "function of type `" + p_.type_name(wanted) + "`");
    x.type = wanted;
    x.bits = function_pointer(f->id);
    return true;
  }

  bool fit_number(const TemplateParameter& parameter, TemplateArgument& x, TypeId wanted) {
    const Type from = types()[x.type], to = types()[wanted];
    const bool is_number = from.kind == TypeKind::scalar || from.kind == TypeKind::enumeration;
    if (to.kind == TypeKind::pointer && (from.kind == TypeKind::pointer || is_number) && x.bits == 0) {
      x.type = wanted;
      return true;
    }
    const bool takes_numbers = to.kind == TypeKind::scalar || (to.kind == TypeKind::enumeration && (x.type == wanted || p_.names_kernel));
    if (!is_number || !takes_numbers || (is_floating(from.scalar) && !is_floating(to.scalar))) return refuse(parameter, "constant of type `" + p_.type_name(wanted) + "`");
    x.bits = convert_scalar(from.scalar, to.scalar, x.bits);
    x.type = wanted;
    return true;
  }

  Parser& p_;
  const TemplateDecl& t_;
  const std::vector<TemplateArgument>& arguments_;
  const Span place_;
};

// The parameter's default, which may name those before it.
bool fill_default(Parser& p, TemplateDecl& t, std::vector<TemplateArgument>& arguments, size_t i, Span place) {
  const TemplateParameter& parameter = t.parameters[i];
  TemplateArgument& a = arguments[i];
  if (parameter.is_pack) {
    a.is_pack = a.is_known = true;
    a.is_type = parameter.is_type;
    return true;
  }
  if (parameter.default_begin == 0) return p.report(Code::WB3036, place, {std::string(t.name), "`" + std::string(parameter.name) + "` is missing"});
  Scope* bound = p.new_scope(Scope::Kind::template_, t.scope);
  p.bind_arguments(*bound, t, std::vector<TemplateArgument>(arguments.begin(), arguments.begin() + static_cast<long>(i)));
  Parser::At there(p, parameter.default_begin, bound);
  bool is_pattern = false;
  for (size_t k = 0; k < i; ++k) is_pattern |= p.is_dependent(arguments[k]);
  const bool was = std::exchange(p.in_template_pattern, is_pattern);
  TemplateArgument filled;
  const bool ok = p.parse_template_argument(filled);
  p.in_template_pattern = was;
  if (ok) a = std::move(filled);
  return ok;
}

}  // namespace

// Fills in defaults and converts values to the parameters' types; reports what does not fit.
bool Parser::complete_arguments(TemplateDecl& t, std::vector<TemplateArgument>& arguments, Span place) {
  if (t.is_placeholder) return true;
  group_packs(t, arguments);
  if (arguments.size() > t.parameters.size())
    return report(Code::WB3036, place, {std::string(t.name), "it has " + std::to_string(t.parameters.size()) + " parameters, " + std::to_string(arguments.size()) + " given"});
  arguments.resize(t.parameters.size());
  ArgumentFitter fitter(*this, t, arguments, place);
  for (size_t i = 0; i < arguments.size(); ++i) {
    TemplateArgument& a = arguments[i];
    const bool is_given = a.is_known || a.is_pack || a.tmpl || !a.is_type || a.type.v != 0;
    if (!is_given && !fill_default(*this, t, arguments, i, place)) return false;
    if (!a.is_pack && !fitter.fit(t.parameters[i], a)) return false;
    for (TemplateArgument& element : a.pack)
      if (a.is_pack && !fitter.fit(t.parameters[i], element)) return false;
  }
  return true;
}

}  // namespace wb

// Partial and explicit specialisations of classes and functions.
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

// struct X<T*> {...}
bool Parser::parse_partial_specialisation(TemplateDecl& t, Token name) {
  Symbol* symbol = lookup(name.text);
  if (!symbol || symbol->kind != SymbolKind::record_template) return report(Code::WB3036, name.span, {std::string(name.text), "there is no such class template"});
  return add_partial(t, *symbol->tmpl, name);
}

bool Parser::add_partial(TemplateDecl& t, TemplateDecl& primary, Token name) {
  std::optional<TemplateDecl::Partial> partial = read_partial(t, primary, name);
  if (partial) primary.partials.push_back(std::move(*partial));
  return partial.has_value();
}

// The patterns at the cursor, which is at their `<`: what t makes of its parameters as the arguments of the primary template.
std::optional<TemplateDecl::Partial> Parser::read_partial(TemplateDecl& t, TemplateDecl& primary, const Token& name) {
  TemplateDecl::Partial partial;
  partial.tmpl = &t;
  partial.primary = &primary;
  partial.pattern_begin = pos;
  Scope* pattern = new_scope(Scope::Kind::template_, scope);
  for (uint32_t i = 0; i < t.parameters.size(); ++i) bind_argument(*pattern, t.parameters[i], stand_in(t, i));
  Span last;
  Quiet silent(*this);
  InScope inside(*this, pattern);
  bool was = std::exchange(in_template_pattern, true);
  bool ok = parse_template_arguments(partial.pattern, last) && complete_arguments(primary, partial.pattern, name.span);
  in_template_pattern = was;
  return ok ? std::optional(std::move(partial)) : std::nullopt;
}

// template <> struct X<float> {...}   |   template <> __device__ T f<float>(...) {...}   |   template <> constexpr T v<float> = ...
void Parser::parse_explicit_specialisation(size_t begin) {
  size_t end = pos;
  bool is_device = is_device_declaration(pos, end);
  if (is(Tok::kw_struct) || is(Tok::kw_class) || is(Tok::kw_union)) {
    size_t declaration = pos;
    take();
    parse_alignment();
    Token name = take();
    Symbol* symbol = lookup(name.text);
    std::vector<TemplateArgument> arguments;
    Span last;
    if (!symbol || symbol->kind != SymbolKind::record_template || !is(Tok::less)) {
      report(Code::WB3036, name.span, {std::string(name.text), "there is no such class template"});
    } else {
      std::optional<Quiet> silent;
      if (!is_device) silent.emplace(*this);
      if (parse_template_arguments(arguments, last) && complete_arguments(*symbol->tmpl, arguments, name.span) && !is(Tok::semicolon))
        symbol->tmpl->specialisations.emplace_back(arguments, declaration);
    }
    pos = end;
    return;
  }
  std::optional<Quiet> silent;
  if (!is_device) silent.emplace(*this);
  size_t declaration = pos;
  Specifiers specs = parse_specifiers(true);
  Declarator d;
  if (specs.ok) d = parse_declarator(specs);
  if (specs.ok && d.ok && d.is_function) {
    specialise_function(specs, d, begin, end);
  } else if (specs.ok && d.ok && d.specialised_begin) {
    Symbol* primary = lookup(d.name);
    if (primary && primary->kind == SymbolKind::record_template && primary->tmpl->is_variable) {
      TemplateDecl& t = templates.emplace_back();
      t.is_variable = true;
      t.name = d.name;
      t.scope = scope;
      t.span = d.span;
      t.begin = declaration;
      t.end = end;
      At there(*this, d.specialised_begin, nullptr);
      Token name;
      name.span = d.span;
      add_partial(t, *primary->tmpl, name);
    }
  }
  pos = end;
}

void Parser::specialise_function(const Specifiers& specs, const Declarator& d, size_t begin, size_t end) {
  Symbol* symbol = d.qualifier ? lookup_in(*d.qualifier, d.name) : lookup(d.name);
  FunctionDecl* primary = nullptr;
  std::vector<TemplateArgument> arguments, given;
  if (symbol && symbol->kind == SymbolKind::functions) {
    Span last;
    bool ok = true;
    if (d.specialised_begin) {
      At there(*this, d.specialised_begin, nullptr);
      ok = parse_template_arguments(given, last);
    }
    for (FunctionDecl* candidate : symbol->functions) {
      if (!ok) break;
      if (!candidate->tmpl) {  // template <> float Foo<float>::get() {...}
        bool is_member = d.qualifier_record && candidate->owner && candidate->parameters.size() == d.parameters.size() && candidate->is_const_method == d.is_const_method;
        for (size_t i = 0; is_member && i < d.parameters.size(); ++i) is_member = candidate->parameters[i].type == d.parameters[i].type;
        if (!is_member || candidate->is_body_done || !is(Tok::left_brace)) continue;
        adopt_definition(*candidate, d, scope, specs, cover(tokens[begin].span, tokens[end - 1].span));
        candidate->scope = d.qualifier;
        return;
      }
      std::vector<TemplateArgument> out(candidate->tmpl->parameters.size());
      std::vector<TemplateArgument> patterns, types;
      for (size_t i = 0, k = 0; i < given.size() && k < out.size(); ++i) {
        if (candidate->tmpl->parameters[k].is_pack) {
          out[k].is_pack = out[k].is_known = true;
          out[k].is_type = candidate->tmpl->parameters[k].is_type;
          out[k].pack.push_back(given[i]);
        } else {
          out[k] = given[i];
          out[k++].is_known = true;
        }
      }
      for (const ParameterDecl& p : candidate->parameters) patterns.push_back(type_argument(p.type, p.is_pack));
      for (const ParameterDecl& p : d.parameters) types.push_back(type_argument(p.type, false));
      const TemplateDecl* before = std::exchange(deducing, candidate->tmpl);
      bool fits = deduce_list(patterns, types, out);
      deducing = before;
      if (!fits || (primary && !is_more_specialised(*candidate, *primary))) continue;
      Quiet silent(*this);
      if (!complete_arguments(*candidate->tmpl, out, d.span)) continue;
      primary = candidate;
      arguments = out;
    }
  }
  if (!primary) {
    report(Code::WB3036, d.span, {std::string(d.name), "there is no function template that this would specialise"});
    return;
  }
  FunctionDecl& f = functions.emplace_back();
  f.name = d.name;
  f.display_name = std::string(d.name) + argument_list(arguments);
  f.span = d.span;
  f.is_device = specs.is_device;
  f.is_host = specs.is_host || !specs.is_device;
  f.is_kernel = specs.is_global;
  f.is_constexpr = specs.is_constexpr;
  f.result = module->types.unqualified(d.function_result);
  f.is_auto = is_auto_type(d.function_result);
  f.parameters = d.parameters;
  f.owner = primary->owner;
  f.access = primary->access;
  f.is_static_method = primary->is_static_method;
  f.is_const_method = primary->is_const_method;
  f.scope = d.qualifier ? d.qualifier : scope;
  f.instance_of = primary;
  f.arguments = arguments;
  f.extent = cover(tokens[begin].span, tokens[end - 1].span);
  f.declaration_begin = begin;
  if (is(Tok::left_brace)) f.body_begin = pos;
  create_function(f);
  primary->tmpl->function_specialisations.emplace_back(arguments, &f);
  if (f.body_begin && (f.is_device || f.is_kernel)) parse_function_body(f);
}

}  // namespace wb

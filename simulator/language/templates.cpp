// Templates by reading again: a template is a range of tokens; an instance reads it with the parameters bound to types and values.
// For deduction the signature is read once with stand-ins ("placeholders") for the parameters, which are then matched against arguments.
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {
constexpr uint64_t bound_marker = uint64_t{1} << 63;
}

TypeId Parser::placeholder_type(uint32_t index, std::string_view name) {
  if (placeholders.size() <= index) placeholders.resize(index + 1);
  if (placeholders[index].v != 0) return placeholders[index];
  RecordId id{static_cast<uint32_t>(module->types.records.size())};
  Record record;
  record.name = std::string(name);
  record.size = record.alignment = 1;
  module->types.records.push_back(std::move(record));
  RecordInfo& info = record_info(id);
  info.is_placeholder = true;
  info.placeholder_index = index;
  return placeholders[index] = module->types.record(id);
}

// template-parameters = "<" ( ("typename" | "class") name? ("=" type)? | type name? ("=" value)? ) ,* ">"
bool Parser::parse_template_parameters(TemplateDecl& t) {
  take();  // <
  while (!is(Tok::greater)) {
    TemplateParameter p;
    p.span = here();
    uint32_t index = static_cast<uint32_t>(t.parameters.size());
    if (index >= 200) return report(Code::WB2018, here(), {found()});
    if (is(Tok::kw_template)) return report(Code::WB4001, here(), {"template template parameters", "use a type parameter"});
    Symbol symbol;
    if ((is(Tok::kw_typename) || is(Tok::kw_class)) && kind(1) != Tok::scope && (kind(1) != Tok::identifier || kind(2) == Tok::comma || kind(2) == Tok::greater || kind(2) == Tok::equal)) {
      take();
      if (is(Tok::ellipsis)) return report(Code::WB4001, here(), {"parameter packs", "write one overload per number of arguments"});
      p.kind_text = "typename";
      if (is(Tok::identifier)) {
        p.span = here();
        p.name = take().text;
      }
      symbol.kind = SymbolKind::type;
      symbol.type = placeholder_type(index, p.name.empty() ? "T" : p.name);
    } else {
      p.is_type = false;
      p.type_begin = pos;
      if (!is_type_start()) return report(Code::WB2006, here(), {found()});
      Specifiers specs = parse_specifiers(false);
      if (is(Tok::ellipsis)) return report(Code::WB4001, here(), {"parameter packs", "write one overload per number of arguments"});
      Declarator d = parse_declarator(specs, true);
      if (!specs.ok || !d.ok) return false;
      p.type = module->types.unqualified(d.type);
      p.name = d.name;
      p.span = d.span;
      p.kind_text = type_name(p.type);
      symbol.kind = SymbolKind::value;
      symbol.type = p.type;
      symbol.is_known = false;
      symbol.bits = index;
    }
    if (eat(Tok::equal)) {
      p.default_begin = pos;
      size_t begin = pos;
      while (!is(Tok::comma) && !is(Tok::greater) && !is(Tok::end) && !is(Tok::semicolon)) {
        if (is(Tok::left_paren) || is(Tok::left_brace)) pos = skip_balanced(pos);
        else if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
        else take();
      }
      for (size_t i = begin; i < pos; ++i) p.default_text += (i > begin && tokens[i].space_before ? " " : "") + std::string(tokens[i].text);
    }
    if (!p.name.empty()) {
      symbol.span = p.span;
      declare(p.name, symbol);
    }
    t.parameters.push_back(std::move(p));
    if (!eat(Tok::comma)) break;
  }
  return expect(Tok::greater, "after the template's parameters");
}

// template = "template" "<" parameters ">" declaration
void Parser::parse_template() {
  size_t begin = pos;
  Span first = take().span;
  if (!is(Tok::less)) {  // an explicit instantiation: the instance is made when it is used
    while (!is(Tok::semicolon) && !is(Tok::end) && !is(Tok::left_brace) && !is(Tok::right_brace)) take();
    eat(Tok::semicolon);
    return;
  }
  if (kind(1) == Tok::greater) {
    take();
    take();
    return parse_explicit_specialisation(begin);
  }
  TemplateDecl& t = templates.emplace_back();
  t.scope = scope;
  t.span = first;
  // What is it, and where does it end?
  size_t behind = skip_template_list(pos);
  size_t end = behind;
  bool is_device = false;
  if (behind == pos) {
    report(Code::WB2001, here(), {">", "after the template's parameters"});
    skip_statement();
    return;
  }
  if (tokens[behind].kind == Tok::kw_template) {
    report(Code::WB4001, tokens[behind].span, {"templates of members defined outside", "define the method inside its class"});
    pos = behind;
    is_device_declaration(pos, end);
    pos = end;
    return;
  }
  is_device = is_device_declaration(behind, end);
  Scope* pattern = new_scope(Scope::Kind::template_, scope);
  {
    InScope inside(*this, pattern);
    std::optional<Quiet> silent;
    if (!is_device) silent.emplace(*this);
    if (!parse_template_parameters(t)) {
      silent.reset();
      if (!is_device) declare_host_names(behind, end);
      pos = end;
      return;
    }
  }
  t.begin = pos;
  t.end = end;
  parse_template_declaration(t, begin);
  pos = end;
}

// The declaration behind template<...>: a record, an alias, or a function whose signature is read with stand-ins.
void Parser::parse_template_declaration(TemplateDecl& t, size_t begin) {
  Symbol symbol;
  symbol.tmpl = &t;
  symbol.kind = SymbolKind::record_template;
  if (is(Tok::kw_struct) || is(Tok::kw_class) || is(Tok::kw_union)) {
    size_t i = pos + 1;
    while (tokens[i].kind == Tok::kw_align || tokens[i].kind == Tok::kw_alignas || tokens[i].kind == Tok::kw_attribute) i = skip_balanced(i + 1);
    if (tokens[i].kind == Tok::identifier && (tokens[i + 1].kind == Tok::left_brace || tokens[i + 1].kind == Tok::semicolon || tokens[i + 1].kind == Tok::colon || tokens[i + 1].kind == Tok::less)) {
      t.is_record = true;
      t.name = tokens[i].text;
      t.span = symbol.span = tokens[i].span;
      if (tokens[i + 1].kind == Tok::less) {
        report(Code::WB4001, t.span, {"partial specialisations", "specialise for whole argument lists: `template <> struct X<float>`"});
        return;
      }
      Symbol* old = lookup_in(*scope, t.name);
      bool is_definition = tokens[i + 1].kind != Tok::semicolon;
      if (old && old->kind == SymbolKind::record_template) {
        if (is_definition) {
          old->tmpl->begin = t.begin;
          old->tmpl->end = t.end;
          old->tmpl->parameters = t.parameters;
        }
        return;
      }
      declare(t.name, symbol);
      return;
    }
  }
  if (is(Tok::kw_using)) {
    t.is_alias = true;
    t.name = peek(1).text;
    symbol.span = peek(1).span;
    if (kind(1) == Tok::identifier) declare(t.name, symbol);
    return;
  }
  FunctionDecl* f = read_template_signature(t);
  if (!f) {
    declare_host_names(t.begin, t.end);
    return;
  }
  f->extent = cover(tokens[begin].span, tokens[t.end > 0 ? t.end - 1 : 0].span);
  f->declaration_begin = begin;
}

FunctionDecl* Parser::read_template_signature(TemplateDecl& t) {
  FunctionDecl& f = functions.emplace_back();
  Scope* pattern = new_scope(Scope::Kind::template_, scope);
  std::vector<TemplateArgument> unknown;
  for (uint32_t i = 0; i < t.parameters.size(); ++i) {
    TemplateArgument a;
    a.is_type = t.parameters[i].is_type;
    a.type = a.is_type ? placeholder_type(i, t.parameters[i].name) : t.parameters[i].type;
    a.bits = i;
    unknown.push_back(a);
  }
  bind_arguments(*pattern, t, unknown);
  Specifiers specs;
  Declarator d;
  {
    Quiet silent(*this);
    bool was = in_template_pattern;
    in_template_pattern = true;
    InScope inside(*this, pattern);
    specs = parse_specifiers(true);
    d = parse_declarator(specs);
    in_template_pattern = was;
  }
  if (d.name.empty() || !d.is_function || d.qualifier) {
    bool is_variable = !d.name.empty() && !d.is_function && !d.qualifier && (is(Tok::equal) || is(Tok::left_brace));
    if (is_variable) {
      Symbol symbol;
      symbol.kind = SymbolKind::record_template;
      symbol.tmpl = &t;
      symbol.span = d.span;
      t.is_variable = true;
      declare(d.name, symbol);
      return nullptr;
    }
    if (d.qualifier && (specs.is_device || specs.is_global)) report(Code::WB4001, d.span, {"members defined outside their class template", "define the method inside its class"});
    return nullptr;
  }
  t.name = d.name;
  t.span = d.span;
  f.name = d.name;
  f.span = d.span;
  f.is_device = specs.is_device;
  f.is_host = specs.is_host || !specs.is_device;
  f.is_kernel = specs.is_global;
  f.is_constexpr = specs.is_constexpr;
  f.result = module->types.unqualified(d.function_result);
  f.parameters = d.parameters;
  f.is_auto = specs.is_auto;
  f.is_constructor = d.is_constructor;
  f.scope = scope;
  f.owner = current_record;
  f.is_static_method = current_record && specs.is_static;
  f.is_const_method = d.is_const_method;
  f.tmpl = &t;
  f.is_readable = true;
  if (is(Tok::left_brace) || is(Tok::colon)) f.body_begin = pos;
  // A definition completes the declaration that came before.
  Symbol* old = lookup_in(*scope, f.name);
  if (old && old->kind == SymbolKind::functions) {
    for (FunctionDecl*& other : old->functions) {
      bool same = other->tmpl && other->parameters.size() == f.parameters.size() && other->tmpl->parameters.size() == t.parameters.size();
      for (size_t i = 0; same && i < f.parameters.size(); ++i) same = other->parameters[i].type == f.parameters[i].type;
      for (size_t i = 0; same && i < t.parameters.size(); ++i) same = other->tmpl->parameters[i].is_type == t.parameters[i].is_type;
      if (!same || other->body_begin != 0) continue;
      for (size_t i = 0; i < t.parameters.size(); ++i)
        if (t.parameters[i].default_begin == 0) {
          t.parameters[i].default_begin = other->tmpl->parameters[i].default_begin;
          t.parameters[i].default_text = other->tmpl->parameters[i].default_text;
        }
      for (size_t i = 0; i < f.parameters.size(); ++i)
        if (f.parameters[i].default_begin == 0) f.parameters[i].default_begin = other->parameters[i].default_begin;
      std::replace(kernels.begin(), kernels.end(), other, &f);
      other->tmpl->begin = t.begin;  // calls that were bound to the declaration instantiate the definition
      other->tmpl->end = t.end;
      other->body_begin = f.body_begin;
      if (f.is_kernel && std::find(kernels.begin(), kernels.end(), &f) == kernels.end()) kernels.push_back(&f);
      other = &f;
      return &f;
    }
    old->functions.push_back(&f);
  } else {
    Symbol symbol;
    symbol.kind = SymbolKind::functions;
    symbol.functions.push_back(&f);
    symbol.span = f.span;
    declare(f.name, symbol);
  }
  if (f.is_kernel) kernels.push_back(&f);
  return &f;
}

// template <> struct X<float> {...}   |   template <> __device__ T f<float>(...) {...}
void Parser::parse_explicit_specialisation(size_t begin) {
  size_t end = pos;
  bool is_device = is_device_declaration(pos, end);
  if (is(Tok::kw_struct) || is(Tok::kw_class)) {
    size_t declaration = pos;
    take();
    Token name = take();
    Symbol* symbol = lookup(name.text);
    std::vector<TemplateArgument> arguments;
    Span last;
    if (!symbol || symbol->kind != SymbolKind::record_template || !is(Tok::less)) {
      report(Code::WB3036, name.span, {std::string(name.text), "there is no such class template"});
    } else {
      std::optional<Quiet> silent;
      if (!is_device) silent.emplace(*this);
      if (parse_template_arguments(arguments, last) && complete_arguments(*symbol->tmpl, arguments, name.span)) symbol->tmpl->specialisations.emplace_back(arguments, declaration);
    }
    pos = end;
    return;
  }
  if (!is_device) {
    pos = end;
    return;
  }
  Specifiers specs = parse_specifiers(true);
  Declarator d = parse_declarator(specs);
  if (specs.ok && d.ok && d.is_function) {
    Symbol* symbol = d.qualifier ? lookup_in(*d.qualifier, d.name) : lookup(d.name);
    FunctionDecl* primary = nullptr;
    std::vector<TemplateArgument> arguments;
    if (symbol && symbol->kind == SymbolKind::functions) {
      std::vector<TemplateArgument> given;
      Span last;
      bool ok = true;
      if (d.specialised_begin) {
        At there(*this, d.specialised_begin, nullptr);
        ok = parse_template_arguments(given, last);
      }
      for (FunctionDecl* candidate : symbol->functions) {
        if (!ok || !candidate->tmpl || candidate->parameters.size() != d.parameters.size() || primary) continue;
        std::vector<TemplateArgument> out(candidate->tmpl->parameters.size());
        for (size_t i = 0; i < given.size() && i < out.size(); ++i) {
          out[i] = given[i];
          out[i].is_known = true;
        }
        bool fits = given.size() <= out.size();
        for (size_t i = 0; fits && i < d.parameters.size(); ++i) fits = deduce_type(candidate->parameters[i].type, d.parameters[i].type, out);
        if (fits && complete_arguments(*candidate->tmpl, out, d.span)) {
          primary = candidate;
          arguments = out;
        }
      }
    }
    if (!primary) {
      report(Code::WB3036, d.span, {std::string(d.name), "there is no function template that this would specialise"});
    } else {
      FunctionDecl& f = functions.emplace_back();
      f.name = d.name;
      f.display_name = std::string(d.name) + argument_list(arguments);
      f.span = d.span;
      f.is_device = specs.is_device;
      f.is_host = specs.is_host || !specs.is_device;
      f.is_kernel = specs.is_global;
      f.result = module->types.unqualified(d.function_result);
      f.parameters = d.parameters;
      f.scope = scope;
      f.instance_of = primary;
      f.arguments = arguments;
      f.extent = cover(tokens[begin].span, tokens[end - 1].span);
      if (is(Tok::left_brace)) f.body_begin = pos;
      create_function(f);
      primary->tmpl->function_specialisations.emplace_back(arguments, &f);
      if (f.body_begin) parse_function_body(f);
    }
  }
  pos = end;
}

// template-arguments = "<" (type | constant) ,* ">"
bool Parser::parse_template_arguments(std::vector<TemplateArgument>& out, Span& last) {
  Nesting guard(*this);
  if (guard.too_deep) return false;
  size_t behind = skip_template_list(pos);
  Token open = take();
  bool ok = true;
  while (!is(Tok::greater)) {
    TemplateArgument a;
    if (is_type_start()) {
      auto type = parse_type_id();
      if (!type) ok = false;
      else a.type = *type, a.is_known = !is_placeholder(*type);
    } else {
      a.is_type = false;
      if (in_template_pattern && is(Tok::identifier) && (kind(1) == Tok::comma || kind(1) == Tok::greater)) {
        Symbol* symbol = lookup(peek().text);
        if (symbol && symbol->kind == SymbolKind::value && !symbol->is_known) {
          take();
          a.type = symbol->type;
          a.bits = symbol->bits;
          out.push_back(a);
          if (!eat(Tok::comma)) break;
          continue;
        }
      }
      if (fn) ++fn->constant_depth;
      ExprId e = parse_binary(7);  // comparisons need parentheses here: `>` ends the list
      const bool is_set = is_function_set(e);
      if (!is_set) e = rvalue(e);
      if (fn) --fn->constant_depth;
      if (is_set) {  // the parameter's type says which function is meant: complete_arguments()
        a.type = at(e).type;
        a.bits = e.v;
        a.is_known = true;
      } else if (!e) {
        ok = false;
      } else if (auto value = evaluate(e)) {
        a.type = at(e).type;
        a.bits = *value;
        a.is_known = true;
      } else {
        ok = false;
        if (!in_template_pattern) {
          std::string why;
          Span span = why_not_constant(e, why);
          report(Code::WB3040, span, {why});
        }
      }
    }
    out.push_back(a);
    if (!ok || !eat(Tok::comma)) break;
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

void Parser::bind_arguments(Scope& where, const TemplateDecl& t, const std::vector<TemplateArgument>& arguments) {
  for (size_t i = 0; i < t.parameters.size() && i < arguments.size(); ++i) {
    if (t.parameters[i].name.empty()) continue;
    Symbol symbol;
    symbol.kind = arguments[i].is_type ? SymbolKind::type : SymbolKind::value;
    symbol.type = arguments[i].type;
    symbol.bits = arguments[i].bits;
    symbol.is_known = arguments[i].is_type || arguments[i].is_known;
    symbol.span = t.parameters[i].span;
    where.names[t.parameters[i].name] = symbol;
  }
}

std::string Parser::argument_list(const std::vector<TemplateArgument>& arguments) const {
  std::string text = "<";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i) text += ", ";
    const uint64_t function = arguments[i].bits & ~function_pointer_tag;
    if (!arguments[i].is_type && module->types.is_pointer(arguments[i].type) && function && function <= module->functions.size()) text += module->functions[function - 1].name;
    else text += arguments[i].is_type ? type_name(arguments[i].type) : format_scalar(module->types[arguments[i].type].scalar, arguments[i].bits);
  }
  return text + ">";
}

// Fills in defaults and converts values to the parameters' types; reports what does not fit.
bool Parser::complete_arguments(TemplateDecl& t, std::vector<TemplateArgument>& arguments, Span place) {
  if (arguments.size() > t.parameters.size())
    return report(Code::WB3036, place, {std::string(t.name), "it has " + std::to_string(t.parameters.size()) + " parameters, " + std::to_string(arguments.size()) + " given"});
  arguments.resize(t.parameters.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TemplateParameter& p = t.parameters[i];
    TemplateArgument& a = arguments[i];
    bool is_given = a.is_known || (a.is_type ? a.type.v != 0 : true);
    if (!is_given || (a.is_type && a.type.v == 0 && !a.is_known)) {
      if (p.default_begin == 0) return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` is missing"});
      Scope* bound = new_scope(Scope::Kind::template_, t.scope);
      bind_arguments(*bound, t, std::vector<TemplateArgument>(arguments.begin(), arguments.begin() + static_cast<long>(i)));
      At there(*this, p.default_begin, bound);
      if (p.is_type) {
        auto type = parse_type_id();
        if (!type) return false;
        a = {true, *type, 0, true};
      } else {
        ExprId e = rvalue(parse_binary(7));
        auto value = evaluate(e);
        if (!value) return report(Code::WB3040, e ? at(e).span : here(), {"its value is not known while compiling"});
        a = {false, at(e).type, *value, true};
      }
    }
    if (a.is_type != p.is_type)
      return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a " + (p.is_type ? "type" : "value")});
    if (a.is_type) continue;
    TypeId wanted = p.type;
    if (is_placeholder(wanted) && p.type_begin) {
      Scope* bound = new_scope(Scope::Kind::template_, t.scope);
      bind_arguments(*bound, t, arguments);
      At there(*this, p.type_begin, bound);
      Specifiers specs = parse_specifiers(false);
      wanted = module->types.unqualified(parse_declarator(specs, true).type);
    }
    const Type from = module->types[a.type], to = module->types[wanted];
    if (to.kind == TypeKind::pointer && module->types[to.element].kind == TypeKind::function) {
      if (a.type == wanted) continue;
      const ExprId set{static_cast<uint32_t>(a.bits)};
      FunctionDecl* f = function_sets.count(set.v) && at(set).type == a.type ? choose_function(set, wanted) : nullptr;
      if (!f || !function_address(*f, place)) return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a function of type `" + type_name(wanted) + "`"});
      a = {false, wanted, function_pointer(f->id), true};
      continue;
    }
    bool is_number = from.kind == TypeKind::scalar || from.kind == TypeKind::enumeration;
    if (!is_number || (to.kind != TypeKind::scalar && to.kind != TypeKind::enumeration))
      return report(Code::WB3036, place, {std::string(t.name), "`" + std::string(p.name) + "` must be a constant of type `" + type_name(wanted) + "`"});
    if (a.is_known) a.bits = convert_scalar(from.scalar, to.scalar, a.bits);
    a.type = wanted;
  }
  return true;
}

// T&& where T is deduced: takes variables as T& and values as T&&.
bool Parser::is_forwarding_reference(TypeId pattern_id) {
  const Type pattern = module->types[pattern_id];
  if (pattern.kind != TypeKind::reference || !pattern.is_rvalue) return false;
  const Type element = module->types[pattern.element];
  return element.kind == TypeKind::record && !element.is_const && !element.is_volatile && element.index < records.size() && records[element.index].is_placeholder;
}

// Matches a parameter's pattern with the type of an argument. False: they cannot agree.
bool Parser::deduce_type(TypeId pattern_id, TypeId actual_id, std::vector<TemplateArgument>& out) {
  const Type pattern = module->types[pattern_id], actual = module->types[actual_id];
  if (pattern.kind == TypeKind::record && pattern.index < records.size() && records[pattern.index].is_placeholder) {
    uint32_t index = records[pattern.index].placeholder_index;
    if (index >= out.size()) return true;  // depends on something that cannot be deduced
    Type plain = actual;
    if (actual.kind != TypeKind::reference && actual.kind != TypeKind::array) {
      if (pattern.is_const) plain.is_const = false;
      if (pattern.is_volatile) plain.is_volatile = false;
    }
    TypeId type = module->types.intern(plain);
    if (actual.kind == TypeKind::array && pattern.is_const) type = module->types.unqualified(actual_id);
    if (index < given_arguments) return true;  // written out: the argument is converted to it
    if (out[index].is_known) return !out[index].is_type || out[index].type == type;
    out[index] = {true, type, 0, true};
    return true;
  }
  if (pattern.kind == TypeKind::pointer || pattern.kind == TypeKind::reference) {
    if (!is_placeholder(pattern_id) && !(pattern.kind == TypeKind::pointer && module->types.is_record(pattern.element))) return true;
    if (actual.kind != pattern.kind) return !is_placeholder(pattern_id);
    return deduce_type(pattern.element, actual.element, out);
  }
  if (pattern.kind == TypeKind::function) {
    if (actual.kind != TypeKind::function) return false;
    const std::vector<TypeId> wanted = module->types.function_parameters[pattern.index], given = module->types.function_parameters[actual.index];
    if (wanted.size() != given.size()) return false;
    for (size_t i = 0; i < wanted.size(); ++i)
      if (!deduce_type(wanted[i], given[i], out)) return false;
    return deduce_type(pattern.element, actual.element, out);
  }
  if (pattern.kind == TypeKind::array) {
    if (actual.kind != TypeKind::array) return false;
    if (pattern.count & bound_marker) {
      uint64_t index = pattern.count & ~bound_marker;
      if (index >= out.size()) return false;
      if (out[index].is_known && out[index].bits != actual.count) return false;
      if (!out[index].is_known) out[index] = {false, module->types.scalar(ScalarKind::ulong), actual.count, true};
    }
    return deduce_type(pattern.element, actual.element, out);
  }
  if (pattern.kind == TypeKind::record && actual.kind == TypeKind::record && pattern.index < records.size() && records[pattern.index].tmpl) {
    RecordInfo& p = record_info({pattern.index});
    RecordInfo& a = record_info({actual.index});
    if (p.tmpl != a.tmpl) return false;
    for (size_t i = 0; i < p.arguments.size() && i < a.arguments.size(); ++i) {
      if (p.arguments[i].is_known) continue;
      if (p.arguments[i].is_type) {
        if (!deduce_type(p.arguments[i].type, a.arguments[i].type, out)) return false;
      } else if (p.arguments[i].bits < out.size()) {
        TemplateArgument& slot = out[p.arguments[i].bits];
        if (slot.is_known && slot.bits != a.arguments[i].bits) return false;
        slot = a.arguments[i];
      }
    }
  }
  return true;
}

bool Parser::deduce(FunctionDecl& f, const std::vector<TemplateArgument>& given, const std::vector<ExprId>& arguments,
                    std::vector<TemplateArgument>& out, std::string& missing) {
  TemplateDecl& t = *f.tmpl;
  if (given.size() > t.parameters.size()) return false;
  out.assign(t.parameters.size(), {});
  for (size_t i = 0; i < given.size(); ++i) {
    if (given[i].is_type != t.parameters[i].is_type) return false;
    out[i] = given[i];
    out[i].is_known = true;
  }
  given_arguments = given.size();
  struct Reset {
    size_t& count;
    ~Reset() { count = 0; }
  } reset{given_arguments};
  for (size_t i = 0; i < arguments.size() && i < f.parameters.size(); ++i) {
    if (is_open_list(arguments[i])) continue;
    TypeId pattern = f.parameters[i].type;
    TypeId actual = value_type(arguments[i]);
    if (module->types[pattern].kind == TypeKind::reference) {
      bool is_forwarding = is_forwarding_reference(pattern);
      pattern = module->types[pattern].element;
      actual = at(arguments[i]).type;
      if (is_forwarding && at(arguments[i]).is_lvalue && !at(arguments[i]).is_xvalue) actual = module->types.reference_to(actual);
    } else {
      pattern = module->types.unqualified(pattern);
    }
    if (is_null_constant(arguments[i]) && module->types.is_pointer(pattern)) continue;
    if (!deduce_type(pattern, actual, out)) return false;
  }
  for (size_t i = 0; i < out.size(); ++i)
    if (!out[i].is_known && t.parameters[i].default_begin == 0) {
      missing = std::string(t.parameters[i].name);
      return false;
    }
  return true;
}

// The function that the template gives for these arguments; null: its signature does not fit them.
FunctionDecl* Parser::instantiate(FunctionDecl& f, std::vector<TemplateArgument> arguments, Span place) {
  TemplateDecl& t = *f.tmpl;
  for (TemplateArgument& a : arguments)
    if (!a.is_known) a = {};
  {
    Quiet silent(*this);
    if (!complete_arguments(t, arguments, place)) return nullptr;
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
  if (++instantiations > limits::instantiations) {
    report(Code::WB3065, place, {std::to_string(limits::instantiations)});
    stopped = true;
    pos = tokens.size() - 1;
    return nullptr;
  }
  Scope* bound = new_scope(Scope::Kind::template_, t.scope);
  bind_arguments(*bound, t, arguments);
  FunctionContext* outer = fn;
  std::optional<RecordId> outer_record = current_record;
  fn = nullptr;
  Specifiers specs;
  Declarator d;
  bool ok = true;
  {
    Quiet silent(*this);
    At there(*this, t.begin, bound);
    current_record = f.owner;
    specs = parse_specifiers(true);
    d = parse_declarator(specs);
    ok = specs.ok && d.ok && !silent.failed();
  }
  current_record = outer_record;
  fn = outer;
  if (!ok) return nullptr;
  FunctionDecl& made = functions.emplace_back();
  made.name = f.name;
  made.display_name = std::string(f.name) + argument_list(arguments);
  made.span = f.span;
  made.is_device = f.is_device;
  made.is_host = f.is_host;
  made.is_kernel = f.is_kernel;
  made.is_constexpr = f.is_constexpr;
  made.is_static_method = f.is_static_method;
  made.is_const_method = f.is_const_method;
  made.is_auto = specs.is_auto;
  made.owner = f.owner;
  made.result = module->types.unqualified(d.function_result);
  made.parameters = d.parameters;
  for (size_t i = 0; i < made.parameters.size() && i < f.parameters.size(); ++i)
    if (made.parameters[i].default_begin == 0) made.parameters[i].default_begin = f.parameters[i].default_begin;
  made.scope = bound;
  made.body_begin = f.body_begin;
  made.extent = f.extent;
  made.instance_of = &f;
  made.arguments = arguments;
  made.instantiation_depth = depth;
  made.asked_at = user_place(place);
  create_function(made);
  module->functions[made.id.v].max_threads = specs.max_threads ? specs.max_threads : static_cast<uint32_t>(d.pattern_count);
  t.functions.push_back({std::move(arguments), &made});
  if (made.body_begin && quiet == 0) {
    made.is_queued = true;
    queue.push_back(&made);
  } else if (made.body_begin) {
    made.is_queued = true;
    queue.push_back(&made);
  }
  return &made;
}

std::optional<TypeId> Parser::instantiate_record(TemplateDecl& t, std::vector<TemplateArgument> arguments, Span place) {
  if (t.is_variable) return std::nullopt;
  if (!complete_arguments(t, arguments, place)) return std::nullopt;
  if (t.is_alias) {
    if (t.end <= t.begin) return std::nullopt;
    Scope* bound = new_scope(Scope::Kind::template_, t.scope);
    bind_arguments(*bound, t, arguments);
    At there(*this, t.begin, bound);
    Nesting guard(*this);
    if (guard.too_deep) return std::nullopt;
    take();
    take();
    if (!eat(Tok::equal)) return std::nullopt;
    return parse_type_id();
  }
  for (const auto& known : t.instances)
    if (known.arguments == arguments) return known.type;
  if (++instantiations > limits::instantiations) {
    report(Code::WB3065, place, {std::to_string(limits::instantiations)});
    stopped = true;
    pos = tokens.size() - 1;
    return std::nullopt;
  }
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
  RecordInfo& info = record_info(id);
  info.tmpl = &t;
  info.arguments = arguments;
  TypeId type = module->types.record(id);
  t.instances.push_back({arguments, type});
  bool is_pattern = false;
  for (const TemplateArgument& a : arguments) is_pattern |= !a.is_known || (a.is_type && is_placeholder(a.type));
  Scope* bound = new_scope(Scope::Kind::template_, t.scope);
  bind_arguments(*bound, t, arguments);
  info.scope = new_scope(Scope::Kind::record, bound);
  info.scope->record = id;
  info.scope->name = t.name;
  if (is_pattern) return type;
  size_t begin = t.begin;
  for (const auto& [known, where] : t.specialisations)
    if (known == arguments) begin = where;
  FunctionContext* outer = fn;
  SwitchContext* outer_switch = sw;
  std::optional<RecordId> outer_record = current_record;
  fn = nullptr;
  {
    At there(*this, begin, bound);
    bool is_union = is(Tok::kw_union);
    module->types.records[id.v].is_union = is_union;
    take();
    module->types.records[id.v].alignment = parse_alignment();
    take();
    if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
    if (is(Tok::colon)) parse_bases(id);
    if (is(Tok::left_brace)) parse_record_body(id);
  }
  parse_pending_bodies();
  current_record = outer_record;
  fn = outer;
  sw = outer_switch;
  return type;
}

}  // namespace wb

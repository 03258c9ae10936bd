// Templates by reading again: a template is a range of tokens; an instance reads it with the parameters bound to types and values
// (instances.cpp). For deduction the signature is read once with stand-ins ("placeholders") for the parameters, which are then matched
// against arguments (deduction.cpp). Here: what a declaration with template<...> in front declares.
#include <algorithm>
#include <utility>

#include "simulator/language/constraints.h"

namespace wb {

// template = "template" "<" parameters ">" declaration
void Parser::parse_template() {
  size_t begin = pos;
  Span first = take().span;
  if (!is(Tok::less)) {  // an explicit instantiation: the instance is made when it is used
    while (!is(Tok::semicolon) && !is(Tok::end) && !is(Tok::left_brace) && !is(Tok::right_brace)) take();
    eat(Tok::semicolon);
    return;
  }
  // template <> template <> T Foo<float>::get<int>(): every list is empty, and the name says what is specialised.
  while (kind(1) == Tok::greater && kind(2) == Tok::kw_template && kind(3) == Tok::less && kind(4) == Tok::greater) pos += 3;
  if (kind(1) == Tok::greater && kind(2) == Tok::kw_template) {
    size_t end = pos + 2;
    while (tokens[end].kind == Tok::kw_template && tokens[end + 1].kind == Tok::less) end = std::max(skip_template_list(end + 1), end + 2);
    is_device_declaration(end, end);
    report(Code::WB4001, first, {"specialised member templates of specialised templates", "specialise the whole class"});
    pos = end;
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
  size_t declaration = behind;
  while (tokens[declaration].kind == Tok::kw_template && tokens[declaration + 1].kind == Tok::less)
    declaration = std::max(skip_template_list(declaration + 1), declaration + 2);
  is_device = is_device_declaration(declaration, end);
  Scope* pattern = new_scope(Scope::Kind::template_, scope);
  {
    InScope inside(*this, pattern);
    std::optional<Quiet> silent;
    if (!is_device) silent.emplace(*this);
    if (!parse_template_parameters(t)) {
      silent.reset();
      if (!is_device) declare_host_names(declaration, end);
      pos = end;
      return;
    }
  }
  t.begin = pos;
  t.end = end;
  if (is(Tok::kw_friend)) {
    parse_friend_template(t, begin);
  } else if (!parse_deduction_guide(t) && !parse_member_definition(t)) {
    parse_template_declaration(t, begin);
  }
  pos = end;
}

// A friend with a body is a function of the namespace around; without one it says nothing that is needed here.
void Parser::parse_friend_template(TemplateDecl& t, size_t begin) {
  if (current_record) note_friend(*current_record, pos);
  if (t.end == 0 || tokens[t.end - 1].kind != Tok::right_brace) return;
  take();
  t.begin = pos;
  if (is(Tok::kw_struct) || is(Tok::kw_class)) return;
  std::optional<RecordId> outer = current_record;
  current_record.reset();
  Scope* home = scope;
  while (home->kind != Scope::Kind::name_space) home = home->parent;
  FunctionDecl* f = nullptr;
  {
    Scope* own = scope;
    InScope inside(*this, home);
    friend_scope = own;
    f = read_template_signature(t);
    friend_scope = nullptr;
  }
  current_record = outer;
  if (!f) return;
  f->extent = cover(tokens[begin].span, tokens[t.end - 1].span);
  f->declaration_begin = begin;
}

// Name(parameters) -> Name<arguments>;
bool Parser::parse_deduction_guide(TemplateDecl& t) {
  size_t i = pos;
  if (tokens[i].kind == Tok::kw_explicit) ++i;
  if (tokens[i].kind != Tok::identifier || tokens[i + 1].kind != Tok::left_paren) return false;
  size_t behind = skip_balanced(i + 1);
  while (tokens[behind].kind == Tok::kw_device || tokens[behind].kind == Tok::kw_host) ++behind;
  if (tokens[behind].kind != Tok::arrow) return false;
  Symbol* symbol = lookup(tokens[i].text);
  if (!symbol || symbol->kind != SymbolKind::record_template) return false;
  symbol->tmpl->guides.push_back({&t, i + 1, behind + 1});
  return true;
}

// Foo<T>::get( or Foo<T>::Inner::get(, the class's name at `name`, the cursor of the search behind its arguments. Is that a class template's
// member? Then it is noted, and defined for the instances that exist.
bool Parser::declares_member(TemplateDecl& t, size_t name, size_t behind) {
  size_t at_member = behind + 1;
  std::vector<std::string_view> nested;
  for (; tokens[at_member].kind == Tok::identifier && tokens[at_member + 1].kind == Tok::scope; at_member += 2) nested.push_back(tokens[at_member].text);
  const Token& member = tokens[at_member];
  const Tok next = tokens[at_member + 1].kind;
  const bool names_it = member.kind == Tok::kw_operator || member.kind == Tok::tilde ||
                        (member.kind == Tok::identifier && (next == Tok::left_paren || next == Tok::equal || next == Tok::semicolon || next == Tok::left_brace || next == Tok::left_bracket));
  // Foo<T>::operator+ may also be a conversion's type: only what names a class template counts.
  const Symbol* symbol = names_it ? lookup(tokens[name].text) : nullptr;
  if (!symbol || symbol->kind != SymbolKind::record_template || !symbol->tmpl->is_record) return false;
  TemplateDecl& owner = *symbol->tmpl;
  bool names_parameters = false, is_own_list = true;  // Foo<T, N> in the order of the parameters; Foo<T*> belongs to a partial specialisation
  size_t count = 0;
  for (size_t i = name + 2; i + 1 < behind; ++i) {
    const bool is_parameter = std::any_of(t.parameters.begin(), t.parameters.end(), [&](const TemplateParameter& p) { return p.name == tokens[i].text; });
    names_parameters |= is_parameter;
    if (is_parameter) is_own_list &= count < t.parameters.size() && t.parameters[count++].name == tokens[i].text;
    else is_own_list &= tokens[i].kind == Tok::comma || tokens[i].kind == Tok::ellipsis;
  }
  if (!names_parameters) return false;  // Foo<int>::get: a member template of a full specialisation
  t.name = member.kind == Tok::identifier ? member.text : member.kind == Tok::tilde ? std::string_view("~") : std::string_view("operator");
  t.span = member.span;
  t.is_constructor = member.text == (nested.empty() ? tokens[name].text : nested.back());
  t.member_name = name;
  t.nested = std::move(nested);
  if (!is_own_list) {
    At there(*this, name + 1, nullptr);
    t.member_of = read_partial(t, owner, tokens[name]);
    if (!t.member_of) return true;
  }
  owner.members.push_back(&t);
  std::vector<TypeId> made;
  for (const TemplateDecl::Instance& instance : owner.instances) made.push_back(instance.type);
  for (TypeId type : made)
    if (!is_placeholder(type)) define_member({module->types[type].index}, t);
  return true;
}

// `T Foo<T>::get() {...}`: a member of a class template that is defined outside. It is read for each instance of the class.
bool Parser::parse_member_definition(TemplateDecl& t) {
  size_t i = t.begin;
  while (tokens[i].kind == Tok::kw_template && tokens[i + 1].kind == Tok::less) i = std::max(skip_template_list(i + 1), i + 2);
  for (; i < t.end; ++i) {
    Tok k = tokens[i].kind;
    if (k == Tok::left_paren && i > t.begin && tokens[i - 1].kind != Tok::kw_decltype && tokens[i - 1].kind != Tok::kw_launch_bounds && tokens[i - 1].kind != Tok::kw_attribute) return false;
    if (k == Tok::left_paren) {
      i = skip_balanced(i) - 1;
      continue;
    }
    if (k == Tok::left_brace || k == Tok::semicolon || k == Tok::equal) return false;
    if (k != Tok::identifier || tokens[i + 1].kind != Tok::less) continue;
    size_t behind = skip_template_list(i + 1);
    if (behind <= i + 1) return false;
    if (tokens[behind].kind == Tok::scope && declares_member(t, i, behind)) return true;
    i = behind - 1;
  }
  return false;
}

// The declaration behind template<...>: a record, an alias, or a function whose signature is read with stand-ins.
void Parser::parse_template_declaration(TemplateDecl& t, size_t begin) {
  Symbol symbol;
  symbol.tmpl = &t;
  symbol.kind = SymbolKind::record_template;
  if (is(Tok::kw_struct) || is(Tok::kw_class) || is(Tok::kw_union)) {
    size_t i = pos + 1;
    for (;;) {
      if (tokens[i].kind == Tok::kw_align || tokens[i].kind == Tok::kw_alignas || tokens[i].kind == Tok::kw_attribute) i = skip_balanced(i + 1);
      else if (tokens[i].kind == Tok::left_bracket) i = skip_balanced(i);
      else break;
    }
    size_t next = i + 1;
    if (tokens[next].kind == Tok::identifier && tokens[next].text == "final") ++next;
    Tok after = tokens[next].kind;
    if (tokens[i].kind == Tok::identifier && (after == Tok::left_brace || after == Tok::semicolon || after == Tok::colon || after == Tok::less)) {
      t.is_record = true;
      t.name = tokens[i].text;
      t.span = symbol.span = tokens[i].span;
      if (after == Tok::less) {
        At there(*this, next, nullptr);
        size_t behind = skip_template_list(next);
        Tok k = tokens[behind].kind;
        if (behind > next && (k == Tok::left_brace || k == Tok::colon || k == Tok::semicolon || k == Tok::identifier)) {
          parse_partial_specialisation(t, tokens[i]);
          return;
        }
      } else {
        Symbol* old = lookup_in(*scope, t.name);
        bool is_definition = after != Tok::semicolon;
        if (old && old->kind == SymbolKind::record_template) {
          merge_defaults(t, *old->tmpl);
          if (is_definition) {
            old->tmpl->begin = t.begin;
            old->tmpl->end = t.end;
            old->tmpl->scope = t.scope;
          }
          old->tmpl->parameters = t.parameters;
          return;
        }
        declare(t.name, symbol);
        return;
      }
    }
  }
  if (is(Tok::kw_using)) {
    t.is_alias = true;
    t.name = peek(1).text;
    symbol.span = peek(1).span;
    if (kind(1) == Tok::identifier) declare(t.name, symbol);
    return;
  }
  if (is(Tok::kw_concept)) return declare_concept(*this, t);
  FunctionDecl* f = read_template_signature(t);
  if (!f) {
    if (!t.is_variable && !t.is_completed) declare_host_names(t.begin, t.end);
    return;
  }
  f->extent = cover(tokens[begin].span, tokens[t.end > 0 ? t.end - 1 : 0].span);
  f->declaration_begin = begin;
}

// Is a constructor declared at the cursor, behind its words? Then the cursor moves to its name.
bool Parser::at_constructor(Specifiers& specs) {
  if (!current_record) return false;
  std::string own = module->types.records[current_record->v].name;
  own = own.substr(0, own.find('<'));
  size_t i = pos;
  auto is_constructor_word = [](Tok k) {
    return k == Tok::kw_device || k == Tok::kw_host || k == Tok::kw_constexpr || k == Tok::kw_inline || k == Tok::kw_forceinline || k == Tok::kw_explicit || k == Tok::kw_noinline || k == Tok::kw_inline2;
  };
  while (is_constructor_word(tokens[i].kind)) ++i;
  if (tokens[i].kind != Tok::identifier || tokens[i].text != own || tokens[i + 1].kind != Tok::left_paren) return false;
  for (; pos < i; ++pos) {
    specs.is_device |= is(Tok::kw_device);
    specs.is_host |= is(Tok::kw_host);
    specs.is_constexpr |= is(Tok::kw_constexpr);
    specs.is_explicit |= is(Tok::kw_explicit);
  }
  return true;
}

// specifiers declarator, also of a constructor.
void Parser::parse_signature(Specifiers& specs, Declarator& d) {
  if (!at_constructor(specs)) {
    specs = parse_specifiers(true);
    if (specs.ok) d = parse_declarator(specs);
    else d.ok = false;
    return;
  }
  Token name = take();
  d.name = name.text;
  d.span = name.span;
  d.is_constructor = d.is_function = true;
  take();
  d.parameters = parse_parameters(d.ok, &d);
  while (parse_function_word(d)) {}
}

FunctionDecl* Parser::read_template_signature(TemplateDecl& t) {
  FunctionDecl& f = functions.emplace_back();
  if (friend_scope) t.scope = friend_scope;
  Scope* pattern = new_scope(Scope::Kind::template_, t.scope);
  for (uint32_t i = 0; i < t.parameters.size(); ++i) bind_argument(*pattern, t.parameters[i], stand_in(t, i));
  Specifiers specs;
  Declarator d;
  {
    Quiet silent(*this);
    bool was = std::exchange(in_template_pattern, true);
    InScope inside(*this, pattern);
    parse_signature(specs, d);
    in_template_pattern = was;
  }
  if (d.name.empty() || !d.is_function || d.qualifier) {
    bool is_variable = !d.name.empty() && !d.is_function && !d.qualifier && (is(Tok::equal) || is(Tok::left_brace));
    if (is_variable) {
      t.is_variable = true;
      t.name = d.name;
      t.span = d.span;
      if (d.specialised_begin) {
        Symbol* primary = lookup(d.name);
        if (!primary || primary->kind != SymbolKind::record_template || !primary->tmpl->is_variable) {
          report(Code::WB3036, d.span, {std::string(d.name), "there is no such variable template"});
          return nullptr;
        }
        At there(*this, d.specialised_begin, nullptr);
        Token name;
        name.span = d.span;
        add_partial(t, *primary->tmpl, name);
        return nullptr;
      }
      Symbol symbol;
      symbol.kind = SymbolKind::record_template;
      symbol.tmpl = &t;
      symbol.span = d.span;
      declare(d.name, symbol);
      return nullptr;
    }
    if (d.qualifier && d.is_function) complete_member_template(t, specs, d);
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
  f.is_consteval = specs.is_consteval;
  f.result = module->types.unqualified(d.function_result);
  f.parameters = d.parameters;
  f.is_auto = is_auto_type(d.function_result);
  f.is_constructor = d.is_constructor;
  f.scope = scope;
  f.owner = current_record;
  if (f.owner) f.access = record_info(*f.owner).access;
  f.is_static_method = current_record && specs.is_static;
  f.is_const_method = d.is_const_method;
  f.is_deleted = d.is_deleted_or_default;
  f.tmpl = &t;
  if (d.constraint.end) t.constraints.push_back(d.constraint);
  f.is_readable = true;
  if (is(Tok::left_brace) || is(Tok::colon)) f.body_begin = pos;
  return add_template_function(t, f);
}

// Into its overload set; a definition completes the declaration that came before.
FunctionDecl* Parser::add_template_function(TemplateDecl& t, FunctionDecl& f) {
  if (f.is_constructor && f.owner) {
    record_info(*f.owner).constructors.push_back(&f);
    return &f;
  }
  Symbol* old = lookup_in(*scope, f.name);
  if (old && old->kind == SymbolKind::functions) {
    for (FunctionDecl*& other : old->functions) {
      bool same = other->tmpl && other->parameters.size() == f.parameters.size() && other->tmpl->parameters.size() == t.parameters.size();
      for (size_t i = 0; same && i < f.parameters.size(); ++i) same = other->parameters[i].type == f.parameters[i].type;
      for (size_t i = 0; same && i < t.parameters.size(); ++i) same = other->tmpl->parameters[i].is_type == t.parameters[i].is_type;
      if (!same || other->body_begin != 0) continue;
      merge_defaults(t, *other->tmpl);
      for (size_t i = 0; i < f.parameters.size(); ++i)
        if (f.parameters[i].default_begin == 0) f.parameters[i].default_begin = other->parameters[i].default_begin;
      std::replace(kernels.begin(), kernels.end(), other, &f);
      other->tmpl->begin = t.begin;  // calls that were bound to the declaration instantiate the definition
      other->tmpl->end = t.end;
      other->tmpl->parameters = t.parameters;
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

// `template <class U> U Foo::get(U x) {...}`: the definition of a member template, outside its class.
void Parser::complete_member_template(TemplateDecl& t, const Specifiers& specs, const Declarator& d) {
  t.is_completed = true;
  std::vector<FunctionDecl*> set;
  if (d.is_constructor && d.qualifier_record) set = record_info(*d.qualifier_record).constructors;
  else if (auto it = d.qualifier->names.find(d.name); it != d.qualifier->names.end()) set = it->second.functions;
  for (FunctionDecl* f : set) {
    if (!f->tmpl || f->body_begin || f->parameters.size() != d.parameters.size() || f->tmpl->parameters.size() != t.parameters.size() || f->is_const_method != d.is_const_method) continue;
    merge_defaults(t, *f->tmpl);
    f->tmpl->parameters = t.parameters;
    f->tmpl->begin = t.begin;
    f->tmpl->end = t.end;
    Scope* inner = new_scope(Scope::Kind::template_, d.qualifier);
    inner->used.push_back(t.scope);
    f->tmpl->scope = inner;
    f->is_device |= specs.is_device;
    for (size_t i = 0; i < d.parameters.size(); ++i) f->parameters[i].name = d.parameters[i].name;
    if (is(Tok::left_brace) || is(Tok::colon)) f->body_begin = pos;
    return;
  }
  if (specs.is_device || specs.is_global) report(Code::WB3003, d.span, {std::string(d.name), std::string(d.qualifier->name), "no such member template to define"});
}

}  // namespace wb

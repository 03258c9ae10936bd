// Types as they are named: what starts one, named types, decltype.
#include <algorithm>

#include "simulator/language/constraints.h"
#include "simulator/language/conversion_operators.h"
#include "simulator/language/placeholders.h"

namespace wb {
namespace {

struct NamedScalar {
  std::string_view name;
  ScalarKind kind;
};
constexpr NamedScalar named_scalars[] = {
    {"size_t", ScalarKind::ulong},      {"ptrdiff_t", ScalarKind::long_},  {"ssize_t", ScalarKind::long_},    {"intptr_t", ScalarKind::long_},
    {"uintptr_t", ScalarKind::ulong},   {"int8_t", ScalarKind::schar},     {"uint8_t", ScalarKind::uchar},    {"int16_t", ScalarKind::short_},
    {"uint16_t", ScalarKind::ushort},   {"int32_t", ScalarKind::int_},     {"uint32_t", ScalarKind::uint},    {"int64_t", ScalarKind::long_}, {"clock_t", ScalarKind::long_},
    {"uint64_t", ScalarKind::ulong},    {"uint", ScalarKind::uint},        {"uchar", ScalarKind::uchar},      {"ushort", ScalarKind::ushort},
    {"wchar_t", ScalarKind::int_},       {"char16_t", ScalarKind::ushort}, {"char32_t", ScalarKind::uint},
    {"ulong", ScalarKind::ulong},       {"clock_t", ScalarKind::long_},    {"intmax_t", ScalarKind::long_},   {"uintmax_t", ScalarKind::ulong},
    {"__wb_float16", ScalarKind::half}, {"__wb_bfloat16", ScalarKind::bfloat16}, {"int_fast8_t", ScalarKind::schar}, {"int_fast32_t", ScalarKind::long_}, {"uint_fast32_t", ScalarKind::ulong}, {"__int64", ScalarKind::longlong}};

}  // namespace

std::optional<TypeId> Parser::named_scalar(std::string_view name) {
  for (const NamedScalar& s : named_scalars)
    if (s.name == name) return module->types.scalar(s.kind);
  return std::nullopt;
}

bool Parser::is_type_start() {
  switch (kind()) {
    case Tok::kw_void: case Tok::kw_bool: case Tok::kw_char: case Tok::kw_short: case Tok::kw_int: case Tok::kw_long: case Tok::kw_float:
    case Tok::kw_double: case Tok::kw_signed: case Tok::kw_unsigned: case Tok::kw_const: case Tok::kw_volatile: case Tok::kw_volatile2:
    case Tok::kw_struct: case Tok::kw_class: case Tok::kw_union: case Tok::kw_enum: case Tok::kw_typename: case Tok::kw_auto: case Tok::kw_decltype:
      return true;
    case Tok::identifier:
    case Tok::scope: break;
    default: return false;
  }
  size_t i = is(Tok::scope) ? 1 : 0;
  Scope* where = nullptr;
  if (i == 1) where = global;
  for (;;) {
    if (kind(i) != Tok::identifier) return false;
    std::string_view name = peek(i).text;
    Symbol* symbol = where ? lookup_in(*where, name) : lookup(name);
    const bool has_c_names = !where || where == global || (where->kind == Scope::Kind::name_space && where->name == "std");
    if (!symbol) return has_c_names && (named_scalar(name) || vector_type(name));
    if (symbol->kind == SymbolKind::name_space && kind(i + 1) == Tok::scope) {
      where = symbol->scope;
      i += 2;
      continue;
    }
    bool is_type = symbol->kind == SymbolKind::type || symbol->kind == SymbolKind::record_template;
    if (!is_type) return false;
    size_t next = i + 1;
    if (symbol->kind == SymbolKind::record_template) {
      if (symbol->tmpl->is_concept) {  // Number auto x
        const auto behind = behind_concept(*this, pos);
        return behind && tokens[*behind].kind == Tok::kw_auto;
      }
      if (symbol->tmpl->is_variable) return false;
      if (kind(next) != Tok::less) return kind(next) != Tok::scope;
      size_t behind = skip_template_list(pos + next);
      next = behind - pos;
    }
    if (kind(next) != Tok::scope) return true;
    // X::y: a type only if y is one in X. Of templates we know it when they are instantiated: a name then decides.
    TypeId named = symbol->type;
    if (symbol->kind == SymbolKind::record_template) {
      bool name_follows = kind(next + 1) == Tok::identifier && kind(next + 2) == Tok::identifier;
      if (in_template_pattern || symbol->tmpl->is_alias) return name_follows;
      Quiet silent(*this);
      At there(*this, pos + i + 1, nullptr);
      Span last;
      auto instance = is(Tok::less) ? named_instance(*symbol->tmpl, tokens[pos - 1].span, last) : std::nullopt;
      if (!instance) return name_follows;
      named = *instance;
    }
    const Type& type = module->types[named];
    if (type.kind != TypeKind::record) return false;
    where = record_info({type.index}).scope;
    if (!where) return false;
    i = next + 1;
  }
}

bool Parser::is_declaration_start() {
  switch (kind()) {
    case Tok::kw_static: case Tok::kw_extern: case Tok::kw_constexpr: case Tok::kw_constinit: case Tok::kw_shared: case Tok::kw_device: case Tok::kw_constant:
    case Tok::kw_register: case Tok::kw_typedef: case Tok::kw_managed: case Tok::kw_align: case Tok::kw_alignas: case Tok::kw_thread_local:
    case Tok::kw_inline: case Tok::kw_global: case Tok::kw_host: return true;
    default: break;
  }
  if (is(Tok::kw_decltype)) return true;
  if (is_type_start()) {
    // T(...), T{...} and T::value start expressions.
    if (is(Tok::identifier) || is(Tok::scope)) {
      size_t next = 0;
      while (kind(next) == Tok::identifier || kind(next) == Tok::scope) {
        if (kind(next) == Tok::identifier && kind(next + 1) == Tok::identifier) return true;
        ++next;
        if (kind(next) == Tok::less) {
          next = skip_template_list(pos + next) - pos;
          if (kind(next) == Tok::identifier) return true;
        }
      }
      // `T (*p)[4]` and `T (&r)[4]` declare.
      if (kind(next) == Tok::left_paren) return (kind(next + 1) == Tok::star || kind(next + 1) == Tok::amp) && kind(next + 2) == Tok::identifier && ((kind(next + 3) == Tok::right_paren && (kind(next + 4) == Tok::left_bracket || kind(next + 4) == Tok::left_paren)) || kind(next + 3) == Tok::left_bracket);
      return kind(next) != Tok::left_brace;
    }
    size_t next = 1;
    if (kind() != Tok::kw_const && kind() != Tok::kw_auto && kind(next) == Tok::left_paren) return kind(next + 1) == Tok::star || kind(next + 1) == Tok::amp || member_pointer_at(pos + next + 1);
    return kind(next) != Tok::left_brace || is(Tok::kw_struct) || is(Tok::kw_union) || is(Tok::kw_enum) || is(Tok::kw_class);
  }
  if (!is(Tok::identifier)) return false;
  // Two names in a row: the first should have been a type. So should std::name<...> name.
  if (kind(1) == Tok::identifier && !lookup(peek().text)) return true;
  size_t next = 0;
  while (kind(next) == Tok::identifier && kind(next + 1) == Tok::scope) next += 2;
  if (kind(next) != Tok::identifier) return false;
  ++next;
  if (kind(next) == Tok::less) next = skip_template_list(pos + next) - pos;
  Symbol* first = lookup(peek().text);
  if (first && (first->kind == SymbolKind::host || first->kind == SymbolKind::name_space || first->kind == SymbolKind::broken))
    return kind(next) == Tok::identifier || (first->kind == SymbolKind::host && (kind(next) == Tok::star || kind(next) == Tok::amp) && kind(next + 1) == Tok::identifier);
  return !first && next > 1 && kind(next) == Tok::identifier;
}

// Foo::Foo( and Foo::~Foo(: a constructor or a destructor outside its class, which has no type in front.
bool Parser::names_special_member(size_t i) const {
  std::string_view last;
  while (i + 2 < tokens.size() && tokens[i].kind == Tok::identifier && tokens[i + 1].kind == Tok::scope) {
    last = tokens[i].text;
    i += 2;
    if (names_conversion(*this, i)) return true;
    bool is_tilde = tokens[i].kind == Tok::tilde;
    const Token& name = tokens[i + (is_tilde ? 1 : 0)];
    if (name.kind == Tok::identifier && name.text == last && tokens[i + (is_tilde ? 2 : 1)].kind == Tok::left_paren) return true;
  }
  return false;
}

// named-type = "::"? (name template-arguments? "::")* name template-arguments?
bool Parser::parse_named_type(Specifiers& specs) {
  Scope* where = nullptr;
  if (eat(Tok::scope)) where = global;
  for (;;) {
    Token name = take();
    Symbol* symbol = where ? lookup_in(*where, name.text) : lookup(name.text);
    if (symbol && where && where->kind == Scope::Kind::record && fn && !check_access(where->record, name.text, nullptr, name.span)) return false;
    if (!symbol) {
      if (auto scalar = named_scalar(name.text)) specs.type = *scalar;
      else if (auto vector = vector_type(name.text)) specs.type = *vector;
      else {
        report_unknown_type(name.text, name.span);
        return false;
      }
      return true;
    }
    if (symbol->kind == SymbolKind::name_space) {
      where = symbol->scope;
      take();
      continue;
    }
    TypeId type = symbol->type;
    if (symbol->is_pack && symbol->elements) return report(Code::WB3082, name.span, {std::string(name.text)});
    if (symbol->kind == SymbolKind::record_template) {
      TemplateDecl* tmpl = symbol->tmpl;
      if (!is(Tok::less)) {
        // Inside its own body the template's name alone means this instance.
        std::optional<TypeId> self;
        for (Scope* s = scope; s && !self; s = s->parent)
          if (s->kind == Scope::Kind::record && record_info(s->record).tmpl == tmpl) self = module->types.record(s->record);
        if (!self) self = deduce_class(*tmpl);
        if (!self) return report(Code::WB3066, name.span, {std::string(name.text)});
        type = *self;
      } else {
        Span last;
        auto instance = named_instance(*tmpl, name.span, last);
        if (!instance) return false;
        type = *instance;
      }
    }
    specs.type = type;
    if (!is(Tok::scope) || kind(1) != Tok::identifier) return true;
    const Type& t = module->types[type];
    if (t.kind != TypeKind::record) {
      if (pos >= 2 && (tokens[pos - 2].kind == Tok::kw_typename)) return report(Code::WB3003, peek(1).span, {std::string(peek(1).text), type_name(type), "it is no class"});
      return true;
    }
    where = record_info({t.index}).scope;
    if (!where || is_placeholder(type)) {
      if (in_template_pattern) {  // typename T::type: known when the template is used
        while (is(Tok::scope) && (kind(1) == Tok::identifier || kind(1) == Tok::kw_template)) {
          take();
          eat(Tok::kw_template);
          take();
          if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
        }
        specs.type = placeholder_type(placeholder::dependent, "dependent");
        return true;
      }
      return true;
    }
    Symbol* member = lookup_in(*where, peek(1).text);
    if (!member || (member->kind != SymbolKind::type && member->kind != SymbolKind::record_template)) {
      if (member) return true;  // X::y as a declarator's name or a value
      return report(Code::WB3003, peek(1).span, {std::string(peek(1).text), type_name(type), "no such type"});
    }
    take();
  }
}

std::optional<TypeId> Parser::parse_decltype() {
  const bool is_of_gnu = take().text != "decltype";  // typeof (token_rewrites.h): never a reference
  Token open = peek();
  if (!expect(Tok::left_paren, "after `decltype`")) return std::nullopt;
  if (is_of_gnu && is_type_start()) {  // typeof(int)
    const std::optional<TypeId> named = parse_type_id();
    return expect_close(Tok::right_paren, open) ? named : std::nullopt;
  }
  bool is_parenthesised = is(Tok::left_paren);
  size_t calls = unfinished_calls.size(), temporaries = fn ? fn->pending.size() : 0;
  ++unevaluated;
  ExprId e = parse_expression();
  --unevaluated;
  unfinished_calls.resize(std::min(calls, unfinished_calls.size()));
  if (fn) fn->pending.resize(std::min(temporaries, fn->pending.size()));  // nothing of it is evaluated
  if (!expect_close(Tok::right_paren, open) || !e) return std::nullopt;
  TypeId type = at(e).type;
  bool names_variable = at(e).kind == ExprKind::variable || at(e).kind == ExprKind::member;
  if (is_of_gnu) return module->types[type].kind == TypeKind::reference ? module->types[type].element : type;
  if (at(e).is_lvalue && (is_parenthesised || !names_variable)) type = module->types.reference_to(type, at(e).is_xvalue);
  while (is(Tok::scope) && kind(1) == Tok::identifier && module->types.is_record(type)) {  // decltype(x)::value_type
    Scope* members = record_info({module->types[type].index}).scope;
    const Symbol* inner = members ? lookup_in(*members, peek(1).text) : nullptr;
    if (!inner || inner->kind != SymbolKind::type) break;  // decltype(x)::value
    type = inner->type;
    pos += 2;
  }
  return type;
}

// type-id = specifiers abstract-declarator
std::optional<TypeId> Parser::parse_type_id() {
  Nesting guard(*this);
  if (guard.too_deep) return std::nullopt;
  if (!is_type_start()) {
    if (is(Tok::identifier)) {
      Token name = take();
      if (Symbol* symbol = lookup(name.text); symbol && symbol->kind == SymbolKind::host) report_host_name(*symbol, name.text, name.span);
      else if (!symbol || symbol->kind != SymbolKind::broken) report_unknown_type(name.text, name.span);
    } else {
      report(Code::WB2006, here(), {found()});
    }
    return std::nullopt;
  }
  Specifiers specs = parse_specifiers(false);
  if (!specs.ok || !specs.has_type) return std::nullopt;
  Declarator d;
  d.span = here();
  parse_declarator_into(d, specs.type, specs, true);
  if (!d.ok) return std::nullopt;
  return d.type;
}

}  // namespace wb

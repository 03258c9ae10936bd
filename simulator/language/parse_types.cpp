// Specifiers and declarators: from `const unsigned int* __restrict__ (*p)[16]` to a type.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

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

// Marks an array bound that is a template's value parameter while the template's signature is read.
constexpr uint64_t bound_marker = uint64_t{1} << 63;

}  // namespace

std::optional<TypeId> Parser::named_scalar(std::string_view name) {
  for (const NamedScalar& s : named_scalars)
    if (s.name == name) return module->types.scalar(s.kind);
  return std::nullopt;
}

RecordId Parser::make_simple_record(std::string name, const std::vector<std::pair<const char*, TypeId>>& fields, uint64_t alignment) {
  RecordId id{static_cast<uint32_t>(module->types.records.size())};
  Record record;
  record.name = std::move(name);
  for (const auto& [field_name, type] : fields) {
    record.fields.push_back({field_name, type, record.size, {}});
    record.size += module->types.size_of(type);
  }
  record.alignment = alignment;
  record.size = (record.size + alignment - 1) / alignment * alignment;
  record.is_complete = true;
  module->types.records.push_back(std::move(record));
  record_info(id).scope = new_scope(Scope::Kind::record, global);
  RecordInfo& info = record_info(id);
  info.scope->record = id;
  for (uint32_t i = 0; i < fields.size(); ++i) {
    Symbol field;
    field.kind = SymbolKind::variable;
    field.is_field = true;
    field.field = i;
    field.owner = id;
    info.scope->names.emplace(fields[i].first, std::move(field));
  }
  return id;
}

// CUDA's vector types: float4, uchar3, dim3 ...: records that are made when a file names them.
std::optional<TypeId> Parser::vector_type(std::string_view name) {
  if (name.size() < 4) return std::nullopt;
  if (auto it = vector_types.find(name); it != vector_types.end()) return it->second;
  int count = name.back() - '0';
  std::string_view base = name.substr(0, name.size() - 1);
  static constexpr NamedScalar bases[] = {{"char", ScalarKind::schar},   {"uchar", ScalarKind::uchar},     {"short", ScalarKind::short_},
                                          {"ushort", ScalarKind::ushort}, {"int", ScalarKind::int_},        {"uint", ScalarKind::uint},
                                          {"long", ScalarKind::long_},    {"ulong", ScalarKind::ulong},     {"longlong", ScalarKind::longlong},
                                          {"ulonglong", ScalarKind::ulonglong}, {"float", ScalarKind::float_}, {"double", ScalarKind::double_}};
  uint64_t wide_alignment = 0;  // double4_16a, long4_32a ...
  for (auto [suffix, bytes] : {std::pair<std::string_view, uint64_t>{"4_16a", 16}, {"4_32a", 32}})
    if (name.ends_with(suffix) && (name.starts_with("double") || name.find("long") != std::string_view::npos)) {
      wide_alignment = bytes;
      count = 4;
      base = name.substr(0, name.size() - suffix.size());
    }
  ScalarKind element = ScalarKind::void_;
  if (name == "dim3") {
    element = ScalarKind::uint;
    count = 3;
  } else if (count >= 1 && count <= 4) {
    for (const NamedScalar& s : bases)
      if (s.name == base) element = s.kind;
  }
  if (element == ScalarKind::void_) return std::nullopt;
  static constexpr const char* names[] = {"x", "y", "z", "w"};
  std::vector<std::pair<const char*, TypeId>> fields;
  for (int i = 0; i < count; ++i) fields.emplace_back(names[i], module->types.scalar(element));
  uint64_t size = info(element).bytes;
  uint64_t alignment = wide_alignment ? wide_alignment : count == 3 ? size : std::min<uint64_t>(size * static_cast<uint64_t>(count), 16);
  TypeId type = module->types.record(make_simple_record(std::string(name), fields, alignment));
  vector_types.emplace(name, type);
  return type;
}

// --- what starts here? -----------------------------------------------------------------------------------------------------

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
    if (!symbol) return (!where || where == std_scope || where == global) && (named_scalar(name) || vector_type(name));
    if (symbol->kind == SymbolKind::name_space && kind(i + 1) == Tok::scope) {
      where = symbol->scope;
      i += 2;
      continue;
    }
    bool is_type = symbol->kind == SymbolKind::type || symbol->kind == SymbolKind::record_template;
    if (!is_type) return false;
    size_t next = i + 1;
    if (symbol->kind == SymbolKind::record_template) {
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
    case Tok::kw_static: case Tok::kw_extern: case Tok::kw_constexpr: case Tok::kw_shared: case Tok::kw_device: case Tok::kw_constant:
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
    if (kind() != Tok::kw_const && kind() != Tok::kw_auto && kind(next) == Tok::left_paren) return kind(next + 1) == Tok::star || kind(next + 1) == Tok::amp;
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
    bool is_tilde = tokens[i].kind == Tok::tilde;
    const Token& name = tokens[i + (is_tilde ? 1 : 0)];
    if (name.kind == Tok::identifier && name.text == last && tokens[i + (is_tilde ? 2 : 1)].kind == Tok::left_paren) return true;
  }
  return false;
}

// --- specifiers --------------------------------------------------------------------------------------------------------------

// __launch_bounds__(n, m), __align__(n), alignas(n), __attribute__((...)), and the words that change nothing here.
void Parser::parse_attribute_words(Specifiers& specs) {
  Token word = take();
  if (word.kind == Tok::kw_launch_bounds) {
    Token open = peek();
    if (!expect(Tok::left_paren, "after `__launch_bounds__`")) return;
    if (fn == nullptr && !in_template_pattern) {
      if (auto n = parse_constant(module->types.scalar(ScalarKind::int_), "__launch_bounds__")) specs.max_threads = static_cast<uint32_t>(*n);
      while (eat(Tok::comma)) parse_constant(module->types.scalar(ScalarKind::int_), "__launch_bounds__");
      expect_close(Tok::right_paren, open);
    } else {
      pos = skip_balanced(pos - 1);
    }
    return;
  }
  if (is(Tok::left_paren)) pos = skip_balanced(pos);
}

// decl-specifiers = (storage | function-specifier | cv | type | execution-space)*
Specifiers Parser::parse_specifiers(bool allow_storage) {
  Specifiers specs;
  specs.begin = here();
  int longs = 0;
  bool saw_signed = false, saw_unsigned = false, saw_short = false, done = false;
  std::optional<ScalarKind> base;
  while (!done) {
    const Token& t = peek();
    Span word = t.span;
    bool names_type = false;
    switch (t.kind) {
      case Tok::kw_static: specs.is_static = true; take(); break;
      case Tok::kw_extern: specs.is_extern = true; take(); if (is(Tok::string)) take(); break;
      case Tok::kw_typedef: specs.is_typedef = true; take(); break;
      case Tok::kw_constexpr: specs.is_constexpr = specs.is_const = true; take(); break;
      case Tok::kw_inline: case Tok::kw_inline2: case Tok::kw_inline3: case Tok::kw_forceinline: case Tok::kw_noinline: case Tok::kw_register:
      case Tok::kw_mutable: case Tok::kw_grid_constant: case Tok::kw_restrict: case Tok::kw_restrict2:
        specs.is_inline = true; take(); break;
      case Tok::kw_thread_local: case Tok::kw_virtual:
        refuse_keyword(t);
        specs.ok = false;
        take();
        break;
      case Tok::kw_friend: specs.is_friend = true; take(); break;
      case Tok::kw_explicit: specs.is_explicit = true; take(); break;
      case Tok::kw_const: specs.is_const = specs.says_const = true; take(); break;
      case Tok::kw_volatile: case Tok::kw_volatile2: specs.is_volatile = true; take(); break;
      case Tok::kw_global: specs.is_global = true; specs.space_span = word; take(); break;
      case Tok::kw_device: specs.is_device = true; specs.space_span = word; take(); break;
      case Tok::kw_host: specs.is_host = true; take(); break;
      case Tok::kw_shared: specs.is_shared = true; specs.space_span = word; take(); break;
      case Tok::kw_constant: specs.is_constant = true; specs.space_span = word; take(); break;
      case Tok::kw_managed: specs.is_device = true; specs.space_span = word; take(); break;
      case Tok::kw_align: case Tok::kw_alignas: case Tok::kw_attribute:
        if (is(Tok::kw_attribute) && kind(1) != Tok::left_paren) take();
        else specs.alignment = std::max(specs.alignment, parse_alignment());
        break;
      case Tok::kw_launch_bounds: parse_attribute_words(specs); break;
      case Tok::left_bracket:  // [[nodiscard]]
        if (kind(1) == Tok::left_bracket) pos = skip_balanced(pos);
        else done = true;
        break;
      case Tok::kw_auto:
        if (specs.has_type) {
          done = true;
          break;
        }
        if (auto_parameter >= 0) {  // a generic lambda's parameter
          if (Symbol* bound = lookup(auto_name(static_cast<size_t>(auto_parameter)))) {
            if (bound->is_pack && bound->elements) {
              report(Code::WB3082, word, {"auto"});
              specs.ok = false;
            }
            specs.type = bound->type;
            names_type = true;
            take();
            break;
          }
        }
        specs.is_auto = names_type = true;
        specs.type = placeholder_type(255, "auto");
        take();
        break;
      case Tok::kw_typename: take(); break;
      case Tok::kw_void: case Tok::kw_bool: case Tok::kw_char: case Tok::kw_int: case Tok::kw_float: case Tok::kw_double: {
        ScalarKind k = t.kind == Tok::kw_void ? ScalarKind::void_ : t.kind == Tok::kw_bool ? ScalarKind::bool_ : t.kind == Tok::kw_char ? ScalarKind::char_
                     : t.kind == Tok::kw_int ? ScalarKind::int_ : t.kind == Tok::kw_float ? ScalarKind::float_ : ScalarKind::double_;
        if (specs.has_type && base && *base != ScalarKind::int_) {
          report(Code::WB2018, word, {std::string(t.text)});
          specs.ok = false;
        } else if (specs.has_type && !base && !saw_signed && !saw_unsigned && !saw_short && longs == 0) {
          done = true;
          break;
        }
        base = k;
        names_type = true;
        take();
        break;
      }
      case Tok::kw_signed: saw_signed = names_type = true; take(); break;
      case Tok::kw_unsigned: saw_unsigned = names_type = true; take(); break;
      case Tok::kw_short: saw_short = names_type = true; take(); break;
      case Tok::kw_long: ++longs; names_type = true; take(); break;
      case Tok::kw_struct: case Tok::kw_class: case Tok::kw_union:
      case Tok::kw_enum: {
        if (specs.has_type) {
          done = true;
          break;
        }
        names_type = true;
        auto type = t.kind == Tok::kw_enum ? parse_enum() : parse_record(specs);
        if (type) specs.type = *type;
        else specs.ok = false;
        break;
      }
      case Tok::kw_decltype: {
        if (specs.has_type) {
          done = true;
          break;
        }
        names_type = true;
        if (kind(1) == Tok::left_paren && kind(2) == Tok::kw_auto && kind(3) == Tok::right_paren) {
          pos += 4;
          specs.is_auto = true;
          specs.type = placeholder_type(252, "decltype(auto)");
          break;
        }
        if (auto type = parse_decltype()) specs.type = *type;
        else specs.ok = false;
        break;
      }
      case Tok::identifier:
      case Tok::scope:
        if (specs.has_type || names_special_member(pos)) {
          done = true;
        } else if ((pos > 0 && tokens[pos - 1].kind == Tok::kw_typename) || is_type_start()) {
          names_type = true;
          if (!parse_named_type(specs)) specs.ok = false;
        } else {
          done = true;
        }
        break;
      default: done = true; break;
    }
    if (names_type) {
      specs.type_span = specs.has_type ? cover(specs.type_span, previous()) : cover(word, previous());
      specs.has_type = true;
    }
    if (is_full() || stopped) break;
  }
  if (saw_signed || saw_unsigned || saw_short || longs > 0 || base) {
    ScalarKind k = base.value_or(ScalarKind::int_);
    if (k == ScalarKind::char_) k = saw_unsigned ? ScalarKind::uchar : saw_signed ? ScalarKind::schar : ScalarKind::char_;
    else if (k == ScalarKind::int_) {
      if (saw_short) k = saw_unsigned ? ScalarKind::ushort : ScalarKind::short_;
      else if (longs >= 2) k = saw_unsigned ? ScalarKind::ulonglong : ScalarKind::longlong;
      else if (longs == 1) k = saw_unsigned ? ScalarKind::ulong : ScalarKind::long_;
      else if (saw_unsigned) k = ScalarKind::uint;
    }  // `long double` is a double in device code
    specs.type = module->types.scalar(k);
  }
  if (specs.has_type) specs.type = module->types.with(specs.type, specs.is_const, specs.is_volatile);
  (void)allow_storage;
  return specs;
}

// named-type = "::"? (name template-arguments? "::")* name template-arguments?
bool Parser::parse_named_type(Specifiers& specs) {
  Scope* where = nullptr;
  if (eat(Tok::scope)) where = global;
  for (;;) {
    Token name = take();
    Symbol* symbol = where ? lookup_in(*where, name.text) : lookup(name.text);
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
        specs.type = placeholder_type(254, "dependent");
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
  take();
  Token open = peek();
  if (!expect(Tok::left_paren, "after `decltype`")) return std::nullopt;
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
  if (at(e).is_lvalue && (is_parenthesised || !names_variable)) type = module->types.reference_to(type, at(e).is_xvalue);
  return type;
}

// type-id = specifiers abstract-declarator
std::optional<TypeId> Parser::parse_type_id() {
  Nesting guard(*this);
  if (guard.too_deep) return std::nullopt;
  if (!is_type_start()) {
    if (is(Tok::identifier)) {
      Token name = take();
      if (Symbol* symbol = lookup(name.text); symbol && symbol->kind == SymbolKind::host) report(Code::WB3025, name.span, {std::string(name.text)});
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

// --- declarators -----------------------------------------------------------------------------------------------------------

// How many pointers, references and arrays stand around the innermost type.
int Parser::type_depth(TypeId type) const {
  int depth = 0;
  for (const Type* t = &module->types[type]; t->kind == TypeKind::pointer || t->kind == TypeKind::reference || t->kind == TypeKind::array; t = &module->types[t->element]) ++depth;
  return depth;
}

TypeId Parser::parse_pointer_operators(Declarator& d, TypeId base) {
  for (;;) {
    if ((is(Tok::star) || is(Tok::amp)) && type_depth(base) >= limits::type_depth) {
      report(Code::WB2008, here(), {std::to_string(limits::type_depth)});
      d.ok = false;
      while (is(Tok::star) || is(Tok::amp) || is(Tok::kw_const)) take();
      return base;
    }
    if (is(Tok::star)) {
      take();
      if (module->types[base].kind == TypeKind::reference) {
        report(Code::WB3045, previous(), {std::string(d.name), "pointer to a reference", "references have no address of their own"});
        d.ok = false;
        return base;
      }
      base = module->types.pointer_to(base);
      d.is_restrict = false;
    } else if (is(Tok::amp) || is(Tok::amp_amp)) {
      base = module->types.reference_to(base, take().kind == Tok::amp_amp);
    } else if (is(Tok::kw_const)) {
      take();
      base = module->types.with(base, true, false);
    } else if (is(Tok::kw_volatile) || is(Tok::kw_volatile2)) {
      take();
      base = module->types.with(base, false, true);
    } else if (is(Tok::kw_restrict) || is(Tok::kw_restrict2)) {
      take();
      d.is_restrict = true;
    } else if (is(Tok::kw_grid_constant) || is(Tok::kw_forceinline) || is(Tok::kw_noinline) || is(Tok::kw_inline)) {
      take();
    } else if (is(Tok::kw_align) || is(Tok::kw_alignas) || (is(Tok::kw_attribute) && kind(1) == Tok::left_paren)) {
      d.alignment = std::max(d.alignment, parse_alignment());
    } else if (is(Tok::kw_launch_bounds) || is(Tok::kw_attribute)) {
      Specifiers ignored;
      parse_attribute_words(ignored);
      if (ignored.max_threads) d.pattern_count = ignored.max_threads;
    } else {
      return base;
    }
  }
}

// declarator = pointer-operator* ( name | "(" declarator ")" ) ( "[" size "]" | "(" parameters ")" )*
Declarator Parser::parse_declarator(const Specifiers& specs, bool is_parameter) {
  Declarator d;
  d.span = here();
  parse_declarator_into(d, specs.type, specs, is_parameter);
  return d;
}

void Parser::parse_declarator_into(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter) {
  Nesting guard(*this);
  if (guard.too_deep) {
    d.ok = false;
    return;
  }
  base = parse_pointer_operators(d, base);
  bool is_nested = is(Tok::left_paren) && (kind(1) == Tok::star || kind(1) == Tok::amp || (kind(1) == Tok::amp_amp));
  if (!is_nested) {
    parse_declarator_name(d);
    return parse_declarator_suffixes(d, base, specs, is_parameter);
  }
  // The outer suffixes bind first: read them, then come back for what stands inside the parentheses.
  Token open = take();
  size_t inner = pos;
  pos = skip_balanced(pos - 1);
  Declarator outer;
  if (is(Tok::left_paren)) {
    if (auto type = parse_function_type(base)) outer.type = *type;
    else outer.ok = false;
  } else {
    parse_declarator_suffixes(outer, base, specs, false);
  }
  size_t after = pos;
  pos = inner;
  parse_declarator_into(d, outer.type, specs, false);
  if (!outer.ok) d.ok = false;
  if (d.ok) expect_close(Tok::right_paren, open);
  pos = after;
}

// name = ("~")? (scope "::")* identifier | "operator" symbol
bool Parser::parse_declarator_name(Declarator& d) {
  d.span = here();
  while (is(Tok::identifier) || is(Tok::tilde) || is(Tok::kw_operator)) {
    if (is(Tok::kw_operator)) {
      Span begin = take().span;
      std::string name = "operator";
      if (is(Tok::left_paren) && kind(1) == Tok::right_paren) {
        take();
        take();
        name += "()";
      } else if (is(Tok::left_bracket) && kind(1) == Tok::right_bracket) {
        take();
        take();
        name += "[]";
      } else if (is_type_start()) {
        report(Code::WB4001, begin, {"conversion operators", "write a method that returns the value, and call it"});
        d.ok = false;
        parse_type_id();
      } else {
        name += take().text;
        while (!is(Tok::left_paren) && !is(Tok::end) && !peek().space_before) name += take().text;
      }
      d.name = keep(name);
      d.span = cover(begin, previous());
      if (name == "operator," || name == "operatornew" || name == "operatordelete") {
        report(Code::WB4001, d.span, {"overloads of `" + name.substr(8) + "`", "write a function with a name"});
        d.ok = false;
      }
      return true;
    }
    if (is(Tok::tilde)) {
      d.is_destructor = true;
      take();
    }
    Token name = take();
    d.name = name.text;
    d.span = name.span;
    if (is(Tok::less) && !fn) {  // Foo<T>::name
      size_t behind = skip_template_list(pos);
      Symbol* symbol = behind > pos && tokens[behind].kind == Tok::scope ? (d.qualifier ? lookup_in(*d.qualifier, name.text) : lookup(name.text)) : nullptr;
      if (symbol && symbol->kind == SymbolKind::record_template) {
        std::vector<TemplateArgument> arguments;
        Span last;
        auto instance = parse_template_arguments(arguments, last) ? instantiate_record(*symbol->tmpl, std::move(arguments), last) : std::nullopt;
        if (!instance || !module->types.is_record(*instance)) {
          d.ok = false;
          pos = behind;
        } else {
          d.qualifier_record = RecordId{module->types[*instance].index};
          d.qualifier = record_info(*d.qualifier_record).scope;
        }
        eat(Tok::scope);
        eat(Tok::kw_template);
        continue;
      }
    }
    if (is(Tok::scope)) {
      Symbol* symbol = d.qualifier ? lookup_in(*d.qualifier, name.text) : lookup(name.text);
      if (symbol && symbol->kind == SymbolKind::name_space) {
        d.qualifier = symbol->scope;
      } else if (symbol && symbol->kind == SymbolKind::type && module->types[symbol->type].kind == TypeKind::record) {
        d.qualifier_record = RecordId{module->types[symbol->type].index};
        d.qualifier = record_info(*d.qualifier_record).scope;
      } else {
        report_unknown_name(name.text, name.span);
        d.ok = false;
      }
      take();
      continue;
    }
    if (is(Tok::less) && !fn) {
      size_t behind = skip_template_list(pos);
      if (behind > pos && (tokens[behind].kind == Tok::left_paren || tokens[behind].kind == Tok::equal || tokens[behind].kind == Tok::left_brace)) {
        d.specialised_begin = pos;
        pos = behind;
      }
    }
    return true;
  }
  return false;
}

std::optional<uint64_t> Parser::parse_array_size(const Declarator& d, const Specifiers& specs) {
  if (in_template_pattern && is(Tok::identifier) && kind(1) == Tok::right_bracket) {
    Symbol* symbol = lookup(peek().text);
    if (symbol && symbol->kind == SymbolKind::value && !symbol->is_known) {
      take();
      return bound_marker | symbol->bits;
    }
  }
  if (fn) ++fn->constant_depth;
  ExprId size = rvalue(parse_conditional());
  if (fn) --fn->constant_depth;
  if (!size) return std::nullopt;
  if (!is_integer_like(at(size).type) && module->types[at(size).type].kind != TypeKind::enumeration) {
    report(Code::WB3008, at(size).span, {type_name(at(size).type), "unsigned long"});
    return std::nullopt;
  }
  auto value = evaluate(size);
  if (!value) {
    if (in_template_pattern) return std::nullopt;
    report(specs.is_shared ? Code::WB3027 : Code::WB3026, at(size).span, {std::string(d.name)});
    return std::nullopt;
  }
  int64_t count = as_signed(type_of(size).scalar, *value);
  bool is_negative = is_signed(type_of(size).scalar) && count < 0;
  if (is_negative || *value == 0) {
    report(Code::WB3028, at(size).span, {std::to_string(count)});
    return std::nullopt;
  }
  return *value;
}

// constexpr T& f(): the word makes variables const, not what a function gives back.
TypeId Parser::without_constexpr(TypeId result) {
  const Type type = module->types[result];
  if (type.kind == TypeKind::reference) return module->types.reference_to(module->types.unqualified(type.element), type.is_rvalue);
  if (type.kind == TypeKind::pointer) return module->types.pointer_to(module->types.unqualified(type.element));
  return module->types.unqualified(result);
}

void Parser::parse_declarator_suffixes(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter) {
  d.type = base;
  if (is(Tok::left_paren) && (!fn || is_parameter) && !specs.is_shared && !specs.is_constant && !(!is_parameter && opens_initialiser())) {
    if (is_parameter && !d.name.empty()) {
      if (auto type = parse_function_type(base)) d.type = module->types.pointer_to(*type);
      else d.ok = false;
      return;
    }
    if (is_parameter) return;  // a functional cast's type ends here
    take();
    d.is_function = true;
    d.function_result = specs.is_constexpr && !specs.says_const ? without_constexpr(base) : base;
    bool ok = true;
    // A method's parameters may name the class's own types.
    InScope inside(*this, member_scope(d.qualifier));
    d.parameters = parse_parameters(ok, &d);
    if (!ok) d.ok = false;
    for (;;) {
      if (is(Tok::kw_const)) d.is_const_method = true, take();
      else if (is(Tok::amp)) take();
      else if (is(Tok::amp_amp)) {
        report(Code::WB4001, take().span, {"methods for values alone (`&&` behind the parameters)", "leave the `&&` out, or write a function that takes a `T&&`"});
        d.ok = false;
      }
      else if (is(Tok::kw_volatile) || is(Tok::kw_forceinline) || is(Tok::kw_noinline)) take();
      else if (is(Tok::kw_noexcept)) {
        take();
        if (is(Tok::left_paren)) pos = skip_balanced(pos);
      } else if (is(Tok::identifier) && (peek().text == "override" || peek().text == "final")) take();
      else if (is(Tok::arrow)) {
        take();
        InScope visible(*this, parameter_scope(d));
        if (auto result = parse_result_type()) d.function_result = *result;
        else d.ok = false;
      } else break;
    }
    if (is(Tok::equal) && (kind(1) == Tok::kw_default || kind(1) == Tok::kw_delete || (kind(1) == Tok::number && peek(1).text == "0"))) {
      d.is_defaulted = kind(1) == Tok::kw_default;
      d.is_deleted_or_default = true;
      take();
      take();
    }
    return;
  }
  struct Bound {
    bool is_open = false;
    uint64_t count = 0;
    Span span;
  };
  std::vector<Bound> bounds;
  while (is(Tok::left_bracket)) {
    Token open = take();
    Bound bound;
    bound.span = open.span;
    if (is(Tok::right_bracket)) {
      bound.is_open = true;
      if (!bounds.empty()) {
        report(Code::WB2004, here(), {found()});
        d.ok = false;
      }
    } else if (auto count = parse_array_size(d, specs)) {
      bound.count = *count;
    } else {
      if (!in_template_pattern) d.ok = false;
      bound.count = 1;
      while (!is(Tok::right_bracket) && !is(Tok::semicolon) && !is(Tok::end) && !is(Tok::right_brace)) take();
    }
    if (!expect_close(Tok::right_bracket, open)) d.ok = false;
    bounds.push_back(bound);
    if (static_cast<int>(bounds.size()) + type_depth(base) > limits::type_depth) {
      report(Code::WB2008, open.span, {std::to_string(limits::type_depth)});
      d.ok = false;
      while (is(Tok::left_bracket)) pos = skip_balanced(pos);
      break;
    }
  }
  for (size_t i = bounds.size(); i-- > 0;) {
    bool decays = is_parameter && i == 0;
    const Type element = module->types[d.type];
    bool bad = element.kind == TypeKind::reference || (element.kind == TypeKind::scalar && element.scalar == ScalarKind::void_);
    if (bad && d.ok) {
      report(Code::WB3045, d.span, {std::string(d.name), type_name(d.type) + "[]", "arrays consist of objects"});
      d.ok = false;
    }
    if (!bad && !decays && !(bounds[i].count & bound_marker)) {
      uint64_t size = module->types.size_of(d.type);
      if (size > 0 && bounds[i].count > limits::object_bytes / size) {
        report(Code::WB3063, d.span, {std::to_string(limits::object_bytes)});
        d.ok = false;
        bounds[i].count = 1;
      }
    }
    d.type = decays && !d.name.empty() ? module->types.pointer_to(d.type) : decays && bounds[i].is_open ? module->types.pointer_to(d.type)
                                                                          : module->types.array_of(d.type, bounds[i].is_open ? 0 : bounds[i].count);
  }
}

// Where the parameters of a member that is defined outside its class are looked up: in the class, and among the parameters of the
// template<...> in front of the definition.
Scope* Parser::member_scope(Scope* qualifier) {
  if (!qualifier) return scope;
  for (Scope* s = scope; s; s = s->parent)
    if (s == qualifier) return scope;
  if (scope->kind != Scope::Kind::template_) return qualifier;
  Scope* both = new_scope(Scope::Kind::template_, qualifier);
  both->used.push_back(scope);
  return both;
}

// Does the `(` behind a name open an initialiser: T x(3, 4)?
bool Parser::opens_initialiser() {
  switch (kind(1)) {
    case Tok::number: case Tok::character: case Tok::string: case Tok::minus: case Tok::plus: case Tok::kw_true: case Tok::kw_false: case Tok::kw_nullptr: case Tok::kw_sizeof: return true;
    case Tok::identifier: {
      if (kind(2) != Tok::comma && kind(2) != Tok::right_paren && kind(2) != Tok::plus && kind(2) != Tok::star) return false;
      Symbol* symbol = lookup(peek(1).text);
      return symbol && (symbol->kind == SymbolKind::value || (symbol->kind == SymbolKind::variable && symbol->is_host_constant));
    }
    default: return false;
  }
}

// Is this the class whose members are being read? Its methods and friends may take it by value: their bodies wait until it is complete.
bool Parser::is_being_defined(TypeId type) const {
  if (!module->types.is_record(type)) return false;
  for (const Scope* s = scope; s; s = s->parent)
    if (s->kind == Scope::Kind::record && s->record.v == module->types[type].index) return true;
  return false;
}

// A variable of this type can exist.
bool Parser::check_object_type(TypeId id, const Declarator& d) {
  const Type type = module->types[id];  // a copy: asking about types may add some
  if (module->types.is_void(module->types.unqualified(id)))
    return report(Code::WB3045, d.span, {std::string(d.name), "void", "`void` means that there is no value"});
  if (type.kind == TypeKind::record && !module->types.records[type.index].is_complete && !is_placeholder(id))
    return report(Code::WB3045, d.span, {std::string(d.name), type_name(id), "this type is declared but never defined"});
  if (type.kind == TypeKind::array && type.count != 0) return check_object_type(type.element, d);
  return true;
}

// parameters = ( "void" | parameter ("," parameter)* )? ")"      parameter = specifiers declarator ("=" value)?
std::vector<ParameterDecl> Parser::parse_parameters(bool& ok, Declarator* declarator) {
  std::vector<ParameterDecl> parameters;
  Token open = tokens[pos - 1];
  struct Reset {
    int& value;
    int before;
    ~Reset() { value = before; }
  } reset{auto_parameter, std::exchange(auto_parameter, -1)};
  int autos = 0;
  bool is_generic = lookup(auto_name(0)) != nullptr;
  if (is(Tok::kw_void) && kind(1) == Tok::right_paren) take();
  if (eat(Tok::right_paren)) return parameters;
  for (;;) {
    size_t dots = 0;
    if (has_packs || is_generic) {
      size_t end = element_end(pos, false);
      bool has_auto = false;
      for (size_t i = pos; i < end && tokens[i].kind != Tok::equal; ++i) {
        has_auto |= tokens[i].kind == Tok::kw_auto;
        if (tokens[i].kind == Tok::ellipsis && i > pos && (i + 1 == end || (i + 2 == end && tokens[i + 1].kind == Tok::identifier))) dots = i;
      }
      auto_parameter = is_generic && has_auto ? autos++ : -1;
    }
    if (dots) {
      std::string_view name = tokens[dots + 1].kind == Tok::identifier ? tokens[dots + 1].text : std::string_view();
      Span span = tokens[dots + 1].span;
      size_t first = parameters.size();
      if (!expand(dots, [&] { return parse_pack_parameter(parameters, name, span); })) ok = false;
      if (is(Tok::identifier)) take();
      if (declarator) {
        declarator->pack_name = name;
        declarator->pack_begin = first;
        declarator->pack_count = parameters.size() - first;
      }
      if (!ok) {
        while (!is(Tok::comma) && !is(Tok::right_paren) && !is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
      }
      if (eat(Tok::comma)) continue;
      break;
    }
    if (is(Tok::ellipsis)) {
      ok = report(Code::WB4001, here(), {"functions with any number of arguments", "pass an array and its length"});
      take();
      break;
    }
    if (!is_type_start() && !is(Tok::kw_grid_constant) && !is(Tok::kw_register) && !is(Tok::kw_restrict)) {
      ok = false;
      if (is(Tok::identifier)) {
        Symbol* symbol = lookup(peek().text);
        if (symbol && symbol->kind == SymbolKind::host) report(Code::WB3025, here(), {std::string(peek().text)});
        else if (symbol && symbol->kind == SymbolKind::name_space && symbol->scope == std_scope && kind(1) == Tok::scope) refuse_std(peek(2).text, cover(here(), peek(2).span));
        else if (!symbol || symbol->kind != SymbolKind::broken) report_unknown_type(peek().text, here());
      } else {
        report(Code::WB2006, here(), {found()});
      }
      // To the next parameter.
      while (!is(Tok::comma) && !is(Tok::right_paren) && !is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) {
        if (is(Tok::left_paren) || is(Tok::left_bracket)) pos = skip_balanced(pos);
        else if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
        else take();
      }
    } else {
      Specifiers specs = parse_specifiers(false);
      Declarator d = parse_declarator(specs, true);
      ParameterDecl p;
      p.name = d.name;
      p.span = d.span;
      p.type = d.type;
      p.is_restrict = d.is_restrict;
      if (!specs.ok || !d.ok) {
        ok = false;
      } else if (specs.is_auto) {
        ok = report(Code::WB3058, specs.type_span);
      } else if (!is_being_defined(d.type) && !check_object_type(d.type, d)) {
        ok = false;
      }
      if (module->types[p.type].kind == TypeKind::function) p.type = module->types.pointer_to(p.type);
      if (module->types.is_array(p.type)) p.type = module->types.pointer_to(module->types[p.type].element);
      if (eat(Tok::equal)) {
        p.default_begin = pos;
        while (!is(Tok::comma) && !is(Tok::right_paren) && !is(Tok::end) && !is(Tok::semicolon)) {
          if (is(Tok::left_paren) || is(Tok::left_brace) || is(Tok::left_bracket)) pos = skip_balanced(pos);
          else if (is(Tok::less) && pos > 0 && tokens[pos - 1].kind == Tok::identifier) pos = std::max(skip_template_list(pos), pos + 1);
          else take();
        }
      } else if (!parameters.empty() && parameters.back().default_begin != 0) {
        ok = report(Code::WB3067, p.span, {std::string(p.name)});
      }
      parameters.push_back(std::move(p));
    }
    if (eat(Tok::comma)) continue;
    break;
  }
  if (!expect_close(Tok::right_paren, open)) ok = false;
  return parameters;
}

// One element of a parameter pack, or the pack itself where a signature is read as a pattern. The cursor ends at the ellipsis.
bool Parser::parse_pack_parameter(std::vector<ParameterDecl>& parameters, std::string_view name, Span span) {
  Specifiers specs = parse_specifiers(false);
  if (!specs.ok || !specs.has_type) return false;
  Declarator d;
  d.span = span;
  d.type = parse_pointer_operators(d, specs.type);
  if (!d.ok || (!is_being_defined(d.type) && !check_object_type(d.type, d))) return false;
  ParameterDecl p;
  p.name = name;
  p.span = span;
  p.type = d.type;
  p.is_restrict = d.is_restrict;
  p.is_pack = true;
  parameters.push_back(std::move(p));
  return true;
}

// The parameters' names, for a result type that is computed from them.
Scope* Parser::parameter_scope(const Declarator& d) {
  Scope* inner = new_scope(Scope::Kind::block, scope);
  InScope inside(*this, inner);
  std::vector<ParameterDecl> parameters = d.parameters;
  for (ParameterDecl& p : parameters) p.var = add_variable(std::string(p.name), p.type, Storage::parameter, p.span);
  Quiet silent(*this);
  declare_parameters(parameters, d.pack_name, d.pack_begin, d.pack_count);
  return inner;
}

void Parser::declare_parameters(const std::vector<ParameterDecl>& parameters, std::string_view pack_name, size_t pack_begin, size_t pack_count) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ParameterDecl& p = parameters[i];
    if (p.name.empty() || (p.is_pack && p.name == pack_name)) continue;
    Symbol symbol;
    symbol.kind = SymbolKind::variable;
    symbol.var = p.var;
    symbol.span = p.span;
    declare(p.name, symbol);
  }
  if (pack_name.empty()) return;
  Symbol pack;
  pack.kind = SymbolKind::variable;
  pack.is_pack = true;
  bool is_pattern = pack_count == 1 && is_placeholder(parameters[pack_begin].type) && in_template_pattern;
  if (!is_pattern) {
    pack.elements = std::make_shared<std::vector<Symbol>>();
    for (size_t i = pack_begin; i < pack_begin + pack_count && i < parameters.size(); ++i) {
      Symbol element;
      element.kind = SymbolKind::variable;
      element.var = parameters[i].var;
      element.span = parameters[i].span;
      pack.elements->push_back(element);
    }
  }
  declare(pack_name, pack);
}

// What stands behind `->`: a type, `auto` with or without `&`, `decltype(auto)`.
std::optional<TypeId> Parser::parse_result_type() {
  if (is(Tok::kw_decltype) && kind(1) == Tok::left_paren && kind(2) == Tok::kw_auto) {
    pos += 4;
    return placeholder_type(252, "decltype(auto)");
  }
  return parse_type_id();
}

// `auto`, `auto&`, `decltype(auto)` ...: the type follows from the body.
bool Parser::is_auto_type(TypeId id) {
  const Type type = module->types[id];
  if (type.kind == TypeKind::pointer || type.kind == TypeKind::reference) return is_auto_type(type.element);
  if (type.kind != TypeKind::record || type.index >= records.size() || !records[type.index].is_placeholder) return false;
  uint32_t index = records[type.index].placeholder_index;
  return index == 255 || index == 252;
}

}  // namespace wb

// A launch in a host program may make a kernel for a type that has no name:
//
//     float a = 2;  float *x, *y;  ...
//     for_each(n, [=] __device__ (int i) { y[i] = a * x[i]; });        template <class F> void for_each(int n, F f) { kernel<<<grid, block>>>(n, f); }
//
// The program is compiled and run behind the file's text (host_whole.h): there the kernel's arguments have types, and the template arguments that they
// lead to are written down as text, which goes with the launch. From then on it is a kernel's name like any other: the file alone is compiled for it, and
// the lambda is read where it stands in the file, so findings point there. What a lambda means depends on the function around, which is not read then (it
// is the host's). So its name says what it needs of it:
//
//     kernel<[0 float* y, float a, float* x]>          the file's first lambda; what it captures, with types
//     closure   = "[" number ("," item)* "]"           (the first item follows without a comma)
//     item      = "in" path                            the namespace or class around
//               | "this" class                         the method's object
//               | "using" name "=" type                a template's parameter, a local name of a type
//               | "constexpr" type name "=" bits       a constant, which is not captured
//               | type name bounds                     a variable of the function
//
// A type in it may be another closure. Lambdas are numbered through the file, so a name stays good while lines move; in the host program, where the text
// is another one, `[=] [[3]] (int i) {...}` says which lambda of the file it is.
//
// Classes that the host program has in versions of its own (wb_class_Buffer) count as the file's.
//
// Not covered: lambdas that need packs or classes of their function.
#include "simulator/language/closure_names.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "simulator/language/member_pointers.h"
#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/language/string_nodes.h"

namespace wb {
namespace {

constexpr size_t longest_name = 4000;
constexpr int deepest_name = 12;
constexpr std::string_view host_class = "wb_class_";

std::string_view plain_class_name(std::string_view name) { return name.starts_with(host_class) ? name.substr(host_class.size()) : name; }

class NameWriter {
 public:
  explicit NameWriter(Parser& parser) : p_(parser) {}

  // "": one of them has no name.
  std::string arguments(const TemplateDecl& of, const std::vector<TemplateArgument>& all) {
    const std::string text = list(of, all);
    return has_failed_ || text.size() > longest_name ? "" : text;
  }
  // "": it has none.
  std::string function(const FunctionDecl& f) {
    const std::string text = with_path(f);
    return has_failed_ ? "" : text;
  }

 private:
  const TypeTable& types() const { return p_.module->types; }
  std::string fail() { return has_failed_ = true, ""; }

  std::string list(const TemplateDecl& of, const std::vector<TemplateArgument>& all) {
    std::string text;
    const auto add = [&](const TemplateArgument& a, bool is_auto) { text += (text.empty() ? "" : ", ") + argument(a, is_auto); };
    for (size_t i = 0; i < all.size(); ++i) {
      const bool is_auto = i < of.parameters.size() && of.parameters[i].is_auto;
      if (!all[i].is_pack) add(all[i], is_auto);
      for (const TemplateArgument& element : all[i].pack) add(element, is_auto);
    }
    return text;
  }

  // `is_auto`: the value says what type the parameter has.
  std::string argument(const TemplateArgument& a, bool is_auto) {
    if (a.tmpl) return path(a.tmpl->scope) + std::string(a.tmpl->name);
    if (a.is_type) return type(a.type);
    if (is_member_pointer(p_, a.type)) return member_pointer(a);
    const Type& t = types()[a.type];
    switch (t.kind) {
      case TypeKind::pointer: return pointer(t, a.bits);
      case TypeKind::enumeration: return "(" + enumeration(t) + ")" + whole_number(t.scalar, a.bits);
      case TypeKind::scalar: {
        if (is_floating(t.scalar)) return fail();
        const bool says_type = t.scalar == ScalarKind::int_ || t.scalar == ScalarKind::bool_;
        return (is_auto && !says_type ? "(" + std::string(info(t.scalar).spelling) + ")" : "") + whole_number(t.scalar, a.bits);
      }
      default: return fail();
    }
  }

  static std::string whole_number(ScalarKind kind, uint64_t bits) {
    if (kind == ScalarKind::bool_) return bits ? "true" : "false";
    if (!is_signed(kind)) return std::to_string(bits) + (bits > INT64_MAX ? "u" : "");
    const int64_t value = as_signed(kind, bits);
    return value == INT64_MIN ? "(" + std::to_string(value + 1) + " - 1)" : std::to_string(value);
  }

  std::string pointer(const Type& t, uint64_t bits) {
    if (bits == 0) return "nullptr";
    const uint64_t id = (bits & ~function_pointer_tag) - 1;
    return types()[t.element].kind == TypeKind::function && id < p_.function_by_id.size() ? with_path(*p_.function_by_id[id]) : fail();
  }

  std::string member_pointer(const TemplateArgument& a) {
    if (a.bits == 0) return "nullptr";
    const RecordInfo& info = p_.record_info({types()[a.type].index});
    if (types()[info.pointed_type].kind == TypeKind::function) return a.bits <= p_.function_by_id.size() ? "&" + with_path(*p_.function_by_id[a.bits - 1]) : fail();
    const auto field = pointed_field(p_, a.type, a.bits);
    return field ? "&" + record(info.pointed_class) + "::" + types().records[info.pointed_class.v].fields[*field].name : fail();
  }

  std::string with_path(const FunctionDecl& f) {
    const std::string own = (f.owner ? record(*f.owner) + "::" : path(f.scope)) + std::string(f.name);
    return f.instance_of && f.instance_of->tmpl ? own + "<" + list(*f.instance_of->tmpl, f.arguments) + ">" : own;
  }

  std::string type(TypeId id) {
    if (++depth_ > deepest_name) return --depth_, fail();
    const std::string text = type_inside(types()[id]);
    --depth_;
    return text.size() > longest_name ? fail() : text;
  }

  std::string type_inside(const Type& t) {
    const std::string qualifiers = std::string(t.is_const ? "const " : "") + (t.is_volatile ? "volatile " : "");
    switch (t.kind) {
      case TypeKind::scalar: return qualifiers + info(t.scalar).spelling;
      case TypeKind::enumeration: return qualifiers + enumeration(t);
      case TypeKind::pointer: return types()[t.element].kind == TypeKind::function ? fail() : type(t.element) + "*" + (t.is_const ? " const" : "");
      case TypeKind::reference: return type(t.element) + "&";
      case TypeKind::record: return p_.record_info({t.index}).is_lambda ? closure({t.index}) : qualifiers + record({t.index});
      case TypeKind::array: case TypeKind::function: break;
    }
    return fail();
  }

  std::string enumeration(const Type& t) {
    const std::string& name = types().enums[t.index].name;
    return name.empty() ? fail() : path(p_.enum_homes[t.index]) + name;
  }

  // With the namespaces and classes around.
  std::string record(RecordId id) {
    const RecordInfo& info = p_.record_info(id);
    const std::string own = types().records[id.v].name;
    if (!info.scope && !own.empty()) return own;  // float4 and its like
    if (own.empty() || !info.scope) return fail();
    const std::string around = path(info.scope->parent);
    if (!info.tmpl) return around + std::string(plain_class_name(own));
    return around + std::string(plain_class_name(info.tmpl->name)) + "<" + list(*info.tmpl, info.arguments) + ">";
  }

  // "a::b::", "" at the top.
  std::string path(const Scope* around) {
    while (around && around->kind == Scope::Kind::template_) around = around->parent;
    if (!around || around == p_.global) return "";
    if (around->kind == Scope::Kind::record) return record(around->record) + "::";
    if (around->kind != Scope::Kind::name_space) return fail();
    return path(around->parent) + (around->name.empty() ? "" : std::string(around->name) + "::");
  }

  // ---- closures

  std::string closure(RecordId id) {
    const RecordInfo& info = p_.record_info(id);
    const auto call = info.scope->names.find("operator()");
    if (info.lambda_number < 0 || call == info.scope->names.end()) return fail();
    std::vector<std::string> items;
    const Scope* home = info.scope->parent;
    while (home && (home->kind == Scope::Kind::template_ || home->kind == Scope::Kind::block || home->kind == Scope::Kind::function || is_closure(*home))) home = home->parent;
    if (std::string where = path(home); !where.empty()) items.push_back("in " + where.substr(0, where.size() - 2));
    if (info.this_field >= 0) items.push_back("this " + this_type(id, info.this_field));
    const FunctionDecl* f = call->second.functions.front();
    std::vector<std::string_view> done;
    const size_t end = p_.skip_balanced(f->body_begin);
    for (size_t i = f->declaration_begin; i < end; ++i) {
      const Token& t = p_.tokens[i];
      const Tok before = i > 0 ? p_.tokens[i - 1].kind : Tok::end;
      if (t.kind != Tok::identifier || before == Tok::dot || before == Tok::arrow || before == Tok::scope || std::find(done.begin(), done.end(), t.text) != done.end()) continue;
      done.push_back(t.text);
      if (const std::string text = item(id, t.text); !text.empty()) items.push_back(text);
    }
    std::string text = "[" + std::to_string(info.lambda_number);
    for (size_t i = 0; i < items.size(); ++i) text += (i ? ", " : " ") + items[i];
    return text + "]";
  }

  bool is_closure(const Scope& scope) const { return scope.kind == Scope::Kind::record && p_.record_info(scope.record).is_lambda; }

  std::string this_type(RecordId id, int field) {
    const Type& t = types()[types().records[id.v].fields[static_cast<size_t>(field)].type];
    return t.kind == TypeKind::pointer ? type(t.element) : type_inside(t);
  }

  // What a name in the lambda means in the functions and templates around; "": nothing of theirs.
  std::string item(RecordId id, std::string_view name) {
    for (Scope* s = p_.record_info(id).scope; s && s->kind != Scope::Kind::name_space; s = s->parent) {
      if (s->kind == Scope::Kind::record && !is_closure(*s)) return "";
      const auto found = s->names.find(name);
      if (found == s->names.end()) continue;
      const Symbol& symbol = found->second;
      const bool is_captured = symbol.is_field && symbol.owner == id;
      if (symbol.is_pack) return is_captured || symbol.kind == SymbolKind::variable ? fail() : "";
      if (is_captured) return declared(types().records[id.v].fields[symbol.field].type, name);
      if (symbol.kind == SymbolKind::type) return alias(name, symbol.type);
      if (symbol.kind == SymbolKind::value) return symbol.is_known ? constant(name, symbol.type, symbol.bits) : "";
      if (symbol.kind != SymbolKind::variable || symbol.is_field || symbol.binding >= 0) return "";
      const auto known = p_.known_constants.find(symbol.var.v);
      const TypeId own = p_.module->variables[symbol.var.v].type;
      return known != p_.known_constants.end() ? constant(name, own, known->second) : quietly([&] { return declared(own, name); });
    }
    return "";
  }

  // What cannot be named, and need not be: it is not captured.
  template <class Write> std::string quietly(const Write& write) {
    const bool had_failed = has_failed_;
    std::string text = write();
    if (has_failed_ && !had_failed) text.clear();
    has_failed_ = had_failed;
    return text;
  }

  std::string alias(std::string_view name, TypeId of) {
    return quietly([&] { return "using " + std::string(name) + " = " + type(of); });
  }
  std::string constant(std::string_view name, TypeId of, uint64_t bits) {
    const Type& t = types()[of];
    if (t.kind != TypeKind::scalar) return "";
    return "constexpr " + std::string(info(t.scalar).spelling) + " " + std::string(name) + " = " + std::to_string(bits);
  }
  std::string declared(TypeId of, std::string_view name) {
    if (types()[of].kind == TypeKind::reference) of = types()[of].element;
    std::string bounds;
    for (; types().is_array(of); of = types()[of].element) bounds += "[" + std::to_string(types()[of].count) + "]";
    return type(of) + " " + std::string(name) + bounds;
  }

  Parser& p_;
  bool has_failed_ = false;
  int depth_ = 0;
};

// The type that the file has for one of the host program's own.
TypeId files_own(Parser& p, TypeId id, int depth = 0) {
  TypeTable& types = p.module->types;
  const Type t = types[id];
  if (depth > deepest_name) return id;
  if (t.kind == TypeKind::pointer) {
    const TypeId inner = files_own(p, t.element, depth + 1);
    return inner == t.element ? id : types.with(types.pointer_to(inner), t.is_const, t.is_volatile);
  }
  if (t.kind != TypeKind::record) return id;
  const RecordInfo& info = p.record_info({t.index});
  const std::string_view own = info.tmpl ? info.tmpl->name : std::string_view(types.records[t.index].name);
  if (!info.scope || !own.starts_with(host_class)) return id;
  Scope* around = info.scope->parent;
  while (around && around->kind == Scope::Kind::template_) around = around->parent;
  const Symbol* found = around ? p.lookup_in(*around, plain_class_name(own)) : nullptr;
  std::optional<TypeId> meant;
  if (found && found->kind == SymbolKind::type && !info.tmpl) meant = found->type;
  if (found && found->kind == SymbolKind::record_template && info.tmpl) {
    std::vector<TemplateArgument> arguments = info.arguments;
    for (TemplateArgument& a : arguments)
      if (a.is_type && !a.is_pack) a.type = files_own(p, a.type, depth + 1);
    meant = p.instantiate_record(*found->tmpl, std::move(arguments), p.here());
  }
  return meant ? types.with(*meant, t.is_const, t.is_volatile) : id;
}

// What the arguments make of the template; "": nothing.
std::string instance_name(Parser& p, const Operand& callee, std::vector<ExprId> arguments) {
  Parser::Quiet silent(p);
  for (ExprId& e : arguments) {
    if (!e) return "";
    if (p.is_function_set(e)) continue;
    const TypeId meant = files_own(p, p.at(e).type);
    if (!(meant == p.at(e).type)) e = p.make_constant(meant, 0, p.at(e).span);
  }
  for (FunctionDecl* f : callee.functions) {
    if (!f->is_kernel || !f->tmpl || f->parameters.size() < (f->parameters.empty() || !f->parameters.back().is_pack ? arguments.size() : 0)) continue;
    std::vector<TemplateArgument> deduced;
    std::string missing;
    if (!p.deduce(*f, callee.template_arguments, arguments, deduced, missing)) continue;
    const FunctionDecl* made = p.instantiate(*f, std::move(deduced), callee.span);
    if (made) return NameWriter(p).arguments(*f->tmpl, made->arguments);
  }
  return "";
}

// The path behind `in`: the scope that it leads to.
Scope* parse_home(Parser& p, std::optional<RecordId>& record) {
  Scope* where = p.global;
  while (p.is(Tok::identifier)) {
    const Symbol* symbol = p.lookup_in(*where, p.peek().text);
    if (symbol && symbol->kind == SymbolKind::name_space) {
      p.take();
      where = symbol->scope;
      if (!p.eat(Tok::scope)) return where;
      continue;
    }
    Specifiers specs;
    Parser::InScope inside(p, where);
    if (!symbol || !p.parse_named_type(specs) || !p.module->types.is_record(specs.type)) break;
    record = RecordId{p.module->types[specs.type].index};
    return p.record_info(*record).scope;
  }
  p.report(Code::WB2018, p.here(), {std::string(p.peek().text)});
  return nullptr;
}

bool parse_named_variable(Parser& p, Scope& names, bool is_constant) {
  Specifiers specs;
  if (p.is(Tok::left_bracket)) {
    const auto type = parse_closure_type(p);
    specs.has_type = specs.ok = type.has_value();
    if (type) specs.type = *type;
  } else {
    specs = p.parse_specifiers(false);
  }
  if (!specs.ok || !specs.has_type) return false;
  const Declarator d = p.parse_declarator(specs);
  if (!d.ok || d.name.empty()) return false;
  Symbol symbol;
  symbol.span = d.span;
  symbol.type = d.type;
  if (is_constant) {
    if (!p.eat(Tok::equal) || !p.is(Tok::number)) return false;
    symbol.kind = SymbolKind::value;
    symbol.bits = std::strtoull(std::string(p.take().text).c_str(), nullptr, 10);
  } else {
    symbol.kind = SymbolKind::variable;
    symbol.var = p.add_variable(std::string(d.name), d.type, Storage::local, d.span);
  }
  names.names[d.name] = symbol;
  return true;
}

bool parse_named_type(Parser& p, Scope& names) {
  p.take();
  if (!p.is(Tok::identifier)) return false;
  const Token name = p.take();
  if (!p.eat(Tok::equal)) return false;
  const std::optional<TypeId> type = p.is(Tok::left_bracket) ? parse_closure_type(p) : p.parse_type_id();
  if (!type) return false;
  Symbol symbol;
  symbol.kind = SymbolKind::type;
  symbol.type = *type;
  symbol.span = name.span;
  names.names[name.text] = symbol;
  return true;
}

struct Surroundings {
  Scope* home = nullptr;
  Scope* names = nullptr;
  std::optional<RecordId> record;
  bool has_this = false;
};

bool parse_item(Parser& p, Surroundings& around) {
  if (p.is(Tok::identifier) && p.peek().text == "in" && p.kind(1) == Tok::identifier) {
    p.take();
    around.home = parse_home(p, around.record);
    return around.home != nullptr;
  }
  if (p.is(Tok::kw_this)) {
    p.take();
    const auto type = p.parse_type_id();
    around.has_this = type && p.module->types.is_record(*type);
    if (around.has_this) around.record = RecordId{p.module->types[*type].index};
    return around.has_this;
  }
  if (p.is(Tok::kw_using)) return parse_named_type(p, *around.names);
  const bool is_constant = p.eat(Tok::kw_constexpr);
  return parse_named_variable(p, *around.names, is_constant);
}

// Reads the lambda at the token as if it stood in a function with these names.
std::optional<TypeId> read_lambda_at(Parser& p, size_t introducer, const Surroundings& around) {
  FunctionDecl& f = p.functions.emplace_back();
  f.name = "host";
  f.span = f.extent = p.tokens[introducer].span;
  f.is_device = f.is_host = true;
  f.scope = around.home;
  f.owner = around.has_this ? around.record : std::nullopt;
  f.declaration_begin = introducer;
  p.create_function(f);
  FunctionContext context;
  context.decl = &f;
  context.record = around.record;
  if (around.has_this) context.this_var = p.module->functions[f.id.v].parameters[0];
  FunctionContext* outer = std::exchange(p.fn, &context);
  SwitchContext* outer_switch = std::exchange(p.sw, nullptr);
  const auto outer_record = std::exchange(p.current_record, std::nullopt);
  const bool was_name = std::exchange(p.reads_kernel_name, false);
  around.names->kind = Scope::Kind::function;
  around.names->parent = around.home;
  ExprId made;
  {
    Parser::At there(p, introducer, around.names);
    made = p.parse_lambda();
  }
  p.reads_kernel_name = was_name;
  p.current_record = outer_record;
  p.sw = outer_switch;
  p.fn = outer;
  return made && p.module->types.is_record(p.at(made).type) ? std::optional(p.at(made).type) : std::nullopt;
}

}  // namespace

namespace {

bool may_precede_lambda(Tok k) {
  if (is_keyword(k)) return k == Tok::kw_return || k == Tok::kw_else || k == Tok::kw_do;
  return k != Tok::identifier && k != Tok::right_paren && k != Tok::right_bracket && k != Tok::left_bracket && k != Tok::string && k != Tok::greater;
}
bool may_follow_captures(Tok k) {
  return k == Tok::left_paren || k == Tok::left_brace || k == Tok::less || k == Tok::kw_device || k == Tok::kw_host || k == Tok::kw_mutable || k == Tok::arrow || k == Tok::kw_constexpr ||
         k == Tok::kw_noexcept;
}

}  // namespace

// A `[` that is no subscript, no attribute and no list of bindings: by what stands in front of it, and behind the bracket that closes it.
std::vector<size_t> lambda_introducers(const std::vector<Token>& tokens) {
  std::vector<size_t> found, open;
  for (size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind == Tok::left_bracket) open.push_back(i);
    if (tokens[i].kind != Tok::right_bracket || open.empty()) continue;
    const size_t begin = open.back();
    open.pop_back();
    const bool is_lambda = may_precede_lambda(tokens[begin - 1].kind) && tokens[begin + 1].kind != Tok::left_bracket && may_follow_captures(tokens[i + 1].kind);
    if (is_lambda) found.push_back(begin);
  }
  std::sort(found.begin(), found.end());
  return found;
}

ExprId parse_instance_of(Parser& p) {
  const Token word = p.take();
  const Token open = p.peek();
  if (!p.expect(Tok::left_paren, "before the kernel")) return {};
  const Operand callee = p.parse_name();
  if (!p.expect_close(Tok::right_paren, open)) return {};
  std::vector<ExprId> arguments;
  if (!p.parse_arguments(arguments)) return {};
  std::string text = callee.kind == Operand::Kind::functions ? instance_name(p, callee, std::move(arguments)) : "";
  return string_node(p, std::move(text), p.span_from(word.span));
}

std::string qualified_name(Parser& p, const FunctionDecl& f) { return NameWriter(p).function(f); }

std::optional<TypeId> parse_closure_type(Parser& p) {
  Parser::Nesting guard(p);
  if (guard.too_deep) return std::nullopt;
  const size_t begin = p.pos;
  const Token open = p.take();
  const auto refuse = [&]() -> std::optional<TypeId> {
    p.report(Code::WB2018, p.here(), {std::string(p.peek().text)});
    return std::nullopt;
  };
  if (!p.is(Tok::number)) return refuse();
  const size_t number = std::strtoull(std::string(p.take().text).c_str(), nullptr, 10);
  Surroundings around;
  around.home = p.global;
  around.names = p.new_scope(Scope::Kind::block, p.global);
  while (!p.is(Tok::right_bracket)) {
    const size_t errors_before = p.diags.error_count();
    if (!parse_item(p, around)) return p.diags.error_count() > errors_before ? std::nullopt : refuse();
    if (!p.eat(Tok::comma)) break;
  }
  if (!p.expect_close(Tok::right_bracket, open)) return std::nullopt;
  const std::vector<size_t> all = lambda_introducers(p.tokens);
  if (number >= all.size() || all[number] >= begin) {
    p.report(Code::WB2018, open.span, {"["});
    return std::nullopt;
  }
  return read_lambda_at(p, all[number], around);
}

}  // namespace wb

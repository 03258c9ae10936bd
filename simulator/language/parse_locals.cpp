// Declarations in functions: local variables, static and shared ones.
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/source/limits.h"

namespace wb {

// local-declaration = specifiers (declarator initialiser?) ,* ";"
void Parser::parse_local_declaration(std::vector<StmtId>& list) {
  Span begin = here();
  if (is(Tok::kw_typedef)) {
    parse_typedef();
    return;
  }
  Specifiers specs = parse_specifiers(true);
  if (specs.ok && !specs.has_type) {
    specs.ok = false;
    if (is(Tok::identifier) && kind(1) == Tok::scope) {  // std::vector<float> v
      Operand o = parse_name();
      if (o.kind != Operand::Kind::error) report(Code::WB2006, o.span, {"`" + std::string(o.name) + "`"});
    } else if (is(Tok::identifier)) {
      Token name = take();
      Symbol* symbol = lookup(name.text);
      if (symbol && symbol->kind == SymbolKind::host) report_host_name(*symbol, name.text, name.span);
      else if (!symbol) report_unknown_type(name.text, name.span);
      else if (symbol->kind != SymbolKind::broken) report(Code::WB2006, name.span, {"`" + std::string(name.text) + "`"});
    } else {
      report(Code::WB2006, here(), {found()});
    }
    if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos);
  }
  if (!specs.ok) {
    // Its names count as declared, so that their uses stay silent.
    while (is(Tok::star) || is(Tok::amp) || is(Tok::kw_const)) take();
    if (is(Tok::identifier)) {
      Symbol broken;
      broken.span = here();
      declare(peek().text, broken);
    }
    skip_statement();
    return;
  }
  if (specs.is_global || (specs.is_host && !specs.is_device)) {
    report(Code::WB2018, specs.is_global ? specs.space_span : specs.begin, {specs.is_global ? "__global__" : "__host__"});
    skip_statement();
    return;
  }
  if (is(Tok::semicolon)) {  // struct X {...};
    take();
    return;
  }
  if (at_bindings(specs)) return parse_bindings(specs, list);
  for (;;) {
    Declarator d = parse_declarator(specs);
    if (d.name.empty()) {
      if (d.ok) report(Code::WB2005, here(), {found()});
      skip_statement();
      return;
    }
    size_t before = list.size();
    declare_local(specs, d, list);
    for (size_t i = before; i < list.size(); ++i) module->stmts[list[i].v].span = span_from(begin);
    if (declaration_failed) {
      declaration_failed = false;
      // Behind the initialiser, which was reported: to the next declarator or the end.
      if (!is(Tok::semicolon) && !is(Tok::comma)) {
        skip_statement();
        return;
      }
    }
    if (eat(Tok::comma)) continue;
    break;
  }
  expect_semicolon("after this declaration");
}

// A mistake in it has been reported: its name counts as declared, so that its uses stay silent.
void Parser::fail_declaration(const Declarator& d) {
  Symbol symbol;
  symbol.span = d.span;
  declare(d.name, symbol);
  declaration_failed = true;
}

namespace {

// A host's constexpr array or object has no place in the kernel's memory: only its values are there, while compiling.
bool reads_host_constants(const Parser& p, ExprId e) {
  std::vector<ExprId> todo{e};
  for (size_t i = 0; i < todo.size() && i < limits::initialisers; ++i) {
    if (!todo[i]) continue;
    const Expr& x = p.at(todo[i]);
    if (x.kind == ExprKind::call || (x.kind == ExprKind::variable && p.known_objects.count(x.var.v))) return true;
    todo.insert(todo.end(), {x.a, x.b, x.c});
    todo.insert(todo.end(), x.args.begin(), x.args.end());
  }
  return false;
}

// The constant that a constexpr variable was found to be; `init` where that is not known.
ExprId value_known(Parser& p, VarId var, TypeId type, ExprId init) {
  if (const auto scalar = p.known_constants.find(var.v); scalar != p.known_constants.end()) return p.make_constant(p.module->types.unqualified(type), scalar->second, p.at(init).span);
  if (const auto object = p.known_objects.find(var.v); object != p.known_objects.end()) return p.constant_node(object->second, type, p.at(init).span);
  return init;
}

// int* p = (int*)malloc(n * sizeof *p);   A variable is known from its own declarator on; here while its initialiser is read, where that asks for its size.
class KnownToItself {
 public:
  KnownToItself(Parser& p, const Declarator& d, TypeId type) : p_(p), name_(d.name) {
    if (type.v == 0 || p.scope->names.count(name_) || !asks_for_size()) return;
    Symbol symbol;
    symbol.span = d.span;
    symbol.kind = SymbolKind::variable;
    symbol.var = p.add_variable(std::string(name_), type, Storage::local, d.span);
    where_ = p.scope;
    p.declare(name_, symbol);
  }
  ~KnownToItself() {
    if (where_) where_->names.erase(name_);
  }
  KnownToItself(const KnownToItself&) = delete;
  KnownToItself& operator=(const KnownToItself&) = delete;

 private:
  bool asks_for_size() const {
    for (size_t i = p_.pos; i + 1 < p_.tokens.size() && p_.tokens[i].kind != Tok::semicolon && p_.tokens[i].kind != Tok::end; ++i) {
      if (p_.tokens[i].kind != Tok::kw_sizeof) continue;
      size_t at = i + 1;
      while (at + 1 < p_.tokens.size() && (p_.tokens[at].kind == Tok::left_paren || p_.tokens[at].kind == Tok::star)) ++at;
      if (p_.tokens[at].kind == Tok::identifier && p_.tokens[at].text == name_) return true;
    }
    return false;
  }

  Parser& p_;
  const std::string_view name_;
  Scope* where_ = nullptr;
};

}  // namespace

void Parser::declare_local(Specifiers& specs, Declarator& d, std::vector<StmtId>& list) {
  declaration_failed = false;
  if (!d.ok || (!specs.is_auto && !check_object_type(d.type, d))) return fail_declaration(d);
  if (specs.is_shared) return declare_shared(specs, d);
  if ((specs.is_device || specs.is_constant) && !specs.is_static) {
    report(Code::WB3030, specs.space_span, {specs.is_device ? "a `__device__` variable" : "a `__constant__` variable", "make it `static`, or move it out of the function"});
    return fail_declaration(d);
  }
  if (specs.is_extern) {
    report(Code::WB3030, d.span, {"`" + std::string(d.name) + "`", "`extern` in a function needs `__shared__`: write `extern __shared__`"});
    return fail_declaration(d);
  }
  TypeId type = d.type;
  bool failed = false;
  const ExprId init = [&] {
    const KnownToItself known(*this, d, specs.is_auto ? TypeId{} : type);
    return specs.is_auto ? parse_auto_initialiser(specs, d, type, failed) : parse_local_initialiser(specs, d, type, failed);
  }();
  if (failed) {
    if (fn) fn->pending.clear();
    return fail_declaration(d);
  }
  const Storage storage = !specs.is_static ? Storage::local : specs.is_constant ? Storage::constant : Storage::device_global;
  const VarId var = add_variable(std::string(d.name), type, storage, d.span);
  module->variables[var.v].alignment = std::max(specs.alignment, d.alignment);
  module->variables[var.v].is_restrict = d.is_restrict;
  note_constant(var, type, init, specs.is_constexpr);
  const ExprId start = specs.is_constexpr && reads_host_constants(*this, init) ? value_known(*this, var, type, init) : init;
  module->variables[var.v].init = start && specs.is_static ? fold_to_constants(start) : start;
  if (specs.is_static) global_variables.push_back(var);
  Symbol symbol;
  symbol.span = d.span;
  symbol.kind = SymbolKind::variable;
  symbol.var = var;
  declare(d.name, symbol);
  if (!specs.is_static) make_declaration(specs, var, list);
}

// auto x = e, auto x(e), auto x{e}. `type` becomes the variable's.
ExprId Parser::parse_auto_initialiser(const Specifiers& specs, const Declarator& d, TypeId& type, bool& failed) {
  failed = true;
  const Token open = peek();
  if (open.kind != Tok::equal && open.kind != Tok::left_paren && open.kind != Tok::left_brace) {
    report(Code::WB3058, specs.type_span);
    return {};
  }
  take();
  const ExprId e = parse_assignment();
  if (open.kind != Tok::equal) expect_close(open.kind == Tok::left_brace ? Tok::right_brace : Tok::right_paren, open);
  if (!e) return {};
  type = deduce_auto(d.type, e, specs);
  if (type.v == 0) {
    report(Code::WB3008, at(e).span, {type_name(at(e).type), type_name(d.type)});
    return {};
  }
  const bool is_reference = module->types[type].kind == TypeKind::reference;
  const ExprId init = is_reference ? bind_reference(e, type, at(e).span) : convert(e, type, at(e).span);
  failed = !init;
  return init;
}

// The initialiser of a variable whose type is named, or what stands in for a missing one. `type` may get its array's bound from it.
// The name is known in its own initialiser only after this point in C++, too; using it there is a run-time matter.
ExprId Parser::parse_local_initialiser(const Specifiers& specs, const Declarator& d, TypeId& type, bool& failed) {
  if (is(Tok::equal) || is(Tok::left_brace) || is(Tok::left_paren)) {
    if (specs.is_constexpr) ++fn->constant_depth;
    const ExprId init = parse_initialiser(type, d, failed);
    if (specs.is_constexpr) --fn->constant_depth;
    return init;
  }
  if (const auto complaint = why_initialiser_needed(type, specs.is_constexpr)) {
    failed = true;
    report(*complaint, d.span, {std::string(d.name)});
    return {};
  }
  if (!module->types.is_record(type) || specs.is_static || is_made_in_place(type)) return {};
  const bool sets_members = is_registered_default(type) && !does_nothing(type, SpecialMember::default_constructor);
  if (!is_dim3(type) && !sets_members) return {};
  const size_t errors = diags.error_count() + quiet_errors;
  const ExprId init = default_construct(type, d.span);
  failed = !init && diags.error_count() + quiet_errors > errors;
  return init;
}

// The complaint about a variable of this type that has no initialiser; none: it needs none.
std::optional<Code> Parser::why_initialiser_needed(TypeId type, bool is_constexpr) const {
  const Type& t = module->types[type];
  if (t.kind == TypeKind::reference) return Code::WB3046;
  if (t.kind == TypeKind::array && t.count == 0) return Code::WB3026;
  if ((t.is_const || is_constexpr) && !module->types.is_record(type)) return Code::WB3048;
  return std::nullopt;
}

// Remembers the value of a variable that may stand in constant expressions; a constexpr one must have it.
void Parser::note_constant(VarId var, TypeId type, ExprId init, bool is_constexpr) {
  const Type t = module->types[type];
  const bool is_constant = t.is_const && t.kind == TypeKind::scalar && init;
  if (!is_constant && !is_constexpr) return;
  const auto value = init && t.kind != TypeKind::array && t.kind != TypeKind::record ? evaluate(init) : std::nullopt;
  if (value && !t.is_volatile && (is_constexpr || is_integer(t.scalar))) known_constants[var.v] = *value;
  if (!is_constexpr) return;
  if (t.kind == TypeKind::scalar && !value && init) {
    std::string why;
    const Span span = why_not_constant(init, why);
    report(Code::WB3040, span, {why});
  }
  note_constant_object(var, type, init, true);
}

// The statement that makes the variable, the calls of its constructor, and its destructor at the end of the scope.
void Parser::make_declaration(const Specifiers& specs, VarId var, std::vector<StmtId>& list) {
  const TypeId type = module->variables[var.v].type;
  const ExprId init = module->variables[var.v].init;
  const Span name = module->variables[var.v].span;
  const TypeId element = element_of(type);
  Stmt s;
  s.kind = StmtKind::declaration;
  s.var = var;
  s.span = span_from(specs.begin);
  const bool is_set = init || (module->types.is_record(element) && !is_trivially_made(element));
  if (is_set) fn->declared.push_back(var);
  std::vector<StmtId> after;
  const bool is_object = module->types.is_record(element) && !is_placeholder(element);
  if (is_object && init && is_made_in_place(type)) {
    if (ExprId call = redirect_construction(init, make_variable(var, name), name)) {
      module->variables[var.v].init = {};
      append_expression(call, after, s.span);
    }
  } else if (is_object && !init) {
    default_initialise(make_variable(var, name), after, name);
  }
  std::vector<StmtId> ended;
  end_declaration(var, list, ended, s.span);
  list.push_back(make_stmt(s));
  list.insert(list.end(), after.begin(), after.end());
  list.insert(list.end(), ended.begin(), ended.end());
  add_cleanup(var);
}

// Does default-initialisation set every member of the record, so that it may start as a plain list of values?
bool Parser::is_registered_default(TypeId type) {
  const Type t = module->types[type];
  if (t.kind != TypeKind::record) return false;
  if (is_dim3(type) || !record_info({t.index}).constructors.empty()) return true;
  const std::vector<Field> fields = module->types.records[t.index].fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::vector<size_t>& defaults = record_info({t.index}).field_defaults;
    bool has_default = i < defaults.size() && defaults[i] != 0;
    if (!has_default && (!module->types.is_record(fields[i].type) || !is_registered_default(fields[i].type))) return false;
  }
  return !fields.empty() && !module->types.records[t.index].is_union;
}

// CUDA starts no constructor before a kernel: what lives in such memory must be plain.
void Parser::check_no_constructor(TypeId type, Span span, const char* where) {
  TypeId element = module->types.unqualified(element_of(type));
  if (!module->types.is_record(element) || is_placeholder(element)) return;
  bool is_made = !does_nothing(element, SpecialMember::default_constructor);
  if (is_made || !does_nothing(element, SpecialMember::destructor)) report(Code::WB3104, span, {where, type_name(element), is_made ? "constructor" : "destructor"});
}

// __shared__ T name[size];   extern __shared__ T name[];
void Parser::declare_shared(const Specifiers& specs, Declarator& d) {
  bool is_open = module->types.is_array(d.type) && module->types[d.type].count == 0;
  if (module->types[d.type].kind == TypeKind::reference) {
    report(Code::WB3064, d.span, {std::string(d.name)});
    return fail_declaration(d);
  }
  if (is_open && !specs.is_extern) {
    report(Code::WB3027, d.span, {std::string(d.name)});
    return fail_declaration(d);
  }
  if (is(Tok::equal) || is(Tok::left_brace) || is(Tok::left_paren)) {
    Span begin = here();
    if (is(Tok::equal)) take();
    if (is(Tok::left_brace) || is(Tok::left_paren)) pos = skip_balanced(pos);
    else parse_assignment();
    report(Code::WB3029, span_from(begin));
  }
  check_no_constructor(d.type, d.span, "__shared__");
  VarId var = add_variable(std::string(d.name), d.type, specs.is_extern && is_open ? Storage::dynamic_shared : Storage::shared, d.span);
  module->variables[var.v].alignment = std::max(specs.alignment, d.alignment);
  global_variables.push_back(var);
  Symbol symbol;
  symbol.span = d.span;
  symbol.kind = SymbolKind::variable;
  symbol.var = var;
  declare(d.name, symbol);
}

}  // namespace wb

#include "simulator/language/constraints.h"

#include <algorithm>
#include <set>
#include <utility>

namespace wb {
namespace {

// Reads something at another place, with nothing of the function around at hand but its names.
template <class Read>
auto aside(Parser& p, size_t begin, Scope* scope, const Read& read) {
  Parser::At there(p, begin, scope);
  const bool was_in_angles = std::exchange(p.in_angles, false), was_pattern = std::exchange(p.in_template_pattern, false);
  const size_t given = std::exchange(p.given_arguments, 0);
  const TemplateDecl* deducing = std::exchange(p.deducing, nullptr);
  auto result = read();
  p.deducing = deducing;
  p.given_arguments = given;
  p.in_template_pattern = was_pattern;
  p.in_angles = was_in_angles;
  return result;
}

// A question whose answer may be no: what was wrong is no mistake of the function around it.
struct Question : Parser::Quiet {
  explicit Question(Parser& p) : Quiet(p) {}
  ~Question() { parser.quiet_errors = before; }
};

// What is only asked about leaves nothing behind: no calls to look after, no objects to destroy.
class Unevaluated {
 public:
  explicit Unevaluated(Parser& parser) : p_(parser), calls_(p_.unfinished_calls.size()), pending_(p_.fn ? p_.fn->pending.size() : 0) { ++p_.unevaluated; }
  ~Unevaluated() {
    --p_.unevaluated;
    p_.unfinished_calls.resize(std::min(calls_, p_.unfinished_calls.size()));
    if (p_.fn) p_.fn->pending.resize(std::min(pending_, p_.fn->pending.size()));
  }
  Unevaluated(const Unevaluated&) = delete;
  Unevaluated& operator=(const Unevaluated&) = delete;

 private:
  Parser& p_;
  size_t calls_, pending_;
};

bool opens(Tok k) { return k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket; }

// The places in [begin, end) where `op` joins two constraints.
std::vector<size_t> joints(const Parser& p, size_t begin, size_t end, Tok op) {
  std::vector<size_t> places;
  for (size_t i = begin; i < end; ++i) {
    const Tok k = p.tokens[i].kind;
    if (opens(k)) i = p.skip_balanced(i) - 1;
    else if (k == Tok::less && i > begin && p.tokens[i - 1].kind == Tok::identifier) i = std::max(p.skip_template_list(i), i + 1) - 1;
    else if (k == op) places.push_back(i);
  }
  return places;
}

// The operands of `op`, as ranges of tokens.
std::vector<std::pair<size_t, size_t>> operands(const Parser& p, size_t begin, size_t end, Tok op) {
  std::vector<std::pair<size_t, size_t>> parts;
  for (const size_t joint : joints(p, begin, end, op)) {
    parts.emplace_back(begin, joint);
    begin = joint + 1;
  }
  parts.emplace_back(begin, end);
  return parts;
}

// ( constraint ), and not a fold
bool is_parenthesised(const Parser& p, size_t begin, size_t end) {
  if (p.tokens[begin].kind != Tok::left_paren || p.skip_balanced(begin) != end) return false;
  for (size_t i = begin + 1; i + 1 < end; ++i) {
    if (opens(p.tokens[i].kind)) i = p.skip_balanced(i) - 1;
    else if (p.tokens[i].kind == Tok::ellipsis) return false;
  }
  return true;
}

// An expression of type bool that makes sense here and is true.
bool holds_atom(Parser& p, size_t begin, size_t end) {
  Question silent(p);
  Parser::At there(p, begin, nullptr);
  if (p.fn) ++p.fn->constant_depth;
  constexpr int strength_of_and = 2;
  const bool is_joined = p.tokens[end].kind == Tok::amp_amp || p.tokens[end].kind == Tok::pipe_pipe;
  ExprId e = is_joined ? p.parse_binary(strength_of_and) : p.parse_conditional();
  if (e && p.pos == end) e = p.to_bool(e);
  else e = {};
  const auto value = e ? p.evaluate(e) : std::nullopt;
  if (p.fn) --p.fn->constant_depth;
  return !silent.failed() && value.value_or(0) != 0;
}

// The concept that is named at token `from`; `behind` gets the token behind its name.
TemplateDecl* concept_at(Parser& p, size_t from, size_t& behind) {
  Scope* where = nullptr;
  if (p.tokens[from].kind == Tok::scope) {
    where = p.global;
    ++from;
  }
  for (;; from += 2) {
    if (p.tokens[from].kind != Tok::identifier) return nullptr;
    Symbol* symbol = where ? p.lookup_in(*where, p.tokens[from].text) : p.lookup(p.tokens[from].text);
    if (!symbol) return nullptr;
    if (symbol->kind == SymbolKind::name_space && p.tokens[from + 1].kind == Tok::scope) {
      where = symbol->scope;
      continue;
    }
    behind = from + 1;
    return symbol->kind == SymbolKind::record_template && symbol->tmpl->is_concept ? symbol->tmpl : nullptr;
  }
}

// Does `argument` meet the concept that is named in front of a parameter, whose first argument it is?
bool meets(Parser& p, const Constraint& c, const TemplateArgument& argument) {
  Question silent(p);
  size_t behind = c.begin;
  TemplateDecl* wanted = concept_at(p, c.begin, behind);
  if (!wanted) return false;
  std::vector<TemplateArgument> arguments{argument};
  Parser::At there(p, behind, nullptr);
  Span last;
  if (p.is(Tok::less) && !p.parse_template_arguments(arguments, last)) return false;
  const Operand value = concept_value(p, *wanted, std::move(arguments), p.tokens[c.begin].span);
  return value.kind == Operand::Kind::expr && p.evaluate(value.expr).value_or(0) != 0;
}

// The type that a name stands for, or all those of a pack.
std::vector<TemplateArgument> types_of(const Symbol& symbol) {
  std::vector<TemplateArgument> types;
  const auto add = [&](const Symbol& one) {
    TemplateArgument a;
    a.type = one.type;
    a.is_known = true;
    types.push_back(a);
  };
  if (!symbol.is_pack) add(symbol);
  else if (symbol.elements)
    for (const Symbol& element : *symbol.elements) add(element);
  return types;
}

// Where the atomic constraints stand that an expression comes down to; concepts are looked into.
void collect_atoms(Parser& p, size_t begin, size_t end, std::set<size_t>& atoms, int depth) {
  while (is_parenthesised(p, begin, end)) {
    ++begin;
    --end;
  }
  const auto parts = operands(p, begin, end, Tok::amp_amp);
  if (parts.size() > 1 && joints(p, begin, end, Tok::pipe_pipe).empty()) {
    for (const auto& [from, to] : parts) collect_atoms(p, from, to, atoms, depth);
    return;
  }
  size_t behind = begin;
  TemplateDecl* named = depth < 32 ? concept_at(p, begin, behind) : nullptr;
  if (named && p.tokens[behind].kind == Tok::less) behind = p.skip_template_list(behind);
  if (!named || behind != end) {
    atoms.insert(begin);
    return;
  }
  Parser::InScope inside(p, named->scope);
  collect_atoms(p, named->begin, named->end - 1, atoms, depth + 1);
}

std::set<size_t> atoms_of(Parser& p, const TemplateDecl& t) {
  std::set<size_t> atoms;
  Parser::InScope inside(p, t.scope);
  for (const Constraint& c : t.constraints) collect_atoms(p, c.begin, c.end, atoms, 0);
  return atoms;
}

}  // namespace

std::optional<size_t> behind_concept(Parser& p, size_t from) {
  size_t behind = from;
  if (!concept_at(p, from, behind)) return std::nullopt;
  if (p.tokens[behind].kind == Tok::less) behind = std::max(p.skip_template_list(behind), behind + 1);
  return behind;
}

// constraint = primary (("&&" | "||") primary)*      primary = name template-arguments? | "(" ... ")" | "requires" ... | literal
size_t constraint_end(const Parser& p, size_t from) {
  size_t i = from;
  for (;;) {
    if (p.tokens[i].kind == Tok::kw_requires) {
      ++i;
      if (p.tokens[i].kind == Tok::left_paren) i = p.skip_balanced(i);
      i = p.skip_balanced(i);
    } else if (p.tokens[i].kind == Tok::left_paren) {
      i = p.skip_balanced(i);
    } else {
      do ++i;
      while (p.tokens[i].kind == Tok::scope || (p.tokens[i - 1].kind == Tok::scope && p.tokens[i].kind == Tok::identifier) ||
             (p.tokens[i].kind == Tok::less && (i = std::max(p.skip_template_list(i), i + 1) - 1) > 0));
    }
    if (i + 1 >= p.tokens.size() || (p.tokens[i].kind != Tok::amp_amp && p.tokens[i].kind != Tok::pipe_pipe)) return std::min(i, p.tokens.size() - 1);
    ++i;
  }
}

bool holds(Parser& p, size_t begin, size_t end) {
  Parser::Nesting guard(p);
  if (guard.too_deep || begin >= end) return false;
  if (const auto parts = operands(p, begin, end, Tok::pipe_pipe); parts.size() > 1)
    return std::any_of(parts.begin(), parts.end(), [&](const auto& part) { return holds(p, part.first, part.second); });
  if (const auto parts = operands(p, begin, end, Tok::amp_amp); parts.size() > 1)
    return std::all_of(parts.begin(), parts.end(), [&](const auto& part) { return holds(p, part.first, part.second); });
  if (is_parenthesised(p, begin, end)) return holds(p, begin + 1, end - 1);
  return holds_atom(p, begin, end);
}

bool meets_constraints(Parser& p, const TemplateDecl& t, Scope* bound) {
  return std::all_of(t.constraints.begin(), t.constraints.end(), [&](const Constraint& c) {
    if (c.is_trailing) return true;  // read with the signature, whose parameters it may name
    return aside(p, c.begin, bound, [&] {
      if (c.parameter.empty()) return holds(p, c.begin, c.end);
      const Symbol* symbol = p.lookup(c.parameter);
      const std::vector<TemplateArgument> types = symbol ? types_of(*symbol) : std::vector<TemplateArgument>{};
      return std::all_of(types.begin(), types.end(), [&](const TemplateArgument& type) { return meets(p, c, type); });
    });
  });
}

bool is_more_constrained(Parser& p, const TemplateDecl& a, const TemplateDecl& b) {
  if (a.constraints.empty()) return false;
  const std::set<size_t> more = atoms_of(p, a), less = atoms_of(p, b);
  return more.size() > less.size() && std::includes(more.begin(), more.end(), less.begin(), less.end());
}

// requires-clause = "requires" constraint
bool parse_requires_clause(Parser& p, TemplateDecl& t) {
  p.take();
  const size_t end = constraint_end(p, p.pos);
  t.constraints.push_back({p.pos, end, {}, false});
  p.pos = end;
  return true;
}

// Behind a function's parameters. Of a template it is looked at when the signature is read for the arguments at hand.
void parse_trailing_requires(Parser& p, Declarator& d) {
  p.take();
  const size_t begin = p.pos, end = constraint_end(p, begin);
  d.constraint = {begin, end, {}, true};
  if (!p.in_template_pattern) {
    Parser::InScope visible(p, p.parameter_scope(d));
    d.is_excluded = !holds(p, begin, end);
  }
  p.pos = end;
}

// concept = "concept" name "=" constraint ";"
void declare_concept(Parser& p, TemplateDecl& t) {
  p.take();
  const Token name = p.take();
  t.is_variable = t.is_concept = true;
  t.name = name.text;
  t.span = name.span;
  if (!p.expect(Tok::equal, "after the concept's name")) return;
  t.begin = p.pos;
  Symbol symbol;
  symbol.kind = SymbolKind::record_template;
  symbol.tmpl = &t;
  symbol.span = name.span;
  p.declare(name.text, symbol);
}

Operand concept_value(Parser& p, TemplateDecl& t, std::vector<TemplateArgument> arguments, Span span) {
  if (!p.complete_arguments(t, arguments, span)) return {};
  if (std::any_of(arguments.begin(), arguments.end(), [&](const TemplateArgument& a) { return p.is_dependent(a); })) return {};
  const TypeId type = p.module->types.scalar(ScalarKind::bool_);
  for (const TemplateDecl::VariableInstance& known : t.variables)
    if (known.arguments == arguments) return p.expr_operand(p.make_constant(type, known.bits, span));
  if (p.too_many_instances(span)) return {};
  Scope* bound = p.new_scope(Scope::Kind::template_, t.scope);
  p.bind_arguments(*bound, t, arguments);
  const bool is_met = aside(p, t.begin, bound, [&] {
    FunctionContext* outer = std::exchange(p.fn, nullptr);
    const bool result = holds(p, t.begin, t.end - 1);
    p.fn = outer;
    return result;
  });
  t.variables.push_back({std::move(arguments), type, is_met ? uint64_t{1} : 0, true});
  return p.expr_operand(p.make_constant(type, is_met, span));
}

namespace {

// requirement = "typename" type ";" | "requires" constraint ";" | "{" expression "}" "noexcept"? ("->" concept)? ";" | expression ";"
class Requirements {
 public:
  explicit Requirements(Parser& parser) : p_(parser) {}

  // All of them, the cursor behind the `{`.
  bool are_met(size_t close) {
    while (p_.pos + 1 < close) {
      const size_t end = end_of_one(close);
      if (!is_met(end)) return false;
      p_.pos = std::min(end + 1, close - 1);
    }
    return true;
  }

 private:
  size_t end_of_one(size_t close) const {
    size_t i = p_.pos;
    while (i + 1 < close && p_.tokens[i].kind != Tok::semicolon) i = opens(p_.tokens[i].kind) ? p_.skip_balanced(i) : i + 1;
    return i;
  }

  bool is_met(size_t end) {
    switch (p_.kind()) {
      case Tok::semicolon: return true;
      case Tok::kw_typename: {
        Question silent(p_);
        return p_.parse_type_id().has_value() && p_.pos == end && !silent.failed();
      }
      case Tok::kw_requires:
        if (p_.kind(1) != Tok::left_brace && p_.kind(1) != Tok::left_paren) return p_.take(), holds(p_, p_.pos, end);
        return is_nested_constraint(end);
      case Tok::left_brace: return is_met_compound(end);
      default: return reads(end).has_value();
    }
  }

  // requires (sizeof(T) == 4);   and not the expression   requires (T x) { ... };
  bool is_nested_constraint(size_t end) {
    const bool is_expression = p_.kind(1) == Tok::left_brace || p_.tokens[p_.skip_balanced(p_.pos + 1)].kind == Tok::left_brace;
    return holds(p_, is_expression ? p_.pos : p_.pos + 1, end);
  }

  bool is_met_compound(size_t end) {
    const size_t behind = p_.skip_balanced(p_.pos);
    p_.take();
    const std::optional<TypeId> type = reads(behind - 1);
    if (!type) return false;
    p_.pos = behind;
    p_.eat(Tok::kw_noexcept);
    if (!p_.eat(Tok::arrow)) return true;
    TemplateArgument argument;
    argument.type = *type;
    argument.is_known = true;
    return meets(p_, {p_.pos, end, {}, false}, argument);
  }

  // The expression up to `end` makes sense: its type, as decltype((e)) has it.
  std::optional<TypeId> reads(size_t end) {
    Question silent(p_);
    Unevaluated nothing_left(p_);
    const ExprId e = p_.parse_expression();
    if (!e || p_.pos != end || silent.failed()) return std::nullopt;
    TypeId type = p_.at(e).type;
    if (p_.at(e).is_lvalue) type = p_.module->types.reference_to(type, p_.at(e).is_xvalue);
    return type;
  }

  Parser& p_;
};

}  // namespace

// requires-expression = "requires" ("(" parameters ")")? "{" requirement* "}"
ExprId parse_requires_expression(Parser& p) {
  const Span begin = p.take().span;
  const size_t open = p.is(Tok::left_paren) ? p.skip_balanced(p.pos) : p.pos;
  if (p.tokens[open].kind != Tok::left_brace) {
    p.report(Code::WB2001, p.tokens[open].span, {"{", "after `requires`"});
    return {};
  }
  const size_t close = p.skip_balanced(open);
  if (p.in_template_pattern) {
    p.pos = close;
    return {};
  }
  bool is_met = true;
  Declarator d;
  if (p.eat(Tok::left_paren)) {
    Question silent(p);
    d.parameters = p.parse_parameters(is_met, &d);
    is_met &= !silent.failed();
  }
  if (is_met) {
    Parser::InScope visible(p, p.parameter_scope(d));
    p.pos = open + 1;
    is_met = Requirements(p).are_met(close);
  }
  p.pos = close;
  return p.make_constant(p.module->types.scalar(ScalarKind::bool_), is_met, p.span_from(begin));
}

}  // namespace wb

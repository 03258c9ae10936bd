// Declarations, assignments and control flow. Every loop counts with a variable that nothing else assigns, so all of them end.
#include "tests/fuzz/differential/generator.h"

namespace wb::fuzz {
namespace {

using K = ScalarKind;

std::vector<Node> nodes(Node a, Node b) {
  std::vector<Node> out;
  out.push_back(std::move(a));
  out.push_back(std::move(b));
  return out;
}

}  // namespace

std::string Generator::fresh(std::string_view stem) { return std::string(stem) + std::to_string(names_++); }

ScalarKind Generator::any_integer_kind() {
  return random_.pick({K::int_, K::int_, K::int_, K::int_, K::uint, K::uint, K::uint, K::uchar, K::uchar, K::schar, K::char_, K::short_, K::short_, K::ushort, K::ushort,
                       K::longlong, K::longlong, K::ulonglong, K::ulonglong, K::long_, K::ulong, K::bool_});
}

ScalarKind Generator::any_kind() { return random_.chance(62) ? any_integer_kind() : random_.pick({K::float_, K::float_, K::double_}); }

std::string Generator::spelled(ScalarKind kind) {
  switch (kind) {
    case K::uint: return random_.chance(50) ? "unsigned" : "unsigned int";
    case K::longlong: return random_.chance(70) ? "long long" : "long long int";
    case K::short_: return random_.chance(70) ? "short" : "short int";
    default: return info(kind).spelling;
  }
}

// Which values a variable shall keep to.
Range Generator::invariant(ScalarKind kind) {
  if (is_floating(kind) || kind == K::bool_ || random_.chance(50)) return range_of(kind);
  const Range wanted = random_.pick({Range{0, 15}, Range{-1000, 1000}, Range{0, 255}, Range{-100000, 100000}, Range{0, 1 << 20}});
  return range_of(kind).contains(wanted) ? wanted : range_of(kind);
}

NamedValue Generator::declare(ScalarKind kind, Range range, bool is_assignable) { return {fresh("v"), kind, range, is_assignable}; }

const NamedValue* Generator::assignable() {
  for (int tries = 0; tries < 8 && !scope_.values.empty(); ++tries) {
    const NamedValue& v = random_.pick(scope_.values);
    if (v.is_assignable) return &v;
  }
  return nullptr;
}

// ---- blocks

Node Generator::block(int statements) {
  const Scope before = scope_;
  ++nesting_;
  scope_.is_kernel_top = false;
  Node body = list();
  statements_into(body, statements);
  --nesting_;
  scope_ = before;
  return body;
}

void Generator::statements_into(Node& into, int count) {
  for (int i = 0; i < count; ++i) into.children.push_back(any_statement());
}

Node Generator::any_statement() {
  const bool may_nest = nesting_ < 3 && budget_ > 0;
  switch (random_.below(29)) {
    case 0: case 1: case 2: case 3: return declaration();
    case 4: case 5: return array_declaration();
    case 6: case 7: case 8: return assignment();
    case 9: case 10: return compound_assignment();
    case 11: return increment();
    case 12: case 13: case 14: return may_nest ? if_statement() : assignment();
    case 15: case 16: return may_nest && scope_.loops < 2 ? for_statement() : assignment();
    case 17: return may_nest && scope_.loops < 2 ? while_statement() : compound_assignment();
    case 18: return may_nest && scope_.loops < 2 ? do_statement() : compound_assignment();
    case 19: return may_nest && on(Feature::switches) ? switch_statement() : declaration();
    case 20: return may_leave_ ? leave_loop() : store();
    case 21: return on(Feature::pointers) ? pointer_walk() : declaration();
    case 22: return accumulate();
    case 23: return !on(Feature::functions) ? declaration() : random_.chance(50) ? reference() : call_alone();
    case 24: return store();
    default: return idiom();
  }
}

// ---- declarations

// `int v3 = $;` and the like, for a value that keeps to `range`.
Node Generator::initialised(ScalarKind kind, const std::string& spelling, Range range) {
  const std::string name = fresh("v");
  Node start = as(kind, is_floating(kind) ? floating(options_.depth) : integer(options_.depth));
  if (!is_floating(kind) && range != range_of(kind)) start = narrowed(std::move(start), range);
  const char* form = random_.pick({" = $;\n", " = $;\n", " = $;\n", "(($));\n"});
  scope_.values.push_back({name, kind, range, true});
  return statement(spelling + " " + name + form, {std::move(start)});
}

Node Generator::declaration() {
  if (random_.chance(20)) {
    Node start = value(options_.depth);
    const std::string name = fresh("v");
    scope_.values.push_back({name, start.type, start.range, false});
    const bool bounded = !is_floating(start.type);
    if (!bounded) scope_.values.back().range = {};
    return statement(std::string(random_.pick({"auto ", "const auto "})) + name + " = $;\n", {std::move(start)});
  }
  const K kind = any_kind();
  if (random_.chance(15)) {
    Node declared = initialised(kind, "const " + spelled(kind), invariant(kind));
    scope_.values.back().is_assignable = false;
    return declared;
  }
  return initialised(kind, spelled(kind), invariant(kind));
}

Node Generator::array_declaration() {
  const K kind = any_kind();
  const int length = random_.pick({2, 4, 8});
  const std::string name = fresh("array");
  std::vector<Node> starts;
  if (random_.chance(40)) {
    std::string text = spelled(kind) + " " + name + "[" + std::to_string(length) + "];\nfor (int i = 0; i < " + std::to_string(length) + "; ++i) " + name + "[i] = $;\n";
    scope_.values.push_back({"i", K::int_, {0, length - 1}, false});
    starts.push_back(as(kind, value(2)));
    scope_.values.pop_back();
    scope_.arrays.push_back({name, kind, length, range_of(kind), true, true});
    return statement(text, std::move(starts));
  }
  const int given = random_.between(1, length);
  std::string text = spelled(kind) + " " + name + (given == length && random_.chance(30) ? "[]" : "[" + std::to_string(length) + "]") + " = {";
  for (int i = 0; i < given; ++i) {
    text += i ? ", $" : "$";
    Node start = value(1);
    starts.push_back(start.type == kind ? std::move(start) : cast(kind, std::move(start)));  // no narrowing in braces
  }
  scope_.arrays.push_back({name, kind, length, range_of(kind), true, true});
  return statement(text + "};\n", std::move(starts));
}

Node Generator::reference() {
  const NamedValue* v = assignable();
  if (!v || v->name.find(".bits") != std::string::npos) return declaration();
  NamedValue alias = *v;
  const std::string target = alias.name;
  alias.name = fresh("r");
  alias.is_assignable = random_.chance(70);
  scope_.values.push_back(alias);
  return statement((alias.is_assignable ? "" : "const ") + std::string(info(alias.kind).spelling) + "& " + alias.name + " = " + target + ";\n");
}

// `int v = f(w, x + 1);` with w changed by it.
Node Generator::call_alone() {
  std::vector<NamedFunction> fitting;
  for (const NamedFunction& f : functions_)
    if (is_available(f, true)) fitting.push_back(f);
  if (fitting.empty()) return reference();
  const NamedFunction& function = random_.pick(fitting);
  Node called = call(function, options_.depth);
  scope_.values.push_back({fresh("v"), function.result, function.range, true});
  return statement(std::string(info(function.result).spelling) + " " + scope_.values.back().name + " = $;\n", {std::move(called)});
}

// ---- assignments

Node Generator::assignment() {
  if (random_.chance(35)) {
    std::vector<NamedArray> fitting;
    for (const NamedArray& a : scope_.arrays)
      if (a.is_assignable) fitting.push_back(a);
    if (!fitting.empty()) {
      const NamedArray array = random_.pick(fitting);
      Node right = as(array.element, value(options_.depth));
      Node left = fixed(element(array, 2));
      return statement("$ = $;\n", nodes(std::move(left), std::move(right)));
    }
  }
  const NamedValue* found = assignable();
  if (!found) return declaration();
  const NamedValue v = *found;
  Node right = as(v.kind, is_floating(v.kind) && random_.chance(70) ? floating(options_.depth) : value(options_.depth));
  if (v.range != range_of(v.kind)) right = narrowed(is_floating(right.type) ? cast(K::int_, std::move(right)) : std::move(right), v.range);
  return statement(v.name + " = $;\n", {std::move(right)});
}

Node Generator::compound_assignment() {
  const NamedValue* found = assignable();
  if (!found || found->range != range_of(found->kind) || found->kind == K::bool_) return assignment();
  const NamedValue v = *found;
  if (is_floating(v.kind)) return statement(v.name + " " + random_.pick({"+", "-", "*", "/"}) + "= $;\n", {value(options_.depth)});
  if (random_.chance(25) && bits_of(v.kind) <= 32) {
    Node amount = shift_amount(bits_of(promote(v.kind)), 1);
    const bool left = !is_signed(promote(v.kind));
    return statement(v.name + (left ? " <<= $;\n" : " >>= $;\n"), {std::move(amount)});
  }
  if (random_.chance(20) && !is_signed(v.kind)) return statement(v.name + random_.pick({" /= $;\n", " %= $;\n"}), {fixed(integer_literal(random_.between(1, 50)))});
  Node right = integer(options_.depth);
  const K type = common(v.kind, right.type);
  const char op = random_.pick({'+', '-', '&', '|', '^', '*'});
  if (is_signed(type) && (op == '+' || op == '-' || op == '*')) {
    if (bits_of(v.kind) >= 32) return statement(v.name + " ^= $;\n", {std::move(right)});
    right = narrowed(std::move(right), {-1000, 1000});
  }
  return statement(v.name + " " + op + "= $;\n", {std::move(right)});
}

Node Generator::increment() {
  const NamedValue* found = assignable();
  // nvcc 13 takes `c++` of a signed char that is 127 for 128 (C++17 says -128): only types without a sign, and floating point.
  if (!found || found->range != range_of(found->kind) || found->kind == K::bool_ || is_signed(found->kind)) return assignment();
  const NamedValue v = *found;
  const char* op = random_.pick({"++", "--"});
  if (random_.chance(40)) return statement(random_.chance(50) ? v.name + op + ";\n" : op + v.name + ";\n");
  // The old or the new value goes somewhere: `v1 = v2++ * 3;` names v2 once.
  NamedValue out = declare(v.kind, range_of(v.kind));
  scope_.values.push_back(out);
  return statement(std::string(info(v.kind).spelling) + " " + out.name + " = " + (random_.chance(50) ? v.name + op : op + v.name) + ";\n");
}

Node Generator::store() {
  if (in_function_) return assignment();
  struct Target {
    const char* name;
    K kind;
    int columns;
  };
  const Target target = random_.pick({Target{"oi", K::longlong, 4}, Target{"of", K::float_, 6}, Target{"od", K::double_, 4}, Target{"os", K::short_, 2}, Target{"ob", K::uchar, 4}});
  Node right = as(target.kind, is_floating(target.kind) ? floating(options_.depth) : integer(options_.depth));
  const int column = random_.between(0, target.columns - 1);
  const std::string place = std::string(target.name) + "[" + std::to_string(target.columns) + " * t + " + std::to_string(column) + "]";
  const char* op = is_floating(target.kind) || target.kind == K::longlong ? " = $;\n" : random_.pick({" = $;\n", " ^= $;\n"});
  return statement(place + op, {std::move(right)});
}

// ---- control flow

Node Generator::if_statement() {
  Node c = condition(options_.depth);
  if (random_.chance(20)) c = integer(2);
  std::vector<Node> children = nodes(std::move(c), block(random_.between(1, 3)));
  if (random_.chance(40)) return statement("if ($) {\n$}\n", std::move(children));
  if (random_.chance(30)) {
    children.push_back(condition(2));
    children.push_back(block(random_.between(1, 2)));
    children.push_back(block(random_.between(1, 2)));
    return statement("if ($) {\n$} else if ($) {\n$} else {\n$}\n", std::move(children));
  }
  children.push_back(block(random_.between(1, 2)));
  return statement("if ($) {\n$} else {\n$}\n", std::move(children));
}

Node Generator::for_statement() {
  const std::string i = fresh("i");
  const int trips = random_.between(1, 6);
  const Scope before = scope_;
  const bool could_leave = may_leave_;
  std::string head;
  Node bound = fixed(integer_literal(trips));
  Range range{0, trips};
  K kind = K::int_;
  switch (random_.below(6)) {
    case 0:
      kind = K::uint;
      head = "for (unsigned " + i + " = $; " + i + "-- > 0;) {\n$}\n";
      break;
    case 1:
      head = "for (int " + i + " = 0; " + i + " < $; " + i + " += 2) {\n$}\n";
      break;
    case 2:
      head = "for (int " + i + " = $; " + i + " > 0; " + i + " >>= 1) {\n$}\n";
      break;
    case 3: {
      bound = narrowed(integer(2), {0, 7});
      range = {0, 7};
      if (is_signed(promote(bound.type)) || bits_of(bound.type) <= 32) head = "for (int " + i + " = 0; " + i + " < (int)($); " + i + "++) {\n$}\n";
      else head = "for (unsigned long long " + i + " = 0; " + i + " < $; " + i + "++) {\n$}\n";
      if (head.find("unsigned long long") != std::string::npos) kind = K::ulonglong;
      bound = fixed(std::move(bound));
      break;
    }
    default: head = "for (int " + i + " = 0; " + i + " < $; ++" + i + ") {\n$}\n"; break;
  }
  if (random_.chance(15)) head = "#pragma unroll\n" + head;
  scope_.values.push_back({i, kind, range, false});
  ++scope_.loops;
  may_leave_ = true;
  Node body = block(random_.between(1, 3));
  may_leave_ = could_leave;
  scope_ = before;
  Node out = statement(head, nodes(std::move(bound), std::move(body)));
  out.holes[0] = binds::sum;
  return out;
}

Node Generator::while_statement() {
  const std::string i = fresh("n");
  const Scope before = scope_;
  const bool could_leave = may_leave_;
  Node trips = random_.chance(50) ? integer_literal(random_.between(1, 6)) : narrowed(integer(2), {0, 7});
  trips.is_fixed = true;
  scope_.values.push_back({i, K::int_, {-7, 7}, false});
  ++scope_.loops;
  may_leave_ = true;
  Node c = condition(2);
  Node body = block(random_.between(1, 3));
  may_leave_ = could_leave;
  scope_ = before;
  std::vector<Node> children = nodes(std::move(trips), std::move(c));
  children.push_back(std::move(body));
  if (random_.chance(50)) return statement("int " + i + " = $;\nwhile (" + i + "-- > 0 && ($)) {\n$}\n", std::move(children));
  return statement("int " + i + " = $;\nwhile (true) {\nif (" + i + "-- <= 0 || ($)) break;\n$}\n", std::move(children));
}

Node Generator::do_statement() {
  const std::string i = fresh("n");
  const Scope before = scope_;
  const bool could_leave = may_leave_;
  const int trips = random_.between(1, 5);
  scope_.values.push_back({i, K::int_, {0, trips}, false});
  ++scope_.loops;
  may_leave_ = true;
  Node body = block(random_.between(1, 3));
  may_leave_ = could_leave;
  Node c = condition(2);
  scope_ = before;
  return statement("int " + i + " = 0;\ndo {\n$} while (++" + i + " < " + std::to_string(trips) + " && ($));\n", nodes(std::move(body), std::move(c)));
}

Node Generator::switch_statement() {
  std::vector<Node> children;
  Node chosen = integer(2);
  if (random_.chance(80)) chosen = narrowed(std::move(chosen), {0, random_.pick({3, 7})});
  children.push_back(chosen.type == K::bool_ ? cast(K::int_, std::move(chosen)) : std::move(chosen));
  std::string text = "switch ($) {\n";
  const bool could_leave = may_leave_;
  may_leave_ = false;
  const int cases = random_.between(2, 4), with_default = static_cast<int>(random_.below(8));
  for (int i = 0; i < cases; ++i) {
    if (i == with_default) text += "default:\n";
    text += "case " + std::to_string(2 * i - (i && random_.chance(60))) + ": {\n$";
    children.push_back(block(random_.between(1, 2)));
    text += random_.chance(75) ? "break;\n}\n" : "}\n";
  }
  may_leave_ = could_leave;
  if (with_default >= cases && random_.chance(70)) {
    text += "default: {\n$}\n";
    children.push_back(block(1));
  }
  return statement(text + "}\n", std::move(children));
}

Node Generator::leave_loop() { return statement(std::string("if ($) ") + random_.pick({"break", "continue"}) + ";\n", {condition(2)}); }

// ---- small wholes that need more than one name

Node Generator::accumulate() {
  const bool floating_sum = random_.chance(40);
  const K kind = floating_sum ? random_.pick({K::float_, K::double_}) : random_.pick({K::int_, K::longlong, K::int_});
  const std::string sum = fresh("sum");
  const int trips = random_.between(2, 8);
  const std::string i = fresh("i");
  scope_.values.push_back({i, K::int_, {0, trips - 1}, false});
  Node term = floating_sum ? value(options_.depth) : narrowed(integer(options_.depth), {-10000, 10000});
  scope_.values.pop_back();
  scope_.values.push_back({sum, kind, floating_sum ? Range{} : Range{-10000 * trips, 10000 * trips}, false});
  return statement(std::string(info(kind).spelling) + " " + sum + " = 0;\nfor (int " + i + " = 0; " + i + " < " + std::to_string(trips) + "; " + i + "++) " + sum + " += $;\n",
                   {std::move(term)});
}

Node Generator::pointer_walk() {
  std::vector<NamedArray> fitting;
  for (const NamedArray& a : scope_.arrays)
    if (a.length >= 4) fitting.push_back(a);
  if (fitting.empty()) return array_declaration();
  const NamedArray array = random_.pick(fitting);
  const std::string type = info(array.element).spelling, p = fresh("at"), out = fresh("v");
  if (random_.chance(40)) {
    // A pointer into it, with room for two behind.
    const int room = array.length / 2;
    Node start = index(room, 2);
    const bool constant = !array.is_assignable || random_.chance(30);
    scope_.arrays.push_back({p, array.element, room, array.range, !constant, true});
    Node out_of = statement((constant ? "const " : "") + type + "* " + p + " = " + array.name + " + $;\n", {std::move(start)});
    out_of.holes[0] = binds::product;
    return out_of;
  }
  const std::string length = std::to_string(std::min(array.length, 8)), sum_type = is_floating(array.element) ? "double" : "unsigned";
  const bool is_double = is_floating(array.element);
  scope_.values.push_back({out, is_double ? K::double_ : K::uint, is_double ? Range{} : range_of(K::uint), true});
  const std::string step = std::to_string(random_.between(1, 3));
  if (random_.chance(50))
    return statement(sum_type + " " + out + " = 0;\nfor (const " + type + "* " + p + " = " + array.name + "; " + p + " < " + array.name + " + " + length + "; " + p + " += " + step + ") " + out +
                     " += *" + p + ";\n");
  return statement(sum_type + " " + out + " = 0;\n{\nconst " + type + "* " + p + " = " + array.name + ";\nconst " + type + "* const end = &" + array.name + "[" + length + "];\nwhile (" + p +
                   " != end) " + out + " += *" + p + "++;\n" + out + " += (int)(end - " + array.name + ") * sizeof(" + type + ");\n}\n");
}

}  // namespace wb::fuzz

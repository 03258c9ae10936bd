// Operations on numbers. Each function takes operands of any type, narrows them until the operation is defined, and says which type and
// which values come out.
#include "tests/fuzz/differential/generator.h"

namespace wb::fuzz {
namespace {

using K = ScalarKind;

std::string decimal(Wide number) {
  if (number < 0) return "-" + decimal(-number);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    number /= 10;
  } while (number);
  return digits;
}

Node binary(K type, Range range, int precedence, std::string_view op, Node a, Node b) {
  std::vector<Node> children;
  children.push_back(std::move(a));
  children.push_back(std::move(b));
  return expression(type, range, precedence, "$ " + std::string(op) + " $", std::move(children), {precedence, precedence + 1});
}

Node unary(K type, Range range, std::string_view op, Node a) { return expression(type, range, binds::unary, std::string(op) + "$", {std::move(a)}, {binds::postfix}); }

Node call_of(K type, Range range, const std::string& name, std::vector<Node> arguments) {
  std::string text = name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) text += i ? ", $" : "$";
  return expression(type, range, binds::primary, text + ")", std::move(arguments));
}

std::vector<Node> nodes(Node a, Node b) {
  std::vector<Node> out;
  out.push_back(std::move(a));
  out.push_back(std::move(b));
  return out;
}

// One less than the largest power of two that is not above `most` + 1.
Wide mask_below(Wide most) {
  Wide mask = 0;
  while (2 * mask + 1 <= most && mask < 0x7fffffff) mask = 2 * mask + 1;
  return mask;
}

const char* single_word(K kind) {
  switch (kind) {
    case K::int_: return "int";
    case K::uint: return "unsigned";
    case K::float_: return "float";
    case K::double_: return "double";
    case K::bool_: return "bool";
    case K::char_: return "char";
    case K::short_: return "short";
    case K::long_: return "long";
    default: return nullptr;
  }
}

}  // namespace

// ---- leaves

Node Generator::integer_literal(Wide n) {
  const std::string text = decimal(n);
  if (n >= -2147483647 && n <= 2147483647) return expression(K::int_, {n, n}, n < 0 ? binds::unary : binds::primary, text);
  if (n > 0 && n <= 4294967295u && random_.chance(50)) return expression(K::uint, {n, n}, binds::primary, text + "u");
  if (n >= -(Wide{1} << 62) && n < Wide{1} << 62) return expression(K::longlong, {n, n}, n < 0 ? binds::unary : binds::primary, text + "ll");
  return expression(K::ulonglong, {n, n}, binds::primary, text + "ull");
}

Node Generator::integer_literal() {
  switch (random_.below(10)) {
    case 0: return expression(K::uint, {0xffffffff, 0xffffffff}, binds::primary, "0xffffffffu");
    case 1: {
      const Wide n = static_cast<Wide>(random_.next() & 0xffffffff);
      return expression(K::uint, {n, n}, binds::primary, decimal(n) + "u");
    }
    case 2: {
      const Wide n = static_cast<Wide>(random_.next());
      return expression(K::ulonglong, {n, n}, binds::primary, decimal(n) + (random_.chance(50) ? "ull" : "ULL"));
    }
    case 3: {
      const int n = random_.between('A', 'z');
      return n == '\\' ? integer_literal(n) : expression(K::char_, {n, n}, binds::primary, std::string("'") + static_cast<char>(n) + "'");
    }
    case 4: return integer_literal(static_cast<Wide>(random_.next() & 0x7fffffff));
    case 5: return integer_literal(-static_cast<Wide>(random_.next() & 0xffffffffffff));
    case 6: return random_.chance(50) ? expression(K::bool_, {1, 1}, binds::primary, "true") : expression(K::bool_, {0, 0}, binds::primary, "false");
    default: return integer_literal(random_.between(-20, 100));
  }
}

Node Generator::floating_literal() {
  const bool is_double = random_.chance(30) && options_.body != Body::fused;
  const char* text = random_.pick<const char*>({"0.5", "1.0", "2.0", "0.1", "3.14159", "1e-3", "1e10", ".25", "3.", "1e-40", "16777219.5", "7.0", "1.5e3", "0.0", "1e30", "0.333333"});
  return expression(is_double ? K::double_ : K::float_, {}, binds::primary, std::string(text) + (is_double ? "" : "f"));
}

Node Generator::read(const NamedValue& value) { return expression(value.kind, value.range, binds::primary, value.name); }

Node Generator::index(int length, int depth) {
  if (length == 1) return expression(K::int_, {0, 0}, binds::primary, "0");
  if (random_.chance(25)) return integer_literal(random_.between(0, length - 1));
  return narrowed(integer(depth - 1), {0, length - 1});
}

Node Generator::element(const NamedArray& array, int depth) {
  if (array.is_pointer && random_.chance(25)) {
    if (random_.chance(20)) return expression(array.element, array.range, binds::unary, "*" + array.name);
    return expression(array.element, array.range, binds::unary, "*(" + array.name + " + $)", {index(array.length, depth)}, {binds::product});
  }
  return expression(array.element, array.range, binds::postfix, array.name + "[$]", {index(array.length, depth)});
}

Node Generator::integer_leaf() {
  if (random_.chance(20)) return integer_literal();
  for (int tries = 0; tries < 6; ++tries) {
    if (random_.chance(65) && !scope_.values.empty()) {
      const NamedValue& v = scope_.values[std::max(random_.below(scope_.values.size()), random_.below(scope_.values.size()))];
      if (!is_floating(v.kind)) return read(v);
    } else if (!scope_.arrays.empty()) {
      const NamedArray array = random_.pick(scope_.arrays);
      if (!is_floating(array.element)) return element(array, 1);
    }
  }
  return integer_literal();
}

Node Generator::floating_leaf() {
  if (random_.chance(20)) return floating_literal();
  for (int tries = 0; tries < 6; ++tries) {
    if (random_.chance(65) && !scope_.values.empty()) {
      const NamedValue& v = scope_.values[std::max(random_.below(scope_.values.size()), random_.below(scope_.values.size()))];
      if (is_floating(v.kind)) return read(v);
    } else if (!scope_.arrays.empty()) {
      const NamedArray array = random_.pick(scope_.arrays);
      if (is_floating(array.element)) return element(array, 1);
    }
  }
  return random_.chance(50) ? floating_literal() : cast(random_.pick({K::float_, K::double_}), integer_leaf());
}

// ---- any expression

Node Generator::value(int depth) { return random_.chance(60) ? integer(depth) : floating(depth); }

Node Generator::integer(int depth) {
  --budget_;
  if (depth <= 0 || budget_ < 0 || random_.chance(10)) return integer_leaf();
  switch (random_.below(20)) {
    case 0: case 1: case 2: case 3: case 4: return arithmetic(random_.pick({'+', '-', '*'}), integer(depth - 1), integer(depth - 1));
    case 5: case 6: return division(random_.pick({'/', '%'}), integer(depth - 1), divisor(depth - 1));
    case 7: case 8: return bitwise(random_.pick({'&', '|', '^'}), integer(depth - 1), integer(depth - 1));
    case 9: case 10: {
      Node a = integer(depth - 1);
      const int width = bits_of(promote(a.type));
      return shift(random_.chance(50), std::move(a), shift_amount(width, depth - 1));
    }
    case 11: case 12: return cast(any_integer_kind(), value(depth - 1));
    case 13: return ternary(condition(depth - 1), integer(depth - 1), integer(depth - 1));
    case 14: return random_.chance(50) ? negated(integer(depth - 1)) : complemented(integer(depth - 1));
    case 15: return condition(depth);
    case 16: case 17: return integer_function(depth);
    default: {
      if (functions_.empty()) return integer_leaf();
      const NamedFunction function = random_.pick(functions_);
      return is_available(function) && !is_floating(function.result) ? call(function, depth) : integer_leaf();
    }
  }
}

Node Generator::floating(int depth) {
  --budget_;
  if (depth <= 0 || budget_ < 0 || random_.chance(10)) return floating_leaf();
  switch (random_.below(16)) {
    case 0: case 1: case 2: case 3: case 4: {
      const char op = random_.pick({'+', '-', '*', '/'});
      Node a = floating(depth - 1), b = value(depth - 1);
      if (random_.chance(40)) std::swap(a, b);
      const K type = common(a.type, b.type);
      return binary(type, {}, op == '*' || op == '/' ? binds::product : binds::sum, std::string(1, op), std::move(a), std::move(b));
    }
    case 5: case 6: return cast(random_.pick({K::float_, K::double_}), value(depth - 1));
    case 7: return ternary(condition(depth - 1), floating(depth - 1), value(depth - 1));
    case 8: return negated(floating(depth - 1));
    case 9: case 10: case 11: case 12: return floating_function(depth);
    case 13: return on(Feature::rounding) ? rounding_intrinsic(depth) : floating_leaf();
    default: {
      if (functions_.empty()) return floating_leaf();
      const NamedFunction function = random_.pick(functions_);
      return is_available(function) && is_floating(function.result) ? call(function, depth) : floating_leaf();
    }
  }
}

Node Generator::condition(int depth) {
  --budget_;
  if (depth <= 0 || budget_ < 0) return comparison(random_.chance(50) ? integer_leaf() : floating_leaf(), random_.chance(50) ? integer_literal() : integer_leaf());
  switch (random_.below(8)) {
    case 0: return binary(K::bool_, {0, 1}, binds::logical_and, "&&", condition(depth - 1), condition(depth - 1));
    case 1: return binary(K::bool_, {0, 1}, binds::logical_or, "||", condition(depth - 1), condition(depth - 1));
    case 2: return unary(K::bool_, {0, 1}, "!", random_.chance(50) ? condition(depth - 1) : integer(depth - 1));
    case 3: return cast(K::bool_, value(depth - 1));
    case 4: {
      Node a = floating(depth - 1);
      const char* name = random_.pick({"isnan", "isinf", "isfinite"});
      return call_of(K::bool_, {0, 1}, name, {std::move(a)});
    }
    default: return comparison(value(depth - 1), value(depth - 1));
  }
}

// ---- operations

Node Generator::comparison(Node a, Node b) {
  const char* op = random_.pick({"<", "<=", ">", ">=", "==", "!="});
  const bool equality = op[0] == '=' || op[0] == '!';
  Node node = binary(K::bool_, {0, 1}, equality ? binds::equality : binds::relation, op, std::move(a), std::move(b));
  for (int& hole : node.holes) hole = binds::shift;
  return node;
}

Node Generator::ternary(Node c, Node a, Node b) {
  const K type = conditional_type(a.type, b.type);
  const Range range = joined(converted(a.range, type), converted(b.range, type));
  std::vector<Node> children = nodes(std::move(c), std::move(a));
  children.push_back(std::move(b));
  return expression(type, range, binds::assignment, "$ ? $ : $", std::move(children), {binds::logical_or, binds::assignment, binds::assignment});
}

Node Generator::arithmetic(char op, Node a, Node b) {
  const int precedence = op == '*' ? binds::product : binds::sum;
  K type = common(a.type, b.type);
  if (is_floating(type)) return binary(type, {}, precedence, std::string(1, op), std::move(a), std::move(b));
  Range ra = converted(a.range, type), rb = converted(b.range, type);
  const Wide huge = Wide{1} << 63;
  Range result = magnitude(ra) > huge || magnitude(rb) > huge ? Range{} : applied(op, ra, rb);
  if (is_signed(type) && !range_of(type).contains(result)) {
    if (random_.chance(35)) {
      a = cast(unsigned_of(type), std::move(a));
    } else {
      const Wide limit = op == '*' ? Wide{1} << (bits_of(type) / 2 - 1) : Wide{1} << (bits_of(type) - 2);
      a = narrowed(std::move(a), {-limit, limit - 1});
      b = narrowed(std::move(b), {-limit, limit - 1});
    }
    return arithmetic(op, std::move(a), std::move(b));
  }
  if (!range_of(type).contains(result)) result = range_of(type);
  return binary(type, result, precedence, std::string(1, op), std::move(a), std::move(b));
}

Node Generator::divisor(int depth) {
  switch (random_.below(4)) {
    case 0: return arithmetic('+', narrowed(integer(depth), {0, random_.pick({1, 7, 15, 255})}), integer_literal(random_.between(1, 3)));
    case 1: {
      Node a = narrowed(integer(depth), {0, random_.pick({255, 65535, 0xfffffff})});
      Range range{1, a.range.hi | 1};
      const K type = common(a.type, K::int_);
      return binary(type, range, binds::bit_or, "|", std::move(a), integer_literal(1));
    }
    case 2: return integer_literal(-random_.between(1, 300));
    default: return integer_literal(random_.pick({1, 2, 3, 5, 7, 8, 10, 16, 17, 60, 100, 128, 255, 641, 1000, 65536}));
  }
}

Node Generator::division(char op, Node a, Node b) {
  K type = common(a.type, b.type);
  if (is_floating(type)) return a;
  Range rb = converted(b.range, type);
  if (b.range.lo < 0 && !range_of(type).contains(b.range)) {  // a negative divisor of an unsigned number: large, and a certain one
    if (b.range.lo != b.range.hi) b = integer_literal(3);
    else rb = {b.range.lo + range_of(type).hi + 1, b.range.lo + range_of(type).hi + 1};
    type = common(a.type, b.type);
  }
  if (b.range.lo >= 1) rb = b.range;
  if (is_signed(type) && rb.lo < 0 && converted(a.range, type).lo == range_of(type).lo) {
    a = narrowed(std::move(a), {range_of(type).lo + 1, range_of(type).hi});
    type = common(a.type, b.type);
  }
  const Range ra = converted(a.range, type);
  const Range range = op == '/' ? of_quotient(ra, rb) : of_remainder(ra, rb);
  Node node = binary(type, converted(range, type), binds::product, std::string(1, op), std::move(a), std::move(b));
  node.children[1].is_fixed = true;
  return node;
}

Node Generator::bitwise(char op, Node a, Node b) {
  const K type = common(a.type, b.type);
  if (is_floating(type)) return a;
  const Range range = of_bits(op, converted(a.range, type), converted(b.range, type), type);
  Node node = binary(type, range, op == '&' ? binds::bit_and : op == '^' ? binds::bit_xor : binds::bit_or, std::string(1, op), std::move(a), std::move(b));
  for (int& hole : node.holes) hole = binds::product;
  return node;
}

Node Generator::shift_amount(int width, int depth) {
  if (random_.chance(50)) return integer_literal(random_.between(0, width - 1));
  return narrowed(integer(depth), {0, width - 1});
}

Node Generator::shift(bool left, Node a, Node by) {
  K type = promote(a.type);
  Range ra = converted(a.range, type);
  if (left && is_signed(type) && (ra.lo < 0 || !range_of(type).contains(Range{0, ra.hi << static_cast<int>(by.range.hi)}))) {
    a = cast(unsigned_of(type), std::move(a));
    type = unsigned_of(type);
    ra = range_of(type);
  }
  Range range = left ? range_of(type) : of_right_shift(ra, by.range);
  if (left && range_of(type).contains(Range{0, ra.hi << static_cast<int>(by.range.hi)})) range = {0, ra.hi << static_cast<int>(by.range.hi)};
  Node node = binary(type, range, binds::shift, left ? "<<" : ">>", std::move(a), std::move(by));
  for (int& hole : node.holes) hole = binds::product;
  return node;
}

Node Generator::negated(Node a) {
  const K type = promote(a.type);
  if (is_floating(type)) return unary(type, {}, "-", std::move(a));
  if (!is_signed(type)) return unary(type, range_of(type), "-", std::move(a));
  a = narrowed(std::move(a), {range_of(type).lo + 1, range_of(type).hi});
  const K narrow = promote(a.type);
  return is_signed(narrow) ? unary(narrow, {-a.range.hi, -a.range.lo}, "-", std::move(a)) : unary(narrow, range_of(narrow), "-", std::move(a));
}

Node Generator::complemented(Node a) {
  const K type = promote(a.type);
  if (is_floating(type)) return a;
  const Range range = is_signed(type) ? Range{~a.range.hi, ~a.range.lo} : range_of(type);
  return unary(type, range, "~", std::move(a));
}

// ---- conversions

// A floating-point number between two whole ones (which floats hold exactly), NaN included: as `fminf(fmaxf(x, lo), hi)` gives it.
Node Generator::clamped(Node node, Wide lo, Wide hi) {
  const bool is_double = node.type == K::double_;
  const std::string f = is_double ? "" : "f", low = decimal(lo) + ".0" + f, high = decimal(hi) + ".0" + f;
  return expression(node.type, {lo, hi}, binds::primary, "fmin" + f + "(fmax" + f + "($, " + low + "), " + high + ")", {std::move(node)});
}

Node Generator::narrowed(Node node, Range wanted) {
  if (wanted.contains(node.range) && (!is_floating(node.type) || node.range.lo > -Range::unbounded / 4)) return node;
  const Wide exact = Wide{1} << 24;
  if (is_floating(node.type)) return clamped(std::move(node), std::max(wanted.lo, -exact), std::min(wanted.hi, exact));
  if (wanted.lo > 0 || wanted.hi < 0) {
    if (wanted.lo > 0x7fffffff || wanted.lo < -0x7fffffff) return integer_literal(wanted.lo);
    Node inner = narrowed(std::move(node), {0, wanted.hi - wanted.lo});
    if (!is_signed(promote(inner.type)) && wanted.lo < 0) inner = cast(K::longlong, narrowed(std::move(inner), {0, 0x7fffffff}));
    return arithmetic('+', std::move(inner), integer_literal(wanted.lo));
  }
  const K type = promote(node.type);
  const Wide most = std::min(wanted.hi, is_signed(type) ? -wanted.lo : wanted.hi);
  if (random_.chance(40) && most >= 1) {
    const Wide divisor = std::min(most, Wide{0x7ffffffe}) + 1;
    const Range range = is_signed(type) && node.range.lo < 0 ? Range{1 - divisor, divisor - 1} : Range{0, divisor - 1};
    Node out = binary(type, range, binds::product, "%", std::move(node), integer_literal(divisor));
    out.children[1].is_fixed = true;
    return out;
  }
  const Wide mask = mask_below(wanted.hi);
  Node out = binary(common(type, K::int_), {0, mask}, binds::bit_and, "&", std::move(node), fixed(integer_literal(mask)));
  for (int& hole : out.holes) hole = binds::product;
  return out;
}

Node Generator::cast(ScalarKind kind, Node node) {
  if (is_floating(node.type) && !is_floating(kind) && kind != K::bool_) {
    // Out of the target's range what comes out is the hardware's business, and of a constant the compiler's: only what is loaded.
    const bool is_loaded = node.children.empty() && (node.pieces[0] == "f[t]" || node.pieces[0] == "d[t]");
    const bool free = is_loaded && on(Feature::hardware_conversions);
    if (!free) node = narrowed(std::move(node), converted({-1000000, 1000000}, K::int_).contains(range_of(kind)) ? range_of(kind) : is_signed(kind) ? Range{-1000000, 1000000} : Range{0, 1000000});
  }
  const Range range = is_floating(node.type) && !is_floating(kind) && node.range.lo <= -Range::unbounded / 4 ? range_of(kind) : converted(node.range, kind);
  const int style = static_cast<int>(random_.below(3));
  const std::string name = info(kind).spelling;
  if (style == 0) return expression(kind, range, binds::primary, "static_cast<" + name + ">($)", {std::move(node)});
  if (style == 1 && single_word(kind)) return expression(kind, range, binds::primary, std::string(single_word(kind)) + "($)", {std::move(node)});
  return expression(kind, range, binds::unary, "(" + name + ")$", {std::move(node)}, {binds::unary});
}

Node Generator::as(ScalarKind kind, Node node) {
  if (!is_floating(node.type) || is_floating(kind) || kind == K::bool_) return node;
  return cast(kind, std::move(node));
}

// ---- functions

// Inside an expression a function must not change what the rest of the expression reads: those stand alone, in call_alone().
bool Generator::is_available(const NamedFunction& function, bool alone) const {
  for (const NamedFunction::Parameter& p : function.parameters) {
    if (p.is_reference && !alone) return false;
    if (p.is_reference && std::none_of(scope_.values.begin(), scope_.values.end(), [&](const NamedValue& v) {
          return v.is_assignable && v.kind == p.kind && v.range == range_of(p.kind);
        }))
      return false;
    if (p.array_length && std::none_of(scope_.arrays.begin(), scope_.arrays.end(), [&](const NamedArray& a) {
          return a.element == p.kind && a.length >= p.array_length && a.range == range_of(p.kind) && a.name.find(".bits") == std::string::npos;
        }))
      return false;
  }
  return true;
}

Node Generator::call(const NamedFunction& function, int depth) {
  std::vector<Node> arguments;
  for (const NamedFunction::Parameter& p : function.parameters) {
    if (p.is_reference) {
      std::vector<const NamedValue*> fitting;
      for (const NamedValue& v : scope_.values)
        if (v.is_assignable && v.kind == p.kind && v.range == range_of(p.kind)) fitting.push_back(&v);
      arguments.push_back(fixed(read(*random_.pick(fitting))));
    } else if (p.array_length) {
      std::vector<const NamedArray*> fitting;
      for (const NamedArray& a : scope_.arrays)
        if (a.element == p.kind && a.length >= p.array_length && a.range == range_of(p.kind)) fitting.push_back(&a);
      arguments.push_back(fixed(expression(K::void_, {}, binds::primary, random_.pick(fitting)->name)));
    } else {
      arguments.push_back(as(p.kind, value(depth - 2)));
    }
  }
  return call_of(function.result, function.range, function.name, std::move(arguments));
}

Node Generator::integer_function(int depth) {
  if (on(Feature::intrinsics) && random_.chance(50)) return integer_intrinsic(depth);
  const K type = random_.pick({K::int_, K::uint, K::longlong, K::ulonglong});
  if (random_.chance(25)) {
    const K with_sign = random_.pick({K::int_, K::longlong});
    Node a = cast(with_sign, narrowed(integer(depth - 1), {range_of(with_sign).lo + 1, range_of(with_sign).hi}));
    const Range range{0, magnitude(a.range)};
    if (range.hi > range_of(with_sign).hi) return a;
    return call_of(with_sign, range, with_sign == K::longlong && random_.chance(50) ? "llabs" : "abs", {std::move(a)});
  }
  Node a = integer(depth - 1), b = integer(depth - 1);
  if (promote(a.type) != type) a = cast(type, std::move(a));
  if (promote(b.type) != type) b = cast(type, std::move(b));
  const Range ra = converted(a.range, type), rb = converted(b.range, type);
  if (random_.chance(50)) return call_of(type, {std::min(ra.lo, rb.lo), std::min(ra.hi, rb.hi)}, "min", nodes(std::move(a), std::move(b)));
  return call_of(type, {std::max(ra.lo, rb.lo), std::max(ra.hi, rb.hi)}, "max", nodes(std::move(a), std::move(b)));
}

Node Generator::integer_intrinsic(int depth) {
  struct Row {
    const char* name;
    K result;
    Range range;
    std::vector<K> parameters;
  };
  const Range i32 = range_of(K::int_), u32 = range_of(K::uint), i64 = range_of(K::longlong), u64 = range_of(K::ulonglong);
  static const std::vector<Row> rows = {
      {"__popc", K::int_, {0, 32}, {K::uint}}, {"__popcll", K::int_, {0, 64}, {K::ulonglong}}, {"__clz", K::int_, {0, 32}, {K::int_}},
      {"__clzll", K::int_, {0, 64}, {K::longlong}}, {"__ffs", K::int_, {0, 32}, {K::int_}}, {"__ffsll", K::int_, {0, 64}, {K::longlong}},
      {"__brev", K::uint, u32, {K::uint}}, {"__brevll", K::ulonglong, u64, {K::ulonglong}}, {"__mulhi", K::int_, i32, {K::int_, K::int_}},
      {"__umulhi", K::uint, u32, {K::uint, K::uint}}, {"__mul64hi", K::longlong, i64, {K::longlong, K::longlong}},
      {"__umul64hi", K::ulonglong, u64, {K::ulonglong, K::ulonglong}}, {"__mul24", K::int_, i32, {K::int_, K::int_}},
      {"__umul24", K::uint, u32, {K::uint, K::uint}}, {"__byte_perm", K::uint, u32, {K::uint, K::uint, K::uint}},
      {"__funnelshift_l", K::uint, u32, {K::uint, K::uint, K::uint}}, {"__funnelshift_r", K::uint, u32, {K::uint, K::uint, K::uint}},
      {"__sad", K::uint, u32, {K::int_, K::int_, K::uint}}, {"__usad", K::uint, u32, {K::uint, K::uint, K::uint}},
      {"__hadd", K::int_, i32, {K::int_, K::int_}}, {"__rhadd", K::int_, i32, {K::int_, K::int_}}, {"__uhadd", K::uint, u32, {K::uint, K::uint}},
      {"__dp4a", K::int_, i32, {K::int_, K::int_, K::int_}}};
  const Row& row = random_.pick(rows);
  std::vector<Node> arguments;
  for (K kind : row.parameters) arguments.push_back(cast(kind, integer(depth - 2)));
  return call_of(row.result, row.range, row.name, std::move(arguments));
}

Node Generator::floating_function(int depth) {
  const bool is_double = random_.chance(35);
  const K type = is_double ? K::double_ : K::float_;
  const std::string f = is_double ? "" : "f";
  auto argument = [&] { return value(depth - 1); };
  switch (random_.below(12)) {
    case 0: case 1: {
      std::vector<Node> arguments = nodes(argument(), argument());
      arguments.push_back(argument());
      if (is_double)
        for (Node& a : arguments) a = cast(type, std::move(a));  // else fma(float, float, float) might be as good
      return call_of(type, {}, "fma" + f, std::move(arguments));
    }
    case 2: case 3: {
      std::vector<Node> arguments = nodes(argument(), argument());
      if (is_double)
        for (Node& a : arguments) a = cast(type, std::move(a));
      return call_of(type, {}, (random_.chance(50) ? "fmin" : "fmax") + f, std::move(arguments));
    }
    case 4: {
      Node a = cast(type, argument()), b = cast(type, argument());
      return call_of(type, {}, random_.pick({"min", "max"}), nodes(std::move(a), std::move(b)));
    }
    case 5: return call_of(type, {}, "sqrt" + f, {cast(type, argument())});
    case 6: return call_of(type, {}, "fabs" + f, {cast(type, argument())});
    case 7: return call_of(type, {}, "floor" + f, {cast(type, argument())});
    case 8: return call_of(type, {}, "ceil" + f, {cast(type, argument())});
    case 9: return call_of(type, {}, "trunc" + f, {cast(type, argument())});
    case 10: return call_of(type, {}, "rint" + f, {cast(type, argument())});
    default: return call_of(type, {}, "round" + f, {cast(type, argument())});
  }
}

Node Generator::rounding_intrinsic(int depth) {
  const bool is_double = random_.chance(35);
  const K type = is_double ? K::double_ : K::float_;
  const std::string mode = random_.pick({"rn", "rz", "ru", "rd"}), prefix = is_double ? "__d" : "__f";
  auto argument = [&] { return cast(type, value(depth - 1)); };
  switch (random_.below(5)) {
    case 0: return call_of(type, {}, prefix + "add_" + mode, nodes(argument(), argument()));
    case 1: return call_of(type, {}, prefix + "mul_" + mode, nodes(argument(), argument()));
    case 2: return call_of(type, {}, prefix + "div_" + mode, nodes(argument(), argument()));
    case 3: return call_of(type, {}, prefix + "sqrt_" + mode, {argument()});
    default: {
      std::vector<Node> arguments = nodes(argument(), argument());
      arguments.push_back(argument());
      return call_of(type, {}, std::string(is_double ? "__fma_" : "__fmaf_") + mode, std::move(arguments));
    }
  }
}

}  // namespace wb::fuzz

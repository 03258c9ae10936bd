// What kernels do as a whole. An idiom is a text with holes: the text keeps the program defined (barriers stand where every thread comes,
// each thread writes its own element), the holes are any expressions.
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
std::vector<Node> nodes(Node a, Node b, Node c) {
  std::vector<Node> out = nodes(std::move(a), std::move(b));
  out.push_back(std::move(c));
  return out;
}

}  // namespace

std::string replaced(std::string text, std::initializer_list<std::pair<std::string, std::string>> names) {
  for (const auto& [from, to] : names)
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

// `text` declares @v, a variable that is then in scope.
Node Generator::named_result(ScalarKind kind, Range range, std::string_view text, std::vector<Node> children) {
  const std::string name = fresh("v");
  Node out = statement(replaced(std::string(text), {{"@v", name}}), std::move(children));
  scope_.values.push_back({name, kind, range, range == range_of(kind)});
  return out;
}

Node Generator::idiom() {
  const bool together = scope_.is_kernel_top, kernel = !in_function_;
  for (int tries = 0; tries < 12; ++tries) {
    if (random_.chance(22))
      if (Node newer = newer_idiom(); newer.role == Node::Role::statement) return newer;
    switch (random_.below(26)) {
      case 0: case 1: if (on(Feature::barriers) && together) return exchange_through_shared(); break;
      case 2: if (on(Feature::barriers) && together) return reduce_in_shared(); break;
      case 3: if (on(Feature::barriers) && together) return scan_in_shared(); break;
      case 4: if (on(Feature::barriers) && on(Feature::atomics) && together) return shared_histogram(); break;
      case 5: if (on(Feature::atomics) && kernel) return global_atomic(); break;
      case 6: case 7: if (on(Feature::structs)) return use_record(); break;
      case 8: if (on(Feature::operators)) return use_operators(); break;
      case 23: if (on(Feature::inheritance)) return use_inheritance(); break;
      case 24: if (on(Feature::pointers)) return use_rows(); break;
      case 9: if (on(Feature::vectors)) return use_vector(); break;
      case 10: if (on(Feature::templates)) return use_template(); break;
      case 11: if (on(Feature::class_templates)) return use_class_template(); break;
      case 12: if (on(Feature::lambdas)) return use_lambda(); break;
      case 13: if (on(Feature::recursion)) return use_recursion(); break;
      case 14: if (on(Feature::function_pointers)) return use_function_pointer(); break;
      case 15: if (on(Feature::unions)) return use_union(); break;
      case 16: if (on(Feature::bit_fields)) return use_bit_fields(); break;
      case 17: if (on(Feature::enums)) return use_enum(); break;
      case 18: if (on(Feature::macros)) return use_macro(); break;
      case 19: if (on(Feature::range_for)) return use_range_for(); break;
      case 20: if (on(Feature::bit_casts)) return use_bit_cast(); break;
      case 21: if (on(Feature::halves)) return use_half(); break;
      case 22: if (on(Feature::warps) && together && threads_in_block() % 32 == 0) return random_.chance(60) ? warp_exchange() : warp_vote(); break;
      default: if (on(Feature::warps) && together && threads_in_block() % 32 == 0) return partial_warp(); break;
    }
  }
  return declaration();
}

// ---- the block together

Node Generator::exchange_through_shared() {
  const K kind = any_kind();
  const int n = static_cast<int>(threads_in_block());
  const std::string name = fresh("shared");
  Node own = as(kind, value(options_.depth)), distance = integer_literal(random_.between(1, n - 1));
  const std::string tail = random_.chance(50) ? "__syncthreads();\n" : "";
  const std::string type = info(kind).spelling;
  if (random_.chance(40)) {  // two rows
    return named_result(kind, range_of(kind),
                        "__shared__ " + type + " " + name + "[2][" + std::to_string(n) + "];\n" + name + "[0][me] = $;\n" + name + "[1][" + std::to_string(n - 1) +
                            " - me] = $;\n__syncthreads();\n" + type + " @v = " + name + "[($) & 1][(me + $) % " + std::to_string(n) + "];\n" + tail,
                        [&] {
                          std::vector<Node> c = nodes(std::move(own), as(kind, value(options_.depth)), integer(2));
                          c.push_back(fixed(std::move(distance)));
                          return c;
                        }());
  }
  return named_result(kind, range_of(kind),
                      "__shared__ " + type + " " + name + "[" + std::to_string(n) + "];\n" + name + "[me] = $;\n__syncthreads();\n" + type + " @v = " + name + "[(me + $) % " +
                          std::to_string(n) + "];\n" + tail,
                      nodes(std::move(own), fixed(std::move(distance))));
}

Node Generator::reduce_in_shared() {
  const K kind = random_.pick({K::uint, K::ulonglong, K::float_, K::double_, K::uint});
  const std::string name = fresh("shared"), n = std::to_string(threads_in_block()), type = info(kind).spelling;
  int half = 1;
  while (2 * half < static_cast<int>(threads_in_block())) half *= 2;
  const std::string op = is_floating(kind) ? random_.pick({"@a + @b", "fmin(@a, @b)", "@a * @b"}) : random_.pick({"@a + @b", "min(@a, @b)", "@a ^ @b", "max(@a, @b)"});
  const std::string combined = replaced(op, {{"@a", name + "[me]"}, {"@b", name + "[me + half]"}});
  const char* loop = random_.chance(50) ? "for (int half = @h; half > 0; half /= 2) {\nif (me < half && me + half < @n) @s[me] = @op;\n__syncthreads();\n}\n"
                                        : "for (unsigned half = @h; half >= 1; half >>= 1) {\nif (me < half && me + half < @n)\n@s[me] = @op;\n__syncthreads();\n}\n";
  return named_result(kind, range_of(kind),
                      "__shared__ " + type + " " + name + "[" + n + "];\n" + name + "[me] = $;\n__syncthreads();\n" +
                          replaced(loop, {{"@h", std::to_string(half)}, {"@n", n}, {"@s", name}, {"@op", combined}}) + type + " @v = " + name + "[0];\n__syncthreads();\n",
                      {as(kind, value(options_.depth))});
}

Node Generator::scan_in_shared() {
  const K kind = random_.pick({K::uint, K::ulonglong, K::ushort, K::float_});
  const std::string name = fresh("shared"), n = std::to_string(threads_in_block()), type = info(kind).spelling;
  return named_result(kind, range_of(kind),
                      "__shared__ " + type + " " + name + "[" + n + "];\n" + name + "[me] = $;\nfor (int step = 1; step < " + n + "; step *= 2) {\n__syncthreads();\n" + type +
                          " add = me >= step ? " + name + "[me - step] : (" + type + ")0;\n__syncthreads();\n" + name + "[me] += add;\n}\n" + type + " @v = " + name + "[me];\n",
                      {as(kind, value(options_.depth))});
}

Node Generator::shared_histogram() {
  const std::string name = fresh("bins");
  Node bin = narrowed(integer(options_.depth), {0, 7}), amount = integer(2);
  const char* op = random_.pick({"atomicAdd", "atomicMax", "atomicXor", "atomicOr", "atomicMin", "atomicSub"});
  return named_result(K::uint, range_of(K::uint),
                      "__shared__ unsigned " + name + "[8];\nif (me < 8) " + name + "[me] = $;\n__syncthreads();\n" + op + "(&" + name + "[$], (unsigned)($));\n__syncthreads();\nunsigned @v = " + name +
                          "[me % 8];\n",
                      nodes(integer_literal(random_.between(0, 100)), std::move(bin), std::move(amount)));
}

// Each cell of `total` and `wide` takes one kind of update alone, so the order of the updates does not matter.
Node Generator::global_atomic() {
  static const std::vector<std::pair<const char*, K>> rows = {
      {"atomicAdd(&total[0], $)", K::uint}, {"atomicAdd(total + 1, $)", K::uint}, {"atomicMax(&total[2], $)", K::uint}, {"atomicMin(&total[3], $)", K::uint},
      {"atomicAnd(&total[4], $)", K::uint}, {"atomicOr(&total[5], $)", K::uint}, {"atomicXor(&total[6], $)", K::uint}, {"atomicInc(&total[7], 1000u)", K::void_},
      {"atomicAdd(&wide[0], $)", K::ulonglong}, {"atomicMax(&wide[1], $)", K::ulonglong}, {"atomicXor(&wide[2], $)", K::ulonglong}, {"atomicMax((long long*)&wide[3], $)", K::longlong},
      {"atomicSub(&total[0], $)", K::uint}, {"atomicMin((int*)&total[8], $)", K::int_}, {"atomicMax((int*)&total[9], $)", K::int_}, {"atomicAdd((int*)&total[10], $)", K::int_}};
  const auto& [text, kind] = random_.pick(rows);
  if (kind == K::void_) return statement(std::string(text) + ";\n");
  return statement(std::string(text) + ";\n", {cast(kind, integer(options_.depth))});
}

// ---- records

Node Generator::use_record() {
  const std::string type = fresh("Record"), name = fresh("r");
  std::string text = "struct " + type + " {\n", starts;
  std::vector<NamedValue> members;
  const int count = random_.between(2, 4);
  for (int i = 0; i < count; ++i) {
    const K kind = any_kind();
    const std::string member = "m" + std::to_string(i);
    text += std::string(info(kind).spelling) + " " + member + ";\n";
    members.push_back({name + "." + member, kind, range_of(kind), true});
  }
  const K element = any_kind();
  const bool with_array = random_.chance(50), with_method = random_.chance(50);
  if (with_array) text += std::string(info(element).spelling) + " list[4];\n";
  const K result = members[0].kind;
  if (with_method) text += "__device__ " + std::string(info(result).spelling) + " pick(bool first) const { return first ? m0 : (" + info(result).spelling + ")(m1 != 0); }\n";
  const std::string copy = fresh("copied");
  text += "};\n";
  text += "__device__ " + type + " " + copy + "(" + type + (random_.chance(50) ? " from" : "& from") + ") {\n" + type + " to = from;\nfrom.m0 = 0;\nto.m1 = to.m0 != 0;\nreturn to;\n}\n";
  declarations_.children.push_back(statement(text));

  std::string use = type + " " + name + (random_.chance(50) ? "{" : " = {");
  std::vector<Node> children;
  for (int i = 0; i < count; ++i) {
    use += i ? ", $" : "$";
    children.push_back(cast(members[static_cast<size_t>(i)].kind, value(2)));
  }
  use += "};\n";
  const std::string other = fresh("r");
  switch (random_.below(4)) {
    case 0: use += type + " " + other + " = " + copy + "(" + name + ");\n"; break;
    case 1: use += type + " " + other + " = " + name + ";\n" + other + ".m1 = " + name + ".m0 != 0;\n"; break;
    case 2: use += type + " " + other + "s[2] = {" + name + ", " + name + "};\n" + type + "& " + other + " = " + other + "s[($) & 1];\n"; children.push_back(integer(1)); break;
    default: use += type + "* " + other + "p = &" + name + ";\n" + other + "p->m1 = " + other + "p->m0 != 0;\n" + type + "& " + other + " = *" + other + "p;\n"; break;
  }
  for (int i = 0; i < count; ++i) scope_.values.push_back({other + ".m" + std::to_string(i), members[static_cast<size_t>(i)].kind, range_of(members[static_cast<size_t>(i)].kind), true});
  for (NamedValue& m : members) scope_.values.push_back(m);
  if (with_array) scope_.arrays.push_back({other + ".list", element, 4, range_of(element), true, false});
  if (with_method) functions_.push_back({other + ".pick", result, range_of(result), {{K::bool_}}});
  if (with_method) {
    // A method's object lives only here: call it once and take the function away again.
    Node called = call(functions_.back(), 2);
    functions_.pop_back();
    const std::string v = fresh("v");
    scope_.values.push_back({v, result, range_of(result), true});
    use += std::string(info(result).spelling) + " " + v + " = $;\n";
    children.push_back(std::move(called));
  }
  return statement(use, std::move(children));
}

Node Generator::use_operators() {
  const std::string type = fresh("Pair"), name = fresh("v");
  const K kind = random_.pick({K::uint, K::float_, K::double_, K::ulonglong});
  const std::string scalar = info(kind).spelling;
  declarations_.children.push_back(statement(replaced(
      "struct @T {\n@S x, y;\n__device__ @T() : x(0), y(1) {}\n__device__ @T(@S a, @S b = 3) : x(a), y(b) {}\n"
      "__device__ @T operator+(const @T& o) const { return @T(x + o.x, y + o.y); }\n__device__ @T& operator*=(@S k) { x *= k; y = y * k; return *this; }\n"
      "__device__ @T operator-() const { return @T(-x, y); }\n__device__ bool operator<(const @T& o) const { return x < o.x || y < o.y; }\n"
      "__device__ @S& operator[](int i) { return i ? y : x; }\n__device__ explicit operator bool() const { return x != y; }\n};\n"
      "__device__ @T operator*(@S k, const @T& p) { return @T(k * p.x, k - p.y); }\n",
      {{"@T", type}, {"@S", scalar}})));
  Node a = cast(kind, value(2)), b = cast(kind, value(2)), c = cast(kind, value(2)), i = integer(1);
  std::vector<Node> children = nodes(std::move(a), std::move(b), std::move(c));
  children.push_back(std::move(i));
  const std::string form = random_.pick({"@T @p{$, $}, @q(@S($) + 0);\n@p = @p + @q;\n@p *= @q.x;\n@p[($) & 1] += @q.y;\n", "@T @p = @T($) + $ * @T();\n@T @q = -@p;\n@q[1] = $;\nif (@p < @q) @p[($) & 1] = 2;\n",
                                        "@T @q;\n@T @p = @q + @T($, $);\nif (@p) @q *= $;\n@p[($) & 1] = @q.x;\n"});
  const std::string p = fresh("pair"), q = fresh("pair");
  for (const std::string& n : {p, q})
    for (const char* m : {".x", ".y"}) scope_.values.push_back({n + m, kind, range_of(kind), true});
  Node out = statement(replaced(form, {{"@T", type}, {"@S", scalar == "unsigned int" ? "unsigned" : kind == K::ulonglong ? "(unsigned long long)" : scalar}, {"@p", p}, {"@q", q}}), std::move(children));
  for (int& hole : out.holes) hole = binds::unary;
  return out;
}

// A base and what is derived from it; the destructor leaves a trace in a variable of the kernel.
Node Generator::use_inheritance() {
  const std::string base = fresh("Base"), derived = fresh("Derived"), name = fresh("object"), trace = fresh("trace");
  const K kind = random_.pick({K::uint, K::ulonglong, K::uchar, K::float_, K::short_});
  const std::string scalar = info(kind).spelling;
  declarations_.children.push_back(statement(replaced(
      "struct @B {\n@S first;\nunsigned& trace;\n__device__ @B(@S v, unsigned& t) : first(v), trace(t) { trace = trace * 3 + 1; }\n__device__ ~@B() { trace = trace * 5 + 2; }\n"
      "__device__ @S get() const { return first; }\n__device__ unsigned mark() const { return 7; }\n};\n"
      "struct @D : public @B {\ndouble second = 1.5;\n__device__ @D(@S v, unsigned& t) : @B((@S)(v / 2), t) { trace = trace * 7 + 3; }\n__device__ ~@D() { trace ^= 255; }\n"
      "__device__ unsigned mark() const { return @B::mark() + 1; }\n__device__ @S both() const { return (@S)(get() + (second > 1)); }\n};\n",
      {{"@B", base}, {"@D", derived}, {"@S", scalar}})));
  Node start = as(kind, value(2)), other = as(kind, value(2));
  const std::string out = fresh("v");
  const std::string text = "unsigned " + trace + " = 1;\n" + scalar + " " + out + ";\n{\n" + derived + " " + name + "((" + scalar + ")($), " + trace + ");\n" + base + "& seen = " + name + ";\nseen.first = $;\n" + out +
                           " = " + name + ".both();\n" + trace + " += seen.mark() + " + name + ".mark();\n}\n";
  scope_.values.push_back({trace, K::uint, range_of(K::uint), true});
  scope_.values.push_back({out, kind, range_of(kind), true});
  return statement(text, nodes(std::move(start), std::move(other)));
}

// An array of rows: each row is an array like any other.
Node Generator::use_rows() {
  const K kind = any_kind();
  const std::string name = fresh("rows"), scalar = info(kind).spelling;
  scope_.values.push_back({"row", K::int_, {0, 1}, false});
  scope_.values.push_back({"column", K::int_, {0, 3}, false});
  Node start = as(kind, value(2));
  scope_.values.pop_back();
  scope_.values.pop_back();
  for (const char* row : {"[0]", "[1]"}) scope_.arrays.push_back({name + row, kind, 4, range_of(kind), true, true});
  return statement(scalar + " " + name + "[2][4];\nfor (int row = 0; row < 2; ++row)\nfor (int column = 0; column < 4; ++column) " + name + "[row][column] = $;\n", {std::move(start)});
}

Node Generator::use_vector() {
  struct Row {
    const char* name;
    K kind;
    int lanes;
  };
  const Row row = random_.pick({Row{"float4", K::float_, 4}, Row{"float2", K::float_, 2}, Row{"int2", K::int_, 2}, Row{"int4", K::int_, 4}, Row{"uchar4", K::uchar, 4}, Row{"uint3", K::uint, 3},
                                Row{"double2", K::double_, 2}, Row{"short2", K::short_, 2}, Row{"ushort4", K::ushort, 4}, Row{"char3", K::schar, 3}, Row{"float3", K::float_, 3}});
  const std::string name = fresh("vec");
  std::string text = std::string(row.name) + " " + name + " = make_" + row.name + "(";
  std::vector<Node> children;
  for (int i = 0; i < row.lanes; ++i) {
    text += i ? ", $" : "$";
    children.push_back(as(row.kind, value(2)));
  }
  text += ");\n";
  const std::string copy = fresh("vec");
  text += std::string(row.name) + " " + copy + " = " + name + ";\n" + copy + ".x = " + name + ".y;\n";
  for (const std::string& n : {name, copy})
    for (int i = 0; i < row.lanes; ++i) scope_.values.push_back({n + "." + "xyzw"[i], row.kind, range_of(row.kind), true});
  return statement(text, std::move(children));
}

Node Generator::use_union() {
  const std::string type = fresh("Bits"), name = fresh("u");
  const bool is_wide = random_.chance(40);
  declarations_.children.push_back(statement("union " + type + " {\n" + (is_wide ? "unsigned long long all;\nunsigned half[2];\nunsigned char byte[8];\nshort part[4];\n"
                                                                             : "unsigned all;\nint number;\nunsigned char byte[4];\nshort part[2];\n") + "};\n"));
  const int bytes = is_wide ? 8 : 4;
  const K kind = is_wide ? K::ulonglong : K::uint;
  Node start = integer(options_.depth);
  scope_.arrays.push_back({name + ".byte", K::uchar, bytes, range_of(K::uchar), true, false});
  scope_.arrays.push_back({name + ".part", K::short_, bytes / 2, range_of(K::short_), true, false});
  scope_.values.push_back({name + ".all", kind, range_of(kind), true});
  return statement(type + " " + name + ";\n" + name + ".all = $;\n", {std::move(start)});
}

Node Generator::use_bit_fields() {
  const std::string type = fresh("Packed"), name = fresh("b");
  const int a = random_.between(1, 12), b = random_.between(2, 15), c = random_.between(1, 20);
  declarations_.children.push_back(statement("struct " + type + " {\nunsigned a : " + std::to_string(a) + ";\nint b : " + std::to_string(b) + ";\nunsigned c : " + std::to_string(c) + ";\n};\n"));
  Node x = integer(2), y = integer(2), z = integer(2);
  NamedValue va{name + ".a", K::int_, {0, (Wide{1} << a) - 1}, false}, vb{name + ".b", K::int_, {-(Wide{1} << (b - 1)), (Wide{1} << (b - 1)) - 1}, false},
      vc{name + ".c", K::int_, {0, (Wide{1} << c) - 1}, false};
  const K first = random_.pick({K::int_});
  va.kind = vb.kind = vc.kind = first;
  for (NamedValue* v : {&va, &vb, &vc}) {
    NamedValue read = *v;
    read.name = "(+" + v->name + ")";  // promoted to int: a value, not a place
    scope_.values.push_back(read);
  }
  return statement(type + " " + name + ";\n" + name + ".a = $;\n" + name + ".b = $;\n" + name + ".c = $;\n" + name + ".c ^= " + name + ".a;\n", nodes(std::move(x), std::move(y), std::move(z)));
}

// ---- functions of all kinds

Node Generator::use_template() {
  const std::string f = fresh("generic");
  const K kind = random_.pick({K::uint, K::ulonglong, K::float_, K::double_, K::uchar, K::uint});
  const int n = random_.between(1, 5), form = static_cast<int>(random_.below(4));
  const std::string scalar = info(kind).spelling;
  static const char* const forms[] = {
      "template <typename T, int n>\n__device__ T @f(T a, T b) {\nT sum = a;\nfor (int i = 0; i < n; ++i) sum = sum + (b - T(i));\nreturn sum;\n}\n",
      "template <int n, typename T>\n__device__ T @f(T a, T b) {\nif constexpr (n > 2) return a < b ? a : b;\nelse return T(a + b * T(n));\n}\n",
      "template <typename T, typename U = int>\n__device__ T @f(const T& a, T b) {\nU k = 3;\nreturn a > b ? T(a - b) : T(a * T(k));\n}\n",
      "template <typename T>\n__device__ void @f(T a, T& b) {\nT old = b;\nb = a;\na = old;\nb += a;\n}\n"};
  declarations_.children.push_back(statement(replaced(forms[form], {{"@f", f}})));
  Node a = cast(kind, value(2)), b = cast(kind, value(2));
  std::string use;
  const std::string count = std::to_string(n);
  if (form == 0) use = scalar + " @v = " + f + "<" + scalar + ", " + count + ">($, $);\n";
  if (form == 1) use = scalar + " @v = " + f + "<" + count + ">($, $);\n";
  if (form == 2) use = random_.chance(50) ? scalar + " @v = " + f + "($, $);\n" : scalar + " @v = " + f + "<" + scalar + ", long long>($, $);\n";
  if (form == 3) use = scalar + " @v = $;\n" + f + "($, @v);\n";
  return named_result(kind, range_of(kind), use, nodes(std::move(a), std::move(b)));
}

Node Generator::use_class_template() {
  const std::string type = fresh("Box"), name = fresh("box");
  const K kind = random_.pick({K::uint, K::ulonglong, K::float_, K::double_, K::short_, K::uchar});
  const int n = random_.pick({2, 4});
  declarations_.children.push_back(statement(replaced(
      "template <typename T, int n>\nstruct @T {\nT v[n];\nint used = 0;\n__device__ void push(T x) {\nv[used % n] = x;\n++used;\n}\n__device__ T& at(int i) { return v[i & (n - 1)]; }\n"
      "template <typename U>\n__device__ U total(U start) const {\nfor (int i = 0; i < n; ++i) start += (U)v[i];\nreturn start;\n}\nstatic constexpr int size = n;\n};\n",
      {{"@T", type}})));
  const std::string scalar = info(kind).spelling;
  std::string text = type + "<" + scalar + ", " + std::to_string(n) + "> " + name + ";\n";
  std::vector<Node> children;
  for (int i = 0; i < n; ++i) {
    text += name + ".push($);\n";
    children.push_back(as(kind, value(2)));
  }
  text += name + ".at($) = $;\nunsigned @v = " + name + ".total(0u) + " + name + ".size;\n";
  children.push_back(narrowed(integer(1), {0, 15}));
  children.push_back(as(kind, value(2)));
  if (is_floating(kind)) text = replaced(text, {{"unsigned @v", "double @v"}, {"total(0u)", "total(0.0)"}});
  scope_.arrays.push_back({name + ".v", kind, n, range_of(kind), true, false});
  return is_floating(kind) ? named_result(K::double_, {}, text, std::move(children)) : named_result(K::uint, range_of(K::uint), text, std::move(children));
}

Node Generator::use_lambda() {
  const std::string f = fresh("lambda");
  const K kind = any_kind();
  const std::string scalar = info(kind).spelling;
  const Scope before = scope_;
  const std::string p = fresh("given");
  for (NamedValue& v : scope_.values) v.is_assignable = false;  // what is captured by value is constant
  scope_.values.push_back({p, kind, range_of(kind), false});
  Node body = as(kind, value(options_.depth));
  scope_ = before;
  Node argument = as(kind, value(2)), second = as(kind, value(1));
  const std::string capture = random_.pick({"[=]", "[&]"});
  const std::string argument_type = random_.chance(25) ? "auto" : scalar;
  if (argument_type == "auto" ) argument = argument.type == kind ? std::move(argument) : cast(kind, std::move(argument)), second = second.type == kind ? std::move(second) : cast(kind, std::move(second));
  return named_result(kind, range_of(kind),
                      "auto " + f + " = " + capture + "(" + argument_type + " " + p + ") -> " + scalar + " { return $; };\n" + scalar + " @v = " + f + "($) != 0 ? " + f + "($) : (" + scalar + ")1;\n",
                      nodes(std::move(body), std::move(argument), std::move(second)));
}

Node Generator::use_recursion() {
  const std::string f = fresh("again");
  static const char* const forms[] = {"__device__ unsigned @f(unsigned n) { return n < 2 ? n : @f(n - 1) + @f(n - 2); }\n",
                                      "__device__ unsigned @f(unsigned n) {\nif (n == 0) return 1u;\nunsigned below = @f(n / 2);\nreturn n % 3 ? below * n : below + n;\n}\n",
                                      "__device__ unsigned @f(unsigned n) {\nunsigned list[3] = {n, n + 1, n * n};\nif (n == 0) return list[1];\nlist[n % 3] += @f(n - 1);\nreturn list[0] ^ list[1] ^ list[2];\n}\n"};
  declarations_.children.push_back(statement(replaced(forms[random_.below(3)], {{"@f", f}})));
  return named_result(K::uint, range_of(K::uint), "unsigned @v = " + f + "($);\n", {fixed(narrowed(integer(2), {0, 7}))});
}

Node Generator::use_function_pointer() {
  const std::string f = fresh("way"), p = fresh("chosen");
  declarations_.children.push_back(statement(replaced("__device__ unsigned @fa(unsigned x, float y) { return x * 3u + (y > 0.5f); }\n__device__ unsigned @fb(unsigned x, float y) { return y < 1.0f ? x >> 1 : ~x; }\n", {{"@f", f}})));
  Node c = condition(2), a = integer(2), b = floating(2);
  const std::string declared = random_.chance(50) ? "unsigned (*" + p + ")(unsigned, float) = $ ? " + f + "a : " + f + "b;\n" : "auto " + p + " = $ ? &" + f + "a : &" + f + "b;\n";
  Node out = named_result(K::uint, range_of(K::uint), declared + "unsigned @v = " + p + "($, $);\n", nodes(std::move(c), std::move(a), std::move(b)));
  out.holes[0] = binds::logical_or;
  return out;
}

// ---- small parts of the language

Node Generator::use_enum() {
  const std::string type = fresh("Kind");
  declarations_.children.push_back(statement("enum class " + type + " : " + random_.pick({"unsigned char", "int", "short"}) + " { none, first = 5, second };\nenum { " + type + "_limit = 12, " + type + "_next };\n"));
  return named_result(K::int_, {0, 13}, type + " @vk = $ ? " + type + "::first : " + type + "::none;\nint @v = @vk == " + type + "::first ? (int)" + type + "::second : " + type + "_next;\n", [&] {
    Node c = condition(2);
    std::vector<Node> out;
    out.push_back(std::move(c));
    return out;
  }());
}

Node Generator::use_macro() {
  const std::string m = "MACRO_" + std::to_string(kernel_.seed) + "_" + fresh("");
  const char* form = random_.pick({"#define @m(a, b) ((a) < (b) ? (a) : (b))\n", "#define @m(x, y) ((x) + (y) * 2u)\n", "#define @m(x, ...) (x ? __VA_ARGS__ : 7u)\n"});
  declarations_.children.push_back(statement(replaced(form, {{"@m", m}})));
  Node a = cast(K::uint, integer(2)), b = cast(K::uint, integer(2));
  a.precedence = b.precedence = binds::comma;  // in parentheses
  return named_result(K::uint, range_of(K::uint), "unsigned @v = " + m + "($, $);\n", nodes(std::move(a), std::move(b)));
}

Node Generator::use_range_for() {
  std::vector<NamedArray> fitting;
  for (const NamedArray& a : scope_.arrays)
    if (a.is_assignable && a.name.starts_with("array")) fitting.push_back(a);
  if (fitting.empty()) return array_declaration();
  const NamedArray array = random_.pick(fitting);
  const bool is_double = is_floating(array.element);
  const Scope before = scope_;
  scope_.values.push_back({"each", array.element, array.range, false});
  Node term = is_double ? floating(2) : integer(2), next = as(array.element, value(2));
  scope_ = before;
  if (!is_double) term = cast(K::uint, std::move(term));
  return named_result(is_double ? K::double_ : K::uint, is_double ? Range{} : range_of(K::uint),
                      std::string(is_double ? "double" : "unsigned") + " @v = 0;\nfor (auto each : " + array.name + ") @v += $;\nfor (auto& each : " + array.name + ") each = $;\n",
                      nodes(std::move(term), std::move(next)));
}

// A NaN's bits are not part of the promise: they stay out of the integers.
Node Generator::use_bit_cast() {
  const std::string f = fresh("f");
  if (random_.chance(40)) {
    Node start = cast(K::double_, value(options_.depth));
    return named_result(K::longlong, range_of(K::longlong), "double " + f + " = $;\nlong long @v = isnan(" + f + ") ? 0ll : __double_as_longlong(" + f + ");\n", {std::move(start)});
  }
  Node start = cast(K::float_, value(options_.depth));
  const bool is_signed_one = random_.chance(50);
  return named_result(is_signed_one ? K::int_ : K::uint, range_of(is_signed_one ? K::int_ : K::uint),
                      "float " + f + " = $;\n" + (is_signed_one ? "int @v = isnan(" + f + ") ? 0 : __float_as_int(" + f + ");\n" : "unsigned @v = isnan(" + f + ") ? 1u : __float_as_uint(" + f + ");\n"),
                      {std::move(start)});
}

Node Generator::use_half() {
  const std::string h = fresh("h");
  Node a = cast(K::float_, value(2)), b = cast(K::float_, value(2));
  const std::string form = random_.pick({"__hadd(@a, @b)", "__hmul(@a, @b)", "__hsub(@a, @b)", "__hfma(@a, @b, @a)", "__hdiv(@a, @b)", "@a + @b", "@a * @b", "__hlt(@a, @b) ? @a : @b"});
  return named_result(K::float_, {}, replaced("__half @a = __float2half($), @b = __float2half_rn($);\nfloat @v = __half2float(" + form + ");\n", {{"@a", h + "a"}, {"@b", h + "b"}}), nodes(std::move(a), std::move(b)));
}

// ---- warps

Node Generator::warp_exchange() {
  const K kind = random_.pick({K::int_, K::uint, K::float_, K::longlong, K::ulonglong, K::double_});
  Node own = cast(kind, value(options_.depth));
  const std::string scalar = info(kind).spelling;
  std::string form, n = std::to_string(random_.between(0, 31));
  switch (random_.below(6)) {
    case 0: form = "__shfl_xor_sync(0xffffffffu, own, " + n + ")"; break;
    case 1: form = "__shfl_sync(0xffffffffu, own, " + n + ")"; break;
    case 2: form = "__shfl_down_sync(0xffffffffu, own, " + n + ")"; break;
    case 3: form = "__shfl_up_sync(0xffffffffu, own, " + n + ")"; break;
    case 4: form = "__shfl_sync(0xffffffffu, own, (me * " + n + " + 3) & 31)"; break;
    default: form = "__shfl_down_sync(~0u, own, " + std::to_string(random_.between(0, 7)) + ", " + random_.pick({"8", "16", "4"}) + ")"; break;
  }
  if (random_.chance(30) && kind != K::int_ && kind != K::longlong)
    return named_result(kind, range_of(kind), scalar + " @v = $;\nfor (int offset = 16; offset > 0; offset /= 2) @v += __shfl_down_sync(0xffffffffu, @v, offset);\n", {std::move(own)});
  return named_result(kind, range_of(kind), scalar + " @v;\n{\n" + scalar + " own = $;\n@v = " + form + ";\n}\n", {std::move(own)});
}

Node Generator::warp_vote() {
  Node c = condition(2);
  switch (random_.below(5)) {
    case 0: return named_result(K::uint, range_of(K::uint), "unsigned @v = __ballot_sync(0xffffffffu, $);\n", {std::move(c)});
    case 1: return named_result(K::int_, {0, 1}, "int @v = __any_sync(0xffffffffu, $) != 0;\n", {std::move(c)});
    case 2: return named_result(K::int_, {0, 1}, "int @v = __all_sync(0xffffffffu, $) != 0;\n", {std::move(c)});
    case 3: return named_result(K::uint, range_of(K::uint), std::string("unsigned @v = ") + random_.pick({"__reduce_add_sync", "__reduce_xor_sync", "__reduce_max_sync", "__reduce_min_sync", "__reduce_and_sync", "__reduce_or_sync"}) + "(0xffffffffu, $);\n", {cast(K::uint, integer(options_.depth))});
    default: return named_result(K::uint, range_of(K::uint), "unsigned @v = __match_any_sync(0xffffffffu, $);\n", {cast(K::uint, narrowed(integer(2), {0, 3}))});
  }
}

Node Generator::partial_warp() {
  const int half = random_.pick({4, 8, 16});
  const std::string mask = std::to_string((1u << half) - 1) + "u", n = std::to_string(half);
  Node own = cast(K::uint, integer(options_.depth)), other = cast(K::uint, integer(2));
  const std::string form = random_.pick({"__shfl_xor_sync(" + mask + ", @v, " + std::to_string(half / 2) + ")", "__shfl_sync(" + mask + ", @v, (me + 1) & " + std::to_string(half - 1) + ")",
                                        "__ballot_sync(" + mask + ", @v & 1)", "(unsigned)__any_sync(" + mask + ", @v > 1000u)"});
  return named_result(K::uint, range_of(K::uint), "unsigned @v = $;\nif ((me & 31) < " + n + ") {\n@v += " + form + ";\n__syncwarp(" + mask + ");\n} else {\n@v ^= $;\n}\n__syncwarp();\n",
                      nodes(std::move(own), std::move(other)));
}

}  // namespace wb::fuzz

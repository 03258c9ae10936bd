// Kernels that are not made of statements: each column of results is one thing to be judged, and nothing else uses it.
#include <algorithm>
#include <cmath>
#include <optional>

#include "simulator/language/builtin_table.h"
#include "tests/fuzz/differential/generator.h"
#include "tests/fuzz/differential/launch.h"

namespace wb::fuzz {
namespace {

using K = ScalarKind;

// ---- builtin functions, from the table

struct PureFunction {
  std::string spelling;
  K result = K::void_;
  std::vector<K> parameters;
  float ulp = 0;
};

std::optional<K> kind_named(std::string_view type) {
  while (type.starts_with(' ')) type.remove_prefix(1);
  for (int i = 0; i < static_cast<int>(K::count); ++i)
    if (type == info(static_cast<K>(i)).spelling) return static_cast<K>(i);
  return std::nullopt;
}

// "float(float, int)"; none where a type is no plain number.
std::optional<PureFunction> read_row(const BuiltinInfo& row) {
  const std::string_view signature = row.signature;
  const size_t open = signature.find('(');
  PureFunction f{.spelling = row.spelling, .ulp = row.ulp};
  const auto result = kind_named(signature.substr(0, open));
  if (!result || *result == K::void_) return std::nullopt;
  f.result = *result;
  for (size_t at = open + 1; at < signature.size();) {
    const size_t end = signature.find_first_of(",)", at);
    const auto parameter = kind_named(signature.substr(at, end - at));
    if (!parameter || is_half_like(*parameter)) return std::nullopt;
    f.parameters.push_back(*parameter);
    at = end + 1;
  }
  return f;
}

// Functions whose bound holds for some arguments only, those that show the sign or the bits of a NaN, and __fns, which the GPU's own code
// answers with 0 for the offset -2^31 (docs/fuzzing.md).
bool is_promised_in_part(std::string_view spelling) {
  static constexpr std::string_view names[] = {"j0", "j1", "y0", "y1", "lgamma", "j0f", "j1f", "y0f", "y1f", "lgammaf", "copysign", "copysignf", "signbit", "__float_as_uint", "__float_as_int",
                                               "__double_as_longlong", "__double2hiint", "__double2loint", "__fns"};
  return std::find(std::begin(names), std::end(names), spelling) != std::end(names);
}

// All whose results CUDA's documents fix: to a bound, or exactly. Internal ones (__wb_...) have no name in CUDA.
const std::vector<PureFunction>& pure_functions(std::string_view buffer) {
  static const auto all = [] {
    std::vector<PureFunction> lists[3];
    for (int i = 1; i <= value_builtins; ++i) {
      const BuiltinInfo& row = builtin_info(static_cast<Builtin>(i));
      if (row.ulp < 0 || row.family == BuiltinFamily::half || row.family == BuiltinFamily::part || std::string_view(row.spelling).starts_with("__wb_") || is_promised_in_part(row.spelling)) continue;
      const auto f = read_row(row);
      if (f && !is_half_like(f->result)) lists[f->result == K::float_ ? 0 : f->result == K::double_ ? 1 : 2].push_back(*f);
    }
    return std::vector(std::begin(lists), std::end(lists));
  }();
  return all[buffer == "of" ? 0 : buffer == "od" ? 1 : 2];
}

// The simulator lies within half a unit of the true value where it rounds once, and within one where it asks the host's own library.
uint8_t allowance(const PureFunction& f) { return f.ulp == 0 ? 0 : static_cast<uint8_t>(std::ceil(f.ulp) + 1); }

// ---- printf

struct Conversion {
  const char* text;
  K kind;
  Range range;
};

}  // namespace

// Sums of products for nvcc's default contraction: each product is used once, each factor is a load of its own, so that nothing is shared.
Node Generator::fused_body() {
  Node body = list();
  for (int column = 0; column < 6; ++column) {
    const bool is_double = column >= 4;
    const std::string array = is_double ? "d" : "f", lane = std::to_string(column * 11);
    int used = 0;
    const auto leaf = [&] {
      const int at = used++;
      return expression(is_double ? K::double_ : K::float_, {}, binds::postfix, array + "[(t + " + std::to_string(at + column * 13) + ") & " + std::to_string(input_count - 1) + "]");
    };
    const auto product = [&] {
      std::vector<Node> c;
      c.push_back(leaf());
      c.push_back(leaf());
      const K type = c[0].type;
      return expression(type, {}, binds::product, "$ * $", std::move(c), {binds::product, binds::unary});
    };
    Node sum = random_.chance(70) ? product() : leaf();
    for (int i = random_.between(1, 3); i > 0; --i) {
      std::vector<Node> c;
      c.push_back(std::move(sum));
      c.push_back(random_.chance(70) ? product() : leaf());
      const char* op = random_.pick({"$ + $", "$ - $", "$ + $"});
      const K type = c[0].type;
      sum = expression(type, {}, binds::sum, op, std::move(c), {binds::sum, binds::product});
    }
    body.children.push_back(statement(is_double ? "od[4 * t + " + std::to_string(column - 4) + "] = $;\n" : "of[6 * t + " + std::to_string(column) + "] = $;\n", {std::move(sum)}));
  }
  return body;
}

// An input, as it is or moved to where functions are interesting; exact in either case.
Node Generator::function_argument(ScalarKind kind) {
  const char* array = kind == K::double_ ? "d" : kind == K::float_ ? "f" : info(kind).bytes == 8 ? "l" : random_.pick({"a", "u"});
  const std::string element = std::string(array) + "[(t + " + std::to_string(random_.below(input_count)) + ") & " + std::to_string(input_count - 1) + "]";
  std::string text = element;
  if (is_floating(kind)) {
    const std::string suffix = kind == K::float_ ? "f" : "";
    text = random_.pick({"@e", "@e", "@e * 0.0625@s", "@e * 16.0@s", "@e + 0.5@s", "1.0@s - @e * 0.001953125@s", "-@e", "t * 0.03125@s"});
    text = replaced(text, {{"@e", element}, {"@s", suffix}});
  } else if (random_.chance(30)) {
    text = replaced(random_.pick({"(@e & 31)", "(@e % 7)", "~@e", "t"}), {{"@e", element}});
  }
  return expression(kind, range_of(kind), binds::unary, std::string("(") + info(kind).spelling + ")(" + text + ")");
}

Node Generator::function_result(std::string_view buffer, int column, int columns) {
  const PureFunction& f = random_.pick(pure_functions(buffer));
  std::string call = f.spelling + "(";
  std::vector<Node> arguments;
  for (K parameter : f.parameters) {
    call += arguments.empty() ? "$" : ", $";
    arguments.push_back(function_argument(parameter));
  }
  if (buffer != "oi") kernel_.ulps.push_back(allowance(f));
  return statement(std::string(buffer) + "[" + std::to_string(columns) + " * t + " + std::to_string(column) + "] = " + call + ");\n", std::move(arguments));
}

Node Generator::functions_body() {
  Node body = list();
  for (int i = 0; i < 6; ++i) body.children.push_back(function_result("of", i, 6));
  for (int i = 0; i < 4; ++i) body.children.push_back(function_result("od", i, 4));
  for (int i = 0; i < 4; ++i) body.children.push_back(function_result("oi", i, 4));
  return body;
}

// One printf: every line starts with the thread, so that lines in another order can be told apart and sorted. A NaN's sign is nobody's promise.
Node Generator::print_statement() {
  static const std::vector<Conversion> conversions = {
      {"%d", K::int_, {}}, {"%i", K::int_, {}}, {"%5d", K::int_, {}}, {"%-7d|", K::int_, {}}, {"%+d", K::int_, {}}, {"%06d", K::int_, {}}, {"% d", K::int_, {}}, {"%.4d", K::int_, {}}, {"%8.3d", K::int_, {}},
      {"%u", K::uint, {}}, {"%x", K::uint, {}}, {"%#x", K::uint, {}}, {"%X", K::uint, {}}, {"%o", K::uint, {}}, {"%#o", K::uint, {}}, {"%08x", K::uint, {}}, {"%lld", K::longlong, {}}, {"%llu", K::ulonglong, {}},
      {"%llx", K::ulonglong, {}}, {"%20lld", K::longlong, {}}, {"%ld", K::long_, {}}, {"%lu", K::ulong, {}}, {"%c", K::int_, {33, 126}}, {"%f", K::double_, {}}, {"%.3f", K::double_, {}}, {"%12.4f", K::double_, {}},
      {"%-12.2f|", K::double_, {}}, {"%e", K::double_, {}}, {"%.2e", K::double_, {}}, {"%E", K::double_, {}}, {"%g", K::double_, {}}, {"%G", K::double_, {}}, {"%.10g", K::double_, {}}, {"%#g", K::double_, {}}, {"%+f", K::float_, {}},
      {"%010.3f", K::float_, {}}, {"%g", K::float_, {}}, {"%.0f", K::float_, {}}, {"%a", K::double_, {}}, {"%s", K::void_, {}}, {"%8s", K::void_, {}}, {"%-6s|", K::void_, {}}, {"%.2s", K::void_, {}}, {"%%", K::count, {}}};
  std::string format = "t%d", arguments = ", t";
  std::vector<Node> children;
  for (int i = random_.between(0, 5); i > 0; --i) {
    const Conversion& c = random_.pick(conversions);
    format += std::string(random_.pick({" ", ",", ": ", " value "})) + c.text;
    if (c.kind == K::count) continue;
    if (c.kind == K::void_) {
      arguments += ", $ ? \"yes\" : \"a longer no\"";
      children.push_back(condition(2));
    } else if (is_floating(c.kind)) {
      arguments += ", number(" + std::string(info(c.kind).spelling) + "($))";
      children.push_back(as(c.kind, value(2)));
    } else {
      arguments += ", $";
      children.push_back(c.range == Range{} ? cast(c.kind, integer(2)) : narrowed(cast(K::int_, integer(2)), c.range));
    }
  }
  const std::string call = "printf(\"" + format + "\\n\"" + arguments + ")";
  Node out = random_.chance(30) ? statement("oi[4 * t] += " + call + ";\n", std::move(children)) : statement(call + ";\n", std::move(children));
  return out;
}

Node Generator::printing_body() {
  kernel_.prints = true;
  declarations_.children.push_back(fixed(statement("__device__ float number(float x) { return isnan(x) ? 0.25f : x; }\n__device__ double number(double x) { return isnan(x) ? 0.25 : x; }\n")));
  Node body = list();
  for (int i = random_.between(1, 4); i > 0; --i) {
    if (random_.chance(40)) body.children.push_back(declaration());
    Node one = print_statement();
    if (random_.chance(40)) {
      std::vector<Node> children;
      children.push_back(condition(2));
      children.push_back(std::move(one));
      one = statement("if ($) {\n$}\n", std::move(children));
    }
    body.children.push_back(std::move(one));
  }
  return body;
}

}  // namespace wb::fuzz

// Launches in device code (CUDA's dynamic parallelism). The call is read as that of any function, so that overloads, templates, default arguments and
// conversions are what they are elsewhere; it is the last operand of a builtin, which does not carry it out:
//
//   child<<<n / 32, 32, 0, stream>>>(p, n);     ->   launch_grid(dim3(n / 32), dim3(32), 0, stream, child(p, n))
#include "simulator/language/device_launches.h"

#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/preprocessor.h"
#include "simulator/language/shape_values.h"

namespace wb {
namespace {

bool opens_launch(const std::vector<Token>& tokens, size_t i) {
  return i + 1 < tokens.size() && tokens[i].kind == Tok::shift_left && tokens[i + 1].kind == Tok::less && !tokens[i + 1].space_before;
}

// The first of the three tokens of `>>>`; none: it does not come.
size_t find_launch_end(const Parser& p, size_t i) {
  const std::vector<Token>& t = p.tokens;
  while (i + 2 < t.size() && t[i].kind != Tok::semicolon && t[i].kind != Tok::end) {
    if (t[i].kind == Tok::greater && t[i + 1].kind == Tok::greater && t[i + 2].kind == Tok::greater && !t[i + 1].space_before && !t[i + 2].space_before) return i;
    i = t[i].kind == Tok::left_paren || t[i].kind == Tok::left_brace ? p.skip_balanced(i) : i + 1;
  }
  return 0;
}

// A shape as it is written: a number, a dim3, a list in braces.
ExprId shape_value(Parser& p) {
  TypeId shape = *p.vector_type("dim3");
  if (p.is(Tok::left_brace)) return p.parse_braced(shape, p.here());
  const ExprId value = p.rvalue(p.parse_assignment());
  if (!value) return {};
  const Span span = p.at(value).span;
  return p.is_arithmetic_like(p.at(value).type) ? p.construct(shape, {value}, span, false) : p.convert_argument(value, shape, span);
}

ExprId number_value(Parser& p, ScalarKind kind) {
  const ExprId value = p.rvalue(p.parse_assignment());
  if (!value) return {};
  const Span span = p.at(value).span;
  if (p.module->types.is_pointer(p.at(value).type)) return p.make_constant(p.module->types.scalar(kind), 0, span);  // nullptr: the NULL stream
  return p.convert_argument(value, p.module->types.scalar(kind), span);
}

// grid "," block ("," bytes ("," stream)?)?
std::vector<ExprId> read_configuration(Parser& p) {
  std::vector<ExprId> values;
  do {
    switch (values.size()) {
      case 0: case 1: values.push_back(shape_value(p)); break;
      case 2: values.push_back(number_value(p, ScalarKind::ulong)); break;
      default: values.push_back(number_value(p, ScalarKind::ulonglong));
    }
  } while (values.size() < 4 && p.eat(Tok::comma));
  return values;
}

}  // namespace

bool Parser::is_launch_here() const { return opens_launch(tokens, pos); }

// The cursor stands on `<<<`, behind what is launched.
ExprId Parser::parse_launch(Operand& kernel) {
  const size_t end = find_launch_end(*this, pos + 2);
  const Span open = cover(here(), peek(1).span);
  if (!end || tokens[end + 3].kind != Tok::left_paren) {
    report(Code::WB2001, open, {">>>", "and the arguments, behind the shape of a launch"});
    pos = end ? end + 3 : pos + 2;
    return {};
  }
  pos += 2;
  const size_t outer_end = std::exchange(launch_end, end);
  const bool was_in_angles = std::exchange(in_angles, false);
  std::vector<ExprId> operands = read_configuration(*this);
  launch_end = outer_end;
  in_angles = was_in_angles;
  const bool is_read = pos == end;
  if (!is_read && !in_template_pattern) report(Code::WB2005, here(), {found()});
  pos = end + 3;
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments) || !is_read || kernel.kind == Operand::Kind::error) return {};
  if (kernel.kind != Operand::Kind::functions) return report(Code::WB4002, kernel.span, {"a launch through a pointer", "name the kernel; choose among kernels with `if`"}), ExprId{};
  const bool was_launching = std::exchange(is_launching, true);
  const ExprId call = to_expr(call_functions(*this, kernel, std::move(arguments)));
  is_launching = was_launching;
  for (const ExprId operand : operands)
    if (!operand) return {};
  if (!call || in_template_pattern) return {};
  if (at(call).kind != ExprKind::call || !module->functions[at(call).function.v].is_kernel) {
    report(Code::WB4002, kernel.span, {"a launch of `" + std::string(kernel.name) + "`, which is no kernel,", "mark it `__global__ void`, or call it without `<<<...>>>`"});
    return {};
  }
  const Span span = span_from(kernel.span);
  if (operands.size() < 2) return report(Code::WB2001, open, {",", "and the shape of a block, in a launch"}), ExprId{};
  if (operands.size() < 3) operands.push_back(make_constant(module->types.scalar(ScalarKind::ulong), 0, span));
  if (operands.size() < 4) operands.push_back(make_constant(module->types.scalar(ScalarKind::ulonglong), 0, span));
  operands.push_back(call);
  Expr launch = node(ExprKind::builtin_call, module->types.scalar(ScalarKind::void_), span);
  launch.op_span = kernel.span;
  launch.builtin = Builtin::launch_grid;
  launch.args = std::move(operands);
  return make(std::move(launch));
}

// Tokens between the braces of functions that are marked as device code.
std::vector<std::pair<size_t, size_t>> Parser::device_bodies() const {
  std::vector<std::pair<size_t, size_t>> bodies;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != Tok::kw_global && tokens[i].kind != Tok::kw_device) continue;
    size_t open = i + 1;
    while (open + 1 < tokens.size() && tokens[open].kind != Tok::left_brace && tokens[open].kind != Tok::semicolon && tokens[open].kind != Tok::equal)
      open = tokens[open].kind == Tok::left_paren ? skip_balanced(open) : open + 1;
    if (tokens[open].kind != Tok::left_brace) continue;
    bodies.push_back({open, skip_balanced(open)});
    i = bodies.back().second - 1;
  }
  return bodies;
}

// The token before `end`'s list in parentheses, or angle brackets.
static size_t name_before(const std::vector<Token>& t, size_t end, Tok open, Tok close) {
  size_t at = end;
  for (int depth = 0; at > 0; --at) {
    depth += (t[at].kind == close) - (t[at].kind == open);
    if (depth == 0) break;
  }
  return at > 0 ? at - 1 : 0;
}

std::set<std::string> launched_on_device(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options) {
  DiagSink ignored;
  Parser parser(sources, main, options, ignored);
  parser.tokens = Preprocessor(*sources, options, parser.arena, ignored).run(main);
  const std::vector<Token>& t = parser.tokens;
  std::set<std::string> names;
  for (const auto& [begin, end] : parser.device_bodies()) {
    const std::string_view own = t[begin - 1].kind == Tok::right_paren ? t[name_before(t, begin - 1, Tok::left_paren, Tok::right_paren)].text : std::string_view();
    for (size_t i = begin + 1; i < end; ++i) {
      if (!opens_launch(t, i)) continue;
      const size_t name = t[i - 1].kind == Tok::greater ? name_before(t, i - 1, Tok::less, Tok::greater) : i - 1;
      if (t[name].kind == Tok::identifier && t[name].text != own) names.emplace(t[name].text);
    }
  }
  return names;
}

// Does device code launch, or ask the device runtime how a launch went?
bool Parser::speaks_to_device_runtime() const {
  static constexpr std::string_view words[] = {"cudaGetLastError", "cudaPeekAtLastError", "cudaStreamCreateWithFlags"};
  for (const auto& [begin, end] : device_bodies())
    for (size_t i = begin; i < end; ++i)
      if (opens_launch(tokens, i) || (tokens[i].kind == Tok::identifier && std::find(std::begin(words), std::end(words), tokens[i].text) != std::end(words))) return true;
  return false;
}

}  // namespace wb

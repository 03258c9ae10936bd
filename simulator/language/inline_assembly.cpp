// Inline PTX: one instruction in C++'s clothes.
//
//   asm volatile("bfe.u32 %0, %1, 8, %2;" : "=r"(field) : "r"(word), "r"(length));
//
// is read as the call of a function of our own, named after the instruction and the registers that the constraints ask for, result first:
//
//   field = __wb::ptx::bfe_u32_rrrr(word, 8, length)          r l h f d: 32, 64, 16 bits, float, double
//
// Those functions are CUDA C++ in simulator/library/include/ptx.inc: the table of the instructions that are known. A special register is a
// function without parameters (`mov.u32 %0, %%laneid;` calls sreg_laneid_r). What has no function there is refused by the instruction's name:
// several instructions in one text, labels, predicates, vectors of registers, anything that a lesson would not show.
#include <optional>

#include "simulator/language/literals.h"
#include "simulator/language/parser.h"

namespace wb {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n;");
  return begin == std::string_view::npos || end == std::string_view::npos || end < begin ? std::string_view{} : text.substr(begin, end - begin + 1);
}

std::string as_name(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if (c == '.' || c == ':') c = '_';
  return name;
}

// An instruction's parts: "bfe.u32" and "%0" "%1" "8" "%2"
struct Instruction {
  std::string_view name;
  std::vector<std::string_view> operands;
};
std::optional<Instruction> split(std::string_view text) {
  if (text.find_first_of(";{}@!|") != std::string_view::npos || text.find("//") != std::string_view::npos) return std::nullopt;
  Instruction result;
  const size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
  if (text.substr(0, end).ends_with(':') || text.find(':', end) != std::string_view::npos) return std::nullopt;  // a label
  result.name = text.substr(0, end);
  for (std::string_view rest = trimmed(text.substr(end)); !rest.empty();) {
    const size_t comma = std::min(rest.find(','), rest.size());
    std::string_view operand = trimmed(rest.substr(0, comma));
    if (operand.size() > 2 && operand.front() == '[' && operand.back() == ']') operand = trimmed(operand.substr(1, operand.size() - 2));
    if (operand.empty()) return std::nullopt;
    result.operands.push_back(operand);
    rest = trimmed(rest.substr(std::min(comma + 1, rest.size())));
  }
  return result;
}

std::optional<uint64_t> whole_number(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  uint64_t value = 0;
  if (is_hex) text.remove_prefix(2);
  if (text.empty() || text.size() > 18) return std::nullopt;
  for (char c : text) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : is_hex && c >= 'a' && c <= 'f' ? c - 'a' + 10 : is_hex && c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return std::nullopt;
    value = value * (is_hex ? 16 : 10) + static_cast<uint64_t>(digit);
  }
  return value;
}

ScalarKind register_type(char letter) {
  switch (letter) {
    case 'l': return ScalarKind::ulonglong;
    case 'h': return ScalarKind::ushort;
    case 'f': return ScalarKind::float_;
    case 'd': return ScalarKind::double_;
    default: return ScalarKind::uint;
  }
}

}  // namespace

// operands = ":" ( string "(" expression ")" ("," ...)* )?
bool Parser::parse_assembly_operands(std::vector<AssemblyOperand>& out) {
  while (is(Tok::string)) {
    AssemblyOperand operand;
    const Token constraint = take();
    const auto text = read_string(constraint.text);
    operand.constraint = text.value_or("");
    if (!is(Tok::left_paren)) return true;  // the names of clobbered registers
    const Token open = take();
    operand.value = parse_expression();
    if (!expect_close(Tok::right_paren, open) || !operand.value) return false;
    const char letter = operand.constraint.empty() ? ' ' : operand.constraint.back();
    if (std::string_view("rlhfdn").find(letter) == std::string_view::npos) {
      refuse_assembly("the constraint \"" + operand.constraint + "\" of inline assembly", constraint.span);
      return false;
    }
    out.push_back(std::move(operand));
    if (!eat(Tok::comma)) return true;
  }
  return true;
}

void Parser::refuse_assembly(const std::string& what, Span span) {
  report(Code::WB4002, span, {what, "write it in C++: CUDA has functions for nearly every instruction"});
}

// assembly = "asm" "volatile"? "(" string+ (":" operands (":" operands (":" clobbers)?)?)? ")" ";"
StmtId Parser::parse_assembly() {
  const Token word = take();
  while (!is(Tok::left_paren) && !is(Tok::semicolon) && !is(Tok::end)) take();
  const size_t behind = is(Tok::left_paren) ? skip_balanced(pos) : pos;
  ExprId result;
  if (is(Tok::left_paren)) {
    take();
    std::string text;
    while (is(Tok::string)) text += read_string(take().text).value_or("");
    std::vector<AssemblyOperand> operands;
    size_t results = 0;
    bool ok = true;
    for (int part = 0; ok && part < 3 && (is(Tok::colon) || is(Tok::scope)); ++part) {
      if (is(Tok::scope)) ++part;  // "::": no results
      take();
      if (part < 2) ok = parse_assembly_operands(operands);
      if (part == 0) results = operands.size();
    }
    const Span span = cover(word.span, tokens[behind - 1].span);
    if (ok) result = call_instruction(text, operands, results, span);
  }
  pos = behind;
  expect_semicolon("after `asm`");
  if (!result) return {};
  Stmt s;
  s.kind = StmtKind::expression;
  s.a = end_full_expression(result, false);
  s.span = span_from(word.span);
  return make_stmt(s);
}

ExprId Parser::call_instruction(std::string_view text, std::vector<AssemblyOperand>& operands, size_t results, Span span) {
  text = trimmed(text);
  if (text.empty()) return cast_to(make_constant(module->types.scalar(ScalarKind::int_), 0, span), TypeId{}, CastKind::to_void, true, span);  // a fence for the compiler
  for (const AssemblyOperand& operand : operands)
    if (is_placeholder(at(operand.value).type)) return {};
  const auto instruction = split(text);
  const std::string refused = "the inline assembly `" + std::string(text.substr(0, std::min(text.find_first_of("\r\n"), size_t{60}))) + "`";
  if (!instruction || results > 1) return refuse_assembly(refused, span), ExprId{};

  std::string name = as_name(instruction->name), letters;
  std::vector<ExprId> arguments;
  const bool is_wide = name.ends_with("64");
  for (size_t i = 0; i < instruction->operands.size(); ++i) {
    std::string_view operand = instruction->operands[i];
    const bool is_result = i == 0 && results == 1;
    const auto number = whole_number(operand.starts_with('%') ? operand.substr(1) : operand);
    if (operand.starts_with('%') && number && *number < operands.size()) {
      const AssemblyOperand& given = operands[*number];
      if (is_result ? *number >= results : *number < results && !given.constraint.starts_with('+')) return refuse_assembly(refused, span), ExprId{};
      const char letter = given.constraint.back() == 'n' ? (is_wide ? 'l' : 'r') : given.constraint.back();
      letters += letter;
      if (is_result) continue;
      arguments.push_back(explicit_cast(make(at(given.value)), module->types.scalar(register_type(letter)), at(given.value).span, true));
    } else if (operand.starts_with('%') && !number && instruction->operands.size() == 2 && i == 1 && instruction->name.starts_with("mov.")) {
      while (operand.starts_with('%')) operand.remove_prefix(1);
      name = "sreg_" + as_name(operand);
    } else if (number && !operand.starts_with('%') && !is_result) {
      const bool takes_wide = is_wide && !name.starts_with("sh");  // a shift's distance has 32 bits
      letters += takes_wide ? 'l' : 'r';
      arguments.push_back(make_constant(module->types.scalar(takes_wide ? ScalarKind::ulonglong : ScalarKind::uint), *number, span));
    } else {
      return refuse_assembly(refused, span), ExprId{};
    }
  }
  if (!letters.empty()) name += "_" + letters;
  const std::string_view kept = keep(name);
  if (!lookup_in(*namespace_at("__wb::ptx"), kept)) return refuse_assembly(refused, span), ExprId{};
  const ExprId value = call_library("__wb::ptx", kept, {}, std::move(arguments), span);
  if (!value || results == 0) return value;
  const ExprId converted = explicit_cast(value, at(operands[0].value).type, span, true);
  return converted ? build_assign(operands[0].value, converted, span) : ExprId{};
}

}  // namespace wb

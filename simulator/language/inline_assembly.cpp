// Inline PTX, in C++'s clothes.
//
//   asm volatile("bfe.u32 %0, %1, 8, %2;" : "=r"(field) : "r"(word), "r"(length));
//
// is read as the call of a function of our own, named after the instruction and the registers that the constraints ask for, results first:
//
//   field = __wb::ptx::bfe_u32_rrrr(word, 8, length)          r l h f d p: 32, 64, 16 bits, float, double, a predicate
//
// Those functions are CUDA C++ in simulator/library/include/ptx*.inc: the table of the instructions that are known. A special register is a
// function without parameters (`mov.u32 %0, %%laneid;` calls sreg_laneid_r). Loads, stores and atomics have too many forms for a table: their
// names are read word by word (ptx_memory.h), and made as cuda::atomic's operations are.
//
// Several instructions in one text are as many statements, in a block with a variable for each operand and register; a guard is an `if`:
//
//   asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p add.s32 %0, %0, 1; }" : "+r"(n) : "r"(flag));
//   { operand0 = n; operand1 = flag; p = setp_ne_s32_prr(operand1, 0); if (p) operand0 = add_s32_rrr(operand0, 1); n = operand0; }
//
//   text --read_ptx--> instructions (ptx_text.h) --PtxWriter--> statements (ptx_writer.h)
//
// Labels and branches (`again: ... @!p bra again;`) become the function's own, each text's apart. What has no function is refused by the instruction's name.
#include <functional>
#include <optional>

#include "simulator/language/literals.h"
#include "simulator/language/parser.h"
#include "simulator/language/ptx_text.h"
#include "simulator/language/ptx_writer.h"
#include "simulator/language/unsupported.h"

namespace wb {
namespace {

// The string literals of an assembly text, and where each of its characters stands in the file.
struct AssemblyText {
  struct Piece {
    size_t begin = 0;           // in the text
    Span span;                  // of the literal
    std::vector<uint32_t> places;  // in the file, of each character; empty: only the literal is known
  };
  std::string text;
  std::vector<Piece> pieces;

  void add(const Token& literal) {
    const std::string value = read_string(literal.text).value_or("");
    Piece piece{text.size(), literal.span, {}};
    const bool is_as_written = literal.text.starts_with('"') && literal.span.end - literal.span.begin == literal.text.size();
    if (is_as_written) {
      for (uint32_t i = 1; i + 1 < literal.text.size(); i += literal.text[i] == '\\' ? 2u : 1u) piece.places.push_back(literal.span.begin + i);
      if (piece.places.size() != value.size()) piece.places.clear();  // an escape of several digits
    }
    pieces.push_back(std::move(piece));
    text += value;
  }
  // When all is there. "%=" is a number that no other asm has, for names of labels: those belong to their text alone here, so any letters will do.
  void number_labels() {
    for (size_t at = text.find("%="); at != text.npos; at = text.find("%=", at)) text.replace(at, 2, "_0");
  }
  // Of the characters from begin to end: within the literal in which they begin.
  Span place(size_t begin, size_t end) const {
    size_t at = pieces.size() - 1;
    while (at > 0 && pieces[at].begin > begin) --at;
    Span span = pieces[at].span;
    const std::vector<uint32_t>& places = pieces[at].places;
    const size_t first = begin - pieces[at].begin, last = std::max(end, begin + 1) - 1 - pieces[at].begin;
    if (first >= places.size()) return span;
    span.end = last < places.size() ? places[last] + 1 : span.end - 1;
    span.begin = places[first];
    return span;
  }
};

}  // namespace

// operands = ":" ( string "(" expression ")" ("," ...)* )?
bool Parser::parse_assembly_operands(std::vector<AssemblyOperand>& out) {
  while (is(Tok::string)) {
    AssemblyOperand operand;
    const Token constraint = take();
    const auto text = read_string(constraint.text);
    operand.constraint = text.value_or("");
    if (!is(Tok::left_paren)) return true;  // what it changes besides
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

void Parser::refuse_instruction(std::string_view name, bool has_other_registers, Span span) {
  const std::string what = "the PTX instruction `" + std::string(name) + "`";
  const char* hint = ptx_hint(name);
  if (hint) report(Code::WB4002, span, {what, hint});
  else if (has_other_registers) report(Code::WB4002, span, {what + " with these operands", "look at their number and at the constraints: \"r\" has 32 bits, \"l\" 64, \"h\" 16, \"f\" is a float, \"d\" a double"});
  else refuse_assembly(what, span);
}

// assembly = "asm" "volatile"? "(" string+ (":" operands (":" operands (":" clobbers)?)?)? ")" ";"
StmtId Parser::parse_assembly() {
  const Token word = take();
  bool is_fence = false;  // for compilers alone: they move no access past what they cannot look into, but where it has nothing but results
  while (!is(Tok::left_paren) && !is(Tok::semicolon) && !is(Tok::end)) is_fence |= take().text.find("volatile") != std::string_view::npos;
  const size_t behind = is(Tok::left_paren) ? skip_balanced(pos) : pos;
  StmtId result;
  if (is(Tok::left_paren)) {
    take();
    AssemblyText text;
    while (is(Tok::string)) text.add(take());
    text.number_labels();
    std::vector<AssemblyOperand> operands;
    size_t results = 0;
    bool ok = true;
    for (int part = 0; ok && part < 3 && (is(Tok::colon) || is(Tok::scope)); ++part) {
      if (is(Tok::scope)) ++part;  // "::": no results
      take();
      if (part < 2) ok = parse_assembly_operands(operands);
      if (part == 0) results = operands.size();
    }
    is_fence |= results == 0 || changes_memory(behind);
    const Span span = cover(word.span, tokens[behind - 1].span);
    if (ok) result = assembly_statement(text.text, operands, results, span, [&](size_t begin, size_t end) { return text.place(begin, end); });
  }
  pos = behind;
  expect_semicolon("after `asm`");
  if (result) module->stmts[result.v].is_compiler_fence = is_fence;
  return result;
}

// Whether "memory" is among what the `asm` says it changes: from here to its end.
bool Parser::changes_memory(size_t end) const {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(pos), tokens.begin() + static_cast<std::ptrdiff_t>(end), [](const Token& t) { return t.kind == Tok::string && t.text == "\"memory\""; });
}

StmtId Parser::assembly_statement(std::string_view text, std::vector<AssemblyOperand>& operands, size_t results, Span span, const std::function<Span(size_t, size_t)>& place) {
  for (const AssemblyOperand& operand : operands)
    if (is_placeholder(at(operand.value).type)) return {};
  const PtxText read = read_ptx(text);
  if (!read.problem.empty()) {
    const Span there = read.instructions.empty() && read.registers.empty() ? span : place(read.problem_begin, read.problem_end);
    refuse_assembly("the inline assembly `" + read.problem.substr(0, std::min(read.problem.find_first_of("\r\n"), size_t{60})) + "`", there);
    return {};
  }
  return PtxWriter(*this, operands, results, span, place).write(read);  // nothing in it: a fence for the compiler
}

}  // namespace wb

#pragma once
// Writes inline PTX as statements of the typed tree: each instruction is the call of a function of our own (inline_assembly.cpp has the idea).
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "simulator/language/parser.h"
#include "simulator/language/ptx_matrix.h"
#include "simulator/language/ptx_memory.h"
#include "simulator/language/ptx_text.h"

namespace wb {

class PtxWriter {
 public:
  // `place`: where bytes of the text stand in the file.
  PtxWriter(Parser& parser, std::vector<Parser::AssemblyOperand>& given, size_t results, Span whole, std::function<Span(size_t, size_t)> place)
      : p_(parser), given_(given), results_(results), whole_(whole), place_(std::move(place)) {}

  // Nothing: refused.
  StmtId write(const PtxText& text);

 private:
  // A value of a register's kind: r l h f d, p a predicate. Or a place for one.
  struct Register {
    ExprId expr;
    char letter = 'r';
  };

  TypeId type_of(char letter) const;
  Register local(std::string name, char letter, TypeId type);
  bool declare(const PtxText& text);
  void keep_arguments();
  void give_results();
  StmtId block(std::vector<StmtId> list);

  bool instruction(const PtxInstruction& ins, size_t count);
  bool guarded(const PtxInstruction& ins, const std::function<bool()>& work);
  bool plain(const PtxInstruction& ins);
  bool compare(const PtxInstruction& ins);
  bool leave(const PtxInstruction& ins);
  bool number_labels(const PtxText& text);
  void jump_statement(StmtKind kind, uint64_t label);
  bool branch(const PtxInstruction& ins);
  // ptx_matrix_writer.cpp
  bool matrix(const PtxInstruction& ins, const PtxMatrix& m);
  ExprId matrix_part(const PtxValue& value, char letter);
  // ptx_memory_writer.cpp
  bool memory(const PtxInstruction& ins, const PtxMemory& m);
  bool load(const PtxInstruction& ins, const PtxMemory& m, ExprId address);
  bool store(const PtxInstruction& ins, const PtxMemory& m, ExprId address);
  bool atomic(const PtxInstruction& ins, const PtxMemory& m, ExprId address);
  ExprId address_of(const PtxOperand& operand, const PtxMemory& m);
  ExprId call_memory(const std::string& name, const PtxMemory& m, std::vector<ExprId> arguments);
  std::vector<ExprId> lane_places(ExprId address, uint32_t lanes);
  ExprId memory_value(const PtxValue& value, ScalarKind type);

  // operands
  Register value(const PtxValue& v, char literal);
  Register argument(const PtxValue& v, char literal);
  Register named(const PtxValue& v);
  Register literal(const PtxValue& v, char letter);
  Register target(const PtxValue& v);
  Register as_letter(Register from, char to);
  bool assign(const PtxValue& to, Register value);
  bool assign_all(const std::vector<PtxValue>& to, ExprId values, const std::string& letters);
  void append(ExprId e);

  bool is_known(const std::string& name) const;
  ExprId call(const std::string& name, std::vector<ExprId> arguments);
  ExprId call_by_letters(const std::string& name, const std::string& results, std::vector<Register> arguments, std::string& given);
  bool refuse(const PtxInstruction& ins);
  bool has_other_registers(const PtxInstruction& ins) const;

  static constexpr std::string_view library = "__wb::ptx";
  Parser& p_;
  std::vector<Parser::AssemblyOperand>& given_;
  size_t results_;
  Span whole_, span_;                 // span_: of the instruction at work
  std::function<Span(size_t, size_t)> place_;
  bool is_single_ = false;            // one instruction with at most one result: it works on the operands themselves
  std::vector<Register> arguments_;   // else on registers that stand for them
  std::map<std::string, Register, std::less<>> registers_;
  std::map<std::string, uint64_t, std::less<>> labels_;  // their numbers in the function
  std::vector<StmtId> list_;
};

}  // namespace wb

#pragma once
// Which calls of a kernel are written out in place, and which functions stand once, behind the kernel's code, and are called.
//
// Nearly all functions are inlined. Out of line stand
//   * functions that may come back to themselves: members of a cycle of calls, a call through a pointer counting as a call of every
//     function of that type whose address is taken;
//   * functions whose address is taken and that a call through a pointer may reach;
//   * when the kernel with everything inlined would become very long: large functions that are called from several places.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/language/typed_tree.h"

namespace wb {

class CallGraph {
 public:
  CallGraph(const Module& module, FunctionId kernel);

  bool is_out_of_line(FunctionId function) const;
  // May a call of `callee` come back to `caller` before it returns?
  bool may_come_back(FunctionId caller, FunctionId callee) const;
  // The same for a call through a pointer to functions of `type`.
  bool may_come_back(FunctionId caller, TypeId type) const;
  bool is_recursive(FunctionId function) const;
  // May a call of it end by an exception (of a host program)? By a call through a pointer any exception may.
  bool may_throw(FunctionId function) const;
  // The functions of a type that a call through a pointer can reach.
  const std::vector<FunctionId>& targets(TypeId type) const;

 private:
  struct Node {
    std::vector<uint32_t> calls;      // functions, with repeats
    std::vector<uint32_t> launches;   // kernels, likewise
    std::vector<uint32_t> indirect;   // types of functions called through pointers
    uint64_t size = 0;                // expressions and statements
    uint64_t expanded = 0;            // with everything inlined; saturates
    uint32_t cycle = 0;               // number of its strongly connected component
    bool is_recursive = false;
    bool is_out_of_line = false;
    bool may_throw = false;
    // of Tarjan's walk
    uint32_t index = 0, low = 0;
    bool is_on_stack = false;
  };
  void read(FunctionId function);
  void read_statement(StmtId id, Node& node);
  void read_expression(ExprId id, Node& node);
  void find_cycles(uint32_t root);
  void measure(bool cuts);
  void find_throwing();
  std::vector<uint32_t> callees(const Node& node) const;
  const Node* node(FunctionId function) const;

  const Module& m_;
  std::unordered_map<uint32_t, Node> nodes_;
  std::unordered_map<uint32_t, std::vector<FunctionId>> targets_;  // by type
  std::unordered_map<uint32_t, uint32_t> call_sites_;              // by function
  std::vector<uint32_t> launched_;                                 // kernels, with repeats
  std::vector<uint32_t> finished_;                                 // callees before callers
};

}  // namespace wb

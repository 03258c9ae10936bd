#pragma once
// Which local variables may be read before they have a value. C++ leaves that undefined; here such a read is reported, and only the
// variables found here pay for it at run time (a mask of the lanes that have assigned it: one for each member of a record).
#include <map>
#include <unordered_set>
#include <utility>

#include "simulator/language/typed_tree.h"

namespace wb {

// v = __shfl_sync(mask, v, lane): the lanes have values in `v` afterwards whose source had one before. Is the assignment of this form?
bool is_shuffled_into_itself(const Module& module, const Expr& assignment);

class DefiniteAssignment {
 public:
  explicit DefiniteAssignment(const Module& module) : module_(module) {}

  struct Result {
    // Ids (VarId::v) of variables that live in registers and are read, or copied, on some path on which they, or some member of them, have
    // certainly not been assigned by anybody.
    std::unordered_set<uint32_t> variables;
    bool returns_unset = false;  // a record of which some member may have no value
  };
  // `arguments_unset`: the records that the function is given may lack members, too.
  const Result& of(FunctionId function, bool arguments_unset);

 private:
  const Module& module_;
  std::map<std::pair<uint32_t, bool>, Result> known_;
};

}  // namespace wb

#pragma once
// The overloads that CUDA declares for builtin functions, from the tables of their names and types.
#include <string_view>
#include <vector>

#include "simulator/language/builtin_forms.h"
#include "simulator/language/typed_tree.h"

namespace wb {

// Rows may share a Builtin (long and long long).
struct BuiltinRow {
  Builtin builtin = Builtin::none;
  struct Parameter {
    ScalarKind kind = ScalarKind::int_;
    bool is_pointer = false, is_const = false;  // is_const: of what it points to
    std::string_view record;  // a vector type instead: float2
    bool has_default = false;
    uint64_t default_value = 0;
  };
  Parameter result;
  std::vector<Parameter> parameters;
  bool takes(size_t arguments) const { return arguments <= parameters.size() && (arguments == parameters.size() || parameters[arguments].has_default); }
};
const std::vector<BuiltinRow>& builtin_rows();
const std::vector<int>* builtins_named(std::string_view spelling);  // null: no builtin
const std::vector<std::string_view>& builtin_names();
SpecialForm special_form(std::string_view spelling);  // of builtin_forms.h
// The warp function that took the place of one without a mask: "__shfl_sync" for "__shfl"; empty for any other name.
std::string_view masked_warp_function(std::string_view spelling);

}  // namespace wb

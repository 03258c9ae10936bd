#pragma once
// Names for what a kernel template is made for, closures of the host program among it; see closure_names.cpp.
#include <optional>
#include <string>
#include <vector>

#include "simulator/language/token.h"
#include "simulator/language/typed_tree.h"

namespace wb {

class Parser;
struct FunctionDecl;

inline constexpr std::string_view instance_word = "__wb_instance_of";

// Where lambdas begin, in order: their numbers.
std::vector<size_t> lambda_introducers(const std::vector<Token>& tokens);

// __wb_instance_of(kernel<B>)(arguments), in a host program: the template arguments of the kernel that the launch means, as text; "" where they have no name.
ExprId parse_instance_of(Parser& p);

// As C++ names a function at the end of the file: "filters::blur<(Colour)1, 16>". "": it has no name there.
std::string qualified_name(Parser& p, const FunctionDecl& f);

// [2 float* y, float a], in a kernel's name, the cursor at the bracket. Nothing: reported.
std::optional<TypeId> parse_closure_type(Parser& p);

}  // namespace wb

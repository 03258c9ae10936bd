#pragma once
// Concepts, requires-clauses and requires-expressions [temp.constr]. A constraint is kept as its tokens and read again for the arguments at
// hand, as everything of a template is: `&&` and `||` join constraints, and what is left is an expression that either makes sense and is
// true, or does not hold. A concept is a variable template of such a constraint.
//
//     template <class T> concept Number = std::is_arithmetic_v<T> && requires(T x) { { x + x } -> std::same_as<T>; };
//     template <Number T> __device__ T twice(T x) requires (sizeof(T) == 4);
//
// Of two templates that fit equally well the one is better that asks for more: whose atomic constraints are those of the other and others
// besides. An atomic constraint is the same as another one where both come from the same place in the text, as [temp.constr.atomic] has it.
// Constraints that are joined by `||` count as one atom here.
#include "simulator/language/parser.h"

namespace wb {

// Number T, Same<int> T, Number auto: is a concept named at token `from`, in front of a type parameter's name? Behind its name and arguments.
std::optional<size_t> behind_concept(Parser& parser, size_t from);

size_t constraint_end(const Parser& parser, size_t from);  // of a requires-clause's expression
bool holds(Parser& parser, size_t begin, size_t end);      // with the parameters bound in the current scope
bool meets_constraints(Parser& parser, const TemplateDecl& t, Scope* bound);
bool is_more_constrained(Parser& parser, const TemplateDecl& a, const TemplateDecl& b);

bool parse_requires_clause(Parser& parser, TemplateDecl& t);              // the cursor is at `requires`
void parse_trailing_requires(Parser& parser, Declarator& d);              // of a function
void declare_concept(Parser& parser, TemplateDecl& t);                    // the cursor is at `concept`
Operand concept_value(Parser& parser, TemplateDecl& t, std::vector<TemplateArgument> arguments, Span span);
ExprId parse_requires_expression(Parser& parser);

}  // namespace wb

#pragma once
// Comparisons that the compiler writes: `bool operator==(const T&) const = default;`, and `a != b` where only `==` is there.
//
//     a == b   all bases and members are equal, in order (a defaulted operator<=> brings one along)
//     a != b   !(a == b)
//     a < b    (a <=> b) < 0, where a class has an operator<=> of its own
//     a == b   b == a, where only that way fits
//
// [class.compare.default], [over.match.oper]/3. The order that a defaulted operator<=> gives cannot be used in device code: the standard
// library's `std::strong_ordering` belongs to the host, so such an operator is left out.
#include "simulator/language/parser.h"

namespace wb {

// A comparison that is `= default`, the cursor behind the word. False: it is none.
bool declare_default_comparison(Parser& parser, const Specifiers& specs, Declarator& d, size_t begin);
void write_default_comparison(Parser& parser, FunctionDecl& f);

// `a op b` where no operator of that name fits: what the others make of it. `handled` is false when they make nothing of it.
ExprId rewritten_comparison(Parser& parser, Tok op, ExprId a, ExprId b, Span op_span, bool& handled);

}  // namespace wb

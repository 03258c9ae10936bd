#pragma once
// The names of conversion functions, `operator T() const`: in a class, and where they are defined outside of it, `Foo<T>::operator T() const { ... }`.
#include <cstddef>

namespace wb {

class Parser;
struct Declarator;

// Is the token `operator`, with a type behind it?
bool names_conversion(const Parser& p, size_t i);
// "operator" type "(" ")" words, the cursor on `operator`: what the declarator becomes. `may_be_pure`: `= 0` may follow. False: it was reported.
bool read_conversion(Parser& p, Declarator& d, bool may_be_pure);

}  // namespace wb

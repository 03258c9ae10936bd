#pragma once
// The numbers of stand-ins for types that are not known yet (Parser::placeholder_type). A template's parameter stands in under its own number:
//
//     template <class T, class U> void k(T* a, U n)          T is number 0, U is number 1
//
// and so the arguments that are deduced are a list by number. What is no template's parameter has a number that none can have: a template
// takes at most 200 parameters, and a lambda adds at most 16 for `auto`.
#include <cstdint>

namespace wb::placeholder {

inline constexpr uint32_t first_reserved = 250;  // no parameters from here on
inline constexpr uint32_t decltype_auto = 252;   // the type that an expression has, references included
inline constexpr uint32_t dependent = 254;       // `typename T::type`: nothing can be deduced from it
inline constexpr uint32_t auto_ = 255;           // deduced as a parameter is
inline constexpr uint32_t count = 256;

}  // namespace wb::placeholder

#pragma once
// GNU's extensions that are other spellings of what C++ has, written so before anything is read.
//
//     typeof(x) y;  __typeof__(p[0]) z;      ->  decltype(x) y;  which of a reference gives what it refers to (Parser::parse_decltype)
//     ({ int t = f(x); t + 1; })             ->  [&]() { int t = f(x); return t + 1; }()
//     unsigned __int128 x;  __int128_t y;    ->  __wb_uint128 x;  __wb_int128 y;
//     __global__ void __maxnreg__(64) k()    ->  __global__ void k()
//
// A statement that leaves the function from within such braces (`return`, `goto`) is no lambda's: those stay as they are, and are told.
// How many registers a thread may take changes nothing here. Integers of 128 bits are records of the library (wide_integers.inc).
#include <vector>

#include "simulator/language/token.h"

namespace wb {

void write_out_gnu_words(std::vector<Token>& tokens);

}  // namespace wb

#pragma once
// What is written in another way before anything is read, so that no reader needs to know of it.
//
//     [[maybe_unused]] int x [[gnu::aligned]];      ->  int x;
//     (k<float, 4>)<<<1, 64>>>(p);  (*f)<<<...>>>();  ->  k<float, 4><<<1, 64>>>(p);  f<<<...>>>();
//     void (check)(int e) { ... }                  ->  void check(int e) { ... }
//     void f(const auto& a, Number auto... b)       ->  template <typename A, Number... B> void f(const A& a, B... b)
//
// Attributes of the standard and of compilers say nothing about what a program does. Two `[` in a row begin nothing else in C++; still only
// names that are known to be harmless are dropped, so that `a[[i]]` and what changes a layout stay visible.
//
// Brackets around what is launched keep commas together in a macro's arguments; to follow a pointer to a kernel changes nothing.
//
// Brackets around the name that a function is defined by keep a macro of that name away, and macros are expanded by now.
//
// A function with `auto` parameters is an abbreviated template [dcl.fct]/22: each `auto` is a type parameter of its own behind those that
// are written out. Lambdas keep theirs: they are read by lambdas.cpp.
#include <vector>

#include "simulator/language/lexer.h"
#include "simulator/language/token.h"

namespace wb {

void drop_attributes(std::vector<Token>& tokens);
void drop_brackets_around_kernels(std::vector<Token>& tokens);
void drop_brackets_around_functions(std::vector<Token>& tokens);
void write_out_abbreviated_templates(std::vector<Token>& tokens, TextArena& arena);

}  // namespace wb

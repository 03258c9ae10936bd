#pragma once
// The one table of diagnostics: stable code, default severity, message, label under the caret, hint.
// {0}, {1}, ... are the diagnostic's arguments; `{{` is a brace. Messages: plain words, lower case, no full stop, code in backticks, no
// blame; only the hint says what to do. An empty label or hint is left out. Codes are never renumbered: 1xxx text and preprocessor,
// 2xxx syntax, 3xxx names and types, 4xxx what the simulator does not support, 5xxx launches and limits.
#include "simulator/source/diagnostic.h"

// clang-format off
#define WB_DIAGNOSTICS(D) \
  D(WB1001, error, "`{0}` does not belong here", \
    "this character has no meaning in CUDA C++", "") \
  D(WB1002, error, "this comment is never closed", \
    "starts here", "close it with `*/`") \
  D(WB1003, error, "this text is never closed", \
    "starts here", "put a `\"` at its end, on the same line") \
  D(WB1004, error, "this character is never closed", \
    "starts here", "put a `'` behind it, on the same line") \
  D(WB1005, error, "`{0}` is not a number", \
    "{1}", "") \
  D(WB1006, error, "`{0}` is too large for any integer type", \
    "at most 18446744073709551615", "") \
  D(WB1007, error, "`{0}` is not a single character", \
    "", "one character stands between single quotes, as in `'a'` or `'\\n'`") \
  D(WB1008, error, "`#{0}` is not a directive", \
    "", "known are #define, #undef, #include, #if, #ifdef, #ifndef, #elif, #else, #endif, #pragma, #error") \
  D(WB1009, error, "this `#define` has no name or malformed parameters", \
    "", "write `#define NAME text` or `#define NAME(a, b) text`") \
  D(WB1010, error, "`#include {0}` names no file", \
    "", "write `#include \"own.h\"` or `#include <library.h>`") \
  D(WB1011, error, "`#include` is nested more than {0} deep", \
    "", "does a file include itself? put `#pragma once` at its top") \
  D(WB1012, error, "#error {0}", \
    "the file asks to stop here", "") \
  D(WB1013, error, "this `#{0}` is never closed", \
    "", "end it with `#endif`") \
  D(WB1014, error, "`#{0}` without an `#if` before it", \
    "", "") \
  D(WB1015, error, "this condition is not a whole-number expression", \
    "{0}", "") \
  D(WB1016, error, "the macro `{0}` takes {1} arguments, {2} given", \
    "", "") \
  D(WB1017, error, "the argument list of the macro `{0}` is never closed", \
    "opened here", "close it with `)`") \
  D(WB1018, error, "macros expand without end: more than {0} expansions", \
    "the limit was passed here", "look for a macro that doubles its text at every step") \
  D(WB1019, error, "this text has more than {0} tokens", \
    "the limit was passed here", "split the file") \
  D(WB1020, error, "this file is larger than {0} bytes", \
    "", "split the file") \
  D(WB1021, error, "`##` joins `{0}` and `{1}` into something that is no token", \
    "", "") \
  D(WB1022, warning, "the macro `{0}` is defined again with another text", \
    "the new text counts from here on", "`#undef {0}` first, or choose another name") \
  D(WB1023, warning, "#warning {0}", \
    "", "") \
  D(WB1024, error, "macros are nested more than {0} deep", \
    "", "look for a macro call inside its own arguments") \
  D(WB1025, warning, "the file `{0}` is not found: reading on without it", \
    "names that it declares are unknown below", "put it beside this file") \
  D(WB1026, warning, "`#pragma pack` is not followed: records keep their natural layout", \
    "a record that device code uses would be laid out otherwise by CUDA's compiler", "order the members from large to small") \
  D(WB2001, error, "expected `{0}` {1}", \
    "", "") \
  D(WB2002, error, "expected `;` {0}", \
    "a `;` is missing here", "end the statement with `;`") \
  D(WB2003, error, "this `{0}` is never closed", \
    "opened here", "add the matching `{1}`") \
  D(WB2004, error, "expected an expression, found {0}", \
    "", "") \
  D(WB2005, error, "expected a name, found {0}", \
    "", "") \
  D(WB2006, error, "expected a type, found {0}", \
    "", "") \
  D(WB2007, error, "{0} does not belong here", \
    "", "remove it, or look for a missing brace above") \
  D(WB2008, error, "this is nested more than {0} deep", \
    "the limit was passed here", "split it into smaller pieces") \
  D(WB2009, error, "`{0}` outside of a loop", \
    "", "`break` and `continue` belong inside `for`, `while`, `do` or `switch`") \
  D(WB2010, error, "`{0}` outside of a `switch`", \
    "", "") \
  D(WB2011, error, "`else` without an `if` before it", \
    "", "is a `;` or a missing brace in the way?") \
  D(WB2012, warning, "`=` in a condition assigns, it does not compare", \
    "stores into the left side", "write `==` to compare; put a second pair of parentheses around it if you mean to assign") \
  D(WB2013, warning, "this `;` is the whole body of the `{0}`", \
    "nothing happens here", "remove the `;`") \
  D(WB2014, error, "this expression is too long: more than {0} operations inside each other", \
    "", "split it over several statements") \
  D(WB2015, error, "two `{0}` labels of one `switch` have the same value", \
    "", "a value can go to one place only") \
  D(WB2016, warning, "this statement has no effect", \
    "its value is thrown away", "did you mean `{0}`?") \
  D(WB2018, error, "`{0}` cannot stand here", \
    "", "") \
  D(WB3201, error, "`{0}` is declared in a header that this file does not include", \
    "comes with `{1}`", "put `#include <{1}>` at the top") \
  D(WB3202, error, "`{0}` is ambiguous between `{1}` and `{2}`", \
    "either operand could become the other's type", "convert one of them, for example with `__half2float(x)` or `__float2half(x)`") \
  D(WB3001, error, "`{0}` is not declared", \
    "", "declare it first, for example as a parameter or a local variable") \
  D(WB3002, error, "`{0}` is not declared", \
    "did you mean `{1}`?", "") \
  D(WB3003, error, "`{1}` has no member `{0}`", \
    "", "it has {2}") \
  D(WB3004, error, "`{1}` has no member `{0}`", \
    "did you mean `{2}`?", "") \
  D(WB3005, error, "`{0}` is declared twice", \
    "", "choose another name, or drop the second type to assign") \
  D(WB3006, error, "`{0}` is not a type", \
    "", "") \
  D(WB3007, error, "`{0}` is not a type", \
    "did you mean `{1}`?", "") \
  D(WB3008, error, "`{0}` does not convert to `{1}`", \
    "this is `{0}`", "") \
  D(WB3009, error, "`{0}` does not work on `{1}` and `{2}`", \
    "", "") \
  D(WB3010, error, "`{0}` takes {1} arguments, {2} given", \
    "{3}", "") \
  D(WB3011, error, "`{0}` does not work on `{1}`", \
    "", "") \
  D(WB3012, error, "no `{0}` takes these arguments: ({1})", \
    "", "") \
  D(WB3013, error, "the call of `{0}` is ambiguous: ({1}) fits several equally well", \
    "", "cast an argument to the type you mean") \
  D(WB3014, error, "`{0}` is const and cannot be changed", \
    "declared `{1}`", "drop the `const` where it is declared, or write to another variable") \
  D(WB3015, error, "this is a value, nothing can be stored in it", \
    "", "an assignment needs a variable, an element or a member on its left") \
  D(WB3016, error, "`{0}` is not a function", \
    "called here", "") \
  D(WB3017, error, "a kernel returns no value", \
    "this value goes nowhere", "store it in an array that the kernel gets as a parameter, then `return;`") \
  D(WB3018, error, "a kernel must return `void`, not `{0}`", \
    "", "results leave a kernel through its pointer parameters") \
  D(WB3019, error, "`{0}` must return a value of type `{1}`", \
    "", "write `return value;`") \
  D(WB3020, error, "`{0}` returns `void`, so no value can be returned", \
    "", "write `return;`, or change the function's type") \
  D(WB3021, warning, "not every path through `{0}` returns a value", \
    "declared to return `{1}`", "add a `return` at its end") \
  D(WB3022, error, "`{0}` runs on the host and cannot be called from device code", \
    "", "put `__device__` in front of its definition") \
  D(WB3023, error, "`std::{0}` runs on the host and cannot be called from device code", \
    "", "write `{1}`, which CUDA has for device code") \
  D(WB3024, error, "`std::{0}` does not exist in device code", \
    "", "kernels work on plain arrays: pass a pointer and the number of elements") \
  D(WB3025, error, "`{0}` lives on the host and cannot be used in device code", \
    "", "pass it as a kernel parameter, or declare it `__device__`, `__constant__` or `constexpr`") \
  D(WB3026, error, "the size of `{0}` is not a constant", \
    "its value is only known when the kernel runs", "use a literal, a `constexpr` value or a template parameter") \
  D(WB3027, error, "the size of the `__shared__` array `{0}` is not a constant", \
    "its value is only known when the kernel runs", "use a `constexpr` size, or `extern __shared__` with the size given at launch") \
  D(WB3028, error, "the size of an array must be at least 1", \
    "this is {0}", "") \
  D(WB3029, error, "a `__shared__` variable cannot have an initialiser", \
    "", "let one thread store the value, then call `__syncthreads()`") \
  D(WB3030, error, "{0} cannot be declared here", \
    "", "{1}") \
  D(WB3031, error, "there is no kernel in this file", \
    "", "a kernel starts with `__global__ void`") \
  D(WB3032, error, "this file has several kernels: {0}", \
    "", "choose one by its name") \
  D(WB3033, error, "there is no kernel `{0}` in this file", \
    "", "{1}") \
  D(WB3034, error, "`{0}` uses `{1}` and is not marked as a kernel", \
    "`__global__` is missing", "write `__global__ void {0}(...)`") \
  D(WB3035, error, "the kernel `{0}` is a template and needs its arguments", \
    "", "choose it as `{0}<{1}>` with values for them") \
  D(WB3036, error, "`{0}` cannot take these template arguments", \
    "{1}", "") \
  D(WB3037, error, "no template argument follows from this call of `{0}`", \
    "cannot tell what `{1}` is", "write it out: `{0}<...>(...)`") \
  D(WB3038, error, "templates need each other more than {0} deep", \
    "the limit was passed here", "add a specialisation or an `if constexpr` that ends the chain") \
  D(WB3039, error, "static assertion failed{0}", \
    "this is false", "") \
  D(WB3040, error, "this is not a constant expression", \
    "{0}", "") \
  D(WB3041, error, "`{0}` is no array and no pointer, so it has no elements", \
    "", "") \
  D(WB3042, error, "`*` needs a pointer, this is `{0}`", \
    "", "") \
  D(WB3043, error, "`{0}` has no members", \
    "", "") \
  D(WB3044, error, "`{0}` on `{1}`", \
    "", "write `{2}`") \
  D(WB3045, error, "`{0}` cannot have the type `{1}`", \
    "{2}", "") \
  D(WB3046, error, "the reference `{0}` must be bound to something", \
    "", "give it a variable to stand for") \
  D(WB3047, error, "a `{0}` cannot be bound to this `{1}`", \
    "{2}", "") \
  D(WB3048, error, "the constant `{0}` needs a value", \
    "", "write `= value`") \
  D(WB3049, error, "too many initialisers: {0} has room for {1}", \
    "", "") \
  D(WB3050, warning, "`{0}` in braces loses something when it becomes `{1}`", \
    "", "write a cast, or use `=` without braces") \
  D(WB3051, error, "`{0}` cannot be used as a condition", \
    "", "") \
  D(WB3052, error, "`&` needs a variable, an element or a member", \
    "this is a value without an address", "") \
  D(WB3053, warning, "division by zero", \
    "this is 0", "") \
  D(WB3054, warning, "shift by {0} bits: a `{1}` has {2}", \
    "", "") \
  D(WB3055, error, "a kernel cannot be called like a function", \
    "", "make it a `__device__` function, or launch it from the host with `<<<...>>>`") \
  D(WB3056, error, "a kernel parameter cannot be a reference", \
    "", "pass it by value, or pass a pointer") \
  D(WB3057, error, "`{0}` is read-only", \
    "CUDA fills it in", "copy it into a variable of your own") \
  D(WB3058, error, "`auto` needs an initialiser to take its type from", \
    "", "") \
  D(WB3059, error, "`{0}` is defined twice", \
    "", "remove one of them, or give it other parameters") \
  D(WB3060, error, "`{0}` is declared but has no body", \
    "called here", "write its definition in this file") \
  D(WB3061, error, "functions differ only in what they return: `{0}`", \
    "", "give one of them another name") \
  D(WB3062, error, "the condition of `{0}` must be a constant", \
    "", "") \
  D(WB3063, error, "this variable would take more than {0} bytes", \
    "", "") \
  D(WB3064, error, "the reference `{0}` cannot be a shared or global variable", \
    "", "") \
  D(WB3065, error, "too many templates are made from this file: more than {0}", \
    "the limit was passed here", "") \
  D(WB3066, error, "`{0}` needs a template argument list", \
    "", "write `{0}<...>`") \
  D(WB3067, error, "default arguments must come last: `{0}` has none", \
    "", "give it a default too, or move it to the front") \
  D(WB3068, error, "an `{0}` needs the address of what it changes", \
    "this is a value of type `{1}`", "put `&` in front of it") \
  D(WB3069, error, "`{0}` has no form for `{1}`", \
    "", "it works on {2}") \
  D(WB3070, error, "`return` gives `{0}` here and `{1}` before", \
    "", "all returns of an `auto` function have one type") \
  D(WB3071, error, "`{0}` belongs to the host and cannot be called from device code", \
    "", "call it on the host, before or after the launch") \
  D(WB3075, error, "`{0}` belongs to the function around and is not captured", \
    "", "name it in the captures: `[{0}]`, or capture what is used: `[=]`") \
  D(WB3076, error, "`{0}` is no local variable and cannot be captured", \
    "", "leave it out of the captures: it can be used as it is") \
  D(WB3077, error, "there is no parameter pack in front of `...`", \
    "", "`...` repeats what stands before it for each element of a pack") \
  D(WB3078, error, "the packs `{0}` and `{2}` differ in length: {1} and {3}", \
    "", "packs that are expanded together have one length") \
  D(WB3079, error, "`sizeof...` needs a parameter pack, and `{0}` is none", \
    "", "`sizeof({0})` gives the bytes of a type or a value") \
  D(WB3080, error, "the pack is empty, and `{0}` has no value for no operands", \
    "", "add a first value: `(0 {0} ... {0} values)`") \
  D(WB3081, error, "more than one partial specialisation fits `{0}` equally well", \
    "", "add one that is more special than the others") \
  D(WB3082, error, "the parameter pack `{0}` is used without `...`", \
    "", "put `...` behind what is to be repeated for each element") \
  D(WB3083, error, "{0} names for the parts of `{1}`, which has {2}", \
    "", "write one name per member or element") \
  D(WB3120, error, "`{0}` stands for several functions, and nothing here says which one is meant", \
    "", "give it to a pointer of the function's type, or cast it: `static_cast<float (*)(float)>(f)`") \
  D(WB3090, warning, "`{0}` works without a mask, on whatever lanes happen to run together: CUDA has taken it back", \
    "read as `{1}(__activemask(), ...)`", "write `{1}` with a mask, `0xffffffff` where the whole warp takes part") \
  D(WB3121, warning, "`{0}` is a texture reference, and CUDA has had none since version 12", \
    "read as a texture that the launch binds to this name", "give the kernel a parameter of type `cudaTextureObject_t`, and fetch with `tex2D<float>(parameter, x, y)`") \
  D(WB3123, warning, "`{0}` is a `constexpr` function of the host: nvcc lets device code call it only with --expt-relaxed-constexpr", \
    "", "build with `nvcc --expt-relaxed-constexpr`, or call a `__device__` function") \
  D(WB3122, error, "`{0}` is {1} in `{2}`", \
    "", "make it public, write a method that gives it, or make this function a friend of the class") \
  D(WB3100, error, "{0} is deleted and cannot be called", \
    "", "call another function, or drop the `= delete`") \
  D(WB3101, error, "the {0} of `{1}` cannot be used: {2}", \
    "", "write one in the class, or do without it here") \
  D(WB3102, error, "`{0}` has no constructor without arguments", \
    "", "give it arguments, or write a constructor that takes none") \
  D(WB3103, error, "the constructor of `{0}` is `explicit`: it is not called for a conversion", \
    "", "name the type: `{0}(value)`") \
  D(WB3104, error, "a `{0}` variable cannot have the type `{1}`: nobody calls its {2}", \
    "", "use a type without constructors, or an array of bytes that the kernel fills") \
  D(WB3091, error, "a value of type `{0}` cannot be printed", \
    "", "print its members") \
  D(WB3092, warning, "the format wants {0} values and the call gives {1}", \
    "", "give one value for each `%`; `%%` prints a per cent sign") \
  D(WB3093, warning, "`{0}` is no conversion that `printf` knows", \
    "printed as it stands", "CUDA's printf knows %d %i %o %u %x %X %p %e %E %f %F %g %G %a %A %c %s and %%, with h, l or ll for the size") \
  D(WB3094, warning, "`{0}` takes its precision from an argument, which CUDA's `printf` cannot", \
    "printed as it stands", "write the precision as a number") \
  D(WB3095, warning, "CUDA's `printf` takes 32 values; this call gives {0}", \
    "", "print them with two calls") \
  D(WB3096, warning, "`{0}` does not fit a value of type `{1}`", \
    "", "write `{2}`, or cast the value") \
  D(WB3097, warning, "CUDA's `printf` does not know the size `hh` of `{0}`: on a GPU the values behind it come out wrong", \
    "", "a char is passed as an int: write the conversion without `hh`") \
  D(WB3105, error, "a bit-field has no address", \
    "", "copy it to a variable first, or make it a whole member") \
  D(WB3106, error, "a bit-field of type `{0}` has 1 to {1} bits, not {2}", \
    "", "") \
  D(WB3107, error, "`{0}` stands behind a later member of the list", \
    "", "name the members in the order of their declaration, each once, or none of them") \
  D(WB3108, error, "`{0}` is a base of `{1}` more than once", \
    "", "cast to the class in between first, to say which one is meant") \
  D(WB3109, error, "this jumps over the initialisation of `{0}`", \
    "", "declare it in front of the jump, or put it into a block of its own") \
  D(WB3110, error, "there is no label `{0}` in this function", \
    "", "") \
  D(WB4001, error, "{0} are not supported by the simulator", \
    "", "{1}") \
  D(WB4002, error, "{0} is not supported by the simulator", \
    "", "{1}") \
  D(WB4003, error, "`{0}` is not supported by the simulator yet", \
    "", "{1}") \
  D(WB4004, error, "{0} are not supported by the simulator", \
    "its layout would be another one here", "{1}") \
  D(WB5101, error, "CUDA's own compiler: {0}", \
    "", "") \
  D(WB5102, warning, "CUDA's own compiler: {0}", \
    "", "") \
  WB_DIAGNOSTICS_PROGRAM(D)

// From the lowering to bytecode (program/).
#define WB_DIAGNOSTICS_PROGRAM(D) \
  D(WB4502, error, "the kernel becomes a program of more than {0} instructions", \
    "", "make it smaller: fewer inlined calls, or a loop in place of repeated text") \
  D(WB4503, error, "the kernel needs more than {0} registers", \
    "", "declare fewer variables at a time, or use an array") \
  D(WB4504, error, "`{0}` is too large", "", "make it smaller") \
  D(WB4505, error, "`{0}` does not fit: a thread has {1} bytes of local memory", \
    "", "make it smaller, or put it into global memory") \
  D(WB4506, error, "the initialiser of `{0}` is not a constant", \
    "", "set it from the host, or write the value") \
  D(WB4507, error, "a kernel parameter of type `{0}` has {1} bytes: at most {2} fit", \
    "", "put it into memory and pass a pointer to it") \
  D(WB4508, error, "`{0}` is declared but has no body", \
    "", "define it in this file") \
  D(WB4509, error, "an object of type `{0}` is too large to be copied as a whole", \
    "", "copy its elements in a loop") \
  D(WB4510, error, "{0} is not supported by the simulator's machine yet", "", "")
// clang-format on

namespace wb {

#define WB_DIAGNOSTIC_ENUM(code, severity, message, label, hint) code,
enum class Code : uint16_t { WB_DIAGNOSTICS(WB_DIAGNOSTIC_ENUM) count };
#undef WB_DIAGNOSTIC_ENUM

struct CodeInfo {
  const char* name;  // "WB2001"
  Severity severity;
  const char* message;
  const char* label;
  const char* hint;
};
const CodeInfo& code_info(Code code);

}  // namespace wb

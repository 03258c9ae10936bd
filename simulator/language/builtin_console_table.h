#pragma once
// The rows of the builtin table that reach out of the kernel: printed text, the end of the launch, the clock.
// Reference: CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Trap function", "Time Function", "Nanosleep Function".

#define WB_BUILTINS_CONSOLE(B)                                                                        \
  B(print, "printf", "int(const char*)", console, "prints, as C's printf does; gives the number of arguments") \
  B(assertion, "assert", "void(bool,const char*)", trap, "ends the launch with a message where the condition does not hold") \
  B(trap, "__trap", "void()", trap, "ends the launch with an error")                                  \
  B(breakpoint, "__brkpt", "void()", trap, "stops a debugger; without one, ends the launch with an error") \
  B(clock32, "clock", "long()", clock, "a counter that goes up as the launch runs")                   \
  B(clock_64, "clock64", "long long()", clock, "a counter that goes up as the launch runs")           \
  B(nanosleep, "__nanosleep", "void(unsigned int)", clock, "lets others run for about that many nanoseconds")

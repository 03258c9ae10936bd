#pragma once
// The text of a C++ file with printed kernels in it, ready to be compiled into a library that the loops program opens.
#include <string>
#include <vector>

#include "simulator/loops/print_loops.h"

namespace wb::loops {

struct LoopsKernel {
  std::string key;         // by which the program finds it
  std::string comment;     // "grey.cu: rgb2grey"
  PrintedLoops readable;   // what a person reads; for launches along its axes
  PrintedLoops complete;   // for every launch shape
};

// Empty reason: `out` is filled. Otherwise why the kernel cannot be written so.
std::string make_loops_kernel(const Module& module, FunctionId kernel, std::string key, LoopsKernel& out);

std::string loops_program(const std::vector<LoopsKernel>& kernels);

// The header that it includes as "warpbook_loops.h".
std::string_view loops_header();

}  // namespace wb::loops

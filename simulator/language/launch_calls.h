#pragma once
// Launches by a call of the runtime, written as launch lines:
//
//     void* args[] = {&a, &b, &n};
//     cudaLaunchCooperativeKernel((void*)k<float>, grid, block, args, bytes, stream)   ->   k<float><<<grid, block, bytes, stream>>>(a, b, n)
//     cudaLaunchKernelEx(&config, k, a, b, n)                                          ->   k<<<of config>>>(a, b, n)
//     ESBMC_verify_kernel(k, 1, N, a)   (a bounded model checker's; so are those with an ending, ESBMC_verify_kernel_u)   ->   k<<<1, N>>>(a)
//
// so that whatever reads launch lines reads these. A call that is not understood stays as it is.
#include <vector>

#include "simulator/language/token.h"

namespace wb {

void write_launch_calls_as_lines(std::vector<Token>& tokens);

}  // namespace wb

#pragma once
// Launches that a comment speaks of. Kernels that are written down alone often say in words how they are meant to be launched:
//
//     // producer and consumer: launch: 64 threads, 1 block     counts of both in one sentence
//     // <<<2, 32>>>, flag starts at 0                          a launch's brackets
//     // one warp per row; blockDim = (32, 4), n = 1000         a name and its size; a number of the kernel's
//     __global__ void k(int* a, int n) {
//
// It is prose: what is not understood is passed by, and what is taken is said ("a block of 64 threads, as a comment says"). The comments nearest to
// the kernel go before those further up; comments that stand in front of another kernel are that one's.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct SpokenLaunch {
  std::vector<std::string> grid, block;        // one to three sizes each; empty: not said
  std::map<std::string, std::string> numbers;  // of those that were asked for
};

// `numbers`: the names of the kernel's parameters that are numbers.
SpokenLaunch spoken_launch(std::string_view source, std::string_view kernel, const std::vector<std::string>& numbers);

}  // namespace wb

#pragma once
// Small kernels from seeds, racy and clean, as source text: what a student could write with the means of ordering, used well and badly.
//
// A kernel is a tree of statements, so that one that shows a mistake can be shrunk: statements go, blocks of them give way to what they
// hold. Indices and control flow follow from thread numbers alone, but for the idioms (locks, flags, the last block), which wait for values.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb::test {

struct Statement {
  std::string head;                 // a statement, or what opens a block: "if (t < 16) {"
  std::vector<Statement> body;
  std::string between;              // "} else {": `other` follows
  std::vector<Statement> other;
  bool is_block = false;
};

struct RaceKernel {
  uint32_t blocks = 1, threads = 32;
  uint32_t cluster = 1;             // blocks of one
  bool has_barriers_alone = false;  // order comes from barriers and warp functions: the verdict is the same under every schedule
  std::vector<Statement> statements;
  std::string text() const;
  KernelLaunch launch() const;
};

RaceKernel generate_race_kernel(uint64_t seed);
RaceKernel generate_cluster_kernel(uint64_t seed);
RaceKernel generate_copies_kernel(uint64_t seed);  // of asynchronous copies, in groups that are waited for or not
RaceKernel generate_halves_kernel(uint64_t seed);  // of barriers in two halves

// The smallest kernel found by leaving out parts that still `fails`.
template <class Fails>
RaceKernel shrink(RaceKernel kernel, const Fails& fails);

// All kernels that are one step smaller.
std::vector<RaceKernel> smaller(const RaceKernel& kernel);

template <class Fails>
RaceKernel shrink(RaceKernel kernel, const Fails& fails) {
  for (bool has_shrunk = true; has_shrunk;) {
    has_shrunk = false;
    for (RaceKernel& candidate : smaller(kernel))
      if (fails(candidate)) {
        kernel = std::move(candidate);
        has_shrunk = true;
        break;
      }
  }
  return kernel;
}

}  // namespace wb::test

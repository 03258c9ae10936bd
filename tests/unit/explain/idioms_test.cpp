// The idioms that need atomics and fences, each with one thing missing: what the story of the race is.
#include <doctest/doctest.h>

#include "story_run.h"

using namespace wb;
using wb::test::StoryRun;
using Told = std::vector<std::string>;

namespace {

#define KERNEL "__global__ void k(int* data, int* flag, int* out) {\n  int t = threadIdx.x, b = blockIdx.x, i = b * blockDim.x + t;\n"

Told told(const std::string& source, Index3 grid, Index3 block) {
  StoryRun run(source, grid, block);
  run.ints("data", 1024).ints("flag", 64).ints("out", 1024);
  return run.told();
}

}  // namespace

TEST_CASE("locks") {
#define LOCK(cas, before_unlock, unlock) \
  KERNEL "  if (t == 0) {\n    while (" cas ") { }\n    data[0] = data[0] + 1;\n    " before_unlock "\n    " unlock ";\n  }\n}\n"
  CHECK(told(LOCK("atomicCAS(flag, 0, 1) != 0", "", "atomicExch(flag, 0)"), {3, 1, 1}, {32, 1, 1}) == Told{
      "race.raw late 1: b0t0 writes data[0] 1 was 0 late; b0t0 changes flag[0] 0 was 1; b1t0 changes flag[0] 1 was 0; b1t0 reads data[0] 0; b0t0 write arrives data[0] 1",
      "race.waw late_over 1: b0t0 writes data[0] 1 was 0 late; b0t0 changes flag[0] 0 was 1; b1t0 changes flag[0] 1 was 0; b1t0 reads data[0] 0; b1t0 writes data[0] 1 was 0; b0t0 write arrives data[0] 1"});
  CHECK(told(LOCK("atomicCAS(flag + b % 2, 0, 1) != 0", "__threadfence();", "atomicExch(flag + b % 2, 0)"), {3, 1, 1}, {32, 1, 1}) == Told{
      "race.raw update_lost 1: b0t0 reads data[0] 0; b0t0 stops; b1t0 reads data[0] 0; b0t0 writes data[0] 1 was 0; b1t0 writes data[0] 1 was 1",
      "race.waw update_lost 1: b0t0 reads data[0] 0; b0t0 stops; b1t0 reads data[0] 0; b1t0 writes data[0] 1 was 0; b0t0 writes data[0] 1 was 1"});
  CHECK(told(LOCK("atomicCAS(flag, 0, 1) != 0", "__threadfence();", "*flag = 0"), {3, 1, 1}, {32, 1, 1}) == Told{
      "race.mixed none",
      "race.raw no_other_order",
      "race.waw no_other_order",
      "race.waw no_other_order"});
  CHECK(told(KERNEL "  if (t == 0) {\n    while (atomicCAS(flag, 0, 1) != 0) { }\n    __threadfence();\n    atomicExch(flag, 0);\n    data[0] += 1;\n  }\n}\n", {3, 1, 1}, {32, 1, 1}) == Told{
      "race.raw update_lost 1: b0t0 reads data[0] 0; b0t0 stops; b1t0 reads data[0] 0; b0t0 writes data[0] 1 was 0; b1t0 writes data[0] 1 was 1",
      "race.waw update_lost 1: b0t0 reads data[0] 0; b0t0 stops; b1t0 reads data[0] 0; b1t0 writes data[0] 1 was 0; b0t0 writes data[0] 1 was 1"});
}

TEST_CASE("the last block's turn") {
  CHECK(told(KERNEL "  __shared__ bool is_last;\n  data[i] = i + 1;\n  __syncthreads();\n  if (t == 0) is_last = atomicAdd(flag, 1) == gridDim.x - 1;\n  __syncthreads();\n"
                    "  if (is_last) { int sum = 0; for (int j = t; j < gridDim.x * blockDim.x; j += blockDim.x) sum += data[j]; out[t] = sum; }\n}\n", {4, 1, 1}, {64, 1, 1}) == Told{
      "race.raw late 1: b0t0 writes data[0] 1 was 0 late; b0t0 changes flag[0] 1 was 0; b3t0 changes flag[0] 4 was 3; b3t0 reads data[0] 0; b0t0 write arrives data[0] 1"});
}

TEST_CASE("flags") {
  CHECK(told(KERNEL "  if (t) return;\n  if (b == 0) { data[5] = 42; __threadfence(); atomicExch(flag, 1); }\n  if (b == 2) atomicExch(flag + 1, 1);\n"
                    "  if (b == 1) { while (atomicAdd(flag + 1, 0) == 0) { } out[0] = data[5]; }\n}\n", {3, 1, 1}, {32, 1, 1}) == Told{
      "race.raw old_value 1: b0t0 stops; b1t0 reads data[5] 0; b0t0 writes data[5] 42 was 0"});
  CHECK(told("__global__ void k(int* data, int* flag, int* out) {\n  __shared__ int s;\n  __shared__ volatile int ready;\n  int t = threadIdx.x;\n  if (t == 0) ready = 0;\n  __syncthreads();\n"
             "  if (t == 0) { s = 7; ready = 1; }\n  if (t == 32) { while (!ready) { } out[0] = s; }\n}\n", {1, 1, 1}, {64, 1, 1}) == Told{
      "race.raw none",
      "race.raw late 1: t0 writes s 7 was ? late; t32 reads s ?; t0 write arrives s 7"});
}

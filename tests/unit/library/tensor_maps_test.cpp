// Copies by tensor maps: boxes that lie across the tensor's edges are filled with zeros and leave what is outside alone, in every spelling.
#include <doctest.h>

#include "simulator/machine/machine.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// A map of a tensor of 12 columns, 5 rows and 2 layers of ints, whose box is 8 x 4 x LAYERS.
const std::string head =
    "#include <cuda.h>\n#include <cuda/barrier>\n#include <cuda/ptx>\n"
    "using barrier = cuda::barrier<cuda::thread_scope_block>; namespace cde = cuda::device::experimental; namespace ptx = cuda::ptx;\n"
    "__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }\n"
    "__device__ void describe(CUtensorMap& map, const int* tensor, int rank, int swizzle) { map.__wb_global = (const char*)tensor; "
    "map.__wb_stride[0] = 48; map.__wb_stride[1] = 240; map.__wb_stride[2] = map.__wb_stride[3] = 0;\n"
    "  const unsigned size[5] = {12, 5, 2, 1, 1}, box[5] = {8, 4, rank > 2 ? 2u : 1u, 1, 1}; for (int i = 0; i < 5; i++) { "
    "map.__wb_size[i] = i < rank ? size[i] : 1; map.__wb_box[i] = box[i]; }\n"
    "  map.__wb_rank = rank; map.__wb_element = 4; map.__wb_swizzle = swizzle; }\n";

std::string kernel(const std::string& body, int rank = 2, int swizzle = 0) {
  return head +
         "__global__ void k(int* out, int* in, int x, int y) { const int t = threadIdx.x; __shared__ alignas(256) int s[64]; __shared__ "
         "barrier bar; CUtensorMap map; describe(map, in, " +
         std::to_string(rank) + ", " + std::to_string(swizzle) +
         ");\n  if (t == 0) { init(&bar, 64); cde::fence_proxy_async_shared_cta(); } __syncthreads(); barrier::arrival_token token;\n" +
         body + " }";
}
std::string load(const std::string& copy, int bytes) {
  return "if (t == 0) { " + copy + " token = cuda::device::barrier_arrive_tx(bar, 1, " + std::to_string(bytes) +
         "); } else token = bar.arrive(); bar.wait(std::move(token)); ";
}

std::vector<int32_t> tensor() {
  std::vector<int32_t> all;
  for (int i = 0; i < 120; ++i) all.push_back(i + 1);
  return all;
}
int32_t element(int x, int y, int z = 0) { return x < 0 || x >= 12 || y < 0 || y >= 5 || z < 0 || z >= 2 ? 0 : z * 60 + y * 12 + x + 1; }

struct Corner {
  int x, y;
};
constexpr Corner corners[] = {{0, 0}, {3, 1}, {7, 3}, {-2, -1}, {20, 0}, {0, -9}};
constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::random, Schedule::adversarial};

}  // namespace

TEST_CASE("a box brings what lies in the tensor and zeros for the rest, in every spelling") {
  const std::string spellings[] = {
      "cde::cp_async_bulk_tensor_2d_global_to_shared(s, &map, x, y, bar);",
      "int at[2] = {x, y}; ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, &map, at, "
      "cuda::device::barrier_native_handle(bar));",
      "asm volatile(\"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];\" :: "
      "\"r\"(place(s)), \"l\"(&map), \"r\"(place(&bar)), \"r\"(x), \"r\"(y) : \"memory\");"};
  for (const std::string& spelling : spellings)
    for (const Corner& corner : corners)
      for (Schedule schedule : schedules) {
        const int x = corner.x, y = corner.y;
        CAPTURE(spelling);
        CAPTURE(x);
        CAPTURE(y);
        Kernel k(kernel(load(spelling, 128) + "if (t < 32) out[t] = s[t];"));
        REQUIRE(k.compiled.ok());
        k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(32).in(tensor()).value(int64_t{x}).value(int64_t{y}).run(schedule, 3);
        CHECK(k.kinds() == "");
        for (int i = 0; i < 32; ++i) CHECK(k.get<int32_t>(0)[static_cast<size_t>(i)] == element(x + i % 8, y + i / 8));
      }
}

TEST_CASE("three dimensions, and chunks that a swizzle of 32 bytes moves") {
  Kernel three(kernel(load("cde::cp_async_bulk_tensor_3d_global_to_shared(s, &map, x, y, 1, bar);", 256) + "out[t] = s[t];", 3));
  three.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(tensor()).value(int64_t{9}).value(int64_t{3}).run();
  CHECK(three.kinds() == "");
  for (int i = 0; i < 64; ++i) CHECK(three.get<int32_t>(0)[static_cast<size_t>(i)] == element(9 + i % 8, 3 + i / 8 % 4, 1 + i / 32));
  Kernel moved(kernel(
      load("cde::cp_async_bulk_tensor_2d_global_to_shared(s + 32, &map, x, y, bar);", 128) + "if (t < 32) out[t] = s[32 + t];", 2, 1));
  moved.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(32).in(tensor()).value(int64_t{0}).value(int64_t{0}).run();
  CHECK(moved.kinds() == "");
  for (int i = 0; i < 32; ++i)
    CHECK(moved.get<int32_t>(0)[static_cast<size_t>(i ^ 4)] == element(i % 8, i / 8));  // these 128 bytes have an odd number
}

TEST_CASE("a box is stored as far as it lies in the tensor") {
  for (const char* store : {"cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, s);",
                            "asm volatile(\"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];\" :: \"l\"(&map), "
                            "\"r\"(place(s)), \"r\"(x), \"r\"(y) : \"memory\");"}) {
    Kernel k(kernel("s[t] = -t; cde::fence_proxy_async_shared_cta(); __syncthreads(); if (t == 0) { " + std::string(store) +
                    " cde::cp_async_bulk_commit_group(); cde::cp_async_bulk_wait_group_read<0>(); out[0] = 0; }"));
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(1).in(tensor()).value(int64_t{9}).value(int64_t{3}).run();
    CHECK(k.kinds() == "");
    for (int i = 0; i < 120; ++i) {
      const bool is_stored = i < 60 && i % 12 >= 9 && i / 12 >= 3;
      CHECK(k.get<int32_t>(1)[static_cast<size_t>(i)] == (is_stored ? -(i % 12 - 9 + (i / 12 - 3) * 8) : i + 1));
    }
  }
}

TEST_CASE("what a box brings is not there before the barrier's phase is over") {
  Kernel k(
      kernel("if (t == 0) { cde::cp_async_bulk_tensor_2d_global_to_shared(s, &map, x, y, bar); token = "
             "cuda::device::barrier_arrive_tx(bar, 1, 128); } else token = bar.arrive(); out[t] = s[t & 31]; bar.wait(std::move(token));"));
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(tensor()).value(int64_t{0}).value(int64_t{0}).run();
  CHECK(k.kinds() != "");
}

// Host programs that ask for much memory: of the device, and for the device's heap.
#include <doctest.h>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

const std::string heap_kernels =
    "__global__ void fill(int** rows, int each) { int* row = (int*)malloc(each * sizeof(int)); rows[threadIdx.x] = row; if (row) row[0] = row[each - 1] = threadIdx.x; }\n"
    "__global__ void sum(int** rows, int* out, int each) { int* row = rows[threadIdx.x]; out[threadIdx.x] = row ? row[0] + row[each - 1] : -1; free(row); }\n";

// What the program hands to the last launch as its third argument.
uint64_t told(const std::vector<HostLaunch>& all) { return all.empty() || !all.back().arguments.at(2).number ? ~uint64_t{0} : static_cast<uint64_t>(all.back().arguments[2].number->whole); }

}  // namespace

TEST_CASE("the device's heap has the size that the program gives it") {
  const std::string body =
      "int** rows; int* out; cudaMalloc(&rows, 64 * sizeof(int*)); cudaMalloc(&out, 256); int each = 1 << 18;\n"
      "fill<<<1, 64>>>(rows, each); sum<<<1, 64>>>(rows, out, each); int h[64]; cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); copy<<<1, 64>>>(out, out, h[63]);";
  const auto large = launches_in("cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)128 << 20); " + body, heap_kernels);
  REQUIRE(large.size() == 3);
  CHECK(large[0].heap_bytes == 128u << 20);
  CHECK(large[1].heap);
  CHECK(large[2].heap_bytes == usual_heap_bytes);  // that kernel does not come to it
  CHECK(told(large) == 126);
  const auto usual = launches_in(body, heap_kernels);
  REQUIRE(usual.size() == 3);
  CHECK(static_cast<int>(told(usual)) == -1);
}

TEST_CASE("the heap's size is what cards make of it, until a kernel has used it") {
  const auto of = [](const std::string& body) { return told(launches_in("size_t n = 0; int* p; cudaMalloc(&p, 4); " + body, heap_kernels)); };
  CHECK(of("cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize); copy<<<1, 1>>>(p, p, (int)n);") == 8u << 20);
  CHECK(of("cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1000); cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize); copy<<<1, 1>>>(p, p, (int)n);") == 4u << 20);
  CHECK(of("cudaDeviceSetLimit(cudaLimitMallocHeapSize, 5000000); cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize); copy<<<1, 1>>>(p, p, (int)n);") == 5046272);
  CHECK(of("cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1000000000000ull); cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize); copy<<<1, 1>>>(p, p, (int)n);") == 1u << 30);
  const std::string used = "int** rows; cudaMalloc(&rows, 512); fill<<<1, 64>>>(rows, 4); ";
  CHECK(of(used + "cudaError_t e = cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20); copy<<<1, 1>>>(p, p, e == cudaErrorInvalidValue);") == 1);
  CHECK(of("cudaError_t e = cudaDeviceSetLimit(cudaLimitStackSize, 4096); cudaDeviceGetLimit(&n, cudaLimitStackSize); copy<<<1, 1>>>(p, p, (int)n + e);") == 4096);
}

TEST_CASE("a program with much memory comes to the device's heap") {
  const auto all = launches_in(
      "int** rows; int* out; char* much; cudaMalloc(&much, (size_t)200 << 20); cudaMalloc(&rows, 64 * sizeof(int*)); cudaMalloc(&out, 256);\n"
      "fill<<<1, 64>>>(rows, 100); sum<<<1, 64>>>(rows, out, 100); int h[64]; cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); copy<<<1, 64>>>(out, out, h[63]);",
      heap_kernels);
  REQUIRE(all.size() == 3);
  CHECK(told(all) == 126);
}

TEST_CASE("a program may have gigabytes, of which it touches little") {
  const std::string stamp = "__global__ void stamp(unsigned char* p, size_t step) { p[threadIdx.x * step] = threadIdx.x; }\n";
  const auto all = launches_in(
      "unsigned char* p; int* q; size_t bytes = (size_t)9 << 28; if (cudaMalloc(&p, bytes) != cudaSuccess) return 1; cudaMalloc(&q, 256);\n"
      "stamp<<<1, 32>>>(p, bytes / 32); unsigned char c; cudaMemcpy(&c, p + 31 * (bytes / 32), 1, cudaMemcpyDeviceToHost); copy<<<1, 1>>>(q, q, c);",
      stamp);
  REQUIRE(all.size() == 2);
  CHECK(told(all) == 31);
  CHECK(memory_of(all[0], 0).size == 9ull << 28);
  CHECK(memory_of(all[0], 0).bytes.empty());
}

TEST_CASE("what no device has is refused as by CUDA; what is more than there is here is told") {
  const auto of = [](const std::string& bytes) {
    return launches_in("int *p = nullptr, *q; cudaMalloc(&q, 4); cudaError_t e = cudaMalloc(&p, " + bytes + "); copy<<<1, 1>>>(q, q, e == cudaErrorMemoryAllocation);");
  };
  CHECK(told(of("1000000000000ull")) == 1);
  CHECK(told(of("~0ull")) == 1);
  CHECK(told(of("1000")) == 0);
  const auto much = of("20000000000ull");
  REQUIRE(much.size() == 1);
  REQUIRE(!much[0].assumed.empty());
  CHECK(much[0].assumed[0].find("asks for 20000000000 bytes") != std::string::npos);
}

TEST_CASE("what the host takes by `new` has a large heap, and pointers of its own") {
  const auto all = launches_in(
      "int* much = new int[5000000]; much[4999999] = 7; int** rows; int* out; cudaMalloc(&rows, 64 * sizeof(int*)); cudaMalloc(&out, 256);\n"
      "struct Pair { int a, b; }; Pair* pair = new Pair{1, 2}; fill<<<1, 64>>>(rows, 4); sum<<<1, 64>>>(rows, out, 4);\n"
      "int n = much[4999999] + pair->b; delete[] much; delete pair; copy<<<1, 64>>>(out, out, n);",
      heap_kernels);
  REQUIRE(all.size() == 3);
  CHECK(told(all) == 9);
}

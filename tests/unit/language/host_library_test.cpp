// Tables and libraries that host programs lean on: what a launch is given hangs on each.
#include <doctest/doctest.h>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

// The last argument of each launch, `n`; -1: it is not known from a run.
std::vector<int64_t> numbers(const std::vector<HostLaunch>& all) {
  std::vector<int64_t> n;
  for (const HostLaunch& l : all) n.push_back(l.is_seen && l.arguments.back().number ? l.arguments.back().number->whole : -1);
  return n;
}
std::vector<int64_t> numbers(const std::string& body, const std::string& before = "") { return numbers(launches_in(allocate + body, before)); }

}  // namespace

TEST_CASE("tables of the file: unnamed records, names, what is worked out before main()") {
  CHECK(numbers("count<<<1, 64>>>(a, conf.n);", "struct { int n; float x; } conf = {48, 2.f};\n") == std::vector<int64_t>{48});
  CHECK(numbers("for (auto& c : cases) count<<<1, 64>>>(a, c.n);", "static const struct Case { const char* name; int n; } cases[] = {{\"small\", 8}, {\"large\", 32}};\n") == std::vector<int64_t>{8});
  CHECK(numbers("for (int i = 0; i < 2; ++i) if (!strcmp(names[i], \"large\")) count<<<1, 64>>>(a, sizes[i]);",
                "const char* names[] = {\"small\", \"large\"};\nenum Mode { FAST, SLOW, MODES };\nconstexpr int sizes[MODES] = {3, 6};\n") == std::vector<int64_t>{6});
  CHECK(numbers("count<<<1, 64>>>(a, (int)(PI * 10));", "const double PI = acos(-1.0);\nstatic const float root = sqrtf(2.0f);\n") == std::vector<int64_t>{31});
  CHECK(numbers("count<<<1, 64>>>(a, conf.n + other.n);", "struct Conf { int n; float x; };\nstatic Conf conf = {.n = 5, .x = 2.f};\nConf other = {7, 1.f};\n") == std::vector<int64_t>{12});
}

TEST_CASE("tables that a function keeps, and names by using a namespace of cub's") {
  CHECK(numbers("static struct option options[] = {{\"size\", required_argument, 0, 's'}, {0, 0, 0, 0}}; int at = 0, c = getopt_long(argc, argv, \"s:\", options, &at); count<<<1, 64>>>(a, options[0].val + c);",
                "#include <getopt.h>\n") == std::vector<int64_t>{'s' - 1});
  CHECK(numbers("void* t = nullptr; size_t bytes = 0; DeviceReduce::Sum(t, bytes, a, b, n); count<<<1, 64>>>(a, (int)bytes + 4);", "#include <cub/cub.cuh>\nusing namespace cub;\n") == std::vector<int64_t>{5});
  CHECK(numbers("std::vector<int> v = {1, 2}; std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, \" \")); count<<<1, 64>>>(a, v[1]);") == std::vector<int64_t>{2});
}

TEST_CASE("inner products with functions of the program's own") {
  CHECK(numbers("std::vector<int> v = {1, 5, 2}, w = {4, 4, 4}; int far = std::inner_product(v.begin(), v.end(), w.begin(), 0, [](int x, int y) { return std::max(x, y); }, [](int x, int y) { return std::abs(x - y); });\n"
                "count<<<1, 64>>>(a, far);") == std::vector<int64_t>{3});
}

TEST_CASE("what kind of memory a pointer points to") {
  CHECK(numbers("int *m, *h, on_stack; cudaMallocManaged(&m, 256); cudaMallocHost(&h, 256); cudaPointerAttributes at;\n"
                "cudaPointerGetAttributes(&at, a); int kinds = at.type == cudaMemoryTypeDevice; cudaPointerGetAttributes(&at, m + 3); kinds = kinds * 10 + (at.type == cudaMemoryTypeManaged);\n"
                "cudaPointerGetAttributes(&at, h); kinds = kinds * 10 + (at.type == cudaMemoryTypeHost); cudaPointerGetAttributes(&at, &on_stack); kinds = kinds * 10 + (at.type == cudaMemoryTypeUnregistered);\n"
                "count<<<1, 64>>>(a, kinds);") == std::vector<int64_t>{1111});
}

TEST_CASE("the headers beside CUDA's samples") {
  const std::string includes = "#include <helper_cuda.h>\n#include <helper_functions.h>\n";
  const auto all = launches_called(kernels + includes + "int main(int argc, char** argv) { findCudaDevice(argc, (const char**)argv); StopWatchInterface* timer = NULL; sdkCreateTimer(&timer); sdkStartTimer(&timer);\n"
                                                        "int n = 64; if (checkCmdLineFlag(argc, (const char**)argv, \"n\")) n = getCmdLineArgumentInt(argc, (const char**)argv, \"n\");\n"
                                                        "int* a; checkCudaErrors(cudaMalloc((void**)&a, 256)); count<<<1, 64>>>(a, n); getLastCudaError(\"count\"); checkCudaErrors(cudaDeviceSynchronize());\n"
                                                        "sdkStopTimer(&timer); std::vector<int> h(64), r(64, 1); checkCudaErrors(cudaMemcpy(h.data(), a, 256, cudaMemcpyDeviceToHost)); \n"
                                                        "for (int i = 0; i < 64; ++i) r[i] = 2 * i; if (compareData(r.data(), h.data(), 40, 0.5f, 0.0f)) count<<<1, 64>>>(a, 7); exit(EXIT_SUCCESS); }\n",
                                   {"--n=40"});
  CHECK(numbers(all) == std::vector<int64_t>{40, 7});
}

TEST_CASE("cuRAND's host functions fill memory with numbers of their kind") {
  const auto all = launches_in("float* f; cudaMalloc(&f, 256); curandGenerator_t g; curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT); curandSetPseudoRandomGeneratorSeed(g, 1234ULL);\n"
                               "curandGenerateUniform(g, f, 64); scale<<<1, 64>>>(f, 2.0f); curandDestroyGenerator(g);",
                               "#include <curand.h>\n");
  REQUIRE(all.size() == 1);
  const HostAllocation& memory = memory_of(all[0], 0);
  std::vector<float> drawn(64);
  std::memcpy(drawn.data(), memory.bytes.data(), 256);
  CHECK(std::all_of(drawn.begin(), drawn.end(), [](float v) { return v > 0 && v <= 1; }));
  CHECK(*std::max_element(drawn.begin(), drawn.end()) > *std::min_element(drawn.begin(), drawn.end()) + 0.5f);
}

TEST_CASE("cub's functions for the whole device") {
  const std::string include = "#include <cub/cub.cuh>\n";
  const std::string two_calls = "count<<<1, 64>>>(a, n); void* t = nullptr; size_t bytes = 0; ";
  const auto twice = [&](const std::string& call) { return two_calls + call + "cudaMalloc(&t, bytes); " + call + "copy<<<1, 64>>>(b, a, 64);"; };
  const auto left = [&](const std::string& call) {
    const auto all = launches_in(allocate + twice(call), include);
    return all.size() == 2 ? ints_of(all[1], 0) : std::vector<int>{};
  };
  CHECK(left("cub::DeviceReduce::Sum(t, bytes, a, b, n); ").at(0) == 4032);
  CHECK(left("cub::DeviceReduce::Max(t, bytes, a, b, n); ").at(0) == 126);
  CHECK(left("cub::DeviceReduce::Reduce(t, bytes, a, b, n, cub::Min(), 1000); ").at(0) == 0);
  CHECK(left("cub::DeviceScan::ExclusiveSum(t, bytes, a, b, n); ").at(3) == 6);
  CHECK(left("cub::DeviceScan::InclusiveSum(t, bytes, a, b, n); ").at(3) == 12);
  CHECK(left("cub::DeviceRadixSort::SortKeysDescending(t, bytes, a, b, n); ").at(1) == 124);
  CHECK(left("cub::DeviceSelect::If(t, bytes, a, b + 1, b, n, [] __device__ (int v) { return v > 100; }); ").at(1) == 102);
  CHECK(left("cub::DeviceHistogram::HistogramEven(t, bytes, a, b, 5, 0, 128, n); ").at(2) == 16);
  CHECK(numbers("count<<<1, 64>>>(a, 9); size_t bytes = 0; cub::DoubleBuffer<int> keys(a, b); cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, n); cub::DeviceRadixSort::SortKeys(b, bytes, keys, n);\n"
                "if (keys.Current() == b) count<<<1, 64>>>(a, 11);", include) == std::vector<int64_t>{9, 11});
}

TEST_CASE("thrust: function objects, algorithms by key, iterators over what nobody keeps") {
  const std::string includes = "#include <thrust/device_vector.h>\n#include <thrust/sort.h>\nstruct Square { __host__ __device__ int operator()(int v) const { return v * v; } };\n";
  CHECK(numbers("thrust::device_vector<int> d(10, 2); count<<<1, 64>>>(a, thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>()));", includes) == std::vector<int64_t>{20});
  CHECK(numbers("thrust::device_vector<int> d(5); thrust::sequence(thrust::device, d.begin(), d.end()); count<<<1, 64>>>(a, thrust::transform_reduce(d.begin(), d.end(), Square(), 0, thrust::plus<int>()));", includes) ==
        std::vector<int64_t>{30});
  CHECK(numbers("thrust::device_vector<int> k(3), v(3); k[0] = 3; k[1] = 1; k[2] = 2; v[0] = 30; v[1] = 10; v[2] = 20; thrust::sort_by_key(k.begin(), k.end(), v.begin()); count<<<1, 64>>>(a, v[0] + v[2]);", includes) ==
        std::vector<int64_t>{40});
  CHECK(numbers("auto first = thrust::make_counting_iterator(1); count<<<1, 64>>>(a, thrust::reduce(first, first + 4));", includes) == std::vector<int64_t>{10});
  CHECK(numbers("auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), Square()); count<<<1, 64>>>(a, thrust::reduce(thrust::host, squares, squares + 3, 0));", includes) == std::vector<int64_t>{14});
  CHECK(numbers("thrust::device_vector<int> k(4, 1), v(4, 2), u(4), s(4); k[3] = 5; auto ends = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), u.begin(), s.begin()); count<<<1, 64>>>(a, s[0] * 10 + (ends.first - u.begin()));",
                includes) == std::vector<int64_t>{62});
}

TEST_CASE("the standard library: either of several types, lists from behind, pairs of maps") {
  CHECK(numbers("std::variant<int, float> v = 17; count<<<1, 64>>>(a, std::get<int>(v) + std::holds_alternative<int>(v) + (int)v.index());", "#include <variant>\n") == std::vector<int64_t>{18});
  CHECK(numbers("std::vector<int> v = {3, 1, 2}; std::stable_sort(v.rbegin(), v.rend()); count<<<1, 64>>>(a, v[0] * 100 + v[1] * 10 + v[2]);") == std::vector<int64_t>{321});
  CHECK(numbers("std::map<std::string, int> m; m[\"a\"] = 5; m[\"b\"] = 6; int s = std::accumulate(m.begin(), m.end(), 0, [](int x, const std::pair<const std::string, int>& p) { return x + p.second; }); count<<<1, 64>>>(a, s);") ==
        std::vector<int64_t>{11});
  CHECK(numbers("std::bitset<8> bits(5); bits.set(3); bits.flip(); count<<<1, 64>>>(a, (int)bits.to_ulong() + bits.any());", "#include <bitset>\n") == std::vector<int64_t>{243});
}

TEST_CASE("lists in braces: as arguments, as results, within lists") {
  const std::string before = "static int total(std::initializer_list<int> l) { int s = 0; for (int x : l) s += x; return s; }\nint sum(const std::vector<int>& v) { int s = 0; for (auto x : v) s += x; return s; }\n"
                             "std::vector<int> three() { return {1, 2, 4}; }\nstruct Shape { std::vector<int> sides; int n; };\n";
  CHECK(numbers("count<<<1, 64>>>(a, total({1, 2, 3}) + sum({4, 5, n - 60}) + (int)three().size());", before) == std::vector<int64_t>{22});
  CHECK(numbers("std::map<std::string, std::vector<int>> m = {{\"a\", {1, 2}}, {\"b\", {3}}}; count<<<1, 64>>>(a, (int)m[\"a\"].size() * 10 + m[\"b\"][0]);", before) == std::vector<int64_t>{23});
  CHECK(numbers("Shape s{{3, 4}, 5}; std::vector<int> copy{s.sides.begin(), s.sides.end()}; count<<<1, 64>>>(a, sum(s.sides) * 10 + (int)copy.size());", before) == std::vector<int64_t>{72});
}

TEST_CASE("sizes that nobody has said are made smaller where the program does too much with them before it launches") {
  const auto all = launches_of(kernels + "int main(int argc, char** argv) { int n = atoi(argv[1]); std::vector<int> v((size_t)n * n); for (size_t i = 0; i < v.size(); ++i) { size_t j = rand() % v.size(); std::swap(v[i], v[j]); }\n"
                                         "int* a; cudaMalloc(&a, n * sizeof(int)); count<<<1, n>>>(a, n); return 0; }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
}

TEST_CASE("tensor maps are encoded by the driver's function, found by its name, which refuses what the hardware does") {
  const std::string map =
      "CUtensorMap map{}; uint64_t size[2] = {40, 20}, stride[1] = {160}; uint32_t box[2] = {WIDTH, 8}, steps[2] = {1, 1}; void* found = nullptr; cudaDriverEntryPointQueryResult how;\n"
      "cudaGetDriverEntryPoint(\"cuTensorMapEncodeTiled\", &found, cudaEnableDefault, &how); auto encode = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(found);\n"
      "CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, a, size, stride, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, "
      "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\ncount<<<1, 64>>>(a, how == cudaDriverEntryPointSuccess && result == CUDA_SUCCESS ? 7 : 4);";
  const std::string head = "#include <cuda.h>\n#include <cudaTypedefs.h>\n";
  CHECK(numbers(map, head + "#define WIDTH 16\n") == std::vector<int64_t>{7});
  CHECK(numbers(map, head + "#define WIDTH 3\n") == std::vector<int64_t>{4});  // 12 bytes
}

// What a host program does wrong with its memory (simulator/host/host_mistakes.h): by the code of the sentence and the text that it is about.
#include <doctest/doctest.h>

#include "simulator/host/host_findings.h"
#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

const std::string head =
    "__constant__ float weights[16];\n"
    "__global__ void fill(float* p, int n) { int i = threadIdx.x; if (i < n) p[i] = 1; }\n"
    "__global__ void weigh(float* p) { p[threadIdx.x] = weights[0]; }\n";
const std::string memory = "const int n = 64; float *d, *h = (float*)malloc(n * sizeof(float)); cudaMalloc(&d, n * sizeof(float)); for (int i = 0; i < n; ++i) h[i] = i; ";
const std::string half = "const int n = 64; float* d; cudaMalloc(&d, n * sizeof(float)); fill<<<1, 32>>>(d, 32); ";
const std::string launch = " fill<<<1, 64>>>(d, 64); ";

std::string source_of(const std::string& body, const std::string& before = "") { return head + before + "int main() { " + body + " }\n"; }
// "host.copy.into cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice)", one a line.
std::string mistakes_of(const std::string& source) {
  std::string all;
  for (const HostLaunch& l : launches_of(source))
    for (const HostMistake& m : l.mistakes) all += m.code + " " + source.substr(m.place.begin, m.place.end - m.place.begin) + "\n";
  return all;
}

struct Mistake {
  std::string name, body, found{};
  std::string before{};
};
const Mistake mistakes[] = {
    {"more than the device's memory has", memory + "cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice);" + launch, "host.copy.into cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice)\n"},
    {"an assertion behind a launch", memory + launch + "cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost); for (int i = 0; i < n; ++i) assert(h[i] == 2);", "assert.host assert(h[i] == 2)\n"},
    {"one that holds", memory + launch + "cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost); for (int i = 0; i < n; ++i) assert(h[i] == 1);"},
    {"one in front of all launches, that may hang on the command line", "int words = rand() % 1; " + memory + "if (words) assert(words > 1); assert(h[0] == 0);" + launch},
    {"as much as it has", memory + "cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice);" + launch},
    {"to an array of the stack", memory + launch + "float a[16]; cudaMemcpy(a, d, 256, cudaMemcpyDeviceToHost);", "host.copy.into cudaMemcpy(a, d, 256, cudaMemcpyDeviceToHost)\n"},
    {"to one that is large enough", memory + launch + "float a[64]; cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);"},
    {"from the middle of an array", memory + "float a[64]; cudaMemcpyAsync(d, &a[32], 256, cudaMemcpyHostToDevice);" + launch, "host.copy.from cudaMemcpyAsync(d, &a[32], 256, cudaMemcpyHostToDevice)\n"},
    {"from a list that is too short", memory + "std::vector<float> v(50); cudaMemcpy(d, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);" + launch, "host.copy.from cudaMemcpy(d, v.data(), n * sizeof(float), cudaMemcpyHostToDevice)\n"},
    {"from a list that is long enough", memory + "std::vector<float> v(64); cudaMemcpy(d, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);" + launch},
    {"from its beginning", memory + "float a[64]; cudaMemcpyAsync(d, &a[0], 256, cudaMemcpyHostToDevice);" + launch},
    {"a fill of too many bytes", memory + "cudaMemset(d, 0, n * n);" + launch, "host.copy.fill cudaMemset(d, 0, n * n)\n"},
    {"a fill", memory + "cudaMemset(d, 0, n * 4);" + launch},
    {"rows beyond the last one", "float *d, h[64] = {}; size_t p; cudaMallocPitch(&d, &p, 32, 8); cudaMemcpy2D(d, p, h, 32, 32, 9, cudaMemcpyHostToDevice);" + launch,
     "host.copy.into cudaMemcpy2D(d, p, h, 32, 32, 9, cudaMemcpyHostToDevice)\n"},
    {"rows of a part of an array", "float *d, h[8][8] = {}; cudaMalloc(&d, 256); cudaMemcpy2D(d, 16, &h[4][4], 32, 16, 4, cudaMemcpyHostToDevice);" + launch},
    {"a width where the pitch belongs", "float *d, h[64] = {}; size_t p; cudaMallocPitch(&d, &p, 32, 8); cudaMemcpy2D(d, p, h, 8, 32, 8, cudaMemcpyHostToDevice);" + launch,
     "host.copy.pitch cudaMemcpy2D(d, p, h, 8, 32, 8, cudaMemcpyHostToDevice)\n"},
    {"too much for a variable", memory + "cudaMemcpyToSymbol(weights, h, 256); weigh<<<1, 64>>>(d);", "host.copy.into cudaMemcpyToSymbol(weights, h, 256)\n"},
    {"a variable", memory + "cudaMemcpyToSymbol(weights, h, sizeof(weights)); weigh<<<1, 64>>>(d);"},
    {"a variable by its name", memory + "cudaMemcpy(weights, h, 64, cudaMemcpyHostToDevice); weigh<<<1, 64>>>(d);", "host.copy.symbol cudaMemcpy(weights, h, 64, cudaMemcpyHostToDevice)\n"},
    {"an array of the file's", "cudaMalloc(&dev, sizeof(table)); cudaMemcpy(dev, table, sizeof(table), cudaMemcpyHostToDevice); fill<<<1, 64>>>(dev, 64);", "", "float table[64]; float* dev;\n"},
    {"swapped sides", memory + "cudaMemcpy(h, d, 256, cudaMemcpyHostToDevice);" + launch, "host.copy.direction cudaMemcpy(h, d, 256, cudaMemcpyHostToDevice)\n"},
    {"the other direction", memory + "cudaMemcpy(d, h, 256, cudaMemcpyDeviceToHost);" + launch, "host.copy.direction cudaMemcpy(d, h, 256, cudaMemcpyDeviceToHost)\n"},
    {"the host's memory for the device's", memory + "cudaMemcpy(d, h, 256, cudaMemcpyDeviceToDevice);" + launch, "host.copy.space cudaMemcpy(d, h, 256, cudaMemcpyDeviceToDevice)\n"},
    {"pinned and managed memory are of both", memory + "float *p, *m; cudaMallocHost(&p, 256); cudaMallocManaged(&m, 256); cudaMemcpy(p, h, 256, cudaMemcpyHostToHost); cudaMemcpy(m, p, 256, cudaMemcpyHostToDevice); "
                                                "cudaMemcpy(d, m, 256, cudaMemcpyDeviceToDevice); cudaMemcpy(h, d, 256, cudaMemcpyDefault); m[0] = p[1];" + launch},
    {"memory of the host is filled by CUDA", memory + "cudaMemset(h, 0, 256);" + launch, "host.copy.host cudaMemset(h, 0, 256)\n"},
    {"from memory that is given back", memory + launch + "cudaFree(d); cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);", "host.copy.freed cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost)\n"},
    {"to no memory", "float *d = nullptr, a[4] = {}; cudaMemcpy(d, a, 16, cudaMemcpyHostToDevice); cudaMalloc(&d, 256);" + launch, "host.copy.nothing cudaMemcpy(d, a, 16, cudaMemcpyHostToDevice)\n"},
    {"to a pointer without a value", "float *d, a[4] = {}; cudaMemcpy(d, a, 16, cudaMemcpyHostToDevice); cudaMalloc(&d, 256);" + launch, "host.copy.nothing cudaMemcpy(d, a, 16, cudaMemcpyHostToDevice)\n"},
    {"nothing to no memory", "float *d = nullptr, a[4] = {}; cudaMemcpy(d, a, 0, cudaMemcpyHostToDevice); cudaMalloc(&d, 256);" + launch},
    {"given back twice", memory + launch + "cudaFree(d); cudaFree(d);", "host.free.twice cudaFree(d)\n"},
    {"given back twice, and set to null between", memory + launch + "cudaFree(d); d = nullptr; cudaFree(d); free(h); h = nullptr; free(h);"},
    {"no memory, by its constant, and then some twice", memory + launch + "cudaFree(NULL); cudaFree(0); cudaFree(nullptr); cudaFreeHost(NULL); cudaFreeAsync(NULL, 0); cudaFree(d); cudaFree(d);", "host.free.twice cudaFree(d)\n"},
    {"by the last of those that share it", memory + "{ std::shared_ptr<float> p(d, [](float* q) { cudaFree(q); }), other = p; std::vector<std::shared_ptr<float>> all; all.push_back(other); p.reset(); fill<<<1, 64>>>(all[0].get(), 64); }"},
    {"by its owner, and by hand", memory + launch + "{ std::shared_ptr<float> p(d, cudaFree); std::shared_ptr<float> other(p); } cudaFree(d);", "host.free.twice cudaFree(d)\n"},
    {"by an owner in an object that is shared", memory + launch + "auto p = std::make_shared<Owner>(d); auto other = p; p = nullptr; other.reset(); cudaFree(d);", "host.free.twice cudaFree(d)\n", "struct Owner { float* d; explicit Owner(float* p) : d(p) {} ~Owner() { cudaFree(d); } };\n"},
    {"what nobody shares any more", memory + launch + "std::weak_ptr<float> seen; { std::shared_ptr<float> p(d, [](float* q) { cudaFree(q); }); seen = p; if (auto q = seen.lock()) fill<<<1, 64>>>(q.get(), 64); } if (!seen.expired() || seen.lock()) cudaFree(d);"},
    {"the host's, twice", memory + launch + "free(h); free(h);", "host.free.twice free(h)\n"},
    {"the device's, by free()", memory + launch + "free(d);", "host.free.other free(d)\n"},
    {"the host's, by cudaFree()", memory + launch + "cudaFree(h);", "host.free.other cudaFree(h)\n"},
    {"pinned memory, by cudaFree()", "float *d, *p; cudaMalloc(&d, 256); cudaMallocHost(&p, 64);" + launch + "cudaFree(p);", "host.free.other cudaFree(p)\n"},
    {"each by its own function", "float *d, *p, *m; cudaMalloc(&d, 256); cudaMallocHost(&p, 64); cudaMallocManaged(&m, 64);" + launch + "cudaFree(d); cudaFreeHost(p); cudaFree(m);"},
    {"registered memory", memory + "cudaHostRegister(h, 256, 0);" + launch + "cudaHostUnregister(h); free(h);"},
    {"a place in it", memory + launch + "cudaFree(d + 1);", "host.free.middle cudaFree(d + 1)\n"},
    {"an array of the stack", memory + launch + "float a[4]; cudaFree(a);", "host.free.none cudaFree(a)\n"},
    {"by two copies of one owner", "Buffer b; use(b);", "host.free.twice cudaFree(p)\n",
     "struct Buffer { float* p; Buffer() { cudaMalloc(&p, 256); } ~Buffer() { cudaFree(p); } };\nvoid use(Buffer b) { fill<<<1, 64>>>(b.p, 64); }\n"},
    {"the program writes to the device's memory", memory + "d[0] = 1;" + launch, "host.memory.device d[0] = 1;\n"},
    {"it prints the device's memory", memory + launch + "for (int i = 0; i < n; ++i) printf(\"%d %f\\n\", i, d[i]);", "host.memory.device printf(\"%d %f\\n\", i, d[i]);\n"},
    {"by a stream", memory + launch + "std::cout << \"d: \" << d[0] << std::endl;", "host.memory.device std::cout << \"d: \" << d[0] << std::endl;\n"},
    {"it prints what it has copied back", memory + launch + "cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost); for (int i = 0; i < n; ++i) printf(\"%d %f\\n\", i, h[i]); std::cout << h[0] << '\\n';"},
    {"it prints what nobody has written", memory + launch + "float* o = (float*)malloc(n * 4); printf(\"%f\\n\", o[3]);", "host.memory.unset printf(\"%f\\n\", o[3]);\n"},
    {"the C library does", memory + launch + "memcpy(h, d, 256);", "host.memory.device memcpy(h, d, 256)\n"},
    {"the program writes to its own", memory + "h[0] = 1; memcpy(h + 8, h, 32); memset(h, 0, 256);" + launch},
    {"behind the end", memory + "for (int i = 0; i <= n; ++i) h[i] = i;" + launch, "host.memory.past h[i] = i;\n"},
    {"in front of the beginning", memory + "float* g = (float*)malloc(256); int k = 0; g[k - 1] = 1;" + launch, "host.memory.past g[k - 1] = 1;\n"},
    {"behind the end of an array", memory + "float a[8]; for (int i = 0; i <= 8; ++i) a[i] = i;" + launch, "host.memory.past a[i] = i;\n"},
    {"behind the end of a list", memory + "std::vector<float> v(64); for (int i = 0; i <= n; ++i) v[i] = i;" + launch, "host.memory.past v[i] = i;\n"},
    {"an array of a function that calls itself", memory + "int a[4] = {1, 2, 3, 4}; int s = sum(a, 5);" + launch + "return s;", "",
     "int sum(const int* a, int n) { int t[4] = {1, 2, 3, 4}; if (n == 0) return 0; int r = sum(a, n - 1); cudaMemcpy(t, a, 16, cudaMemcpyHostToHost); return t[0] + r; }\n"},
    {"lists", memory + "std::vector<float> v; for (int i = 0; i < 100; ++i) v.push_back(i); std::vector<float> w(v.size()); w = v; v.resize(10); std::sort(w.begin(), w.end());" + launch},
    {"what a copy of too few bytes leaves", memory + launch + "float* o = (float*)malloc(256); cudaMemcpy(o, d, n, cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;",
     "host.memory.unset s += o[i];\n"},
    {"in an array, too", memory + launch + "float o[n]; cudaMemcpy(o, d, n, cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;",
     "host.memory.unset s += o[i];\n"},
    {"what else stands in an array", memory + launch + "float o[n]; for (int i = n / 2; i < n; ++i) o[i] = 0; cudaMemcpy(o, d, n * sizeof(float) / 2, cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;"},
    {"what a copy has filled", memory + launch + "float* o = (float*)malloc(512); cudaMemcpy(o, d, n * sizeof(float), cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;"},
    {"elements that no kernel has written", half + "float o[64]; cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;", "host.memory.copied s += o[i];\n"},
    {"in memory that new gives", half + "float* o = new float[64]; cudaMemcpy(o, d, 256, cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;", "host.memory.copied s += o[i];\n"},
    {"in a list", half + "std::vector<float> o(64); cudaMemcpy(o.data(), d, 256, cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;", "host.memory.copied s += o[i];\n"},
    {"a tail that is copied along", half + "float o[64]; cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost); float s = 0; for (int i = 0; i < 32; ++i) s += o[i]; return s > 0;"},
    {"a tail that is set before", half + "float o[64]; cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost); for (int i = 32; i < n; ++i) o[i] = 0; float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;"},
    {"a fill before the kernel", "float* d; cudaMalloc(&d, 256); cudaMemset(d, 0, 256); fill<<<1, 32>>>(d, 32); float o[64]; cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost); return o[63] > 0;"},
    {"rows with the width for a pitch", "unsigned char *d, *o = new unsigned char[400]; size_t p; cudaMallocPitch(&d, &p, 100, 4); cudaMemset2D(d, p, 1, 100, 4); cudaMemcpy2D(o, 100, d, 100, 100, 4, cudaMemcpyDeviceToHost); long s = 0; "
                                        "for (int i = 0; i < 400; ++i) s += o[i]; fill<<<1, 1>>>((float*)d, 1); return s > 0;", "host.memory.copied s += o[i];\n"},
    {"rows with their pitch", "unsigned char *d, *o = new unsigned char[400]; size_t p; cudaMallocPitch(&d, &p, 100, 4); cudaMemset2D(d, p, 1, 100, 4); cudaMemcpy2D(o, 100, d, p, 100, 4, cudaMemcpyDeviceToHost); long s = 0; "
                              "for (int i = 0; i < 400; ++i) s += o[i]; fill<<<1, 1>>>((float*)d, 1); return s > 0;"},
    {"nothing of what is copied was written", memory + "float* e; cudaMalloc(&e, 256);" + launch + "cudaMemcpy(h, e, 256, cudaMemcpyDeviceToHost);", "host.copy.unset cudaMemcpy(h, e, 256, cudaMemcpyDeviceToHost);\n"},
    {"records with padding", "Pair *d, o[8]; cudaMalloc(&d, sizeof(o)); pairs<<<1, 8>>>(d); cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost); Pair p = o[3], q[8]; memcpy(q, o, sizeof(o)); return p.a + q[2].b > 0;", "",
     "struct Pair { char a; int b; };\n__global__ void pairs(Pair* p) { p[threadIdx.x].a = 1; p[threadIdx.x].b = 2; }\n"},
    {"what calloc gives", memory + launch + "float* o = (float*)calloc(n, 4); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;"},
    {"what malloc gives", memory + launch + "float* o = (float*)malloc(n * 4); float s = 0; for (int i = 0; i < n; ++i) s += o[i]; return s > 0;", "host.memory.unset s += o[i];\n"},
    {"past the end of an array, by a method", memory + "std::array<float, 64> a{}; cudaMemcpy(d, a.data() + 64, 64, cudaMemcpyHostToDevice);" + launch, "host.copy.from cudaMemcpy(d, a.data() + 64, 64, cudaMemcpyHostToDevice)\n"},
    {"a part of its memory onto another part that overlaps", memory + launch + "cudaMemcpy(d + 8, d, 128, cudaMemcpyDeviceToDevice);", "host.copy.overlap cudaMemcpy(d + 8, d, 128, cudaMemcpyDeviceToDevice)\n"},
    {"a part of its memory onto another part", memory + launch + "cudaMemcpy(d + 32, d, 128, cudaMemcpyDeviceToDevice); cudaMemcpy(d, d, 256, cudaMemcpyDeviceToDevice);"},
    {"as many bytes as a variable has elements", memory + "cudaMemcpyToSymbol(weights, h, 16); weigh<<<1, 64>>>(d);", "host.copy.few cudaMemcpyToSymbol(weights, h, 16)\n"},
    {"a part of a variable", memory + "size_t bytes = 16; cudaMemcpyToSymbol(weights, h, 4 * sizeof(float)); cudaMemcpyToSymbol(weights, h, bytes); weigh<<<1, 64>>>(d);"},
    {"as many bytes as there are for a variable", memory + "float w[4] = {}; cudaMemcpyToSymbol(weights, w, 16); weigh<<<1, 64>>>(d);"},
    {"by a pointer for which there was no memory", memory + "float* e = nullptr; cudaMalloc(&e, 1ull << 50); cudaMemcpy(h, e, 256, cudaMemcpyDeviceToHost);" + launch, "host.copy.nothing cudaMemcpy(h, e, 256, cudaMemcpyDeviceToHost)\n"},
    {"by one for which there was some in the end", memory + "float* e = nullptr; if (cudaMalloc(&e, 1ull << 50) == cudaErrorMemoryAllocation) { cudaGetLastError(); cudaMalloc(&e, 256); } cudaMemset(e, 0, 256); cudaMemcpy(h, e, 256, cudaMemcpyDeviceToHost);" + launch},
    {"more than the memory of new has", memory + "float* a = new float[16]; cudaMemcpy(d, a, 256, cudaMemcpyHostToDevice);" + launch, "host.copy.from cudaMemcpy(d, a, 256, cudaMemcpyHostToDevice)\n"},
    {"a part of it, from its middle", memory + "float* a = new float[16]; for (int i = 0; i < 16; ++i) a[i] = i; cudaMemcpy(d, a + 8, 32, cudaMemcpyHostToDevice);" + launch + "delete[] a;"},
    {"behind its life", memory + launch + "free(h); float x = h[0]; return x > 0;", "host.memory.freed float x = h[0];\n"},
};

}  // namespace

TEST_CASE("what a host program does wrong with its memory is told at its call, and what it does right is not") {
  for (const Mistake& m : mistakes) {
    CAPTURE(m.name);
    CHECK(mistakes_of(source_of(m.body, m.before)) == m.found);
  }
}

TEST_CASE("a program with a mistake goes on as CUDA would, and asks for the error") {
  const std::string copy = memory + "cudaError_t e = cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice); ";
  const auto threads = [](const std::string& body) {
    const std::vector<HostLaunch> launches = launches_of(source_of(body));
    return launches.at(0).block ? (*launches.at(0).block)[0] : 0;
  };
  CHECK(threads(copy + "int k = e == cudaErrorInvalidValue ? 8 : 16; fill<<<1, k>>>(d, 64);") == 8);
  CHECK(threads(copy + "int k = cudaGetLastError() != cudaSuccess ? 8 : 16; fill<<<1, k>>>(d, 64);") == 8);
  CHECK(threads(copy + "cudaGetLastError(); int k = cudaPeekAtLastError() == cudaSuccess ? 8 : 16; fill<<<1, k>>>(d, 64);") == 8);
  CHECK(threads(memory + "cudaError_t e = cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); int k = e == cudaErrorInvalidValue ? 8 : 16; fill<<<1, k>>>(d, 64);") == 16);
  CHECK(threads(memory + "cudaFree(d); int k = cudaFree(d) ? 8 : 16; cudaMalloc(&d, 256); fill<<<1, k>>>(d, 64);") == 8);
}

TEST_CASE("a launch that CUDA refuses is stepped over where the program asks for that error, and gives it") {
  const std::string refused = memory + "fill<<<1, 4096>>>(d, 64); int k = cudaGetLastError() == cudaErrorInvalidConfiguration ? 8 : 16; fill<<<1, k>>>(d, 64);";
  const std::vector<HostLaunch> launches = launches_of(source_of(refused));
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].is_refused);
  CHECK(launches[0].is_passed_by);
  CHECK_FALSE(launches[1].is_refused);
  CHECK((*launches[1].block)[0] == 8);
  const std::vector<HostLaunch> unasked = launches_of(source_of(memory + "fill<<<1, 4096>>>(d, 64); fill<<<1, 8>>>(d, 64);"));
  CHECK(unasked.at(0).is_seen);
  CHECK_FALSE(unasked.at(0).is_refused);
}

TEST_CASE("a run of a program that is cut says after how much") {
  const std::string loop = "for (int i = 0; i < 100000; ++i) fill<<<1, 64>>>(d, 64); ";
  const std::vector<HostLaunch> cut = launches_of(source_of(memory + loop + launch));
  REQUIRE(cut.size() == 2);
  CHECK(cut[0].cut == "after 1200 launches");
  CHECK(cut[0].assumed.empty());
  REQUIRE_FALSE(cut[1].assumed.empty());
  CHECK(cut[1].assumed.back() == "a run of its program was cut after 1200 launches, before it came here");
  const std::vector<HostLaunch> whole = launches_of(source_of(memory + launch));
  CHECK(whole.at(0).cut.empty());
}

TEST_CASE("an error that the program asks for by its name is a warning") {
  const auto severity = [](const std::string& body) {
    const std::vector<Finding> findings = mistake_findings(launches_of(source_of(body)).at(0).mistakes);
    return findings.size() == 1 ? findings[0].severity : Severity::note;
  };
  CHECK(severity(memory + "if (cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice) != cudaErrorInvalidValue) return 1;" + launch) == Severity::warning);
  CHECK(severity(memory + "if (cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice) != cudaSuccess) return 1;" + launch) == Severity::error);
}

TEST_CASE("what hangs on numbers that nobody knows is not told") {
  const auto called = [](const std::string& body) {
    std::string all;
    for (const HostLaunch& l : launches_of(head + "int main(int argc, char** argv) { " + body + " }\n"))
      for (const HostMistake& m : l.mistakes) all += m.code + "\n";
    return all;
  };
  const std::string guessed = "if (argc < 2) return 1; int n = atoi(argv[1]); float *d, a[4] = {}; cudaMalloc(&d, 256); ";
  CHECK(called(guessed + "cudaMemcpy(d, a, n * 4, cudaMemcpyHostToDevice);" + launch) == "");
  CHECK(called(guessed + "cudaFree(d); cudaFree(d);" + launch) == "host.free.twice\n");
  const std::string own = "int n = 128; if (argc > 1) n = atoi(argv[1]); float *d, a[128] = {}; cudaMalloc(&d, 256); ";
  CHECK(called(own + "cudaMemcpy(d, a, n * 4, cudaMemcpyHostToDevice);" + launch) == "host.copy.into\n");
  CHECK(called(own + launch + "int k = atoi(argv[1]); return k;") == "");
}

TEST_CASE("sentences about memory name it, the sizes, and the lines") {
  const std::string source = source_of("\nfloat *d, h[64] = {};\ncudaMalloc(&d, 64);\ncudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);\nfill<<<1, 16>>>(d, 16);\ncudaFree(d);\ncudaFree(d);");
  std::string all;
  for (const HostLaunch& l : launches_of(source))
    for (const Finding& f : mistake_findings(l.mistakes)) all += f.message + " | " + f.hint + "\n";
  CHECK(all ==
        "`cudaMemcpy` writes 256 bytes to `d`, which has 64 (taken at line 6); the call gives `cudaErrorInvalidValue` and copies nothing | sizes count bytes, not elements: the memory seems to be taken without "
        "`* sizeof(...)`, 4 bytes for each element\n"
        "`cudaFree` is given `d`, which `cudaFree` at line 9 has given back already; the call gives `cudaErrorInvalidValue` | give memory back once; a pointer that is set to `nullptr` behind that may be given "
        "back again, for nothing\n");
}

TEST_CASE("a copy of nothing that was written is a warning, and an error where it is read") {
  const auto finding = [](const std::string& behind) {
    return mistake_findings(launches_of(source_of("float *d, o[64]; cudaMalloc(&d, 256); fill<<<1, 64>>>(d, 0); cudaMemcpy(o, d, 256, cudaMemcpyDeviceToHost);" + behind)).at(0).mistakes).at(0);
  };
  CHECK(finding("").severity == Severity::warning);
  CHECK(finding("").places.size() == 1);
  CHECK(finding("return o[1] > 0;").severity == Severity::error);
  CHECK(finding("return o[1] > 0;").places.size() == 2);
  CHECK(finding("").message == "`cudaMemcpy` copies 256 bytes from `d` (taken at line 4) to the host, and nobody has written any of them");
}

TEST_CASE("sentences about what nobody has written name the copy, the source and the count") {
  const auto told = [](const std::string& body) {
    std::string all;
    for (const HostLaunch& l : launches_of(source_of(body)))
      for (const Finding& f : mistake_findings(l.mistakes)) all += f.message + " | " + f.hint + "\n";
    return all;
  };
  CHECK(told("\nfloat *d, *o = (float*)malloc(256);\ncudaMalloc(&d, 256);\nfill<<<1, 64>>>(d, 64);\ncudaMemcpy(o, d, 64, cudaMemcpyDeviceToHost);\nreturn o[16] > 0;") ==
        "the host program reads element 16 of `o` (taken at line 5), which nobody has written: the copy at line 8 fills 64 of its 256 bytes | sizes count bytes, not elements: the copy seems to lack `* sizeof(...)`, "
        "4 bytes for each element\n");
  CHECK(told("\nfloat *d, o[64];\ncudaMalloc(&d, 256);\nfill<<<1, 32>>>(d, 32);\ncudaMemcpy(o, d, 256, cudaMemcpyDeviceToHost);\nreturn o[40] > 0;") ==
        "the host program reads element 40 of `o`, which the copy at line 8 has brought from element 40 of `d` (taken at line 6); nobody has written it there: 128 of the 256 bytes copied have no value | let a kernel "
        "write all that is copied, or fill it before (`cudaMemset`); or copy and read only what is written\n");
}

TEST_CASE("mistakes before the first launch, and in programs that come to none, are told at the first one") {
  const std::vector<HostLaunch> none = launches_of(source_of(memory + "if (cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice) != cudaSuccess) exit(1);" + launch));
  REQUIRE(none.size() == 1);
  CHECK_FALSE(none[0].is_seen);
  REQUIRE(none[0].mistakes.size() == 1);
  CHECK(none[0].mistakes[0].code == "host.copy.into");
}

TEST_CASE("findings of codes that do not exist are none") {
  HostMistake m;
  m.code = "host.copy.nonsense";
  CHECK(mistake_findings({m}).empty());
  m.code = "race.update";
  CHECK(mistake_findings({m}).empty());
  m.code = "host.memory.null";
  CHECK(mistake_findings({m}).size() == 1);
}

TEST_CASE("a program that ends at its own mistake is told of it, though it may be called with words") {
  const auto found = [](const std::string& count) {
    return mistakes_of(head + "int main(int argc, char** argv) { int n = argc > 1 ? atoi(argv[1]) : " + count + "; std::vector<float> v(n); float* d; cudaMalloc(&d, 256);\n" +
                       "if (cudaMemcpyToSymbol(weights, v.data(), v.size() * 4) != cudaSuccess) return 1;" + launch + " }\n");
  };
  CHECK(found("20") == "host.copy.into cudaMemcpyToSymbol(weights, v.data(), v.size() * 4)\n");
  CHECK(found("16") == "");
}

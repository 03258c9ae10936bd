// `warpbook run FILE.cu`: the launches that it runs, and what its reports and its exit status say of them all.
#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/cli/cli.h"

using namespace wb;
namespace fs = std::filesystem;

namespace {

struct Ran {
  int status = 0;
  std::string out, errors;
  nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

std::string contents(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// While it lives, what is written to a stream goes to a file.
class Redirected {
 public:
  Redirected(FILE* stream, const fs::path& to) : stream_(stream), kept_((std::fflush(stream), dup(fileno(stream)))) {
    FILE* file = std::fopen(to.c_str(), "w");
    dup2(fileno(file), fileno(stream_));
    std::fclose(file);
  }
  ~Redirected() { std::fflush(stream_), dup2(kept_, fileno(stream_)), close(kept_); }

 private:
  FILE* stream_;
  int kept_;
};

fs::path own_folder() { return fs::temp_directory_path() / ("wb-run-file-" + std::to_string(getpid())); }

// warpbook WORDS...
Ran command(std::vector<std::string> all) {
  const fs::path folder = own_folder();
  fs::create_directories(folder);
  all.insert(all.begin(), "warpbook");
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  Ran ran;
  {
    Redirected out(stdout, folder / "out"), errors(stderr, folder / "errors");
    ran.status = run_command_line(static_cast<int>(argv.size()), argv.data(), {});
  }
  ran.out = contents(folder / "out");
  ran.errors = contents(folder / "errors");
  fs::remove_all(folder);
  return ran;
}

// warpbook run own.cu WORDS...
Ran run(const std::string& text, const std::vector<std::string>& words = {}) {
  fs::create_directories(own_folder());
  std::ofstream(own_folder() / "own.cu") << text;
  std::vector<std::string> all{"run", (own_folder() / "own.cu").string()};
  all.insert(all.end(), words.begin(), words.end());
  return command(all);
}

const std::string kernels = "__global__ void fill(int* p) { p[threadIdx.x] = threadIdx.x; }\n"
                            "__global__ void shift(int* p) { p[threadIdx.x] = p[threadIdx.x + 1]; }\n"
                            "__global__ void never(int* p) { p[0] = 1; }\n";
const std::string begin = "int main(int argc, char** argv) { int* p; cudaMalloc(&p, 65 * 4);\n";

std::vector<std::string> names(const nlohmann::json& report) {
  std::vector<std::string> all;
  for (const auto& one : report.at("launches")) all.push_back(one.at("launch"));
  return all;
}

}  // namespace

TEST_CASE("all launches of a program are run, and the report's head is the one that went worst") {
  const std::string text = kernels + begin + "fill<<<1, 65>>>(p);\nshift<<<1, 64>>>(p);\nfill<<<1, 32>>>(p);\nif (argc > 4) never<<<1, 1>>>(p); }\n";
  const Ran ran = run(text, {"--report", "json"});
  const nlohmann::json report = ran.json();
  CHECK(ran.status == exit_not_clean);
  CHECK(report.at("launch") == "shift");
  CHECK(report.at("engines").at("sim").at("findings")[0].at("kind") == "race.war");
  CHECK(names(report) == std::vector<std::string>{"fill", "shift", "fill-2"});
  CHECK(report.at("launches")[2].at("line") == 7);
  CHECK(report.at("launches")[2].at("block")[0] == 32);
  CHECK(report.at("launches")[0].at("engines").at("sim").at("status") == "clean");

  const Ran said = run(text);
  CHECK(said.out.find("Launches of own.cu\n  fill    line 5     clean\n  shift   line 6     1 error\n  fill-2  line 7     clean\n  not run: `never`, which the host code does not launch\n") != std::string::npos);
}

TEST_CASE("a launch that is like an earlier one, but for memory that was given back, is run") {
  const Ran ran = run(kernels + begin + "fill<<<1, 65>>>(p);\ncudaFree(p);\nfill<<<1, 65>>>(p); }\n", {"--report", "json"});
  CHECK(ran.status == exit_not_clean);
  CHECK(names(ran.json()) == std::vector<std::string>{"fill", "fill-2"});
  CHECK(ran.json().at("engines").at("sim").at("findings")[0].at("kind") == "memory.lifetime");
}

TEST_CASE("the worst of a hundred kernels is found though it is the last") {
  std::string text = kernels, calls;
  for (int i = 0; i < 99; ++i) {
    const std::string name = "fill" + std::to_string(i);
    text += "__global__ void " + name + "(int* p) { p[threadIdx.x] = " + std::to_string(i) + "; }\n";
    calls += name + "<<<1, 65>>>(p);\n";
  }
  const Ran ran = run(text + begin + calls + "shift<<<1, 64>>>(p); }\n", {"--report", "json"});
  CHECK(ran.status == exit_not_clean);
  CHECK(ran.json().at("launch") == "shift");
  CHECK(ran.json().at("launches").size() == 100);
}

TEST_CASE("one launch's report is that launch's, and a clean program's head is its first") {
  const Ran one = run(kernels + begin + "fill<<<1, 1>>>(p); }\n", {"--report", "json"});
  CHECK(one.status == exit_fine);
  CHECK(!one.json().contains("launches"));
  const Ran two = run(kernels + begin + "fill<<<1, 65>>>(p); shift<<<1, 1>>>(p); }\n", {"--report", "json"});
  CHECK(two.status == exit_fine);
  CHECK(two.json().at("launch") == "fill");
}

TEST_CASE("a program's whole numbers come to its kernels with all of their digits, and converted") {
  const std::string hash = "__global__ void k(int* p, unsigned long long a, unsigned long b, unsigned c, int d, long long e) {\n"
                           "  if (a == 0xffffffffffffffc5ull && b == 1000000000000000001ul && c == 0xffffffffu && d == -2 && e == -0x7fffffffffffff01ll) p[0] = 1; else p[100] = 2; }\n";
  CHECK(run(hash + begin + "k<<<1, 1>>>(p, 0xffffffffffffffc5ull, 1000000000000000001ul, -1, 0xfffffffeu, -0x7fffffffffffff01ll); }\n").status == exit_fine);
  CHECK(run(hash + begin + "k<<<1, 1>>>(p, 0xffffffffffffffc5ull, 1000000000000000002ul, -1, 0xfffffffeu, -0x7fffffffffffff01ll); }\n").status == exit_not_clean);
}

TEST_CASE("a name or a wish for one launch leaves the others out") {
  const std::string text = kernels + begin + "fill<<<1, 65>>>(p); shift<<<1, 64>>>(p); fill<<<1, 32>>>(p); }\n";
  CHECK(names(run(text, {"--report", "json", "--kernel", "fill"}).json()) == std::vector<std::string>{"fill", "fill-2"});
  CHECK(run(text, {"--report", "json", "--block", "8"}).json().at("launch") == "fill");
  CHECK(run(text, {"--report", "json", "--block", "8"}).errors.find("note: not run: `shift`: one launch was asked for (--kernel says which)\n") != std::string::npos);
  CHECK(!run(text, {"--report", "json", "--block", "8"}).json().contains("launches"));
  const Ran wrong = run(text, {"--kernel", "shft"});
  CHECK(wrong.status == exit_bad_input);
  CHECK(wrong.errors.find("did you mean `shift`?") != std::string::npos);
}

TEST_CASE("what a program does wrong with its memory is told at its line, whether it comes to a launch or not") {
  const std::string text = "__global__ void make(int* p) { p[threadIdx.x] = threadIdx.x; }\n"
                           "int main() { int *p, h[64];\n"
                           "  cudaMalloc(&p, sizeof(h));\n"
                           "  make<<<1, 64>>>(p);\n"
                           "  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);\n";
  const Ran wrong = run(text + "  cudaFree(p);\n  cudaFree(p);\n}\n");
  CHECK(wrong.status == exit_not_clean);
  CHECK(wrong.out.find("own.cu:7:3: error[host.free]: `cudaFree` is given `p`, which `cudaFree` at line 6 has given back already; the call gives `cudaErrorInvalidValue`\n"
                       "    7 |   cudaFree(p);\n"
                       "      |   ^^^^^^^^^^^ the host program\n") != std::string::npos);
  const Ran right = run(text + "  cudaFree(p);\n}\n");
  CHECK(right.status == exit_fine);
  CHECK(right.out.find("host.") == std::string::npos);
  const Ran ended = run("__global__ void make(int* p) { p[threadIdx.x] = threadIdx.x; }\nint main() { int* p;\n  cudaMalloc(&p, 256);\n  p[0] = 1;\n  make<<<1, 64>>>(p);\n}\n");
  CHECK(ended.status == exit_not_clean);
  CHECK(ended.out.find("own.cu:4:3: error[host.memory]: the host program itself writes `p`, which is memory of the device (taken at line 3); that ends the program") != std::string::npos);
}

TEST_CASE("what nobody waits for is told with both places, and no word is said where somebody does") {
  const std::string head = "__global__ void make(int* p) { p[threadIdx.x] = threadIdx.x; }\n"
                           "__global__ void take(const int* q, int* sum) { atomicAdd(sum, q[threadIdx.x]); }\n"
                           "int main() { int *p, *sum; cudaMalloc(&p, 256); cudaMallocManaged(&sum, 4); *sum = 0;\n"
                           "cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);\n"
                           "make<<<1, 64, 0, s>>>(p);\n";
  const Ran early = run(head + "take<<<1, 64, 0, t>>>(p, sum);\nreturn *sum; }\n");
  CHECK(early.status == exit_not_clean);
  CHECK(early.out.find("own.cu:1:32: error[host.async]: `make`, launched at line 5 in stream `s`, writes `p[0]` at line 1, and `take`, launched at line 6 in stream `t`, reads it at line 2; nothing puts the two in order\n"
                       "    1 | __global__ void make(int* p) { p[threadIdx.x] = threadIdx.x; }\n"
                       "      |                                ^^^^^^^^^^^^^^ write by `make`, launched at line 5 in stream `s`\n"
                       "    2 | __global__ void take(const int* q, int* sum) { atomicAdd(sum, q[threadIdx.x]); }\n"
                       "      |                                                               ^^^^^^^^^^^^^^ read by `take`, launched at line 6 in stream `t`\n"
                       " hint: record an event behind the first (`cudaEventRecord(event, s)`) and let the other stream wait for it (`cudaStreamWaitEvent(t, event)`), or give both to one stream\n") != std::string::npos);
  CHECK(early.out.find("error[host.async]: `take`, launched at line 6 in stream `t`, changes `sum[0]` at line 2, and the host program reads it at line 7 without having waited for that\n") != std::string::npos);
  const Ran json = run(head + "take<<<1, 64, 0, t>>>(p, sum);\nreturn *sum; }\n", {"--report", "json"});
  const nlohmann::json report = json.json();
  const nlohmann::json& found = report.at("engines").at("sim").at("findings");
  REQUIRE(found.size() == 2);
  CHECK(found[1].at("places")[1].at("by") == "the host program");
  CHECK(found[1].at("places")[1].at("thread").is_null());

  const std::string saved = own_folder().string() + ".wbtrace";
  CHECK(run(head + "take<<<1, 64, 0, t>>>(p, sum);\nreturn *sum; }\n", {"--kernel", "take", "--trace", saved}).status == exit_not_clean);
  const Ran opened = command({"trace", saved, "--report", "json"});
  CHECK(opened.status == exit_not_clean);
  CHECK(opened.json().at("replay").at("equal") == true);
  CHECK(opened.json().at("engines").at("sim").at("findings").size() == 2);
  CHECK(opened.json().at("engines").at("sim").at("findings")[1] == found[1]);
  fs::remove(saved);

  const Ran waited = run(head + "cudaStreamSynchronize(s);\ntake<<<1, 64, 0, t>>>(p, sum);\ncudaDeviceSynchronize();\nreturn *sum; }\n");
  CHECK(waited.status == exit_fine);
  CHECK(waited.out.find("host.async") == std::string::npos);
}

TEST_CASE("without host code every kernel is run") {
  CHECK(names(run(kernels, {"--report", "json"}).json()) == std::vector<std::string>{"fill", "shift", "never"});
}

TEST_CASE("what does not compile is said once, and nothing is reported") {
  const Ran ran = run("__global__ void a(int* p) { p[0] = std::string(); }\n__global__ void b(int* p) { p[0] = 1; }\n" + begin + "a<<<1, 1>>>(p); b<<<1, 1>>>(p); }\n", {"--report", "json"});
  CHECK(ran.status == exit_bad_input);
  CHECK(ran.out.empty());
  CHECK(ran.errors.find("WB3024") == ran.errors.rfind("WB3024"));
  CHECK(ran.errors.find("WB3024") != std::string::npos);
}

TEST_CASE("what a kernel takes from the device's heap is there for the next ones, until one gives it back") {
  const std::string text =
      "#include <cstdio>\n"
      "struct Shape { __device__ virtual float area() const = 0; __device__ virtual ~Shape() {} };\n"
      "struct Square : Shape { float* side; int at; __device__ Square(float* s, int i) : side(s), at(i) {} __device__ float area() const override { return side[at] * side[at]; } };\n"
      "__device__ Shape* first;\n"
      "__global__ void make(Shape** v, float* sides) { v[threadIdx.x] = new Square(sides, threadIdx.x); if (threadIdx.x == 0) first = v[0]; }\n"
      "__global__ void areas(Shape** v, float* out) { out[threadIdx.x] = v[threadIdx.x + SHIFT]->area() + first->area(); }\n"
      "__global__ void drop(Shape** v) { delete v[threadIdx.x]; }\n"
      "int main() { Shape** v; float *s, *o; float h[8] = {1, 2, 3, 4, 5, 6, 7, 8}; cudaMalloc(&v, 8 * sizeof *v); cudaMalloc(&s, 32); cudaMalloc(&o, 32); cudaMemcpy(s, h, 32, cudaMemcpyHostToDevice);\n"
      "  make<<<1, 8>>>(v, s);\n  areas<<<1, 8>>>(v, o);\n  drop<<<1, 8>>>(v);\n  if (LATE) areas<<<1, 8>>>(v, o);\n  return cudaDeviceSynchronize(); }\n";
  const Ran fine = run("#define SHIFT 0\n#define LATE 0\n" + text, {"--report", "json"});
  CHECK(fine.status == 0);
  CHECK(fine.json().at("launches").size() == 3);
  const Ran late = run("#define SHIFT 0\n#define LATE 1\n" + text);
  CHECK(late.status == 1);
  CHECK(late.out.find("an earlier launch gave that block back at line 9") != std::string::npos);
  const Ran shifted = run("#define SHIFT 1\n#define LATE 0\n" + text);
  CHECK(shifted.out.find("`v[8]`") != std::string::npos);
}

TEST_CASE("records of numbers of one type are shown as numbers, and are no rows to stay in") {
  const Ran ran = run("struct V { float x, y, z; };\n__global__ void k(V* v) { v[threadIdx.x] = {0.5f, 1, 2}; ((float*)v)[3 * threadIdx.x + 4] = 7; }\n"
                      "int main() { V* v; cudaMalloc(&v, 3 * sizeof(V)); k<<<1, 1>>>(v); return cudaDeviceSynchronize(); }\n");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("float[9]") != std::string::npos);
  CHECK(ran.out.find("0.5 1 2 ? 7 ? ?") != std::string::npos);
}

// The program's functions have other numbers than each kernel's: those of its library, and the lambda, stand in between.
TEST_CASE("pointers to device functions go from variables of the file into arguments, records, memory and other variables") {
  const std::string text =
      "#include <vector>\n"
      "typedef int (*Step)(int, const int*);\n"
      "template <class T> __device__ int twice(int i, const T* v) { return 2 * v[i]; }\n"
      "__device__ int next(int i, const int* v) { return v[i + BEHIND]; }\n"
      "__device__ Step table[2] = {next, twice<int>};\n__device__ Step one = twice<int>;\n__device__ Step kept;\n"
      "struct Steps { int n; Step step[2]; };\n"
      "__global__ void keep(Step s) { kept = s; }\n"
      "__global__ void all(int* out, const int* v, Step s, Steps more, const Step* list) {\n"
      "  int i = threadIdx.x;\n"
      "  out[i] = s(i, v) + more.step[0](i, v) + more.step[1](i, v) + list[0](i, v) + kept(i, v);\n}\n"
      "int main() {\n"
      "  std::vector<int> h(64, 3); int *v, *out; cudaMalloc(&v, 256); cudaMalloc(&out, 256); cudaMemcpy(v, h.data(), 256, cudaMemcpyHostToDevice);\n"
      "  Step s, *list; Steps more; more.n = 2;\n"
      "  cudaMemcpyFromSymbol(&s, one, sizeof(Step)); cudaMemcpyFromSymbol(more.step, table, sizeof more.step);\n"
      "  cudaMemcpyFromSymbol(&h[0], table, sizeof(Step), sizeof(Step));\n"
      "  cudaMalloc(&list, sizeof(Step)); cudaMemcpy(list, &s, sizeof(Step), cudaMemcpyHostToDevice);\n"
      "  keep<<<1, 1>>>(more.step[1]);\n"
      "  all<<<1, 64>>>(out, v, s, more, list);\n"
      "  int got[64]; cudaMemcpy(got, out, 256, cudaMemcpyDeviceToHost);\n"
      "  keep<<<got[0], 1>>>(s);\n"
      "}\n";
  const nlohmann::json fine = run("#define BEHIND 0\n" + text, {"--report", "json"}).json();
  CHECK(names(fine) == std::vector<std::string>{"keep", "all", "keep-2"});
  for (const auto& one : fine.at("launches")) CHECK(one.at("engines").at("sim").at("status") == "clean");
  CHECK(fine.at("launches")[2].at("grid")[0] == 6 + 3 + 6 + 6 + 6);
  const nlohmann::json over = run("#define BEHIND 1\n" + text, {"--report", "json", "--kernel", "all"}).json();
  CHECK(over.at("engines").at("sim").at("findings")[0].at("kind") == "oob.read");
}

TEST_CASE("an instance's name finds its arguments' types in their namespaces") {
  const Ran ran = run("namespace app {\nnamespace hashes { struct Mix { static __host__ __device__ unsigned of(unsigned x) { return x * 2654435761u; } }; }\n"
                      "template <class K, class H> class Table { public: K* keys; unsigned room; explicit Table(unsigned n) : room(n) { cudaMalloc(&keys, n * sizeof(K)); cudaMemset(keys, 0, n * sizeof(K)); }\n"
                      "  __device__ void insert(K key) { atomicAdd(&keys[H::of(key) % room], key); } };\n"
                      "template <class T> __global__ void insertAll(T table) { table.insert(threadIdx.x); }\n}\n"
                      "int main() { using namespace app; using table_t = Table<unsigned, hashes::Mix>; table_t t(64); insertAll<table_t><<<1, 32>>>(t); return cudaDeviceSynchronize(); }\n");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("clean") != std::string::npos);
}

TEST_CASE("a launch that CUDA refuses is a finding where a program makes it, and bad input where options do") {
  const std::string text = kernels + begin + "fill<<<1, 65>>>(p);\nfill<<<1, 2048>>>(p); }\n";
  const Ran refused = run(text);
  CHECK(refused.status == exit_not_clean);
  CHECK(refused.out.find("own.cu:6:1: error[launch.invalid]: the block (2048,1,1) is larger than (1024,1024,64) in one dimension; the kernel did not run\n") != std::string::npos);
  CHECK(run(kernels + begin + "fill<<<1, 65>>>(p); }\n", {"--block", "2048"}).status == exit_bad_input);
}

// Accesses that go by an address that another one has found do what they do alone: each kernel runs as it was lowered, and again with all
// sharing taken out of its program.
#include "run_kernel.h"
#include "simulator/program/program.h"

using namespace wb;
using wb::test::Kernel;

namespace {

bool may_share(const Ins& ins) { return (is_load(ins.op) || is_store(ins.op)) && ins.c; }

std::shared_ptr<const Program> without_sharing(const Program& program) {
  auto alone = std::make_shared<Program>(program);
  for (Ins& ins : alone->code)
    if (may_share(ins)) ins.c = 0;
  return alone;
}

// How many go by an address that another one found.
int later_ones(const Program& program) {
  int count = 0;
  for (const Ins& ins : program.code) count += may_share(ins) && ins.is_later_of_address();
  return count;
}

void check_same(const SimulationResult& a, const SimulationResult& b) {
  CHECK(a.status == b.status);
  REQUIRE(a.buffers.size() == b.buffers.size());
  for (size_t i = 0; i < a.buffers.size(); ++i) {
    CHECK(a.buffers[i].bytes == b.buffers[i].bytes);
    CHECK(a.buffers[i].written == b.buffers[i].written);
  }
  CHECK(a.counters == b.counters);
  CHECK(a.accesses == b.accesses);
  REQUIRE(a.findings.size() == b.findings.size());
  for (size_t i = 0; i < a.findings.size(); ++i) {
    CHECK(a.findings[i].message == b.findings[i].message);
    CHECK(a.findings[i].count == b.findings[i].count);
    CHECK(a.findings[i].tick == b.findings[i].tick);
  }
}

// 3 blocks of 16 x 6 threads; in: 300 ints, out: 288 ints, few: 40 bytes; n: 288.
void check(const std::string& body, int shared) {
  CAPTURE(body);
  Kernel kernel("__global__ void k(const int* in, int* out, unsigned char* few, int n) {\n  int t = threadIdx.y * 16 + threadIdx.x, i = blockIdx.x * 96 + t;\n" + body + "}\n");
  REQUIRE(kernel.compiled.ok());
  CHECK(later_ones(*kernel.compiled.program) == shared);
  std::vector<int32_t> numbers(300);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i * 2654435761u % 1009) - 300;
  kernel.shape({3, 1, 1}, {16, 6, 1}).in(numbers).out<int32_t>(288).in(std::vector<uint8_t>(40, 7)).value(int64_t{288});
  const std::shared_ptr<const Program> alone = without_sharing(*kernel.compiled.program);
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial})
    for (uint64_t seed : {0, 5}) {
      RunOptions options = kernel.options;
      options.schedule = schedule;
      options.seed = seed;
      for (bool checks : {false, true}) {
        options.checks = checks;
        CAPTURE(schedule_name(schedule));
        CAPTURE(checks);
        check_same(simulate(kernel.compiled.program, kernel.launch, options), simulate(alone, kernel.launch, options));
      }
    }
}

}  // namespace

TEST_CASE("neighbouring elements share an address") {
  check("  out[i] = in[i] + in[i + 1] * in[i + 2];\n", 2);
  check("  out[i] = in[3 * t] + in[3 * t + 1] - in[3 * t + 2];\n", 2);  // 3 * t, three times computed
  check("  if (t < 40) few[t] += few[39 - t] & few[t];\n", 2);
  check("  __shared__ int s[6][16]; s[threadIdx.y][threadIdx.x] = in[i]; __syncthreads();\n"
        "  int sum = 0; for (int k = 0; k < 6; k++) sum += s[threadIdx.y][k] ^ s[k][threadIdx.x];\n  out[i] = sum;\n", 10);
}

TEST_CASE("a displacement that leaves the allocation is found out") {
  check("  out[i] = in[i] + in[i + 10] + in[i + 40];\n", 2);      // behind the end, in the last block
  check("  out[i] = in[i + 40] + in[i];\n", 1);                   // the first is at fault, the later one is not
  check("  int v = out[i]; out[i - 1] = v; out[i + 1] = i;\n", 2);  // in front of the start; never written
  check("  ((int*)few)[0] = t; few[t] = 1; few[t + 1] = 2;\n", 1);
  check("  out[i] = *(const int*)(few + t) + *(const int*)(few + t + 1);\n", 0);  // other pieces: not aligned
}

TEST_CASE("what changes the index or parts the lanes ends the sharing") {
  check("  int k = t; int a = in[k]; k += a & 3; int b = in[k]; out[i] = a + b;\n", 0);
  check("  int k = t; int a = in[k]; k = k + 0 * a; out[i] = in[k] + in[k + 1];\n", 1);
  check("  int a = in[i]; if (a > 0) a += in[i + 1]; out[i] = a + in[i + 2];\n", 0);
  check("  int a = 0; for (int k = 0; k < (t & 7); k++) a += in[t] * in[t + k] + in[t + 1]; out[i] = a;\n", 1);
  check("  if (t % 3) { out[i] = in[i] + in[i + 1]; } else { out[i] = in[i] - in[i + 1]; }\n", 2);
  check("  int a = in[in[i] & 31]; out[i] = a + in[in[i] & 31];\n", 1);  // in[i] alone: what was loaded is a new value each time
}

TEST_CASE("more addresses than there are numbers") {
  std::string text = "  int a = 0;\n";
  for (int pass = 0; pass < 2; ++pass)
    for (int k = 1; k <= 20; ++k) text += "  a += in[t * " + std::to_string(k) + " & 255] ^ in[(t * " + std::to_string(k) + " & 255) + 1];\n";
  check(text + "  out[i] = a;\n", 40);
}

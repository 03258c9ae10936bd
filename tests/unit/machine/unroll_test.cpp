// A loop that is written out does what the loop does: each kernel here is compiled twice, with its bounds as numbers and with the same
// bounds as a parameter that nobody knows before the run.
#include <map>

#include "run_kernel.h"
#include "simulator/program/program.h"

using namespace wb;
using wb::test::Kernel;

namespace {

// `#` stands for the bound: a number, or `n`, the last parameter.
std::string with_bound(std::string text, const std::string& bound) {
  for (size_t at; (at = text.find('#')) != std::string::npos;) text.replace(at, 1, bound);
  return text;
}

struct Ran {
  Kernel kernel;
  size_t backward_branches = 0;
  std::vector<uint32_t> lines;                              // that thread 40 of block 1 comes by, step by step
  std::map<uint32_t, std::vector<std::string>> variables;   // by line: what it sees there each time
};

Ran run(const std::string& text, int bound, bool as_number) {
  Ran ran{Kernel(with_bound(text, as_number ? std::to_string(bound) : "n")), 0, {}, {}};
  std::vector<int32_t> numbers(128);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i * 37 % 101) - 20;
  ran.kernel.shape({2, 1, 1}, {64, 1, 1}).in(numbers).out<int32_t>(128).value(int64_t{bound});
  ran.kernel.options.record = true;
  ran.kernel.run();
  const Program& program = *ran.kernel.compiled.program;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    ran.backward_branches += (is_branch(program.code[pc].op) || program.code[pc].op == Opcode::jump) && program.code[pc].imm <= static_cast<int32_t>(pc);

  const Recording& recording = *ran.kernel.result.recording;
  const ThreadRef thread{1, 40};
  std::optional<Tick> at = recording.find_line(0, thread, 2, 1);
  for (; at && *at < recording.end() && ran.lines.size() < 500; at = recording.step(*at, StepKind::line, Direction::forwards, thread)) {
    const std::vector<LaneView> lanes = recording.lanes(*at, thread.block);
    if (lanes[thread.thread].state == LaneState::done) break;
    if (lanes[thread.thread].state != LaneState::running) continue;
    const uint32_t line = recording.sources().start(lanes[thread.thread].span).line;
    ran.lines.push_back(line);
    std::string all;
    for (const VariableView& v : recording.variables(*at, thread))
      if (v.name != "n") all += v.name + "=" + v.value + " ";
    ran.variables[line].push_back(all);
  }
  return ran;
}

std::string describe(const AccessCounters& a) {
  return std::to_string(static_cast<int>(a.space)) + std::to_string(static_cast<int>(a.kind)) + " " + std::to_string(a.requests) + " " +
         std::to_string(a.sectors) + " " + std::to_string(a.wavefronts) + " " + std::to_string(a.conflicts) + " " + std::to_string(a.bytes);
}

void check_same(const std::string& text, int bound) {
  CAPTURE(text);
  const Ran written_out = run(text, bound, true), loop = run(text, bound, false);
  CHECK(written_out.backward_branches < loop.backward_branches);
  for (size_t b = 0; b < 2; ++b) {
    CHECK(written_out.kernel.result.buffers[b].bytes == loop.kernel.result.buffers[b].bytes);
    CHECK(written_out.kernel.result.buffers[b].written == loop.kernel.result.buffers[b].written);
  }
  const auto &a = written_out.kernel.result.accesses, &b = loop.kernel.result.accesses;
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) CHECK(describe(a[i]) == describe(b[i]));
  const auto &f = written_out.kernel.result.findings, &g = loop.kernel.result.findings;
  REQUIRE(f.size() == g.size());
  for (size_t i = 0; i < f.size(); ++i) {
    CHECK(f[i].message == g[i].message);
    CHECK(f[i].count == g[i].count);
  }
  CHECK(written_out.lines == loop.lines);
  CHECK(written_out.variables == loop.variables);
}

bool is_loop(const std::string& text) {
  Kernel kernel(text);
  REQUIRE(kernel.compiled.ok());
  const Program& program = *kernel.compiled.program;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if ((is_branch(program.code[pc].op) || program.code[pc].op == Opcode::jump) && program.code[pc].imm <= static_cast<int32_t>(pc)) return true;
  return false;
}

}  // namespace

TEST_CASE("a loop that is written out does what the loop does") {
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < #; i++)
    sum += in[(t + i) & 63] * (i + 1);
  out[blockIdx.x * 64 + t] = sum;
})", 5);
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[4][64];
  int t = threadIdx.x;
  for (int i = 0; i < #; i++) {
    int v = in[64 * blockIdx.x + t] - i;
    if (v > 3)
      v = v / 2;
    else
      v = -v;
    s[i][t] = v;
  }
  int sum = 0;
  for (int i = # - 1; i >= 0; --i) sum = sum * 3 + s[i][t ^ i];
  out[blockIdx.x * 64 + t] = sum;
})", 4);
}

TEST_CASE("counters go down, by halves and in nests") {
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  int t = threadIdx.x;
  int sum = 0;
  for (int i = #; i > 0; i >>= 1) sum += in[t ^ i];
  for (unsigned j = 1; j < #; j *= 2)
    sum += (int)j * in[j];
  for (int dy = 0; dy < #; dy += 3)
    for (int dx = -1; dx <= #; dx += 4) {
      int x = t + dx;
      if (x >= 0 && x < 64)
        sum += in[x] << dy;
    }
  out[blockIdx.x * 64 + t] = sum;
})", 8);
}

TEST_CASE("races and faults are found in a loop that is written out") {
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[70];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < #; i++) {
    if (t < 32)
      s[t + i] += 1;
    else
      s[t - i] += s[t];
  }
  out[blockIdx.x * 64 + t] = s[t];
})", 3);
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < #; i++) {
    __syncthreads();
    if (t < 32)
      s[t] += s[t + 32 - i];
  }
  out[blockIdx.x * 64 + t] = s[t];
})", 4);
  // A barrier before it puts the warps a pass apart: each waits at another copy of the loop's barrier.
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) __syncthreads();
  for (int i = 0; i < #; i++) {
    s[t] += i;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = s[t];
})", 4);
  check_same(R"(__global__ void k(const int* in, int* out, int n) {
  int v;
  int t = threadIdx.x;
  for (int i = 0; i < #; i++)
    out[t * 2 + i + 64 * blockIdx.x] = in[t + 16 * i] << (i * 12);
  if (t > 3)
    v = 3;
  out[0] = v;
})", 6);
}

TEST_CASE("which loops are written out") {
  const auto kernel = [](const std::string& body) { return "__global__ void k(int* p, int n) { int t = threadIdx.x; " + body + " }"; };
  CHECK(!is_loop(kernel("for (int i = 0; i < 16; i++) p[t * 16 + i] = i;")));
  CHECK(!is_loop(kernel("for (long i = 0; i != 6; ++i) p[t * 6 + i] = 1;")));
  // Not where somebody may leave, wait or change the counter, nor very long ones.
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { if (p[i] == t) break; p[t] = i; }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { if (p[i] == t) return; p[t] = i; }")));
  CHECK(!is_loop(kernel("for (int i = 0; i < 16; i++) { p[t] = i; __syncthreads(); }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { p[t] = i; if (n) __syncthreads(); }")));
  CHECK(is_loop(kernel("\n#pragma unroll 1\nfor (int i = 0; i < 16; i++) { p[t] = i; __syncthreads(); }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { p[t] = i; __syncwarp(); }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { p[t] = i; __syncthreads(); if (i == t) break; }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { p[t] = i; i++; }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { int& r = i; r++; p[t] = i; }")));
  CHECK(is_loop(kernel("for (int i = 0; i < 1000; i++) p[t] = i;")));
  std::string many;
  for (int i = 0; i < 100; ++i) many += "__syncthreads(); ";
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i++) { " + many + "}")));
  CHECK(is_loop(kernel("for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) p[t] += i * j;")));
  CHECK(is_loop(kernel("for (int i = 0; i < n; i++) p[t] = i;")));
  CHECK(is_loop(kernel("for (unsigned i = 3; i >= 0; i--) p[t] = i;")));
  CHECK(is_loop(kernel("for (int i = 0; i < 16; i += 0) p[t] = i;")));
}

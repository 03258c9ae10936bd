// Blocks of a told schedule, replayed alone: warps that it holds back and lanes that it takes from their warps stand as they did among the others, and stores that are
// late arrive when they did.
#include "alone_and_whole.h"
#include "simulator/machine/machine.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr uint32_t blocks = 6, threads = 64;

// Statements over own variables, shared memory (of the next block of the cluster, too, where there are clusters), and two buffers, one of which begins without
// values; barriers of block, cluster and grid, fences, lanes that part.
std::string told_kernel(std::mt19937& random, bool has_clusters) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto value = [&]() -> std::string {
    const char* choices[] = {"a", "b", "t", "7", "s[(a + t) & 63]", "other[(b + t) & 63]", "buf[(t + b) & 127]", "out[(a + t) & 127]", "(int)blockIdx.x"};
    return choices[pick(9)];
  };
  std::string text = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void g(int* buf, int* out, int n) {\n  __shared__ int s[64];\n"
                     "  int t = threadIdx.x, a = t, b = n;\n";
  text += has_clusters ? "  cg::cluster_group cluster = cg::this_cluster();\n  int* other = cluster.map_shared_rank(&s[0], (cluster.block_rank() + 1) % cluster.num_blocks());\n" : "  int* other = s;\n";
  text += "  s[t] = t;\n  __syncthreads();\n  for (int round = 0; round < 3; round++) {\n";
  for (int i = 0; i < 9; ++i) switch (pick(13)) {
      case 0: text += "    a = " + value() + " + round;\n"; break;
      case 1: text += "    other[(t * 5) & 63] = " + value() + ";\n"; break;
      case 2: text += "    buf[(t * 3 + b) & 127] = " + value() + ";\n"; break;
      case 3: text += "    out[(t + a) & 127] = " + value() + ";\n"; break;
      case 4: text += "    ((unsigned char*)out)[(t * 7 + b) & 511] = " + value() + ";\n"; break;
      case 5: text += "    atomicAdd(&buf[" + value() + " & 127], 1);\n"; break;
      case 6: text += "    __threadfence();\n"; break;
      case 7: text += "    __syncthreads();\n"; break;
      case 8: text += "    cg::this_grid().sync();\n"; break;
      case 9: text += has_clusters ? "    cluster.sync();\n" : "    __syncwarp();\n"; break;
      case 10: text += "    if (" + value() + " & 1)\n      b = " + value() + ";\n    else\n      s[t] = a;\n"; break;
      case 11: text += "    for (int i = 0; i < (t & 3); i++) b += " + value() + ";\n"; break;
      case 12: text += "    *(volatile int*)&buf[t & 7] = a;\n    b += *(volatile int*)&buf[(t + 1) & 7];\n"; break;
    }
  return text + "  }\n  buf[128 + blockIdx.x * 64 + t] = a + b + s[t];\n}\n";
}

// Mostly in front of accesses, and until accesses.
ToldSchedule told_schedule(const Program& program, std::mt19937& random) {
  std::vector<uint32_t> accesses, stores;
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    if (is_memory(program.code[pc].op)) accesses.push_back(pc);
    if (is_store(program.code[pc].op)) stores.push_back(pc);
  }
  const auto one_of = [&](const std::vector<uint32_t>& all) { return all[random() % all.size()]; };
  const auto moment = [&] {
    const auto any = static_cast<uint32_t>(random() % program.code.size());
    return ToldSchedule::Moment{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads), random() % 4 ? one_of(accesses) : any, static_cast<uint32_t>(1 + random() % 2)};
  };
  ToldSchedule told;
  if (random() % 2) told.first_blocks.push_back(static_cast<uint32_t>(random() % blocks));
  for (uint64_t left = 1 + random() % 4; left-- > 0;) {
    ToldSchedule::Hold hold{.before = moment(), .until = moment(), .alone = random() % 2 == 0, .last = random() % 6 == 0, .late = random() % 2 == 0};
    if (hold.late) hold.before.pc = one_of(stores);
    told.holds.push_back(hold);
  }
  const uint64_t patience[] = {40, 1500, 1 << 20};
  told.patience = patience[random() % 3];
  return told;
}

struct ToldRun {
  CompileResult compiled;
  KernelLaunch launch;
  MachineOptions options;
  std::vector<HoldState> holds;  // as they end

  ToldRun(std::mt19937& random, bool has_clusters) {
    KernelRun run(told_kernel(random, has_clusters), {blocks, 1, 1}, {threads, 1, 1});
    run.ints("buf", 128 + blocks * threads, 5).output("out", 128, ScalarKind::int_).number(11);
    if (has_clusters) run.launch.cluster = {random() % 2 ? 2u : 3u, 1, 1};
    compiled = compile("k.cu", run.source, "");
    REQUIRE(compiled.ok());
    launch = run.launch;
    options.told = told_schedule(*compiled.program, random);
    Machine machine(compiled.program, launch, options, nullptr);
    machine.run_until(1 << 20);
    holds = machine.state().holds;
  }
  size_t count(bool late) const {
    size_t count = 0;
    for (size_t i = 0; i < holds.size(); ++i) count += options.told.holds[i].late == late && holds[i].since > 0;
    return count;
  }
};

ThreadRef any_thread(std::mt19937& random) { return {static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)}; }

// Of those whom it holds back, too.
ThreadRef concerned_thread(const ToldRun& run, std::mt19937& random) {
  const ToldSchedule::Hold& hold = run.options.told.holds[random() % run.options.told.holds.size()];
  return random() % 2 ? ThreadRef{hold.before.block, hold.before.thread} : ThreadRef{hold.until.block, hold.until.thread};
}

// Near where something is held, or let go.
Tick concerned_tick(const ToldRun& run, Tick end, std::mt19937& random) {
  const HoldState& hold = run.holds[random() % run.holds.size()];
  const Tick around = random() % 2 ? hold.since : hold.ended;
  return std::min(end, around + random() % 3);
}

}  // namespace

TEST_CASE("blocks of a told schedule stand alone as they did among the others") {
  std::mt19937 random(61);
  size_t held = 0, late = 0;
  for (int example = 0; example < 120; ++example) {
    const ToldRun told(random, example % 4 == 3);
    held += told.count(false), late += told.count(true);
    CAPTURE(example);
    const AloneAndWhole run(told.compiled, told.launch, told.options, example % 2 ? 100 + random() % 300 : 1000 + random() % 3000);
    for (int moment = 0; moment < 20; ++moment) {
      const Tick tick = moment == 0 ? run.end : moment % 2 ? concerned_tick(told, run.end, random) : random() % (run.end + 1);
      check_moment(run, tick, moment % 3 ? concerned_thread(told, random) : any_thread(random), {0, 1, 2});
    }
  }
  CHECK(held > 60);
  CHECK(late > 60);
}

TEST_CASE("steps and questions under a told schedule are answered alone as among the others") {
  std::mt19937 random(62);
  for (int example = 0; example < 60; ++example) {
    const ToldRun told(random, example % 4 == 3);
    CAPTURE(example);
    const AloneAndWhole run(told.compiled, told.launch, told.options, 500);
    for (int question = 0; question < 8; ++question) {
      const Tick tick = question % 2 ? concerned_tick(told, run.end, random) : random() % (run.end + 1);
      const ThreadRef thread = concerned_thread(told, random), second = any_thread(random);
      const MemoryPlace shared{2, random() % 64 * 4, 4, thread.block, 0}, global{0, random() % 128 * 4, 4, 0, 0}, without{1, random() % 128 * 4, 4, 0, 0};
      check_steps(run, tick, question % 3 ? Follow(thread) : Follow());
      check_questions(run, tick, thread, second, {shared, global, without}, {"a", "b", "round"});
    }
  }
}

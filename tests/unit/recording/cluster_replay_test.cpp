// Blocks that reach into each other's shared memory, replayed alone a cluster at a time: every moment, step and answer is that of a replay of all blocks.
#include "alone_and_whole.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};
constexpr uint32_t blocks = 6, threads = 64;

// Statements over own variables, own shared memory, that of the next block of the cluster, and a buffer; barriers of block, cluster and grid, those of the
// cluster also in two pieces, with lanes that come there on different ways or have left.
std::string cluster_kernel(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto value = [&]() -> std::string {
    const char* choices[] = {"a", "b", "t", "7", "s[(a + t) & 63]", "other[(b + t) & 63]", "buf[(t + b) & 127]", "(int)blockIdx.x"};
    return choices[pick(8)];
  };
  std::string text = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void g(int* buf, int n) {\n  __shared__ int s[64];\n"
                     "  cg::cluster_group cluster = cg::this_cluster();\n  int* other = cluster.map_shared_rank(&s[0], (cluster.block_rank() + 1) % cluster.num_blocks());\n"
                     "  int t = threadIdx.x, a = t, b = n;\n  s[t] = t;\n  cluster.sync();\n  for (int round = 0; round < 3; round++) {\n";
  const bool some_leave = pick(3) == 0;
  for (int i = 0; i < 9; ++i) switch (pick(11)) {
      case 0: text += "    a = " + value() + " + round;\n"; break;
      case 1: text += "    other[(t * 5) & 63] = " + value() + ";\n"; break;
      case 2: text += "    atomicAdd(&other[" + value() + " & 63], 1);\n"; break;
      case 3: text += "    cluster.sync();\n"; break;
      case 4: text += "    cluster.barrier_arrive();\n    b += " + value() + ";\n    cluster.barrier_wait();\n"; break;
      case 5: text += "    if (" + value() + " & 1) {\n      a += 3;\n      cluster.barrier_arrive();\n    } else {\n      b = " + value() + ";\n      cluster.barrier_arrive();\n    }\n    cluster.barrier_wait();\n"; break;
      case 6: text += some_leave ? "    s[t] = a;\n" : "    cg::this_grid().sync();\n"; break;
      case 7: text += some_leave ? "    b = s[t];\n" : "    __syncthreads();\n"; break;
      case 8: text += "    for (int i = 0; i < (t & 3); i++) b += " + value() + ";\n"; break;
      case 9: text += "    buf[(t * 3 + b) & 127] = " + value() + ";\n"; break;
      case 10: text += "    atomicAdd(&buf[" + value() + " & 127], 1);\n"; break;
    }
  if (some_leave) text += "    if (round == 1 && cluster.block_rank() == 1 && t >= " + std::to_string(16 + 16 * pick(2)) + ") break;\n";
  text += "  }\n";
  return text + (some_leave ? "  if (t >= 48) return;\n" : "") + "  cluster.sync();\n  buf[128 + blockIdx.x * 64 + t] = a + b + s[t];\n}\n";
}

KernelRun cluster_run(std::mt19937& random) {
  KernelRun run(cluster_kernel(random), {blocks, 1, 1}, {threads, 1, 1});
  run.launch.cluster = {random() % 2 ? 2u : 3u, 1, 1};
  run.ints("buf", 128 + blocks * threads, 5).number(11);
  return run;
}

// Each block a cluster of its own: the halves are those of the block's barrier.
KernelRun halves_run(std::mt19937& random) {
  std::string text = cluster_kernel(random);
  for (const auto& [cluster, block] : {std::pair{"cluster.barrier_arrive()", "cg::this_thread_block().barrier_arrive()"},
                                       std::pair{"cluster.barrier_wait()", "cg::this_thread_block().barrier_wait(cg::thread_block::arrival_token{})"}})
    for (size_t at = 0; (at = text.find(cluster, at)) != text.npos;) text.replace(at, std::string_view(cluster).size(), block);
  const size_t from = text.find("int* other = "), to = text.find(';', from);
  text.replace(from, to - from, "int* other = s");
  KernelRun run(text, {blocks, 1, 1}, {threads, 1, 1});
  run.ints("buf", 128 + blocks * threads, 5).number(11);
  return run;
}

ThreadRef any_thread(std::mt19937& random) { return {static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)}; }

}  // namespace

TEST_CASE("a cluster alone stands at every moment as it did among the others") {
  std::mt19937 random(51);
  for (int example = 0; example < 40; ++example) {
    const KernelRun kernel = example % 4 == 3 ? halves_run(random) : cluster_run(random);
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedules[example % 5])));
    const AloneAndWhole run(kernel, schedules[example % 5], static_cast<uint64_t>(example), 100 + random() % 3000);
    for (int moment = 0; moment < 25; ++moment) check_moment(run, moment == 0 ? run.end : random() % (run.end + 1), any_thread(random), {0, 1});
  }
}

// One snapshot alone: whoever goes back comes from moments that were kept on the way.
TEST_CASE("who goes back from a moment, and on again, finds each as it was") {
  std::mt19937 random(53);
  for (int example = 0; example < 30; ++example) {
    const KernelRun kernel = example % 4 == 3 ? halves_run(random) : cluster_run(random);
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedules[example % 5])));
    const AloneAndWhole run(kernel, schedules[example % 5], static_cast<uint64_t>(example), example % 2 ? 1 << 20 : 2000);
    for (int walk = 0; walk < 3; ++walk) {
      const ThreadRef thread = any_thread(random);
      Tick tick = run.end - random() % (run.end / 4 + 1);
      for (int moment = 0; moment < 12; ++moment) {
        check_moment(run, tick, thread, {0, 1});
        const Tick step = random() % (Tick{4} << 2 * (random() % 5));
        tick = random() % 4 ? tick - std::min(tick, step) : std::min(run.end, tick + step);
      }
    }
  }
}

TEST_CASE("steps and questions within clusters are answered alone as among the others") {
  std::mt19937 random(52);
  for (int example = 0; example < 30; ++example) {
    const KernelRun kernel = cluster_run(random);
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedules[example % 5])));
    const AloneAndWhole run(kernel, schedules[example % 5], static_cast<uint64_t>(example), 500);
    for (int question = 0; question < 8; ++question) {
      const Tick tick = random() % (run.end + 1);
      const ThreadRef thread = any_thread(random), second = any_thread(random);
      const MemoryPlace shared{1, random() % 64 * 4, 4, thread.block, 0}, global{0, random() % 128 * 4, 4, 0, 0};
      check_steps(run, tick, question % 2 ? Follow(thread) : Follow());
      check_questions(run, tick, thread, second, {shared, global}, {"a", "b", "round"});
    }
  }
}

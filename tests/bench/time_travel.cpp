#include "tests/bench/time_travel.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <tuple>

#include "simulator/recording/replay.h"
#include "simulator/simulator.h"
#include "tests/bench/answer_digest.h"

namespace wb::bench {
namespace {

constexpr uint32_t threads = 1 << 20, block_threads = 256;

// Time that passes, or that this process is at work: on a machine that others use, too, only the second tells of us.
struct Watch {
  bool counts_work = false;
  double now_ms() const {
    using namespace std::chrono;
    if (counts_work) return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
  }
};

struct TravelLaunch {
  std::string name;  // kernel and file
  KernelLaunch launch;
  uint32_t asked_about = 0;  // the buffer whose elements are asked about
};

DeviceBuffer filled(std::string name, ScalarKind scalar, uint64_t count, std::mt19937& random) {
  DeviceBuffer buffer{.name = std::move(name), .scalar = scalar, .shape = {count}};
  buffer.bytes.resize(count * info(scalar).bytes);
  if (scalar == ScalarKind::float_)
    for (size_t at = 0; at < buffer.bytes.size(); at += 4) {
      const float value = static_cast<float>(random() >> 8) * (1.0f / 16777216.0f);
      std::memcpy(&buffer.bytes[at], &value, 4);
    }
  else
    for (uint8_t& byte : buffer.bytes) byte = static_cast<uint8_t>(random() >> 24);
  return buffer;
}

DeviceBuffer zeros(std::string name, ScalarKind scalar, uint64_t count) {
  DeviceBuffer buffer{.name = std::move(name), .scalar = scalar, .shape = {count}};
  buffer.bytes.resize(count * info(scalar).bytes);
  return buffer;
}

TravelLaunch travel_launch(std::string name, Index3 grid, Index3 block, std::vector<DeviceBuffer> buffers, std::vector<int64_t> values, uint32_t asked_about) {
  TravelLaunch l{std::move(name), {.grid = grid, .block = block, .buffers = std::move(buffers)}, asked_about};
  for (uint32_t i = 0; i < l.launch.buffers.size(); ++i) l.launch.arguments.push_back(BufferArgument{i});
  for (int64_t value : values) l.launch.arguments.push_back(value);
  return l;
}

// Rows of one to 96 entries, of which long ones are rare.
TravelLaunch sparse_rows(const std::string& name, std::mt19937& random) {
  std::vector<int32_t> starts{0}, columns;
  for (uint32_t r = 0; r < threads; ++r) {
    const uint32_t length = random() % 32 ? 1 + random() % 24 : 1 + random() % 96;
    for (uint32_t k = 0; k < length; ++k) columns.push_back(static_cast<int32_t>(random() % threads));
    starts.push_back(static_cast<int32_t>(columns.size()));
  }
  const auto buffer_of = [](std::string own_name, const std::vector<int32_t>& numbers) {
    DeviceBuffer buffer = zeros(std::move(own_name), ScalarKind::int_, numbers.size());
    std::memcpy(buffer.bytes.data(), numbers.data(), buffer.bytes.size());
    return buffer;
  };
  return travel_launch(name, {threads / block_threads, 1, 1}, {block_threads, 1, 1},
                       {buffer_of("starts", starts), buffer_of("columns", columns), filled("values", ScalarKind::float_, columns.size(), random),
                        filled("x", ScalarKind::float_, threads, random), zeros("y", ScalarKind::float_, threads)}, {threads}, 3);
}

constexpr std::pair<const char*, int64_t> rounds_of[] = {{"relaxation", 20}, {"heap_relaxation", 12}, {"cluster_ring", 32}, {"cluster_relaxation", 20}, {"tiled_stencil", 30}};

// Each of 2^20 threads and about 2*10^7 warp instructions.
TravelLaunch make_launch(const std::string& name, uint32_t cluster_blocks) {
  std::mt19937 random(5);
  constexpr Index3 row{block_threads, 1, 1}, blocks{threads / block_threads, 1, 1};
  if (name == "film_grey") {
    constexpr int64_t frames = 20;
    return travel_launch(name, blocks, row, {filled("rgb", ScalarKind::uchar, threads * 3 * frames, random), zeros("out", ScalarKind::uchar, threads * frames)}, {threads, frames}, 1);
  }
  if (name == "wide_matmul") {
    constexpr int64_t side = 1024, depth = 128;
    return travel_launch(name, {side / 16, side / 16, 1}, {16, 16, 1},
                         {filled("a", ScalarKind::float_, side * depth, random), filled("b", ScalarKind::float_, depth * side, random), zeros("c", ScalarKind::float_, side * side)}, {side, depth}, 2);
  }
  if (name == "long_histogram") {
    constexpr int64_t n = int64_t{threads} * 40;
    return travel_launch(name, blocks, row, {filled("in", ScalarKind::uchar, n, random), zeros("bins", ScalarKind::uint, 256)}, {n}, 1);
  }
  if (name == "locked_accounts") {
    constexpr int64_t accounts = 4096, rounds = 10;
    return travel_launch(name, blocks, row, {zeros("locks", ScalarKind::int_, accounts), zeros("accounts", ScalarKind::int_, accounts)}, {accounts, rounds}, 1);
  }
  if (name == "work_queue" || name == "kept_best") {
    constexpr int64_t pieces = 4 * threads / block_threads, depth = 20;
    return travel_launch(name, blocks, row, {filled("in", ScalarKind::float_, pieces * block_threads, random), zeros("out", ScalarKind::float_, pieces * block_threads), zeros("next", ScalarKind::int_, 1)}, {pieces, depth}, 1);
  }
  if (name == "parting_ways") return travel_launch(name, blocks, row, {filled("in", ScalarKind::uchar, threads, random), zeros("out", ScalarKind::int_, threads)}, {threads, 50}, 1);
  if (name == "counting_rounds") return travel_launch(name, blocks, row, {filled("in", ScalarKind::uchar, threads, random), zeros("bins", ScalarKind::int_, 1 << 16)}, {threads, 40}, 1);
  if (name == "scattered_tickets") return travel_launch(name, blocks, row, {filled("in", ScalarKind::uchar, threads, random), zeros("counters", ScalarKind::int_, 1 << 16), zeros("tickets", ScalarKind::int_, threads)}, {threads, 36}, 1);
  if (name == "chained_scan") {
    constexpr int64_t each = 24, tiles = threads / block_threads, n = threads * each;
    DeviceBuffer in = filled("in", ScalarKind::int_, n, random);
    for (size_t at = 0; at < in.bytes.size(); ++at) in.bytes[at] = at % 4 == 0 ? in.bytes[at] & 15 : 0;
    return travel_launch(name, blocks, row, {std::move(in), zeros("out", ScalarKind::int_, n), zeros("state", ScalarKind::int_, tiles), zeros("own_sums", ScalarKind::int_, tiles),
                                             zeros("sums_to_here", ScalarKind::int_, tiles), zeros("next", ScalarKind::int_, 1)}, {tiles, each}, 1);
  }
  if (name == "hash_table" || name == "hash_phases") {
    const int64_t slots = 1 << 21, distinct = 1 << 20, each = name == "hash_table" ? 16 : 6;
    return travel_launch(name, blocks, row, {zeros("keys", ScalarKind::uint, slots), zeros("counts", ScalarKind::int_, slots), zeros("found", ScalarKind::int_, threads)}, {slots, distinct, each}, 1);
  }
  if (name == "last_block_sum") {
    constexpr int64_t n = int64_t{threads} * 60;
    return travel_launch(name, blocks, row, {filled("in", ScalarKind::uchar, n, random), zeros("sums", ScalarKind::int_, threads / block_threads), zeros("total", ScalarKind::int_, 1), zeros("done", ScalarKind::uint, 1)}, {n}, 1);
  }
  if (name == "bitonic_sort") return travel_launch(name, blocks, row, {filled("numbers", ScalarKind::uint, 2 * threads, random)}, {}, 0);
  if (name == "warp_mixing") return travel_launch(name, blocks, row, {filled("in", ScalarKind::float_, threads, random), zeros("out", ScalarKind::float_, threads)}, {16}, 1);
  if (name == "measured_relaxation") {
    constexpr int64_t side = 1024, rounds = 14;
    return travel_launch(name, blocks, row, {filled("from", ScalarKind::float_, threads, random), filled("to", ScalarKind::float_, threads, random), zeros("changes", ScalarKind::float_, rounds)}, {side, side, rounds}, 0);
  }
  if (name == "sparse_rows") return sparse_rows(name, random);
  if (name == "copied_ahead") return travel_launch(name, blocks, row, {filled("in", ScalarKind::float_, 4 * threads, random), zeros("out", ScalarKind::float_, threads)}, {22}, 1);
  const auto own = std::find_if(std::begin(rounds_of), std::end(rounds_of), [&](const auto& one) { return name == one.first; });
  TravelLaunch made = travel_launch(name, blocks, row, {filled("from", ScalarKind::float_, threads, random), filled("to", ScalarKind::float_, threads, random)}, {threads, own->second}, 0);
  if (name.starts_with("cluster")) made.launch.cluster = {cluster_blocks, 1, 1};
  return made;
}

constexpr const char* launch_names[] = {"film_grey", "wide_matmul", "long_histogram", "relaxation", "heap_relaxation", "cluster_ring", "cluster_relaxation",
                                        "locked_accounts", "work_queue", "kept_best", "parting_ways", "tiled_stencil", "counting_rounds", "scattered_tickets",
                                        "chained_scan", "hash_table", "hash_phases", "last_block_sum", "bitonic_sort", "warp_mixing", "measured_relaxation", "sparse_rows", "copied_ahead"};
constexpr const char* told = "told";  // a schedule; only where it is asked for
constexpr Schedule asked_schedules[] = {Schedule::in_order, Schedule::round_robin, Schedule::random, Schedule::adversarial};

// A block of the middle starts first; and before it stores for the first time, the first thread of the grid waits until the last one has.
ToldSchedule told_schedule(const Program& program, const KernelLaunch& launch) {
  const auto store = std::find_if(program.code.begin(), program.code.end(), [](const Ins& ins) { return is_store(ins.op) || is_atomic(ins.op); });
  const auto pc = static_cast<uint32_t>(store - program.code.begin()), grid_blocks = launch.grid.x * launch.grid.y * launch.grid.z;
  ToldSchedule schedule{.first_blocks = {grid_blocks / 2}};
  if (store != program.code.end()) schedule.holds.push_back({.before = {0, 0, pc, 1}, .until = {grid_blocks - 1, block_threads - 1, pc, 1}});
  return schedule;
}

// What one question cost, over all times it was asked.
struct Answers {
  std::string question;
  double limit_ms = 50;
  std::vector<double> ms;
  AnswerDigest digest{};
  double at(double share) const { return ms.empty() ? 0 : ms[std::min(ms.size() - 1, static_cast<size_t>(share * static_cast<double>(ms.size())))]; }
};

struct TravelRow {
  std::string workload, schedule;
  double plain_ms = 0, checks_ms = 0, recorded_ms = 0, first_ms = 0;
  uint64_t warp_instructions = 0;
  bool is_finished = false;
  Replay::Use use;
  std::vector<Answers> answers;
};

class Questions {
 public:
  using Say = std::function<void(const Answers&)>;
  Questions(const Recording& recording, const TravelLaunch& launch, std::string only, int samples, Watch watch, Say say)
      : r_(recording), launch_(launch), only_(std::move(only)), samples_(samples), watch_(watch), say_(std::move(say)) {}

  std::vector<Answers> ask_all() {
    seeks();
    steps();
    queries();
    return std::move(all_);
  }

 private:
  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  Tick any_tick() { return random_() % (r_.end() + 1); }
  ThreadRef any_thread() { return {pick(threads / block_threads), pick(block_threads)}; }
  ElementRef any_element() { return {launch_.asked_about, random_() % launch_.launch.buffers[launch_.asked_about].element_count(), 0}; }
  // One that is at work somewhere near: who is followed in the window is seldom far away.
  ThreadRef thread_at(Tick tick) {
    const auto now = r_.instruction(std::min(tick, r_.end() - 1));
    return now ? ThreadRef{now->block, now->warp * warp_size + pick(warp_size)} : any_thread();
  }

  template <class Question>
  void time(Answers& answers, Question&& question) {
    const double begin = watch_.now_ms();
    const auto answer = question();
    answers.ms.push_back(watch_.now_ms() - begin);
    answers.digest.add(answer);
  }
  // Asks often; a question that takes seconds is not asked for ever.
  template <class Ask>
  void ask(const std::string& question, double limit_ms, Ask&& one) {
    if (question.find(only_) == std::string::npos) return;
    Answers answers{question, limit_ms, {}};
    double spent = 0;
    for (int i = 0; i < samples_ && spent < 5'000; ++i) {
      one(answers);
      spent += answers.ms.back();
    }
    add(std::move(answers));
  }
  void add(Answers answers) {
    std::sort(answers.ms.begin(), answers.ms.end());
    if (answers.ms.empty()) return;
    say_(answers);
    all_.push_back(std::move(answers));
  }

  void seeks() {
    Answers forwards{"seek forwards", 50, {}}, backwards{"seek backwards", 50, {}};
    Tick now = 0;
    for (int i = 0; i < 2 * samples_ && forwards.question.find(only_) != std::string::npos; ++i) {
      const Tick to = any_tick();
      time(to >= now ? forwards : backwards, [&] { return r_.instruction(to); });
      now = to;
    }
    add(std::move(forwards)), add(std::move(backwards));
    ask("look at lanes, variables, memory", 50, [&](Answers& a) {
      const Tick tick = any_tick();
      const ThreadRef thread = thread_at(tick);
      time(a, [&] { return std::tuple(r_.lanes(tick, thread.block), r_.variables(tick, thread), r_.memory(tick, launch_.asked_about, 0)); });
    });
    const auto heap = std::find_if(r_.allocations().begin(), r_.allocations().end(), [](const AllocationInfo& info) { return info.is_heap; });
    if (heap != r_.allocations().end())
      ask("look at the device's heap", 50, [&](Answers& a) {
        const Tick tick = any_tick();
        time(a, [&] { return r_.memory(tick, static_cast<uint32_t>(heap - r_.allocations().begin()), 0); });
      });
    ask("blocks", 50, [&](Answers& a) {
      const Tick tick = any_tick();
      time(a, [&] { return r_.blocks(tick); });
    });
  }

  void steps() {
    struct Kind { StepKind kind; const char* name; };
    constexpr Kind kinds[] = {{StepKind::instruction, "instruction"}, {StepKind::access, "access"}, {StepKind::line, "line"}, {StepKind::warp, "warp"},
                              {StepKind::barrier, "barrier"}, {StepKind::divergence, "divergence"}, {StepKind::block, "block"}, {StepKind::finding, "finding"}, {StepKind::finish, "finish"}};
    for (const Kind& k : kinds)
      for (const Direction direction : {Direction::forwards, Direction::backwards})
        for (const bool follows : {false, true})
          ask(std::string("step ") + k.name + (direction == Direction::forwards ? " on" : " back") + (follows ? ", following" : ""), 50, [&](Answers& a) {
            const Tick tick = any_tick();
            const Follow follow = follows ? Follow(thread_at(tick)) : Follow();
            r_.instruction(tick);  // there it stands, and from there it steps and looks
            time(a, [&] {
              const auto to = r_.step(tick, k.kind, direction, follow);
              return std::tuple(to, to ? r_.instruction(*to) : std::nullopt);
            });
          });
  }

  void queries() {
    ask("history of an element, last 64", 100, [&](Answers& a) {
      const ElementRef element = any_element();
      const Tick tick = any_tick();
      time(a, [&] { return r_.history(element, tick, 64); });
    });
    ask("accesses of a thread, 256", 100, [&](Answers& a) {
      const ThreadRef thread = any_thread();
      time(a, [&] { return r_.accesses_of(thread, 0, 256); });
    });
    ask("who wrote this element", 100, [&](Answers& a) {
      const MemoryPlace place = r_.place_of(any_element());
      const Tick tick = any_tick();
      time(a, [&] { return r_.who_wrote(place, tick); });
    });
    for (const Direction direction : {Direction::forwards, Direction::backwards}) {
      const std::string way = direction == Direction::forwards ? ", next" : ", last";
      ask("when did this element change" + way, 100, [&](Answers& a) {
        const MemoryPlace place = r_.place_of(any_element());
        const Tick tick = any_tick();
        time(a, [&] { return r_.value_change(place, tick, direction); });
      });
      ask("when did this variable change" + way, 100, [&](Answers& a) {
        const Tick tick = any_tick();
        const ThreadRef thread = thread_at(tick);
        const auto variables = r_.variables(tick, thread);
        const std::string name = variables.empty() ? "i" : variables[pick(static_cast<uint32_t>(variables.size()))].name;
        time(a, [&] { return r_.variable_change(thread, name, tick, direction); });
      });
      ask("neighbours at one word" + way, 100, [&](Answers& a) {
        const Tick tick = any_tick();
        const ThreadRef thread = any_thread();
        time(a, [&] { return r_.meeting(thread, {thread.block, thread.thread ^ 1}, tick, direction); });
      });
      ask("any two at one word" + way, 100, [&](Answers& a) {
        const Tick tick = any_tick();
        const ThreadRef one = any_thread(), other = any_thread();
        time(a, [&] { return r_.meeting(one, other, tick, direction); });
      });
    }
    ask("timeline of the run, 1000 slices", 100, [&](Answers& a) { time(a, [&] { return r_.timeline(0, r_.end(), 1000); }); });
    ask("timeline of 10,000 ticks", 100, [&](Answers& a) {
      const Tick tick = any_tick();
      time(a, [&] { return r_.timeline(tick, tick + 10'000, 1000); });
    });
  }

  const Recording& r_;
  const TravelLaunch& launch_;
  const std::string only_;  // questions with this in their name
  int samples_;
  Watch watch_;
  Say say_;
  std::mt19937 random_{11};
  std::vector<Answers> all_;
};

std::string text_of(const std::string& name) {
  std::ifstream in(std::string(WB_SOURCE_DIR "/tests/bench/time_travel/") + name + ".cu", std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

double mib(size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void print_run(const TravelRow& row) {
  std::printf("\n%s, %s: %.1f million warp instructions%s\n", row.workload.c_str(), row.schedule.c_str(), static_cast<double>(row.warp_instructions) / 1e6, row.is_finished ? "" : "   DID NOT FINISH");
  std::printf("  run: plain %.0f ms, checks %.0f ms, recorded %.0f ms (%.2fx checks); first question %.1f ms\n", row.plain_ms, row.checks_ms, row.recorded_ms, row.recorded_ms / row.checks_ms, row.first_ms);
  std::printf("  kept: %zu snapshots, %.1f MiB, up to %llu ticks apart; index %.1f MiB; journal %.1f MiB\n", row.use.snapshots, mib(row.use.snapshot_bytes), static_cast<unsigned long long>(row.use.longest_way),
              mib(row.use.index_bytes), mib(row.use.journal_bytes));
  std::printf("  %-40s %9s %9s %9s %9s   %s\n", "ms", "median", "p95", "max", "of plain", "asked, answers");
  std::fflush(stdout);
}
void print_answers(const TravelRow& row, const Answers& a) {
  std::printf("  %-40s %9.2f %9.2f %9.2f %8.2f%%   %zu, %016llx%s\n", a.question.c_str(), a.at(0.5), a.at(0.95), a.ms.back(), 100 * a.at(0.5) / row.plain_ms, a.ms.size(),
              static_cast<unsigned long long>(a.digest.value()), a.ms.back() > a.limit_ms ? "  OVER" : "");
  std::fflush(stdout);
}

TravelRow travel(const TravelLaunch& launch, const CompileResult& compiled, Schedule schedule, bool is_told, const TravelFilter& only, int samples, Watch watch, bool prints) {
  TravelRow row{.workload = launch.name, .schedule = is_told ? told : schedule_name(schedule)};
  const std::string& question = only.question;
  RunOptions options{.schedule = schedule, .seed = 3, .checks = false, .snapshot_bytes = only.memory_bytes, .host_threads = 1};
  if (is_told) options.told = told_schedule(*compiled.program, launch.launch);
  SimulationResult result;
  const auto run = [&] {
    const double begin = watch.now_ms();
    result = simulate(compiled.program, launch.launch, options);
    return watch.now_ms() - begin;
  };
  if (question.empty()) row.plain_ms = run();
  options.checks = true;
  if (question.empty()) row.checks_ms = run();
  options.record = true;
  row.recorded_ms = run();
  row.warp_instructions = result.counters.warp_instructions;
  row.is_finished = result.status == SimulationStatus::finished && result.recording;
  if (!row.is_finished) return row;
  const double asked = watch.now_ms();
  result.recording->step(row.warp_instructions / 2, StepKind::warp, Direction::forwards, {});
  row.first_ms = watch.now_ms() - asked;
  const auto& replay = dynamic_cast<const Replay&>(*result.recording);
  row.use = replay.use();
  if (prints) print_run(row);
  row.answers = Questions(replay, launch, question, samples, watch, [&](const Answers& a) { if (prints) print_answers(row, a); }).ask_all();
  row.use = replay.use();
  if (prints) std::printf("  kept near what was looked at: %.1f MiB\n", mib(row.use.near_bytes));
  return row;
}

nlohmann::ordered_json as_json(const TravelRow& row) {
  nlohmann::ordered_json out{{"workload", row.workload}, {"schedule", row.schedule}, {"warp_instructions", row.warp_instructions}, {"finished", row.is_finished},
                             {"plain_ms", row.plain_ms}, {"checks_ms", row.checks_ms}, {"recorded_ms", row.recorded_ms}, {"first_ms", row.first_ms},
                             {"snapshots", row.use.snapshots}, {"snapshot_bytes", row.use.snapshot_bytes}, {"longest_way", row.use.longest_way}, {"index_bytes", row.use.index_bytes}, {"journal_bytes", row.use.journal_bytes}, {"near_bytes", row.use.near_bytes}, {"questions", nlohmann::ordered_json::array()}};
  for (const Answers& a : row.answers)
    out["questions"].push_back({{"question", a.question}, {"median_ms", a.at(0.5)}, {"p95_ms", a.at(0.95)}, {"max_ms", a.ms.back()}, {"limit_ms", a.limit_ms}, {"asked", a.ms.size()}, {"answers", a.digest.value()}});
  return out;
}

}  // namespace

int report_time_travel(const TravelFilter& only, int samples, bool counts_work, bool json) {
  nlohmann::ordered_json report{{"samples", samples}, {"work_time", counts_work}, {"launches", nlohmann::ordered_json::array()}};
  bool all_finished = true, any = false;
  for (const std::string name : launch_names) {
    if (!only.launch.empty() && name != only.launch) continue;
    any = true;
    const CompileResult compiled = compile(name + ".cu", text_of(name), name);
    if (!compiled.ok()) {
      std::fprintf(stderr, "%s.cu does not compile\n", name.c_str());
      return 1;
    }
    const TravelLaunch launch = make_launch(name, only.cluster_blocks);
    const auto measure = [&](Schedule schedule, bool is_told) {
      const TravelRow row = travel(launch, compiled, schedule, is_told, only, samples, Watch{counts_work}, !json);
      all_finished &= row.is_finished;
      report["launches"].push_back(as_json(row));
    };
    if (only.schedule == told) measure(Schedule::in_order, true);
    for (const Schedule schedule : asked_schedules)
      if (only.schedule.empty() || only.schedule == schedule_name(schedule)) measure(schedule, false);
  }
  if (!any) std::fprintf(stderr, "error: there is no workload `%s`\n", only.launch.c_str());
  if (json) std::printf("%s\n", report.dump(2).c_str());
  return !any ? 2 : all_finished ? 0 : 1;
}

}  // namespace wb::bench

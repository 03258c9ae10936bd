// Questions about the past equal what a log of every access and a look at every moment say: random kernels, schedules and moments, with
// snapshots few, an index so small that it has to be coarse, and with a journal or without.
#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "../analysis/kernel_run.h"
#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"
#include "simulator/machine/run_context.h"
#include "simulator/program/memory_distance.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};
constexpr uint32_t blocks = 3, threads = 64;

// How many numbers `buf` has. In a wide one each block comes to other pieces of it in each round, and to some that the others come to.
constexpr int narrow = 128, wide = 1 << 15;

// Accesses of all widths to shared, global and local memory; some store what stands there already.
// What kernels with a heap share: pointers that go from thread to thread, a list that all push to and some take as a whole, objects with virtual functions.
const char* heap_helpers = R"(__device__ unsigned long long given[8];
struct Node {
  Node* next;
  int value;
};
__device__ unsigned long long list;
struct Shape {
  int size;
  __device__ Shape(int s) : size(s) {}
  __device__ virtual int area() const { return size; }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int* side;
  __device__ Square(int s) : Shape(s), side(new int(s)) {}
  __device__ int area() const override { return size * *side; }
  __device__ ~Square() override { delete side; }
};
__device__ unsigned long long shapes[4];
__device__ void push(int value) {
  Node* node = new Node{nullptr, value};
  if (!node) return;
  unsigned long long old = 0, seen = atomicAdd(&list, 0ull);
  do {
    old = seen;
    node->next = (Node*)old;
    __threadfence();
    seen = atomicCAS(&list, old, (unsigned long long)node);
  } while (seen != old);
}
__device__ int take_all() {
  int sum = 0;
  for (Node* node = (Node*)atomicExch(&list, 0ull); node;) {
    Node* next = node->next;
    sum += node->value;
    delete node;
    node = next;
  }
  return sum;
}
// Takes nearly all there is: from then on memory that was given back is taken again.
__device__ void fill_heap() {
  for (unsigned bytes = 2u << 20; bytes > 32; bytes /= 2)
    while (malloc(bytes - 64 + (bytes == 64) * 32)) {}
}
)";

// With a heap: blocks of it are taken, given to threads of other blocks, written, read and given back by whoever has them.
std::string busy_kernel(std::mt19937& random, int size, bool has_heap) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto place = [&](const std::string& index, int most) -> std::string {
    if (size == narrow || pick(4) == 0) return "(" + index + ") & " + std::to_string(most);
    const char* choices[] = {"blockIdx.x * 9000", "round * 3000 + blockIdx.x * 500", "(a & 7) * 4000", "b * 300"};
    return "((" + index + " & 31) + " + choices[pick(4)] + ") & " + std::to_string((size - 1) / ((narrow - 1) / most));
  };
  const auto value = [&]() -> std::string {
    const std::string choices[] = {"a", "b", "t", "7", "s[(a + t) & 63]", "buf[" + place("t + b", 127) + "]", "own[b & 3]", "(int)blockIdx.x"};
    return choices[pick(8)];
  };
  std::string text = std::string("#include <cooperative_groups.h>\n__device__ void wait_at(int n) { asm volatile(\"bar.sync %0, 64;\" ::\"r\"(n) : \"memory\"); }\n"
                                 "__device__ void arrive_at(int n) { asm volatile(\"bar.arrive %0, 64;\" ::\"r\"(n) : \"memory\"); }\n") + (has_heap ? heap_helpers : "") + "__global__ void g(int* buf, unsigned char* small, float* out, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  int a = t, b = n;\n"
                     "  int own[4] = {t, 1, 2, n};\n  s[t] = t;\n  __syncthreads();\n  for (int round = 0; round < 3; round++) {\n";
  const auto use_heap = [&] {
    switch (pick(7)) {
      case 0: text += "    if (p) free(p);\n    p = (int*)malloc(4 + (" + value() + " & 31));\n    if (p) p[0] = " + value() + ";\n"; break;
      case 1: text += "    if (t & 1)\n      p = (int*)atomicExch(&given[" + value() + " & 7], (unsigned long long)p);\n"; break;
      case 2: text += "    if (p) a += p[0]++;\n"; break;
      case 3: text += "    if ((t & 7) == " + std::to_string(pick(8)) + ")\n      push(" + value() + ");\n"; break;
      case 4: text += "    if (t == " + std::to_string(pick(64)) + ")\n      a += take_all();\n"; break;
      case 5: text += "    if (t % 9 == 0) {\n      Shape* shape = t & 1 ? new Square(" + value() + ") : new Shape(b);\n"
                      "      shape = (Shape*)atomicExch(&shapes[" + value() + " & 3], (unsigned long long)shape);\n      if (shape)\n        b += shape->area();\n      delete shape;\n    }\n"; break;
      case 6: text += "    if (Shape* shape = t == 5 ? (Shape*)atomicExch(&shapes[b & 3], 0ull) : nullptr) {\n      shape->size = " + value() + ";\n      a += shape->area();\n"
                      "      atomicExch(&shapes[a & 3], (unsigned long long)shape);\n    }\n"; break;
    }
  };
  if (has_heap) text.insert(text.rfind("  for (int round"), std::string("  int* p = (int*)malloc(8);\n  if (p) p[0] = t;\n") + (pick(3) == 0 ? "  if (blockIdx.x == 1 && t == 0) fill_heap();\n" : ""));
  for (int i = 0; i < 9; ++i) switch (pick(has_heap ? 16 : 12)) {
      default: use_heap(); break;
      case 11: text += "    if (t < 32) {\n      s[t] = a;\n      arrive_at(1);\n      wait_at(2);\n    } else {\n      wait_at(1);\n      b += s[t - 32];\n      arrive_at(2);\n    }\n"; break;
      case 0: text += "    a = " + value() + " + round;\n"; break;
      case 1: text += "    if (" + value() + " & 1)\n      b = " + value() + ";\n    else\n      own[t & 3] += " + value() + ";\n"; break;
      case 2: text += "    for (int i = 0; i < (t & 3); i++)\n      b += " + value() + ";\n"; break;
      case 3: text += "    s[(t * 5) & 63] = " + value() + ";\n"; break;
      case 4: text += "    __syncthreads();\n"; break;
      case 5: text += "    atomicAdd(&buf[" + place(value() + " & 7", 127) + "], " + value() + " & 1);\n"; break;
      case 6: text += "    small[(t * 3 + b) & 255] = a;\n"; break;
      case 7: text += "    ((int4*)buf)[" + place("(t & 15) + 8", 31) + "] = make_int4(a, b, 7, t & 1);\n"; break;
      case 8: text += "    ((short*)buf)[" + place("b + 100", 127) + "] = 7;\n"; break;
      case 9: text += "    buf[" + place("t & 3", 127) + "] = " + value() + ";\n"; break;
      case 10: text += "    cooperative_groups::this_grid().sync();\n"; break;
    }
  return text + "  }\n  out[blockIdx.x * 64 + t] = a + b + s[t] + own[t & 3];\n}\n";
}

struct LogListener : AccessListener {
  using AccessListener::AccessListener;
  void access(const WarpAccess& a) override {
    for (LaneMask rest = a.active; rest; rest &= rest - 1) {
      const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
      const uint64_t offset = a.pattern == AccessPattern::contiguous ? uint64_t{a.offset[0]} + lane * a.bytes : a.offset[lane];
      log.push_back({.tick = a.tick, .thread = {a.block, a.warp * warp_size + lane}, .kind = a.kind, .allocation = a.allocation, .offset = offset, .bytes = a.bytes,
                     .value = a.value ? a.value[lane] : 0, .old_value = a.old_value ? a.old_value[lane] : 0});
    }
  }
  std::vector<AccessRecord> log;
};

// Everything that happened, written down; and a recording of it that has little room.
struct Run {
  CompileResult compiled;
  KernelLaunch launch;
  MachineOptions options;
  std::vector<AccessRecord> log;
  std::unique_ptr<Replay> replay;
  Tick end = 0;

  Run(const KernelRun& kernel, Schedule schedule, uint64_t seed, size_t room, size_t index_room, bool has_journal = false) : compiled(compile("k.cu", kernel.source, "")), launch(kernel.launch), options{schedule, seed, {}} {
    REQUIRE(compiled.ok());
    Machine written(compiled.program, launch, options, nullptr);
    LogListener listener;
    written.set_listener(&listener);
    written.run_until(end_of_time);
    log = std::move(listener.log);
    end = written.tick();

    Checks passing;
    Machine machine(compiled.program, launch, options, &passing);
    RunIndexer indexer(machine, index_room, 64);
    passing.watch(&indexer);
    JournalWriter writer(machine, 64 << 20, 64, 4096, static_cast<uint32_t>(1 + seed % 4));  // much is crowded
    if (has_journal) indexer.also_write(&writer);
    Recorder recorder(room, 50);
    recorder.take(machine);
    while (indexer.run(machine, recorder.next_stop()) == MachineStatus::paused) recorder.take(machine);
    auto index = std::make_shared<const RunIndex>(indexer.finish(machine.tick()));
    std::shared_ptr<const RunJournal> journal;
    if (has_journal) {
      REQUIRE(writer.is_kept());
      journal = std::make_shared<const RunJournal>(writer.finish(machine.tick()));
    }
    replay = std::make_unique<Replay>(RecordedRun{compiled.program, launch, options, recorder.finish(), machine.tick(), {}, index, room, journal});
    REQUIRE(replay->end() == end);
  }

  bool wins(const AccessRecord& later, const AccessRecord& earlier) const {
    if (later.tick != earlier.tick) return later.tick > earlier.tick;
    return options.schedule == Schedule::reverse ? later.thread.thread < earlier.thread.thread : later.thread.thread > earlier.thread.thread;
  }
  bool writes(const AccessRecord& a, const MemoryPlace& place) const { return a.kind != AccessKind::load && touches(a, place, replay->allocations()[place.allocation]); }
  std::optional<AccessRecord> who_wrote(const MemoryPlace& place, Tick before) const {
    std::optional<AccessRecord> last;
    for (const AccessRecord& a : log)
      if (a.tick < before && writes(a, place) && (!last || wins(a, *last))) last = a;
    return last;
  }
  // The ticks at which the bytes of a place became others, by looking at every moment.
  std::vector<Tick> changes(const MemoryPlace& place) const {
    std::vector<Tick> all;
    std::set<Tick> written;
    for (const AccessRecord& a : log)
      if (writes(a, place)) written.insert(a.tick);
    Machine machine(compiled.program, launch, options, nullptr);
    const auto look = [&] {
      const uint8_t* bytes = machine.bytes_of(place.allocation, place.block, place.thread);
      return bytes ? std::vector<uint8_t>(bytes + place.offset, bytes + place.offset + place.bytes) : std::vector<uint8_t>();
    };
    for (Tick t : written) {
      machine.run_until(t);
      const auto before = look();
      machine.run_until(t + 1);
      if (look() != before) all.push_back(t);
    }
    return all;
  }
};

bool same(const std::optional<AccessRecord>& a, const std::optional<AccessRecord>& b) {
  if (!a || !b) return !a && !b;
  return a->tick == b->tick && a->thread == b->thread && a->kind == b->kind && a->allocation == b->allocation && a->offset == b->offset && a->bytes == b->bytes && a->value == b->value;
}

KernelRun busy_run(std::mt19937& random, int size = narrow, bool has_heap = false) {
  KernelRun run(busy_kernel(random, size, has_heap), {blocks, 1, 1}, {threads, 1, 1});
  run.ints("buf", static_cast<size_t>(size), 5).buffer<uint8_t>("small", ScalarKind::uchar, std::vector<uint8_t>(256)).floats("out", blocks * threads).number(11);
  return run;
}

int size_of(int example) { return example / 10 % 2 ? wide : narrow; }

MemoryPlace touched_place(const Run& run, std::mt19937& random) {
  const AccessRecord& access = run.log[random() % run.log.size()];
  return {access.allocation, access.offset, access.bytes, access.thread.block, access.thread.thread};
}

MemoryPlace any_place(const Replay& replay, std::mt19937& random) {
  const auto all = replay.allocations();
  const auto allocation = static_cast<uint32_t>(random() % all.size());
  const uint32_t block = static_cast<uint32_t>(random() % blocks), thread = static_cast<uint32_t>(random() % threads);
  if (random() % 4 == 0) return {allocation, random() % all[allocation].bytes, 1, block, thread};
  return replay.place_of({allocation, random() % (all[allocation].bytes / all[allocation].element_bytes), block}, thread);
}

}  // namespace

TEST_CASE("who wrote, when it changed, who met whom: as the whole log says") {
  std::mt19937 random(21);
  for (int example = 0; example < 40; ++example) {
    const KernelRun kernel = busy_run(random, size_of(example), example % 7 == 6);
    const Schedule schedule = schedules[example % 5];
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedule)));
    const size_t room = example % 3 == 0 ? 64 << 20 : example % 3 == 1 ? 400'000 : 1, index_room = example % 2 ? 1 << 20 : 300;
    Run run(kernel, schedule, static_cast<uint64_t>(example), room, index_room, example / 5 % 2);
    const Replay& r = *run.replay;
    for (int question = 0; question < 25; ++question) {
      const MemoryPlace place = question % 2 ? any_place(r, random) : touched_place(run, random);
      const Tick tick = random() % (run.end + 1);
      CAPTURE(tick);
      CAPTURE(place.allocation);
      CAPTURE(place.offset);
      CAPTURE(place.block);
      CAPTURE(place.thread);
      CHECK(same(r.who_wrote(place, tick), run.who_wrote(place, tick)));

      const std::vector<Tick> changes = run.changes(place);
      const auto next = std::lower_bound(changes.begin(), changes.end(), tick);
      const auto forwards = r.value_change(place, tick, Direction::forwards), backwards = r.value_change(place, tick, Direction::backwards);
      CHECK((forwards ? std::optional(forwards->tick) : std::nullopt) == (next == changes.end() ? std::nullopt : std::optional(*next)));
      CHECK((backwards ? std::optional(backwards->tick) : std::nullopt) == (next == changes.begin() ? std::nullopt : std::optional(*(next - 1))));
      if (forwards) CHECK(same(forwards, run.who_wrote(place, forwards->tick + 1)));

      const ElementRef element{place.allocation, place.offset / r.allocations()[place.allocation].element_bytes, place.block};
      if (r.allocations()[place.allocation].space != Space::local) {
        const MemoryPlace whole = r.place_of(element);
        std::vector<AccessRecord> expected;
        for (const AccessRecord& a : run.log)
          if (a.tick < tick && touches(a, whole, r.allocations()[place.allocation])) expected.push_back(a);
        if (expected.size() > 20) expected.erase(expected.begin(), expected.end() - 20);
        const auto history = r.history(element, tick, 20);
        CHECK(std::equal(history.begin(), history.end(), expected.begin(), expected.end(), [](const AccessRecord& a, const AccessRecord& b) { return same(a, b); }));
      }
    }
  }
}

TEST_CASE("who listens at a place is told of every access there, and not of most others") {
  std::mt19937 random(23);
  for (int example = 0; example < 20; ++example) {
    const KernelRun kernel = busy_run(random, size_of(example), example % 7 == 6);
    const CompileResult compiled = compile("k.cu", kernel.source, "");
    REQUIRE(compiled.ok());
    const char* const loops[] = {"baseline", "avx2", "avx512"};
    MachineOptions options{schedules[example % 5], static_cast<uint64_t>(example), {}, loops[example % 3]};
    if (!run_loops(loops[example % 3]).plain) continue;  // not on this processor
    CAPTURE(kernel.source);
    Machine everywhere(compiled.program, kernel.launch, options, nullptr);
    LogListener all;
    everywhere.set_listener(&all);
    everywhere.run_until(end_of_time);
    size_t told = 0;
    constexpr int places = 6;
    for (int i = 0; i < places; ++i) {
      const AccessRecord& any = all.log[random() % all.log.size()];
      const uint64_t low = any.offset - std::min<uint64_t>(any.offset, random() % 3), high = any.offset + 1 + random() % 6;
      const auto comes_there = [&](const AccessRecord& a) { return a.allocation == any.allocation && a.offset < high && a.offset + a.bytes > low; };
      Machine there(compiled.program, kernel.launch, options, nullptr);
      LogListener some(AccessListener::Place{any.allocation, low, high});
      there.set_listener(&some);
      there.run_until(end_of_time);
      told += some.log.size();
      std::vector<AccessRecord> expected, heard;
      std::copy_if(all.log.begin(), all.log.end(), std::back_inserter(expected), comes_there);
      std::copy_if(some.log.begin(), some.log.end(), std::back_inserter(heard), comes_there);
      CHECK(std::equal(heard.begin(), heard.end(), expected.begin(), expected.end(), [](const AccessRecord& a, const AccessRecord& b) { return same(a, b) && a.old_value == b.old_value; }));
      CHECK(there.tick() == everywhere.tick());
      for (uint32_t a = 0; a < everywhere.first_program_allocation(); ++a) CHECK(there.read_memory(a, 0).bytes == everywhere.read_memory(a, 0).bytes);
    }
    CHECK(told < places * all.log.size() / 2);
  }
}

TEST_CASE("all accesses of a thread come page by page; two threads meet where the log says") {
  std::mt19937 random(22);
  for (int example = 0; example < 30; ++example) {
    const KernelRun kernel = busy_run(random, size_of(example), example % 7 == 6);
    const Schedule schedule = schedules[example % 5];
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedule)));
    Run run(kernel, schedule, static_cast<uint64_t>(example), example % 2 ? 300'000 : 64 << 20, example % 3 ? 250 : 1 << 20, example / 5 % 2);
    const Replay& r = *run.replay;
    for (int question = 0; question < 6; ++question) {
      const auto any_thread = [&] { return ThreadRef{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)}; };
      const ThreadRef a = any_thread();
      const ThreadRef b = question % 2 ? any_thread() : ThreadRef{a.block, static_cast<uint32_t>(random() % threads)};
      std::vector<AccessRecord> mine, paged;
      for (const AccessRecord& access : run.log)
        if (access.thread == a) mine.push_back(access);
      for (Tick from = 0;;) {
        const auto page = r.accesses_of(a, from, 10);
        paged.insert(paged.end(), page.begin(), page.end());
        if (page.size() < 10) break;
        from = page.back().tick + 1;
      }
      CHECK(std::equal(paged.begin(), paged.end(), mine.begin(), mine.end(), [](const AccessRecord& x, const AccessRecord& y) { return same(x, y); }));

      // Word by word: has the other one been there?
      std::vector<AccessRecord> seen;
      std::vector<std::pair<Tick, Tick>> meetings;  // earlier, later: one a tick
      for (const AccessRecord& access : run.log) {
        if (a == b || (!(access.thread == a) && !(access.thread == b)) || r.allocations()[access.allocation].space == Space::local) continue;
        std::optional<Tick> other;
        for (uint64_t word = access.offset / 4; word <= (access.offset + access.bytes - 1) / 4 && !other; ++word)
          for (const AccessRecord& before : seen)
            if (!(before.thread == access.thread) && touches(before, {access.allocation, word * 4, 4, access.thread.block, 0}, r.allocations()[access.allocation])) other = before.tick;
        if (other && (meetings.empty() || meetings.back().second != access.tick)) meetings.emplace_back(*other, access.tick);
        seen.push_back(access);
      }
      const Tick tick = random() % (run.end + 1);
      CAPTURE(tick);
      const auto next = std::find_if(meetings.begin(), meetings.end(), [&](const auto& m) { return m.second >= tick; });
      const auto forwards = r.meeting(a, b, tick, Direction::forwards), backwards = r.meeting(a, b, tick, Direction::backwards);
      CHECK(forwards.has_value() == (next != meetings.end()));
      if (forwards && next != meetings.end()) CHECK(std::pair(forwards->earlier.tick, forwards->later.tick) == *next);
      CHECK(backwards.has_value() == (next != meetings.begin()));
      if (backwards && next != meetings.begin()) CHECK(std::pair(backwards->earlier.tick, backwards->later.tick) == *(next - 1));
    }
  }
}

namespace {

// By a look at every moment of the thread's warp.
std::vector<Tick> variable_changes(const Replay& r, ThreadRef thread, const char* name) {
  std::vector<Tick> changes;
  std::string shown;
  bool was_at_work = false;
  for (Tick t = 0; t <= r.end(); ++t) {
    const auto now = r.instruction(t);
    const bool is_at_work = now && now->block == thread.block && now->warp == thread.thread / warp_size;
    const bool is_moment = is_at_work || was_at_work;
    was_at_work = is_at_work;
    if (!is_moment) continue;
    const std::string text = r.values(t, thread, name)[thread.thread % warp_size];
    if (text.empty() || (!changes.empty() && text == shown)) continue;
    changes.push_back(t);
    shown = text;
  }
  return changes;
}

void check_variable_changes(const Replay& r, std::initializer_list<const char*> names, std::mt19937& random) {
  const ThreadRef thread{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)};
  for (const char* name : names) {
    const std::vector<Tick> changes = variable_changes(r, thread, name);
    for (int question = 0; question < 6; ++question) {
      const Tick tick = random() % (r.end() + 1);
      CAPTURE(tick);
      CAPTURE(thread.block);
      CAPTURE(thread.thread);
      CAPTURE(std::string(name));
      const auto behind = std::upper_bound(changes.begin(), changes.end(), tick);
      const Tick next = behind == changes.end() ? end_of_time : *behind, last = behind == changes.begin() ? end_of_time : *(behind - 1);
      CHECK(r.variable_change(thread, name, tick, Direction::forwards).value_or(end_of_time) == next);
      CHECK(r.variable_change(thread, name, tick, Direction::backwards).value_or(end_of_time) == last);
    }
  }
}

}  // namespace

TEST_CASE("a variable's changes are those that a look at every moment of its warp shows") {
  std::mt19937 random(23);
  for (int example = 0; example < 20; ++example) {
    const KernelRun kernel = busy_run(random, size_of(example), example % 7 == 6);
    CAPTURE(kernel.source);
    // With two snapshots, which all stretches are reached from, the way is gone in ever longer pieces.
    Run run(kernel, schedules[example % 5], static_cast<uint64_t>(example), example % 2 ? 1 : 1 << 20, example % 3 ? 1 << 20 : 300, example / 5 % 2);
    check_variable_changes(*run.replay, {"a", "b", "round", "own"}, random);
  }
}

namespace {

// All in registers: some written seldom, some hardly ever, some without a value at first, of several scopes with one name, by warp functions and barriers that lanes come to from
// different places.
std::string register_kernel(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto value = [&]() -> std::string {
    const char* choices[] = {"x", "y", "best", "t", "3", "p.first", "buf[(x + t) & 127]", "round"};
    return choices[pick(8)];
  };
  const auto lanes_differ = [&] { return "(" + value() + " + t) & " + std::to_string(1 << pick(3)); };
  std::string text = "struct Pair {\n  int first;\n  double second;\n};\n__global__ void g(int* buf, int n) {\n  int t = threadIdx.x, x = t, y = n, best = 0, never = n * 7;\n"
                     "  Pair p{1, 2.0};\n  for (int round = 0; round < 4; round++) {\n    int kept;\n";
  for (int i = 0; i < 9; ++i) switch (pick(14)) {
      case 0: text += "    x = " + value() + " * 5 + " + value() + ";\n"; break;
      case 1: text += "    if (" + lanes_differ() + ")\n      kept = " + value() + ";\n"; break;
      case 2: text += "    if (" + value() + " > best)\n      best = " + value() + ";\n"; break;
      case 3: text += "    {\n      float x = " + value() + " * 0.5f;\n      p.second += x;\n      x += 1;\n      y ^= (int)x;\n    }\n"; break;
      case 4: text += "    x = __shfl_sync(~0u, " + value() + ", (t + 1) & 31);\n"; break;
      case 5: text += "    if (" + lanes_differ() + ")\n      x = __shfl_sync(~0u, y, t & 31);\n    else\n      y = __shfl_sync(~0u, x, 3);\n"; break;
      case 6: text += "    y = __ballot_sync(~0u, " + value() + " & 1);\n"; break;
      case 7: text += "    x = __syncthreads_count(" + value() + " & 1);\n"; break;
      case 8: text += "    if (" + lanes_differ() + ")\n      y = __syncthreads_or(x & 4);\n    else\n      __syncthreads();\n"; break;
      case 9: text += "    for (int i = 0; i < (t & 3); i++)\n      y += " + value() + ";\n"; break;
      case 10: text += "    p.first = atomicAdd(&buf[" + value() + " & 127], 1);\n    atomicAdd(&buf[t], p.first);\n"; break;
      case 11: text += "    if (round == " + std::to_string(pick(4)) + " && t == " + std::to_string(pick(64)) + ")\n      return;\n"; break;
      case 12: text += "    asm volatile(\"{ .reg .pred p; setp.lt.s32 p, %1, 5; bar.red.popc.u32 %0, 2, 64, p; }\" : \"=r\"(y) : \"r\"(x) : \"memory\");\n"; break;
      case 13: text += "    for (long long wide = x; wide < x + 2; wide++)\n      buf[t] = (int)(wide * 10000000019ll >> 9);\n    __syncthreads();\n"; break;
    }
  return text + "    if (x == -77)\n      never = x + kept;\n  }\n  buf[t] = x + y + best + never + p.first + (int)p.second;\n}\n";
}

}  // namespace

TEST_CASE("changes of variables in registers are found without a look at the moments in between") {
  std::mt19937 random(29);
  for (int example = 0; example < 60; ++example) {
    KernelRun kernel(register_kernel(random), {blocks, 1, 1}, {threads, 1, 1});
    kernel.ints("buf", 128, 5).number(11);
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedules[example % 5])));
    CAPTURE(example);
    Run run(kernel, schedules[example % 5], static_cast<uint64_t>(example), example % 2 ? 1 : 1 << 20, example % 3 ? 1 << 20 : 300, example / 5 % 2);
    check_variable_changes(*run.replay, {"x", "y", "best", "never", "kept", "p", "round", "wide", "i", "t", "n", "buf", "threadIdx.x", "nobody"}, random);
  }
}

TEST_CASE("a variable does not change where it goes out of scope, nor by what its register held before") {
  const CompileResult compiled = compile("k.cu", R"(#include <cooperative_groups.h>
__global__ void k(int* buf, int n) {
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  int set = threadIdx.x * 3;
  unsigned size = cluster.num_blocks();
  for (int round = 0; round < n; round++) {
    int own = buf[set] + round;
    buf[set] = own * size;
    cluster.sync();
  }
}
)", "");
  REQUIRE(compiled.ok());
  const Program& program = *compiled.program;
  const auto changes = [&](const char* name) {
    const std::optional<VariableChanges> known = changes_of(program, name);
    REQUIRE(known);
    return *known;
  };
  const auto count = [](const VariableChanges& of) { return std::count(of.behind.begin(), of.behind.end(), true); };
  const size_t sync = static_cast<size_t>(std::find_if(program.code.begin(), program.code.end(), [](const Ins& ins) { return ins.op == Opcode::cluster_wait; }) - program.code.begin());
  REQUIRE(sync < program.code.size());
  for (const char* name : {"set", "size"}) {
    CAPTURE(name);
    CHECK(changes(name).is_any);
    CHECK(!changes(name).is_at_barrier);
    CHECK(changes(name).before[sync] == never_again);  // who stands in the loop has it for good
  }
  CHECK(count(changes("set")) == 1);
  CHECK(changes("own").before[sync] < never_again);
  CHECK(changes("round").before[sync] < never_again);
}

TEST_CASE("steps are the same with a whole index and with a coarse one, with many snapshots and with two, with a journal and without") {
  std::mt19937 random(24);
  for (const Schedule schedule : schedules) {
    const KernelRun kernel = busy_run(random);
    Run whole(kernel, schedule, 3, 64 << 20, 1 << 20), coarse(kernel, schedule, 3, 1, 200), alone(kernel, schedule, 3, 1, 1 << 20, true);
    for (const StepKind kind : {StepKind::instruction, StepKind::access, StepKind::line, StepKind::warp, StepKind::barrier, StepKind::divergence, StepKind::block})
      for (int question = 0; question < 10; ++question) {
        const Tick tick = random() % (whole.end + 1);
        const Follow follow = question % 2 ? Follow(ThreadRef{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)}) : Follow();
        for (const Direction direction : {Direction::forwards, Direction::backwards}) {
          const std::optional<Tick> there = whole.replay->step(tick, kind, direction, follow);
          CHECK(there == coarse.replay->step(tick, kind, direction, follow));
          CHECK(there == alone.replay->step(tick, kind, direction, follow));
        }
      }
    CHECK(coarse.replay->use().index_bytes < whole.replay->use().index_bytes);
  }
}

TEST_CASE("a few bytes are those of the whole allocation") {
  std::mt19937 random(26);
  const KernelRun kernel = busy_run(random);
  Run run(kernel, Schedule::random, 3, 1 << 20, 1 << 20, true);
  const Replay& r = *run.replay;
  for (int question = 0; question < 60; ++question) {
    MemoryPlace place = any_place(r, random);
    place.thread = 0;
    place.bytes = 1 + random() % 90;   // some reach beyond the end
    const Tick tick = random() % (run.end + 1);
    const MemoryView whole = r.memory(tick, place.allocation, place.block), part = r.bytes(tick, place);
    const auto from = static_cast<std::ptrdiff_t>(place.offset), to = std::min(from + static_cast<std::ptrdiff_t>(place.bytes), static_cast<std::ptrdiff_t>(whole.bytes.size()));
    CHECK(part.bytes == std::vector<uint8_t>(whole.bytes.begin() + from, whole.bytes.begin() + to));
    CHECK(part.defined.empty() == whole.defined.empty());
    if (!whole.defined.empty()) CHECK(part.defined == std::vector<bool>(whole.defined.begin() + from, whole.defined.begin() + to));
    CHECK(r.Recording::bytes(tick, place).bytes == part.bytes);   // what a recording does that knows no better
  }
  CHECK(r.bytes(0, {99, 0, 4, 0, 0}).bytes.empty());
  CHECK(r.bytes(0, {0, UINT64_MAX - 1, 4, 0, 0}).bytes.empty());
}

// Whoever loads a state looks at all warps anew.
TEST_CASE("the adversarial schedule looks at few warps in each turn, and runs as if it looked at all of them") {
  std::mt19937 random(28);
  for (int example = 0; example < 12; ++example) {
    const KernelRun kernel = busy_run(random, wide, example % 4 == 3);
    CAPTURE(kernel.source);
    const CompileResult compiled = compile("k.cu", kernel.source, "");
    REQUIRE(compiled.ok());
    const MachineOptions options{Schedule::adversarial, static_cast<uint64_t>(example), {}};
    Machine few(compiled.program, kernel.launch, options, nullptr), all(compiled.program, kernel.launch, options, nullptr);
    for (bool is_over = false; !is_over;) {
      const auto next = few.next(), expected = all.next();
      REQUIRE(next.has_value() == expected.has_value());
      if (next) REQUIRE(std::tuple(next->block, next->warp, next->pc, next->lanes) == std::tuple(expected->block, expected->warp, expected->pc, expected->lanes));
      is_over = few.run_until(few.tick() + 1) != MachineStatus::paused;
      all.run_until(all.tick() + 1);
      all.load(all.save());
      few.next();
      REQUIRE(few.state().random == all.state().random);
    }
    CHECK((few.read_memory(0, 0).bytes == all.read_memory(0, 0).bytes));
  }
}

// Blocks alone know memory only where they come to, and where somebody has looked: what is asked in between must not show.
TEST_CASE("global memory is as the run had it, whoever asked what before") {
  std::mt19937 random(27);
  for (int example = 0; example < 20; ++example) {
    const KernelRun kernel = busy_run(random, wide, example % 4 == 3);
    const Schedule schedule = schedules[example % 5];
    CAPTURE(kernel.source);
    CAPTURE(std::string(schedule_name(schedule)));
    Run run(kernel, schedule, static_cast<uint64_t>(example), example % 2 ? 1 : 400'000, 1 << 20, true);
    const Replay& r = *run.replay;
    for (int question = 0; question < 12; ++question) {
      const Tick tick = random() % (run.end + 1);
      const ThreadRef thread{static_cast<uint32_t>(random() % blocks), static_cast<uint32_t>(random() % threads)};
      CAPTURE(tick);
      switch (random() % 5) {
        case 0: r.accesses_of(thread, tick, 20); break;
        case 1: r.lanes(tick, thread.block); break;
        case 2: r.variable_change(thread, "b", tick, Direction::backwards); break;
        case 3: r.step(tick, StepKind::access, Direction::forwards, thread); break;
        default: break;
      }
      Machine machine(run.compiled.program, run.launch, run.options, nullptr);
      const Tick later = std::min<Tick>(run.end, tick + random() % 200);
      machine.run_until(later);
      const AccessRecord& access = run.log[random() % run.log.size()];
      const uint32_t allocation = r.allocations()[access.allocation].space == Space::global ? access.allocation : 0;
      const MemoryView whole = machine.read_memory(allocation, 0);
      const MemoryPlace place{allocation, allocation == access.allocation ? access.offset : 0, 4, 0, 0};
      const auto first = whole.bytes.begin() + static_cast<std::ptrdiff_t>(place.offset);
      if (question % 2) CHECK(r.bytes(later, place).bytes == std::vector<uint8_t>(first, std::min(first + 4, whole.bytes.end())));
      if (question % 3 == 0) continue;
      const MemoryView there = r.memory(later, allocation, thread.block);
      CHECK((there.bytes == whole.bytes));
      CHECK((there.defined == whole.defined));
    }
  }
}

TEST_CASE("the index finds a place among thousands that one stretch came to") {
  KernelRun run("__global__ void k(int* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[2 * i + (i % 7 == 0)] = 1; if (i % 900 == 5) out[2 * i + 1] = 1; }", {32, 1, 1}, {64, 1, 1});
  run.output("out", 3 * 2 * 32 * 64);
  const CompileResult compiled = compile("k.cu", run.source, "");
  REQUIRE(compiled.ok());
  const SimulationResult result = simulate(compiled.program, run.launch, {});
  const RunIndex index = index_run(compiled.program, run.launch, {}, UINT64_MAX, 1 << 20);
  REQUIRE(index.count() == 1);
  const std::vector<uint8_t>& bytes = result.buffers[0].bytes;
  const auto is_stored = [&](uint64_t element) { return element * 4 < bytes.size() && bytes[element * 4] == 1; };
  for (uint64_t element = 0; element < bytes.size() / 4; ++element) {
    CHECK(index.stores(0, 0, element * 4, element * 4 + 4) == is_stored(element));
    CHECK(index.stores(0, 0, element * 4, element * 4 + 8) == (is_stored(element) || is_stored(element + 1)));
  }
}

TEST_CASE("places and threads that are not there are answered with nothing") {
  std::mt19937 random(25);
  Run run(busy_run(random), Schedule::in_order, 0, 1 << 20, 1 << 20);
  const Replay& r = *run.replay;
  CHECK(!r.who_wrote({99, 0, 4, 0, 0}, r.end()));
  CHECK(!r.who_wrote({0, 4 * 128, 4, 0, 0}, r.end()));
  CHECK(!r.who_wrote({0, UINT64_MAX - 1, 4, 0, 0}, r.end()));
  CHECK(!r.who_wrote({0, 0, 4, blocks, 0}, r.end()));
  CHECK(!r.value_change({0, 0, 0, 0, 0}, 0, Direction::forwards));
  CHECK(!r.variable_change({blocks, 0}, "a", 5, Direction::forwards));
  CHECK(!r.variable_change({0, 0}, "nobody", 5, Direction::backwards));
  CHECK(r.accesses_of({0, threads}, 0, 10).empty());
  CHECK(r.accesses_of({0, 0}, r.end() + 5, 10).empty());
  CHECK(!r.meeting({0, 0}, {0, 0}, 0, Direction::forwards));
  CHECK(r.who_wrote({0, 0, 4, 0, 0}, end_of_time).has_value() == run.who_wrote({0, 0, 4, 0, 0}, end_of_time).has_value());
}

TEST_CASE("the steps of a time, and of one warp, are what runs at each tick; stretches know them all") {
  std::mt19937 random(5);
  for (int example = 0; example < 20; ++example) {
    const KernelRun kernel = busy_run(random, size_of(example), example % 7 == 6);
    const Schedule schedule = schedules[example % 5];
    CAPTURE(std::string(schedule_name(schedule)));
    Run run(kernel, schedule, static_cast<uint64_t>(example), example % 2 ? 400'000 : 1, example % 3 ? 1 << 20 : 300, example / 5 % 2);
    const Replay& r = *run.replay;
    const std::vector<WarpStep> all = r.steps_between(0, run.end + 10);
    REQUIRE(all.size() == run.end);
    for (int question = 0; question < 20; ++question) {
      const WarpStep& step = all[random() % all.size()];
      const std::optional<Instruction> there = r.instruction(step.tick);
      REQUIRE(there);
      CHECK(there->block == step.block);
      CHECK(there->warp == step.warp);
      CHECK(there->active == step.active);
      CHECK(there->span == step.span);
      CHECK((step.kind == WarpStep::Kind::plain || step.kind == WarpStep::Kind::barrier) == r.accesses(step.tick).empty());
      // One warp's, round a tick.
      const Tick tick = random() % (run.end + 1);
      const size_t before = random() % 30, after = random() % 30;
      std::vector<WarpStep> earlier, later;
      for (const WarpStep& s : all)
        if (s.block == step.block && s.warp == step.warp) (s.tick < tick ? earlier : later).push_back(s);
      if (earlier.size() > before) earlier.erase(earlier.begin(), earlier.end() - static_cast<std::ptrdiff_t>(before));
      if (later.size() > after) later.resize(after);
      earlier.insert(earlier.end(), later.begin(), later.end());
      CHECK(r.steps_of(step.block, step.warp, tick, before, after) == earlier);
    }
    std::vector<RunStretch> stretches = r.stretches(0, run.end);
    REQUIRE_FALSE(stretches.empty());
    CHECK(stretches.front().begin == 0);
    CHECK(stretches.back().end == run.end);
    for (const RunStretch& stretch : stretches) {
      std::set<uint64_t> at_work, known;
      for (Tick t = stretch.begin; t < stretch.end; ++t) at_work.insert(uint64_t{all[t].block} * r.shape().warps_per_block() + all[t].warp);
      for (const IndexRange& range : stretch.at_work)
        for (uint64_t id = range.begin; id < range.end; ++id) known.insert(id);
      CHECK(known == at_work);
    }
  }
}

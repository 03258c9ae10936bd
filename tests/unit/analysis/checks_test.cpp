#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "simulator/analysis/launch_limits.h"
#include "simulator/analysis/sentences.h"
#include "trace.h"

using namespace wb;
using wb::test::Trace;

namespace {

uint32_t zero(uint32_t) { return 0; }
uint32_t own(uint32_t t) { return t; }

uint32_t line_of(const Trace& trace, const FindingPlace& place) { return trace.sources().start(place.span).line; }

// "race.raw error count[0] 4 6": what a lesson's `expect` compares.
std::multiset<std::string> summary(const Trace& trace) {
  std::multiset<std::string> all;
  for (const Finding& f : trace.checks.findings()) {
    std::string text = std::string(finding_name(f.kind)) + " " + (f.severity == Severity::note ? "note" : f.severity == Severity::warning ? "warning" : "error") + " " + f.buffer;
    for (uint64_t i : f.element) text += "[" + std::to_string(i) + "]";
    std::multiset<uint32_t> lines;
    for (const FindingPlace& p : f.places) lines.insert(line_of(trace, p));
    for (uint32_t line : lines) text += " " + std::to_string(line);
    all.insert(text);
  }
  return all;
}
using Set = std::multiset<std::string>;

}  // namespace

TEST_CASE("a counter that 256 threads read, change and write: one RAW, one WAW, whoever runs first") {
  for (bool warps_run_whole : {true, false}) {
    CAPTURE(warps_run_whole);
    Trace t({{1, 1, 1}, {256, 1, 1}});
    uint32_t count = t.ints("count", 1), ld = t.site(4, AccessKind::load), st = t.site(6, AccessKind::store);
    t.begin();
    if (warps_run_whole) {
      for (uint32_t w = 0; w < 8; ++w) {
        t.access(ld, count, 0, w, ~0u, zero);
        t.access(st, count, 0, w, ~0u, zero, [&](uint32_t) { return w + 1; });
      }
    } else {
      t.by_all(ld, count, 0, zero);
      t.by_all(st, count, 0, zero, [](uint32_t) { return 1; });
    }
    auto findings = t.checks.findings();
    CHECK(summary(t) == Set{"race.raw error count[0] 4 6", "race.waw error count[0] 6 6"});
    for (const Finding& f : findings) {
      CHECK(f.scope == Finding::Scope::block);
      CHECK(!f.message.empty());
      CHECK(!f.hint.empty());
      REQUIRE(f.places.size() == 2);
      CHECK(!(f.places[0].thread == f.places[1].thread));
    }
  }
}

TEST_CASE("atomics on one counter are silent") {
  Trace t({{2, 1, 1}, {256, 1, 1}});
  uint32_t count = t.ints("count", 1), add = t.site(4, AccessKind::atomic);
  t.begin();
  for (uint32_t b : {0u, 1u}) {
    t.checks.begin_block(b);
    t.by_all(add, count, b, zero, [](uint32_t) { return 1; });
    t.checks.end_block(b);
  }
  CHECK(summary(t) == Set{});
  CHECK(t.checks.counters().atomic_requests == 16);
  CHECK(t.checks.counters().atomic_operations == 512);
}

TEST_CASE("every thread writes its number into one cell: exactly one WAW") {
  Trace t({{1, 1, 1}, {256, 1, 1}});
  uint32_t last = t.ints("last", 1), st = t.site(4, AccessKind::store);
  t.begin();
  t.by_all(st, last, 0, zero, [](uint32_t thread) { return thread; });
  CHECK(summary(t) == Set{"race.waw error last[0] 4 4"});
  Finding f = t.checks.findings()[0];
  CHECK(f.places[0].value == "0");
  CHECK(f.places[1].value == "1");
}

TEST_CASE("every thread writes the same value into one cell: a note") {
  Trace t({{1, 1, 1}, {32, 1, 1}});
  uint32_t flag = t.ints("flag", 1), st = t.site(4, AccessKind::store);
  t.begin();
  t.by_all(st, flag, 0, zero, [](uint32_t) { return 1; });
  CHECK(summary(t) == Set{"race.waw note flag[0] 4 4"});
}

TEST_CASE("a plain test beside an atomic exchange: exactly one mixed race") {
  Trace t({{1, 1, 1}, {64, 1, 1}});
  uint32_t best = t.ints("best", 1), ld = t.site(7, AccessKind::load), ex = t.site(8, AccessKind::atomic);
  t.begin();
  for (uint32_t w : {0u, 1u}) {
    t.access(ld, best, 0, w, ~0u, zero);
    t.access(ex, best, 0, w, 0x00010001, zero, own);
  }
  CHECK(summary(t) == Set{"race.mixed error best[0] 7 8"});
}

TEST_CASE("sixteen threads that all update every pixel: RAW and WAW on the first") {
  Trace t({{1, 1, 1}, {16, 1, 1}});
  uint32_t px = t.allocation({.name = "px", .bytes = 16, .scalar = ScalarKind::uchar, .element_bytes = 1, .shape = {16}});
  uint32_t ld = t.site(5, AccessKind::load), st = t.site(5, AccessKind::store);
  t.begin();
  for (uint32_t i = 0; i < 16; ++i) {
    t.access(ld, px, 0, 0, 0xffff, [&](uint32_t) { return i; }, nullptr, 1);
    t.access(st, px, 0, 0, 0xffff, [&](uint32_t) { return i; }, [](uint32_t) { return 9; }, 1);
  }
  CHECK(summary(t) == Set{"race.raw error px[0] 5 5", "race.waw error px[0] 5 5"});
}

TEST_CASE("a neighbour's element in shared memory: RAW without a barrier, silent with one") {
  for (bool has_barrier : {false, true}) {
    CAPTURE(has_barrier);
    Trace t({{1, 1, 1}, {64, 1, 1}});
    uint32_t s = t.ints("s", 64, Space::shared), st = t.site(3, AccessKind::store), ld = t.site(5, AccessKind::load);
    t.begin();
    for (uint32_t w : {0u, 1u}) {
      t.access(st, s, 0, w, ~0u, own, own);
      if (!has_barrier) t.access(ld, s, 0, w, ~0u, [](uint32_t x) { return (x + 1) % 64; });
    }
    if (has_barrier) {
      t.checks.barrier(0, t.tick++);
      t.by_all(ld, s, 0, [](uint32_t x) { return (x + 1) % 64; });
    }
    CHECK(summary(t) == (has_barrier ? Set{} : Set{"race.raw error s[0] 3 5"}));
  }
}

TEST_CASE("within one warp only lockstep hides it: a warning; on two sides of a branch: an error") {
  for (bool two_sides : {false, true}) {
    CAPTURE(two_sides);
    Trace t({{1, 1, 1}, {32, 1, 1}});
    uint32_t s = t.ints("s", 33, Space::shared), st = t.site(3, AccessKind::store), ld = t.site(5, AccessKind::load);
    if (two_sides) {
      t.site_info(st).arms = {{1, 0}};
      t.site_info(ld).arms = {{1, 1}};
    }
    t.begin();
    t.access(st, s, 0, 0, ~0u, own, own);
    t.access(ld, s, 0, 0, 0x7fffffff, [](uint32_t x) { return x + 1; });
    CHECK(summary(t) == Set{std::string("race.raw ") + (two_sides ? "error" : "warning") + " s[1] 3 5"});
    CHECK(t.checks.findings()[0].scope == Finding::Scope::warp);
  }
}

TEST_CASE("the missing second barrier of a tile loop is a WAR, in every order of the warps") {
  for (uint32_t ahead : {0u, 1u}) {
    CAPTURE(ahead);
    Trace t({{1, 1, 1}, {64, 1, 1}});
    uint32_t s = t.ints("s", 64, Space::shared), st = t.site(3, AccessKind::store), ld = t.site(5, AccessKind::load);
    t.begin();
    auto other = [](uint32_t x) { return 63 - x; };
    t.by_all(st, s, 0, own, own);
    t.checks.barrier(0, t.tick++);
    for (uint32_t w : {ahead, 1 - ahead}) {
      t.access(ld, s, 0, w, ~0u, other);
      t.access(st, s, 0, w, ~0u, own, own);  // the next pass
    }
    t.checks.barrier(0, t.tick++);
    t.by_all(ld, s, 0, other);
    CHECK(summary(t) == Set{"race.war error s[0] 3 5"});
  }
}

TEST_CASE("an element of its own for every thread, and again after a barrier: silent") {
  Trace t({{3, 1, 1}, {96, 1, 1}});
  uint32_t out = t.ints("out", 3 * 96), ld = t.site(3, AccessKind::load), st = t.site(4, AccessKind::store);
  t.begin();
  for (uint32_t b = 0; b < 3; ++b) {
    t.checks.begin_block(b);
    for (int pass = 0; pass < 20; ++pass) {  // more than a range of epochs
      t.by_all(ld, out, b, [&](uint32_t x) { return b * 96 + x; });
      t.by_all(st, out, b, [&](uint32_t x) { return b * 96 + x; }, own);
      t.checks.barrier(b, t.tick++);
      t.by_all(ld, out, b, [&](uint32_t x) { return b * 96 + 95 - x; });
      t.checks.barrier(b, t.tick++);
    }
    t.checks.end_block(b);
  }
  CHECK(summary(t) == Set{});
}

TEST_CASE("two blocks on one element are never in order; a barrier does not help") {
  Trace t({{2, 1, 1}, {32, 1, 1}});
  uint32_t out = t.ints("out", 64), st = t.site(3, AccessKind::store), ld = t.site(5, AccessKind::load);
  t.begin();
  for (uint32_t b : {0u, 1u}) {
    t.checks.begin_block(b);
    t.access(st, out, b, 0, ~0u, [&](uint32_t x) { return b * 32 + x; }, own);
    t.checks.barrier(b, t.tick++);
    t.access(ld, out, b, 0, ~0u, [&](uint32_t x) { return (b * 32 + x + 1) % 64; });
    t.checks.end_block(b);
  }
  auto findings = t.checks.findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == FindingKind::race_raw);
  CHECK(findings[0].scope == Finding::Scope::grid);
  CHECK(findings[0].count == 2);  // out[0] by block 1's last thread, out[32] by block 0's
  CHECK(findings[0].message == "thread 0 of block 0 writes `out[0]` at line 3 and thread 31 of block 1 reads it at line 5; "
                               "blocks of one launch are never in order, so the read may come before the write");
}

TEST_CASE("bytes of one word are separate") {
  Trace t({{1, 1, 1}, {32, 1, 1}});
  uint32_t s = t.allocation({.name = "s", .bytes = 128, .scalar = ScalarKind::uint, .element_bytes = 4, .shape = {32}});
  uint32_t st = t.site(3, AccessKind::store), ld = t.site(4, AccessKind::load), wide = t.site(5, AccessKind::load);
  t.begin();
  t.access(st, s, 0, 0, ~0u, own, own, 1);
  t.access(ld, s, 0, 0, ~0u, own, nullptr, 1);
  CHECK(summary(t) == Set{});
  t.access(wide, s, 0, 0, 0xff, own, nullptr, 4);
  CHECK(summary(t) == Set{"race.raw warning s[0] 3 5"});
}

TEST_CASE("buffers that nobody can store to are left out") {
  Trace t({{1, 1, 1}, {32, 1, 1}});
  uint32_t in = t.allocation({.name = "in", .bytes = 128, .scalar = ScalarKind::float_, .element_bytes = 4, .shape = {32}, .may_be_stored = false});
  uint32_t ld = t.site(3, AccessKind::load);
  t.begin();
  t.access(ld, in, 0, 0, ~0u, zero);
  CHECK(summary(t) == Set{});
  CHECK(t.checks.counters().global_load_requests == 1);
  CHECK(t.checks.counters().global_load_sectors == 1);
  CHECK(t.checks.counters().global_load_bytes == 128);
}

TEST_CASE("a load told by rows is counted and judged as one told by its lanes") {
  const int64_t steps[] = {0, 1, 2, 4, 8, 12, 32, 36, -4};
  size_t told = 0;
  for (Space space : {Space::global, Space::constant, Space::shared})
    for (int64_t step : steps)
      for (uint32_t high : {0u, 4u, 64u, 128u, 600u})
        for (uint8_t bytes : {uint8_t{1}, uint8_t{4}, uint8_t{8}}) {
          if (step % bytes || high % bytes) continue;
          Trace by_rows({{1, 1, 1}, {64, 1, 1}}), by_lanes({{1, 1, 1}, {64, 1, 1}});
          for (Trace* t : {&by_rows, &by_lanes}) {
            t->allocation({.name = "in", .space = space, .bytes = 4096, .scalar = ScalarKind::uchar, .element_bytes = bytes, .shape = {4096u / bytes},
                           .may_be_stored = space == Space::shared});
            t->site(3, AccessKind::load);
            t->site(4, AccessKind::store);
            t->begin();
          }
          constexpr uint32_t low = 1024;
          RowLoad load{.tick = 0, .block = 0, .warp = 0, .site = 0, .allocation = 0, .low = low, .high = low + high, .step = step, .space = space, .bytes = bytes};
          const auto element = [&](uint32_t thread) {
            const int64_t lane = thread % 32;
            return static_cast<uint32_t>((low + (lane < 16 ? 0 : high) + lane % 16 * step) / bytes);
          };
          if (!by_rows.checks.row_load(load)) continue;
          ++told;
          by_lanes.access(0, 0, 0, 0, ~0u, element, nullptr, bytes);
          if (space == Space::shared)  // the other warp stores where this one has read
            for (Trace* t : {&by_rows, &by_lanes}) t->access(1, 0, 0, 1, 1u, [&](uint32_t) { return (low + high) / bytes; }, own, bytes);
          CAPTURE(static_cast<int>(space));
          CAPTURE(step);
          CAPTURE(high);
          CAPTURE(static_cast<int>(bytes));
          CHECK(by_rows.checks.counters() == by_lanes.checks.counters());
          CHECK(summary(by_rows) == summary(by_lanes));
          CHECK(summary(by_rows).empty() == (space != Space::shared));
        }
  CHECK(told > 100);
}

TEST_CASE("coverage: what an output never got, and what it got twice") {
  auto run = [](uint32_t written, bool twice) {
    auto t = std::make_unique<Trace>(LaunchShape{{1, 1, 1}, {32, 1, 1}});
    uint32_t out = t->allocation({.name = "out", .bytes = 160, .scalar = ScalarKind::float_, .element_bytes = 4, .shape = {5, 8}, .is_output = true});
    uint32_t st = t->site(3, AccessKind::store);
    t->begin();
    for (uint32_t i = 0; i < written; ++i) t->access(st, out, 0, 0, 1u << i % 32, [&](uint32_t) { return i; }, own);
    t->checks.barrier(0, t->tick++);
    if (twice) t->access(st, out, 0, 0, 1u << 9, [&](uint32_t) { return 1; }, own);
    return t;
  };
  CHECK(summary(*run(40, false)) == Set{});
  CHECK(summary(*run(39, false)) == Set{"coverage warning out[4][7]"});
  CHECK(summary(*run(0, false)) == Set{"coverage warning out[0][0]"});
  CHECK(summary(*run(40, true)) == Set{"coverage.repeated note out[0][1] 3"});
  CHECK(run(30, false)->checks.findings()[0].count == 10);
  CHECK(run(30, false)->checks.findings(false).empty());  // a run that was cut short
}

TEST_CASE("faults: out of bounds names element, thread and line") {
  Trace t({{4, 1, 1}, {256, 1, 1}});
  uint32_t out = t.ints("out", 1000), st = t.site(6, AccessKind::store);
  t.begin();
  int64_t offset[32];
  for (int i = 0; i < 32; ++i) offset[i] = 4 * (768 + 224 + i);
  WarpFault fault{.kind = FindingKind::oob_write, .tick = 77, .block = 3, .warp = 7, .site = st, .lanes = 0xffffff00, .access = AccessKind::store, .bytes = 4, .allocation = out, .offset = offset};
  t.checks.fault(fault);
  auto findings = t.checks.findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].count == 24);
  CHECK(findings[0].flat_element == 1000);
  CHECK(findings[0].places[0].thread.x == 232);
  CHECK(findings[0].message == "thread 232 of block 3 writes `out[1000]`, but `out` has 1000 elements, the last is `out[999]`");
}

TEST_CASE("a barrier that some threads do not reach says who waits where") {
  Trace t({{1, 1, 1}, {64, 1, 1}});
  uint32_t bar = t.site(7, AccessKind::load), other = t.site(9, AccessKind::load);
  t.begin();
  BarrierStand stands[] = {{BarrierStand::State::waiting, 0, ~0u, bar}, {BarrierStand::State::elsewhere, 1, 0xffff, other}, {BarrierStand::State::exited, 1, 0xffff0000, no_site}};
  t.checks.barrier_divergent(0, 5, stands);
  t.checks.barrier_divergent(0, 9, stands);
  auto findings = t.checks.findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].count == 2);
  CHECK(findings[0].message == "not every thread of block 0 reaches the barrier at line 7: threads 0 to 31 wait there, but "
                               "threads 32 to 47 are at line 9; threads 48 to 63 have left the kernel");
}

TEST_CASE("branches: only those that part active lanes count") {
  Trace t({{1, 1, 1}, {32, 1, 1}});
  t.begin();
  t.checks.branch(0, 0, 0, 0xffff, ~0u, 1);
  t.checks.branch(0, 0, 0, ~0u, ~0u, 2);
  t.checks.branch(0, 0, 0, 0, ~0u, 3);
  t.checks.instructions(10, 160);
  CHECK(t.checks.counters().branch_divergent == 1);
  CHECK(t.checks.counters().lane_efficiency() == 0.5);
}

TEST_CASE("a copy keeps its own shadow") {
  Trace t({{1, 1, 1}, {64, 1, 1}});
  uint32_t s = t.ints("s", 64, Space::shared), st = t.site(3, AccessKind::store), ld = t.site(5, AccessKind::load);
  t.begin();
  t.access(st, s, 0, 0, ~0u, own, own);
  Checks before = t.checks;
  t.access(ld, s, 0, 1, ~0u, [](uint32_t x) { return x - 32; });
  CHECK(t.checks.findings().size() == 1);
  CHECK(before.findings().empty());
  t.checks = before;
  t.checks.barrier(0, 9);
  t.access(ld, s, 0, 1, ~0u, [](uint32_t x) { return x - 32; });
  CHECK(t.checks.findings().empty());
}

TEST_CASE("launch limits") {
  CHECK(!check_launch_limits({1, 1, 1}, {1024, 1, 1}, {0, 0}));
  CHECK(!check_launch_limits({65536, 1, 1}, {32, 32, 1}, {49152, 0}));
  CHECK(check_launch_limits({1, 1, 1}, {1025, 1, 1}, {0, 0}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 33, 1}, {0, 0})->message == "a block of 1056 threads is larger than the limit of 1024; the kernel did not run");
  CHECK(check_launch_limits({0, 1, 1}, {32, 1, 1}, {0, 0}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 0, 1}, {0, 0}));
  CHECK(check_launch_limits({1, 65536, 1}, {32, 1, 1}, {0, 0}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 1, 1}, {40000, 10000}));
  CHECK(!check_launch_limits({1, 1, 1}, {32, 1, 1}, {1024, 98304, 98304}));
  CHECK(!check_launch_limits({1, 1, 1}, {32, 1, 1}, {0, 232448, 232448}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 1, 1}, {0, 98304, 65536})->message == "a block asks for 98304 bytes of shared memory (0 declared, 98304 in the launch); the limit is 65536; the kernel did not run");
  CHECK(check_launch_limits({1, 1, 1}, {32, 1, 1}, {1024, 232448, 232448}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 1, 1}, {0, 98304})->hint.find("cudaFuncSetAttribute") != std::string::npos);
  REQUIRE(check_launch_limits({1, 1, 1}, {32, 1, 1}, {98304, 0}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 1, 1}, {98304, 0, 98304}));
  CHECK(check_launch_limits({1, 1, 1}, {32, 1, 1}, {98304, 0})->hint.find("cudaFuncSetAttribute") == std::string::npos);
}

TEST_CASE("every sentence has a code of its own, a message and a hint that say what to do") {
  std::set<std::string> codes;
#define WB_SENTENCE_CHECK(c, m, h)      \
  CHECK(codes.insert(c).second);        \
  CHECK(sentence(c).message == m);      \
  CHECK(std::string(h).size() > 2);
  WB_SENTENCES(WB_SENTENCE_CHECK)
#undef WB_SENTENCE_CHECK
  for (int kind = 0; kind < static_cast<int>(FindingKind::count); ++kind) {
    std::string name = finding_name(static_cast<FindingKind>(kind));
    bool has_sentence = std::any_of(codes.begin(), codes.end(), [&](const std::string& code) { return code.substr(0, 4) == name.substr(0, 4); });
    CAPTURE(name);
    CHECK((has_sentence || name == "order"));  // the spread over schedules is told by whoever runs them
  }
  std::vector<std::string> arguments = {"a", "b"};
  CHECK(fill_sentence("{1} and {0} {x} {7}.", arguments) == "b and a {x} .");
}

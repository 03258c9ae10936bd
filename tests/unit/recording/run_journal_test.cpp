// What a journal holds: each turn, each store's bytes, each barrier, as the run itself had them; and when none is kept.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "../analysis/kernel_run.h"
#include "simulator/analysis/checks.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"
#include "simulator/recording/small_numbers.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

// Rounds in which every block rewrites its part of a buffer, reads its neighbour's and waits for the grid.
const char* rounds = R"(#include <cooperative_groups.h>
__global__ void k(float* from, float* to, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < count; round++) {
    float left = i > 0 ? from[i - 1] : from[i];
    for (int k = 0; k < 3 * count; k++) left = left * 0.75f + 1;
    to[i] = (left + from[i]) / 2;
    cooperative_groups::this_grid().sync();
    float* spare = from;
    from = to;
    to = spare;
  }
})";

KernelRun rounds_run(uint32_t blocks, int64_t count) {
  KernelRun run(rounds, {blocks, 1, 1}, {64, 1, 1});
  run.floats("from", blocks * 64).floats("to", blocks * 64).number(blocks * 64).number(count);
  return run;
}

struct Written {
  CompileResult compiled;
  MachineOptions options;
  KernelLaunch launch;
  std::unique_ptr<JournalWriter> writer;
  Tick end = 0;
  std::vector<uint8_t> bytes_left;  // of the first buffer

  Written(const KernelRun& kernel, Schedule schedule, size_t limit, uint64_t cut, uint64_t stretch_ticks = 64) : compiled(compile("k.cu", kernel.source, "")), options{schedule, 3, {}}, launch(kernel.launch) {
    REQUIRE(compiled.ok());
    Checks passing;
    Machine machine(compiled.program, launch, options, &passing);
    RunIndexer indexer(machine, 1 << 20, stretch_ticks);
    passing.watch(&indexer);
    writer = std::make_unique<JournalWriter>(machine, limit, stretch_ticks);
    indexer.also_write(writer.get());
    while (indexer.run(machine, machine.tick() + cut) == MachineStatus::paused) {}
    end = machine.tick();
    bytes_left = machine.read_memory(0, 0).bytes;
  }
};

}  // namespace

TEST_CASE("numbers and differences come back") {
  std::mt19937_64 random(3);
  std::vector<uint64_t> all = {0, 1, 127, 128, UINT64_MAX};
  for (int i = 0; i < 200; ++i) all.push_back(random() >> random() % 64);
  std::vector<uint8_t> bytes;
  for (size_t i = 1; i < all.size(); ++i) put_number(bytes, all[i]), put_difference(bytes, all[i - 1], all[i]);
  const uint8_t* at = bytes.data();
  for (size_t i = 1; i < all.size(); ++i) {
    CHECK(get_number(at) == all[i]);
    CHECK(get_difference(at, all[i - 1]) == all[i]);
  }
  CHECK(at == bytes.data() + bytes.size());
}

TEST_CASE("a row of words comes back, whichever of its two numbers it tells, and the next one behind it") {
  std::mt19937 random(6);
  for (int example = 0; example < 300; ++example) {
    const auto tells = static_cast<WordRow::Tells>(1 + example % 3);
    const uint32_t gap_mask = 0xFFFFFFFFu >> random() % 32, value_mask = example % 5 ? 0xFFFFFFFFu >> random() % 32 : 0;
    std::vector<RowWord> words;
    for (uint64_t offset = random() % 1000 * 4, i = 1 + random() % 40; i-- > 0; offset += 4 + uint64_t{random() & gap_mask} * 4) {
      const uint32_t found = random() & value_mask;
      words.push_back({offset, found, example % 4 ? found + 1 : static_cast<uint32_t>(random())});
    }
    std::vector<uint8_t> bytes;
    uint64_t last = 40, last_read = 40;
    for (int twice = 0; twice < 2; ++twice) WordRow::put(bytes, words, tells, last);
    const size_t size = bytes.size();
    bytes.resize(size + WordRow::behind);
    const uint8_t* at = bytes.data();
    for (int twice = 0; twice < 2; ++twice) {
      WordRow row(at, last_read);
      CHECK(row.tells(WordRow::found) == (tells != WordRow::left));
      for (int question = 0; question < 12; ++question) {
        const RowWord& any = words[random() % words.size()];
        const uint64_t low = any.offset + 8 - std::min<uint64_t>(any.offset + 8, random() % 17), high = low + 1 + random() % 9;
        CHECK(row.comes_to(low, high) == std::any_of(words.begin(), words.end(), [&](const RowWord& word) { return word.offset < high && low < word.offset + WordRow::word_bytes; }));
      }
      for (const RowWord& word : words) {
        REQUIRE(row.has_more());
        const RowWord read = row.next();
        CHECK(read.offset == word.offset);
        if (row.tells(WordRow::found)) CHECK(read.found == word.found);
        CHECK(row.changes_nothing() == (tells == WordRow::found));
        CHECK(read.left == (row.tells(WordRow::left) ? word.left : word.found));
      }
      CHECK_FALSE(row.has_more());
    }
    CHECK(at == bytes.data() + size);
    CHECK(last == last_read);
  }
}

TEST_CASE("the turns that touch a place are found without a look at everything else that they touch") {
  KernelRun run(R"(__global__ void k(int* bins, int* plain, int rounds) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, at = i * 2654435761u;
  for (int round = 0; round < rounds; round++) {
    at = at * 1664525u + 1013904223u;
    atomicAdd(&bins[at >> 24], 1);
    plain[(at >> 8) & 255] = round;
    plain[i & 255] += bins[(at >> 4) & 255];
  }
})", {8, 1, 1}, {64, 1, 1});
  run.ints("bins", 256).ints("plain", 256).number(9);
  Written written(run, Schedule::random, 8 << 20, 64, RunJournal::most_stretch_ticks);
  REQUIRE(written.writer->is_kept());
  const RunJournal journal = written.writer->finish(written.end);
  std::mt19937 random(5);
  for (int question = 0; question < 40; ++question) {
    const auto allocation = static_cast<uint32_t>(random() % 2);
    const uint64_t low = random() % 1024, high = low + 1 + random() % 40;
    for (const auto of : {RunJournal::TouchReader::Of::stores, RunJournal::TouchReader::Of::loads, RunJournal::TouchReader::Of::found})
      for (size_t stretch = 0; stretch < journal.count(); ++stretch) {
        std::set<uint32_t> expected, blocks;
        for (RunJournal::TouchReader at(journal, of, stretch); at.next_there();)
          if (at.touch().allocation == allocation && at.touch().offset < high && low < at.touch().offset + at.touch().size) expected.insert(at.touch().block);
        for (RunJournal::TouchReader at(journal, of, stretch); at.next_turn_there(allocation, low, high);) blocks.insert(at.touch().block);
        CHECK(blocks == expected);
      }
  }
}

TEST_CASE("32 counters that a warp adds to anywhere take less than four bytes each, with what was found there") {
  KernelRun run(R"(#include <cooperative_groups.h>
__global__ void k(int* bins, int rounds) {
  unsigned int at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  for (int round = 0; round < rounds; round++) {
    at = at * 1664525u + 1013904223u;
    atomicAdd(&bins[at >> 18], 1);
    cooperative_groups::this_grid().sync();
  }
})", {64, 1, 1}, {64, 1, 1});
  run.ints("bins", 1 << 14).number(64);
  Written written(run, Schedule::random, 8 << 20, 1 << 20, RunJournal::most_stretch_ticks);
  REQUIRE(written.writer->is_kept());
  const RunJournal journal = written.writer->finish(written.end);
  CHECK(journal.work_between(0, journal.count()) < uint64_t{4} * 64 * 64 * 64);
}

TEST_CASE("a journal has every turn, wherever the run was cut, and its stores make the memory that the run left") {
  for (const Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial})
    for (const uint64_t cut : {7, 50, 100000}) {
      CAPTURE(std::string(schedule_name(schedule)));
      Written written(rounds_run(5, 4), schedule, 1 << 20, cut);
      REQUIRE(written.writer->is_kept());
      const RunJournal journal = written.writer->finish(written.end);
      CHECK(journal.bytes() > 0);

      Machine machine(written.compiled.program, written.launch, written.options, nullptr);
      RunJournal::TurnReader turns(journal, 0);
      Tick tick = 0;
      for (; turns.next(); tick = turns.turn().end) {
        REQUIRE(turns.turn().begin == tick);
        REQUIRE(turns.turn().end > tick);
        for (; machine.tick() < turns.turn().end; machine.run_until(machine.tick() + 1)) {
          const auto next = machine.next();
          REQUIRE(next);
          CHECK(std::pair(next->block, next->warp) == std::pair(turns.turn().block, turns.turn().warp));
          if (machine.tick() == tick) CHECK(next->pc == turns.turn().pc);
        }
        CHECK(machine.state().started == journal.blocks_started(tick));
      }
      CHECK(tick == written.end);

      std::vector<uint8_t> bytes = written.launch.buffers[0].bytes;
      Tick last = 0;
      for (RunJournal::TouchReader stores(journal, RunJournal::TouchReader::Of::stores, 0); stores.next();) {
        const RunJournal::Touch& store = stores.touch();
        CHECK(store.tick >= last);
        last = store.tick;
        if (store.allocation == 0) std::copy_n(store.bytes(), store.size, bytes.begin() + static_cast<std::ptrdiff_t>(store.offset));
      }
      CHECK(bytes == written.bytes_left);

      std::map<uint32_t, std::vector<uint32_t>> at_work;  // stretches
      RunJournal::TurnReader again(journal, 0);
      while (again.next())
        if (auto& own = at_work[again.turn().block]; own.empty() || own.back() != again.stretch()) own.push_back(static_cast<uint32_t>(again.stretch()));
      for (const auto& [block, stretches] : at_work) CHECK(journal.stretches_of({block}, 0, journal.count()) == stretches);
      std::vector<uint32_t> storing;
      RunJournal::TouchReader touches(journal, RunJournal::TouchReader::Of::stores, 0);
      while (touches.next())
        if (touches.touch().allocation == 1 && touches.touch().offset < 512 && (storing.empty() || storing.back() != touches.stretch())) storing.push_back(static_cast<uint32_t>(touches.stretch()));
      MemoryPlaces first_piece(journal.pieces());
      first_piece.add(1, 0, 4);
      CHECK(journal.stretches_storing(first_piece, 0, journal.count()) == storing);
      CHECK(storing.size() < journal.count());

      std::map<uint32_t, int> barriers;
      for (RunJournal::MomentReader moments(journal, 0); moments.next();) barriers[moments.moment().block] += moments.moment().kind == RunJournal::Moment::Kind::barrier;
      for (uint32_t block = 0; block < 5; ++block) CHECK(barriers[block] == 4);
      CHECK(journal.grid_releases(written.end).first == 4);
      CHECK(journal.grid_releases(0).first == 0);
    }
}

TEST_CASE("round robin costs a journal less than a byte a turn, beside what is stored") {
  Written written(rounds_run(256, 6), Schedule::round_robin, 8 << 20, 1 << 20, RunJournal::most_stretch_ticks);
  const RunJournal journal = written.writer->finish(written.end);
  size_t stored = 0;
  for (RunJournal::TouchReader stores(journal, RunJournal::TouchReader::Of::stores, 0); stores.next();) stored += stores.touch().size;
  CHECK(stored == size_t{6} * 256 * 64 * 4);
  CHECK(journal.work_between(0, journal.count()) - stored < written.end);
}

TEST_CASE("lists of stretches have what was added, in chapters long and short, and of many keys what their neighbours share") {
  std::mt19937 random(4);
  for (const uint64_t keys : {1, 40, 100'000}) {
    StretchLists lists(keys);
    std::vector<std::pair<uint64_t, uint32_t>> all;
    for (uint32_t stretch = 0; stretch < 3000; stretch += 1 + random() % 3)
      for (uint32_t i = random() % 12; i-- > 0;) all.emplace_back(random() % keys, stretch), lists.add(all.back().first, stretch);
    lists.finish();
    for (int question = 0; question < 50; ++question) {
      const uint64_t key = random() % keys;
      const auto first = static_cast<uint32_t>(random() % 3000), end = static_cast<uint32_t>(first + random() % 1000);
      std::vector<uint32_t> found;
      lists.each(key, key + 1, first, end, [&](uint32_t stretch) { found.push_back(stretch); });
      CHECK(std::is_sorted(found.begin(), found.end()));
      CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
      size_t own = 0;
      for (const auto& [other, stretch] : all) {
        if (stretch < first || stretch >= end) continue;
        if (other == key) CHECK(std::binary_search(found.begin(), found.end(), stretch));
        own += other == key;
      }
      if (keys <= 40) CHECK(found.size() <= own);
    }
  }
}

TEST_CASE("a journal that grows over its limit is given up, and the run goes on") {
  Written written(rounds_run(5, 20), Schedule::random, 5000, 100);
  CHECK_FALSE(written.writer->is_kept());
  CHECK(written.writer->bytes() == 0);
  CHECK(written.end == Written(rounds_run(5, 20), Schedule::random, 1 << 20, 100).end);
}

TEST_CASE("a recording in which moments are far says so; one with a journal, or with snapshots close together, does not") {
  KernelRun run = rounds_run(96, 24);
  run.options = {.schedule = Schedule::round_robin, .record = true, .snapshot_bytes = 1 << 20};
  const SimulationResult far = run.run();
  const Replay::Use use = dynamic_cast<const Replay&>(*far.recording).use();
  CHECK(use.journal_bytes == 0);
  CHECK(use.longest_way > 1 << 18);
  CHECK(far.recording->long_way() == use.longest_way);
  run.options.snapshot_bytes = 4 << 20;
  const SimulationResult with_journal = run.run();
  CHECK(dynamic_cast<const Replay&>(*with_journal.recording).use().journal_bytes > 0);
  CHECK(with_journal.recording->long_way() == 0);
  run.options.snapshot_bytes = 512 << 20;
  CHECK(run.run().recording->long_way() == 0);
}

TEST_CASE("a recording keeps a journal where its snapshots lie far apart, all within its limit, and answers as without") {
  KernelRun run = rounds_run(96, 16);
  run.options = {.schedule = Schedule::round_robin, .record = true, .snapshot_bytes = 2 << 20};
  const SimulationResult far = run.run();
  REQUIRE(far.recording);
  const auto& replay = dynamic_cast<const Replay&>(*far.recording);
  const Replay::Use use = replay.use();
  CHECK(use.journal_bytes > 0);
  CHECK(use.snapshot_bytes + use.journal_bytes + use.index_bytes < size_t{2} << 20);

  run.options.snapshot_bytes = 512 << 20;
  const SimulationResult close = run.run();
  CHECK(dynamic_cast<const Replay&>(*close.recording).use().journal_bytes == 0);
  std::mt19937 random(9);
  for (int question = 0; question < 12; ++question) {
    const Tick tick = random() % replay.end();
    const ThreadRef thread{static_cast<uint32_t>(random() % 96), static_cast<uint32_t>(random() % 64)};
    CAPTURE(tick);
    CHECK(replay.blocks(tick) == close.recording->blocks(tick));
    CHECK(replay.memory(tick, 1, 0).bytes == close.recording->memory(tick, 1, 0).bytes);
    const auto there = replay.accesses_of(thread, tick, 20), expected = close.recording->accesses_of(thread, tick, 20);
    CHECK(std::equal(there.begin(), there.end(), expected.begin(), expected.end(), [](const AccessRecord& a, const AccessRecord& b) { return a.tick == b.tick && a.value == b.value; }));
    CHECK(replay.variable_change(thread, "left", tick, Direction::backwards) == close.recording->variable_change(thread, "left", tick, Direction::backwards));
    CHECK(replay.console(tick).empty());
  }
  const Replay::Use later = replay.use();
  CHECK(later.snapshot_bytes + later.journal_bytes + later.index_bytes + later.near_bytes < size_t{2} << 20);
}

TEST_CASE("a journal knows one warp's turns, and how many of each block's warps wait, wherever one begins") {
  for (const Schedule schedule : {Schedule::in_order, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
    CAPTURE(schedule_name(schedule));
    Written written(rounds_run(6, 9), schedule, 1 << 20, 300, 16);
    const RunJournal journal = written.writer->finish(written.end);
    std::vector<RunJournal::Turn> all;
    for (RunJournal::TurnReader at(journal, 0); at.next();) all.push_back(at.turn());
    std::mt19937 random(4);
    for (int question = 0; question < 60; ++question) {
      const uint64_t a = random() % written.end, b = random() % written.end, begin = std::min(a, b), end = std::max(a, b);
      const uint32_t block = random() % 6, warp = random() % 2;
      const std::vector<RunJournal::Turn> own = journal.turns_of(block, warp, begin, end);
      size_t count = 0;
      for (const RunJournal::Turn& turn : all) {
        if (turn.block != block || turn.warp != warp || turn.end <= begin || turn.begin >= end) continue;
        REQUIRE(count < own.size());
        CHECK(own[count].begin == turn.begin);
        CHECK(own[count].end == turn.end);
        CHECK(own[count].random == turn.random);
        CHECK(own[count++].warp == turn.warp);
      }
      CHECK(count == own.size());
    }
    uint64_t ticks_noted = 0;
    for (uint64_t tick = 0; tick < written.end; ++tick) {
      const RunJournal::Stands* stands = journal.stands_before(tick);
      if (!stands || stands->tick != tick) continue;
      ++ticks_noted;
      Machine machine(written.compiled.program, written.launch, written.options, nullptr);
      machine.run_until(tick);
      const std::vector<LaneState> states = machine.block_states();
      for (const RunJournal::Stands::Block& block : stands->blocks) {
        CAPTURE(tick);
        CAPTURE(block.index);
        CHECK((states[block.index] == LaneState::at_barrier) == (block.waiting > 0));
        CHECK(block.live > 0);
      }
    }
    CHECK(ticks_noted > 2);
  }
}

TEST_CASE("rows of pieces are those that a look at each piece finds") {
  std::mt19937 random(3);
  AllocationInfo info;
  info.space = Space::global;
  info.bytes = 300 * 512;
  const MemoryPieces pieces({&info, 1});
  for (int example = 0; example < 200; ++example) {
    MemoryPlaces places(pieces);
    std::vector<bool> here(300);
    for (uint32_t row = random() % 12; row-- > 0;) {
      const uint64_t first = random() % 300, end = std::min<uint64_t>(300, first + 1 + random() % (example % 2 ? 90 : 3));
      places.add_row(first, end);
      std::fill(here.begin() + static_cast<std::ptrdiff_t>(first), here.begin() + static_cast<std::ptrdiff_t>(end), true);
    }
    std::vector<bool> found(300);
    uint64_t behind = 0;
    places.each_row([&](uint64_t first, uint64_t end) {
      CHECK(first < end);
      CHECK((first > behind || behind == 0));  // else they were one
      behind = end;
      std::fill(found.begin() + static_cast<std::ptrdiff_t>(first), found.begin() + static_cast<std::ptrdiff_t>(end), true);
    });
    CHECK(found == here);
    CHECK(places.count() == static_cast<uint64_t>(std::count(here.begin(), here.end(), true)));
    const uint64_t low = random() % 300 * 512 + 100, high = std::min<uint64_t>(info.bytes, low + random() % 40000);
    uint64_t bytes = 0, expected = 0;
    places.each_part(0, low, high, [&](uint64_t from, uint64_t to) { bytes += to - from; });
    for (uint64_t byte = low; byte < high; ++byte) expected += here[byte / 512];
    CHECK(bytes == expected);
  }
}

// Finds the shortest schedule under which a race changes a result.
//
// The idea is iterative context bounding (Musuvathi and Qadeer, PLDI 2007): most bugs of order need very few preemptions, so runs without any
// come first, then all with one, then with two. Here a preemption is a hold (told_schedule.h), and the only places worth one are the two
// threads' accesses to the raced element: a run is made of their accesses x y z ..., and each pair of them by different threads, x before y,
// gives one run in which x waits for y.
//
//   plain     A reads, A writes, B reads, B writes
//   one hold  A reads, B reads, A writes ...      A stopped before its write until B has read
//
// To keep runs short the blocks of the two start first and nothing runs behind their ends: whatever the other blocks do can come later. Where the
// two do not meet then (a last block's turn), all blocks run in order.
//
// That a story is true is seen in runs and not derived: it takes two of them that end differently, one that keeps the order that was meant and
// one that does not. Which one that is:
//   - an update (read, then written) is meant to be alone: it is lost when another write comes between, if what the two do or leave then is unlike
//     every run in which one comes after the other;
//   - else what stands first in the program (in a loop: the earlier pass, then the place) is meant to come first;
//   - of two plain writes no order is meant.
#include <algorithm>
#include <list>
#include <set>
#include <string_view>

#include "simulator/explain/race_story.h"
#include "simulator/explain/story_writer.h"
#include "simulator/explain/trial.h"
#include "simulator/machine/clusters.h"

namespace wb {
namespace {

constexpr size_t most_reversals = 48;  // of one run
constexpr size_t most_looked_at = 64;  // accesses of one run that are paired
constexpr int most_late_writes = 8;
constexpr uint64_t ticks_between_looks = 1 << 12;
constexpr size_t most_other_pairs = 6; // of threads that are tried where the finding's own two do no harm

// A pair in the order of a run: in another one `first` shall wait for `second`.
struct Reversal {
  TrialAccess first, second;
  size_t rank = 0;
};

bool is_race(FindingKind kind) { return kind == FindingKind::race_raw || kind == FindingKind::race_war || kind == FindingKind::race_waw || kind == FindingKind::race_mixed; }

class Search {
 public:
  Search(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const Finding& finding, const ExplainLimits& limits, std::stop_token stop)
      : program_(program), launch_(launch), finding_(finding), limits_(limits), stop_(std::move(stop)) {}

  RaceStory run() {
    if (finding_.code.starts_with("race.scope")) return no_story("why.scope");
    if (finding_.places[0].grid != finding_.places[1].grid) return no_story("why.child");
    scene_.shape = shape_of_launch();
    if (finding_.places[0].grid && !find_grid(finding_.places[0].grid)) return no_story(has_run_out() || is_cut_short_ ? "why.budget" : "why.not_met");
    const LaunchShape& shape = scene_.shape;
    for (int p = 0; p < 2; ++p) scene_.party[p] = {shape.linear_block(finding_.places[p].block), shape.linear_thread(finding_.places[p].thread)};
    RaceStory story = search();
    const auto is_quiet = [](const RaceStory& s) { return s.code == "why.none" || (s.bites && s.effect.is_known && !s.effect.elements); };
    if (!is_quiet(story)) return story;
    // The example need not be the pair that matters: others may overwrite what these two do.
    for (const auto& [first, second] : other_pairs()) {
      if (has_run_out()) break;
      scene_.party[0] = first;
      scene_.party[1] = second;
      RaceStory other = search();
      if (!other.bites || (story.bites && is_quiet(other))) continue;
      story = std::move(other);
      if (!is_quiet(story)) break;
    }
    return story;
  }

 private:
  // Where that grid begins when everything before it is in order. It is the finding's own where that run was in order; under other schedules another grid may
  // have the number, and then the two do not meet there.
  bool find_grid(uint32_t number) {
    const uint64_t most = std::min(limits_.warp_instructions / 4, work_left());
    MachineOptions options;
    options.borrows_buffers = true;
    Machine machine(program_, launch_, options, nullptr);
    const auto has_begun = [&] { return number < machine.state().grids.size() && machine.state().grids[number].first_block; };
    MachineStatus status = MachineStatus::paused;
    while (!has_begun() && status == MachineStatus::paused && machine.tick() < most && !stop_.stop_requested()) status = machine.run_until(std::min(most, machine.tick() + ticks_between_looks));
    work_ += Work::start + machine.tick();
    is_cut_short_ = machine.tick() >= most;
    if (!has_begun()) return false;
    const GridRecord& grid = machine.state().grids[number];
    scene_.start = start_of_grid(program_, launch_, options, grid.begin, stop_);
    work_ += Work::start + grid.begin;
    scene_.first_block = grid.first_block;
    scene_.shape = grid.request->shape;
    return scene_.start && scene_.start->grid == number;
  }

  RaceStory search() {
    in_turn_.clear();
    if (!find_ground()) return no_story(has_run_out() || is_cut_short_ ? "why.budget" : "why.not_met");
    if (may_lose_updates()) run_one_after_the_other();
    if (const auto lost = lost_update(*base_)) return finish(*lost);  // the plain order goes wrong already
    std::vector<const Trial*> level{base_};
    for (uint32_t stops = 1; stops <= limits_.stops; ++stops) {
      if (auto story = search_level(level)) return std::move(*story);
    }
    if (const auto late = late_write()) return finish(*late);
    if (has_run_out()) return no_story("why.budget");
    return no_story(kept_ ? "why.none" : "why.no_other_order");
  }

  // Threads at the finding's two places and its element that differ most from its own: by value and by turn.
  std::vector<std::pair<ThreadRef, ThreadRef>> other_pairs() {
    std::vector<Witness> at[2];
    for (const Witness& w : find_witnesses(scene_, base_->told, std::min(2 * base_->ticks + 1000, work_left()), stop_, work_))
      for (int p = 0; p < 2; ++p)
        if (program_->sites[w.site].span == finding_.places[p].span && w.kind == finding_.places[p].access) at[p].push_back(w);
    std::vector<std::pair<ThreadRef, ThreadRef>> pairs;
    for (const Witness* a : outermost(at[0]))
      for (const Witness* b : outermost(at[1])) {
        const bool is_example = a->thread == scene_.party[0] && b->thread == scene_.party[1];
        if (a->thread == b->thread || is_example || a->value == b->value || pairs.size() == most_other_pairs) continue;
        pairs.push_back({a->thread, b->thread});
      }
    return pairs;
  }
  // The first, the last, and those with the least and the largest value.
  static std::vector<const Witness*> outermost(const std::vector<Witness>& all) {
    if (all.empty()) return {};
    const auto [least, largest] = std::minmax_element(all.begin(), all.end(), [](const Witness& a, const Witness& b) { return a.value < b.value; });
    std::vector<const Witness*> some;
    for (const Witness* w : {&all.front(), &all.back(), &*largest, &*least})
      if (std::find(some.begin(), some.end(), w) == some.end()) some.push_back(w);
    return some;
  }

  // ---- runs

  uint64_t work_left() const { return limits_.warp_instructions > work_ ? limits_.warp_instructions - work_ : 0; }
  double used() const {
    const auto share = [](uint64_t part, uint64_t all) { return all ? static_cast<double>(part) / static_cast<double>(all) : 1.0; };
    return std::min(1.0, std::max(share(tries_, limits_.tries), share(work_, limits_.warp_instructions)));
  }
  bool has_run_out() const { return stop_.stop_requested() || tries_ >= limits_.tries || !work_left(); }

  const Trial* run(const ToldSchedule& told, uint64_t limit) {
    trials_.push_back(run_trial(scene_, told, std::min(limit, work_left()), stop_));
    work_ += trials_.back().work;
    ++tries_;
    if (limits_.report) limits_.report(used(), tries_);
    return &trials_.back();
  }
  const Trial* run_with_hold(const ToldSchedule& from, const TrialAccess& first, const TrialAccess& second) {
    ToldSchedule told = from;
    ToldSchedule::Hold hold{.before = moment(first), .until = moment(second), .alone = scene_.is_same_warp()};
    if (first.kind == AccessKind::store && second.kind == AccessKind::store) {  // it shall be the last of all, not only of the two
      hold.alone |= !program_->assumes_lockstep;
      hold.last = true;
    }
    told.holds.push_back(hold);
    told.patience = 2 * base_->ticks + 20'000;
    return run(told, 8 * base_->work + 200'000);
  }
  RaceStory::Effect effect_of(const StoryPick& pick, uint64_t most) {
    uint64_t left = most;
    RaceStory::Effect effect = compare_results(scene_, pick, left, stop_);
    work_ += most - left;
    return effect;
  }
  ToldSchedule::Moment moment(const TrialAccess& a) const { return {scene_.party[a.party].block, scene_.party[a.party].thread, a.pc, a.pass}; }

  // Where the two meet: the allocation (names may repeat), and with whom the launch begins.
  bool find_ground() {
    scene_.program = program_;
    scene_.launch = &launch_;
    if (scene_.party[0] == scene_.party[1]) return false;

    const Machine machine(program_, launch_, scene_.options({}), nullptr);
    for (const ToldSchedule& ground : grounds())
      for (uint32_t a = 0; a < machine.allocations().size(); ++a) {
        const AllocationInfo& info = machine.allocations()[a];
        if (info.name != finding_.buffer || info.buffer_index != finding_.buffer_index || (info.space != Space::global && info.space != Space::shared)) continue;
        scene_.allocations.assign(machine.allocations().begin(), machine.allocations().end());
        scene_.allocation = a;
        scene_.info = info;
        work_ += work_of_start(scene_);
        scene_.low = finding_.flat_element * std::max(info.element_bytes, 1u);
        scene_.high = scene_.low + std::max(info.element_bytes, 1u);
        for (const uint32_t owner : possible_owners()) {
          if (has_run_out()) return false;
          scene_.owner = owner;
          const uint64_t most = std::min(limits_.warp_instructions / 4, work_left());
          base_ = run(ground, most);
          if (base_->reached_end && do_meet(*base_)) return true;
          is_cut_short_ |= base_->work >= most;
        }
      }
    return false;
  }
  LaunchShape shape_of_launch() const { return {launch_.grid, launch_.block, cluster_of(launch_, *program_)}; }
  // In whose shared memory the two meet: a party's own as a rule, in a cluster perhaps a third block's.
  std::vector<uint32_t> possible_owners() const {
    const LaunchShape& shape = scene_.shape;
    std::vector<uint32_t> owners{scene_.party[1].block, scene_.party[0].block};
    if (scene_.party[0].block == scene_.party[1].block) owners.pop_back();
    if (!scene_.is_shared()) owners.resize(1);
    const uint32_t cluster = shape.cluster_of(scene_.party[0].block);
    for (uint32_t rank = 0; rank < shape.cluster_size() && scene_.is_shared(); ++rank)
      if (const uint32_t block = shape.block_of_cluster(cluster, rank); std::find(owners.begin(), owners.end(), block) == owners.end()) owners.push_back(block);
    return owners;
  }

  std::vector<ToldSchedule> grounds() const {
    std::set<uint32_t> blocks{scene_.party[0].block, scene_.party[1].block};
    ToldSchedule first;
    first.first_blocks.assign(blocks.begin(), blocks.end());
    std::set<uint32_t> units;  // clusters; blocks where there are none
    for (const uint32_t block : blocks) units.insert(scene_.shape.cluster_of(block));
    const bool is_in_order = *units.rbegin() + 1 == units.size();  // blocks 0 and 1, or 0 alone
    if (is_in_order) return {ToldSchedule{}};
    return {first, ToldSchedule{}};
  }

  bool do_meet(const Trial& trial) const {
    bool is_there[2] = {}, has_write = false;
    for (const TrialAccess& a : trial.accesses) {
      is_there[a.party] |= is_at_its_place(a);
      has_write |= a.is_write();
    }
    return is_there[0] && is_there[1] && has_write;
  }
  bool is_at_its_place(const TrialAccess& a) const {
    const FindingPlace& place = finding_.places[a.party];
    return program_->sites[a.site].span == place.span && a.kind == place.access;
  }

  // ---- pairs

  std::vector<Reversal> reversals(const Trial& trial) const {
    std::vector<const TrialAccess*> some;  // of each party those at the finding's places, and the first of its others
    size_t of_party[2] = {};
    for (const TrialAccess& a : trial.accesses) {
      const size_t room = is_at_its_place(a) ? most_looked_at / 2 : most_looked_at / 4;
      if (of_party[a.party] >= room) continue;
      ++of_party[a.party];
      some.push_back(&a);
    }
    std::vector<Reversal> all;
    for (size_t i = 0; i < some.size(); ++i)
      for (size_t k = i + 1; k < some.size(); ++k)
        if (may_matter(*some[i], *some[k])) all.push_back({*some[i], *some[k], rank(*some[i], *some[k], k - i)});
    std::stable_sort(all.begin(), all.end(), [](const Reversal& a, const Reversal& b) { return a.rank < b.rank; });
    if (all.size() > most_reversals) all.resize(most_reversals);
    return all;
  }
  static bool may_matter(const TrialAccess& a, const TrialAccess& b) {
    const bool do_overlap = a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
    const bool are_atomics = a.kind == AccessKind::atomic && b.kind == AccessKind::atomic && a.bytes == b.bytes;
    return a.party != b.party && (a.is_write() || b.is_write()) && do_overlap && !are_atomics;
  }
  // First the finding's own places; of these the pairs that this run has in the wrong order, then those that are close to each other.
  size_t rank(const TrialAccess& a, const TrialAccess& b, size_t distance) const {
    if (!are_at_their_places(a, b)) return 20'000 + distance;
    return (is_meant(a, b) ? 10'000 : 0) + distance;
  }
  bool are_at_their_places(const TrialAccess& a, const TrialAccess& b) const { return is_at_its_place(a) && is_at_its_place(b); }
  // Does `a` stand before `b` in the program? Code stands in source order, unrolled passes one behind the other.
  bool is_meant(const TrialAccess& a, const TrialAccess& b) const {
    const auto holds_both = [&](const LoopRange& loop) { return loop.begin <= a.pc && a.pc < loop.end && loop.begin <= b.pc && b.pc < loop.end; };
    const bool are_in_a_loop = std::any_of(program_->loops.begin(), program_->loops.end(), holds_both);
    return are_in_a_loop && a.pass != b.pass ? a.pass < b.pass : a.pc <= b.pc;
  }

  // ---- levels

  // All runs with one hold more than those of `level`, which become the next level.
  std::optional<RaceStory> search_level(std::vector<const Trial*>& level) {
    std::vector<const Trial*> next;
    std::optional<StoryPick> order;  // a story of order: told if no lost update is found
    for (const Trial* from : level)
      for (const Reversal& reversal : reversals(*from)) {
        if (has_run_out() || order) break;
        const Trial* trial = run_with_hold(from->told, reversal.first, reversal.second);
        if (!trial->kept_all() || !is_before(*trial, reversal.second, reversal.first)) continue;
        kept_ += are_at_their_places(reversal.first, reversal.second);
        if (trial->reached_end) next.push_back(trial);
        if (const auto lost = lost_update(*trial)) return finish(*lost);
        order = wrong_order(*from, *trial, reversal);
      }
    if (order) return finish(*order);
    level = std::move(next);
    return std::nullopt;
  }
  static bool is_before(const Trial& trial, const TrialAccess& a, const TrialAccess& b) {
    const TrialAccess *x = trial.find(a), *y = trial.find(b);
    return x && (!y || x < y);
  }

  // ---- lost updates

  bool is_update() const { return finding_.code.starts_with("race.update"); }
  bool may_lose_updates() const { return is_update() || finding_.kind == FindingKind::race_waw || finding_.kind == FindingKind::race_mixed; }

  // The runs in which all that one of the two does with the element comes after all that the other does.
  void run_one_after_the_other() {
    for (uint32_t leader : {0u, 1u}) {
      const TrialAccess *last = nullptr, *first = nullptr;
      for (const TrialAccess& a : base_->accesses) {
        if (a.party == leader) last = &a;
        else if (!first) first = &a;
      }
      const Trial* trial = last < first ? base_ : has_run_out() ? nullptr : run_with_hold(base_->told, *first, *last);
      if (trial && trial->reached_end && !find_lost(*trial)) in_turn_.push_back(trial);
    }
  }

  struct Lost {
    const TrialAccess *read = nullptr, *between = nullptr, *write = nullptr;
  };
  // A write by the other thread between one's read and the next write of that one.
  static std::optional<Lost> find_lost(const Trial& trial) {
    Lost open[2];  // by party: its read, and what came since
    for (const TrialAccess& a : trial.accesses) {
      Lost &mine = open[a.party], &theirs = open[1 - a.party];
      if (!a.is_write()) {
        mine = {&a, nullptr, nullptr};
        continue;
      }
      if (mine.read && mine.between) return Lost{mine.read, mine.between, &a};
      mine = {};
      if (theirs.read) theirs.between = &a;
    }
    return std::nullopt;
  }

  // What the two have done and left.
  struct Outcome {
    std::multiset<std::pair<uint32_t, uint32_t>> writes;  // by party and place
    std::vector<uint8_t> element;
    friend bool operator==(const Outcome&, const Outcome&) = default;
  };
  static Outcome outcome(const Trial& trial) {
    Outcome o{{}, trial.element};
    for (const TrialAccess& a : trial.accesses)
      if (a.is_write()) o.writes.insert({a.party, a.pc});
    return o;
  }

  std::optional<StoryPick> lost_update(const Trial& trial) {
    if (!may_lose_updates() || in_turn_.empty() || !trial.reached_end) return std::nullopt;
    const auto lost = find_lost(trial);
    if (!lost || lost->between->value == lost->between->before) return std::nullopt;
    for (const Trial* other : in_turn_)
      if (outcome(*other) == outcome(trial)) return std::nullopt;
    if (&trial != base_ && has_course_of(trial, *base_)) return std::nullopt;  // what differs is another thread's doing
    StoryPick pick{&trial, in_turn_.front(), lost->write->kind == AccessKind::atomic ? "why.stale" : "why.update_lost", *lost->read, *lost->between, lost->write, nullptr};
    for (const TrialAccess& a : trial.accesses) {
      if (&a == lost->between) break;
      if (a.party == lost->between->party) pick.lead = a.kind == AccessKind::load ? &a : nullptr;
    }
    // They leave the same there, and only do more or less than in turn: then it has to show elsewhere.
    const bool is_same_there = std::any_of(in_turn_.begin(), in_turn_.end(), [&](const Trial* other) { return other->element == trial.element; });
    if (is_same_there && effect_of(pick, work_left() / 2).elements == 0) return std::nullopt;
    return pick;
  }

  // Do the two do the same in both runs, in the same order?
  static bool has_course_of(const Trial& a, const Trial& b) {
    return std::equal(a.accesses.begin(), a.accesses.end(), b.accesses.begin(), b.accesses.end(), [](const TrialAccess& x, const TrialAccess& y) {
      return x.is_same_moment(y) && x.value == y.value && x.before == y.before && x.is_undefined == y.is_undefined;
    });
  }

  // ---- wrong orders

  // Two runs with one pair in different orders: is the difference to be seen?
  std::optional<StoryPick> wrong_order(const Trial& from, const Trial& turned, const Reversal& pair) {
    if (is_update() || !are_at_their_places(pair.first, pair.second)) return std::nullopt;
    const bool is_read = !pair.first.is_write() || !pair.second.is_write();
    return is_read ? wrong_read(from, turned, pair) : wrong_write(from, turned, pair);
  }

  std::optional<StoryPick> wrong_read(const Trial& from, const Trial& turned, const Reversal& pair) {
    const TrialAccess &read = pair.first.is_write() ? pair.second : pair.first, &write = pair.first.is_write() ? pair.first : pair.second;
    const bool is_from_right = is_meant(pair.first, pair.second);
    const Trial &right = is_from_right ? from : turned, &wrong = is_from_right ? turned : from;
    const TrialAccess *right_read = right.find(read), *wrong_read = wrong.find(read), *wrong_write = wrong.find(write);
    if (!right_read || !wrong_read || !wrong_write || !right.find(write)) return std::nullopt;
    if (right_read->value == wrong_read->value && right_read->is_undefined == wrong_read->is_undefined) return std::nullopt;
    const bool is_early = wrong_read < wrong_write;
    if (!is_early && write.kind == AccessKind::atomic) return std::nullopt;  // it reads what an atomic has left: as good as any
    const char* code = !is_early ? "why.new_value" : wrong_read->is_undefined ? "why.unwritten" : "why.old_value";
    StoryPick pick{&wrong, &right, code, *wrong_read, *wrong_write, nullptr, nullptr};
    // The same may have gone wrong in the plain order.
    const TrialAccess *plain_read = base_->find(read), *plain_write = base_->find(write);
    if (plain_read && plain_write && plain_read->value == wrong_read->value && plain_read->is_undefined == wrong_read->is_undefined && (plain_read < plain_write) == is_early) {
      pick.broken = base_;
      pick.mine = *plain_read;
      pick.theirs = *plain_write;
    }
    // Who reads again and again until the value is there may well come early.
    const bool is_read_again = std::any_of(wrong.accesses.begin(), wrong.accesses.end(), [&](const TrialAccess& a) {
      return &a > wrong_read && a.party == read.party && program_->sites[a.site].span == program_->sites[read.site].span;
    });
    if (is_read_again && effect_of(pick, work_left() / 2).elements == 0) return std::nullopt;
    return pick;
  }

  std::optional<StoryPick> wrong_write(const Trial& from, const Trial& turned, const Reversal& pair) const {
    if (from.element == turned.element || !turned.reached_end) return std::nullopt;
    const bool are_plain = pair.first.kind == AccessKind::store && pair.second.kind == AccessKind::store;
    const bool is_from_right = are_plain || is_meant(pair.first, pair.second);
    const Trial &right = is_from_right ? from : turned, &wrong = is_from_right ? turned : from;
    const TrialAccess *a = wrong.find(pair.first), *b = wrong.find(pair.second);
    if (!a || !b) return std::nullopt;
    const TrialAccess *earlier = std::min(a, b), *later = std::max(a, b);
    if (are_plain && !is_left_by(wrong, *later)) return std::nullopt;
    if (!are_plain && later->kind == AccessKind::store) return StoryPick{&wrong, &right, "why.overwritten", *later, *earlier, nullptr, nullptr};
    return StoryPick{&wrong, &right, "why.last_write", *earlier, *later, nullptr, nullptr};
  }

  bool is_left_by(const Trial& trial, const TrialAccess& write) const {
    for (uint32_t i = 0; i < std::min<uint32_t>(write.bytes, 8); ++i) {
      const uint64_t at = write.offset + i;
      if (at >= scene_.low && at < scene_.high && trial.element[at - scene_.low] != static_cast<uint8_t>(write.value >> 8 * i)) return false;
    }
    return true;
  }

  // ---- late writes

  // Where the reader waits for what the writer does next, no whole step can come earlier: but the write may be seen late.
  std::optional<StoryPick> late_write() {
    int tried = 0;
    for (const Reversal& pair : reversals(*base_)) {
      const TrialAccess &write = pair.first, &read = pair.second;  // or another write, which the late one comes behind
      const bool is_it = write.kind == AccessKind::store && read.kind != AccessKind::atomic && are_at_their_places(write, read) && read.value != write.before;
      if (kept_ || !is_it || has_run_out() || ++tried > most_late_writes) continue;
      ToldSchedule told = base_->told;
      told.holds.push_back({.before = moment(write), .until = moment(read), .late = true});
      told.patience = 2 * base_->ticks + 20'000;
      const Trial* trial = run(told, 8 * base_->work + 200'000);
      const TrialAccess *late = trial->find(write), *early = trial->find(read);
      if (!trial->kept_all() || !late || !early) continue;
      if (read.is_write()) {
        if (trial->element != base_->element && trial->reached_end) return StoryPick{trial, base_, "why.late_over", *early, *late, nullptr, nullptr};
        continue;
      }
      if (early->value == read.value && early->is_undefined == read.is_undefined) continue;
      return StoryPick{trial, base_, "why.late", *early, *late, nullptr, nullptr};
    }
    return std::nullopt;
  }

  // ---- the end

  // The same run with fewer holds, if there is one: a pair that was turned round on the way may have turned back.
  const Trial* without_needless_holds(const Trial* trial) {
    for (size_t i = trial->told.holds.size(); i-- > 0 && !has_run_out();) {
      ToldSchedule told = trial->told;
      told.holds.erase(told.holds.begin() + static_cast<std::ptrdiff_t>(i));
      const Trial* less = run(told, 8 * base_->work + 200'000);
      if (less->reached_end && less->element == trial->element && has_course_of(*less, *trial)) trial = less;
    }
    return trial;
  }

  // The same for the run that goes wrong, where it is enough that what is told of it happens again.
  StoryPick told_with_fewer_holds(StoryPick pick) {
    for (size_t i = pick.broken->told.holds.size(); i-- > 0 && !has_run_out();) {
      ToldSchedule told = pick.broken->told;
      told.holds.erase(told.holds.begin() + static_cast<std::ptrdiff_t>(i));
      const Trial* less = run(told, 8 * base_->work + 200'000);
      const bool is_of_a_read = !pick.mine.is_write() && !pick.last;
      if (!less->reached_end || (!is_of_a_read && less->element != pick.broken->element)) continue;
      if (const auto same = told_of(*less, pick)) pick = *same;
    }
    return pick;
  }
  // The story's accesses in another run, if they have the same values there and come in the same order.
  static std::optional<StoryPick> told_of(const Trial& run, const StoryPick& pick) {
    const auto again = [&](const TrialAccess& a) -> const TrialAccess* {
      const TrialAccess* b = run.find(a);
      return b && b->value == a.value && b->before == a.before && b->is_undefined == a.is_undefined ? b : nullptr;
    };
    const TrialAccess *mine = again(pick.mine), *theirs = again(pick.theirs);
    const TrialAccess *last = pick.last ? again(*pick.last) : nullptr, *lead = pick.lead ? again(*pick.lead) : nullptr;
    if (!mine || !theirs || (pick.last && !last) || (pick.lead && !lead)) return std::nullopt;
    const TrialAccess *was_mine = pick.broken->find(pick.mine), *was_theirs = pick.broken->find(pick.theirs);
    if ((mine < theirs) != (was_mine < was_theirs) || (last && (last < theirs) != (pick.last < was_theirs))) return std::nullopt;
    return StoryPick{&run, pick.otherwise, pick.code, *mine, *theirs, last, lead};
  }

  RaceStory finish(StoryPick pick) {
    pick = told_with_fewer_holds(pick);
    if (pick.otherwise->told.holds.size() > 1) pick.otherwise = without_needless_holds(pick.otherwise);
    RaceStory story = write_story(scene_, pick);
    story.effect = effect_of(pick, work_left());
    story.tries = tries_;
    story.work = work_;
    return story;
  }
  RaceStory no_story(const char* code) const {
    RaceStory story = write_no_story(base_ ? &scene_ : nullptr, finding_, code, tries_, work_);
    story.tries = tries_;
    story.work = work_;
    return story;
  }

  const std::shared_ptr<const Program>& program_;
  const KernelLaunch& launch_;
  const Finding& finding_;
  const ExplainLimits limits_;
  const std::stop_token stop_;
  Scene scene_;
  std::list<Trial> trials_;               // stay where they are
  const Trial* base_ = nullptr;           // without holds
  std::vector<const Trial*> in_turn_;     // one after the other, nothing lost
  bool is_cut_short_ = false;             // the run in which the two were to meet
  uint32_t tries_ = 0;
  uint32_t kept_ = 0;                     // runs in which a pair at the finding's places came in the other order
  uint64_t work_ = 0;
};

}  // namespace

RaceStory explain_race(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const Finding& finding, const ExplainLimits& limits,
                       std::stop_token stop) {
  if (!is_race(finding.kind) || finding.places.size() != 2) return {};
  return Search(program, launch, finding, limits, std::move(stop)).run();
}

}  // namespace wb

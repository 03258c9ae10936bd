#include "warp_programs.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <random>

namespace wb::test {
namespace {

using What = WarpStep::What;
constexpr uint32_t lanes = 32, variables = 3;

std::string number(uint64_t n) { return std::to_string(n); }
std::string hexadecimal(uint32_t mask) {
  static const char digits[] = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += digits[mask >> shift & 15];
  return text + "u";
}

// ---- values, places and conditions: as text and as numbers, side by side

std::string value_text(const WarpStep& s) {
  const std::string v = "v" + number(s.from);
  switch (s.form) {
    case 0: return v;
    case 1: return v + " + " + number(s.number) + "u";
    case 2: return v + " * " + number(s.number | 1) + "u";
    case 3: return "(" + v + " ^ lane)";
    default: return v + " + v" + number(s.number % variables);
  }
}
uint32_t value_of(const WarpStep& s, uint32_t lane, const std::array<uint32_t, variables>& v) {
  switch (s.form) {
    case 0: return v[s.from];
    case 1: return v[s.from] + s.number;
    case 2: return v[s.from] * (s.number | 1);
    case 3: return v[s.from] ^ lane;
    default: return v[s.from] + v[s.number % variables];
  }
}

std::string place_text(uint32_t place, uint32_t by) {
  switch (place) {
    case 0: return "lane";
    case 1: return "((lane + " + number(by) + "u) & 31)";
    case 2: return "(lane ^ " + number(by) + "u)";
    default: return number(by) + "u";
  }
}
uint32_t place_of(uint32_t place, uint32_t by, uint32_t lane) {
  switch (place) {
    case 0: return lane;
    case 1: return (lane + by) & 31;
    case 2: return lane ^ by;
    default: return by;
  }
}

std::string condition_text(uint32_t condition, uint32_t bound) {
  switch (condition) {
    case 0: return "lane < " + number(bound);
    case 1: return "lane % 2 == 0";
    case 2: return "lane % 3 == 1";
    default: return "lane >= " + number(bound);
  }
}
bool holds(uint32_t condition, uint32_t bound, uint32_t lane) {
  switch (condition) {
    case 0: return lane < bound;
    case 1: return lane % 2 == 0;
    case 2: return lane % 3 == 1;
    default: return lane >= bound;
  }
}
uint32_t lanes_where(uint32_t condition, uint32_t bound) {
  uint32_t all = 0;
  for (uint32_t lane = 0; lane < lanes; ++lane) all |= holds(condition, bound, lane) ? 1u << lane : 0u;
  return all;
}

// ---- as source text

std::string call_text(const WarpStep& s) {
  static const char* const shuffles[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"};
  static const char* const votes[] = {"__all_sync", "__any_sync", "__ballot_sync"};
  static const char* const reductions[] = {"__reduce_add_sync", "__reduce_max_sync", "__reduce_xor_sync"};
  const std::string mask = s.mask == s.other_mask ? hexadecimal(s.mask) : "lane < 16 ? " + hexadecimal(s.mask) + " : " + hexadecimal(s.other_mask), v = "v" + number(s.to) + " = ";
  switch (s.what) {
    case What::shuffle: return v + shuffles[s.kind] + "(" + mask + ", " + value_text(s) + ", (int)" + place_text(s.place, s.by) + (s.width == lanes ? "" : ", " + number(s.width)) + ");";
    case What::vote: return v + votes[s.kind] + "(" + mask + ", (" + value_text(s) + ") & 1);";
    case What::reduce: return v + reductions[s.kind] + "(" + mask + ", " + value_text(s) + ");";
    case What::match: return v + "__match_any_sync(" + mask + ", (" + value_text(s) + ") & 3);";
    default: return "__syncwarp(" + mask + ");";
  }
}

void write(std::vector<WarpStep>& steps, const std::string& indent, std::string& text, uint32_t& line) {
  for (WarpStep& s : steps) {
    s.line = ++line;
    const std::string v = "v" + number(s.to);
    switch (s.what) {
      case What::assign: text += indent + v + " = " + value_text(s) + ";\n"; break;
      case What::store: text += indent + "s[" + place_text(s.place, s.by) + "] = " + value_text(s) + ";\n"; break;
      case What::load: text += indent + v + " = s[" + place_text(s.place, s.by) + "];\n"; break;
      case What::branch:
        text += indent + "if (" + condition_text(s.condition, s.bound) + ") {\n";
        write(s.then, indent + "  ", text, line);
        if (!s.otherwise.empty()) {
          text += indent + "} else {\n";
          ++line;
          write(s.otherwise, indent + "  ", text, line);
        }
        text += indent + "}\n";
        ++line;
        break;
      default: text += indent + call_text(s) + "\n"; break;
    }
  }
}

// ---- the model

struct Access {
  uint32_t lane = 0, element = 0, line = 0, index = 0;  // index: of the lane's accesses
  bool is_store = false;
  std::array<uint32_t, lanes> known{};                  // how many of each lane's accesses lie behind
};

class Model {
 public:
  explicit Model(const WarpProgram& program) : program_(program) {
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      Lane& l = lane_[lane];
      l.v = {lane * 7 + 1, lane ^ 5, 3};
      shared_[lane] = lane * 3;
      if (lane < program.early) flatten(program.steps, lane, l.steps);
      l.steps.push_back(&last_);
      if (lane >= program.early) l.steps.clear();
    }
  }

  WarpOutcome run() {
    outcome_.out.fill(~0u);
    for (bool moves = true; moves && outcome_.end == WarpOutcome::End::fine;) {
      moves = false;
      for (uint32_t lane = 0; lane < lanes; ++lane) moves |= advance(lane);
      moves |= meet();
    }
    for (const Lane& lane : lane_)
      if (outcome_.end == WarpOutcome::End::fine && !lane.is_over()) outcome_.end = WarpOutcome::End::stuck;
    find_races();
    return outcome_;
  }

 private:
  struct Lane {
    std::vector<const WarpStep*> steps;
    size_t at = 0;
    std::array<uint32_t, variables> v{};
    std::array<bool, variables> undefined{};
    std::array<uint32_t, lanes> known{};
    uint32_t accesses = 0;
    bool is_over() const { return at == steps.size(); }
  };

  static void flatten(const std::vector<WarpStep>& steps, uint32_t lane, std::vector<const WarpStep*>& out) {
    for (const WarpStep& s : steps) {
      if (s.what == What::branch) flatten(holds(s.condition, s.bound, lane) ? s.then : s.otherwise, lane, out);
      else out.push_back(&s);
    }
  }
  static bool is_collective(const WarpStep& s) { return s.what >= What::shuffle && s.what <= What::sync; }
  static uint32_t mask_of(const WarpStep& s, uint32_t lane) { return lane < 16 ? s.mask : s.other_mask; }
  static bool is_undefined(const WarpStep& s, const Lane& lane) { return lane.undefined[s.from] || (s.form > 3 && lane.undefined[s.number % variables]); }

  // As far as it gets by itself.
  bool advance(uint32_t lane) {
    Lane& l = lane_[lane];
    bool moves = false;
    for (; !l.is_over() && !is_collective(*l.steps[l.at]); ++l.at, moves = true) {
      const WarpStep& s = *l.steps[l.at];
      const uint32_t element = place_of(s.place, s.by, lane);
      if (s.what == What::load) {
        note(lane, element, s.line, false);
        l.v[s.to] = shared_[element];
        l.undefined[s.to] = false;  // what is stored has been told
        continue;
      }
      const uint32_t value = value_of(s, lane, l.v);
      if (s.what == What::store) {
        outcome_.uses_undefined |= is_undefined(s, l);
        note(lane, element, s.line, true);
        shared_[element] = value;
      } else {
        const bool undefined = is_undefined(s, l);
        l.v[s.to] = value;
        l.undefined[s.to] = undefined;
      }
    }
    if (l.is_over() && moves) return true;
    if (!l.is_over() && !(mask_of(*l.steps[l.at], lane) >> lane & 1)) outcome_.end = WarpOutcome::End::foreign_caller;
    return moves;
  }
  void note(uint32_t lane, uint32_t element, uint32_t line, bool is_store) {
    Lane& l = lane_[lane];
    accesses_.push_back({lane, element, line, l.accesses++, is_store, l.known});
    l.known[lane] = l.accesses;
  }

  // Lanes that a mask names and that are all there.
  bool meet() {
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      const Lane& l = lane_[lane];
      if (l.is_over()) continue;
      const WarpStep& s = *l.steps[l.at];
      const uint32_t mask = mask_of(s, lane);
      uint32_t together = 0;
      bool is_complete = mask >> lane & 1;
      for (uint32_t other = 0; other < lanes; ++other) {
        if (!(mask >> other & 1) || lane_[other].is_over()) continue;
        const WarpStep& its = *lane_[other].steps[lane_[other].at];
        is_complete &= is_collective(its) && its.what == s.what && its.kind == s.kind && mask_of(its, other) == mask;
        together |= 1u << other;
      }
      if (!is_complete) continue;
      carry_out(together);
      return true;
    }
    return false;
  }

  void carry_out(uint32_t together) {
    std::array<uint32_t, lanes> given{}, known{};
    std::array<bool, lanes> undefined{};
    const auto each = [&](auto&& f) {
      for (uint32_t lane = 0; lane < lanes; ++lane)
        if (together >> lane & 1) f(lane, lane_[lane], *lane_[lane].steps[lane_[lane].at]);
    };
    each([&](uint32_t lane, const Lane& l, const WarpStep& s) {
      given[lane] = value_of(s, lane, l.v);
      undefined[lane] = is_undefined(s, l);
      if (s.what == What::vote || s.what == What::reduce || s.what == What::match) outcome_.uses_undefined |= undefined[lane];
      for (uint32_t of = 0; of < lanes; ++of) known[of] = std::max(known[of], l.known[of]);
    });
    each([&](uint32_t lane, Lane& l, const WarpStep& s) {
      l.known = known;
      if (s.what == What::shuffle) {
        const uint32_t from = source_of(s, lane);
        l.v[s.to] = given[from];
        l.undefined[s.to] = !(together >> from & 1) || undefined[from];
      } else if (s.what != What::sync) {
        l.v[s.to] = combined(s, lane, together, given);
        l.undefined[s.to] = false;
      }
      ++l.at;
    });
  }
  // By the guide: a segment of `width` lanes; who would look beyond it keeps its own value.
  static uint32_t source_of(const WarpStep& s, uint32_t lane) {
    const uint32_t by = place_of(s.place, s.by, lane), first = lane / s.width * s.width;
    switch (s.kind) {
      case 0: return first + by % s.width;
      case 1: return lane >= first + by ? lane - by : lane;
      case 2: return lane + by < first + s.width ? lane + by : lane;
      default: return (lane ^ by) < first + s.width ? lane ^ by : lane;
    }
  }
  static uint32_t combined(const WarpStep& s, uint32_t lane, uint32_t together, const std::array<uint32_t, lanes>& given) {
    uint32_t ballot = 0, alike = 0, sum = 0, most = 0, odd = 0;
    for (uint32_t other = 0; other < lanes; ++other) {
      if (!(together >> other & 1)) continue;
      ballot |= (given[other] & 1) << other;
      alike |= (given[other] & 3) == (given[lane] & 3) ? 1u << other : 0u;
      sum += given[other];
      most = std::max(most, given[other]);
      odd ^= given[other];
    }
    if (s.what == What::match) return alike;
    if (s.what == What::reduce) return s.kind == 0 ? sum : s.kind == 1 ? most : odd;
    return s.kind == 0 ? ballot == together : s.kind == 1 ? ballot != 0 : ballot;
  }

  void find_races() {
    for (const Access& a : accesses_)
      for (const Access& b : accesses_) {
        const bool meet = &a < &b && a.lane != b.lane && a.element == b.element && (a.is_store || b.is_store);
        if (meet && b.known[a.lane] <= a.index && a.known[b.lane] <= b.index) outcome_.races.insert(std::minmax(a.line, b.line));
      }
    for (uint32_t lane = 0; lane < lanes; ++lane)
      if (lane < program_.early && holds(program_.out_condition, program_.out_bound, lane)) {
        outcome_.out[lane] = lane_[lane].v[program_.out_from];
        outcome_.uses_undefined |= lane_[lane].undefined[program_.out_from];
      }
  }

  const WarpProgram& program_;
  const WarpStep last_{.what = What::sync};
  std::array<Lane, lanes> lane_;
  std::array<uint32_t, lanes> shared_{};
  std::vector<Access> accesses_;
  WarpOutcome outcome_;
};

// ---- from a seed

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  WarpProgram program() {
    WarpProgram p;
    if (pick(4) == 0) p.early = 1 + pick(31);
    uint32_t all = 0;
    for (uint32_t lane = 0; lane < p.early; ++lane) all |= 1u << lane;
    left_ = ~all;
    has_mistake_ = pick(5) == 0;
    p.steps = some(4 + pick(8), all, 0);
    p.out_from = pick(variables);
    p.out_condition = pick(4);
    p.out_bound = pick(3) ? 1 + pick(4) : 32;
    return p;
  }

 private:
  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  std::vector<WarpStep> some(uint32_t count, uint32_t active, int depth) {
    std::vector<WarpStep> all;
    for (uint32_t i = 0; i < count; ++i) all.push_back(step(active, depth));
    return all;
  }

  WarpStep step(uint32_t active, int depth) {
    const uint32_t which = pick(depth < 2 ? 12 : 9);
    if (which >= 9) return branch(active, depth);
    static constexpr What whats[] = {What::assign, What::shuffle, What::shuffle, What::vote, What::reduce, What::sync, What::store, What::store, What::load};
    WarpStep s;
    s.what = whats[which];
    if (which == 4 && pick(2)) s.what = What::match;
    fill(s, active);
    return s;
  }

  void fill(WarpStep& s, uint32_t active) {
    s.to = pick(variables);
    s.form = pick(5);
    s.from = pick(variables);
    s.number = 1 + pick(9);
    s.kind = s.what == What::shuffle ? pick(4) : s.what == What::vote || s.what == What::reduce ? pick(3) : 0;
    s.place = s.what == What::shuffle && s.kind ? 3 : pick(s.what == What::load || s.what == What::store ? 3 : 4);
    s.by = s.what == What::shuffle && s.kind ? 1u << pick(5) : pick(8) ? 1 + pick(4) : pick(32);
    s.width = s.what == What::shuffle && pick(3) == 0 ? 1u << (1 + pick(4)) : lanes;
    choose_masks(s, active);
  }

  void choose_masks(WarpStep& s, uint32_t active) {
    s.mask = s.other_mask = active | (pick(2) ? left_ : 0);  // who has left may be named
    const bool has_both_halves = (active & 0xffff) && (active >> 16);
    if (has_mistake_ && pick(8) == 0) return add_mistake(s, active);
    if (!has_both_halves || pick(3)) return;
    s.mask = active & 0xffffu;
    s.other_mask = active & 0xffff0000u;
  }
  // One that is named too many, or one too few.
  void add_mistake(WarpStep& s, uint32_t active) {
    const uint32_t lane = 1u << pick(lanes);
    if (lane & left_) return;
    s.mask = s.other_mask = (s.mask & lane) && active != lane ? s.mask & ~lane : s.mask | lane;
  }

  WarpStep branch(uint32_t active, int depth) {
    WarpStep s;
    s.what = What::branch;
    s.condition = pick(4);
    s.bound = 1 + pick(31);
    const uint32_t where = lanes_where(s.condition, s.bound);
    if (pick(4) == 0 && (active & where) && (active & ~where)) {
      meet_across(s, active);
      return s;
    }
    s.then = some(1 + pick(3), active & where, depth + 1);
    if (pick(2)) s.otherwise = some(1 + pick(3), active & ~where, depth + 1);
    if (!(active & where)) s.then = {WarpStep{}};  // nobody comes there: masks would name nobody
    if (!(active & ~where) && !s.otherwise.empty()) s.otherwise = {WarpStep{}};
    return s;
  }
  // Both sides call the same function with one mask: they meet, each at its own place.
  void meet_across(WarpStep& s, uint32_t active) {
    WarpStep one;
    static constexpr What whats[] = {What::shuffle, What::vote, What::reduce, What::match, What::sync};
    one.what = whats[pick(5)];
    fill(one, active);
    one.mask = one.other_mask = active;
    WarpStep other = one;
    other.to = pick(variables);
    other.from = pick(variables);
    WarpStep before;
    before.what = What::store;
    before.place = 1;
    before.by = pick(4);
    s.then = {before, one};
    s.otherwise = {other};
  }

  std::mt19937_64 random_;
  uint32_t left_ = 0;
  bool has_mistake_ = false;
};

// All lists of steps with one step less, or a branch replaced by what one side holds.
std::vector<std::vector<WarpStep>> smaller_lists(const std::vector<WarpStep>& steps) {
  std::vector<std::vector<WarpStep>> all;
  for (size_t i = 0; i < steps.size(); ++i) {
    std::vector<WarpStep> without = steps;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(without);
    for (const bool is_then : {true, false})
      for (std::vector<WarpStep>& inner : smaller_lists(is_then ? steps[i].then : steps[i].otherwise)) {
        std::vector<WarpStep> with = steps;
        (is_then ? with[i].then : with[i].otherwise) = std::move(inner);
        all.push_back(std::move(with));
      }
  }
  return all;
}

}  // namespace

std::string WarpProgram::text() {
  std::string all = "__global__ void k(unsigned* out) {\n  __shared__ unsigned both[64];\n  unsigned t = threadIdx.x, lane = t % 32, *s = both + t / 32 * 32;\n"
                    "  unsigned v0 = lane * 7 + 1, v1 = lane ^ 5, v2 = 3;\n  s[lane] = lane * 3;\n  __syncthreads();\n";
  uint32_t line = 6;
  if (early < lanes) {
    all += "  if (lane >= " + number(early) + ") return;\n";
    ++line;
  }
  write(steps, "  ", all, line);
  return all + "  __syncwarp();\n  if (" + condition_text(out_condition, out_bound) + ") out[t] = v" + number(out_from) + ";\n  (void)v0; (void)v1; (void)v2;\n}\n";
}

WarpProgram generate_warp_program(uint64_t seed) { return Generator(seed).program(); }
WarpOutcome outcome_of(const WarpProgram& program) { return Model(program).run(); }

std::vector<WarpProgram> smaller(const WarpProgram& program) {
  std::vector<WarpProgram> all;
  for (std::vector<WarpStep>& steps : smaller_lists(program.steps)) {
    WarpProgram one = program;
    one.steps = std::move(steps);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace wb::test

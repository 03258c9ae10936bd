#pragma once
// Programs of one warp, from seeds: shuffles, votes, reductions and barriers with masks, in branches and after early returns, and shared memory that lanes
// exchange values through; and what comes of them by the rules alone.
//
// Which way a lane goes follows from its number, so each lane is a plain list of steps. The model takes lanes one by one, each as far as it gets; those that
// a mask names wait for each other, wherever they stand. It knows nothing of splits, schedules or lockstep:
//
//   lane 3   store s[3] | waits: ballot 0x0f ......... | load s[2]
//   lane 2   store s[2] | load s[7] | waits: ballot 0x0f |                the ballot makes what each has known known to both
//
// Two accesses race when neither is known to the other's thread where that makes its own. A value that a shuffle takes from a lane which is not among those that
// meet is undefined, and so is what is computed from it; it matters when it is stored, or given to a vote or a reduction.
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace wb::test {

struct WarpStep {
  enum class What : uint8_t { assign, shuffle, vote, reduce, match, sync, store, load, branch } what{};
  uint32_t kind = 0;       // of shuffle: lane, up, down, xor; of vote: all, any, ballot; of reduce: add, max, xor
  uint32_t to = 0;         // variable
  uint32_t form = 0, from = 0, number = 0;  // of the value: see value_text()
  uint32_t place = 0, by = 0;               // lane of a shuffle, element of an access: see place_text()
  uint32_t width = 32;
  uint32_t mask = ~0u, other_mask = ~0u;    // of lanes below 16, and of the others
  uint32_t condition = 0, bound = 0;        // of a branch: see condition_text()
  std::vector<WarpStep> then, otherwise;
  uint32_t line = 0;       // given as it is written
};

struct WarpProgram {
  uint32_t early = 32;                      // lanes from this one on leave at once
  uint32_t out_from = 0, out_condition = 0, out_bound = 0;  // what is stored in the end, and by whom
  std::vector<WarpStep> steps;
  std::string text();                       // numbers the lines
};

struct WarpOutcome {
  enum class End : uint8_t { fine, foreign_caller, stuck } end{};  // a mask that does not name its caller; lanes that never come
  std::set<std::pair<uint32_t, uint32_t>> races;                   // lines, the lower one first
  bool uses_undefined = false;
  std::array<uint32_t, 32> out{};                                  // 0xFFFFFFFF: not stored
};

WarpProgram generate_warp_program(uint64_t seed);
// By the rules. The program's text has been made.
WarpOutcome outcome_of(const WarpProgram& program);
std::vector<WarpProgram> smaller(const WarpProgram& program);

}  // namespace wb::test

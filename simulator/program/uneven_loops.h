#pragma once
// Loops that nvcc writes out though lanes make other numbers of passes: those come together by where a pass stands in what is written out.
//
//     for (int k = 0; k < n; ++k) v += a[k];                    four passes at once, then those that are left over
//     for (int k = row[i]; k < row[i + 1]; ++k) v += a[k];      those that are left over, then four at once; and of these sixteen, eight, four
//
// Written out are loops with one way out, whose number of passes nvcc can work out as it comes to them: a register that steps by a constant is
// compared with what no pass changes. Not with a loop, a call, a `break` or a barrier inside, of heavy passes (written_out_passes.h), or where it knows
// that there are no more than 20. What is left over of four goes behind them where a whole number that passes hand on begins with a constant (`k = 0`,
// `int v = 0`), and in front else: that is how the compiler's middle decides (a sum of floats from 0 is no whole number).
//
// Four times these four are done at once by what comes behind it, nvcc's assembler, but not where a pass has more than three accesses to global
// memory, an atomic, a shuffle or a way of its own for hard cases (a division, a root); not with loads and stores in it that hand values on, that stand
// behind an `if`, or go by the counter from a constant; and not where indices in global memory are the counter times a constant, and none the counter
// alone, or the counter times anything without a sign, from a constant on: there the end of the loop is asked in a form that it does not look into.
//
// All this was read from what nvcc 13.0 makes of some hundred small kernels for sm_90, and of 41 of them on an H200 (tests/fidelity/uneven.cu).
// Not foreseen: counters of 64 bits, pointers that step, `do` loops; passes that are written out by a `#pragma unroll` with a number.
#include <optional>

#include "simulator/program/program.h"

namespace wb {

// What a branch compares, where lanes go on while `left` is less than `right`, up to it, or not equal.
struct LoopTest {
  enum class How : uint8_t { less, up_to, not_equal } how{};
  uint16_t left = 0, right = 0;
  bool has_right = true;  // false: it is 0
  bool is_wide = false, is_unsigned = false;
  bool is_like(const LoopTest& other) const {
    return how == other.how && has_right == other.has_right && is_wide == other.is_wide && is_unsigned == other.is_unsigned;
  }
};
// `goes_on`: those that take the branch go on, else those that do not.
std::optional<LoopTest> loop_test(const Ins& branch, bool goes_on);

// What is asked of a loop's body, from its head to the jump back, besides.
bool can_be_written_out(const Program& program, Pc head, Pc back);
bool is_done_by_sixteen(const Program& program, Pc head, Pc back, uint32_t counter, bool rest_first);
// Whether arithmetic of floats reads or writes the register in there.
bool is_float_in(const Program& program, Pc head, Pc back, uint32_t slot);

inline constexpr int64_t fewest_written_out = 21;  // of those that are known to be no more
inline constexpr int64_t most_by_sixteen = 3;      // accesses that a pass makes, but to shared memory

}  // namespace wb

#pragma once
// What becomes of loads in loops whose passes nvcc cannot count, or that are too many to be written out whole: it writes out four of them,
// one after the other, and leaves the rest to a loop of their own.
//
//     for (int k = 0; k < n; ++k) v += s[k];         n / 4 loads of 16 bytes, and n % 4 of four
//     for (int k = 0; k < n; ++k) out[i] += in[k];   `out[i]` is loaded as the lanes come to the four, and as they come to the rest:
//                                                    what a pass stores the next one has in a register
//     out[i] = 0; for (...) out[i] += in[k];         not at all
//     for (...) for (int k = 0; k < n; ++k) ...      inside another loop the rest is written out, too: one load of 16 bytes
//
// Sixteen and eight passes are written out, too, where these are short: that leaves the same loads. Of long ones it writes out two, or
// none: what a pass may weigh was found by loops of growing length. It is said of innermost loops `for (int k = first; k compared with what
// is the same for all lanes; ++k)` without a number in a `#pragma unroll`, since lanes that make other numbers of passes go apart where the
// rest begins. Of known numbers it is said of multiples of 4 alone: what is left over of others is joined in other ways. `k <= n` without a
// sign is left out: that may never end, and nvcc joins nothing there.
//
// Joined are neighbours of 4 or 8 bytes in shared memory whose index is the counter and a constant, from an aligned place on, which each
// pass loads: nothing is stored to shared memory in the loop and nobody is waited for; an `if` leaves out nothing that goes to memory. With
// more in the index (`s[16 * t + k]`) nvcc moves the address by two elements, and joins pairs in some loops and none in others; from `k =
// 1` on, or backwards, it joins others. Where other loads of the array move, too (`s[k] * s[k + 1]`, `s[k] * s[k + t]`), nobody knows.
//
// Where each pass loads three neighbours and moves by three (`s[3 * k]`, `s[3 * k + 1]`, `s[3 * k + 2]`), or five or seven, the four passes load theirs by
// as many loads of 16 bytes, and the rest one by one. They count like as many times as many passes of one load. Of known numbers of passes it joins pairs
// instead, or as much, by where the array is declared: nothing is said.
//
// Handed on are values of global memory that a pass loads first of all and has in the same place at its end, where another pointer is read,
// too: without one, or where a parameter is `__restrict__`, nvcc stores behind the loop alone (stored_places.h).
//
// All this was read from what nvcc 13.0 makes of some 400 small kernels for sm_90: loops of known and unknown length, counted up and down,
// by one and by two, with an `if`, a `break`, stores, barriers and calls in them, alone and in others, short and long.
#include <optional>

#include "simulator/program/joined_loads.h"

namespace wb {

class CompiledAccesses;

// A loop in which all lanes of a warp make the same number of passes, one after the other by 1.
struct EvenLoop {
  Pc head = 0;
  uint32_t counter = 0;          // its register
  std::optional<int64_t> first;  // of the counter
  bool is_copied = false;        // a loop around is written out
  bool is_counted = false;       // the number of its passes is known
};

inline constexpr uint8_t passes_written_out = 4;
inline constexpr int64_t widest_of_passes = 16;  // bytes of a load

inline constexpr uint32_t heaviest_body = 44;  // of 48 four passes are written out, of 54 two

// About the number of instructions of a pass, from the loop's head to the jump back, as nvcc decides how many to write out; more than the heaviest: how
// many more is not counted.
uint32_t weight_of_pass(const Program& program, Pc head, Pc back);
bool has_hard_cases(const Program& program, Pc head, Pc back);  // a division of floats, a root: nvcc's assembler calls for those
bool is_shuffle(Opcode op);  // or asks the other lanes of the warp in another way
// By its condition; and nothing in it waits, calls or goes round.
bool has_one_way_out(const Program& program, Pc head, Pc back, bool may_shuffle = false);

// What is asked of a loop's body, from its head to the jump back, besides.
bool is_plain_body(const Program& program, const CompiledAccesses& compiled, Pc head, Pc back);  // loads of several passes can be joined
bool is_single_loop(const Program& program, Pc head, Pc back);          // short, none inside, and no way out but by its condition
bool reads_another(const Program& program, Pc head, Pc back, Pc load);  // global memory by another pointer than this load's
bool has_restricted_parameter(const Program& program);

// Loads of a loop that may be joined with those of other passes.
class LoadsOfPasses {
 public:
  struct Load {
    Pc pc = 0;
    uint32_t base = 0;
    int64_t at = 0;  // bytes from the base in the first pass
    uint32_t bytes = 0;
    uint32_t moves = 1;       // elements, from pass to pass
    bool may_join = false;
    bool is_aligned = false;  // in the first pass
  };
  void see(const Load& load) { loads_.push_back(load); }  // whose index is the counter, or some times that
  void see_other(uint32_t base) { others_.push_back(base); }
  // Says at those that are joined what is made of them.
  void tell(Program& program, CompiledAccesses& compiled, bool is_inner) const;

 private:
  bool is_alone(const Load& load) const;
  const Load* first_of_neighbours(const Load& load) const;

  std::vector<Load> loads_;
  std::vector<uint32_t> others_;  // the bases of those that move in another way
};

}  // namespace wb

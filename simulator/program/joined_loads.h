#pragma once
// Loads of neighbours in shared memory, which nvcc joins into wider ones: one request and fewer wavefronts where the source has several.
//
//     s[2 * t] + s[2 * t + 1]                         one load of 8 bytes
//     for (int k = 0; k < 16; ++k) v += s[ty][k];     written out: four of 16 bytes, where the rows are of 16, 32, 48 ... bytes
//     s[t] + s[t + 1]                                 two loads: where t is odd, 8 bytes from there are not aligned
//
// Counters are those of the source all the same (docs/counters.md): this says at the access what the hardware counts. Joined are loads of 4
// or 8 bytes
//   - in straight code, where a loop of known passes without a number in its `#pragma unroll` counts as written out; with stores elsewhere between
//     them, but no store to shared memory, no barrier, no call: then they have one version of it (kept_values.cpp);
//   - whose addresses are one value and constants, and that value is a multiple of 8 or 16 by its form: `2 * t`, `t << 1`, rows of 16 floats;
//   - that fill an aligned pair, or an aligned four, or three of a four that lie together. First and third, or the middle two, stay as they are.
// Each of these was read from an H200, with nvcc 13.0. Not foreseen: loads of two ways that meet, loops whose passes nobody knows, arrays that begin
// where only the linker knows, bytes and shorts (nvcc leaves those alone), members of aligned records in global memory.
#include "simulator/program/program.h"

namespace wb {

class JoinedLoads {
 public:
  explicit JoinedLoads(Program& program);

  // A load; `address`: what says which version of memory it reads, and where but for a constant; it lies a multiple of `alignment` behind the array's begin.
  void see(Pc pc, const std::vector<uint32_t>& address, uint32_t alignment);
  // What comes now is joined with nothing that came before.
  void end_straight_code();

 private:
  struct Load {
    Pc pc = 0;
    int64_t at = 0;       // bytes from the address
    uint32_t bytes = 0;
    uint32_t alignment = 0;
    std::vector<uint32_t> address;
  };

  void join(const Load* first, const Load* end);
  void join_piece(const Load* const (&at)[4], int64_t begin, int64_t width);
  void make_one(const Load* const (&at)[4], int64_t begin, int64_t width);

  Program& p_;
  bool are_arrays_aligned_ = true;
  std::vector<Load> loads_;  // of the straight code so far
};

}  // namespace wb

#pragma once
// Loads and stores of neighbours in shared memory, and loads of members of aligned records in global memory, which nvcc joins into wider ones: one
// request where the source has several.
//
//     s[2 * t] + s[2 * t + 1]                         one load of 8 bytes
//     for (int k = 0; k < 16; ++k) v += s[ty][k];     written out: four of 16 bytes, where the rows are of 16, 32, 48 ... bytes
//     p[i].x + p[i].y                                 one load of 8 bytes, where the record is aligned to that: `float2`, `float4`, __align__(8)
//     s[t] + s[t + 1]                                 two loads: where t is odd, 8 bytes from there are not aligned
//
// Counters are those of the source all the same (docs/counters.md): this says at the access what the hardware counts. Joined are loads of 4
// or 8 bytes
//   - in straight code, where an `if` around an operation or two chooses between values, and a loop of known passes without a number in its
//   `#pragma unroll` counts as written out; with stores elsewhere between them, but no store to shared memory, no barrier, no call: then
//   they have one version of it (known_memory.h);
//   - whose addresses are one value and constants, and that value is a multiple of 8 or 16 by its form: `2 * t`, `t << 1`, rows of 16
//   floats;
//   - that fill an aligned pair, or an aligned four, or three of a four that lie together. First and third, or the middle two, stay as they
//   are.
// Stores are joined into pairs and fours, where they come one after the other: no load from shared memory, no store to another piece of it,
// nothing that waits lies between (nvcc keeps the order of what may be the same place; stores elsewhere it moves away).
//
// Members are joined so only where the pointer is a parameter to records of scalars: a record that has an array in it is read word by word. Of three
// members of four the first has to be among them, else the last two are a pair. Stores to members are joined likewise, into pairs and fours, where nothing else
// is loaded from global memory or stored to it between them but other members, of that record or of another one of its type; loads go past such stores.
//
// Each of these was read from an H200, or from what nvcc 13.0 makes of small kernels for it. Not foreseen: loads of two ways that meet, loops whose passes nobody knows, arrays
// that begin where only the linker knows. Two shorts that fill an aligned word are stored as that, and four as 8 bytes; bytes, and loads of shorts, stay as they are.
#include <optional>

#include "simulator/program/program.h"

namespace wb {

// What an access to global memory goes to: of a record, or else something that may be any member.
struct Member {
  std::vector<uint32_t> record{};   // what tells the record
  uint32_t type = 0;                // of records its number, plus 1
  int64_t at = 0, bytes = 0;        // in the record
  // nvcc knows other members of one type to lie beside each other, whichever records these are of.
  bool may_meet(const Member& other) const {
    const bool are_apart = at >= other.at + other.bytes || other.at >= at + bytes;
    return type != other.type || !type || !are_apart;
  }
};

class JoinedLoads {
 public:
  explicit JoinedLoads(Program& program);

  // A load; `address`: what says which version of memory it reads, and where but for a constant, which is `at`; the register `base` is
  // preset with the array's begin, and it lies a multiple of `alignment` behind that, but for the constant.
  void see(Pc pc, const std::vector<uint32_t>& address, uint32_t base, int64_t at, uint32_t alignment);
  // A store, likewise. It is joined with those that came right before it, where they fill a piece together.
  void see_store(Pc pc, const std::vector<uint32_t>& address, uint32_t base, int64_t at, uint32_t alignment);
  void end_stores();
  // A store to global memory, and a load from there.
  void see_member_store(Pc pc, const Member& member, uint32_t base, int64_t at, uint32_t alignment);
  void see_member_load(const Member& member);
  void end_member_stores();
  // Bytes from the begin of shared memory, but for what an index adds: of a load that may be joined there.
  std::optional<int64_t> shared_place(Pc pc, uint32_t base, int64_t at) const;
  // What comes now is joined with nothing that came before.
  void end_straight_code();

 private:
  struct Load {
    Pc pc = 0;
    int64_t at = 0;  // bytes from the address
    uint32_t bytes = 0;
    uint32_t alignment = 0;
    std::vector<uint32_t> address;
    bool is_member = false;  // of a record in global memory
  };
  using Loads = std::vector<Load>;  // stores are kept as these, too

  std::optional<Load> read(Pc pc, const std::vector<uint32_t>& address, uint32_t base, int64_t at, uint32_t alignment) const;
  void join_all(Loads& loads, bool are_stores);
  void join(const Load* first, const Load* end, bool are_stores);
  void join_piece(const Load* const (&at)[4], int64_t begin, int64_t width, bool are_stores);
  void make_one(const Load* const (&at)[4], int64_t begin, int64_t width);

  Program& p_;
  bool are_arrays_aligned_ = true;
  Loads loads_;   // of the straight code so far
  Loads stores_;  // of one piece, one after the other
  Loads member_stores_;  // likewise, with nothing between that might go there
  std::vector<Member> stored_members_;
};

}  // namespace wb

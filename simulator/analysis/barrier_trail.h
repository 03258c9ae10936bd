#pragma once
// Which barriers with a number, or objects cuda::barrier, two warps came to around the accesses that race: it tells which barrier is missing there, or used wrongly.
//
//   warp 0   ... write x | arrives at 1 ...      late_wait: the read belongs behind the wait
//   warp 1   ... read x  | waits at 1 ...
//
//   warp 0   arrives at 1 | write x ...          early_arrival: the write belongs before the arrival
//   warp 1   waits at 1   | read x ...
//
//   warp 0   arrives at 1 | write x | arrives at 1 ...      other_way: between the two it is as it should be, but nothing keeps warp 0
//   warp 1   waits at 1   | read x  | waits at 1 ...        from running ahead of warp 1 (once_more: where both wait)
//
// Arrivals belong together that made one barrier complete. An object has a number from `first_object` on; who arrives there may wait later, or not at all, and
// lanes may come by themselves: the warp comes with its first one. What a block did before its own barrier is forgotten there.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

struct BarrierClue {
  enum class Kind : uint8_t {
    none,
    late_wait,      // the one who should wait does so, but behind its access
    early_arrival,  // the other one comes, but before its access
    only_arrives,   // the one who should wait only arrives
    other_way,      // one of them waits for the other, and not the other way round
    once_more,      // both wait for each other, before and behind: once more is wanted in between
    other_numbers,  // they come to different barriers
  };
  Kind kind = Kind::none;
  static constexpr uint32_t first_object = 16;
  uint32_t number = 0, other = 0;  // of the barrier; other_numbers: of the second one's
  struct Object {
    uint32_t allocation = 0;
    uint64_t offset = 0;
  };
  Object object{};                 // where it is, if it is one (other_numbers: never)
  bool is_of_second = false;      // the roles: the pair's second party is the one that comes first in the list above
};

class BarrierTrail {
 public:
  void arrive(uint32_t block, uint32_t number, uint32_t warp, uint64_t tick);
  void complete(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting);
  void look(uint32_t block, uint32_t number, uint32_t warp, uint64_t tick);  // at an object: has the phase that the warp arrived in come to its end?
  bool has(uint32_t block) const { return blocks_.contains(block); }
  void forget(uint32_t block) { blocks_.erase(block); }
  // Of two accesses by warps of one block.
  struct Access {
    uint32_t warp = 0;
    uint64_t tick = 0;
  };
  BarrierClue clue(uint32_t block, Access first, Access second) const;

 private:
  struct Arrival {
    uint64_t tick = 0;
    uint32_t round = 0;   // how often the barrier had been complete
    uint32_t number = 0;
    bool waits = false;
    uint64_t waited = 0;  // from when on it has
  };
  using Arrivals = std::vector<Arrival>;
  struct Block {
    std::map<uint32_t, Arrivals> warps;
    std::map<uint32_t, uint32_t> rounds;  // by number
  };
  // The nearest barrier that the two share on one side of their accesses, and at which the later one waits.
  struct Shared {
    size_t steps = 0;  // arrivals in between
    uint32_t number = 0;
    bool both_wait = false;
  };
  static std::optional<Shared> behind(const Arrivals& a, uint64_t at_a, const Arrivals& b, uint64_t at_b);
  static std::optional<Shared> before(const Arrivals& a, uint64_t at_a, const Arrivals& b, uint64_t at_b);
  static BarrierClue one_way(const Arrivals& a, uint64_t at_a, const Arrivals& b, uint64_t at_b, size_t& steps);
  static BarrierClue common(const Arrivals& a, const Arrivals& b);

  Arrivals near(uint32_t block, Access access) const;

  static constexpr size_t most_arrivals = 4096;  // of a warp: the earlier half goes then
  static constexpr std::ptrdiff_t most_near = 32;  // before an access, and behind it: what lies farther away tells nothing of it
  std::unordered_map<uint32_t, Block> blocks_;
};

}  // namespace wb

#pragma once
// Which lanes have entered a loop and have not come since to a load in it that a compiler makes once for all passes: at that load their first
// pass counts, the others do not.
//
//   for (k = 0; k < n; ++k) sum += x[k] * a[i];      enter(all lanes) | take(a[i]): all | take(a[i]): none | ... | take(a[i]): none
//
// Lanes that enter at different moments count apart, as the hardware makes a load for each of these. Where all lanes make the same passes these
// can be numbered, too.
//
// Likewise of an `if` and its `else`: what the lanes of the first side have done, where others of the warp go on to the other side and a compiler
// makes one access for both.
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

class MadeOnce {
 public:
  struct Side {
    LaneMask lanes = 0;
    uint32_t allocation = 0;
    uint32_t offset[warp_size] = {};
  };
  void enter(uint32_t block, uint32_t warp, AccessRange loads, LaneMask lanes, LaneMask others) {
    std::vector<OfLoad>& of_warp = waiting_[{block, warp}];
    if (of_warp.size() < loads.first + loads.count) of_warp.resize(loads.first + loads.count);
    for (uint32_t i = 0; i < loads.count; ++i) of_warp[loads.first + i].waiting |= lanes, of_warp[loads.first + i].has_others |= others != 0;
  }
  // On the first side of an `if`: do others go on to the other side, so that what it did is kept?
  bool has_others(uint32_t block, uint32_t warp, uint32_t access) {
    const OfLoad* const load = find(block, warp, access);
    return load && load->has_others;
  }
  void keep_first_side(uint32_t block, uint32_t warp, uint32_t access, const Side& side) {
    if (OfLoad* const load = find(block, warp, access)) load->first_side = side;
  }
  // On the other side: what the first has done for the same coming to the `if`.
  std::optional<Side> take_first_side(uint32_t block, uint32_t warp, uint32_t access) {
    OfLoad* const load = find(block, warp, access);
    if (!load) return std::nullopt;
    load->has_others = false;
    return load->first_side ? std::exchange(load->first_side, std::nullopt) : std::nullopt;
  }
  // The lanes of these that come to the load for the first time since they entered; from now on they have been there.
  LaneMask take(uint32_t block, uint32_t warp, uint32_t access, LaneMask lanes) {
    OfLoad* const load = find(block, warp, access);
    return load ? lanes & std::exchange(load->waiting, load->waiting & ~lanes) : 0;
  }
  // The number of the pass in which these lanes, all that are in the loop, come to the load; from 0.
  uint32_t pass(uint32_t block, uint32_t warp, uint32_t access, LaneMask lanes) {
    const bool is_first = take(block, warp, access, lanes);
    OfLoad* const load = find(block, warp, access);
    if (!load) return 0;
    return load->pass = is_first ? 0 : load->pass + 1;
  }
  void end_block(uint32_t block) {
    waiting_.erase(waiting_.lower_bound({block, 0}), waiting_.lower_bound({block + 1, 0}));
  }

 private:
  struct OfLoad {
    LaneMask waiting = 0;
    uint32_t pass = 0;
    bool has_others = false;
    std::optional<Side> first_side{};
  };
  OfLoad* find(uint32_t block, uint32_t warp, uint32_t access) {
    const auto it = waiting_.find({block, warp});
    return it != waiting_.end() && access < it->second.size() ? &it->second[access] : nullptr;
  }
  std::map<std::pair<uint32_t, uint32_t>, std::vector<OfLoad>> waiting_;  // by block and warp of those at work: by load
};

}  // namespace wb

#pragma once
// What a bulk copy out of shared memory must not meet. The hardware makes such a copy by a way of its own, the async proxy, beside the threads' loads and
// stores; neither a barrier nor a fence for threads orders the two ways. So three things are looked for, whatever barriers there are:
//
//   fence.proxy    s[t] = v | barrier | copy from s             no proxy fence behind the store, by its warp or by the copying one
//   async.source   copy from s | barrier | s[t] = w             the copying thread has not waited until the source was read
//   async.wait     copy to g | wait.read, barrier | ... = g[t]  it has waited for the source alone, and not until all was written
//
// Stores are kept by words of 4 bytes: the last one alone. Not covered: stores to global memory before a copy from there; another block's reads of what a copy
// brings; a proxy fence by a thread that another barrier puts behind the store, but which is of neither warp.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

class FaultGroups;  // fault_findings.h

class ProxyOrder {
 public:
  // Before it takes effect. `is_bulk`: by a bulk copy.
  void access(const WarpAccess& access, bool is_bulk, FaultGroups& faults);
  void fence(uint32_t block, uint32_t warp);
  void begin(const BulkStore& copy, FaultGroups& faults);
  void end(const BulkStore& copy, bool has_only_read);
  void end_block(uint32_t block) { blocks_.erase(block); }

 private:
  struct Store {
    uint64_t time = 0;  // 0: nobody has
    uint64_t tick = 0;
    uint32_t thread = 0, site = no_site;
  };
  struct Pending {
    BulkStore copy;
    bool has_read = false;
  };
  struct Block {
    uint64_t time = 0;
    std::unordered_map<uint32_t, std::vector<Store>> stores;  // by allocation, by word
    std::vector<uint64_t> fenced;                             // by warp: when last
    std::vector<Pending> copies;
    uint64_t fenced_by(uint32_t warp) const { return warp < fenced.size() ? fenced[warp] : 0; }
  };
  static void note(Block& home, const WarpAccess& access, bool is_bulk);
  static void meet(const Block& home, const WarpAccess& access, FaultGroups& faults);

  std::unordered_map<uint32_t, Block> blocks_;
};

}  // namespace wb

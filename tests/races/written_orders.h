#pragma once
// What the text of a kernel says of the scopes and orders of its cuda::atomic_ref, against what the machine makes of them.
//
// The definition (definition.h) and the detector both go by the fences and accesses that the machine tells of, so neither sees one that the library leaves out
// or puts in the wrong place. This one reads the text: `cuda::atomic_ref<int, cuda::thread_scope_block>(f[0]).store(1, cuda::memory_order_release)` has to
// be an atomic of the block's scope, with a release in front of it that no other access of the thread comes in between with, and nothing that acquires behind.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb::test {

class WrittenOrders {
 public:
  WrittenOrders(const std::string& text, const std::vector<Site>& sites);
  void access(uint32_t thread, const WarpAccess& access, uint32_t lane);
  void fence(uint32_t thread, Fence fence);
  void fault(uint32_t thread) { threads_[thread] = {}; }  // an access that there is none of
  const std::set<std::string>& mistakes() const { return mistakes_; }

 private:
  enum class Order : uint8_t { relaxed, consume, acquire, release, acq_rel, seq_cst };
  struct Written {
    std::string operation;
    std::optional<MemoryScope> scope;  // none: of its own thread alone
    Order order = Order::seq_cst, failure = Order::seq_cst;
    Span span;
  };
  struct Thread {
    std::optional<MemoryScope> released, fenced;  // since its last access
    const Written* last = nullptr;                // that access, if it is such an operation
    bool acquires = false, has_acquired = false, may_go_on = false, wants_fence = false;
  };
  static std::optional<Written> read(const std::string& text, Span span);
  static Order order_at(const std::string& text, size_t at);
  static bool acquires(Order order) { return order == Order::consume || order == Order::acquire || order >= Order::acq_rel; }
  static bool releases(Order order) { return order >= Order::release; }
  void end(Thread& me, const Written* next);
  void tell(const Written& of, const std::string& what);

  const std::vector<Site>& sites_;
  std::map<uint32_t, Written> written_;  // by site
  std::map<uint32_t, Thread> threads_;
  std::set<std::string> mistakes_;
};

}  // namespace wb::test

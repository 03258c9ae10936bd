#pragma once
// Which bytes of the arena (host_memory.h) a piece of work touches, byte by byte and by the place in the source that does it: what two
// pieces of work that are in no order have in common is a hazard, unless both only read there, or both by atomics.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/analysis/events.h"

namespace wb {

class Footprint {
 public:
  // One place in the source, and how it touches memory.
  struct Use {
    uint32_t site = no_site;  // of the kernel's program; no_site: a copy, a fill
    AccessKind kind = AccessKind::load;
  };
  struct Meeting {
    Use first, second;
    uint64_t place = 0;  // the lowest byte of the arena that both touch
  };

  static constexpr uint64_t page_bytes = 4096;

  Footprint() = default;
  Footprint(Footprint&&) = default;  // and no copies: it points into itself
  Footprint& operator=(Footprint&&) = default;

  void add(Use use, uint64_t place, uint64_t bytes);
  // All pairs of uses that are a hazard, one byte of each. `steps` goes up by what that costs.
  std::vector<Meeting> meetings(const Footprint& later, uint64_t& steps) const;
  // With one access to these few bytes, which is no atomic; and whether there is anything on these pages that such an access could meet.
  std::vector<Meeting> meetings(uint64_t place, uint64_t bytes, AccessKind kind, uint64_t& steps) const;
  bool may_meet(uint64_t page, uint64_t end_page, AccessKind kind, uint64_t& steps) const;
  size_t bytes() const { return pages_ * sizeof(Page); }  // of memory that it takes
  bool is_empty() const { return uses_.empty(); }
  void forget_reads();
  bool forget_atomics(uint64_t place, uint64_t bytes);  // true: there were some

 private:
  using Page = std::array<uint64_t, page_bytes / 64>;  // a bit for each byte
  struct Touched {
    Use use;
    std::map<uint64_t, Page> pages;  // by number
    uint64_t last_number = ~uint64_t{0};
    Page* last = nullptr;  // the page that was marked last
  };
  static uint64_t key_of(Use use) { return uint64_t{use.site} << 2 | static_cast<uint64_t>(use.kind); }
  Touched& of(Use use);
  Page& page(Touched& touched, uint64_t number);
  static bool is_hazard(AccessKind a, AccessKind b) { return a != b || a == AccessKind::store; }
  static std::optional<uint64_t> common(const Touched& a, const Touched& b, uint64_t& steps);

  std::vector<Touched> uses_;
  std::unordered_map<uint64_t, size_t> index_;  // of a use
  size_t pages_ = 0;
};

// Of a kernel that overlaps with its neighbours in a stream (programmatic dependent launches): what threads touch before they have waited
// for the launch in front of them, and what they read behind having let the next one begin.
struct OverlappingParts {
  bool may_begin_early = false;  // so it was launched
  Footprint before_wait;         // if it was
  bool has_triggered = false;
  Footprint read_behind_trigger;
  size_t bytes() const { return before_wait.bytes() + read_behind_trigger.bytes(); }
};

// Words by which a kernel tells others that something is there, of a scope that holds no more than the device: the program sees the word,
// and that puts nothing in order with what it tells of.
//
//     cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(1)        __threadfence(); *(volatile int*)flag = 1;
//
// A kernel that has fenced for the whole system anywhere is taken to have meant it.
class DeviceFlags {
 public:
  void store(const WarpAccess& access, LaneMask lanes, uint64_t begin, bool has_order);
  void fence(Fence fence);
  // Has the kernel set a flag in these bytes that does not reach the program? Where.
  std::optional<uint32_t> site_at(uint64_t place, uint64_t bytes) const;

 private:
  static constexpr size_t most_words = 4096;
  struct Word {
    uint32_t site = no_site;
    bool is_volatile = false;
    bool reaches_program = false;  // some store there does, as far as is known
  };
  std::map<uint64_t, Word> words_;  // by place
  bool has_fenced_device_ = false, has_fenced_system_ = false;
};

// Sees a kernel run over the arena, which is its first buffer, and over variables of the file.
class KernelFootprint : public RunWatcher {
 public:
  static constexpr uint64_t nowhere = ~uint64_t{0};
  // `begins`: by allocation, where its first byte counts; behind the last one nothing does.
  KernelFootprint(Footprint& into, OverlappingParts& parts, DeviceFlags& flags, std::vector<uint64_t> begins,
                  const std::vector<Site>& sites)
      : into_(into), parts_(parts), flags_(flags), begins_(std::move(begins)), sites_(sites) {}
  void access(const WarpAccess& access) override;
  void fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick) override;
  // One thread may wait for all that it meets then.
  void barrier(uint32_t block, uint64_t) override { share_wait(block); }
  void named_barrier(uint32_t block, uint32_t, std::span<const WarpLanes>, uint64_t) override { share_wait(block); }
  void warp_sync(uint32_t block, uint32_t, LaneMask, uint64_t) override { share_wait(block); }

 private:
  using Lanes = std::unordered_map<uint64_t, LaneMask>;  // by block and warp
  static uint64_t key(uint32_t block, uint32_t warp) { return uint64_t{block} << 32 | warp; }
  static LaneMask of(const Lanes& lanes, const WarpAccess& access);
  static void add(Footprint& to, const WarpAccess& access, LaneMask lanes, uint64_t begin);
  void share_wait(uint32_t block);

  Footprint& into_;
  OverlappingParts& parts_;
  DeviceFlags& flags_;
  const std::vector<uint64_t> begins_;
  const std::vector<Site>& sites_;  // of the kernel's program
  Lanes waited_, triggered_;
  std::unordered_map<uint32_t, bool> blocks_;  // in which some thread has waited: whether that counts for all
};

}  // namespace wb

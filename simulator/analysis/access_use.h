#pragma once
// What an access in the source has done, in the units that the hardware serves it by, and how that makes up the launch's counters.
#include <algorithm>
#include <array>
#include <iterator>

#include "simulator/analysis/counters.h"
#include "simulator/analysis/made_once.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/fetches.h"
#include "simulator/analysis/row_load.h"
#include "simulator/analysis/uneven_passes.h"

namespace wb {

// What one site did in one space.
struct SiteUse {
  uint64_t requests = 0, sectors = 0, wavefronts = 0, conflicts = 0, lanes = 0, bytes = 0, collisions = 0;
  SiteUse& operator+=(const SiteUse& more) {
    requests += more.requests, sectors += more.sectors, wavefronts += more.wavefronts, conflicts += more.conflicts;
    lanes += more.lanes, bytes += more.bytes, collisions += more.collisions;
    return *this;
  }
  // Never below nothing, whatever lanes a schedule has parted in between.
  SiteUse& operator-=(const SiteUse& less) {
    const auto take = [](uint64_t& figure, uint64_t by) { figure -= std::min(figure, by); };
    take(requests, less.requests), take(sectors, less.sectors), take(wavefronts, less.wavefronts), take(conflicts, less.conflicts);
    take(lanes, less.lanes), take(bytes, less.bytes), take(collisions, less.collisions);
    return *this;
  }
};

// Spaces that are counted apart: global, shared, constant, textures, surfaces. Ways of use: load, store, atomic without and with its result.
inline constexpr Space counted_spaces[] = {Space::global, Space::shared, Space::constant, Space::texture, Space::surface};
inline constexpr size_t space_count = std::size(counted_spaces), way_count = 4;
inline size_t index_of(Space space) { return space <= Space::shared ? static_cast<size_t>(space) : static_cast<size_t>(space) - 1; }  // local memory is not counted
inline size_t way_of(AccessKind kind, bool result_used) { return static_cast<size_t>(kind) + (kind == AccessKind::atomic && result_used); }

// What all sites did together.
struct UseTable {
  SiteUse by[space_count][way_count];
  void add_to(Counters& counters) const;
};

// Adds what one fetch, or access to a surface, is served by.
void count_fetch(const FetchUse& fetch, uint32_t lanes, SiteUse& use);
// What lanes have entered, and not left yet.
struct EnteredLoops {
  MadeOnce once;
  UnevenPasses uneven;
};
// What the hardware counts at one place of accesses to global or shared memory that a compiler joins with their neighbours (the wide one, or nothing) or
// whose value it keeps. Wide loads in two rows that lie to each other and to the banks as some before did count as those did.
class CompiledUse {
 public:
  void count(const WarpAccess& access, EnteredLoops& entered);
  void count(const RowLoad& load, EnteredLoops& entered);
  void operator+=(const CompiledUse& more) {
    for (size_t i = 0; i < std::size(use_); ++i) use_[i] += more.use_[i];
  }
  const SiteUse& use(Space space) const { return use_[space == Space::shared]; }

 private:
  struct Known {
    int64_t step = -1;             // -1: of nothing yet
    uint32_t gap = 0, phase = 0;   // bytes from the first row to the second, and of the first within the banks
    uint8_t before = 0, bytes = 0;
    SiteUse one;
  };
  void count_made(const WarpAccess& access);
  void count_made(const RowLoad& load);
  void count_pass(const WarpAccess& access, EnteredLoops& entered);
  void count_side(const WarpAccess& access, EnteredLoops& entered);
  void count_uneven(const WarpAccess& access, UnevenPasses& uneven);
  SiteUse& use_of(Space space) { return use_[space == Space::shared]; }

  SiteUse use_[2];                 // of global and of shared memory
  std::array<Known, 8> known_{};   // by phase: a loop that is unrolled comes to a few
};
// Adds what one warp-level access is served by. Local memory is not counted. `kind`: what it does, where that is not what the instruction is.
void count_access(const WarpAccess& access, AccessKind kind, SiteUse& use);
// The same for a load in two rows. False: this one has to be counted as an access.
bool can_count_row_load(const RowLoad& load);
void count_row_load(const RowLoad& load, SiteUse& use);

}  // namespace wb

#pragma once
// One run under a told schedule, of which two threads' accesses to one element are looked at.
#include <optional>

#include "simulator/machine/machine.h"
#include "simulator/recording/recording.h"

namespace wb {

// What all runs of one explanation look at.
struct Scene {
  std::shared_ptr<const Program> program;
  const KernelLaunch* launch = nullptr;
  LaunchShape shape;
  std::vector<AllocationInfo> allocations;
  AllocationInfo info;           // of the raced one
  uint32_t allocation = 0;
  uint64_t low = 0, high = 0;    // bytes of the raced element
  ThreadRef party[2];
  // Where they are in a grid that device code has launched: runs begin with it, and end with it.
  std::shared_ptr<const GridStart> start;
  uint32_t first_block = 0;      // its number among those of all grids
  MachineOptions options(const ToldSchedule& told) const;
  // As a run of the whole launch is told: its blocks are numbered through.
  ToldSchedule in_launch(ToldSchedule told) const;
  bool is_same_warp() const { return party[0].block == party[1].block && party[0].thread / warp_size == party[1].thread / warp_size; }
  uint32_t owner = 0;            // shared memory: the block whose copy it is
  bool is_shared() const { return info.space == Space::shared; }
};

struct TrialAccess {
  uint64_t tick = 0;
  uint32_t party = 0;
  uint32_t pc = 0, pass = 0, site = 0;
  AccessKind kind{};
  uint32_t allocation = 0;
  uint32_t owner = 0;            // shared memory: whose
  uint64_t offset = 0;
  uint8_t bytes = 0;
  uint64_t value = 0;            // read, or what stands there afterwards
  uint64_t before = 0;           // what stood there
  bool is_undefined = false;     // not all that it read, or wrote over, had been written
  bool is_write() const { return kind != AccessKind::load; }
  bool is_same_moment(const TrialAccess& other) const { return party == other.party && pc == other.pc && pass == other.pass; }
};

struct Trial {
  ToldSchedule told;
  std::vector<HoldState> holds;
  std::vector<TrialAccess> accesses;  // in the order in which they took effect
  std::vector<TrialAccess> signals;   // of the two: atomics on other words, by which they may tell each other
  std::vector<uint8_t> element;       // its bytes at the end: of shared memory, as these threads' warps left it
  std::vector<std::pair<uint32_t, uint64_t>> stored[2];  // by party: allocation and byte of its stores to global memory, the first of them
  HeapBlocks heap;                    // at the end, if the element is in the device's heap
  uint64_t ticks = 0;
  uint64_t work = 0;                  // what it took, in warp instructions (see Work)
  bool reached_end = false;           // both parties' blocks are done
  bool kept_all() const;              // every hold held
  const TrialAccess* find(const TrialAccess& moment) const;
};

// What a run takes, counted in warp instructions that run on unwatched: so it is the same on every machine.
struct Work {
  static constexpr uint64_t start = 2'000;         // a machine is made
  static constexpr uint64_t bytes_of_one = 256;    // of memory that is filled then, and looked through in the end
  static constexpr uint64_t single_step = 8;       // an instruction that runs alone, watched
};
uint64_t work_of_start(const Scene& scene);

// Who else is at the element: a thread of the parties' blocks, and what it read or left there the last time.
struct Witness {
  ThreadRef thread;
  uint32_t site = 0;
  AccessKind kind{};
  uint64_t value = 0;
};
std::vector<Witness> find_witnesses(const Scene& scene, const ToldSchedule& told, uint64_t limit, std::stop_token stop, uint64_t& work);

// Runs until the blocks of both parties are done, or so much work.
Trial run_trial(const Scene& scene, const ToldSchedule& told, uint64_t limit, std::stop_token stop);

}  // namespace wb

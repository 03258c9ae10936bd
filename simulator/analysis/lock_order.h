#pragma once
// Locks that threads take in opposite order: a deadlock in some orders, though not in the one that was seen.
//
//   thread 0:  takes A .. takes B .. releases B, A          A -> B
//   thread 32: takes B .. takes A .. releases A, B          B -> A       a circle: with A and B taken once each, nobody gets on
//
// What a lock is shows in the run: a word that a thread changes by an atomicCAS or atomicExch in a loop, that nobody else changes until the same
// thread has set it back. Each time that a thread takes a lock while it holds another one, that is an edge, with the locks that it holds besides. A
// circle of edges of different threads counts if no two of them hold a common lock besides: that one would let only one of them in.
//
// That a circle can really close (no barrier keeps the threads apart, nobody tries and gives way) is not known here: who asks has to try it.
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/launch_grids.h"

namespace wb {

class LockOrder : public RunWatcher {
 public:
  struct Word {
    uint32_t allocation = 0, copy = 0;  // whose block, of shared memory
    uint64_t offset = 0;
    friend auto operator<=>(const Word&, const Word&) = default;
  };
  struct Moment {
    uint32_t site = 0;
    uint64_t tick = 0;
  };
  struct Edge {
    uint32_t block = 0, thread = 0;
    Word first, second;
    uint8_t bytes = 0;
    Moment took_first, took_second;
    std::set<Word> besides;    // held when it took the second
    int released = 0;          // of the two
  };

  // `takes`: by site, an atomicCAS or atomicExch in a loop whose result is used.
  // Blocks of all grids of a launch are numbered through, and may have as many threads as any.
  LockOrder(std::vector<bool> takes, const LaunchShape& own) : takes_(std::move(takes)), grids_(own) {}

  void access(const WarpAccess& access) override;
  void end_block(uint32_t block) override;
  void begin_grid(const GridBegin& begin) override { grids_.add(begin); }
  const LaunchGrids& grids() const { return grids_; }

  // Who has taken the lock and has it still. None: nobody, or others change that word while somebody has it.
  struct Holder {
    uint32_t block = 0, thread = 0;
    Moment took;
  };
  std::optional<Holder> holder_of(const Word& word) const;
  // Each a few edges, the second lock of one being the first of the next; at most one of the same places.
  std::vector<std::vector<Edge>> circles() const;

 private:
  static constexpr size_t most_edges = 4096, most_of_two_words = 8, longest_circle = 6, most_circles = 4, most_steps = 100'000;
  using Thread = uint64_t;  // across the grid
  struct Held {
    Word word;
    uint64_t free_value = 0;
    Moment took;
    std::vector<size_t> edges;  // in which it takes part
  };

  void change(Thread who, const Word& word, uint64_t old_value, uint64_t now, const Moment* taking, uint8_t bytes);
  void take(Thread who, const Word& word, uint64_t old_value, const Moment& moment, uint8_t bytes);
  bool release(Thread who, const Word& word, uint64_t now);
  bool is_sound(const Edge& edge) const { return edge.released == 2 && !no_locks_.count(edge.first) && !no_locks_.count(edge.second); }
  struct Search;
  void extend(Search& search) const;

  std::vector<bool> takes_;
  static constexpr uint32_t threads_per_block_ = 1024;
  LaunchGrids grids_;
  std::map<Thread, std::vector<Held>> held_;
  std::map<Word, Thread> holder_;
  std::set<Word> no_locks_;      // somebody else changed them meanwhile
  std::vector<Edge> edges_;
  std::map<std::pair<Word, Word>, size_t> count_;
};

}  // namespace wb

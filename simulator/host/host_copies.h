#pragma once
// Copies and fills of a host program's memory. Those that it asks CUDA for are done at once, or kept where their stream captures a graph
// (host_graphs.h); those by functions of the host (memcpy, memset) are stores of the program itself.
//
// What a copy must not do is answered first (answer_copy): the error that the call gives, and how many bytes are copied all the same.
#include <cstdint>
#include <optional>

#include "simulator/host/host_graphs.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_mistakes.h"
#include "simulator/host/host_order.h"
#include "simulator/host/memory_rows.h"
#include "simulator/host/waiting_runs.h"

namespace wb {

class HostCopies {
 public:
  HostCopies(Machine& machine, HostMemory& memory, HostOrder& order, HostMistakes& mistakes, HostGraphs& graphs, WaitingRuns& waiting,
             const ShownLaunches& shown)
      : machine_(machine), memory_(memory), order_(order), mistakes_(mistakes), graphs_(graphs), waiting_(waiting), shown_(shown) {}

  // As the question says, at `asked` in the program's memory. 0: done, or kept. 2: the program does it itself, in memory of its own. None:
  // it cannot be.
  std::optional<uint64_t> copy_asked(uint64_t asked);
  std::optional<uint64_t> fill_asked(uint64_t asked);
  // False: it cannot be.
  bool copy(const MemoryRows& to, const MemoryRows& from);
  bool fill(const HostGraphs::Fill& fill);
  bool move_bytes(uint64_t to, uint64_t from, uint64_t bytes, bool is_by_host);
  bool fill_bytes(uint64_t to, uint8_t value, uint64_t bytes, bool is_by_host);

  // What is not copied, nobody has filled: it is told once, here.
  HostMistakes::Answer answer_copy(const HostMistakes::Copy& asked);

 private:
  static constexpr uint64_t most_rows = 1 << 16;  // of one copy
  static constexpr uint64_t row_costs = 1024;     // as memory does, in bytes

  // A copy or a fill as the program asks for it: library/include/host_machine.inc has the same words.
  struct Asked {
    uint64_t to, to_pitch, from, from_pitch, width, count, value, element_bytes, stream, is_async, is_further, index, by_program;
  };
  std::optional<Asked> read(uint64_t asked);
  HostOrder::Call call_of(const Asked& asked) const;
  bool put_unset(const MemoryRows& to, const MemoryRows& from);
  void have_stored(uint64_t to, uint64_t bytes);

  Machine& machine_;
  HostMemory& memory_;
  HostOrder& order_;
  HostMistakes& mistakes_;
  HostGraphs& graphs_;
  WaitingRuns& waiting_;
  const ShownLaunches& shown_;
};

}  // namespace wb

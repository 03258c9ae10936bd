#pragma once
// Reads a launch out of the words in which the program asks for it, at the arena's beginning (library/include/host_machine.inc):
//
//     1      2..4            5              6       8 ...
//     site | grid, block   | shared bytes | count | kind, bits | kind, bits | ...       one pair for each argument; behind the pair of a
//                                                                                        record its bytes
//
// What does not fit there is said before, by questions of its own: it is kept until the launch comes.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/host/host_memory.h"
#include "simulator/host/host_order.h"
#include "simulator/language/host_trace.h"

namespace wb {

class LaunchReader {
 public:
  LaunchReader(const HostMemory& memory, const HostOrder& order) : memory_(memory), order_(order) {}

  // ---- of the launch that comes next
  // One of its template arguments. A type that is no scalar has no name here: then the line's own words count.
  void name_template_argument(uint64_t number, bool is_type, int64_t value);
  void name_instance(uint64_t text, uint64_t bytes) { instance_ = text_at(text, bytes); }  // all of them, where the compiler knows them
  void name_kernel(uint64_t text, uint64_t bytes) { kernel_ = text_at(text, bytes); }      // that is launched through a pointer
  void set_cluster(const std::array<uint64_t, 3>& cluster) { cluster_ = cluster; }
  void set_begins_early() { begins_early_ = true; }
  void set_stream(uint64_t stream, uint64_t index) { stream_ = stream, stream_index_ = index; }

  HostLaunchSeen read();

 private:
  std::string text_at(uint64_t text, uint64_t bytes) const;
  std::string take_template_arguments();
  HostValue value_at(uint64_t& word) const;  // and the word behind it

  const HostMemory& memory_;
  const HostOrder& order_;
  std::vector<std::string> named_;  // template arguments
  std::string instance_, kernel_;
  std::array<uint64_t, 3> cluster_{};
  bool begins_early_ = false;
  uint64_t stream_ = 0, stream_index_ = 0;
};

}  // namespace wb

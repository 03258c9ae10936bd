#pragma once
// Two pipe ends that carry frames. Waits with a limit and a way to stop; garbage, a truncated or oversized message and silence are
// errors in words, never a hang or a crash. One thread may read while another writes; several writers need a lock of their own.
#include <chrono>
#include <functional>
#include <string>

#include "cuda/protocol/frame.h"

namespace wb::protocol {

struct Wait {
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  std::function<bool()> should_stop;  // looked at about every 20 ms; may be empty
  static Wait for_ms(int64_t ms, std::function<bool()> should_stop = {});
};

struct Hello;  // messages.h

class Channel {
 public:
  // Borrows the descriptors and makes them non-blocking.
  Channel(int read_fd, int write_fd);

  Status send_hello(const Hello& hello, const Wait& wait);
  // Skips a banner before the magic; the error for a peer that never sends it quotes what came instead.
  Result<Hello> receive_hello(const Wait& wait);

  Status send(const Frame& frame, const Wait& wait);
  Result<Frame> receive(const Wait& wait);

 private:
  Status write_all(std::span<const uint8_t> bytes, const Wait& wait);
  Result<size_t> read_some(std::span<uint8_t> into, const Wait& wait);  // at least one byte
  Status read_exactly(std::span<uint8_t> into, const Wait& wait, const char* what);

  int read_fd_, write_fd_;
};

}  // namespace wb::protocol

#pragma once
// Buffers between pages that nobody may touch: a native kernel that leaves its buffer is caught at once, and named.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wb {

class GuardedMemory {
 public:
  // The last byte of the buffer lies at most `alignment` - 1 bytes before the guard.
  static constexpr size_t alignment = 16;

  GuardedMemory(std::string name, const std::vector<uint8_t>& start);  // throws std::bad_alloc
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  uint8_t* data() const { return data_; }
  std::vector<uint8_t> copy() const { return {data_, data_ + bytes_}; }
  void restore(const std::vector<uint8_t>& start);

 private:
  std::string name_;
  uint8_t *region_ = nullptr, *data_ = nullptr;
  size_t region_bytes_ = 0, bytes_ = 0;
};

// From now on a crash is told in one line on stderr ("... outside of `out`, 4 bytes behind its end") before the process ends.
void tell_crashes();

}  // namespace wb

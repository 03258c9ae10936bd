#include "cuda/protocol/buffer_addresses.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace wb::protocol {
namespace {

// The buffers in the order in which they lie in memory, to find the one at an address.
class AddressMap {
 public:
  AddressMap(const std::vector<Blob>& buffers, const std::vector<uint64_t>& address_of) : buffers_(buffers), address_of_(address_of) {
    for (size_t i = 0; i < buffers.size(); ++i) order_.push_back(static_cast<int>(i));
    std::sort(order_.begin(), order_.end(), [&](int a, int b) { return begin_of(a) < begin_of(b); });
  }
  int buffer_at(uint64_t address) const {
    const auto behind = std::upper_bound(order_.begin(), order_.end(), address, [&](uint64_t to, int buffer) { return to < begin_of(buffer); });
    if (behind == order_.begin()) return -1;
    const int buffer = *(behind - 1);
    return address - begin_of(buffer) <= buffers_[static_cast<size_t>(buffer)].size() ? buffer : -1;
  }
  uint64_t begin_of(int buffer) const { return address_of_[static_cast<size_t>(buffer)]; }

 private:
  const std::vector<Blob>& buffers_;
  const std::vector<uint64_t>& address_of_;
  std::vector<int> order_;
};

}  // namespace

void put_addresses(RunRequest& request, const std::vector<uint64_t>& address_of) {
  for (const BufferPointer& pointer : request.pointers) {
    const uint64_t address = address_of[static_cast<size_t>(pointer.buffer)] + pointer.byte_offset;
    std::memcpy(request.buffers[static_cast<size_t>(pointer.holder)].data() + pointer.at, &address, sizeof address);
  }
}

std::vector<BufferPointer> find_addresses(const RunRequest& request, const std::vector<Blob>& results, const std::vector<uint64_t>& address_of) {
  std::set<int> holders;
  for (const BufferPointer& pointer : request.pointers) holders.insert(pointer.holder);
  const AddressMap map(results, address_of);
  std::vector<BufferPointer> found;
  for (const int holder : holders) {
    const Blob& bytes = results[static_cast<size_t>(holder)];
    for (uint64_t at = 0; at + 8 <= bytes.size(); at += 8) {
      uint64_t address;
      std::memcpy(&address, bytes.data() + at, sizeof address);
      if (const int buffer = map.buffer_at(address); buffer >= 0) found.push_back({holder, at, buffer, address - map.begin_of(buffer)});
    }
  }
  return found;
}

}  // namespace wb::protocol

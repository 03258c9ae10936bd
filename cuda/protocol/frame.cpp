#include "cuda/protocol/frame.h"

#include <cstring>

namespace wb::protocol {
namespace {

template <class T>
void put(std::vector<uint8_t>& out, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) out.push_back(static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i)));
}

// Reads numbers and byte ranges off the front; `ok` turns false for good at the first one that is not there.
struct Reader {
  std::span<const uint8_t> rest;
  bool ok = true;

  template <class T>
  T number() {
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
      if (i >= rest.size()) return ok = false, T{};
      value |= uint64_t{rest[i]} << (8 * i);
    }
    rest = rest.subspan(sizeof(T));
    return static_cast<T>(value);
  }
  std::span<const uint8_t> bytes(uint64_t count) {
    if (!ok || count > rest.size()) return ok = false, std::span<const uint8_t>{};
    auto taken = rest.first(count);
    rest = rest.subspan(count);
    return taken;
  }
};

Error too_large(uint64_t bytes) {
  return {Trouble::too_large, "a message of " + std::to_string(bytes >> 20) + " MiB is larger than the " +
                                  std::to_string(max_payload_bytes >> 20) + " MiB that one may have"};
}

}  // namespace

Result<std::vector<uint8_t>> encode(const Frame& frame) {
  uint64_t length = 8 + frame.header.size();
  for (const Blob& blob : frame.blobs) length += 8 + blob.size();
  if (length > max_payload_bytes) return too_large(length);
  if (frame.blobs.size() > max_blobs) return Error{Trouble::too_large, "a message has more than " + std::to_string(max_blobs) + " parts"};
  std::vector<uint8_t> out;
  out.reserve(frame_head_bytes + length);
  put(out, static_cast<uint32_t>(length));
  put(out, static_cast<uint16_t>(frame.type));
  put(out, frame.request);
  put(out, static_cast<uint32_t>(frame.header.size()));
  out.insert(out.end(), frame.header.begin(), frame.header.end());
  put(out, static_cast<uint32_t>(frame.blobs.size()));
  for (const Blob& blob : frame.blobs) {
    put(out, uint64_t{blob.size()});
    out.insert(out.end(), blob.begin(), blob.end());
  }
  return out;
}

Result<FrameHead> decode_head(std::span<const uint8_t, frame_head_bytes> bytes) {
  Reader reader{bytes};
  FrameHead head;
  head.length = reader.number<uint32_t>();
  const uint16_t type = reader.number<uint16_t>();
  head.request = reader.number<uint32_t>();
  if (type == 0 || type > last_message_type) return Error{Trouble::malformed, "a message has the unknown type " + std::to_string(type)};
  if (head.length > max_payload_bytes) return too_large(head.length);
  head.type = static_cast<MessageType>(type);
  return head;
}

Result<Frame> decode(const FrameHead& head, std::span<const uint8_t> payload) {
  Reader reader{payload};
  Frame frame{head.type, head.request, {}, {}};
  const auto header = reader.bytes(reader.number<uint32_t>());
  frame.header.assign(header.begin(), header.end());
  const uint32_t blobs = reader.number<uint32_t>();
  if (blobs > max_blobs) reader.ok = false;
  for (uint32_t i = 0; i < blobs && reader.ok; ++i) {
    const auto bytes = reader.bytes(reader.number<uint64_t>());
    frame.blobs.emplace_back(bytes.begin(), bytes.end());
  }
  if (!reader.ok || !reader.rest.empty()) return Error{Trouble::malformed, "a message's parts do not add up to its length"};
  return frame;
}

}  // namespace wb::protocol

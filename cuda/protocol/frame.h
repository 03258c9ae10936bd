#pragma once
// One message on the wire.
//
//   u32 length | u16 type | u32 request | payload of `length` bytes            all numbers little-endian
//   payload = u32 header bytes | header (JSON) | u32 blobs | { u64 bytes | bytes } ...
//
// Before its first frame each side writes the 16 bytes of `magic`; whatever a login shell or ssh printed before it is skipped.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/protocol/result.h"

namespace wb::protocol {

inline constexpr std::string_view magic{"\x01warpbook-frames", 16};
inline constexpr int version = 6;
inline constexpr uint32_t max_payload_bytes = 256u << 20;
inline constexpr size_t max_banner_bytes = 64u << 10;  // what may stand before the magic
inline constexpr size_t frame_head_bytes = 10;
inline constexpr uint32_t max_blobs = 4096;

enum class MessageType : uint16_t { hello = 1, facts, compile, run, heartbeat, reply, error };
inline constexpr uint16_t last_message_type = static_cast<uint16_t>(MessageType::error);

using Blob = std::vector<uint8_t>;

struct Frame {
  MessageType type = MessageType::hello;
  uint32_t request = 0;  // a reply carries its request's number
  std::string header;    // JSON
  std::vector<Blob> blobs;
  friend bool operator==(const Frame&, const Frame&) = default;
};

struct FrameHead {
  uint32_t length = 0;
  MessageType type = MessageType::hello;
  uint32_t request = 0;
};

Result<std::vector<uint8_t>> encode(const Frame& frame);
Result<FrameHead> decode_head(std::span<const uint8_t, frame_head_bytes> bytes);
Result<Frame> decode(const FrameHead& head, std::span<const uint8_t> payload);

}  // namespace wb::protocol

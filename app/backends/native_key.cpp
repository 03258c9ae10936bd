#include "app/backends/native_key.h"

#include <array>
#include <bit>
#include <vector>

namespace wb {
namespace {

// The first 32 bits of the fractional parts of the square (start) and cube (round) roots of the first primes: FIPS 180-4.
constexpr std::array<uint32_t, 8> start_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void mix_block(std::array<uint32_t, 8>& state, const uint8_t* block) {
  std::array<uint32_t, 64> w{};
  for (size_t i = 0; i < 16; ++i)
    w[i] = uint32_t{block[4 * i]} << 24 | uint32_t{block[4 * i + 1]} << 16 | uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
  for (size_t i = 16; i < 64; ++i) {
    const uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; ++i) {
    const uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
    const uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < 8; ++i) state[i] += mixed[i];
}

// Parts with their lengths, so that no two lists of parts give the same text.
void append(std::string& text, std::string_view part) { text += std::to_string(part.size()) + ":" + std::string(part) + ";"; }

// A buffer's start has the key that it had before there were other places.
std::string place(uint64_t byte_offset) { return byte_offset ? " + " + std::to_string(byte_offset) : ""; }

std::string index_text(Index3 index) { return std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z); }

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::vector<uint8_t> padded(bytes.begin(), bytes.end());
  padded.push_back(0x80);
  while (padded.size() % 64 != 56) padded.push_back(0);
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded.push_back(static_cast<uint8_t>(bits >> shift));
  std::array<uint32_t, 8> state = start_state;
  for (size_t i = 0; i < padded.size(); i += 64) mix_block(state, padded.data() + i);
  std::string hex;
  for (uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

std::string native_key(std::string_view source, const std::map<std::string, std::string>& headers, const std::vector<std::pair<std::string, std::string>>& defines,
                       std::string_view kernel, bool contract) {
  std::string text;
  append(text, source);
  for (const auto& [path, header] : headers) append(text, path), append(text, header);
  for (const auto& [name, value] : defines) append(text, "-D" + name + "=" + value);
  append(text, kernel);
  append(text, contract ? "fmad" : "no fmad");
  return sha256_hex(text);
}

std::string timing_key(const Launch& launch, std::string_view kernel) {
  std::string text;
  append(text, native_key(launch.source, launch.headers, launch.defines, kernel, launch.contract));
  append(text, index_text(launch.device.grid));
  append(text, index_text(launch.device.block));
  append(text, std::to_string(launch.device.dynamic_shared_bytes));
  for (const Argument& argument : launch.device.arguments)
    append(text, std::visit([](const auto& value) {
             if constexpr (std::is_same_v<std::decay_t<decltype(value)>, BufferArgument>) return "buffer " + std::to_string(value.index) + place(value.byte_offset);
             else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, RecordArgument>) {
               std::string bytes = "record " + std::string(value.bytes.begin(), value.bytes.end());
               for (const RecordArgument::Pointer& pointer : value.pointers) bytes += " " + std::to_string(pointer.offset) + " buffer " + std::to_string(pointer.buffer) + place(pointer.byte_offset);
               return bytes;
             }
             else return std::to_string(value);
           }, argument));
  for (const SymbolContents& symbol : launch.device.symbols) append(text, "symbol " + symbol.name + " buffer " + std::to_string(symbol.buffer) + place(symbol.byte_offset));
  for (const DeviceBuffer& buffer : launch.device.buffers) {
    append(text, info(buffer.scalar).lesson_name + std::to_string(buffer.vector_lanes));
    for (uint64_t extent : buffer.shape) append(text, std::to_string(extent));
    if (!buffer.pointers.empty()) append(text, std::to_string(buffer.pointers.size()) + " pointers");
  }
  return sha256_hex(text);
}

}  // namespace wb

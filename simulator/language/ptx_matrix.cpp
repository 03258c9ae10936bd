#include "simulator/language/ptx_matrix.h"

#include <algorithm>
#include <cstdint>

namespace wb {
namespace {

// The name's words; those that say how the warp stands are left out.
std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < name.size();) {
    const size_t next = std::min(name.find('.', at), name.size());
    words.push_back(name.substr(at, next - at));
    at = next + 1;
  }
  return words;
}
bool take(std::vector<std::string_view>& words, std::string_view word) {
  const auto it = std::find(words.begin(), words.end(), word);
  if (it == words.end()) return false;
  words.erase(it);
  return true;
}

// ldmatrix, stmatrix: the words come in any order.
std::optional<PtxMatrix> read_rows(std::vector<std::string_view> words, bool loads) {
  PtxMatrix m;
  m.function = loads ? "ldmatrix_x" : "stmatrix_x";
  if (!take(words, "m8n8") || !take(words, "b16")) return std::nullopt;
  size_t count = 0;
  for (size_t n : {1u, 2u, 4u})
    if (take(words, "x" + std::to_string(n))) count = n;
  if (count == 0) return std::nullopt;
  m.function += std::to_string(count) + (take(words, "trans") ? "_trans" : "");
  m.is_shared = take(words, "shared") || take(words, "shared::cta");
  m.has_result = loads;
  m.operands = {std::string(count, 'r'), "@"};
  if (!loads) std::swap(m.operands[0], m.operands[1]);
  return words.empty() ? std::optional(m) : std::nullopt;
}

uint32_t bits_of(std::string_view type) {
  if (type == "tf32") return 32;
  if (type == "f64") return 64;
  if (type == "f16" || type == "bf16") return 16;
  if (type == "s8" || type == "u8") return 8;
  return type == "s4" || type == "u4" ? 4 : 0;
}

// shape .row.col [.satfinite] d a b c: of m16n8k16 each lane has (m / 8) x (k / (4 x elements in a register)) registers of a.
std::optional<PtxMatrix> read_mma(std::vector<std::string_view> words) {
  const bool is_saturated = take(words, "satfinite");
  if (words.size() != 7 || words[1] != "row" || words[2] != "col" || words[3] != words[6]) return std::nullopt;
  const std::string_view shape = words[0], a = words[4], b = words[5], c = words[6];
  const size_t rows = shape.starts_with("m16n8k") ? 2 : shape.starts_with("m8n8k") ? 1 : 0;
  const uint32_t bits = bits_of(a), in_register = bits == 64 ? 1 : bits > 0 ? 32 / bits : 0;
  if (rows == 0 || in_register == 0 || bits_of(b) != bits || (is_saturated && c != "s32")) return std::nullopt;
  uint32_t depth = 0;
  for (char digit : shape.substr(shape.find('k') + 1)) {
    if (digit < '0' || digit > '9' || depth > 999) return std::nullopt;
    depth = 10 * depth + static_cast<uint32_t>(digit - '0');
  }
  const size_t chunks = depth / (4 * in_register);
  if (chunks == 0 || chunks > 2 || depth % (4 * in_register) != 0) return std::nullopt;
  const char factor = bits == 64 ? 'd' : 'r';
  const std::string sums = c == "f32" ? std::string(2 * rows, 'f') : c == "f64" ? std::string(2 * rows, 'd') : c == "s32" ? std::string(2 * rows, 'r') : std::string(rows, 'r');
  PtxMatrix m;
  m.function = "mma_" + std::string(shape) + "_" + std::string(a) + "_" + std::string(b) + "_" + std::string(c) + (is_saturated ? "_satfinite" : "");
  m.operands = {sums, std::string(rows * chunks, factor), std::string(chunks, factor), sums};
  return m;
}

}  // namespace

std::optional<PtxMatrix> read_ptx_matrix(std::string_view name) {
  std::vector<std::string_view> words = words_of(name);
  const std::string_view what = words.empty() ? std::string_view{} : words[0];
  if (what != "ldmatrix" && what != "stmatrix" && what != "movmatrix" && what != "mma") return std::nullopt;
  words.erase(words.begin());
  if (!take(words, "sync") || !take(words, "aligned")) return std::nullopt;
  if (what == "mma") return read_mma(std::move(words));
  if (what != "movmatrix") return read_rows(std::move(words), what == "ldmatrix");
  PtxMatrix m;
  m.function = "movmatrix_trans";
  m.operands = {"r", "r"};
  m.in_braces = false;
  return take(words, "m8n8") && take(words, "trans") && take(words, "b16") && words.empty() ? std::optional(m) : std::nullopt;
}

}  // namespace wb

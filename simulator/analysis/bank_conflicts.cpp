#include "simulator/analysis/bank_conflicts.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/extent.h"

namespace wb {
namespace {

// Passes for the lanes of one part: the most distinct words that any bank has to hand out.
uint32_t passes(const uint32_t* offset, LaneMask lanes, uint32_t bytes) {
  // Mostly all words lie within 32 neighbours: then no two of them share a bank.
  Extent extent = extent_of(offset, lanes);
  if ((extent.high + bytes - 1) / 4 - extent.low / 4 < bank_count) return 1;
  uint32_t words[bank_count][2 * warp_size];  // distinct words asked of each bank; at most 64 in all, or 33 per bank
  uint8_t depth[bank_count] = {};
  uint32_t deepest = 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    uint32_t first = offset[std::countr_zero(rest)];
    for (uint32_t word = first / 4, last = (first + bytes - 1) / 4; word <= last; ++word) {
      uint32_t bank = word % bank_count;
      uint32_t* seen = words[bank];
      if (std::find(seen, seen + depth[bank], word) != seen + depth[bank]) continue;
      seen[depth[bank]++] = word;
      deepest = std::max<uint32_t>(deepest, depth[bank]);
    }
  }
  return deepest;
}

// In every pair (i, i ^ distance) of `lanes` both want the same address, or one is off.
bool pairs_agree(const uint32_t* offset, LaneMask lanes, int distance) {
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    int lane = std::countr_zero(rest), partner = lane ^ distance;
    if ((lanes >> partner & 1) && offset[lane] != offset[partner]) return false;
  }
  return true;
}

// In how many equal parts the warp's lanes are served.
uint32_t part_count(const uint32_t* offset, LaneMask active, uint32_t bytes, AccessKind kind) {
  if (bytes <= 4) return 1;
  const uint32_t parts = bytes <= 8 ? 2 : 4;
  const bool do_share = kind == AccessKind::load && (pairs_agree(offset, active, 1) || pairs_agree(offset, active, 2));
  return do_share ? parts / 2 : parts;
}

// The lanes of the warp that a part serves.
LaneMask lanes_of_part(uint32_t part, uint32_t parts) {
  const uint32_t lanes_each = warp_size / parts;
  const LaneMask first = lanes_each == warp_size ? ~LaneMask{0} : (LaneMask{1} << lanes_each) - 1;
  return first << part * lanes_each;
}

}  // namespace

BankUse bank_use(const uint32_t* offset, LaneMask active, uint32_t bytes, AccessKind kind) {
  BankUse use;
  const uint32_t parts = part_count(offset, active, bytes, kind);
  for (uint32_t part = 0; part < parts; ++part) {
    const LaneMask lanes = active & lanes_of_part(part, parts);
    if (!lanes) continue;
    const uint32_t n = passes(offset, lanes, bytes);
    use.wavefronts += n;
    use.conflicts += n - 1;
  }
  return use;
}

std::vector<BankWord> bank_words(const uint32_t* offset, LaneMask active, uint32_t bytes, AccessKind kind) {
  std::vector<BankWord> words;
  const uint32_t parts = part_count(offset, active, bytes, kind);
  for (uint32_t part = 0; part < parts; ++part) {
    const size_t first_of_part = words.size();
    for (LaneMask rest = active & lanes_of_part(part, parts); rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      for (uint32_t word = offset[lane] / 4; word <= (offset[lane] + bytes - 1) / 4; ++word) {
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first_of_part);
        const auto same = std::find_if(begin, words.end(), [&](const BankWord& w) { return w.word == word; });
        if (same == words.end()) words.push_back({part, word % bank_count, word, LaneMask{1} << lane});
        else same->lanes |= LaneMask{1} << lane;
      }
    }
    std::stable_sort(words.begin() + static_cast<std::ptrdiff_t>(first_of_part), words.end(), [](const BankWord& a, const BankWord& b) { return a.bank < b.bank; });
  }
  return words;
}

}  // namespace wb

#include "simulator/recording/crowded_pieces.h"

#include <cstring>
#include <utility>

namespace wb {

std::optional<uint32_t> CrowdedPieces::since(const MemoryPieces& pieces, uint32_t allocation, uint64_t low, uint64_t high) const {
  if (!pieces.has(allocation)) return std::nullopt;
  const uint64_t first = pieces.at(allocation, low), end = pieces.at(allocation, high - 1) + 1;
  uint64_t crowded = 0;
  uint32_t since = 0;
  for (const Piece& piece : pieces_) {
    if (piece.number < first || piece.number >= end) continue;
    ++crowded;
    since = std::max(since, piece.since);
  }
  return crowded == end - first ? std::optional(since) : std::nullopt;
}

namespace {

constexpr uint64_t fewest_stores_for_a_note = 256;
constexpr uint64_t stores_for_a_byte = 2;  // so that notes take half a byte a store

uint64_t up_to(uint64_t whole, uint64_t bytes) { return (bytes + whole - 1) / whole * whole; }
uint64_t up_to_eight(uint64_t bytes) { return up_to(8, bytes); }  // behind an allocation's end there is room

}  // namespace

void CrowdWriter::touch(uint64_t piece, uint64_t low, uint64_t high) {
  const size_t index = state_[piece] & ~crowded;
  const uint64_t first = made_.pieces_[index].offset, whole = shadows_[index].written.empty() ? 4 : 8;
  low = std::max(first, low / whole * whole);
  high = std::min(first + shadows_[index].bytes.size(), up_to(whole, high));
  if (!found_.empty() && found_.back().piece == index && found_.back().low <= low && high <= found_.back().high) return;
  found_.push_back({index, low, high});
  if (found_.size() < settle_at_) return;
  settle_found();
  settle_at_ = std::max(fewest_to_settle, 2 * found_.size());
}

void CrowdWriter::settle_found() {
  const auto place = [&](const Found& found) { return std::pair(made_.pieces_[found.piece].allocation, found.low); };
  std::sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) { return place(a) < place(b); });
  size_t kept = 0;
  for (const Found& found : found_) {
    if (kept && found_[kept - 1].piece == found.piece && found.low <= found_[kept - 1].high) found_[kept - 1].high = std::max(found_[kept - 1].high, found.high);
    else found_[kept++] = found;
  }
  found_.resize(kept);
}

std::vector<CrowdWriter::Found> CrowdWriter::take_found() {
  settle_found();
  settle_at_ = fewest_to_settle;
  return std::exchange(found_, {});
}

std::optional<uint32_t> CrowdWriter::word_before(uint64_t piece, uint64_t offset, uint32_t stretch) const {
  if (!is_crowded(piece, stretch)) return std::nullopt;
  const size_t index = state_[piece] & ~crowded;
  const uint64_t at = offset - made_.pieces_[index].offset;
  if (!shadows_[index].written.empty() || at + 4 > shadows_[index].bytes.size()) return std::nullopt;
  uint32_t word = 0;
  std::memcpy(&word, shadows_[index].bytes.data() + at, sizeof word);
  return word;
}

const uint8_t* CrowdWriter::written_before(const Found& found) const {
  const Shadow& shadow = shadows_[found.piece];
  return shadow.written.empty() ? nullptr : shadow.written.data() + (found.low - made_.pieces_[found.piece].offset) / 8;
}

void CrowdWriter::store(const Store& store, const Live& live, uint32_t open_stretch) {
  uint32_t& state = state_[store.piece];
  if (!(state & crowded)) {
    if (last_[store.piece] != store.block && last_[store.piece] != no_block) state = std::min(turns_, state + (store.is_scattered ? turns_of_scattered : 1));
    last_[store.piece] = store.block;
    if (state == turns_) make_crowded(store, live, open_stretch + 1);
    return;
  }
  const size_t index = state & ~crowded;
  Shadow& shadow = shadows_[index];
  const uint64_t low = store.low / 8 * 8, high = std::min(up_to_eight(store.high), store.offset + shadow.bytes.size());
  std::memcpy(shadow.bytes.data() + (low - store.offset), live.bytes + low, high - low);
  if (live.written) std::memcpy(shadow.written.data() + (low - store.offset) / 8, live.written + low / 8, (high - low) / 8);
  if (++shadow.stores == std::max(fewest_stores_for_a_note, store.bytes * stores_for_a_byte)) due_.push_back(index);
}

void CrowdWriter::make_crowded(const Store& store, const Live& live, uint32_t since) {
  state_[store.piece] = crowded | static_cast<uint32_t>(made_.pieces_.size());
  made_.pieces_.push_back({store.piece, store.allocation, store.offset, since, {}});
  Shadow& shadow = shadows_.emplace_back();
  const uint64_t bytes = up_to_eight(std::min(store.bytes, live.size - store.offset));
  shadow.bytes.assign(live.bytes + store.offset, live.bytes + store.offset + bytes);
  if (live.written) shadow.written.assign(live.written + store.offset / 8, live.written + (store.offset + bytes) / 8);
  shadow_bytes_ += sizeof shadow + bytes + shadow.written.size();
  made_.bytes_ += sizeof(CrowdedPieces::Piece);
  due_.push_back(shadows_.size() - 1);
}

void CrowdWriter::begin_stretch(uint32_t stretch) {
  for (const size_t index : due_) {
    Shadow& shadow = shadows_[index];
    made_.pieces_[index].notes.push_back({stretch, shadow.bytes, shadow.written});
    made_.bytes_ += sizeof(CrowdedPieces::Note) + shadow.bytes.size() + shadow.written.size();
    shadow.stores = 0;
  }
  due_.clear();
}

}  // namespace wb

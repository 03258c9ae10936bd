#include "simulator/recording/crowded_pieces.h"

#include <cstring>

namespace wb {
namespace {

constexpr uint64_t fewest_stores_for_a_note = 256;

uint64_t up_to_eight(uint64_t bytes) { return (bytes + 7) / 8 * 8; }  // behind an allocation's end there is room

}  // namespace

void CrowdWriter::touch(uint64_t piece, uint64_t low, uint64_t high) {
  const size_t index = state_[piece] & ~crowded;
  const uint64_t first = made_.pieces_[index].offset;
  low = std::max(first, low / 8 * 8);
  high = std::min(first + shadows_[index].bytes.size(), up_to_eight(high));
  const auto known = std::find_if(found_.begin(), found_.end(), [&](const Found& found) { return found.piece == index; });
  if (known == found_.end()) found_.push_back({index, low, high});
  else *known = {index, std::min(known->low, low), std::max(known->high, high)};
}

const uint8_t* CrowdWriter::written_before(const Found& found) const {
  const Shadow& shadow = shadows_[found.piece];
  return shadow.written.empty() ? nullptr : shadow.written.data() + (found.low - made_.pieces_[found.piece].offset) / 8;
}

void CrowdWriter::store(const Store& store, const Live& live, uint32_t open_stretch) {
  uint32_t& state = state_[store.piece];
  if (!(state & crowded)) {
    if (last_[store.piece] != store.block && last_[store.piece] != no_block) ++state;
    last_[store.piece] = store.block;
    if (state == turns_) make_crowded(store, live, open_stretch + 1);
    return;
  }
  const size_t index = state & ~crowded;
  Shadow& shadow = shadows_[index];
  const uint64_t low = store.low / 8 * 8, high = std::min(up_to_eight(store.high), store.offset + shadow.bytes.size());
  std::memcpy(shadow.bytes.data() + (low - store.offset), live.bytes + low, high - low);
  if (live.written) std::memcpy(shadow.written.data() + (low - store.offset) / 8, live.written + low / 8, (high - low) / 8);
  if (++shadow.stores == std::max(fewest_stores_for_a_note, store.bytes / 2)) due_.push_back(index);
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

#include "simulator/recording/memory_places.h"

#include "simulator/machine/heap_marks.h"

namespace wb {
namespace {

constexpr uint64_t most_pieces = 1 << 16;  // of an allocation

}  // namespace

MemoryPieces::MemoryPieces(std::span<const AllocationInfo> allocations) {
  const auto add = [&](uint64_t bytes) {
    Of& of = of_.emplace_back();
    of.first = count_;
    if (bytes == 0) return;
    while ((bytes >> of.shift) > most_pieces) ++of.shift;
    of.count = ((bytes - 1) >> of.shift) + 1;
    count_ += of.count;
  };
  for (const AllocationInfo& info : allocations) {
    add(info.space == Space::global || info.space == Space::constant ? info.bytes : 0);
    if (info.is_heap) heap_ = static_cast<uint32_t>(&info - allocations.data());
  }
  if (heap_) add(HeapMarks::bytes_for(allocations[*heap_].bytes));
}

uint64_t MemoryPlaces::count() const {
  uint64_t count = 0;
  each_row([&](uint64_t first, uint64_t end) { count += end - first; });
  return count;
}

void MemoryPlaces::add(uint32_t allocation, uint64_t low, uint64_t high) {
  if (low >= high || !pieces_->has(allocation)) return;
  add_row(pieces_->at(allocation, low), pieces_->at(allocation, high - 1) + 1);
}

bool MemoryPlaces::has(uint32_t allocation, uint64_t low, uint64_t high) const {
  if (low >= high || !pieces_->has(allocation)) return true;
  for (uint64_t piece = pieces_->at(allocation, low); piece <= pieces_->at(allocation, high - 1); ++piece)
    if (!has(piece)) return false;
  return true;
}

void MemoryPlaces::add_row(uint64_t first, uint64_t end) {
  low_ = std::min(low_, first);
  high_ = std::max(high_, end);
  for (uint64_t piece = first; piece < end; ++piece) bits_[piece / 64] |= uint64_t{1} << piece % 64;
}

void MemoryPlaces::add(const MemoryPlaces& others) {
  are_all_ |= others.are_all_;
  low_ = std::min(low_, others.low_);
  high_ = std::max(high_, others.high_);
  for (size_t word = 0; word < bits_.size(); ++word) bits_[word] |= others.bits_[word];
}

void MemoryPlaces::add_all() {
  std::fill(bits_.begin(), bits_.end(), ~uint64_t{0});
  low_ = 0;
  high_ = pieces_->count();
  are_all_ = true;
}

void MemoryPlaces::add_heap() {
  if (!pieces_->heap()) return;
  for (const uint32_t allocation : {*pieces_->heap(), pieces_->marks()}) add_row(pieces_->at(allocation, 0), pieces_->end_of(allocation));
}

MemoryPlaces MemoryPlaces::without(const MemoryPlaces& others) const {
  MemoryPlaces left = *this;
  bool is_any = false;
  for (size_t word = 0; word < bits_.size(); ++word) is_any |= (left.bits_[word] &= ~others.bits_[word]) != 0;
  if (!is_any) left.low_ = UINT64_MAX, left.high_ = 0;
  return left;
}

}  // namespace wb

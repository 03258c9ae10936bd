#include "simulator/recording/stretch_lists.h"

namespace wb {
namespace {

constexpr uint64_t most_lists = 1 << 16;

}  // namespace

StretchLists::StretchLists(uint64_t keys) {
  while ((keys >> shift_) > most_lists) ++shift_;
  lists_ = static_cast<size_t>((keys >> shift_) + 1);
  last_.assign(lists_, UINT32_MAX);
}

// Sorted by list; within one, stretches ascend already.
void StretchLists::close_chapter() {
  if (open_.empty()) return;
  std::vector<uint32_t> ends(lists_);
  for (const Entry& entry : open_) ++ends[entry.list];
  uint32_t count = 0;
  for (uint32_t& end : ends) end = count += end;
  std::vector<uint32_t> sorted(open_.size());
  for (size_t i = open_.size(); i-- > 0;) sorted[--ends[open_[i].list]] = open_[i].stretch;  // from here on: where they begin

  Chapter& chapter = chapters_.emplace_back();
  chapter.first = open_.front().stretch;
  chapter.last = open_.back().stretch;
  chapter.starts.reserve(lists_ + 1);
  chapter.bytes.reserve(open_.size());
  for (size_t list = 0; list < lists_; ++list) {
    chapter.starts.push_back(static_cast<uint32_t>(chapter.bytes.size()));
    const size_t begin = ends[list], end = list + 1 < lists_ ? ends[list + 1] : sorted.size();
    for (size_t i = begin; i < end; ++i) put_number(chapter.bytes, sorted[i] - (i == begin ? chapter.first : sorted[i - 1]));
  }
  chapter.starts.push_back(static_cast<uint32_t>(chapter.bytes.size()));
  chapter.bytes.shrink_to_fit();
  bytes_ += chapter.bytes.capacity() + chapter.starts.capacity() * sizeof(uint32_t) + sizeof chapter;
  open_.clear();
}

}  // namespace wb

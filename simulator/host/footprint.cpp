#include "simulator/host/footprint.h"

#include <algorithm>
#include <bit>

namespace wb {

Footprint::Touched& Footprint::of(Use use) {
  const auto [at, is_new] = index_.try_emplace(key_of(use), uses_.size());
  if (is_new) uses_.push_back({use, {}, ~uint64_t{0}, nullptr});
  return uses_[at->second];
}

Footprint::Page& Footprint::page(Touched& touched, uint64_t number) {
  if (touched.last_number == number && touched.last) return *touched.last;
  const auto [at, is_new] = touched.pages.try_emplace(number);
  pages_ += is_new;
  touched.last_number = number;
  touched.last = &at->second;
  return at->second;
}

void Footprint::add(Use use, uint64_t place, uint64_t bytes) {
  Touched& touched = of(use);
  for (const uint64_t end = place + bytes; place < end;) {
    Page& marks = page(touched, place / page_bytes);
    const uint64_t bit = place % 64, count = std::min(64 - bit, end - place);
    marks[place % page_bytes / 64] |= (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << bit;
    place += count;
  }
}

void Footprint::forget_reads() {
  std::erase_if(uses_, [](const Touched& touched) { return touched.use.kind == AccessKind::load; });
  index_.clear();
  pages_ = 0;
  for (size_t i = 0; i < uses_.size(); ++i) {
    index_.emplace(key_of(uses_[i].use), i);
    pages_ += uses_[i].pages.size();
  }
}

bool Footprint::forget_atomics(uint64_t place, uint64_t bytes) {
  bool were_any = false;
  for (Touched& touched : uses_)
    for (uint64_t at = place; touched.use.kind == AccessKind::atomic && at < place + bytes; ++at) {
      const auto marks = touched.pages.find(at / page_bytes);
      if (marks == touched.pages.end()) continue;
      uint64_t& word = marks->second[at % page_bytes / 64];
      const uint64_t bit = uint64_t{1} << at % 64;
      were_any |= (word & bit) != 0;
      word &= ~bit;
    }
  return were_any;
}

std::optional<uint64_t> Footprint::common(const Touched& a, const Touched& b, uint64_t& steps) {
  for (auto x = a.pages.begin(), y = b.pages.begin(); x != a.pages.end() && y != b.pages.end();) {
    ++steps;
    if (x->first != y->first) {
      x->first < y->first ? ++x : ++y;
      continue;
    }
    for (size_t i = 0; i < x->second.size(); ++i)
      if (const uint64_t both = x->second[i] & y->second[i])
        return x->first * page_bytes + i * 64 + static_cast<uint64_t>(std::countr_zero(both));
    ++x, ++y;
  }
  return std::nullopt;
}

std::vector<Footprint::Meeting> Footprint::meetings(const Footprint& later, uint64_t& steps) const {
  std::vector<Meeting> all;
  for (const Touched& a : uses_)
    for (const Touched& b : later.uses_) {
      ++steps;
      if (!is_hazard(a.use.kind, b.use.kind)) continue;
      if (const std::optional<uint64_t> place = common(a, b, steps)) all.push_back({a.use, b.use, *place});
    }
  return all;
}

std::vector<Footprint::Meeting> Footprint::meetings(uint64_t place, uint64_t bytes, AccessKind kind, uint64_t& steps) const {
  std::vector<Meeting> all;
  for (const Touched& a : uses_) {
    ++steps;
    if (!is_hazard(a.use.kind, kind)) continue;
    for (uint64_t at = place; at < place + bytes; ++at) {
      const auto page = a.pages.find(at / page_bytes);
      if (page == a.pages.end() || !(page->second[at % page_bytes / 64] >> (at % 64) & 1)) continue;
      all.push_back({a.use, {no_site, kind}, at});
      break;
    }
  }
  return all;
}

bool Footprint::may_meet(uint64_t page, uint64_t end_page, AccessKind kind, uint64_t& steps) const {
  return std::any_of(uses_.begin(), uses_.end(), [&](const Touched& a) {
    ++steps;
    return is_hazard(a.use.kind, kind) && (a.pages.contains(page) || a.pages.contains(end_page));
  });
}

void KernelFootprint::add(Footprint& to, const WarpAccess& access, LaneMask lanes, uint64_t begin) {
  const Footprint::Use use{access.site, access.kind};
  if (access.pattern == AccessPattern::contiguous && lanes == access.active)
    return to.add(use, begin + access.offset[0], uint64_t{warp_size} * access.bytes);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) to.add(use, begin + access.offset[std::countr_zero(rest)], access.bytes);
}

// An atomic function without an order, as atomicAdd(), says nothing of whom it is for.
void DeviceFlags::store(const WarpAccess& access, LaneMask lanes, uint64_t begin, bool has_order) {
  const bool is_volatile = access.kind == AccessKind::store && access.is_volatile;
  if (!is_volatile && access.kind != AccessKind::atomic) return;
  const bool reaches_program = !is_volatile && (!has_order || access.scope == MemoryScope::system);
  if (words_.size() >= most_words) return;  // then nothing is known any more
  for (; lanes; lanes &= lanes - 1) {
    Word& word = words_[begin + access.offset[std::countr_zero(lanes)]];
    word.site = access.site;
    word.is_volatile |= is_volatile;
    word.reaches_program |= reaches_program;
  }
}

void DeviceFlags::fence(Fence fence) {
  if (is_between_launches(fence.part) || fence.part == FencePart::acquire) return;
  has_fenced_system_ |= fence.scope == MemoryScope::system;
  has_fenced_device_ |= fence.scope < MemoryScope::system && fence.part == FencePart::whole;
}

std::optional<uint32_t> DeviceFlags::site_at(uint64_t place, uint64_t bytes) const {
  const auto word = words_.lower_bound(place);
  if (has_fenced_system_ || words_.size() >= most_words || word == words_.end() || word->first >= place + bytes) return std::nullopt;
  const bool is_narrow = !word->second.reaches_program && (!word->second.is_volatile || has_fenced_device_);
  return is_narrow ? std::optional(word->second.site) : std::nullopt;
}

LaneMask KernelFootprint::of(const Lanes& lanes, const WarpAccess& access) {
  const auto found = lanes.find(key(access.block, access.warp));
  return found == lanes.end() ? 0 : found->second & access.active;
}

void KernelFootprint::access(const WarpAccess& access) {
  if ((access.space != Space::global && access.space != Space::constant) || access.allocation >= begins_.size() ||
      begins_[access.allocation] == nowhere)
    return;
  const uint64_t begin = begins_[access.allocation];
  add(into_, access, access.active, begin);
  if (access.kind != AccessKind::load && sites_[access.site].kind != AccessKind::load)
    flags_.store(access, access.active, begin, sites_[access.site].has_order);
  if (parts_.may_begin_early) {
    const auto block = blocks_.find(access.block);
    const bool has_waited = block != blocks_.end() && block->second;
    if (!has_waited) add(parts_.before_wait, access, access.active & ~of(waited_, access), begin);
  }
  if (parts_.has_triggered && access.kind == AccessKind::load) add(parts_.read_behind_trigger, access, of(triggered_, access), begin);
}

void KernelFootprint::fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t) {
  flags_.fence(fence);
  if (fence.part == FencePart::grid_trigger) {
    parts_.has_triggered = true;
    triggered_[key(block, warp)] |= lanes;
  } else if (fence.part == FencePart::grid_dependency) {
    waited_[key(block, warp)] |= lanes;
    blocks_.try_emplace(block, false);
  }
}

void KernelFootprint::share_wait(uint32_t block) {
  if (const auto found = blocks_.find(block); found != blocks_.end()) found->second = true;
}

}  // namespace wb

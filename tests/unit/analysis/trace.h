#pragma once
// A launch written down by hand: feeds Checks what a machine would.
#include <array>
#include <functional>
#include <memory>
#include <string>

#include "simulator/analysis/checks.h"
#include "simulator/source/source_map.h"

namespace wb::test {

class Trace {
 public:
  // `lines` lines of source, "line 1" and so on; the site of (line, kind) points at column 1 (fetch) or 2 (store, atomic).
  explicit Trace(LaunchShape shape, int lines = 20) : shape_(shape) {
    std::string text;
    for (int i = 1; i <= lines; ++i) text += "ab\n";
    auto map = std::make_shared<SourceMap>();
    map->add("k.cu", text);
    sources_ = map;
  }
  uint32_t allocation(AllocationInfo info) {
    allocations_.push_back(std::move(info));
    return static_cast<uint32_t>(allocations_.size() - 1);
  }
  uint32_t ints(std::string name, uint64_t count, Space space = Space::global) {
    return allocation({.name = std::move(name), .space = space, .bytes = 4 * count, .scalar = ScalarKind::int_, .element_bytes = 4, .shape = {count}});
  }
  uint32_t site(uint32_t line, AccessKind kind) {
    uint32_t begin = 3 * (line - 1) + (kind == AccessKind::load ? 0 : 1);
    sites_.push_back({.span = {{0}, begin, begin + 1}, .kind = kind, .order = 2 * line + (kind != AccessKind::load)});
    return static_cast<uint32_t>(sites_.size() - 1);
  }
  Site& site_info(uint32_t site) { return sites_[site]; }
  void begin() { checks.begin_launch(shape_, allocations_, sites_, sources_); }

  // One warp instruction; `element` says which element each lane uses, `value` what it stores.
  void access(uint32_t site, uint32_t allocation, uint32_t block, uint32_t warp, LaneMask lanes, const std::function<uint32_t(uint32_t thread)>& element,
              const std::function<uint64_t(uint32_t thread)>& value = nullptr, uint8_t bytes = 4) {
    std::array<uint32_t, 32> offset{};
    std::array<uint64_t, 32> values{};
    bool contiguous = lanes == 0xffffffff, broadcast = true;
    int first = __builtin_ctz(lanes);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if (!(lanes >> lane & 1)) continue;
      offset[lane] = element(warp * 32 + lane) * bytes;
      if (value) values[lane] = value(warp * 32 + lane);
      if (offset[lane] != offset[0] + lane * bytes) contiguous = false;
      if (offset[lane] != offset[first]) broadcast = false;
    }
    if (broadcast) offset.fill(offset[first]);
    WarpAccess a;
    a.tick = tick++;
    a.block = block;
    a.warp = warp;
    a.site = site;
    a.active = lanes;
    a.kind = sites_[site].kind;
    a.space = allocations_[allocation].space;
    a.bytes = bytes;
    a.pattern = contiguous ? AccessPattern::contiguous : broadcast ? AccessPattern::broadcast : AccessPattern::scattered;
    a.allocation = allocation;
    a.offset = offset.data();
    a.value = value ? values.data() : nullptr;
    checks.access(a);
  }
  // The same by all warps of a block, one after the other.
  void by_all(uint32_t site, uint32_t allocation, uint32_t block, const std::function<uint32_t(uint32_t)>& element,
              const std::function<uint64_t(uint32_t)>& value = nullptr) {
    for (uint32_t warp = 0; warp < shape_.warps_per_block(); ++warp) access(site, allocation, block, warp, lanes_of(warp), element, value);
  }
  LaneMask lanes_of(uint32_t warp) const {
    uint32_t left = shape_.threads_per_block() - warp * 32;
    return left >= 32 ? 0xffffffff : (1u << left) - 1;
  }
  const LaunchShape& shape() const { return shape_; }
  const SourceMap& sources() const { return *sources_; }

  Checks checks;
  uint64_t tick = 0;

 private:
  LaunchShape shape_;
  std::shared_ptr<const SourceMap> sources_;
  std::vector<AllocationInfo> allocations_;
  std::vector<Site> sites_;
};

}  // namespace wb::test

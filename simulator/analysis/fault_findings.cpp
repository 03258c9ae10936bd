#include "simulator/analysis/fault_findings.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "simulator/analysis/element_names.h"
#include "simulator/analysis/heap_findings.h"
#include "simulator/analysis/sentences.h"
#include "simulator/analysis/surface_faults.h"
#include "simulator/machine/local_pointers.h"
#include "simulator/source/virtual_tags.h"

namespace wb {
namespace {

std::string count_of(uint64_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

std::tuple<uint32_t, uint32_t> order_of(const FaultGroup& group) { return {group.block, group.thread}; }

bool has_element(FindingKind kind) {
  return kind != FindingKind::arith_div0 && kind != FindingKind::arith_shift && kind != FindingKind::memory_null && kind != FindingKind::stack_overflow &&
         kind != FindingKind::cluster_rank && kind != FindingKind::cluster_barrier && kind != FindingKind::barrier_halves;
}
bool is_between_blocks(FindingKind kind) { return kind == FindingKind::cluster_start || kind == FindingKind::cluster_exited || kind == FindingKind::cluster_leaving; }

const char* verb(AccessKind access) { return access == AccessKind::load ? "reads" : access == AccessKind::store ? "writes" : "changes"; }

// What to do about an index that leads out of `allocation`.
std::string outside_hint(const FaultGroup& group, const AllocationInfo& allocation, uint64_t flat_element) {
  const bool has_wrapped = group.offset >= 0 && flat_element >= 0xffff0000u && flat_element <= 0xffffffffu;
  if (has_wrapped) return "an unsigned index below zero wraps round to this: check before subtracting";
  if (group.offset < 0) return "check the index before it is used: it must not be negative (an unsigned index wraps round instead)";
  if (allocation.space == Space::shared || allocation.space == Space::local)
    return "check the index before it is used, or give the array the room that its borders need";
  return "check the index before it is used, as in `if (i < n)`: a grid is whole blocks, so some threads may have nothing to do";
}

// "`in` has 64 elements, the last is `in[63]`"
std::string size_text(const AllocationInfo& allocation) {
  const uint64_t bytes = counted_bytes(allocation), elements = allocation.bytes / bytes;
  std::string size = "`" + allocation.name + "` has " + count_of(elements, "element");
  if (elements) size += ", the last is `" + accessed_name(allocation, static_cast<int64_t>((elements - 1) * bytes), bytes) + "`";
  return size;
}

// One group, told.
class FaultTeller {
 public:
  FaultTeller(FindingKind kind, const FaultGroup& group, const FindingContext& context) : kind_(kind), group_(group), context_(context), finding_(new_finding(kind)) {}

  Finding tell() {
    begin();
    if (has_allocation() && has_element(kind_)) name_element();
    const bool is_in_heap = group_.has_heap || (kind_ == FindingKind::oob_shape && has_allocation() && allocation().is_heap);
    if (!is_in_heap || !tell_in_heap()) tell_of_kind();
    if (!element_.ends_with(']')) finding_.element_name = element_;
    finding_.places.insert(finding_.places.begin(), place_);
    return std::move(finding_);
  }

 private:
  bool has_allocation() const { return group_.allocation < context_.allocations.size(); }
  // Where the fault is none of an allocation the machine gives a number beyond the last.
  const AllocationInfo& allocation() const { return context_.allocations[std::min<size_t>(group_.allocation, context_.allocations.size() - 1)]; }

  void begin() {
    finding_.count = group_.count;
    finding_.tick = group_.tick;
    if (group_.site < context_.sites.size()) place_.span = context_.sites[group_.site].span;
    place_.access = group_.access;
    context_.locate(place_, group_.block, group_.thread);
    place_.tick = group_.tick;
    who_ = {context_.thread_name(group_.block, group_.thread), context_.block_name(group_.block)};
  }

  void name_element() {
    finding_.buffer = allocation().name;
    finding_.buffer_index = allocation().buffer_index;
    if (surface_fault(group_.offset)) return;
    element_ = accessed_name(allocation(), group_.offset, group_.bytes);
    if (group_.owner != own_block && !is_between_blocks(kind_)) element_ += " of " + context_.block_name(group_.owner);
    if (group_.offset < 0) return;
    finding_.flat_element = static_cast<uint64_t>(group_.offset) / std::max<uint32_t>(allocation().element_bytes, 1);
    finding_.element = element_index(allocation(), finding_.flat_element);
  }

  // Of a fault in the device's heap, or of something that is given back to it: its element by its block. False: the sentence is still to be told.
  bool tell_in_heap() {
    const HeapBlock* now = context_.heap ? context_.heap->at(static_cast<uint64_t>(std::max<int64_t>(group_.offset, 0))) : nullptr;
    const HeapBlock block = group_.has_heap ? group_.heap : now ? *now : HeapBlock{};
    const HeapSentence told = heap_sentence(context_, {kind_, group_.access, group_.bytes, group_.offset, block, group_.gives, element_}, who_);
    element_ = told.element;
    if (told.is_in_block) finding_.element = told.index < 0 ? std::vector<uint64_t>{} : std::vector{static_cast<uint64_t>(told.index)};
    if (told.is_warning) finding_.severity = Severity::warning;
    if (!told.code.empty()) wb::tell(finding_, told.code, told.arguments);
    return !told.code.empty();
  }

  void tell_of_kind() {
    switch (kind_) {
      case FindingKind::oob_read:
      case FindingKind::oob_write: return tell_outside();
      case FindingKind::oob_shape: return tell_row();
      case FindingKind::arith_shift: return say({place_.value = std::to_string(static_cast<int64_t>(group_.value))});
      case FindingKind::warp_caller: return say({place_.value = mask_text(), std::to_string(group_.thread % warp_size)});
      case FindingKind::assertion:
      case FindingKind::trap: return say({call_text()});
      case FindingKind::warp_source:
        if (group_.has_offset) return wb::tell(finding_, "warp.width", {who_[0], who_[1], place_.value = std::to_string(group_.offset)});
        return say({place_.value = std::to_string(group_.value)});
      case FindingKind::stack_overflow: return say({std::to_string(group_.value)});
      case FindingKind::arith_div0: place_.value = "0"; return say({});
      case FindingKind::memory_misaligned:
        if (!has_allocation()) return wb::tell(finding_, "memory.misaligned.bulk", {who_[0], who_[1], place_.value = std::to_string(group_.value)});
        return say({std::to_string(group_.bytes), std::to_string(group_.offset), finding_.buffer.empty() ? "memory" : finding_.buffer});
      case FindingKind::uninit_local: return say({element_.empty() ? source_text() : element_});  // a variable in a register has no allocation: its name is the text
      case FindingKind::async_wait: return tell_of_copy(early_code(), AccessKind::store);
      case FindingKind::fence_proxy: return tell_of_copy("fence.proxy", AccessKind::store);
      case FindingKind::async_source:
        if (group_.other_site == no_site) return wb::tell(finding_, "async.source.left", {who_[0], who_[1], element_});
        return tell_of_copy(source_code(), AccessKind::load);
      case FindingKind::memory_null: return tell_nowhere();
      case FindingKind::memory_lifetime: return tell_of_local();
      case FindingKind::cluster_rank: return say({place_.value = std::to_string(group_.value), std::to_string(context_.grids.shape_of(group_.block).cluster_size())});
      case FindingKind::cluster_barrier: return wb::tell(finding_, group_.value ? "cluster.barrier.wait" : "cluster.barrier", {who_[0], who_[1]});
      case FindingKind::barrier_halves: {
        static const char* const codes[] = {"barrier.halves", "barrier.halves.wait", "barrier.halves.left"};
        return wb::tell(finding_, codes[std::min<uint64_t>(group_.value, std::size(codes) - 1)], {who_[0], who_[1]});
      }
      case FindingKind::cluster_start: case FindingKind::cluster_exited: case FindingKind::cluster_leaving:
        return say({verb(group_.access), element_, context_.block_name(group_.owner)});
      default: return say({element_});
    }
  }

  // The kind's own sentence, behind who did it.
  void say(std::vector<std::string> more) {
    more.insert(more.begin(), who_.begin(), who_.end());
    wb::tell(finding_, finding_name(kind_), std::move(more));
  }

  // By a pointer that another thread has handed on, or one that has outlived its variable.
  void tell_of_local() {
    if (group_.value == 0) return wb::tell(finding_, "memory.lifetime.scope", {who_[0], who_[1], verb(group_.access), element_, allocation().name});
    const HandedLocal from = handed_local(pointer_offset(group_.value));
    const bool is_of_block = from.block == (group_.block & HandedLocal::block_bits);
    wb::tell(finding_, "memory.lifetime.other",
             {who_[0], who_[1], verb(group_.access), element_, allocation().name, is_of_block ? context_.thread_name(group_.block, from.thread) : "a thread of another block"});
  }

  // "element 4 of the memory that `alloca` gave it, but that has 16 bytes"
  void tell_outside_of_alloca(const AllocaPart& part) {
    const int64_t place = group_.offset - part.begin, bytes = std::max<int64_t>(group_.bytes, 1);
    const bool are_elements = place % bytes == 0 && part.bytes % bytes == 0;
    const uint64_t elements = static_cast<uint64_t>(are_elements ? part.bytes / bytes : part.bytes);
    finding_.buffer = "alloca";
    finding_.element.clear();
    finding_.flat_element = 0;
    wb::tell(finding_, group_.access == AccessKind::load ? "oob.alloca.read" : "oob.alloca.write",
             {who_[0], who_[1], std::string(are_elements ? "element " : "byte ") + std::to_string(are_elements ? place / bytes : place),
              are_elements && bytes > 1 ? count_of(elements, "element") + " of " + count_of(static_cast<uint64_t>(bytes), "byte") : count_of(static_cast<uint64_t>(part.bytes), "byte")});
  }

  // An atomic is a write of its kind, also where it only looks, as a load of a cuda::atomic does.
  void tell_outside() {
    const int64_t pointer = pointer_offset(group_.value);
    if (allocation().space == Space::local && is_of_alloca(pointer)) return tell_outside_of_alloca(alloca_part(pointer));
    if (const auto fault = surface_fault(group_.offset)) return tell_outside_of_surface(*fault);
    const char* code = group_.access == AccessKind::atomic ? "oob.atomic" : finding_name(kind_);
    wb::tell(finding_, code, {who_[0], who_[1], element_, size_text(allocation()), outside_hint(group_, allocation(), finding_.flat_element)});
  }

  // "reads the surface `out` at x = 256 (bytes), but its rows have 256 bytes". Its array's last extents are those of the surface.
  void tell_outside_of_surface(const SurfaceFault& fault) {
    constexpr const char* axes[] = {"x", "y", "z"};
    const std::vector<uint64_t>& shape = allocation().shape;
    const uint32_t axis = std::min<uint32_t>(fault.axis, 2);
    const uint64_t size = axis < shape.size() ? shape[shape.size() - 1 - axis] * (axis == 0 ? std::max<uint64_t>(allocation().element_bytes, 1) : 1) : 1;
    const bool is_known = shape.size() > 1 || axis > 0;
    const std::string sizes = axis == 0 ? "a row of it has " + count_of(size, "byte") : "it has " + count_of(size, axis == 1 ? "row" : "slice");
    const std::string place = std::string(axes[axis]) + " = " + std::to_string(fault.coordinate) + (axis == 0 ? " (bytes)" : "");
    const bool is_inside = fault.coordinate >= 0 && static_cast<uint64_t>(fault.coordinate) < size;  // its end is not
    place_.value = std::to_string(fault.coordinate);
    wb::tell(finding_, group_.access == AccessKind::load ? "oob.surface.read" : "oob.surface.write",
             {who_[0], who_[1], allocation().name, place, !is_known ? "that is outside" : is_inside ? count_of(group_.bytes, "byte") + " from there on are not all in the row of " + count_of(size, "byte") : sizes});
  }

  // A pointer that points nowhere; or what stands where a virtual function should.
  void tell_nowhere() {
    const bool is_of_host = (group_.value & virtual_tag_mask) == host_table_tag;
    const char* code = is_of_host ? "memory.null.host" : group_.value == pure_function ? "memory.null.pure" : "memory.null";
    wb::tell(finding_, code, {who_.begin(), who_.end()});
  }

  void tell_row() {
    const std::vector<uint64_t>& extents = allocation().shape;
    place_.value = std::to_string(static_cast<int64_t>(group_.value));
    say({element_, place_.value, extents.size() > 1 ? "a row of " + std::to_string(extents.back()) : "its row"});
  }

  std::string mask_text() const {
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", static_cast<unsigned>(group_.value));
    return mask;
  }

  std::string source_text() const {
    const SourceMap* sources = context_.sources;
    if (!sources || place_.span.file.v >= sources->file_count()) return {};
    return std::string(sources->text(sources->outermost(place_.span)));
  }

  // What an assertion asserts; a trap as it is written.
  std::string call_text() const {
    std::string text = source_text();
    if (kind_ != FindingKind::assertion || !text.starts_with("assert")) return text;  // written in a macro of the file: the whole call
    const size_t open = text.find('('), close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close < open) return text;
    return text.substr(open + 1, close - open - 1);
  }

  // Of what a copy brings, before somebody has waited for it.
  bool is_of_bulk_copy() const { return group_.other_site < context_.sites.size() && context_.sites[group_.other_site].is_bulk; }
  bool is_own_copy() const { return group_.other_thread == group_.thread; }
  std::string early_code() const {
    const bool writes = group_.access == AccessKind::store;
    if (is_of_bulk_copy()) return writes ? "async.wait.write.bulk" : allocation().space == Space::shared ? "async.wait.bulk" : "async.target";
    return std::string(writes ? "async.wait.write" : "async.wait") + (is_own_copy() ? "" : ".other");
  }
  std::string source_code() const {
    if (group_.other_block != own_block) return "async.source.apart";
    if (is_of_bulk_copy()) return allocation().space == Space::shared ? "async.source" : "async.source.load";
    return is_own_copy() ? "async.source.own" : "async.source.other";
  }

  // The second place is the other one of a copy and what meets it.
  void tell_of_copy(std::string code, AccessKind access_there) {
    FindingPlace other;
    if (group_.other_site < context_.sites.size()) other.span = context_.sites[group_.other_site].span;
    other.access = access_there;
    const uint32_t block = group_.other_block == own_block ? group_.block : group_.other_block;
    context_.locate(other, block, group_.other_thread);
    other.tick = group_.other_tick;
    wb::tell(finding_, std::move(code),
             {who_[0], who_[1], element_name(allocation(), group_.offset), context_.line(other.span), context_.thread_name(block, group_.other_thread), context_.block_name(block)});
    finding_.places.push_back(std::move(other));
  }

  FindingKind kind_;
  const FaultGroup& group_;
  const FindingContext& context_;
  Finding finding_;
  FindingPlace place_;
  std::vector<std::string> who_;  // thread, block
  std::string element_;           // "in[64]"; empty: there is none
};

}  // namespace

void FaultGroups::add(const WarpFault& fault, uint64_t count) {
  FaultGroup& group = groups_[{fault.kind, fault.site, fault.allocation}];
  const bool is_new = group.count == 0;
  group.count += count;
  for (LaneMask left = fault.other_thread ? fault.lanes : 0; left; left &= left - 1)
    group.has_own |= fault.other_thread[std::countr_zero(left)] == fault.warp * warp_size + static_cast<uint32_t>(std::countr_zero(left));
  const uint32_t lane = fault.lanes ? static_cast<uint32_t>(std::countr_zero(fault.lanes)) : 0;
  const uint32_t thread = fault.warp * warp_size + lane;
  if (!is_new && order_of(group) <= std::tie(fault.block, thread)) return;
  group.tick = fault.tick;
  group.block = fault.block;
  group.thread = thread;
  group.site = fault.site;
  group.allocation = fault.allocation;
  group.access = fault.access;
  group.bytes = fault.bytes;
  group.has_offset = fault.offset != nullptr;
  group.offset = fault.offset ? fault.offset[lane] : 0;
  group.value = fault.value ? fault.value[lane] : 0;
  group.has_heap = fault.heap != nullptr;
  group.heap = fault.heap ? fault.heap[lane] : HeapBlock{};
  group.gives = fault.gives;
  group.owner = fault.owner;
  group.other_site = fault.other_site;
  group.other_thread = fault.other_thread ? fault.other_thread[lane] : 0;
  group.other_tick = fault.other_tick ? fault.other_tick[lane] : fault.tick;
}

void FaultGroups::add(FindingKind kind, const FaultGroup& group) {
  const auto [at, is_new] = groups_.try_emplace({kind, group.site, group.allocation}, group);
  if (is_new) return;
  const uint64_t count = at->second.count + group.count;
  if (order_of(group) < order_of(at->second)) at->second = group;
  at->second.count = count;
}

void FaultGroups::erase_if(const std::function<bool(FindingKind, const FaultGroup&)>& is_left_out) {
  std::erase_if(groups_, [&](const auto& one) { return is_left_out(std::get<FindingKind>(one.first), one.second); });
}

void FaultGroups::absorb(const FaultGroups& later, uint64_t start) {
  for (const auto& [key, group] : later.groups_) {
    auto [at, is_new] = groups_.try_emplace(key, group);
    const uint64_t count = is_new ? group.count : at->second.count + group.count;
    const bool is_lower = !is_new && order_of(group) < order_of(at->second);
    const bool has_own = group.has_own || at->second.has_own;
    if (is_lower) at->second = group;
    if (is_new || is_lower) at->second.tick = group.tick + start, at->second.other_tick = group.other_tick + start;
    at->second.count = count;
    at->second.has_own = has_own;
  }
}

std::vector<Finding> FaultGroups::findings(const FindingContext& context, const Filter& is_told_otherwise) const {
  std::map<std::tuple<FindingKind, uint32_t, uint32_t, uint32_t, uint32_t>, FaultGroup> by_place;
  for (const auto& [key, group] : groups_) {
    const FindingKind kind = std::get<0>(key);
    if (is_told_otherwise(kind, group)) continue;
    const Span span = group.site < context.sites.size() ? context.sites[group.site].span : Span{};
    auto [at, is_new] = by_place.try_emplace({kind, span.file.v, span.begin, span.end, group.allocation}, group);
    if (is_new) continue;
    const uint64_t count = at->second.count + group.count;
    if (order_of(group) < order_of(at->second)) at->second = group;
    at->second.count = count;
  }
  std::vector<Finding> all;
  for (const auto& [key, group] : by_place) all.push_back(FaultTeller(std::get<0>(key), group, context).tell());
  return all;
}

}  // namespace wb

#include "simulator/analysis/barrier_findings.h"

#include <bit>

#include "simulator/analysis/barrier_numbers.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

const char* sentence_of(BarrierMistake mistake) {
  switch (mistake) {
    case BarrierMistake::number: return "barrier.count.number";
    case BarrierMistake::not_warps: return "barrier.count.not_warps";
    case BarrierMistake::no_count: return "barrier.count.none";
    case BarrierMistake::too_many: return "barrier.count.too_many";
    case BarrierMistake::other_count: return "barrier.count.other";
    case BarrierMistake::mixed: return "barrier.count.mixed";
  }
  return "";
}

std::string threads_of(uint32_t count) { return count ? std::to_string(count) + " threads" : "all threads of the block"; }

}  // namespace

void BarrierMistakes::add(const BarrierFault& fault, uint64_t count) {
  Group& group = groups_[{fault.mistake, fault.site}];
  if (group.count == 0 || fault.block < group.first.block) group.first = fault;
  group.count += count;
}

void BarrierMistakes::absorb(const BarrierMistakes& later, uint64_t start) {
  for (const auto& [key, group] : later.groups_) {
    BarrierFault first = group.first;
    first.tick += start;
    add(first, group.count);
  }
}

std::vector<Finding> BarrierMistakes::findings(const FindingContext& context) const {
  std::vector<Finding> all;
  for (const auto& [key, group] : groups_) {
    const BarrierFault& fault = group.first;
    Finding finding = new_finding(FindingKind::barrier_count);
    finding.count = group.count;
    finding.tick = fault.tick;
    FindingPlace place;
    if (fault.site < context.sites.size()) place.span = context.sites[fault.site].span;
    const uint32_t thread = fault.warp * warp_size + static_cast<uint32_t>(std::countr_zero(fault.lanes));
    context.locate(place, fault.block, thread);
    place.tick = fault.tick;
    tell(finding, sentence_of(fault.mistake),
         {context.thread_name(fault.block, thread), context.block_name(fault.block), std::to_string(fault.number), threads_of(fault.count),
          threads_of(fault.expected), fault.has_vote ? "`bar.red`" : "`bar.sync` or `bar.arrive`", fault.has_vote ? "`bar.sync` or `bar.arrive`" : "`bar.red`"});
    finding.places.push_back(place);
    all.push_back(std::move(finding));
  }
  return all;
}

std::string lacking_text(std::span<const LackingBarrier> lacking) {
  std::string text;
  for (const LackingBarrier& one : lacking)
    text += (text.empty() ? "" : "; ") + barrier_words(one.number) + " has " + std::to_string(one.arrived) + " of the " + std::to_string(one.expected) + " threads that it is for";
  return text;
}

}  // namespace wb

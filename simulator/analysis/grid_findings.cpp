#include "simulator/analysis/grid_findings.h"

#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

const char* sentence_of(GridFault::Mistake mistake) {
  switch (mistake) {
    case GridFault::Mistake::shape: return "launch.child";
    case GridFault::Mistake::pointer: return "launch.child.pointer";
    case GridFault::Mistake::depth: return "launch.child.depth";
    case GridFault::Mistake::pending: return "launch.child.pending";
    case GridFault::Mistake::count: return "launch.child.count";
    case GridFault::Mistake::plain: return "launch.plain";
  }
  return "";
}

}  // namespace

void GridFaults::add(const GridFault& fault) {
  Group& group = groups_[{fault.mistake, fault.site}];
  if (group.count++ == 0) group.first = fault;
}

std::vector<Finding> GridFaults::findings(const FindingContext& context) const {
  std::vector<Finding> all;
  for (const auto& [key, group] : groups_) {
    const GridFault& fault = group.first;
    Finding finding = new_finding(FindingKind::launch_invalid);
    if (fault.mistake == GridFault::Mistake::pending) finding.severity = Severity::warning;
    finding.count = group.count;
    finding.tick = fault.tick;
    FindingPlace place;
    if (fault.site < context.sites.size()) place.span = context.sites[fault.site].span;
    context.locate(place, fault.block, fault.thread);
    place.tick = fault.tick;
    finding.places.push_back(place);
    tell(finding, sentence_of(fault.mistake), {context.thread_name(fault.block, fault.thread), context.block_name(fault.block), fault.kernel, fault.what, fault.hint, context.line_of(fault.site)});
    all.push_back(std::move(finding));
  }
  return all;
}

}  // namespace wb

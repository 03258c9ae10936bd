#include "simulator/analysis/endless_findings.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/analysis/element_names.h"
#include "simulator/analysis/sentences.h"
#include "simulator/source/barrier_word.h"

namespace wb {
namespace {

using How = EndlessLanes::How;

// Threads of one block that do the same at one place.
struct Group {
  EndlessLanes first;
  std::vector<uint32_t> threads;  // linear, in the block
  bool has_other_elements = false;
};

Span place_of(const EndlessLanes& lanes, const FindingContext& context) { return lanes.site < context.sites.size() ? context.sites[lanes.site].span : lanes.span; }

std::vector<Group> groups_of(const EndlessWait& wait, const FindingContext& context) {
  std::vector<Group> groups;
  for (const EndlessLanes& lanes : wait.lanes) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return g.first.how == lanes.how && g.first.allocation == lanes.allocation && place_of(g.first, context) == place_of(lanes, context);
    });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{lanes, {}, false});
    group->has_other_elements |= lanes.offset != group->first.offset;
    for (LaneMask rest = lanes.lanes; rest; rest &= rest - 1) group->threads.push_back(lanes.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest)));
  }
  const auto is_told_first = [&](const Group& g) { return wait.has_polls ? g.first.how == How::polls : g.first.how == How::circles; };
  std::stable_partition(groups.begin(), groups.end(), is_told_first);
  return groups;
}

std::string threads_of(const Group& group) { return (group.threads.size() == 1 ? "thread " : "threads ") + ranges_of(group.threads); }
std::string verb(const Group& group, const std::string& of_several, const std::string& of_one) { return group.threads.size() == 1 ? of_one : of_several; }

std::string element_of(const EndlessLanes& lanes, const FindingContext& context) {
  const std::string name = accessed_name(context.allocations[lanes.allocation], static_cast<int64_t>(lanes.offset), lanes.bytes);
  return lanes.owner == own_block ? name : name + " of " + context.block_name(lanes.owner);
}

// Why nobody helps those of the first group.
std::string the_others(const std::vector<Group>& groups, const EndlessWait& wait, const FindingContext& context) {
  std::string others;
  for (size_t i = 1; i < groups.size(); ++i) {
    const Group& group = groups[i];
    others += (others.empty() ? "" : "; ") + threads_of(group) + " " + (group.first.how == How::circles ? verb(group, "go round", "goes round") : verb(group, "wait", "waits")) +
              " at " + context.line(place_of(group.first, context));
    if (group.first.how == How::polls) others += " for `" + element_of(group.first, context) + "`";
  }
  const LaunchShape& shape = context.grids.shape_of(groups[0].first.block);
  const bool is_in_block = groups[0].first.how == How::polls && context.allocations[groups[0].first.allocation].space == Space::shared && shape.cluster_size() == 1;
  const auto blocks = [](uint64_t count, const char* what) { return "threads of " + std::to_string(count) + (count == 1 ? " other block " : " other blocks ") + what; };
  const bool has_others = wait.more_blocks || wait.waiting_blocks;
  const bool is_everybody = groups[0].threads.size() == shape.threads_per_block() && (is_in_block || shape.block_count() == 1);
  std::string why = !others.empty() || (has_others && !is_in_block) ? "nobody who is left gets there" : is_everybody ? "there is nobody else who could" : "everybody else has ended";
  if (!others.empty()) why += ": " + others;
  bool is_first = others.empty() && !is_in_block;
  const auto add = [&](const std::string& more) { why += (std::exchange(is_first, false) ? ": " : "; ") + more; };
  if (wait.more_blocks) add(blocks(wait.more_blocks, "never end, either"));
  if (wait.waiting_blocks && !is_in_block) add(blocks(wait.waiting_blocks, "wait at a barrier"));
  return why;
}

FindingPlace place(const Group& group, uint64_t tick, const FindingContext& context) {
  FindingPlace at;
  at.span = place_of(group.first, context);
  at.access = group.first.access;
  context.locate(at, group.first.block, *std::min_element(group.threads.begin(), group.threads.end()));
  at.tick = tick;
  return at;
}

void tell_of_polls(Finding& finding, const std::vector<Group>& groups, const EndlessWait& wait, const FindingContext& context) {
  const EndlessLanes& first = groups[0].first;
  const AllocationInfo& allocation = context.allocations[first.allocation];
  finding.buffer = allocation.name;
  finding.buffer_index = allocation.buffer_index;
  finding.flat_element = first.offset / std::max<uint32_t>(allocation.element_bytes, 1);
  finding.element = element_index(allocation, finding.flat_element);
  finding.places[0].value = accessed_value(context.allocations, allocation, static_cast<int64_t>(first.offset), first.value, first.bytes);
  const std::string block = context.block_name(first.block), line = context.line(finding.places[0].span), wait_or_waits = verb(groups[0], "wait", "waits");
  const std::string name = element_of(first, context), others = the_others(groups, wait, context);
  const bool is_barrier = counts_arrivals(allocation, static_cast<int64_t>(first.offset), first.bytes) || (first.site < context.sites.size() && context.sites[first.site].is_barrier_word);
  if (is_barrier && first.bytes == sizeof first.value) {
    finding.places[0].value.clear();
    const BarrierWord word(first.value);
    if (word.left() != 0 || word.bytes() == 0)
      return tell(finding, "deadlock.arrivals", {threads_of(groups[0]), block, wait_or_waits, line, name, std::to_string(word.left()), std::to_string(word.expected()), others});
    const std::string bytes = std::to_string(word.bytes() < 0 ? -word.bytes() : word.bytes()) + " bytes";
    return tell(finding, word.bytes() > 0 ? "deadlock.bytes" : "deadlock.bytes.more", {threads_of(groups[0]), block, wait_or_waits, line, name, bytes, others});
  }
  const std::string what = "`" + name + "`" + (groups[0].has_other_elements ? " and other elements" : "");
  tell(finding, "deadlock.poll", {threads_of(groups[0]), block, wait_or_waits, line, what, finding.places[0].value, others});
}

}  // namespace

std::string poll_text(const EndlessLanes& poll, const FindingContext& context) {
  const uint32_t thread = poll.warp * warp_size + static_cast<uint32_t>(std::countr_zero(poll.lanes));
  const std::string value = accessed_value(context.allocations, context.allocations[poll.allocation], static_cast<int64_t>(poll.offset), poll.value, poll.bytes);
  return context.thread_name(poll.block, thread) + " of " + context.block_name(poll.block) + " looks at `" + element_of(poll, context) + "` at " +
         context.line(place_of(poll, context)) + " again and again, and it stays " + value;
}

Finding endless_finding(const EndlessWait& wait, uint64_t tick, const FindingContext& context) {
  const std::vector<Group> groups = groups_of(wait, context);
  Finding finding = new_finding(wait.has_polls ? FindingKind::deadlock : FindingKind::budget);
  finding.tick = tick;
  for (size_t i = 0; i < std::min<size_t>(groups.size(), 2); ++i) finding.places.push_back(place(groups[i], tick, context));
  if (wait.has_polls) tell_of_polls(finding, groups, wait, context);
  else
    tell(finding, "budget.circle",
         {threads_of(groups[0]), context.block_name(groups[0].first.block), verb(groups[0], "go", "goes"), context.line(finding.places[0].span), std::to_string(tick)});
  return finding;
}

}  // namespace wb

#include "simulator/analysis/stand_findings.h"

#include <bit>
#include <string>

#include "simulator/analysis/barrier_findings.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/endless_findings.h"
#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

using State = BarrierStand::State;
// `there`: only those that stand at this place, which is not named; `elsewhere`: only the others.
enum class Which { all, there, elsewhere };

Span place_of(const BarrierStand& stand, const std::vector<Site>& sites) { return stand.site < sites.size() ? sites[stand.site].span : stand.span; }

std::string join(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

// One group, told.
class StandTeller {
 public:
  StandTeller(FindingKind kind, const StandGroup& group, const FindingContext& context, const EndlessLanes* last_poll)
      : kind_(kind), group_(group), context_(context), last_poll_(last_poll), finding_(new_finding(kind)) {}

  Finding tell() {
    finding_.count = group_.count;
    finding_.tick = group_.tick;
    add_places();
    const bool is_of_barrier = kind_ == FindingKind::barrier_divergent || kind_ == FindingKind::warp_mask;
    is_of_barrier ? tell_parted() : tell_stopped();
    return std::move(finding_);
  }

 private:
  std::string block() const { return context_.block_name(group_.block); }
  Span place(const BarrierStand& stand) const { return place_of(stand, context_.sites); }
  std::string gone() const { return join(text(State::elsewhere), text(State::exited)); }

  // Where the first wait, and where the first others are: behind it, or at another barrier.
  void add_places() {
    bool has_waiting = false, has_other = false;
    for (const BarrierStand& stand : group_.stands) {
      bool& has = stand.state == State::waiting && !has_waiting ? has_waiting : has_other;
      const bool is_second_barrier = stand.state == State::waiting && &has == &has_other;
      if (has || !stand.lanes || stand.state == State::exited) continue;
      if (is_second_barrier && !finding_.places.empty() && finding_.places[0].span == place(stand)) continue;
      has = true;
      FindingPlace at;
      at.span = place(stand);
      context_.locate(at, group_.block, stand.warp * warp_size + static_cast<uint32_t>(std::countr_zero(stand.lanes)));
      at.tick = group_.tick;
      finding_.places.push_back(at);
    }
  }

  void tell_parted() {
    const Span there = finding_.places.empty() ? Span{} : finding_.places[0].span;
    const std::string line = finding_.places.empty() ? "this place" : context_.line(there);
    const std::string elsewhere = join(text(State::waiting, Which::elsewhere, there), text(State::elsewhere)), exited = text(State::exited);
    const bool have_gone_past = kind_ == FindingKind::warp_mask && elsewhere.empty() && !exited.empty();
    std::string others = join(elsewhere, exited);
    if (others.empty()) others = kind_ == FindingKind::warp_mask ? "the others call it with another mask" : "the others wait at another barrier";
    wb::tell(finding_, have_gone_past ? "warp.mask.past" : finding_name(kind_), {block(), line, text(State::waiting, Which::there, there), others});
  }

  void tell_stopped() {
    std::string all = join(text(State::waiting), gone());
    if (all.empty()) all = block() + " was at work";
    all = join(all, left_text());
    if (kind_ == FindingKind::budget && last_poll_) all += "; " + poll_text(*last_poll_, context_);
    if (kind_ == FindingKind::deadlock && !group_.lacking.empty()) return wb::tell(finding_, "deadlock.count", {block(), all, lacking_text(group_.lacking)});
    wb::tell(finding_, finding_name(kind_), {kind_ == FindingKind::budget ? std::to_string(group_.tick) : block(), all});
  }

  // "threads 0 to 31 and 40 wait", "threads 32 to 63 are at line 9": of the lanes in one state.
  std::string text(State state, Which which = Which::all, Span there = {}) const {
    std::map<std::string, std::vector<uint32_t>> by_place;
    for (const BarrierStand& stand : group_.stands)
      if (stand.state == state && (which == Which::all || (place(stand) == there) == (which == Which::there)))
        for (LaneMask rest = stand.lanes; rest; rest &= rest - 1)
          by_place[state == State::exited ? "" : context_.line(place(stand))].push_back(stand.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest)));
    std::string all;
    for (const auto& [line, threads] : by_place) all = join(all, of_threads(state, which, line, threads));
    return all;
  }

  static std::string of_threads(State state, Which which, const std::string& line, const std::vector<uint32_t>& threads) {
    const bool is_one = threads.size() == 1;
    const std::string who = (is_one ? "thread " : "threads ") + ranges_of(threads);
    if (state == State::exited) return who + (is_one ? " has left the kernel" : " have left the kernel");
    if (which == Which::there) return who + (is_one ? " waits" : " wait");
    if (state == State::waiting) return who + (is_one ? " waits at " : " wait at ") + line;
    return who + (is_one ? " is at " : " are at ") + line;
  }

  // "block 1 has left without coming to it", "block 1 and 30 others have left without coming to it".
  std::string left_text() const {
    if (group_.left.empty()) return {};
    const size_t others = group_.left.size() - 1;
    std::string who = context_.block_name(group_.left[0]);
    if (others) who += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
    return who + (others ? " have" : " has") + " left without coming to it";
  }

  FindingKind kind_;
  const StandGroup& group_;
  const FindingContext& context_;
  const EndlessLanes* last_poll_;
  Finding finding_;
};

}  // namespace

void StandGroups::add(FindingKind kind, uint32_t block, uint64_t tick, std::span<const BarrierStand> now_stand, const std::vector<Site>& sites) {
  uint32_t here = 0, elsewhere = 0;
  for (const BarrierStand& stand : now_stand) {
    const uint32_t at = place_of(stand, sites).begin + 1;
    if (stand.state == State::waiting && !here) here = at;
    else if (!elsewhere && stand.state != State::exited && at != here) elsewhere = at;
  }
  StandGroup& group = groups_[{kind, here, elsewhere}];
  if (group.count++ && group.block <= block) return;
  group.tick = tick;
  group.block = block;
  group.stands.assign(now_stand.begin(), now_stand.end());
}

void StandGroups::stop(FindingKind kind, StandGroup group) {
  auto [at, is_new] = groups_.try_emplace({kind, no_site, no_site}, std::move(group));
  if (!is_new) ++at->second.count;
}

void StandGroups::absorb(const StandGroups& later, uint64_t start) {
  for (const auto& [key, group] : later.groups_) {
    auto [at, is_new] = groups_.try_emplace(key, group);
    const uint64_t count = is_new ? group.count : at->second.count + group.count;
    const bool is_lower = !is_new && group.block < at->second.block;
    if (is_lower) at->second = group;
    if (is_new || is_lower) at->second.tick = group.tick + start;
    at->second.count = count;
  }
}

std::vector<Finding> StandGroups::findings(const FindingContext& context, const EndlessLanes* last_poll) const {
  std::vector<Finding> all;
  for (const auto& [key, group] : groups_) all.push_back(StandTeller(std::get<0>(key), group, context, last_poll).tell());
  return all;
}

}  // namespace wb

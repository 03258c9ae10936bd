#include "simulator/host/async_work.h"

#include <algorithm>

#include "simulator/program/program.h"
#include "simulator/source/source_map.h"

namespace wb {

HostHazard::Party AsyncWork::party_of(const Work& work, const Footprint::Use& use) {
  HostHazard::Party party{work.doer, work.kernel, work.call, work.call, use.kind != AccessKind::load, use.kind == AccessKind::atomic};
  if (use.site == no_site || !work.program) return party;
  const Span span = work.sources->outermost(work.program->sites[use.site].span);
  if (span.file.v == 0) party.access = {span.begin, span.end};  // else it lies in a header: the launch stands for it
  return party;
}

std::string AsyncWork::name_of(const Work& work, uint64_t place) {
  const auto found = std::find_if(work.names.begin(), work.names.end(), [&](const Name& n) { return place >= n.begin + n.offset && place < n.end; });
  if (found == work.names.end()) return "";
  if (!found->element_bytes) return found->word;
  return found->word + "[" + std::to_string((place - found->begin - found->offset) / found->element_bytes) + "]";
}

void AsyncWork::note(const Work& first, const Footprint::Use& first_use, HostHazard::Party second, const Work* later, uint64_t place) {
  HostHazard::Party one = party_of(first, first_use);
  const Key key{one.call.begin, one.access.begin, one.is_write, second.call.begin, second.access.begin, second.is_write};
  if (const auto known = known_.find(key); known != known_.end()) return void(++hazards_[known->second].count);
  if (hazards_.size() >= most_hazards) return;
  known_.emplace(key, hazards_.size());
  const std::string own = later ? name_of(*later, place) : "";
  const bool is_over_early = first.is_plain_fill;
  hazards_.push_back({std::move(one), std::move(second), own.empty() ? name_of(first, place) : own, 1, is_over_early, later && later->doer == HostHazard::Doer::kernel ? later->launch : first.launch});
}

void AsyncWork::let_go() {
  const StreamClocks::Moment now = clocks.now();
  std::erase_if(live_, [&](const std::unique_ptr<Work>& work) {
    if (!StreamClocks::is_before(work->moment, now)) return false;
    live_bytes_ -= work->footprint.bytes();
    return true;
  });
}

void AsyncWork::add(Work work) {
  if (steps_ > most_steps) return live_.clear();
  for (const std::unique_ptr<Work>& earlier : live_) {
    if (StreamClocks::is_before(earlier->moment, work.moment)) continue;
    for (const Footprint::Meeting& m : earlier->footprint.meetings(work.footprint, steps_)) note(*earlier, m.first, party_of(work, m.second), &work, m.place);
  }
  if (work.footprint.is_empty()) return;
  live_bytes_ += work.footprint.bytes();
  live_.push_back(std::make_unique<Work>(std::move(work)));
  while (live_bytes_ > most_live_bytes) {
    live_bytes_ -= live_.front()->footprint.bytes();
    live_.erase(live_.begin());
  }
}

void AsyncWork::touch(uint64_t place, uint64_t bytes, bool is_write, bool is_volatile, const std::function<HostPlace()>& call) {
  if (steps_ > most_steps) return;
  const StreamClocks::Moment now = clocks.now();
  Footprint own;
  own.add({no_site, is_write ? AccessKind::store : AccessKind::load}, place, bytes);
  for (size_t i = 0; i < live_.size(); ++i) {
    if (StreamClocks::is_before(live_[i]->moment, now)) continue;
    const std::vector<Footprint::Meeting> met = live_[i]->footprint.meetings(own, steps_);
    if (met.empty()) continue;
    if (is_volatile) return clocks.wait_for(live_[i]->moment);
    const HostPlace at = call();
    for (const Footprint::Meeting& m : met) note(*live_[i], m.first, {HostHazard::Doer::program, "", at, at, is_write, false}, nullptr, m.place);
  }
}

std::vector<HostHazard> AsyncWork::hazards() const { return hazards_; }

}  // namespace wb

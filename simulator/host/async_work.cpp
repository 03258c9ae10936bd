#include "simulator/host/async_work.h"

#include <algorithm>

#include "simulator/program/program.h"
#include "simulator/source/source_map.h"

namespace wb {
namespace {

using Meeting = Footprint::Meeting;

constexpr uint64_t widest_access = 16;  // what is longer are several elements, of a size that nobody knows

// What is told of several ways to meet: a write that is read too early shows best what is missing.
int rank_of(const Meeting& m) {
  const bool first_writes = m.first.kind != AccessKind::load, second_writes = m.second.kind != AccessKind::load;
  return first_writes && !second_writes ? 0 : first_writes ? 1 : 2;
}

}  // namespace

AsyncWork::Work AsyncWork::Work::without_footprint() const {
  return {doer,  kernel, program,       sources, call,  stream, time,         stream_name, moment, {}, {}, is_right_behind_kernel,
          names, places, is_plain_fill, launch,  graph, node,   graph_launch, captured_in};
}

bool AsyncWork::Work::signals_at(uint64_t place, uint64_t bytes) const {
  const auto meets = [&](const auto& signal) { return signal.first < place + bytes && place < signal.first + signal.second; };
  return std::any_of(signals.begin(), signals.end(), meets);
}

HostHazard::Party AsyncWork::party_of(const Work& work, const Footprint::Use& use) {
  HostHazard::Party party{work.doer,   work.kernel,      work.call, work.call, use.kind != AccessKind::load, use.kind == AccessKind::atomic,
                          work.stream, work.stream_name, work.time};
  if (const auto own = work.places.find(use.site); own != work.places.end()) party.access = own->second;
  if (use.site == no_site || !work.program) return party;
  const Span span = work.sources->outermost(work.program->sites[use.site].span);
  if (span.file.v == 0) party.access = {span.begin, span.end};  // else it lies in a header: the launch stands for it
  return party;
}

// "d_a[3]": the program's word goes before the kernel's, whose elements count where the program does not say how large they are.
std::string AsyncWork::name_of(const Work& first, const Work* later, uint64_t place, uint64_t element_bytes) const {
  const Name* own = nullptr;
  for (const Work* work : {&first, later})
    for (size_t i = 0; work && i < work->names.size(); ++i)
      if (const Name& n = work->names[i]; place >= n.begin + n.offset && place < n.end && (!own || n.element_bytes)) own = &n;
  Name name = namer_(place);
  if (name.word.empty() && !own) return "";
  if (!name.word.empty() && !name.element_bytes && !name.is_whole)
    name.element_bytes = own && own->element_bytes ? own->element_bytes : element_bytes;
  if (name.word.empty()) name = *own;
  return name.element_bytes ? name.word + "[" + std::to_string((place - name.begin - name.offset) / name.element_bytes) + "]" : name.word;
}

// `program`: the second party, where that is no work.
void AsyncWork::note(const Work& first, const std::vector<Meeting>& met, const Work* later, HostHazard::Party program,
                     uint64_t element_bytes) {
  const HostPlace second_call = later ? later->call : program.call;
  const Key key{first.call.begin, first.kernel, second_call.begin, later ? later->kernel : ""};
  if (const auto known = known_.find(key); known != known_.end()) return void(++hazards_[known->second].count);
  if (hazards_.size() >= most_hazards) return;
  known_.emplace(key, hazards_.size());
  const Meeting& shown =
      *std::min_element(met.begin(), met.end(), [](const Meeting& a, const Meeting& b) { return rank_of(a) < rank_of(b); });
  HostHazard hazard;
  hazard.first = party_of(first, shown.first);
  hazard.second = later ? party_of(*later, shown.second) : std::move(program);
  hazard.memory = name_of(first, later, shown.place, element_bytes);
  hazard.is_over_early = first.is_plain_fill;
  hazard.is_in_graph = later && are_of_one_graph(first, *later);
  hazard.is_dependent = later && !hazard.is_in_graph && is_before(first, *later);
  if (hazard.is_in_graph) hazard.first.stream_name = first.captured_in, hazard.second.stream_name = later->captured_in;
  if (!later && first.misleading) hazard.flag = party_of(first, {*first.misleading, AccessKind::store}).access;
  hazard.launch = later && later->doer == HostHazard::Doer::kernel ? later->launch : first.launch;
  const auto is_told = [&](const HostHazard::Meeting& m) {
    const auto is_same = [&](const HostHazard::Meeting& n) {
      return n.first_writes == m.first_writes && n.second_writes == m.second_writes && n.memory == m.memory;
    };
    return is_same({hazard.first.is_write, hazard.second.is_write, hazard.memory}) ||
           std::any_of(hazard.others.begin(), hazard.others.end(), is_same);
  };
  for (const Meeting& m : met) {
    HostHazard::Meeting other{m.first.kind != AccessKind::load, m.second.kind != AccessKind::load,
                              name_of(first, later, m.place, element_bytes)};
    if (!is_told(other)) hazard.others.push_back(std::move(other));
  }
  hazards_.push_back(std::move(hazard));
}

void AsyncWork::let_go() {
  std::erase_if(live_, [&](const std::unique_ptr<Work>& work) {
    if (!clocks.is_waited_for(work->moment)) return false;
    live_bytes_ -= work->bytes();
    return true;
  });
}

bool AsyncWork::is_before(const Work& earlier, const Work& later) {
  if (are_of_one_graph(earlier, later)) return later.graph->leads(earlier.node, later.node);
  return StreamClocks::is_before(earlier.moment, later.moment);
}

// A programmatic dependent launch: the second may begin as soon as all blocks of the first have let it, or have ended.
bool AsyncWork::may_overlap(const Work& first, const Work& second) {
  return second.parts.may_begin_early && second.is_right_behind_kernel && first.parts.has_triggered && !second.graph &&
         first.moment.actor == second.moment.actor && first.moment.number + 1 == second.moment.number;
}

std::vector<Meeting> AsyncWork::meetings_of(const Work& earlier, const Work& later) {
  if (!is_before(earlier, later)) return earlier.footprint.meetings(later.footprint, steps_);
  if (!may_overlap(earlier, later)) return {};
  std::vector<Meeting> met = earlier.footprint.meetings(later.parts.before_wait, steps_);
  std::erase_if(met, [](const Meeting& m) { return m.first.kind == AccessKind::load; });  // read, then the next one may begin
  const std::vector<Meeting> read = earlier.parts.read_behind_trigger.meetings(later.parts.before_wait, steps_);
  met.insert(met.end(), read.begin(), read.end());
  return met;
}

void AsyncWork::add(Work work) {
  if (steps_ > most_steps) return live_.clear();
  for (size_t i = live_.size(); i-- > 0;) {  // the latest first: a wait for that is one for what its stream has done before, too
    const Work& earlier = *live_[i];
    const std::vector<Meeting> met = meetings_of(earlier, work);
    if (met.empty()) continue;
    note(earlier, met, &work, {}, 0);
    if (earlier.is_plain_fill || are_of_one_graph(earlier, work)) continue;
    clocks.stream_waits(work.moment, earlier.moment);
  }
  if (work.footprint.is_empty()) return;
  live_bytes_ += work.bytes();
  live_.push_back(std::make_unique<Work>(std::move(work)));
  quiet_.clear();
  while (live_bytes_ > most_live_bytes) {
    live_bytes_ -= live_.front()->bytes();
    live_.erase(live_.begin());
  }
}

void AsyncWork::touch(uint64_t place, uint64_t bytes, bool is_write, bool is_volatile, const std::function<HostPlace()>& call) {
  const uint64_t page = place / Footprint::page_bytes, end_page = (place + bytes - 1) / Footprint::page_bytes;
  const uint8_t bit = is_write ? 2 : 1;
  if (steps_ > most_steps || (page == end_page && page < quiet_.size() && quiet_[page] & bit)) return;
  const AccessKind kind = is_write ? AccessKind::store : AccessKind::load;
  bool is_quiet = page == end_page && page < most_quiet_pages;
  const StreamClocks::Moment now = clocks.now();
  for (size_t i = live_.size(); i-- > 0;) {
    Work& work = *live_[i];
    ++steps_;
    if (StreamClocks::is_before(work.moment, now)) continue;
    if (work.signals_at(page * Footprint::page_bytes, Footprint::page_bytes)) is_quiet = false;
    if (is_volatile && !is_write && work.signals_at(place, bytes)) return clocks.wait_for(work.moment);
    if (!work.footprint.may_meet(page, end_page, kind, steps_)) continue;
    is_quiet = false;
    const std::vector<Meeting> met = work.footprint.meetings(place, bytes, kind, steps_);
    if (met.empty()) continue;
    if (is_volatile) {
      const std::optional<uint32_t> narrow = is_write ? std::nullopt : work.flags.site_at(place, bytes);
      if (!narrow) return clocks.wait_for(work.moment);
      work.misleading = narrow;
      continue;
    }
    const HostPlace at = call();
    note(work, met, nullptr, {.doer = HostHazard::Doer::program, .kernel = {}, .call = at, .access = at, .is_write = is_write},
         bytes <= widest_access ? bytes : 0);
    clocks.wait_for_actor(work.moment.actor);
    return let_go();
  }
  if (!is_quiet) return;
  if (quiet_.size() <= page) quiet_.resize(page + 1);
  quiet_[page] |= bit;
}

}  // namespace wb

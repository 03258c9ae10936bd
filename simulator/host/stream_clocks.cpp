#include "simulator/host/stream_clocks.h"

#include <algorithm>

namespace wb {

void StreamClocks::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

uint64_t StreamClocks::make_stream(bool is_blocking) {
  if (clocks_.size() >= most_actors) return 0;
  clocks_.emplace_back();
  is_blocking_.push_back(is_blocking);
  return first_stream + clocks_.size() - 1;
}

uint32_t StreamClocks::actor_of(uint64_t stream) const {
  if (stream == default_stream || stream == per_thread_stream) return static_cast<uint32_t>(stream);
  return stream > first_stream && stream - first_stream < clocks_.size() ? static_cast<uint32_t>(stream - first_stream) : default_;
}

StreamClocks::Clock StreamClocks::all_blocking() const {
  Clock all = clocks_[default_stream];
  for (uint32_t actor = default_stream + 1; actor < clocks_.size(); ++actor)
    if (is_blocking(actor)) join(all, clocks_[actor]);
  return all;
}

StreamClocks::Moment StreamClocks::enqueue(uint64_t stream) {
  const uint32_t actor = actor_of(stream);
  Clock& clock = clocks_[actor];
  if (actor == default_stream)
    join(clock, all_blocking());
  else if (is_blocking(actor))
    join(clock, clocks_[default_stream]);
  join(clock, clocks_[program]);
  if (clock.size() <= actor) clock.resize(actor + 1);
  const uint64_t number = ++clock[actor];
  ++clocks_[program][program];
  return {actor, number, clock};
}

void StreamClocks::wait_for(uint64_t stream) {
  const uint32_t actor = actor_of(stream);
  join(clocks_[program], actor == default_stream ? all_blocking() : clocks_[actor]);
}

void StreamClocks::wait_for_all() {
  for (size_t actor = 1; actor < clocks_.size(); ++actor) join(clocks_[program], clocks_[actor]);
}

void StreamClocks::record(uint64_t event, uint64_t stream) {
  const uint32_t actor = actor_of(stream);
  Clock clock = actor == default_stream ? all_blocking() : clocks_[actor];
  if (actor != default_stream && is_blocking(actor)) join(clock, clocks_[default_stream]);
  join(clock, clocks_[program]);
  recorded_[event] = std::move(clock);
}

void StreamClocks::wait_for_event(uint64_t event) {
  if (const auto found = recorded_.find(event); found != recorded_.end()) join(clocks_[program], found->second);
}

void StreamClocks::stream_waits(uint64_t stream, uint64_t event) {
  if (const auto found = recorded_.find(event); found != recorded_.end()) join(clocks_[actor_of(stream)], found->second);
}

void StreamClocks::stream_waits(Moment& work, const Moment& earlier) {
  join(work.clock, earlier.clock);
  join(clocks_[work.actor], earlier.clock);
}

}  // namespace wb

#include "simulator/host/stream_clocks.h"

#include <algorithm>

namespace wb {

void StreamClocks::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

// ---- who there is

uint32_t StreamClocks::add_actor(bool is_blocking, uint32_t device) {
  clocks_.emplace_back();
  is_blocking_.push_back(is_blocking);
  devices_.push_back(device);
  return static_cast<uint32_t>(clocks_.size() - 1);
}

uint64_t StreamClocks::make_stream(bool is_blocking) {
  return clocks_.size() < most_actors ? first_stream + add_actor(is_blocking, device_) : 0;
}

uint32_t StreamClocks::legacy_of(uint32_t device) {
  if (!legacy_[device]) legacy_[device] = add_actor(false, device);
  return legacy_[device];
}

uint32_t StreamClocks::per_thread_of(uint32_t device) {
  const auto [known, is_new] = per_thread_.try_emplace({device, thread_}, per_thread_stream);
  if (is_new && clocks_.size() < most_actors) known->second = add_actor(true, device);
  return known->second;
}

uint32_t StreamClocks::actor_of(uint64_t stream) {
  if (stream > first_stream && stream - first_stream < clocks_.size() && devices_[stream - first_stream] != no_device)
    return static_cast<uint32_t>(stream - first_stream);
  const bool is_known = stream == default_stream || stream == per_thread_stream;
  return (is_known ? stream : default_) == default_stream ? legacy_of(device_) : per_thread_of(device_);
}

void StreamClocks::set_device(uint32_t device) { device_ = std::min(device, most_devices - 1); }

uint64_t StreamClocks::begin_thread() {
  outer_threads_.emplace_back(thread_, device_);
  device_ = 0;
  if (clocks_.size() >= most_actors) return 0;  // then it is the one that began it
  const uint32_t thread = add_actor(false, no_device);
  clocks_[thread] = clocks_[thread_];
  return thread_ = thread;
}

void StreamClocks::end_thread() {
  if (outer_threads_.empty()) return;
  const auto [outer, device] = outer_threads_.back();
  if (thread_ != outer) ended_threads_.push_back(thread_);
  outer_threads_.pop_back();
  thread_ = outer, device_ = device;
}

void StreamClocks::wait_for_thread(uint64_t thread) {
  if (std::find(ended_threads_.begin(), ended_threads_.end(), thread) != ended_threads_.end()) join(clocks_[thread_], clocks_[thread]);
}

void StreamClocks::wait_for_threads() {
  for (uint32_t thread : ended_threads_) join(clocks_[thread_], clocks_[thread]);
}

bool StreamClocks::is_waited_for(const Moment& work) const {
  const auto has_waited = [&](uint32_t thread) { return work.number <= at(clocks_[thread], work.actor); };
  return has_waited(thread_) && std::all_of(outer_threads_.begin(), outer_threads_.end(), [&](const auto& outer) { return has_waited(outer.first); });
}

// ---- what they do

StreamClocks::Clock StreamClocks::all_blocking(uint32_t device) {
  Clock all = clocks_[legacy_of(device)];
  for (uint32_t actor = 0; actor < clocks_.size(); ++actor)
    if (is_blocking_[actor] && devices_[actor] == device) join(all, clocks_[actor]);
  return all;
}

StreamClocks::Moment StreamClocks::enqueue(uint64_t stream) {
  const uint32_t actor = actor_of(stream), device = devices_[actor], legacy = legacy_of(device);
  Clock& clock = clocks_[actor];
  if (actor == legacy)
    join(clock, all_blocking(device));
  else if (is_blocking_[actor])
    join(clock, clocks_[legacy]);
  join(clock, clocks_[thread_]);
  if (clock.size() <= actor) clock.resize(actor + 1);
  const uint64_t number = ++clock[actor];
  if (clocks_[thread_].size() <= thread_) clocks_[thread_].resize(thread_ + 1);
  ++clocks_[thread_][thread_];
  return {actor, number, clock};
}

void StreamClocks::wait_for(uint64_t stream) {
  const uint32_t actor = actor_of(stream);
  join(clocks_[thread_], is_legacy(actor) ? all_blocking(devices_[actor]) : clocks_[actor]);
}

void StreamClocks::wait_for_all() {
  for (size_t actor = 0; actor < clocks_.size(); ++actor)
    if (devices_[actor] == device_) join(clocks_[thread_], clocks_[actor]);
}

void StreamClocks::wait_for_every_device() {
  for (size_t actor = 0; actor < clocks_.size(); ++actor)
    if (devices_[actor] != no_device) join(clocks_[thread_], clocks_[actor]);
}

void StreamClocks::record(uint64_t event, uint64_t stream) {
  const uint32_t actor = actor_of(stream);
  Clock clock = is_legacy(actor) ? all_blocking(devices_[actor]) : clocks_[actor];
  if (is_blocking_[actor]) join(clock, clocks_[legacy_of(devices_[actor])]);
  join(clock, clocks_[thread_]);
  recorded_[event] = std::move(clock);
}

void StreamClocks::wait_for_event(uint64_t event) {
  if (const auto found = recorded_.find(event); found != recorded_.end()) join(clocks_[thread_], found->second);
}

void StreamClocks::stream_waits(uint64_t stream, uint64_t event) {
  if (const auto found = recorded_.find(event); found != recorded_.end()) join(clocks_[actor_of(stream)], found->second);
}

void StreamClocks::stream_waits(Moment& work, const Moment& earlier) {
  join(work.clock, earlier.clock);
  join(clocks_[work.actor], earlier.clock);
}

void StreamClocks::default_waits_for_device(uint32_t device) {
  const Clock others = all_blocking(std::min(device, most_devices - 1));
  join(clocks_[actor_of(0)], others);
}

void StreamClocks::device_waits(uint32_t device, const Moment& work) {
  join(clocks_[legacy_of(std::min(device, most_devices - 1))], work.clock);
}

}  // namespace wb

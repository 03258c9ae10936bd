#include "simulator/host/waiting_runs.h"

#include <algorithm>
#include <optional>

namespace wb {
namespace {

bool is_default(uint64_t stream) { return stream <= StreamClocks::default_stream; }

}  // namespace

void WaitingRuns::Waiting::note_awaited() {
  for (const PolledPlace& place : polled)
    if (place.buffer == 0) awaited.emplace(place.byte_offset, place.bytes);
}

bool WaitingRuns::is_any() const {
  return std::any_of(waiting_.begin(), waiting_.end(), [](const std::unique_ptr<Waiting>& waiting) { return !waiting->is_given_up; });
}

bool WaitingRuns::is_waiting(const SimulationResult& result) const {
  return result.status == SimulationStatus::deadlock && waits_for_host(result.polled, memory_);
}

bool WaitingRuns::can_be_kept() const {
  const bool has_room = 2 * memory_.bytes().size() * (waiting_.size() + 1) <= most_bytes;
  return has_room && !runs_.work_in_place() && !kernels_.has_function_values();
}

void WaitingRuns::begin(Begun begun) {
  auto waiting = std::make_unique<Waiting>();
  waiting->shown = shown_[begun.shown].occurrence == begun.seen.occurrence ? begun.shown : SIZE_MAX;
  waiting->seen = std::move(begun.seen);
  waiting->kernel = std::move(begun.kernel);
  waiting->given = std::move(begun.given);
  waiting->work = begun.work.without_footprint();
  if (can_be_kept()) {
    waiting->begin = std::move(begun.launch.buffers[0].bytes);
    memory_.take_changes(begun.result.buffers[0], waiting->begin);
    waiting->left = std::move(begun.result.buffers[0].bytes);
    waiting->polled = std::move(begun.result.polled);
    waiting->note_awaited();
    has_stored(std::move(begun.work), *waiting);
  } else {
    give_up(*waiting);
  }
  waiting_.push_back(std::move(waiting));
  stores_.follow(waiting_.back().get());
}

// What it reads is in an order with the program that nobody knows here; what it has stored is there before the program has looked for it.
// The words that it waits for are the program's.
void WaitingRuns::has_stored(AsyncWork::Work work, const Waiting& waiting) {
  work.footprint.forget_reads();
  for (const auto& [place, bytes] : waiting.awaited) work.footprint.forget_atomics(place, bytes);
  if (order_.is_on()) order_.has_run(std::move(work), waiting.seen.stream);
}

void WaitingRuns::help() {
  std::set<const WaitingKernel*> ended;
  for (const std::unique_ptr<Waiting>& waiting : waiting_)
    if (std::exchange(waiting->has_awaited, false) && !waiting->is_given_up && run_on(*waiting)) ended.insert(waiting.get());
  if (!ended.empty()) end([&](const WaitingKernel& kernel) { return ended.contains(&kernel); });
}

// True: to its end.
bool WaitingRuns::run_on(Waiting& waiting) {
  const CompileResult& of = kernels_.compiled(waiting.kernel);
  const bool is_too_much = ticks_ > limits_.kernels / 4 || runs_.work_in_place();
  auto launch = is_too_much ? std::nullopt : runs_.launch_of(of, waiting.seen, waiting.begin);
  if (!launch) return give_up(waiting), false;
  launch->host_stores = waiting.stores;
  AsyncWork::Work work = waiting.work.without_footprint();
  SimulationResult result = runs_.run(of, *launch, work);
  ticks_ += result.counters.warp_instructions;
  const bool is_whole = result.status == SimulationStatus::finished;
  if (!is_whole && !is_waiting(result)) return give_up(waiting), false;
  memory_.take_changes(result.buffers[0], waiting.left);
  waiting.left = std::move(result.buffers[0].bytes);
  waiting.polled = std::move(result.polled);
  waiting.note_awaited();
  has_stored(std::move(work), waiting);
  if (!is_whole) return false;
  runs_.keep_beside_arena(result, of, waiting.seen);
  variables_.give_to_program();
  waiting.is_given_up = true;  // there is nothing more to run
  return true;
}

void WaitingRuns::give_up(Waiting& waiting) {
  waiting.is_given_up = true;
  leave_unknown(waiting.given);
}

void WaitingRuns::leave_unknown(const std::vector<int>& allocations) {
  for (int i : allocations) memory_.leave_unknown(i);
  mistakes_.doubt();
}

void WaitingRuns::end(const Which& which) {
  std::erase_if(waiting_, [&](const std::unique_ptr<Waiting>& waiting) {
    if (!which(*waiting)) return false;
    if (!waiting->is_given_up) give_up(*waiting);
    if (waiting->shown < shown_.size()) shown_[waiting->shown].host_stores = stores_by_allocation(*waiting, memory_);
    stores_.forget(waiting.get());
    return true;
  });
}

void WaitingRuns::end_with_program(bool is_whole) {
  for (const std::unique_ptr<Waiting>& waiting : waiting_) waiting->is_cut = waiting->is_given_up && !is_whole;
  end_all();
}

void WaitingRuns::come_behind(uint64_t stream, bool is_async) {
  const auto is_same = [&](uint64_t other) { return other == stream || (is_default(stream) && is_default(other)); };
  if (!is_async) end([&](const WaitingKernel& kernel) { return is_same(kernel.seen.stream); });
  for (const std::unique_ptr<Waiting>& waiting : waiting_) {
    const uint64_t own = waiting->seen.stream;
    if (!waiting->is_given_up && (own == stream || is_default(stream) || is_default(own))) give_up(*waiting);
  }
}

}  // namespace wb

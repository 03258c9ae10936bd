#include "simulator/host/waiting_runs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace wb {
namespace {

bool is_default(uint64_t stream) { return stream <= StreamClocks::default_stream; }

}  // namespace

bool WaitingRuns::is_any() const {
  return std::any_of(waiting_.begin(), waiting_.end(), [](const std::unique_ptr<Waiting>& waiting) { return !waiting->is_given_up; });
}

bool WaitingRuns::is_waiting(const SimulationResult& result, const HostLaunchSeen& seen) const {
  return result.status == SimulationStatus::deadlock && waits_for_host(result.polled, seen, memory_, variables_);
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
    waiting->begin = waiting->left = std::move(begun.launch.buffers[0].bytes);
    for (const HostVariable& variable : waiting->seen.variables) waiting->left_variables.push_back(variable.bytes);
    take(*waiting, begun.result, std::move(begun.work));
  } else {
    give_up(*waiting);
  }
  waiting_.push_back(std::move(waiting));
  stores_.follow(waiting_.back().get());
}

// What it has left since the last time; the variables wait for give_to_program(). They hold no pointers to functions: such a kernel is
// given up.
void WaitingRuns::take(Waiting& waiting, SimulationResult& result, AsyncWork::Work work) {
  for (const PolledPlace& place : result.polled)
    if (std::find(waiting.awaited.begin(), waiting.awaited.end(), place) == waiting.awaited.end()) waiting.awaited.push_back(place);
  waiting.polled = std::move(result.polled);
  has_stored(result, std::move(work), waiting);
  memory_.take_changes(result.buffers[0], waiting.left);
  waiting.left = std::move(result.buffers[0].bytes);
  for (size_t i = 0; i < waiting.left_variables.size(); ++i) {
    std::vector<uint8_t>& now = result.buffers[i + 1].bytes;
    variables_.leave_changes(waiting.seen.variables[i].name, now, waiting.left_variables[i]);
    waiting.left_variables[i] = std::move(now);
  }
}

// What it reads is in an order with the program that nobody knows here; what it has stored is there before the program has looked for it.
// The words that it waits for are the program's; where it answers in one of them, by an atomic, the program looks for that.
void WaitingRuns::has_stored(const SimulationResult& result, AsyncWork::Work work, const Waiting& waiting) {
  if (!order_.is_on()) return;
  work.footprint.forget_reads();
  for (const PolledPlace& word : waiting.awaited) {
    const uint64_t begin = word.buffer == 0 ? 0 : order_.begin_of_variable(waiting.seen.variables[word.buffer - 1].name);
    const uint64_t place = begin + word.byte_offset;
    if (work.footprint.forget_atomics(place, word.bytes) && has_changed(word, result, waiting))
      work.signals.emplace_back(place, word.bytes);
  }
  order_.has_run(std::move(work), waiting.seen.stream);
}

// Has it other bytes there than the program, which has all of its own stores?
bool WaitingRuns::has_changed(const PolledPlace& word, const SimulationResult& result, const Waiting& waiting) {
  const std::span<const uint8_t> now = result.buffers[word.buffer].bytes;
  const std::span<const uint8_t> before =
      word.buffer == 0 ? memory_.bytes() : variables_.bytes_of(waiting.seen.variables[word.buffer - 1].name);
  const uint64_t end = word.byte_offset + word.bytes;
  if (end > now.size() || end > before.size()) return false;
  return !std::equal(now.begin() + static_cast<std::ptrdiff_t>(word.byte_offset), now.begin() + static_cast<std::ptrdiff_t>(end),
                     before.begin() + static_cast<std::ptrdiff_t>(word.byte_offset));
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
  if (!is_whole && !is_waiting(result, waiting.seen)) return give_up(waiting), false;
  variables_.take_from_program();
  take(waiting, result, std::move(work));
  variables_.give_to_program();
  if (!is_whole) return false;
  runs_.keep_heap(result);
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

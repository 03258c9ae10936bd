#include "simulator/host/graph_runs.h"

#include <utility>
#include <variant>

namespace wb {

GraphRuns::Step GraphRuns::begin(std::shared_ptr<const HostGraphs::Graph> graph, uint64_t stream) {
  if (!graph || run_) return is_over_ = true, Step{};
  if (graphs_.captures(stream)) return graphs_.add_child(stream, *graph), Step{};
  is_over_ |= graph->order.in_order().size() < graph->order.size();  // no graph of CUDA's: its edges lead in a circle
  const std::shared_ptr<const GraphOrder> order(graph, &graph->order);
  run_ = Run{std::move(graph), {.stream = stream, .is_async = true, .graph = order, .graph_launch = ++launches_}};
  return go_on();
}

GraphRuns::Step GraphRuns::go_on() {
  order_.end_callback();
  for (; run_ && !run_->is_at_end() && !is_over(); ++run_->next_node, run_->next_work = 0)
    if (const Step step = go_on_in_node(*run_); step.by_program) return step;
  run_.reset();
  return {};
}

GraphRuns::Step GraphRuns::go_on_in_node(Run& run) {
  const size_t node = run.call.node = run.graph->order.in_order()[run.next_node];
  const std::vector<HostGraphs::Work>& all = run.graph->work[node];
  while (run.next_work < all.size() && !run.graph->disabled.contains(node) && !is_over()) {
    const HostGraphs::Work& work = all[run.next_work++];
    memory_.spend(node_costs);
    if (const uint64_t asked = run_work(work, run.call)) return {asked, std::holds_alternative<HostGraphs::Copy>(work)};
  }
  return {};
}

// ---- one piece of work; what the program has to do itself

uint64_t GraphRuns::run_work(const HostGraphs::Work& work, HostOrder::Call call) {
  call.shown = shown_.last();
  return std::visit([&](const auto& one) { return run_work(one, call); }, work);
}

uint64_t GraphRuns::run_work(const HostLaunchSeen& launch, HostOrder::Call& call) {
  HostLaunchSeen again = launch;
  call.captured_in = std::exchange(again.stream, call.stream);
  call.index = again.stream_index;
  launcher_.launch(std::move(again), call);
  return 0;
}

uint64_t GraphRuns::run_work(const HostGraphs::Copy& copy, HostOrder::Call& call) {
  call.place = copy.place, call.captured_in = copy.stream;
  order_.copied(copy.to, copy.from, call);
  if (copy.by_program) return copy.by_program;
  is_over_ |= !copies_.copy(copy.to, copy.from);
  return 0;
}

uint64_t GraphRuns::run_work(const HostGraphs::Fill& fill, HostOrder::Call& call) {
  call.place = fill.place, call.captured_in = fill.stream;
  order_.filled(fill.to, call);
  is_over_ |= !copies_.fill(fill);
  return 0;
}

uint64_t GraphRuns::run_work(const HostGraphs::Call& function, HostOrder::Call& call) {
  call.place = function.place, call.captured_in = function.stream;
  order_.begin_callback(call);
  return function.by_program;
}

uint64_t GraphRuns::run_work(const HostGraphs::Event& event, HostOrder::Call& call) {
  using enum HostOrder::Question;
  if (event.is_record)
    order_.answer(record, event.event, call.stream);
  else
    order_.answer(stream_waits, call.stream, event.event);
  return 0;
}

}  // namespace wb

#include "app/gui/panels/timings_model.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/wording.h"

namespace wb {
namespace {

TimeBar bar(TimeBar::Kind kind, std::string label, const Timing& timing, bool is_recorded) {
  return {kind, std::move(label), timing.median_ms, timing.min_ms, timing.max_ms, timing.runs, is_recorded};
}

void add_loops(TimeChart& chart, const RunResult& loops) {
  for (const Timing& timing : loops.timings)
    if (timing.median_ms > 0)
      chart.bars.push_back(bar(TimeBar::Kind::loops, "loops, " + plural(static_cast<uint64_t>(std::max(1, timing.threads)), "core"), timing, false));
}

// The kernel alone, then everything that a program has to wait for.
void add_gpu(TimeChart& chart, const std::vector<Timing>& timings, bool is_recorded) {
  const Timing* kernel = nullptr;
  Timing whole;
  bool has_copies = false;
  for (const Timing& timing : timings) {
    if (timing.what == "kernel") kernel = &timing;
    const bool is_copy = timing.what == "copy in" || timing.what == "copy out";
    if (!is_copy && timing.what != "kernel") continue;   // "launch" lies within what the host waits for anyway
    has_copies = has_copies || is_copy;
    whole.median_ms += timing.median_ms;
    whole.min_ms += timing.min_ms;
    whole.max_ms += timing.max_ms;
    whole.runs = timing.runs;
  }
  if (!kernel || kernel->median_ms <= 0) return;
  chart.bars.push_back(bar(TimeBar::Kind::gpu_kernel, "GPU kernel", *kernel, is_recorded));
  if (has_copies) chart.bars.push_back(bar(TimeBar::Kind::gpu_copies, "GPU with copies", whole, is_recorded));
}

const TimeBar* find(const TimeChart& chart, TimeBar::Kind kind) {
  for (const TimeBar& b : chart.bars)
    if (b.kind == kind) return &b;
  return nullptr;
}

void set_axis(TimeChart& chart) {
  double low = HUGE_VAL, high = 0;
  for (const TimeBar& b : chart.bars) {
    low = std::min(low, b.min_ms > 0 ? b.min_ms : b.median_ms);
    high = std::max({high, b.max_ms, b.median_ms});
  }
  if (chart.bars.empty()) return;
  // A bar has a length of its own: the axis starts below the shortest.
  chart.axis_low = std::pow(10, std::floor(std::log10(low * 0.6)));
  chart.axis_high = std::pow(10, std::ceil(std::log10(high * 1.02)));
  if (chart.axis_high <= chart.axis_low) chart.axis_high = chart.axis_low * 10;
}

std::string compare_sentence(const TimeChart& chart) {
  const TimeBar* core = find(chart, TimeBar::Kind::loops);
  const TimeBar* kernel = find(chart, TimeBar::Kind::gpu_kernel);
  const TimeBar* copies = find(chart, TimeBar::Kind::gpu_copies);
  if (core && kernel) {
    std::string text = "The kernel is " + speed_words(core->median_ms / kernel->median_ms) + (std::abs(core->median_ms / kernel->median_ms - 1) < 0.05 ? " as" : " than") + " one core.";
    if (copies) text += " With the copies it is " + speed_words(core->median_ms / copies->median_ms) + ".";
    return text;
  }
  std::vector<const TimeBar*> loops;
  for (const TimeBar& b : chart.bars)
    if (b.kind == TimeBar::Kind::loops) loops.push_back(&b);
  if (loops.size() < 2) return "";
  const double ratio = loops.front()->median_ms / loops.back()->median_ms;
  if (ratio < 0.5) return "All cores together are slower than one here: sharing out the work cost more than it saved.";
  return "All cores are " + speed_words(ratio) + (std::abs(ratio - 1) < 0.05 ? " as one." : " than one.");
}

std::string heading_of(const TimeChart& chart) {
  int runs = 0;
  bool same = true;
  for (const TimeBar& b : chart.bars) {
    same = same && (runs == 0 || runs == b.runs);
    runs = b.runs;
  }
  return (same && runs > 1 ? "median of " + std::to_string(runs) : std::string("median")) + ", min to max, log scale";
}

// After a colon: as it is, with a full stop.
std::string spoken(std::string reason) {
  std::erase(reason, '`');
  if (!reason.empty() && reason.back() != '.') reason += '.';
  return reason;
}

}  // namespace

std::string speed_words(double ratio) {
  if (!(ratio > 0)) return "not comparable";
  if (std::abs(ratio - 1) < 0.05) return "about as fast";
  return ratio > 1 ? format_ratio(ratio) + " times faster" : format_ratio(1 / ratio) + " times slower";
}

TimeChart time_chart(const RunResult* simulated, const RunResult* loops, const RunResult* gpu) {
  TimeChart chart;
  if (loops && loops->ran()) add_loops(chart, *loops);
  else if (loops && !loops->reason.empty()) chart.missing = "Explicit loops: " + spoken(loops->reason);
  if (gpu && gpu->ran()) {
    add_gpu(chart, gpu->timings, false);
    if (gpu->device) chart.origin = "GPU figures: " + gpu->device->device + ", measured here.";
  } else if (gpu && gpu->recorded) {
    add_gpu(chart, gpu->recorded->timings, true);
    chart.origin = "GPU figures: " + gpu->recorded->where.device + ", recorded " + date_words(gpu->recorded->where.date) + ", not on this machine.";
  } else if (gpu && !gpu->reason.empty()) {
    chart.missing += std::string(chart.missing.empty() ? "" : " ") + "GPU: " + spoken(gpu->reason);
  }
  if (simulated && simulated->ran() && simulated->wall_ms > 0)
    chart.simulator = "The simulator took " + format_ms(simulated->wall_ms) + " here with every check on. That says nothing about a GPU.";
  set_axis(chart);
  chart.heading = heading_of(chart);
  chart.sentence = compare_sentence(chart);
  return chart;
}

double share_on_axis(const TimeChart& chart, double ms) {
  if (ms <= 0) return 0;
  const double low = std::log10(chart.axis_low), high = std::log10(chart.axis_high);
  return std::clamp((std::log10(ms) - low) / (high - low), 0.0, 1.0);
}

}  // namespace wb

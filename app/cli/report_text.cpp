// The report as a person reads it: what ran, what came of it, what was wrong, what it cost.
#include <algorithm>
#include <cmath>

#include "app/backends/other_schedules.h"
#include "app/backends/scalar_bytes.h"
#include "app/backends/shown_elements.h"
#include "app/cli/profile_report.h"
#include "app/cli/report.h"
#include "app/cli/report_words.h"
#include "app/cli/terminal.h"
#include "app/workbook/occupancy_words.h"
#include "app/workbook/words.h"
#include "simulator/source/render.h"

namespace wb {

namespace {

std::string shape_in_words(const Index3& shape) {
  std::string text = grouped(shape.x);
  if (shape.y > 1 || shape.z > 1) text += " x " + grouped(shape.y);
  if (shape.z > 1) text += " x " + grouped(shape.z);
  return text;
}

std::string index_in_words(const Index3& i) {
  if (i.y == 0 && i.z == 0) return std::to_string(i.x);
  return "(" + std::to_string(i.x) + ", " + std::to_string(i.y) + (i.z ? ", " + std::to_string(i.z) : "") + ")";
}

std::string number_in_words(double value) {
  if (value == std::nearbyint(value) && std::fabs(value) < 9e15) return (value < 0 ? "-" : "") + grouped(static_cast<uint64_t>(std::fabs(value)));
  return short_number(value);
}

class TextReport {
 public:
  TextReport(const RunReport& report, bool colour) : r_(report), colours_(colour) {}

  std::string text() {
    head();
    engines();
    for (const RunResult& result : r_.results) problems(result);
    outputs();
    if (r_.spread) spread(*r_.spread);
    if (const RunResult* sim = simulated(); sim && sim->ran()) costs(*sim);
    timings();
    agreement();
    children();
    console();
    files();
    return std::move(text_);
  }

 private:
  const RunResult* simulated() const {
    for (const RunResult& result : r_.results)
      if (result.engine == EngineKind::simulated) return &result;
    return nullptr;
  }

  void line(const std::string& text = {}) { text_ += text + "\n"; }
  void title(const std::string& text) { line(), line(colours_.bold(text)); }
  void row(const std::string& label, const std::string& text) { line("  " + colours_.quiet(left(label, 11)) + text); }

  void head() {
    const KernelLaunch& d = r_.launch.device;
    uint64_t blocks = uint64_t{d.grid.x} * d.grid.y * d.grid.z, threads = uint64_t{d.block.x} * d.block.y * d.block.z;
    line(colours_.bold(r_.lesson.folder_name + ":" + r_.launch.name) + "  " + r_.lesson.title);
    line();
    row("kernel", r_.launch.kernel + colours_.quiet("  in " + r_.launch.file_name));
    std::string grid = shape_in_words(d.grid) + (blocks == 1 ? " block" : " blocks") + " of " + shape_in_words(d.block) + (threads == 1 ? " thread" : " threads");
    if (blocks * threads != blocks || d.grid.y > 1) grid += ", " + counted(blocks * threads, "thread", "threads") + " in all";
    row("grid", grid);
    if (d.dynamic_shared_bytes) row("shared", grouped(d.dynamic_shared_bytes) + " bytes, asked for at the launch");
    std::string values;
    for (const ValueSpec& v : r_.stage.values)
      if (auto value = r_.launch.values.find(v.name); value != r_.launch.values.end()) values += (values.empty() ? "" : ", ") + v.name + " = " + number_in_words(value->second);
    if (!values.empty()) row("values", values);
    line();
  }

  void engines() {
    for (const RunResult& result : r_.results) {
      row(engine_key(result.engine), state_of(result));
      if (const std::string others = others_in_words(result.others); !others.empty()) row("", colours_.quiet(others));
    }
  }

  std::string state_of(const RunResult& result) {
    switch (result.status) {
      case RunStatus::absent: return colours_.quiet("not here: " + result.reason);
      case RunStatus::cancelled: return colours_.warn("stopped");
      case RunStatus::failed: return colours_.bad("failed") + ": " + result.reason;
      default: break;
    }
    std::string state = result.engine != EngineKind::simulated ? colours_.good("ran") : result.status == RunStatus::clean ? colours_.good("clean") : colours_.bad(findings_in_words(result));
    if (result.engine == EngineKind::simulated) {
      state += ", " + std::string(schedule_name(result.schedule)) + " schedule";
      if (result.seed || result.schedule == Schedule::random || result.schedule == Schedule::adversarial) state += " with seed " + std::to_string(result.seed);
      state += colours_.quiet("  (simulated in " + milliseconds(result.wall_ms) + " here)");
    } else if (result.device) {
      state += " on " + result.device->device;
    }
    return state;
  }


  void problems(const RunResult& result) {
    for (const Diagnostic& d : result.diagnostics)
      if (result.sources) line(), text_ += render(*result.sources, d, {.colour = colours_.on()});
    for (size_t i = 0; i < result.findings.size() && result.sources; ++i) {
      line();
      text_ += finding_text(*result.sources, result.findings[i], colours_.on());
      if (const RaceStory* story = r_.story_of(result, i)) text_ += story_text(*result.sources, r_.launch.device, result.findings[i], *story, colours_.on());
    }
  }

  // ---- small results as numbers

  void outputs() {
    const RunResult* shown = nullptr;
    for (const RunResult& result : r_.results)
      if (!shown && !result.buffers.empty() && !did_not_begin(result)) shown = &result;
    if (!shown || r_.launch.outputs.empty()) return;
    title("Result");
    for (int output : r_.launch.outputs) {
      const DeviceBuffer& b = shown->buffers[static_cast<size_t>(output)];
      line("  " + left(b.name, 10) + " " + left(colours_.quiet(shown_type(b)), 18 + (colours_.on() ? 8 : 0)) + " " + first_elements(b, *shown));
    }
  }

  static bool did_not_begin(const RunResult& result) {
    return std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.code == "launch.invalid"; });
  }

  static std::string first_elements(const DeviceBuffer& b, const RunResult& result) {
    const uint64_t count = shown_count(b), most = std::max<uint64_t>(16 / scalars_of_shown(b), 2);
    std::string text;
    for (uint64_t i = 0; i < std::min(count, most); ++i) text += (i ? " " : "") + shown_element(b, i, {result.buffers, result.heap.get()});
    return count > most ? text + " ..." : text;
  }

  // ---- many schedules

  void spread(const ScheduleSpread& s) {
    title("Schedules");
    line("  " + counted(s.runs, "schedule", "schedules") + ", " + (s.results.size() == 1 ? colours_.good("one result") : colours_.bad(std::to_string(s.results.size()) + " different results")));
    for (const auto& r : s.results) {
      std::string first = std::string(schedule_name(r.first.schedule)) + (r.first.seed ? " with seed " + std::to_string(r.first.seed) : "");
      if (s.results.size() > 1) line("  " + right(grouped(r.runs), 6) + (r.runs == 1 ? " run " : " runs") + bar(r.runs, s.runs) + colours_.quiet("first: " + first) + (r.reason.empty() ? "" : "  " + r.reason));
    }
    constexpr size_t most = 4;
    for (size_t i = 0; i < std::min(most, s.elements.size()); ++i) values_of(s.elements[i], s.runs);
    if (s.differing > most) line("  and " + counted(s.differing - most, "more element differs", "more elements differ"));
  }
  void values_of(const ScheduleSpread::Element& e, uint64_t runs) {
    constexpr size_t most = 8;
    std::string name = e.buffer;
    for (uint64_t i : e.index) name += "[" + std::to_string(i) + "]";
    line();
    for (size_t i = 0; i < std::min(most, e.values.size()); ++i)
      line("  " + left(i ? "" : name, 14) + right(e.values[i].value, 12) + bar(e.values[i].runs, runs) + counted(e.values[i].runs, "run", "runs"));
    if (e.values.size() > most) line("  " + left("", 14) + "and " + counted(e.values.size() - most, "more value", "more values"));
  }
  // One mark for each fortieth of all runs.
  static std::string bar(uint64_t part, uint64_t all) {
    const size_t marks = std::max<size_t>(1, static_cast<size_t>(part * 40 / std::max<uint64_t>(all, 1)));
    return "  " + left(std::string(marks, '|'), 42);
  }

  // ---- what it cost

  void costs(const RunResult& sim) {
    counters(sim.counters);
    accesses(sim);
    const LaunchShape shape{r_.launch.device.grid, r_.launch.device.block};
    lines("Warps", warp_lines(sim.warp_counters, shape));
    lines("Over time, " + counted(sim.counters.warp_instructions, "warp instruction", "warp instructions"), time_lines(sim.counters_over_time));
    if (r_.sm) occupancy_of(*r_.sm, r_.block_needs(sim));
  }
  void lines(const std::string& heading, const std::vector<std::string>& all) {
    if (all.empty()) return;
    title(heading);
    for (const std::string& one : all) line("  " + one);
  }
  void occupancy_of(const SmLimits& sm, const BlockNeeds& needs) {
    const Occupancy o = occupancy(sm, needs);
    title("Occupancy");
    line("  " + occupancy_sentence(o) + colours_.quiet("; compute capability " + to_string(sm.capability)));
    if (const std::string remark = occupancy_remark(o); !remark.empty()) line("  " + colours_.quiet(remark));
  }

  void counters(const Counters& c) {
    std::vector<std::pair<std::string, std::string>> rows;
    auto add = [&](const std::string& what, uint64_t n, const std::string& more = {}) {
      if (n) rows.emplace_back(what, grouped(n) + more);
    };
    auto per = [](uint64_t sectors, uint64_t requests, uint64_t bytes) {
      if (!requests || !sectors) return std::string();
      const double used = static_cast<double>(bytes) / (32.0 * static_cast<double>(sectors));
      return "  (" + short_number(static_cast<double>(sectors) / static_cast<double>(requests)) + " a request, " + short_number(std::round(used * 1000) / 10) + " % of their bytes asked for)";
    };
    add("global loads, requests", c.global_load_requests);
    add("global loads, sectors", c.global_load_sectors, per(c.global_load_sectors, c.global_load_requests, c.global_load_bytes));
    add("global stores, requests", c.global_store_requests);
    add("global stores, sectors", c.global_store_sectors, per(c.global_store_sectors, c.global_store_requests, c.global_store_bytes));
    add("shared loads, requests", c.shared_load_requests);
    add("shared loads, wavefronts", c.shared_load_wavefronts);
    add("shared loads, bank conflicts", c.shared_load_conflicts);
    add("shared stores, requests", c.shared_store_requests);
    add("shared stores, wavefronts", c.shared_store_wavefronts);
    add("shared stores, bank conflicts", c.shared_store_conflicts);
    add("constant loads, requests", c.constant_load_requests);
    add("constant loads, made again for other addresses", c.constant_load_replays);
    add("texture fetches, requests", c.texture_requests);
    add("texture fetches, sectors", c.texture_sectors);
    add("surface loads, requests", c.surface_load_requests);
    add("surface loads, sectors", c.surface_load_sectors);
    add("surface stores, requests", c.surface_store_requests);
    add("surface stores, sectors", c.surface_store_sectors);
    add("atomic requests", c.atomic_requests);
    add("atomics, lanes that met", c.atomic_collisions);
    add("divergent branches", c.branch_divergent);
    add("barriers", c.barriers);
    add("warp instructions", c.warp_instructions);
    if (rows.empty()) return;
    rows.emplace_back("lane efficiency", short_number(std::round(c.lane_efficiency() * 1000) / 10) + " %");
    title("Counters");
    size_t label = 0, number = 0;
    for (auto& [what, value] : rows) label = std::max(label, what.size()), number = std::max(number, std::min(value.find("  ("), value.size()));
    for (auto& [what, value] : rows) {
      size_t cut = std::min(value.find("  ("), value.size());
      line("  " + left(what, label + 2) + right(value.substr(0, cut), number) + colours_.quiet(value.substr(cut)));
    }
  }

  static std::string kept_words(const AccessCounters& a, uint32_t from_line) {
    const bool is_store = a.kind == AccessKind::store;
    const std::string from = "line " + std::to_string(from_line), left = counted(a.left_requests, "request", "requests");
    switch (a.kept) {
      case Kept::no: return "makes it each time";
      case Kept::from: return is_store ? "leaves it out, since " + from + " stores there next" : "keeps it from " + from;
      case Kept::with: return "makes one access of this and that of " + from + (a.left_requests ? ": " + left : "");
      case Kept::loop: return (is_store ? "stores it once, behind the loop: " : "loads it once, in front of the loop: ") + left;
      case Kept::passes: return "loads it once for the passes that it writes out together, and once for the rest: " + left;
      case Kept::one_way: return "loads it for lanes that come by one way of an `if` alone: " + left;
      case Kept::copies: return (is_store ? "leaves it out in some of its copies: " : "keeps it in some of its copies: ") + left;
    }
    return {};
  }

  void accesses(const RunResult& sim) {
    if (sim.accesses.empty() || !sim.sources) return;
    title("Accesses");
    constexpr const char* kinds[] = {"load", "store", "atomic"};
    for (const AccessCounters& a : sim.accesses) {
      Span span = sim.sources->outermost(a.span);
      LineColumn at = sim.sources->start(span);
      std::string cost = counted(a.requests, "request", "requests");
      if (a.space == Space::shared) cost += ", " + counted(a.wavefronts, "wavefront", "wavefronts");
      else if (a.space != Space::constant) cost += ", " + counted(a.sectors, "sector", "sectors");
      if (a.collisions) cost += ", " + counted(a.collisions, "lane met another", "lanes met others") + " at an address";
      if (a.kept != Kept::no) cost += "; the compiler " + kept_words(a, sim.sources->start(sim.sources->outermost(a.kept_from)).line);
      if (a.is_uneven && a.kept == Kept::no && !a.joined_bytes)
        cost += "; in the loop as the compiler writes it out: " + counted(a.left_requests, "request", "requests") + ", " + (a.space == Space::shared ? counted(a.left_wavefronts, "wavefront", "wavefronts") : counted(a.left_sectors, "sector", "sectors"));
      if (a.joined_bytes) {
        cost += "; the compiler joins it with neighbours into " + std::to_string(a.joined_bytes) + " bytes: ";
        cost += a.left_requests ? counted(a.left_requests, "request", "requests") + ", " + (a.space == Space::shared ? counted(a.left_wavefronts, "wavefront", "wavefronts") : counted(a.left_sectors, "sector", "sectors")) : "counted there";
      }
      line("  " + left("line " + std::to_string(at.line), 10) + left(std::string(space_name(a.space)) + " " + kinds[static_cast<int>(a.kind)], 15) + left(std::string(sim.sources->text(span)).substr(0, 24), 26) + cost);
    }
  }

  void timings() {
    bool any = std::any_of(r_.results.begin(), r_.results.end(), [](const RunResult& x) { return !x.timings.empty() || x.recorded; });
    if (!any) return;
    title("Timings");
    for (const RunResult& result : r_.results) {
      for (const Timing& t : result.timings) {
        std::string who = engine_key(result.engine);
        if (result.engine == EngineKind::loops) who += t.threads == 1 ? ", one core" : ", " + std::to_string(t.threads) + " threads";
        timing_row(who, t, "");
      }
      if (result.recorded)
        for (const Timing& t : result.recorded->timings) timing_row("gpu, recorded", t, "on " + result.recorded->where.device + ", " + result.recorded->where.date);
    }
  }
  void timing_row(const std::string& who, const Timing& t, const std::string& where) {
    std::string spread = t.runs > 1 ? "median of " + std::to_string(t.runs) + ", " + milliseconds(t.min_ms) + " to " + milliseconds(t.max_ms) : std::string();
    if (!where.empty()) spread += (spread.empty() ? "" : "; ") + where;
    line("  " + left(who, 18) + left(t.what, 12) + right(milliseconds(t.median_ms), 9) + colours_.quiet("  " + spread));
  }

  void agreement() {
    if (r_.agreements.empty()) return;
    title("Agreement");
    bool is_racy = false;
    if (const RunResult* sim = simulated())
      for (const Finding& f : sim->findings) is_racy = is_racy || (f.kind <= FindingKind::race_mixed && f.severity != Severity::note);
    for (const Agreement& a : r_.agreements) {
      std::string engines = std::string(engine_key(a.first)) + " and " + engine_key(a.second);
      std::string verdict;
      if (a.equal && a.max_abs_diff == 0) verdict = colours_.good("equal") + ", byte for byte";
      else if (a.equal) verdict = colours_.good("equal within the tolerance") + ", largest difference " + short_number(a.max_abs_diff);
      else verdict = colours_.bad("different") + in_words(a);
      line("  " + left(a.buffer, 10) + " " + left(engines, 16) + " " + verdict);
    }
    if (is_racy) line(colours_.quiet("  The kernel races: the loops run one thread after the other, so an equal result proves nothing."));
  }
  static std::string in_words(const Agreement& a) {
    std::string text = " in " + counted(a.differing, "element", "elements");
    if (!a.first_diff) return text;
    text += "; first " + a.buffer;
    for (uint64_t i : a.first_diff->index) text += "[" + std::to_string(i) + "]";
    return text + ": " + a.first_diff->first + " and " + a.first_diff->second;
  }

  // Grids that device code launched.
  void children() {
    const RunResult* sim = simulated();
    if (!sim || sim->children.empty()) return;
    title("Child grids");
    for (const ChildGrids& c : sim->children)
      line("  " + c.kernel + ": " + counted(c.grids, "grid", "grids") + " of " + counted(c.blocks, "block", "blocks") + ", " + counted(c.warp_instructions, "warp instruction", "warp instructions") +
           (c.deepest > 1 ? ", up to " + std::to_string(c.deepest) + " launches deep" : ""));
  }

  void console() {
    const RunResult* sim = simulated();
    if (!sim || sim->console.empty()) return;
    title("Console");
    text_ += sim->console;
    if (text_.back() != '\n') text_ += '\n';
  }

  void files() {
    bool any = false;
    for (const auto& [engine, written] : r_.written)
      for (const auto* list : {&written.npy, &written.png})
        for (const auto& [name, path] : *list) {
          if (!any) title("Written");
          any = true;
          line("  " + path);
        }
  }

  const RunReport& r_;
  Colours colours_;
  std::string text_;
};

// Those about accesses say what the thread did.
bool is_about_access(FindingKind kind) {
  if (kind == FindingKind::memory_free || kind == FindingKind::host_free) return false;
  const std::string_view name = finding_name(kind);
  return name.starts_with("race") || name.starts_with("oob") || name.starts_with("uninit.") || name.starts_with("async") || name.starts_with("host.") || name.starts_with("fence") || name.starts_with("memory") || name.starts_with("coverage");
}

std::string party_label(FindingKind kind, const FindingPlace& place) {
  std::string label = is_about_access(kind) ? std::string(access_name(place.access)) + " by " : "";
  if (!place.by.empty()) return label + place.by;
  label += "thread " + index_in_words(place.thread) + " of block " + index_in_words(place.block);
  if (place.grid) label += " of child grid " + std::to_string(place.grid);
  if (!place.value.empty()) label += ", value " + place.value;
  return label;
}

}  // namespace

std::string finding_text(const SourceMap& sources, const Finding& finding, bool colour) {
  Colours colours(colour);
  std::string severity = std::string(severity_name(finding.severity)) + "[" + finding_name(finding.kind) + "]:";
  severity = finding.severity == Severity::error ? colours.bad(severity) : finding.severity == Severity::warning ? colours.warn(severity) : colours.quiet(severity);
  std::string text;
  if (!finding.places.empty()) {
    Span first = sources.outermost(finding.places[0].span);
    LineColumn at = sources.start(first);
    text += std::string(sources.name(first.file)) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
  }
  text += severity + " " + colours.bold(message_with_schedule(finding)) + "\n";
  for (const FindingPlace& place : finding.places) text += render_excerpt(sources, sources.outermost(place.span), party_label(finding.kind, place), {.colour = colour});
  if (finding.count > 1 && finding.kind != FindingKind::order) text += " note: " + grouped(finding.count) + (finding.only_under ? " times in that run" : " times in this run") + "; the first is shown\n";
  if (!finding.hint.empty()) text += " hint: " + finding.hint + "\n";
  return text;
}

std::string report_text(const RunReport& report, bool colour) { return TextReport(report, colour).text(); }

}  // namespace wb

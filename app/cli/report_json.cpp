#include <cmath>

#include <nlohmann/json.hpp>

#include "app/cli/occupancy_json.h"
#include "app/cli/profile_report.h"
#include "app/cli/report.h"
#include "app/workbook/counter_names.h"
#include "simulator/analysis/launch_shape.h"

namespace wb {

namespace {

using nlohmann::ordered_json;

ordered_json index_json(const Index3& i) { return {i.x, i.y, i.z}; }

// Whole values as whole numbers; what JSON cannot say (infinite) as null.
ordered_json number_json(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::nearbyint(value) && std::fabs(value) < 9.0e15) return static_cast<int64_t>(value);
  return value;
}

ordered_json place_json(const SourceMap& sources, const FindingPlace& place) {
  Span span = sources.outermost(place.span);
  LineColumn at = sources.start(span);
  ordered_json json{{"file", sources.name(span.file)}, {"line", at.line}, {"column", at.column}, {"access", access_name(place.access)},
                    {"block", index_json(place.block)}, {"thread", index_json(place.thread)}, {"tick", place.tick}};
  if (!place.by.empty()) {  // no thread
    json["by"] = place.by;
    json["block"] = json["thread"] = nullptr;
  }
  if (place.grid) json["child_grid"] = place.grid;
  json["value"] = place.value.empty() ? ordered_json(nullptr) : ordered_json(place.value);
  for (const Span& caller : place.callers) {
    const LineColumn call = sources.start(caller);
    json["called_at"].push_back({{"file", sources.name(caller.file)}, {"line", call.line}, {"column", call.column}});
  }
  return json;
}

ordered_json moment_json(const ToldSchedule::Moment& m) { return {{"block", m.block}, {"thread", m.thread}, {"pc", m.pc}, {"pass", m.pass}}; }
ordered_json told_json(const ToldSchedule& told) {
  ordered_json holds = ordered_json::array();
  for (const ToldSchedule::Hold& hold : told.holds) holds.push_back({{"before", moment_json(hold.before)}, {"until", moment_json(hold.until)}, {"alone", hold.alone}, {"last", hold.last}, {"late", hold.late}});
  return {{"first_blocks", told.first_blocks}, {"holds", std::move(holds)}, {"patience", told.patience}};
}

ordered_json step_json(const SourceMap& sources, const StoryStep& step) {
  const Span span = sources.outermost(step.span);
  const LineColumn at = sources.start(span);
  const auto or_null = [](const std::string& text) { return text.empty() ? ordered_json(nullptr) : ordered_json(text); };
  return {{"place", step.party}, {"block", index_json(step.block)}, {"thread", index_json(step.thread)}, {"does", step_verb(step.kind)}, {"element", or_null(step.element)},
          {"value", or_null(step.value)}, {"before", or_null(step.before)}, {"is_undefined", step.is_undefined}, {"is_late", step.is_late}, {"tick", step.tick},
          {"file", sources.name(span.file)}, {"line", at.line}, {"column", at.column}};
}

ordered_json story_json(const SourceMap& sources, const RaceStory& story) {
  ordered_json json{{"bites", story.bites}, {"code", story.code}, {"message", story.message}, {"tries", story.tries}};
  if (!story.bites) return json;
  json["stops"] = story.stops();
  ordered_json steps = ordered_json::array();
  for (const StoryStep& step : story.steps) steps.push_back(step_json(sources, step));
  json["steps"] = std::move(steps);
  json["left_out"] = story.left_out;
  json["effect"] = nullptr;
  if (const auto& e = story.effect; e.is_known) {
    json["effect"] = {{"elements", e.elements}};
    if (e.elements) json["effect"].update({{"element", e.element}, {"value", e.value}, {"otherwise", e.otherwise}});
  }
  json["schedule"] = told_json(story.schedule);
  json["otherwise"] = told_json(story.otherwise);
  return json;
}

ordered_json pick_json(const SchedulePick& pick) { return {{"schedule", schedule_name(pick.schedule)}, {"seed", pick.seed}}; }

ordered_json finding_json(const RunResult& result, const Finding& f) {
  constexpr const char* scopes[] = {"none", "warp", "block", "grid"};
  ordered_json places = ordered_json::array();
  if (result.sources)
    for (const FindingPlace& place : f.places) places.push_back(place_json(*result.sources, place));
  ordered_json json{{"kind", finding_name(f.kind)}, {"severity", severity_name(f.severity)}, {"count", f.count}};
  json["buffer"] = f.buffer.empty() ? ordered_json(nullptr) : ordered_json(f.buffer);
  json["element"] = f.element;
  json["scope"] = scopes[static_cast<int>(f.scope)];
  json["tick"] = f.tick;
  json["places"] = std::move(places);
  json["message"] = f.message;
  json["hint"] = f.hint;
  if (f.only_under) json["only_under"] = pick_json(*f.only_under);
  return json;
}

ordered_json findings_json(const RunReport& report, const RunResult& result) {
  ordered_json all = ordered_json::array();
  for (size_t i = 0; i < result.findings.size(); ++i) {
    ordered_json json = finding_json(result, result.findings[i]);
    if (const RaceStory* story = report.story_of(result, i); story && result.sources) json["why"] = story_json(*result.sources, *story);
    all.push_back(std::move(json));
  }
  return all;
}

// Grids that device code launched, by kernel.
ordered_json children_json(const std::vector<ChildGrids>& children) {
  ordered_json all = ordered_json::array();
  for (const ChildGrids& c : children)
    all.push_back({{"kernel", c.kernel}, {"grids", c.grids}, {"blocks", c.blocks}, {"warp_instructions", c.warp_instructions}, {"deepest", c.deepest}});
  return all;
}

// Without the two that stand one level higher.
ordered_json counters_json(const Counters& counters, uint64_t threads) {
  ordered_json json = ordered_json::object();
  for (const CounterDefinition& d : counter_definitions()) {
    if (d.name == "warp_instructions" || d.name == "thread_instructions") continue;
    const double value = counter_by_name(d.name, counters, threads).value_or(0);
    json[std::string(d.name)] = d.is_derived ? ordered_json(value) : number_json(value);
  }
  return json;
}

ordered_json definitions_json() {
  ordered_json json = ordered_json::object();
  for (const CounterDefinition& d : counter_definitions())
    json[std::string(d.name)] = {{"meaning", d.meaning}, {"profiler", d.hardware.empty() ? ordered_json(nullptr) : ordered_json(d.hardware)}, {"truth", d.is_model ? "model" : "exact"}};
  return json;
}

ordered_json accesses_json(const RunResult& result) {
  ordered_json all = ordered_json::array();
  if (!result.sources) return all;
  for (const AccessCounters& access : result.accesses) {
    Span span = result.sources->outermost(access.span);
    LineColumn at = result.sources->start(span);
    constexpr const char* kinds[] = {"load", "store", "atomic"};
    ordered_json json{{"file", result.sources->name(span.file)}, {"line", at.line}, {"column", at.column}, {"space", space_name(access.space)},
                      {"kind", kinds[static_cast<int>(access.kind)]}, {"requests", access.requests}};
    if (access.space == Space::shared) json["wavefronts"] = access.wavefronts, json["conflicts"] = access.conflicts;
    else if (access.space == Space::global) json["sectors"] = access.sectors;
    json["bytes"] = access.bytes;
    json["lanes"] = access.lanes;
    if (access.kind == AccessKind::atomic) json["collisions"] = access.collisions, json["result_used"] = access.result_used;
    else if (access.space == Space::global) json["efficiency"] = access.sectors ? static_cast<double>(access.bytes) / (32.0 * static_cast<double>(access.sectors)) : 0.0;
    if (access.kept != Kept::no) {  // the page "Counters" says when
      const LineColumn from = result.sources->start(result.sources->outermost(access.kept_from));
      json["kept_from"] = {{"how", kept_name(access.kept)}, {"line", from.line}, {"column", from.column}};
      if (access.left_requests || access.left_sectors || access.left_wavefronts) json["kept_from"].update({{"requests", access.left_requests}, {"sectors", access.left_sectors}, {"wavefronts", access.left_wavefronts}, {"conflicts", access.left_conflicts}});
    }
    if (access.joined_bytes)
      json["joined"] = {{"bytes", access.joined_bytes}, {"requests", access.left_requests}, {"sectors", access.left_sectors}, {"wavefronts", access.left_wavefronts}, {"conflicts", access.left_conflicts}};
    if (access.is_uneven && access.kept == Kept::no && !access.joined_bytes)
      json["written_out"] = {{"requests", access.left_requests}, {"sectors", access.left_sectors}, {"wavefronts", access.left_wavefronts}, {"conflicts", access.left_conflicts}};
    all.push_back(std::move(json));
  }
  return all;
}

ordered_json timing_json(const Timing& t) { return {{"median", t.median_ms}, {"min", t.min_ms}, {"max", t.max_ms}, {"runs", t.runs}}; }

void add_timings(ordered_json& json, const RunResult& result) {
  if (result.timings.empty()) return;
  ordered_json all = ordered_json::array();
  for (const Timing& t : result.timings) {
    ordered_json one{{"what", t.what}, {"threads", t.threads}};
    one.update(timing_json(t));
    all.push_back(std::move(one));
  }
  const Timing& first = result.timings.front();
  if (result.engine == EngineKind::loops) json["threads"] = first.threads;
  json["timing_ms"] = timing_json(first);
  json["timings"] = std::move(all);
}

ordered_json recorded_json(const RecordedTiming& recorded) {
  ordered_json json{{"device", recorded.where.device}, {"date", recorded.where.date}, {"driver", recorded.where.driver}, {"toolkit", recorded.where.toolkit}};
  for (const Timing& t : recorded.timings) {
    std::string key = t.what;
    for (char& c : key)
      if (c == ' ') c = '_';
    json[key + "_ms"] = t.median_ms;
  }
  return json;
}

ordered_json spread_json(const ScheduleSpread& spread, const RunResult& result) {
  ordered_json results = ordered_json::array(), elements = ordered_json::array(), found = ordered_json::array();
  for (const auto& r : spread.results) results.push_back({{"runs", r.runs}, {"first", pick_json(r.first)}, {"reason", r.reason.empty() ? ordered_json(nullptr) : ordered_json(r.reason)}});
  for (const auto& e : spread.elements) {
    ordered_json values = ordered_json::array();
    for (const auto& v : e.values) values.push_back({{"value", v.value}, {"runs", v.runs}});
    elements.push_back({{"buffer", e.buffer}, {"element", e.index}, {"values", std::move(values)}});
  }
  for (const auto& f : spread.found)
    if (f.finding < result.findings.size())
      found.push_back({{"kind", finding_name(result.findings[f.finding].kind)}, {"buffer", result.findings[f.finding].buffer}, {"runs", f.runs}, {"first", pick_json(f.first)}});
  return {{"runs", spread.runs}, {"results", std::move(results)}, {"differing_elements", spread.differing}, {"elements", std::move(elements)}, {"findings", std::move(found)}};
}

ordered_json others_json(const OtherSchedules& others) {
  ordered_json tried = ordered_json::array();
  for (const OtherSchedules::Tried& t : others.tried) {
    tried.push_back(pick_json(t.pick));
    tried.back()["cut_short"] = t.is_cut;
  }
  return {{"tried", std::move(tried)}, {"left_out", others.left_out}};
}

ordered_json engine_json(const RunReport& report, const RunResult& result) {
  ordered_json json{{"status", status_name(result.status)}, {"reason", result.reason.empty() ? ordered_json(nullptr) : ordered_json(result.reason)}};
  bool is_simulated = result.engine == EngineKind::simulated;
  if (is_simulated) {
    json["wall_ms"] = result.wall_ms;
    json["schedule"] = schedule_name(result.schedule);
    json["seed"] = result.seed;
    json["warp_instructions"] = result.counters.warp_instructions;
    json["thread_instructions"] = result.counters.thread_instructions;
    const LaunchShape shape{report.launch.device.grid, report.launch.device.block};
    json["counters"] = counters_json(result.counters, shape.thread_count());
    json["definitions"] = definitions_json();
    json["accesses"] = accesses_json(result);
    if (!result.warp_counters.rows.empty()) json["per_warp"] = warp_counters_json(result.warp_counters);
    if (!result.counters_over_time.buckets.empty()) json["over_time"] = counters_over_time_json(result.counters_over_time);
    if (report.sm && !result.buffers.empty()) json["occupancy"] = occupancy_json(*report.sm, report.block_needs(result));
    json["findings"] = findings_json(report, result);
    if (!result.children.empty()) json["child_grids"] = children_json(result.children);
    json["console"] = result.console;
    if (!result.others.tried.empty() || result.others.left_out) json["other_schedules"] = others_json(result.others);
    if (report.spread) json["schedules"] = spread_json(*report.spread, result);
  }
  add_timings(json, result);
  if (result.device) json["device"] = {{"name", result.device->device}, {"driver", result.device->driver}, {"toolkit", result.device->toolkit}};
  if (result.recorded) json["recorded"] = recorded_json(*result.recorded);
  ordered_json buffers = ordered_json::object(), pictures = ordered_json::object();
  if (auto written = report.written.find(result.engine); written != report.written.end()) {
    for (const auto& [name, path] : written->second.npy) buffers[name] = path;
    for (const auto& [name, path] : written->second.png) pictures[name] = path;
  }
  if (result.ran() || !buffers.empty()) json["buffers"] = std::move(buffers);
  if (!pictures.empty()) json["pictures"] = std::move(pictures);
  return json;
}

ordered_json agreement_json(const Agreement& a) {
  ordered_json json{{"buffer", a.buffer}, {"engines", {engine_key(a.first), engine_key(a.second)}}, {"equal", a.equal}, {"max_abs_diff", number_json(a.max_abs_diff)}};
  json["compared"] = a.compared;
  json["differing"] = a.differing;
  json["first_diff"] = nullptr;
  if (a.first_diff) json["first_diff"] = {{"element", a.first_diff->index}, {engine_key(a.first), a.first_diff->first}, {engine_key(a.second), a.first_diff->second}};
  return json;
}

}  // namespace

BlockNeeds RunReport::block_needs(const RunResult& simulated) const {
  const Index3& block = launch.device.block;
  return {block.x * block.y * block.z, registers, uint64_t{simulated.static_shared_bytes} + launch.device.dynamic_shared_bytes, {}};
}

std::string findings_as_json(const RunResult& result) {
  ordered_json all = ordered_json::array();
  for (const Finding& f : result.findings) all.push_back(finding_json(result, f));
  return all.dump(2) + "\n";
}

ordered_json report_document(const RunReport& report) {
  ordered_json values = ordered_json::object();
  for (const ValueSpec& spec : report.stage.values)
    if (auto value = report.launch.values.find(spec.name); value != report.launch.values.end()) values[spec.name] = number_json(value->second);
  ordered_json engines = ordered_json::object();
  for (const RunResult& result : report.results) engines[engine_key(result.engine)] = engine_json(report, result);
  ordered_json agreement = ordered_json::array();
  for (const Agreement& a : report.agreements) agreement.push_back(agreement_json(a));

  return ordered_json{{"format", 1},
                      {"lesson", report.lesson.folder_name},
                      {"id", report.lesson.id},
                      {"launch", report.launch.name},
                      {"kernel", report.launch.kernel},
                      {"grid", index_json(report.launch.device.grid)},
                      {"block", index_json(report.launch.device.block)},
                      {"shared_bytes", report.launch.device.dynamic_shared_bytes},
                      {"values", std::move(values)},
                      {"engines", std::move(engines)},
                      {"agreement", std::move(agreement)}};
}

std::string dumped(const ordered_json& json) { return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"; }
std::string report_json(const RunReport& report) { return dumped(report_document(report)); }

}  // namespace wb

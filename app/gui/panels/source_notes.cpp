#include "app/gui/panels/source_notes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "app/gui/panels/wording.h"

namespace wb {

uint32_t main_line(const SourceMap& sources, const Span& span) {
  if (span.file.v >= sources.file_count()) return 0;
  const Span seen = sources.outermost(span);
  if (sources.is_included(seen.file)) return 0;
  return sources.start(seen).line;
}

uint32_t call_line(const FindingPlace& place) {
  constexpr std::string_view before = "line ";
  const size_t at = place.by.rfind(before);
  return at == std::string::npos ? 0 : static_cast<uint32_t>(std::strtoul(place.by.c_str() + at + before.size(), nullptr, 10));
}

std::string line_words(const SourceMap& sources, uint32_t line) {
  std::string_view text = sources.line_text(FileId{0}, line);
  text = text.substr(0, text.find("//"));
  const size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::string instruction_words(const Recording& recording, const Instruction& instruction, uint32_t line) {
  const LaunchShape& shape = recording.shape();
  const uint32_t first = instruction.warp * warp_size;
  const uint32_t lanes = std::min<uint32_t>(warp_size, shape.threads_per_block() - std::min(shape.threads_per_block(), first));
  std::string text = line ? "Line " + std::to_string(line) + ", warp " : "Warp ";
  text += std::to_string(instruction.warp) + " of " + block_words(shape, instruction.block) + ": ";
  return text + std::to_string(std::popcount(instruction.active)) + " of " + plural(lanes, "lane");
}

namespace {

struct Traffic { uint64_t sites = 0, requests = 0, sectors = 0, wavefronts = 0, bytes = 0; };

std::string traffic_words(const Traffic& t, const char* noun) {
  const double per = static_cast<double>(t.requests);
  const double sectors = static_cast<double>(t.sectors) / per;
  std::string text = plural(t.sites, noun);
  const bool whole = std::abs(sectors - std::round(sectors)) < 1e-9;
  text += ", " + (whole ? plural(static_cast<uint64_t>(sectors + 0.5), "sector") : format_number(std::round(sectors * 10) / 10) + " sectors");
  if (t.sites > 1) text += whole ? " each" : " each on average";
  else if (!whole) text += " on average";
  const double used = static_cast<double>(t.bytes) / per, fetched = sectors * 32;
  if (used > fetched + 0.5) return text + ", lanes meet at the same addresses";
  return text + ": " + format_number(std::round(used)) + " of " + format_number(std::round(fetched)) + " bytes used";
}

std::string shared_words(const Traffic& t, const char* noun) {
  const double passes = static_cast<double>(t.wavefronts) / static_cast<double>(t.requests);
  return plural(t.sites, noun) + " of shared memory, " + format_number(std::round(passes * 10) / 10) + (passes == 1 ? " pass" : " passes") +
         " through the banks";
}

std::string texture_unit_words(const Traffic& t, Space space, AccessKind kind) {
  const std::string what = space == Space::texture ? plural(t.sites, "load") + " from a texture" : kind == AccessKind::store ? plural(t.sites, "store") + " to a surface" : plural(t.sites, "load") + " from a surface";
  const double sectors = static_cast<double>(t.sectors) / static_cast<double>(t.requests);
  return what + ", " + format_number(std::round(sectors * 10) / 10) + (sectors == 1 ? " sector" : " sectors") + " for each group of lanes that the texture unit takes together";
}

}  // namespace

std::string line_traffic_words(const RunResult& result, uint32_t line) {
  if (!result.sources) return "";
  std::map<std::pair<AccessKind, Space>, Traffic> by_kind;
  for (const AccessCounters& access : result.accesses) {
    if (main_line(*result.sources, access.span) != line || access.requests == 0) continue;
    Traffic& t = by_kind[{access.kind, access.space}];
    ++t.sites;
    t.requests += access.requests;
    t.sectors += access.sectors;
    t.wavefronts += access.wavefronts;
    t.bytes += access.bytes;
  }
  std::string text;
  for (const auto& [key, traffic] : by_kind) {
    const auto [kind, space] = key;
    const char* noun = kind == AccessKind::load ? "load" : kind == AccessKind::store ? "store" : "atomic";
    std::string words;
    if (kind == AccessKind::atomic) words = plural(traffic.sites, noun) + ", " + plural(traffic.requests, "request") + " in the whole run";
    else if (space == Space::global && traffic.sectors) words = traffic_words(traffic, noun);
    else if (space == Space::shared && traffic.wavefronts) words = shared_words(traffic, noun);
    else if (space == Space::texture || space == Space::surface) words = texture_unit_words(traffic, space, kind);
    if (!words.empty()) text += (text.empty() ? "" : "; ") + words;
  }
  return text;
}

namespace {

// A pointer's value names what it points into, and how many of its elements from there: "rgb", "rgb + 36", "rgb - 1", "rgb + 3 bytes".
std::string target_words(const Recording& recording, const std::string& value) {
  const size_t sign = std::min(value.find(" + "), value.find(" - "));
  const std::string name = value.substr(0, sign);
  const auto allocations = recording.allocations();
  const auto found = std::find_if(allocations.begin(), allocations.end(), [&](const AllocationInfo& a) { return a.name == name; });
  if (found == allocations.end()) return value;   // null, a function
  const std::string whole = name + ", " + plural(found->bytes, "byte");
  if (sign == std::string::npos) return "the start of " + whole;
  const std::string distance = value.substr(sign + 3);
  const std::string steps = distance.ends_with("bytes") ? distance : plural(std::strtoull(distance.c_str(), nullptr, 10), "element");
  return steps + (value[sign + 1] == '+' ? " behind" : " before") + " the start of " + whole;
}

}  // namespace

std::string variable_words(const Recording& recording, const VariableView& variable, uint32_t thread) {
  const std::string where = " in " + thread_words(recording.shape(), thread), type = " (" + variable.type + ")";
  if (variable.is_poisoned) return variable.name + " = not written yet" + where + type;
  const bool is_pointer = variable.type.ends_with("*") && !variable.value.starts_with("{") && variable.value != "?";
  if (is_pointer) return variable.name + " points to " + target_words(recording, variable.value) + "," + where + type;
  return variable.name + " = " + variable.value + where + type;
}

std::map<uint32_t, uint32_t> lanes_by_line(const Recording& recording, const std::vector<LaneView>& lanes, uint32_t warp) {
  std::map<uint32_t, uint32_t> counts;
  for (size_t i = size_t{warp} * warp_size; i < std::min<size_t>(lanes.size(), size_t{warp + 1} * warp_size); ++i) {
    const LaneState state = lanes[i].state;
    if (state == LaneState::absent || state == LaneState::waiting || state == LaneState::done) continue;
    if (const uint32_t line = main_line(recording.sources(), lanes[i].span)) ++counts[line];
  }
  return counts;
}

std::map<uint32_t, std::vector<LineFinding>> findings_by_line(const SourceMap& sources, const std::vector<Finding>& findings) {
  std::map<uint32_t, std::vector<LineFinding>> lines;
  for (size_t f = 0; f < findings.size(); ++f)
    for (size_t p = 0; p < findings[f].places.size(); ++p) {
      const uint32_t line = main_line(sources, findings[f].places[p].span), call = call_line(findings[f].places[p]);
      if (line) lines[line].push_back({static_cast<int>(f), static_cast<int>(p), findings[f].severity});
      if (call && call != line) lines[call].push_back({static_cast<int>(f), static_cast<int>(p), findings[f].severity});
    }
  return lines;
}

}  // namespace wb

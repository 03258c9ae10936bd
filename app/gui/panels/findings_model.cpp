#include "app/gui/panels/findings_model.h"

#include <algorithm>
#include <cctype>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/spread_model.h"
#include "app/gui/panels/wording.h"
#include "app/session/family.h"
#include "app/workbook/kind_words.h"

namespace wb {
namespace {

bool is_race(FindingKind kind) {
  return kind == FindingKind::race_raw || kind == FindingKind::race_war || kind == FindingKind::race_waw || kind == FindingKind::race_mixed;
}

}  // namespace

FindingIcon icon_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::race_raw: case FindingKind::race_war: case FindingKind::race_waw: case FindingKind::race_mixed: return FindingIcon::race;
    case FindingKind::oob_read: case FindingKind::oob_write: case FindingKind::oob_shape: return FindingIcon::bounds;
    case FindingKind::uninit_global: case FindingKind::uninit_shared: case FindingKind::uninit_local: return FindingIcon::poison;
    case FindingKind::async_wait: case FindingKind::async_source: case FindingKind::fence_proxy: case FindingKind::host_async: return FindingIcon::race;
    case FindingKind::barrier_divergent: case FindingKind::barrier_count: case FindingKind::barrier_halves: case FindingKind::deadlock: case FindingKind::warp_mask:
    case FindingKind::warp_caller: case FindingKind::warp_source: return FindingIcon::barrier;
    case FindingKind::arith_div0: case FindingKind::arith_shift: case FindingKind::num_absorb: case FindingKind::num_overflow:
    case FindingKind::num_widen: return FindingIcon::arithmetic;
    case FindingKind::memory_misaligned: case FindingKind::memory_readonly: case FindingKind::memory_null: case FindingKind::memory_lifetime:
    case FindingKind::memory_free: case FindingKind::host_copy: case FindingKind::host_free: case FindingKind::host_memory: case FindingKind::stack_overflow: case FindingKind::cluster_rank: case FindingKind::cluster_start: case FindingKind::cluster_exited:
    case FindingKind::cluster_leaving: return FindingIcon::memory;
    case FindingKind::cluster_barrier: return FindingIcon::barrier;
    case FindingKind::coverage_missing: case FindingKind::coverage_repeated: return FindingIcon::coverage;
    case FindingKind::budget: case FindingKind::assertion: case FindingKind::trap: return FindingIcon::budget;
    default: return FindingIcon::note;
  }
}

namespace {

// "RACE, read and write": what it is in capitals, what of it in small letters.
std::string chip_of(FindingKind kind) {
  std::string chip = kind_in_words(kind);
  const size_t end = std::min(chip.find(','), chip.size());
  std::transform(chip.begin(), chip.begin() + static_cast<std::ptrdiff_t>(end), chip.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return chip;
}

std::string first_sentence(const std::string& text) {
  const size_t stop = text.find(". ");
  return stop == std::string::npos ? text : text.substr(0, stop + 1);
}


// Where the shape is not known: the dimensions that the index needs.
Index3 beyond(Index3 i) { return {i.x + 1, i.y + 1, i.z + 1}; }

PartyWords with_call(PartyWords words, const FindingPlace& place, const SourceMap* sources) {
  const uint32_t line = call_line(place);
  if (line == words.line) return words;
  words.call_line = line;
  words.call_source = sources && line ? line_words(*sources, line) : "";
  return words;
}

PartyWords party_words(const Finding& finding, const FindingPlace& place, const GridFamily* family, const SourceMap* sources, const LaunchShape& own, bool name_block) {
  PartyWords words;
  const LaunchShape& shape = shape_of(family, place.grid, own);
  const uint32_t thread = shape.linear_thread(place.thread), block = shape.linear_block(place.block);
  words.who = thread_words(shape, thread) + (name_block ? " of " + block_words(shape, block) : "");
  if (place.grid && family) words.who = thread_words(shape, thread) + " of " + block_words(shape, block) + " of child grid " + std::to_string(place.grid);
  else if (place.grid) words.who = "thread " + format_index(place.thread, beyond(place.thread)) + " of block " + format_index(place.block, beyond(place.block)) + " of child grid " + std::to_string(place.grid);
  if (!place.by.empty()) words.who = without_backticks(place.by);
  words.lane = !place.by.empty() ? "" : "warp " + std::to_string(thread / warp_size) + ", lane " + std::to_string(thread % warp_size);
  words.verb = place.access == AccessKind::load ? "reads" : place.access == AccessKind::store ? "writes" : "updates atomically";
  words.is_write = place.access != AccessKind::load;
  words.element = element_of(finding);
  words.value = place.value;
  words.line = sources ? main_line(*sources, place.span) : 0;
  words.source = sources && words.line ? line_words(*sources, words.line) : "";
  words.where = words.line ? "line " + std::to_string(words.line) : "";
  if (!place.by.empty()) return with_call(std::move(words), place, sources);
  words.tick = tick_in_grid(family, place);
  words.step = "step " + with_thousands(words.tick);
  words.where += (words.where.empty() ? "" : ", ") + words.step;
  return words;
}

std::string missing_words(const Finding& finding, const GridFamily* family, const LaunchShape& own) {
  const FindingPlace &a = finding.places[0], &b = finding.places[1];
  const LaunchShape& shape = shape_of(family, a.grid, own);
  if (a.grid != b.grid) return "no order between grids: a kernel does not wait for those that it launches, nor do these for each other";
  if (!(a.block == b.block) && are_in_cluster(a, b, shape)) return "no cluster.sync() between the two: __syncthreads() stops only its own block";
  if (!(a.block == b.block)) return "no order between blocks: a barrier stops only its own block";
  const uint32_t wa = shape.linear_thread(a.thread) / warp_size, wb = shape.linear_thread(b.thread) / warp_size;
  const std::string atomic = a.access == AccessKind::atomic || b.access == AccessKind::atomic ? "only one of them is atomic" : "no atomic";
  return "no barrier, " + atomic + ", " + (wa == wb ? "same warp" : "different warps");
}

// "lines 8 and 10"; of what a call leads to, the lines of the calls: there order would be made.
std::string lines_of(const std::vector<PartyWords>& parties) {
  std::vector<uint32_t> lines;
  for (const PartyWords& party : parties)
    if (const uint32_t line = party.call_line ? party.call_line : party.line; line && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  if (lines.empty()) return "";
  std::sort(lines.begin(), lines.end());
  return lines.size() == 1 ? "line " + std::to_string(lines[0]) : "lines " + std::to_string(lines[0]) + " and " + std::to_string(lines[1]);
}

// Short: what each of the two does stands below.
std::string host_title(const Finding& finding, const std::vector<PartyWords>& parties) {
  const bool waits_on_host = call_line(finding.places[1]) == 0 && parties[1].line;
  if (waits_on_host && finding.code == "host.async.scope") return "Line " + std::to_string(parties[1].line) + " goes by a flag that is for the device alone";
  if (waits_on_host) return "Line " + std::to_string(parties[1].line) + " does not wait for " + parties[0].who;
  const auto closed = [](const PartyWords& party) { return party.who + (party.who.find(',') == std::string::npos ? "" : ","); };   // "fill, launched at line 11,"
  return "Nothing puts " + closed(parties[0]) + " and " + closed(parties[1]) + " in order";
}

// Of two threads of one block in a child grid, its name once.
std::string both_in_child(const Finding& finding, const std::vector<PartyWords>& parties) {
  const FindingPlace &a = finding.places[0], &b = finding.places[1];
  const size_t where = parties[0].who.find(" of block ");
  const bool is_one_place = a.grid && a.grid == b.grid && a.block == b.block && where != std::string::npos && parties[1].who.ends_with(parties[0].who.substr(where));
  return is_one_place ? parties[0].who.substr(0, where) + " and " + parties[1].who : "";
}

std::string race_title(const Finding& finding, const std::vector<PartyWords>& parties) {
  const bool both_plain = parties[0].who.starts_with("thread ") && parties[1].who.starts_with("thread ") &&
                          parties[0].who.find(" of ") == std::string::npos && finding.places[0].grid == finding.places[1].grid;
  const auto number = [&](size_t p) { return parties[p].who.substr(7); };
  const bool swapped = both_plain && finding.places[1].thread.x < finding.places[0].thread.x;   // the smaller number first reads better
  const std::string in_child = both_in_child(finding, parties);
  const std::string who = both_plain          ? "Threads " + number(swapped) + " and " + number(!swapped)
                          : !in_child.empty() ? as_sentence(in_child)
                                              : as_sentence(parties[0].who + " and " + parties[1].who);
  const std::string plain = who.back() == '.' ? who.substr(0, who.size() - 1) : who;
  return plain + " touch " + element_of(finding) + " with nothing between them";
}

}  // namespace

std::string without_backticks(std::string text) {
  std::erase(text, '`');
  return text;
}

std::string first_sentence_of(const FindingWords& words) { return first_sentence(without_backticks(words.message)); }

const char* group_name(FindingKind kind) {
  switch (icon_of(kind)) {
    case FindingIcon::race: return "Races";
    case FindingIcon::bounds: return "Out of bounds";
    case FindingIcon::poison: return "Read before written";
    case FindingIcon::barrier: return "Barriers and waiting";
    case FindingIcon::arithmetic: return "Arithmetic";
    case FindingIcon::memory: return "Memory";
    case FindingIcon::coverage: return "Coverage";
    case FindingIcon::budget: return "Limits";
    case FindingIcon::note: break;
  }
  return "Launch and order";
}

std::string element_of(const Finding& finding) {
  if (is_race(finding.kind) && !finding.arguments.empty()) return finding.arguments[0];  // as the sentence has it: a member, a variable that is no array
  if (!finding.element_name.empty()) return finding.element_name;
  if (finding.buffer.empty()) return "memory";
  std::string text = finding.buffer;
  for (uint64_t i : finding.element) text += "[" + with_thousands(i) + "]";
  if (finding.element.empty()) text += "[" + with_thousands(finding.flat_element) + "]";
  return text;
}

bool is_race(const Finding& finding) { return is_race(finding.kind) && finding.places.size() == 2; }

std::string clean_words(Tick steps) { return "No hazard in " + plural(steps, "step") + "."; }

bool are_in_cluster(const FindingPlace& a, const FindingPlace& b, const LaunchShape& shape) {
  return a.grid == 0 && b.grid == 0 && !(a.block == b.block) && shape.cluster_size() > 1 && shape.cluster_of(shape.linear_block(a.block)) == shape.cluster_of(shape.linear_block(b.block));
}

FindingWords finding_words(const Finding& finding, int index, const GridFamily* family, const SourceMap* sources, const LaunchShape& shape) {
  FindingWords words;
  words.index = index;
  words.code = finding.code;
  words.arguments = finding.arguments;
  words.icon = icon_of(finding.kind);
  words.severity = finding.severity;
  words.group = group_name(finding.kind);
  words.chip = chip_of(finding.kind);
  if (is_race(finding.kind)) words.kind = as_sentence(words.chip.substr(6)).substr(0, words.chip.size() - 6);
  words.message = as_sentence_with_code(finding.message);
  words.hint = as_sentence_with_code(finding.hint);
  if (finding.only_under) words.schedule = pick_words(*finding.only_under);
  const bool two = finding.places.size() >= 2;
  const bool blocks_differ = two && !(finding.places[0].block == finding.places[1].block);
  const bool name_block = blocks_differ || (!two && shape.block_count() > 1);
  for (size_t p = 0; p < std::min<size_t>(2, finding.places.size()); ++p)
    words.parties.push_back(party_words(finding, finding.places[p], family, sources, shape, name_block));
  if (finding.kind == FindingKind::fence_missing && words.parties.size() == 2) words.parties[1].element = "what the flag guards";
  words.lines = lines_of(words.parties);
  if (is_race(finding.kind) && two) {
    words.title = race_title(finding, words.parties);
    words.missing = missing_words(finding, family, shape);
    words.short_count = finding.count > 1 ? plural(finding.count, "pair") : "";
    const bool one_line = words.parties[0].line == words.parties[1].line;
    if (finding.count > 1) words.count = plural(finding.count, "pair") + (one_line ? " on this line" : " on these lines") + ", the first one is shown";
  } else {
    words.title = two && is_on_host(finding) ? host_title(finding, words.parties) : first_sentence(as_sentence(finding.message));
    const bool is_counted = words.icon == FindingIcon::coverage;   // its sentence says how many elements
    words.short_count = finding.count > 1 && !is_counted ? with_thousands(finding.count) + " times" : "";
    if (finding.count > 1 && !is_counted) words.count = with_thousands(finding.count) + " times, the first one is shown";
  }
  return words;
}

}  // namespace wb

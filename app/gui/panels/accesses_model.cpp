#include "app/gui/panels/accesses_model.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

Said counted(const char* noun, uint64_t count) { return {std::string("access.") + noun + (count == 1 ? "_one" : "s"), {with_thousands(count)}}; }

// Of a text over several lines the first letters of each follow one space.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, 200)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space) line += c;
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  return line;
}

std::string place_words(const SourceMap& sources, const Span& seen) {
  const std::string line = std::to_string(sources.start(seen).line);
  if (!sources.is_included(seen.file)) return line;
  const std::string_view name = sources.name(seen.file);
  return std::string(name.substr(name.rfind('/') + 1)) + ":" + line;
}

Said kind_of(const AccessCounters& access) {
  constexpr const char* kinds[] = {"load", "store", "atomic"};
  return {std::string("access.") + space_name(access.space) + "_" + kinds[static_cast<int>(access.kind)], {}};
}

double share_used(const AccessCounters& access) { return static_cast<double>(access.bytes) / (32.0 * static_cast<double>(std::max<uint64_t>(1, access.sectors))); }

bool moves_sectors(const AccessCounters& access) { return access.space != Space::shared && access.space != Space::constant && access.sectors > 0; }

std::vector<Said> figures_of(const AccessCounters& access) {
  std::vector<Said> figures{counted("request", access.requests)};
  if (access.space == Space::shared) figures.push_back(counted("wavefront", access.wavefronts));
  if (access.space == Space::shared && access.conflicts) figures.push_back(counted("conflict", access.conflicts));
  if (moves_sectors(access)) figures.push_back(counted("sector", access.sectors));
  const bool is_plain_global = access.space == Space::global && access.kind != AccessKind::atomic && access.sectors;
  if (is_plain_global && share_used(access) < 0.995) figures.push_back({"access.used", {format_number(std::round(share_used(access) * 1000) / 10)}});
  if (access.collisions) figures.push_back(counted("collision", access.collisions));
  return figures;
}

Said kept_note(const AccessCounters& access, const SourceMap& sources) {
  const std::string from = place_words(sources, sources.outermost(access.kept_from)), left = with_thousands(access.left_requests);
  const std::string key = std::string("access.kept_") + kept_name(access.kept) + (access.kind == AccessKind::store ? "_store" : "");
  if (access.kept == Kept::from) return {key, {from}};
  if (access.kept == Kept::with) return {"access.kept_with", {from, left}};
  return {key, {left}};
}

std::vector<Said> notes_of(const AccessCounters& access, const SourceMap& sources) {
  std::vector<Said> notes;
  if (access.kept != Kept::no) notes.push_back(kept_note(access, sources));
  if (access.is_uneven && access.kept == Kept::no && !access.joined_bytes) notes.push_back({"access.written_out", {with_thousands(access.left_requests)}});
  if (access.joined_bytes) {
    const std::string bytes = std::to_string(access.joined_bytes);
    if (!access.left_requests) notes.push_back({"access.joined_there", {bytes}});
    else if (access.space == Space::shared) notes.push_back({"access.joined", {bytes, with_thousands(access.left_requests), with_thousands(access.left_wavefronts)}});
    else notes.push_back({"access.joined_global", {bytes, with_thousands(access.left_requests), with_thousands(access.left_sectors)}});
  }
  return notes;
}

}  // namespace

std::vector<AccessRow> access_rows(const RunResult& result) {
  std::vector<AccessRow> rows;
  if (!result.sources) return rows;
  const SourceMap& sources = *result.sources;
  for (const AccessCounters& access : result.accesses) {
    if (!access.requests || access.span.file.v >= sources.file_count()) continue;
    const Span seen = sources.outermost(access.span);
    const bool wastes = access.space == Space::global && access.kind != AccessKind::atomic && access.sectors && share_used(access) < 0.5;
    rows.push_back({main_line(sources, access.span), place_words(sources, seen), on_one_line(sources.text(seen)), kind_of(access), figures_of(access), access.conflicts > 0 || wastes,
                    notes_of(access, sources)});
  }
  return rows;
}

bool has_compiled_away(const std::vector<AccessCounters>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [](const AccessCounters& a) { return a.requests && (a.kept != Kept::no || a.joined_bytes || a.is_uneven); });
}

}  // namespace wb

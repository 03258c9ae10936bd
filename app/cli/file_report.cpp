#include "app/cli/file_report.h"

#include <algorithm>

#include "app/cli/report_document.h"
#include "app/cli/report_words.h"
#include "app/cli/terminal.h"
#include "app/workbook/words.h"

namespace wb {
namespace {

// From clean (0) over notes, warnings and errors to a run that came to no end.
int badness(const FileReport::Row& row) {
  int worst = 0;
  for (const RunResult& result : row.ran->results) {
    if (result.status == RunStatus::failed) worst = 4;
    for (const Finding& f : result.findings) worst = std::max(worst, f.severity == Severity::error ? 3 : f.severity == Severity::warning ? 2 : 1);
  }
  return worst;
}

const RunResult* simulated(const RanLaunch& ran) {
  const auto found = std::find_if(ran.results.begin(), ran.results.end(), [](const RunResult& r) { return r.engine == EngineKind::simulated; });
  return found == ran.results.end() ? nullptr : &*found;
}

}  // namespace

std::string file_report_json(const FileReport& report) {
  const FileReport::Row* worst = nullptr;
  nlohmann::ordered_json launches = nlohmann::ordered_json::array();
  for (const FileReport::Row& row : report.launches) {
    if (row.ran && (!worst || badness(row) > badness(*worst))) worst = &row;
    nlohmann::ordered_json one = row.ran ? report_document(row.ran->report) : nlohmann::ordered_json{{"launch", row.launch}, {"refused", true}};
    one["line"] = row.line ? nlohmann::ordered_json(row.line) : nlohmann::ordered_json();
    launches.push_back(std::move(one));
  }
  if (!worst) return "";
  nlohmann::ordered_json json = report_document(worst->ran->report);
  if (report.launches.size() > 1) json["launches"] = std::move(launches);
  return dumped(json);
}

std::string file_report_text(const FileReport& report, bool colour) {
  const Colours colours(colour);
  std::string text = "\n" + colours.bold("Launches of " + report.file) + "\n";
  size_t width = 0;
  for (const FileReport::Row& row : report.launches) width = std::max(width, row.launch.size());
  for (const FileReport::Row& row : report.launches) {
    const RunResult* result = row.ran ? simulated(*row.ran) : nullptr;
    std::string state = colours.bad("could not be run");
    if (row.ran && !result) state = "ran";
    if (result) state = result->status == RunStatus::clean ? colours.good("clean") : result->status == RunStatus::findings ? colours.bad(findings_in_words(*result)) : colours.bad("failed") + ": " + result->reason;
    text += "  " + left(row.launch, width) + "  " + left(row.line ? "line " + std::to_string(row.line) : "", 9) + "  " + state + "\n";
  }
  for (const std::string& one : report.left_out) text += colours.quiet("  not run: " + one) + "\n";
  return text;
}

}  // namespace wb

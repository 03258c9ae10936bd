#include "app/backends/recorded_timings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/backends/child_process.h"
#include "app/backends/native_key.h"
#include "app/backends/native_launch.h"

namespace wb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

double to_nanosecond(double milliseconds) { return std::round(milliseconds * 1e6) / 1e6; }

Json json_of(const Timing& timing) {
  return {{"what", timing.what}, {"median_ms", to_nanosecond(timing.median_ms)}, {"min_ms", to_nanosecond(timing.min_ms)},
          {"max_ms", to_nanosecond(timing.max_ms)}, {"runs", timing.runs}};
}
Timing timing_from(const Json& json) { return {json.at("what"), json.at("median_ms"), json.at("min_ms"), json.at("max_ms"), json.at("runs"), 1}; }

// A file that cannot be read has no recordings: they are an extra, not a reason to fail.
std::optional<RecordedTiming> find_in_file(const fs::path& path, const std::string& key) {
  try {
    std::ifstream in(path);
    const Json file = Json::parse(in);
    if (file.at("format") != 1) return std::nullopt;
    for (const Json& entry : file.at("timings")) {
      if (entry.at("key") != key) continue;
      RecordedTiming recorded{{file.at("device"), file.at("date"), file.at("driver"), file.at("toolkit")}, {}};
      for (const Json& time : entry.at("times")) recorded.timings.push_back(timing_from(time));
      return recorded;
    }
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

}  // namespace

std::string recorded_timings_folder() {
  const fs::path beside = executable_folder();
  for (const fs::path& folder : {beside / "assets/recorded_timings", beside / "../share/warpbook/assets/recorded_timings", fs::path(WB_SOURCE_FOLDER) / "assets/recorded_timings"}) {
    std::error_code error;
    if (fs::is_directory(folder, error)) return folder.string();
  }
  return {};
}

std::optional<RecordedTiming> find_recorded_timing(const Launch& launch, const std::string& kernel, const std::string& folder) {
  if (folder.empty()) return std::nullopt;
  const std::string key = timing_key(launch, kernel);
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());  // the same answer on every machine
  for (const fs::path& file : files)
    if (auto found = find_in_file(file, key)) return found;
  return std::nullopt;
}

RecordingReport record_timings(const std::vector<Launch>& launches, Engine& cuda, const std::string& out_file, const std::function<void(const Launch&)>& tell) {
  RecordingReport report;
  Json file = {{"format", 1}};
  Json timings = Json::array();
  for (const Launch& launch : launches) {
    if (tell) tell(launch);
    Progress progress;
    const RunResult result = cuda.run(launch, progress, {});
    if (!result.ran() || !result.device) {
      report.failures.push_back(launch.lesson_id + ":" + launch.name + ": " + result.reason);
      continue;
    }
    file["device"] = result.device->device;
    file["date"] = result.device->date;
    file["driver"] = result.device->driver;
    file["toolkit"] = result.device->toolkit;
    const std::string kernel = compile_launch(launch).kernel;
    Json times = Json::array();
    for (const Timing& timing : result.timings) times.push_back(json_of(timing));
    timings.push_back({{"key", timing_key(launch, kernel)}, {"lesson", launch.lesson_id}, {"launch", launch.name}, {"kernel", kernel}, {"times", times}});
    ++report.recorded;
  }
  if (report.recorded == 0) return report.error = report.failures.empty() ? "there is nothing to record" : report.failures[0], report;
  file["timings"] = std::move(timings);
  std::ofstream out(out_file);
  out << file.dump(1) << "\n";
  if (!out.good()) report.error = "`" + out_file + "` cannot be written";
  return report;
}

}  // namespace wb

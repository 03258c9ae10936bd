// The window's frames: own CPU time (layout, geometry, text, commands), by what the person does. The lesson is made on the spot: a kernel
// of 2^20 threads that writes one pixel each, with a branch that parts warps and a shared tile, so that every view has something to show.
#include "tests/bench/frames.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "app/gui/window.h"

namespace wb::bench {
namespace {

constexpr const char* lesson_text = R"(+++
id = "a-million-threads"
title = "A million threads"
minutes = 5

[[launch]]
name = "million"
source = "million.cu"
kernel = "shade"
grid = [64, 64]
block = [16, 16]
arguments = ["out", "width"]
values = { width = 1024 }

[launch.buffer.out]
type = "uchar"
shape = ["width", "width"]
show = "image"
+++

## Watch: one pixel each

```run million
Every thread shades one pixel.
```
)";

constexpr const char* kernel_text = R"(// Shades a picture: rings, darker in every second column.
__global__ void shade(unsigned char* out, int width)
{
  __shared__ int ring[16][16];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int dx = x - width / 2, dy = y - width / 2;
  ring[threadIdx.y][threadIdx.x] = (dx * dx + dy * dy) / 1024;
  __syncthreads();
  int value = ring[threadIdx.y][threadIdx.x] % 256;
  if (x % 2 == 1) value = value * 3 / 4;
  out[y * width + x] = value;
}
)";

std::string repeated(const std::string& line, int times) {
  std::string text;
  while (times-- > 0) text += line;
  return text;
}

// From the start of the run to its end and back, as the pointer drags the knob: what is said at either end shows that it held the knob.
constexpr const char* scrub_there_and_back =
    "drag 1112 603 to 1290 603\nexpect text \"The run is over\"\ndrag 1278 603 to 1100 603\nexpect no text \"The run is over\"\n";

std::string script_text(const std::string& folder, int rounds) {
  const std::string back_and_forth = repeated("key F10\n", 10) + repeated("key Shift+F10\n", 10);   // a round begins at the start of the run
  std::ostringstream s;
  s << "open " << folder << "\nsize 1600 1000\nclick \"Run\" in \"run/million\"\nwait for run\nwait for idle\n" << scrub_there_and_back;
  for (int round = 0; round < rounds; ++round) {
    s << "measure \"still\" 30\n";
    s << "measure \"stepping by line\"\n" << back_and_forth;
    s << "measure \"scrubbing the run\"\n" << scrub_there_and_back;
    s << "measure \"pointing at the grid\"\n";
    for (int i = 0; i < 20; ++i) s << "hover " << 1220 + 15 * i << ' ' << 120 + 17 * i << '\n';
    s << "measure \"pointing at the results\"\n";
    for (int i = 0; i < 20; ++i) s << "hover " << 640 + 20 * i << ' ' << 700 + 10 * i << '\n';
    s << "measure \"scrolling the page\"\nhover 400 500\n";
    for (int i = 0; i < 10; ++i) s << "scroll " << (i < 5 ? 3 : -3) << '\n';
    for (const auto& [key, view] : {std::pair{2, "Warp"}, std::pair{3, "Memory"}, std::pair{4, "Timeline"}}) {   // the stretches above show the Grid
      s << "key Ctrl+" << key << "\nwait for idle\nmeasure \"stepping, " << view << " view\"\n" << back_and_forth;
      s << "measure \"scrubbing, " << view << " view\"\n" << scrub_there_and_back << "measure \"end\"\n";
    }
    s << "key Ctrl+1\n";
  }
  s << "measure \"end\"\n";
  return s.str();
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

struct Row {
  std::string name;
  size_t frames = 0;
  double median = 0, most = 0, worst = 0;   // ms; 95 of 100 frames take at most `most`
};

std::vector<Row> rows_of(const FrameTimes& times) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> by_name;
  for (const FrameTimes::Stretch& stretch : times.stretches) {
    if (stretch.ms.empty() || stretch.name == "end") continue;
    std::vector<double>& all = by_name[stretch.name];
    if (all.empty()) order.push_back(stretch.name);
    all.insert(all.end(), stretch.ms.begin(), stretch.ms.end());
  }
  std::vector<Row> rows;
  for (const std::string& name : order) {
    std::vector<double>& ms = by_name[name];
    std::sort(ms.begin(), ms.end());
    rows.push_back({name, ms.size(), ms[ms.size() / 2], ms[std::min(ms.size() - 1, ms.size() * 95 / 100)], ms.back()});
  }
  return rows;
}

double mebibytes(uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void print(const FrameTimes& times, const std::vector<Row>& rows) {
  std::printf("%-28s %8s %9s %9s %9s\n", "own CPU time a frame, ms", "frames", "median", "95 %", "worst");
  for (const Row& row : rows) std::printf("%-28s %8zu %9.2f %9.2f %9.2f\n", row.name.c_str(), row.frames, row.median, row.most, row.worst);
  std::printf("first page after %.0f ms; %.0f MiB as the first stretch began, %.0f MiB at the end of %zu stretches\n", times.first_page_ms,
              mebibytes(times.stretches.front().resident_bytes), mebibytes(times.stretches.back().resident_bytes), times.stretches.size() - 1);
}

void print_json(const FrameTimes& times, const std::vector<Row>& rows) {
  nlohmann::ordered_json report{{"first_page_ms", times.first_page_ms}, {"stretches", nlohmann::ordered_json::array()}};
  for (const Row& row : rows) report["stretches"].push_back({{"name", row.name}, {"frames", row.frames}, {"median_ms", row.median}, {"p95_ms", row.most}, {"worst_ms", row.worst}});
  report["resident_bytes"] = {{"begin", times.stretches.front().resident_bytes}, {"end", times.stretches.back().resident_bytes}};
  std::printf("%s\n", report.dump(2).c_str());
}

}  // namespace

int report_frames(int rounds, bool json) {
  if (std::string why; !has_display(&why)) {
    std::fprintf(stderr, "error: %s\n", why.c_str());
    return 2;
  }
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("warpbook-frames-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directories(folder / "million");
  write(folder / "million" / "lesson.md", lesson_text);
  write(folder / "million" / "million.cu", kernel_text);
  write(folder / "frames.wbs", script_text((folder / "million").string(), rounds));
  std::fprintf(stderr, "driving the window through %d round%s of use\n", rounds, rounds == 1 ? "" : "s");
  FrameTimes times;
  WindowOptions options;
  options.script = (folder / "frames.wbs").string();
  options.frame_times = &times;
  const int status = run_window(options);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  if (status != 0 || times.stretches.empty()) return status ? status : 1;
  const std::vector<Row> rows = rows_of(times);
  json ? print_json(times, rows) : print(times, rows);
  return 0;
}

}  // namespace wb::bench

// Draws the working panels in a window, from runs written down by hand, and writes each picture as a PNG: for looking at, and to prove
// that every view draws without an engine.
//
//     panel_gallery OUT_DIR [light|dark] [real [LESSON LAUNCH]]
//
// real: the engines of this machine in place of the hand-made runs. With a launch, that one is shown and scrubbed through, and the
// time of the slowest frame is said.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <backends/imgui_impl_opengl3.h>
#include <stb_image_write.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <thread>

#include "app/gui/catalogue.h"
#include "app/gui/embedded_assets.h"
#include "app/gui/font_cache.h"
#include "app/gui/imgui_compat.h"
#include "app/gui/paint.h"
#include "app/gui/panels/editor_panel.h"
#include "app/gui/panels/machine_panel.h"
#include "app/gui/panels/results_panel.h"
#include "app/gui/panels/transport_panel.h"
#include "app/gui/theme_file.h"
#include "app/gui/widgets/registry.h"
#include "app/session/session.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

// ---- runs written down by hand

Span line_span(const SourceMap& sources, FileId file, uint32_t line) {
  uint32_t begin = 0, at = 1;
  const std::string_view text = sources.text(file);
  while (at < line && begin < text.size())
    if (text[begin++] == '\n') ++at;
  uint32_t end = begin;
  while (end < text.size() && text[end] != '\n') ++end;
  while (begin < end && text[begin] == ' ') ++begin;
  return {file, begin, end, 0};
}

uint32_t line_with(std::string_view text, std::string_view what) {
  const size_t found = text.find(what);
  uint32_t line = 1;
  for (size_t i = 0; i < std::min(found, text.size()); ++i) line += text[i] == '\n';
  return line;
}

// What one thread does: its reads (buffer, element), and one write.
struct ThreadWork {
  std::vector<std::pair<int, uint64_t>> reads;
  int write_buffer = -1;
  uint64_t write_element = 0, value = 0;
};
using Work = std::function<ThreadWork(const LaunchShape&, uint64_t thread)>;

struct Lines { uint32_t index = 1, read = 1, write = 1; };

// Each warp: works out its index, fetches, stores. One instruction a line.
std::shared_ptr<HandMadeRecording> record(const Launch& launch, const Lines& lines, const Work& work, std::vector<DeviceBuffer>& buffers) {
  auto made = std::make_shared<HandMadeRecording>();
  made->launch_shape = {launch.device.grid, launch.device.block};
  const FileId file = made->source_map.add(launch.file_name, launch.source);
  for (size_t b = 0; b < launch.device.buffers.size(); ++b) {
    const DeviceBuffer& buffer = launch.device.buffers[b];
    AllocationInfo info;
    info.name = buffer.name;
    info.bytes = buffer.bytes.size();
    info.scalar = buffer.scalar;
    info.element_bytes = static_cast<uint32_t>(buffer.element_bytes());
    info.shape = buffer.shape;
    info.buffer_index = static_cast<int>(b);
    made->allocation_list.push_back(info);
    MemoryView view;
    view.bytes = buffer.bytes;
    if (buffer.is_poisoned) view.defined.assign(buffer.bytes.size(), false);
    made->memory_at_start[{static_cast<uint32_t>(b), 0}] = view;
  }
  const LaunchShape& shape = made->launch_shape;
  for (uint32_t block = 0; block < shape.block_count(); ++block)
    for (uint32_t warp = 0; warp < shape.warps_per_block(); ++warp) {
      HandMadeRecording::Step index, read, write;
      LaneMask all = 0, busy = 0;
      for (uint32_t lane = 0; lane < warp_size && warp * warp_size + lane < shape.threads_per_block(); ++lane) {
        all |= 1u << lane;
        const ThreadRef thread{block, warp * warp_size + lane};
        const ThreadWork w = work(shape, uint64_t{block} * shape.threads_per_block() + thread.thread);
        if (w.write_buffer < 0) continue;
        busy |= 1u << lane;
        const auto access = [&](AccessKind kind, int buffer, uint64_t element, uint64_t value, uint64_t old) {
          AccessRecord a;
          a.thread = thread;
          a.kind = kind;
          a.allocation = static_cast<uint32_t>(buffer);
          a.bytes = static_cast<uint8_t>(info(buffers[static_cast<size_t>(buffer)].scalar).bytes);
          a.offset = element * a.bytes;
          a.value = value;
          a.old_value = old;
          return a;
        };
        for (const auto& [buffer, element] : w.reads) read.accesses.push_back(access(AccessKind::load, buffer, element, buffers[static_cast<size_t>(buffer)].bytes[element], 0));
        DeviceBuffer& out = buffers[static_cast<size_t>(w.write_buffer)];
        const size_t bytes = info(out.scalar).bytes;
        uint64_t old = 0;
        std::memcpy(&old, out.bytes.data() + w.write_element * bytes, bytes);
        write.accesses.push_back(access(AccessKind::store, w.write_buffer, w.write_element, w.value, old));
        std::memcpy(out.bytes.data() + w.write_element * bytes, &w.value, bytes);
        if (out.written.empty()) out.written.assign(out.element_count(), false);
        out.written[w.write_element] = true;
      }
      const auto push = [&](HandMadeRecording::Step& step, uint32_t line, LaneMask mask, const char* words) {
        step.instruction = {block, warp, mask, line_span(made->source_map, file, line), words};
        if (mask) made->steps.push_back(std::move(step));
      };
      push(index, lines.index, all, "index");
      push(read, lines.read, busy, "load");
      push(write, lines.write, busy, "store");
    }
  return made;
}

class HandMadeEngine : public Engine {
 public:
  explicit HandMadeEngine(EngineKind kind) : kind_(kind) {}
  EngineKind kind() const override { return kind_; }
  RunResult run(const Launch& launch, Progress&, std::stop_token) override {
    RunResult result;
    result.engine = kind_;
    if (kind_ == EngineKind::cuda) {
      result.status = RunStatus::absent;
      result.reason = "no CUDA driver on this machine";
      result.recorded = RecordedTiming{{"NVIDIA H200", "2026-11-20", "570", "12.8"},
                                       {{"kernel", 0.0041, 0.0039, 0.0052, 21, 1}, {"copy in", 0.11, 0.10, 0.14, 21, 1}, {"copy out", 0.05, 0.05, 0.07, 21, 1}}};
      return result;
    }
    result.buffers = launch.device.buffers;
    const auto n = [&](const char* name) { return launch.values.count(name) ? static_cast<uint64_t>(launch.values.at(name)) : 0; };
    std::shared_ptr<HandMadeRecording> made;
    const std::string_view text = launch.source;
    if (launch.kernel == "brighten") {
      const Lines lines{line_with(text, "int i"), line_with(text, "px[i] ="), line_with(text, "px[i] =")};
      const uint64_t add = static_cast<uint64_t>(std::get<int64_t>(launch.device.arguments[1]));
      made = record(launch, lines, [&](const LaunchShape&, uint64_t i) { return ThreadWork{{{0, i}}, 0, i, (launch.device.buffers[0].bytes[i] + add) & 255}; }, result.buffers);
    } else if (launch.kernel == "rgb2grey") {
      const uint64_t count = n("n") ? n("n") : launch.device.buffers[1].bytes.size();
      const Lines lines{line_with(text, "int i"), line_with(text, "rgb[i]"), line_with(text, "out[i]")};
      const auto& rgb = launch.device.buffers[0].bytes;
      made = record(launch, lines, [&](const LaunchShape&, uint64_t i) {
        if (i >= count) return ThreadWork{};
        const float grey = 0.2989f * rgb[i] + 0.5870f * rgb[i + count] + 0.1140f * rgb[i + 2 * count];
        return ThreadWork{{{0, i}, {0, i + count}, {0, i + 2 * count}}, 1, i, static_cast<uint64_t>(grey)};
      }, result.buffers);
      if (kind_ == EngineKind::loops && launch.name == "tiny") result.buffers[1].bytes[15] ^= 3;
    } else {
      const Lines lines{line_with(text, "threadIdx"), line_with(text, "*count"), line_with(text, "*count")};
      made = record(launch, lines, [&](const LaunchShape&, uint64_t i) { return ThreadWork{{{0, 0}}, 0, 0, i / 32 + 1}; }, result.buffers);
      if (kind_ == EngineKind::loops) result.buffers[0].bytes[0] = 0, result.buffers[0].bytes[1] = 1;
      add_race(*made, lines.read);
    }
    result.sources = std::make_shared<SourceMap>(made->source_map);
    if (kind_ == EngineKind::loops) {
      result.timings = {{"kernel", 0.34, 0.33, 0.41, 21, 1}, {"kernel", 0.18, 0.17, 0.30, 21, 2}};
      return result;
    }
    for (int site = 0; site < 3; ++site)
      result.accesses.push_back({{FileId{0}, made->steps[1].instruction.span.begin + static_cast<uint32_t>(site), made->steps[1].instruction.span.end, 0}, Space::global, AccessKind::load, 12288, 12288, 0, 0, 393216});
    result.findings = made->finding_list;
    result.status = result.findings.empty() ? RunStatus::clean : RunStatus::findings;
    result.wall_ms = 3.1;
    result.recording = made;
    if (!result.findings.empty()) result.console = "thread 0 saw 0\nthread 33 saw 1\n";
    return result;
  }

 private:
  static void add_race(HandMadeRecording& made, uint32_t line) {
    Finding f;
    f.kind = FindingKind::race_war;
    f.count = 3660;
    f.buffer = "count";
    f.buffer_index = 0;
    f.element = {0};
    f.message = "two threads of one block touch `count[0]`, one of them stores, and no barrier stands between them";
    f.hint = "make the update atomic: `atomicAdd(count, 1)`";
    f.tick = 5;
    const Span span = line_span(made.source_map, FileId{0}, line);
    f.places = {{span, AccessKind::load, {0, 0, 0}, {0, 0, 0}, 0, 1, "7"}, {span, AccessKind::store, {0, 0, 0}, {33, 0, 0}, 0, 5, "8"}};
    made.finding_list.push_back(f);
    f.kind = FindingKind::race_waw;
    f.tick = 8;
    f.places[0].access = AccessKind::store;
    f.places[0].tick = 2;
    f.places[1].tick = 8;
    made.finding_list.push_back(f);
    f.kind = FindingKind::oob_write;
    f.severity = Severity::warning;
    f.message = "thread 250 writes `count[7]`, past the end of `count`, which has 1 element";
    f.hint = "guard the store";
    f.count = 1;
    f.places.resize(1);
    f.tick = 20;
    made.finding_list.push_back(f);
  }
  EngineKind kind_;
};

// ---- the window

class Gallery {
 public:
  Gallery(std::string folder, bool is_dark, bool is_real)
      : folder_(std::move(folder)), is_dark_(is_dark), is_real_(is_real) {}
  ~Gallery();
  bool start();
  Session& session() { return *session_; }
  void send(const Command& command) { session_->apply(command); }
  void run(const std::string& name);
  void shot(const std::string& name);
  Input& input() { return input_; }
  void frames(int count) { while (count-- > 0) frame(); }
  WidgetRegistry& widgets() { return widgets_; }
  double last_ms() const { return last_ms_; }
  int failures = 0;                 // what could not be run or found
  int width = 1120, height = 960;

 private:
  void frame();
  void upload_glyphs();
  std::string folder_;
  bool is_dark_, is_real_;
  GLFWwindow* window_ = nullptr;
  GLuint glyphs_ = 0;
  int glyphs_size_ = 0;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Textures> textures_;
  Fonts fonts_;
  Theme theme_{};
  Catalogue catalogue_;
  WidgetRegistry widgets_;
  Commands commands_;
  Input input_;
  double last_ms_ = 0;
  EditorPanel editor_;
  MachinePanel machine_;
  TransportPanel transport_;
  ResultsPanel results_;
};

Gallery::~Gallery() {
  session_.reset();
  textures_.reset();
  if (ImGui::GetCurrentContext()) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

bool Gallery::start() {
  if (!glfwInit()) return false;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  window_ = glfwCreateWindow(width, height, "panels", nullptr, nullptr);
  if (!window_) return false;
  glfwMakeContextCurrent(window_);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetStyle().AntiAliasedLinesUseTex = false;
  if (!ImGui_ImplOpenGL3_Init("#version 150")) return false;
  textures_ = std::make_unique<Textures>();
  catalogue_.load("en", embedded::text_en_toml);
  SessionOptions options;
  options.course_dirs = {WB_SOURCE_DIR "/lessons"};
  options.remember = false;
  for (EngineKind kind : {EngineKind::simulated, EngineKind::loops, EngineKind::cuda})
    if (!is_real_) options.engines[static_cast<size_t>(kind)] = std::make_shared<HandMadeEngine>(kind);
  session_ = std::make_unique<Session>(options);
  theme_ = read_theme(embedded::theme_toml, is_dark_, 1);
  return fonts_.build(theme_).empty();
}

void Gallery::run(const std::string& name) {
  send(OpenSource{name});
  for (int block = 0; block < static_cast<int>(session_->lesson()->blocks.size()); ++block) {  // no question is left that would lock or hold the run
    send(AnswerPredict{block, -1, ""});
    for (int stop = 0; stop < 8; ++stop) send(AnswerStop{block, stop, -1});
  }
  send(RunLaunch{name});
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (session_->is_busy() && std::chrono::steady_clock::now() < until) {
    session_->poll();
    std::this_thread::yield();
  }
  session_->poll();
  const RunSlot* slot = session_->slot(name);
  if (slot && slot->problem.empty() && session_->recording()) return;
  std::printf("%s: %s\n", name.c_str(), slot && !slot->problem.empty() ? slot->problem.c_str() : "there is no recording to show");
  ++failures;
}

void Gallery::upload_glyphs() {
  FontCache& cache = fonts_.cache();
  if (cache.is_overfull()) cache.grow();
  if (glyphs_ == 0) glGenTextures(1, &glyphs_);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  cache.take_dirty_rows();
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, cache.width(), cache.height(), 0, GL_RGBA, GL_UNSIGNED_BYTE, cache.pixels().data());
}

void Gallery::frame() {
  input_.time += 1.0 / 60;
  upload_glyphs();
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  ImGui::GetIO().DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  imgui_use_texture(glyphs_, fonts_.cache().white_u(), fonts_.cache().white_u());
  ImGui::NewFrame();
  widgets_.begin_frame(input_);
  const float w = static_cast<float>(width), h = static_cast<float>(height), top = h * 0.53f, source = w * 0.47f;
  Ui ui{theme_, fonts_, widgets_, commands_, catalogue_, *textures_, ImGui::GetBackgroundDrawList(), ImGui::GetForegroundDrawList(), {0, 0, w, h}};
  const auto began = std::chrono::steady_clock::now();
  editor_.draw(*session_, {0, 0, source, top}, ui);
  machine_.draw(*session_, {source, 0, w - source, top}, ui);
  const float bar = TransportPanel::height(ui);
  transport_.draw(*session_, {0, top, w, bar}, ui);
  results_.draw(*session_, {0, top + bar, w, h - top - bar}, ui);
  line(ui, source, 0, source, top, theme_.line);
  last_ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  widgets_.end_frame();
  ImGui::Render();
  upload_glyphs();
  glViewport(0, 0, width, height);
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  textures_->end_frame();
  std::vector<Command> queue;
  queue.swap(commands_.queue);
  for (const Command& command : queue) session_->apply(command);
  input_.pressed = input_.released = input_.double_clicked = false;
  input_.wheel = input_.wheel_x = 0;
  input_.keys.clear();
  input_.text.clear();
}

void Gallery::shot(const std::string& name) {
  frames(24);
  std::vector<uint8_t> pixels(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  stbi_flip_vertically_on_write(1);
  const std::string file = folder_ + "/" + name + ".png";
  stbi_write_png(file.c_str(), width, height, 3, pixels.data(), width * 3);
  std::printf("%-28s %6.2f ms a frame\n", file.c_str(), last_ms_);
  glfwSwapBuffers(window_);
}

void point_at(Gallery& g, float x, float y) {
  g.input().mouse_x = x;
  g.input().mouse_y = y;
}

void click(Gallery& g, const std::string& label) {
  g.frames(2);
  const Widget* widget = g.widgets().find(label);
  if (!widget) {
    ++g.failures;
    return void(std::printf("no widget \"%s\"\n", label.c_str()));
  }
  point_at(g, widget->rect.x + widget->rect.width / 2, widget->rect.y + widget->rect.height / 2);
  g.frames(2);
  g.input().pressed = g.input().down = true;
  g.frames(1);
  g.input().down = false;
  g.input().released = true;
  g.frames(1);
  point_at(g, -1, -1);
  g.frames(2);
}

// What is asked of the recording in the background may take a while.
void wait_for(Gallery& g, const std::string& label) {
  for (int frame = 0; frame < 4000; ++frame) {
    g.frames(1);
    if (g.widgets().find(label)) return;
    std::this_thread::yield();
  }
  ++g.failures;
  std::printf("no widget \"%s\" came\n", label.c_str());
}

// A new moment in every frame.
void scrub(Gallery& g) {
  const Recording* recording = g.session().recording();
  double slowest = 0, total = 0;
  for (Tick step = 1; recording && step < 40; ++step) {
    g.send(Seek{recording->end() * (step * 17 % 40) / 40});
    g.frames(1);
    slowest = std::max(slowest, g.last_ms());
    total += g.last_ms();
  }
  std::printf("scrubbing: %.2f ms a frame, %.2f ms in the slowest\n", total / 39, slowest);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  Gallery g(folder, argc > 2 && std::string_view(argv[2]) == "dark", argc > 3 && std::string_view(argv[3]) == "real");
  std::filesystem::create_directories(folder);
  if (!g.start()) return std::fprintf(stderr, "no window could be opened\n"), 2;
  if (argc > 5) {
    g.send(OpenLesson{argv[4]});
    g.run(argv[5]);
    g.shot(argv[5]);
    scrub(g);
    g.shot(std::string(argv[5]) + "-scrubbed");
    return 0;
  }
  g.shot("empty");
  g.send(OpenLesson{"loop-to-kernel"});
  g.run("brighten");
  g.send(Seek{1});
  g.shot("brighten-middle");
  g.send(FollowThread{ThreadRef{0, 9}});
  point_at(g, 800, 140);
  g.shot("brighten-hover");
  point_at(g, -1, -1);
  g.send(OpenLesson{"rgb-to-grey"});
  g.run("tiny");
  g.send(Seek{2});
  g.shot("tiny");
  g.run("photo");
  if (g.session().recording()) g.send(Seek{g.session().recording()->end() * 2 / 5});
  g.shot("photo");
  scrub(g);
  if (g.session().recording()) g.send(Seek{g.session().recording()->end() * 2 / 5});
  click(g, "block");
  g.shot("photo-block");
  point_at(g, 760, 200);
  click(g, "warp");
  point_at(g, 780, 160);
  g.shot("photo-warp");
  point_at(g, -1, -1);
  g.send(ShowMachineView{"memory"});
  wait_for(g, "cells of");
  g.shot("photo-memory");
  g.send(ShowMachineView{"grid"});
  point_at(g, 90, 620);
  g.input().wheel = 14;
  g.shot("photo-results-zoomed");
  point_at(g, -1, -1);
  g.send(OpenLesson{"races-and-atomics"});
  g.run("plain-add");
  g.shot("race");
  g.send(SelectFinding{0});
  g.shot("race-card");
  g.send(ShowLoops{true});
  g.shot("loops");
  return g.failures ? 1 : 0;
}

// The main loop: events in, one frame out, commands carried out afterwards; still when nothing moves.
//
//   GLFW callbacks --> Input --> panels draw and send commands --> Session::apply --> next frame
//   script         --> Input      (in place of the callbacks)
#include "app/gui/window.h"

#define GL_GLEXT_PROTOTYPES
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "app/gui/embedded_assets.h"
#include "app/gui/font_cache.h"
#include "app/gui/frame_clock.h"
#include "app/gui/imgui_compat.h"
#include "app/gui/keys.h"
#include "app/gui/screenshot.h"
#include "app/gui/script.h"
#include "app/gui/theme_file.h"
#include "app/gui/workbench.h"
#include "app/workbook/lesson.h"
#include "app/workbook/progress_store.h"

namespace wb {
namespace {

constexpr double idle_wait = 1.0, busy_wait = 1.0 / 30;  // seconds between looks at the background while nothing happens
constexpr int frames_after_event = 3;                    // hits are decided on the frame before: an event needs a few

class App {
 public:
  explicit App(const WindowOptions& options) : options_(options) {}
  ~App();
  int run();

 private:
  std::string start();
  bool open_window();
  void install_callbacks();
  void frame();
  void draw(const Rect& area);
  void render(int width, int height);
  void note_modifiers(int modifiers);
  void note_held_modifiers();
  void refresh_theme();
  void upload_glyphs();
  void take_shortcuts();
  void carry_out();
  void wait_for_events();
  void save_part(const std::string& part);
  void set_cursor();
  void set_title();
  bool drive_script();
  void note_frame(double own_ms);
  static App& of(GLFWwindow* window) { return *static_cast<App*>(glfwGetWindowUserPointer(window)); }

  WindowOptions options_;
  GLFWwindow* window_ = nullptr;
  bool has_imgui_ = false;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Textures> textures_;
  Fonts fonts_;
  Theme theme_{};
  float monitor_scale_ = 1;
  Catalogue catalogue_;
  WidgetRegistry widgets_;
  Commands commands_;
  Workbench workbench_;
  Input input_;
  double last_press_time_ = -1;
  float last_press_x_ = 0, last_press_y_ = 0;
  GLuint glyphs_ = 0;
  int glyphs_size_ = 0;
  int frames_to_draw_ = frames_after_event;
  std::optional<ScriptDriver> script_;
  std::optional<std::string> wanted_part_;   // a person wants the next frame's part as a picture
  std::string asked_picture_;            // a script wants the next frame in this file
  std::optional<bool> picture_taken_;
  std::string title_;
  std::array<GLFWcursor*, 5> cursors_{};
  int exit_code_ = 0;
  double started_ = wall_ms(), driver_begun_ = 0;
};

App::~App() {
  if (window_) {
    glfwMakeContextCurrent(window_);
    session_.reset();
    textures_.reset();
    if (has_imgui_) {
      ImGui_ImplOpenGL3_Shutdown();
      ImGui::DestroyContext();
    }
    for (GLFWcursor* cursor : cursors_)
      if (cursor) glfwDestroyCursor(cursor);
    glfwDestroyWindow(window_);
  }
  glfwTerminate();
}

// ---- start

std::string App::start() {
  if (std::string why; !has_display(&why)) return why;
  glfwSetErrorCallback([](int, const char*) {});
  if (!glfwInit()) return "the window system could not be started";
  if (!open_window()) return "a window with OpenGL 3.2 could not be opened";
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  has_imgui_ = true;
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetStyle().AntiAliasedLinesUseTex = false;  // our texture has no baked lines
  if (!ImGui_ImplOpenGL3_Init("#version 150")) return "OpenGL could not be made ready";
  textures_ = std::make_unique<Textures>();
  catalogue_.load("en", embedded::text_en_toml);
  catalogue_.load("ko", embedded::text_ko_toml);
  if (script_ && options_.session.data_dir.empty()) options_.session.remember = false;  // a script starts from nothing, and leaves nothing
  options_.session.wake = [] { glfwPostEmptyEvent(); };
  session_ = std::make_unique<Session>(options_.session);
  if (!session_->lesson() && !session_->trace() && !session_->is_reading_file() && session_->complaints().empty() && !session_->parts().empty() && !session_->parts().front().lessons.empty())
    session_->apply(OpenLesson{session_->parts().front().lessons.front().id});
  refresh_theme();
  if (std::string problem = fonts_.build(theme_); !problem.empty()) return problem;
  install_callbacks();
  return {};
}

bool App::open_window() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, 0);
  int width = options_.width, height = options_.height;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor && !script_) {
    int x = 0, y = 0, w = 0, h = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
    if (w > 200 && h > 200) width = std::min(width, w), height = std::min(height, h);
  }
  window_ = glfwCreateWindow(width, height, "Warpbook", nullptr, nullptr);
  if (!window_) return false;
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(script_ ? 0 : 1);
  glfwSetWindowSizeLimits(window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window_, &scale_x, &scale_y);
  monitor_scale_ = std::max(0.5f, scale_x);
  for (auto [i, shape] : {std::pair{1, GLFW_IBEAM_CURSOR}, std::pair{2, GLFW_HAND_CURSOR}, std::pair{3, GLFW_HRESIZE_CURSOR}, std::pair{4, GLFW_VRESIZE_CURSOR}})
    cursors_[static_cast<size_t>(i)] = glfwCreateStandardCursor(shape);
  return true;
}

void App::install_callbacks() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).frames_to_draw_ = frames_after_event; });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).frames_to_draw_ = frames_after_event; });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float x, float) {
    of(w).monitor_scale_ = std::max(0.5f, x);
    of(w).frames_to_draw_ = frames_after_event;
  });
  if (script_) return;  // a script is the only one who drives
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
    int window_width = 1, pixel_width = 1, height = 1;
    glfwGetWindowSize(w, &window_width, &height);
    glfwGetFramebufferSize(w, &pixel_width, &height);
    const float to_pixels = static_cast<float>(pixel_width) / static_cast<float>(std::max(1, window_width));
    of(w).input_.mouse_x = static_cast<float>(x) * to_pixels;
    of(w).input_.mouse_y = static_cast<float>(y) * to_pixels;
    of(w).frames_to_draw_ = frames_after_event;
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
    if (!entered && !of(w).input_.down) of(w).input_.mouse_x = of(w).input_.mouse_y = -1;
    of(w).frames_to_draw_ = frames_after_event;
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int modifiers) {
    App& app = of(w);
    app.note_modifiers(modifiers);
    Input& in = app.input_;
    app.frames_to_draw_ = frames_after_event;
    if (button == GLFW_MOUSE_BUTTON_RIGHT && action == GLFW_PRESS) in.right_pressed = true;
    if (button != GLFW_MOUSE_BUTTON_LEFT) return;
    if (action == GLFW_PRESS) {
      const double time = glfwGetTime();
      const bool is_near = std::abs(in.mouse_x - app.last_press_x_) + std::abs(in.mouse_y - app.last_press_y_) < 6;
      in.double_clicked = is_near && time - app.last_press_time_ < 0.4;
      app.last_press_time_ = time;
      app.last_press_x_ = in.mouse_x;
      app.last_press_y_ = in.mouse_y;
      in.pressed = in.down = true;
    } else {
      in.released = true;
      in.down = false;
    }
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
    of(w).input_.wheel += static_cast<float>(y);
    of(w).input_.wheel_x += static_cast<float>(x);
    of(w).frames_to_draw_ = frames_after_event;
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned code_point) {
    append_utf8(of(w).input_.text, code_point);
    of(w).frames_to_draw_ = frames_after_event;
  });
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int, int action, int modifiers) {
    App& app = of(w);
    app.frames_to_draw_ = frames_after_event;
    app.note_modifiers(modifiers);
    if (action == GLFW_RELEASE) app.note_held_modifiers();
    const Key known = key_of_glfw(key);
    if (action == GLFW_RELEASE || known == Key::none) return;
    app.input_.keys.push_back({known, app.input_.ctrl, app.input_.shift, app.input_.alt});
    if (known == Key::v && app.input_.ctrl)
      if (const char* text = glfwGetClipboardString(w)) app.input_.clipboard = text;
  });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    if (count > 0) of(w).commands_.send(OpenLesson{paths[0]});
    of(w).frames_to_draw_ = frames_after_event;
  });
}

void App::note_modifiers(int modifiers) {
  input_.ctrl = modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER);
  input_.shift = modifiers & GLFW_MOD_SHIFT;
  input_.alt = modifiers & GLFW_MOD_ALT;
}

// X11 tells of a key's release with the modifiers from before it: of Shift's own, that Shift is held.
void App::note_held_modifiers() {
  const auto is_held = [&](int left, int right) { return glfwGetKey(window_, left) == GLFW_PRESS || glfwGetKey(window_, right) == GLFW_PRESS; };
  input_.ctrl = is_held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL) || is_held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
  input_.shift = is_held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
  input_.alt = is_held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
}

// ---- one frame

void App::refresh_theme() {
  const Layout& layout = session_->layout();
  const float scale = monitor_scale_ * layout.text_scale;
  if (catalogue_.language() != layout.language) catalogue_.set_language(layout.language);
  if (theme_.scale == scale && theme_.is_dark == layout.is_dark && theme_.blocks[0] != 0) return;
  const bool is_new_scale = theme_.scale != scale;
  theme_ = read_theme(embedded::theme_toml, layout.is_dark, scale);
  if (is_new_scale && textures_) fonts_.build(theme_);
}

void App::upload_glyphs() {
  FontCache& cache = fonts_.cache();
  if (cache.is_overfull()) cache.grow();
  if (glyphs_ == 0) glGenTextures(1, &glyphs_);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const auto [first, last] = cache.take_dirty_rows();
  if (glyphs_size_ != cache.width()) {
    glyphs_size_ = cache.width();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, cache.width(), cache.height(), 0, GL_RGBA, GL_UNSIGNED_BYTE, cache.pixels().data());
  } else if (first < last) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first, cache.width(), last - first, GL_RGBA, GL_UNSIGNED_BYTE, cache.pixels().data() + static_cast<size_t>(first) * cache.width());
  }
}

void App::take_shortcuts() {
  const Layout& layout = session_->layout();
  if (widgets_.take_key(Key::plus, true) || widgets_.take_key(Key::plus, true, true)) commands_.send(SetTextScale{layout.text_scale * 1.1f});
  if (widgets_.take_key(Key::minus, true)) commands_.send(SetTextScale{layout.text_scale / 1.1f});
  if (widgets_.take_key(Key::digit0, true)) commands_.send(SetTextScale{1});
}

void App::draw(const Rect& area) {
  Ui ui{theme_, fonts_, widgets_, commands_, catalogue_, *textures_, ImGui::GetBackgroundDrawList(), ImGui::GetForegroundDrawList(), area};
  workbench_.draw(*session_, area, ui);
}

void App::render(int width, int height) {
  upload_glyphs();
  glViewport(0, 0, width, height);
  const auto channel = [&](int shift) { return static_cast<float>(theme_.paper >> shift & 0xff) / 255.0f; };
  glClearColor(channel(0), channel(8), channel(16), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void App::frame() {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  if (width <= 0 || height <= 0) return;
  refresh_theme();
  input_.time = glfwGetTime();
  upload_glyphs();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  imgui_use_texture(glyphs_, fonts_.cache().white_u(), fonts_.cache().white_u());
  ImGui::NewFrame();
  widgets_.begin_frame(input_);
  take_shortcuts();
  draw({0, 0, static_cast<float>(width), static_cast<float>(height)});
  if (const Layout moved = workbench_.layout(); workbench_.has_moved_splits()) session_->set_layout(moved);
  widgets_.end_frame();
  ImGui::Render();
  driver_begun_ = thread_cpu_ms();
  render(width, height);
  if (wanted_part_) save_part(std::exchange(wanted_part_, {}).value());
  if (!asked_picture_.empty()) picture_taken_ = save_screenshot(window_, std::exchange(asked_picture_, {}));
  textures_->end_frame();
  if (widgets_.wants_another_frame() || fonts_.cache().is_overfull()) frames_to_draw_ = std::max(frames_to_draw_, 2);
}

void App::carry_out() {
  if (commands_.queue.empty()) return;
  std::vector<Command> queue;
  queue.swap(commands_.queue);
  for (const Command& command : queue) {
    session_->apply(command);
    if (const auto* picture = std::get_if<SavePicture>(&command)) wanted_part_ = picture->part;
  }
  frames_to_draw_ = std::max(frames_to_draw_, frames_after_event);
}

// In the user's data folder, under a name of its own; the top bar says where.
void App::save_part(const std::string& part) {
  namespace fs = std::filesystem;
  const fs::path folder = user_data_folder() / "pictures";
  const std::string lesson = session_->lesson_id().empty() ? "warpbook" : fs::path(session_->lesson_id()).stem().string();
  fs::path file;
  for (int n = 1; file.empty() || fs::exists(file); ++n) file = folder / (lesson + "-" + part + "-" + std::to_string(n) + ".png");
  const bool is_saved = save_screenshot(window_, file.string(), workbench_.area_of(part));
  commands_.send(Tell{catalogue_.text(is_saved ? "picture.saved" : "picture.failed", {file.string()})});
}

void App::set_cursor() {
  const Widget* widget = widgets_.pointed();
  size_t shape = 0;
  if (widget && widget->enabled) {
    if (widget->role == Role::text_box) shape = 1;
    else if (widget->role == Role::splitter) shape = widget->rect.height > widget->rect.width ? 3 : 4;
    else if (widget->role != Role::image && widget->role != Role::cell && widget->role != Role::region && widget->role != Role::heading && widget->role != Role::row) shape = 2;
  }
  glfwSetCursor(window_, cursors_[shape]);
}

void App::set_title() {
  const std::string title = session_->lesson() ? session_->lesson()->title + " \xE2\x80\x93 Warpbook" : "Warpbook";
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

void App::wait_for_events() {
  if (frames_to_draw_ > 0) return glfwPollEvents();
  glfwWaitEventsTimeout(session_->is_busy() ? busy_wait : idle_wait);
}

void App::note_frame(double own_ms) {
  FrameTimes* times = options_.frame_times;
  if (!times) return;
  if (times->first_page_ms == 0) times->first_page_ms = wall_ms() - started_;
  if (!times->stretches.empty()) times->stretches.back().ms.push_back(own_ms);
}

// ---- script

bool App::drive_script() {
  ScriptHost host{*session_, widgets_, commands_,
                  [this](int w, int h) { glfwSetWindowSize(window_, w, h); },
                  [this](int w, int h) { return static_cast<int>(ImGui::GetIO().DisplaySize.x) == w && static_cast<int>(ImGui::GetIO().DisplaySize.y) == h; },
                  {0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y},
                  [this](const std::string& file) { asked_picture_ = file; },
                  [this] { return std::exchange(picture_taken_, std::nullopt); },
                  [this](const std::string& stretch) {
                    if (options_.frame_times) options_.frame_times->stretches.push_back({stretch, {}, resident_bytes()});
                  }};
  const bool goes_on = script_->drive(host, input_);
  frames_to_draw_ = frames_after_event;
  if (script_->failed()) {
    std::fprintf(stderr, "%s\n", script_->failure().c_str());
    exit_code_ = 1;
  }
  return goes_on;
}

int App::run() {
  if (!options_.script.empty()) {
    Script script;
    std::string error;
    if (!read_script(options_.script, script, error)) {
      std::fprintf(stderr, "warpbook: %s\n", error.c_str());
      return 2;
    }
    script_.emplace(std::move(script));
    widgets_.listen(true);
  }
  if (const std::string problem = start(); !problem.empty()) {
    std::fprintf(stderr, "warpbook: %s\n", problem.c_str());
    return 2;
  }
  while (!glfwWindowShouldClose(window_)) {
    wait_for_events();
    if (session_->poll()) frames_to_draw_ = frames_after_event;
    else if (session_->is_busy() && frames_to_draw_ == 0) frames_to_draw_ = 1;  // progress moves
    if (script_ && !drive_script()) break;
    if (frames_to_draw_ <= 0) continue;
    --frames_to_draw_;
    const double begun = thread_cpu_ms();
    frame();
    const double drawn = driver_begun_ - begun;
    glfwSwapBuffers(window_);
    const Input was = std::exchange(input_, Input{});
    input_.mouse_x = was.mouse_x, input_.mouse_y = was.mouse_y, input_.down = was.down && !was.released;
    input_.ctrl = was.ctrl, input_.shift = was.shift, input_.alt = was.alt;
    const double commands_begun = thread_cpu_ms();
    carry_out();
    note_frame(drawn + thread_cpu_ms() - commands_begun);
    set_cursor();
    set_title();
  }
  return exit_code_;
}

}  // namespace

bool has_display(std::string* why) {
#if defined(__linux__)
  const char* x = std::getenv("DISPLAY");
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  if ((!x || !*x) && (!wayland || !*wayland)) {
    if (why) *why = "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set): the window cannot open";
    return false;
  }
#endif
  if (!glfwInit()) {
    if (why) *why = "there is no display here: the window cannot open";
    return false;
  }
  return true;
}

int run_window(const WindowOptions& options) {
  App app(options);
  return app.run();
}

}  // namespace wb

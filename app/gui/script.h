#pragma once
// Drives the window from a text: one command a line, as a person would with pointer and keyboard. A command that needs something
// (a widget, a text, a finished run) waits until it is there, up to a limit; nothing ever sleeps.
//
//     open LESSON                        an id, a folder's name or a beginning of either
//     click "LABEL" [N]                  the N-th widget that says so, or begins so (scrolled into view); choices, tabs, list items too
//     click "LABEL" in "PART"            the one whose id holds PART: click "Run" in "run/photo"
//     click X Y                          window pixels
//     hover "LABEL" | hover X Y | hover pixel BUFFER X Y
//     drag X Y to X2 Y2                  window pixels
//     drag "LABEL" to "LABEL"            from the middle of one widget to the middle of another
//     scroll N | scroll to "TEXT" | scroll to top
//     type "TEXT" | paste "TEXT" | paste file PATH
//     key NAME                           F10, Shift+F10, Ctrl+A, Enter, Tab, Left ...
//     expect text "TEXT" | expect no text "TEXT"
//     expect widget "LABEL" [enabled|disabled|checked|unchecked|value "TEXT"] | expect no widget "LABEL"
//     expect nothing cut                 no word, button or tab of the frame is cut for want of room, no word lies over another (widgets/cut_check.h)
//     wait for text "TEXT" | wait for run | wait for idle
//     size W H | theme dark|light | preset read|watch|results | language en|ko | scale S
//     screenshot FILE.png | quit | # a comment
//     measure "NAME" [N]                 the frames from here on count under this name (window.h); N: let so many pass first thing
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/input.h"
#include "app/gui/widgets/registry.h"

namespace wb {

struct ScriptLine {
  int number = 0;
  std::vector<std::string> words;   // the first is the command
  std::vector<bool> quoted;
};

struct Script {
  std::string file;
  std::vector<ScriptLine> lines;
};
// False with `error` ("FILE:LINE: ...") when the file cannot be read or a line is not a command.
bool read_script(const std::string& file, Script& script, std::string& error);
bool parse_script(const std::string& text, const std::string& file, Script& script, std::string& error);

// What the driver may touch of the window.
struct ScriptHost {
  const Session& session;
  WidgetRegistry& widgets;
  Commands& commands;
  std::function<void(int, int)> resize;
  std::function<bool(int, int)> has_size;                   // the frame just drawn had it
  Rect window;                                              // the frame just drawn
  std::function<void(const std::string&)> ask_screenshot;   // of the next frame
  std::function<std::optional<bool>()> screenshot_result;   // none: not taken yet
  std::function<void(const std::string&)> measure;          // what begins here
};

class ScriptDriver {
 public:
  explicit ScriptDriver(Script script) : script_(std::move(script)) {}
  // Called before each frame: fills the frame's input. False: the script is over (see failed()).
  bool drive(ScriptHost& host, Input& input);
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }

 private:
  enum class State : uint8_t { done, waiting, bad };
  State run_line(const ScriptLine& line, ScriptHost& host, Input& input);
  State click(const ScriptLine& line, ScriptHost& host, Input& input);
  State hover(const ScriptLine& line, ScriptHost& host, Input& input);
  State drag(const ScriptLine& line, ScriptHost& host, Input& input);
  bool read_drag(const ScriptLine& line);
  bool find_drag(const ScriptLine& line, ScriptHost& host);
  State scroll(const ScriptLine& line, ScriptHost& host, Input& input);
  State type(const ScriptLine& line, Input& input);
  State key(const ScriptLine& line, Input& input);
  State expect(const ScriptLine& line, ScriptHost& host);
  State expect_nothing_cut(const ScriptHost& host);
  State wait(const ScriptLine& line, ScriptHost& host);
  State change(const ScriptLine& line, ScriptHost& host);
  const Widget* visible_widget(ScriptHost& host, const std::string& label, int nth, const std::string& where);
  double limit_of(const ScriptLine& line) const;
  void fail(const ScriptLine& line, const ScriptHost& host);

  Script script_;
  size_t at_ = 0;
  int phase_ = 0;            // of the current command: frames or steps it has taken
  int settle_ = 2;           // frames to let pass before the next command
  double begun_ = -1;
  float mouse_x_ = -1, mouse_y_ = -1, last_x_ = -1e6f, last_y_ = -1e6f;
  bool down_ = false;
  std::array<float, 4> drag_{};   // from, to
  std::string expected_, failure_;
};

std::optional<KeyPress> key_from_name(const std::string& name);

}  // namespace wb

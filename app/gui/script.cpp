#include "app/gui/script.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>

#include "app/gui/widgets/cut_check.h"
#include "app/workbook/lesson.h"

namespace wb {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool contains_words(const std::string& text, const std::string& wanted) { return text.find(wanted) != std::string::npos; }

bool is_number(const std::string& s) { return !s.empty() && s.find_first_not_of("0123456789.-") == std::string::npos; }
float number(const std::string& s) { return std::strtof(s.c_str(), nullptr); }

bool is_command(const std::string& word) {
  for (const char* known : {"open", "click", "hover", "drag", "scroll", "type", "paste", "key", "expect", "wait", "size", "theme", "preset", "language", "scale",
                            "screenshot", "measure", "quit"})
    if (word == known) return true;
  return false;
}

// Words, or "quoted text" with \" \\ and \n.
bool split(const std::string& text, ScriptLine& line, std::string& error) {
  for (size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    if (text[i] == '#') return true;
    std::string word;
    const bool is_quoted = text[i] == '"';
    if (is_quoted) {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) word += text[++i] == 'n' ? '\n' : text[i];
        else word += text[i];
      }
      if (i >= text.size()) {
        error = "a \" is not closed";
        return false;
      }
      ++i;
    } else {
      while (i < text.size() && !std::isspace(static_cast<unsigned char>(text[i]))) word += text[i++];
    }
    line.words.push_back(std::move(word));
    line.quoted.push_back(is_quoted);
  }
  return true;
}

}  // namespace

bool parse_script(const std::string& text, const std::string& file, Script& script, std::string& error) {
  script.file = file;
  std::istringstream in(text);
  std::string row;
  for (int number_of_line = 1; std::getline(in, row); ++number_of_line) {
    ScriptLine line;
    line.number = number_of_line;
    std::string what;
    const bool is_fine = split(row, line, what);
    if (is_fine && line.words.empty()) continue;
    if (is_fine && !is_command(line.words[0])) what = "`" + line.words[0] + "` is not a command of scripts";
    if (!what.empty()) {
      error = file + ":" + std::to_string(number_of_line) + ": " + what;
      return false;
    }
    script.lines.push_back(std::move(line));
  }
  return true;
}

bool read_script(const std::string& file, Script& script, std::string& error) {
  std::ifstream in(file);
  if (!in) {
    error = file + ": cannot be read";
    return false;
  }
  std::ostringstream text;
  text << in.rdbuf();
  return parse_script(text.str(), file, script, error);
}

std::optional<KeyPress> key_from_name(const std::string& name) {
  KeyPress press;
  std::string rest = name;
  for (;;) {
    const size_t plus = rest.find('+');
    if (plus == std::string::npos || plus == 0 || plus + 1 >= rest.size()) break;
    const std::string modifier = rest.substr(0, plus);
    if (modifier == "Ctrl") press.ctrl = true;
    else if (modifier == "Shift") press.shift = true;
    else if (modifier == "Alt") press.alt = true;
    else return std::nullopt;
    rest = rest.substr(plus + 1);
  }
  struct Named { const char* name; Key key; };
  constexpr Named named[] = {{"Enter", Key::enter}, {"Escape", Key::escape}, {"Tab", Key::tab}, {"Backspace", Key::backspace}, {"Delete", Key::delete_},
                             {"Left", Key::left}, {"Right", Key::right}, {"Up", Key::up}, {"Down", Key::down}, {"Home", Key::home}, {"End", Key::end},
                             {"PageUp", Key::page_up}, {"PageDown", Key::page_down}, {"Space", Key::space}, {"Plus", Key::plus}, {"Minus", Key::minus},
                             {"?", Key::question}, {"/", Key::slash}};
  for (const Named& k : named)
    if (rest == k.name) press.key = k.key;
  if (rest.size() >= 2 && rest[0] == 'F' && is_number(rest.substr(1))) {
    const int f = std::atoi(rest.c_str() + 1);
    if (f >= 1 && f <= 12) press.key = static_cast<Key>(static_cast<int>(Key::f1) + f - 1);
  }
  if (rest.size() == 1 && std::isalpha(static_cast<unsigned char>(rest[0]))) press.key = static_cast<Key>(static_cast<int>(Key::a) + std::tolower(static_cast<unsigned char>(rest[0])) - 'a');
  if (rest.size() == 1 && std::isdigit(static_cast<unsigned char>(rest[0]))) press.key = static_cast<Key>(static_cast<int>(Key::digit0) + rest[0] - '0');
  return press.key == Key::none ? std::nullopt : std::optional(press);
}

double ScriptDriver::limit_of(const ScriptLine& line) const {
  if (line.words[0] == "wait") return 90;
  return line.words[0] == "open" || line.words[0] == "click" ? 20 : 8;
}

bool ScriptDriver::drive(ScriptHost& host, Input& input) {
  input.mouse_x = mouse_x_;
  input.mouse_y = mouse_y_;
  input.down = down_;
  input.ctrl = input.shift = input.alt = false;  // held for one key press alone
  if (settle_ > 0) {
    --settle_;
    return true;
  }
  if (at_ >= script_.lines.size()) return false;
  const ScriptLine& line = script_.lines[at_];
  if (begun_ < 0) begun_ = now();
  expected_.clear();
  const State state = run_line(line, host, input);
  if (state == State::waiting) {
    if (now() - begun_ < limit_of(line)) return true;
    fail(line, host);
    return false;
  }
  if (state == State::bad) {
    failure_ = script_.file + ":" + std::to_string(line.number) + ": " + (expected_.empty() ? "this command is not complete" : expected_);
    return false;
  }
  ++at_;
  phase_ = 0;
  last_x_ = last_y_ = -1e6f;
  begun_ = -1;
  settle_ = 2;
  return line.words[0] != "quit";
}

ScriptDriver::State ScriptDriver::run_line(const ScriptLine& line, ScriptHost& host, Input& input) {
  const std::string& command = line.words[0];
  if (command == "quit") return State::done;
  if (line.words.size() < 2) return State::bad;
  if (command == "open") {
    if (phase_++ == 0) {
      host.commands.send(OpenLesson{line.words[1]});
      return State::waiting;
    }
    expected_ = "the lesson " + line.words[1] + " to open";
    const Lesson* lesson = host.session.lesson();
    const bool is_there = lesson && (lesson->id.starts_with(line.words[1]) || lesson->folder_name.starts_with(line.words[1]) || line.words[1].ends_with(lesson->folder_name));
    const bool is_broken = !lesson && !host.session.complaints().empty();
    return is_there || is_broken ? State::done : State::waiting;
  }
  if (command == "click") return click(line, host, input);
  if (command == "hover") return hover(line, host, input);
  if (command == "drag") return drag(line, host, input);
  if (command == "scroll") return scroll(line, host, input);
  if (command == "type" || command == "paste") return type(line, input);
  if (command == "key") return key(line, input);
  if (command == "expect") return expect(line, host);
  if (command == "wait") return wait(line, host);
  if (command == "screenshot") {
    if (phase_++ < 3) return State::waiting;  // let hover marks and textures settle
    if (phase_ == 4) host.ask_screenshot(line.words[1]);
    const std::optional<bool> taken = host.screenshot_result();
    if (!taken) return State::waiting;
    if (*taken) return State::done;
    expected_ = "the picture " + line.words[1] + " could not be written";
    return State::bad;
  }
  if (command == "measure") {
    if (phase_ == 0) host.measure(line.words[1]);
    const int frames = line.words.size() > 2 ? static_cast<int>(number(line.words[2])) : 0;
    return phase_++ < frames ? State::waiting : State::done;
  }
  return change(line, host);
}

// The widget, once it is on screen; scrolls its area towards it otherwise.
const Widget* ScriptDriver::visible_widget(ScriptHost& host, const std::string& label, int nth, const std::string& where) {
  const Widget* found = nullptr;
  int seen = 0;
  for (bool exact : {true, false}) {
    for (const Widget& w : host.widgets.widgets()) {
      const bool matches = (exact ? w.label == label || w.id == label : w.label.starts_with(label)) && (where.empty() || contains_words(w.id, where));
      if (matches && w.role != Role::heading && ++seen == nth) {
        found = &w;
        break;
      }
    }
    if (found) break;
    seen = 0;
  }
  if (!found) return nullptr;
  const float shown = found->visible.height;
  if (shown >= std::min(found->rect.height, 24.0f) - 0.5f && found->visible.width > 1) return found;
  if (found->scroll_area >= 0 && found->scroll_area < static_cast<int>(host.widgets.scroll_areas().size())) {
    const ScrollArea& area = host.widgets.scroll_areas()[static_cast<size_t>(found->scroll_area)];
    if (area.offset) *area.offset = std::max(0.0f, *area.offset + found->rect.y - area.rect.y - area.rect.height * 0.35f);
    host.widgets.request_frame();
  }
  return nullptr;
}

ScriptDriver::State ScriptDriver::click(const ScriptLine& line, ScriptHost& host, Input& input) {
  if (is_number(line.words[1]) && !line.quoted[1]) {  // click X Y
    if (line.words.size() < 3) return State::bad;
    mouse_x_ = number(line.words[1]);
    mouse_y_ = number(line.words[2]);
    if (phase_ == 0) phase_ = 1;
  }
  if (phase_ == 0) {
    const int nth = line.words.size() > 2 && is_number(line.words[2]) ? static_cast<int>(number(line.words[2])) : 1;
    const std::string where = line.words.size() > 3 && line.words[2] == "in" ? line.words[3] : "";
    expected_ = "an enabled widget \"" + line.words[1] + "\"" + (nth > 1 ? " number " + std::to_string(nth) : "") + (where.empty() ? "" : " in \"" + where + "\"");
    const Widget* widget = visible_widget(host, line.words[1], nth, where);
    if (!widget || !widget->enabled) return State::waiting;
    const bool is_still = widget->rect.x == last_x_ && widget->rect.y == last_y_;  // nobody hits what is still moving
    last_x_ = widget->rect.x;
    last_y_ = widget->rect.y;
    if (!is_still) return State::waiting;
    mouse_x_ = widget->visible.x + widget->visible.width / 2;
    mouse_y_ = widget->visible.y + widget->visible.height / 2;
    if (widget->role == Role::text_box || widget->role == Role::choice) mouse_y_ = widget->visible.y + std::min(widget->visible.height / 2, 14.0f);
  }
  input.mouse_x = mouse_x_;
  input.mouse_y = mouse_y_;
  ++phase_;
  if (phase_ <= 2) return State::waiting;                    // the pointer arrives
  if (phase_ == 3) {
    input.pressed = input.down = true;
    return State::waiting;
  }
  input.released = true;
  return State::done;
}

ScriptDriver::State ScriptDriver::hover(const ScriptLine& line, ScriptHost& host, Input& input) {
  if (line.words[1] == "pixel" && line.words.size() >= 5) {
    expected_ = "a picture of \"" + line.words[2] + "\"";
    const DrawnPicture* picture = nullptr;
    for (const DrawnPicture& p : host.widgets.pictures())
      if (!picture && p.name == line.words[2]) picture = &p;
    if (!picture) return State::waiting;
    mouse_x_ = picture->rect.x + (number(line.words[3]) + 0.5f) * picture->rect.width / static_cast<float>(std::max(1, picture->width));
    mouse_y_ = picture->rect.y + (number(line.words[4]) + 0.5f) * picture->rect.height / static_cast<float>(std::max(1, picture->height));
  } else if (is_number(line.words[1]) && !line.quoted[1]) {
    if (line.words.size() < 3) return State::bad;
    mouse_x_ = number(line.words[1]);
    mouse_y_ = number(line.words[2]);
  } else {
    expected_ = "a widget \"" + line.words[1] + "\"";
    const Widget* widget = visible_widget(host, line.words[1], 1, "");
    if (!widget) return State::waiting;
    mouse_x_ = widget->visible.x + widget->visible.width / 2;
    mouse_y_ = widget->visible.y + widget->visible.height / 2;
  }
  input.mouse_x = mouse_x_;
  input.mouse_y = mouse_y_;
  return ++phase_ < 3 ? State::waiting : State::done;
}

// drag X Y to X Y, or drag "a widget" to "another"
ScriptDriver::State ScriptDriver::drag(const ScriptLine& line, ScriptHost& host, Input& input) {
  const bool is_named = line.quoted[1];
  if (line.words.size() < (is_named ? 4u : 6u) || line.words[is_named ? 2 : 3] != "to") return State::bad;
  if (phase_ == 0) {
    if (is_named ? !find_drag(line, host) : !read_drag(line)) return State::waiting;
  }
  constexpr int moves = 8;
  const float t = std::clamp(static_cast<float>(phase_ - 2) / moves, 0.0f, 1.0f);
  mouse_x_ = input.mouse_x = drag_[0] + (drag_[2] - drag_[0]) * t;
  mouse_y_ = input.mouse_y = drag_[1] + (drag_[3] - drag_[1]) * t;
  input.pressed = phase_ == 2;
  input.released = phase_ == moves + 3;
  down_ = input.down = phase_ >= 2 && phase_ < moves + 3;
  return phase_++ < moves + 3 ? State::waiting : State::done;
}

bool ScriptDriver::read_drag(const ScriptLine& line) {
  drag_ = {number(line.words[1]), number(line.words[2]), number(line.words[4]), number(line.words[5])};
  return true;
}

// From the middle of one widget to the middle of the other, once both are on screen.
bool ScriptDriver::find_drag(const ScriptLine& line, ScriptHost& host) {
  expected_ = "widgets \"" + line.words[1] + "\" and \"" + line.words[3] + "\"";
  const Widget *from = visible_widget(host, line.words[1], 1, ""), *to = visible_widget(host, line.words[3], 1, "");
  if (!from || !to) return false;
  const auto middle = [](const Rect& r) { return std::array<float, 2>{r.x + r.width / 2, r.y + r.height / 2}; };
  const auto [x0, y0] = middle(from->visible);
  const auto [x1, y1] = middle(to->visible);
  drag_ = {x0, y0, x1, y1};
  return true;
}

ScriptDriver::State ScriptDriver::scroll(const ScriptLine& line, ScriptHost& host, Input& input) {
  if (line.words[1] != "to") {
    input.wheel = -number(line.words[1]);
    return State::done;
  }
  if (line.words.size() < 3) return State::bad;
  const auto& areas = host.widgets.scroll_areas();
  if (line.words[2] == "top" && !line.quoted[2]) {
    for (const ScrollArea& area : areas)
      if (area.id == "page" && area.offset) *area.offset = 0;
    return State::done;
  }
  expected_ = "the text \"" + line.words[2] + "\"";
  for (const DrawnText& drawn : host.widgets.texts()) {
    if (!contains_words(drawn.text, line.words[2])) continue;
    if (drawn.scroll_area >= 0 && drawn.scroll_area < static_cast<int>(areas.size()) && areas[static_cast<size_t>(drawn.scroll_area)].offset) {
      const ScrollArea& area = areas[static_cast<size_t>(drawn.scroll_area)];
      *area.offset = std::max(0.0f, *area.offset + drawn.rect.y - area.rect.y - area.rect.height * 0.06f);
    }
    host.widgets.request_frame();
    return State::done;
  }
  return State::waiting;
}

ScriptDriver::State ScriptDriver::type(const ScriptLine& line, Input& input) {
  std::string text = line.words[1];
  if (line.words[0] == "type") {
    input.text = text;
    return State::done;
  }
  if (text == "file" && !line.quoted[1]) {
    std::ifstream file(line.words.size() > 2 ? line.words[2] : "");
    if (!file) {
      expected_ = "the file to paste cannot be read";
      return State::bad;
    }
    std::ostringstream all;
    all << file.rdbuf();
    text = all.str();
  }
  input.clipboard = text;
  input.keys.push_back({Key::v, true, false, false});
  return State::done;
}

ScriptDriver::State ScriptDriver::key(const ScriptLine& line, Input& input) {
  const auto press = key_from_name(line.words[1]);
  if (!press) {
    expected_ = "`" + line.words[1] + "` is not the name of a key";
    return State::bad;
  }
  input.keys.push_back(*press);
  input.ctrl = press->ctrl;
  input.shift = press->shift;
  input.alt = press->alt;
  return State::done;
}

ScriptDriver::State ScriptDriver::expect(const ScriptLine& line, ScriptHost& host) {
  if (line.words.size() == 3 && line.words[1] == "nothing" && line.words[2] == "cut") return expect_nothing_cut(host);
  const bool is_negated = line.words[1] == "no";
  const size_t at = is_negated ? 2 : 1;
  if (line.words.size() < at + 2) return State::bad;
  const std::string& what = line.words[at];
  const std::string& wanted = line.words[at + 1];
  if (what == "text") {
    expected_ = std::string(is_negated ? "no " : "") + "text \"" + wanted + "\"";
    const bool is_there = std::any_of(host.widgets.texts().begin(), host.widgets.texts().end(),
                                      [&](const DrawnText& t) { return t.is_visible && contains_words(t.text, wanted); });
    return is_there != is_negated ? State::done : State::waiting;
  }
  if (what != "widget") return State::bad;
  const Widget* widget = host.widgets.find(wanted);
  const std::string state = line.words.size() > at + 2 ? line.words[at + 2] : "";
  expected_ = std::string(is_negated ? "no " : "") + "widget \"" + wanted + "\" " + state + (line.words.size() > at + 3 ? " \"" + line.words[at + 3] + "\"" : "");
  if (is_negated) return widget ? State::waiting : State::done;
  if (!widget) return State::waiting;
  bool is_so = true;
  if (state == "enabled") is_so = widget->enabled;
  else if (state == "disabled") is_so = !widget->enabled;
  else if (state == "checked") is_so = widget->checked;
  else if (state == "unchecked") is_so = !widget->checked;
  else if (state == "value") is_so = line.words.size() > at + 3 && contains_words(widget->value, line.words[at + 3]);
  else if (!state.empty()) return State::bad;
  return is_so ? State::done : State::waiting;
}

ScriptDriver::State ScriptDriver::expect_nothing_cut(const ScriptHost& host) {
  const std::vector<std::string> cut = what_is_cut(host.widgets, host.window);
  expected_ = "nothing cut";
  for (const std::string& one : cut) expected_ += "\n    " + one;
  return cut.empty() ? State::done : State::waiting;
}

ScriptDriver::State ScriptDriver::wait(const ScriptLine& line, ScriptHost& host) {
  if (line.words.size() < 3 || line.words[1] != "for") return State::bad;
  if (line.words[2] == "text" && line.words.size() > 3) {
    expected_ = "text \"" + line.words[3] + "\"";
    const bool is_there = std::any_of(host.widgets.texts().begin(), host.widgets.texts().end(),
                                      [&](const DrawnText& t) { return t.is_visible && contains_words(t.text, line.words[3]); });
    return is_there ? State::done : State::waiting;
  }
  expected_ = "nothing to be running any more";
  if (phase_++ < 2) return State::waiting;
  return host.session.is_busy() ? State::waiting : State::done;
}

ScriptDriver::State ScriptDriver::change(const ScriptLine& line, ScriptHost& host) {
  const std::string& command = line.words[0];
  const std::string& value = line.words[1];
  if (command == "size") {
    if (line.words.size() < 3) return State::bad;
    const int width = static_cast<int>(number(value)), height = static_cast<int>(number(line.words[2]));
    expected_ = "a window of " + value + " by " + line.words[2];
    if (phase_++ == 0) host.resize(width, height);
    return phase_ > 3 && host.has_size(width, height) ? State::done : State::waiting;
  }
  if (command == "theme") host.commands.send(SetTheme{value == "dark"});
  if (command == "preset") host.commands.send(SetLayout{value});
  if (command == "language") host.commands.send(SetLanguage{value});
  if (command == "scale") host.commands.send(SetTextScale{number(value)});
  return State::done;
}

// FILE:LINE: what was expected, and what is on screen instead.
void ScriptDriver::fail(const ScriptLine& line, const ScriptHost& host) {
  std::ostringstream out;
  out << script_.file << ':' << line.number << ": expected " << expected_ << "\n  on screen:";
  size_t shown = 0;
  for (const DrawnText& text : host.widgets.texts()) {
    if (!text.is_visible || text.text.size() < 2) continue;
    if (++shown > 150) break;
    out << "\n    " << (text.text.size() > 140 ? text.text.substr(0, 140) + "..." : text.text);
  }
  out << "\n  widgets:";
  shown = 0;
  for (const Widget& widget : host.widgets.widgets()) {
    if (widget.visible.height <= 0 || widget.label.empty()) continue;
    if (++shown > 80) break;
    out << "\n    " << role_name(widget.role) << " \"" << widget.label << "\"" << (widget.enabled ? "" : " disabled") << (widget.checked ? " checked" : "")
        << (widget.value.empty() || widget.value.size() > 60 ? "" : " = " + widget.value);
  }
  failure_ = out.str();
}

}  // namespace wb

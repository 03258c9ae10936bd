// The window's shell: text layout, areas, widgets, scripts, catalogues, theme. No display is needed.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "app/gui/catalogue.h"
#include "app/gui/embedded_assets.h"
#include "app/gui/script.h"
#include "app/gui/text_layout.h"
#include "app/gui/theme_file.h"
#include "app/gui/widgets/registry.h"
#include "app/gui/window_layout.h"
#include "simulator/analysis/sentences.h"

using namespace wb;

namespace {

// Every character is ten wide, code twelve.
float ten_wide(Type type, std::string_view s) { return static_cast<float>(s.size()) * (type == Type::code_text ? 12.0f : 10.0f); }

Inline words(std::string s) { return {Inline::Kind::text, std::move(s), "", {}}; }
Inline code(std::string s) { return {Inline::Kind::code, std::move(s), "", {}}; }
Inline bold(std::string s) { return {Inline::Kind::bold, "", "", {words(std::move(s))}}; }

LaidText lay(const RichText& text, float width) { return lay_out(text, {}, width, ten_wide); }

std::vector<std::string> line_texts(const LaidText& laid) {
  std::vector<std::string> lines;
  float y = -1;
  for (const Fragment& f : laid.fragments) {
    if (f.y != y) lines.emplace_back();
    y = f.y;
    lines.back() += f.text;
  }
  for (std::string& line : lines)
    while (!line.empty() && line.back() == ' ') line.pop_back();
  return lines;
}

Widget widget(std::string id, Rect rect) { return {.role = Role::button, .label = id, .id = id, .rect = rect}; }

Input pointer(float x, float y, bool pressed = false, bool released = false) {
  Input in;
  in.mouse_x = x;
  in.mouse_y = y;
  in.pressed = pressed;
  in.down = pressed;
  in.released = released;
  return in;
}

Input pressing(Key key, bool shift = false) {
  Input in;
  in.keys.push_back({key, false, shift, false});
  return in;
}

}  // namespace

TEST_CASE("words wrap where the measure ends") {
  CHECK(line_texts(lay({words("one two three four")}, 100)) == std::vector<std::string>{"one two", "three four"});
  CHECK(lay({words("one two three four")}, 100).lines == 2);
  CHECK(lay({}, 100).lines == 0);
}

TEST_CASE("a comma stays with the word of another style before it") {
  CHECK(line_texts(lay({bold("abcdefgh"), words(", ij")}, 90)) == std::vector<std::string>{"abcdefgh,", "ij"});
}

TEST_CASE("short code is kept whole, and its chip has room inside the measure") {
  const LaidText laid = lay({words("and back: "), code("row = i / width"), words(".")}, 220);
  CHECK(line_texts(laid) == std::vector<std::string>{"and back:", "row = i / width."});
  for (const Fragment& f : laid.fragments) CHECK(f.x + f.width <= 220.5f);
}

TEST_CASE("long code and long words are cut rather than lost") {
  for (const RichText& text : {RichText{words(std::string(60, 'x'))}, RichText{code(std::string(60, 'y'))}}) {
    const LaidText laid = lay(text, 120);
    CHECK(laid.lines > 4);
    std::string all;
    for (const Fragment& f : laid.fragments) all += f.text;
    CHECK(all.size() == 60);
  }
}

TEST_CASE("fragments of one style join, and no text is lost at any width") {
  const RichText text{words("Launch a grid of "), bold("16 by 16"), words(" blocks over the "), code("photo"), words(", then read three bytes and write one.")};
  for (float width = 30; width < 900; width += 7) {
    std::string all;
    for (const Fragment& f : lay(text, width).fragments) all += f.text;
    std::string squeezed;
    for (char c : all)
      if (c != ' ') squeezed += c;
    CHECK(squeezed == "Launchagridof16by16blocksoverthephoto,thenreadthreebytesandwriteone.");
  }
}

TEST_CASE("table columns take what they need, and share when there is too little") {
  CHECK(column_widths({50, 60}, {20, 20}, 300, 10) == std::vector<float>{50, 60});
  const std::vector<float> narrow = column_widths({100, 300}, {40, 60}, 210, 10);
  CHECK(narrow[0] >= 40);
  CHECK(narrow[1] >= 60);
  CHECK(narrow[0] + narrow[1] == doctest::Approx(200));
  CHECK(column_widths({}, {}, 100, 10).empty());
}

TEST_CASE("the window's areas tile it, from 1280x720 to 4K") {
  struct Size { float w, h, scale; };
  for (const Size& size : {Size{1280, 720, 1}, Size{1600, 1000, 1}, Size{1920, 1080, 1}, Size{3840, 2160, 2}, Size{3840, 2160, 0.8f}}) {
    CAPTURE(size.w);
    const Rect window{0, 0, size.w, size.h};
    const WindowAreas a = divide(window, {}, size.scale, 48 * size.scale, 46 * size.scale);
    CHECK(a.top.width == size.w);
    CHECK(a.list.right() == a.page.x);
    CHECK(a.page.right() == a.source.x);
    CHECK(a.source.right() == a.machine.x);
    CHECK(a.machine.right() == size.w);
    CHECK(a.transport.y == a.source.bottom());
    CHECK(a.results.bottom() == doctest::Approx(size.h));
    CHECK(a.page.width > 0);
  }
}

TEST_CASE("where the room is small for the text, one view at a time is shown over the transport") {
  const auto shown = [](float w, float h, float scale, const char* part) {
    Layout layout;
    layout.part = part;
    return divide({0, 0, w, h}, layout, scale, 48 * scale, 46 * scale);
  };
  CHECK(fold_of({0, 0, 1280, 720}, 1.25f) == Fold::none);
  CHECK(fold_of({0, 0, 1280, 720}, 1.5f) == Fold::right);
  CHECK(fold_of({0, 0, 1280, 720}, 2) == Fold::all);
  const WindowAreas beside = shown(1600, 1000, 2, "memory is no part");
  CHECK(beside.page.right() == beside.source.x);
  CHECK(beside.source.right() == 1600);
  CHECK(beside.transport.y == beside.source.bottom());
  CHECK(beside.machine.width == 0);
  CHECK(shown(1600, 1000, 2, "results").results.bottom() == beside.transport.y);
  const WindowAreas alone = shown(1280, 720, 2, "machine"), page = shown(1280, 720, 2, "page");
  CHECK(alone.machine.width == 1280);
  CHECK(alone.page.width == 0);
  CHECK(page.page.bottom() == 720);
  CHECK(page.transport.width == 0);
}

TEST_CASE("a split that was dragged stays where it was put") {
  const Rect window{0, 0, 1600, 1000};
  const Layout before;
  WindowAreas a = divide(window, before, 1, 48, 46);
  a.page_split.at = 800;
  a.page.width = 800 - a.page.x;
  const Layout after = with_splits(a, window, before, 1);
  CHECK(divide(window, after, 1, 48, 46).page_split.at == doctest::Approx(800).epsilon(0.002));
}

TEST_CASE("a press and a release on one widget are a click; elsewhere they are not") {
  WidgetRegistry registry;
  const auto frame = [&](const Input& in) {
    registry.begin_frame(in);
    const Interaction a = registry.add(widget("a", {0, 0, 100, 20})), b = registry.add(widget("b", {0, 30, 100, 20}));
    registry.end_frame();
    return std::pair{a, b};
  };
  frame({});
  CHECK(frame(pointer(5, 5)).first.hovered);
  CHECK(frame(pointer(5, 5, true)).first.pressed);
  CHECK(frame(pointer(5, 5, false, true)).first.activated);
  frame(pointer(5, 5, true));
  const auto [a, b] = frame(pointer(5, 35, false, true));
  CHECK_FALSE(a.activated);
  CHECK_FALSE(b.activated);
}

TEST_CASE("what lies above takes the pointer, and what is clipped away cannot be hit") {
  WidgetRegistry registry;
  const auto frame = [&](const Input& in) {
    registry.begin_frame(in);
    registry.push_clip({0, 0, 100, 50});
    const Interaction below = registry.add(widget("below", {0, 0, 100, 100}));
    registry.pop_clip();
    registry.push_layer();
    const Interaction above = registry.add(widget("above", {0, 0, 20, 20}));
    registry.pop_layer();
    registry.end_frame();
    return std::pair{below, above};
  };
  frame({});
  CHECK(frame(pointer(10, 10)).second.hovered);
  CHECK_FALSE(frame(pointer(10, 10)).first.hovered);
  CHECK(frame(pointer(40, 40)).first.hovered);
  CHECK_FALSE(frame(pointer(40, 80)).first.hovered);
}

TEST_CASE("Tab walks through what is enabled, and Enter presses it") {
  WidgetRegistry registry;
  const auto frame = [&](const Input& in) {
    registry.begin_frame(in);
    Widget second = widget("second", {0, 30, 10, 10});
    second.enabled = false;
    registry.add(widget("first", {0, 0, 10, 10}));
    registry.add(second);
    const Interaction third = registry.add(widget("third", {0, 60, 10, 10}));
    registry.end_frame();
    return third;
  };
  frame({});
  frame(pressing(Key::tab));
  CHECK(registry.focus() == "first");
  frame(pressing(Key::tab));
  CHECK(registry.focus() == "third");
  CHECK(frame(pressing(Key::enter)).activated);
  frame(pressing(Key::tab, true));
  CHECK(registry.focus() == "first");
}

TEST_CASE("scripts: words, quotes, comments, and a mistake with its line") {
  Script script;
  std::string error;
  REQUIRE(parse_script("# first\nopen 04\n\nclick \"15, 39 and \\\"63\\\"\" # why not\n", "a.wbs", script, error));
  REQUIRE(script.lines.size() == 2);
  CHECK(script.lines[1].number == 4);
  CHECK(script.lines[1].words[1] == "15, 39 and \"63\"");
  CHECK_FALSE(parse_script("open 04\npress \"Run\"\n", "a.wbs", script, error));
  CHECK(error == "a.wbs:2: `press` is not a command of scripts");
  CHECK_FALSE(parse_script("type \"open\n", "a.wbs", script, error));
  CHECK(error.find("a.wbs:1:") == 0);
}

TEST_CASE("scripts: names of keys") {
  CHECK(key_from_name("Shift+F10")->key == Key::f10);
  CHECK(key_from_name("Shift+F10")->shift);
  CHECK(key_from_name("Ctrl+A")->key == Key::a);
  CHECK(key_from_name("7")->key == Key::digit7);
  CHECK_FALSE(key_from_name("Hyper+A"));
  CHECK_FALSE(key_from_name("F13"));
  CHECK_FALSE(key_from_name(""));
}

TEST_CASE("both catalogues have the same keys, and the same holes in each sentence") {
  Catalogue catalogue;
  REQUIRE(catalogue.load("en", embedded::text_en_toml));
  REQUIRE(catalogue.load("ko", embedded::text_ko_toml));
  const auto holes = [](const std::string& s) {
    std::set<char> found;
    for (size_t i = 0; i + 2 < s.size(); ++i)
      if (s[i] == '{' && s[i + 2] == '}') found.insert(s[i + 1]);
    return found;
  };
  for (const auto& [key, english] : catalogue.entries("en")) {
    CAPTURE(key);
    const auto korean = catalogue.entries("ko").find(key);
    REQUIRE(korean != catalogue.entries("ko").end());
    CHECK(holes(english) == holes(korean->second));
    CHECK_FALSE(korean->second.empty());
  }
  for (const auto& [key, korean] : catalogue.entries("ko")) {
    CAPTURE(key);
    if (!key.starts_with("finding.")) CHECK(catalogue.entries("en").contains(key));
  }
}

TEST_CASE("findings told in Korean are those that the simulator knows, with no other holes") {
  Catalogue catalogue;
  REQUIRE(catalogue.load("ko", embedded::text_ko_toml));
  size_t told = 0;
  for (const auto& [key, korean] : catalogue.entries("ko")) {
    if (!key.starts_with("finding.")) continue;
    CAPTURE(key);
    const size_t part = key.rfind('.');
    const Sentence& known = sentence(key.substr(8, part - 8));
    REQUIRE_FALSE(known.code.empty());
    const std::string_view english = key.substr(part) == ".hint" ? known.hint : known.message;
    for (size_t at = korean.find('{'); at != std::string::npos; at = korean.find('{', at + 1)) CHECK(english.find(korean.substr(at, 3)) != std::string_view::npos);
    ++told;
  }
  CHECK(told > 30);
}

TEST_CASE("what a model says in English is said in Korean where it is known, and stays English elsewhere") {
  Catalogue catalogue;
  REQUIRE(catalogue.load("en", embedded::text_en_toml));
  REQUIRE(catalogue.load("ko", embedded::text_ko_toml));
  CHECK(catalogue.phrase("Threads 0 and 33 touch count[0] with nothing between them") == "Threads 0 and 33 touch count[0] with nothing between them");
  catalogue.set_language("ko");
  CHECK(catalogue.phrase("Threads 0 and 33 touch count[0] with nothing between them") == "스레드 0과(와) 33이(가) 사이에 아무것도 없이 count[0]에 접근합니다");
  CHECK(catalogue.phrase("no barrier, no atomic, same warp") == "배리어 없음, 원자 연산 아님, 같은 워프");
  CHECK(catalogue.phrase("Nothing puts fill, launched at line 22, and the copy at line 24 in order") == "22행에서 실행한 fill과(와) 24행의 복사의 순서를 정하는 것이 없습니다");
  CHECK(catalogue.phrase("out, 256 numbers, under 4 blocks of 64 threads") == "out, 숫자 256개, 블록 4개, 블록당 스레드 64개");
  CHECK(catalogue.phrase("nobody has said this") == "nobody has said this");
}

TEST_CASE("a sentence is filled in; a missing translation is English, an unknown key itself") {
  Catalogue catalogue;
  catalogue.load("en", "[a]\nb = \"{1} before {0}\"\nc = \"only here\"");
  catalogue.load("ko", "[a]\nb = \"{0}\"");
  CHECK(catalogue.text("a.b", {"x", "y"}) == "y before x");
  catalogue.set_language("ko");
  CHECK(catalogue.text("a.c") == "only here");
  CHECK(catalogue.text("no.such") == "no.such");
  CHECK_FALSE(catalogue.load("en", "[a\nb"));
}

namespace {
double luminance(Colour c) {
  double sum = 0;
  constexpr double weights[] = {0.2126, 0.7152, 0.0722};
  for (int i = 0; i < 3; ++i) {
    const double v = (c >> (8 * i) & 0xff) / 255.0;
    sum += weights[i] * (v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
  }
  return sum;
}
double contrast(Colour a, Colour b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}
}  // namespace

TEST_CASE("both themes are complete, and their text can be read") {
  for (bool is_dark : {false, true}) {
    CAPTURE(is_dark);
    std::string problem;
    const Theme theme = read_theme(embedded::theme_toml, is_dark, 2, &problem);
    CHECK(problem == "");
    CHECK(theme.text_size == doctest::Approx(31));
    CHECK(contrast(theme.ink, theme.paper) > 10);
    CHECK(contrast(theme.quiet, theme.paper) > 4);
    CHECK(contrast(theme.code_comment, theme.paper) > 3.5);
    for (Colour c : {theme.code_keyword, theme.code_type, theme.code_builtin, theme.code_number, theme.code_string, theme.code_preprocessor})
      CHECK(contrast(c, theme.paper) > 4.5);
    CHECK(contrast(theme.bad, theme.paper) > 3);
    CHECK(contrast(theme.good, theme.paper) > 3);
  }
  std::string problem;
  read_theme("[light]\nink = \"blue\"", false, 1, &problem);
  CHECK_FALSE(problem.empty());
}

TEST_CASE("broken UTF-8 comes out one bad byte at a time and never runs past the end") {
  for (const std::string& s : {std::string("\xff\xfe"), std::string("\xe2\x82"), std::string("a\xc3"), std::string("\xf0\x9f\x98"), std::string("\xc0\x80")}) {
    size_t at = 0, steps = 0;
    while (at < s.size() && steps++ < 10) next_code_point(s, at);
    CHECK(at == s.size());
  }
  size_t at = 0;
  CHECK(next_code_point("\xed\x95\x9c", at) == 0xD55C);
  CHECK(at == 3);
  std::string out;
  append_utf8(out, 0xD55C);
  CHECK(out == "\xed\x95\x9c");
}

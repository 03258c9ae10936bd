#include "simulator/source/render.h"

#include <doctest/doctest.h>

#include "simulator/source/diagnostic_codes.h"

using namespace wb;

namespace {
Diagnostic unknown_name(Span span) { return {Severity::error, Code::WB3002, span, {"widht", "width"}, {}}; }
}  // namespace

TEST_CASE("a diagnostic is message, line, caret and label") {
  SourceMap sources;
  FileId file = sources.add("grey.cu", "int a;\n  int i = y * widht + x;\n");
  CHECK(render(sources, unknown_name({file, 21, 26, 0})) ==
        "grey.cu:2:15: error[WB3002]: `widht` is not declared\n"
        "    2 |   int i = y * widht + x;\n"
        "      |               ^^^^^ did you mean `width`?\n");
}

TEST_CASE("colour is for terminals only") {
  SourceMap sources;
  FileId file = sources.add("a.cu", "widht\n");
  CHECK(render(sources, unknown_name({file, 0, 5, 0})).find('\x1b') == std::string::npos);
  CHECK(render(sources, unknown_name({file, 0, 5, 0}), {.colour = true}).find("\x1b[") != std::string::npos);
}

TEST_CASE("tabs, wide characters and long lines keep the caret under its text") {
  SourceMap sources;
  FileId file = sources.add("a.cu", "\t\xc3\xa4 widht\n" + std::string(500, 'x') + " widht\n");
  CHECK(render_excerpt(sources, {file, 4, 9, 0}, "") == "    1 |  \xc3\xa4 widht\n      |    ^^^^^\n");
  std::string far = render_excerpt(sources, {file, 511, 516, 0}, "");
  CHECK(far.size() < 400);
  CHECK(far.find("^^^^^") != std::string::npos);
}

TEST_CASE("an empty place at the end of a line has a caret") {
  SourceMap sources;
  FileId file = sources.add("a.cu", "int x\n");
  CHECK(render_excerpt(sources, {file, 5, 5, 0}, "here") == "    1 | int x\n      |      ^ here\n");
}

TEST_CASE("braces and arguments are filled in") {
  CHECK(fill_in("{0} in {{ }} and {1}{2}", {"a", "b"}) == "a in { } and b");
}

TEST_CASE("after the limit the sink keeps no more errors") {
  DiagSink sink(3);
  for (int i = 0; i < 10; ++i) sink.add(unknown_name({}));
  CHECK(sink.all().size() == 3);
  CHECK(sink.is_full());
  CHECK(sink.all().back().notes.size() == 1);
}

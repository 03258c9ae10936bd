// Breakpoints: they slide to code, stay with their lines, hold a run both ways where their condition says so, and outlive the window.
#include <doctest/doctest.h>

#include "app/session/breakpoints.h"
#include "simulator/recording/recording.h"
#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;

namespace {

// The line of the open source that holds these words.
uint32_t line_of(const Session& session, const std::string& words) {
  const std::string& text = session.source()->text;
  const size_t at = text.find(words);
  REQUIRE(at != std::string::npos);
  return static_cast<uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
}

std::vector<uint32_t> lines_of(const Breakpoints& all) {
  std::vector<uint32_t> lines;
  for (const Breakpoint& b : all) lines.push_back(b.line);
  return lines;
}

// The whole photo of lesson 04, recorded, with a breakpoint where it stores.
struct Photo : Desk {
  uint32_t line = 0;
  Photo() : Desk("04", std::string(WB_SOURCE_DIR) + "/lessons", true) {
    answer_all();
    send(OpenSource{"photo"});
    line = line_of(*session, "out[i] =");
  }
  void run() {
    Desk::run("photo");
    settle();
    REQUIRE(session->recording());
  }
  void go_on(Direction direction = Direction::forwards) {
    send(Continue{direction});
    settle();
  }
  ThreadRef held_for() const { return session->selection().thread.value_or(ThreadRef{~0u, ~0u}); }
};

}  // namespace

TEST_CASE("breakpoints move with the lines that they stand on") {
  Breakpoints all{{2, "a", true}, {4, "", true}, {6, "", false}};
  SUBCASE("lines come in front") {
    follow_edit(all, "1\n2\n3\n4\n5\n6", "x\ny\n1\n2\n3\n4\n5\n6");
    CHECK(lines_of(all) == std::vector<uint32_t>{4, 6, 8});
  }
  SUBCASE("a line goes between them") {
    follow_edit(all, "1\n2\n3\n4\n5\n6", "1\n2\n4\n5\n6");
    CHECK(lines_of(all) == std::vector<uint32_t>{2, 3, 5});
  }
  SUBCASE("a line is edited in place") {
    follow_edit(all, "1\n2\n3\n4\n5\n6", "1\n2\n3\nfour\n5\n6");
    CHECK(lines_of(all) == std::vector<uint32_t>{2, 4, 6});
  }
  SUBCASE("their own line goes: they stay where it was") {
    follow_edit(all, "1\n2\n3\n4\n5\n6", "1\n2\n3\n5\n6");
    CHECK(lines_of(all) == std::vector<uint32_t>{2, 4, 5});
  }
  SUBCASE("the rest of the text goes, and they with it") {
    follow_edit(all, "1\n2\n3\n4\n5\n6", "1");
    CHECK(all.empty());
  }
  CHECK(line_with_code({3, 7}, 1) == 3);
  CHECK(line_with_code({3, 7}, 7) == 7);
  CHECK(line_with_code({3, 7}, 8) == 0);
}

TEST_CASE("a breakpoint is set on the next line with code, and taken away again") {
  Photo photo;
  photo.send(ToggleBreakpoint{"photo", 1});
  REQUIRE(photo.session->breakpoints("photo").size() == 1);
  const uint32_t line = photo.session->breakpoints("photo")[0].line;
  CHECK(photo.session->source()->code_lines.contains(line));
  photo.send(ToggleBreakpoint{"photo", line});
  CHECK(photo.session->breakpoints("photo").empty());
  photo.send(ToggleBreakpoint{"photo", 10'000});
  CHECK(photo.session->breakpoints("photo").empty());
}

TEST_CASE("a run is held at its first breakpoint, goes on warp by warp, and back") {
  Photo photo;
  photo.send(ToggleBreakpoint{"photo", photo.line});
  photo.run();
  REQUIRE(photo.session->held_break());
  CHECK(photo.session->resolved().current_line == photo.line);
  CHECK(photo.held_for() == ThreadRef{0, 0});
  CHECK(photo.session->held_break()->arrival.lanes == ~0u);
  const Tick first = photo.session->selection().tick;
  photo.go_on();
  CHECK(photo.held_for() == ThreadRef{0, 32});
  photo.go_on(Direction::backwards);
  CHECK(photo.session->selection().tick == first);
  CHECK_FALSE(photo.session->missed_break());
  photo.go_on(Direction::backwards);   // there is no earlier moment: it stays
  CHECK(photo.session->selection().tick == first);
  CHECK(photo.session->held_break());
  REQUIRE(photo.session->missed_break());
  CHECK(photo.session->missed_break()->direction == Direction::backwards);
  photo.go_on();
  CHECK_FALSE(photo.session->missed_break());
  photo.send(ChangeBreakpoint{"photo", photo.line, "", false});   // with none at all it goes to the start
  photo.go_on(Direction::backwards);
  CHECK(photo.session->selection().tick == 0);
  CHECK_FALSE(photo.session->held_break());
}

TEST_CASE("a condition picks the threads; without any left the run goes to its end") {
  Photo photo;
  photo.send(ToggleBreakpoint{"photo", photo.line});
  photo.send(ChangeBreakpoint{"photo", photo.line, "blockIdx.x == 3 && threadIdx.x % 64 == 37", true});
  photo.run();
  REQUIRE(photo.session->held_break());
  CHECK(photo.held_for() == ThreadRef{3, 37});
  CHECK(photo.session->held_break()->arrival.lanes == 1u << 5);
  photo.go_on();
  CHECK(photo.held_for() == ThreadRef{3, 101});
  SUBCASE("a value of the thread's own") {
    photo.send(ChangeBreakpoint{"photo", photo.line, "i == 5 * 256 + 9", true});
    photo.go_on();
    CHECK(photo.held_for() == ThreadRef{5, 9});
    photo.go_on();
    CHECK(photo.session->selection().tick == photo.session->recording()->end());
    REQUIRE(photo.session->missed_break());
    CHECK(photo.session->missed_break()->direction == Direction::forwards);
    photo.go_on(Direction::backwards);
    CHECK(photo.held_for() == ThreadRef{5, 9});
  }
  SUBCASE("turned off") {
    photo.send(ChangeBreakpoint{"photo", photo.line, "", false});
    photo.go_on();
    CHECK(photo.session->selection().tick == photo.session->recording()->end());
  }
  SUBCASE("no expression at all: held, and told why") {
    photo.send(ChangeBreakpoint{"photo", photo.line, "i == nobody", true});
    photo.go_on();
    REQUIRE(photo.session->held_break());
    CHECK_FALSE(photo.session->held_break()->problem.empty());
  }
}

TEST_CASE("breakpoints are there again after the window was closed") {
  Photo photo;
  photo.send(ToggleBreakpoint{"photo", photo.line});
  photo.send(ChangeBreakpoint{"photo", photo.line, "i > 7", false});
  const Breakpoints before = photo.session->breakpoints("photo");
  photo.open();
  photo.send(OpenSource{"photo"});
  CHECK(photo.session->breakpoints("photo") == before);
  photo.send(ClearBreakpoints{});
  photo.open();
  photo.send(OpenSource{"photo"});
  CHECK(photo.session->breakpoints("photo").empty());
}

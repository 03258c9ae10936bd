#include <doctest.h>

#include "app/gui/panels/transport_model.h"
#include "app/gui/panels/wording.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

TEST_CASE("numbers are said with thousands separators") {
  CHECK(with_thousands(0) == "0");
  CHECK(with_thousands(999) == "999");
  CHECK(with_thousands(393216) == "393,216");
  CHECK(format_number(-1204.5) == "-1,204.5");
  CHECK(format_number(0.25) == "0.25");
  CHECK(format_number(3) == "3");
  CHECK(format_number(0.00001) == "1e-05");
}

TEST_CASE("durations keep two figures that matter") {
  CHECK(format_ms(0.0042) == "0.004 ms");
  CHECK(format_ms(0.00056) == "560 ns");
  CHECK(format_ms(0.34) == "0.34 ms");
  CHECK(format_ms(3.14) == "3.1 ms");
  CHECK(format_ms(42.3) == "42 ms");
  CHECK(format_ms(1250) == "1,250 ms");
  CHECK(format_ms(-1) == "unknown");
}

TEST_CASE("places are named by the dimensions that the launch has") {
  LaunchShape line{{4, 1, 1}, {256, 1, 1}}, plane{{6, 4, 1}, {16, 16, 1}};
  CHECK(block_words(line, 2) == "block 2");
  CHECK(block_words(plane, 8) == "block (2, 1)");
  CHECK(thread_words(plane, 115) == "thread (3, 7)");
  CHECK(element_words("out", {4, 6}, 15) == "out[2][3]");
  CHECK(element_words("count", {1}, 0) == "count[0]");
}

TEST_CASE("neighbouring elements are a range, others a list") {
  CHECK(element_list_words("rgb", {8939, 8937, 8938}) == "rgb[8,937 ... 8,939]");
  CHECK(element_list_words("rgb", {15, 39, 63}) == "rgb[15], rgb[39], rgb[63]");
  CHECK(element_list_words("a", {1, 3, 5, 7, 9, 11}) == "a[1], a[3], a[5], a[7] and 2 more");
}

TEST_CASE("plurals and dates") {
  CHECK(plural(1, "lane") == "1 lane");
  CHECK(plural(2930, "step") == "2,930 steps");
  CHECK(plural(2, "branch") == "2 branches");
  CHECK(date_words("2026-11-20") == "20 Nov 2026");
  CHECK(date_words("yesterday") == "yesterday");
}

TEST_CASE("messages become sentences, and names keep their letters") {
  CHECK(as_sentence("expected `;` after this") == "Expected ; after this.");
  CHECK(as_sentence("`widht` is not declared") == "widht is not declared.");
  CHECK(as_sentence("").empty());
  CHECK(as_sentence("a barrier is missing") == "A barrier is missing.");
  CHECK(as_sentence("out-of-order, in part") == "Out-of-order, in part.");
  for (const char* code : {"count[0] is 683.", "rgb2grey runs.", "race.raw: thread 21.", "px_of is 5.", "i+1 is 5."}) CHECK(as_sentence(code) == code);
}

TEST_CASE("long paths in a sentence are cut in the middle, short ones and other words are left") {
  const std::string dots = "\xE2\x80\xA6";
  CHECK(with_short_paths("/home/student/course/build/release/loops/warpbook-loops: it was not found") == "/home/" + dots + "/loops/warpbook-loops: it was not found");
  CHECK(with_short_paths("see `lessons/AUTHORING.md`, or sectors/request") == "see `lessons/AUTHORING.md`, or sectors/request");
  const std::string one_part = "/" + std::string(60, 'a');
  CHECK(with_short_paths(one_part) == one_part);
  CHECK(with_short_paths("/home/" + std::string(60, 'b')) == "/home/" + std::string(60, 'b'));   // nothing between to leave out
  CHECK(with_short_paths("").empty());
}

TEST_CASE("the next finding in time, both ways, past the selected one") {
  std::vector<Finding> findings(4);
  findings[0].tick = 40;
  findings[1].tick = 10;
  findings[2].tick = 40;
  findings[3].tick = 20;
  findings[3].severity = Severity::note;
  CHECK(next_finding(findings, 0, -1, Direction::forwards) == std::optional(1));
  CHECK(next_finding(findings, 10, 1, Direction::forwards) == std::optional(0));
  CHECK(next_finding(findings, 40, 0, Direction::forwards) == std::optional(2));
  CHECK(next_finding(findings, 40, 2, Direction::forwards) == std::optional(1));   // round the end
  CHECK(next_finding(findings, 10, 1, Direction::backwards) == std::optional(2));
  CHECK_FALSE(next_finding({}, 0, -1, Direction::forwards));
  CHECK(is_round_the_end(findings, 40, 2, 1, Direction::forwards));
  CHECK(is_round_the_end(findings, 10, 1, 2, Direction::backwards));
  CHECK(is_round_the_end(findings, 99, -1, 1, Direction::forwards));
  CHECK(is_round_the_end(findings, 40, 2, 2, Direction::forwards));
  CHECK_FALSE(is_round_the_end(findings, 40, 0, 2, Direction::forwards));
  CHECK_FALSE(is_round_the_end(findings, 10, 1, 0, Direction::forwards));
  CHECK_FALSE(is_round_the_end(findings, 40, 0, 1, Direction::backwards));
  CHECK(next_finding(findings, 40, 0, Direction::backwards) == std::optional(1));
  CHECK(next_finding(findings, 100, -1, Direction::backwards) == std::optional(2));
}

TEST_CASE("findings that no step of the run shows come behind the others, and are passed over one by one") {
  std::vector<Finding> findings(3);
  findings[0].places.resize(1);
  findings[0].places[0].by = "the host program";
  findings[1].tick = 10;
  findings[2].only_under = SchedulePick{};
  CHECK(next_finding(findings, 0, -1, Direction::forwards) == std::optional(1));
  CHECK(next_finding(findings, 10, 1, Direction::forwards) == std::optional(0));
  CHECK(next_finding(findings, 10, 0, Direction::forwards) == std::optional(2));   // the run stands still
  CHECK(next_finding(findings, 10, 2, Direction::forwards) == std::optional(1));
  CHECK(next_finding(findings, 10, 0, Direction::backwards) == std::optional(1));
  CHECK_FALSE(is_round_the_end(findings, 10, 0, 2, Direction::forwards));
  CHECK(is_round_the_end(findings, 10, 2, 1, Direction::forwards));
  findings.resize(1);
  CHECK((next_finding(findings, 25, 0, Direction::forwards) == std::optional(0) && is_at_finding(findings, 25, 0)));
}

TEST_CASE("marks that would touch on the slider are one, notes are none") {
  std::vector<Finding> findings(3);
  findings[0].tick = 500;
  findings[1].tick = 501;
  findings[2].tick = 900;
  findings[2].severity = Severity::note;
  HandMadeRecording run;
  run.steps.resize(1000);
  run.finding_list = findings;
  const auto marks = finding_marks(run, 300);
  REQUIRE(marks.size() == 1);
  CHECK(marks[0].count == 2);
  CHECK(marks[0].share == doctest::Approx(0.5));
}

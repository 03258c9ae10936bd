// The student's text: compiled on each edit, checked, kept.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "app/workbook/parsons.h"
#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;

namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(WB_SOURCE_DIR) + "/lessons/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The only course that something is kept of.
std::string course_in(const std::filesystem::path& data) {
  for (const auto& entry : std::filesystem::directory_iterator(data))
    if (entry.is_directory()) return entry.path().filename().string();
  return {};
}

}  // namespace

TEST_CASE("an edit compiles at once, and a mistake has its place") {
  Desk desk;
  desk.send(OpenSource{"interleaved"});
  REQUIRE(desk.session->source());
  CHECK(desk.session->source()->is_editable);
  CHECK(desk.session->source()->diagnostics.empty());
  std::string text = desk.session->source()->text;
  text.replace(text.find("rgb[i]"), 6, "rgb[j]");
  desk.send(EditSource{"interleaved", text});
  const SourceState& source = *desk.session->source();
  CHECK(source.is_edited());
  CHECK(source.revision == 2);
  REQUIRE_FALSE(source.diagnostics.empty());
  CHECK(source.diagnostics[0].severity == Severity::error);
  CHECK(source.sources->text(source.diagnostics[0].span) == "j");
}

TEST_CASE("a launch's own source cannot be edited") {
  Desk desk;
  desk.send(OpenSource{"photo"});
  desk.send(EditSource{"photo", "nothing"});
  CHECK_FALSE(desk.session->source()->is_edited());
}

TEST_CASE("an exercise fails as shipped, and passes with its solution") {
  Desk desk;
  desk.answer_all();
  desk.send(CheckExercise{"white-stays-white"});
  CHECK(desk.session->exercise("white-stays-white").is_checking);
  desk.settle();
  const ExerciseView& view = desk.session->exercise("white-stays-white");
  REQUIRE_FALSE(view.checks.empty());
  CHECK(view.checks[0].state == CheckLine::State::failed);
  CHECK_FALSE(view.is_passed);
  desk.send(EditSource{"white-stays-white", text_of("04-rgb-to-grey/exercise-2.solution.cu")});
  CHECK(desk.session->exercise("white-stays-white").is_stale);
  desk.send(CheckExercise{"white-stays-white"});
  desk.settle();
  CHECK(desk.session->exercise("white-stays-white").is_passed);
}

TEST_CASE("a check shows the source beside what it shows of the run") {
  Desk desk;
  desk.answer_all();
  desk.send(OpenSource{"photo"});
  desk.send(CheckExercise{"white-stays-white"});
  desk.settle();
  CHECK(desk.session->source()->name == "white-stays-white");
  CHECK(desk.session->selection().launch == "white-stays-white");
}

TEST_CASE("text that does not compile is said, not checked") {
  Desk desk;
  desk.send(EditSource{"white-stays-white", "__global__ void rgb2grey("});
  desk.send(CheckExercise{"white-stays-white"});
  desk.settle();
  CHECK(desk.session->exercise("white-stays-white").problem == "exercise.does_not_compile");
  CHECK_FALSE(desk.session->exercise("white-stays-white").is_passed);
}

TEST_CASE("another text drops what was said of the last one") {
  Desk desk;
  desk.send(EditSource{"white-stays-white", "__global__ void rgb2grey("});
  desk.send(CheckExercise{"white-stays-white"});
  desk.settle();
  REQUIRE_FALSE(desk.session->exercise("white-stays-white").problem.empty());
  SUBCASE("edited") { desk.send(EditSource{"white-stays-white", "__global__ void rgb2grey()"}); }
  SUBCASE("reset") { desk.send(ResetSource{"white-stays-white"}); }
  CHECK(desk.session->exercise("white-stays-white").problem.empty());
  CHECK(desk.session->exercise("white-stays-white").is_stale);
}

TEST_CASE("a verdict on a text that was changed meanwhile is not said of the new one") {
  Desk desk;
  desk.send(EditSource{"white-stays-white", "__global__ void rgb2grey("});
  desk.send(CheckExercise{"white-stays-white"});
  desk.send(ResetSource{"white-stays-white"});
  desk.settle();
  CHECK(desk.session->exercise("white-stays-white").problem.empty());
}

TEST_CASE("hints come one at a time") {
  Desk desk;
  for (int shown : {1, 2, 3, 3}) {
    desk.send(ShowHint{"interleaved"});
    CHECK(desk.session->exercise("interleaved").hints_shown == shown);
  }
}

TEST_CASE("edits and passed exercises outlive the window; reset brings the lesson's text back") {
  Desk desk("04", std::string(WB_SOURCE_DIR) + "/lessons", true);
  const std::string solution = text_of("04-rgb-to-grey/exercise-2.solution.cu");
  desk.send(EditSource{"white-stays-white", solution});
  desk.send(CheckExercise{"white-stays-white"});
  desk.settle();
  REQUIRE(desk.session->exercise("white-stays-white").is_passed);
  desk.open();
  CHECK(desk.session->exercise("white-stays-white").is_passed);
  desk.send(OpenSource{"white-stays-white"});
  CHECK(desk.session->source()->text == solution);
  desk.send(ResetSource{"white-stays-white"});
  CHECK_FALSE(desk.session->source()->is_edited());
  desk.open();
  desk.send(OpenSource{"white-stays-white"});
  CHECK_FALSE(desk.session->source()->is_edited());
}

TEST_CASE("a program that is killed between two keys has kept both") {
  Desk desk("04", std::string(WB_SOURCE_DIR) + "/lessons", true);
  desk.send(OpenSource{"white-stays-white"});
  const std::string original = desk.session->source()->text;
  for (const std::string typed : {"// o", "// on", "// one"}) {   // no poll between: no pause that would keep it
    desk.send(EditSource{"white-stays-white", original + typed});
    const ProgressStore seen_by_the_next(course_in(desk.data), desk.session->lesson()->id, desk.data);
    const std::optional<Edit> kept = seen_by_the_next.edit("white-stays-white", original);
    REQUIRE(kept);
    CHECK(kept->text == original + typed);
  }
}

TEST_CASE("a run of an edited exercise runs the student's text, and the run card of an exercise its solution") {
  Desk desk;
  desk.send(EditSource{"white-stays-white", text_of("04-rgb-to-grey/exercise-2.solution.cu")});
  desk.run("white-stays-white");
  desk.settle();
  const RunSlot* slot = desk.session->slot("white-stays-white");
  REQUIRE(slot);
  REQUIRE(slot->launch);
  CHECK(slot->launch->source == text_of("04-rgb-to-grey/exercise-2.solution.cu"));
}

TEST_CASE("lines put in order are ordinary text: run, checked, kept") {
  Desk desk("12", std::string(WB_SOURCE_DIR) + "/lessons", true);
  desk.send(OpenSource{"turn"});
  std::string why;
  const auto start = parsons_of(desk.session->source()->text, why);
  REQUIRE(start);
  const auto card = [&](const std::string& line) { return static_cast<int>(std::find(start->cards.begin(), start->cards.end(), line) - start->cards.begin()); };
  const int fetch = card("unsigned char v = px[31 - i];"), meet = card("__syncwarp();"), store = card("px[i] = v;");
  desk.send(EditSource{"turn", text_of(*start, {fetch, store})});
  CHECK(desk.session->source()->diagnostics.empty());
  desk.send(CheckExercise{"turn"});
  desk.settle();
  CHECK_FALSE(desk.session->exercise("turn").is_passed);   // nobody meets
  desk.open();
  desk.send(OpenSource{"turn"});
  CHECK(arrangement_of(*start, desk.session->source()->text) == Arrangement{fetch, store});
  desk.send(EditSource{"turn", text_of(*start, {fetch, meet, store})});
  desk.send(CheckExercise{"turn"});
  desk.settle();
  CHECK(desk.session->exercise("turn").is_passed);
}

TEST_CASE("an exercise that is answered can be tried until it is right, and stays passed") {
  Desk desk("13", std::string(WB_SOURCE_DIR) + "/lessons", true);
  const auto view = [&]() -> const ExerciseView& { return desk.session->exercise("by-hand"); };
  desk.send(OpenSource{"by-hand"});
  CHECK((!desk.session->source() || desk.session->source()->name != "by-hand"));   // there is no text to open
  desk.send(AnswerExercise{"by-hand", -1, "about ten"});
  CHECK(view().problem == "exercise.no_number");
  desk.send(AnswerExercise{"by-hand", -1, "12"});
  CHECK_FALSE(view().is_passed);
  CHECK(view().problem.empty());
  CHECK(view().typed == "12");
  desk.send(ShowHint{"by-hand"});
  CHECK(view().hints_shown == 1);
  desk.send(AnswerExercise{"by-hand", -1, "13"});
  CHECK(view().is_passed);
  desk.send(AnswerExercise{"by-hand", -1, "14"});   // passed is passed
  CHECK(view().typed == "13");
  desk.open();
  CHECK(view().is_passed);
  CHECK(view().hints_shown == 1);
}

#include "app/workbook/progress_store.h"

#include <unistd.h>

#include <fstream>
#include <sstream>

#include "doctest.h"

using namespace wb;
namespace fs = std::filesystem;

namespace {

struct Root {
  fs::path path;
  Root() {
    static int count = 0;
    path = fs::temp_directory_path() / ("wb-progress-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
  }
  ~Root() { fs::remove_all(path); }
};

constexpr const char* original = "line one\nline two\n";

}  // namespace

TEST_CASE("answers and passed exercises are there again in the next session") {
  Root root;
  {
    ProgressStore store("course", "lesson", root.path);
    CHECK(store.is_writable());
    store.set_answer("idle", {"24", true, "", "2026-11-20T20:00:00Z", 2});
    store.set_exercise("interleaved", {true, 1, 3, "2026-11-20T20:05:00Z"});
    store.set_place("watch");
  }
  ProgressStore store("course", "lesson", root.path);
  CHECK(store.progress().answers.at("idle").text == "24");
  CHECK(store.progress().answers.at("idle").tries == 2);
  CHECK(store.progress().exercises.at("interleaved").is_passed);
  CHECK(store.progress().place == "watch");
  CHECK(course_progress("course", root.path).at("lesson").exercises.at("interleaved").hints_opened == 1);
}

TEST_CASE("an edit outlives the session, the journal a crash") {
  Root root;
  {
    ProgressStore store("course", "lesson", root.path);
    CHECK(!store.edit("invert", original));
    store.keep_edit("invert", "mine\n", original);
    store.journal("invert", "mine, further\n", original);
  }
  ProgressStore store("course", "lesson", root.path);
  auto edit = store.edit("invert", original);
  REQUIRE(edit);
  CHECK(edit->text == "mine, further\n");
  CHECK(!edit->lesson_changed);
}

TEST_CASE("a lesson that changed under an edit keeps the edit and says so") {
  Root root;
  ProgressStore store("course", "lesson", root.path);
  store.keep_edit("invert", "mine\n", original);
  auto edit = store.edit("invert", "line one\nline 2\n");
  REQUIRE(edit);
  CHECK(edit->text == "mine\n");
  CHECK(edit->lesson_changed);
  CHECK(edit->base_text == original);
  SUBCASE("typing on does not hide the change") {
    store.keep_edit("invert", "mine again\n", "line one\nline 2\n");
    CHECK(store.edit("invert", "line one\nline 2\n")->lesson_changed);
  }
  SUBCASE("once seen, the new file is the base") {
    store.accept_lesson_change("invert", "line one\nline 2\n");
    CHECK(!store.edit("invert", "line one\nline 2\n")->lesson_changed);
    CHECK(store.edit("invert", "line one\nline 2\n")->text == "mine\n");
  }
}

TEST_CASE("a reset keeps the old text aside") {
  Root root;
  ProgressStore store("course", "lesson", root.path);
  store.keep_edit("invert", "mine\n", original);
  store.drop_edit("invert");
  CHECK(!store.edit("invert", original));
  CHECK(fs::exists(root.path / "course/lesson/edits/invert.previous"));
}

TEST_CASE("a second window may look but not write") {
  Root root;
  ProgressStore first("course", "lesson", root.path);
  first.set_answer("idle", {"24", true, "", "", 1});
  ProgressStore second("course", "lesson", root.path);
  CHECK(!second.is_writable());
  CHECK(second.why_not().find("another window") != std::string::npos);
  CHECK(second.progress().answers.at("idle").text == "24");
  second.set_answer("idle", {"0", false, "", "", 1});
  CHECK(course_progress("course", root.path).at("lesson").answers.at("idle").text == "24");
}

TEST_CASE("a file that is not understood is put aside, not overwritten") {
  Root root;
  fs::create_directories(root.path / "course/lesson");
  for (const char* content : {"{ torn", "[]", "{\"version\": 99}", "", "{\"version\": 1, \"answers\": {\"a\": 3}}"}) {
    CAPTURE(content);
    std::ofstream(root.path / "course/lesson/progress.json") << content;
    ProgressStore store("course", "lesson", root.path);
    CHECK(!store.warning().empty());
    store.set_answer("idle", {"24", true, "", "", 1});
    std::ostringstream kept;
    kept << std::ifstream(root.path / "course/lesson/progress.unreadable.json").rdbuf();
    CHECK(kept.str() == content);
  }
}

TEST_CASE("names cannot lead out of the user's folder") {
  Root root;
  ProgressStore store("../../course", "/etc", root.path);
  store.keep_edit("../../../x", "mine\n", original);
  store.save();
  CHECK(fs::exists(root.path / "______course/_etc/edits/_________x.json"));
}

TEST_CASE("a folder that cannot be made is said, and nothing breaks") {
  ProgressStore store("course", "lesson", "/proc/nowhere");
  CHECK(!store.is_writable());
  CHECK(!store.why_not().empty());
  store.set_answer("idle", {"24", true, "", "", 1});
  CHECK(store.progress().answers.at("idle").text == "24");
}

TEST_CASE("the difference of two texts, line by line") {
  std::string marks;
  for (const DiffLine& line : line_difference("a\nb\nc\n", "a\nx\nc\nd\n")) marks += line.mark;
  CHECK(marks == " -+ +");
  CHECK(line_difference("", "").empty());
  CHECK(line_difference("a\n", "").at(0).mark == '-');
}

// What `run` and `check` do with bad lessons beyond naming their defects (bad_lessons_test.cpp).
#include <filesystem>

#include "doctest.h"
#include "program.h"

using namespace wb::test;
namespace fs = std::filesystem;

namespace {

const fs::path lessons = fs::path(WB_SOURCE_DIR) / "tests/lessons";

}  // namespace

TEST_CASE("a bad lesson is not run") {
  struct Case {
    const char* lesson;
    const char* says;
  };
  constexpr Case cases[] = {
      {"path-upwards", "leads out of the lesson's folder"}, {"path-absolute", "leads out of the lesson's folder"}, {"zero-grid", "grid"}, {"huge-picture", "pixels"},
      {"malformed-npy", "torn.npy"}, {"wrong-argument", "takes a buffer"}, {"no-compile", "error[WB"}, {"misspelt-key", "did you mean `kernel`?"}, {"empty-text", "front matter"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.lesson);
    Said said = warpbook("run tests/lessons/bad/" + std::string(c.lesson));
    CHECK(said.status == 2);
    CHECK(said.out == "");
    CAPTURE(said.err);
    CHECK(said.err.find(c.says) != std::string::npos);
  }
}

TEST_CASE("a kernel that loops for ever ends when its budget is spent") {
  Said said = warpbook("check tests/lessons/bad/endless-loop");
  CHECK(said.status == 1);
  CHECK(said.out.find("budget") != std::string::npos);
}

TEST_CASE("check --write renews an excerpt, and only that") {
  Folder folder;
  fs::copy(lessons / "bad/other-excerpt", folder.path / "lesson");
  std::string before = read_file(folder.path / "lesson/lesson.md");
  CHECK(warpbook("check " + (folder.path / "lesson").string()).status == 1);
  CHECK(warpbook("check --write " + (folder.path / "lesson").string()).status == 0);
  std::string after = read_file(folder.path / "lesson/lesson.md");
  CHECK(after != before);
  CHECK(after.substr(0, before.find("```source")) == before.substr(0, before.find("```source")));
  CHECK(warpbook("check " + (folder.path / "lesson").string()).status == 0);
}

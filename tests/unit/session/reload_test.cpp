// A lesson's files are edited while it is open: what the student has set stays.
#include <doctest/doctest.h>

#include <fstream>

#include "app/session/carry_over.h"
#include "app/workbook/lesson_reader.h"
#include "session_fixture.h"

using namespace wb;
using namespace wb::test;

namespace {

// A lesson of the course, copied to where it can be edited.
struct Copy {
  std::filesystem::path folder;
  explicit Copy(const Desk& desk, const std::string& lesson) : folder(desk.data / "copy") {
    std::filesystem::create_directories(desk.data);
    std::filesystem::copy(std::string(WB_SOURCE_DIR) + "/lessons/" + lesson, folder, std::filesystem::copy_options::recursive);
  }
  std::string read(const std::string& file) const {
    std::ifstream in(folder / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void replace(const std::string& file, const std::string& what, const std::string& with) const {
    std::string text = read(file);
    const size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    std::ofstream(folder / file) << text.replace(at, what.size(), with);
  }
};

int block_of_run(const Lesson& lesson, const std::string& launch) {
  for (size_t i = 0; i < lesson.blocks.size(); ++i)
    if (auto* card = std::get_if<RunCard>(&lesson.blocks[i].content); card && card->launch == launch) return static_cast<int>(i);
  return -1;
}

void answer_all(Desk& desk) {
  for (size_t i = 0; i < desk.session->lesson()->blocks.size(); ++i) desk.send(AnswerPredict{static_cast<int>(i)});
}

}  // namespace

TEST_CASE("sliders, the run and its moment stay when words are put before their card") {
  Desk place;
  const Copy copy(place, "03-guard");
  Desk desk(copy.folder.string());
  REQUIRE(desk.session->lesson());
  answer_all(desk);
  const int card = block_of_run(*desk.session->lesson(), "picture");
  REQUIRE(card >= 0);
  desk.send(SetValue{"picture", "threads", 64, card});
  desk.send(RunCardBlock{card});
  desk.settle();
  REQUIRE(desk.session->recording());
  desk.send(Seek{5});
  const Recording* recording = desk.session->recording();
  copy.replace("lesson.md", "\n## ", "\nA paragraph that was not there.\n\n## ");
  desk.send(ReloadLesson{});
  const int now = block_of_run(*desk.session->lesson(), "picture");
  CHECK(now == card + 1);
  CHECK(desk.session->value("picture", "threads", now) == 64);
  CHECK(desk.session->is_run_of("picture", now));
  CHECK(desk.session->recording() == recording);
  CHECK(desk.session->selection().tick == 5);
  CHECK_FALSE(desk.session->slot("picture")->is_stale);
}

TEST_CASE("a slider's value that is no longer allowed is dropped, and the results are stale") {
  Desk place;
  const Copy copy(place, "03-guard");
  Desk desk(copy.folder.string());
  answer_all(desk);
  const int card = block_of_run(*desk.session->lesson(), "picture");
  desk.send(SetValue{"picture", "threads", 64, card});
  desk.send(RunCardBlock{card});
  desk.settle();
  copy.replace("lesson.md", "threads = { min = 32", "threads = { min = 128");
  desk.send(ReloadLesson{});
  CHECK(desk.session->complaints().empty());
  CHECK(desk.session->value("picture", "threads", card) != 64);
  CHECK(desk.session->slot("picture")->is_stale);
}

TEST_CASE("an edited kernel makes the run stale and is another revision; the others stay as they ran") {
  Desk place;
  const Copy copy(place, "04-rgb-to-grey");
  Desk desk(copy.folder.string());
  answer_all(desk);
  desk.run("tiny");
  desk.settle();
  desk.send(OpenSource{"tiny"});
  const uint64_t revision = desk.session->source()->revision;
  copy.replace("grey.cu", "out[i] = grey;", "out[i] = grey + 1;");
  desk.send(ReloadLesson{});
  CHECK(desk.session->slot("tiny")->is_stale);
  CHECK(desk.session->source()->revision == revision + 1);
}

TEST_CASE("what was typed stays where nothing is remembered") {
  Desk place;
  const Copy copy(place, "04-rgb-to-grey");
  Desk desk(copy.folder.string());
  desk.send(OpenSource{"interleaved"});
  REQUIRE(desk.session->source());
  desk.send(EditSource{"interleaved", desk.session->source()->text + "// mine\n"});
  copy.replace("lesson.md", "\n## ", "\nA paragraph that was not there.\n\n## ");
  desk.send(ReloadLesson{});
  CHECK(desk.session->source()->text.ends_with("// mine\n"));
}

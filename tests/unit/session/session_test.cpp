// Lessons, answers, locks, layout.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;

TEST_CASE("the course's parts and lessons are listed, and the lesson opens") {
  Desk desk;
  REQUIRE(desk.session->lesson());
  CHECK(desk.session->lesson_id() == "rgb-to-grey");
  REQUIRE(desk.session->parts().size() >= 2);
  CHECK(desk.session->parts()[0].title == "A \xC2\xB7 One loop becomes a grid");
  CHECK(desk.session->parts()[0].lessons[0].number == "01");
  REQUIRE(desk.session->source());
  CHECK(desk.session->source()->file_name == "grey.cu");
  CHECK_FALSE(desk.session->source()->is_editable);
}

TEST_CASE("a run card waits for the predictions before it, and no idea is an answer") {
  Desk desk;
  const int run = desk.block_of_run("tiny"), first = desk.block_of_predict("thread-15"), second = desk.block_of_predict("green-byte");
  CHECK(desk.session->is_locked(run));
  desk.send(RunCardBlock{run});
  CHECK(desk.session->slot("tiny") == nullptr);
  desk.send(AnswerPredict{first, 0, ""});
  CHECK(desk.session->is_locked(run));
  desk.send(AnswerPredict{second, -1, ""});
  CHECK_FALSE(desk.session->is_locked(run));
}

TEST_CASE("the first answer counts") {
  Desk desk;
  const int block = desk.block_of_predict("thread-15");
  desk.send(AnswerPredict{block, 1, ""});
  desk.send(AnswerPredict{block, 0, ""});
  CHECK(desk.session->predict(block).is_answered);
  CHECK(desk.session->predict(block).choice == 1);
  CHECK_FALSE(desk.session->predict(block).is_right);
}

TEST_CASE("an answer for a block that is no question does nothing") {
  Desk desk;
  for (int block : {-1, 0, 100000}) desk.send(AnswerPredict{block, 0, ""});
  desk.send(AnswerStop{-1, 5, 0});
  desk.send(RunCardBlock{100000});
  desk.send(ShowFigure{-3});
  desk.send(RunLaunch{"no-such-launch"});
  desk.send(OpenSource{"no-such-source"});
  desk.send(CheckExercise{"nothing"});
  desk.send(Seek{7});
  desk.send(Step{StepKind::line, Direction::backwards});
  desk.send(SelectFinding{3});
  CHECK(desk.session->lesson());
  CHECK(desk.session->recording() == nullptr);
}

TEST_CASE("answers, explanations and the layout come back with the next window") {
  Desk desk("04", std::string(WB_SOURCE_DIR) + "/lessons", true);
  desk.settle();
  const int block = desk.block_of_predict("thread-15");
  desk.send(AnswerPredict{block, 2, ""});
  desk.send(SetTheme{true});
  desk.send(SetTextScale{1.25f});
  desk.send(ShowMachineView{"warp"});
  desk.send(ShowMachineView{"no such view"});
  desk.open();
  desk.settle();
  CHECK(desk.session->predict(block).choice == 2);
  CHECK(desk.session->layout().is_dark);
  CHECK(desk.session->layout().text_scale == doctest::Approx(1.25));
  CHECK(desk.session->layout().machine_view == "warp");
  const std::vector<LessonSummary>& rows = desk.session->parts()[0].lessons;
  const auto row = std::find_if(rows.begin(), rows.end(), [](const LessonSummary& lesson) { return lesson.number == "04"; });
  REQUIRE(row != rows.end());
  CHECK(row->done > 0);
  CHECK(row->done < 0.2);
}

TEST_CASE("a start that names no lesson begins with the one that was open last") {
  Desk desk("", std::string(WB_SOURCE_DIR) + "/lessons", true);
  CHECK(desk.session->lesson() == nullptr);
  desk.send(OpenLesson{"12"});
  REQUIRE(desk.session->lesson());
  const std::string id = desk.session->lesson()->id;
  desk.open();
  REQUIRE(desk.session->lesson());
  CHECK(desk.session->lesson()->id == id);
  desk.open("04");
  CHECK(desk.session->lesson()->id != id);
}

TEST_CASE("the memory of a recording is a line of window.json, kept between windows and within bounds") {
  Desk desk("04", std::string(WB_SOURCE_DIR) + "/lessons", true);
  CHECK(desk.session->layout().recording_mib == default_recording_mib());
  for (const auto& [given, expected] : {std::pair<uint64_t, uint32_t>{64, 64}, {1, 16}, {1u << 30, 65536}}) {
    desk.session.reset();
    std::ofstream(desk.data / "window.json") << "{\"recording_mib\": " << given << "}\n";
    desk.open();
    CHECK(desk.session->layout().recording_mib == expected);
  }
  desk.session.reset();
  std::ofstream(desk.data / "window.json") << "{\"recording_mib\": 64}\n";
  desk.open();
  desk.settle();
  desk.send(SetTheme{true});
  desk.open();  // saved by the one before
  CHECK(desk.session->layout().recording_mib == 64);
  desk.settle();
  desk.run("photo");
  desk.settle();
  REQUIRE(desk.session->slot("photo"));
  REQUIRE(desk.session->slot("photo")->launch);
  CHECK(desk.session->slot("photo")->launch->recording_bytes == 64u << 20);
}

TEST_CASE("what is watched is kept until another lesson opens") {
  Desk desk;
  desk.send(Watch{"i % 2"});
  CHECK(desk.session->watched() == "i % 2");
  desk.send(OpenLesson{"01"});
  CHECK(desk.session->watched().empty());
}

TEST_CASE("an unknown lesson is a sentence, and the open one stays") {
  Desk desk;
  desk.send(OpenLesson{"99-nothing"});
  CHECK(desk.session->notice().find("99-nothing") != std::string::npos);
  CHECK(desk.session->lesson_id() == "rgb-to-grey");
}

TEST_CASE("a lesson that breaks while it is open keeps its last good page, and comes back") {
  Desk source;
  const std::filesystem::path folder = source.data / "copy";
  std::filesystem::create_directories(source.data);
  std::filesystem::copy(std::string(WB_SOURCE_DIR) + "/lessons/04-rgb-to-grey", folder, std::filesystem::copy_options::recursive);
  Desk desk(folder.string());
  REQUIRE(desk.session->lesson());
  const std::string title = desk.session->lesson()->title;
  std::string text;
  {
    std::ifstream in(folder / "lesson.md");
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  std::ofstream(folder / "lesson.md") << "+++\nid = \n+++\n";
  desk.send(ReloadLesson{});
  CHECK_FALSE(desk.session->complaints().empty());
  REQUIRE(desk.session->lesson());
  CHECK(desk.session->lesson()->title == title);
  std::ofstream(folder / "lesson.md") << text;
  desk.send(ReloadLesson{});
  CHECK(desk.session->complaints().empty());
}

TEST_CASE("a lesson that cannot be read shows its complaints") {
  Desk desk(std::string(WB_SOURCE_DIR) + "/tests/lessons/bad/toml-syntax");
  CHECK(desk.session->lesson() == nullptr);
  CHECK_FALSE(desk.session->complaints().empty());
}

TEST_CASE("a file without a kernel is told as a file, and shown where it is text") {
  const auto folder = std::filesystem::temp_directory_path() / ("wb-unread-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto opened = [&](const std::string& content) {
    std::ofstream(folder / "notes.cu", std::ios::binary) << content;
    Desk desk((folder / "notes.cu").string());
    desk.settle();
    CHECK_FALSE(desk.session->lesson());
    CHECK_FALSE(desk.session->complaints().empty());
    return desk.session->unread_text();
  };
  CHECK(opened("int helper(int a) { return a; }\n") == "int helper(int a) { return a; }\n");
  CHECK(opened("").empty());
  CHECK(opened(std::string("a\0b", 3)).empty());
  CHECK(opened(std::string(300 * 1024, ' ')).empty());
  std::filesystem::remove_all(folder);
}

TEST_CASE("a .cu file opens with the launches that its host code proposes") {
  const auto folder = std::filesystem::temp_directory_path() / ("wb-own-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "own.cu") << "__global__ void twice(int* p) { p[threadIdx.x] *= 2; }\nint main() { int* d; cudaMalloc(&d, 128); twice<<<1, 32>>>(d); }\n";
  Desk desk((folder / "own.cu").string());
  desk.settle();
  CHECK_FALSE(desk.session->is_reading_file());
  REQUIRE(desk.session->lesson());
  CHECK(desk.session->complaints().empty());
  REQUIRE(desk.session->lesson()->launches.size() == 1);
  CHECK(desk.session->lesson()->launches[0].name == "twice");
  CHECK(desk.session->source()->name == "twice");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a .cu file that is edited is read again while its page stays, and a file that is left while it is read is forgotten") {
  const auto folder = std::filesystem::temp_directory_path() / ("wb-edited-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string kernel = "__global__ void twice(int* p) { p[threadIdx.x] *= 2; }\n", begin = "int main() { int* d; cudaMalloc(&d, 256); cudaMemset(d, 0, 256); ";
  const auto write = [&](const std::string& text, int age) {
    std::ofstream(folder / "own.cu") << text;
    std::filesystem::last_write_time(folder / "own.cu", std::filesystem::file_time_type::clock::now() - std::chrono::seconds(age));
  };
  write(kernel + begin + "twice<<<1, 32>>>(d); }\n", 20);
  Desk desk((folder / "own.cu").string());
  desk.settle();
  REQUIRE(desk.session->lesson());
  desk.run("twice");
  desk.settle();
  REQUIRE(desk.session->slot("twice"));
  CHECK_FALSE(desk.session->slot("twice")->is_stale);

  write(kernel + begin + "twice<<<1, 64>>>(d); }\n", 10);
  desk.send(ReloadLesson{});
  desk.settle();
  REQUIRE(desk.session->lesson());
  CHECK(desk.session->lesson()->launches[0].block[0].text == "64");
  CHECK(desk.session->slot("twice")->is_stale);

  write("int main() {}\n", 5);
  desk.send(ReloadLesson{});
  desk.settle();
  CHECK(desk.session->lesson());
  CHECK(desk.session->complaints().size() == 1);

  desk.send(OpenLesson{(folder / "own.cu").string()});
  desk.send(OpenLesson{"04-rgb-to-grey"});
  desk.settle();
  REQUIRE(desk.session->lesson());
  CHECK(desk.session->lesson()->folder_name == "04-rgb-to-grey");
  std::filesystem::remove_all(folder);
}

TEST_CASE("each objective knows how much of what is for it has been done") {
  Lesson lesson;
  lesson.objectives.resize(3);
  lesson.objectives[0].id = "guard", lesson.objectives[1].id = "flat", lesson.objectives[2].id = "idle";
  Predict predict;
  predict.id = "p", predict.objectives = {"guard", "flat"};
  Explain explain;
  explain.id = "e", explain.objectives = {"flat"};
  ExerciseSpec exercise;
  exercise.name = "x", exercise.objectives = {"guard"};
  lesson.exercises.push_back(exercise);
  ExerciseCard card;
  card.exercise = "x";
  lesson.blocks = {{{}, predict}, {{}, explain}, {{}, predict}, {{}, card}};
  const auto counts = [&](const std::map<std::string, Answer>& answers, bool is_passed) {
    std::vector<std::pair<int, int>> all;
    for (const ObjectiveProgress& o : progress_of_objectives(lesson, answers, [&](const std::string& name) { return name == "x" && is_passed; })) all.emplace_back(o.done, o.tasks);
    return all;
  };
  using Counts = std::vector<std::pair<int, int>>;
  CHECK(counts({}, false) == Counts{{0, 2}, {0, 2}, {0, 0}});
  CHECK(counts({{"p", {.text = "1", .is_right = false}}}, false) == Counts{{1, 2}, {1, 2}, {0, 0}});
  CHECK(counts({{"p", {.text = "1"}}, {"e", {}}}, true) == Counts{{2, 2}, {1, 2}, {0, 0}});
}

TEST_CASE("answers move an open lesson's objectives") {
  Desk desk("04-rgb-to-grey");
  REQUIRE(desk.session->lesson());
  const auto& blocks = desk.session->lesson()->blocks;
  REQUIRE(desk.session->objectives().size() == desk.session->lesson()->objectives.size());
  for (const ObjectiveProgress& objective : desk.session->objectives()) {
    CHECK(objective.tasks > 0);
    CHECK(objective.done == 0);
  }
  for (size_t i = 0; i < blocks.size(); ++i)
    if (auto* predict = std::get_if<Predict>(&blocks[i].content); predict && !predict->objectives.empty() && !predict->choices.empty()) {
      desk.send(AnswerPredict{static_cast<int>(i), 0, ""});
      break;
    }
  const auto& now = desk.session->objectives();
  CHECK(std::any_of(now.begin(), now.end(), [](const ObjectiveProgress& o) { return o.done == 1; }));
}

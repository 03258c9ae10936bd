// A saved run, opened in place of a lesson.
#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "app/backends/trace_file.h"
#include "app/workbook/launch_builder.h"
#include "app/workbook/lesson_reader.h"
#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;

namespace {

namespace fs = std::filesystem;

// Lesson 15's counter that loses updates, run and written to `file`; `spoil` may change what is saved.
void save_run(const fs::path& file, const std::function<void(Trace&)>& spoil = {}) {
  const ReadLesson read = read_lesson(fs::path(WB_SOURCE_DIR) / "lessons" / "15-races-and-atomics");
  REQUIRE(read.lesson);
  LaunchRequest request;
  request.name = "plain-add";
  request.schedule = Schedule::random;
  request.seed = 7;
  const BuiltLaunch built = build_launch(*read.lesson, request);
  REQUIRE(built.ok());
  Progress progress;
  Trace trace{"warpbook of a test", read.lesson->folder_name, read.lesson->title, {}, *built.launch, trace_results(make_simulated_engine()->run(*built.launch, progress, {}))};
  if (spoil) spoil(trace);
  REQUIRE_FALSE(write_trace(trace, file));
}

struct File {
  fs::path path;
  explicit File(const std::string& name) : path(fs::temp_directory_path() / ("wb-" + std::to_string(::getpid()) + "-" + name)) {}
  ~File() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
};

}  // namespace

TEST_CASE("a saved run opens in place of a lesson, runs, and is the one that was saved") {
  const File file("a.wbtrace");
  save_run(file.path);
  Desk desk;
  desk.send(OpenLesson{file.path.string()});
  REQUIRE(desk.session->trace());
  CHECK(desk.session->trace()->state == TraceView::State::opening);
  desk.settle();
  REQUIRE(desk.session->lesson());
  REQUIRE(desk.session->trace());
  CHECK(desk.session->trace()->state == TraceView::State::same);
  CHECK(desk.session->trace()->compared >= 4);
  REQUIRE(desk.session->lesson()->text);  // what a complaint would be about
  CHECK(desk.session->lesson()->text->name(FileId{0}) == file.path.filename().string());
  CHECK(desk.session->trace()->saved_by == "warpbook of a test");
  CHECK(desk.session->trace()->lesson == "15-races-and-atomics");
  CHECK_FALSE(desk.session->is_bare_file());
  CHECK_FALSE(desk.session->is_trusted());
  CHECK(desk.session->slot("plain-add")->engine(EngineKind::loops).state == EngineRun::State::none);  // only ever simulated
  CHECK(desk.session->schedule() == Schedule::random);
  CHECK(desk.session->seed() == 7);

  // Like any run: its source, its findings, every moment, the order that breaks it.
  REQUIRE(desk.session->source());
  CHECK(desk.session->source()->text.find("__global__ void tally") != std::string::npos);
  CHECK_FALSE(desk.session->source()->is_editable);
  REQUIRE(desk.session->recording());
  desk.send(Seek{3});
  CHECK(desk.session->selection().tick == 3);
  REQUIRE(!desk.session->findings().empty());
  desk.send(SelectFinding{0});
  desk.send(ExplainFinding{0});
  desk.settle();
  REQUIRE(desk.session->story(0));
  CHECK(desk.session->story(0)->state == WorkState::done);

  desk.send(SetSchedule{Schedule::in_order, 7});
  desk.settle();
  CHECK(desk.session->trace()->state == TraceView::State::other_schedule);
  desk.send(OpenLesson{"04"});
  CHECK_FALSE(desk.session->trace());
}

TEST_CASE("buffers are shown as the lesson says that the run came from") {
  const File file("b.wbtrace");
  save_run(file.path);
  Desk desk;
  desk.send(OpenLesson{file.path.string()});
  desk.settle();
  const RunSlot* slot = desk.session->slot("plain-add");
  REQUIRE(slot);
  const ReadLesson read = read_lesson(fs::path(WB_SOURCE_DIR) / "lessons" / "15-races-and-atomics");
  constexpr const char* names[] = {"image", "heat", "bars", "table", "hidden"};
  CHECK(slot->show.at(0) == names[static_cast<size_t>(read.lesson->stage_of("plain-add")->buffers.at(0).show)]);
}

TEST_CASE("a run that comes out otherwise is said to be another one") {
  const File file("c.wbtrace");
  save_run(file.path, [](Trace& trace) { trace.results.hashes["buffer count"] = "0"; });
  Desk desk;
  desk.send(OpenLesson{file.path.string()});
  desk.settle();
  CHECK(desk.session->trace()->state == TraceView::State::different);
  CHECK(desk.session->trace()->differences == std::vector<std::string>{"the buffer count is another one"});
}

TEST_CASE("a file that is no saved run, or is cut short, is a complaint; it opens once it is mended") {
  const File file("d.wbtrace");
  std::ofstream(file.path) << "not a trace";
  Desk desk;
  desk.send(OpenLesson{file.path.string()});
  desk.settle();
  CHECK(desk.session->lesson() == nullptr);
  REQUIRE(desk.session->trace());
  REQUIRE(desk.session->complaints().size() == 1);
  CHECK(desk.session->complaints()[0].find("cannot be opened") != std::string::npos);
  save_run(file.path);
  desk.send(ReloadLesson{});
  desk.settle();
  CHECK(desk.session->complaints().empty());
  CHECK(desk.session->trace()->state == TraceView::State::same);
  std::error_code ignored;
  fs::resize_file(file.path, fs::file_size(file.path) - 10, ignored);
  desk.send(ReloadLesson{});
  desk.settle();
  CHECK(desk.session->complaints().size() == 1);
  desk.send(OpenLesson{"/nowhere/at/all.wbtrace"});
  desk.settle();
  CHECK(desk.session->complaints().at(0).find("cannot be read") != std::string::npos);
}

TEST_CASE("a trace is known by its name or by how it begins") {
  const File trace("e.bin"), other("f.bin");
  save_run(trace.path);
  std::ofstream(other.path) << "something else entirely";
  CHECK(is_trace_file(trace.path));
  CHECK_FALSE(is_trace_file(other.path));
  CHECK_FALSE(is_trace_file("/nowhere/at/all"));
}

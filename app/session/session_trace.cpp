// A saved run opened in place of a lesson.
//
//   open_trace --> read and checked in the background --> take_trace: a lesson made of it, with one launch
//              --> its run starts at once, like any other --> compare_with_trace: is it the run that was saved?
//
// The lesson is made of what the file holds: source, own headers, kernel. The launch itself is not built from it but taken from the file, with all
// its bytes. How its buffers are shown is not in the file: the lesson that it came from knows, where a course has it; else their type and shape say.
#include <algorithm>

#include "app/session/session_hidden.h"
#include "app/workbook/course.h"

namespace wb {
namespace fs = std::filesystem;
namespace {

// Bytes in two or three dimensions are a picture, other numbers in two a heat map.
ShowAs guessed_show(const DeviceBuffer& buffer) {
  const bool is_plane = buffer.shape.size() >= 2 && buffer.shape[0] > 4 && buffer.shape[1] > 4;
  if (!is_plane) return ShowAs::table;
  return buffer.scalar == ScalarKind::uchar ? ShowAs::image : ShowAs::heat;
}

std::vector<BufferSpec> guessed_buffers(const Launch& launch) {
  std::vector<BufferSpec> buffers;
  for (const DeviceBuffer& buffer : launch.device.buffers) {
    BufferSpec& spec = buffers.emplace_back();
    spec.name = buffer.name;
    spec.show = guessed_show(buffer);
  }
  return buffers;
}

Lesson lesson_of(const Trace& trace, const std::string& file_name, std::vector<BufferSpec> buffers) {
  const Launch& launch = trace.launch;
  Lesson lesson;
  lesson.folder_name = lesson.id = file_name;
  lesson.title = trace.title.empty() ? file_name : trace.title;
  auto text = std::make_shared<SourceMap>();
  text->add(file_name, "");  // what complaints are about: the file, at no line
  lesson.text = std::move(text);
  lesson.sources = launch.headers;
  lesson.sources[launch.file_name] = launch.source;
  LaunchSpec& stage = lesson.launches.emplace_back();
  stage.name = launch.name;
  stage.source = launch.file_name;
  stage.kernel = launch.kernel;
  stage.defines = launch.defines;
  stage.buffers = std::move(buffers);
  RunCard card;
  card.launch = launch.name;
  card.schedule = launch.schedule;
  card.seed = launch.seed;
  lesson.blocks.push_back({{}, card});
  return lesson;
}

}  // namespace

void Session::Hidden::open_trace(const fs::path& file) {
  clear_lesson();
  course = nullptr;
  s.is_trusted_ = false;  // it may come from anybody
  s.lesson_folder_.clear();
  s.lesson_id_ = file.filename().string();
  trace_path = file;
  s.trace_.emplace().file = s.lesson_id_;
  background.start([this, file](Progress&, std::stop_token) {
    std::string why;
    std::shared_ptr<const Trace> read;
    if (auto opened = read_trace(file, why)) read = std::make_shared<const Trace>(std::move(*opened));
    background.post([this, file, read, why] {
      if (trace_path == file && !trace) take_trace(read, why);
    });
  });
}

void Session::Hidden::take_trace(std::shared_ptr<const Trace> read, const std::string& why) {
  s.complaints_.clear();
  if (!read) {
    s.complaints_.push_back(why);
    return;
  }
  trace = read;
  const Launch& launch = read->launch;
  TraceView& view = *s.trace_;
  view.state = TraceView::State::running;
  view.saved_by = read->version;
  view.lesson = read->lesson;
  view.title = read->title;
  view.launch = launch.name;
  view.kernel = launch.kernel;
  view.schedule = s.schedule_ = launch.schedule;
  view.seed = s.seed_ = launch.seed;
  std::vector<BufferSpec> buffers = guessed_buffers(launch);
  for (const Course& c : courses)
    if (const LessonEntry* entry = c.find(launch.lesson_id))
      if (const ReadLesson lesson = read_lesson(entry->folder); lesson.lesson && lesson.lesson->stage_of(launch.name)) buffers = lesson.lesson->stage_of(launch.name)->buffers;
  take_lesson(lesson_of(*read, s.lesson_id_, std::move(buffers)));
  start_run(launch.name, -1);
}

// The launch as it was saved, under the schedule that is asked for now; recorded, so that every moment can be shown.
BuiltLaunch Session::Hidden::launch_of_trace(const Trace& of, const LaunchRequest& request) const {
  BuiltLaunch built;
  Launch launch = of.launch;
  launch.schedule = request.schedule;
  launch.seed = request.seed;
  launch.record = true;
  launch.recording_bytes = request.recording_bytes;
  launch.host_threads = 0;
  launch.is_trusted = request.is_trusted;
  built.launch = std::move(launch);
  return built;
}

void Session::Hidden::compare_with_trace(std::shared_ptr<const RunResult> result) {
  TraceView& view = *s.trace_;
  const Launch& saved = trace->launch;
  view.state = TraceView::State::running;
  view.differences.clear();
  if (result->status == RunStatus::cancelled) view.state = TraceView::State::not_finished;
  else if (result->schedule != saved.schedule || result->seed != saved.seed) view.state = TraceView::State::other_schedule;
  if (view.state != TraceView::State::running) return;
  background.start([this, result, of = trace](Progress&, std::stop_token) {
    std::vector<std::string> differing = differences(of->results, trace_results(*result));
    background.post([this, result, of, differing = std::move(differing)] {
      const RunSlot* slot = s.slot(of->launch.name);
      if (trace != of || !slot || slot->engine(EngineKind::simulated).result != result) return;
      s.trace_->state = differing.empty() ? TraceView::State::same : TraceView::State::different;
      s.trace_->compared = of->results.hashes.size();
      s.trace_->differences = differing;
      changed();
    });
  });
}

}  // namespace wb

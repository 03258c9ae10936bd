#include <algorithm>

#include "app/gui/panels/family_model.h"
#include "app/gui/panels/palette_model.h"
#include "app/gui/panels/wording.h"
#include "app/session/breakpoints.h"
#include "app/session/session.h"
#include "app/workbook/lesson.h"

namespace wb {
namespace {

using Kind = PaletteEntry::Kind;

struct StepRow {
  const char* key;       // of the catalogue
  const char* keys;      // on the keyboard
  StepKind kind;
  Direction direction;
};
constexpr StepRow step_rows[] = {
    {"palette.line", "F10", StepKind::line, Direction::forwards},
    {"palette.line_back", "Shift+F10", StepKind::line, Direction::backwards},
    {"palette.instruction", "F11", StepKind::instruction, Direction::forwards},
    {"palette.instruction_back", "Shift+F11", StepKind::instruction, Direction::backwards},
    {"palette.access", "F6", StepKind::access, Direction::forwards},
    {"palette.access_back", "Shift+F6", StepKind::access, Direction::backwards},
    {"palette.divergence", "F7", StepKind::divergence, Direction::forwards},
    {"palette.divergence_back", "Shift+F7", StepKind::divergence, Direction::backwards},
    {"palette.barrier", "F4", StepKind::barrier, Direction::forwards},
    {"palette.barrier_back", "Shift+F4", StepKind::barrier, Direction::backwards},
    {"palette.block", "F12", StepKind::block, Direction::forwards},
    {"palette.block_back", "Shift+F12", StepKind::block, Direction::backwards},
    {"palette.warp", "", StepKind::warp, Direction::forwards},
    {"palette.warp_back", "", StepKind::warp, Direction::backwards},
    {"palette.end", "", StepKind::finish, Direction::forwards},
    {"palette.start", "", StepKind::finish, Direction::backwards},
};

class Entries {
 public:
  explicit Entries(const Catalogue& catalogue) : catalogue_(catalogue) {}

  void action(std::string label, std::string detail, Command command) { add(Kind::action, std::move(label), std::move(detail), {std::move(command)}); }
  void add(Kind kind, std::string label, std::string detail, std::vector<Command> commands) {
    list_.push_back({kind, std::move(label), std::move(detail), std::move(commands)});
  }
  std::string say(std::string_view key, std::initializer_list<std::string> arguments = {}) const { return catalogue_.text(key, arguments); }
  std::vector<PaletteEntry> take() { return std::move(list_); }

 private:
  const Catalogue& catalogue_;
  std::vector<PaletteEntry> list_;
};

void add_runs(Entries& out, const Session& session) {
  if (const RunSlot* slot = session.shown_run(); slot && slot->is_running()) out.action(out.say("palette.stop"), "Shift+F5", StopRun{});
  const Lesson* lesson = session.lesson();
  if (!lesson) return;
  for (const std::string& name : lesson->run_names()) {
    out.add(Kind::action, out.say("palette.run", {name}), name == session.selection().launch ? "F5" : "", {OpenSource{name}, RunLaunch{name}});
    out.action(out.say("palette.source", {name}), "", OpenSource{name});
  }
  for (const ExerciseSpec& exercise : lesson->exercises)
    if (!exercise.is_answered()) out.action(out.say("palette.check", {exercise.name}), "", CheckExercise{exercise.name});
}

void add_steps(Entries& out, const Session& session) {
  if (!session.recording()) return;
  for (const StepRow& row : step_rows) out.action(out.say(row.key), row.keys, Step{row.kind, row.direction});
  if (!session.breakpoints(session.selection().launch).empty()) {
    out.action(out.say("break.go_on"), "F5", Continue{Direction::forwards});
    out.action(out.say("break.go_back"), "Alt+F5", Continue{Direction::backwards});
  }
  for (size_t i = 0; i < session.findings().size(); ++i)
    out.action(out.say("palette.finding", {std::to_string(i + 1), as_sentence(session.findings()[i].message)}), "", SelectFinding{static_cast<int>(i)});
}

// Where kernels launch kernels: ways about, and the grids that fit what was typed.
void add_grids(Entries& out, const Session& session, std::string_view typed) {
  const GridFamily* family = session.family();
  if (!family || session.grid() >= family->grids().size()) return;
  const auto grids = family->grids();
  const uint32_t here = session.grid();
  const auto open = [&](const char* key, uint32_t number) { out.action(out.say(key, {with_thousands(number)}), launch_words(grids[number]), OpenGrid{number, {}, {}}); };
  if (here + 1 < grids.size() && grids[here + 1].has_begun) open("palette.next_grid", here + 1);
  if (here > 0) open("palette.previous_grid", here - 1);
  if (here > 0) out.action(out.say("palette.grid_launch", {std::to_string(here)}), "", OpenGrid{grids[here].parent, grids[here].launched, grids[here].by});
  if (here > 1) open("palette.first_grid", 0);
  if (trimmed(typed).empty() || typed.starts_with(':')) return;
  constexpr size_t most = 8;
  const std::vector<std::string> passed_over = words_of_phrase(out.say("palette.open_grid", {"{0}", ""}));
  for (const uint32_t number : matching_grids(grids, typed, passed_over, most))
    if (grids[number].has_begun) out.action(out.say("palette.open_grid", {std::to_string(number), launch_words(grids[number])}), "", OpenGrid{number, {}, {}});
}

// At the line that is marked, else where the run stands, else at the first one with code.
void add_breakpoints(Entries& out, const Session& session) {
  const SourceState* source = session.source();
  if (!source) return;
  const Breakpoints& all = session.breakpoints(source->name);
  const uint32_t marked = session.selection().line, now = session.resolved().current_line;
  const uint32_t asked = marked ? marked : now ? now : 1, line = source->code_lines.empty() ? asked : line_with_code(source->code_lines, asked);
  if (line) out.action(out.say(breakpoint_at(all, line) ? "break.take_at" : "break.set_at", {std::to_string(line)}), "F9", ToggleBreakpoint{source->name, line});
  if (all.empty()) return;
  const bool is_any_on = std::any_of(all.begin(), all.end(), [](const Breakpoint& b) { return b.is_on; });
  std::vector<Command> switches;
  for (const Breakpoint& b : all) switches.push_back(ChangeBreakpoint{source->name, b.line, b.condition, !is_any_on});
  out.add(Kind::action, out.say(is_any_on ? "break.all_off" : "break.all_on"), "", std::move(switches));
  out.action(out.say("break.clear"), "", ClearBreakpoints{});
}

void add_settings(Entries& out, const Session& session) {
  const Layout& layout = session.layout();
  for (const char* preset : {"read", "watch", "results"}) out.action(out.say("palette.preset", {out.say(std::string("top.") + preset)}), "", SetLayout{preset});
  out.action(out.say(session.shows_loops() ? "palette.kernel" : "palette.loops"), "", ShowLoops{!session.shows_loops()});
  out.action(out.say(layout.is_dark ? "top.light" : "top.dark"), "", SetTheme{!layout.is_dark});
  for (int percent : {80, 100, 125, 150, 200})
    out.action(out.say("palette.size", {std::to_string(percent)}), "", SetTextScale{static_cast<float>(percent) / 100});
  out.action("English", out.say("palette.language"), SetLanguage{"en"});
  out.action("한국어", out.say("palette.language"), SetLanguage{"ko"});
  for (const char* part : {"machine", "source", "results", "page", "window"})
    out.action(out.say("picture.save", {out.say(std::string("picture.") + part)}), "", SavePicture{part});
  out.action(out.say("palette.reload"), "", ReloadLesson{});
}

void add_lessons(Entries& out, const Session& session) {
  for (const PartSummary& part : session.parts())
    for (const LessonSummary& lesson : part.lessons) {
      const std::string label = lesson.number.empty() ? lesson.title : lesson.number + " " + lesson.title;
      out.add(Kind::lesson, label, out.say("palette.lesson"), {OpenLesson{lesson.id}});
    }
}

void add_lines(Entries& out, const Session& session) {
  const SourceState* source = session.source();
  if (!source) return;
  uint32_t number = 1;
  for (std::string_view rest = source->text; !rest.empty() || number == 1; ++number) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view code = trimmed(rest.substr(0, end));
    if (!code.empty()) out.add(Kind::line, std::string(code), out.say("palette.at_line", {std::to_string(number)}), {SelectLine{number, true}});
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const Session& session, const Catalogue& catalogue, std::string_view typed) {
  Entries out(catalogue);
  add_runs(out, session);
  add_steps(out, session);
  add_grids(out, session, typed);
  add_breakpoints(out, session);
  add_settings(out, session);
  add_lessons(out, session);
  add_lines(out, session);
  return out.take();
}

}  // namespace wb

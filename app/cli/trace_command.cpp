// warpbook trace FILE: opens a saved run, runs it again, says whether it is the same, and answers questions about its past.
#include <algorithm>
#include <charconv>
#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/backends/recording_memory.h"
#include "app/cli/commands.h"
#include "app/cli/engines.h"
#include "app/cli/grid_table.h"
#include "app/cli/occupancy_options.h"
#include "app/cli/report.h"
#include "app/cli/run_trace.h"
#include "app/cli/terminal.h"
#include "app/workbook/occupancy_words.h"
#include "app/workbook/words.h"
#include "simulator/analysis/element_names.h"
#include "simulator/source/render.h"

namespace wb {

namespace {

struct TraceArguments {
  std::string file, report = "text";
  std::string at, who_wrote, changed, thread, block = "0";
  std::vector<std::string> together;
  bool accesses = false, grids = false;
  std::string grid;
  uint64_t limit = 100;
  uint32_t memory_mib = default_recording_mib();
  bool asks() const { return grids || !grid.empty() || !at.empty() || !who_wrote.empty() || !changed.empty() || !thread.empty() || !together.empty(); }
};

bool read_whole(std::string_view text, uint64_t& value) {
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && status == std::errc{} && rest == text.data() + text.size();
}

// Answers questions about one recording, a line for each thing that happened.
class Answers {
 public:
  // `in_grid`: " in grid 3", where the launch has several.
  explicit Answers(const Recording& recording, std::string in_grid) : r_(recording), in_grid_(std::move(in_grid)) {}

  bool answer(const TraceArguments& a) {
    Tick at = r_.end();
    if (!a.at.empty() && (!read_whole(a.at, at) || at > r_.end())) return print_error("`--at " + a.at + "` is no tick of this run" + in_grid_, "it has ticks 0 to " + std::to_string(r_.end())), false;
    const bool only_at = a.who_wrote.empty() && a.changed.empty() && a.thread.empty() && a.together.empty();
    if (only_at) moment(at);
    return (a.who_wrote.empty() || who_wrote(a.who_wrote, a.block, at)) && (a.changed.empty() || changes(a.changed, a.block, a.limit)) &&
           (a.thread.empty() || thread(a.thread, a.at.empty() ? 0 : at, a.limit)) && (a.together.empty() || together(a.together, a.at.empty() ? 0 : at, a.limit));
  }

 private:
  std::string who(ThreadRef t) const { return thread_words(r_.shape(), t); }
  std::string place(Span span) const {
    const std::string words = place_words(r_.sources(), span);
    return words.empty() ? words : "   " + words;
  }

  void say(const AccessRecord& a) const {
    const AllocationInfo& allocation = r_.allocations()[a.allocation];
    const auto value = [&](uint64_t bits) { return a.bytes > 8 ? std::string("...") : accessed_value(r_.allocations(), allocation, static_cast<int64_t>(a.offset), bits, a.bytes); };
    std::string text = "tick " + std::to_string(a.tick) + ": " + who(a.thread);
    const std::string name = accessed_name(allocation, static_cast<int64_t>(a.offset), a.bytes);
    if (a.kind == AccessKind::load) text += " read " + value(a.value) + " from " + name;
    else text += std::string(a.kind == AccessKind::atomic ? " made " : " wrote ") + value(a.value) + (a.kind == AccessKind::atomic ? " of " + value(a.old_value) + " in " + name + ", by an atomic" : " to " + name + ", over " + value(a.old_value));
    std::printf("%s%s\n", text.c_str(), place(a.span).c_str());
  }

  void moment(Tick tick) const {
    const auto now = r_.instruction(tick);
    if (!now) return void(std::printf("tick %llu: the end of the run%s\n", static_cast<unsigned long long>(tick), in_grid_.c_str()));
    std::printf("tick %llu: warp %u of block %s, lanes %08x: %s%s\n", static_cast<unsigned long long>(tick), now->warp, index_words(r_.shape().block_index(now->block)).c_str(), now->active, now->text.c_str(),
                place(now->span).c_str());
    for (const AccessRecord& a : r_.accesses(tick)) say(a);
  }

  // out[12], tile[3][4]: a name and one index, or one for each dimension.
  std::optional<MemoryPlace> element(const std::string& text, const std::string& of_block) const {
    const auto all = r_.allocations();
    const std::string name = text.substr(0, text.find('['));
    uint64_t block = 0;
    if (!read_whole(of_block, block) || block >= r_.shape().block_count()) return print_error("`--block " + of_block + "` is no block of this launch"), std::nullopt;
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].name != name) continue;
      std::vector<uint64_t> indices;
      for (size_t at = name.size(); at < text.size();) {
        const size_t close = text.find(']', at);
        if (text[at] != '[' || close == std::string::npos || !read_whole(std::string_view(text).substr(at + 1, close - at - 1), indices.emplace_back())) return print_error("`" + text + "` is not of the form name[index]"), std::nullopt;
        at = close + 1;
      }
      uint64_t flat = 0;
      const bool is_flat = indices.size() == 1;
      bool is_inside = is_flat || indices.size() == all[i].shape.size();
      for (size_t d = 0; d < indices.size() && is_inside; ++d) {
        is_inside = is_flat || indices[d] < all[i].shape[d];
        flat = is_flat ? indices[d] : flat * all[i].shape[d] + indices[d];
      }
      if (!is_inside || flat >= all[i].bytes / std::max<uint32_t>(all[i].element_bytes, 1)) return print_error("`" + text + "` lies outside of `" + name + "`"), std::nullopt;
      return r_.place_of({i, flat, static_cast<uint32_t>(block)});
    }
    std::string list;
    for (const AllocationInfo& a : all) list += (list.empty() ? "" : ", ") + a.name;
    return print_error("there is no memory of the name `" + name + "`", "there are " + list), std::nullopt;
  }

  // B:T, both linear.
  std::optional<ThreadRef> thread_of(const std::string& text) const {
    const size_t colon = text.find(':');
    uint64_t block = 0, in_block = 0;
    if (colon == std::string::npos || !read_whole(std::string_view(text).substr(0, colon), block) || !read_whole(std::string_view(text).substr(colon + 1), in_block) || block >= r_.shape().block_count() ||
        in_block >= r_.shape().threads_per_block())
      return print_error("`" + text + "` is no thread of this launch", "BLOCK:THREAD, both counted from 0, x fastest"), std::nullopt;
    return ThreadRef{static_cast<uint32_t>(block), static_cast<uint32_t>(in_block)};
  }

  bool who_wrote(const std::string& text, const std::string& block, Tick at) const {
    const auto where = element(text, block);
    if (!where) return false;
    if (const auto write = r_.who_wrote(*where, at)) say(*write);
    else std::printf("nobody wrote %s%s before tick %llu\n", text.c_str(), in_grid_.c_str(), static_cast<unsigned long long>(at));
    return true;
  }

  bool changes(const std::string& text, const std::string& block, uint64_t limit) const {
    const auto where = element(text, block);
    if (!where) return false;
    uint64_t count = 0;
    for (auto change = r_.value_change(*where, 0, Direction::forwards); change && count < limit; change = r_.value_change(*where, change->tick + 1, Direction::forwards), ++count) say(*change);
    if (!count) std::printf("%s never changed%s\n", text.c_str(), in_grid_.c_str());
    return true;
  }

  bool thread(const std::string& text, Tick from, uint64_t limit) const {
    const auto t = thread_of(text);
    if (!t) return false;
    const std::vector<AccessRecord> all = r_.accesses_of(*t, from, limit);
    for (const AccessRecord& a : all) say(a);
    if (all.empty()) std::printf("%s touches no memory from tick %llu on\n", who(*t).c_str(), static_cast<unsigned long long>(from));
    return true;
  }

  bool together(const std::vector<std::string>& two, Tick from, uint64_t limit) const {
    const auto a = thread_of(two[0]), b = thread_of(two[1]);
    if (!a || !b) return false;
    uint64_t count = 0;
    for (auto met = r_.meeting(*a, *b, from, Direction::forwards); met && count < limit; met = r_.meeting(*a, *b, met->later.tick + 1, Direction::forwards), ++count) {
      if (count) std::printf("\n");
      say(met->earlier);
      say(met->later);
    }
    if (!count) std::printf("%s and %s never come to one word from tick %llu on\n", who(*a).c_str(), who(*b).c_str(), static_cast<unsigned long long>(from));
    return true;
  }

  const Recording& r_;
  std::string in_grid_;
};

// Of the run, or of the grid that is asked about; null, and why is said: there is no such grid.
std::shared_ptr<const Recording> recording_to_ask(const RunResult& run, const std::string& grid) {
  uint64_t number = 0;
  const bool is_number = grid.empty() || read_whole(grid, number);
  const uint64_t count = run.family ? run.family->grids().size() : 1;
  if (!is_number || number >= count)
    return print_error("`--grid " + grid + "` is no grid of this launch", count == 1 ? "its device code launches none: there is grid 0" : "it has grids 0 to " + std::to_string(count - 1) + ": --grids lists them"), nullptr;
  if (number == 0) return run.recording;
  auto recording = run.family->record(static_cast<uint32_t>(number));
  if (!recording) print_error("grid " + grid + " has never begun: the run was stopped before");
  return recording;
}

int answer(const TraceArguments& arguments, const RunResult& run) {
  if (arguments.grids && run.family) return std::fputs(grid_table(*run.family, run.recording->sources(), arguments.limit).c_str(), stdout), exit_fine;
  if (arguments.grids) return std::printf("grid 0 alone: the device code of this launch launches nothing\n"), exit_fine;
  const auto recording = recording_to_ask(run, arguments.grid);
  if (const Tick way = recording ? recording->long_way() : 0)
    std::fprintf(stderr, "note: too much happened in this run to keep all of it in %u MiB: up to %s steps are gone through again for an answer, which may take seconds; `--memory MIB` allows more\n",
                 arguments.memory_mib, grouped(way).c_str());
  const std::string in_grid = run.family && recording ? " in grid " + std::to_string(recording->grid()) : "";
  return recording && Answers(*recording, in_grid).answer(arguments) ? exit_fine : exit_bad_input;
}

int open(const TraceArguments& arguments) {
  if (arguments.accesses && arguments.thread.empty()) return print_error("`--accesses` wants a thread", "--thread BLOCK:THREAD"), exit_bad_input;
  std::string why;
  std::optional<Trace> trace = read_trace(arguments.file, why);
  if (!trace) return print_error(why), exit_bad_input;
  trace->launch.record = arguments.asks();
  trace->launch.recording_bytes = uint64_t{arguments.memory_mib} << 20;
  const Engines engines = make_engines();
  std::vector<RunResult> results{run_on(engines, EngineKind::simulated, trace->launch)};
  const RunResult& run = results[0];
  if (run.status == RunStatus::failed && run.sources)
    for (const Diagnostic& d : run.diagnostics)
      if (d.severity == Severity::error) std::fputs(render(*run.sources, d, {.colour = is_terminal(stderr)}).c_str(), stderr);
  const std::vector<std::string> other = differences(trace->results, trace_results(run));
  const std::string saved_by = "it was saved by " + trace->version + ", and this is " + version_text();
  if (arguments.asks()) {
    if (!run.recording) return print_error("the run cannot be replayed: " + run.reason), exit_bad_input;
    for (const std::string& difference : other) print_error("this is not the run that was saved: " + difference, saved_by);
    const int answered = answer(arguments, run);
    return answered != exit_fine ? answered : other.empty() ? exit_fine : exit_not_clean;
  }
  const Lesson lesson = lesson_of(*trace);
  const RunReport report{lesson, lesson.launches[0], trace->launch, results, {}, {}, {}, read_capability(to_string(default_capability)), {}};
  std::string text;
  if (arguments.report == "json") {
    auto json = nlohmann::ordered_json::parse(report_json(report));
    json["replay"] = {{"equal", other.empty()}, {"saved_by", trace->version}, {"differences", other}};
    text = json.dump(2) + "\n";
  } else {
    text = report_text(report, is_terminal(stdout)) + "\nReplay\n";
    if (other.empty()) text += "  the same run as the one that was saved: " + counted(trace->results.hashes.size(), "hash is", "hashes are") + " equal\n";
    for (const std::string& difference : other) text += "  not the same run: " + difference + "\n";
    if (!other.empty()) text += "  " + saved_by + "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return other.empty() && run.status == RunStatus::clean ? exit_fine : exit_not_clean;
}

}  // namespace

void add_trace_command(CLI::App& app, CommandLine& line) {
  auto arguments = std::make_shared<TraceArguments>();
  CLI::App* command = app.add_subcommand("trace", "Open a run that `run --trace` saved: run it again, compare, and ask what happened");
  command->add_option("FILE", arguments->file, "The saved run")->required();
  command->add_option("--report", arguments->report, "text or json")->capture_default_str()->check(CLI::IsMember({"text", "json"}));
  command->add_option("--at", arguments->at, "A tick: the moment that questions are about (alone: what happens there). Else the end for --who-wrote, the start for the others");
  command->add_option("--who-wrote", arguments->who_wrote, "NAME[INDEX]: the last write to an element before that moment");
  command->add_option("--changes", arguments->changed, "NAME[INDEX]: every write that gave an element another value");
  command->add_option("--block", arguments->block, "Whose copy, of shared memory")->capture_default_str();
  command->add_option("--thread", arguments->thread, "BLOCK:THREAD: every access of a thread, from that moment on");
  command->add_flag("--accesses", arguments->accesses, "What to tell of the thread; its accesses are all there is");
  command->add_option("--together", arguments->together, "BLOCK:THREAD BLOCK:THREAD: when the two come to one word of memory, from that moment on")->expected(2);
  command->add_flag("--grids", arguments->grids, "The grids of the launch, where its device code launches kernels: their kernels and shapes, and who launched them");
  command->add_option("--grid", arguments->grid, "Which of those grids the other questions are about; its blocks and ticks count from 0. Without it: 0, the launch's own");
  command->add_option("--memory", arguments->memory_mib, "MiB that the replay may keep: more makes big runs quicker to ask")->capture_default_str()->check(CLI::Range(16, 65536));
  command->add_option("--limit", arguments->limit, "Lines of an answer, at most")->capture_default_str();
  command->callback([&line, arguments] { line.chosen = [arguments] { return open(*arguments); }; });
}

}  // namespace wb

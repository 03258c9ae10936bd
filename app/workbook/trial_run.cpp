#include "app/workbook/trial_run.h"

#include <algorithm>
#include <array>
#include <set>

#include "app/backends/engine.h"
#include "app/workbook/launch_builder.h"

namespace wb {

namespace {

constexpr uint64_t trial_instructions = 8'000'000;  // warp instructions: about a second
constexpr int most_trials = 6;
constexpr size_t most_numbers = 6;
constexpr uint64_t growth = 8;
constexpr uint64_t most_elements = 1u << 24;

bool is_out_of_bounds(const Finding& f) { return f.kind == FindingKind::oob_read || f.kind == FindingKind::oob_write; }
// What a better guess could mend: races are not among it.
bool is_fault(const Finding& f) { return f.severity == Severity::error && !std::string_view(finding_name(f.kind)).starts_with("race"); }
// What shows where the last warp or the last block is only partly at work.
bool is_of_uneven_end(const Finding& f) {
  constexpr std::array kinds{FindingKind::barrier_divergent, FindingKind::warp_mask, FindingKind::warp_source, FindingKind::uninit_shared};
  return std::find(kinds.begin(), kinds.end(), f.kind) != kinds.end() || is_out_of_bounds(f);
}

struct Tried {
  LaunchGuess guess;
  BareFile file;
  std::vector<Finding> findings;
  uint64_t changes = 0;  // warp-level stores and atomics to global memory
  bool has_run = false;  // something of it is assumed
  std::ptrdiff_t faults() const { return std::count_if(findings.begin(), findings.end(), is_fault); }
};

// One launch of a file, run with one guess and another.
class LaunchTrial {
 public:
  LaunchTrial(std::filesystem::path file, BareFileWishes wishes, std::string launch) : path_(std::move(file)), wishes_(std::move(wishes)), launch_(std::move(launch)) {
    wishes_.only = launch_;  // the others' kernels need not be compiled
  }

  Tried best() {
    Tried best = try_out({});
    if (!best.has_run) return best;
    const bool assumes_values = best.file.assumes_values.contains(name_);
    for (uint64_t largest : {256, 64, 8}) {
      if (best.faults() == 0 || !assumes_values) break;
      take_if_better(best, {.largest = largest});
    }
    if (best.faults() != 0) {
      LaunchGuess zeros = best.guess;
      zeros.stored_are_zeros = true;
      take_if_better(best, zeros);
    }
    if (best.faults() == 0 && best.changes == 0) take_what_does_something(best);
    if (best.faults() == 0 && best.guess.largest == 0)
      if (std::optional<Tried> uneven = tried_uneven(best)) return std::move(*uneven);
    return best;
  }

 private:
  BareFile open(const LaunchGuess& guess) {
    if (!name_.empty()) wishes_.guesses[name_] = guess;
    BareFile file = open_bare_file(path_, wishes_);
    wishes_.reading = file.reading;
    if (!name_.empty() || !file.read.lesson || !file.complaints.empty()) return file;
    const std::vector<std::string> names = file.read.lesson->run_names();
    name_ = !launch_.empty() ? launch_ : names.empty() ? "" : names.front();
    return file;
  }

  std::optional<Launch> build(const BareFile& file) const {
    if (!file.read.lesson || !file.read.lesson->stage_of(name_)) return std::nullopt;
    LaunchRequest request;
    request.name = name_;
    request.instruction_budget = trial_instructions;
    request.other_schedules = 0;
    return build_launch(*file.read.lesson, request).launch;
  }

  void take_if_better(Tried& best, const LaunchGuess& guess) {
    if (Tried other = try_out(guess); other.faults() < best.faults()) best = std::move(other);
  }

  // Step n of n steps has no work; step 1 does.
  void take_what_does_something(Tried& best) {
    const std::set<std::string> numbers = best.file.assumed_numbers[name_];
    if (numbers.size() > most_numbers) return;
    const LaunchGuess before = best.guess;
    for (const std::string& number : numbers) {
      LaunchGuess small = before;
      small.small = {number};
      if (Tried other = try_out(small); other.changes > best.changes && other.faults() == 0) best = std::move(other);
    }
  }
  std::optional<Tried> tried_uneven(const Tried& even) {
    LaunchGuess guess = even.guess;
    guess.is_uneven = true;
    if (open(guess).text == even.file.text) return std::nullopt;  // it asks for nothing of the kind
    Tried uneven = try_out(guess);
    return shows_its_end(uneven, even) ? std::optional(std::move(uneven)) : std::nullopt;
  }

  Tried try_out(const LaunchGuess& guess) {
    Tried tried{guess, open(guess), {}};
    if (name_.empty() || (tried.file.assumed_sizes[name_].empty() && !tried.file.assumes_values.contains(name_))) return tried;
    for (int trial = 0; trial < most_trials && !wishes_.stop.stop_requested(); ++trial) {
      const std::optional<Launch> built = build(tried.file);
      if (!built) break;
      Progress progress;
      RunResult run = engine_->run(*built, progress, wishes_.stop);
      tried.findings = std::move(run.findings);
      tried.changes = run.counters.global_store_requests + run.counters.atomic_requests;
      tried.has_run = true;
      if (guess.is_uneven || !enlarge(*built, tried)) break;  // reaching beyond uneven sizes is what is looked for
      tried.file = open(tried.guess);
    }
    return tried;
  }

  // Gives the buffers that the run reached beyond more elements. Whether any was.
  bool enlarge(const Launch& launch, Tried& tried) const {
    const std::set<std::string>& may_grow = tried.file.assumed_sizes[name_];
    bool any = false;
    for (const Finding& f : tried.findings) {
      if (!is_out_of_bounds(f) || f.element.empty() || f.buffer_index < 0 || static_cast<size_t>(f.buffer_index) >= launch.device.buffers.size()) continue;
      const DeviceBuffer& buffer = launch.device.buffers[static_cast<size_t>(f.buffer_index)];
      if (!may_grow.contains(buffer.name) || f.flat_element >= most_elements) continue;
      uint64_t& elements = tried.guess.elements[buffer.name];
      const uint64_t wanted = std::min(std::max(f.flat_element + 1, buffer.element_count() * growth), most_elements);
      any |= wanted > std::max(elements, buffer.element_count());
      elements = std::max(elements, wanted);
    }
    return any;
  }

  // All that the even sizes show, and mistakes at the end besides; nothing else.
  static bool shows_its_end(const Tried& uneven, const Tried& even) {
    std::set<FindingKind> known, shown;
    for (const Finding& f : even.findings) known.insert(f.kind);
    for (const Finding& f : uneven.findings) {
      shown.insert(f.kind);
      if (!known.contains(f.kind) && !is_of_uneven_end(f)) return false;
    }
    return shown.size() > known.size() && std::includes(shown.begin(), shown.end(), known.begin(), known.end());
  }

  std::filesystem::path path_;
  BareFileWishes wishes_;
  std::string launch_, name_;
  std::unique_ptr<Engine> engine_ = make_simulated_engine();
};

}  // namespace

BareFile open_tried_file(const std::filesystem::path& file, const BareFileWishes& wishes, const std::string& launch) {
  Tried best = LaunchTrial(file, wishes, launch).best();
  if (best.file.read.lesson && !best.file.read.lesson->run_names().empty()) return std::move(best.file);
  BareFileWishes all = wishes;
  all.reading = best.file.reading;
  return open_bare_file(file, all);
}

BareFile open_tried_file(const std::filesystem::path& file, BareFileWishes wishes) {
  BareFile read = open_bare_file(file, wishes);
  wishes.reading = read.reading;
  constexpr size_t most_tried = 16;  // of a file of many kernels the rest is shown as it is assumed at first
  for (const FileLaunch& launch : read.launches)
    if (wishes.guesses.size() < most_tried && !wishes.stop.stop_requested() && (!read.assumed_sizes[launch.name].empty() || read.assumes_values.contains(launch.name))) wishes.guesses[launch.name] = LaunchTrial(file, wishes, launch.name).best().guess;
  return wishes.guesses.empty() ? std::move(read) : open_bare_file(file, wishes);
}

}  // namespace wb

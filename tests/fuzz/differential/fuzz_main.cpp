// warpbook-fuzz: generated kernels against a judge.
//
//   warpbook-fuzz show SEED                          prints the kernel of a seed
//   warpbook-fuzz run --judge self|host|gpu|compiler --first 1 --count 1000 --jobs 4 --out FOLDER
//   warpbook-fuzz record KEPT_FOLDER                 runs kept kernels on the GPU and writes what it gave beside them
//
// Workers are processes: a crash or a hang of one is a finding about the kernel it was at, and another takes its place.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <sstream>

#include "tests/fuzz/differential/kept.h"
#include "tests/fuzz/differential/run_gpu.h"
#include "tests/fuzz/differential/run_here.h"
#include "tests/fuzz/differential/run_host.h"
#include "tests/fuzz/differential/shrink.h"

namespace fs = std::filesystem;
using namespace wb::fuzz;

namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
  std::string judge = "self", out = "fuzz-out", compiler = "g++";
  uint64_t first = 1, count = 1000;
  int jobs = 1, batch = 50, seconds = 1'000'000, statements = 9, depth = 3, shrink_tries = 400, most_shrunk = 6, fused_every = 0, functions_every = 0, printing_every = 0;
  bool thorough = true;
  Features features;
};

// What the processes share.
struct Board {
  std::atomic<uint64_t> next_batch{0};
  std::atomic<uint64_t> kernels{0}, troubles{0}, mismatches{0}, refused_by_judge{0}, text_bytes{0};
  std::atomic<uint64_t> shrunk{0};
  struct Worker {
    std::atomic<uint64_t> seed{0};
    std::atomic<int64_t> since{0};
  } workers[256];
};

int64_t now_seconds() { return std::chrono::duration_cast<std::chrono::seconds>(Clock::now().time_since_epoch()).count(); }

class WorkerProcess {
 public:
  WorkerProcess(const Settings& settings, Board& board, int number, int64_t deadline)
      : s_(settings), board_(board), number_(number), deadline_(deadline), folder_(settings.out + "/work" + std::to_string(number)) {}

  int run() {
    fs::create_directories(folder_);
    std::string why;
    if (s_.judge == "gpu" && !(gpu_ = GpuJudge::open(why))) {
      std::fprintf(stderr, "warpbook-fuzz: %s\n", why.c_str());
      return 3;
    }
    const uint64_t batches = (s_.count + static_cast<uint64_t>(s_.batch) - 1) / static_cast<uint64_t>(s_.batch);
    while (now_seconds() < deadline_) {
      const uint64_t batch = board_.next_batch++;
      if (batch >= batches) break;
      run_batch(batch);
      if (gpu_ && gpu_->is_broken()) return 4;
    }
    return 0;
  }

 private:
  void run_batch(uint64_t batch) {
    const uint64_t size = static_cast<uint64_t>(s_.batch), first = s_.first + batch * size, last = std::min(first + size, s_.first + s_.count);
    const auto is_turn = [&](int every, uint64_t turn) { return every > 0 && batch % static_cast<uint64_t>(every) == turn % static_cast<uint64_t>(every); };
    body_ = is_turn(s_.fused_every, 0) ? Body::fused : is_turn(s_.functions_every, 1) ? Body::functions : is_turn(s_.printing_every, 2) ? Body::printing : Body::statements;
    const bool fused = is_fused();
    std::vector<GeneratedKernel> kernels;
    std::vector<Outputs> here;
    for (uint64_t seed = first; seed < last; ++seed) {
      at(seed);
      GeneratedKernel kernel = generate(seed, {.features = s_.features, .statements = s_.statements, .depth = s_.depth, .body = body_});
      const std::string text = text_of(kernel, "k");
      board_.text_bytes += text.size();
      RunHere run = run_here(text, "k", kernel.grid, kernel.block, {.contract = fused, .thorough = s_.thorough});
      ++board_.kernels;
      if (run.trouble.empty()) {
        kernels.push_back(std::move(kernel));
        here.push_back(std::move(run.outputs));
      } else {
        report_trouble(std::move(kernel), run.trouble);
      }
    }
    if (s_.judge != "self" && !kernels.empty()) judge(kernels, here);
  }

  bool is_fused() const { return body_ == Body::fused; }

  void at(uint64_t seed) {
    board_.workers[number_].seed = seed;
    board_.workers[number_].since = now_seconds();
  }

  std::optional<std::vector<Outputs>> outputs_there(const std::vector<GeneratedKernel>& kernels, std::string& trouble) {
    at(kernels[0].seed);
    if (gpu_) return gpu_->run(kernels, is_fused(), trouble);
    if (s_.judge == "host") return run_on_host(kernels, s_.compiler, folder_, trouble);
    if (GpuJudge::compiles(kernels, trouble)) return std::vector<Outputs>{};
    return std::nullopt;
  }

  void judge(const std::vector<GeneratedKernel>& kernels, const std::vector<Outputs>& here) {
    std::string trouble;
    const auto there = outputs_there(kernels, trouble);
    if (!there) return find_refused(kernels, here, trouble);
    for (size_t i = 0; i < there->size(); ++i) {
      const std::string difference = first_difference(here[i], (*there)[i], kernels[i].ulps);
      if (!difference.empty()) report_mismatch(kernels[i], difference);
    }
  }

  // Halves until the kernel that the judge refuses stands alone.
  void find_refused(const std::vector<GeneratedKernel>& kernels, const std::vector<Outputs>& here, const std::string& trouble) {
    if (gpu_ && gpu_->is_broken()) {
      ++board_.refused_by_judge;
      return write("launch", kernels[0], "in the batch of " + std::to_string(kernels.size()) + " from here: " + trouble, nullptr);
    }
    if (kernels.size() == 1) {
      ++board_.refused_by_judge;
      return write("refused_by_judge", kernels[0], trouble, nullptr);
    }
    const size_t half = kernels.size() / 2;
    const auto middle = static_cast<long>(half);
    judge({kernels.begin(), kernels.begin() + middle}, {here.begin(), here.begin() + middle});
    judge({kernels.begin() + middle, kernels.end()}, {here.begin() + middle, here.end()});
  }

  // "refused: WB3004: line 3: ..." -> "refused: WB3004: ...", without names and numbers: what must stay the same while shrinking.
  static std::string kind_of(const std::string& trouble) {
    std::string kind;
    bool quoted = false;
    for (char c : trouble) {
      if (c == '`') quoted = !quoted;
      if (!quoted && !(c >= '0' && c <= '9')) kind += c;
    }
    return kind;
  }

  bool may_shrink() { return board_.shrunk++ < static_cast<uint64_t>(s_.most_shrunk) && now_seconds() < deadline_; }

  void report_trouble(GeneratedKernel kernel, const std::string& trouble) {
    ++board_.troubles;
    const std::string kind = kind_of(trouble);
    if (may_shrink()) {
      kernel = shrink(std::move(kernel), [&](const GeneratedKernel& k) {
        at(k.seed);
        return kind_of(run_here(text_of(k, "k"), "k", k.grid, k.block, {.contract = is_fused()}).trouble) == kind;
      }, s_.shrink_tries * 5);
    }
    write("trouble", kernel, run_here(text_of(kernel, "k"), "k", kernel.grid, kernel.block, {.contract = is_fused()}).trouble, nullptr);
  }

  bool differs(const GeneratedKernel& k) {
    const RunHere run = run_here(text_of(k, "k"), "k", k.grid, k.block, {.contract = is_fused(), .thorough = false});
    if (!run.trouble.empty()) return false;
    std::string trouble;
    const auto there = outputs_there({k}, trouble);
    return there && !there->empty() && !first_difference(run.outputs, (*there)[0], k.ulps).empty();
  }

  void report_mismatch(GeneratedKernel kernel, std::string difference) {
    ++board_.mismatches;
    std::optional<std::vector<Outputs>> there;
    if (may_shrink()) {
      kernel = shrink(std::move(kernel), [&](const GeneratedKernel& k) { return differs(k); }, s_.shrink_tries);
      std::string trouble;
      there = outputs_there({kernel}, trouble);
      const RunHere run = run_here(text_of(kernel, "k"), "k", kernel.grid, kernel.block, {.contract = is_fused(), .thorough = false});
      if (there && !there->empty()) difference = first_difference(run.outputs, (*there)[0], kernel.ulps);
    }
    write("mismatch", kernel, difference, there && !there->empty() ? &(*there)[0] : nullptr);
  }

  void write(const std::string& kind, const GeneratedKernel& kernel, const std::string& words, const Outputs* wanted) {
    const std::string stem = s_.out + "/" + kind + "_" + std::to_string(kernel.seed);
    std::string comment = words;
    for (size_t at = 0; (at = comment.find('\n', at)) != std::string::npos; at += 3) comment.insert(at + 1, "// ");
    std::ofstream(stem + ".cu") << kept_header(kernel, is_fused()) << "// " << comment << "\n" << text_of(kernel, "k");
    if (wanted) std::ofstream(stem + ".txt") << outputs_as_text(*wanted);
  }

  const Settings& s_;
  Board& board_;
  int number_;
  int64_t deadline_;
  std::string folder_;
  std::unique_ptr<GpuJudge> gpu_;
  Body body_ = Body::statements;
};

pid_t start_worker(const Settings& settings, Board& board, int number, int64_t deadline) {
  const pid_t pid = fork();
  if (pid != 0) return pid;
  _exit(WorkerProcess(settings, board, number, deadline).run());
}

// Keeps the workers going; what ends one of them is written down with the seed it was at.
void supervise(const Settings& settings, Board& board, int64_t deadline) {
  constexpr int64_t hang_seconds = 90;
  std::map<pid_t, int> workers;
  for (int i = 0; i < settings.jobs; ++i) {
    board.workers[i].since = now_seconds();
    workers[start_worker(settings, board, i, deadline)] = i;
  }
  std::ofstream lost(settings.out + "/lost.txt");
  while (!workers.empty()) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) {
      usleep(100'000);
      for (const auto& [id, number] : workers)
        if (now_seconds() - board.workers[number].since > hang_seconds) kill(id, SIGKILL);
      continue;
    }
    const int number = workers[pid];
    workers.erase(pid);
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3)) continue;
    lost << "worker " << number << " ended at seed " << board.workers[number].seed << (WIFSIGNALED(status) ? " by signal " : " with status ")
         << (WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)) << std::endl;
    ++board.troubles;
    board.workers[number].since = now_seconds();
    if (now_seconds() < deadline) workers[start_worker(settings, board, number, deadline)] = number;
  }
}

int run(const Settings& settings) {
  fs::create_directories(settings.out);
  void* shared = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* board = new (shared) Board;
  const int64_t start = now_seconds();
  supervise(settings, *board, start + settings.seconds);
  std::ostringstream line;
  line << "judge " << settings.judge << ", seeds from " << settings.first << ": " << board->kernels << " kernels (" << board->text_bytes / 1024 << " KiB) in " << now_seconds() - start
       << " s; mismatches " << board->mismatches << ", troubles here " << board->troubles << ", refused by the judge " << board->refused_by_judge << "\nfeatures " << names_of(settings.features) << "\n";
  std::fputs(line.str().c_str(), stdout);
  std::ofstream(settings.out + "/summary.txt") << line.str();
  return board->mismatches || board->troubles || board->refused_by_judge ? 1 : 0;
}

int record(const std::string& folder) {
  std::string why;
  const auto gpu = GpuJudge::open(why);
  if (!gpu) {
    std::fprintf(stderr, "warpbook-fuzz: %s\n", why.c_str());
    return 3;
  }
  for (const KeptKernel& kept : kept_kernels(folder)) {
    const auto outputs = gpu->run({kept.as_generated()}, kept.contract, why);
    if (!outputs) std::printf("%s: %s\n", kept.name.c_str(), why.c_str());
    else std::ofstream(folder + "/" + kept.name + ".txt") << outputs_as_text((*outputs)[0]);
  }
  return 0;
}

Settings settings_from(int count, char** arguments) {
  Settings s;
  s.features = supported_features();
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string name = arguments[i], value = arguments[i + 1];
    if (name == "--judge") s.judge = value;
    else if (name == "--out") s.out = value;
    else if (name == "--compiler") s.compiler = value;
    else if (name == "--first") s.first = std::stoull(value);
    else if (name == "--count") s.count = std::stoull(value);
    else if (name == "--jobs") s.jobs = std::min(std::stoi(value), 256);
    else if (name == "--batch") s.batch = std::stoi(value);
    else if (name == "--seconds") s.seconds = std::stoi(value);
    else if (name == "--statements") s.statements = std::stoi(value);
    else if (name == "--depth") s.depth = std::stoi(value);
    else if (name == "--shrink") s.most_shrunk = std::stoi(value);
    else if (name == "--fused-every") s.fused_every = std::stoi(value);
    else if (name == "--functions-every") s.functions_every = std::stoi(value);
    else if (name == "--printf-every") s.printing_every = std::stoi(value);
    else if (name == "--thorough") s.thorough = value != "no";
    else if (name == "--features") s.features = features_from_names(value);
    else if (name == "--without") s.features &= ~features_from_names(value);
  }
  if (s.judge == "host") s.features = without_host_gaps(s.features);
  return s;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count > 1 ? arguments[1] : "";
  if (command == "show" && count > 2) {
    const Settings s = settings_from(count - 1, arguments + 1);
    std::fputs(text_of(generate(std::stoull(arguments[2]), {.features = s.features, .statements = s.statements, .depth = s.depth, .body = s.fused_every ? Body::fused : s.functions_every ? Body::functions : s.printing_every ? Body::printing : Body::statements}), "k").c_str(), stdout);
    return 0;
  }
  if (command == "run") return run(settings_from(count, arguments));
  if (command == "record" && count > 2) return record(arguments[2]);
  std::fputs("usage: warpbook-fuzz show SEED | run [--judge self|host|gpu|compiler] [--first N] [--count N] [--jobs N] [--batch N] [--seconds N] [--out FOLDER]\n"
             "       [--features a,b] [--without a,b] [--statements N] [--depth N] [--shrink N] [--fused-every N] [--functions-every N] [--printf-every N] [--thorough no] | record FOLDER\n",
             stderr);
  return 2;
}

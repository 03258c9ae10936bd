// Races between the grids of a launch, held against the definition: random families of grids of one thread each, which store, load and launch as a script says.
// What is in order is the reachability in a graph that is written down here from the programming guide alone:
//
//   a thread's events one after the other       launch -> beginning of the child          end of a grid <- its last event, and the ends of all that it launches
//   end of a grid -> beginning of the next one in its stream       end of all but the tail launches -> first tail launch -> second one ...
#include <random>
#include <set>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr int elements = 4;
enum Op { op_end, op_store, op_load = op_store + elements, op_null = op_load + elements, op_forget, op_tail, op_first_stream, op_second_stream };

constexpr const char* text = R"(
  __global__ void node(const int* script, int at, int* a, int* b, int* c, int* d) {
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    int seen = 0;
    for (;; at += 2) {
      switch (script[at]) {
        case 0: return;
        case 1: a[0] = at; break;
        case 2: b[0] = at; break;
        case 3: c[0] = at; break;
        case 4: d[0] = at; break;
        case 5: seen += a[0]; break;
        case 6: seen += b[0]; break;
        case 7: seen += c[0]; break;
        case 8: seen += d[0]; break;
        case 9: node<<<1, 1>>>(script, script[at + 1], a, b, c, d); break;
        case 10: node<<<1, 1, 0, cudaStreamFireAndForget>>>(script, script[at + 1], a, b, c, d); break;
        case 11: node<<<1, 1, 0, cudaStreamTailLaunch>>>(script, script[at + 1], a, b, c, d); break;
        case 12: node<<<1, 1, 0, first>>>(script, script[at + 1], a, b, c, d); break;
        case 13: node<<<1, 1, 0, second>>>(script, script[at + 1], a, b, c, d); break;
      }
    }
  })";

// A family, its script and its graph.
class Family {
 public:
  explicit Family(uint32_t seed) : random_(seed) {
    grid(0);
    close();
  }
  const std::vector<int32_t>& script() const { return script_; }
  // "waw 2", "rw 0": what races, by element.
  std::set<std::string> races() const {
    std::set<std::string> found;
    for (const Access& x : accesses_)
      for (const Access& y : accesses_)
        if (x.element == y.element && x.is_store && !reaches_[x.event][y.event] && !reaches_[y.event][x.event] && x.event != y.event)
          found.insert((y.is_store ? "waw " : "rw ") + std::to_string(x.element));
    return found;
  }

 private:
  struct Access {
    int event = 0, element = 0;
    bool is_store = false;
  };
  struct Ends {
    int at = 0, begin = 0, end = 0;
  };
  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  int event() { return events_++; }
  void edge(int from, int to) { edges_.push_back({from, to}); }

  Ends grid(int depth) {
    Ends own{0, event(), event()};
    std::vector<std::pair<int, int>> ops;
    std::vector<Ends> children, tails;
    int last_in[3] = {-1, -1, -1};  // ends, by stream
    int now = own.begin;
    for (int i = 0, count = 1 + pick(5); i < count; ++i) {
      const int next = event();
      edge(now, next);
      now = next;
      if (depth == 3 || grids_ == 14 || pick(3)) {
        const int what = pick(2 * elements);
        accesses_.push_back({now, what % elements, what < elements});
        ops.push_back({op_store + what, 0});
        continue;
      }
      ++grids_;
      const int way = op_null + pick(5);
      const Ends child = grid(depth + 1);
      ops.push_back({way, child.at});
      edge(now, child.begin);
      if (way == op_tail) {
        tails.push_back(child);
        continue;
      }
      children.push_back(child);
      if (way == op_forget) continue;
      int& last = last_in[way == op_null ? 0 : way - op_first_stream + 1];
      if (last >= 0) edge(last, child.begin);
      last = child.end;
    }
    const int quiet = event();  // all but the tail launches
    edge(now, quiet);
    for (const Ends& child : children) edge(child.end, quiet);
    int behind = quiet;
    for (const Ends& tail : tails) edge(behind, tail.begin), behind = tail.end;
    edge(behind, own.end);
    own.at = static_cast<int>(script_.size());
    for (const auto& [op, argument] : ops) script_.push_back(op), script_.push_back(argument);
    script_.push_back(op_end), script_.push_back(0);
    first_ = own.at;
    return own;
  }
  void close() {
    reaches_.assign(static_cast<size_t>(events_), std::vector<bool>(static_cast<size_t>(events_)));
    for (const auto& [from, to] : edges_) reaches_[from][to] = true;
    for (int k = 0; k < events_; ++k)
      for (int i = 0; i < events_; ++i)
        if (reaches_[i][k])
          for (int j = 0; j < events_; ++j)
            if (reaches_[k][j]) reaches_[i][j] = true;
  }

 public:
  int first() const { return first_; }

 private:
  std::mt19937 random_;
  std::vector<int32_t> script_;
  std::vector<Access> accesses_;
  std::vector<std::pair<int, int>> edges_;
  std::vector<std::vector<bool>> reaches_;
  int events_ = 0, grids_ = 0, first_ = 0;
};

std::set<std::string> found_by_simulator(const Kernel& compiled, const Family& family, Schedule schedule, uint64_t seed) {
  Kernel k = compiled;
  k.in(family.script()).value(int64_t{family.first()});
  for (int i = 0; i < elements; ++i) k.in(std::vector<int32_t>(1));
  k.run(schedule, seed);
  std::set<std::string> found;
  for (const Finding& f : k.result.findings) {
    if (std::string(finding_name(f.kind)).starts_with("race")) found.insert((f.kind == FindingKind::race_waw ? "waw " : "rw ") + std::to_string(f.buffer_index - 1));
    else FAIL_CHECK("finds " << finding_name(f.kind));
  }
  return found;
}

std::string joined(const std::set<std::string>& words) {
  std::string text_of;
  for (const std::string& word : words) text_of += word + "; ";
  return text_of;
}

}  // namespace

TEST_CASE("what races in random families of grids is what the definition says, under every schedule") {
  const Kernel compiled(text);
  REQUIRE(compiled.compiled.ok());
  size_t racy = 0, clean = 0;
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    const Family family(seed);
    const std::set<std::string> expected = family.races();
    (expected.empty() ? clean : racy)++;
    for (const Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random}) {
      CAPTURE(schedule_name(schedule));
      CHECK(joined(found_by_simulator(compiled, family, schedule, seed)) == joined(expected));
    }
  }
  CHECK(racy > 30);
  CHECK(clean > 30);
}

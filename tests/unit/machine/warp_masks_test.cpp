// The programming guide's rules about masks, for every function that has one, and for groups that hide theirs: who calls names himself; all that are named
// and have not left call the same function with the same mask. Each breach beside a twin that keeps the rule.
#include <doctest.h>

#include <set>
#include <sstream>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string groups = "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;\n";

std::string kinds_of(const std::string& body, uint32_t threads = 64, Schedule schedule = Schedule::in_order) {
  Kernel k((body.find("cg::") == std::string::npos ? "" : groups) +
           "__global__ void k(int* out) { int t = threadIdx.x, lane = t & 31, v = 100 + t, r = 0; (void)lane; (void)v; " + body + " out[t] = r; }");
  if (!k.compiled.ok()) return "does not compile";
  k.shape({1, 1, 1}, {threads, 1, 1}).in<int32_t>(std::vector<int32_t>(threads, -1)).run(schedule, 5);
  std::istringstream kinds(k.kinds());  // in the order in which they came, which is the schedule's
  std::set<std::string> sorted;
  for (std::string kind; kinds >> kind;) sorted.insert(kind);
  std::string all;
  for (const std::string& kind : sorted) all += (all.empty() ? "" : " ") + kind;
  return all;
}

struct Function {
  const char *name, *call;  // M: the mask
};
constexpr Function functions[] = {
    {"shfl", "r = __shfl_sync(M, v, lane);"},
    {"shfl_up", "r = __shfl_up_sync(M, v, 0);"},
    {"shfl_down", "r = __shfl_down_sync(M, v, 0);"},
    {"shfl_xor", "r = __shfl_xor_sync(M, v, 0);"},
    {"shfl of a double", "r = (int)__shfl_sync(M, (double)v, lane);"},
    {"all", "r = __all_sync(M, v);"},
    {"any", "r = __any_sync(M, v);"},
    {"ballot", "r = __ballot_sync(M, v);"},
    {"match_any", "r = __match_any_sync(M, v);"},
    {"match_any of 64 bits", "r = __match_any_sync(M, (long long)v);"},
    {"match_all", "int p; r = __match_all_sync(M, v, &p);"},
    {"reduce_add", "r = __reduce_add_sync(M, v);"},
    {"reduce_max", "r = __reduce_max_sync(M, (unsigned)v);"},
    {"reduce_xor", "r = __reduce_xor_sync(M, (unsigned)v);"},
    {"syncwarp", "__syncwarp(M);"},
};

struct Situation {
  const char *name, *body, *kinds;  // C(mask): the call
};
constexpr Situation situations[] = {
    {"the whole warp", "C(0xffffffff)", ""},
    {"half of it in a branch", "if (lane < 16) { C(0xffff) }", ""},
    {"half of it after a return", "if (lane >= 16) return; C(0xffff)", ""},
    {"all of it after a return: who has left does not count", "if (lane >= 16) return; C(0xffffffff)", ""},
    {"each by itself", "C(1u << lane)", ""},
    {"two masks without a common lane", "C(lane < 16 ? 0xffffu : 0xffff0000u)", ""},
    {"both sides of a branch with a mask each", "if (lane < 16) { C(0xffff) } else { C(0xffff0000) }", ""},
    {"both sides of a branch with one mask", "if (lane % 2) { C(0xffffffff) } else { C(0xffffffff) }", ""},
    {"a ballot before the branch", "unsigned m = __ballot_sync(~0u, lane % 3); if (lane % 3) { C(m) }", ""},
    {"the active lanes of a branch", "if (lane % 3) { C(__activemask()) }", ""},
    {"lanes that leave a loop one by one, named by ballots", "unsigned m = ~0u; for (int i = 0; i < 4; ++i) { m = __ballot_sync(m, i < lane / 8); if (i >= lane / 8) break; C(m) }", ""},
    {"a computed mask of 32 lanes", "unsigned long long n = 32; C((1ull << n) - 1)", ""},
    {"a caller that is not named", "C(0xffff)", "warp.caller"},
    {"one caller that is not named", "C(0xfffffffe)", "warp.caller"},
    {"nobody is named", "C(0)", "warp.caller"},
    {"the others wait at a barrier", "if (lane < 16) { C(0xffffffff) } __syncthreads();", "warp.mask"},
    {"the others call something else", "if (lane < 16) { C(0xffffffff) } else { int q; __match_all_sync(~0u, lane / 32 + 1ll, &q); r = q; }", "warp.mask"},
    {"lanes that leave a loop one by one", "for (int i = 0; i < lane / 8; ++i) { C(0xffffffff) } __syncthreads();", "warp.mask"},
    {"a mask from before the branch", "unsigned m = __activemask(); if (lane < 16) { C(m) } __syncthreads();", "warp.mask"},
    {"some name others that give another mask", "C(lane < 16 ? 0xffffffffu : 0xffff0000u)", "warp.mask"},
    {"both name one that gives another mask", "C(lane < 16 ? 0xffffffffu : 0xffff0001u) __syncthreads();", "warp.mask"},
    {"one that lacks one of the others", "C(lane == 0 ? 0xfffffffdu : 0xffffffffu) __syncthreads();", "warp.mask"},
    {"the wrong half", "if (lane < 16) { C(0xffff0000) } __syncthreads();", "warp.caller warp.mask"},
};

std::string with_call(std::string body, const std::string& call) {
  for (size_t at; (at = body.find("C(")) != std::string::npos;) {
    size_t end = at + 2;
    for (int open = 1; open; ++end) open += body[end] == '(' ? 1 : body[end] == ')' ? -1 : 0;
    std::string written = call;
    written.replace(written.find('M'), 1, "(" + body.substr(at + 2, end - at - 3) + ")");
    body.replace(at, end - at, "{ " + written + " }");
  }
  return body;
}

}  // namespace

TEST_CASE("every function with a mask keeps to the guide's rules, and each breach is told") {
  for (const Function& f : functions)
    for (const Situation& s : situations) {
      CAPTURE(f.name);
      CAPTURE(s.name);
      CHECK(kinds_of(with_call(s.body, f.call)) == s.kinds);
    }
}

TEST_CASE("the verdict on a mask is the same under every schedule that leaves a warp together") {
  for (Schedule schedule : {Schedule::reverse, Schedule::round_robin})
    for (const Situation& s : situations) {
      CAPTURE(schedule_name(schedule));
      CAPTURE(s.name);
      CHECK(kinds_of(with_call(s.body, functions[7].call), 64, schedule) == s.kinds);
    }
}

TEST_CASE("tiles of every size: all of a tile comes, and tiles do not wait for each other") {
  for (const std::string size : {"1", "2", "4", "8", "16", "32"}) {
    CAPTURE(size);
    const std::string tile = "auto tile = cg::tiled_partition<" + size + ">(cg::this_thread_block()); ", half = "if (tile.thread_rank() < " + size + " / 2) ";
    CHECK(kinds_of(tile + "tile.sync(); r = tile.shfl(v, 0) + tile.shfl_down(v, 1) + tile.shfl_up(v, 1) + tile.shfl_xor(v, " + size + " / 2) + tile.all(v) + tile.match_any(v);") == "");
    CHECK(kinds_of(tile + "r = cg::reduce(tile, v, cg::plus<int>()) + tile.ballot(1);") == "");
    CHECK(kinds_of(tile + "if (lane / " + size + " == 0) { tile.sync(); r = tile.shfl(v, 0) + tile.any(v) + cg::reduce(tile, v, cg::plus<int>()); }") == "");
    if (size == "1") continue;
    CHECK(kinds_of(tile + half + "tile.sync(); __syncthreads();") == "warp.mask");
    CHECK(kinds_of(tile + half + "r = tile.shfl(v, 0); __syncthreads();") == "warp.mask");
    CHECK(kinds_of(tile + half + "r = tile.ballot(1); __syncthreads();") == "warp.mask");
    CHECK(kinds_of(tile + half + "r = cg::reduce(tile, v, cg::plus<int>()); __syncthreads();").find("warp.mask") != std::string::npos);
  }
}

TEST_CASE("groups of the lanes that came together") {
  constexpr Situation cases[] = {
      {"all functions", "if (lane % 3 == 0) { auto g = cg::coalesced_threads(); g.sync(); r = g.shfl(v, 0) + g.size() + g.thread_rank() + g.any(v) + g.ballot(1); }", ""},
      {"a reduction", "if (lane % 3 == 0) { auto g = cg::coalesced_threads(); r = cg::reduce(g, v, cg::plus<int>()); }", ""},
      {"a shuffle beyond its end gives the own value", "if (lane < 8) { auto g = cg::coalesced_threads(); r = g.shfl_down(v, 3); }", ""},
      {"by label", "auto g = cg::labeled_partition(cg::coalesced_threads(), lane % 3); r = g.shfl(v, 0) + g.size(); g.sync();", ""},
      {"by a condition", "auto g = cg::binary_partition(cg::coalesced_threads(), lane % 3 == 0); r = g.shfl(v, 0) + g.size(); g.sync();", ""},
      {"a part of them syncs", "auto g = cg::coalesced_threads(); if (lane < 4) g.sync(); __syncthreads();", "warp.mask"},
      {"a part of them shuffles", "auto g = cg::coalesced_threads(); if (lane < 4) r = g.shfl(v, 0); __syncthreads();", "warp.mask"},
      {"one atomic for all active lanes",
       "__shared__ int c; if (t == 0) c = 0; __syncthreads(); if (lane % 3) { unsigned m = __activemask(); int leader = __ffs(m) - 1, base = 0; "
       "if (lane == leader) base = atomicAdd(&c, __popc(m)); base = __shfl_sync(m, base, leader); r = base + __popc(m & ((1u << lane) - 1)); }",
       ""},
  };
  for (const Situation& c : cases) {
    CAPTURE(c.name);
    CHECK(kinds_of(c.body) == c.kinds);
  }
}

TEST_CASE("a shuffle's width is a power of two up to 32") {
  for (const char* width : {"1", "2", "4", "8", "16", "32", "warpSize", "lane / 32 + 8"}) {
    CAPTURE(width);
    CHECK(kinds_of("r = __shfl_sync(~0u, v, 0, " + std::string(width) + ");") == "");
  }
  for (const char* width : {"0", "3", "5", "24", "33", "64", "-1", "lane / 32 + 12"}) {
    CAPTURE(width);
    CHECK(kinds_of("r = __shfl_sync(~0u, v, 0, " + std::string(width) + ");") == "warp.source");
  }
}

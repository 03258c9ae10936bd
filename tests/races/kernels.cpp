#include "kernels.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace wb::test {
namespace {

constexpr int elements = 128;  // of every array

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  // Blocks in clusters of two or three, that reach into each other's shared memory.
  RaceKernel cluster_kernel() {
    RaceKernel k;
    static constexpr uint32_t sizes[] = {32, 64, 33, 8, 48, 2};
    k.threads = threads_ = sizes[pick(6)];
    k.cluster = 2 + pick(2);
    k.blocks = blocks_ = k.cluster * (1 + pick(2));
    warps_ = (k.threads + 31) / 32;
    has_clusters_ = true;
    k.has_barriers_alone = is_plain_ = pick(3) == 0;
    has_fences_ = !is_plain_ && pick(4);
    if (pick(2)) k.statements.push_back(leaf("cg::this_cluster().sync();"));
    for (uint32_t n = 2 + pick(7); n > 0; --n) k.statements.push_back(statement(0, true));
    return k;
  }

  // Threads copy to shared memory, and wait for it as it happens.
  RaceKernel copies_kernel() {
    RaceKernel k;
    static constexpr uint32_t sizes[] = {64, 32, 96, 33, 8, 48, 2};
    k.threads = threads_ = sizes[pick(7)];
    k.blocks = blocks_ = pick(3) ? 1 : 2;
    warps_ = (k.threads + 31) / 32;
    has_copies_ = true;
    k.has_barriers_alone = is_plain_ = pick(3) != 0;
    has_fences_ = !is_plain_ && pick(2);
    for (uint32_t n = 3 + pick(7); n > 0; --n) k.statements.push_back(statement(0, true));
    return k;
  }

  // Threads arrive at the block's barrier, do something, and wait.
  RaceKernel halves_kernel() {
    RaceKernel k;
    static constexpr uint32_t sizes[] = {64, 32, 96, 33, 8, 48, 2};
    k.threads = threads_ = sizes[pick(7)];
    k.blocks = blocks_ = 1 + pick(2);
    warps_ = (k.threads + 31) / 32;
    has_halves_ = true;
    k.has_barriers_alone = is_plain_ = pick(2);
    has_fences_ = !is_plain_ && pick(3) == 0;
    for (uint32_t n = 2 + pick(6); n > 0; --n) k.statements.push_back(statement(0, true));
    return k;
  }

  RaceKernel kernel() {
    RaceKernel k;
    static constexpr uint32_t sizes[] = {32, 64, 33, 40, 96, 8, 48, 64, 2, 70}, several_warps[] = {64, 96, 96, 70, 40};
    has_numbers_ = pick(3) == 0;
    k.threads = has_numbers_ ? several_warps[pick(5)] : sizes[pick(10)];
    k.blocks = pick(2) ? 1 : 1 + pick(4);
    k.has_barriers_alone = pick(2);
    is_plain_ = k.has_barriers_alone;
    blocks_ = k.blocks;
    threads_ = k.threads;
    has_fences_ = !is_plain_ && pick(4);
    uint32_t staying = k.threads;
    if (pick(8) == 0) {
      staying = 1 + pick(k.threads);
      k.statements.push_back({"if (t >= " + number(staying) + ") return;", {}, {}, {}, false});
    }
    warps_ = (staying + 31) / 32;
    if (!is_plain_ && pick(6) == 0) {
      has_objects_ = true;
      k.statements.insert(k.statements.begin(), leaf("if (t == 0) init(&bar, " + number(staying) + "); __syncthreads();"));
    }
    for (uint32_t n = 2 + pick(7); n > 0; --n) k.statements.push_back(statement(0, true));
    return k;
  }

 private:
  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  static std::string number(uint32_t n) { return std::to_string(n); }
  template <size_t n>
  std::string one_of(const char* const (&all)[n]) { return all[pick(n)]; }

  // ---- places

  std::string index() {
    static const char* const all[] = {"t", "t", "t", "t ^ 1", "t / 2", "(t + 1) % 128", "127 - t", "0", "3", "t & 7", "t % 5", "lane", "t ^ 32", "(t + 32) % 128", "2 * t % 128", "t + 1"};
    static const char* const wide[] = {"i % 128", "b", "b * 32 + lane", "(i + 1) % 128"};
    static const char* const looped[] = {"(t + k) % 128", "k", "t ^ k"};
    if (in_loop_ && pick(3) == 0) return one_of(looped);
    return blocks_ > 1 && pick(3) == 0 ? one_of(wide) : one_of(all);
  }
  // A place of 4 bytes that atomics can use.
  std::string word() {
    static const char* const arrays[] = {"s", "s", "r", "g", "h"}, *const of_next[] = {"next_s", "next_r"};
    return (has_clusters_ && pick(3) == 0 ? one_of(of_next) : one_of(arrays)) + "[" + index() + "]";
  }
  std::string place() {
    switch (pick(12)) {
      case 0: return "((unsigned char*)" + array() + ")[" + index() + "]";
      case 1: return "((short*)" + array() + ")[" + index() + "]";
      case 2: return "((long long*)" + array() + ")[(" + index() + ") % 64]";
      case 3: return "((int2*)" + array() + ")[(" + index() + ") % 64].x";
      case 4: {
        static const char* const members[] = {".a", ".b", ".c", ".f", ".e"};
        return (pick(2) ? "p[" : "q[") + index() + "]" + one_of(members);
      }
      case 5: return "w[" + index() + "]";
      default: return word();
    }
  }
  std::string array() {
    static const char* const arrays[] = {"s", "g", "r"};
    return one_of(arrays);
  }
  std::string value() {
    static const char* const plain[] = {"t", "1", "0", "i", "t / 32", "7"};
    if (is_plain_ || pick(3)) return one_of(plain);
    return "v";
  }
  std::string condition() {
    static const char* const all[] = {"t < 16", "t & 1", "t == 0", "t < 40", "lane < 8", "lane == 3", "t >= 32", "t == 33", "t % 3 == 0", "b == 0", "i < 50"};
    return one_of(all);
  }
  std::string uniform_condition() {
    static const char* const all[] = {"n > 3", "b == 0", "blockDim.x > 40", "b & 1"};
    return one_of(all);
  }

  // ---- statements

  Statement leaf(std::string text) { return {std::move(text), {}, {}, {}, false}; }
  Statement block(std::string head, std::vector<Statement> body) { return {std::move(head), std::move(body), {}, {}, true}; }
  std::vector<Statement> some(uint32_t most, int depth, bool uniform) {
    std::vector<Statement> all;
    for (uint32_t n = 1 + pick(most); n > 0; --n) all.push_back(statement(depth, uniform));
    return all;
  }

  // `uniform`: all threads of the block come here together, so a barrier may stand here.
  Statement statement(int depth, bool uniform) {
    if (has_numbers_ && uniform && pick(3) == 0) return numbered_barrier();
    if (has_numbers_ && !uniform && !is_plain_ && pick(24) == 0) return any_numbered_barrier();
    if (has_objects_ && uniform && pick(3) == 0) return object_barrier();
    if (has_clusters_ && pick(3) == 0) return of_cluster(depth, uniform);
    if (has_copies_ && pick(5) < 2) return of_copies(depth, uniform);
    if (has_halves_ && uniform && pick(3) == 0) return arrival(depth, "half_arrive();", "half_wait();");
    if (depth < 2 && pick(5) == 0) return compound(depth, uniform);
    if (!is_plain_ && depth == 0 && pick(6) == 0) return idiom(uniform);
    switch (pick(16)) {
      case 0: case 1: case 2: return leaf(place() + " = " + value() + ";");
      case 3: case 4: case 5: return leaf("v += " + place() + ";");
      case 6: return leaf(place() + (pick(2) ? " += 1;" : "++;"));
      case 7: return is_plain_ ? leaf(place() + " = " + value() + ";") : leaf(place() + " = " + place() + ";");
      case 8: return vectors();
      case 9: case 10: return uniform ? leaf(barrier()) : warp_function(uniform);
      case 11: return warp_function(uniform);
      case 12: return atomic();
      case 13: return pick(3) ? atomic() : referred();
      case 14: return has_fences_ ? fence() : leaf("v += " + place() + ";");
      default: return is_plain_ ? leaf(place() + " = " + value() + ";") : volatile_access();
    }
  }

  Statement vectors() {
    static const char* const types[] = {"int4", "int2", "short2", "longlong2"};
    static const char* const fields[] = {"x", "x", "x", "x"};
    const uint32_t type = pick(4);
    const std::string at = "((" + std::string(types[type]) + "*)" + array() + ")[(" + index() + ") % " + (type == 0 || type == 3 ? "32" : "64") + "]";
    if (pick(4) == 0) return leaf((pick(2) ? "p[" : "q[") + index() + "] = " + (pick(2) ? "p[" : "q[") + index() + "];");
    if (pick(2)) return leaf("v += " + at + "." + fields[type] + ";");
    return leaf(at + " = make_" + types[type] + "(" + (type == 0 ? "1, 2, 3, t" : "1, t") + ");");
  }

  std::string barrier() {
    switch (pick(7)) {
      case 0: return "u += __syncthreads_count(t & 1);";
      case 1: return "u += __syncthreads_or(t == 5);";
      case 2: return "cg::this_thread_block().sync();";
      case 3: return blocks_ > 1 && pick(2) ? "cg::this_grid().sync();" : "__syncthreads();";
      default: return "__syncthreads();";
    }
  }

  // ---- barriers with a number: all warps that are left come to them, each as often as the others

  std::string fresh_number() { return number(1 + numbers_used_++ % 15); }
  std::string wait_at(const std::string& n, uint32_t warps) { return "wait_at(" + n + ", " + number(32 * warps) + ");"; }
  std::string arrive_at(const std::string& n, uint32_t warps) { return "arrive_at(" + n + ", " + number(32 * warps) + ");"; }
  // Who only arrives may come round before the others have waited.
  Statement kept_apart(Statement s) { return in_loop_ ? block("{", {std::move(s), leaf("__syncthreads();")}) : s; }

  Statement numbered_barrier() {
    if (!is_plain_ && pick(8) == 0) return any_numbered_barrier();
    const std::string n = fresh_number();
    if (warps_ > 1) switch (pick(8)) {
        case 0: case 1: return hand_over(n);
        case 2: return pipeline(n);
        case 3: return leaf("if (t / 32 != " + number(pick(warps_)) + ") " + wait_at(n, warps_ - 1));
        case 4: return chain(n);
        default: break;
      }
    switch (pick(3)) {
      case 0: return leaf("u += vote_at(" + n + ", " + number(32 * warps_) + ", t & 1);");
      case 1: return leaf("wait_at(" + n + ");");
      default: return leaf(wait_at(n, warps_));
    }
  }
  // One warp tells all others, or they tell it.
  Statement hand_over(const std::string& n) {
    const bool one_waits = pick(2);
    const auto side = [&](bool waits) {
      std::vector<Statement> all = some(2, 2, false);
      all.push_back(leaf(waits ? wait_at(n, warps_) : arrive_at(n, warps_)));
      if (pick(2)) all.push_back(statement(2, false));
      return all;
    };
    Statement s = block("if (t / 32 == " + number(pick(warps_)) + ") {", side(one_waits));
    s.between = "} else {";
    s.other = side(!one_waits);
    return kept_apart(std::move(s));
  }
  // A producer and consumers in turns.
  Statement pipeline(const std::string& full) {
    const std::string empty = fresh_number();
    const bool was_in_loop = in_loop_;
    in_loop_ = true;
    std::vector<Statement> fill = some(2, 2, false), use = some(2, 2, false);
    in_loop_ = was_in_loop;
    fill.insert(fill.begin(), leaf("if (k > 0) " + wait_at(empty, warps_)));
    fill.push_back(leaf(arrive_at(full, warps_)));
    use.insert(use.begin() + pick(2), leaf(wait_at(full, warps_)));
    use.push_back(leaf("if (k < 2) " + arrive_at(empty, warps_)));
    Statement s = block("if (t / 32 == " + number(pick(warps_)) + ") {", {block("for (int k = 0; k < 3; ++k) {", std::move(fill))});
    s.between = "} else {";
    s.other = {block("for (int k = 0; k < 3; ++k) {", std::move(use))};
    return kept_apart(std::move(s));
  }
  // Each warp tells the next one.
  Statement chain(const std::string& first) {
    std::vector<Statement> all;
    std::string n = first;
    for (uint32_t w = 1; w < warps_; ++w, n = fresh_number()) {
      all.push_back(leaf("if (t / 32 == " + number(w - 1) + ") " + arrive_at(n, 2)));
      all.push_back(leaf("if (t / 32 == " + number(w) + ") " + wait_at(n, 2)));
      if (pick(2)) all.push_back(leaf("if (t / 32 == " + number(w) + ") v += " + place() + ";"));
    }
    return kept_apart(block("{", std::move(all)));
  }
  // Whoever, and as many as it happens: perhaps nobody goes on.
  Statement any_numbered_barrier() {
    static const char* const whos[] = {"t / 32 == 0", "t >= 32", "t < 64", "t & 1", "lane < 8", "b == 0"};
    const std::string n = number(1 + pick(2)), who = one_of(whos);
    return leaf("if (" + who + ") " + (pick(2) ? wait_at(n, 1 + pick(warps_)) : arrive_at(n, 1 + pick(warps_))));
  }

  // A cuda::barrier of the block: in one step, in two with something in between, or some threads only arrive.
  Statement object_barrier() {
    switch (pick(4)) {
      case 0: return leaf("bar.arrive_and_wait();");
      case 1: {
        Statement s = block("if (t / 32 == " + number(pick(warps_)) + ") {", {leaf("auto token = bar.arrive();"), statement(2, false), leaf("(void)token;")});
        s.between = "} else {";
        s.other = {statement(2, false), leaf("bar.arrive_and_wait();")};
        return block("{", {std::move(s), leaf("__syncthreads();")});
      }
      default: return block("{", {leaf("auto token = bar.arrive();"), statement(2, false), leaf("bar.wait(std::move(token));")});
    }
  }

  Statement warp_function(bool uniform) {
    // Who is active together may depend on the schedule.
    const std::string who = is_plain_ ? "1u << lane" : "__activemask()";
    const uint32_t which = pick(12);
    switch (which) {
      case 0: return leaf("u += __shfl_xor_sync(" + std::string(uniform ? "~0u" : who) + ", t, 1);");
      case 1: return leaf("u += __ballot_sync(" + std::string(uniform ? "~0u" : who) + ", t & 1);");
      case 2: case 3: case 4:
        if (is_plain_ && !uniform) return leaf("__syncwarp(1u << lane);");
        break;
      default: break;
    }
    switch (which) {
      case 2: return leaf("__syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);");
      case 3: return leaf("__syncwarp(1u << lane | 1u << (lane ^ 1));");
      case 4: return leaf("u += __any_sync(0x0fu << (lane & ~3), t == 1);");
      case 5: return leaf(uniform ? "cg::tiled_partition<8>(cg::this_thread_block()).sync();" : "__syncwarp(" + who + ");");
      case 6: return leaf(uniform ? "u += __shfl_down_sync(~0u, t, 4);" : "__syncwarp(" + who + ");");
      case 9: return leaf("u += __reduce_add_sync(" + std::string(uniform ? "~0u" : who) + ", t);");
      case 10: return leaf("u += __match_any_sync(" + std::string(uniform ? "~0u" : who) + ", t & 3);");
      case 11: return leaf(uniform ? "cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), t % 3).sync();" : "__syncwarp(" + who + ");");
      default: return leaf(uniform ? "__syncwarp();" : "__syncwarp(" + who + ");");
    }
  }

  std::string scope() {
    static const char* const all[] = {"", "", "", "_block", "_system"};
    return one_of(all);
  }
  Statement atomic() {
    const std::string at = "&" + word(), use = pick(2) ? "u += " : "";
    switch (pick(9)) {
      case 0: return leaf(use + "atomicMax" + scope() + "(" + at + ", t);");
      case 1: return leaf(use + "atomicExch" + scope() + "(" + at + ", t);");
      case 2: return leaf(use + "atomicCAS" + scope() + "(" + at + ", 0, t + 1);");
      case 3: return leaf(use + "atomicOr" + scope() + "(" + at + ", 1);");
      case 4: return leaf("atomicAdd" + scope() + "((unsigned long long*)&w[" + index() + "], 1ull);");
      case 5: return leaf("atomicAdd((unsigned long long*)" + array() + " + (" + index() + ") % 64, 1ull);");
      case 6: return is_plain_ ? leaf(use + "atomicSub(" + at + ", 1);") : leaf("cuda::atomic_ref<int, cuda::thread_scope_" + std::string(pick(2) ? "device" : "block") + ">(" + word() + ").fetch_add(1, cuda::memory_order_relaxed);");
      default: return leaf(use + "atomicAdd" + scope() + "(" + at + ", 1);");
    }
  }

  // ---- cuda::atomic_ref: of every scope, order and size

  std::string scope_of_reference() {
    static const char* const all[] = {"device", "device", "device", "block", "block", "system"};
    return one_of(all);
  }
  static std::string reference(const std::string& type, const std::string& scope, const std::string& at) { return "cuda::atomic_ref<" + type + ", cuda::thread_scope_" + scope + ">(" + at + ")"; }
  // Behind what else the operation is told: ", cuda::memory_order_acquire", or nothing, which is the strictest.
  std::string order(bool loads, bool stores) {
    static const char* const all[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
    if (is_plain_) return "cuda::memory_order_relaxed";
    for (;;) {
      const uint32_t which = pick(6);
      if ((!loads && (which == 1 || which == 2 || which == 4)) || (!stores && (which == 3 || which == 4))) continue;
      return std::string("cuda::memory_order_") + all[which];
    }
  }
  std::string maybe_order(bool loads, bool stores) { return !is_plain_ && pick(8) == 0 ? "" : ", " + order(loads, stores); }
  std::string operation() {  // that loads and stores, of integers of any size
    static const char* const all[] = {"fetch_add", "fetch_add", "fetch_sub", "fetch_or", "fetch_and", "fetch_xor", "fetch_max", "fetch_min", "exchange"};
    return one_of(all);
  }
  Statement referred() {
    std::string type = "int", at = word();
    switch (pick(10)) {
      case 0: type = "long long", at = "w[" + index() + "]"; break;
      case 1: type = "unsigned char", at = "((unsigned char*)" + array() + ")[" + index() + "]"; break;
      case 2: type = "short", at = "((short*)" + array() + ")[" + index() + "]"; break;
      case 3: type = "unsigned", at = "((unsigned*)" + array() + ")[" + index() + "]"; break;
      default: break;
    }
    const std::string ref = reference(type, pick(12) ? scope_of_reference() : "thread", at), use = pick(2) ? "u += " : "";
    switch (pick(8)) {
      case 0: case 1: {
        const std::string with = maybe_order(true, false);
        return leaf((is_plain_ ? "u += " : "v += ") + ref + ".load(" + (with.empty() ? "" : with.substr(2)) + ");");
      }
      case 2: case 3: return leaf(ref + ".store(" + value() + maybe_order(false, true) + ");");
      case 4: {
        std::string with = maybe_order(true, true);
        if (!with.empty() && pick(2)) with += ", " + order(true, false);
        return leaf("{ " + type + " e = 0; " + use + ref + ".compare_exchange_strong(e, t + 1" + with + "); }");
      }
      default: return leaf(use + ref + "." + operation() + "(" + (pick(4) ? "1" : "t") + maybe_order(true, true) + ");");
    }
  }
  std::string any_fence_of_order() {
    return "cuda::atomic_thread_fence(" + order(true, true) + ", cuda::thread_scope_" + scope_of_reference() + ");";
  }
  Statement fence() {
    static const char* const all[] = {"__threadfence();", "__threadfence();", "__threadfence_block();", "__threadfence_system();"};
    if (pick(5) == 0) return leaf(any_fence_of_order());
    return leaf(has_clusters_ && pick(2) ? "__threadfence_cluster();" : one_of(all));
  }
  Statement volatile_access() {
    const std::string at = "*(volatile int*)&" + word();
    switch (pick(6)) {
      case 0: return leaf(at + " = " + at + " + 1;");
      case 1: case 2: return leaf(at + " = " + value() + ";");
      default: return leaf("v += " + at + ";");
    }
  }

  Statement compound(int depth, bool uniform) {
    switch (pick(6)) {
      case 0: return block("if (" + uniform_condition() + ") {", some(3, depth + 1, uniform));
      case 1: {
        Statement s = block("if (" + condition() + ") {", some(2, depth + 1, false));
        s.between = "} else {";
        s.other = some(2, depth + 1, false);
        return s;
      }
      case 2: case 3: {
        const bool was_in_loop = in_loop_;
        in_loop_ = true;
        Statement s = block("for (int k = 0; k < " + number(2 + pick(2)) + "; ++k) {", some(3, depth + 1, uniform));
        in_loop_ = was_in_loop;
        return s;
      }
      default: return block("if (" + condition() + ") {", some(2, depth + 1, false));
    }
  }

  // ---- clusters

  Statement of_cluster(int depth, bool uniform) {
    const std::string word = "&" + (pick(3) ? flag() : this->word());
    switch (is_plain_ ? 4 + pick(uniform ? 5 : 1) : pick(uniform ? 9 : 5)) {
      case 0: return leaf("v += add_in_cluster(" + word + ");");
      case 1: return leaf("red_in_cluster(" + word + ");");
      case 2: return leaf("store_in_cluster(" + word + ");");
      case 3: return leaf("v += load_in_cluster(" + word + ");");
      case 4: return has_fences_ ? leaf("__threadfence_cluster();") : leaf("v += " + place() + ";");
      case 5: return arrival(depth, "cg::this_cluster().barrier_arrive();", "cg::this_cluster().barrier_wait();");
      case 6: return arrival(depth, "arrive_relaxed();", "cg::this_cluster().barrier_wait();");
      default: return leaf("cg::this_cluster().sync();");
    }
  }
  // Arrives, does something, waits.
  Statement arrival(int depth, const char* arrive, const char* wait) {
    std::vector<Statement> all;
    if (has_fences_ && pick(2)) all.push_back(fence());
    all.push_back(leaf(arrive));
    if (pick(3)) all.push_back(statement(std::max(depth, 2), false));
    all.push_back(leaf(wait));
    return block("{", std::move(all));
  }

  // ---- asynchronous copies; what the threads do about their groups stands in `m`, for those who watch

  Statement copy() {
    static const char* const types[] = {"int", "int", "int", "int2", "int4"};
    static const char* const sources[] = {"g", "h"};  // from shared memory others may bring what is copied on: not compared
    const std::string type = types[pick(5)], at = type == "int" ? "(" + index() + ")" : "(" + index() + ") % " + (type == "int2" ? "64" : "32"), from = pick(3) ? at : "(" + index() + ") % 32";
    const std::string source = one_of(sources), to = pick(4) ? "s" : "r";
    return leaf("__pipeline_memcpy_async((" + type + "*)" + to + " + " + at + ", (" + type + "*)" + source + " + " + from + ", sizeof(" + type + "));");
  }
  Statement commit() { return leaf("__pipeline_commit(); m[i] = 0;"); }
  Statement wait(uint32_t prior) { return leaf("__pipeline_wait_prior(" + number(prior) + "); m[i] = " + number(prior + 1) + ";"); }
  Statement of_copies(int depth, bool uniform) {
    switch (pick(uniform ? 8 : 6)) {
      case 0: case 1: return copy();
      case 2: return block("{", {copy(), commit()});
      case 3: return commit();
      case 4: return wait(pick(3));
      case 5: return wait(0);
      case 6: return depth < 2 ? stages() : wait(0);
      default: return block("{", {copy(), commit(), wait(pick(4) == 0), leaf(barrier())});
    }
  }
  // Two or three stages in turn, with a mistake or without.
  Statement stages() {
    const uint32_t count = 2 + pick(2), left = pick(4) ? count - 1 : count - 2, passes = count + pick(2);
    const std::string n = number(count), own = "t % 32", other = pick(3) ? "(t ^ 1) % 32" : own;
    const bool was_in_loop = in_loop_;
    const auto fill = [&](const std::string& stage) { return leaf("__pipeline_memcpy_async(&s[" + stage + " % " + n + " * 32 + " + own + "], &g[" + stage + " * 16 + " + own + "], 4);"); };
    std::vector<Statement> all;
    for (uint32_t stage = 0; stage + 1 < count; ++stage) all.push_back(block("{", {fill(number(stage)), commit()}));
    std::vector<Statement> pass;
    const std::string next = "(k + " + number(count - 1) + ")";
    Statement begin = block("if (" + (pick(2) ? "true" : "k < " + number(passes + 1 - count)) + ") {", {fill(next)});
    if (pick(4)) pass = {begin, commit()};
    else begin.body.push_back(commit()), pass = {begin};
    in_loop_ = true;
    pass.push_back(wait(left));
    if (pick(4)) pass.push_back(leaf("__syncthreads();"));
    pass.push_back(leaf("v += s[k % " + n + " * 32 + " + other + "];"));
    if (pick(4) == 0) pass.push_back(statement(2, true));
    if (pick(4)) pass.push_back(leaf("__syncthreads();"));
    in_loop_ = was_in_loop;
    all.push_back(block("for (int k = 0; k < " + number(passes) + "; ++k) {", std::move(pass)));
    return block("{", std::move(all));
  }

  // ---- idioms, each with or without what it needs

  std::string maybe_fence() {
    if (!has_fences_ || pick(4) == 0) return "";
    if (has_clusters_ && pick(2)) return "__threadfence_cluster();";
    if (pick(5) == 0) return any_fence_of_order();
    return pick(4) ? "__threadfence();" : "__threadfence_block();";
  }
  std::string flag() { return "f[" + number(pick(2)) + "]"; }

  Statement idiom(bool uniform) {
    switch (pick(6)) {
      case 0: return lock();
      case 1: return producer();
      case 2: return consumer();
      case 3: return uniform ? last_block() : lock();
      case 4: return guess();
      default: return references();
    }
  }
  Statement lock() {
    const std::string word = flag(), who = pick(3) ? "lane == 0" : pick(2) ? "t == 0" : "t < 5";
    static const char* const unlocks[] = {"atomicExch(&@, 0);", "atomicExch(&@, 0);", "*(volatile int*)&@ = 0;", "@ = 0;", "atomicExch_block(&@, 0);"};
    std::string unlock = one_of(unlocks);
    unlock.replace(unlock.find('@'), 1, word);
    std::vector<Statement> inside;
    inside.push_back(block(std::string("if (atomicCAS") + (pick(5) ? "" : "_block") + "(&" + word + ", 0, 1) == 0) {", {}));
    std::vector<Statement>& held = inside[0].body;
    if (has_fences_ && pick(3) == 0) held.push_back(leaf("__threadfence();"));
    held.push_back(leaf(pick(2) ? "g[0] += 1;" : "h[" + number(pick(3)) + "] = t;"));
    if (const std::string text = maybe_fence(); !text.empty()) held.push_back(leaf(text));
    held.push_back(leaf(unlock));
    held.push_back(leaf("break;"));
    return block("if (" + who + ") for (int z = 0; z < 60; ++z) {", std::move(inside));
  }
  // The loop around an atomicCAS: a plain read that it checks, or not.
  Statement guess() {
    static const char* const words[] = {"g[0]", "s[3]", "h[t & 7]", "r[lane]"};
    static const char* const between[] = {"", "", "", "v += g[1];", "v += old;", "h[9] = old;", "if (old == 3) break;", "v += @;", "atomicAdd(&r[5], 1);"};
    static const char* const comparands[] = {"was", "was", "was", "was", "0", "was + 0"};
    const std::string word = one_of(words);
    const auto at_word = [&](std::string text) {
      if (const size_t at = text.find('@'); at != text.npos) text.replace(at, 1, word);
      return text;
    };
    std::vector<Statement> body;
    body.push_back(leaf("int old = " + at_word(pick(8) ? "@" : pick(2) ? "*(volatile int*)&@" : "atomicAdd(&@, 0)") + ", was;"));
    body.push_back(leaf(at_word(one_of(between))));
    body.push_back(leaf("for (int z = 0; z < 70; ++z) { was = old; old = atomicCAS" + scope() + "(&" + word + ", " + one_of(comparands) + ", was + t); if (was == old) break; }"));
    return block("for (int y = 0; y < 1; ++y) {", std::move(body));
  }
  Statement producer() {
    static const char* const stores[] = {"atomicExch(&@, 1);", "*(volatile int*)&@ = 1;", "atomicAdd(&@, 1);", "atomicExch_block(&@, 1);", "@ = 1;"};
    std::string store = one_of(stores);
    store.replace(store.find('@'), 1, flag());
    std::vector<Statement> body;
    body.push_back(leaf((pick(2) ? "g[" : "h[") + number(pick(3)) + "] = t;"));
    if (const std::string text = maybe_fence(); !text.empty()) body.push_back(leaf(text));
    body.push_back(leaf(store));
    return block("if (b == 0 && t == " + number(pick(3) * 16) + ") {", std::move(body));
  }
  Statement consumer() {
    static const char* const reads[] = {"atomicAdd(&@, 0)", "*(volatile int*)&@", "atomicCAS(&@, 1, 1)", "atomicAdd_block(&@, 0)", "@"};
    std::string read = one_of(reads);
    read.replace(read.find('@'), 1, flag());
    std::vector<Statement> body;
    body.push_back(leaf("for (int z = 0; z < 40; ++z) if (" + read + ") break;"));
    if (has_fences_ && pick(2)) body.push_back(leaf("__threadfence();"));
    body.push_back(leaf(std::string("v += ") + (pick(2) ? "g[" : "h[") + number(pick(3)) + "];"));
    return block(std::string("if (b == gridDim.x - 1 && t == ") + number(1 + pick(2) * 32) + ") {", std::move(body));
  }
  Statement last_block() {
    std::vector<Statement> body;
    body.push_back(leaf("g[i % 128] = t;"));
    if (const std::string text = maybe_fence(); !text.empty()) body.push_back(leaf(text));
    if (pick(4)) body.push_back(leaf("__syncthreads();"));
    std::vector<Statement> one;
    if (const std::string text = pick(3) ? "" : maybe_fence(); !text.empty()) one.push_back(leaf(text));
    one.push_back(leaf("turn = atomicAdd(&f[2], 1) == gridDim.x - 1;"));
    if (pick(3) == 0) one.push_back(leaf("if (turn) f[2] = 0;"));
    body.push_back(block("if (t == 0) {", std::move(one)));
    if (pick(5)) body.push_back(leaf("__syncthreads();"));
    body.push_back(leaf("if (turn) v += g[(t + 32) % 128];"));
    return block("{", std::move(body));
  }
  // A flag that is told and seen by references: of one size, and of scopes and orders as it happens. Or a lock.
  Statement references() {
    static const char* const types[] = {"int", "int", "int", "unsigned char", "short"};
    const uint32_t size = pick(5);
    const std::string type = types[size], at = size < 3 ? flag() : "((" + type + "*)f)[" + number(size == 3 ? 12 + pick(2) : 8 + pick(2)) + "]";
    const std::string ref = reference(type, scope_of_reference(), at), data = (pick(2) ? "g[" : "h[") + number(pick(3)) + "]";
    switch (pick(5)) {
      case 0: case 1: {
        std::vector<Statement> body = {leaf(data + " = t;")};
        if (has_fences_ && pick(4) == 0) body.push_back(leaf(maybe_fence()));
        static const char* const changes[] = {".store(1", ".store(1", ".store(1", ".exchange(1", ".fetch_or(1", ".fetch_add(1"};
        const uint32_t which = pick(6);
        body.push_back(leaf(ref + changes[which] + maybe_order(which > 2, true) + ");"));
        if (pick(6) == 0) body.push_back(leaf(reference(type, scope_of_reference(), at) + ".store(2, cuda::memory_order_relaxed);"));
        return block("if (b == " + std::string(pick(4) ? "0" : "gridDim.x - 1") + " && t == " + number(pick(3) * 16) + ") {", std::move(body));
      }
      case 2: return lock_of_references(reference("int", scope_of_reference(), "f[3]"), data);
      default: break;
    }
    const std::string with = maybe_order(true, false);
    const std::string look = pick(4) ? ref + ".load(" + (with.empty() ? "" : with.substr(2)) + ")" : ref + ".fetch_or(0" + maybe_order(true, true) + ")";
    std::vector<Statement> body = {leaf("for (int z = 0; z < 40; ++z) if (" + look + ") break;")};
    if (has_fences_ && pick(4) == 0) body.push_back(leaf(maybe_fence()));
    body.push_back(leaf("v += " + data + ";"));
    if (pick(3) == 0) body.push_back(leaf(reference("int", scope_of_reference(), flag()) + ".store(1" + maybe_order(false, true) + ");"));  // told on
    return block("if (b == gridDim.x - 1 && t == " + number(1 + pick(2) * 32) + ") {", std::move(body));
  }
  Statement lock_of_references(const std::string& ref, const std::string& data) {
    std::vector<Statement> held = {leaf(data + (pick(2) ? " += 1;" : " = t;")), leaf(ref + ".store(0" + maybe_order(false, true) + ");"), leaf("break;")};
    std::vector<Statement> inside = {leaf("int e = 0;"), block("if (" + ref + ".compare_exchange_strong(e, 1" + maybe_order(true, true) + ")) {", std::move(held))};
    return block("if (lane == 0) for (int z = 0; z < 60; ++z) {", std::move(inside));
  }

  std::mt19937_64 random_;
  bool is_plain_ = false, has_fences_ = false, in_loop_ = false, has_numbers_ = false, has_clusters_ = false, has_halves_ = false, has_objects_ = false, has_copies_ = false;
  uint32_t blocks_ = 1, threads_ = 32, warps_ = 1;  // warps: that have threads left
  uint32_t numbers_used_ = 0;
};

void write(const std::vector<Statement>& statements, int depth, std::string& text) {
  const std::string indent(static_cast<size_t>(2 * depth), ' ');
  for (const Statement& s : statements) {
    text += indent + s.head + "\n";
    if (!s.is_block) continue;
    write(s.body, depth + 1, text);
    if (!s.between.empty()) {
      text += indent + s.between + "\n";
      write(s.other, depth + 1, text);
    }
    text += indent + "}\n";
  }
}

// Calls `with` with every list of statements that is one step smaller than `all`, put in its place.
void each_smaller(std::vector<Statement>& all, const std::function<void()>& with) {
  for (size_t i = 0; i < all.size(); ++i) {
    const Statement kept = all[i];
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    with();
    if (kept.is_block) {
      std::vector<Statement> opened = all;
      if (kept.head.find("for (int k") == std::string::npos) {
        std::vector<Statement> inside = kept.body;
        inside.insert(inside.end(), kept.other.begin(), kept.other.end());
        opened.insert(opened.begin() + static_cast<std::ptrdiff_t>(i), inside.begin(), inside.end());
        std::swap(all, opened);
        with();
        std::swap(all, opened);
      }
    }
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), kept);
    if (!kept.is_block) continue;
    each_smaller(all[i].body, with);
    each_smaller(all[i].other, with);
  }
}

}  // namespace

std::string RaceKernel::text() const {
  std::string body;
  write(statements, 1, body);
  std::string head;
  const bool has_halves = body.find("half_") != std::string::npos;
  if (body.find("cg::") != std::string::npos || cluster > 1 || has_halves) head += "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n";
  if (has_halves)
    head += "__device__ void half_arrive() { cg::this_thread_block().barrier_arrive(); }\n"
            "__device__ void half_wait() { cg::this_thread_block().barrier_wait(cg::thread_block::arrival_token{}); }\n";
  if (body.find("cuda::") != std::string::npos) head += "#include <cuda/atomic>\n";
  const bool has_copies = body.find("__pipeline_") != std::string::npos;
  if (has_copies) head += "#include <cuda_pipeline.h>\n";
  const bool has_objects = body.find("bar.") != std::string::npos || body.find("&bar") != std::string::npos;
  if (has_objects) head += "#include <cuda/barrier>\n";
  if (body.find("_at(") != std::string::npos)
    head += "__device__ void wait_at(int n) { asm volatile(\"bar.sync %0;\" ::\"r\"(n) : \"memory\"); }\n"
            "__device__ void wait_at(int n, int c) { asm volatile(\"bar.sync %0, %1;\" ::\"r\"(n), \"r\"(c) : \"memory\"); }\n"
            "__device__ void arrive_at(int n, int c) { asm volatile(\"bar.arrive %0, %1;\" ::\"r\"(n), \"r\"(c) : \"memory\"); }\n"
            "__device__ int vote_at(int n, int c, int p) {\n  int all;\n"
            "  asm volatile(\"{ .reg .pred p; setp.ne.s32 p, %3, 0; bar.red.popc.u32 %0, %1, %2, p; }\" : \"=r\"(all) : \"r\"(n), \"r\"(c), \"r\"(p) : \"memory\");\n  return all;\n}\n";
  if (cluster > 1)
    head += "__device__ int add_in_cluster(int* p) { int old; asm volatile(\"atom.relaxed.cluster.add.s32 %0, [%1], 1;\" : \"=r\"(old) : \"l\"(p) : \"memory\"); return old; }\n"
            "__device__ void red_in_cluster(int* p) { asm volatile(\"red.relaxed.cluster.add.s32 [%0], 1;\" ::\"l\"(p) : \"memory\"); }\n"
            "__device__ void store_in_cluster(int* p) { asm volatile(\"st.relaxed.cluster.s32 [%0], 1;\" ::\"l\"(p) : \"memory\"); }\n"
            "__device__ int load_in_cluster(int* p) { int now; asm volatile(\"ld.relaxed.cluster.s32 %0, [%1];\" : \"=r\"(now) : \"l\"(p) : \"memory\"); return now; }\n"
            "__device__ void arrive_relaxed() { asm volatile(\"barrier.cluster.arrive.relaxed;\" ::: \"memory\"); }\n";
  const bool has_records = body.find("p[") != std::string::npos || body.find("q[") != std::string::npos;
  if (has_records) head += "struct P { int a; short b; unsigned char c; unsigned char d; unsigned e : 5; unsigned f : 7; };\n";
  head += std::string("__global__ void k(int* g, int* h, int* f, long long* w, ") + (has_records ? "P" : "int") + "* q, int* out, int n" + (has_copies ? ", int* m" : "") + ") {\n";
  head += "  __shared__ __align__(16) int s[128];\n  __shared__ __align__(16) int r[128];\n";
  if (has_records) head += "  __shared__ P p[129];\n";
  if (has_objects) head += "  __shared__ cuda::barrier<cuda::thread_scope_block> bar;\n";
  if (body.find("turn") != std::string::npos) head += "  __shared__ bool turn;\n";
  if (cluster > 1) {  // nobody leaves before the others
    const std::string next = "(cg::this_cluster().block_rank() + 1) % " + std::to_string(cluster);
    head += "  int *next_s = cg::this_cluster().map_shared_rank(s, " + next + "), *next_r = cg::this_cluster().map_shared_rank(r, " + next + ");\n";
    body += "  cg::this_cluster().sync();\n";
  }
  head += "  int t = threadIdx.x, b = blockIdx.x, i = b * blockDim.x + t, lane = t & 31, v = 0, u = 0;\n";
  return head + body + "  out[i] = v + u;\n}\n";
}

KernelLaunch RaceKernel::launch() const {
  KernelLaunch launch;
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  launch.cluster = {cluster, 1, 1};
  const auto add = [&](const char* name, ScalarKind scalar, uint64_t count, uint64_t bytes) {
    DeviceBuffer buffer;
    buffer.name = name;
    buffer.scalar = scalar;
    buffer.shape = {count};
    buffer.bytes.assign(bytes, 0);
    launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(std::move(buffer));
  };
  add("g", ScalarKind::int_, elements, 4 * elements);
  add("h", ScalarKind::int_, elements, 4 * elements);
  add("f", ScalarKind::int_, 8, 32);
  add("w", ScalarKind::longlong, elements, 8 * elements);
  add("q", ScalarKind::uchar, 12 * (elements + 1), 12 * (elements + 1));
  add("out", ScalarKind::int_, uint64_t{blocks} * threads, uint64_t{blocks} * threads * 4);
  launch.arguments.push_back(int64_t{5});
  if (text().find("__pipeline_") != std::string::npos) add("m", ScalarKind::int_, uint64_t{blocks} * threads, uint64_t{blocks} * threads * 4);
  return launch;
}

RaceKernel generate_race_kernel(uint64_t seed) { return Generator(seed).kernel(); }
RaceKernel generate_cluster_kernel(uint64_t seed) { return Generator(seed).cluster_kernel(); }
RaceKernel generate_copies_kernel(uint64_t seed) { return Generator(seed).copies_kernel(); }
RaceKernel generate_halves_kernel(uint64_t seed) { return Generator(seed).halves_kernel(); }

std::vector<RaceKernel> smaller(const RaceKernel& kernel) {
  std::vector<RaceKernel> all;
  RaceKernel work = kernel;
  each_smaller(work.statements, [&] { all.push_back(work); });
  for (uint32_t blocks : {1u, 2u})
    if (blocks < kernel.blocks && blocks % kernel.cluster == 0) {
      work = kernel;
      work.blocks = blocks;
      all.push_back(work);
    }
  for (uint32_t threads : {2u, 32u, 64u})
    if (threads < kernel.threads) {
      work = kernel;
      work.threads = threads;
      all.push_back(work);
    }
  return all;
}

}  // namespace wb::test

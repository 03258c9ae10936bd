// The detector, as a user meets it, against the definition: generated kernels from source to findings, every race compared.
//
//   wb_test_races                                       a few thousand kernels
//   WB_RACE_KERNELS=50000 WB_RACE_SEED=1 wb_test_races  as many as one likes, from that seed on
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "definition.h"
#include "kernels.h"
#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"
#include "simulator/program/compared_copies.h"
#include "simulator/program/flag_loads.h"

using namespace wb;
using namespace wb::test;
using Lines = std::set<std::string>;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};
constexpr uint64_t budget = 100'000;
constexpr size_t most_moments = 15'000;
constexpr const char* does_not_compile = "  does not compile";

struct Count {
  uint64_t kernels = 0, runs = 0, racy = 0, clean = 0, skipped = 0, findings = 0, compared = 0, racing = 0, mismatches = 0;
};

RaceDefinition::Checks checks_of(const Program& program) {
  RaceDefinition::Checks checks;
  const ComparedCopies copies(program);
  for (uint32_t site = 0; site < program.sites.size(); ++site) checks[site] = copies.cas_sites(site);
  return checks;
}

// The races of a run by the definition: the launch again, tick for tick, with the definition looking on. None: too large for it.
std::optional<std::vector<Lines>> by_definition(const CompileResult& compiled, const RaceKernel& kernel, const RunOptions& options, uint64_t end, Count& count) {
  const KernelLaunch launch = kernel.launch();
  MachineOptions how{options.schedule, options.seed, options.outputs, {}};
  Checks passing;
  Machine machine(compiled.program, launch, how, &passing);
  RaceDefinition definition({kernel.blocks, kernel.threads, compiled.program->has_fences, flag_loads(*compiled.program, launch), options.schedule == Schedule::reverse},
                            {machine.allocations().begin(), machine.allocations().end()}, kernel.text(), compiled.program->sites, checks_of(*compiled.program));
  passing.watch(&definition);
  while (machine.tick() < end && definition.moment_count() < most_moments)
    if (machine.run_until(std::min(end, machine.tick() + 256)) != MachineStatus::paused) break;
  if (definition.moment_count() >= most_moments) return std::nullopt;
  count.compared += definition.compared();
  count.racing += definition.racing();
  return definition.verdicts();
}

Lines by_detector(const SimulationResult& result) {
  Lines lines;
  static const char* const scopes[] = {"none", "warp", "block", "grid"};
  for (const Finding& f : result.findings) {
    const std::string name = std::string(finding_name(f.kind)) + (f.code.starts_with("race.scope") ? ":scope" : f.code == "race.mixed_sizes" ? ":sizes" : "");
    if (f.kind == FindingKind::async_wait || f.kind == FindingKind::async_source) lines.insert(name + " " + f.buffer + " " + std::to_string(f.places[0].span.begin) + "-" + std::to_string(f.places[0].span.end) + " - " + severity_name(f.severity) + " none");
    if (name.substr(0, 4) != "race") continue;
    if (f.places.size() != 2) {
      lines.insert(name + " without two places");
      continue;
    }
    const Span &a = f.places[0].span, &b = f.places[1].span;
    const auto [low, high] = std::minmax({std::pair(a.begin, a.end), std::pair(b.begin, b.end)});
    lines.insert(name + " " + f.buffer + " " + std::to_string(low.first) + "-" + std::to_string(low.second) + " " + std::to_string(high.first) + "-" + std::to_string(high.second) + " " +
                 severity_name(f.severity) + " " + scopes[static_cast<size_t>(f.scope)]);
  }
  return lines;
}

// Where the definition leaves a choice, what the detector has said is taken: both, where several pairs of sites stand at the two places.
Lines settle(const Lines& definition, const Lines& detector) {
  Lines settled;
  std::vector<std::string> open;
  for (const std::string& line : definition) {
    if (line.find('|') == line.npos) settled.insert(line);
    else open.push_back(line);
  }
  const auto choices = [](const std::string& field) {
    std::vector<std::string> all;
    std::istringstream words(field);
    for (std::string word; std::getline(words, word, '|');) all.push_back(word);
    return all;
  };
  for (const std::string& line : open) {
    std::istringstream fields(line);
    std::string kind, buffer, first, second, severity, scope;
    fields >> kind >> buffer >> first >> second >> severity >> scope;
    std::vector<std::string> candidates;
    for (const std::string& k : choices(kind))
      for (const std::string& s : choices(severity))
        for (const std::string& far : choices(scope)) candidates.push_back(k + " " + buffer + " " + first + " " + second + " " + s + " " + far);
    const size_t before = settled.size();
    std::copy_if(candidates.begin(), candidates.end(), std::inserter(settled, settled.end()), [&](const std::string& c) { return detector.count(c) && !settled.count(c); });
    if (settled.size() == before && std::none_of(candidates.begin(), candidates.end(), [&](const std::string& c) { return detector.count(c); })) settled.insert(candidates.front());
  }
  return settled;
}

std::string difference(const Lines& definition, const Lines& detector) {
  std::string text;
  for (const std::string& line : definition)
    if (!detector.count(line)) text += "  missed    " + line + "\n";
  for (const std::string& line : detector)
    if (!definition.count(line)) text += "  invented  " + line + "\n";
  return text;
}

// Accesses to the shared memory of a block that has left are none, and whether it has left follows from the schedule. That it may have left does not.
struct Reach {
  bool has_left = false, may_have_left = false;
};
Reach reach_of(const SimulationResult& result) {
  Reach reach;
  for (const Finding& f : result.findings) {
    reach.has_left |= f.kind == FindingKind::cluster_exited;
    reach.may_have_left |= f.kind == FindingKind::cluster_exited || f.kind == FindingKind::cluster_leaving;
  }
  return reach;
}

bool has_early(const Lines& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("async."); });
}

struct Setting {
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
};

// What is wrong about the kernel, under the schedules given; "" is nothing.
std::string mistakes(const RaceKernel& kernel, const std::vector<Setting>& settings, Count& count) {
  const CompileResult compiled = compile("k.cu", kernel.text(), "k");
  if (!compiled.ok()) {
    std::string text = does_not_compile;
    for (const Diagnostic& d : compiled.diagnostics) text += "\n  line " + std::to_string(compiled.sources->start(d.span).line) + ": " + (d.arguments.empty() ? "" : d.arguments[0]);
    return text + "\n";
  }
  std::string text;
  struct Run {
    Schedule schedule{};
    Lines expected, found;
  };
  std::optional<Run> like;
  std::optional<Reach> first_reach;
  const bool has_atomics = kernel.text().find("atomic") != std::string::npos;  // whoever uses the result of one has seen those before it
  const bool has_copies = kernel.text().find("__pipeline_") != std::string::npos;  // names that are open go by what came by when
  for (const Setting& setting : settings) {
    RunOptions options;
    options.schedule = setting.schedule;
    options.seed = setting.seed;
    options.instruction_budget = budget;
    const SimulationResult result = simulate(compiled.program, kernel.launch(), options);
    const std::optional<std::vector<Lines>> verdicts = by_definition(compiled, kernel, options, result.counters.warp_instructions, count);
    if (!verdicts) {
      ++count.skipped;
      continue;
    }
    ++count.runs;
    const Lines found = by_detector(result);
    count.findings += found.size();
    (found.empty() ? count.clean : count.racy) += 1;
    const auto is_right = [&](const Lines& verdict) { return difference(settle(verdict, found), found).empty(); };
    const auto right = std::find_if(verdicts->begin(), verdicts->end(), is_right);
    const Lines& expected = right == verdicts->end() ? verdicts->front() : *right;
    if (right == verdicts->end()) text += std::string(schedule_name(setting.schedule)) + " " + std::to_string(setting.seed) + ":\n" + difference(settle(expected, found), found);
    if (!kernel.has_barriers_alone || has_atomics) continue;
    const Reach reach = reach_of(result);
    if (!first_reach) first_reach = reach;
    if (reach.may_have_left != first_reach->may_have_left) text += std::string(schedule_name(setting.schedule)) + ": that a block may have left is told " + (reach.may_have_left ? "here" : "elsewhere") + " alone\n";
    if (reach.has_left) continue;
    if (has_early(found) || (like && has_early(like->found))) continue;  // what comes before the wait does so, or not, as it happens
    if (!like) like = {setting.schedule, expected, found};
    if (const std::string d = difference(like->found, found); !d.empty() && !has_copies) text += std::string("found under ") + schedule_name(setting.schedule) + ", unlike " + schedule_name(like->schedule) + ":\n" + d;
    if (const std::string d = difference(like->expected, expected); !d.empty() && !has_copies) text += std::string(schedule_name(setting.schedule)) + " is unlike " + schedule_name(like->schedule) + ":\n" + d;
  }
  return text;
}

std::vector<Setting> settings_for(const RaceKernel& kernel, uint64_t seed) {
  std::vector<Setting> all;
  if (kernel.has_barriers_alone && seed % 4 == 0) {
    for (Schedule schedule : schedules) all.push_back({schedule, seed});
  } else {
    all.push_back({schedules[seed % 5], seed});
    if (kernel.has_barriers_alone) all.push_back({schedules[(seed + 1 + seed / 5 % 4) % 5], seed});
  }
  return all;
}

std::string numbered(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  size_t offset = 0;
  for (std::string line; std::getline(lines, line);) {
    out += std::to_string(offset) + "\t" + line + "\n";
    offset += line.size() + 1;
  }
  return out;
}

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

// At a barrier in two halves. Else the kernel means nothing, and smaller ones that do not are no help.
static bool arrives_as_often_as_it_waits(const RaceKernel& kernel) {
  const std::string text = kernel.text();
  const auto count = [&](const std::string& word) {
    size_t n = 0;
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
  };
  return count("barrier_arrive();") - count("{ cg::this_thread_block().barrier_arrive();") + count("    arrive_relaxed();") == count("barrier_wait();") && count("half_arrive();") == count("half_wait();");
}

// Kernels by `generate`, as many as the environment wants.
static void check_generated(RaceKernel (*generate)(uint64_t), uint64_t usual) {
  const uint64_t kernels = from_environment("WB_RACE_KERNELS", usual), first = from_environment("WB_RACE_SEED", 1);
  const uint64_t most_shown = from_environment("WB_RACE_SHOW", 5);
  Count count;
  for (uint64_t seed = first; seed < first + kernels; ++seed) {
    const RaceKernel kernel = generate(seed);
    const std::vector<Setting> settings = settings_for(kernel, seed);
    ++count.kernels;
    if (mistakes(kernel, settings, count).empty()) continue;
    if (++count.mismatches > most_shown) continue;
    Count unused;
    const bool compiles = !mistakes(kernel, settings, unused).starts_with(does_not_compile);
    const RaceKernel small = shrink(kernel, [&](const RaceKernel& k) {
      if (!arrives_as_often_as_it_waits(k)) return false;
      const std::string found = mistakes(k, settings, unused);
      return !found.empty() && compiles != found.starts_with(does_not_compile);
    });
    FAIL_CHECK("seed ", seed, ", ", small.blocks, " x ", small.threads, " threads\n", numbered(small.text()), mistakes(small, settings, unused));
  }
  MESSAGE(count.kernels << " kernels, " << count.runs << " runs (" << count.racy << " racy, " << count.clean << " clean, " << count.skipped << " too large), " << count.findings << " findings, "
                        << count.compared << " pairs of accesses compared, " << count.racing << " of them races, " << count.mismatches << " kernels with mismatches");
  CHECK(count.mismatches == 0);
}

TEST_CASE("generated kernels: every race is found, with kind, place, reach and severity, and none is invented") { check_generated(generate_race_kernel, 600); }
TEST_CASE("generated kernels of clusters: the same") { check_generated(generate_cluster_kernel, 300); }
TEST_CASE("generated kernels of asynchronous copies: the same, and every read that comes before the wait") { check_generated(generate_copies_kernel, 300); }
TEST_CASE("generated kernels of barriers in two halves: the same") { check_generated(generate_halves_kernel, 300); }

// Found by the generated kernels, each a mistake of the detector then (or of the definition, where the rules left something open).
TEST_CASE("kernels on which detector and definition once disagreed") {
  struct Kept {
    const char* name;
    uint32_t blocks, threads;
    std::vector<const char*> lines;
    uint32_t cluster = 1;
  };
  const Kept kept[] = {
      {"who uses an atomic's result comes after those before it, in a program without fences, too", 1, 64, {"u += atomicAdd(&r[0], 1);", "if (u == 63) r[0] = 0;"}},
      {"also where the lanes take their turns from the highest down", 1, 32, {"u += atomicAdd(&g[0], 1);", "if (u == 31) g[0] = 0;"}},
      {"and where later accesses are of another size", 1, 40, {"u += atomicAdd(&r[0], 1);", "if (u == 39) ((long long*)r)[0] += 1;"}},
      {"an atomic for the block alone tells its own block", 2, 32, {"u += atomicAdd_block(&h[b], 1);", "if (u == 31) h[b] = 0;"}},
      {"an atomic whose result nobody uses learns nothing", 1, 64, {"atomicAdd(&s[0], 1);", "if (t == 63) v += s[0];"}},
      {"who has come to it may tell another block", 2, 32,
       {"if (b == 0) u += atomicAdd_block(&h[5], 1);", "if (b == 0 && u == 31) { __threadfence(); atomicExch(&f[0], 1); }", "if (b == 1) u = atomicAdd(&f[0], 0);", "__threadfence();", "if (b == 1 && u) h[5] = 0;"}},
      {"or, by a fence, the cluster", 3, 32,
       {"u += atomicOr_block(&next_r[3], 1);", "if (t % 3 != 0) __threadfence_cluster();", "{ arrive_relaxed(); cg::this_cluster().barrier_wait(); }", "v += r[lane];"}, 3},
      {"who uses an atomic's result comes after volatile stores before it, in a program without fences", 1, 64, {"u += atomicOr(&s[t & 7], 1);", "*(volatile int*)&s[t & 7] = 0;"}},
      {"a block's atomic beside another block's volatile access", 2, 32, {"if (b == 0) atomicMax_block(&h[3], t);", "else *(volatile int*)&h[3] = 0;", "__threadfence();"}},
      {"16 bytes: equal in their lower half alone", 1, 48, {"((int4*)r)[t % 16] = make_int4(1, 2, 3, t);", "__syncwarp();"}},
      {"16 bytes that are the same", 2, 8, {"((longlong2*)g)[t] = make_longlong2(1, t);"}},
      {"a record is copied in pieces of several sizes", 2, 32, {"q[t] = q[0];", "__syncwarp();"}},
      {"two records, one place", 1, 32, {"q[(t + 1) % 32] = p[t ^ 3];", "__threadfence();"}},
      {"64 bits whose halves cancel", 1, 32, {"w[0] = t * 0x100000001ll;"}},
      {"one thread stores twice, and another the later value", 1, 64, {"if (t == 0) { for (int k = 1; k < 3; ++k) s[5] = k; }", "if (t == 40) s[5] = 2;", "__threadfence();"}},
      {"two lanes of one instruction store different values", 1, 64, {"if (t < 2) s[5] = t;", "if (t == 40) s[5] = 1;", "__threadfence();"}},
      {"a value behind another one of the same thread, and a third beside both", 1, 2, {"for (int k = 0; k < 3; ++k) { s[0] = i; ((int2*)s)[t].x = 1; }"}},
      {"a value behind another one, ordered, and a third beside both", 1, 64,
       {"if (t == 0) s[5] = 1;", "__syncwarp();", "if (t == 1) s[5] = 2;", "if (t == 40) s[5] = 2;", "__threadfence();"}},
      {"a lock's holder in another warp, behind a later holder, still races from there", 1, 64,
       {"if (lane == 0) for (int z = 0; z < 9; ++z) if (atomicCAS(&f[1], 0, 1) == 0) { __threadfence(); *(volatile int*)&f[1] = 0; }", "if (t == 16) f[1] = 1;"}},
      {"nobody updates who fetches something else", 1, 32, {"v += s[t];", "s[0] = 7;"}},
      {"a fetch that one's own atomic follows is part of an update", 1, 32, {"if (s[0] < t) atomicMax(&s[0], t);"}},
      {"a store that races with the atomic makes the fetch before it an update", 1, 32, {"atomicSub(&s[(t + 1) % 32], 1);", "v += s[t];", "s[lane] = v;"}},
      {"an update of bytes", 1, 32, {"((short*)r)[t & 7]++;", "((int2*)r)[t ^ 1].x = 1;"}},
      {"a plain store wipes out what a flag told", 2, 32,
       {"if (i == 0) { g[9] = 1; __threadfence(); atomicExch(&f[0], 1); f[0] = 2; }", "if (b == 1 && t == 0) { if (atomicAdd(&f[0], 0)) v += g[9]; }"}},
      {"volatile words of shared memory: both storing threads must have fenced", 1, 64,
       {"if (t == 0) { __threadfence_block(); *(volatile int*)&s[0] = 1; }", "if (t == 32) *(volatile int*)&s[0] = 2;"}},
      {"a guess that an atomicCAS checks", 2, 48, {"{ int old = g[0], was; do { was = old; old = atomicCAS(&g[0], was, was + t); } while (was != old); }"}},
      {"a guess that is stored before it is checked", 2, 48, {"{ int old = g[0], was; h[i] = old; do { was = old; old = atomicCAS(&g[0], was, was + t); } while (was != old); }"}},
      {"a thread that comes back to a place between the halves of the next barrier", 1, 2, {"for (int k = 0; k < 2; ++k) { v += s[lane]; half_arrive(); s[t ^ k] = i; half_wait(); }"}},
      {"between the halves of a barrier its first half is nothing that is known", 1, 33,
       {"half_arrive();", "atomicOr_block(&s[b * 32 + lane], 1);", "half_wait();", "half_arrive();", "v += s[(i + 1) % 128];", "half_wait();"}},
      {"a pass of a loop ends behind the halves of a barrier, whoever has come how far", 1, 2,
       {"for (int k = 0; k < 3; ++k) { v += s[t]; half_arrive(); half_wait(); s[(t + k) % 128] = ((unsigned char*)r)[t ^ k]; }"}},
      {"the same, of a wide store and a read of a part of it", 1, 2,
       {"for (int k = 0; k < 2; ++k) { v += ((int2*)r)[k].x; half_arrive(); half_wait(); ((longlong2*)r)[(t ^ k) % 32] = make_longlong2(1, t); }"}},
      {"a read between the halves, which is also of the pass before", 1, 40, {"for (int k = 0; k < 3; ++k) { half_arrive(); v += s[t ^ 32]; half_wait(); s[t] = k; }"}},
      {"an atomicCAS that happens to compare with the same", 2, 48, {"v += g[t];", "atomicCAS(&g[t], 0, 0);"}},
      {"a lane reads in front of another one's copy", 1, 32, {"v += s[t ^ 1];", "__pipeline_memcpy_async(&s[t], &g[t], 4);"}},
      {"a lane reads behind another one's copy, and nobody waits", 1, 32, {"__pipeline_memcpy_async(&s[t], &g[t], 4);", "v += s[t ^ 1];"}},
      {"warps that wait, with no barrier behind", 1, 64, {"__pipeline_memcpy_async(&s[t], &g[t], 4);", "__pipeline_commit(); m[i] = 0;", "__pipeline_wait_prior(0); m[i] = 1;", "v += s[t ^ 32];"}},
      {"a wait that leaves the last group under way", 1, 64, {"__pipeline_memcpy_async(&s[t], &g[t], 4);", "__pipeline_commit(); m[i] = 0;", "__pipeline_wait_prior(1); m[i] = 2;", "__syncthreads();", "v += s[t ^ 32];"}},
      {"a read of what other lanes' copies bring, in a branch, before anybody waits", 1, 32,
       {"__pipeline_memcpy_async((int*)s + (t), (int*)h + (t) % 32, sizeof(int));", "if (t % 3 != 0) v += ((int2*)s)[(t % 5) % 64].x;", "__pipeline_commit(); m[i] = 0;", "__pipeline_wait_prior(0); m[i] = 1;"}},
      {"one lane waits, and then all read", 1, 32,
       {"__pipeline_memcpy_async((int*)s + (0), (int*)g + (0), sizeof(int));", "__pipeline_commit(); m[i] = 0;", "if (lane == 3) { __pipeline_wait_prior(0); m[i] = 1; }", "v += ((short*)s)[t];"}},
      {"what a copy reads is changed, by its lane and by others", 1, 64,
       {"__pipeline_memcpy_async((int*)r + (3), (int*)g + (3), sizeof(int));", "__pipeline_commit(); m[i] = 0;", "if (t == 0) { __pipeline_wait_prior(0); m[i] = 1; }", "((short*)g)[t] = t / 32;"}},
      {"a thread writes to where its own copy goes, and to where it comes from", 1, 64,
       {"__pipeline_memcpy_async(&s[t], &g[t], 4);", "s[t] = 7;", "v += s[t];", "g[t] = 1;", "__pipeline_commit(); m[i] = 0;", "__pipeline_wait_prior(0); m[i] = 1;"}},
      {"others do, behind a barrier", 1, 64,
       {"__pipeline_memcpy_async(&s[t], &g[t], 4);", "__pipeline_commit(); m[i] = 0;", "__syncthreads();", "s[t ^ 32] = 7;", "g[t ^ 32] = 1;", "__syncthreads();", "__pipeline_wait_prior(0); m[i] = 1;"}},
      {"a copy wipes out what a byte's atomics told", 1, 64,
       {"__pipeline_memcpy_async((int4*)s + (lane) % 32, (int4*)g + (lane) % 32, sizeof(int4));", "s[i % 128]++;",
        "u += cuda::atomic_ref<unsigned char, cuda::thread_scope_device>(((unsigned char*)s)[t % 5]).fetch_min(1, cuda::memory_order_acq_rel);"}},
      {"stores to a block of the cluster that has left under some schedules", 2, 2, {"if (b & 1) { cg::this_cluster().sync(); next_r[3] = 1; }"}, 2},
      {"the same, and each block updates the other one", 2, 2, {"if (b == 0) cg::this_cluster().sync();", "v += next_r[lane];", "next_r[b] = 0;"}, 2},
  };
  for (const Kept& k : kept) {
    CAPTURE(k.name);
    RaceKernel kernel;
    kernel.blocks = k.blocks;
    kernel.threads = k.threads;
    kernel.cluster = k.cluster;
    for (const char* line : k.lines) kernel.statements.push_back({line, {}, {}, {}, false});
    const std::string text = kernel.text();
    kernel.has_barriers_alone = text.find("atomic") == text.npos && text.find("volatile int") == text.npos;
    std::vector<Setting> settings;
    for (Schedule schedule : schedules)
      for (uint64_t seed = 0; seed < 3; ++seed) settings.push_back({schedule, seed});
    Count count;
    const std::string found = mistakes(kernel, settings, count);
    CHECK_MESSAGE(found.empty(), numbered(kernel.text()), found);
    CHECK(count.skipped == 0);
  }
}

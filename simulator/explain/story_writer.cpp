#include "simulator/explain/story_writer.h"

#include <algorithm>
#include <cstring>

#include "simulator/analysis/element_names.h"
#include "simulator/analysis/heap_names.h"
#include "simulator/analysis/sentences.h"
#include "simulator/explain/story_sentences.h"

namespace wb {

std::string_view story_sentence(std::string_view code) {
#define WB_STORY_ROW(c, text) {c, text},
  static constexpr struct {
    std::string_view code, text;
  } rows[] = {WB_STORY_SENTENCES(WB_STORY_ROW)};
#undef WB_STORY_ROW
  for (const auto& row : rows)
    if (row.code == code) return row.text;
  return {};
}

const char* step_verb(StoryStep::Kind kind) {
  switch (kind) {
    case StoryStep::Kind::reads: return "reads";
    case StoryStep::Kind::writes: return "writes";
    case StoryStep::Kind::changes: return "changes";
    case StoryStep::Kind::stops: return "is stopped";
    case StoryStep::Kind::arrives: return "write arrives";
  }
  return "";
}

namespace {

constexpr size_t most_steps = 12;
constexpr const char* no_value = "?";

// What memory holds that nobody has written, or what was copied from there.
bool is_poison(uint64_t bits, uint32_t bytes) {
  for (uint32_t i = 0; i < std::min(bytes, 8u); ++i)
    if (static_cast<uint8_t>(bits >> 8 * i) != poison_byte) return false;
  return bytes > 0;
}

// Whose shared memory it is, where the threads of a cluster come to each other's.
std::string of_block(const Scene& scene, const AllocationInfo& info, uint32_t owner) {
  if (info.space != Space::shared || scene.shape.cluster_size() == 1) return "";
  return " of " + block_name(scene.shape, scene.shape.block_index(owner));
}

class Writer {
 public:
  Writer(const Scene& scene, const StoryPick& pick)
      : scene_(scene), pick_(pick), raced_(shown(scene.info, scene.owner, std::max(pick.mine.offset, scene.low), pick.mine.bytes)) {}

  RaceStory write() const {
    RaceStory story;
    story.bites = true;
    story.schedule = scene_.in_launch(pick_.broken->told);
    story.otherwise = scene_.in_launch(pick_.otherwise->told);
    story.code = pick_.code;
    story.arguments = arguments();
    story.message = fill_sentence(story_sentence(story.code), story.arguments);
    write_steps(story);
    return story;
  }

 private:
  // What an element is called, and as what its value is written.
  struct Shown {
    std::string name;
    AllocationInfo info;
    int64_t offset = 0;  // in there
  };
  Shown shown(const AllocationInfo& info, uint32_t owner, uint64_t offset, uint32_t bytes) const {
    const HeapBlock* block = info.is_heap ? pick_.broken->heap.at(offset) : nullptr;
    if (!block) return {accessed_name(info, static_cast<int64_t>(offset), bytes) + of_block(scene_, info, owner), info, static_cast<int64_t>(offset)};
    const LaunchGrids grids(scene_.shape);
    const FindingContext context{grids, scene_.allocations, scene_.program->sites, scene_.program->module->sources.get()};
    HeapElement element = heap_element(context, *block, static_cast<int64_t>(offset), bytes);
    return {std::move(element.name), std::move(element.as_array), 0};
  }

  std::string name(uint32_t party) const {
    const ThreadRef who = scene_.party[party];
    std::string text = thread_name(scene_.shape, scene_.shape.thread_index(who.thread));
    if (scene_.party[0].block != scene_.party[1].block) text += " of " + block_name(scene_.shape, scene_.shape.block_index(who.block));
    return text;
  }
  std::string value(uint64_t bits, uint32_t bytes) const { return value(bits, bytes, raced_); }
  std::string value(uint64_t bits, uint32_t bytes, const Shown& of) const {
    return is_poison(bits, bytes) ? no_value : accessed_value(scene_.allocations, of.info, of.offset, bits, bytes);
  }

  // The element's bytes at the end of a run, as far as they make one number.
  std::string end_value(const Trial& trial) const {
    const uint32_t bytes = std::min<uint32_t>(pick_.mine.bytes, 8);
    const uint64_t from = pick_.mine.offset > scene_.low ? pick_.mine.offset - scene_.low : 0;
    uint64_t bits = 0;
    if (from + bytes <= trial.element.size()) std::memcpy(&bits, trial.element.data() + from, bytes);
    return value(bits, bytes);
  }

  std::vector<std::string> arguments() const {
    const TrialAccess &mine = pick_.mine, &theirs = pick_.theirs;
    const TrialAccess* in_other_run = pick_.otherwise->find(mine);
    const std::string later = pick_.last ? value(pick_.last->value, pick_.last->bytes) : in_other_run ? value(in_other_run->value, in_other_run->bytes) : "";
    return {raced_.name, name(mine.party), mine.is_undefined && !mine.is_write() ? "no value" : value(mine.value, mine.bytes), name(theirs.party),
            value(theirs.value, theirs.bytes), later, end_value(*pick_.broken), end_value(*pick_.otherwise)};
  }

  StoryStep step_of(const TrialAccess& a) const {
    StoryStep step = step_at(a.party, a.tick, a.site);
    step.kind = a.kind == AccessKind::load ? StoryStep::Kind::reads : a.kind == AccessKind::store ? StoryStep::Kind::writes : StoryStep::Kind::changes;
    const Shown element = shown(scene_.allocations[a.allocation], a.owner, a.offset, a.bytes);
    step.element = element.name;
    step.is_undefined = a.is_undefined;
    if (!a.is_undefined || a.kind == AccessKind::store) step.value = value(a.value, a.bytes, element);
    if (a.is_write() && !a.is_undefined) step.before = value(a.before, a.bytes, element);
    return step;
  }
  StoryStep step_at(uint32_t party, uint64_t tick, uint32_t site) const {
    StoryStep step;
    step.party = party;
    step.block = scene_.shape.block_index(scene_.party[party].block);
    step.thread = scene_.shape.thread_index(scene_.party[party].thread);
    step.tick = tick;
    if (site < scene_.program->sites.size()) step.span = scene_.program->sites[site].span;
    return step;
  }

  bool matters(const TrialAccess& a) const {
    return a.is_same_moment(pick_.mine) || a.is_same_moment(pick_.theirs) || (pick_.last && a.is_same_moment(*pick_.last)) || (pick_.lead && a.is_same_moment(*pick_.lead));
  }

  // From the first to the last access that matters; where there are many between them, those that matter alone.
  void write_steps(RaceStory& story) const {
    const std::vector<TrialAccess>& all = pick_.broken->accesses;
    const auto is_shown = [&](const TrialAccess& a) { return matters(a); };
    const auto first = std::find_if(all.begin(), all.end(), is_shown);
    const auto last = std::find_if(all.rbegin(), all.rend(), is_shown).base();
    const bool shows_all = static_cast<size_t>(last - first) <= most_steps;
    bool is_made_of_nothing = false;  // an atomic has changed what had no value
    for (auto a = first; a < last; ++a) {
      if (shows_all || matters(*a)) {
        story.steps.push_back(step_of(*a));
        if (is_made_of_nothing) story.steps.back().before.clear();
        if (is_made_of_nothing && a->kind != AccessKind::store) story.steps.back().value.clear();
      } else {
        ++story.left_out;
      }
      if (a->kind != AccessKind::load) is_made_of_nothing = a->kind == AccessKind::atomic && (is_made_of_nothing || a->is_undefined);
    }
    for (size_t i = 0; i < pick_.broken->holds.size(); ++i) {
      const ToldSchedule::Moment& moment = pick_.broken->told.holds[i].before;
      const uint32_t party = ThreadRef{moment.block, moment.thread} == scene_.party[0] ? 0 : 1;
      if (pick_.broken->told.holds[i].late) {
        write_late_steps(story, party, pick_.broken->holds[i]);
        continue;
      }
      StoryStep stop = step_at(party, pick_.broken->holds[i].since, scene_.program->info[moment.pc].site);
      stop.kind = StoryStep::Kind::stops;
      const auto at = std::find_if(story.steps.begin(), story.steps.end(), [&](const StoryStep& s) { return s.tick >= stop.tick; });
      story.steps.insert(at, stop);
    }
  }

  // Of a late write: it is marked, it arrives in the end, and between it and the read stands by what one told the other.
  void write_late_steps(RaceStory& story, uint32_t writer, const HoldState& hold) const {
    const TrialAccess *told = nullptr, *heard = nullptr;
    for (const TrialAccess& s : pick_.broken->signals) {
      if (s.tick <= pick_.theirs.tick || s.tick >= pick_.mine.tick) continue;
      if (s.party == writer && !told) told = &s;
      if (s.party != writer) heard = &s;
    }
    for (const TrialAccess* signal : {told, heard}) {
      if (!signal) continue;
      const auto at = std::find_if(story.steps.begin(), story.steps.end(), [&](const StoryStep& s) { return s.tick > signal->tick; });
      story.steps.insert(at, step_of(*signal));
    }
    for (StoryStep& step : story.steps) step.is_late |= step.tick == pick_.theirs.tick && step.party == writer;
    StoryStep arrival = step_of(pick_.theirs);
    arrival.kind = StoryStep::Kind::arrives;
    arrival.tick = hold.ended;
    arrival.before.clear();
    story.steps.push_back(arrival);
  }

  const Scene& scene_;
  const StoryPick& pick_;
  const Shown raced_;
};

// Runs to the end of the launch. Null: it did not come there with so much work.
std::unique_ptr<Machine> run_to_end(const Scene& scene, const ToldSchedule& told, uint64_t& work, std::stop_token stop) {
  const uint64_t start = work_of_start(scene), limit = work > start ? work - start : 0;
  if (!limit) return nullptr;
  MachineOptions options;
  options.told = scene.in_launch(told);
  options.borrows_buffers = true;
  auto machine = std::make_unique<Machine>(scene.program, *scene.launch, options, nullptr);
  MachineStatus status = MachineStatus::paused;
  while (status == MachineStatus::paused && machine->tick() < limit && !stop.stop_requested()) status = machine->run_until(std::min(limit, machine->tick() + (1 << 16)));
  work -= std::min(work, start + machine->tick());
  return status == MachineStatus::finished ? std::move(machine) : nullptr;
}

std::string result_value(Machine& machine, uint32_t buffer, const AllocationInfo& info, uint64_t offset, uint32_t bytes) {
  uint64_t bits = 0;
  const std::vector<uint8_t> raw = machine.read_global(buffer, offset, bytes);
  if (raw.size() <= 8) std::memcpy(&bits, raw.data(), raw.size());
  return is_poison(bits, bytes) ? no_value : accessed_value(machine.allocations(), info, static_cast<int64_t>(offset), bits, bytes);
}

}  // namespace

RaceStory write_story(const Scene& scene, const StoryPick& pick) { return Writer(scene, pick).write(); }

RaceStory write_no_story(const Scene* scene, const Finding& finding, const char* code, uint32_t tries, uint64_t ticks) {
  RaceStory story;
  story.code = code;
  std::string element = finding.buffer;
  if (scene) element = accessed_name(scene->info, static_cast<int64_t>(scene->low), scene->high - scene->low) + of_block(*scene, scene->info, scene->owner);
  story.arguments = {element, std::to_string(tries) + (tries == 1 ? " run" : " runs"), std::to_string(ticks)};
  story.message = fill_sentence(story_sentence(code), story.arguments);
  return story;
}

RaceStory::Effect compare_results(const Scene& scene, const StoryPick& pick, uint64_t& work, std::stop_token stop) {
  RaceStory::Effect effect;
  const std::unique_ptr<Machine> a = run_to_end(scene, pick.broken->told, work, stop);
  const std::unique_ptr<Machine> b = a ? run_to_end(scene, pick.otherwise->told, work, stop) : nullptr;
  if (!a || !b) return effect;
  effect.is_known = true;
  // The example: the raced element, else one that the thread of the story stored, else the first.
  const auto& stored = pick.broken->stored[pick.mine.party];
  int best = 0;
  for (uint32_t i = 0; i < scene.launch->buffers.size(); ++i) {
    const AllocationInfo& info = a->allocations()[i];
    const uint8_t *now = a->memory()[i].data, *then = b->memory()[i].data;
    if (!info.may_be_stored || std::memcmp(now, then, info.bytes) == 0) continue;
    const uint32_t scalar = std::max(1, static_cast<int>(wb::info(info.scalar).bytes));
    const uint64_t each = std::max<uint32_t>(info.element_bytes, 1);
    for (uint64_t at = 0; at + each <= info.bytes; at += each) {
      if (std::memcmp(now + at, then + at, each) == 0) continue;
      ++effect.elements;
      const bool is_raced = i == scene.allocation && at <= scene.low && scene.low < at + each;
      const bool is_stored = std::any_of(stored.begin(), stored.end(), [&](const auto& s) { return s.first == i && at <= s.second && s.second < at + each; });
      const int fitness = is_raced ? 3 : is_stored ? 2 : 1;
      if (fitness <= best) continue;
      best = fitness;
      uint64_t where = at;
      while (where + scalar < at + each && std::memcmp(now + where, then + where, scalar) == 0) where += scalar;
      effect.element = accessed_name(info, static_cast<int64_t>(where), scalar);
      effect.value = result_value(*a, i, info, where, scalar);
      effect.otherwise = result_value(*b, i, info, where, scalar);
    }
  }
  return effect;
}

}  // namespace wb

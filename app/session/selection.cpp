#include "app/session/selection.h"

#include <algorithm>

namespace wb {
namespace {

constexpr size_t accesses_shown = 4096;

bool is_valid(const Recording& recording, ThreadRef thread) {
  return thread.block < recording.shape().block_count() && thread.thread < recording.shape().threads_per_block();
}

bool is_valid(const Recording& recording, ElementRef element) {
  const auto allocations = recording.allocations();
  if (element.allocation >= allocations.size()) return false;
  const AllocationInfo& info = allocations[element.allocation];
  return info.element_bytes != 0 && element.element < info.bytes / info.element_bytes;
}

uint32_t line_of(const Recording& recording, Span span) {
  if (span.end == 0 && span.begin == 0) return 0;
  const SourceMap& sources = recording.sources();
  return sources.start(sources.outermost(span)).line;
}

// Where the warp of a thread stands: the line of the thread itself, else of the first of its lanes that still works.
uint32_t line_of_thread(const std::vector<LaneView>& lanes, ThreadRef thread, const Recording& recording) {
  auto stands = [&](size_t i) { return i < lanes.size() && lanes[i].state != LaneState::done && lanes[i].state != LaneState::waiting && lanes[i].state != LaneState::absent; };
  if (stands(thread.thread)) return line_of(recording, lanes[thread.thread].span);
  const size_t first = thread.thread / warp_size * warp_size;
  for (size_t i = first; i < first + warp_size; ++i)
    if (stands(i)) return line_of(recording, lanes[i].span);
  return 0;
}

void note_lines(ResolvedSelection& out, const std::vector<LaneView>& lanes, uint32_t warp, const Recording& recording) {
  const size_t first = size_t{warp} * warp_size;
  for (size_t i = first; i < std::min(first + warp_size, lanes.size()); ++i) {
    if (lanes[i].state != LaneState::running && lanes[i].state != LaneState::masked && lanes[i].state != LaneState::ready && lanes[i].state != LaneState::at_barrier) continue;
    const uint32_t line = line_of(recording, lanes[i].span);
    if (line != 0 && std::find(out.lines_with_threads.begin(), out.lines_with_threads.end(), line) == out.lines_with_threads.end())
      out.lines_with_threads.push_back(line);
  }
  std::sort(out.lines_with_threads.begin(), out.lines_with_threads.end());
}

std::optional<ElementRef> element_written_by(const std::vector<AccessRecord>& accesses, const Recording& recording) {
  for (const AccessRecord& access : accesses) {
    if (access.kind == AccessKind::load || access.allocation >= recording.allocations().size()) continue;
    const uint32_t bytes = std::max(1u, recording.allocations()[access.allocation].element_bytes);
    return ElementRef{access.allocation, access.offset / bytes, access.thread.block};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ThreadRef> owner_of(const Recording& recording, ElementRef element) {
  if (!is_valid(recording, element)) return std::nullopt;
  const std::vector<AccessRecord> history = recording.history(element, recording.end(), 64);
  for (auto it = history.rbegin(); it != history.rend(); ++it)
    if (it->kind != AccessKind::load) return it->thread;
  return history.empty() ? std::nullopt : std::optional(history.back().thread);
}

ResolvedSelection resolve(const Selection& selection, const Recording& recording) {
  ResolvedSelection out;
  out.tick = std::min(selection.tick, recording.end());
  out.instruction = recording.instruction(out.tick);

  auto usable_element = [&](const std::optional<ElementRef>& e) { return e && is_valid(recording, *e) ? e : std::nullopt; };
  auto usable_thread = [&](const std::optional<ThreadRef>& t) { return t && is_valid(recording, *t) ? t : std::nullopt; };
  const auto hovered_element = usable_element(selection.hover.element), pinned_element = usable_element(selection.element);
  const auto hovered_thread = usable_thread(selection.hover.thread), pinned_thread = usable_thread(selection.thread);

  // What the pointer is over goes before what is pinned; an element leads to its thread and the other way round.
  if (hovered_thread) out.thread = hovered_thread;
  else if (hovered_element) out.thread = owner_of(recording, *hovered_element);
  else if (pinned_thread) out.thread = pinned_thread;
  else if (pinned_element) out.thread = owner_of(recording, *pinned_element);

  if (out.thread) {
    const LaunchShape& shape = recording.shape();
    out.block = shape.block_index(out.thread->block);
    out.thread_index = shape.thread_index(out.thread->thread);
    out.warp = out.thread->thread / warp_size;
    out.lane = out.thread->thread % warp_size;
    out.thread_accesses = recording.accesses_of(*out.thread, 0, accesses_shown);
    out.variables = recording.variables(out.tick, *out.thread);
  }
  if (hovered_element) out.element = hovered_element;
  else if (hovered_thread) out.element = element_written_by(out.thread_accesses, recording);
  else if (pinned_element) out.element = pinned_element;
  else out.element = element_written_by(out.thread_accesses, recording);

  // The line: of the warp that is followed, else of whatever runs next.
  const std::optional<ThreadRef> followed = pinned_thread ? pinned_thread : std::nullopt;
  if (followed) {
    const std::vector<LaneView> lanes = recording.lanes(out.tick, followed->block);
    out.current_line = line_of_thread(lanes, *followed, recording);
    note_lines(out, lanes, followed->thread / warp_size, recording);
  } else if (out.instruction) {
    out.current_line = line_of(recording, out.instruction->span);
    note_lines(out, recording.lanes(out.tick, out.instruction->block), out.instruction->warp, recording);
  }
  return out;
}

}  // namespace wb

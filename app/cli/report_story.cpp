// Why a race matters, for people: the steps as a table, then what they come to.
#include <algorithm>

#include "app/cli/report.h"
#include "app/cli/terminal.h"
#include "app/workbook/words.h"

namespace wb {
namespace {

std::string pad(const std::string& text, size_t width) { return text + std::string(width > text.size() ? width - text.size() : 0, ' '); }

std::string index_of(const Index3& i, const Index3& extent) {
  if (extent.y == 1 && extent.z == 1) return std::to_string(i.x);
  return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + (extent.z > 1 ? "," + std::to_string(i.z) : "") + ")";
}

struct Row {
  std::string who, does, what, line;
};

class StoryTable {
 public:
  StoryTable(const SourceMap& sources, const LaunchShape& shape, const RaceStory& story, const Colours& colours)
      : sources_(sources), shape_(shape), story_(story), colours_(colours) {}

  std::string text() const {
    std::vector<Row> rows;
    for (const StoryStep& step : story_.steps) rows.push_back(row(step));
    size_t who = 0, does = 0, what = 0;
    for (const Row& r : rows) who = std::max(who, r.who.size()), does = std::max(does, r.does.size()), what = std::max(what, r.what.size());
    std::string all;
    for (size_t i = 0; i < rows.size(); ++i) {
      const Row& r = rows[i];
      const std::string number = std::to_string(i + 1);
      all += std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') + number + "  " + pad(r.who, who) + "  " + pad(r.does, does) + "  " + pad(r.what, what) + "  " + colours_.quiet(r.line) + "\n";
    }
    if (story_.left_out) all += colours_.quiet("      (" + counted(story_.left_out, "access of the two between these is", "accesses of the two between these are") + " left out)") + "\n";
    return all;
  }

 private:
  bool is_apart() const {
    return std::any_of(story_.steps.begin(), story_.steps.end(), [&](const StoryStep& s) { return !(s.block == story_.steps[0].block); });
  }
  Row row(const StoryStep& step) const {
    Row r;
    r.who = "thread " + index_of(step.thread, shape_.block);
    if (is_apart()) r.who += " of block " + index_of(step.block, shape_.grid);
    r.does = step_verb(step.kind);
    r.what = value(step);
    const Span span = sources_.outermost(step.span);
    r.line = "line " + std::to_string(sources_.start(span).line) + (span.file.v ? " of " + std::string(sources_.name(span.file)) : "");
    if (step.is_late) r.what += "; nobody else sees it yet";
    if (step.kind == StoryStep::Kind::arrives) r.does = "now it is seen", r.what = step.element + " = " + step.value;
    if (step.kind == StoryStep::Kind::stops) r.does = "is stopped here", r.what = "";
    return r;
  }
  static std::string value(const StoryStep& step) {
    const std::string value = step.value.empty() ? "?" : step.value;
    if (step.kind == StoryStep::Kind::reads) return step.element + ": " + (step.is_undefined ? "no value" : value);
    return step.element + " = " + value + ", was " + (step.is_undefined ? "never written" : step.before.empty() ? "?" : step.before);
  }

  const SourceMap& sources_;
  const LaunchShape& shape_;
  const RaceStory& story_;
  const Colours& colours_;
};

std::string effect_text(const RaceStory::Effect& effect) {
  if (!effect.is_known) return "this order did not bring the launch to its end within the budget of the search";
  if (!effect.elements) return "the launch's buffers end the same this time";
  std::string text = "at the end of the launch `" + effect.element + "` is " + effect.value + " instead of " + effect.otherwise;
  if (effect.elements > 1) text += ", and " + counted(effect.elements - 1, "more element differs", "more elements differ");
  return text;
}

std::string order_text(const RaceStory& story, const LaunchShape& shape, uint32_t child) {
  const bool is_late = std::any_of(story.steps.begin(), story.steps.end(), [](const StoryStep& s) { return s.is_late; });
  std::string text = is_late              ? "it goes wrong when one write is seen late"
                     : story.stops() == 0   ? "it goes wrong in the plain order already"
                     : story.stops() == 1 ? "it goes wrong when one thread is stopped once"
                                          : "it goes wrong with " + counted(story.stops(), "stop", "stops");
  if (const auto& first = story.schedule.first_blocks; !first.empty()) text += first.size() == 1 ? ", if its block runs first" : ", if their blocks run first";
  const Index3 &block = story.steps[0].block, &grid = shape.grid;
  const bool is_one = std::all_of(story.steps.begin(), story.steps.end(), [&](const StoryStep& s) { return s.block == block; });
  if (is_one && uint64_t{grid.x} * grid.y * grid.z > 1) text += ", in block " + index_of(block, grid);
  if (child) text += ", in child grid " + std::to_string(child);
  return text;
}

// A report knows the shape of the launch's own grid. Of a child: as many dimensions as its steps need.
LaunchShape shape_of_steps(const RaceStory& story) {
  LaunchShape shape;
  const auto grow = [](Index3& extent, Index3 index) { extent = {std::max(extent.x, index.x + 1), std::max(extent.y, index.y + 1), std::max(extent.z, index.z + 1)}; };
  for (const StoryStep& step : story.steps) grow(shape.grid, step.block), grow(shape.block, step.thread);
  return shape;
}

}  // namespace

std::string story_text(const SourceMap& sources, const KernelLaunch& launch, const Finding& finding, const RaceStory& story, bool colour) {
  if (story.code.empty()) return "";
  const Colours colours(colour);
  if (!story.bites) return " why: " + story.message + "\n";
  const uint32_t child = finding.places.back().grid;
  const LaunchShape shape = child ? shape_of_steps(story) : LaunchShape{launch.grid, launch.block};
  return " why: " + order_text(story, shape, child) + ":\n" + StoryTable(sources, shape, story, colours).text() + "      " + colours.bold(story.message) + "\n      " + effect_text(story.effect) + "\n";
}

}  // namespace wb

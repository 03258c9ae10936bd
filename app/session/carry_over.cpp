#include "app/session/carry_over.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "app/workbook/launch_builder.h"

namespace wb {
namespace {

// What a card is; empty: a block without state.
std::string identity_of(const Block& block) {
  if (auto* run = std::get_if<RunCard>(&block.content)) return "run " + run->launch;
  if (auto* view = std::get_if<ViewFigure>(&block.content)) return "view " + view->view + " " + view->launch;
  if (auto* bug = std::get_if<BugCard>(&block.content)) return "bug " + bug->bug;
  if (auto* exercise = std::get_if<ExerciseCard>(&block.content)) return "exercise " + exercise->exercise;
  if (auto* predict = std::get_if<Predict>(&block.content)) return "predict " + predict->id;
  if (auto* explain = std::get_if<Explain>(&block.content)) return "explain " + explain->id;
  return "";
}

// The same, with the settings that the card gives.
std::string exact_identity_of(const Block& block) {
  std::ostringstream words;
  words << identity_of(block);
  if (auto* run = std::get_if<RunCard>(&block.content)) {
    words << ' ' << schedule_name(run->schedule) << ' ' << run->seed;
    for (const auto& [name, value] : run->set) words << ' ' << name << '=' << value;
  }
  return words.str();
}

template <class Identity>
void match(const Lesson& before, const Lesson& after, const Identity& identity, std::map<int, int>& matched) {
  std::map<std::string, std::vector<int>> free;
  std::set<int> taken;
  for (const auto& [from, to] : matched) taken.insert(to);
  for (int i = static_cast<int>(after.blocks.size()); i-- > 0;)
    if (!taken.count(i)) free[identity(after.blocks[static_cast<size_t>(i)])].push_back(i);
  for (int i = 0; i < static_cast<int>(before.blocks.size()); ++i) {
    const Block& block = before.blocks[static_cast<size_t>(i)];
    if (matched.count(i) || identity_of(block).empty()) continue;
    std::vector<int>& same = free[identity(block)];
    if (same.empty()) continue;
    matched[i] = same.back();
    same.pop_back();
  }
}

bool is_allowed(const Lesson& lesson, const std::string& name, const std::string& value, double number) {
  const LaunchSpec* stage = lesson.stage_of(name);
  const ValueSpec* spec = stage ? stage->value(value) : nullptr;
  if (!spec || !spec->slider) return false;
  const Slider& slider = *spec->slider;
  if (number < slider.min || number > slider.max) return false;
  const double steps = slider.step > 0 ? (number - slider.min) / slider.step : 0;
  return std::abs(steps - std::round(steps)) < 1e-6;
}

void write(std::ostream& out, const std::vector<Expression>& all) {
  for (const Expression& one : all) out << one.text << ',';
  out << ';';
}

void write(std::ostream& out, const BufferSpec& b) {
  out << b.name << ' ' << static_cast<int>(b.start) << ' ' << static_cast<int>(b.scalar) << ' ' << b.vector_lanes << ' ' << b.path << ' ' << b.channels << ' '
      << static_cast<int>(b.layout) << ' ' << b.fill_value.text << ' ' << b.filled.value_or(~0ull) << ' ' << b.seed << ' ' << b.min << ' ' << b.max << ' '
      << static_cast<int>(b.show) << ' ' << static_cast<int>(b.cover) << ' ' << b.symbol << ' ' << b.is_constant << ' ';
  write(out, b.shape);
  for (double number : b.data) out << number << ',';
  for (uint64_t size : b.data_shape) out << size << ',';
  out << ';';
}

// A launch as text, without its places in the file.
std::string written(const LaunchSpec& launch) {
  std::ostringstream out;
  out.precision(17);
  out << launch.source << ' ' << launch.kernel << ' ' << launch.shared_bytes.text << ' ' << launch.tolerance.absolute << ' ' << launch.tolerance.relative << ';';
  write(out, launch.grid);
  write(out, launch.block);
  for (const auto& [name, value] : launch.defines) out << name << '=' << value << ',';
  for (const std::string& argument : launch.arguments) out << argument << ',';
  for (const ValueSpec& value : launch.values) {
    out << value.name << '=' << value.value.text << ',';
    if (value.slider) out << value.slider->min << ' ' << value.slider->max << ' ' << value.slider->step << ',';
  }
  for (const BufferSpec& buffer : launch.buffers) write(out, buffer);
  for (const TextureSpec& texture : launch.textures) {
    out << texture.name << ' ' << texture.buffer << ' ' << static_cast<int>(texture.filter) << texture.is_normalised << texture.reads_floats << texture.is_surface << ' ' << texture.type << ' ' << texture.number;
    for (const Texture::Address address : texture.address) out << ' ' << static_cast<int>(address);
    out << ' ' << texture.offset.text << ' ' << texture.pitch.text << ' ';
    write(out, texture.shape);
  }
  return out.str();
}

bool is_header(const std::string& name) { return !name.ends_with(".cu"); }

std::string source_of(const Lesson& lesson, const std::string& name) {
  LaunchRequest request;
  request.name = name;
  request.use_start = true;
  std::string file, why;
  return source_text_of(lesson, request, file, why);
}

}  // namespace

std::map<int, int> matching_blocks(const Lesson& before, const Lesson& after) {
  std::map<int, int> matched;
  match(before, after, exact_identity_of, matched);
  match(before, after, identity_of, matched);
  return matched;
}

MovedValues kept_values(const MovedValues& moved, const Lesson& after, const std::map<int, int>& blocks) {
  MovedValues kept;
  for (const auto& [place, values] : moved) {
    const auto block = blocks.find(place.second);
    if (place.second >= 0 && block == blocks.end()) continue;
    for (const auto& [value, number] : values)
      if (is_allowed(after, place.first, value, number)) kept[{place.first, place.second < 0 ? -1 : block->second}][value] = number;
  }
  return kept;
}

bool runs_the_same(const Lesson& before, const Lesson& after, const std::string& name) {
  const LaunchSpec *was = before.stage_of(name), *is = after.stage_of(name);
  if (!was || !is || written(*was) != written(*is) || source_of(before, name) != source_of(after, name)) return false;
  const auto headers = [](const Lesson& lesson) {
    std::map<std::string, std::string> found;
    for (const auto& [file, text] : lesson.sources)
      if (is_header(file)) found[file] = text;
    return found;
  };
  return headers(before) == headers(after);
}

}  // namespace wb

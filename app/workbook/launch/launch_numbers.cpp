#include "app/workbook/launch/launch_numbers.h"

#include <algorithm>
#include <cmath>

#include "app/workbook/words.h"

namespace wb {

namespace {

// Why a name has no number, where that was complained about at the name's own definition.
constexpr const char* already_said = "\x01";

std::vector<uint64_t> shape_of_picture(const BufferSpec& buffer, const Picture& picture) {
  const auto w = static_cast<uint64_t>(picture.width), h = static_cast<uint64_t>(picture.height), c = static_cast<uint64_t>(picture.channels);
  if (buffer.vector_lanes > 1 || c == 1) return {h, w};
  if (buffer.layout == ImageLayout::planar) return {c, h, w};
  return {h, w, c};
}

// Numbers that stand in the lesson: the lanes of a vector type are a dimension of theirs, or follow each other in one list.
std::vector<uint64_t> shape_of_data(const BufferSpec& buffer) {
  std::vector<uint64_t> shape = buffer.data_shape;
  const uint32_t lanes = buffer.vector_lanes;
  if (lanes == 1 || shape.empty()) return shape;
  if (shape.size() > 1 && shape.back() == lanes) shape.pop_back();
  else if (shape.size() == 1 && shape[0] % lanes == 0) shape[0] /= lanes;
  return shape;
}

// `side` of a buffer: "width". None: there is no side of this name.
std::optional<uint64_t> side_of(const BufferSpec& buffer, const BufferSize& size, std::string_view side) {
  const auto& s = size.shape;
  const bool is_interleaved = buffer.start == BufferStart::image && buffer.layout == ImageLayout::interleaved && s.size() == 3;
  const auto from_end = [&](size_t i) { return i < s.size() ? s[s.size() - 1 - i] : 1; };
  if (side == "length") return size.elements;
  if (side == "width") return from_end(is_interleaved ? 1 : 0);
  if (side == "height") return from_end(is_interleaved ? 2 : 1);
  if (side == "channels") return from_end(is_interleaved ? 0 : 2);
  return std::nullopt;
}

}  // namespace

LaunchNumbers::LaunchNumbers(const Lesson& lesson, const LaunchSpec& stage, const std::map<std::string, double>& set, ComplaintSink& complaints)
    : lesson_(lesson), stage_(stage), complaints_(complaints), files_(lesson, stage, complaints) {
  for (const auto& [name, number] : set) set_value(name, number);
}

void LaunchNumbers::set_value(const std::string& name, double number) {
  const ValueSpec* value = stage_.value(name);
  if (!value) {
    std::vector<std::string> names;
    for (const ValueSpec& v : stage_.values) names.push_back(v.name);
    return complaints_.error(stage_.span, "launch `" + stage_.name + "` has no value `" + name + "`", nearest_or_list(name, names));
  }
  set_[name] = number_from(number);
  files_.move_side(*value, number);
}

// ---- values

std::map<std::string, double> LaunchNumbers::values() {
  std::map<std::string, double> all;
  for (const ValueSpec& value : stage_.values)
    if (const auto number = value_of(value)) all[value.name] = number->as_double();
  return all;
}

std::optional<Number> LaunchNumbers::value_of(const ValueSpec& value) {
  if (const auto set = set_.find(value.name); set != set_.end()) return set->second;
  if (const auto known = values_.find(value.name); known != values_.end()) return known->second;
  if (in_progress_.size() >= limits::value_chain)
    return complaints_.error(value.span, "`" + value.name + "` is reached through more than " + std::to_string(limits::value_chain) + " other values"), std::nullopt;
  if (!in_progress_.insert(value.name).second) {
    complaints_.error(value.span, "`" + value.name + "` is defined by itself, in a circle");
    return values_[value.name] = std::nullopt;
  }
  auto number = number_of(value.value);
  in_progress_.erase(value.name);
  if (number && !std::isfinite(number->as_double())) complaints_.error(value.span, "`" + value.name + "` is not a finite number"), number.reset();
  return values_.emplace(value.name, number).first->second;  // one in a circle has its entry and stays without a number
}

std::optional<Number> LaunchNumbers::number_of(const Expression& expression) {
  const Evaluated result = evaluate(expression.text, [this](std::string_view name, std::string& why) { return number_of_name(name, why); });
  if (result.value) return result.value;
  if (result.error == already_said) return std::nullopt;
  Span at = expression.span;
  if (at.end - at.begin >= result.end) at = {at.file, at.begin + static_cast<uint32_t>(result.begin), at.begin + static_cast<uint32_t>(std::max(result.end, result.begin + 1)), 0};
  complaints_.error(at, result.error, did_you_mean(unknown_name_, known_names()));
  unknown_name_.clear();
  return std::nullopt;
}

std::optional<Number> LaunchNumbers::number_of_name(std::string_view name, std::string& why) {
  unknown_name_.clear();
  const size_t dot = name.find('.');
  if (dot != std::string_view::npos) return number_of_buffer(name.substr(0, dot), name.substr(dot + 1), why);
  const ValueSpec* value = stage_.value(name);
  if (!value) {
    unknown_name_ = name;
    why = "`" + std::string(name) + "` is no value of this launch";
    return std::nullopt;
  }
  const auto number = value_of(*value);
  if (!number) why = already_said;
  return number;
}

std::optional<Number> LaunchNumbers::number_of_buffer(std::string_view name, std::string_view side, std::string& why) {
  const BufferSpec* buffer = stage_.buffer(name);
  if (!buffer) {
    unknown_name_ = std::string(name) + "." + std::string(side);
    why = "there is no buffer `" + std::string(name) + "` in this launch";
    return std::nullopt;
  }
  const auto size = size_of(*buffer);
  if (!size) return why = already_said, std::nullopt;
  if (const auto number = side_of(*buffer, *size, side)) return Number::of(static_cast<int64_t>(*number));
  why = "a buffer has `.width`, `.height`, `.channels` and `.length`, not `." + std::string(side) + "`";
  return std::nullopt;
}

std::vector<std::string> LaunchNumbers::known_names() const {
  std::vector<std::string> names;
  for (const ValueSpec& v : stage_.values) names.push_back(v.name);
  for (const BufferSpec& b : stage_.buffers)
    for (const char* side : {".width", ".height", ".channels", ".length"}) names.push_back(b.name + side);
  return names;
}

// ---- sizes of buffers

std::optional<BufferSize> LaunchNumbers::size_of(const BufferSpec& buffer) {
  if (const auto known = sizes_.find(buffer.name); known != sizes_.end()) return known->second;
  if (files_.is_missing(buffer) || without_size_.contains(buffer.name)) return std::nullopt;
  const std::string mark = buffer.name + " ";
  if (!in_progress_.insert(mark).second) {
    complaints_.error(buffer.span, "the size of `" + buffer.name + "` depends on itself, in a circle");
    without_size_.insert(buffer.name);
    return std::nullopt;
  }
  BufferSize size;
  const bool ok = declared_shape(buffer, size.shape) && count_elements(buffer, size);
  in_progress_.erase(mark);
  if (!ok) return without_size_.insert(buffer.name), std::nullopt;
  return sizes_.emplace(buffer.name, size).first->second;
}

bool LaunchNumbers::declared_shape(const BufferSpec& buffer, std::vector<uint64_t>& shape) {
  if (!buffer.shape.empty() && buffer.start != BufferStart::image) return evaluate_shape(buffer, shape);
  shape = shape_of_content(buffer);
  return true;
}

// Of a buffer that does not say its shape: what it starts from has one.
std::vector<uint64_t> LaunchNumbers::shape_of_content(const BufferSpec& buffer) const {
  const BufferFile* file = file_of(buffer);
  const GivenContent* content = content_of(buffer);
  const uint64_t element_bytes = uint64_t{info(buffer.scalar).bytes} * buffer.vector_lanes;
  switch (buffer.start) {
    case BufferStart::image: return shape_of_picture(buffer, *file->picture);  // one that is missing has no size to ask for
    case BufferStart::file: return file->shape.empty() ? std::vector<uint64_t>{1} : file->shape;
    case BufferStart::data: return shape_of_data(buffer);
    case BufferStart::addresses: return {std::max<uint64_t>(buffer.points_to.size(), 1)};
    case BufferStart::content: return content ? std::vector<uint64_t>{content->bytes.size() / std::max<uint64_t>(element_bytes, 1)} : std::vector<uint64_t>{};
    default: return {};
  }
}

bool LaunchNumbers::evaluate_shape(const BufferSpec& buffer, std::vector<uint64_t>& shape) {
  for (const Expression& side : buffer.shape) {
    const auto number = number_of(side);
    if (!number) return false;
    if (!number->is_integer || number->integer < 1)
      return complaints_.error(side.span, "a dimension of `" + buffer.name + "` is " + in_words(*number) + "; it must be a whole number from 1 on"), false;
    shape.push_back(static_cast<uint64_t>(number->integer));
  }
  return true;
}

bool LaunchNumbers::may_go_on(const BufferSpec& buffer) {
  return (buffer.start == BufferStart::poison || buffer.start == BufferStart::zeros) && !buffer.filled && buffer.symbol.empty() && buffer.points_to.empty();
}

bool LaunchNumbers::count_elements(const BufferSpec& buffer, BufferSize& size) {
  uint64_t bytes = uint64_t{info(scalar_of(buffer)).bytes} * buffer.vector_lanes;
  const uint64_t most = may_go_on(buffer) ? limits::untouched_bytes : limits::buffer_bytes;
  size.elements = 1;
  for (const uint64_t side : size.shape) {
    const bool is_overflow = __builtin_mul_overflow(size.elements, side, &size.elements) || __builtin_mul_overflow(bytes, side, &bytes);
    if (!is_overflow && bytes <= most) continue;
    const Span at = buffer.shape.empty() ? buffer.span : buffer.shape[0].span;
    complaints_.error(at, "buffer `" + buffer.name + "` would have " + (is_overflow ? "more than 2^64" : grouped(bytes)) + " bytes; the limit is " + grouped(most) + " bytes", "make it smaller: a launch that is looked at holds its memory here");
    return false;
  }
  return true;
}

ScalarKind LaunchNumbers::scalar_of(const BufferSpec& buffer) const {
  const BufferFile* file = buffer.start == BufferStart::file ? file_of(buffer) : nullptr;
  return file ? file->scalar : buffer.scalar;
}

const GivenContent* LaunchNumbers::content_of(const BufferSpec& buffer) const {
  const auto found = buffer.start == BufferStart::content ? lesson_.contents.find(buffer.path) : lesson_.contents.end();
  return found == lesson_.contents.end() ? nullptr : &found->second;
}

}  // namespace wb

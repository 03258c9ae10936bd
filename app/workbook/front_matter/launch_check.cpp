#include "app/workbook/front_matter/launch_check.h"

#include <algorithm>

#include "app/workbook/buffer_place.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

constexpr const char* identifier_hint = "letters, digits and `_`";

void check_counts(const LaunchSpec& launch, ComplaintSink& complaints) {
  const auto own = std::count_if(launch.buffers.begin(), launch.buffers.end(), [](const BufferSpec& b) { return !is_reached_name(b.name); });
  if (own > static_cast<std::ptrdiff_t>(limits::buffers) || launch.buffers.size() > limits::reached_buffers) complaints.error(launch.span, "a launch has at most " + std::to_string(limits::buffers) + " buffers");
  if (launch.values.size() > limits::values) complaints.error(launch.span, "a launch has at most " + std::to_string(limits::values) + " values");
}

void check_value(const LaunchSpec& launch, const ValueSpec& value, ComplaintSink& complaints) {
  if (!is_identifier(value.name)) complaints.error(value.span, "`" + value.name + "` is no name for a value", identifier_hint);
  if (launch.buffer(value.name)) complaints.error(value.span, "`" + value.name + "` is both a value and a buffer");
}

void check_buffer_name(const BufferSpec& buffer, ComplaintSink& complaints) {
  if (!is_identifier(buffer.name) && !is_reached_name(buffer.name)) complaints.error(buffer.span, "`" + buffer.name + "` is no name for a buffer", identifier_hint);
}

// `known`: the names of values and buffers, for "did you mean".
void check_places(const LaunchSpec& launch, const BufferSpec& holder, const std::vector<std::string>& known, ComplaintSink& complaints) {
  for (const Expression& to : holder.points_to) {
    const auto place = read_buffer_place(to.text);
    const BufferSpec* buffer = place ? launch.buffer(place->buffer) : nullptr;
    if (to.text == "nullptr" || (buffer && buffer->symbol.empty())) continue;
    if (buffer) complaints.error(to.span, "`" + buffer->name + "` is what the variable `" + buffer->symbol + "` starts from, and has no address of its own");
    else complaints.error(to.span, "`" + holder.name + "` points to `" + to.text + "`, which is no buffer of this launch", did_you_mean(place ? std::string(place->buffer) : to.text, known));
  }
}

void check_texture(const LaunchSpec& launch, const TextureSpec& texture, const std::vector<std::string>& known, ComplaintSink& complaints) {
  if (!is_identifier(texture.name)) complaints.error(texture.span, "`" + texture.name + "` is no name for a texture", identifier_hint);
  const bool is_value = launch.value(texture.name) != nullptr;
  if (is_value || launch.buffer(texture.name)) complaints.error(texture.span, "`" + texture.name + "` is both a texture and a " + (is_value ? "value" : "buffer"));
  if (!texture.buffer.empty() && !launch.buffer(texture.buffer)) complaints.error(texture.buffer_span, "there is no buffer `" + texture.buffer + "` in this launch", did_you_mean(texture.buffer, known));
}

void check_argument(const LaunchSpec& launch, const std::string& argument, Span at, const std::vector<std::string>& known, ComplaintSink& complaints) {
  if (std::find(known.begin(), known.end(), argument) != known.end() || argument.starts_with("{") || argument == "nullptr") return;  // braces: a record's members
  const auto place = read_buffer_place(argument);
  if (place && launch.buffer(place->buffer)) return;
  complaints.error(at, "argument `" + argument + "` is neither a buffer nor a value of this launch", did_you_mean(place ? std::string(place->buffer) : argument, known));
}

}  // namespace

void check_launch(const LaunchSpec& launch, ComplaintSink& complaints) {
  check_counts(launch, complaints);
  std::vector<std::string> known;
  for (const ValueSpec& v : launch.values) known.push_back(v.name);
  for (const BufferSpec& b : launch.buffers) known.push_back(b.name);
  for (const ValueSpec& v : launch.values) check_value(launch, v, complaints);
  for (const BufferSpec& b : launch.buffers) check_buffer_name(b, complaints);
  for (const BufferSpec& b : launch.buffers) check_places(launch, b, known, complaints);
  if (launch.textures.size() > limits::buffers) complaints.error(launch.span, "a launch has at most " + std::to_string(limits::buffers) + " textures");
  for (const TextureSpec& t : launch.textures) check_texture(launch, t, known, complaints);
  for (const TextureSpec& t : launch.textures) known.push_back(t.name);
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    check_argument(launch, launch.arguments[i], i < launch.argument_spans.size() ? launch.argument_spans[i] : launch.span, known, complaints);
}

}  // namespace wb

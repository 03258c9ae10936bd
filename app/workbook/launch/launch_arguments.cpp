#include "app/workbook/launch/launch_arguments.h"

#include <algorithm>

#include "app/workbook/launch/argument_types.h"
#include "app/workbook/launch/launch_places.h"
#include "app/workbook/launch/launch_textures.h"
#include "app/workbook/launch/record_argument.h"

namespace wb {

namespace {

class ArgumentMatcher {
 public:
  explicit ArgumentMatcher(LaunchDraft& draft) : draft_(draft), passed_(draft.launch.device.arguments), complaints_(draft.complaints) {}

  void match(const std::string& text, const KernelParameter& parameter, Span at) {
    const auto place = read_buffer_place(text);
    if (text.starts_with("{")) pass_record(text, parameter, at);
    else if (text == "nullptr") pass_null(parameter, at);
    else if (place && draft_.stage.buffer(place->buffer)) pass_buffer(text, std::string(place->buffer), parameter, at);
    else if (const int texture = texture_index(draft_.launch, text); texture >= 0) pass_texture(texture, parameter, at);
    else if (const ValueSpec* value = draft_.stage.value(text)) pass_value(*value, parameter, at);
  }

 private:
  void pass_null(const KernelParameter& parameter, Span at) {
    if (!parameter.is_pointer) return complaints_.error(at, "`nullptr` is a pointer, but the kernel's parameter " + in_code(parameter) + " takes a number");
    passed_.emplace_back(uint64_t{0});
  }

  void pass_buffer(const std::string& text, const std::string& buffer, const KernelParameter& parameter, Span at) {
    if (!parameter.is_pointer) return complaints_.error(at, "`" + buffer + "` is a buffer, but the kernel's parameter " + in_code(parameter) + " takes a number");
    const auto place = place_for(draft_, text, parameter, "the kernel's parameter is " + in_code(parameter), at);
    if (!place) return;
    passed_.emplace_back(*place);
    if (!parameter.pointee_is_const) add_output(draft_.launch, place->index);
  }

  void pass_texture(int index, const KernelParameter& parameter, Span at) {
    if (parameter.is_pointer || info(parameter.scalar).bytes != 8 || !is_integer(parameter.scalar))
      return complaints_.error(at, "`" + draft_.launch.device.textures[static_cast<size_t>(index)].name + "` is a texture, but the kernel's parameter is " + in_code(parameter),
                               "a texture is passed as a `cudaTextureObject_t`");
    passed_.emplace_back(handle_of(draft_.launch, index));
  }

  void pass_record(const std::string& text, const KernelParameter& parameter, Span at) {
    if (auto record = read_record(draft_, text, parameter, at)) passed_.emplace_back(std::move(*record));
  }

  // A program may hand a number of the other sign over, -1 for the largest one, and C++ converts it.
  static int64_t with_sign_of(ScalarKind kind, int64_t value) {
    const int bits = 8 * static_cast<int>(info(kind).bytes);
    if (bits == 64) return value;
    const int64_t half = int64_t{1} << (bits - 1);
    if (is_signed(kind)) return value >= half && value < 2 * half ? value - 2 * half : value;
    return value < 0 && value >= -half ? value + 2 * half : value;
  }
  static bool is_wide_unsigned(ScalarKind kind) { return !is_signed(kind) && info(kind).bytes == 8; }  // the upper half stands here as negative numbers
  void pass_value(const ValueSpec& spec, const KernelParameter& parameter, Span at) {
    const auto number = draft_.numbers.value_of(spec);
    if (!number) return;
    const std::string shown = "the kernel's parameter " + in_code(parameter);
    if (parameter.is_pointer) return complaints_.error(at, "`" + spec.name + "` is a number, but " + shown + " takes a buffer", "is the order of the arguments the kernel's?");
    const ScalarKind kind = parameter.scalar;
    if (kind == ScalarKind::void_)
      return complaints_.error(at, shown + " is of a type that a launch cannot pass as one value", parameter.members.empty() ? "use numbers and pointers" : "give its members in braces: `\"{ 1, n, rgb }\"`");
    if (is_floating(kind)) return void(passed_.emplace_back(number->as_double()));
    if (kind == ScalarKind::bool_) return void(passed_.emplace_back(number->as_double() != 0));
    if (!number->is_integer) return complaints_.error(at, "`" + spec.name + "` is " + in_words(*number) + ", but " + shown + " takes a whole number");
    const int64_t value = draft_.stage.program.has_its_shape() ? with_sign_of(kind, number->integer) : number->integer;
    if (!is_in_range(kind, value) && !(is_wide_unsigned(kind) && draft_.stage.program.has_its_shape())) return complaints_.error(at, "`" + spec.name + "` is " + in_words(*number) + ", which does not fit into " + shown);
    if (is_signed(kind)) passed_.emplace_back(value);
    else passed_.emplace_back(static_cast<uint64_t>(value));
  }

  LaunchDraft& draft_;
  decltype(KernelLaunch::arguments)& passed_;
  ComplaintSink& complaints_;
};

// Buffers that arguments point to, and behind them those that members of records do.
std::vector<uint32_t> passed_buffers(const KernelLaunch& device) {
  std::vector<uint32_t> passed;
  for (const auto& argument : device.arguments)
    if (const auto* place = std::get_if<BufferArgument>(&argument)) passed.push_back(place->index);
  for (const auto& argument : device.arguments)
    if (const auto* record = std::get_if<RecordArgument>(&argument))
      for (const RecordArgument::Pointer& pointer : record->pointers) passed.push_back(pointer.buffer);
  return passed;
}

// Must the kernel write every element of the buffer?
bool must_be_covered(const BufferSpec& spec) { return spec.cover == Cover::automatic ? spec.start == BufferStart::poison : spec.cover != Cover::any; }

void find_covered(LaunchDraft& draft) {
  Launch& launch = draft.launch;
  const auto contains = [](const std::vector<int>& list, int index) { return std::find(list.begin(), list.end(), index) != list.end(); };
  for (const uint32_t buffer : passed_buffers(launch.device)) {
    const BufferSpec* spec = draft.stage.buffer(launch.device.buffers[buffer].name);
    const int index = static_cast<int>(buffer);
    if (spec && must_be_covered(*spec) && contains(launch.outputs, index) && !contains(launch.covered, index)) launch.covered.push_back(index);
  }
}

}  // namespace

void match_arguments(LaunchDraft& draft) {
  const LaunchSpec& stage = draft.stage;
  const auto& parameters = draft.compiled.parameters;
  const auto& arguments = stage.arguments;
  if (parameters.size() != arguments.size())
    return draft.complaints.error(stage.arguments_span, "kernel `" + draft.compiled.kernel + "` takes " + std::to_string(parameters.size()) + (parameters.size() == 1 ? " argument" : " arguments") +
                                                            ", the launch passes " + std::to_string(arguments.size()));
  ArgumentMatcher matcher(draft);
  for (size_t i = 0; i < arguments.size(); ++i) matcher.match(arguments[i], parameters[i], i < stage.argument_spans.size() ? stage.argument_spans[i] : stage.arguments_span);
  find_covered(draft);
}

}  // namespace wb

#include "app/workbook/assumed_records.h"
#include "app/workbook/launch_builder.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/buffer_place.h"
#include "app/workbook/buffer_start.h"
#include "app/workbook/complaint_sink.h"
#include "app/workbook/expression.h"
#include "app/workbook/front_matter.h"
#include "app/workbook/limits.h"
#include "app/workbook/words.h"
#include "simulator/language/front_end.h"

namespace wb {

namespace {

// What a request names: the launch it runs on, and the text that it runs.
struct Target {
  const LaunchSpec* stage = nullptr;
  std::string file, kernel;
  Span file_span, kernel_span;
};

// Sizes of one buffer: from its picture, its file, its data, or its shape.
struct BufferSize {
  std::vector<uint64_t> shape;
  uint64_t elements = 0;
};

class LaunchBuilder {
 public:
  LaunchBuilder(const Lesson& lesson, const LaunchRequest& request) : lesson_(lesson), request_(request), complaints_(*lesson.text, built_.complaints) {}

  BuiltLaunch build() {
    if (!find_target() || !read_text()) return std::move(built_);
    Launch launch;
    launch.lesson_id = lesson_.id;
    launch.name = request_.name;
    launch.file_name = file_name_;
    launch.source = text_;
    launch.defines = target_.stage->defines;
    for (const auto& [name, text] : lesson_.sources)
      if (name != target_.file) launch.headers.emplace(name, text);
    if (!evaluate_all(launch) || !compile_kernel(launch)) return std::move(built_);
    make_buffers(launch);
    make_textures(launch);
    match_arguments(launch);
    set_variables(launch);  // behind the arguments: what a launch is judged by is its first output
    put_addresses(launch);
    launch.tolerance = target_.stage->tolerance;
    launch.schedule = request_.schedule;
    launch.seed = request_.seed;
    launch.checks = request_.checks;
    launch.numbers = request_.numbers;
    launch.record = request_.record;
    launch.recording_bytes = request_.recording_bytes;
    launch.is_trusted = request_.is_trusted;
    launch.instruction_budget = request_.instruction_budget;
    launch.host_threads = request_.host_threads;
    launch.other_schedules = request_.other_schedules;
    if (!has_errors(built_.complaints)) built_.launch = std::move(launch);
    return std::move(built_);
  }

  EvaluatedValues values() {
    EvaluatedValues result;
    if (find_target()) {
      load_files();
      apply_set();
      for (const ValueSpec& value : target_.stage->values)
        if (auto number = value_of(value)) result.values[value.name] = number->as_double();
    }
    result.complaints = std::move(built_.complaints);
    return result;
  }

  bool find_target() {
    const std::string& name = request_.name;
    Span nowhere{};
    if (const LaunchSpec* launch = lesson_.launch(name)) {
      target_ = {launch, launch->source, launch->kernel, launch->source_span, launch->kernel_span};
    } else if (const BugSpec* bug = lesson_.bug(name)) {
      target_ = {lesson_.launch(bug->launch), bug->source, bug->kernel, bug->source_span, bug->source_span};
      if (!target_.stage) return complaints_.error(bug->launch_span, "there is no launch `" + bug->launch + "`"), false;
    } else if (const ExerciseSpec* exercise = lesson_.exercise(name)) {
      if (exercise->is_answered()) return complaints_.error(exercise->span, "exercise `" + name + "` is answered, not run", "run its launch `" + exercise->launch + "`"), false;
      bool start = request_.use_start;
      target_ = {lesson_.launch(exercise->launch), start ? exercise->start : exercise->solution, "", start ? exercise->start_span : exercise->solution_span, exercise->solution_span};
      if (!target_.stage) return complaints_.error(exercise->launch_span, "there is no launch `" + exercise->launch + "`"), false;
    } else {
      complaints_.error(nowhere, "lesson `" + lesson_.id + "` has no launch, bug or exercise `" + name + "`", did_you_mean(name, lesson_.run_names()));
      return false;
    }
    if (!request_.on_launch.empty()) {
      target_.stage = lesson_.launch(request_.on_launch);
      if (!target_.stage) return complaints_.error(nowhere, "there is no launch `" + request_.on_launch + "`"), false;
    }
    return true;
  }

  // The text to compile, into text_ and file_name_.
  bool read_text() {
    file_name_ = target_.file;
    if (request_.source_text) {
      if (file_name_.empty()) file_name_ = "kernel.cu";
      if (request_.source_text->size() > limits::kernel_text_bytes) return complaints_.error(target_.stage->span, "this kernel's text is longer than the limit of " + std::to_string(limits::kernel_text_bytes) + " bytes"), false;
      text_ = *request_.source_text;
      return true;
    }
    if (file_name_.empty()) return complaints_.error(target_.stage->span, "launch `" + target_.stage->name + "` is a stage: it has no source to run", "name the bug or the exercise that runs on it"), false;
    auto found = lesson_.sources.find(target_.file);
    if (found == lesson_.sources.end()) return complaints_.error(target_.file_span, "the file `" + target_.file + "` cannot be read"), false;
    text_ = found->second;
    return true;
  }
  const std::string& file_name() const { return file_name_; }
  const std::string& text() const { return text_; }
  std::string first_complaint() const { return built_.complaints.empty() ? "" : built_.complaints[0].message; }

 private:
  // ---- values and sizes

  void load_files() {
    for (const BufferSpec& buffer : target_.stage->buffers) {
      if (buffer.start != BufferStart::image && buffer.start != BufferStart::file) continue;
      std::string why;
      auto file = read_buffer_file(lesson_, buffer, why);
      if (file && buffer.start == BufferStart::file && buffer.vector_lanes > 1 && !take_lanes(buffer, *file, why)) file.reset();
      if (file) files_.emplace(buffer.name, std::move(*file));
      else complaints_.error(buffer.path_span, why), failed_.insert(buffer.name);
    }
  }

  // A file of float4 has one dimension more than the buffer: its last one, of 4.
  static bool take_lanes(const BufferSpec& buffer, BufferFile& file, std::string& why) {
    std::string type = info(buffer.scalar).lesson_name + std::to_string(buffer.vector_lanes);
    if (!same_kind(file.scalar, buffer.scalar)) return why = "`" + buffer.path + "` holds " + info(file.scalar).spelling + ", not what " + type + " is made of", false;
    if (file.shape.empty() || file.shape.back() != buffer.vector_lanes) return why = "the last dimension of `" + buffer.path + "` must be " + std::to_string(buffer.vector_lanes) + " for " + type, false;
    file.shape.pop_back();
    return true;
  }

  // A width or height that a value takes from a picture: setting the value gives the picture that size.
  void apply_set() {
    for (const auto& [name, number] : request_.set) {
      const ValueSpec* value = target_.stage->value(name);
      if (!value) {
        std::vector<std::string> names;
        for (const ValueSpec& v : target_.stage->values) names.push_back(v.name);
        complaints_.error(target_.stage->span, "launch `" + target_.stage->name + "` has no value `" + name + "`", nearest_or_list(name, names));
        continue;
      }
      overrides_[name] = number_from(number);
      size_t dot = value->value.text.find('.');
      if (dot == std::string::npos) continue;
      auto file = files_.find(value->value.text.substr(0, dot));
      if (file == files_.end() || !file->second.picture) continue;
      Picture& picture = *file->second.picture;
      std::string side = value->value.text.substr(dot + 1);
      if (side != "width" && side != "height") continue;
      if (!(number >= 1) || number > static_cast<double>(limits::image_side) || number != std::floor(number)) {
        complaints_.error(value->span, "`" + name + "` is the " + side + " of a picture: a whole number from 1 to " + grouped(limits::image_side));
        continue;
      }
      int width = side == "width" ? static_cast<int>(number) : picture.width, height = side == "height" ? static_cast<int>(number) : picture.height;
      if (static_cast<uint64_t>(width) * static_cast<uint64_t>(height) > limits::image_pixels) {
        complaints_.error(value->span, "this picture would have more than " + grouped(limits::image_pixels) + " pixels");
        continue;
      }
      picture = resized(picture, width, height);
    }
  }

  // An expression's value; complaints once, at the place where it goes wrong.
  std::optional<Number> number_of(const Expression& expression) {
    Evaluated result = evaluate(expression.text, [this](std::string_view name, std::string& why) { return number_of_name(name, why); });
    if (result.value) return result.value;
    if (result.error == already_said) return std::nullopt;
    Span at = expression.span;
    if (at.end - at.begin >= result.end) at = {at.file, at.begin + static_cast<uint32_t>(result.begin), at.begin + static_cast<uint32_t>(std::max(result.end, result.begin + 1)), 0};
    std::string hint = did_you_mean(unknown_name_, known_names());
    complaints_.error(at, result.error, unknown_name_.empty() ? "" : hint);
    unknown_name_.clear();
    return std::nullopt;
  }

  std::optional<Number> number_of_name(std::string_view name, std::string& why) {
    unknown_name_.clear();
    size_t dot = name.find('.');
    if (dot != std::string_view::npos) return number_of_buffer(name.substr(0, dot), name.substr(dot + 1), why);
    const ValueSpec* value = target_.stage->value(name);
    if (!value) {
      unknown_name_ = name;
      why = "`" + std::string(name) + "` is no value of this launch";
      return std::nullopt;
    }
    auto number = value_of(*value);
    if (!number) why = already_said;
    return number;
  }

  std::optional<Number> value_of(const ValueSpec& value) {
    if (auto set = overrides_.find(value.name); set != overrides_.end()) return set->second;
    if (auto known = values_.find(value.name); known != values_.end()) return known->second;
    if (in_progress_.size() >= limits::value_chain) {
      complaints_.error(value.span, "`" + value.name + "` is reached through more than " + std::to_string(limits::value_chain) + " other values");
      return std::nullopt;
    }
    if (!in_progress_.insert(value.name).second) {
      complaints_.error(value.span, "`" + value.name + "` is defined by itself, in a circle");
      values_[value.name] = std::nullopt;
      return std::nullopt;
    }
    auto number = number_of(value.value);
    in_progress_.erase(value.name);
    if (number && !std::isfinite(number->as_double())) complaints_.error(value.span, "`" + value.name + "` is not a finite number"), number.reset();
    values_.emplace(value.name, number);
    return values_[value.name];
  }

  std::optional<Number> number_of_buffer(std::string_view name, std::string_view side, std::string& why) {
    const BufferSpec* buffer = target_.stage->buffer(name);
    if (!buffer) {
      unknown_name_ = std::string(name) + "." + std::string(side);
      why = "there is no buffer `" + std::string(name) + "` in this launch";
      return std::nullopt;
    }
    auto size = size_of(*buffer);
    if (!size) return why = already_said, std::nullopt;
    const auto& s = size->shape;
    bool interleaved = buffer->start == BufferStart::image && buffer->layout == ImageLayout::interleaved && s.size() == 3;
    auto from_end = [&](size_t i) { return static_cast<int64_t>(i < s.size() ? s[s.size() - 1 - i] : 1); };
    if (side == "length") return Number::of(static_cast<int64_t>(size->elements));
    if (side == "width") return Number::of(from_end(interleaved ? 1 : 0));
    if (side == "height") return Number::of(from_end(interleaved ? 2 : 1));
    if (side == "channels") return Number::of(interleaved ? from_end(0) : from_end(2));
    why = "a buffer has `.width`, `.height`, `.channels` and `.length`, not `." + std::string(side) + "`";
    return std::nullopt;
  }

  // The declared shape of a buffer, checked against the limits before anything of that size is made.
  std::optional<BufferSize> size_of(const BufferSpec& buffer) {
    if (auto known = sizes_.find(buffer.name); known != sizes_.end()) return known->second;
    if (failed_.contains(buffer.name)) return std::nullopt;
    if (!in_progress_.insert(buffer.name + " ").second) {
      complaints_.error(buffer.span, "the size of `" + buffer.name + "` depends on itself, in a circle");
      failed_.insert(buffer.name);
      return std::nullopt;
    }
    BufferSize size;
    bool ok = declared_shape(buffer, size.shape) && count_elements(buffer, size);
    in_progress_.erase(buffer.name + " ");
    if (!ok) return failed_.insert(buffer.name), std::nullopt;
    return sizes_.emplace(buffer.name, size).first->second;
  }

  bool declared_shape(const BufferSpec& buffer, std::vector<uint64_t>& shape) {
    if (buffer.start == BufferStart::image) {
      auto file = files_.find(buffer.name);
      if (file == files_.end()) return false;
      const Picture& p = *file->second.picture;
      auto w = static_cast<uint64_t>(p.width), h = static_cast<uint64_t>(p.height), c = static_cast<uint64_t>(p.channels);
      if (buffer.vector_lanes > 1 || c == 1) shape = {h, w};
      else if (buffer.layout == ImageLayout::planar) shape = {c, h, w};
      else shape = {h, w, c};
      return true;
    }
    if (buffer.shape.empty()) {
      const uint64_t each = uint64_t{info(buffer.scalar).bytes} * buffer.vector_lanes;
      if (const GivenContent* content = content_of(buffer)) shape = {content->bytes.size() / std::max<uint64_t>(each, 1)};
      if (auto file = files_.find(buffer.name); file != files_.end()) shape = file->second.shape.empty() ? std::vector<uint64_t>{1} : file->second.shape;
      else if (buffer.start == BufferStart::data) shape = buffer.data_shape;
      else if (buffer.start == BufferStart::addresses) shape = {std::max<uint64_t>(buffer.points_to.size(), 1)};
      if (buffer.start == BufferStart::data && buffer.vector_lanes > 1 && !shape.empty()) {
        if (shape.size() > 1 && shape.back() == buffer.vector_lanes) shape.pop_back();
        else if (shape.size() == 1 && shape[0] % buffer.vector_lanes == 0) shape[0] /= buffer.vector_lanes;
      }
      return true;
    }
    for (const Expression& side : buffer.shape) {
      auto number = number_of(side);
      if (!number) return false;
      if (!number->is_integer || number->integer < 1) {
        complaints_.error(side.span, "a dimension of `" + buffer.name + "` is " + format(*number) + "; it must be a whole number from 1 on");
        return false;
      }
      shape.push_back(static_cast<uint64_t>(number->integer));
    }
    return true;
  }

  const GivenContent* content_of(const BufferSpec& buffer) const {
    auto found = buffer.start == BufferStart::content ? lesson_.contents.find(buffer.path) : lesson_.contents.end();
    return found == lesson_.contents.end() ? nullptr : &found->second;
  }

  bool count_elements(const BufferSpec& buffer, BufferSize& size) {
    uint64_t bytes = uint64_t{info(scalar_of(buffer)).bytes} * buffer.vector_lanes;
    size.elements = 1;
    for (uint64_t side : size.shape) {
      bool overflow = __builtin_mul_overflow(size.elements, side, &size.elements) || __builtin_mul_overflow(bytes, side, &bytes);
      if (overflow || bytes > limits::buffer_bytes) {
        Span at = buffer.shape.empty() ? buffer.span : buffer.shape[0].span;
        complaints_.error(at, "buffer `" + buffer.name + "` would have " + (overflow ? "more than 2^64" : grouped(bytes)) + " bytes; the limit is " + grouped(limits::buffer_bytes) + " bytes");
        return false;
      }
    }
    return true;
  }

  ScalarKind scalar_of(const BufferSpec& buffer) const {
    auto file = files_.find(buffer.name);
    return buffer.start == BufferStart::file && file != files_.end() ? file->second.scalar : buffer.scalar;
  }

  bool evaluate_all(Launch& launch) {
    load_files();
    apply_set();
    for (const ValueSpec& value : target_.stage->values)
      if (auto number = value_of(value)) launch.values[value.name] = number->as_double();
    for (const BufferSpec& buffer : target_.stage->buffers) size_of(buffer);
    shape_of(target_.stage->grid, "grid", {2'147'483'647, 65'535, 65'535}, launch.device.grid);
    if (shape_of(target_.stage->block, "block", {1024, 1024, 64}, launch.device.block)) check_block(launch.device.block);
    launch.device.dynamic_shared_bytes = bytes_of(target_.stage->shared_bytes, "shared_bytes");
    launch.device.shared_opt_in = bytes_of(target_.stage->shared_opt_in, "shared_opt_in");
    return !has_errors(built_.complaints);
  }

  uint32_t bytes_of(const Expression& expression, const std::string& key) {
    const auto bytes = number_of(expression);
    if (!bytes) return 0;
    if (bytes->is_integer && bytes->integer >= 0 && bytes->integer <= (1 << 20)) return static_cast<uint32_t>(bytes->integer);
    complaints_.error(expression.span, "`" + key + "` is " + format(*bytes) + "; it must be a whole number from 0 to " + grouped(1 << 20));
    return 0;
  }

  bool shape_of(const std::vector<Expression>& sides, const char* what, std::array<int64_t, 3> most, Index3& shape) {
    uint32_t values[3] = {1, 1, 1};
    constexpr char axes[] = "xyz";
    bool ok = true;
    for (size_t i = 0; i < sides.size() && i < 3; ++i) {
      auto number = number_of(sides[i]);
      if (!number) return false;
      if (target_.stage->is_of_program && number->is_integer && number->integer >= 0 && number->integer <= UINT32_MAX) {
        values[i] = static_cast<uint32_t>(number->integer);
      } else if (!number->is_integer || number->integer < 1) {
        complaints_.error(sides[i].span, "the " + std::string(what) + "'s " + axes[i] + " is " + format(*number) + "; a launch needs a whole number from 1 on", "the kernel would not run");
        ok = false;
      } else if (number->integer > most[i]) {
        complaints_.error(sides[i].span, "the " + std::string(what) + "'s " + axes[i] + " is " + format(*number) + "; CUDA allows at most " + grouped(static_cast<uint64_t>(most[i])), "the kernel would not run");
        ok = false;
      } else {
        values[i] = static_cast<uint32_t>(number->integer);
      }
    }
    shape = {values[0], values[1], values[2]};
    return ok;
  }

  void check_block(const Index3& block) {
    if (target_.stage->is_of_program) return;
    uint64_t threads = uint64_t{block.x} * block.y * block.z;
    if (threads > 1024) complaints_.error(target_.stage->block[0].span, "a block of " + grouped(threads) + " threads; CUDA allows at most 1,024", "the kernel would not run");
  }

  // ---- the kernel

  bool compile_kernel(Launch& launch) {
    // A bug or an exercise runs its file's only kernel; where the file has several, the one that the launch names.
    std::vector<std::string> tries{!target_.kernel.empty() ? target_.kernel : target_.stage->kernel};
    if (target_.kernel.empty() && !tries[0].empty()) tries.emplace_back();
    const CompileOptions options = compile_options(launch);
    for (const std::string& kernel : tries) {
      compiled_ = compile(file_name_, text_, kernel, options);
      if (compiled_.ok()) break;
      const auto& there = compiled_.kernels_in_file;
      std::string base = kernel.substr(0, kernel.find('<'));
      bool is_missing = !kernel.empty() && !there.empty() && std::find(there.begin(), there.end(), base) == there.end() && !is_unread(base, options);
      if (is_missing && !target_.kernel.empty()) {
        complaints_.error(target_.kernel_span, "`" + file_name_ + "` has no kernel `" + base + "`", nearest_or_list(base, there));
        return false;
      }
      if (!is_missing) break;
    }
    built_.sources = compiled_.sources;
    built_.diagnostics = compiled_.diagnostics;
    if (!compiled_.ok()) return false;
    launch.kernel = compiled_.kernel;
    return true;
  }

  // Is there a kernel of this name whose declaration could not be read? Then what was reported says why.
  bool is_unread(const std::string& name, const CompileOptions& options) const {
    auto sources = std::make_shared<SourceMap>();
    FrontEndOptions reading;
    reading.defines = options.defines;
    reading.read_include = options.read_include;
    const KernelList list = list_kernels(sources, sources->add(file_name_, text_), reading);
    return std::any_of(list.kernels.begin(), list.kernels.end(), [&](const KernelInfo& k) { return k.name == name; });
  }

  static std::string nearest_or_list(const std::string& word, const std::vector<std::string>& there) {
    std::string hint = did_you_mean(word, there);
    if (!hint.empty()) return hint;
    if (there.empty()) return "it has none";
    std::string list = "it has ";
    for (size_t i = 0; i < there.size(); ++i) list += (i ? ", `" : "`") + there[i] + "`";
    return list;
  }

  // ---- buffers and arguments

  void make_buffers(Launch& launch) {
    uint64_t total = 0;
    for (const BufferSpec& spec : target_.stage->buffers) {
      auto size = size_of(spec);
      if (!size) continue;
      DeviceBuffer buffer;
      buffer.name = spec.name;
      buffer.scalar = scalar_of(spec);
      buffer.vector_lanes = spec.vector_lanes;
      buffer.shape = size->shape;
      uint64_t bytes = size->elements * buffer.element_bytes();
      if ((total += bytes) > limits::launch_bytes) return complaints_.error(spec.span, "the buffers of this launch have more than " + grouped(limits::launch_bytes) + " bytes together");
      buffer.bytes.resize(bytes);
      start_buffer(spec, buffer);
      launch.device.buffers.push_back(std::move(buffer));
    }
  }

  void start_buffer(const BufferSpec& spec, DeviceBuffer& buffer) {
    auto file = files_.find(spec.name);
    if (spec.start == BufferStart::image && file != files_.end()) return lay_picture(spec, *file->second.picture, buffer);
    if (spec.start == BufferStart::file && file != files_.end()) {
      if (file->second.bytes.size() != buffer.bytes.size())
        return complaints_.error(spec.path_span, "`" + spec.path + "` holds " + grouped(file->second.bytes.size() / info(buffer.scalar).bytes) + " elements, but the shape needs " + grouped(buffer.bytes.size() / info(buffer.scalar).bytes));
      buffer.bytes = file->second.bytes;
      return;
    }
    std::string why;
    if (spec.start == BufferStart::content) {
      const GivenContent* content = content_of(spec);
      if (!content) return complaints_.error(spec.path_span, "no content `" + spec.path + "` was given with this text", "use `data`, `file` or `fill`");
      if (!fill_from_content(*content, buffer, why)) complaints_.error(spec.path_span, "buffer `" + spec.name + "`: " + why);
    }
    double constant = 0;
    if (spec.start == BufferStart::constant)
      if (auto number = number_of(spec.fill_value)) constant = number->as_double();
    if (!fill_buffer(spec, constant, buffer, why)) complaints_.error(spec.span, "buffer `" + spec.name + "`: " + why);
    if (spec.filled) keep_values({{0, *spec.filled * buffer.element_bytes()}}, buffer);
  }

  void lay_picture(const BufferSpec& spec, const Picture& picture, DeviceBuffer& buffer) {
    if (spec.vector_lanes > 1 && static_cast<int>(spec.vector_lanes) != picture.channels)
      return complaints_.error(spec.span, "buffer `" + spec.name + "` has " + std::to_string(spec.vector_lanes) + " lanes an element, but the picture has " + std::to_string(picture.channels) + " channels", "say `channels = " + std::to_string(spec.vector_lanes) + "`");
    std::vector<uint8_t> bytes = spec.layout == ImageLayout::planar && spec.vector_lanes == 1 ? planar_bytes(picture) : picture.bytes;
    if (info(buffer.scalar).bytes == 1) return void(buffer.bytes = std::move(bytes));
    uint64_t each = info(buffer.scalar).bytes;
    for (size_t i = 0; i < bytes.size(); ++i) store_scalar(buffer.scalar, &buffer.bytes[i * each], bytes[i]);
  }

  void match_arguments(Launch& launch) {
    const auto& parameters = compiled_.parameters;
    const auto& arguments = target_.stage->arguments;
    if (parameters.size() != arguments.size()) {
      complaints_.error(target_.stage->arguments_span, "kernel `" + compiled_.kernel + "` takes " + std::to_string(parameters.size()) + (parameters.size() == 1 ? " argument" : " arguments") +
                                                           ", the launch passes " + std::to_string(arguments.size()));
      return;
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
      Span at = i < target_.stage->argument_spans.size() ? target_.stage->argument_spans[i] : target_.stage->arguments_span;
      const auto place = read_buffer_place(arguments[i]);
      if (arguments[i].starts_with("{")) pass_record(launch, arguments[i], parameters[i], at);
      else if (arguments[i] == "nullptr") pass_null(launch, parameters[i], at);
      else if (place && target_.stage->buffer(place->buffer)) pass_buffer(launch, arguments[i], parameters[i], at);
      else if (const int texture = texture_index(launch, arguments[i]); texture >= 0) pass_texture(launch, texture, parameters[i], at);
      else if (const ValueSpec* value = target_.stage->value(arguments[i])) pass_value(launch, *value, parameters[i], at);
    }
    passed_.insert(passed_.end(), in_records_.begin(), in_records_.end());
    for (const int index : passed_) {
      const BufferSpec* spec = target_.stage->buffer(launch.device.buffers[static_cast<size_t>(index)].name);
      if (!spec || std::find(launch.outputs.begin(), launch.outputs.end(), index) == launch.outputs.end()) continue;
      bool is_covered = spec->cover == Cover::automatic ? spec->start == BufferStart::poison : spec->cover != Cover::any;
      if (is_covered && std::find(launch.covered.begin(), launch.covered.end(), index) == launch.covered.end()) launch.covered.push_back(index);
    }
  }

  // Buffers that the file's variables start from, as by cudaMemcpyToSymbol. One that this kernel does not use keeps its buffer as it is.
  void set_variables(Launch& launch) {
    for (const BufferSpec& spec : target_.stage->buffers) {
      const int index = spec.symbol.empty() ? -1 : buffer_index(launch, spec.name);
      if (index < 0) continue;
      const auto& all = compiled_.variables;
      const auto variable = std::find_if(all.begin(), all.end(), [&](const DeviceVariable& v) { return v.name == spec.symbol; });
      if (variable == all.end()) {
        check_is_in_file(spec);
        continue;
      }
      DeviceBuffer& buffer = launch.device.buffers[static_cast<size_t>(index)];
      if (!can_set(spec, *variable, buffer)) continue;
      if (buffer.is_poisoned) start_as_in_file(*variable, buffer);
      launch.device.symbols.push_back({spec.symbol, static_cast<uint32_t>(index)});
      if (variable->is_constant) continue;
      launch.outputs.push_back(index);
      if (spec.cover == Cover::once || spec.cover == Cover::all) launch.covered.push_back(index);
    }
  }

  // A variable that the kernel uses has its whole name in the list; of others the file's words are enough.
  void check_is_in_file(const BufferSpec& spec) {
    const std::string last = spec.symbol.substr(spec.symbol.rfind(':') + 1);  // npos + 1 is 0
    std::vector<std::string> names;
    bool is_used = false;
    for (const DeviceVariable& v : compiled_.variables) {
      names.push_back(v.name);
      is_used = is_used || v.name == last || v.name.ends_with("::" + last);
    }
    const auto& in_file = compiled_.variables_in_file;
    if (!is_used && std::find(in_file.begin(), in_file.end(), last) != in_file.end()) return;
    if (!is_used) names.insert(names.end(), in_file.begin(), in_file.end());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    complaints_.error(spec.symbol_span, "`" + file_name_ + "` has no variable `" + spec.symbol + "` that a launch could set",
                      is_used ? "it is `" + nearest_path(names, last) + "`" : nearest_or_list(spec.symbol, names));
  }

  static std::string nearest_path(const std::vector<std::string>& names, const std::string& last) {
    for (const std::string& name : names)
      if (name == last || name.ends_with("::" + last)) return name;
    return last;
  }

  // Complains where the buffer's bytes are not the variable's.
  bool can_set(const BufferSpec& spec, const DeviceVariable& variable, const DeviceBuffer& buffer) {
    const std::string name = "`" + variable.name + "`";
    const bool is_plain = variable.element_bytes == info(variable.scalar).bytes;
    if (spec.is_constant && !variable.is_constant)
      return complaints_.error(spec.symbol_span, name + " is a `__device__` variable", "write `memory = \"symbol:" + variable.name + "\"`"), false;
    if (is_plain && !same_kind(variable.scalar, buffer.scalar))
      return complaints_.error(spec.symbol_span, "buffer `" + buffer.name + "` holds " + buffer_type(buffer) + ", but " + name + " is made of " + info(variable.scalar).spelling,
                               "give the buffer that type"), false;
    if (buffer.bytes.size() <= variable.bytes.size()) return true;
    return complaints_.error(spec.symbol_span, "buffer `" + buffer.name + "` has " + grouped(buffer.bytes.size()) + " bytes, and " + name + " has " + grouped(variable.bytes.size()),
                             "make the buffer smaller or the variable larger"), false;
  }

  // Where the lesson gives no value, the variable's own stands.
  static void start_as_in_file(const DeviceVariable& variable, DeviceBuffer& buffer) {
    const std::vector<uint8_t> given = std::exchange(buffer.bytes, {variable.bytes.begin(), variable.bytes.begin() + static_cast<std::ptrdiff_t>(buffer.bytes.size())});
    for (const DeviceBuffer::ByteRange& range : buffer.filled)
      std::copy(given.begin() + static_cast<std::ptrdiff_t>(range.begin), given.begin() + static_cast<std::ptrdiff_t>(range.end), buffer.bytes.begin() + static_cast<std::ptrdiff_t>(range.begin));
    buffer.filled.clear();
    buffer.is_poisoned = false;
  }

  // Addresses in what the buffers hold, now that all of them are there. What they lead to is a result as well.
  void put_addresses(Launch& launch) {
    put_given_addresses(launch);
    put_heap(launch);
    put_lesson_addresses(launch);
    const auto holds_numbers = [&](int output) { return launch.device.buffers[static_cast<size_t>(output)].pointers.empty(); };
    std::stable_partition(launch.outputs.begin(), launch.outputs.end(), holds_numbers);  // what a launch is judged by is its first output
  }
  void put_lesson_addresses(Launch& launch) {
    for (const BufferSpec& spec : target_.stage->buffers) {
      const int holder = spec.points_to.empty() ? -1 : buffer_index(launch, spec.name);
      for (size_t i = 0; holder >= 0 && i < spec.points_to.size(); ++i) {
        const Expression& to = spec.points_to[i];
        const auto place = read_buffer_place(to.text);
        const int target = place && to.text != "nullptr" ? buffer_index(launch, std::string(place->buffer)) : -1;
        const auto bytes = target < 0 ? std::nullopt : offset_of(to.text, *place, launch.device.buffers[static_cast<size_t>(target)], to.span);
        if (!bytes) continue;
        put_address(launch.device.buffers[static_cast<size_t>(holder)], 8 * i, BufferArgument{static_cast<uint32_t>(target), *bytes});
        add_output(launch, BufferArgument{static_cast<uint32_t>(target)});
      }
    }
  }
  // Those that came beside the text.
  void put_given_addresses(Launch& launch) {
    std::map<std::string, uint32_t> indices;
    std::set<uint32_t> seen;
    for (size_t i = 0; i < launch.device.buffers.size(); ++i) indices.emplace(launch.device.buffers[i].name, static_cast<uint32_t>(i));
    for (const BufferSpec& spec : target_.stage->buffers) {
      const GivenContent* content = spec.start == BufferStart::content ? content_of(spec) : nullptr;
      const auto holder = indices.find(spec.name);
      if (!content || holder == indices.end()) continue;
      for (const GivenContent::Pointer& pointer : content->pointers) {
        if (pointer.buffer == GivenContent::Pointer::in_heap) {
          put_address(launch.device.buffers[holder->second], pointer.at, BufferArgument{heap_buffer, pointer.byte_offset});
          continue;
        }
        const auto target = indices.find(pointer.buffer);
        if (target == indices.end() && !pointer.buffer.empty())
          return complaints_.error(spec.path_span, "the content of `" + spec.name + "` points to `" + pointer.buffer + "`, which is no buffer of this launch");
        put_address(launch.device.buffers[holder->second], pointer.at, target == indices.end() ? std::nullopt : std::optional(BufferArgument{target->second, pointer.byte_offset}));
        if (target != indices.end() && seen.insert(target->second).second && target_.stage->buffer(pointer.buffer)->show != ShowAs::hidden) add_output(launch, BufferArgument{target->second});
      }
    }
  }

  // What earlier launches of the program have left in the device's heap.
  void put_heap(Launch& launch) {
    const auto given = lesson_.contents.find("heap:" + target_.stage->name);
    if (given == lesson_.contents.end() || !given->second.heap) return;
    launch.device.heap = heap_with(*given->second.heap, [&](DeviceBuffer& bytes) {
      for (const GivenContent::Pointer& pointer : given->second.pointers) {
        const bool is_own = pointer.buffer == GivenContent::Pointer::in_heap;
        const int to = is_own ? -1 : buffer_index(launch, pointer.buffer);
        put_address(bytes, pointer.at, !is_own && to < 0 ? std::nullopt : std::optional(BufferArgument{is_own ? heap_buffer : static_cast<uint32_t>(to), pointer.byte_offset}));
      }
    });
  }

  static int buffer_index(const Launch& launch, const std::string& name) {
    for (size_t i = 0; i < launch.device.buffers.size(); ++i)
      if (launch.device.buffers[i].name == name) return static_cast<int>(i);
    return -1;
  }

  // Textures and surfaces over the launch's buffers.
  void make_textures(Launch& launch) {
    for (const TextureSpec& spec : target_.stage->textures) {
      const int index = buffer_index(launch, spec.buffer);
      if (index < 0) continue;
      Texture texture;
      texture.name = spec.name;
      texture.buffer = static_cast<uint32_t>(index);
      texture.number = spec.number;
      texture.is_surface = spec.is_surface;
      texture.filter = spec.filter;
      texture.is_normalised = spec.is_normalised;
      texture.reads_floats = spec.reads_floats;
      std::copy(spec.address.begin(), spec.address.end(), texture.address);
      if (const auto type = element_type_from_name(spec.type)) texture.scalar = type->scalar, texture.lanes = type->lanes;
      if (!place_texture(spec, launch.device.buffers[static_cast<size_t>(index)], texture)) return;
      launch.device.textures.push_back(std::move(texture));
    }
  }
  // Where its texels lie: it is as large as its buffer where it does not say. False: an expression has no value.
  bool place_texture(const TextureSpec& spec, const DeviceBuffer& buffer, Texture& texture) {
    uint32_t* const sides[] = {&texture.width, &texture.height, &texture.depth};
    for (size_t i = 0; i < 3; ++i) {
      uint64_t side = i < buffer.shape.size() ? buffer.shape[buffer.shape.size() - 1 - i] : 1;
      if (!spec.shape.empty()) {
        const auto number = i < spec.shape.size() ? whole_number_of(spec.shape[i]) : std::optional<uint64_t>(1);
        if (!number) return false;
        side = *number;
      }
      *sides[i] = static_cast<uint32_t>(std::min<uint64_t>(side, UINT32_MAX));
    }
    const auto offset = whole_number_of(spec.offset), pitch = whole_number_of(spec.pitch);
    texture.byte_offset = offset.value_or(0);
    texture.pitch = pitch.value_or(0);
    return offset && pitch;
  }
  // None: the expression has no value, which was complained about. One that is no whole number is 0.
  std::optional<uint64_t> whole_number_of(const Expression& e) {
    const auto number = number_of(e);
    if (!number) return std::nullopt;
    return number->is_integer && number->integer > 0 ? static_cast<uint64_t>(number->integer) : 0;
  }

  static uint64_t handle_of(const Launch& launch, int texture) { return texture_handle(texture_number(launch.device.textures, static_cast<uint32_t>(texture))); }
  static int texture_index(const Launch& launch, const std::string& name) {
    for (size_t i = 0; i < launch.device.textures.size(); ++i)
      if (launch.device.textures[i].name == name) return static_cast<int>(i);
    return -1;
  }

  void pass_texture(Launch& launch, int index, const KernelParameter& parameter, Span at) {
    if (parameter.is_pointer || info(parameter.scalar).bytes != 8 || !is_integer(parameter.scalar))
      return complaints_.error(at, "`" + launch.device.textures[static_cast<size_t>(index)].name + "` is a texture, but the kernel's parameter is `" + parameter.type + " " + parameter.name + "`",
                               "a texture is passed as a `cudaTextureObject_t`");
    launch.device.arguments.emplace_back(handle_of(launch, index));
  }

  void pass_null(Launch& launch, const KernelParameter& parameter, Span at) {
    if (!parameter.is_pointer) return complaints_.error(at, "`nullptr` is a pointer, but the kernel's parameter `" + parameter.type + " " + parameter.name + "` takes a number");
    launch.device.arguments.emplace_back(uint64_t{0});
  }

  void pass_buffer(Launch& launch, const std::string& text, const KernelParameter& parameter, Span at) {
    const std::string shown = "`" + parameter.type + " " + parameter.name + "`";
    if (!parameter.is_pointer) return complaints_.error(at, "`" + std::string(read_buffer_place(text)->buffer) + "` is a buffer, but the kernel's parameter " + shown + " takes a number");
    const auto place = place_of(launch, text, parameter, "the kernel's parameter is " + shown, at);
    if (!place) return;
    launch.device.arguments.emplace_back(*place);
    passed_.push_back(static_cast<int>(place->index));
    if (!parameter.pointee_is_const) add_output(launch, *place);
  }

  static void add_output(Launch& launch, const BufferArgument& place) {
    const int index = static_cast<int>(place.index);
    if (std::find(launch.outputs.begin(), launch.outputs.end(), index) == launch.outputs.end()) launch.outputs.push_back(index);
  }

  // The place that a pointer of the kernel is given; none: what is wrong was said. `wanted`: "the member is `float* x`".
  std::optional<BufferArgument> place_of(const Launch& launch, const std::string& text, const KernelParameter& pointer, const std::string& wanted, Span at) {
    const auto place = read_buffer_place(text);
    const int index = place ? buffer_index(launch, std::string(place->buffer)) : -1;
    if (index < 0) return std::nullopt;  // a buffer that could not be made
    const DeviceBuffer& buffer = launch.device.buffers[static_cast<size_t>(index)];
    if (!target_.stage->buffer(place->buffer)->symbol.empty())
      return complaints_.error(at, "`" + buffer.name + "` is what the variable `" + target_.stage->buffer(place->buffer)->symbol + "` starts from: the kernel names the variable itself",
                               "take it out of the arguments, or put it into `memory = \"global\"`"), std::nullopt;
    if (!place->type.empty() && !is_named(pointer, std::string(place->type)))
      return complaints_.error(at, "`" + text + "` is a pointer to " + std::string(place->type) + ", but " + wanted, "cast to the type of the kernel's pointer"), std::nullopt;
    if (place->type.empty() && !fits(buffer, pointer))
      return complaints_.error(at, "buffer `" + buffer.name + "` holds " + buffer_type(buffer) + ", but " + wanted, "give the buffer that type"), std::nullopt;
    const auto bytes = offset_of(text, *place, buffer, at);
    if (!bytes) return std::nullopt;
    return BufferArgument{static_cast<uint32_t>(index), *bytes};
  }

  // In bytes, from 0 to the buffer's end.
  std::optional<uint64_t> offset_of(const std::string& text, const BufferPlace& place, const DeviceBuffer& buffer, Span at) {
    if (place.elements.empty()) return 0;
    const auto begin = at.begin + 1 + static_cast<uint32_t>(place.elements.data() - text.data());  // behind the quote
    const auto number = number_of({std::string(place.elements), {at.file, begin, begin + static_cast<uint32_t>(place.elements.size()), 0}});
    if (!number) return std::nullopt;
    const std::string name = "`" + buffer.name + "`", count = grouped(buffer.element_count());
    const std::string hint = "a launch's pointer stands in its buffer: from " + buffer.name + " + 0 to " + buffer.name + " + " + std::to_string(buffer.element_count());
    if (!number->is_integer) return complaints_.error(at, "`" + text + "` is " + format(*number) + " elements into " + name + ", which is no whole number"), std::nullopt;
    if (number->integer < 0) return complaints_.error(at, "`" + text + "` starts " + grouped(0 - static_cast<uint64_t>(number->integer)) + " elements before " + name, hint), std::nullopt;
    if (static_cast<uint64_t>(number->integer) > buffer.element_count())
      return complaints_.error(at, "`" + text + "` starts at element " + format(*number) + " of " + name + ", which has " + count, hint), std::nullopt;
    return static_cast<uint64_t>(number->integer) * buffer.element_bytes();
  }

  static std::string buffer_type(const DeviceBuffer& buffer) {
    if (buffer.vector_lanes > 1) return std::string(info(buffer.scalar).lesson_name) + std::to_string(buffer.vector_lanes);
    return info(buffer.scalar).spelling;
  }

  // The pointee's type by its words: "const float4* __restrict__" -> "float4".
  static std::string pointee_name(std::string type) {
    for (const char* noise : {"const ", "volatile ", "struct ", "__restrict__", "*"})
      for (size_t at; (at = type.find(noise)) != std::string::npos;) type.erase(at, std::string_view(noise).size());
    type.erase(std::remove(type.begin(), type.end(), ' '), type.end());
    return type;
  }

  // A cast's type is the pointer's, by its words or as the same kind of number.
  static bool is_named(const KernelParameter& pointer, const std::string& type) {
    if (pointee_name(type) == pointee_name(pointer.type)) return true;
    for (int i = 1; i < static_cast<int>(ScalarKind::count); ++i)
      if (const ScalarKind kind = static_cast<ScalarKind>(i); type == info(kind).spelling || type == info(kind).lesson_name) return pointer.scalar == kind;
    return false;
  }

  static bool fits(const DeviceBuffer& buffer, const KernelParameter& parameter) {
    if (parameter.scalar == ScalarKind::void_) {
      if (auto vector = element_type_from_name(pointee_name(parameter.type)); vector && vector->lanes > 1) return vector->lanes == buffer.vector_lanes && same_kind(vector->scalar, buffer.scalar);
      return parameter.bytes == 0 || buffer.bytes.size() % parameter.bytes == 0;  // a struct, or void*: any bytes
    }
    return buffer.vector_lanes == 1 && same_kind(parameter.scalar, buffer.scalar);
  }

  // long and long long, char and signed char are laid out alike.
  static bool same_kind(ScalarKind a, ScalarKind b) {
    if (a == b) return true;
    return is_integer(a) && is_integer(b) && a != ScalarKind::bool_ && b != ScalarKind::bool_ && info(a).bytes == info(b).bytes && is_signed(a) == is_signed(b);
  }

  void pass_value(Launch& launch, const ValueSpec& spec, const KernelParameter& parameter, Span at) {
    auto number = value_of(spec);
    if (!number) return;
    std::string shown = "`" + parameter.type + " " + parameter.name + "`";
    if (parameter.is_pointer) return complaints_.error(at, "`" + spec.name + "` is a number, but the kernel's parameter " + shown + " takes a buffer", "is the order of the arguments the kernel's?");
    ScalarKind kind = parameter.scalar;
    if (kind == ScalarKind::void_) return complaints_.error(at, "the kernel's parameter " + shown + " is of a type that a launch cannot pass as one value", parameter.members.empty() ? "use numbers and pointers" : "give its members in braces: `\"{ 1, n, rgb }\"`");
    if (is_floating(kind)) return void(launch.device.arguments.emplace_back(number->as_double()));
    if (kind == ScalarKind::bool_) return void(launch.device.arguments.emplace_back(number->as_double() != 0));
    if (!number->is_integer) return complaints_.error(at, "`" + spec.name + "` is " + format(*number) + ", but the kernel's parameter " + shown + " takes a whole number");
    int64_t value = number->integer;
    if (!is_in_range(kind, value)) return complaints_.error(at, "`" + spec.name + "` is " + format(*number) + ", which does not fit into the kernel's parameter " + shown);
    if (is_signed(kind)) launch.device.arguments.emplace_back(value);
    else launch.device.arguments.emplace_back(static_cast<uint64_t>(value));
  }

  static bool is_in_range(ScalarKind kind, int64_t value) {
    int bits = info(kind).bytes * 8;
    int64_t low = is_signed(kind) ? (bits == 64 ? INT64_MIN : -(int64_t{1} << (bits - 1))) : 0;
    int64_t high = bits == 64 ? INT64_MAX : is_signed(kind) ? (int64_t{1} << (bits - 1)) - 1 : (int64_t{1} << bits) - 1;
    return value >= low && value <= high;
  }

  // "{ rgb, n, { 0.5, 2 } }": the members of a record in order, as in C++; or by name, "{ .data = rgb, .n = n }". The rest is zero.
  void pass_record(Launch& launch, const std::string& text, const KernelParameter& parameter, Span at) {
    const std::string shown = "`" + parameter.type + " " + parameter.name + "`";
    if (!is_record(parameter)) return complaints_.error(at, "the kernel's parameter " + shown + " is no record with members", "give it the name of a buffer or a value");
    RecordArgument record;
    record.bytes.resize(parameter.bytes);
    size_t next = 0;
    for (std::string part : parts_of_record(text)) {
      if (part.starts_with(".") && part.find('=') != std::string::npos) {
        const std::string name = trimmed(part.substr(1, part.find('=') - 1));
        next = 0;
        while (next < parameter.members.size() && parameter.members[next].name != name) ++next;
        if (next == parameter.members.size()) return complaints_.error(at, shown + " has no member `" + name + "`");
        part = trimmed(part.substr(part.find('=') + 1));
      }
      if (next == parameter.members.size()) return complaints_.error(at, shown + " has " + std::to_string(parameter.members.size()) + " members, and more are given");
      give_member(launch, record, parameter.members[next++], part, at);
    }
    launch.device.arguments.emplace_back(std::move(record));
  }

  void give_member(Launch& launch, RecordArgument& record, const RecordMember& member, const std::string& text, Span at) {
    const std::string shown = "`" + member.type + " " + member.name + "`";
    if (member.is_pointer) {
      if (text == "0" || text == "nullptr") return;
      const auto named = read_buffer_place(text);
      if (!named || !target_.stage->buffer(named->buffer)) return complaints_.error(at, "the member " + shown + " takes a buffer, and `" + text + "` is none of this launch's");
      KernelParameter like;
      like.type = member.type;
      like.scalar = member.scalar;
      like.bytes = member.bytes;
      const auto place = place_of(launch, text, like, "the member is " + shown, at);
      if (!place) return;
      record.pointers.push_back({member.offset, place->index, place->byte_offset});
      in_records_.push_back(static_cast<int>(place->index));
      if (!member.pointee_is_const) add_output(launch, *place);
      return;
    }
    if (const int texture = texture_index(launch, text); texture >= 0 && member.bytes == sizeof(uint64_t))
      return store_integer(ScalarKind::ulonglong, record.bytes.data() + member.offset, static_cast<int64_t>(handle_of(launch, texture)));
    const auto number = number_of({text, at});
    if (!number) return;
    uint8_t* bytes = record.bytes.data() + member.offset;
    if (member.scalar == ScalarKind::void_) return complaints_.error(at, "the member " + shown + " is of a type that a launch cannot pass");
    if (is_floating(member.scalar)) return store_scalar(member.scalar, bytes, number->as_double());
    if (member.scalar == ScalarKind::bool_) return void(*bytes = number->as_double() != 0);
    if (!number->is_integer || !is_in_range(member.scalar, number->integer)) return complaints_.error(at, "`" + text + "` is " + format(*number) + ", which does not fit into the member " + shown);
    store_integer(member.scalar, bytes, number->integer);
  }

  static std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
  }

  // What stands between the commas; braces inside only group.
  static std::vector<std::string> parts_of_record(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (char c : text) {
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) parts.emplace_back();
      else if (c != '{' && c != '}') parts.back() += c;
    }
    for (std::string& part : parts) part = trimmed(part);
    std::erase(parts, "");
    return parts;
  }

  // ---- words

  std::vector<std::string> known_names() const {
    std::vector<std::string> names;
    for (const ValueSpec& v : target_.stage->values) names.push_back(v.name);
    for (const BufferSpec& b : target_.stage->buffers)
      for (const char* side : {".width", ".height", ".channels", ".length"}) names.push_back(b.name + side);
    return names;
  }
  static std::string format(const Number& number) {
    if (!number.is_integer) return short_number(number.real);
    return number.integer < 0 ? "-" + grouped(0 - static_cast<uint64_t>(number.integer)) : grouped(static_cast<uint64_t>(number.integer));
  }

  static constexpr const char* already_said = "\x01";

  const Lesson& lesson_;
  const LaunchRequest& request_;
  BuiltLaunch built_;
  ComplaintSink complaints_;
  Target target_;
  std::string file_name_, text_;
  CompileResult compiled_;
  std::map<std::string, BufferFile> files_;
  std::map<std::string, Number> overrides_;
  std::map<std::string, std::optional<Number>> values_;
  std::map<std::string, BufferSize> sizes_;
  std::set<std::string> in_progress_, failed_;
  std::vector<int> passed_, in_records_;  // buffers that arguments, and members of records, point to
  std::string unknown_name_;
};

}  // namespace

BuiltLaunch build_launch(const Lesson& lesson, const LaunchRequest& request) { return LaunchBuilder(lesson, request).build(); }

EvaluatedValues evaluate_values(const Lesson& lesson, std::string_view name, const std::map<std::string, double>& set) {
  LaunchRequest request;
  request.name = name;
  request.set = set;
  return LaunchBuilder(lesson, request).values();
}

std::string source_text_of(const Lesson& lesson, const LaunchRequest& request, std::string& file_name, std::string& why) {
  LaunchBuilder builder(lesson, request);
  if (!builder.find_target() || !builder.read_text()) return why = builder.first_complaint(), std::string();
  file_name = builder.file_name();
  return builder.text();
}

}  // namespace wb

#include "app/workbook/front_matter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "app/workbook/buffer_place.h"
#include "app/workbook/counter_names.h"
#include "app/workbook/expression.h"
#include "app/workbook/limits.h"
#include "app/workbook/markdown.h"
#include "app/workbook/toml_scope.h"
#include "app/workbook/words.h"

namespace wb {

std::optional<ElementType> element_type_from_name(std::string_view name) {
  if (auto scalar = scalar_from_lesson_name(name)) return ElementType{*scalar, 1};
  if (name.size() < 2 || name.back() < '1' || name.back() > '4') return std::nullopt;
  auto scalar = scalar_from_lesson_name(name.substr(0, name.size() - 1));
  if (!scalar || *scalar == ScalarKind::bool_) return std::nullopt;
  return ElementType{*scalar, static_cast<uint32_t>(name.back() - '0')};
}

std::vector<std::string> element_type_names() {
  std::vector<std::string> names;
  for (int i = 1; i < static_cast<int>(ScalarKind::count); ++i) names.emplace_back(scalar_infos[i].lesson_name);
  for (const char* vector : {"uchar4", "uchar3", "int2", "int4", "float2", "float3", "float4", "double2"}) names.emplace_back(vector);
  return names;
}

std::optional<FindingKind> finding_from_name(std::string_view name) {
  for (int i = 0; i < static_cast<int>(FindingKind::count); ++i)
    if (name == finding_name(static_cast<FindingKind>(i))) return static_cast<FindingKind>(i);
  return std::nullopt;
}

std::vector<std::string> finding_names() {
  std::vector<std::string> names;
  for (int i = 0; i < static_cast<int>(FindingKind::count); ++i) names.emplace_back(finding_name(static_cast<FindingKind>(i)));
  return names;
}

const char* check_kind_name(CheckKind kind) {
  constexpr const char* names[] = {"output", "clean", "schedules", "inputs", "metric", "budget", "must_use", "must_not_use", "coverage", "engines_agree", "ratio"};
  return names[static_cast<int>(kind)];
}

namespace {

bool is_kebab(std::string_view name) {
  return !name.empty() && name.size() <= 80 && std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

// A severity word, or a number as tolerance, read in several places.
std::optional<Tolerance> read_tolerance(TomlScope& scope) {
  const toml::node* node = scope.find("tolerance");
  if (!node) return std::nullopt;
  Tolerance tolerance;
  if (auto number = number_of(*node)) {
    tolerance.absolute = *number;
  } else if (auto* table = node->as_table()) {
    TomlScope inner(*table, scope.complaints(), "a tolerance", scope.first_line());
    tolerance.absolute = inner.number("absolute").value_or(0);
    tolerance.relative = inner.number("relative").value_or(0);
    inner.finish();
  } else {
    scope.wrong_type("tolerance", *node, "a number or { absolute = ..., relative = ... }");
  }
  if (!(tolerance.absolute >= 0) || !(tolerance.relative >= 0)) scope.complaints().error(scope.at(*node), "a tolerance must not be negative"), tolerance = {};
  return tolerance;
}

// ---- buffers

// "random(seed=1, min=0, max=1)" and its like.
void read_fill(const std::string& text, Span span, BufferSpec& buffer, ComplaintSink& complaints) {
  size_t open = text.find('(');
  std::string word = text.substr(0, open);
  while (!word.empty() && word.back() == ' ') word.pop_back();
  if (open == std::string::npos) {
    if (word == "poison") return void(buffer.start = BufferStart::poison);
    if (word == "zeros") return void(buffer.start = BufferStart::zeros);
    if (word == "iota") return void(buffer.start = BufferStart::iota);
    if (word == "random") return void(buffer.start = BufferStart::random);
    std::string hint = did_you_mean(word, {"poison", "zeros", "iota", "constant(0)", "random(seed=1, min=0, max=1)"});
    return complaints.error(span, "`" + text + "` is no fill", hint.empty() ? "there are `poison`, `zeros`, `iota`, `constant(5)` and `random(seed=1, min=0, max=1)`" : hint);
  }
  size_t close = text.rfind(')');
  if (close == std::string::npos || close < open) return complaints.error(span, "`)` is missing in the fill `" + text + "`");
  std::string inside = text.substr(open + 1, close - open - 1);
  if (word == "constant") {
    buffer.start = BufferStart::constant;
    auto at = span.begin + 1 + static_cast<uint32_t>(open) + 1;
    buffer.fill_value = {inside, {span.file, at, at + static_cast<uint32_t>(inside.size()), 0}};
    return;
  }
  if (word != "random") {
    std::string hint = did_you_mean(word, {"constant", "random"});
    return complaints.error(span, "`" + word + "(...)` is no fill", hint.empty() ? "there are `constant(5)` and `random(seed=1, min=0, max=1)`" : hint);
  }
  buffer.start = BufferStart::random;
  for (size_t from = 0; from < inside.size();) {
    size_t comma = std::min(inside.find(',', from), inside.size());
    std::string part = inside.substr(from, comma - from);
    from = comma + 1;
    part.erase(std::remove(part.begin(), part.end(), ' '), part.end());
    size_t equals = part.find('=');
    std::string key = part.substr(0, equals), value = equals == std::string::npos ? "" : part.substr(equals + 1);
    double number = 0;
    auto [rest, status] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || status != std::errc{} || rest != value.data() + value.size() || !std::isfinite(number)) {
      complaints.error(span, "`" + part + "` in `random` is not of the form name=number");
      continue;
    }
    if (key == "seed" && number >= 0 && number < 1.8e19) buffer.seed = static_cast<uint64_t>(number);
    else if (key == "min") buffer.min = number;
    else if (key == "max") buffer.max = number;
    else complaints.error(span, "`" + part + "` is nothing that `random` takes", "it takes `seed`, `min` and `max`");
  }
  if (buffer.min > buffer.max) complaints.error(span, "`min` is larger than `max` in the fill `" + text + "`");
}

// Nested lists, flattened; each level must be as long as its neighbours.
bool read_data(const toml::array& list, size_t depth, BufferSpec& buffer, TomlScope& scope, bool& has_reals) {
  if (depth >= limits::buffer_dimensions) return scope.complaints().error(scope.at(list), "`data` is nested more than " + std::to_string(limits::buffer_dimensions) + " deep"), false;
  if (buffer.data_shape.size() == depth) buffer.data_shape.push_back(list.size());
  if (buffer.data_shape[depth] != list.size())
    return scope.complaints().error(scope.at(list), "this row of `data` has " + std::to_string(list.size()) + " elements, the ones before have " + std::to_string(buffer.data_shape[depth])), false;
  for (const toml::node& item : list) {
    if (auto* inner = item.as_array()) {
      if (!buffer.data.empty() && buffer.data_shape.size() == depth + 1) return scope.complaints().error(scope.at(item), "`data` mixes numbers and lists"), false;
      if (!read_data(*inner, depth + 1, buffer, scope, has_reals)) return false;
      continue;
    }
    if (buffer.data_shape.size() > depth + 1) return scope.complaints().error(scope.at(item), "`data` mixes numbers and lists"), false;
    std::optional<double> number = number_of(item);
    if (auto* b = item.as_boolean()) number = b->get() ? 1.0 : 0.0;
    if (!number) return scope.wrong_type("data", item, "a list of numbers"), false;
    has_reals = has_reals || item.is_floating_point();
    if (buffer.data.size() >= limits::data_elements)
      return scope.complaints().error(scope.at(item), "`data` has more than " + std::to_string(limits::data_elements) + " elements", "put them into an .npy file"), false;
    buffer.data.push_back(*number);
  }
  return true;
}

// "weights", "filters::weights"
bool is_qualified_name(std::string_view name) {
  for (size_t at = name.find("::"); at != std::string_view::npos; at = name.find("::")) {
    if (!is_identifier(name.substr(0, at))) return false;
    name.remove_prefix(at + 2);
  }
  return is_identifier(name);
}

// memory = "global" | "constant": the `__constant__` variable of the buffer's name | "symbol:" name
void read_memory(TomlScope& scope, BufferSpec& buffer) {
  auto memory = scope.text("memory");
  if (!memory || *memory == "global") return;
  buffer.symbol_span = scope.at(*scope.find("memory"));
  buffer.is_constant = *memory == "constant";
  if (buffer.is_constant) return void(buffer.symbol = buffer.name);
  if (memory->starts_with("symbol:") && is_qualified_name(std::string_view(*memory).substr(7))) return void(buffer.symbol = memory->substr(7));
  scope.complaints().error(scope.at(*scope.find("memory")), "`" + *memory + "` is no memory", "there are `global`, `constant` and `symbol:name`");
}

BufferSpec read_buffer(std::string_view name, Span span, const toml::table& table, ComplaintSink& complaints, uint32_t first_line) {
  TomlScope scope(table, complaints, "buffer `" + std::string(name) + "`", first_line);
  BufferSpec buffer;
  buffer.name = name;
  buffer.span = span;

  std::vector<std::string> starts;
  for (const char* key : {"image", "data", "file", "fill", "points_to", "content"})
    if (scope.has(key)) starts.emplace_back(key);
  if (starts.size() > 1) complaints.error(scope.key_span(starts[1]), "buffer `" + buffer.name + "` starts from both `" + starts[0] + "` and `" + starts[1] + "`", "choose one");

  bool has_type = false;
  if (auto type = scope.text("type")) {
    if (auto element = element_type_from_name(*type)) {
      buffer.scalar = element->scalar, buffer.vector_lanes = element->lanes, has_type = true;
    } else {
      std::string hint = did_you_mean(*type, element_type_names());
      complaints.error(scope.at(*scope.find("type")), "`" + *type + "` is no type of a buffer", hint.empty() ? "there are `uchar`, `int`, `float`, `double`, `float4` and their like" : hint);
      has_type = true;
    }
  }
  buffer.shape = scope.expressions("shape");
  if (buffer.shape.size() > limits::buffer_dimensions) complaints.error(scope.key_span("shape"), "a shape has at most " + std::to_string(limits::buffer_dimensions) + " dimensions");

  if (auto image = scope.text("image")) {
    buffer.start = BufferStart::image;
    buffer.path = *image;
    buffer.path_span = scope.at(*scope.find("image"));
    buffer.show = ShowAs::image;
    if (auto channels = scope.integer("channels", 1, 4)) {
      buffer.channels = static_cast<int>(*channels);
      if (buffer.channels == 2) complaints.error(scope.at(*scope.find("channels")), "a picture has 1, 3 or 4 channels, not 2"), buffer.channels = 0;
    }
    if (auto layout = scope.word("layout", {"planar", "interleaved"})) buffer.layout = *layout == 0 ? ImageLayout::planar : ImageLayout::interleaved;
    if (!buffer.shape.empty()) complaints.error(scope.key_span("shape"), "buffer `" + buffer.name + "` takes its shape from the picture", "leave `shape` out");
  }
  if (auto file = scope.text("file")) {
    buffer.start = BufferStart::file;
    buffer.path = *file;
    buffer.path_span = scope.at(*scope.find("file"));
  }
  if (const toml::node* data = scope.find("data")) {
    buffer.start = BufferStart::data;
    bool has_reals = false;
    if (auto* list = data->as_array()) read_data(*list, 0, buffer, scope, has_reals);
    else scope.wrong_type("data", *data, "a list of numbers");
    if (!has_type) buffer.scalar = has_reals ? ScalarKind::float_ : ScalarKind::int_;
    if (buffer.data.empty()) complaints.error(scope.at(*data), "`data` of buffer `" + buffer.name + "` is empty");
  }
  if (auto fill = scope.text("fill")) read_fill(*fill, scope.at(*scope.find("fill")), buffer, complaints);
  if (auto content = scope.text("content")) {
    buffer.start = BufferStart::content;
    buffer.path = *content;
    buffer.path_span = scope.at(*scope.find("content"));
  }
  if (scope.has("points_to")) {
    buffer.start = BufferStart::addresses;
    buffer.points_to = scope.expressions("points_to");
    if (has_type || !buffer.shape.empty()) complaints.error(scope.key_span("points_to"), "buffer `" + buffer.name + "` holds addresses, one for each place that it points to", "leave `type` and `shape` out");
    buffer.scalar = ScalarKind::ulonglong;
  }
  if (auto filled = scope.integer("filled", 0, int64_t{1} << 40)) buffer.filled = static_cast<uint64_t>(*filled);

  const bool is_filled = buffer.start != BufferStart::image && buffer.start != BufferStart::data && buffer.start != BufferStart::file && buffer.start != BufferStart::addresses;
  if (is_filled && !has_type) complaints.error(span, "buffer `" + buffer.name + "` needs `type`");
  if (is_filled && buffer.shape.empty()) complaints.error(span, "buffer `" + buffer.name + "` needs `shape`");
  if (buffer.start == BufferStart::file && has_type && buffer.vector_lanes == 1) complaints.error(scope.key_span("type"), "buffer `" + buffer.name + "` takes its type from the file", "leave `type` out, except for a vector type");

  if (auto show = scope.word("show", {"image", "heat", "bars", "table", "hidden"})) buffer.show = static_cast<ShowAs>(*show);
  if (auto cover = scope.word("cover", {"once", "all", "any"})) buffer.cover = static_cast<Cover>(*cover + 1);
  read_memory(scope, buffer);
  scope.finish();
  return buffer;
}

// address = "wrap", or one word for each axis: address = "wrap clamp clamp"
void read_addresses(TomlScope& scope, TextureSpec& texture) {
  static constexpr const char* words[] = {"clamp", "border", "wrap", "mirror"};
  if (!scope.has("address")) return;
  std::istringstream text(scope.text("address").value_or("clamp"));
  std::vector<Texture::Address> axes;
  for (std::string word; text >> word;) {
    const auto* known = std::find(std::begin(words), std::end(words), word);
    if (known == std::end(words)) return scope.complaints().error(scope.key_span("address"), "`" + word + "` is no way to read what lies outside of a texture", "clamp, border, wrap or mirror");
    axes.push_back(static_cast<Texture::Address>(known - std::begin(words)));
  }
  if (axes.empty() || axes.size() > 3) return scope.complaints().error(scope.key_span("address"), "a texture has one to three axes", "one word for all of them, or one for each");
  for (size_t i = 0; i < 3; ++i) texture.address[i] = axes[std::min(i, axes.size() - 1)];
}

TextureSpec read_texture(std::string_view name, Span span, const toml::table& table, ComplaintSink& complaints, uint32_t first_line) {
  TomlScope scope(table, complaints, "texture `" + std::string(name) + "`", first_line);
  TextureSpec texture;
  texture.name = name;
  texture.span = span;
  texture.buffer = scope.required_text("buffer");
  texture.buffer_span = scope.has("buffer") ? scope.at(*scope.find("buffer")) : span;
  texture.shape = scope.expressions("shape");
  if (texture.shape.size() > 3) complaints.error(scope.key_span("shape"), "a texture has a width, a height and a depth: at most three numbers"), texture.shape.resize(3);
  read_addresses(scope, texture);
  texture.type = scope.text("type").value_or("");
  if (!texture.type.empty() && !element_type_from_name(texture.type)) complaints.error(scope.key_span("type"), "`" + texture.type + "` is no type of texels", "uchar, short2, float4 and the like");
  if (scope.has("offset")) texture.offset = scope.expression("offset").value_or(Expression{"0", {}});
  if (scope.has("pitch")) texture.pitch = scope.expression("pitch").value_or(Expression{"0", {}});
  texture.number = static_cast<uint32_t>(scope.integer("number", 1, most_texture_numbers).value_or(0));
  texture.is_surface = scope.boolean("surface").value_or(false);
  if (auto filter = scope.word("filter", {"point", "linear"})) texture.filter = static_cast<Texture::Filter>(*filter);
  if (auto read = scope.word("read", {"element", "float"})) texture.reads_floats = *read == 1;
  texture.is_normalised = scope.boolean("normalised").value_or(false);
  scope.finish();
  return texture;
}

// ---- launches

ValueSpec read_value(const toml::key& key, const toml::node& node, TomlScope& launch) {
  ValueSpec value;
  value.name = key.str();
  value.span = launch.at(key.source());
  auto* table = node.as_table();
  if (!table) {
    value.value = launch.expression_of(node, value.name);
    return value;
  }
  TomlScope scope(*table, launch.complaints(), "slider `" + value.name + "`", launch.first_line());
  Slider slider;
  for (const char* key_name : {"min", "max", "value"}) scope.require(key_name);
  slider.min = scope.number("min").value_or(0);
  slider.max = scope.number("max").value_or(slider.min);
  slider.step = scope.number("step").value_or(1);
  if (auto start = scope.expression("value")) value.value = *start;
  else value.value = {"0", scope.span()};
  if (slider.max < slider.min) launch.complaints().error(scope.key_span("max"), "slider `" + value.name + "` has its `max` below its `min`");
  if (!(slider.step > 0)) launch.complaints().error(scope.key_span("step"), "slider `" + value.name + "` needs a `step` above 0"), slider.step = 1;
  if (auto start = scope.number("value"); start && slider.max >= slider.min && (*start < slider.min || *start > slider.max))
    launch.complaints().error(scope.key_span("value"), "slider `" + value.name + "` starts outside its range");
  scope.finish();
  value.slider = slider;
  return value;
}

template <class Spec>
void replace_or_add(std::vector<Spec>& all, Spec one) {
  auto found = std::find_if(all.begin(), all.end(), [&](const Spec& s) { return s.name == one.name; });
  if (found != all.end()) *found = std::move(one);
  else all.push_back(std::move(one));
}

class FrontMatterReader {
 public:
  FrontMatterReader(const toml::table& root, uint32_t first_line, ComplaintSink& complaints, Lesson& lesson)
      : root_(root, complaints, "the front matter", first_line), complaints_(complaints), lesson_(lesson), first_line_(first_line) {}

  void read() {
    read_head();
    if (root_.has("program")) complaints_.error(root_.key_span("program"), "program lessons (whole `main`) are not run yet", "name a kernel in a [[launch]]");
    read_launches();
    for (const toml::table* table : root_.tables("bug", limits::launches)) read_bug(*table);
    for (const toml::table* table : root_.tables("exercise", limits::launches)) read_exercise(*table);
    root_.finish();
    check_references();
  }

 private:
  TomlScope scope(const toml::table& table, std::string what) { return {table, complaints_, std::move(what), first_line_}; }

  void read_head() {
    lesson_.id = root_.required_text("id");
    if (!lesson_.id.empty() && !is_kebab(lesson_.id)) complaints_.error(root_.at(*root_.find("id")), "`" + lesson_.id + "` is no id", "small letters, digits and `-`");
    lesson_.title = root_.required_text("title");
    lesson_.needs = root_.texts("needs");
    lesson_.covers = root_.texts("covers");
    lesson_.minutes = static_cast<int>(root_.integer("minutes", 0, 10'000).value_or(0));
    for (const toml::table* table : root_.tables("objectives", limits::launches)) {
      TomlScope objective = scope(*table, "an objective");
      Objective o{objective.required_text("id"), parse_inline(objective.required_text("text")), objective.span()};
      objective.finish();
      for (const Objective& other : lesson_.objectives)
        if (other.id == o.id) complaints_.error(objective.key_span("id"), "there are two objectives `" + o.id + "`");
      lesson_.objectives.push_back(std::move(o));
    }
  }

  // Launches, bugs and exercises share one name space.
  std::string take_name(TomlScope& table, const std::string& what) {
    std::string name = table.required_text("name");
    if (name.empty()) return name;
    Span at = table.at(*table.find("name"));
    if (!is_kebab(name)) complaints_.error(at, "`" + name + "` is no name for " + what, "small letters, digits and `-`");
    if (!names_.emplace(name, what).second)
      complaints_.error(at, "`" + name + "` names both " + names_[name] + " and " + what, "launches, bugs and exercises share one name space");
    return name;
  }

  void read_launches() {
    auto tables = root_.tables("launch", limits::launches);
    for (const toml::table* table : tables)
      if (auto* name = table->get("name"); name && name->is_string()) raw_launches_.emplace(name->as_string()->get(), table);
    for (const toml::table* table : tables) {
      TomlScope launch = scope(*table, "a launch");
      std::string name = take_name(launch, "a launch");
      LaunchSpec spec = read_launch(*table, true);
      spec.name = name;
      lesson_.launches.push_back(std::move(spec));
    }
  }

  // What the launch says, on top of what the one that it is like says. Complaints only for its own text.
  LaunchSpec read_launch(const toml::table& table, bool is_own) {
    std::vector<Complaint> unheard;
    ComplaintSink silent(complaints_.text(), unheard);
    TomlScope launch(table, is_own ? complaints_ : silent, "a launch", first_line_);
    launch.find("name");
    LaunchSpec spec;
    bool has_like = false;
    if (auto like = launch.text("like")) {
      has_like = true;
      spec = read_like(*like, launch, is_own);
    }
    spec.span = launch.has("name") ? launch.key_span("name") : launch.span();
    if (auto source = launch.text("source")) spec.source = *source, spec.source_span = launch.at(*launch.find("source"));
    if (auto kernel = launch.text("kernel")) spec.kernel = *kernel, spec.kernel_span = launch.at(*launch.find("kernel"));
    if (is_own && spec.source.empty() && !spec.kernel.empty() && !has_like) complaints_.error(spec.kernel_span, "a launch with a `kernel` needs a `source`");
    read_shape(launch, "grid", spec.grid, is_own && !has_like);
    read_shape(launch, "block", spec.block, is_own && !has_like);
    if (auto shared = launch.expression("shared_bytes")) spec.shared_bytes = *shared;
    if (auto allowed = launch.expression("shared_opt_in")) spec.shared_opt_in = *allowed;
    if (launch.has("arguments")) {
      spec.argument_spans.clear();
      spec.arguments = launch.texts("arguments", &spec.argument_spans);
      spec.arguments_span = launch.key_span("arguments");
    }
    if (auto tolerance = read_tolerance(launch)) spec.tolerance = *tolerance;
    if (const toml::table* defines = launch.table("defines"))
      for (auto [key, node] : in_file_order(*defines)) read_define(key->str(), launch.at(key->source()), *node, launch, spec);
    if (const toml::table* values = launch.table("values"))
      for (auto [key, node] : in_file_order(*values)) replace_or_add(spec.values, read_value(*key, *node, launch));
    if (const toml::table* buffers = launch.table("buffer"))
      for (auto [key, node] : in_file_order(*buffers)) {
        if (auto* buffer = node->as_table()) replace_or_add(spec.buffers, read_buffer(key->str(), launch.at(key->source()), *buffer, launch.complaints(), first_line_));
        else launch.wrong_type(key->str(), *node, "a table");
      }
    if (const toml::table* textures = launch.table("texture"))
      for (auto [key, node] : in_file_order(*textures)) {
        if (auto* texture = node->as_table()) replace_or_add(spec.textures, read_texture(key->str(), launch.at(key->source()), *texture, launch.complaints(), first_line_));
        else launch.wrong_type(key->str(), *node, "a table");
      }
    launch.finish();
    if (is_own) check_launch(spec);
    return spec;
  }

  LaunchSpec read_like(const std::string& like, TomlScope& launch, bool is_own) {
    auto found = raw_launches_.find(like);
    Span at = launch.at(*launch.find("like"));
    if (found == raw_launches_.end()) {
      if (is_own) complaints_.error(at, "there is no launch `" + like + "` to be like", did_you_mean(like, keys_of(raw_launches_)));
      return {};
    }
    if (!being_read_.insert(like).second || found->second == &launch.node()) {
      complaints_.error(at, "launch `" + like + "` is like itself");
      being_read_.erase(like);
      return {};
    }
    LaunchSpec spec = read_launch(*found->second, false);
    being_read_.erase(like);
    return spec;
  }

  // TILE = 16, or TYPE = "unsigned char": the macro as -DTILE=16 would define it.
  void read_define(std::string_view name, Span at, const toml::node& node, TomlScope& launch, LaunchSpec& spec) {
    std::string value;
    if (auto* whole = node.as_integer()) value = std::to_string(whole->get());
    else if (auto* text = node.as_string()) value = text->get();
    else return launch.wrong_type(std::string(name), node, "a whole number or a text");
    if (!is_identifier(name)) return launch.complaints().error(at, "`" + std::string(name) + "` is no name for a macro", "letters, digits and `_`");
    if (value.find_first_of("\r\n") != std::string::npos) return launch.complaints().error(at, "the text of a macro stands in one line");
    std::erase_if(spec.defines, [&](const auto& define) { return define.first == name; });
    spec.defines.emplace_back(name, value);
  }

  void read_shape(TomlScope& launch, const char* key, std::vector<Expression>& shape, bool is_needed) {
    if (is_needed) launch.require(key);
    if (!launch.has(key)) return;
    shape = launch.expressions(key);
    if (shape.empty() || shape.size() > 3) launch.complaints().error(launch.key_span(key), "`" + std::string(key) + "` has one to three numbers");
    if (shape.size() > 3) shape.resize(3);
  }

  void check_launch(const LaunchSpec& spec) {
    const auto is_own = [](const BufferSpec& b) { return !is_reached_name(b.name); };
    if (std::count_if(spec.buffers.begin(), spec.buffers.end(), is_own) > static_cast<std::ptrdiff_t>(limits::buffers) || spec.buffers.size() > limits::reached_buffers) complaints_.error(spec.span, "a launch has at most " + std::to_string(limits::buffers) + " buffers");
    if (spec.values.size() > limits::values) complaints_.error(spec.span, "a launch has at most " + std::to_string(limits::values) + " values");
    std::vector<std::string> known;
    for (const ValueSpec& v : spec.values) {
      known.push_back(v.name);
      if (!is_identifier(v.name)) complaints_.error(v.span, "`" + v.name + "` is no name for a value", "letters, digits and `_`");
      if (spec.buffer(v.name)) complaints_.error(v.span, "`" + v.name + "` is both a value and a buffer");
    }
    for (const BufferSpec& b : spec.buffers) {
      known.push_back(b.name);
      if (!is_identifier(b.name) && !is_reached_name(b.name)) complaints_.error(b.span, "`" + b.name + "` is no name for a buffer", "letters, digits and `_`");
    }
    for (const BufferSpec& b : spec.buffers) check_places(spec, b, known);
    if (spec.textures.size() > limits::buffers) complaints_.error(spec.span, "a launch has at most " + std::to_string(limits::buffers) + " textures");
    for (const TextureSpec& t : spec.textures) {
      if (!is_identifier(t.name)) complaints_.error(t.span, "`" + t.name + "` is no name for a texture", "letters, digits and `_`");
      if (spec.buffer(t.name) || spec.value(t.name)) complaints_.error(t.span, "`" + t.name + "` is both a texture and a " + (spec.value(t.name) ? "value" : "buffer"));
      if (!t.buffer.empty() && !spec.buffer(t.buffer)) complaints_.error(t.buffer_span, "there is no buffer `" + t.buffer + "` in this launch", did_you_mean(t.buffer, known));
    }
    for (const TextureSpec& t : spec.textures) known.push_back(t.name);
    for (size_t i = 0; i < spec.arguments.size(); ++i) {
      const std::string& argument = spec.arguments[i];
      if (std::find(known.begin(), known.end(), argument) != known.end() || argument.starts_with("{") || argument == "nullptr") continue;  // braces: a record's members
      const auto place = read_buffer_place(argument);
      if (place && spec.buffer(place->buffer)) continue;
      Span at = i < spec.argument_spans.size() ? spec.argument_spans[i] : spec.span;
      complaints_.error(at, "argument `" + argument + "` is neither a buffer nor a value of this launch", did_you_mean(place ? std::string(place->buffer) : argument, known));
    }
  }

  void check_places(const LaunchSpec& spec, const BufferSpec& holder, const std::vector<std::string>& known) {
    for (const Expression& to : holder.points_to) {
      const auto place = read_buffer_place(to.text);
      const BufferSpec* buffer = place ? spec.buffer(place->buffer) : nullptr;
      if (to.text == "nullptr" || (buffer && buffer->symbol.empty())) continue;
      if (buffer) complaints_.error(to.span, "`" + buffer->name + "` is what the variable `" + buffer->symbol + "` starts from, and has no address of its own");
      else complaints_.error(to.span, "`" + holder.name + "` points to `" + to.text + "`, which is no buffer of this launch", did_you_mean(place ? std::string(place->buffer) : to.text, known));
    }
  }

  ExpectedFinding read_expected(const toml::table& table) {
    TomlScope finding = scope(table, "an expected finding");
    ExpectedFinding expected;
    expected.span = finding.span();
    std::string kind = finding.required_text("kind");
    if (auto found = finding_from_name(kind)) expected.kind = *found;
    else if (!kind.empty()) complaints_.error(finding.at(*finding.find("kind")), "`" + kind + "` is no kind of finding", did_you_mean(kind, finding_names()));
    expected.buffer = finding.text("buffer");
    if (const toml::node* element = finding.find("element")) {
      std::vector<uint64_t> index;
      auto add = [&](const toml::node& n) {
        if (auto* i = n.as_integer(); i && i->get() >= 0) index.push_back(static_cast<uint64_t>(i->get()));
        else finding.wrong_type("element", n, "a whole number from 0 on, or a list of them");
      };
      if (auto* list = element->as_array())
        for (const toml::node& n : *list) add(n);
      else add(*element);
      expected.element = index;
    }
    if (auto line = finding.integer("line", 1, 1'000'000)) expected.lines = {static_cast<uint32_t>(*line)};
    if (const toml::node* lines = finding.find("lines")) {
      if (auto* list = lines->as_array())
        for (const toml::node& n : *list) {
          if (auto* i = n.as_integer(); i && i->get() >= 1 && i->get() < 1'000'000) expected.lines.push_back(static_cast<uint32_t>(i->get()));
          else finding.wrong_type("lines", n, "a list of line numbers");
        }
      else finding.wrong_type("lines", *lines, "a list of line numbers");
    }
    if (auto severity = finding.word("severity", {"note", "warning", "error"})) expected.severity = static_cast<Severity>(*severity);
    if (auto count = finding.integer("count", 1, INT64_MAX)) expected.count = static_cast<uint64_t>(*count);
    finding.finish();
    return expected;
  }

  void read_bug(const toml::table& table) {
    TomlScope scope_of_bug = scope(table, "a bug");
    TomlScope& t = scope_of_bug;
    BugSpec bug;
    bug.name = take_name(t, "a bug");
    bug.span = t.has("name") ? t.key_span("name") : t.span();
    bug.source = t.required_text("source");
    bug.source_span = t.has("source") ? t.at(*t.find("source")) : bug.span;
    bug.kernel = t.text("kernel").value_or("");
    bug.launch = t.required_text("launch");
    bug.launch_span = t.has("launch") ? t.at(*t.find("launch")) : bug.span;
    t.require("expect");
    bug.expect_span = t.key_span("expect");
    for (const toml::table* finding : t.tables("expect", limits::checks)) bug.expect.push_back(read_expected(*finding));
    if (auto output = t.word("output", {"right", "wrong", "any"})) bug.output = static_cast<BugOutput>(*output);
    bug.results_span = t.key_span("results");
    if (const toml::table* results = t.table("results"))
      for (auto [key, node] : in_file_order(*results)) read_result(*key, *node, t, bug);
    bug.fix_span = t.key_span("fix");
    bug.fix = t.text("fix").value_or("");
    bool has_own = t.has("checks") || t.has("hints") || t.has("after");
    if (has_own && !bug.fix.empty()) complaints_.error(bug.fix_span, "bug `" + bug.name + "` has both `fix` and checks, hints or after of its own", "choose one");
    if (has_own) {
      ExerciseSpec repair;
      repair.name = bug.name;
      repair.span = bug.span;
      repair.start = bug.source, repair.start_span = bug.source_span;
      repair.solution = t.text("solution").value_or("");
      if (t.has("solution")) repair.solution_span = t.at(*t.find("solution"));
      repair.launch = bug.launch, repair.launch_span = bug.launch_span;
      read_help(t, repair);
      bug.repair = std::move(repair);
    }
    t.finish();
    lesson_.bugs.push_back(std::move(bug));
  }

  void read_result(const toml::key& key, const toml::node& node, TomlScope& bug_scope, BugSpec& bug) {
    std::string engine(key.str());
    std::vector<std::string> known{"loops"};
    for (auto s : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) known.emplace_back(schedule_name(s));
    if (std::find(known.begin(), known.end(), engine) == known.end())
      return complaints_.error(bug_scope.at(key.source()), "`" + engine + "` is neither a schedule nor `loops`", did_you_mean(engine, known));
    std::vector<double> numbers;
    if (auto number = number_of(node)) numbers.push_back(*number);
    else if (auto* list = node.as_array()) {
      for (const toml::node& n : *list)
        if (auto number_in_list = number_of(n)) numbers.push_back(*number_in_list);
    }
    if (numbers.empty()) return bug_scope.wrong_type(engine, node, "a number or a list of numbers");
    bug.results.emplace_back(engine, std::move(numbers));
  }

  void read_help(TomlScope& t, ExerciseSpec& exercise) {
    for (const std::string& hint : t.texts("hints")) exercise.hints.push_back(parse_inline(hint));
    exercise.after = parse_inline(t.text("after").value_or(""));
    exercise.objectives_span = t.key_span("for");
    exercise.objectives = t.texts("for");
    for (const toml::table* check : t.tables("checks", limits::checks)) read_check(*check, exercise);
  }

  void read_exercise(const toml::table& table) {
    TomlScope t = scope(table, "an exercise");
    ExerciseSpec exercise;
    exercise.name = take_name(t, "an exercise");
    exercise.span = t.has("name") ? t.key_span("name") : t.span();
    if (auto style = t.word("style", {"code", "blanks", "parsons", "answer"})) exercise.style = static_cast<ExerciseStyle>(*style);
    exercise.launch = t.required_text("launch");
    exercise.launch_span = t.has("launch") ? t.at(*t.find("launch")) : exercise.span;
    if (exercise.is_answered()) read_answer(t, exercise);
    else read_start(t, exercise);
    read_help(t, exercise);
    if (!exercise.is_answered() && t.has("checks") && exercise.checks.empty()) complaints_.error(t.key_span("checks"), "exercise `" + exercise.name + "` has no check");
    t.finish();
    lesson_.exercises.push_back(std::move(exercise));
  }

  void read_start(TomlScope& t, ExerciseSpec& exercise) {
    exercise.start = t.required_text("start");
    exercise.start_span = t.has("start") ? t.at(*t.find("start")) : exercise.span;
    exercise.solution = t.required_text("solution");
    exercise.solution_span = t.has("solution") ? t.at(*t.find("solution")) : exercise.span;
    t.require("checks");
  }

  // A number or a choice in place of a program: what is checked is the answer.
  void read_answer(TomlScope& t, ExerciseSpec& exercise) {
    for (const char* key : {"start", "solution", "checks"})
      if (t.find(key)) complaints_.error(t.key_span(key), "an exercise of style `answer` has no `" + std::string(key) + "`", "its question stands in its card");
    ExerciseAnswer& answer = exercise.answer;
    answer.number = t.number("answer");
    if (auto tolerance = read_tolerance(t)) answer.tolerance = *tolerance;
    answer.counter = t.text("counter").value_or("");
    answer.result = t.text("result").value_or("");
    answer.span = t.has("counter") ? t.key_span("counter") : t.has("result") ? t.key_span("result") : exercise.span;
    if (!answer.counter.empty() && !answer.result.empty()) complaints_.error(t.key_span("result"), "this exercise has both `counter` and `result`", "choose one");
    const std::vector<std::string> known = counter_names();
    if (!answer.counter.empty() && std::find(known.begin(), known.end(), answer.counter) == known.end())
      complaints_.error(answer.span, "`" + answer.counter + "` is no counter", did_you_mean(answer.counter, known));
  }

  void read_check(const toml::table& table, ExerciseSpec& exercise) {
    TomlScope any = scope(table, "a check");
    auto kind = any.word("kind", {"output", "clean", "schedules", "inputs", "metric", "budget", "must_use", "must_not_use", "coverage", "engines_agree", "ratio"});
    if (!any.has("kind")) any.require("kind");
    if (!kind) return;
    CheckSpec check;
    check.kind = static_cast<CheckKind>(*kind);
    TomlScope t = scope(table, "a check of kind `" + std::string(check_kind_name(check.kind)) + "`");
    t.find("kind");
    check.span = t.span();
    check.launch = t.text("launch").value_or("");
    check.tolerance = read_tolerance(t);
    check.points = t.number("points").value_or(1);
    if (check.points < 0) complaints_.error(t.key_span("points"), "`points` must not be negative"), check.points = 1;
    switch (check.kind) {
      case CheckKind::clean:
        if (auto level = t.word("level", {"note", "warning", "error"})) check.level = static_cast<Severity>(*level);
        break;
      case CheckKind::schedules: check.count = static_cast<uint64_t>(t.integer("count", 1, limits::check_schedules).value_or(32)); break;
      case CheckKind::inputs: read_inputs(t, check); break;
      case CheckKind::metric:
      case CheckKind::budget:
        check.name = t.required_text("name");
        read_bounds(t, check);
        break;
      case CheckKind::must_use:
      case CheckKind::must_not_use: check.name = t.required_text("name"); break;
      case CheckKind::ratio:
        check.over = t.required_text("over");
        check.engine = "sim";
        if (auto engine = t.word("engine", {"sim", "loops", "gpu"})) check.engine = *engine == 0 ? "sim" : *engine == 1 ? "loops" : "gpu";
        read_bounds(t, check);
        break;
      default: break;
    }
    t.finish();
    exercise.checks.push_back(std::move(check));
  }

  void read_bounds(TomlScope& t, CheckSpec& check) {
    check.min = t.number("min");
    check.max = t.number("max");
    if (!t.has("min") && !t.has("max")) complaints_.error(check.span, "this check needs `max` or `min`");
    if (check.min && check.max && *check.min > *check.max) complaints_.error(t.key_span("min"), "`min` is larger than `max`");
  }

  void read_inputs(TomlScope& t, CheckSpec& check) {
    t.require("set");
    for (const toml::table* set : t.tables("set", limits::check_inputs)) {
      std::map<std::string, double> values;
      for (auto [key, node] : in_file_order(*set)) {
        if (auto number = number_of(*node)) values[std::string(key->str())] = *number;
        else t.wrong_type(key->str(), *node, "a number");
      }
      check.inputs.push_back(std::move(values));
    }
  }

  // ---- names that must exist

  template <class Map>
  static std::vector<std::string> keys_of(const Map& map) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
  }
  std::vector<std::string> launch_names() const {
    std::vector<std::string> names;
    for (const LaunchSpec& l : lesson_.launches) names.push_back(l.name);
    return names;
  }

  void check_references() {
    for (const BugSpec& bug : lesson_.bugs) {
      need_launch(bug.launch, bug.launch_span);
      if (bug.repair) check_checks(*bug.repair);
      if (!bug.fix.empty() && !lesson_.exercise(bug.fix)) {
        std::vector<std::string> names;
        for (const ExerciseSpec& e : lesson_.exercises) names.push_back(e.name);
        complaints_.error(bug.fix_span, "there is no exercise `" + bug.fix + "`", did_you_mean(bug.fix, names));
      } else if (!bug.fix.empty() && lesson_.exercise(bug.fix)->is_answered()) {
        complaints_.error(bug.fix_span, "exercise `" + bug.fix + "` is answered, not programmed: it repairs nothing");
      }
      check_expect_buffers(bug);
    }
    for (const ExerciseSpec& exercise : lesson_.exercises) {
      need_launch(exercise.launch, exercise.launch_span);
      check_checks(exercise);
      for (const std::string& objective : exercise.objectives) need_objective(objective, exercise.objectives_span);
    }
  }

  void check_expect_buffers(const BugSpec& bug) {
    // Shared arrays may be named too, so an unknown buffer is only said where it looks like a misspelling.
    const LaunchSpec* launch = lesson_.launch(bug.launch);
    if (!launch) return;
    std::vector<std::string> names;
    for (const BufferSpec& b : launch->buffers) names.push_back(b.name);
    for (const ExpectedFinding& e : bug.expect)
      if (e.buffer && !launch->buffer(*e.buffer))
        if (std::string hint = did_you_mean(*e.buffer, names); !hint.empty()) complaints_.warning(e.span, "launch `" + bug.launch + "` has no buffer `" + *e.buffer + "`", hint);
  }

  void check_checks(const ExerciseSpec& exercise) {
    for (const CheckSpec& check : exercise.checks) {
      if (!check.launch.empty()) need_launch(check.launch, check.span);
      if (check.kind == CheckKind::ratio && !check.over.empty() && !lesson_.stage_of(check.over))
        complaints_.error(check.span, "there is no launch `" + check.over + "`", did_you_mean(check.over, lesson_.run_names()));
      if (const LaunchSpec* launch = lesson_.launch(check.launch.empty() ? exercise.launch : check.launch)) check_inputs(check, *launch);
    }
  }

  void check_inputs(const CheckSpec& check, const LaunchSpec& launch) {
    std::vector<std::string> names;
    for (const ValueSpec& v : launch.values) names.push_back(v.name);
    for (const auto& input : check.inputs)
      for (const auto& [name, value] : input)
        if (!launch.value(name)) complaints_.error(check.span, "launch `" + launch.name + "` has no value `" + name + "`", did_you_mean(name, names));
  }

  void need_launch(const std::string& name, Span span) {
    if (!name.empty() && !lesson_.launch(name)) complaints_.error(span, "there is no launch `" + name + "`", did_you_mean(name, launch_names()));
  }
  void need_objective(const std::string& id, Span span) {
    std::vector<std::string> ids;
    for (const Objective& o : lesson_.objectives) ids.push_back(o.id);
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) complaints_.error(span, "there is no objective `" + id + "`", did_you_mean(id, ids));
  }

  TomlScope root_;
  ComplaintSink& complaints_;
  Lesson& lesson_;
  uint32_t first_line_;
  std::map<std::string, std::string> names_;  // name -> "a launch"
  std::map<std::string, const toml::table*> raw_launches_;
  std::set<std::string> being_read_;
};

}  // namespace

bool read_front_matter(std::string_view toml_text, uint32_t first_line, ComplaintSink& complaints, Lesson& lesson) {
  try {
    toml::table root = toml::parse(toml_text);
    FrontMatterReader(root, first_line, complaints, lesson).read();
    return true;
  } catch (const toml::parse_error& e) {
    complain_of_toml(e, first_line, complaints);
    return false;
  }
}

}  // namespace wb

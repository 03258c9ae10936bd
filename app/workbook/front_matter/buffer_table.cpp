#include "app/workbook/front_matter/buffer_table.h"

#include "app/workbook/element_type.h"
#include "app/workbook/front_matter/fill.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

// "weights", "filters::weights"
bool is_qualified_name(std::string_view name) {
  for (size_t at = name.find("::"); at != std::string_view::npos; at = name.find("::")) {
    if (!is_identifier(name.substr(0, at))) return false;
    name.remove_prefix(at + 2);
  }
  return is_identifier(name);
}

class BufferTable {
 public:
  BufferTable(TomlScope scope, std::string_view name, Span span) : scope_(std::move(scope)), complaints_(scope_.complaints()) {
    buffer_.name = name;
    buffer_.span = span;
  }

  BufferSpec read() {
    check_one_start();
    read_type();
    buffer_.shape = scope_.expressions("shape");
    if (buffer_.shape.size() > limits::buffer_dimensions) complaints_.error(scope_.key_span("shape"), "a shape has at most " + std::to_string(limits::buffer_dimensions) + " dimensions");
    read_start();
    if (auto filled = scope_.integer("filled", 0, int64_t{1} << 40)) buffer_.filled = static_cast<uint64_t>(*filled);
    check_type_and_shape();
    if (auto show = scope_.word("show", {"image", "heat", "bars", "table", "hidden"})) buffer_.show = static_cast<ShowAs>(*show);
    if (auto cover = scope_.word("cover", {"once", "all", "any"})) buffer_.cover = static_cast<Cover>(*cover + 1);
    read_memory();
    scope_.finish();
    return std::move(buffer_);
  }

 private:
  std::string shown() const { return "buffer `" + buffer_.name + "`"; }

  void check_one_start() {
    std::vector<std::string> starts;
    for (const char* key : {"image", "data", "file", "fill", "points_to", "content"})
      if (scope_.has(key)) starts.emplace_back(key);
    if (starts.size() > 1) complaints_.error(scope_.key_span(starts[1]), shown() + " starts from both `" + starts[0] + "` and `" + starts[1] + "`", "choose one");
  }

  void read_type() {
    const auto type = scope_.text("type");
    if (!type) return;
    has_type_ = true;
    if (const auto element = element_type_from_name(*type)) {
      buffer_.scalar = element->scalar;
      buffer_.vector_lanes = element->lanes;
      return;
    }
    const std::string hint = did_you_mean(*type, element_type_names());
    complaints_.error(scope_.value_span("type"), "`" + *type + "` is no type of a buffer", hint.empty() ? "there are `uchar`, `int`, `float`, `double`, `float4` and their like" : hint);
  }

  void read_start() {
    if (read_path("image", BufferStart::image)) read_picture();
    read_path("file", BufferStart::file);
    if (const toml::node* data = scope_.find("data")) read_data(*data);
    if (const auto fill = scope_.text("fill")) read_fill(*fill, scope_.value_span("fill"), buffer_, complaints_);
    read_path("content", BufferStart::content);
    if (scope_.has("points_to")) read_points_to();
  }

  bool read_path(const char* key, BufferStart start) {
    const auto path = scope_.text(key);
    if (!path) return false;
    buffer_.start = start;
    buffer_.path = *path;
    buffer_.path_span = scope_.value_span(key);
    return true;
  }

  void read_picture() {
    buffer_.show = ShowAs::image;
    if (const auto channels = scope_.integer("channels", 1, 4)) {
      buffer_.channels = static_cast<int>(*channels);
      if (buffer_.channels == 2) complaints_.error(scope_.value_span("channels"), "a picture has 1, 3 or 4 channels, not 2"), buffer_.channels = 0;
    }
    if (const auto layout = scope_.word("layout", {"planar", "interleaved"})) buffer_.layout = *layout == 0 ? ImageLayout::planar : ImageLayout::interleaved;
    if (!buffer_.shape.empty()) complaints_.error(scope_.key_span("shape"), shown() + " takes its shape from the picture", "leave `shape` out");
  }

  void read_data(const toml::node& data) {
    buffer_.start = BufferStart::data;
    if (auto* list = data.as_array()) read_list(*list, 0);
    else scope_.wrong_type("data", data, "a list of numbers");
    if (!has_type_) buffer_.scalar = has_reals_ ? ScalarKind::float_ : ScalarKind::int_;
    if (buffer_.data.empty()) complaints_.error(scope_.at(data), "`data` of " + shown() + " is empty");
  }

  // Nested lists, flattened; each level must be as long as its neighbours.
  bool read_list(const toml::array& list, size_t depth) {
    auto& shape = buffer_.data_shape;
    if (depth >= limits::buffer_dimensions) return complaints_.error(scope_.at(list), "`data` is nested more than " + std::to_string(limits::buffer_dimensions) + " deep"), false;
    if (shape.size() == depth) shape.push_back(list.size());
    if (shape[depth] != list.size())
      return complaints_.error(scope_.at(list), "this row of `data` has " + std::to_string(list.size()) + " elements, the ones before have " + std::to_string(shape[depth])), false;
    for (const toml::node& item : list) {
      const auto* inner = item.as_array();
      const bool is_deepest = shape.size() == depth + 1;
      if (inner ? is_deepest && !buffer_.data.empty() : !is_deepest) return complaints_.error(scope_.at(item), "`data` mixes numbers and lists"), false;
      if (!(inner ? read_list(*inner, depth + 1) : read_element(item))) return false;
    }
    return true;
  }

  bool read_element(const toml::node& item) {
    std::optional<double> number = number_of(item);
    if (auto* b = item.as_boolean()) number = b->get() ? 1.0 : 0.0;
    if (!number) return scope_.wrong_type("data", item, "a list of numbers"), false;
    has_reals_ = has_reals_ || item.is_floating_point();
    if (buffer_.data.size() >= limits::data_elements)
      return complaints_.error(scope_.at(item), "`data` has more than " + std::to_string(limits::data_elements) + " elements", "put them into an .npy file"), false;
    buffer_.data.push_back(*number);
    return true;
  }

  void read_points_to() {
    buffer_.start = BufferStart::addresses;
    buffer_.points_to = scope_.expressions("points_to");
    if (has_type_ || !buffer_.shape.empty()) complaints_.error(scope_.key_span("points_to"), shown() + " holds addresses, one for each place that it points to", "leave `type` and `shape` out");
    buffer_.scalar = ScalarKind::ulonglong;
  }

  void check_type_and_shape() {
    const BufferStart start = buffer_.start;
    const bool is_filled = start != BufferStart::image && start != BufferStart::data && start != BufferStart::file && start != BufferStart::addresses;
    if (is_filled && !has_type_) complaints_.error(buffer_.span, shown() + " needs `type`");
    if (is_filled && buffer_.shape.empty()) complaints_.error(buffer_.span, shown() + " needs `shape`");
    if (start == BufferStart::file && has_type_ && buffer_.vector_lanes == 1) complaints_.error(scope_.key_span("type"), shown() + " takes its type from the file", "leave `type` out, except for a vector type");
  }

  // memory = "global" | "constant": the `__constant__` variable of the buffer's name | "symbol:" name
  void read_memory() {
    const auto memory = scope_.text("memory");
    if (!memory || *memory == "global") return;
    buffer_.symbol_span = scope_.value_span("memory");
    buffer_.is_constant = *memory == "constant";
    if (buffer_.is_constant) return void(buffer_.symbol = buffer_.name);
    constexpr std::string_view prefix = "symbol:";
    if (memory->starts_with(prefix) && is_qualified_name(std::string_view(*memory).substr(prefix.size()))) return void(buffer_.symbol = memory->substr(prefix.size()));
    complaints_.error(buffer_.symbol_span, "`" + *memory + "` is no memory", "there are `global`, `constant` and `symbol:name`");
  }

  TomlScope scope_;
  ComplaintSink& complaints_;
  BufferSpec buffer_;
  bool has_type_ = false;   // the table says one, if only a wrong one
  bool has_reals_ = false;  // in `data`
};

}  // namespace

BufferSpec read_buffer(TomlScope& launch, const toml::key& key, const toml::table& table) {
  return BufferTable(launch.inner(table, "buffer `" + std::string(key.str()) + "`"), key.str(), launch.at(key.source())).read();
}

}  // namespace wb

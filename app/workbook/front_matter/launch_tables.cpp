#include "app/workbook/front_matter/launch_tables.h"

#include <algorithm>
#include <set>

#include "app/workbook/front_matter/buffer_table.h"
#include "app/workbook/front_matter/launch_check.h"
#include "app/workbook/front_matter/texture_table.h"
#include "app/workbook/front_matter/tolerance.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

// What a launch says replaces what the one that it is like says.
template <class Spec>
void replace_or_add(std::vector<Spec>& all, Spec one) {
  auto found = std::find_if(all.begin(), all.end(), [&](const Spec& s) { return s.name == one.name; });
  if (found != all.end()) *found = std::move(one);
  else all.push_back(std::move(one));
}

// ---- values

Slider read_slider(TomlScope& scope, ValueSpec& value) {
  Slider slider;
  for (const char* key : {"min", "max", "value"}) scope.require(key);
  slider.min = scope.number("min").value_or(0);
  slider.max = scope.number("max").value_or(slider.min);
  slider.step = scope.number("step").value_or(1);
  value.value = scope.expression("value").value_or(Expression{"0", scope.span()});
  const std::string shown = "slider `" + value.name + "`";
  if (slider.max < slider.min) scope.complaints().error(scope.key_span("max"), shown + " has its `max` below its `min`");
  if (!(slider.step > 0)) scope.complaints().error(scope.key_span("step"), shown + " needs a `step` above 0"), slider.step = 1;
  if (auto start = scope.number("value"); start && slider.max >= slider.min && (*start < slider.min || *start > slider.max))
    scope.complaints().error(scope.key_span("value"), shown + " starts outside its range");
  scope.finish();
  return slider;
}

// n = 64, n = "rgb.width", or n = { min = 1, max = 100, value = 64 }
ValueSpec read_value(const toml::key& key, const toml::node& node, TomlScope& launch) {
  ValueSpec value;
  value.name = key.str();
  value.span = launch.at(key.source());
  if (auto* table = node.as_table()) {
    TomlScope scope = launch.inner(*table, "slider `" + value.name + "`");
    value.slider = read_slider(scope, value);
  } else {
    value.value = launch.expression_of(node, value.name);
  }
  return value;
}

// ---- the rest of a launch's table

// TILE = 16, or TYPE = "unsigned char": the macro as -DTILE=16 would define it.
void read_define(const toml::key& key, const toml::node& node, TomlScope& launch, LaunchSpec& spec) {
  const std::string name(key.str());
  const Span at = launch.at(key.source());
  std::string value;
  if (auto* whole = node.as_integer()) value = std::to_string(whole->get());
  else if (auto* text = node.as_string()) value = text->get();
  else return launch.wrong_type(name, node, "a whole number or a text");
  if (!is_identifier(name)) return launch.complaints().error(at, "`" + name + "` is no name for a macro", "letters, digits and `_`");
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

void read_source(TomlScope& launch, LaunchSpec& spec) {
  if (auto source = launch.text("source")) spec.source = *source, spec.source_span = launch.value_span("source");
  if (auto kernel = launch.text("kernel")) spec.kernel = *kernel, spec.kernel_span = launch.value_span("kernel");
}

void read_arguments(TomlScope& launch, LaunchSpec& spec) {
  if (!launch.has("arguments")) return;
  spec.argument_spans.clear();
  spec.arguments = launch.texts("arguments", &spec.argument_spans);
  spec.arguments_span = launch.key_span("arguments");
}

// [launch.`key`.NAME], each read by `read`.
template <class Spec>
void read_named_tables(TomlScope& launch, const char* kind, std::vector<Spec>& all, Spec (*read)(TomlScope&, const toml::key&, const toml::table&)) {
  const toml::table* tables = launch.table(kind);
  if (!tables) return;
  for (const auto& [key, node] : in_file_order(*tables)) {
    if (auto* table = node->as_table()) replace_or_add(all, read(launch, *key, *table));
    else launch.wrong_type(key->str(), *node, "a table");
  }
}

void read_inner_tables(TomlScope& launch, LaunchSpec& spec) {
  if (const toml::table* defines = launch.table("defines"))
    for (const auto& [key, node] : in_file_order(*defines)) read_define(*key, *node, launch, spec);
  if (const toml::table* values = launch.table("values"))
    for (const auto& [key, node] : in_file_order(*values)) replace_or_add(spec.values, read_value(*key, *node, launch));
  read_named_tables(launch, "buffer", spec.buffers, read_buffer);
  read_named_tables(launch, "texture", spec.textures, read_texture);
}

class LaunchTables {
 public:
  explicit LaunchTables(TomlScope& root) : root_(root), tables_(root.tables("launch", limits::launches)) {
    for (const toml::table* table : tables_)
      if (auto* name = table->get("name"); name && name->is_string()) by_name_.emplace(name->as_string()->get(), table);
  }

  std::vector<LaunchSpec> read(RunNames& names) {
    std::vector<LaunchSpec> launches;
    for (const toml::table* table : tables_) {
      TomlScope launch = root_.inner(*table, "a launch");
      std::string name = names.take(launch, "a launch");
      launches.push_back(read_launch(*table, root_.complaints(), true));
      launches.back().name = std::move(name);
    }
    return launches;
  }

 private:
  // What the launch says, on top of what the one that it is like says. `is_own`: it is read for itself and not for another one.
  LaunchSpec read_launch(const toml::table& table, ComplaintSink& complaints, bool is_own) {
    TomlScope launch(table, complaints, "a launch", root_.first_line());
    launch.find("name");
    const auto like = launch.text("like");
    LaunchSpec spec = like ? read_like(*like, launch, is_own) : LaunchSpec{};
    const bool must_be_whole = is_own && !like;
    spec.span = launch.key_span("name");
    read_source(launch, spec);
    if (must_be_whole && spec.source.empty() && !spec.kernel.empty()) complaints.error(spec.kernel_span, "a launch with a `kernel` needs a `source`");
    read_shape(launch, "grid", spec.grid, must_be_whole);
    read_shape(launch, "block", spec.block, must_be_whole);
    if (auto shared = launch.expression("shared_bytes")) spec.shared_bytes = *shared;
    read_shape(launch, "cluster", spec.cluster, false);
    if (auto large = launch.expression("large_clusters")) spec.large_clusters = *large;
    if (auto allowed = launch.expression("shared_opt_in")) spec.shared_opt_in = *allowed;
    if (auto heap = launch.expression("heap_bytes")) spec.heap_bytes = *heap;
    read_arguments(launch, spec);
    if (auto tolerance = read_tolerance(launch)) spec.tolerance = *tolerance;
    read_inner_tables(launch, spec);
    launch.finish();
    if (is_own) check_launch(spec, complaints);
    return spec;
  }

  LaunchSpec read_like(const std::string& like, TomlScope& launch, bool is_own) {
    const auto found = by_name_.find(like);
    const Span at = launch.value_span("like");
    if (found == by_name_.end()) {
      if (is_own) root_.complaints().error(at, "there is no launch `" + like + "` to be like", did_you_mean(like, names()));
      return {};
    }
    if (!being_read_.insert(like).second || found->second == &launch.node()) {
      root_.complaints().error(at, "launch `" + like + "` is like itself");  // also where the circle is only reached from another launch
      being_read_.erase(like);
      return {};
    }
    std::vector<Complaint> unheard;
    ComplaintSink silent(root_.complaints().text(), unheard);
    LaunchSpec spec = read_launch(*found->second, silent, false);
    being_read_.erase(like);
    return spec;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, table] : by_name_) all.push_back(name);
    return all;
  }

  TomlScope& root_;
  std::vector<const toml::table*> tables_;
  std::map<std::string, const toml::table*> by_name_;
  std::set<std::string> being_read_;
};

}  // namespace

std::vector<LaunchSpec> read_launches(TomlScope& root, RunNames& names) { return LaunchTables(root).read(names); }

}  // namespace wb

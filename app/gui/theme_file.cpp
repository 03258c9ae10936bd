#include "app/gui/theme_file.h"

#include <toml++/toml.h>

#include <charconv>
#include <optional>

namespace wb {
namespace {

std::optional<Colour> colour_of(std::string_view s) {
  uint32_t value = 0;
  if (s.size() != 7 || s[0] != '#') return std::nullopt;
  const auto [end, error] = std::from_chars(s.data() + 1, s.data() + 7, value, 16);
  if (error != std::errc{} || end != s.data() + 7) return std::nullopt;
  return rgb(value);
}

struct Reader {
  const toml::table& table;
  std::string_view name;
  std::string* problem;

  void complain(const std::string& what) {
    if (problem && problem->empty()) *problem = what;
  }
  void read(std::string_view key, Colour& colour) {
    auto text = table[name][key].value<std::string>();
    if (!text) return complain("theme: [" + std::string(name) + "] has no " + std::string(key));
    if (auto value = colour_of(*text)) colour = *value;
    else complain("theme: [" + std::string(name) + "] " + std::string(key) + ": \"" + *text + "\" is not a colour like \"#3B5BDB\"");
  }
  void read_size(std::string_view key, float& size, float scale) {
    if (auto value = table[name][key].value<double>()) size = static_cast<float>(*value);
    size *= scale;
  }
};

Theme built_in(bool is_dark) {
  Theme t;
  t.is_dark = is_dark;
  t.paper = t.ground = t.side = rgb(is_dark ? 0x1C1F26 : 0xFFFEFB);
  t.line = rgb(is_dark ? 0x2C313B : 0xE3DED2);
  t.ink = t.code_text = t.code_keyword = t.code_type = t.code_builtin = t.code_number = t.code_string = rgb(is_dark ? 0xE8E6E1 : 0x22252A);
  t.quiet = t.code_comment = t.code_preprocessor = t.hatch = rgb(is_dark ? 0x8E939C : 0x7A766B);
  t.accent = t.link = t.first_party = t.selection = rgb(is_dark ? 0x4C6EF5 : 0x3B5BDB);
  t.accent_ink = rgb(0xFFFFFF);
  t.good = rgb(0x2F8F6B);
  t.bad = t.second_party = rgb(0xD5622B);
  t.current_line = rgb(is_dark ? 0x3A2E12 : 0xFFF3C9);
  t.current_line_edge = rgb(0xE0A100);
  constexpr uint32_t hues[] = {0xE69F00, 0x56B4E9, 0x009E73, 0xCC79A7, 0x0072B2, 0xD55E00, 0xF0E442, 0x7F7F7F};
  for (size_t i = 0; i < t.blocks.size(); ++i) t.blocks[i] = rgb(hues[i]);
  return t;
}

}  // namespace

Theme read_theme(std::string_view toml_text, bool is_dark, float scale, std::string* problem) {
  Theme t = built_in(is_dark);
  t.scale = scale;
  toml::table table;
  try {
    table = toml::parse(toml_text);
  } catch (const toml::parse_error& error) {
    if (problem) *problem = "theme: line " + std::to_string(error.source().begin.line) + ": " + std::string(error.description());
  }
  Reader r{table, is_dark ? "dark" : "light", problem};
  struct Named { const char* key; Colour& colour; };
  const Named colours[] = {
      {"paper", t.paper}, {"ground", t.ground}, {"side", t.side}, {"line", t.line}, {"ink", t.ink}, {"quiet", t.quiet}, {"accent", t.accent},
      {"accent_ink", t.accent_ink}, {"link", t.link}, {"good", t.good}, {"bad", t.bad}, {"current_line", t.current_line}, {"current_line_edge", t.current_line_edge},
      {"first_party", t.first_party}, {"second_party", t.second_party}, {"hatch", t.hatch}, {"selection", t.selection}, {"code_text", t.code_text},
      {"code_keyword", t.code_keyword}, {"code_type", t.code_type}, {"code_builtin", t.code_builtin}, {"code_number", t.code_number},
      {"code_string", t.code_string}, {"code_comment", t.code_comment}, {"code_preprocessor", t.code_preprocessor}};
  for (const Named& named : colours) r.read(named.key, named.colour);
  if (const toml::array* blocks = table["blocks"]["hues"].as_array())
    for (size_t i = 0; i < blocks->size() && i < t.blocks.size(); ++i)
      if (auto value = colour_of(blocks->get(i)->value_or(std::string()))) t.blocks[i] = *value;
  r.name = "sizes";
  struct NamedSize { const char* key; float& size; };
  const NamedSize sizes[] = {{"text", t.text_size}, {"text_line", t.text_line}, {"title", t.title_size}, {"heading", t.heading_size}, {"code", t.code_size},
                             {"code_line", t.code_line}, {"caption", t.caption_size}, {"space", t.space}};
  for (const NamedSize& named : sizes) r.read_size(named.key, named.size, scale);
  return t;
}

}  // namespace wb

#include "app/gui/catalogue.h"

#include <toml++/toml.h>

namespace wb {
namespace {

void flatten(const toml::table& table, const std::string& prefix, std::map<std::string, std::string, std::less<>>& out) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix.empty() ? std::string(key.str()) : prefix + "." + std::string(key.str());
    if (const toml::table* inner = node.as_table()) flatten(*inner, name, out);
    if (const auto* string = node.as_string()) out[name] = string->get();
  }
}

constexpr std::string_view phrase_table = "phrases.";

void take_phrases(std::map<std::string, std::string, std::less<>>& entries, Phrases& out) {
  out.clear();
  for (const auto& [key, words] : entries)
    if (key.starts_with(phrase_table)) out.add(std::string_view(key).substr(phrase_table.size()), words);
  std::erase_if(entries, [](const auto& entry) { return entry.first.starts_with(phrase_table); });
}

}  // namespace

std::string Catalogue::phrase(std::string_view english) const {
  const auto found = phrases_.find(language_);
  return found == phrases_.end() ? std::string(english) : found->second.say(english);
}

bool Catalogue::load(std::string_view language, std::string_view toml_text) try {
  const toml::table parsed = toml::parse(toml_text);
  auto& entries = languages_[std::string(language)];
  entries.clear();
  flatten(parsed, "", entries);
  take_phrases(entries, phrases_[std::string(language)]);
  return true;
} catch (const toml::parse_error&) {
  return false;
}

const std::map<std::string, std::string, std::less<>>& Catalogue::entries(std::string_view language) const {
  static const std::map<std::string, std::string, std::less<>> none;
  auto found = languages_.find(language);
  return found == languages_.end() ? none : found->second;
}

const std::string& Catalogue::text(std::string_view key) const {
  for (std::string_view language : {std::string_view(language_), std::string_view("en")}) {
    const auto& all = entries(language);
    if (auto found = all.find(key); found != all.end()) return found->second;
  }
  return unknown_.emplace(key, key).first->second;
}

std::string Catalogue::text(std::string_view key, std::span<const std::string> arguments) const {
  const std::string& pattern = text(key);
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const bool is_hole = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' && pattern[i + 1] >= '0' && pattern[i + 1] <= '9';
    const size_t index = is_hole ? static_cast<size_t>(pattern[i + 1] - '0') : arguments.size();
    if (index < arguments.size()) {
      out += arguments[index];
      i += 2;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

}  // namespace wb

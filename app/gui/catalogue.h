#pragma once
// The window's sentences, by key, from assets/text/<language>.toml; a key that a language lacks is said in English, and an unknown
// key is shown as it is (a test finds it).
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/phrases.h"

namespace wb {

// A sentence that is still to be said: models make them, views say them in the window's language.
struct Said {
  std::string key;
  std::vector<std::string> arguments{};
  friend bool operator==(const Said&, const Said&) = default;
};

class Catalogue {
 public:
  // `toml_text`: tables of strings; "run.button" is button in [run]. False: not valid TOML (nothing is changed).
  bool load(std::string_view language, std::string_view toml_text);
  void set_language(std::string_view language) { language_ = language; }
  const std::string& language() const { return language_; }
  const std::string& text(std::string_view key) const;
  // {0}, {1}, ... filled in.
  std::string text(std::string_view key, std::initializer_list<std::string> arguments) const { return text(key, std::span(arguments.begin(), arguments.size())); }
  std::string text(std::string_view key, std::span<const std::string> arguments) const;
  std::string text(const Said& said) const { return text(said.key, said.arguments); }
  // What a model has said in English, in the window's language as far as its [phrases] know it. "phrases.English words" = "..."
  std::string phrase(std::string_view english) const;
  bool speaks_english() const { return language_ == "en"; }
  bool has(std::string_view key) const { return entries(language_).contains(key); }   // in the window's own language
  const std::map<std::string, std::string, std::less<>>& entries(std::string_view language) const;

 private:
  std::string language_ = "en";
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> languages_;
  std::map<std::string, Phrases, std::less<>> phrases_;
  mutable std::map<std::string, std::string, std::less<>> unknown_;
};

}  // namespace wb

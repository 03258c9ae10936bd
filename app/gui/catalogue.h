#pragma once
// The window's sentences, by key, from assets/text/<language>.toml; a key that a language lacks is said in English, and an unknown
// key is shown as it is (a test finds it).
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace wb {

class Catalogue {
 public:
  // `toml_text`: tables of strings; "run.button" is button in [run]. False: not valid TOML (nothing is changed).
  bool load(std::string_view language, std::string_view toml_text);
  void set_language(std::string_view language) { language_ = language; }
  const std::string& language() const { return language_; }
  const std::string& text(std::string_view key) const;
  // {0}, {1}, ... filled in.
  std::string text(std::string_view key, std::initializer_list<std::string> arguments) const;
  const std::map<std::string, std::string, std::less<>>& entries(std::string_view language) const;

 private:
  std::string language_ = "en";
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> languages_;
  mutable std::map<std::string, std::string, std::less<>> unknown_;
};

}  // namespace wb

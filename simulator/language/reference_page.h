#pragma once
// The reference page of the language that the simulator runs, written from the tables: builtins by family, what the language has, what is
// refused. The committed page, lessons/LANGUAGE.md, is this text (`warpbook language-reference > lessons/LANGUAGE.md`).
#include <span>
#include <string>

namespace wb {

// A thing that the language has, and a file that uses it: the page names it, a test compiles it.
struct LanguageRule {
  const char* section;
  const char* text;
  const char* sample;
};
std::span<const LanguageRule> language_rules();

std::string language_reference();

}  // namespace wb

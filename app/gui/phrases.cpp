#include "app/gui/phrases.h"

#include <algorithm>

namespace wb {
namespace {

constexpr size_t most_said = 4096, longest = 2000;
constexpr int deepest = 4;

bool is_hole(std::string_view text, size_t at) { return at + 2 < text.size() && text[at] == '{' && text[at + 2] == '}' && text[at + 1] >= '0' && text[at + 1] <= '9'; }

}  // namespace

void Phrases::clear() {
  exact_.clear();
  patterns_.clear();
  said_.clear();
}

void Phrases::add(std::string_view english, std::string_view translation) {
  Pattern pattern;
  pattern.translation = translation;
  pattern.pieces.emplace_back();
  for (size_t i = 0; i < english.size(); ++i) {
    if (is_hole(english, i)) {
      pattern.holes.push_back(static_cast<size_t>(english[i + 1] - '0'));
      pattern.pieces.emplace_back();
      i += 2;
      continue;
    }
    pattern.pieces.back() += english[i];
    ++pattern.letters;
  }
  said_.clear();
  if (pattern.holes.empty()) return void(exact_.emplace(english, translation));
  const auto place = std::find_if(patterns_.begin(), patterns_.end(), [&](const Pattern& p) { return p.letters < pattern.letters; });
  patterns_.insert(place, std::move(pattern));
}

std::string Phrases::say(std::string_view english) const {
  if (empty() || english.empty() || english.size() > longest) return std::string(english);
  if (const auto known = said_.find(english); known != said_.end()) return known->second;
  if (said_.size() >= most_said) said_.clear();
  return said_.emplace(english, translated(english, 0)).first->second;
}

std::string Phrases::translated(std::string_view english, int depth) const {
  if (const auto known = exact_.find(english); known != exact_.end()) return known->second;
  if (depth >= deepest) return std::string(english);
  std::string out;
  for (const Pattern& pattern : patterns_)
    if (fill(pattern, english, depth, out)) return out;
  return std::string(english);
}

// Each hole takes as little as it can, the last one what is left before the end.
bool Phrases::fill(const Pattern& pattern, std::string_view english, int depth, std::string& out) const {
  const std::string_view first = pattern.pieces.front(), last = pattern.pieces.back();
  if (english.size() < pattern.letters + pattern.holes.size() || !english.starts_with(first) || !english.ends_with(last)) return false;
  std::string_view rest = english.substr(first.size(), english.size() - first.size() - last.size());
  std::vector<std::string> held(10);
  for (size_t i = 0; i < pattern.holes.size(); ++i) {
    const bool is_last = i + 1 == pattern.holes.size();
    const std::string_view behind = is_last ? std::string_view() : std::string_view(pattern.pieces[i + 1]);
    const size_t end = is_last ? rest.size() : rest.find(behind, 1);
    if (rest.empty() || end == std::string_view::npos) return false;
    held[pattern.holes[i]] = translated(rest.substr(0, end), depth + 1);
    rest.remove_prefix(end + behind.size());
  }
  out.clear();
  for (size_t i = 0; i < pattern.translation.size(); ++i) {
    if (!is_hole(pattern.translation, i)) {
      out += pattern.translation[i];
      continue;
    }
    out += held[static_cast<size_t>(pattern.translation[i + 1] - '0')];
    i += 2;
  }
  return true;
}

}  // namespace wb

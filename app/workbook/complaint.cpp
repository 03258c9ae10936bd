#include "app/workbook/complaint.h"

#include <algorithm>

namespace wb {

std::string to_string(const Complaint& c) {
  std::string line = c.file + ":" + std::to_string(c.line) + ":" + std::to_string(c.column) + ": ";
  line += c.severity == Severity::error ? "error: " : c.severity == Severity::warning ? "warning: " : "note: ";
  line += c.message;
  if (!c.hint.empty()) line += " (" + c.hint + ")";
  std::replace(line.begin(), line.end(), '\n', ' ');  // one line a complaint
  return line;
}

bool has_errors(const std::vector<Complaint>& complaints) {
  return std::any_of(complaints.begin(), complaints.end(), [](const Complaint& c) { return c.severity == Severity::error; });
}

namespace {

// How many single-character edits lead from one word to the other; neighbours swapped count as one.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr size_t longest = 64;  // longer words are no misspellings of ours
  if (word.empty() || word.size() > longest) return {};
  std::string best, holding;
  size_t best_distance = std::max<size_t>(word.size() < 4 ? 1 : 2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest || candidate == word) continue;
    if (size_t distance = edit_distance(word, candidate); distance < best_distance) best = candidate, best_distance = distance;
    // "photo" for "photo-small": failing better ones, a longer word that holds this one.
    if (holding.empty() && word.size() >= 3 && candidate.find(word) != std::string::npos) holding = candidate;
  }
  if (best.empty()) best = holding;
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  std::string near = nearest_word(word, candidates);
  return near.empty() ? near : "did you mean `" + near + "`?";
}

std::string nearest_or_list(std::string_view word, const std::vector<std::string>& there) {
  std::string hint = did_you_mean(word, there);
  if (!hint.empty()) return hint;
  if (there.empty()) return "it has none";
  std::string list = "it has ";
  for (size_t i = 0; i < there.size(); ++i) list += (i ? ", `" : "`") + there[i] + "`";
  return list;
}

}  // namespace wb

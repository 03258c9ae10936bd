#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

#define WB_SENTENCE_ROW(code, message, hint) {code, message, hint},
constexpr Sentence sentences[] = {WB_SENTENCES(WB_SENTENCE_ROW)};
#undef WB_SENTENCE_ROW

}  // namespace

const Sentence& sentence(std::string_view code) {
  for (const Sentence& s : sentences)
    if (s.code == code) return s;
  static constexpr Sentence none{};
  return none;
}

std::string fill_sentence(std::string_view text, std::span<const std::string> arguments) {
  std::string filled;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t close = text[i] == '{' ? text.find('}', i) : std::string_view::npos;
    size_t index = 0;
    bool is_number = close != std::string_view::npos && close > i + 1;
    for (size_t j = i + 1; is_number && j < close; ++j) {
      is_number = text[j] >= '0' && text[j] <= '9';
      index = index * 10 + static_cast<size_t>(text[j] - '0');
    }
    if (!is_number) {
      filled += text[i];
      continue;
    }
    if (index < arguments.size()) filled += arguments[index];
    i = close;
  }
  return filled;
}

void tell(Finding& finding, std::string code, std::vector<std::string> arguments) {
  finding.code = std::move(code);
  finding.arguments = std::move(arguments);
  finding.message = fill_sentence(sentence(finding.code).message, finding.arguments);
  finding.hint = fill_sentence(sentence(finding.code).hint, finding.arguments);
}

}  // namespace wb

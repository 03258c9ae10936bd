#include "app/workbook/front_matter/fill.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace wb {

namespace {

// The hint, where no fill is called so.
std::string hint_for(const std::string& word, const std::vector<std::string>& candidates, const char* all) {
  const std::string hint = did_you_mean(word, candidates);
  return hint.empty() ? all : hint;
}

// A fill without brackets.
void read_plain_fill(const std::string& word, const std::string& text, Span span, BufferSpec& buffer, ComplaintSink& complaints) {
  if (word == "poison") return void(buffer.start = BufferStart::poison);
  if (word == "zeros") return void(buffer.start = BufferStart::zeros);
  if (word == "iota") return void(buffer.start = BufferStart::iota);
  if (word == "random") return void(buffer.start = BufferStart::random);
  complaints.error(span, "`" + text + "` is no fill",
                   hint_for(word, {"poison", "zeros", "iota", "constant(0)", "random(seed=1, min=0, max=1)"}, "there are `poison`, `zeros`, `iota`, `constant(5)` and `random(seed=1, min=0, max=1)`"));
}

std::optional<double> finite_number(const std::string& text) {
  double number = 0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool ok = !text.empty() && status == std::errc{} && rest == text.data() + text.size() && std::isfinite(number);
  return ok ? std::optional(number) : std::nullopt;
}

// "seed=1": one of what stands in the brackets of `random`.
void read_random_part(std::string part, Span span, BufferSpec& buffer, ComplaintSink& complaints) {
  part.erase(std::remove(part.begin(), part.end(), ' '), part.end());
  const size_t equals = part.find('=');
  const std::string key = part.substr(0, equals);
  const auto number = equals == std::string::npos ? std::nullopt : finite_number(part.substr(equals + 1));
  if (!number) return complaints.error(span, "`" + part + "` in `random` is not of the form name=number");
  if (key == "seed" && *number >= 0 && *number < 1.8e19) buffer.seed = static_cast<uint64_t>(*number);
  else if (key == "min") buffer.min = *number;
  else if (key == "max") buffer.max = *number;
  else complaints.error(span, "`" + part + "` is nothing that `random` takes", "it takes `seed`, `min` and `max`");
}

}  // namespace

void read_fill(const std::string& text, Span span, BufferSpec& buffer, ComplaintSink& complaints) {
  const size_t open = text.find('('), close = text.rfind(')');
  std::string word = text.substr(0, open);
  while (!word.empty() && word.back() == ' ') word.pop_back();
  if (open == std::string::npos) return read_plain_fill(word, text, span, buffer, complaints);
  if (close == std::string::npos || close < open) return complaints.error(span, "`)` is missing in the fill `" + text + "`");
  const std::string inside = text.substr(open + 1, close - open - 1);
  if (word == "constant") {
    buffer.start = BufferStart::constant;
    const auto at = span.begin + 1 + static_cast<uint32_t>(open) + 1;  // behind the quote and the bracket
    buffer.fill_value = {inside, {span.file, at, at + static_cast<uint32_t>(inside.size()), 0}};
    return;
  }
  if (word != "random")
    return complaints.error(span, "`" + word + "(...)` is no fill", hint_for(word, {"constant", "random"}, "there are `constant(5)` and `random(seed=1, min=0, max=1)`"));
  buffer.start = BufferStart::random;
  for (size_t from = 0; from < inside.size();) {
    const size_t comma = std::min(inside.find(',', from), inside.size());
    read_random_part(inside.substr(from, comma - from), span, buffer, complaints);
    from = comma + 1;
  }
  if (buffer.min > buffer.max) complaints.error(span, "`min` is larger than `max` in the fill `" + text + "`");
}

}  // namespace wb

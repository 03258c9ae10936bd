#include "app/gui/panels/wording.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace wb {

std::string with_thousands(uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

namespace {

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string thousands_before_point(const std::string& text) {
  const size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  const size_t point = std::min(text.find('.'), text.size());
  const std::string whole = text.substr(sign, point - sign);
  if (whole.size() < 4 || whole.size() > 18) return text;
  return text.substr(0, sign) + with_thousands(std::stoull(whole)) + text.substr(point);
}

}  // namespace

std::string format_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value != 0 && (std::abs(value) < 1e-4 || std::abs(value) >= 1e15)) {
    char text[64];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
  }
  const double size = std::abs(value);
  const int decimals = size >= 1000 ? 1 : size >= 10 ? 2 : 4;
  return thousands_before_point(without_trailing_zeros(fixed(value, decimals)));
}

std::string format_ms(double ms) {
  if (!(ms >= 0) || std::isinf(ms)) return "unknown";
  if (ms == 0) return "0 ms";
  int decimals = 0;
  if (ms < 0.00095) return without_trailing_zeros(fixed(ms * 1e6, ms < 0.00001 ? 1 : 0)) + " ns";
  if (ms < 0.0095) decimals = 3;
  else if (ms < 0.95) decimals = ms < 0.095 ? 3 : 2;
  else if (ms < 99.5) decimals = ms < 9.95 ? 1 : 0;
  return thousands_before_point(fixed(ms, decimals)) + " ms";
}

std::string format_ratio(double ratio) {
  if (!(ratio > 0) || std::isinf(ratio)) return "?";
  if (ratio >= 9.95) return thousands_before_point(fixed(ratio, 0));
  return fixed(ratio, ratio < 0.95 ? 2 : 1);
}

std::string plural(uint64_t count, std::string_view noun) {
  std::string text = with_thousands(count) + " " + std::string(noun);
  if (count == 1) return text;
  const bool takes_es = noun.ends_with("s") || noun.ends_with("x") || noun.ends_with("ch");
  return text + (takes_es ? "es" : "s");
}

std::string format_index(Index3 index, Index3 extent) {
  const std::string x = std::to_string(index.x), y = std::to_string(index.y), z = std::to_string(index.z);
  if (extent.z > 1) return "(" + x + ", " + y + ", " + z + ")";
  if (extent.y > 1) return "(" + x + ", " + y + ")";
  return with_thousands(index.x);
}

std::string format_extent(Index3 extent) {
  std::string text = with_thousands(extent.x);
  if (extent.y > 1 || extent.z > 1) text += " x " + with_thousands(extent.y);
  if (extent.z > 1) text += " x " + with_thousands(extent.z);
  return text;
}

std::string block_words(const LaunchShape& shape, uint32_t block) {
  return "block " + format_index(shape.block_index(block), shape.grid);
}

std::string thread_words(const LaunchShape& shape, uint32_t thread) {
  return "thread " + format_index(shape.thread_index(thread), shape.block);
}

std::string element_words(std::string_view buffer, const std::vector<uint64_t>& shape, uint64_t flat) {
  std::string text(buffer);
  if (shape.size() < 2) return flat_element_words(buffer, flat);
  std::vector<uint64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    const uint64_t extent = std::max<uint64_t>(1, shape[d]);
    index[d] = d == 0 ? flat : flat % extent;
    flat /= extent;
  }
  for (uint64_t i : index) text += "[" + with_thousands(i) + "]";
  return text;
}

std::string flat_element_words(std::string_view buffer, uint64_t flat) {
  return std::string(buffer) + "[" + with_thousands(flat) + "]";
}

std::string element_list_words(std::string_view buffer, std::vector<uint64_t> elements, size_t limit) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  if (elements.empty()) return "";
  const bool neighbours = elements.size() > 2 && elements.back() - elements.front() == elements.size() - 1;
  if (neighbours)
    return std::string(buffer) + "[" + with_thousands(elements.front()) + " ... " + with_thousands(elements.back()) + "]";
  std::string text;
  for (size_t i = 0; i < std::min(limit, elements.size()); ++i)
    text += (i ? ", " : "") + flat_element_words(buffer, elements[i]);
  if (elements.size() > limit) text += " and " + with_thousands(elements.size() - limit) + " more";
  return text;
}

std::string schedule_words(Schedule schedule) {
  switch (schedule) {
    case Schedule::in_order: return "in order";
    case Schedule::reverse: return "reverse";
    case Schedule::round_robin: return "round robin";
    case Schedule::random: return "random";
    case Schedule::adversarial: return "adversarial";
  }
  return "in order";
}

std::string shape_words(const std::vector<uint64_t>& shape) {
  if (shape.empty()) return "1 number";
  if (shape.size() == 1) return plural(shape[0], "number");
  std::string text = with_thousands(shape.back());
  for (size_t d = shape.size() - 1; d-- > 0;) text += " x " + with_thousands(shape[d]);
  return text;
}

const char* lane_state_words(LaneState state) {
  switch (state) {
    case LaneState::absent: return "no such thread";
    case LaneState::waiting: return "waiting for its block to start";
    case LaneState::ready: return "ready, its warp's turn has not come";
    case LaneState::running: return "running";
    case LaneState::masked: return "masked, its warp takes the other path";
    case LaneState::at_barrier: return "waiting at the barrier";
    case LaneState::done: return "done";
  }
  return "";
}

namespace {

// The first folder, then as many of the last parts as there is room for; a single part is left as it is.
std::string short_path(std::string_view path, size_t most) {
  const size_t first = path.find('/', 1);
  if (path.size() <= most || first == std::string_view::npos) return std::string(path);
  const std::string_view dots = "/\xE2\x80\xA6";
  size_t from = path.rfind('/');
  while (from > first) {
    const size_t before = path.rfind('/', from - 1);
    if (before == std::string_view::npos || before <= first || first + path.size() - before + 2 > most) break;
    from = before;
  }
  return from <= first ? std::string(path) : std::string(path.substr(0, first)).append(dots).append(path.substr(from));
}

}  // namespace

std::string with_short_paths(std::string_view sentence, size_t most) {
  std::string out;
  while (!sentence.empty()) {
    const size_t end = std::min(sentence.find_first_of(" \n`,;\"'"), sentence.size());
    const std::string_view word = sentence.substr(0, end);
    out += word.find('/') == std::string_view::npos ? std::string(word) : short_path(word, most);
    if (end < sentence.size()) out += sentence[end];
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return out;
}

std::string capitalised(std::string text) {
  const size_t end = std::min(text.find_first_of(" ,;:.?!"), text.size());
  const bool is_end_of_word = end == text.size() || text[end] != '.' || end + 1 == text.size() || text[end + 1] == ' ';   // `race.raw` goes on
  const bool is_word = end > 0 && is_end_of_word && std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '\''; });
  if (is_word && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::string as_sentence_with_code(std::string message) {
  if (message.empty()) return message;
  message = capitalised(std::move(message));
  if (message.back() != '.' && message.back() != '?' && message.back() != '!') message += '.';
  return message;
}

std::string as_sentence(std::string message) {
  message = as_sentence_with_code(std::move(message));
  std::erase(message, '`');
  return message;
}

std::string date_words(std::string_view iso_date) {
  static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  int year = 0, month = 0, day = 0;
  if (std::sscanf(std::string(iso_date).c_str(), "%4d-%2d-%2d", &year, &month, &day) != 3 || month < 1 || month > 12)
    return std::string(iso_date);
  return std::to_string(day) + " " + months[month - 1] + " " + std::to_string(year);
}

}  // namespace wb

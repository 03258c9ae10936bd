#include "app/workbook/buffer_place.h"

#include "app/workbook/words.h"

namespace wb {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// Where the bracket at `open` ends; npos: nowhere.
size_t closing(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(' || text[at] == '[' ? 1 : text[at] == ')' || text[at] == ']' ? -1 : 0;
    if (depth == 0) return at;
  }
  return std::string_view::npos;
}

// "(float*) rest": leaves the rest.
std::string_view take_cast(std::string_view& text) {
  const size_t close = text.find(')');
  if (!text.starts_with("(") || close == std::string_view::npos) return {};
  const std::string_view inside = trimmed(text.substr(1, close - 1));
  if (!inside.ends_with("*")) return {};
  text = trimmed(text.substr(close + 1));
  return trimmed(inside.substr(0, inside.size() - 1));
}

std::optional<BufferPlace> read_element(std::string_view text) {
  const size_t open = text.find('[');
  if (open == std::string_view::npos || closing(text, open) != text.size() - 1) return std::nullopt;
  const std::string_view name = trimmed(text.substr(0, open)), elements = trimmed(text.substr(open + 1, text.size() - open - 2));
  if (!is_identifier(name) || elements.empty()) return std::nullopt;
  return BufferPlace{name, elements, {}};
}

}  // namespace

std::optional<BufferPlace> read_buffer_place(std::string_view text) {
  text = trimmed(text);
  const std::string_view type = take_cast(text);
  while (text.starts_with("(") && closing(text, 0) == text.size() - 1) text = trimmed(text.substr(1, text.size() - 2));
  std::optional<BufferPlace> place;
  if (text.starts_with("&")) {
    place = read_element(trimmed(text.substr(1)));
  } else {
    const size_t sign = text.find_first_of("+-");
    const std::string_view name = trimmed(text.substr(0, sign));
    if (is_identifier(name)) place = BufferPlace{name, sign == std::string_view::npos ? std::string_view() : text.substr(sign), {}};
  }
  if (place) place->type = type;
  return place;
}

}  // namespace wb

#include "app/workbook/stated_launch.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

namespace wb {
namespace {

constexpr size_t most_searched = 4;  // parameters: some 20 candidates each

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// "[16,16]" or "64": sizes of one to three axes; anything else: none.
std::vector<std::string> sizes_in(std::string_view text) {
  if (text.starts_with("[")) text.remove_prefix(1);
  if (text.ends_with("]")) text.remove_suffix(1);
  std::vector<std::string> sizes(1);
  for (char c : text) {
    if (c == ',') sizes.emplace_back();
    else if (std::isdigit(static_cast<unsigned char>(c))) sizes.back() += c;
    else return {};
  }
  const auto is_bad = [](const std::string& size) { return size.empty() || size.size() > 9 || size == "0"; };
  return sizes.size() > 3 || std::any_of(sizes.begin(), sizes.end(), is_bad) ? std::vector<std::string>{} : sizes;
}

void read_option(std::string_view word, StatedShape& shape) {
  if (word.starts_with("--blockDim=")) shape.block = sizes_in(word.substr(11));
  if (word.starts_with("--gridDim=")) shape.grid = sizes_in(word.substr(10));
  if (!word.starts_with("-D") || word.size() == 2) return;
  const size_t equals = word.find('=');
  const std::string_view name = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_word)) shape.defines.emplace_back(name, equals == std::string_view::npos ? "1" : word.substr(equals + 1));
}

size_t behind_string(std::string_view source, size_t quote) {
  size_t end = quote + 1;
  while (end < source.size() && source[end] != '"' && source[end] != '\n') end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size());
}

// The text without comments and string literals: as long, with spaces in their place.
std::string bare_code(std::string_view source) {
  std::string out(source);
  for (size_t i = 0; i < out.size(); ++i) {
    size_t end = i;
    if (source.substr(i, 2) == "//") end = std::min(source.find('\n', i), out.size());
    else if (source.substr(i, 2) == "/*") end = std::min(source.find("*/", i + 2), out.size() - 2) + 2;
    else if (source[i] == '"') end = behind_string(source, i);
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(i), out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    if (end > i) i = end - 1;
  }
  return out;
}

// Where the bracket at `open` closes; npos: nowhere.
size_t close_of(std::string_view code, size_t open) {
  int depth = 0;
  for (size_t i = open; i < code.size(); ++i) {
    if (code[i] == '(' || code[i] == '{' || code[i] == '[') ++depth;
    if ((code[i] == ')' || code[i] == '}' || code[i] == ']') && --depth == 0) return i;
  }
  return std::string_view::npos;
}

size_t find_word(std::string_view code, std::string_view word, size_t from) {
  for (size_t at = code.find(word, from); at != std::string_view::npos; at = code.find(word, at + 1))
    if ((at == 0 || !is_word(code[at - 1])) && (at + word.size() >= code.size() || !is_word(code[at + word.size()]))) return at;
  return std::string_view::npos;
}

// The kernel's body: `__global__ ... name ( ... ) { ... }`.
std::string_view body_of(std::string_view code, std::string_view kernel) {
  for (size_t at = find_word(code, kernel, 0); at != std::string_view::npos; at = find_word(code, kernel, at + 1)) {
    const size_t global = code.rfind("__global__", at), open = code.find_first_not_of(" \t\r\n", at + kernel.size());
    if (global == std::string_view::npos || open == std::string_view::npos || code[open] != '(' || code.substr(global, at - global).find_first_of(";}") != std::string_view::npos) continue;
    const size_t close = close_of(code, open);
    const size_t body = close == std::string_view::npos ? close : code.find_first_not_of(" \t\r\n", close + 1);
    if (body == std::string_view::npos || code[body] != '{') continue;
    const size_t end = close_of(code, body);
    return code.substr(body, end == std::string_view::npos ? end : end - body);
  }
  return {};
}

bool mentions(std::string_view text, std::string_view word) { return find_word(text, word, 0) != std::string_view::npos; }

std::vector<std::string> conditions_in(std::string_view body, const std::vector<KernelParameter>& parameters) {
  std::vector<std::string> conditions;
  for (std::string_view word : {"__requires", "__global_requires"})
    for (size_t at = find_word(body, word, 0); at != std::string_view::npos; at = find_word(body, word, at + 1)) {
      const size_t open = body.find('(', at), close = open == std::string_view::npos ? open : close_of(body, open);
      if (close == std::string_view::npos) break;
      const std::string_view text = body.substr(open + 1, close - open - 1);
      const bool is_of_numbers = std::none_of(parameters.begin(), parameters.end(), [&](const KernelParameter& p) { return (p.is_pointer || !p.members.empty()) && mentions(text, p.name); });
      if (is_of_numbers && !mentions(text, "threadIdx") && !mentions(text, "blockIdx") && text.find("__") == std::string_view::npos) conditions.emplace_back(text);
    }
  return conditions;
}

// `a == b & c < d` -> a, b, c, d: what stands beside comparisons.
std::vector<std::string> compared_in(std::string_view condition) {
  std::vector<std::string> parts;
  size_t begin = 0;
  int depth = 0;
  bool is_beside = false;
  const auto add = [&](size_t end, bool is_comparison) {
    if (is_beside || is_comparison) parts.emplace_back(condition.substr(begin, end - begin));
    is_beside = is_comparison;
  };
  for (size_t i = 0; i < condition.size(); ++i) {
    const char c = condition[i];
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth > 0) continue;
    const bool is_shift = (c == '<' || c == '>') && i + 1 < condition.size() && condition[i + 1] == c;
    if (is_shift) {
      ++i;
      continue;
    }
    const bool is_comparison = c == '<' || c == '>' || c == '=' || c == '!';
    if (!is_comparison && c != '&' && c != '|') continue;
    add(i, is_comparison);
    while (i + 1 < condition.size() && std::strchr("=&|", condition[i + 1])) ++i;
    begin = i + 1;
  }
  add(condition.size(), false);
  return parts;
}

// `low < high` or `high > low`.
bool stands_below(std::string_view condition, std::string_view low, std::string_view high) {
  const auto behind = [&](std::string_view left, char op, std::string_view right) {
    for (size_t at = find_word(condition, left, 0); at != std::string_view::npos; at = find_word(condition, left, at + 1)) {
      const size_t sign = condition.find_first_not_of(' ', at + left.size());
      if (sign == std::string_view::npos || condition[sign] != op) continue;
      const size_t next = condition.find_first_not_of("= ", sign + 1);
      if (next != std::string_view::npos && find_word(condition, right, next) == next) return true;
    }
    return false;
  };
  return behind(low, '<', high) || behind(high, '>', low);
}

std::string three(const std::vector<std::string>& sizes) {
  std::string out;
  for (const std::string& size : sizes) out += (out.empty() ? "" : ", ") + size;
  return out;
}

// Values for the i-th parameter: what it is compared with, and beside that. Constants first: `lo < hi & hi < 32` leaves most room with hi = 31.
std::string compared_with(size_t i, const std::vector<const KernelParameter*>& searched, const std::vector<std::string>& conditions) {
  std::string fixed, beside_fixed, relative, beside_relative;
  for (const std::string& condition : conditions) {
    for (const KernelParameter* other : searched)
      if (other != searched[i] && stands_below(condition, searched[i]->name, other->name)) fixed += "0, 1, ";  // room for what lies between
    for (const std::string& part : compared_in(condition)) {
      bool is_known = part.find_first_not_of(" \t\r\n") != std::string::npos, is_fixed = true;
      for (size_t other = 0; other < searched.size(); ++other)
        if (mentions(part, searched[other]->name)) is_fixed = false, is_known &= other < i;
      if (!is_known) continue;
      const std::string value = "(long long)(" + part + ")";
      (is_fixed ? fixed : relative) += value + ", ";
      (is_fixed ? beside_fixed : beside_relative) += value + " - 1, " + value + " + 1, ";
    }
  }
  return fixed + beside_fixed + relative + beside_relative;
}

// A loop for each parameter, the outer ones' values known to the inner ones; the first values that meet all go out, eight bytes each.
std::string search_text(const std::vector<const KernelParameter*>& searched, const std::vector<std::string>& conditions, const StatedShape& shape) {
  std::string text = "__global__ void wb_host_code(unsigned char* wb_out, unsigned long long wb_room) {\n  const dim3 blockDim(" + three(shape.block) + "), gridDim(" + three(shape.grid) + ");\n";
  for (size_t i = 0; i < searched.size(); ++i) {
    const std::string list = "wb_list_" + std::to_string(i), index = "wb_index_" + std::to_string(i);
    text += "  const long long " + list + "[] = {" + compared_with(i, searched, conditions) + "blockDim.x * gridDim.x, blockDim.x * blockDim.y * blockDim.z * gridDim.x * gridDim.y * gridDim.z, 256, 64, 32, 16, 8, 4, 2, 1, 0};\n";
    text += "  for (int " + index + " = 0; " + index + " < sizeof " + list + " / 8; ++" + index + ") {\n    const " + searched[i]->type + " " + searched[i]->name + " = (" + searched[i]->type + ")" + list + "[" + index + "];\n";
  }
  text += "    if (true";
  for (const std::string& condition : conditions) text += " && (" + condition + ")";
  text += ") {\n      wb_out[0] = 1;\n";
  for (size_t i = 0; i < searched.size(); ++i) text += "      ((long long*)wb_out)[" + std::to_string(i + 1) + "] = (long long)" + searched[i]->name + ";\n";
  return text + "      return;\n    }\n" + std::string(searched.size(), '}') + "\n}\n";
}

}  // namespace

StatedShape stated_shape(std::string_view source) {
  StatedShape shape;
  for (size_t at = 0; at < source.size();) {
    const size_t end = std::min(source.find('\n', at), source.size());
    std::string_view line = source.substr(at, end - at);
    at = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty()) continue;
    if (!line.starts_with("//")) break;
    line.remove_prefix(2);
    for (size_t i = 0; i < line.size();) {
      const size_t begin = std::min(line.find_first_not_of(" \t\r", i), line.size());
      i = std::min(line.find_first_of(" \t\r", begin), line.size());
      read_option(line.substr(begin, i - begin), shape);
    }
  }
  if (shape.block.empty() && shape.grid.empty()) shape.defines.clear();  // a comment on something else
  return shape;
}

std::map<std::string, std::string> values_that_meet(std::string_view source, const std::string& kernel, const std::vector<KernelParameter>& parameters,
                                                    const StatedShape& shape, const HostRun& run) {
  if (source.find("requires") == std::string_view::npos || shape.block.empty() || shape.grid.empty()) return {};
  const std::string code = bare_code(source);
  const std::vector<std::string> conditions = conditions_in(body_of(code, kernel), parameters);
  std::vector<const KernelParameter*> searched;
  for (const KernelParameter& p : parameters) {
    const bool is_asked_for = std::any_of(conditions.begin(), conditions.end(), [&](const std::string& c) { return mentions(c, p.name); });
    if (is_asked_for && searched.size() < most_searched) searched.push_back(&p);
  }
  if (searched.empty()) return {};
  const auto found = run(search_text(searched, conditions, shape));
  if (!found || (*found)[0] != 1) return {};
  std::map<std::string, std::string> values;
  for (size_t i = 0; i < searched.size(); ++i) {
    int64_t value = 0;
    std::memcpy(&value, found->data() + 8 * (i + 1), sizeof value);
    values[searched[i]->name] = std::to_string(value);
  }
  return values;
}

}  // namespace wb

#include "app/workbook/stated_launch.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

#include "app/workbook/kernel_text.h"

namespace wb {
namespace {

constexpr size_t most_searched = 4;  // parameters: some 20 candidates each

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
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_word_letter)) shape.defines.emplace_back(name, equals == std::string_view::npos ? "1" : word.substr(equals + 1));
}

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

// Does the kernel compare the number with something, outside of its conditions? Then it is a size, and else rather a distance: of the values
// that `n >= 1` allows, a size is best large and a distance small.
bool is_compared_in(std::string_view body, std::string_view name) {
  for (size_t at = find_word(body, name, 0); at != std::string_view::npos; at = find_word(body, name, at + 1)) {
    const size_t line = body.rfind(';', at), before = body.find_last_not_of(" \t\r\n", at == 0 ? 0 : at - 1), behind = body.find_first_not_of(" \t\r\n", at + name.size());
    if (body.substr(line == std::string_view::npos ? 0 : line, at - line).find("requires") != std::string_view::npos) continue;
    const auto is_sign = [&](size_t i) { return i != std::string_view::npos && (body[i] == '<' || body[i] == '>'); };
    const bool is_shift_before = is_sign(before) && before > 0 && body[before - 1] == body[before], is_shift_behind = is_sign(behind) && body.substr(behind + 1, 1) == body.substr(behind, 1);
    const bool is_equality = before != std::string_view::npos && before > 0 && body[before] == '=' && std::strchr("<>!", body[before - 1]);
    if ((is_sign(before) && !is_shift_before && (before == 0 || body[before - 1] != '-')) || (is_sign(behind) && !is_shift_behind) || is_equality) return true;
  }
  return false;
}

// A number that is looked for: of the shape, or a parameter.
struct Searched {
  std::string name, type;  // in C++: "wb_block_0", "unsigned int"
  std::string values;      // an initialiser's
};

// blockDim.x, gridDim.z
bool mentions_axis(std::string_view condition, std::string_view variable, size_t axis) {
  for (size_t at = find_word(condition, variable, 0); at != std::string_view::npos; at = find_word(condition, variable, at + 1)) {
    const size_t dot = condition.find_first_not_of(' ', at + variable.size());
    const size_t letter = dot == std::string_view::npos || condition[dot] != '.' ? std::string_view::npos : condition.find_first_not_of(' ', dot + 1);
    if (letter != std::string_view::npos && condition[letter] == "xyz"[axis]) return true;
  }
  return false;
}

class Search {
 public:
  Search(std::string_view body, std::vector<std::string> conditions, const std::vector<KernelParameter>& parameters) : body_(body), conditions_(std::move(conditions)) {
    for (const KernelParameter& p : parameters) {
      const bool is_asked_for = std::any_of(conditions_.begin(), conditions_.end(), [&](const std::string& c) { return mentions(c, p.name); });
      if (is_asked_for && numbers_.size() < most_searched) numbers_.push_back(&p);
    }
  }

  bool is_empty() const { return numbers_.empty() && axes_.empty(); }

  // The sizes of one variable: stated, or as usual but for those that the conditions name.
  void set_shape(const char* variable, const std::vector<std::string>& stated, const Shape& usual) {
    std::string sizes;
    for (size_t axis = 0; axis < 3; ++axis) {
      const bool is_open = stated.empty() && std::any_of(conditions_.begin(), conditions_.end(), [&](const std::string& c) { return mentions_axis(c, variable, axis); });
      const std::string name = std::string("wb_") + variable + std::to_string(axis), size = axis < stated.size() ? stated[axis] : stated.empty() ? std::to_string(usual[axis]) : "1";
      if (is_open) axes_.push_back({name, "unsigned int", size + ", 64, 256, 32, 128, 512, 1024, 16, 8, 4, 2, 1, " + sizes_compared_with(variable, axis)});
      sizes += (axis ? ", " : "") + (is_open ? name : size);
    }
    shape_ += std::string("  const dim3 ") + variable + "(" + sizes + ");\n";
    for (const char* axis : {".x", ".y", ".z"}) outs_ += "      ((long long*)wb_out)[" + std::to_string(++slots_) + "] = " + variable + axis + ";\n";
  }

  // A loop for each number, the outer ones' values known to the inner ones; the first values that meet all go out, eight bytes each.
  std::string text() const {
    std::string text = "__global__ void wb_host_code(unsigned char* wb_out, unsigned long long wb_room) {\n";
    for (const Searched& axis : axes_) text += loop(axis);
    text += shape_ + "  if (blockDim.x > 0 && gridDim.x > 0 && blockDim.x * blockDim.y * blockDim.z <= 1024" + decided_by(0) + ") {\n";
    for (size_t i = 0; i < numbers_.size(); ++i) text += loop({numbers_[i]->name, numbers_[i]->type, values_of(i)}) + "    if (true" + decided_by(i + 1) + ") {\n";
    text += "      wb_out[0] = 1;\n" + outs_;
    for (size_t i = 0; i < numbers_.size(); ++i) text += "      ((long long*)wb_out)[" + std::to_string(slots_ + 1 + i) + "] = (long long)" + numbers_[i]->name + ";\n";
    return text + "      return;\n" + std::string(axes_.size() + 1 + 2 * numbers_.size(), '}') + "\n}\n";
  }

  StatedValues values(const std::vector<unsigned char>& out) const {
    const auto slot = [&](size_t i) {
      int64_t value = 0;
      std::memcpy(&value, out.data() + 8 * i, sizeof value);
      return std::to_string(value);
    };
    const auto is_open = [&](const char* variable) { return std::any_of(axes_.begin(), axes_.end(), [&](const Searched& s) { return s.name.starts_with(std::string("wb_") + variable); }); };
    StatedValues values;
    if (is_open("blockDim")) values.block = {slot(1), slot(2), slot(3)};
    if (is_open("gridDim")) values.grid = {slot(4), slot(5), slot(6)};
    for (std::vector<std::string>* shape : {&values.block, &values.grid})
      while (shape->size() > 1 && shape->back() == "1") shape->pop_back();
    for (size_t i = 0; i < numbers_.size(); ++i) values.numbers[numbers_[i]->name] = slot(slots_ + 1 + i);
    return values;
  }

 private:
  static std::string loop(const Searched& s) {
    const std::string list = "wb_list_" + s.name, index = "wb_index_" + s.name;
    return "  const long long " + list + "[] = {" + s.values + "};\n  for (int " + index + " = 0; " + index + " < sizeof " + list + " / 8; ++" + index + ") {\n    const " + s.type + " " + s.name +
           " = (" + s.type + ")" + list + "[" + index + "];\n";
  }

  // The conditions whose last number is the one in front of `count`.
  std::string decided_by(size_t count) const {
    std::string text;
    for (const std::string& condition : conditions_) {
      size_t needed = 0;
      for (size_t i = 0; i < numbers_.size(); ++i)
        if (mentions(condition, numbers_[i]->name)) needed = i + 1;
      if (needed == count) text += " && (" + condition + ")";
    }
    return text;
  }

  // What conditions on this size compare with, as far as that is neither a size nor a parameter.
  std::string sizes_compared_with(const char* variable, size_t axis) const {
    std::string values;
    for (const std::string& condition : conditions_)
      for (const std::string& part : compared_in(condition)) {
        const bool is_fixed = std::none_of(numbers_.begin(), numbers_.end(), [&](const KernelParameter* p) { return mentions(part, p->name); }) && part.find("Dim") == std::string::npos;
        if (mentions_axis(condition, variable, axis) && is_fixed && part.find_first_not_of(" \t\r\n") != std::string::npos)
          values += "(long long)(" + part + "), (long long)(" + part + ") - 1, (long long)(" + part + ") + 1, ";
      }
    return values;
  }

  // Values for the i-th parameter: what it is compared with, and beside that. Constants first: `lo < hi & hi < 32` leaves most room with hi = 31.
  std::string values_of(size_t i) const {
    const std::string& name = numbers_[i]->name;
    const bool is_size = is_compared_in(body_, name);
    std::string fixed, beside_fixed, relative, beside_relative, low;
    for (const std::string& condition : conditions_) {
      for (const KernelParameter* other : numbers_)
        if (other != numbers_[i] && stands_below(condition, name, other->name)) fixed += "0, 1, ";  // room for what lies between
      for (std::string part : compared_in(condition)) {
        bool is_known = part.find_first_not_of(" \t\r\n") != std::string::npos, is_fixed = true;
        for (size_t other = 0; other < numbers_.size(); ++other)
          if (mentions(part, numbers_[other]->name)) is_fixed = false, is_known &= other < i;
        if (!is_known) continue;
        const std::string value = "(long long)(" + part + ")";
        part = part.substr(part.find_first_not_of(" \t\r\n"));
        part.resize(part.find_last_not_of(" \t\r\n") + 1);
        const bool is_lower_bound = stands_below(condition, part, name);
        const bool is_last = is_lower_bound && (is_size || part == "0");
        (is_last ? low : is_fixed ? fixed : relative) += value + ", ";
        (is_lower_bound && is_size ? low : is_fixed ? beside_fixed : beside_relative) += value + " + 1, " + value + " - 1, ";
      }
    }
    return fixed + beside_fixed + relative + beside_relative + "blockDim.x * gridDim.x, blockDim.x * blockDim.y * blockDim.z * gridDim.x * gridDim.y * gridDim.z, 256, 64, 32, 16, 8, 4, 2, 1, " + low + "0";
  }

  std::string_view body_;
  std::vector<std::string> conditions_;
  std::vector<const KernelParameter*> numbers_;
  std::vector<Searched> axes_;
  std::string shape_, outs_;  // C++
  size_t slots_ = 0;
};

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

StatedValues values_that_meet(std::string_view source, const std::string& kernel, const std::vector<KernelParameter>& parameters, const StatedShape& shape, const UsualShape& usual,
                              const HostRun& run) {
  if (source.find("requires") == std::string_view::npos) return {};
  const std::string code = bare_code(source);
  const std::string_view body = body_of(code, kernel);
  Search search(body, conditions_in(body, parameters), parameters);
  search.set_shape("blockDim", shape.block, usual.block);
  search.set_shape("gridDim", shape.grid, usual.grid);
  if (search.is_empty()) return {};
  const auto found = run(search.text());
  return found && (*found)[0] == 1 ? search.values(*found) : StatedValues{};
}

}  // namespace wb

#include "app/workbook/assumed_template.h"

#include <algorithm>

#include "app/workbook/kernel_text.h"

namespace wb {
namespace {

size_t count_of_arguments(std::string_view list) {
  if (list.empty()) return 0;
  int depth = 0;
  size_t count = 1;
  for (char c : list) {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) ++count;
  }
  return count;
}

// The type of the first argument whose parameter speaks of `name`.
std::string deduced(const KernelInfo& kernel, const HostLaunch* host, std::string_view name) {
  if (host)
    for (size_t i = 0; i < std::min(kernel.parameters.size(), host->arguments.size()); ++i)
      if (mentions(kernel.parameters[i].type, name) && !host->arguments[i].type.empty()) return host->arguments[i].type;
  return "float";
}

// Where the `>` of the `<` at `open` stands; npos: nowhere.
size_t close_of_angles(std::string_view code, size_t open) {
  int depth = 0;
  for (size_t i = open; i < code.size() && code[i] != ';' && code[i] != '{'; ++i) {
    depth += code[i] == '<' || code[i] == '(' ? 1 : code[i] == '>' || code[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::string instantiated_arguments(std::string_view code, std::string_view kernel) {
  for (size_t at = find_word(code, kernel, 0); at != std::string_view::npos; at = find_word(code, kernel, at + 1)) {
    const size_t open = code.find_first_not_of(" \t\r\n", at + kernel.size());
    if (open == std::string_view::npos || code[open] != '<' || code.substr(open, 3) == "<<<") continue;
    const std::string_view before = code.substr(0, at);
    const std::string_view head = before.substr(before.find_last_of(";{}") + 1);
    const size_t word = find_word(head, "template", 0);
    const size_t behind = word == std::string_view::npos ? word : head.find_first_not_of(" \t\r\n", word + 8);
    const size_t close = behind == std::string_view::npos || head[behind] == '<' ? std::string_view::npos : close_of_angles(code, open);
    if (close != std::string_view::npos) return std::string(code.substr(open + 1, close - open - 1));
  }
  return "";
}

std::string assumed_template_arguments(const KernelInfo& kernel, const HostLaunch* host) {
  std::string arguments = host ? host->template_arguments : "";
  for (size_t i = count_of_arguments(arguments); i < kernel.template_parameters.size(); ++i) {
    const KernelTemplateParameter& parameter = kernel.template_parameters[i];
    if (!parameter.default_value.empty() || parameter.kind.find("...") != std::string::npos) break;
    const bool is_type = parameter.kind == "typename" || parameter.kind == "class";
    const std::string value = is_type ? deduced(kernel, host, parameter.name) : parameter.kind == "bool" ? "true" : std::to_string(usual_number(parameter.name, 16));
    arguments += (arguments.empty() ? "" : ", ") + value;
  }
  return arguments;
}

}  // namespace wb

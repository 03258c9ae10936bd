#include "simulator/language/launch_calls.h"

#include <algorithm>
#include <optional>

#include "simulator/language/closing_brackets.h"

namespace wb {
namespace {

using Tokens = std::vector<Token>;

bool is_word(const Token& t, std::string_view word) { return t.kind == Tok::identifier && t.text == word; }

bool is_verifiers_call(const Token& t) { return t.kind == Tok::identifier && t.text.starts_with("ESBMC_verify_kernel"); }

// One file's calls are looked up by reading back from each: no more than a few.
constexpr size_t most_calls = 64;

class LaunchCalls {
 public:
  explicit LaunchCalls(const Tokens& tokens)
      : t_(tokens), is_programmatic_(std::any_of(tokens.begin(), tokens.end(), [](const Token& t) { return is_word(t, "programmaticStreamSerializationAllowed"); })) {}

  // Null: the call at `i` is no launch, or not understood. Else the tokens of the line, and where the call ends.
  std::optional<Tokens> line_at(size_t i, size_t& behind) const {
    if (t_[i].text.starts_with("cudaGraph")) return node_at(i, behind);
    if (is_verifiers_call(t_[i])) return verifiers_line(i, behind);
    const bool is_plain = is_word(t_[i], "cudaLaunchKernel") || is_word(t_[i], "cudaLaunchCooperativeKernel"), is_ex = is_word(t_[i], "cudaLaunchKernelEx"), is_exc = is_word(t_[i], "cudaLaunchKernelExC");
    if ((!is_plain && !is_ex && !is_exc) || i + 1 >= t_.size() || t_[i + 1].kind != Tok::left_paren) return std::nullopt;
    const size_t close = close_of(i + 1);
    if (close >= t_.size()) return std::nullopt;
    behind = close + 1;
    const std::vector<Tokens> given = split(i + 2, close);
    if (is_plain) return given.size() < 4 ? std::nullopt : line(given[0], {given[1], given[2], given.size() > 4 ? given[4] : Tokens{}, given.size() > 5 ? given[5] : Tokens{}}, arguments_in(given[3], i), t_[i]);
    if (given.size() < 2 || given[0].empty()) return std::nullopt;
    std::vector<Tokens> arguments(given.begin() + 2, given.end());
    if (is_exc && given.size() < 3) return std::nullopt;
    if (is_exc) arguments = arguments_in(given[2], i);
    std::vector<Tokens> shape = shape_of(given[0].back().text, i);
    add_cluster(shape, given[0].back().text, i);
    const std::optional<Tokens> launch = line(given[1], shape, arguments, t_[i]);
    return launch && is_programmatic_ ? with_attributes(*launch, given[0], t_[i]) : launch;
  }

 private:
  std::optional<Tokens> verifiers_line(size_t i, size_t& behind) const {
    const size_t close = close_of(i + 1);
    const bool is_declared = i > 0 && (t_[i - 1].kind == Tok::identifier || t_[i - 1].kind == Tok::kw_void || t_[i - 1].kind == Tok::star);
    if (t_[i + 1].kind != Tok::left_paren || close >= t_.size() || is_declared) return std::nullopt;
    behind = close + 1;
    const std::vector<Tokens> given = split(i + 2, close);
    return given.size() < 3 ? std::nullopt : line(given[0], {given[1], given[2]}, {given.begin() + 3, given.end()}, t_[i]);
  }

  size_t close_of(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < t_.size(); ++i) {
      if (is_opening(t_[i].kind)) ++depth;
      if (is_closing(t_[i].kind) && --depth == 0) return i;
    }
    return t_.size();
  }

  std::vector<Tokens> split(size_t begin, size_t end) const {
    std::vector<Tokens> parts;
    int depth = 0;
    for (size_t i = begin; i < end; ++i) {
      if (is_opening(t_[i].kind)) ++depth;
      if (is_closing(t_[i].kind)) --depth;
      if (i == begin || (depth == 0 && t_[i].kind == Tok::comma)) parts.emplace_back();
      if (i == begin || depth != 0 || t_[i].kind != Tok::comma) parts.back().push_back(t_[i]);
    }
    return parts;
  }

  // (void*)k<16>, &k, reinterpret_cast<void*>(k): the name with its template arguments.
  static Tokens kernel_in(const Tokens& given) {
    size_t end = given.size();
    while (end > 0 && given[end - 1].kind == Tok::right_paren) --end;
    size_t begin = end;
    int depth = 0;
    while (begin > 0) {
      const Token& t = given[begin - 1];
      if (t.kind == Tok::greater) ++depth;
      if (t.kind == Tok::less) --depth;
      --begin;
      if (depth == 0 && t.kind == Tok::identifier) break;
      if (depth == 0 && t.kind != Tok::less) return {};
    }
    return depth == 0 && begin < end && given[begin].kind == Tok::identifier ? Tokens(given.begin() + static_cast<std::ptrdiff_t>(begin), given.begin() + static_cast<std::ptrdiff_t>(end)) : Tokens{};
  }

  // void* args[] = {&a, (void*)&b}: the variables whose addresses stand there. Empty: not found.
  std::vector<Tokens> arguments_in(const Tokens& given, size_t before) const {
    if (given.empty() || given.back().kind != Tok::identifier) return {};
    for (size_t i = before; i-- > 0;) {
      if (t_[i].kind != Tok::identifier || t_[i].text != given.back().text || t_[i + 1].kind != Tok::left_bracket) continue;
      size_t open = close_of(i + 1) + 1;
      const bool is_declared_alone = open < t_.size() && t_[open].kind == Tok::semicolon && i > 0 && t_[i - 1].kind == Tok::star;  // void* args[2];
      if (open < t_.size() && t_[open].kind == Tok::equal) ++open;
      if (open >= t_.size() || (t_[open].kind != Tok::left_brace && !is_declared_alone)) continue;
      std::vector<Tokens> variables = is_declared_alone ? std::vector<Tokens>{} : split(open + 1, close_of(open));
      for (Tokens& v : variables) v = variable_in(v);
      const bool is_known = set_later(given.back().text, is_declared_alone ? open : close_of(open), before, variables);
      const bool is_whole = std::none_of(variables.begin(), variables.end(), [](const Tokens& v) { return v.empty(); });
      return is_known && is_whole ? variables : std::vector<Tokens>{};
    }
    return {};
  }
  // (void*)&a: a
  static Tokens variable_in(const Tokens& element) {
    const auto amp = std::find_if(element.begin(), element.end(), [](const Token& t) { return t.kind == Tok::amp; });
    return amp == element.end() ? Tokens{} : Tokens(amp + 1, element.end());
  }
  // args[1] = &n; behind the declaration. False: which element is set, or whether it is, only a run would tell.
  bool set_later(std::string_view array, size_t from, size_t before, std::vector<Tokens>& variables) const {
    constexpr size_t most_arguments = 256;
    int depth = 0;
    for (size_t i = from + 1; i + 4 < before; ++i) {
      depth += (t_[i].kind == Tok::left_brace) - (t_[i].kind == Tok::right_brace);
      if (t_[i].kind != Tok::identifier || t_[i].text != array || t_[i + 1].kind != Tok::left_bracket) continue;
      const size_t equal = close_of(i + 1) + 1;
      if (equal >= t_.size() || t_[equal].kind != Tok::equal) continue;
      const Tok behind_what = t_[i - 1].kind;
      const bool is_statement = behind_what == Tok::semicolon || behind_what == Tok::left_brace || behind_what == Tok::right_brace;
      if (depth > 0 || !is_statement || equal != i + 4 || t_[i + 2].kind != Tok::number) return false;
      size_t number = 0;
      for (const char c : t_[i + 2].text) number = c >= '0' && c <= '9' && number < most_arguments ? number * 10 + static_cast<size_t>(c - '0') : most_arguments;
      if (number >= most_arguments) return false;
      if (variables.size() <= number) variables.resize(number + 1);
      Tokens element;
      for (size_t k = equal + 1; k < before && t_[k].kind != Tok::semicolon; ++k) element.push_back(t_[k]);
      variables[number] = variable_in(element);
    }
    return true;
  }

  // cudaGraphAddKernelNode(&node, graph, ..., &params): (cudaGraphBeginNode(graph), k<<<shape>>>(arguments), cudaGraphEndNode(graph, &node, dependencies, count))
  // cudaGraphExecKernelNodeSetParams(exec, node, &params): (cudaGraphBeginNode(0), k<<<shape>>>(arguments), cudaGraphChangeNode(node, exec))
  // Of several parameters, `is_even ? &a : &b`, each has a line.
  std::optional<Tokens> node_at(size_t i, size_t& behind) const {
    if (i + 1 >= t_.size() || t_[i + 1].kind != Tok::left_paren) return std::nullopt;
    const size_t close = close_of(i + 1);
    if (close >= t_.size()) return std::nullopt;
    behind = close + 1;
    const std::vector<Tokens> given = split(i + 2, close);
    if (given.size() < 2) return std::nullopt;
    const Tokens& params = given.back();
    const auto question = std::find_if(params.begin(), params.end(), [](const Token& t) { return t.kind == Tok::question; });
    const auto params_in = [](std::vector<Token>::const_iterator from, std::vector<Token>::const_iterator to) {
      return to - from == 2 && from->kind == Tok::amp ? (from + 1)->text : std::string_view();
    };
    if (question == params.end()) return node_line(i, given, params_in(params.begin(), params.end()));
    const auto colon = std::find_if(question, params.end(), [](const Token& t) { return t.kind == Tok::colon; });
    if (colon == params.end()) return std::nullopt;
    const auto yes = node_line(i, given, params_in(question + 1, colon)), no = node_line(i, given, params_in(colon + 1, params.end()));
    if (!yes || !no) return std::nullopt;
    Tokens out{{.kind = Tok::left_paren, .text = "(", .span = t_[i].span}};
    out.insert(out.end(), params.begin(), question + 1);
    out.insert(out.end(), yes->begin(), yes->end());
    out.push_back(*colon);
    out.insert(out.end(), no->begin(), no->end());
    out.push_back({.kind = Tok::right_paren, .text = ")", .span = t_[i].span});
    return out;
  }
  std::optional<Tokens> node_line(size_t i, const std::vector<Tokens>& given, std::string_view params) const {
    const bool is_new = is_word(t_[i], "cudaGraphAddKernelNode"), is_exec = is_word(t_[i], "cudaGraphExecKernelNodeSetParams");
    if (given.size() != (is_new ? 5 : is_exec ? 3 : 2) || params.empty()) return std::nullopt;
    const auto launch = line(set_member(params, "func", i), {set_member(params, "gridDim", i), set_member(params, "blockDim", i), set_member(params, "sharedMemBytes", i)},
                             arguments_in(last_name(set_member(params, "kernelParams", i)), i), t_[i]);
    if (!launch) return std::nullopt;
    Tokens out;
    const auto add = [&](Tok kind, std::string_view text) { out.push_back({.kind = kind, .text = text, .span = t_[i].span}); };
    const auto call = [&](std::string_view name, const std::vector<Tokens>& arguments) {
      add(Tok::identifier, name);
      for (size_t k = 0; k < arguments.size(); ++k) {
        add(k ? Tok::comma : Tok::left_paren, k ? "," : "(");
        out.insert(out.end(), arguments[k].begin(), arguments[k].end());
      }
      add(Tok::right_paren, ")");
    };
    add(Tok::left_paren, "(");
    const Tokens none{{.kind = Tok::number, .text = "0", .span = t_[i].span}};
    call("cudaGraphBeginNode", {is_new ? given[1] : none});
    add(Tok::comma, ",");
    out.insert(out.end(), launch->begin(), launch->end());
    add(Tok::comma, ",");
    if (is_new) call("cudaGraphEndNode", {given[1], given[0], given[2], given[3]});
    else call("cudaGraphChangeNode", {given[is_exec ? 1 : 0], is_exec ? given[0] : none});
    add(Tok::right_paren, ")");
    return out;
  }
  // params.gridDim = dim3(n): what stands there, the last time before; where the whole was set since, `params = others` or `params = {...}`, there.
  Tokens set_member(std::string_view object, std::string_view member, size_t before) const {
    for (size_t i = before; i-- > 0;) {
      if (!is_word(t_[i], object) || i + 3 >= t_.size() || (i > 0 && t_[i - 1].kind == Tok::dot)) continue;
      const bool is_set = t_[i + 1].kind == Tok::equal;
      if (t_[i + 1].kind == Tok::dot && t_[i + 2].text == member && t_[i + 3].kind == Tok::equal) return until_semicolon(i + 4);
      if (is_set && t_[i + 2].kind == Tok::identifier && t_[i + 3].kind == Tok::semicolon) return set_member(t_[i + 2].text, member, i);
      const size_t open = is_set ? i + 2 : i + 1;
      if (t_[open].kind == Tok::left_brace) return member_in(split(open + 1, close_of(open)), member);
    }
    return {};
  }
  Tokens until_semicolon(size_t at) const {
    Tokens value;
    for (; at < t_.size() && t_[at].kind != Tok::semicolon; ++at) value.push_back(t_[at]);
    return value;
  }
  // {(void*)k, grid, block, 0, args} or {.func = (void*)k, .gridDim = grid}
  static Tokens member_in(const std::vector<Tokens>& list, std::string_view member) {
    constexpr std::string_view in_order[] = {"func", "gridDim", "blockDim", "sharedMemBytes", "kernelParams"};  // of cudaKernelNodeParams
    for (size_t k = 0; k < list.size(); ++k) {
      const Tokens& element = list[k];
      const bool is_named = element.size() > 3 && element[0].kind == Tok::dot && element[2].kind == Tok::equal;
      if (is_named && element[1].text == member) return Tokens(element.begin() + 3, element.end());
      if (!is_named && k < std::size(in_order) && in_order[k] == member) return element;
    }
    return {};
  }
  // (void**)args: args
  static Tokens last_name(const Tokens& value) { return value.empty() ? value : Tokens{value.back()}; }

  // config.gridDim = ...; config.blockDim = ...; or cudaLaunchConfig_t config = {grid, block, bytes}
  std::vector<Tokens> shape_of(std::string_view config, size_t before) const {
    std::vector<Tokens> shape(4);
    for (size_t i = before; i-- > 0;) {
      if (t_[i].kind != Tok::identifier || t_[i].text != config) continue;
      for (size_t k = 0; k < shape.size(); ++k) {
        constexpr std::string_view members[] = {"gridDim", "blockDim", "dynamicSmemBytes", "stream"};
        if (!shape[k].empty() || t_[i + 1].kind != Tok::dot || t_[i + 2].text != members[k] || t_[i + 3].kind != Tok::equal) continue;
        for (size_t at = i + 4; at < t_.size() && t_[at].kind != Tok::semicolon; ++at) shape[k].push_back(t_[at]);
      }
      const size_t open = t_[i + 1].kind == Tok::equal ? i + 2 : i + 1;
      if (t_[open].kind != Tok::left_brace) continue;
      const std::vector<Tokens> list = split(open + 1, close_of(open));
      for (size_t k = 0; k < shape.size() && k < list.size(); ++k)
        if (shape[k].empty()) shape[k] = list[k];
      break;
    }
    return shape;
  }

  // (cudaNoteLaunchAttributes(&config), k<<<shape>>>(arguments)): whether it may begin early only a run of the program tells.
  static Tokens with_attributes(const Tokens& launch, const Tokens& config, const Token& at) {
    Tokens out;
    const auto add = [&](Tok kind, std::string_view text) { out.push_back({.kind = kind, .text = text, .span = at.span}); };
    add(Tok::left_paren, "(");
    add(Tok::identifier, "cudaNoteLaunchAttributes");
    add(Tok::left_paren, "(");
    out.insert(out.end(), config.begin(), config.end());
    add(Tok::right_paren, ")");
    add(Tok::comma, ",");
    out.insert(out.end(), launch.begin(), launch.end());
    add(Tok::right_paren, ")");
    return out;
  }

  // attribute[0].val.clusterDim.x = 2; ...; config.attrs = attribute; as a fifth element: k<<<grid, block, bytes, 0, dim3(2, 1, 1)>>>
  void add_cluster(std::vector<Tokens>& shape, std::string_view config, size_t before) const {
    const Tokens attributes = set_member(config, "attrs", before);
    const std::string_view name = attributes.empty() ? std::string_view("attrs") : attributes.back().text;
    constexpr std::string_view axes[] = {"x", "y", "z"};
    Tokens sizes[3];
    for (size_t i = before; i-- > 0;) {
      if (!is_word(t_[i], "clusterDim") || i + 4 >= before || t_[i + 1].kind != Tok::dot || t_[i + 3].kind != Tok::equal || !is_of(name, i)) continue;
      for (size_t axis = 0; axis < 3; ++axis) {
        if (t_[i + 2].text != axes[axis] || !sizes[axis].empty()) continue;
        for (size_t at = i + 4; at < t_.size() && t_[at].kind != Tok::semicolon; ++at) sizes[axis].push_back(t_[at]);
      }
    }
    if (sizes[0].empty() && sizes[1].empty() && sizes[2].empty()) return;
    const auto token = [&](Tok kind, std::string_view text) { return Token{.kind = kind, .text = text, .span = t_[before].span}; };
    Tokens cluster{token(Tok::identifier, "dim3"), token(Tok::left_paren, "(")};
    for (size_t axis = 0; axis < 3; ++axis) {
      if (axis) cluster.push_back(token(Tok::comma, ","));
      if (sizes[axis].empty()) cluster.push_back(token(Tok::number, "1"));
      cluster.insert(cluster.end(), sizes[axis].begin(), sizes[axis].end());
    }
    cluster.push_back(token(Tok::right_paren, ")"));
    shape.push_back(std::move(cluster));
  }
  // Does `name[0].val.` stand in front of the token at `i`?
  bool is_of(std::string_view name, size_t i) const {
    for (size_t at = i; at-- > 0 && t_[at].kind != Tok::semicolon && t_[at].kind != Tok::left_brace && t_[at].kind != Tok::right_brace;)
      if (is_word(t_[at], name)) return true;
    return false;
  }

  static std::optional<Tokens> line(const Tokens& callee, std::vector<Tokens> shape, const std::vector<Tokens>& arguments, const Token& at) {
    Tokens out = kernel_in(callee);
    if (out.empty() || shape[0].empty() || shape[1].empty()) return std::nullopt;
    while (shape.back().empty()) shape.pop_back();
    for (Tokens& part : shape)
      if (part.empty()) part = {{.kind = Tok::number, .text = "0", .span = at.span}};  // what stands behind it keeps its place
    const auto add = [&](Tok kind, std::string_view text) { out.push_back({.kind = kind, .text = text, .span = at.span}); };
    const auto add_list = [&](const std::vector<Tokens>& list) {
      for (size_t i = 0; i < list.size(); ++i) {
        if (list[i].empty()) continue;
        if (i) add(Tok::comma, ",");
        out.insert(out.end(), list[i].begin(), list[i].end());
      }
    };
    add(Tok::shift_left, "<<");
    add(Tok::less, "<");
    add_list(shape);
    for (int i = 0; i < 3; ++i) add(Tok::greater, ">");
    add(Tok::left_paren, "(");
    add_list(arguments);
    add(Tok::right_paren, ")");
    return out;
  }

  const Tokens& t_;
  const bool is_programmatic_;  // some launch of the file asks to begin early
};

}  // namespace

void write_launch_calls_as_lines(std::vector<Token>& tokens) {
  size_t calls = 0;
  for (size_t i = 0; i + 3 < tokens.size() && calls < most_calls; ++i) {
    constexpr std::string_view of_nodes[] = {"cudaGraphAddKernelNode", "cudaGraphKernelNodeSetParams", "cudaGraphExecKernelNodeSetParams"};
    const bool is_of_node = std::find(std::begin(of_nodes), std::end(of_nodes), tokens[i].text) != std::end(of_nodes);
    if (tokens[i].kind != Tok::identifier || (!tokens[i].text.starts_with("cudaLaunch") && !is_of_node && !is_verifiers_call(tokens[i]))) continue;
    ++calls;
    size_t behind = 0;
    const auto line = LaunchCalls(tokens).line_at(i, behind);
    if (!line) continue;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.begin() + static_cast<std::ptrdiff_t>(behind));
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(i), line->begin(), line->end());
  }
}

}  // namespace wb

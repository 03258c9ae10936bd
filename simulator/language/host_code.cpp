// Declarations that are not marked for the device: what can be read of them is kept (types, constants, constexpr functions), the names of
// the others are remembered, so that their use in a kernel can be explained. And the launches that host functions make.
#include <algorithm>
#include <utility>

#include "simulator/language/alignment_words.h"
#include "simulator/language/function_try_blocks.h"
#include "simulator/language/gnu_words.h"
#include "simulator/language/launch_calls.h"
#include "simulator/language/parser.h"
#include "simulator/language/stack_allocations.h"
#include "simulator/language/token_rewrites.h"

namespace wb {

// `global void k(...)`, `_device_ float f(...)`: a word that is nearly an execution space, in front of a type.
bool Parser::is_misspelt_space() {
  if (!is(Tok::identifier) || kind(1) < Tok::kw_alignas || lookup(peek().text)) return false;
  size_t next = pos + 1;
  At there(*this, next, nullptr);
  if (!is_type_start() && !is(Tok::kw_static) && !is(Tok::kw_inline)) return false;
  std::string_view word = tokens[next - 1].text;
  std::string bare;
  for (char c : word)
    if (c != '_') bare += c;
  static constexpr std::pair<std::string_view, std::string_view> spaces[] = {{"global", "__global__"},     {"kernel", "__global__"},     {"device", "__device__"},
                                                                             {"host", "__host__"},         {"shared", "__shared__"},     {"constant", "__constant__"}};
  for (const auto& [name, meant] : spaces)
    if (bare == name || best_match(bare, {name}) == name) {
      report(Code::WB3002, tokens[next - 1].span, {std::string(word), std::string(meant)});
      return true;
    }
  return false;
}

// Not marked for the device: a host function, a host variable, a constant, a type. What can be read is kept, the rest is stepped over.
bool Parser::skip_host_declaration(size_t begin, size_t end) {
  bool ok = false;
  bool is_record = is(Tok::kw_struct) || is(Tok::kw_union) || is(Tok::kw_class) || is(Tok::kw_enum) || is(Tok::kw_typedef);
  if (is_misspelt_space()) {
    declare_broken(begin, end);
    pos = end;
    return false;
  }
  unheard_size.reset();
  {
    Quiet silent(*this);
    ok = parse_declaration() && !silent.failed();
  }
  size_t body = begin;  // of the type, or of a function that returns one
  while (body < end && tokens[body].kind != Tok::left_brace && (tokens[body].kind != Tok::left_paren || opens_alignment(tokens, body))) {
    body = tokens[body].kind == Tok::left_paren ? skip_balanced(body) : body + 1;
  }
  is_record = is_record && body < end && tokens[body].kind == Tok::left_brace;
  if (is_record && end > begin && tokens[end - 1].kind == Tok::right_brace) {
    pos = end;
    report(Code::WB2002, after_previous(), {"after the type's closing brace"});
  }
  if (!ok) declare_host_names(begin, end);
  else note_texture_references(begin, end);
  unheard_size.reset();
  pos = end;
  return ok;
}

// texture<float, 2> name;
bool Parser::is_texture_reference(TypeId type) const {
  if (!module->types.is_record(type)) return false;
  const Record& record = module->types.records[module->types[type].index];
  return record.name.starts_with("texture<") && is_library(record.span);
}

void Parser::note_texture_references(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (tokens[i].kind != Tok::identifier || !(tokens[i + 1].kind == Tok::semicolon || tokens[i + 1].kind == Tok::comma)) continue;
    const Symbol* symbol = lookup(tokens[i].text);
    if (symbol && symbol->kind == SymbolKind::variable && is_texture_reference(module->variables[symbol->var.v].type)) report(Code::WB3121, tokens[i].span, {std::string(tokens[i].text)});
  }
}

// A name of the host's stands where device code needs one of its own. A class may be one only because it is too large to be laid out: then that is said.
bool Parser::report_host_name(const Symbol& symbol, std::string_view name, Span use, std::vector<DiagNote> notes) {
  const auto size = too_large.find({symbol.span.file.v, symbol.span.begin});
  if (size == too_large.end()) return report(Code::WB3025, use, {std::string(name)}, std::move(notes));
  return report(size->second.code, size->second.span, size->second.arguments, {{use, "so `" + std::string(name) + "` has no layout, and is used here"}});
}

// The name that a host declaration declares, so that its use in a kernel can be explained.
void Parser::declare_host_names(size_t begin, size_t end) {
  Symbol symbol;
  symbol.kind = SymbolKind::host;
  bool is_type = false;
  size_t name = 0;
  for (size_t i = begin; i < end; ++i) {
    const Token& t = tokens[i];
    if (t.kind == Tok::kw_struct || t.kind == Tok::kw_class || t.kind == Tok::kw_union || t.kind == Tok::kw_enum) {
      is_type = true;
      if (tokens[i + 1].kind == Tok::identifier) name = i + 1;
      if (tokens[i + 2].kind == Tok::left_brace || tokens[i + 2].kind == Tok::colon || tokens[i + 2].kind == Tok::semicolon) break;
      is_type = false;
      continue;
    }
    if (t.kind == Tok::kw_using && tokens[i + 1].kind == Tok::identifier && tokens[i + 2].kind == Tok::equal) {
      name = i + 1;
      is_type = true;
      break;
    }
    if (t.kind == Tok::less && i > begin) {
      size_t behind = skip_template_list(i);
      if (behind > i) i = behind - 1;
      continue;
    }
    if (t.kind == Tok::left_paren || t.kind == Tok::equal || t.kind == Tok::left_brace || t.kind == Tok::left_bracket || t.kind == Tok::semicolon) {
      bool is_function = t.kind == Tok::left_paren && name == i - 1 && name != 0;
      if (is_function) {
        FunctionDecl& f = functions.emplace_back();
        f.name = tokens[name].text;
        f.span = tokens[name].span;
        f.is_host = true;
        f.is_readable = false;
        f.declaration_begin = begin;
        auto [it, is_new] = scope->names.try_emplace(f.name);
        if (is_new) {
          it->second.kind = SymbolKind::functions;
          it->second.span = f.span;
        }
        if (it->second.kind == SymbolKind::functions) it->second.functions.push_back(&f);
        size_t body = skip_balanced(i);
        while (body < end && tokens[body].kind != Tok::left_brace) ++body;
        if (body < end) note_missing_global(f.name, f.span, body, skip_balanced(body));
        return;
      }
      if (t.kind != Tok::left_paren) break;
    }
    if (t.kind == Tok::identifier) name = i;
  }
  if (name == 0) return;
  symbol.span = tokens[name].span;
  if (is_type && unheard_size) too_large.try_emplace({symbol.span.file.v, symbol.span.begin}, *unheard_size);
  auto [it, is_new] = scope->names.try_emplace(tokens[name].text, symbol);
  if (!is_new && is_type && it->second.kind == SymbolKind::type && module->types.is_record(it->second.type) &&
      !module->types.records[module->types[it->second.type].index].is_complete)
    it->second = symbol;
}

// A function without __global__ whose body names the thread's place.
void Parser::note_missing_global(std::string_view name, Span span, size_t begin, size_t end) {
  for (size_t i = begin; i < end && i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.kind != Tok::identifier || (t.text != "threadIdx" && t.text != "blockIdx" && t.text != "blockDim" && t.text != "gridDim")) continue;
    bool is_use = tokens[i + 1].kind == Tok::dot && (i == 0 || (tokens[i - 1].kind != Tok::identifier && tokens[i - 1].kind != Tok::dot));
    if (is_use && !global->names.count(t.text)) {
      missing_global.push_back({name, t.text, span});
      return;
    }
  }
}

// name<arguments><<<grid, block, bytes, stream>>>(arguments): wherever it stands, as written.
void Parser::read_launches() {
  drop_template_words();
  drop_attributes(tokens);
  write_out_gnu_words(tokens);
  write_out_function_try_blocks(tokens);
  drop_brackets_around_kernels(tokens);
  drop_brackets_around_functions(tokens);
  write_out_abbreviated_templates(tokens, arena);
  write_launch_calls_as_lines(tokens);
  write_out_stack_allocations(tokens);
  auto text_of = [&](size_t from, size_t to) {
    std::string text;
    for (size_t i = from; i < to; ++i) text += (i > from && tokens[i].space_before ? " " : "") + std::string(tokens[i].text);
    return text;
  };
  // Splits at the commas of this level.
  auto split = [&](size_t from, size_t to) {
    std::vector<std::string> parts;
    size_t begin = from;
    for (size_t i = from; i < to;) {
      Tok k = tokens[i].kind;
      if (k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket) {
        i = std::min(skip_balanced(i), to);
        continue;
      }
      if (k == Tok::comma) {
        parts.push_back(text_of(begin, i));
        begin = i + 1;
      }
      ++i;
    }
    if (from < to) parts.push_back(text_of(begin, to));
    return parts;
  };
  // Launches in device code are none of the host's.
  const std::vector<std::pair<size_t, size_t>> bodies = device_bodies();
  auto body = bodies.begin();
  for (size_t i = 1; i + 2 < tokens.size(); ++i) {
    while (body != bodies.end() && body->second <= i) ++body;
    if (body != bodies.end() && body->first <= i) i = body->second;
    if (i + 2 >= tokens.size() || tokens[i].kind != Tok::shift_left || tokens[i + 1].kind != Tok::less || tokens[i + 1].space_before) continue;
    LaunchLine launch;
    size_t name = i - 1;
    if (tokens[name].kind == Tok::greater) {
      int depth = 0;
      size_t j = name;
      while (j > 0 && !(tokens[j].kind == Tok::less && depth == 1)) {
        if (tokens[j].kind == Tok::greater) ++depth;
        if (tokens[j].kind == Tok::less) --depth;
        if (tokens[j].kind == Tok::semicolon || tokens[j].kind == Tok::left_brace) break;
        --j;
      }
      if (tokens[j].kind != Tok::less || j == 0) continue;
      launch.template_arguments = text_of(j + 1, name);
      name = j - 1;
    }
    for (int depth = 0; name > 0 && (tokens[name].kind == Tok::right_bracket || depth > 0); --name) depth += (tokens[name].kind == Tok::right_bracket) - (tokens[name].kind == Tok::left_bracket);  // kernels[i]
    if (tokens[name].kind != Tok::identifier) continue;
    launch.kernel = std::string(tokens[name].text);
    size_t end = i + 2;
    while (end + 2 < tokens.size() && !(tokens[end].kind == Tok::greater && tokens[end + 1].kind == Tok::greater && tokens[end + 2].kind == Tok::greater)) {
      if (tokens[end].kind == Tok::semicolon || tokens[end].kind == Tok::left_brace) break;
      if (tokens[end].kind == Tok::left_paren) end = skip_balanced(end);
      else ++end;
    }
    if (end + 2 >= tokens.size() || tokens[end].kind != Tok::greater) continue;
    std::vector<std::string> parts = split(i + 2, end);
    if (parts.size() > 0) launch.grid = parts[0];
    if (parts.size() > 1) launch.block = parts[1];
    if (parts.size() > 2) launch.shared_bytes = parts[2];
    size_t behind = end + 3;
    if (tokens[behind].kind == Tok::left_paren) {
      size_t close = skip_balanced(behind);
      launch.arguments = split(behind + 1, close - 1);
      behind = close;
    }
    launch.span = cover(tokens[name].span, tokens[behind - 1].span);
    launches.push_back(std::move(launch));
    launch_places.push_back({name, i, end});
  }
}

}  // namespace wb

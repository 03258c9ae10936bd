// Names: finding them, declaring them, and guessing which one was meant.
#include <algorithm>
#include <cctype>

#include "simulator/language/parser.h"

namespace wb {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

constexpr int most_edits = 3;
constexpr size_t longest_guess = 63;  // longer names are not guessed

int edits_allowed(std::string_view name) { return name.size() <= 2 ? 0 : name.size() <= 5 ? 1 : name.size() <= 9 ? 2 : most_edits; }

// An edit changes the length by one at most.
bool has_similar_length(std::string_view a, std::string_view b, int limit) { return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) <= static_cast<size_t>(limit); }

// Edits (insert, delete, replace, swap of neighbours) that turn a into b; at most `limit` + 1. Row by row: a file with thousands of
// unknown names asks for this millions of times, so it stops where no row can lead to a smaller distance any more.
int edit_distance(std::string_view a, std::string_view b, int limit) {
  if (!has_similar_length(a, b, limit) || b.size() > longest_guess) return limit + 1;
  int rows[3][longest_guess + 1];
  int *before = rows[0], *last = rows[1], *now = rows[2];
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  int least_of_last = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    int least = now[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
      least = std::min(least, now[j]);
    }
    if (least > limit && least_of_last > limit) return limit + 1;  // a swap looks back two rows
    least_of_last = least;
    int* const oldest = before;
    before = last;
    last = now;
    now = oldest;
  }
  return last[b.size()];
}

constexpr std::string_view special_names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
constexpr std::string_view type_words[] = {"int",     "float",   "double",  "char",     "bool",     "void",     "unsigned", "signed", "short",  "long",
                                           "const",   "size_t",  "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t",   "int16_t", "int32_t",
                                           "int64_t", "struct",  "return",  "volatile", "__shared__", "__global__", "__device__", "__constant__"};

// An instance's name has its arguments' types without their namespaces: insert<Table<int, Hash>>.
template <class Scopes>
Symbol* anywhere(Scopes& scopes, std::string_view name) {
  for (Scope& s : scopes) {
    const auto it = s.kind == Scope::Kind::name_space ? s.names.find(name) : s.names.end();
    if (it != s.names.end() && (it->second.kind == SymbolKind::type || it->second.kind == SymbolKind::record_template)) return &it->second;
  }
  return nullptr;
}

}  // namespace

Scope* Parser::new_scope(Scope::Kind scope_kind, Scope* parent) {
  Scope& s = scopes.emplace_back();
  s.kind = scope_kind;
  s.parent = parent;
  return &s;
}

Symbol* Parser::lookup_in(Scope& where, std::string_view name, int depth) {
  if (!where.library.empty()) read_library_names(where, name);
  auto it = where.names.find(name);
  if (it != where.names.end()) return &it->second;
  if (depth > 16) return nullptr;
  for (Scope* used : where.used)
    if (Symbol* found_symbol = lookup_in(*used, name, depth + 1)) return found_symbol;
  return nullptr;
}

Symbol* Parser::lookup(std::string_view name) {
  lookup_left_function = false;
  for (Scope* s = scope; s; s = s->parent) {
    if (Symbol* found_symbol = lookup_in(*s, name)) {
      if (found_symbol->kind == SymbolKind::broken) note_broken_use(*found_symbol);
      return found_symbol;
    }
    lookup_left_function |= s->kind == Scope::Kind::function;
  }
  return reads_kernel_name ? anywhere(scopes, name) : nullptr;
}

// Functions of the namespaces that the arguments' types come from [basic.lookup.argdep]; a name behind `::` is what it says.
void Parser::add_associated_functions(Operand& callee, const std::vector<ExprId>& arguments) {
  if (callee.object || callee.is_std || callee.is_qualified) return;
  for (ExprId e : arguments) {
    if (!e) continue;
    TypeId id = at(e).type;
    while (module->types[id].kind == TypeKind::pointer || module->types[id].kind == TypeKind::reference || module->types[id].kind == TypeKind::array) id = module->types[id].element;
    const Type type = module->types[id];
    if (type.kind != TypeKind::record || type.index >= records.size()) continue;
    Scope* home = record_info({type.index}).scope;
    while (home && home->kind != Scope::Kind::name_space) {
      if (home->kind == Scope::Kind::function) home = nullptr;
      else home = home->parent;
    }
    if (!home || home == global) continue;
    if (!home->library.empty()) read_library_names(*home, callee.name);
    auto it = home->names.find(callee.name);
    if (it == home->names.end() || it->second.kind != SymbolKind::functions) continue;
    for (FunctionDecl* f : it->second.functions)
      if (!f->owner && std::find(callee.functions.begin(), callee.functions.end(), f) == callee.functions.end()) callee.functions.push_back(f);
  }
}

Symbol* Parser::declare(std::string_view name, Symbol symbol, bool may_repeat) {
  if (symbol.kind == SymbolKind::broken) symbol.postponed = static_cast<int>(postponed.size()) - 1;
  auto [it, is_new] = scope->names.try_emplace(name, symbol);
  if (is_new && scope->kind == Scope::Kind::record) note_access(*scope, name);
  if (is_new) return &it->second;
  Symbol& old = it->second;
  if (old.kind == SymbolKind::broken || may_repeat) {
    old = std::move(symbol);
    return &old;
  }
  std::vector<DiagNote> notes;
  if (old.span.end > 0) notes.push_back({old.span, "`" + std::string(name) + "` is declared here already"});
  report(Code::WB3005, symbol.span, {std::string(name)}, std::move(notes));
  return nullptr;
}

std::string Parser::best_match(std::string_view name, const std::vector<std::string_view>& candidates) const {
  const int limit = edits_allowed(name);
  const std::string folded = lower(name);
  std::string_view best;
  int best_distance = 1000;
  for (std::string_view candidate : candidates) {
    if (candidate == name || candidate.empty() || !has_similar_length(candidate, name, limit)) continue;
    const int distance = edit_distance(folded, lower(candidate), limit);
    if (distance > limit || distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return std::string(best);
}

std::string Parser::suggestion(std::string_view name, bool types_only) {
  std::vector<std::string_view> candidates;
  int seen = 0;
  for (Scope* s = scope; s; s = s->parent)
    for (const auto& [known, symbol] : s->names) {
      if (++seen > 5000) break;
      bool is_type = symbol.kind == SymbolKind::type || symbol.kind == SymbolKind::record_template;
      if (symbol.kind != SymbolKind::broken && symbol.kind != SymbolKind::name_space && (is_type || !types_only) && has_similar_length(known, name, edits_allowed(name))) candidates.push_back(known);
    }
  std::sort(candidates.begin(), candidates.end());  // the map's order is nobody's business
  if (types_only) {
    candidates.insert(candidates.end(), std::begin(type_words), std::end(type_words));
  } else {
    candidates.insert(candidates.end(), std::begin(special_names), std::end(special_names));
    candidates.insert(candidates.end(), builtin_names().begin(), builtin_names().end());
  }
  return best_match(name, candidates);
}

void Parser::report_unknown_name(std::string_view name, Span span) {
  if (fn && !fn->reported_names.insert(name).second) return;
  if (refuse_name(name, span, false)) return;
  std::string meant = is_heard() ? suggestion(name, false) : std::string();
  if (meant.empty()) report(Code::WB3001, span, {std::string(name)});
  else report(Code::WB3002, span, {std::string(name), meant});
}

void Parser::report_unknown_type(std::string_view name, Span span) {
  if (fn && !fn->reported_names.insert(name).second) return;
  if (refuse_name(name, span, false)) return;
  std::string meant = is_heard() ? suggestion(name, true) : std::string();
  if (meant.empty()) report(Code::WB3006, span, {std::string(name)});
  else report(Code::WB3007, span, {std::string(name), meant});
}

}  // namespace wb

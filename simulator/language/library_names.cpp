// The device library in a compilation: which names its headers declare, and reading their declarations when a name is looked up
// (simulator/library/library.h has the idea).
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {
namespace {

// Everything about where the parser stands, set aside while a declaration of the library is read in the middle of something else.
struct Elsewhere {
  Parser& p;
  FunctionContext* fn;
  SwitchContext* sw;
  std::optional<RecordId> record;
  std::optional<ExprId> element;
  std::optional<Operand> method;
  int nesting, quiet;
  size_t given;
  bool unroll, failed, pattern;
  std::vector<FunctionDecl*> methods;

  explicit Elsewhere(Parser& parser)
      : p(parser), fn(p.fn), sw(p.sw), record(p.current_record), element(p.pending_element), method(std::move(p.pending_method)), nesting(p.nesting), quiet(p.quiet),
        given(p.given_arguments), unroll(p.unroll_next), failed(p.declaration_failed), pattern(p.in_template_pattern), methods(std::move(p.pending_methods)) {
    p.fn = nullptr;
    p.sw = nullptr;
    p.current_record.reset();
    p.pending_element.reset();
    p.pending_method.reset();
    p.nesting = p.quiet = 0;
    p.given_arguments = 0;
    p.unroll_next = p.declaration_failed = p.in_template_pattern = false;
    p.pending_methods.clear();
  }
  ~Elsewhere() {
    p.fn = fn;
    p.sw = sw;
    p.current_record = record;
    p.pending_element = element;
    p.pending_method = std::move(method);
    p.nesting = nesting;
    p.quiet = quiet;
    p.given_arguments = given;
    p.unroll_next = unroll;
    p.declaration_failed = failed;
    p.in_template_pattern = pattern;
    p.pending_methods = std::move(methods);
  }
};

}  // namespace

// The namespace "cuda::std", made if it is not there.
Scope* Parser::namespace_at(std::string_view path) {
  Scope* where = global;
  while (!path.empty()) {
    size_t colons = path.find("::");
    std::string_view name = path.substr(0, colons);
    path = colons == std::string_view::npos ? std::string_view{} : path.substr(colons + 2);
    auto [it, is_new] = where->names.try_emplace(name);
    if (is_new) {
      it->second.kind = SymbolKind::name_space;
      it->second.scope = new_scope(Scope::Kind::name_space, where);
      it->second.scope->name = name;
    }
    where = it->second.scope;
  }
  return where;
}

void Parser::include_library(std::vector<std::string_view> headers) {
  if (std::find(headers.begin(), headers.end(), always_included) == headers.end()) headers.push_back(always_included);
  size_t room = tokens.size() + 1024;
  for (std::string_view name : headers) {
    LibraryUse& use = library.emplace_back();
    use.header = &library_header(name);
    use.is_read.resize(use.header->items.size());
    room += use.header->tokens.size() + use.header->items.size();
    for (const auto& [path, names] : use.header->scopes) namespace_at(path)->library.push_back({&use, &names});
  }
  tokens.reserve(room);  // readers hold on to the token at the cursor while they look up names
}

void Parser::read_library_names(Scope& where, std::string_view name) {
  std::vector<std::pair<LibraryUse*, uint32_t>> wanted;
  for (const LibraryPart& part : where.library) {
    auto it = part.names->find(name);
    if (it == part.names->end()) continue;
    for (uint32_t item : it->second) {
      if (part.use->is_read[item]) continue;
      part.use->is_read[item] = true;
      wanted.emplace_back(part.use, item);
    }
  }
  for (auto [use, item] : wanted) read_library_item(where, *use, item);
}

void Parser::read_library_item(Scope& where, LibraryUse& use, uint32_t item) {
  if (!use.has_file) use.file = sources->add_library(use.header->name, use.header->text);
  use.has_file = true;
  const LibraryItem range = use.header->items[item];
  const size_t begin = tokens.size();
  for (uint32_t i = range.begin; i < range.end; ++i) {
    tokens.push_back(use.header->tokens[i]);
    tokens.back().span.file = use.file;
  }
  Token end;
  end.span = tokens.back().span;
  end.line_start = true;
  tokens.push_back(end);
  if (pos < begin && !is_library(tokens[pos].span)) asked_at = sources->outermost(tokens[pos].span);
  Elsewhere aside(*this);
  At there(*this, begin, &where);
  parse_top_level();
}

Span Parser::user_place(Span span) const {
  if (!is_library(span)) return span;
  if (fn && fn->decl && fn->decl->asked_at.end) return fn->decl->asked_at;
  return asked_at;
}

// A name that a library header declares, in a file that does not include it.
bool Parser::report_missing_include(std::string_view name, Span span, std::string_view of) {
  std::string_view header = header_that_declares(of, name);
  if (header.empty()) return false;
  for (const LibraryUse& use : library)
    if (use.header->name == library_includes(header)[0]) return false;
  return !report(Code::WB3201, span, {std::string(name), std::string(header)});
}

}  // namespace wb

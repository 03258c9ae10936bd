// The parser's cursor and its reports.
#include "simulator/language/parser.h"

#include "simulator/source/limits.h"

namespace wb {

Parser::Parser(std::shared_ptr<SourceMap> source_map, FileId main, const FrontEndOptions& opts, DiagSink& sink)
    : ParserState(std::move(source_map), main, opts, sink) {
  module->sources = sources;
  module->main_file = main;
  depths.push_back(0);
  global = new_scope(Scope::Kind::name_space, nullptr);
  std_scope = new_scope(Scope::Kind::name_space, global);
  std_scope->name = "std";
  Symbol std_name;
  std_name.kind = SymbolKind::name_space;
  std_name.scope = std_scope;
  global->names.emplace("std", std_name);
  scope = global;
}

Parser::Nesting::Nesting(Parser& p) : parser(p), too_deep(++p.nesting > limits::nesting) {
  if (!too_deep) return;
  if (!p.stopped) p.report(Code::WB2008, p.here(), {std::to_string(limits::nesting)});
  // Whatever follows would only be an echo: the reader stops at the end of the text. (A host declaration that is only tried is skipped.)
  if (p.quiet == 0) p.stopped = true;
  p.pos = p.tokens.size() - 1;
}

bool Parser::report(Code code, Span span, std::vector<std::string> arguments, std::vector<DiagNote> notes) {
  if (stopped && code != Code::WB2008) return false;
  span = user_place(span);
  for (DiagNote& note : notes)
    if (note.span && is_library(*note.span)) note.span.reset();
  // What stands at the cursor was reported by the lexer: an echo of that.
  bool is_syntax = code >= Code::WB2001 && code < Code::WB3001;
  if (is_syntax && (is(Tok::unknown) || (pos > 0 && tokens[pos - 1].kind == Tok::unknown))) {
    ++quiet_errors;
    return false;
  }
  if (quiet > 0) {
    ++quiet_errors;
    if (code == Code::WB3063) unheard_size = Diagnostic{code_info(code).severity, code, span, arguments, {}};
    if (listener && quiet == 1) listener->push_back({code_info(code).severity, code, span, std::move(arguments), {}});
    return false;
  }
  add_instance_notes(notes);
  Diagnostic diagnostic{code_info(code).severity, code, span, std::move(arguments), std::move(notes)};
  if (is_postponed(code)) {  // said once for each function: which of them are reached is not known yet
    ++quiet_errors;          // whoever asks whether something failed hears of it
    postponed.push_back({fn ? fn->decl : nullptr, std::move(diagnostic)});
    return false;
  }
  if (!reported.emplace(static_cast<uint16_t>(code), span.file.v, span.begin, span.expansion).second) return false;
  diags.add(std::move(diagnostic));
  return false;
}

bool Parser::is_postponed(Code code) const {
  constexpr size_t most = 2000;
  if (code_info(code).severity != Severity::error || code == Code::WB2008 || postponed.size() >= most) return false;
  if (code >= Code::WB4001 && code <= Code::WB4003) return true;
  // What follows in the same function may be an echo of it.
  if (fn && fn->decl && std::any_of(postponed.begin(), postponed.end(), [&](const Postponed& p) { return p.function == fn->decl; })) return true;
  if (code < Code::WB3001) return false;
  if (!misses_header) {
    const std::vector<Diagnostic>& all = diags.all();
    misses_header = std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.code == Code::WB1025; });
  }
  return *misses_header;
}

void Parser::note_broken_use(const Symbol& symbol) {
  if (symbol.postponed < 0 || quiet > 0 || !fn || !fn->decl) return;
  const Diagnostic& cause = postponed[static_cast<size_t>(symbol.postponed)].diagnostic;
  for (const Postponed& known : postponed)
    if (known.function == fn->decl && known.diagnostic.span == cause.span) return;
  ++quiet_errors;
  postponed.push_back({fn->decl, cause});
}

void Parser::report_postponed(const std::vector<FunctionId>* reached) {
  std::set<std::pair<uint32_t, uint32_t>> said;  // file, offset
  const auto is_reached = [&](const Postponed& p) {
    return !reached || (p.function && std::any_of(reached->begin(), reached->end(), [&](FunctionId f) { return f == p.function->id; }));
  };
  for (bool errors : {true, false})
    for (Postponed& p : postponed) {
      if (is_reached(p) != errors || !said.emplace(p.diagnostic.span.file.v, p.diagnostic.span.begin).second) continue;
      if (!errors) p.diagnostic.severity = Severity::warning;
      diags.add(std::move(p.diagnostic));
    }
}

// Which instances lead here: the class whose members are read, the function whose body is read, and those that asked for them.
void Parser::add_instance_notes(std::vector<DiagNote>& notes) const {
  constexpr size_t shown = 3;
  size_t count = 0;
  auto add = [&](const std::string& name, Span place) {
    if (is_library(place)) return;
    if (++count <= shown && place.end > 0) notes.push_back({place, "in the instance `" + name + "` asked for here"});
  };
  for (size_t i = being_made.size(); i-- > 0;) add(being_made[i].first, being_made[i].second);
  const FunctionDecl* f = fn ? fn->decl : nullptr;
  for (size_t hops = 0; f && hops < 1000; f = f->asked_by, ++hops)
    if ((f->instance_of || f->is_in_template) && f->id.v < module->functions.size()) add(module->functions[f->id.v].display_name, f->asked_at);
  if (count > shown) notes.push_back({std::nullopt, std::to_string(count - shown) + " more instances around it"});
}

Token Parser::take() {
  const Token& t = peek();
  if (pos + 1 < tokens.size()) ++pos;
  return t;
}

bool Parser::eat(Tok k) {
  if (!is(k)) return false;
  take();
  return true;
}

std::string Parser::found() const {
  const Token& t = peek();
  if (t.kind == Tok::end) return "the end of the file";
  if (t.kind == Tok::pragma_unroll) return "`#pragma unroll`";
  return "`" + std::string(t.text) + "`";
}

// An empty place right behind the last token: where something is missing.
Span Parser::after_previous() const {
  Span span = sources->outermost(previous());
  return {span.file, span.end, span.end, 0};
}

bool Parser::expect(Tok k, const char* where) {
  if (eat(k)) return true;
  bool at_line_end = peek().line_start || is(Tok::end);
  return report(Code::WB2001, at_line_end ? after_previous() : here(), {spelling(k), where});
}

// A missing `;` is reported where it belongs: behind the statement, not at what follows.
bool Parser::expect_semicolon(const char* after) {
  if (eat(Tok::semicolon)) return true;
  report(Code::WB2002, after_previous(), {after});
  if (!peek().line_start && !is(Tok::right_brace)) skip_statement();
  return false;
}

bool Parser::expect_close(Tok close, const Token& open) {
  if (eat(close)) return true;
  if (is(Tok::end)) return report(Code::WB2003, open.span, {std::string(open.text), spelling(close)});
  std::vector<DiagNote> notes{{open.span, "to match this `" + std::string(open.text) + "`"}};
  return report(Code::WB2001, peek().line_start ? after_previous() : here(), {spelling(close), "before " + found()}, std::move(notes));
}

size_t Parser::skip_balanced(size_t from) const {
  size_t depth = 0;
  for (size_t i = from; i + 1 < tokens.size(); ++i) {
    switch (tokens[i].kind) {
      case Tok::left_paren:
      case Tok::left_brace:
      case Tok::left_bracket: ++depth; break;
      case Tok::right_paren:
      case Tok::right_brace:
      case Tok::right_bracket:
        if (depth <= 1) return i + 1;
        --depth;
        break;
      case Tok::end: return i;  // what follows belongs to the library
      default: break;
    }
  }
  return tokens.size() - 1;
}

// Behind the `>` that matches the `<` at `from`; `from` itself when there is none before the statement's end.
size_t Parser::skip_template_list(size_t from) const {
  int depth = 0;
  for (size_t i = from; i + 1 < tokens.size(); ++i) {
    switch (tokens[i].kind) {
      case Tok::less: ++depth; break;
      case Tok::greater:
        if (--depth == 0) return i + 1;
        break;
      case Tok::left_paren:
      case Tok::left_bracket:
      case Tok::left_brace: i = skip_balanced(i) - 1; break;
      case Tok::semicolon:
      case Tok::right_brace:
      case Tok::right_paren:
      case Tok::end: return from;
      default: break;
    }
  }
  return from;
}

// To the end of the broken statement: behind its `;`, or before a brace that closes or opens a block.
void Parser::skip_statement() {
  while (!is(Tok::end) && !is(Tok::right_brace)) {
    if (eat(Tok::semicolon)) return;
    if (is(Tok::left_paren) || is(Tok::left_bracket)) {
      size_t end = skip_balanced(pos);
      // An unclosed bracket would swallow the rest of the file: then only the bracket is passed.
      bool closed = end > 0 && (tokens[end - 1].kind == Tok::right_paren || tokens[end - 1].kind == Tok::right_bracket);
      if (closed && end > pos) {
        pos = end;
        continue;
      }
    }
    if (is(Tok::left_brace)) {
      pos = skip_balanced(pos);
      return;
    }
    if (peek().line_start && (is(Tok::kw_if) || is(Tok::kw_for) || is(Tok::kw_while) || is(Tok::kw_return))) return;
    take();
  }
}

}  // namespace wb

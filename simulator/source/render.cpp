#include "simulator/source/render.h"

#include <algorithm>
#include <cstdio>

#include "simulator/source/diagnostic_codes.h"

namespace wb {
namespace {

constexpr size_t shown_columns = 160;  // a longer line is cut around the caret

const char* colour_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "\x1b[1;31m";
    case Severity::warning: return "\x1b[1;33m";
    case Severity::note: return "\x1b[1;36m";
  }
  return "";
}

std::string paint(std::string text, const char* colour, const RenderOptions& options) {
  return options.colour ? colour + std::move(text) + "\x1b[0m" : text;
}

std::string place(const SourceMap& sources, const Span& span) {
  LineColumn at = sources.start(span);
  return std::string(sources.name(span.file)) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
}

// Characters that a terminal shows for these bytes: continuation bytes of UTF-8 take no room.
size_t shown_width(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// Control characters would move the terminal's cursor; tabs are one blank, so that the caret stays under its text.
std::string harmless(std::string_view text) {
  std::string out;
  for (char c : text) out += static_cast<unsigned char>(c) < 32 || c == 127 ? ' ' : c;
  return out;
}

void render_include_stack(const SourceMap& sources, FileId file, std::string& out) {
  for (int depth = 0; depth < 8 && sources.is_included(file); ++depth) {
    Span at = sources.included_at(file);
    out += "  note: " + place(sources, at) + "included here\n";
    file = at.file;
  }
}

void render_expansions(const SourceMap& sources, Span span, std::string& out) {
  for (int depth = 0; depth < 4 && span.expansion != 0; ++depth) {
    const Expansion& expansion = sources.expansion(span.expansion);
    out += "  note: " + place(sources, {span.file, span.begin, span.end, 0}) + "in the text of the macro `" + expansion.macro + "`\n";
    span = expansion.use;
  }
}

}  // namespace

std::string fill_in(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if ((c == '{' || c == '}') && i + 1 < pattern.size() && pattern[i + 1] == c) {
      out += c;
      ++i;
    } else if (c == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}') {
      auto index = static_cast<size_t>(pattern[i + 1] - '0');
      if (index < arguments.size()) out += arguments[index];
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string message_of(const Diagnostic& d) { return fill_in(code_info(d.code).message, d.arguments); }
std::string label_of(const Diagnostic& d) { return fill_in(code_info(d.code).label, d.arguments); }
std::string hint_of(const Diagnostic& d) { return fill_in(code_info(d.code).hint, d.arguments); }

std::string render_excerpt(const SourceMap& sources, const Span& span, std::string_view label, const RenderOptions& options) {
  LineColumn at = sources.start(span);
  std::string_view line = sources.line_text(span.file, at.line);
  size_t begin = std::min<size_t>(at.column - 1, line.size());
  size_t length = span.end > span.begin ? span.end - span.begin : 0;
  length = std::max<size_t>(std::min(length, line.size() - begin), 1);
  size_t from = begin > shown_columns - 40 ? begin - (shown_columns - 40) : 0;
  std::string_view shown = line.substr(from, shown_columns);
  length = std::min(length, shown_columns - (begin - from));
  char gutter[32];
  std::snprintf(gutter, sizeof gutter, "%5u | ", at.line);
  std::string out = gutter + harmless(shown) + "\n      | ";
  out += std::string(shown_width(line.substr(from, begin - from)), ' ');
  size_t carets = begin < line.size() ? std::max<size_t>(shown_width(line.substr(begin, length)), 1) : 1;
  out += paint(std::string(carets, '^') + (label.empty() ? "" : " " + std::string(label)), colour_of(Severity::error), options);
  return out + "\n";
}

std::string render(const SourceMap& sources, const Diagnostic& d, const RenderOptions& options) {
  Span span = sources.outermost(d.span);
  std::string head = std::string(severity_name(d.severity)) + "[" + code_info(d.code).name + "]";
  std::string out = place(sources, span) + paint(head, colour_of(d.severity), options) + ": " + harmless(message_of(d)) + "\n";
  out += render_excerpt(sources, span, harmless(label_of(d)), options);
  render_include_stack(sources, span.file, out);
  render_expansions(sources, d.span, out);
  for (const DiagNote& note : d.notes) {
    out += "  note: ";
    if (note.span) out += place(sources, sources.outermost(*note.span));
    out += harmless(note.text) + "\n";
  }
  if (std::string hint = hint_of(d); !hint.empty()) out += "  hint: " + harmless(hint) + "\n";
  return out;
}

}  // namespace wb

#include "app/gui/text_layout.h"

#include <algorithm>
#include <numeric>

namespace wb {
namespace {

struct Piece {
  std::string text;
  Type type = Type::text;
  bool is_code = false;
  bool is_break = false;
  int chip = -1;          // pieces of one code chip share a number
  std::string target;
};

struct Look {
  bool bold = false, italic = false;
  std::string target;
};

Type type_of(const Look& look, const TextStyle& style) {
  if (look.bold && look.italic) return style.bold_italic;
  return look.bold ? style.bold : look.italic ? style.italic : style.plain;
}

void flatten(const RichText& text, const TextStyle& style, const Look& look, int& chips, std::vector<Piece>& out) {
  for (const Inline& node : text) {
    Look inner = look;
    switch (node.kind) {
      case Inline::Kind::text: out.push_back({node.text, type_of(look, style), false, false, -1, look.target}); break;
      case Inline::Kind::code: out.push_back({node.text, style.code, true, false, chips++, look.target}); break;
      case Inline::Kind::image: out.push_back({node.text, style.italic, false, false, -1, look.target}); break;
      case Inline::Kind::line_break: out.push_back({"", style.plain, false, true, -1, ""}); break;
      case Inline::Kind::bold: inner.bold = true; break;
      case Inline::Kind::italic: inner.italic = true; break;
      case Inline::Kind::link: inner.target = node.target; break;
    }
    flatten(node.children, style, inner, chips, out);
  }
}

// A stretch without a place to break, perhaps of several styles: "`i`," is a chip and a comma.
struct Word {
  std::vector<Piece> pieces;
  bool space_after = false;
  bool is_break = false;
};

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t'; }

// A short piece of code stays whole: `row = i / width` reads as one thing.
constexpr size_t longest_whole_chip = 28;
bool may_break(const Piece& piece) { return !piece.is_code || piece.text.size() > longest_whole_chip; }

std::vector<Word> words_of(const std::vector<Piece>& pieces) {
  std::vector<Word> words;
  Word word;
  auto finish = [&](bool space) {
    if (word.pieces.empty()) {
      if (space && !words.empty()) words.back().space_after = true;
      return;
    }
    word.space_after = space;
    words.push_back(std::move(word));
    word = {};
  };
  for (const Piece& piece : pieces) {
    if (piece.is_break) {
      finish(false);
      words.push_back({{}, false, true});
      continue;
    }
    size_t begin = 0;
    for (size_t i = 0; i <= piece.text.size(); ++i) {
      if (i < piece.text.size() && (!is_space(piece.text[i]) || !may_break(piece))) continue;
      if (i > begin) {
        Piece part = piece;
        part.text = piece.text.substr(begin, i - begin);
        word.pieces.push_back(std::move(part));
      }
      if (i < piece.text.size()) finish(true);
      begin = i + 1;
    }
  }
  finish(false);
  return words;
}

struct Setter {
  const TextStyle& style;
  float room;
  const Measure& measure;
  LaidText out;
  float pen = 0, y = 0;
  bool has_space = false;      // a space is owed before the next word of this line
  Type space_type = Type::text;

  float width_of(const Piece& piece) const { return measure(piece.type, piece.text); }

  float width_of(const Word& word, int chip_before) const {
    float width = 0;
    for (const Piece& piece : word.pieces) {
      width += width_of(piece);
      if (piece.is_code && piece.chip != chip_before) width += 2 * style.code_padding;
    }
    return width;
  }

  void close_chip() {
    if (out.fragments.empty() || !out.fragments.back().is_code || out.fragments.back().ends_chip) return;
    out.fragments.back().ends_chip = true;
    out.fragments.back().width += style.code_padding;
    pen += style.code_padding;
  }

  void new_line() {
    if (!out.fragments.empty() && out.fragments.back().y == y && out.fragments.back().is_code && !out.fragments.back().ends_chip)
      out.fragments.back().width += style.code_padding;
    pen = 0;
    has_space = false;
    y += style.line_height;
  }

  void add(const Piece& piece, bool continues_chip) {
    const float width = width_of(piece);
    Fragment* last = out.fragments.empty() || out.fragments.back().y != y ? nullptr : &out.fragments.back();
    const bool joins = last && last->type == piece.type && last->target == piece.target && last->is_code == piece.is_code && (!piece.is_code || continues_chip);
    if (joins) {
      last->text += piece.text;
      last->width = pen + width - last->x;
      pen += width;
      return;
    }
    Fragment fragment;
    fragment.x = pen;
    fragment.y = y;
    fragment.type = piece.type;
    fragment.is_code = piece.is_code;
    fragment.starts_chip = piece.is_code && !continues_chip;
    fragment.text = piece.text;
    fragment.target = piece.target;
    fragment.width = width + (piece.is_code ? style.code_padding : 0);
    pen += fragment.width;
    out.fragments.push_back(std::move(fragment));
  }

  // The owed space belongs to the text before it: the fragments of a line read as one string.
  void pay_space(bool inside_chip) {
    if (!has_space) return;
    if (!inside_chip) close_chip();
    Fragment& last = out.fragments.back();
    pen += measure(inside_chip ? last.type : style.plain, " ");
    last.text += ' ';
    if (inside_chip) last.width = pen - last.x;
    has_space = false;
  }

  // A word wider than the measure is cut between characters.
  void add_cut(const Piece& piece, bool continues_chip) {
    std::string_view rest = piece.text;
    while (!rest.empty()) {
      size_t fits = 0;
      for (size_t i = next_character(rest, 0);; i = next_character(rest, i)) {
        if (pen + measure(piece.type, rest.substr(0, i)) + 2 * style.code_padding > room && fits > 0) break;
        fits = i;
        if (i >= rest.size()) break;
      }
      Piece part = piece;
      part.text = std::string(rest.substr(0, fits));
      add(part, continues_chip);
      rest.remove_prefix(fits);
      if (!rest.empty()) new_line();
      continues_chip = false;
    }
  }

  void add_word(const Word& word, int chip_before) {
    const bool inside_chip = chip_before >= 0 && !word.pieces.empty() && word.pieces.front().chip == chip_before;
    const float space = has_space ? measure(style.plain, " ") + (chip_before >= 0 && !inside_chip ? style.code_padding : 0) : 0;
    const float width = width_of(word, inside_chip ? chip_before : -1) + (inside_chip ? style.code_padding : 0);
    if (pen > 0 && pen + space + width > room + 0.5f) {
      if (!inside_chip) close_chip();
      if (!out.fragments.empty()) out.fragments.back().text += ' ';
      new_line();
    } else {
      pay_space(inside_chip);
    }
    int chip = inside_chip ? chip_before : -1;
    for (const Piece& piece : word.pieces) {
      const bool continues = piece.is_code && piece.chip == chip;
      if (!continues) close_chip();
      if (width > room) add_cut(piece, continues && pen > 0);
      else add(piece, continues && pen > 0);
      chip = piece.chip;
    }
    has_space = word.space_after;
  }
};

}  // namespace

std::string Fragment::shown() const {
  std::string s = text;
  while (!s.empty() && s.back() == ' ') s.pop_back();
  return s;
}

LaidText lay_out(const RichText& text, const TextStyle& style, float measure_width, const Measure& measure) {
  std::vector<Piece> pieces;
  int chips = 0;
  flatten(text, style, {}, chips, pieces);
  Setter setter{style, std::max(measure_width, 20.0f), measure, {}, 0, 0, false, style.plain};
  int chip = -1;
  for (const Word& word : words_of(pieces)) {
    if (word.is_break) {
      setter.close_chip();
      setter.new_line();
      chip = -1;
      continue;
    }
    setter.add_word(word, chip);
    chip = word.pieces.back().chip;
  }
  setter.close_chip();
  LaidText out = std::move(setter.out);
  for (const Fragment& fragment : out.fragments) out.width = std::max(out.width, fragment.x + fragment.width);
  out.lines = out.fragments.empty() ? 0 : static_cast<int>(setter.y / style.line_height + 0.5f) + 1;
  out.height = static_cast<float>(out.lines) * style.line_height;
  return out;
}

float least_width(const RichText& text, const TextStyle& style, const Measure& measure) {
  std::vector<Piece> pieces;
  int chips = 0;
  flatten(text, style, {}, chips, pieces);
  float widest = 0;
  for (const Word& word : words_of(pieces)) {
    float width = 0;
    for (const Piece& piece : word.pieces) width += measure(piece.type, piece.text) + (piece.is_code ? 2 * style.code_padding : 0);
    widest = std::max(widest, width);
  }
  return widest;
}

std::vector<float> column_widths(const std::vector<float>& wanted, const std::vector<float>& least, float available, float gap) {
  const float gaps = wanted.empty() ? 0 : gap * static_cast<float>(wanted.size() - 1), room = std::max(0.0f, available - gaps);
  const float all = std::accumulate(wanted.begin(), wanted.end(), 0.0f);
  if (all <= room) return wanted;
  std::vector<float> widths = least;
  const float spent = std::accumulate(least.begin(), least.end(), 0.0f);
  if (spent >= room) {
    for (float& width : widths) width *= room / std::max(1.0f, spent);
    return widths;
  }
  float wish = 0;
  for (size_t i = 0; i < wanted.size(); ++i) wish += std::max(0.0f, wanted[i] - least[i]);
  for (size_t i = 0; i < wanted.size(); ++i) widths[i] += (room - spent) * std::max(0.0f, wanted[i] - least[i]) / std::max(1.0f, wish);
  return widths;
}

}  // namespace wb

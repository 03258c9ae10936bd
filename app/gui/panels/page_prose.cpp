// The blocks that are read: headings, paragraphs, lists, tables, code, pictures, asides.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "app/gui/panels/page_pen.h"
#include "app/gui/panels/wording.h"
#include "app/workbook/limits.h"
#include "app/workbook/picture.h"

namespace wb {
namespace {

// Behind a step word the heading goes on in small letters; standing below it, it begins like a sentence.
const RichText& shown_heading(Pen& pen, const Heading& heading) {
  if (heading.step.empty() || heading.text.empty()) return heading.text;
  auto [found, is_new] = pen.memory.headings.try_emplace(&heading, heading.text);
  if (is_new && found->second[0].kind == Inline::Kind::text) found->second[0].text = capitalised(std::move(found->second[0].text));
  return found->second;
}

void draw_heading(Pen& pen, const Heading& heading, bool is_first) {
  if (!is_first) pen.gap(heading.level <= 2 ? 26 : 16);
  TextStyle style = pen.prose();
  const bool is_step = heading.level <= 2;
  style.plain = style.bold = style.italic = style.bold_italic = is_step ? Type::heading : Type::subheading;
  style.line_height = std::round(pen.px(is_step ? 26 : 24));
  if (!heading.step.empty()) {
    wb::text(pen.ui, Type::label, pen.x, pen.y, pen.px(18), pen.ui.theme.link, pen.ui.say("step." + heading.step));
    pen.y += std::round(pen.px(20));
  }
  pen.ui.widgets.add({.role = Role::heading, .label = plain_text(shown_heading(pen, heading)), .id = "page/heading/" + plain_text(heading.text),
                      .rect = {pen.x, pen.y, pen.width, style.line_height}, .focusable = false});
  pen.rich(shown_heading(pen, heading), style, pen.ui.theme.ink);
  pen.gap(8);
}

void draw_list(Pen& pen, const List& list) {
  const float indent = std::round(pen.px(22));
  int number = list.start;
  for (const std::vector<Block>& item : list.items) {
    const float begun = pen.y;
    if (list.is_ordered) text_right(pen.ui, Type::text, pen.x + indent - pen.px(7), begun, pen.ui.theme.text_line, pen.ui.theme.quiet, std::to_string(number) + ".");
    else disc(pen.ui, pen.x + pen.px(8), begun + pen.ui.theme.text_line / 2 + pen.px(1), pen.px(2.2f), pen.ui.theme.quiet);
    pen.x += indent;
    pen.width -= indent;
    draw_blocks(pen, item, false);
    pen.x -= indent;
    pen.width += indent;
    ++number;
  }
}

// Columns by their texts; rules above and below the head and between rows, no boxes.
void draw_table(Pen& pen, const Table& table) {
  const TextStyle style = pen.small();
  TextStyle head_style = style;
  head_style.plain = head_style.bold = Type::caption_bold;
  const float gap = std::round(pen.px(18)), pad = std::round(pen.px(6));
  const size_t columns = table.columns.size();
  std::vector<float> wanted(columns, 0), least(columns, 0);
  auto consider = [&](const std::vector<RichText>& row, const TextStyle& with) {
    for (size_t i = 0; i < std::min(columns, row.size()); ++i) {
      const Measure measure = [&](Type type, std::string_view s) { return pen.ui.fonts.width(type, s); };
      wanted[i] = std::max(wanted[i], lay_out(row[i], with, 1e6f, measure).width + 1);
      least[i] = std::max(least[i], std::min(least_width(row[i], with, measure) + 1, pen.width * 0.45f));
    }
  };
  consider(table.head, head_style);
  for (const auto& row : table.rows) consider(row, style);
  const std::vector<float> widths = column_widths(wanted, least, pen.width, gap);
  auto draw_row = [&](const std::vector<RichText>& row, const TextStyle& with, Colour colour) {
    float height = with.line_height;
    for (size_t i = 0; i < std::min(columns, row.size()); ++i) height = std::max(height, pen.rich_height(row[i], with, widths[i]));
    float x = pen.x;
    for (size_t i = 0; i < std::min(columns, row.size()); ++i) {
      const float text_width = pen.memory.texts.get(row[i], with, widths[i], pen.ui.fonts).width;
      const float shift = table.columns[i] == Align::right ? widths[i] - text_width : table.columns[i] == Align::centre ? (widths[i] - text_width) / 2 : 0;
      pen.rich_at(row[i], with, colour, x + shift, pen.y + pad, widths[i]);
      x += widths[i] + gap;
    }
    pen.y += height + 2 * pad;
  };
  draw_row(table.head, head_style, mix(pen.ui.theme.quiet, pen.ui.theme.ink, 0.3f));
  line(pen.ui, pen.x, pen.y, pen.x + pen.width, pen.y, mix(pen.ui.theme.line, pen.ui.theme.ink, 0.35f));
  for (const auto& row : table.rows) {
    draw_row(row, style, pen.ui.theme.ink);
    line(pen.ui, pen.x, pen.y, pen.x + pen.width, pen.y, pen.ui.theme.line);
  }
}

std::string file_bytes(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) > limits::data_file_bytes || error) return {};
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

void draw_image(Pen& pen, const ImageBlock& image) {
  static std::map<std::string, std::pair<int, int>> sizes;  // of pictures that were uploaded: a cache of facts, not state
  const std::string key = "page/" + image.file.string();
  if (pen.ui.textures.is_missing(key, 1)) {
    std::string why;
    if (const auto picture = read_picture(file_bytes(image.file), 4, why)) {
      sizes[key] = {picture->width, picture->height};
      pen.ui.textures.upload(key, 1, picture->width, picture->height, picture->bytes, Sampling::smooth);
    }
  }
  const TextureId texture = pen.ui.textures.get(key);
  if (texture == 0) {
    pen.plain(Type::caption_italic, pen.px(20), pen.ui.theme.quiet, pen.ui.say("page.picture_missing", {image.file.filename().string(), image.alternative}));
    return;
  }
  const auto [w, h] = sizes[key];
  const float shown = std::min(pen.width, static_cast<float>(w) * pen.ui.theme.scale);
  const Rect rect{pen.x, pen.y, shown, shown * static_cast<float>(h) / static_cast<float>(std::max(1, w))};
  if (rect.bottom() >= pen.top && rect.y <= pen.bottom) picture(pen.ui, texture, rect);
  pen.ui.widgets.add({.role = Role::image, .label = image.alternative, .id = key, .rect = rect, .focusable = false});
  pen.y = rect.bottom();
  if (!image.alternative.empty()) {
    pen.gap(6);
    pen.plain(Type::caption, pen.px(18), pen.ui.theme.quiet, image.alternative);
  }
}

void draw_aside(Pen& pen, const Aside& aside) {
  if (aside.is_instructor) return;
  CardFrame card(pen, {.background = mix(pen.ui.theme.paper, pen.ui.theme.ground, 0.8f), .border = 0, .padding = 16, .radius = 8,
                       .edge = mix(pen.ui.theme.line, pen.ui.theme.quiet, 0.5f)});
  draw_blocks(pen, aside.blocks, false);
  pen.y -= std::round(pen.px(12));
}

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

namespace {

void draw_excerpt(Pen& pen, const SourceExcerpt& excerpt) {
  draw_code(pen, excerpt.text, excerpt.first_line, excerpt.file);
  pen.gap(5);
  const std::string caption = pen.ui.say("page.excerpt", {excerpt.file, std::to_string(excerpt.first_line), std::to_string(excerpt.last_line)});
  wb::text(pen.ui, Type::caption, pen.x, pen.y, pen.px(18), pen.ui.theme.quiet, caption);
  pen.y += std::round(pen.px(18));
}

}  // namespace

void draw_block(Pen& pen, const Block& block, int index, const Block* before) {
  const bool is_first = before == nullptr;
  const float begun = pen.y;
  std::visit(Overloaded{
                 [&](const Heading& b) { draw_heading(pen, b, is_first); },
                 [&](const Paragraph& b) { pen.rich(b.text, pen.prose(), pen.ui.theme.ink); },
                 [&](const List& b) { draw_list(pen, b); },
                 [&](const Table& b) { draw_table(pen, b); },
                 [&](const CodeBlock& b) { draw_code(pen, b.text, 0, ""); },
                 [&](const ImageBlock& b) { draw_image(pen, b); },
                 [&](const Quote& b) {
                   const float indent = std::round(pen.px(16)), quote_top = pen.y;
                   pen.x += indent, pen.width -= indent;
                   draw_blocks(pen, b.blocks, false);
                   pen.x -= indent, pen.width += indent;
                   fill(pen.ui, {pen.x, quote_top, pen.px(3), pen.y - quote_top}, pen.ui.theme.line);
                 },
                 [&](const Rule&) {
                   pen.gap(6);
                   line(pen.ui, pen.x, pen.y, pen.x + pen.width, pen.y, pen.ui.theme.line);
                   pen.gap(6);
                 },
                 [&](const Aside& b) { draw_aside(pen, b); },
                 [&](const RunCard& b) { draw_run_card(pen, b, index); },
                 [&](const Predict& b) { draw_predict(pen, b, index); },
                 [&](const SourceExcerpt& b) { draw_excerpt(pen, b); },
                 [&](const ViewFigure& b) { draw_figure(pen, b, index); },
                 [&](const ExerciseCard& b) { draw_exercise_card(pen, b, index); },
                 [&](const BugCard& b) { draw_bug_card(pen, b, index); },
                 [&](const Explain& b) { draw_explain(pen, b, index); },
             },
             block.content);
  if (pen.y == begun || std::holds_alternative<Heading>(block.content)) return;
  const bool is_text = std::holds_alternative<Paragraph>(block.content) || std::holds_alternative<List>(block.content);
  pen.gap(is_text ? 12 : 18);
}

void draw_blocks(Pen& pen, const std::vector<Block>& blocks, bool has_indices) {
  for (size_t i = 0; i < blocks.size(); ++i) draw_block(pen, blocks[i], has_indices ? static_cast<int>(i) : -1, i ? &blocks[i - 1] : nullptr);
}

}  // namespace wb

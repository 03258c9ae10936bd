#include "app/workbook/lesson_reader.h"

#include <algorithm>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/front_matter.h"
#include "app/workbook/limits.h"
#include "app/workbook/page_reader.h"

namespace wb {

namespace fs = std::filesystem;

std::optional<size_t> first_bad_byte(std::string_view text, size_t from) {
  for (size_t i = from; i < text.size();) {
    auto c = static_cast<uint8_t>(text[i]);
    size_t length = c < 0x80 ? 1 : (c >> 5) == 6 && c >= 0xC2 ? 2 : (c >> 4) == 14 ? 3 : (c >> 3) == 30 && c <= 0xF4 ? 4 : 0;
    if (length == 0 || i + length > text.size() || c == 0) return i;
    for (size_t k = 1; k < length; ++k)
      if ((static_cast<uint8_t>(text[i + k]) & 0xC0) != 0x80) return i;
    i += length;
  }
  return std::nullopt;
}

namespace {

Complaint complaint_at_start(const fs::path& file, std::string message, std::string hint = {}) {
  return {Severity::error, file.string(), 1, 1, std::move(message), std::move(hint)};
}

// Where the TOML and the page lie within the text.
struct Parts {
  size_t toml_begin = 0, toml_end = 0, page_begin = 0;
};
std::optional<Parts> split_front_matter(std::string_view text, std::string& why) {
  auto is_fence = [&](size_t at) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    return line == "+++";
  };
  size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (!is_fence(start)) return why = "the lesson does not start with its front matter: a line `+++`, TOML, a line `+++`", std::nullopt;
  Parts parts;
  parts.toml_begin = std::min(text.find('\n', start), text.size() - 1) + 1;
  for (size_t at = parts.toml_begin; at < text.size();) {
    size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (is_fence(at)) return parts.toml_end = at, parts.page_begin = next, parts;
    at = next;
  }
  return why = "the front matter is never closed: its last line `+++` is missing", std::nullopt;
}

// Own headers that a source includes, so that the simulator can read them without touching files.
// `from`: the folder of the file that holds the text, within the lesson's: "" or "shapes/".
void read_headers(const fs::path& folder, const std::string& from, const std::string& text, Lesson& lesson, int depth) {
  if (depth > 32) return;
  for (size_t at = 0; (at = text.find("#include", at)) != std::string::npos;) {
    at += 8;
    size_t open = text.find_first_not_of(" \t", at);
    if (open == std::string::npos || text[open] != '"') continue;
    size_t close = text.find_first_of("\"\n", open + 1);
    if (close == std::string::npos || text[close] != '"') continue;
    const std::string written = text.substr(open + 1, close - open - 1);
    std::string why;
    for (const std::string& name : {fs::path(from + written).lexically_normal().generic_string(), written}) {
      if (lesson.sources.contains(name)) break;
      auto header = read_lesson_file(folder, name, limits::kernel_text_bytes, why);
      if (!header) continue;
      auto [place, is_new] = lesson.sources.emplace(name, std::move(*header));
      read_headers(folder, name.substr(0, name.rfind('/') + 1), place->second, lesson, depth + 1);
      break;
    }
  }
}

void read_sources(ComplaintSink& complaints, Lesson& lesson) {
  auto read = [&](const std::string& name, Span span) {
    if (name.empty() || lesson.sources.contains(name)) return;
    std::string why;
    auto text = read_lesson_file(lesson.folder, name, limits::kernel_text_bytes, why);
    if (!text) return complaints.error(span, why);
    if (first_bad_byte(*text)) return complaints.error(span, "`" + name + "` is not UTF-8 text");
    auto [place, is_new] = lesson.sources.emplace(name, std::move(*text));
    read_headers(lesson.folder, "", place->second, lesson, 0);
  };
  for (const LaunchSpec& l : lesson.launches) read(l.source, l.source_span);
  for (const BugSpec& b : lesson.bugs) {
    read(b.source, b.source_span);
    if (b.repair) read(b.repair->solution, b.repair->solution_span);
  }
  for (const ExerciseSpec& e : lesson.exercises) {
    read(e.start, e.start_span);
    read(e.solution, e.solution_span);
  }
}

void read_excerpt_sources(const std::vector<Block>& blocks, ComplaintSink& complaints, Lesson& lesson) {
  for (const Block& block : blocks) {
    if (auto* aside = std::get_if<Aside>(&block.content)) read_excerpt_sources(aside->blocks, complaints, lesson);
    auto* excerpt = std::get_if<SourceExcerpt>(&block.content);
    if (!excerpt || excerpt->file.empty() || lesson.sources.contains(excerpt->file)) continue;
    std::string why;
    if (auto text = read_lesson_file(lesson.folder, excerpt->file, limits::kernel_text_bytes, why)) lesson.sources.emplace(excerpt->file, std::move(*text));
    else complaints.error(block.span, why);
  }
}

// ---- links and pictures

void check_target(const std::string& target, Span span, ComplaintSink& complaints, const Lesson& lesson) {
  std::string path = target.substr(0, target.find('#'));
  if (path.empty() || path.find("://") != std::string::npos || path.starts_with("mailto:")) return;
  std::string why;
  if (path_inside(lesson.folder, path, why)) return;
  // A link may lead to a neighbour lesson of the course: ../04-rgb-to-grey/lesson.md
  if (path.starts_with("../")) {
    std::error_code error;
    fs::path course = fs::weakly_canonical(lesson.folder, error).parent_path();
    if (path_inside(course, path.substr(3), why)) return;
  }
  complaints.error(span, "the link `" + target + "` leads nowhere: " + why);
}

void check_links(const RichText& text, Span span, ComplaintSink& complaints, const Lesson& lesson) {
  for (const Inline& i : text) {
    if (i.kind == Inline::Kind::link || i.kind == Inline::Kind::image) check_target(i.target, span, complaints, lesson);
    check_links(i.children, span, complaints, lesson);
  }
}

template <class OnText>
void check_question_links(const Predict& question, const OnText& rich) {
  rich(question.question);
  rich(question.feedback);
  for (const Choice& c : question.choices) rich(c.text), rich(c.feedback);
}

void check_links(std::vector<Block>& blocks, ComplaintSink& complaints, const Lesson& lesson) {
  for (Block& block : blocks) {
    auto rich = [&](const RichText& text) { check_links(text, block.span, complaints, lesson); };
    if (auto* p = std::get_if<Paragraph>(&block.content)) rich(p->text);
    else if (auto* heading = std::get_if<Heading>(&block.content)) rich(heading->text);
    else if (auto* table = std::get_if<Table>(&block.content)) {
      for (const RichText& cell : table->head) rich(cell);
      for (const auto& row : table->rows)
        for (const RichText& cell : row) rich(cell);
    } else if (auto* list = std::get_if<List>(&block.content)) {
      for (auto& item : list->items) check_links(item, complaints, lesson);
    } else if (auto* quote = std::get_if<Quote>(&block.content)) check_links(quote->blocks, complaints, lesson);
    else if (auto* aside = std::get_if<Aside>(&block.content)) check_links(aside->blocks, complaints, lesson);
    else if (auto* predict = std::get_if<Predict>(&block.content)) {
      check_question_links(*predict, rich);
    } else if (auto* card = std::get_if<ExerciseCard>(&block.content)) {
      if (card->question) check_question_links(*card->question, rich);
    } else if (auto* image = std::get_if<ImageBlock>(&block.content)) {
      std::string why, target = image->file.string();
      if (auto whole = path_inside(lesson.folder, target, why)) image->file = *whole;
      else complaints.error(block.span, "the picture `" + target + "` cannot be shown: " + why), image->file.clear();
    }
  }
}

}  // namespace

ReadLesson read_lesson(const fs::path& folder) {
  fs::path file = folder / "lesson.md";
  std::string why;
  if (auto text = read_lesson_file(folder, "lesson.md", limits::lesson_text_bytes, why)) return read_lesson_text(folder, file, std::move(*text));
  std::error_code error;
  std::string what = fs::exists(folder, error) ? "the lesson's text is missing or unreadable: " + why : "there is no folder `" + folder.string() + "`";
  return {{}, {complaint_at_start(file, what)}};
}

ReadLesson read_lesson_text(const fs::path& folder, const fs::path& file, std::string text, std::map<std::string, std::string> known_sources) {
  ReadLesson result;
  std::string why;
  auto sources = std::make_shared<SourceMap>();
  sources->add(file.string(), std::move(text));
  std::string_view all = sources->text(FileId{0});
  ComplaintSink complaints(*sources, result.complaints);
  if (auto bad = first_bad_byte(all)) {
    auto at = static_cast<uint32_t>(*bad);
    complaints.error({FileId{0}, at, at + 1, 0}, "this is not UTF-8 text", "save the file as UTF-8");
    return result;
  }
  auto parts = split_front_matter(all, why);
  if (!parts) {
    result.complaints.push_back(complaint_at_start(file, why));
    return result;
  }
  Lesson lesson;
  lesson.folder = folder;
  std::error_code error;
  lesson.folder_name = fs::weakly_canonical(folder, error).filename().string();
  if (lesson.folder_name.empty()) lesson.folder_name = fs::weakly_canonical(folder, error).parent_path().filename().string();
  lesson.text = sources;
  lesson.page_line = sources->line_column(FileId{0}, static_cast<uint32_t>(parts->page_begin)).line;
  if (!read_front_matter(all.substr(parts->toml_begin, parts->toml_end - parts->toml_begin), 2, complaints, lesson)) return result;
  lesson.sources = std::move(known_sources);
  for (const auto& [name, source] : std::map(lesson.sources)) read_headers(folder, "", source, lesson, 0);
  read_sources(complaints, lesson);
  read_page(static_cast<uint32_t>(parts->page_begin), complaints, lesson);
  read_excerpt_sources(lesson.blocks, complaints, lesson);
  check_links(lesson.blocks, complaints, lesson);
  std::stable_sort(result.complaints.begin(), result.complaints.end(), [](const Complaint& a, const Complaint& b) { return a.line != b.line ? a.line < b.line : a.column < b.column; });
  result.lesson = std::move(lesson);
  return result;
}

}  // namespace wb

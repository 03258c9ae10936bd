// The page is cut into pieces by lines: fenced blocks, ::: containers, and the Markdown between them. So each live block knows its
// place exactly, and Markdown itself is left to md4c.
//
//     ```predict name=idle for=guard        head: a first word, words, key=value
//     How many threads ...?                 body: the question
//     - [x] 24   > feedback                 choices
//     ```
#include "app/workbook/page_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "app/workbook/counter_names.h"
#include "app/workbook/limits.h"
#include "app/workbook/markdown.h"

namespace wb {

namespace {

constexpr const char* live_words[] = {"run", "predict", "stop", "source", "view", "exercise", "bug", "explain"};
constexpr const char* plain_words[] = {"c", "cc", "cpp", "c++", "cu", "cuda", "python", "py", "bash", "sh", "shell", "text", "txt", "console", "json", "toml", "ini",
                                       "ptx", "asm", "markdown", "md", "diff", "cmake", "make", "yaml", "csv", "math", "pseudo", "fortran", "rust", "julia", "plain"};
constexpr const char* view_words[] = {"grid", "warp", "memory", "timeline", "loops", "timings", "results", "race"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::any_of(std::begin(words), std::end(words), [&](const char* w) { return word == w; });
}

std::optional<uint64_t> parse_whole(std::string_view text) {
  uint64_t value = 0;
  auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc{} || rest != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::vector<std::string> split_words(std::string_view text, char by) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t end = std::min(text.find(by), text.size());
    if (std::string_view part = trimmed(text.substr(0, end)); !part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return parts;
}

struct Line {
  std::string_view text;  // without its newline
  uint32_t begin = 0;     // offset in the file
};

// ---- the head of a live block

struct HeadWord {
  std::string key, value;  // key is empty for a plain word
  Span span, value_span;
  bool was_read = false;
};

// Words and key=value pairs behind the first word; values may stand in quotes.
class Head {
 public:
  Head(std::string first, std::string_view rest, uint32_t at, ComplaintSink& complaints) : first_(std::move(first)), complaints_(complaints) {
    for (size_t i = 0; i < rest.size();) {
      if (rest[i] == ' ' || rest[i] == '\t') {
        ++i;
        continue;
      }
      size_t begin = i;
      HeadWord word;
      size_t value_begin = begin;
      while (i < rest.size() && rest[i] != ' ' && rest[i] != '\t') {
        if (rest[i] == '=' && word.key.empty() && i > begin) {
          word.key = rest.substr(begin, i - begin);
          value_begin = ++i;
          word.value.clear();
          continue;
        }
        if (rest[i] == '"') {
          size_t close = rest.find('"', i + 1);
          if (close == std::string_view::npos) {
            complaints_.error({FileId{0}, at + static_cast<uint32_t>(i), at + static_cast<uint32_t>(rest.size()), 0}, "a closing `\"` is missing");
            close = rest.size() - 1;
            word.value += rest.substr(i + 1);
          } else {
            word.value += rest.substr(i + 1, close - i - 1);
          }
          i = close + 1;
          continue;
        }
        word.value += rest[i++];
      }
      word.span = {FileId{0}, at + static_cast<uint32_t>(begin), at + static_cast<uint32_t>(i), 0};
      word.value_span = {FileId{0}, at + static_cast<uint32_t>(value_begin), at + static_cast<uint32_t>(i), 0};
      words_.push_back(std::move(word));
    }
  }

  std::optional<HeadWord> plain() {
    for (HeadWord& w : words_)
      if (w.key.empty() && !w.was_read) return w.was_read = true, w;
    return std::nullopt;
  }
  std::optional<HeadWord> get(std::string_view key) {
    known_.emplace_back(key);
    std::optional<HeadWord> found;
    for (HeadWord& w : words_)
      if (w.key == key) w.was_read = true, found = w;
    return found;
  }
  void finish() {
    for (const HeadWord& w : words_) {
      if (w.was_read) continue;
      if (w.key.empty()) complaints_.error(w.span, "`" + w.value + "` does not belong in the head of a `" + first_ + "` block");
      else complaints_.error(w.span, "a `" + first_ + "` block has no `" + w.key + "=`", did_you_mean(w.key, known_));
    }
  }

 private:
  std::string first_;
  ComplaintSink& complaints_;
  std::vector<HeadWord> words_;
  std::vector<std::string> known_;
};

class PageReader {
 public:
  PageReader(uint32_t begin, ComplaintSink& complaints, Lesson& lesson) : complaints_(complaints), lesson_(lesson) {
    std::string_view all = complaints.text().text(FileId{0});
    for (size_t at = begin; at < all.size();) {
      size_t end = std::min(all.find('\n', at), all.size());
      std::string_view line = all.substr(at, end - at);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      lines_.push_back({line, static_cast<uint32_t>(at)});
      at = end + 1;
    }
  }

  void read() {
    size_t at = 0;
    lesson_.blocks = read_until_close(at, 0);
    find_locks(lesson_.blocks);
    check_asked();
  }

 private:
  static Span line_span(const Line& line) { return {FileId{0}, line.begin, line.begin + std::max<uint32_t>(1, static_cast<uint32_t>(line.text.size())), 0}; }

  // How many backticks or tildes open a fence on this line; 0: none.
  static size_t fence_length(std::string_view text) {
    if (text.size() < 3 || (text[0] != '`' && text[0] != '~')) return 0;
    size_t n = text.find_first_not_of(text[0]);
    if (n == std::string_view::npos) n = text.size();
    return n >= 3 ? n : 0;
  }

  std::vector<Block> read_until_close(size_t& at, size_t depth) {
    std::vector<Block> blocks;
    size_t text_from = at;
    auto flush = [&](size_t to) {
      if (to > text_from) add_markdown(text_from, to, blocks);
    };
    while (at < lines_.size()) {
      std::string_view text = lines_[at].text;
      if (fence_length(text)) {
        flush(at);
        read_fence(at, blocks);
        text_from = at;
      } else if (text.starts_with(":::")) {
        flush(at);
        std::string_view word = trimmed(text.substr(3));
        if (word.empty()) {
          if (depth > 0) return blocks;  // the caller steps over it
          complaints_.error(line_span(lines_[at]), "this `:::` closes nothing");
          text_from = ++at;
          continue;
        }
        read_aside(word, at, depth, blocks);
        text_from = at;
      } else {
        ++at;
      }
      if (lesson_block_count_ > limits::blocks) {
        complaints_.error(line_span(lines_[std::min(at, lines_.size() - 1)]), "a page has at most " + std::to_string(limits::blocks) + " blocks");
        at = lines_.size();
        return blocks;
      }
    }
    flush(at);
    return blocks;
  }

  void read_aside(std::string_view word, size_t& at, size_t depth, std::vector<Block>& blocks) {
    Line open = lines_[at++];
    Aside aside;
    aside.is_instructor = word == "instructor";
    if (word != "aside" && word != "instructor") {
      std::string hint = did_you_mean(word, {"aside", "instructor"});
      complaints_.error(line_span(open), "`::: " + std::string(word) + "` is not known", hint.empty() ? "there are `::: aside` and `::: instructor`" : hint);
    }
    if (depth + 1 > limits::block_nesting) {
      complaints_.error(line_span(open), "blocks are nested more than " + std::to_string(limits::block_nesting) + " deep");
      at = lines_.size();
      return;
    }
    aside.blocks = read_until_close(at, depth + 1);
    if (at < lines_.size()) ++at;  // the closing line
    else complaints_.error(line_span(open), "this `::: " + std::string(word) + "` is never closed", "end it with a line `:::`");
    add(blocks, line_span(open), std::move(aside));
  }

  // ---- Markdown between the live blocks

  void add_markdown(size_t from, size_t to, std::vector<Block>& blocks) {
    uint32_t begin = lines_[from].begin;
    uint32_t end = to < lines_.size() ? lines_[to].begin : static_cast<uint32_t>(complaints_.text().text(FileId{0}).size());
    std::string_view text = complaints_.text().text(FileId{0}).substr(begin, end - begin);
    bool is_too_deep = false;
    std::vector<Block> parsed = parse_markdown(text, begin, is_too_deep);
    if (is_too_deep) complaints_.error(line_span(lines_[from]), "lists and quotes are nested more than " + std::to_string(limits::block_nesting) + " deep in the text from here on");
    for (Block& block : parsed) {
      if (auto* heading = std::get_if<Heading>(&block.content)) read_heading(*heading, block.span);
      ++lesson_block_count_;
      blocks.push_back(std::move(block));
    }
  }

  void read_heading(Heading& heading, Span span) {
    if (heading.level != 2) return;
    std::string plain = plain_text(heading.text);
    std::vector<std::string> words(std::begin(step_words), std::end(step_words));
    size_t colon = plain.find(':');
    std::string word = plain.substr(0, colon);
    if (std::find(words.begin(), words.end(), word) == words.end()) {
      std::string list;
      for (const std::string& w : words) list += (list.empty() ? "`" : ", `") + w + "`";
      std::string hint = did_you_mean(word, words);
      complaints_.error(span, "`" + word.substr(0, 60) + "` is no step word", hint.empty() ? "a `##` heading starts with one of " + list + ", a colon, and its own words" : hint);
      return;
    }
    heading.step = step_ = word;
    // Take the word and its colon off the front; they stand in the first piece of text unless somebody set them in bold.
    if (colon == std::string::npos) return void(heading.text.clear());
    if (!heading.text.empty() && heading.text[0].text.size() > colon) {
      heading.text[0].text.erase(0, colon + 1);
      size_t first = heading.text[0].text.find_first_not_of(' ');
      heading.text[0].text.erase(0, std::min(first, heading.text[0].text.size()));
    }
  }

  // ---- fenced blocks

  void read_fence(size_t& at, std::vector<Block>& blocks) {
    Line open = lines_[at];
    size_t fence = fence_length(open.text);
    char mark = open.text[0];
    size_t close = at + 1;
    auto closes = [&](std::string_view text) {
      text = trimmed(text);
      return text.size() >= fence && text.find_first_not_of(mark) == std::string_view::npos;
    };
    while (close < lines_.size() && !closes(lines_[close].text)) ++close;
    bool is_closed = close < lines_.size();
    if (!is_closed) complaints_.error(line_span(open), "this block is never closed", "end it with a line " + std::string(fence, mark));
    std::vector<Line> body(lines_.begin() + static_cast<ptrdiff_t>(at) + 1, lines_.begin() + static_cast<ptrdiff_t>(close));
    at = is_closed ? close + 1 : close;

    std::string_view head = open.text.substr(fence);
    size_t skip = std::min(head.find_first_not_of(" \t"), head.size());
    head.remove_prefix(skip);
    size_t word_end = std::min(head.find_first_of(" \t"), head.size());
    std::string word(head.substr(0, word_end));
    uint32_t rest_at = open.begin + static_cast<uint32_t>(fence + skip + word_end);
    read_fenced(word, trimmed_right(head.substr(word_end)), rest_at, open, body, blocks);
  }

  static std::string_view trimmed_right(std::string_view text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  }

  void read_fenced(const std::string& word, std::string_view rest, uint32_t rest_at, const Line& open, const std::vector<Line>& body, std::vector<Block>& blocks) {
    Span span = line_span(open);
    if (!contains(live_words, word)) {
      check_plain_word(word, span);
      return add(blocks, span, CodeBlock{word, joined(body)});
    }
    Head head(word, rest, rest_at, complaints_);
    if (word == "run") read_run(head, span, body, blocks);
    else if (word == "predict") add(blocks, span, read_predict(head, span, body));
    else if (word == "stop") read_stop(head, span, body, blocks);
    else if (word == "source") read_source(head, span, body, blocks);
    else if (word == "view") read_view(head, span, body, blocks);
    else if (word == "exercise") read_exercise_card(head, span, body, blocks);
    else if (word == "bug") read_bug_card(head, span, body, blocks);
    else read_explain(head, span, body, blocks);
    head.finish();
  }

  // A misspelt live block would silently become a piece of code: ask.
  void check_plain_word(const std::string& word, Span span) {
    if (word.empty() || contains(plain_words, word)) return;
    std::string near = nearest_word(word, std::vector<std::string>(std::begin(live_words), std::end(live_words)));
    if (!near.empty()) complaints_.error(span, "`" + word + "` is no block", "did you mean `" + near + "`?");
  }

  static std::string joined(const std::vector<Line>& body) {
    std::string text;
    for (const Line& line : body) text += std::string(line.text) + "\n";
    return text;
  }
  static RichText caption_of(const std::vector<Line>& body) { return parse_inline(joined(body)); }

  // A name of a launch, bug or exercise behind the first word.
  std::string read_run_name(Head& head, Span span, const char* block) {
    auto name = head.plain();
    if (!name) {
      complaints_.error(span, "a `" + std::string(block) + "` block names a launch, a bug or an exercise");
      return {};
    }
    const LaunchSpec* launch = lesson_.launch(name->value);
    if (!lesson_.stage_of(name->value) && !lesson_.bug(name->value) && !lesson_.exercise(name->value)) {
      complaints_.error(name->span, "there is no launch, bug or exercise `" + name->value + "`", did_you_mean(name->value, lesson_.run_names()));
    } else if (const ExerciseSpec* exercise = lesson_.exercise(name->value); exercise && exercise->is_answered()) {
      complaints_.error(name->span, "exercise `" + name->value + "` is answered, not run", "name its launch `" + exercise->launch + "`");
    } else if (launch && launch->is_stage()) {
      complaints_.error(name->span, "launch `" + name->value + "` is a stage: it has no source to run", "name the bug or the exercise that runs on it");
    }
    return name->value;
  }

  std::optional<uint64_t> read_whole(Head& head, const char* key, uint64_t min, uint64_t max) {
    auto word = head.get(key);
    if (!word) return std::nullopt;
    auto value = parse_whole(word->value);
    if (value && *value >= min && *value <= max) return value;
    complaints_.error(word->span, "`" + std::string(key) + "=" + word->value + "` is no whole number from " + std::to_string(min) + " to " + std::to_string(max));
    return std::nullopt;
  }

  void read_run(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    RunCard card;
    card.launch = read_run_name(head, span, "run");
    if (auto schedule = head.get("schedule")) {
      if (auto found = schedule_from_name(schedule->value)) card.schedule = *found;
      else complaints_.error(schedule->value_span, "`" + schedule->value + "` is no schedule", "there are `in-order`, `reverse`, `round-robin`, `random` and `adversarial`");
    }
    card.seed = read_whole(head, "seed", 0, UINT64_MAX).value_or(0);
    if (auto set = head.get("set")) read_set(*set, card);
    card.caption = caption_of(body);
    add(blocks, span, std::move(card));
  }

  // set="threshold=250, add=3"
  void read_set(const HeadWord& set, RunCard& card) {
    const LaunchSpec* launch = lesson_.stage_of(card.launch);
    for (const std::string& part : split_words(set.value, ',')) {
      size_t equals = part.find('=');
      std::string name(trimmed(part.substr(0, equals)));
      auto value = equals == std::string::npos ? std::nullopt : parse_number(trimmed(std::string_view(part).substr(equals + 1)));
      if (!value) {
        complaints_.error(set.value_span, "`" + part + "` is not of the form name=number");
        continue;
      }
      if (launch && !launch->value(name)) {
        std::vector<std::string> names;
        for (const ValueSpec& v : launch->values) names.push_back(v.name);
        complaints_.error(set.value_span, "launch `" + launch->name + "` has no value `" + name + "`", did_you_mean(name, names));
        continue;
      }
      card.set[name] = *value;
    }
  }

  void read_stop(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    Stop stop;
    stop.span = span;
    auto line = head.get("line");
    if (!line) complaints_.error(span, "a `stop` block needs `line=`");
    else if (auto value = parse_whole(line->value); value && *value >= 1 && *value < 1'000'000) stop.line = static_cast<uint32_t>(*value);
    else complaints_.error(line->span, "`line=" + line->value + "` is no line of a file");
    stop.when = read_when(head).value_or(StopCondition{});
    stop.pass = static_cast<uint32_t>(read_whole(head, "pass", 1, 1'000'000'000).value_or(1));
    bool asks = head.get("answer") || std::any_of(body.begin(), body.end(), [](const Line& l) { return is_choice(l.text); });
    if (asks) stop.predict = read_predict(head, span, body);
    else stop.caption = caption_of(body);
    // It belongs to the run card before it, even where text or another stop stands between.
    for (size_t i = blocks.size(); i-- > 0;)
      if (auto* run = std::get_if<RunCard>(&blocks[i].content)) {
        check_stop_line(stop, *run, line ? line->span : span);
        return run->stops.push_back(std::move(stop));
      }
    complaints_.error(span, "this `stop` has no `run` block before it");
  }

  void check_stop_line(const Stop& stop, const RunCard& run, Span at) {
    const std::string* text = source_of(run.launch);
    if (!text || stop.line == 0) return;
    auto count = static_cast<uint32_t>(std::count(text->begin(), text->end(), '\n') + (!text->empty() && text->back() != '\n'));
    if (stop.line > count) complaints_.error(at, "`line=" + std::to_string(stop.line) + "` is beyond the end of the file, which has " + std::to_string(count) + " lines");
  }

  const std::string* source_of(const std::string& name) const {
    std::string file;
    if (const BugSpec* b = lesson_.bug(name)) file = b->source;
    else if (const ExerciseSpec* e = lesson_.exercise(name)) file = e->solution;
    else if (const LaunchSpec* l = lesson_.launch(name)) file = l->source;
    auto found = lesson_.sources.find(file);
    return found == lesson_.sources.end() ? nullptr : &found->second;
  }

  std::optional<StopCondition> read_when(Head& head) {
    auto when = head.get("when");
    if (!when) return std::nullopt;
    std::string why;
    auto condition = parse_stop_condition(when->value, why);
    if (!condition) complaints_.error(when->value_span, why, "write it as threadIdx.x == 3 && blockIdx.x == 0");
    return condition;
  }

  void read_source(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    SourceExcerpt excerpt;
    auto file = head.plain();
    if (!file) complaints_.error(span, "a `source` block names a file");
    else excerpt.file = file->value;
    auto lines = head.get("lines");
    if (!lines) complaints_.error(span, "a `source` block needs `lines=first-last`");
    else if (!read_range(lines->value, excerpt)) complaints_.error(lines->span, "`lines=" + lines->value + "` is not of the form first-last");
    excerpt.text = joined(body);
    uint32_t begin = body.empty() ? span.end + 1 : body.front().begin;
    std::string_view all = complaints_.text().text(FileId{0});
    auto size = static_cast<uint32_t>(all.size());
    uint32_t end = body.empty() ? begin : static_cast<uint32_t>(std::min(all.find('\n', body.back().begin), all.size() - 1)) + 1;
    excerpt.text_span = {FileId{0}, std::min(begin, size), std::min(end, size), 0};
    add(blocks, span, std::move(excerpt));
  }

  static bool read_range(std::string_view text, SourceExcerpt& excerpt) {
    size_t dash = text.find('-');
    auto first = parse_whole(text.substr(0, dash));
    auto last = dash == std::string_view::npos ? first : parse_whole(text.substr(dash + 1));
    if (!first || !last || *first < 1 || *last < *first || *last > 1'000'000) return false;
    excerpt.first_line = static_cast<uint32_t>(*first);
    excerpt.last_line = static_cast<uint32_t>(*last);
    return true;
  }

  void read_view(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    ViewFigure figure;
    auto view = head.plain();
    if (!view) return complaints_.error(span, "a `view` block names a view and a launch");
    figure.view = view->value;
    if (!contains(view_words, figure.view)) {
      std::string hint = did_you_mean(figure.view, std::vector<std::string>(std::begin(view_words), std::end(view_words)));
      complaints_.error(view->span, "`" + figure.view + "` is no view", hint.empty() ? "there are `grid`, `warp`, `memory`, `timeline`, `loops`, `timings` and `results`" : hint);
    }
    figure.launch = read_run_name(head, span, "view");
    figure.line = static_cast<uint32_t>(read_whole(head, "line", 1, 1'000'000).value_or(0));
    figure.when = read_when(head);
    figure.caption = caption_of(body);
    add(blocks, span, std::move(figure));
  }

  void read_exercise_card(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    ExerciseCard card{.exercise = {}, .caption = {}, .question = {}, .locked_by = {}};
    std::vector<std::string> names;
    for (const ExerciseSpec& e : lesson_.exercises) names.push_back(e.name);
    if (auto name = head.plain(); !name) complaints_.error(span, "an `exercise` block names an exercise");
    else if (card.exercise = name->value; !lesson_.exercise(name->value)) complaints_.error(name->span, "there is no exercise `" + name->value + "`", did_you_mean(name->value, names));
    const ExerciseSpec* exercise = lesson_.exercise(card.exercise);
    if (exercise && exercise->is_answered()) card.question = read_exercise_question(*exercise, span, body);
    else card.caption = caption_of(body);
    add(blocks, span, std::move(card));
  }

  // The body of its card, written as that of a prediction.
  Predict read_exercise_question(const ExerciseSpec& exercise, Span span, const std::vector<Line>& body) {
    Predict question;
    question.id = "exercise:" + exercise.name;
    question.answer = exercise.answer.number;
    question.locks = false;
    read_choices(question, body);
    check_choices(question, span, question.answer.has_value(), false);
    asked_exercises_.push_back(exercise.name);
    return question;
  }

  // One that no card asks cannot be answered.
  void check_asked() {
    for (const ExerciseSpec& exercise : lesson_.exercises)
      if (exercise.is_answered() && std::find(asked_exercises_.begin(), asked_exercises_.end(), exercise.name) == asked_exercises_.end())
        complaints_.error(exercise.span, "no card asks exercise `" + exercise.name + "`", "its question and its choices stand in a block `exercise " + exercise.name + "`");
  }

  void read_bug_card(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    BugCard card{.bug = {}, .caption = caption_of(body), .locked_by = {}};
    std::vector<std::string> names;
    for (const BugSpec& b : lesson_.bugs) names.push_back(b.name);
    if (auto name = head.plain(); !name) complaints_.error(span, "a `bug` block names a bug");
    else if (card.bug = name->value; !lesson_.bug(name->value)) complaints_.error(name->span, "there is no bug `" + name->value + "`", did_you_mean(name->value, names));
    add(blocks, span, std::move(card));
  }

  void read_explain(Head& head, Span span, const std::vector<Line>& body, std::vector<Block>& blocks) {
    Explain explain;
    explain.id = "explain-" + std::to_string(++explain_count_);
    if (auto name = head.get("name")) explain.id = name->value;
    explain.objectives = read_objectives(head);
    std::string prompt, answer;
    bool is_below_rule = false;  // a line of dashes parts the prompt from the model answer; lines with > are the answer anywhere
    for (const Line& line : body) {
      const std::string_view text = trimmed(line.text);
      if (text == "---" && !is_below_rule) is_below_rule = true;
      else if (text.starts_with(">")) answer += std::string(trimmed(text.substr(1))) + "\n";
      else if (is_below_rule) answer += std::string(line.text) + "\n";
      else prompt += std::string(line.text) + "\n";
    }
    explain.prompt = parse_inline(prompt);
    explain.model_answer = parse_inline(answer);
    if (explain.prompt.empty()) complaints_.error(span, "this `explain` block asks nothing");
    add(blocks, span, std::move(explain));
  }

  // ---- questions

  static bool is_choice(std::string_view line) {
    line = trimmed(line);
    return line.starts_with("- [x]") || line.starts_with("- [X]") || line.starts_with("- [ ]");
  }

  std::vector<std::string> read_objectives(Head& head) {
    auto word = head.get("for");
    if (!word) return {};
    std::vector<std::string> ids = split_words(word->value, ','), known;
    for (const Objective& o : lesson_.objectives) known.push_back(o.id);
    for (const std::string& id : ids)
      if (std::find(known.begin(), known.end(), id) == known.end()) complaints_.error(word->value_span, "there is no objective `" + id + "`", did_you_mean(id, known));
    return ids;
  }

  Predict read_predict(Head& head, Span span, const std::vector<Line>& body) {
    Predict predict;
    predict.id = "predict-" + std::to_string(++predict_count_);
    if (auto name = head.get("name")) {
      predict.id = predict.name = name->value;
      if (std::find(predict_names_.begin(), predict_names_.end(), name->value) != predict_names_.end()) complaints_.error(name->span, "there are two questions `" + name->value + "`");
      predict_names_.push_back(name->value);
    }
    predict.objectives = read_objectives(head);
    if (auto counter = head.get("counter")) predict.counter = counter->value, check_counter(*counter);
    if (auto of = head.get("of")) predict.counter_launch = of->value;
    auto answer = head.get("answer");
    if (answer) {
      predict.answer = parse_number(answer->value);
      if (!predict.answer) complaints_.error(answer->span, "`answer=" + answer->value + "` is no number");
    }
    auto recall = head.get("recall");
    if (recall) predict.recall = recall->value;
    predict.locks = step_ != "Recall" && step_ != "Explain";
    read_choices(predict, body);
    check_choices(predict, span, answer.has_value(), recall.has_value());
    if (answer && predict.feedback.empty()) complaints_.warning(span, "this question says nothing after it is answered", "add a line `> why`");
    return predict;
  }

  void check_counter(const HeadWord& counter) {
    std::vector<std::string> names = counter_names();
    if (std::find(names.begin(), names.end(), counter.value) == names.end())
      complaints_.error(counter.value_span, "`" + counter.value + "` is no counter", did_you_mean(counter.value, names));
  }

  void read_choices(Predict& predict, const std::vector<Line>& body) {
    std::string question, feedback;
    std::vector<std::pair<std::string, Line>> choices;
    for (const Line& line : body) {
      if (is_choice(line.text)) choices.emplace_back(std::string(trimmed(line.text)), line);
      else if (predict.answer && trimmed(line.text).starts_with(">")) feedback += std::string(trimmed(trimmed(line.text).substr(1))) + "\n";
      else if (choices.empty()) question += std::string(line.text) + "\n";
      else choices.back().first += " " + std::string(trimmed(line.text));
    }
    predict.question = parse_inline(question);
    predict.feedback = parse_inline(feedback);
    for (auto& [text, line] : choices) predict.choices.push_back(read_choice(text, line_span(line)));
  }

  // "- [ ] 0 {launch-is-trimmed}   > A grid is whole blocks." The feedback starts at a `>` after two spaces or a tag.
  Choice read_choice(std::string_view text, Span span) {
    Choice choice;
    choice.span = span;
    choice.is_right = text[3] != ' ';
    text.remove_prefix(5);
    size_t mark = std::string_view::npos;
    for (size_t i = 2; i < text.size() && mark == std::string_view::npos; ++i)
      if (text[i] == '>' && text[i - 1] == ' ' && (text[i - 2] == ' ' || text[i - 2] == '}') && (i + 1 == text.size() || text[i + 1] == ' ')) mark = i;
    if (mark == std::string_view::npos)
      if (size_t found = text.find(" > "); found != std::string_view::npos && text.find(" > ", found + 1) == std::string_view::npos) mark = found + 1;
    if (mark != std::string_view::npos) {
      choice.feedback = parse_inline(trimmed(text.substr(mark + 1)));
      text = text.substr(0, mark);
    }
    text = trimmed(text);
    if (size_t open = text.rfind('{'); !text.empty() && text.back() == '}' && open != std::string_view::npos) {
      choice.misconception = text.substr(open + 1, text.size() - open - 2);
      text = trimmed(text.substr(0, open));
    }
    choice.text = parse_inline(text);
    return choice;
  }

  void check_choices(const Predict& predict, Span span, bool has_answer, bool is_recall) {
    if (predict.question.empty() && !is_recall) complaints_.error(span, "this question asks nothing");
    auto right = std::count_if(predict.choices.begin(), predict.choices.end(), [](const Choice& c) { return c.is_right; });
    if (has_answer) {
      if (!predict.choices.empty()) complaints_.error(span, "a question with `answer=` has no choices");
    } else if (predict.choices.empty()) {
      if (!is_recall) complaints_.error(span, "this question has no choices", "write lines `- [x] right  > why` and `- [ ] wrong  > why not`, or `answer=`");
    } else if (right != 1) {
      complaints_.error(span, right == 0 ? "no choice is marked as the right one" : std::to_string(right) + " choices are marked as right", "mark exactly one with `[x]`");
    }
    for (const Choice& choice : predict.choices) {
      if (choice.text.empty()) complaints_.error(choice.span, "this choice is empty");
      if (choice.is_right && !choice.misconception.empty()) complaints_.error(choice.span, "the right choice carries the misconception `" + choice.misconception + "`");
      if (choice.feedback.empty()) complaints_.warning(choice.span, "this choice has no feedback", "add `> why`");
    }
  }

  // ---- locks: a question locks the next card, unless it stands under Recall or Explain

  void find_locks(std::vector<Block>& blocks) {
    for (Block& block : blocks) {
      if (auto* predict = std::get_if<Predict>(&block.content)) {
        if (predict->locks) waiting_.push_back(predict->id);
      } else if (auto* run = std::get_if<RunCard>(&block.content)) run->locked_by = std::exchange(waiting_, {});
      else if (auto* exercise = std::get_if<ExerciseCard>(&block.content)) exercise->locked_by = std::exchange(waiting_, {});
      else if (auto* bug = std::get_if<BugCard>(&block.content)) bug->locked_by = std::exchange(waiting_, {});
      else if (auto* aside = std::get_if<Aside>(&block.content); aside && !aside->is_instructor) find_locks(aside->blocks);
    }
  }

  template <class Content>
  void add(std::vector<Block>& blocks, Span span, Content content) {
    ++lesson_block_count_;
    blocks.push_back({span, std::move(content)});
  }

  ComplaintSink& complaints_;
  Lesson& lesson_;
  std::vector<Line> lines_;
  std::string step_;
  size_t lesson_block_count_ = 0;
  int predict_count_ = 0, explain_count_ = 0;
  std::vector<std::string> predict_names_, waiting_, asked_exercises_;
};

}  // namespace

std::optional<StopCondition> parse_stop_condition(std::string_view text, std::string& why) {
  StopCondition condition{std::string(text), {}, {}};
  while (!trimmed(text).empty()) {
    size_t end = text.find("&&");
    std::string_view part = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
    size_t equals = part.find("==");
    std::string_view name = trimmed(part.substr(0, equals));
    auto value = equals == std::string_view::npos ? std::nullopt : parse_whole(trimmed(part.substr(equals + 2)));
    bool is_thread = name.starts_with("threadIdx."), is_block = name.starts_with("blockIdx.");
    char axis = name.empty() ? ' ' : name.back();
    if (!value || *value > UINT32_MAX || !(is_thread || is_block) || name.size() != (is_thread ? 11u : 10u) || axis < 'x' || axis > 'z') {
      why = "`" + std::string(part) + "` is no condition on threadIdx or blockIdx";
      return std::nullopt;
    }
    Index3& index = is_thread ? condition.thread : condition.block;
    (axis == 'x' ? index.x : axis == 'y' ? index.y : index.z) = static_cast<uint32_t>(*value);
  }
  return condition;
}

void read_page(uint32_t begin, ComplaintSink& complaints, Lesson& lesson) { PageReader(begin, complaints, lesson).read(); }

}  // namespace wb

#include <algorithm>
#include <cctype>
#include <fstream>

#include "app/workbook/check_lesson.h"
#include "app/workbook/complaint_sink.h"
#include "app/workbook/source_words.h"

namespace wb {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return lines;
}

// Calls `visit` for every block of the page, those inside asides included.
template <class Visit>
void for_each_block(const std::vector<Block>& blocks, const Visit& visit) {
  for (const Block& block : blocks) {
    visit(block);
    if (auto* aside = std::get_if<Aside>(&block.content)) for_each_block(aside->blocks, visit);
  }
}

class PageChecker {
 public:
  PageChecker(const Lesson& lesson, const CourseContext& course, const CheckOptions& options, CheckReport& report)
      : lesson_(lesson), course_(course), options_(options), report_(report), complaints_(*lesson.text, found_) {}

  void check() {
    check_excerpts();
    check_tags();
    check_needs();
    check_labels();
    check_help();
    check_objectives();
    std::stable_sort(found_.begin(), found_.end(), [](const Complaint& a, const Complaint& b) { return a.line < b.line; });
    report_.complaints.insert(report_.complaints.end(), found_.begin(), found_.end());
  }

 private:
  // ---- excerpts of sources

  void check_excerpts() {
    std::string text(lesson_.text->text(FileId{0}));
    std::vector<std::pair<Span, std::string>> renewals;
    for_each_block(lesson_.blocks, [&](const Block& block) {
      auto* excerpt = std::get_if<SourceExcerpt>(&block.content);
      if (!excerpt) return;
      auto source = lesson_.sources.find(excerpt->file);
      if (source == lesson_.sources.end()) return;  // said by the reader
      auto lines = lines_of(source->second);
      if (excerpt->last_line > lines.size())
        return complaints_.error(block.span, "the excerpt ends at line " + std::to_string(excerpt->last_line) + ", but `" + excerpt->file + "` has " + std::to_string(lines.size()) + " lines");
      std::string wanted;
      for (uint32_t i = excerpt->first_line; i <= excerpt->last_line; ++i) wanted += lines[i - 1] + "\n";
      if (wanted == excerpt->text) return;
      if (options_.write) return void(renewals.emplace_back(excerpt->text_span, wanted));
      complaints_.error(block.span, "this excerpt is not lines " + std::to_string(excerpt->first_line) + "-" + std::to_string(excerpt->last_line) + " of `" + excerpt->file + "`" + first_difference(lines_of(excerpt->text), lines_of(wanted), excerpt->first_line),
                        "`warpbook check --write` renews it");
    });
    if (!renewals.empty()) write_excerpts(std::move(text), renewals);
  }

  static std::string first_difference(const std::vector<std::string>& shown, const std::vector<std::string>& real, uint32_t first_line) {
    for (size_t i = 0; i < std::min(shown.size(), real.size()); ++i)
      if (shown[i] != real[i]) return ": line " + std::to_string(first_line + i) + " is `" + real[i] + "`";
    return ": it has " + std::to_string(shown.size()) + " lines";
  }

  void write_excerpts(std::string text, std::vector<std::pair<Span, std::string>>& renewals) {
    std::sort(renewals.begin(), renewals.end(), [](auto& a, auto& b) { return a.first.begin > b.first.begin; });
    for (auto& [span, wanted] : renewals) text.replace(span.begin, span.end - span.begin, wanted);
    fs::path file = lesson_.folder / "lesson.md", fresh = lesson_.folder / "lesson.md.new";
    std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    std::error_code error;
    if (out.good()) fs::rename(fresh, file, error);
    if (!out.good() || error) {
      fs::remove(fresh, error);
      return complaints_.error({}, "the renewed excerpts cannot be written");
    }
    report_.excerpts_renewed += static_cast<int>(renewals.size());
  }

  // ---- words that must be known

  void check_tags() {
    if (!course_.has_misconceptions) return;
    std::vector<std::string> known(course_.misconceptions.begin(), course_.misconceptions.end());
    for_each_predict(lesson_.blocks, [&](const Predict& predict, const Block&) { check_tags_of(predict, known); });
    for_each_block(lesson_.blocks, [&](const Block& block) {
      if (auto* card = std::get_if<ExerciseCard>(&block.content); card && card->question) check_tags_of(*card->question, known);
    });
  }

  void check_tags_of(const Predict& question, const std::vector<std::string>& known) {
    for (const Choice& choice : question.choices)
      if (!choice.misconception.empty() && !course_.misconceptions.contains(choice.misconception))
        complaints_.error(choice.span, "the misconception `" + choice.misconception + "` is not in misconceptions.toml", did_you_mean(choice.misconception, known));
  }

  void check_needs() {
    if (!course_.has_lessons) return;
    std::vector<std::string> known(course_.lessons.begin(), course_.lessons.end());
    for (const std::string& id : lesson_.needs)
      if (!course_.lessons.contains(id)) complaints_.warning({}, "the course has no lesson `" + id + "`, which this one needs", did_you_mean(id, known));
  }

  // Sub-goal labels stand at the line ends of code: "who am I", "fetch, compute, store: one indivisible step".
  void check_labels() {
    const std::vector<std::string> labels{"who am I", "am I in range", "fetch", "meet", "compute", "store"};
    for (const auto& [name, text] : lesson_.sources) {
      if (!name.ends_with(".cu")) continue;
      for (const LineComment& comment : line_comments(text)) {
        if (!comment.is_behind_code || comment.text.starts_with("expect")) continue;
        std::string words = comment.text.substr(0, std::min(comment.text.find(':'), comment.text.find("TODO")));
        if (std::none_of(words.begin(), words.end(), [](char c) { return std::isalpha(static_cast<unsigned char>(c)); })) continue;  // a number
        for (size_t at = 0; at <= words.size();) {
          size_t end = std::min(words.find(',', at), words.size());
          std::string label = words.substr(at, end - at);
          at = end + 1;
          label.erase(0, std::min(label.find_first_not_of(' '), label.size()));
          while (!label.empty() && label.back() == ' ') label.pop_back();
          if (label.empty() || std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
          std::string near = nearest_word(label, labels);
          LineColumn place{comment.line, comment.column};
          // A near miss is a misspelling; anything else may be meant as an ordinary comment.
          found_.push_back({near.empty() ? Severity::warning : Severity::error, (lesson_.folder / name).string(), place.line, place.column, "`" + label + "` is no sub-goal label",
                            near.empty() ? "they are who am I, am I in range, fetch, meet, compute, store" : "did you mean `" + near + "`?"});
          break;
        }
      }
    }
  }

  // ---- what students are owed

  void check_help() {
    for (const ExerciseSpec& exercise : lesson_.exercises) check_hints(exercise, "exercise");
    for (const BugSpec& bug : lesson_.bugs)
      if (bug.repair) check_hints(*bug.repair, "bug");
  }
  void check_hints(const ExerciseSpec& exercise, const char* what) {
    std::string name = std::string(what) + " `" + exercise.name + "`";
    if (exercise.hints.empty()) complaints_.error(exercise.span, name + " has no hint", "add `hints = [...]`");
    for (const RichText& hint : exercise.hints)
      if (plain_text(hint).find_first_not_of(" \n") == std::string::npos) complaints_.error(exercise.span, name + " has an empty hint");
    if (exercise.after.empty()) complaints_.warning(exercise.span, name + " says nothing after it passes", "add `after`");
  }

  void check_objectives() {
    std::set<std::string> served;
    for_each_predict(lesson_.blocks, [&](const Predict& predict, const Block&) { served.insert(predict.objectives.begin(), predict.objectives.end()); });
    for_each_block(lesson_.blocks, [&](const Block& block) {
      if (auto* explain = std::get_if<Explain>(&block.content)) served.insert(explain->objectives.begin(), explain->objectives.end());
    });
    for (const ExerciseSpec& exercise : lesson_.exercises)
      if (!exercise.checks.empty() || exercise.is_answered()) served.insert(exercise.objectives.begin(), exercise.objectives.end());
    for (const Objective& objective : lesson_.objectives)
      if (!served.contains(objective.id)) complaints_.error(objective.span, "objective `" + objective.id + "` has neither a prediction nor a check", "name it in a `for=` of a question or the `for` of an exercise");
  }

  const Lesson& lesson_;
  const CourseContext& course_;
  const CheckOptions& options_;
  CheckReport& report_;
  std::vector<Complaint> found_;
  ComplaintSink complaints_;
};

}  // namespace

void check_page(const Lesson& lesson, const CourseContext& course, const CheckOptions& options, CheckReport& report) {
  PageChecker(lesson, course, options, report).check();
}

}  // namespace wb

#include "app/workbook/front_matter.h"

#include "app/workbook/front_matter/bug_table.h"
#include "app/workbook/front_matter/exercise_table.h"
#include "app/workbook/front_matter/launch_tables.h"
#include "app/workbook/front_matter/references.h"
#include "app/workbook/markdown.h"

namespace wb {

namespace {

void read_objective(TomlScope objective, Lesson& lesson) {
  Objective o{objective.required_text("id"), parse_inline(objective.required_text("text")), objective.span()};
  objective.finish();
  for (const Objective& other : lesson.objectives)
    if (other.id == o.id) objective.complaints().error(objective.key_span("id"), "there are two objectives `" + o.id + "`");
  lesson.objectives.push_back(std::move(o));
}

void read_head(TomlScope& root, Lesson& lesson) {
  lesson.id = root.required_text("id");
  if (!lesson.id.empty() && !is_kebab(lesson.id)) root.complaints().error(root.value_span("id"), "`" + lesson.id + "` is no id", "small letters, digits and `-`");
  lesson.title = root.required_text("title");
  lesson.needs = root.texts("needs");
  lesson.covers = root.texts("covers");
  lesson.minutes = static_cast<int>(root.integer("minutes", 0, 10'000).value_or(0));
  for (const toml::table* table : root.tables("objectives", limits::launches)) read_objective(root.inner(*table, "an objective"), lesson);
}

void read_root(TomlScope root, Lesson& lesson) {
  read_head(root, lesson);
  if (root.has("program")) root.complaints().error(root.key_span("program"), "program lessons (whole `main`) are not run yet", "name a kernel in a [[launch]]");
  RunNames names;
  lesson.launches = read_launches(root, names);
  for (const toml::table* table : root.tables("bug", limits::launches)) lesson.bugs.push_back(read_bug(root, *table, names));
  for (const toml::table* table : root.tables("exercise", limits::launches)) lesson.exercises.push_back(read_exercise(root, *table, names));
  root.finish();
  check_references(lesson, root.complaints());
}

}  // namespace

bool read_front_matter(std::string_view toml_text, uint32_t first_line, ComplaintSink& complaints, Lesson& lesson) {
  try {
    const toml::table root = toml::parse(toml_text);
    read_root(TomlScope(root, complaints, "the front matter", first_line), lesson);
    return true;
  } catch (const toml::parse_error& e) {
    complain_of_toml(e, first_line, complaints);
    return false;
  }
}

}  // namespace wb

#include "app/workbook/lesson_reader.h"

#include "doctest.h"
#include "lesson_folder.h"

using namespace wb;
namespace fs = std::filesystem;

namespace {

// With the kernel that the lesson names.
struct Folder : test::LessonFolder {
  explicit Folder(const std::string& text) : LessonFolder(text) {
    write("kernel.cu", "__global__ void fill(unsigned char* out, int n)\n{\n  int i = threadIdx.x;\n  if (i < n) out[i] = 7;\n}\n");
  }
};

constexpr const char* head = R"toml(+++
id = "row"
title = "A row"
objectives = [{ id = "one", text = "fill a *row*" }]

[[launch]]
name = "row"
source = "kernel.cu"
kernel = "fill"
grid = ["ceil_div(n, 32)"]
block = [32]
arguments = ["out", "n"]
tolerance = { absolute = 1 }
values = { n = { min = 1, max = 64, step = 1, value = 20 }, m = "2 * n" }

[launch.buffer.out]
type = "uchar"
shape = ["n"]

[[launch]]
name = "more"
like = "row"
values = { n = 40 }
+++
)toml";

}  // namespace

TEST_CASE("a string that is never closed is said to be that") {
  struct Case { const char* name; const char* line; const char* said; };
  const Case cases[] = {
      {"double quotes", "title = \"A row", ":3:9: error: this string is never closed"},
      {"single quotes", "title = 'A row", ":3:9: error: this string is never closed"},
      {"the second of a list", "tags = [\"a\", \"b]", ":3:14: error: this string is never closed"},
      {"an escaped quote does not close it", "title = \"A \\\" row", ":3:9: error: this string is never closed"},
      {"something else is not TOML", "title = = 3", "this is not TOML"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Folder folder("+++\nid = \"row\"\n" + std::string(c.line) + "\nminutes = 3\n+++\n");
    const std::string said = test::lines_of(read_lesson(folder.path).complaints);
    CAPTURE(said);
    CHECK(said.find(c.said) != std::string::npos);
  }
}

TEST_CASE("a lesson's declarations become plain values") {
  Folder folder(head);
  ReadLesson read = read_lesson(folder.path);
  CHECK(test::lines_of(read.complaints) == "");
  REQUIRE(read.lesson);
  const Lesson& lesson = *read.lesson;
  CHECK(lesson.id == "row");
  REQUIRE(lesson.launches.size() == 2);
  const LaunchSpec& row = lesson.launches[0];
  CHECK(row.grid[0].text == "ceil_div(n, 32)");
  CHECK(row.tolerance.absolute == 1);
  REQUIRE(row.value("n"));
  CHECK(row.value("n")->slider->max == 64);
  SUBCASE("a launch that is like another says only what differs") {
    const LaunchSpec& more = lesson.launches[1];
    CHECK(more.source == "kernel.cu");
    CHECK(more.value("n")->value.text == "40");
    CHECK(!more.value("n")->slider);
    CHECK(more.value("m")->value.text == "2 * n");
    CHECK(more.buffers.size() == 1);
  }
}

TEST_CASE("the page becomes blocks, live ones among them") {
  Folder folder(std::string(head) + R"(
## Watch: one **row**

Text with `code` and a [link](https://example.org).

| a | b |
|---|--:|
| 1 | 2 |

```predict name=idle for=one
How many threads fill nothing?
- [x] 12                   > 32 - 20.
- [ ] 0 {launch-is-trimmed} > A block is whole, a > b or not.
```

```run row schedule=random seed=3 set="n=20"
Look at the *end*.
```

```stop line=4 when="threadIdx.x == 7 && blockIdx.x == 0" pass=2
Here.
```

```source kernel.cu lines=3-4
  int i = threadIdx.x;
  if (i < n) out[i] = 7;
```

::: aside
- one
- two
:::

## Explain: it

```explain
Why?
> Because.
```
)");
  ReadLesson read = read_lesson(folder.path);
  CHECK(test::lines_of(read.complaints) == "");
  REQUIRE(read.lesson);
  const auto& blocks = read.lesson->blocks;
  REQUIRE(blocks.size() == 9);
  CHECK(std::get<Heading>(blocks[0].content).step == "Watch");
  CHECK(plain_text(std::get<Heading>(blocks[0].content).text) == "one row");
  CHECK(std::get<Paragraph>(blocks[1].content).text[3].target == "https://example.org");
  CHECK(std::get<Table>(blocks[2].content).columns[1] == Align::right);
  const auto& predict = std::get<Predict>(blocks[3].content);
  CHECK(predict.id == "idle");
  REQUIRE(predict.choices.size() == 2);
  CHECK(predict.choices[0].is_right);
  CHECK(plain_text(predict.choices[0].text) == "12");
  CHECK(predict.choices[1].misconception == "launch-is-trimmed");
  CHECK(plain_text(predict.choices[1].feedback) == "A block is whole, a > b or not.");
  const auto& run = std::get<RunCard>(blocks[4].content);
  CHECK(run.schedule == Schedule::random);
  CHECK(run.seed == 3);
  CHECK(run.set.at("n") == 20);
  CHECK(run.locked_by == std::vector<std::string>{"idle"});
  REQUIRE(run.stops.size() == 1);
  CHECK(run.stops[0].when.thread == Index3{7, 0, 0});
  CHECK(run.stops[0].pass == 2);
  CHECK(std::get<SourceExcerpt>(blocks[5].content).text == "  int i = threadIdx.x;\n  if (i < n) out[i] = 7;\n");
  CHECK(std::get<List>(std::get<Aside>(blocks[6].content).blocks[0].content).items.size() == 2);
  CHECK(plain_text(std::get<Explain>(blocks[8].content).model_answer) == "Because.");
}

struct BadPage {
  const char* name;
  const char* page;
  const char* complaint;  // part of it, from the line number on
};

TEST_CASE("what is wrong on the page is named with its line") {
  constexpr BadPage pages[] = {
      {"unknown step word", "## Wach: it\n", ":25:4: error: `Wach` is no step word (did you mean `Watch`?)"},
      {"misspelt block", "```predct\nx\n```\n", ":25:1: error: `predct` is no block (did you mean `predict`?)"},
      {"unclosed block", "```run row\nx\n", ":25:1: error: this block is never closed"},
      {"unclosed aside", "::: aside\nx\n", ":25:1: error: this `::: aside` is never closed"},
      {"quotes in quotes in quotes", "> > > > > > > > > > > > > > > > > > > > > x\n", "nested more than 16 deep"},
      {"stop before any run", "```stop line=3\nx\n```\n", "has no `run` block before it"},
      {"stop beyond the end", "```run row\n```\n```stop line=30\nx\n```\n", ":27:9: error: `line=30` is beyond the end"},
      {"stop on something else", "```run row\n```\n```stop line=3 when=\"i == 3\"\nx\n```\n", "no condition on threadIdx"},
      {"unknown launch", "```run rwo\n```\n", ":25:8: error: there is no launch, bug or exercise `rwo` (did you mean `row`?)"},
      {"unknown attribute", "```run row sede=3\n```\n", "a `run` block has no `sede=` (did you mean `seed`?)"},
      {"unknown schedule", "```run row schedule=backwards\n```\n", "`backwards` is no schedule"},
      {"unknown value", "```run row set=\"k=3\"\n```\n", "launch `row` has no value `k`"},
      {"no right choice", "```predict\nQ?\n- [ ] a  > b\n```\n", "no choice is marked as the right one"},
      {"two right choices", "```predict\nQ?\n- [x] a  > b\n- [x] c  > d\n```\n", "2 choices are marked as right"},
      {"no choices", "```predict\nQ?\n```\n", "has no choices"},
      {"unknown counter", "```predict counter=global.load.sector\nQ?\n- [x] a  > b\n```\n", "did you mean `global.load.sectors`?"},
      {"unknown objective", "```predict for=two\nQ?\n- [x] a  > b\n```\n", "there is no objective `two`"},
      {"dead link", "See [this](gone.md).\n", ":25:1: error: the link `gone.md` leads nowhere"},
      {"link out of the course", "See [this](../../../etc/passwd).\n", "leads nowhere"},
      {"excerpt of a missing file", "```source gone.cu lines=1-2\nx\n```\n", "there is no file `gone.cu`"},
      {"excerpt from elsewhere", "```source ../secret.cu lines=1-2\nx\n```\n", "leads out of the lesson's folder"},
  };
  for (const BadPage& page : pages) {
    CAPTURE(page.name);
    Folder folder(std::string(head) + page.page);
    std::string complaints = test::lines_of(read_lesson(folder.path).complaints);
    CAPTURE(complaints);
    CHECK(complaints.find(page.complaint) != std::string::npos);
  }
}

TEST_CASE("a link that leads out of the folder is refused") {
  Folder folder(head);
  fs::create_symlink("/etc/passwd", folder.path / "inside.cu");
  std::string why;
  CHECK(!path_inside(folder.path, "inside.cu", why));
  CHECK(why.find("symbolic link") != std::string::npos);
  CHECK(!path_inside(folder.path, "/etc/passwd", why));
  CHECK(!path_inside(folder.path, "a/../../b", why));
  CHECK(path_inside(folder.path, "kernel.cu", why));
}

TEST_CASE("a typed question says why, also at a stop; an exercise that is answered has its question in its card") {
  std::string with_exercise = head;
  with_exercise.insert(with_exercise.rfind("+++"),
                       "[[exercise]]\nname = \"count\"\nstyle = \"answer\"\nlaunch = \"row\"\nanswer = 7\ntolerance = 0.5\nresult = \"out[0]\"\nhints = [\"Look.\"]\n"
                       "[[exercise]]\nname = \"choose\"\nstyle = \"answer\"\nlaunch = \"row\"\nhints = [\"Look.\"]\n");
  Folder folder(with_exercise + R"(
## Predict: a number

```predict answer=19 name=sum
How many?
> Two blocks of 8,
> and 3 more.
```

```run row
Run it.
```

```stop line=4 answer=3
And here?
> Three.
```

## Make: say it

```exercise count
Which value does out[0] have?
```

```exercise choose
Which one?
- [x] This   > Yes.
- [ ] That   > No.
```
)");
  const ReadLesson read = read_lesson(folder.path);
  CHECK(test::lines_of(read.complaints) == "");
  REQUIRE(read.lesson);
  std::vector<const Predict*> asked;
  std::vector<const ExerciseCard*> cards;
  for_each_predict(read.lesson->blocks, [&](const Predict& predict, const Block&) { asked.push_back(&predict); });
  for (const Block& block : read.lesson->blocks)
    if (auto* card = std::get_if<ExerciseCard>(&block.content)) cards.push_back(card);
  REQUIRE(asked.size() == 2);
  CHECK(plain_text(asked[0]->question) == "How many?");
  CHECK(plain_text(asked[0]->feedback) == "Two blocks of 8, and 3 more.");
  CHECK(asked[1]->answer == 3);
  CHECK(plain_text(asked[1]->feedback) == "Three.");
  REQUIRE(cards.size() == 2);
  REQUIRE(cards[0]->question);
  CHECK(cards[0]->question->answer == 7);
  CHECK(plain_text(cards[0]->question->question) == "Which value does out[0] have?");
  REQUIRE(cards[1]->question);
  CHECK(cards[1]->question->choices.size() == 2);
  const ExerciseSpec* count = read.lesson->exercise("count");
  CHECK(count->is_answered());
  CHECK(count->answer.result == "out[0]");
  CHECK(count->answer.tolerance.absolute == 0.5);
  CHECK(read.lesson->run_names() == std::vector<std::string>{"row", "more"});   // an answered exercise does not run
}

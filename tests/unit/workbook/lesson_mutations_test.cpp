// A lesson may come from anywhere: whatever its text, reading it and building its launches ends, without a crash.
#include <random>
#include <sstream>

#include "app/workbook/launch_builder.h"
#include "app/workbook/lesson_reader.h"
#include "doctest.h"
#include "lesson_folder.h"

using namespace wb;
namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// One to four small accidents: bytes lost, doubled, swapped for others, or words of the format in the wrong place.
std::string damaged(std::string text, std::mt19937& random) {
  constexpr const char* words[] = {"```", "+++\n", ":::", "[[launch]]\n", "{", "}", "[", "\"", "= ", "-1", "99999999999999999999", "\n## ", "|---|", "- [x] ", "ceil_div(", "../", "\xFF", "/0", "like = \"photo\"\n", "e308", "\r\n", "$(", "> ", "*"};
  auto at = [&](size_t size) { return size ? static_cast<size_t>(random() % size) : 0; };
  for (unsigned n = 1 + random() % 4; n > 0; --n) {
    size_t place = at(text.size()), length = at(random() % 3 ? 8 : 200);
    switch (random() % 4) {
      case 0: text.erase(place, length); break;
      case 1: text.insert(place, text.substr(at(text.size()), length)); break;
      case 2: text.insert(place, words[random() % std::size(words)]); break;
      default:
        if (!text.empty()) text[std::min(place, text.size() - 1)] = static_cast<char>(random());
    }
  }
  return text;
}

}  // namespace

TEST_CASE("damaged lessons end in complaints or in launches, never in a crash") {
  std::mt19937 random(20261120);
  for (const char* name : {"01-loop-to-kernel", "04-rgb-to-grey", "15-races-and-atomics"}) {
    fs::path original = fs::path(WB_SOURCE_DIR) / "lessons" / name;
    std::string text = read_file(original / "lesson.md");
    test::LessonFolder folder(text);
    for (const auto& item : fs::directory_iterator(original))
      if (item.path().extension() == ".cu") fs::copy(item.path(), folder.path / item.path().filename());
    for (int i = 0; i < 150; ++i) {
      CAPTURE(i);
      folder.write("lesson.md", damaged(text, random));
      ReadLesson read = read_lesson(folder.path);
      for (const Complaint& c : read.complaints) CHECK(!to_string(c).empty());
      if (!read.lesson) {
        CHECK(!read.complaints.empty());
        continue;
      }
      for (const LaunchSpec& launch : read.lesson->launches) {
        EvaluatedValues values = evaluate_values(*read.lesson, launch.name, {});
        CHECK(values.values.size() <= launch.values.size());
      }
    }
  }
}

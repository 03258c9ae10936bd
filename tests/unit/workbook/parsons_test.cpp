#include "app/workbook/parsons.h"

#include <algorithm>

#include "doctest.h"

using namespace wb;

namespace {

constexpr const char* start_text =
    "// Turns pixels into their negative.\n"
    "__global__ void invert(unsigned char* px)\n"
    "{\n"
    "  // TODO\n"
    "  //| px[i] = 255 - px[i];\n"
    "  //| for (int i = 0; i < 16; i++)\n"
    "  //|   int i = threadIdx.x;   // who am I\n"
    "}\n";

ParsonsStart start_of(std::string_view text) {
  std::string why;
  auto start = parsons_of(text, why);
  CAPTURE(why);
  REQUIRE(start);
  return *start;
}

std::string why_not(std::string_view text) {
  std::string why;
  CHECK_FALSE(parsons_of(text, why));
  return why;
}

}  // namespace

TEST_CASE("the start is an arrangement with every card in the tray") {
  const ParsonsStart start = start_of(start_text);
  CHECK(start.cards == std::vector<std::string>{"px[i] = 255 - px[i];", "for (int i = 0; i < 16; i++)", "int i = threadIdx.x;   // who am I"});
  CHECK(start.margin == "  ");
  CHECK(arrangement_of(start, start_text) == Arrangement{});
}

TEST_CASE("an arrangement becomes ordinary source text, whose tray stays as comments") {
  const ParsonsStart start = start_of(start_text);
  CHECK(text_of(start, {2, 0}) ==
        "// Turns pixels into their negative.\n"
        "__global__ void invert(unsigned char* px)\n"
        "{\n"
        "  // TODO\n"
        "  int i = threadIdx.x;   // who am I\n"
        "  px[i] = 255 - px[i];\n"
        "  //| for (int i = 0; i < 16; i++)\n"
        "}\n");
}

TEST_CASE("every arrangement is read back from its text") {
  const ParsonsStart start = start_of(start_text);
  std::vector<int> cards{0, 1, 2};
  do
    for (size_t placed = 0; placed <= cards.size(); ++placed) {
      const Arrangement arrangement(cards.begin(), cards.begin() + static_cast<ptrdiff_t>(placed));
      CHECK(arrangement_of(start, text_of(start, arrangement)) == arrangement);
    }
  while (std::next_permutation(cards.begin(), cards.end()));
}

TEST_CASE("a text that somebody edited is an arrangement as long as only lines moved") {
  const ParsonsStart start = start_of(start_text);
  const std::string text = text_of(start, {2, 0});
  const auto edited = [&](const std::string& old, const std::string& fresh) {
    std::string changed = text;
    changed.replace(changed.find(old), old.size(), fresh);
    return arrangement_of(start, changed);
  };
  CHECK(edited("  px[i] = ", "      px[i] = ") == Arrangement{2, 0});                  // blank space does not count
  CHECK(edited("  //| for (int i = 0; i < 16; i++)\n", "  for (int i = 0; i < 16; i++)\n") == Arrangement{2, 0, 1});  // a card uncommented
  CHECK_FALSE(edited("255 - px[i]", "254 - px[i]"));
  CHECK_FALSE(edited("  px[i] = 255 - px[i];\n", ""));                                  // a card is gone
  CHECK_FALSE(edited("  px[i] = 255 - px[i];\n", "  px[i] = 255 - px[i];\n\n"));        // a line of one's own, were it empty
  CHECK_FALSE(edited("unsigned char* px", "unsigned char* p"));
  CHECK_FALSE(arrangement_of(start, ""));
}

TEST_CASE("of equal cards each can be used once") {
  const ParsonsStart start = start_of("{\n//| }\n//| }\n//| f();\n}\n");
  CHECK(arrangement_of(start, "{\n}\n}\n//| f();\n}\n") == Arrangement{0, 1});
  CHECK_FALSE(arrangement_of(start, "{\n}\n}\n}\n//| f();\n}\n"));
}

TEST_CASE("line ends of another system stay") {
  const std::string text = "{\r\n  //| f();\r\n  //| g();\r\n}\r\n";
  const ParsonsStart start = start_of(text);
  CHECK(text_of(start, {}) == text);
  CHECK(text_of(start, {1}) == "{\r\n  g();\r\n  //| f();\r\n}\r\n");
  CHECK(arrangement_of(start, text_of(start, {1, 0})) == Arrangement{1, 0});
}

TEST_CASE("indentation follows braces and heads") {
  const ParsonsStart start = start_of(
      "{\n//| for (int y = 0; y < h; y++)\n//| for (int x = 0; x < w; x++)\n//| f(x);\n//| {\n//| }\n//| if (x == 1) {\n//| } else {\n//| while (x)\n//| else\n//| for (;;) g();\n}\n");
  struct Case { std::string name; Arrangement lines; std::vector<int> depths; };
  const Case cases[] = {
      {"a statement under two heads", {0, 1, 2, 2}, {0, 1, 2, 0}},
      {"braces of a head stand under it", {0, 3, 2, 4, 2}, {0, 0, 1, 0, 0}},
      {"a brace under two heads", {0, 1, 3, 2, 4, 2}, {0, 1, 1, 2, 1, 0}},
      {"braces at line ends", {5, 2, 6, 2, 4, 2}, {0, 1, 0, 1, 0, 0}},
      {"a head in braces", {3, 7, 2, 2, 4}, {0, 1, 2, 1, 0}},
      {"an else without braces", {8, 2, 2}, {0, 1, 0}},
      {"a loop that has its statement", {9, 2}, {0, 0}},
      {"a closing brace too many", {4, 4, 2}, {0, 0, 0}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(depths_of(start, c.lines) == c.depths);
  }
}

TEST_CASE("a card is taken from where it lies and put to its place") {
  CHECK(with_card_at({}, 2, 0) == Arrangement{2});
  CHECK(with_card_at({0, 1}, 2, 1) == Arrangement{0, 2, 1});
  CHECK(with_card_at({0, 1, 2}, 0, 2) == Arrangement{1, 2, 0});
  CHECK(with_card_at({0, 1, 2}, 1, std::nullopt) == Arrangement{0, 2});
  CHECK(with_card_at({0, 1}, 2, 99) == Arrangement{0, 1, 2});
}

TEST_CASE("the tray is shuffled, and a card that comes back lies where it lay") {
  const ParsonsStart start = start_of(start_text);
  const std::vector<int> all = tray_of(start, {});
  CHECK(std::is_permutation(all.begin(), all.end(), std::vector<int>{0, 1, 2}.begin()));
  std::vector<int> without = all;
  std::erase(without, 1);
  CHECK(tray_of(start, {1}) == without);
  CHECK(tray_of(start, with_card_at({1}, 1, std::nullopt)) == all);
}

TEST_CASE("what is no start of cards is said") {
  CHECK(why_not("{\n  f();\n}\n") == "it has no cards, which are lines `//| line`");
  CHECK(why_not("//| a();\nb();\n//| c();\n") == "its cards do not stand one under the other");
  CHECK(why_not("//| a();\n//|\n") == "it has a card without a line");
  CHECK(has_cards(start_text));
  CHECK_FALSE(has_cards("// no | card\n"));
}

TEST_CASE("a solution is made of cards, but for comments and blank space") {
  const ParsonsStart start = start_of(start_text);
  const std::string head = "__global__ void invert(unsigned char* px)\n{\n";
  CHECK(lines_without_card(start, "// Another sentence.\n" + head + "  int i = threadIdx.x; // me\n\n  px[i] = 255 - px[i];\n}\n") == std::vector<std::string>{});
  CHECK(lines_without_card(start, head + "  int j = threadIdx.x;\n}\n") == std::vector<std::string>{"int j = threadIdx.x;"});
  CHECK(lines_without_card(start, head + "  int i = threadIdx.x;\n  int i = threadIdx.x;\n}\n")->size() == 1);
  CHECK_FALSE(lines_without_card(start, "__global__ void other(unsigned char* px)\n{\n}\n"));
}

// English sentences in another language, by patterns.
#include <doctest/doctest.h>

#include "app/gui/phrases.h"

using namespace wb;

TEST_CASE("phrases are found by pattern, the one with most letters first, and their parts in turn") {
  Phrases phrases;
  CHECK(phrases.say("thread 3") == "thread 3");
  phrases.add("thread {0}", "T{0}");
  phrases.add("thread {0} of block {1}", "B{1}T{0}");
  phrases.add("{0} together with {1}", "{1} + {0}");
  phrases.add("nobody", "none");
  CHECK(phrases.say("thread 3") == "T3");
  CHECK(phrases.say("thread (1, 2) of block 4") == "B4T(1, 2)");
  CHECK(phrases.say("thread 3 together with nobody") == "none + T3");
  CHECK(phrases.say("a together with b together with c") == "c + b + a");   // each hole takes as little as it can
  CHECK(phrases.say("somebody") == "somebody");
  CHECK(phrases.say("thread ") == "thread ");           // a hole holds something
  CHECK(phrases.say("") == "");
}

TEST_CASE("long and deeply nested texts come to an end") {
  Phrases phrases;
  phrases.add("({0})", "[{0}]");
  phrases.add("{0} {1} {2} {3}", "{3} {2} {1} {0}");
  const std::string nested = std::string(100, '(') + "x" + std::string(100, ')');
  CHECK(phrases.say(nested).size() == nested.size());
  std::string words;
  for (int i = 0; i < 400; ++i) words += "a ";
  CHECK(phrases.say(words).size() >= words.size() - 1);
  CHECK(phrases.say(std::string(100'000, 'a')).size() == 100'000);
  for (int i = 0; i < 20'000; ++i) phrases.say("number " + std::to_string(i));   // what was said is not kept without end
}

// Exceptions of the host program: who catches them, what is destroyed on the way, and what is launched behind.
#include <doctest/doctest.h>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

const std::string guards = R"(
struct Guard { int* n; int by; Guard(int* p, int b = 1) : n(p), by(b) { *n += 1; } ~Guard() { *n += 10 * by; } };
struct Mine { int code; };
struct Sub : Mine { int more; };
struct Other { int t; };
struct Both : Other, Mine { int z; };
class Error : public std::runtime_error { int line_; public: Error(const std::string& s, int line) : std::runtime_error(s + "!"), line_(line) {} int line() const { return line_; } };
struct Plain : std::exception { const char* what() const noexcept override { return "plain"; } };
struct Old : public std::exception { std::string text; Old(const std::string& s) : text(s) {} virtual ~Old() throw() {} virtual const char* what() const throw() { return text.c_str(); } };
struct Using : std::logic_error { using std::logic_error::logic_error; };
int value(int* n, int what) {
  Guard g(n);
  if (what == 1) throw std::runtime_error("x");
  if (what == 2) throw Mine{7};
  if (what == 3) throw 5;
  if (what == 4) throw "text";
  if (what == 5) throw Error("abc", 12);
  if (what == 6) { Sub s; s.code = 8; s.more = 9; throw s; }
  if (what == 7) { Both s; s.t = 1; s.code = 6; s.z = 3; throw s; }
  if (what == 8) throw Plain();
  if (what == 9) throw Old("old");
  if (what == 10) throw Using("using");
  return 1000;
}
int recurse(int* n, int depth) {
  Guard g(n);
  if (depth == 0) throw Mine{3};
  return 1 + recurse(n, depth - 1);
}
void outer(int* n, int what) {
  Guard g(n);
  for (int i = 0; i < 3; ++i) {
    Guard h(n, 2);
    if (i == 1 && value(n, what) > 5) *n += 5;
    if (i == 2) continue;
    switch (i) { case 0: { Guard k(n, 3); break; } default: *n += 0; }
  }
  *n += 100000;
}
int answer(int* n, int what) {
  Guard g(n, 5);
  try {
    Guard h(n, 7);
    return value(n, what);
  } catch (const std::exception& e) {
    return e.what()[0];
  } catch (Mine& m) {
    return m.code;
  }
  return -1;
}
int promise(int* n, int what) noexcept {
  try { return value(n, what); } catch (...) { return -2; }
}
int broken_promise(int* n, int what) noexcept { return value(n, what); }
)";

// What the program hands to its launches of `copy`, in order.
std::vector<int> numbers_of(const std::string& body) {
  std::vector<int> all;
  for (const HostLaunch& launch : launches_in(allocate + "int m = 0, code = 0; " + body, guards))
    if (launch.is_seen && launch.arguments.size() == 3 && launch.arguments[2].number) all.push_back(static_cast<int>(launch.arguments[2].number->whole));
  return all;
}
const std::string tell = " copy<<<1, 64>>>(a, b, code); copy<<<1, 32>>>(a, b, m); ";

}  // namespace

TEST_CASE("an exception goes to the handler for its type, and objects on its way are destroyed") {
  struct Case {
    const char* name;
    const char* statement;
    std::vector<int> expected;
  };
  const Case cases[] = {
      {"none is thrown", "try { outer(&m, 0); } catch (...) { code = -7; }", {0, 100121}},
      {"of the library, by its base", "try { outer(&m, 1); } catch (const Mine& e) { code = 1; } catch (const std::exception& e) { code = e.what()[0]; }", {120, 95}},
      {"by value", "try { outer(&m, 2); } catch (Mine e) { code = e.code; }", {7, 95}},
      {"a number, by `...`", "try { outer(&m, 3); } catch (Mine e) { code = e.code; } catch (...) { code = -7; }", {-7, 95}},
      {"a text", "try { outer(&m, 4); } catch (int i) { code = i; } catch (const char* s) { code = s[1]; }", {101, 95}},
      {"the program's own, by its base's base", "try { outer(&m, 5); } catch (std::logic_error&) { code = 1; } catch (std::exception& e) { code = e.what()[3]; }", {33, 95}},
      {"the program's own, with what it holds", "try { outer(&m, 5); } catch (const Error& e) { code = e.line(); }", {12, 95}},
      {"by a base", "try { outer(&m, 6); } catch (Mine& e) { code = e.code; }", {8, 95}},
      {"by a base that is not the first", "try { outer(&m, 7); } catch (const Mine& e) { code = e.code; }", {6, 95}},
      {"what() of its own", "try { outer(&m, 8); } catch (const std::exception& e) { code = e.what()[0]; }", {112, 95}},
      {"of before C++11", "try { outer(&m, 9); } catch (std::exception const& e) { code = e.what()[2]; }", {100, 95}},
      {"inherited constructors", "try { outer(&m, 10); } catch (std::logic_error const& e) { code = e.what()[4]; }", {103, 95}},
      {"out of a try that returns", "code = answer(&m, 5);", {97, 133}},
      {"out of functions that call themselves", "try { recurse(&m, 4); } catch (Mine& e) { code = e.code; }", {3, 55}},
      {"thrown again, by the inner handler", "try { try { outer(&m, 5); } catch (const std::runtime_error& e) { Guard g(&m, 100); throw; } } catch (std::logic_error e) { code = 1; } catch (Error& e) { code = e.line(); }", {12, 1096}},
      {"another one, thrown by the handler", "try { try { outer(&m, 1); } catch (...) { throw Mine{4}; } } catch (const Mine& e) { code = e.code; }", {4, 95}},
      {"out of a loop", "for (int i = 0; i < 4; ++i) { try { m += value(&code, i); } catch (const std::exception&) { continue; } catch (Mine&) { break; } }", {33, 1000}},
      {"out of a lambda", "auto check = [&](int v) { if (v > 3) throw std::out_of_range(\"v\"); return v; }; try { for (int i = 0;; ++i) m += check(i); } catch (const std::out_of_range&) { code = 2; }", {2, 6}},
      {"within a lambda", "auto safe = [&](int v) { try { return value(&m, v); } catch (const std::exception& e) { return -1; } }; code = safe(1) + safe(8);", {-2, 22}},
      {"a function that promises", "code = promise(&m, 3);", {-2, 11}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(numbers_of(c.statement + tell) == c.expected);
  }
}

TEST_CASE("what nobody catches ends the program") {
  CHECK(numbers_of("if (n > 3) throw std::runtime_error(\"x\");" + tell).empty());
  CHECK(numbers_of("copy<<<1, 64>>>(a, b, 1); value(&m, 2);" + tell) == std::vector<int>{1});
  CHECK(numbers_of("copy<<<1, 64>>>(a, b, 1); try { value(&m, 2); } catch (std::exception&) { code = 1; }" + tell) == std::vector<int>{1});
  CHECK(numbers_of("copy<<<1, 64>>>(a, b, 1); try { broken_promise(&m, 2); } catch (...) { code = 1; }" + tell) == std::vector<int>{1});
}

TEST_CASE("an exception or a handler that is not understood is left out") {
  CHECK(numbers_of("try { value(&m, 2); } catch (const boost::error& e) { code = 1; } catch (const Mine& e) { code = e.code; }" + tell) == std::vector<int>{7, 11});
  CHECK(numbers_of("try { throw std::runtime_error(boost::text(n)); } catch (const std::runtime_error& e) { code = 4; }" + tell) == std::vector<int>{4, 0});
  // In a function that kernels have, too, a throw is not known, and the program is read instead.
  CHECK(launches_in(allocate + "int k = 0; try { k = both(n); } catch (int e) { k = e; } copy<<<1, 64>>>(a, b, k);", "__host__ __device__ int both(int n) { if (n > 3) throw 5; return n; }\n").size() == 1);
}

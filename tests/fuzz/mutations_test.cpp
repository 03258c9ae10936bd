// A short, repeatable round of fuzzing in the ordinary tests: the project's own kernels, damaged in a thousand ways by a seeded generator.
// The long, coverage-guided rounds use the same targets (libfuzzer_main.cpp; see CMakeLists.txt). Longer ones of this kind:
//     WB_FUZZ_SEED=4711 WB_FUZZ_TIMES=20 WB_FUZZ_KEEP=last wb_test_fuzz_mutations      other texts, more of them; `last` holds the one at work
#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/fuzz/targets.h"
#include "tests/fuzz/token_mutator.h"

namespace fs = std::filesystem;

namespace {

std::vector<std::string> texts_in(std::initializer_list<const char*> folders, std::string_view extension) {
  std::vector<fs::path> paths;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(WB_SOURCE_DIR) / folder))
      if (entry.path().extension() == extension) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

std::vector<std::string> corpus() {
  return texts_in({"lessons", "tests/bench/workloads", "tests/conformance/cases", "tests/golden", "tests/fuzz/corpus"}, ".cu");
}

// std's distributions differ between libraries; this does not.
size_t pick(std::mt19937_64& random, size_t below) { return below ? random() % below : 0; }

std::string damaged(std::mt19937_64& random, const std::vector<std::string>& texts) {
  static const std::vector<std::string> bits = {"(", ")", "{", "}", "<", ">", ";", ",", "*", "&", "[", "]", "#define X ", "\n#if 0\n", "template<", "\"", "'",
                                                "/*", "0x", "1e999", "99999999999999999999", "->", "::", "...", "__global__ ", "__shared__ ", "\\\n", "\0", "é"};
  std::string text = texts[pick(random, texts.size())];
  for (size_t n = 1 + pick(random, 6); n > 0; --n) {
    size_t at = pick(random, text.size() + 1), length = pick(random, 24);
    switch (pick(random, 6)) {
      case 0: text.erase(std::min(at, text.size()), length); break;
      case 1: text.insert(at, bits[pick(random, bits.size())]); break;
      case 2: if (at < text.size()) text[at] = static_cast<char>(random()); break;
      case 3: text.resize(at); break;
      case 4: {
        const std::string& other = texts[pick(random, texts.size())];
        text.insert(at, other.substr(pick(random, other.size()), length * 4));
        break;
      }
      default: text.insert(at, text.substr(std::min(at, text.size()), length * 3)); break;
    }
  }
  return text;
}

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}
std::mt19937_64 generator(uint64_t of_case) { return std::mt19937_64(of_case + from_environment("WB_FUZZ_SEED", 0)); }
int times(int rounds) { return rounds * static_cast<int>(from_environment("WB_FUZZ_TIMES", 1)); }

void feed(const std::string& text, wb::fuzz::Target target = wb::fuzz::kernel) {
  static const char* const kept = std::getenv("WB_FUZZ_KEEP");
  if (kept) std::ofstream(kept, std::ios::binary) << text;
  target(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

}  // namespace

TEST_CASE("damaged kernels give diagnostics and nothing worse") {
  std::vector<std::string> texts = corpus();
  REQUIRE(texts.size() > 20);
  std::mt19937_64 random = generator(1);
  for (const std::string& text : texts) feed(text);
  const int rounds = times(10'000);
  for (int i = 0; i < rounds; ++i) feed(damaged(random, texts));
  MESSAGE(rounds << " damaged texts from " << texts.size() << " kernels");
}

// Much of what comes out here compiles, and runs.
TEST_CASE("kernels with other tokens and statements give diagnostics or run") {
  const std::vector<std::string> texts = corpus();
  std::mt19937_64 random = generator(2);
  const int rounds = times(1'000);
  for (int i = 0; i < rounds; ++i) {
    const std::string& text = texts[pick(random, texts.size())];
    feed(i % 3 ? wb::fuzz::mutated_by_tokens(text, random()) : wb::fuzz::crossed_by_tokens(text, texts[pick(random, texts.size())], random()));
  }
}

TEST_CASE("damaged whole files are proposed, built and run, or complained about") {
  const std::vector<std::string> texts = texts_in({"lessons", "tests/golden/whole_files"}, ".cu");
  std::mt19937_64 random = generator(3);
  for (const std::string& text : texts) feed(text, wb::fuzz::whole_file);
  for (int i = 0; i < times(200); ++i) feed(i % 2 ? damaged(random, texts) : wb::fuzz::mutated_by_tokens(texts[pick(random, texts.size())], random()), wb::fuzz::whole_file);
}

TEST_CASE("damaged lessons are read, built and run, or complained about") {
  const std::vector<std::string> texts = texts_in({"lessons", "tests/lessons"}, ".md");
  REQUIRE(texts.size() > 4);
  std::mt19937_64 random = generator(4);
  for (const std::string& text : texts) feed(text, wb::fuzz::lesson);
  for (int i = 0; i < times(500); ++i) feed(damaged(random, texts), wb::fuzz::lesson);
}

TEST_CASE("tokens put together again are the text") {
  for (const std::string& text : corpus()) CHECK(wb::fuzz::crossed_by_tokens(text, "", 1) == text);
}

TEST_CASE("texts made to exhaust a reader are cut off") {
  std::string deep = "__global__ void k(int* x) { *x = ";
  feed(deep + std::string(200'000, '('));
  feed(deep + std::string(200'000, '-') + "1; }");
  feed("__global__ void k() " + std::string(200'000, '{'));
  feed("__global__ void k(int* x) { " + std::string(100'000, '*') + "x = 1; }");
  feed("#define A A A\n#define B A B\n__global__ void k() { B }");
  std::string doubling = "#define X0 1 +\n";
  for (int i = 1; i < 64; ++i) doubling += "#define X" + std::to_string(i) + " X" + std::to_string(i - 1) + " X" + std::to_string(i - 1) + "\n";
  feed(doubling + "__global__ void k(int* x) { *x = X63 1; }");
  feed("template<int n> __device__ int f() { return f<n + 1>(); }\n__global__ void k(int* x) { *x = f<0>(); }");
  feed("#include \"fuzz.cu\"\n__global__ void k() {}");
  feed("struct S { S s; };\n__global__ void k(S s) {}");
  feed("__global__ void k(int* x) { int big[1 << 30]; __shared__ int huge[1 << 30]; *x = big[0] + huge[0]; }");
  feed("__device__ int f(int n) { return n ? f(n - 1) : 0; }\n__global__ void k(int* x) { *x = f(1000000); }");
  feed("__global__ void k(int* x) { for (;;) ; }");
  feed("__global__ void k(int* x) { while (true) __syncthreads(); }");
  std::string wide = "__global__ void k(int* x) { *x = 0";
  for (int i = 0; i < 50'000; ++i) wide += " + " + std::to_string(i);
  feed(wide + "; }");
}

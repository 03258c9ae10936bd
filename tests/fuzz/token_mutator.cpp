#include "tests/fuzz/token_mutator.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <vector>

namespace wb::fuzz {
namespace {

using Random = std::mt19937_64;
size_t pick(Random& random, size_t below) { return below ? random() % below : 0; }

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Each token with the white space (and comments, as words) behind it, so that the pieces put together are the text.
struct Tokens {
  std::vector<std::string> text;
  size_t size() const { return text.size(); }
};

size_t end_of_quoted(std::string_view text, size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

size_t end_of_token(std::string_view text, size_t at) {
  if (is_name(text[at])) {
    while (at < text.size() && (is_name(text[at]) || (text[at] == '.' && std::isdigit(static_cast<unsigned char>(text[at - 1]))))) ++at;
    return at;
  }
  if (text[at] == '"' || text[at] == '\'') return end_of_quoted(text, at);
  for (std::string_view sign : {"<<<", ">>>", "<<=", ">>=", "...", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "##"})
    if (text.substr(at).starts_with(sign)) return at + sign.size();
  return at + 1;
}

Tokens split(std::string_view text) {
  Tokens tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = end_of_token(text, at);
    while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end]))) ++end;
    tokens.text.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string joined(const Tokens& tokens) {
  std::string text;
  for (const std::string& token : tokens.text) text += token;
  return text;
}

std::string_view word(const std::string& token) {
  size_t end = token.size();
  while (end > 0 && std::isspace(static_cast<unsigned char>(token[end - 1]))) --end;
  return std::string_view(token).substr(0, end);
}

enum class Sort : uint8_t { name, number, sign };
Sort sort_of(const std::string& token) {
  if (std::isdigit(static_cast<unsigned char>(token[0]))) return Sort::number;
  return is_name(token[0]) ? Sort::name : Sort::sign;
}

// ---- words to put in

constexpr std::array types = {"int", "unsigned", "long long", "char", "bool", "float", "double", "void", "__half", "__half2", "__nv_bfloat16", "float4", "uchar4", "int*", "auto", "size_t",
                              "const float&", "unsigned char", "short", "auto&&", "int&&", "decltype(auto)", "dim3", "long4"};
constexpr std::array numbers = {"0", "1", "-1", "2", "31", "32", "33", "63", "64", "128", "1024", "0xffffffffu", "0x7fffffff", "(-2147483647 - 1)", "0x8000000000000000ull", "1e38f", "1e-40f", "1e308",
                                "0.5f", "-0.0f", "65536", "1ll << 62", "'a'", "true", "nullptr", "sizeof(int)", "4294967296"};
constexpr std::array signs = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", "==", "!=", "&&", "||", "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", ",", "?", ":", "::", ".", "->", "...", "->*", ".*"};
// Statements and declarations that stand almost anywhere.
constexpr std::array pieces = {
    "return;", "break;", "continue;", "goto done;", "done:;", "__syncthreads();", "__syncwarp();", "if (threadIdx.x < 7) return;", "for (int q = 0; q < 3; ++q)", "while (threadIdx.x < 3)", "do {} while (0);",
    "switch (threadIdx.x & 3) { case 0: break; default:; case 1: ; }", "{ int x = 1; }", "auto f = [=](auto v) { return v; };", "auto g = [&](int v) mutable { return v + 1; };", "[] {}();",
    "struct L { int a; float b; __device__ int get() const { return a; } };", "union U { int i; float f; };", "enum class E : unsigned char { p, q = 200 };", "using T = float;", "typedef int A[3];",
    "template<class T, int n = 2> struct Box { T v[n]; __device__ T& at(int i) { return v[i]; } };", "template<typename... Ts> __device__ int count(Ts... v) { return sizeof...(Ts); }",
    "template<> struct Box<int, 3> { int w; };", "template<class T> __device__ T twice(T v) { return v + v; }", "struct D : L { D() : L{1, 2} {} ~D() {} };", "__shared__ int sh[32];", "extern __shared__ float dyn[];",
    "__device__ int global_value = 3;", "__constant__ float table[4] = {1, 2, 3};", "static __device__ int recurse(int n) { return n < 1 ? 0 : recurse(n - 1) + 1; }", "int array[4] = {1, 2};", "auto [a1, b1] = L{1, 2};",
    "printf(\"%d %s %5.2f\\n\", 1, \"x\", 2.0);", "assert(threadIdx.x < 99);", "atomicAdd(&global_value, 1);", "int r = __shfl_down_sync(0xffffffffu, 1, 2);", "unsigned b = __ballot_sync(0xffffffffu, threadIdx.x & 1);",
    "int s = __reduce_add_sync(0xffffffffu, 1);", "namespace n { int z; }", "using namespace cooperative_groups;", "namespace cg = cooperative_groups;", "auto block = cooperative_groups::this_thread_block();",
    "auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());", "tile.sync();", "int t = cooperative_groups::reduce(tile, 1, cooperative_groups::plus<int>());",
    "cuda::atomic_ref<int, cuda::thread_scope_device> ref(global_value);", "ref.fetch_add(1);", "__shared__ cuda::barrier<cuda::thread_scope_block> bar;", "nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> acc;",
    "nvcuda::wmma::fill_fragment(acc, 0.0f);", "half h = __float2half(1.5f);", "half2 hh = __floats2half2_rn(1, 2);", "h = __hadd(h, h);", "float tx = tex2D<float>(texture, 1.5f, 2.5f);", "memcpy(array, array + 1, 8);",
    "new int[3];", "const int constant = 5;", "constexpr int size = 1 << 4;", "static_assert(sizeof(int) == 4, \"\");", "if constexpr (sizeof(int) == 4) {} else {}", "asm(\"nop;\");", "__trap();", "try {} catch (...) {}",
    "volatile int* vp = 0;", "int (*fp)(int) = 0;", "int L::*mp = &L::a;", "operator int() const { return 1; }", "__device__ L operator+(L a, L b) { return a; }", "this->x = 1;", "float4 v4 = make_float4(1, 2, 3, 4);", "v4.xy = 1;"};
constexpr std::array lines = {
    "\n#include <cooperative_groups.h>\n", "\n#include <cooperative_groups/reduce.h>\n", "\n#include <cuda_fp16.h>\n", "\n#include <cuda_bf16.h>\n", "\n#include <mma.h>\n", "\n#include <cuda/atomic>\n", "\n#include <cuda/barrier>\n",
    "\n#include <cuda/pipeline>\n", "\n#include <cuda/std/utility>\n", "\n#include <cuComplex.h>\n", "\n#define M(a, ...) a##a #a __VA_ARGS__\n", "\n#define X X\n", "\n#if defined(X) && X > 1 / 0\n", "\n#else\n", "\n#endif\n", "\n#undef M\n",
    "\n#pragma unroll 4\n", "\n#include \"fuzz.cu\"\n", "\n#ifdef __CUDA_ARCH__\n", "\n#elif __CUDA_ARCH__ >= 700\n", "\n#line 7 \"other.cu\"\n"};
constexpr std::array host_lines = {
    "int main() {", "int n = 1 << 20;", "float* d_x; cudaMalloc(&d_x, n * sizeof(float));", "cudaMemcpy(d_x, h_x, n * sizeof(float), cudaMemcpyHostToDevice);", "cudaMemset(d_x, 0, n);", "dim3 block(16, 16), grid((n + 15) / 16, 2);",
    "kernel<<<grid, block>>>(d_x, n);", "kernel<float><<<1, 32, 64, stream>>>(d_x, 2.0f);", "test_case<<<dim3(2), 64>>>();", "std::vector<int> v(n);", "for (int i = 0; i < n; ++i) { h_x[i] = i; }", "const int size = n / 0;"};

template <size_t n>
std::string one_of(Random& random, const std::array<const char*, n>& words) {
  return words[pick(random, n)];
}

// ---- changes

// The token behind a statement or declaration that starts at `at`: after its semicolon, or its closing brace.
size_t end_of_statement(const Tokens& tokens, size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const char c = tokens.text[at][0];
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (depth < 0) return at;
    if (depth == 0 && (c == ';' || c == '}')) return at + 1;
  }
  return at;
}

// Some place where a statement may start.
size_t start_of_statement(Random& random, const Tokens& tokens) {
  const size_t from = pick(random, tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    const size_t at = (from + i) % tokens.size();
    if (const char c = tokens.text[at][0]; c == ';' || c == '{' || c == '}') return at + 1;
  }
  return from;
}

std::vector<std::string> a_statement(Random& random, const Tokens& tokens) {
  if (tokens.size() == 0) return {};
  const size_t begin = std::min(start_of_statement(random, tokens), tokens.size()), end = end_of_statement(tokens, begin);
  return {tokens.text.begin() + static_cast<long>(begin), tokens.text.begin() + static_cast<long>(std::max(begin, end))};
}

void insert(Tokens& tokens, size_t at, const std::vector<std::string>& what) { tokens.text.insert(tokens.text.begin() + static_cast<long>(std::min(at, tokens.size())), what.begin(), what.end()); }

void erase(Tokens& tokens, size_t begin, size_t end) { tokens.text.erase(tokens.text.begin() + static_cast<long>(begin), tokens.text.begin() + static_cast<long>(std::min(end, tokens.size()))); }

// A token gives way to another of its sort: one of the text, or a word of the lists.
void replace_token(Random& random, Tokens& tokens) {
  const size_t at = pick(random, tokens.size());
  const Sort sort = sort_of(tokens.text[at]);
  const size_t from = pick(random, tokens.size());
  for (size_t i = 0; i < tokens.size() && pick(random, 3); ++i)
    if (const std::string& other = tokens.text[(from + i) % tokens.size()]; sort_of(other) == sort && word(other) != word(tokens.text[at])) {
      tokens.text[at] = std::string(word(other)) + " ";
      return;
    }
  tokens.text[at] = (sort == Sort::name ? one_of(random, types) : sort == Sort::number ? one_of(random, numbers) : one_of(random, signs)) + " ";
}

void replace_number(Random& random, Tokens& tokens) {
  const size_t from = pick(random, tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i)
    if (std::string& token = tokens.text[(from + i) % tokens.size()]; sort_of(token) == Sort::number) {
      token = one_of(random, numbers) + " ";
      return;
    }
}

// Every use of a name becomes another name.
void rename(Random& random, Tokens& tokens) {
  const std::string from = tokens.text[pick(random, tokens.size())], to = tokens.text[pick(random, tokens.size())];
  if (sort_of(from) != Sort::name || sort_of(to) != Sort::name) return;
  for (std::string& token : tokens.text)
    if (word(token) == word(from)) token = std::string(word(to)) + " ";
}

void wrap_in_expression(Random& random, Tokens& tokens) {
  static constexpr std::array wraps = {"(float)", "(int)", "!", "~", "-", "&", "*", "++", "sizeof ", "static_cast<int>(", "decltype(", "(", "{", "[", "T::", "std::move(", "[&] { return ", "__float2half("};
  std::string wrap = one_of(random, wraps);
  std::string& token = tokens.text[pick(random, tokens.size())];
  const char last = wrap.back();
  token = wrap + token + (wrap == "[&] { return " ? "; }()" : last == '(' ? ")" : last == '{' ? "}" : last == '[' ? "]" : "");
}

void change(Random& random, Tokens& tokens) {
  switch (pick(random, 14)) {
    case 0: case 1: case 2: replace_token(random, tokens); break;
    case 3: replace_number(random, tokens); break;
    case 4: {
      const size_t at = pick(random, tokens.size());
      erase(tokens, at, at + 1 + pick(random, 2));
      break;
    }
    case 5: {
      const size_t begin = start_of_statement(random, tokens);
      erase(tokens, std::min(begin, tokens.size()), std::max(begin, end_of_statement(tokens, begin)));
      break;
    }
    case 6: case 7: insert(tokens, start_of_statement(random, tokens), a_statement(random, tokens)); break;
    case 8: case 9: insert(tokens, start_of_statement(random, tokens), {one_of(random, pieces) + " "}); break;
    case 10: insert(tokens, start_of_statement(random, tokens), {pick(random, 2) ? one_of(random, lines) : one_of(random, host_lines) + "\n"}); break;
    case 11: insert(tokens, pick(random, tokens.size()), {tokens.text[pick(random, tokens.size())]}); break;
    case 12: rename(random, tokens); break;
    default: wrap_in_expression(random, tokens); break;
  }
}

}  // namespace

std::string mutated_by_tokens(std::string_view text, uint64_t seed) {
  Random random(seed);
  Tokens tokens = split(text);
  if (tokens.size() == 0) return "__global__ void k(int* x) { *x = 1; }";
  for (size_t n = 1 + pick(random, 4); n > 0 && tokens.size() > 0; --n) change(random, tokens);
  return joined(tokens);
}

std::string crossed_by_tokens(std::string_view text, std::string_view other, uint64_t seed) {
  Random random(seed);
  Tokens tokens = split(text);
  const Tokens from = split(other);
  for (size_t n = 1 + pick(random, 3); n > 0 && tokens.size() > 0; --n) insert(tokens, start_of_statement(random, tokens), a_statement(random, from));
  return joined(tokens);
}

}  // namespace wb::fuzz

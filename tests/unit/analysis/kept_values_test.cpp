// Loads whose value the compiler still has: said at the access, and only there where nothing can have changed it.
#include <doctest/doctest.h>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

// What accesses say of kept values, in the order of the text, by `say`; the body begins in line 2, with `i` and room for `s`. Two warps; all of `in` is 3, and `n`, too.
template <class Say>
std::string told(const std::string& body, const std::string& in, Say say) {
  KernelRun run("__global__ void k(" + in + ", int* out, int n) { __shared__ int s[64]; int i = threadIdx.x;\n" + body + "\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("in", 1024, 3).ints("out", 1024, 1).number(3);
  const SimulationResult result = run.run();
  std::string all;
  for (const AccessCounters& access : result.accesses)
    if (access.kept != Kept::no) all += say(access, [&](Span span) { return std::to_string(run.sources->start(span).line); });
  return all;
}
// The lines of kept loads, each with the line that they are kept from, as "3<2 4<4 ".
std::string kept(const std::string& body, const std::string& in = "const int* in") {
  return told(body, in, [](const AccessCounters& a, auto line_of) { return line_of(a.span) + "<" + line_of(a.kept_from) + " "; });
}
// Of kept loads the lines, with the requests that are left and those of the source, as "3:2/6 ".
std::string left_of(const std::string& body, const std::string& in = "const int* in") {
  return told(body, in, [](const AccessCounters& a, auto line_of) {
    return line_of(a.span) + ":" + std::to_string(a.left_requests) + "/" + std::to_string(a.requests) + " ";
  });
}

// Of kept accesses the lines, with how, as "3:loop ".
std::string how(const std::string& body, const std::string& in = "const int* in") {
  return told(body, in, [](const AccessCounters& a, auto line_of) { return line_of(a.span) + ":" + kept_name(a.kept) + " "; });
}

// Of accesses in loops that are written out, where lanes come together in another way: the lines, with the requests and sectors that they make so, and those
// of the source, as "3:36,70/35,60 ".
std::string written_out(const std::string& body) {
  KernelRun run("__global__ void k(const int* in, int* out, int n) { __shared__ int s[64]; int i = threadIdx.x;\n" + body + "\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("in", 4096, 3).ints("out", 4096, 1).number(3);
  const SimulationResult result = run.run();
  std::string all;
  for (const AccessCounters& a : result.accesses)
    if (a.is_uneven)
      all += std::to_string(run.sources->start(a.span).line) + ":" + std::to_string(a.left_requests) + "," + std::to_string(a.left_sectors) + "/" +
             std::to_string(a.requests) + "," + std::to_string(a.sectors) + " ";
  return all;
}

}  // namespace

TEST_CASE("an element that is read again is kept") {
  CHECK(kept("out[i] = in[i] * in[i];") == "2<2 ");
  CHECK(kept("int a = in[i + 1];\nint b = in[i + 2];\nout[i] = a + b + in[1 + i];") == "4<2 ");
  CHECK(kept("int a = in[i + 1];\nint b = in[i + 2];\nout[i] = a + b + in[i + 1];") == "4<2 ");
  CHECK(kept("if (in[i] < 2) return;\nif (in[i] > 8) { out[i] = 8; return; }\nout[i] = in[i];") == "3<2 4<2 ");
  CHECK(kept("int v = in[i];\nif (v > 1) v = in[i + 3];\nout[i] = v + in[i];") == "4<2 ");
  CHECK(kept("for (int k = 0; k < 4; ++k) s[i] = in[i] + k;\nout[i] = s[i];") == "2<2 3<2 ");
  CHECK(kept("int c[4] = {};\nfor (int k = 0; k < 4; ++k) c[(in[i] >> k) & 3]++;\nout[i] = c[in[i + 1] & 3];") == "3<3 ");  // local memory is none of it
}

TEST_CASE("each says what the compiler does") {
  CHECK(how("out[i] = in[i] * in[i];") == "2:from ");
  CHECK(how("if (in[0] < i) out[i] = in[i];\nelse out[i] = in[i] + 1;") == "2:with 2:with 3:with 3:with ");
  CHECK(how("int v = 0;\nfor (int k = 0; k < n; ++k)\n v += in[i] * k;\nout[i] = v;") == "4:loop ");
  CHECK(how("for (int k = 0; k < n; ++k)\n out[i] += in[k];") == "3:passes ");
  CHECK(how("if (i < n)\n s[i] = in[i];\nout[i] = s[i];") == "4:one_way ");
  CHECK(how("for (int k = 0; k < 4; ++k)\n s[i] = in[i] + k;\nout[i] = 1;") == "3:copies ");
  CHECK(how("while (i < n) s[threadIdx.x] += in[i++];\nout[i] = 1;") == "2:loop 2:loop ");
}

TEST_CASE("a store hands its value on, and ends what was known of its space") {
  CHECK(kept("out[i] = in[i];\nout[i] = out[i] + 1;") == "2<3 3<2 ");  // and is left out
  CHECK(kept("s[i] = in[i];\nout[i] = s[i];") == "3<2 ");
  CHECK(kept("int a = in[i];\nout[i] = a;\nout[i + 64] = in[i];").empty());            // `out` may be `in`
  CHECK(kept("int a = in[i];\ns[i] = a;\nout[i] = in[i];") == "4<2 ");                 // shared memory is none of it
  CHECK(kept("int a = in[i];\natomicAdd(&out[0], a);\nout[i + 64] = in[i];").empty());
  CHECK(kept("s[i] = in[i];\n__syncthreads();\nout[i] = s[i];").empty());
  CHECK(kept("int a = in[i];\n__syncwarp();\nout[i] = a + in[i];").empty());
  CHECK(kept("int a = in[i];\na += __shfl_xor_sync(~0u, a, 1);\nout[i] = a + in[i];") == "4<2 ");
  CHECK(kept("volatile int* v = out;\nint a = v[i];\nin = out;\nout[i] = a + v[i];").empty());
}

TEST_CASE("a product of a sum is known to be one and a constant") {
  const std::string swapped = "\nint x = s[a];\ns[a] = s[b];\nout[i] = s[b] + x;";
  CHECK(kept("int a = 2 * (i / 4 + 1) - 1, b = 2 * (i / 4 + 2) - 1;" + swapped) == "5<4 ");
  CHECK(kept("int a = 2 * (i / 4 + 1), b = 3 * (i / 4 + 1);" + swapped).empty());
  CHECK(kept("int a = (i / 4 + 1) * 2 + i, b = i + 2 * (i / 4 + 2);" + swapped) == "5<4 ");  // in whichever order
  CHECK(kept("int d = 1; d *= 2; int a = d * (i / 4), b = 2 * (i / 4) + 1;" + swapped) == "5<4 ");
}

TEST_CASE("of a sum that is shifted, where what stays is a multiple of two") {
  const std::string swapped = "a += a >> 5, b += b >> 5;\nint x = s[a];\ns[a] = s[b];\nout[i] = s[b] + x;";
  CHECK(kept("int a = 64 * (i / 64) + 7, b = 64 * (i / 64) + 39;" + swapped) == "5<4 ");
  CHECK(kept("int a = 32 * (i / 64) + 7, b = 32 * (i / 64) + 39;" + swapped).empty());
}

TEST_CASE("nothing is stored where a restricted parameter to constants leads") {
  const std::string body = "int a = in[i];\nout[i] = a;\nout[i + 64] = in[i];";
  CHECK(kept(body, "const int* __restrict__ in") == "4<2 ");
  CHECK(kept(body, "int* __restrict__ in").empty());
  CHECK(kept("out[i] = in[i];\n__syncthreads();\nout[i + 64] = in[i];", "const int* __restrict__ in") == "4<2 ");
  CHECK(kept("out[i] = in[i];\n__syncthreads();\nout[i + 64] = in[i];").empty());
  CHECK(kept("const int* p = in;\nout[i] = p[i];\np = out;\nout[i + 64] = p[i];", "const int* __restrict__ in").empty());
}

TEST_CASE("what only some ways have read is not kept, nor what a loop changes") {
  CHECK(kept("int v = 0;\nif (i & 1) v = in[i];\nelse v = -in[i];\nout[i] = v + in[i];") == "3<4 4<3 5<4 ");
  CHECK(kept("int at = in[i], k = 0;\nwhile (k < n) { at = in[at]; ++k; }\nout[i] = at;").empty());
  CHECK(kept("int a = in[i];\nfor (int k = 0; k < n; ++k) out[i + k] += k;\nout[i] = a + in[i];").empty());
  CHECK(kept("int a = in[i];\nfor (int k = 0; k < n; ++k) a += k;\nout[i] = a + in[i];") == "4<2 ");
  CHECK(kept("int j = i;\nint a = in[j];\nfor (int k = 0; k < n; ++k) j += k;\nout[i] = a + in[j];").empty());
}

TEST_CASE("what both ways of an if have stays in a register where they meet") {
  CHECK(kept("if (i < 9) { s[i] = 1; out[i + 64] = 3; }\nelse s[i] = in[i] / 3;\nout[i] = s[i];") == "4<3 ");
  CHECK(kept("out[i] = 0;\nfor (int k = 0; k < n; ++k)\nout[i] += in[k] / 3;\nout[i + 64] = out[i];").ends_with("5<4 "));
}

TEST_CASE("what one way of an if has is loaded by those that come the other way") {
  CHECK(left_of("if (i < 40) out[i] = in[i + 64];\nout[i + 64] = out[i];") == "3:1/2 ");
  CHECK(left_of("int a = out[i];\nif (i < 20) out[n * i] = a;\nout[i + 64] = a + out[i];") == "4:1/2 ");
  CHECK(left_of("if (i < 40) { int v = in[i + 64]; s[i] = v / n; }\nelse s[i ^ 1] = 3;\nout[i] = s[i];") == "4:1/2 ");
  CHECK(left_of("if (i < 40) { int v = in[i + 64]; s[i] = v / n; }\nif (i > 5) s[i ^ 1] = 3;\nout[i] = s[i];").empty());
  CHECK(left_of("for (int k = 0; k < in[5]; ++k) {\nif (in[k] == i) out[n * k] = 1; }") == "2:5/8 ");  // the end of the loop, by lanes that have stored
}

TEST_CASE("what the side of an if loads first, and all behind it, is loaded in front") {
  CHECK(left_of("int v = 0;\nif (i < 40) v = in[i] * 3 / n;\nout[i] = v + in[i];") == "3:0/2 ");
  CHECK(left_of("int v = 0;\nif (i < 40) v = in[in[i + 64]] * 3 / n;\nout[i] = v + in[i];").empty());
}

TEST_CASE("a pass has what the one before has loaded, in loops that are not written out") {
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) { if (in[k] > 5) break;\nv += in[k + 1]; }\nout[i] = v;") == "3:2/6 ");
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) { if (in[k] > 5) break;\nv += in[k + 2]; }\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) { if (in[k + i] > 5) break;\nv += in[k + 1 + i]; }\nout[i] = v;").empty());  // a sum
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[k] * in[k + 1]; }\nout[i] = v;").empty());  // written out
  CHECK(kept("int k = 3;\nwhile (k > 0 && in[k] > 1) {\nout[k] = in[k];\n--k; }") == "4<3 ");  // in the condition, in front or behind the pass
}

TEST_CASE("what is the same in each pass of a loop is loaded once") {
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k)\nv += in[k] * in[i + 64];\nout[i] = v;") == "4:2/6 ");
  CHECK(left_of("int v = 0;\nint k = i;\nwhile (k < 256) { v += in[k] * in[300]; k += 64; }\nout[i] = v;") == "4:2/8 ");
  CHECK(left_of("s[i] = in[i];\n__syncthreads();\nint v = 0;\nfor (int k = 0; k < n; ++k)\nv += in[k] * s[63 - i];\nout[i] = v;") == "6:2/6 ");
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k)\nv += in[k] *\nin[in[i + 64]];\nout[i] = v;") == "5:2/6 5:2/6 ");
  CHECK(left_of("for (int k = 0; k < n; ++k)\ns[i] = k + in[i];") == "3:2/6 3:2/6 ");  // the load, and the store                        // shared memory is none of it
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[i];\nif (v > 4) break; }\nout[i] = v;") == "4:2/4 ");
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nif (k & 1) v += k;\nv += in[i]; }\nout[i] = v;") == "5:2/6 ");
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < 0 * n; ++k)\nv += in[i];\nout[i] = v;").empty());  // not come to: no access
}

TEST_CASE("the bound of a loop is loaded as it begins") {
  CHECK(left_of("int v = 0;\nfor (int k = in[i];\nk < in[i + 1] + 3; ++k) v += k;\nout[i] = v;") == "4:2/8 ");
  CHECK(left_of("for (int k = 0;\nk < in[i]; ++k)\nout[k] = k;").empty());  // `out` may be `in`
  CHECK(left_of("for (int k = 0;\nk < in[i]; ++k)\nif (k == n - 1) { out[i] = k; break; }") == "3:2/6 ");  // who stores asks no more
}

TEST_CASE("lanes that enter a loop apart load apart") {
  CHECK(left_of("int v = 0;\nif (i & 1) {\nfor (int k = 0; k < n; ++k)\nv += in[k] * in[i + 64]; }\nout[i] = v;") == "5:2/6 ");
  CHECK(left_of("int v = 0;\nfor (int j = 0; j < n; ++j)\nfor (int k = 0; k < in[j] - j; ++k)\nv += in[k] * in[i + 64];\nout[i] = v;") == "4:6/18 5:6/12 ");
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < (i & 3); ++k)\nv += in[k] * in[i + 64];\nout[i] = v;") == "4:2/6 ");
}

TEST_CASE("where only the loop around decides on the inner one, its values are loaded in front of both") {
  const std::string inner = "for (int k = 0; k < n; ++k)\nv += in[k + j] * in[i + 64];";
  CHECK(left_of("int v = 0;\nfor (int j = 0; j < n; ++j)\n" + inner + "\nout[i] = v;") == "5:2/18 ");
  CHECK(left_of("for (int j = 0; j < n; ++j) { int v = 0;\n\n" + inner + "\nout[i] = v; }") == "5:6/18 ");  // stored between
  CHECK(left_of("int v = 0;\nfor (int j = 0; j < n; ++j)\nif (in[j] > 1)\n" + inner + "\nout[i] = v;") == "6:6/18 ");
  std::string much;
  for (int j = 0; j < 30; ++j) much += "v = v * 5 ^ v >> 3; ";
  CHECK(left_of("int v = 0;\nfor (int j = 0; j < n; ++j) { " + much + "\n" + inner + "}\nout[i] = v;").empty());  // nobody knows
}

TEST_CASE("what a pass may leave out, or change, is loaded in each") {
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k)\nif (in[k] > 4) v += in[i];\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nif (in[k] > 4) continue;\nv += in[i]; }\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nif (in[k] > 4) break;\nv += in[i]; }\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nif (in[k] > 4) return;\nv += in[i]; }\nout[i] = v;").empty());
  CHECK(left_of("for (int k = 0; k < n; ++k)\nout[i + 64 * k] = in[i];").empty());
  CHECK(left_of("for (int k = 0; k < n; ++k)\nout[i + 64 * k] = in[i];", "const int* __restrict__ in") == "3:2/6 ");
  CHECK(left_of("for (int k = 0; k < n; ++k)\natomicAdd(&out[i], in[i]);").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[i];\n__syncthreads(); }\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[i];\n__syncthreads(); }\nout[i] = v;", "const int* __restrict__ in") == "4:2/6 ");
  CHECK(left_of("int v = 0;\nconst volatile int* w = in;\nfor (int k = 0; k < n; ++k)\nv += w[i];\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nint j = i;\nfor (int k = 0; k < n; ++k) {\nv += in[j];\nj += k; }\nout[i] = v;").empty());
}

TEST_CASE("what a pass stores the next one has, but where four passes end and the rest begins") {
  CHECK(left_of("for (int k = 0; k < n; ++k)\nout[i] += in[k];") == "3:2/6 ");
  CHECK(left_of("for (int k = 0; k < 4 * n; ++k)\nout[i] = out[i] + in[k];") == "3:2/24 ");
  CHECK(left_of("for (int k = 0; k < 5 * n; ++k)\nout[i] += in[k];") == "3:4/30 ");
  CHECK(kept("out[i] = 0;\nfor (int k = 0; k < 5 * n; ++k)\nout[i] += in[k];") == "4<2 ");
  CHECK(left_of("for (int k = 0; k < n; ++k)\nif (in[k] > 1) out[i] += in[k + 64];").empty());
  CHECK(left_of("for (int k = 0; k < (i & 3); ++k)\nout[i] += in[k];").empty());                          // lanes go apart
  CHECK(left_of("for (int k = 0; k < n; ++k) {\nout[i] += in[k];\nout[i + k] = 5; }").empty());
}

TEST_CASE("a store to another array in shared memory, or beside a place, leaves the value where it is") {
  CHECK(kept("__shared__ int r[64]; int a = s[i];\nr[i] = a;\nout[i] = a + s[i];") == "4<2 ");
  CHECK(kept("__shared__ int r[64]; int a = s[i];\natomicAdd(&r[0], a);\nout[i] = a + s[i];") == "4<2 ");
  CHECK(kept("int a = s[i];\ns[i + 1] = a;\nout[i] = a + s[i];") == "4<2 ");
  CHECK(kept("int a = s[i];\ns[i + n] = a;\nout[i] = a + s[i];").empty());
  CHECK(kept("int a = s[i];\ns[n] = a;\nout[i] = a + s[i];").empty());
  CHECK(kept("int a = out[i];\nout[i + 64] = a;\nout[i] = a + out[i];") == "4<2 ");
  CHECK(left_of("__shared__ int r[64]; int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += s[63 - i];\nr[i] = v; }\nout[i] = v;") == "4:2/6 5:2/6 ");
}

TEST_CASE("a store to a member of a record leaves the other members of all records of the array where they are") {
  const std::string begin = "struct R { int x, y, z; }; __shared__ R r[64];\nint a = r[n].x;\n";
  CHECK(kept(begin + "r[i].y = a;\nout[i] = r[n].x;") == "5<3 ");
  CHECK(kept(begin + "r[i].x = a;\nout[i] = r[n].x;").empty());
}

TEST_CASE("what each pass stores in one place is stored once, behind the loop, where nothing else in it can go there") {
  CHECK(left_of("for (int k = 0; k < n; ++k)\nout[i] += k;") == "3:2/6 3:2/6 ");  // the load, and the store
  CHECK(left_of("for (int k = 0; k < n; ++k)\nout[i] += in[k];", "const int* __restrict__ in") == "3:2/6 3:2/6 ");
  CHECK(left_of("s[i] = 0;\nfor (int k = 0; k < n; ++k)\ns[i] += in[k];\nout[i] = s[63 - i];") == "4:0/6 4:2/6 ");
  CHECK(left_of("for (int k = 0; k < (i & 3); ++k)\ns[i] = in[k];") == "3:2/6 ");  // lanes that have come there meet behind it
  CHECK(left_of("for (int k = 0; k < n; ++k) {\nout[2 * i] += k;\nout[2 * i + 1] = k; }") == "3:2/6 3:2/6 4:2/6 ");
  CHECK(left_of("for (int k = 0; k < n; ++k)\ns[i] += s[k];").empty());
  CHECK(left_of("for (int k = 0; k < n; ++k)\nif (in[k] > 5) s[i] = k;").empty());
  CHECK(left_of("for (int k = 0; k < n; ++k) {\ns[i] = k;\n__syncthreads(); }").empty());
  CHECK(left_of("volatile int* v = out;\nfor (int k = 0; k < n; ++k)\nv[i] = k;").empty());
}

TEST_CASE("what loops inside one another store in one place is stored behind all that have nothing else to do with it") {
  const std::string head = "for (int j = 0; j < n; ++j)\n";
  CHECK(left_of(head + "for (int k = 0; k < n; ++k)\ns[i] += in[j + k];") == "4:2/18 4:2/18 ");
  CHECK(left_of("for (int j = 0; j < n; ++j) {\ns[i] = 0;\nfor (int k = 0; k < n; ++k)\ns[i] += in[j + k]; }") == "3:0/6 5:0/18 5:2/18 ");
  CHECK(left_of("for (int j = 0; j < n; ++j) {\nfor (int k = 0; k < n; ++k)\ns[i] += in[j + k];\ns[i] *= 3; }") == "4:2/18 4:0/18 5:0/6 5:2/6 ");
  CHECK(left_of(head + "for (int k = 0; k < in[j]; ++k)\ns[i] += in[j + k];") == "3:6/24 4:6/18 4:6/18 ");  // another number of passes each time
  CHECK(left_of("int v = 0;\nfor (int j = 0; j < n; ++j) { v += s[63 - i];\nfor (int k = 0; k < n; ++k)\ns[i] += in[j + k]; }\nout[i] = v;") == "5:6/18 5:6/18 ");
}

TEST_CASE("one access is made of those on both sides of an if") {
  CHECK(left_of("if (i & 1) s[i] = i * 3;\nelse s[i] = i;") == "2:2/2 3:0/2 ");  // both sides meet in each warp
  CHECK(left_of("if (i < 32) s[i] = i * 3;\nelse s[i] = i;") == "2:1/1 3:1/1 ");
  CHECK(left_of("int v;\nif (i & 1) v = in[i] + 1;\nelse v = in[i] * 2;\nout[i] = v;") == "3:2/2 4:0/2 ");
  CHECK(left_of("if (i & 1) out[i] = in[i] + 1;\nelse out[i] = in[i ^ 8] * 2;").empty());
  CHECK(left_of("if (i & 1) s[i] = in[i];\nelse s[i] = 0;").empty());
  CHECK(left_of("for (int k = 0; k < n; ++k) {\nif (i & 1) s[i] = in[i + k];\nelse s[i] = 0;\n__syncthreads(); }") == "3:6/6 4:0/6 ");
  CHECK(left_of("for (int k = 0; k < n; ++k) {\nif (i > 3 && i & 1) s[i] = in[i + k];\nelse s[i] = 0;\n__syncthreads(); }") == "3:6/6 4:0/6 ");
  CHECK(left_of("for (int k = 0; k < n; ++k) {\nif (k == i) s[i] = in[i + k];\nelse s[i] = 0;\n__syncthreads(); }") == "3:3/3 4:3/6 ");  // the second warp has one side
  CHECK(left_of("if (i & 1) s[i] = i * 3;\nelse s[i ^ 2] = i;").empty());
}

TEST_CASE("the sides of an if with a condition of several parts are one if") {
  const auto in_loop = [](const std::string& text) { return left_of("for (int k = 0; k < n; ++k) {\n" + text + "\n__syncthreads(); }"); };
  for (const std::string condition : {"i & 1 && k < n", "i & 1 && k < n && i < 63", "i & 1 || k > n", "i & 1 || k > n || i > 40"})
    CHECK(in_loop("if (" + condition + ") s[i] = in[i + k];\nelse s[i] = 0;") == "3:6/6 4:0/6 ");
  CHECK(left_of("if (i & 1 || i > 40) s[i] = i * 3;\nelse s[i] = i;") == "2:2/2 3:0/2 ");
  CHECK(left_of("if (i & 1 || n < 0) s[i] = 0;\nelse s[i] = in[i];") == "2:2/2 3:0/2 ");
  CHECK(left_of("if (i & 1 || n < 0) out[i] = 0;\nelse out[i] = in[i];").empty());  // global memory, its address on each side
  CHECK(left_of("int v;\nif (i & 1 || n < 0) v = in[i] * 2;\nelse v = in[i] + 1;\nout[i] = v;").empty());
  CHECK(in_loop("if (i & 1 && k < n) { s[i] = in[i + k]; s[i ^ 32] = 3; }\nelse { s[i] = 0; s[i ^ 32] = k; }").empty());
}

TEST_CASE("what more than two ways do last is made once") {
  // Two warps: each lane has a way, and whoever comes later adds what is missing.
  CHECK(left_of("if (i % 4 == 0) s[i] = 0;\nelse if (i % 4 == 1) s[i] = 1;\nelse s[i] = in[i];") == "2:2/2 3:0/2 4:0/2 ");
  CHECK(left_of("if (i % 4 == 0) s[i] = 0;\nelse if (i > 31) s[i] = 1;\nelse s[i] = in[i];") == "2:2/2 3:0/1 4:0/1 ");  // another second way for each warp
  CHECK(left_of("if (i > 99) s[i] = 0;\nelse if (i % 4 == 1) s[i] = 1;\nelse s[i] = in[i];") == "3:2/2 4:0/2 ");          // nobody comes to the first
  CHECK(left_of("if (i & 1) {\nif (i & 2) s[i] = in[i];\nelse s[i] = 0; }\nelse s[i] = 1;") == "3:2/2 4:0/2 5:0/2 ");
  CHECK(left_of("switch (i & 3) {\ncase 0: s[i] = in[i]; break;\ncase 1: s[i] = in[i + 64]; break;\ndefault: s[i] = in[i + 5]; }") == "3:2/2 3:2/2 4:0/2 4:0/2 5:0/2 5:0/2 ");
  CHECK(left_of("int v;\nif (i % 4 == 0)\nv = in[i];\nelse if (i % 4 == 1)\nv = in[i + 64];\nelse\nv = in[i + 5];\nout[i] = v;") == "4:2/2 6:0/2 8:0/2 ");
  const std::string two = "int v, w;\nswitch (i & 3) {\ncase 0: v = in[i]; w = in[i + 2]; break;\ncase 1: v = in[i + n * 4]; w = in[i - n + 64]; break;\ndefault: v = in[n - i + 64]; w = in[i * 2]; }\n";
  CHECK(left_of(two + "out[i] = v * w;") == "4:2/2 4:2/2 5:0/2 5:0/2 6:0/2 6:0/2 ");
  CHECK(left_of("for (int k = 0; k < n; ++k) {\nif (i % 3 == 0 && k < 2 || i > 60) s[i] = in[i + k];\nelse s[i] = 0;\n__syncthreads(); }") == "3:5/5 4:1/6 ");  // of the last pass one warp has no first side
  // Not where ways load and do different things, store elsewhere, in global memory or twice, or one does nothing.
  CHECK(left_of("if (i % 4 == 0) s[i] = in[i];\nelse if (i % 4 == 1) s[i] = in[i + 1];\nelse s[i] = in[i] + in[i + 2];").empty());
  CHECK(left_of("if (i % 4 == 0) s[i] = 0;\nelse if (i % 4 == 1) s[i ^ 1] = 1;\nelse s[i] = 2;").empty());
  CHECK(left_of("if (i % 4 == 0) out[i] = 0;\nelse if (i % 4 == 1) out[i] = 1;\nelse out[i] = in[i];").empty());
  CHECK(left_of("if (i % 4 == 0) { s[i] = 0; s[63 - i] = 4; }\nelse if (i % 4 == 1) { s[63 - i] = 1; s[i] = 1; }\nelse s[i] = 2;").empty());
  CHECK(left_of("if (i % 4 == 0) s[i] = 0;\nelse if (i % 4 == 1) s[i] = 1;").empty());
  CHECK(left_of("if (i % 4 == 0) s[i] = 0;\nelse if (atomicAdd(&out[0], 1) > 3) s[i] = 1;\nelse s[i] = 2;").empty());
  CHECK(left_of("if (i % 4 == 0) s[i] = 0;\nelse if (i % 4 == 1) { __syncwarp(0x22222222); s[i] = 1; }\nelse s[i] = 2;").empty());
}

TEST_CASE("nothing is said of stores where the next if asks the same") {
  CHECK(left_of("float v;\nfor (int k = 0; k < n; ++k) {\nif (i > k) s[i] = in[i + k];\nelse s[i] = 0;\nv = i > k ? in[k + i * 2] : 0;\n__syncthreads();\nout[i + k * 64] = v + s[i ^ 1]; }").find("4:") == std::string::npos);
}

TEST_CASE("a store and the if behind it that stores there, too, are one in a loop") {
  const auto in_loop = [](const std::string& text) { return left_of("for (int k = 0; k < n; ++k) {\n" + text + "\n__syncthreads(); }"); };
  CHECK(in_loop("s[i] = 0;\nif (i & 1) s[i] = in[i + k];") == "4:0/6 ");
  CHECK(in_loop("s[i] = 0;\nif (i & 1 && k < n) s[i] = in[i + k];") == "4:0/6 ");
  CHECK(in_loop("s[i] = 0;\nif (i & 1 || k > n) s[i] = in[i + k] * 2;") == "4:0/6 ");
  CHECK(left_of("s[i] = 0;\nif (i & 1) s[i] = in[i];").empty());
  CHECK(in_loop("s[i] = 0;\nif (i & 1) s[i ^ 1] = in[i + k];").empty());
  CHECK(in_loop("s[i] = 0;\nif (i & 1) s[i] = s[63 - i];").empty());
  CHECK(in_loop("s[i] = 0;\nint v = in[i];\nif (i & v) s[i] = in[i + k];").find("5:") == std::string::npos);
  CHECK(in_loop("s[i] = 0;\n__syncwarp();\nif (i & 1) s[i] = in[i + k];").empty());
  CHECK(in_loop("out[i + 64 * k] = 0;\nif (i & 1) out[i + 64 * k] = in[i + k];").empty());
}

TEST_CASE("loads on both sides of an if are joined as far as the sides do the same") {
  CHECK(left_of("int v;\nif (i & 1) v = in[i] + in[i + 64];\nelse v = in[i] * 2;\nout[i] = v;") == "3:2/2 4:0/2 ");
  CHECK(left_of("int v;\nif (i & 1) v = in[i + 64] + in[i];\nelse v = in[i] * 2;\nout[i] = v;").empty());
  CHECK(left_of("int v;\nif (i & 1) { v = i * n; v = (v ^ v >> 3) * in[i]; }\nelse v = in[i] * 2;\nout[i] = v;").empty());
  CHECK(left_of("int v;\nif (i & 1) v = in[i] + (int)powf(i, 2.5f);\nelse v = in[i] * 2;\nout[i] = v;") == "3:2/2 4:0/2 ");
  CHECK(left_of("int v = (int)powf(i, 2.5f);\nif (i & 1) s[i] = v;\nelse s[i] = 0;") == "3:2/2 4:0/2 ");
  CHECK(left_of("float v = 0;\nif (i & 1) { s[i] = 3; v = powf(i, 2.5f); }\nelse s[i] = 0;\nout[i] = v;").empty());  // it has branches of its own
  CHECK(left_of("float v = 0;\nif (i & 1) { s[i] = 3; v = sqrtf(i); }\nelse s[i] = 0;\nout[i] = v;") == "3:2/2 4:0/2 ");
}

TEST_CASE("the last loads of both sides of an if are one, wherever they go") {
  CHECK(left_of("int v;\nif (i & 1) v = in[i];\nelse v = in[i + 64];\nout[i] = v;") == "3:2/2 4:0/2 ");
  CHECK(left_of("out[i] = i & 1 ?\nin[i] :\nin[i ^ 5];") == "3:2/2 4:0/2 ");
  CHECK(left_of("int v, w;\nif (i & 1) { v = in[i];\nw = in[i + 5]; }\nelse { v = in[i + 64];\nw = in[i + 7]; }\nout[i] = v * w;") == "3:2/2 4:2/2 5:0/2 6:0/2 ");
  CHECK(left_of("s[i] = i;\n__syncthreads();\nout[i] = i % 16 == 15 ?\ns[i] :\ns[i + 1];") == "5:2/2 6:0/2 ");
  // Not where something else is left to do, the values go elsewhere, or the arrays are two.
  CHECK(left_of("int v;\nif (i & 1) v = in[i] * 2;\nelse v = in[i + 64] + 1;\nout[i] = v;").empty());
  CHECK(left_of("int v = 0, w = 0;\nif (i & 1) v = in[i];\nelse w = in[i + 64];\nout[i] = v + w * 3;").empty());
  CHECK(left_of("__shared__ int q[64];\ns[i] = i, q[i] = 1;\n__syncthreads();\nout[i] = i & 1 ?\ns[63 - i] :\nq[63 - i];").empty());
}

TEST_CASE("of two stores on both sides of an if both are joined, where these do nothing else") {
  CHECK(left_of("if (i & 1) { out[i] = 4;\nout[i + 64] = i * 3; }\nelse { out[i] = 5;\nout[i + 64] = i * n; }") == "2:2/2 3:2/2 4:0/2 5:0/2 ");
  CHECK(left_of("if (i & 1) { s[i] = 4;\nout[i] = 1; }\nelse { s[i] = 5;\nout[i] = 2; }") == "2:2/2 3:2/2 4:0/2 5:0/2 ");
  CHECK(left_of("if (i & 1) { out[i] = 4;\ns[i] = i * 3; }\nelse { out[i] = 5;\ns[i] = i * n; }") == "3:2/2 5:0/2 ");
  CHECK(left_of("if (i & 1) { out[i] = 4;\nout[i + 64] = 1; }\nelse { out[i + 64] = 5;\nout[i] = 2; }").empty());
  CHECK(left_of("if (i & 1) { out[i] = 4;\nout[i + 64] = 1; }\nelse out[i + 64] = 2;").empty());
  CHECK(left_of("int v = in[i];\nif (i & v) { out[i] = 4;\nout[i + 64] = 1; }\nelse out[i + 64] = 2;") == "4:2/2 5:0/2 ");
  CHECK(left_of("for (int k = 0; k < n; ++k) { int at = i + 64 * k;\nif (i & 1) out[at] = in[k];\nelse out[at] = 5; }").empty());
}

TEST_CASE("what an asm that compilers move nothing past ends") {
  const std::string fence = "asm volatile(\"\" ::: \"memory\"); ";
  CHECK(kept("int a = in[i];\n" + fence + "\nout[i] = a + in[i];") == "4<2 ");  // not in straight code
  CHECK(kept("s[i] = 1;\n" + fence + "\ns[i] = i;") == "2<4 ");
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[k] * in[i + 64];\n" + fence + "}\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[k] * in[i + 64];\nasm(\"\" ::: \"memory\"); }\nout[i] = v;").empty());
  CHECK(left_of("int v = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[k] * in[i + 64];\nasm(\"\"); }\nout[i] = v;").empty());
  CHECK(left_of("int v = 0, w = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[k] * in[i + 64];\nasm volatile(\"add.s32 %0, %1, 1;\" : \"=r\"(w) : \"r\"(v)); }\nout[i] = w;").empty());
  CHECK(left_of("int v = 0, w = 0;\nfor (int k = 0; k < n; ++k) {\nv += in[k] * in[i + 64];\nasm(\"add.s32 %0, %1, 1;\" : \"=r\"(w) : \"r\"(v)); }\nout[i] = w;") == "4:2/6 ");
  CHECK(left_of("for (int k = 0; k < n; ++k) {\ns[i] += in[k];\n" + fence + "}").empty());
  CHECK(left_of("if (i & 1) { s[i] = 3; " + fence + "}\nelse s[i] = 4;").empty());
}

TEST_CASE("lanes that make other numbers of passes come together where these stand as they are written out") {
  const std::string from_i = "for (int k = i; k < i + i * 7 % 45; ++k)\n";
  CHECK(written_out("int v = 0;\nfor (int k = 0; k < i * 7 % 45; ++k)\nv += in[i * 50 + k];\nout[i] = v;") == "4:94,1377/87,1377 ");  // sixteen, eight, four, the rest
  CHECK(written_out("int v = 0;\n" + from_i + "v += in[k];\nout[i] = v;") == "4:94,529/87,377 ");
  CHECK(written_out("float v = 0;\n" + from_i + "v += in[k];\nout[i] = v;") == "4:94,506/87,377 ");  // the rest first: no whole number begins with a constant
  CHECK(written_out("float v = 0;\n" + from_i + "v += 1.f / in[k];\nout[i] = v;") == "4:90,384/87,377 ");  // a division: four at once
  CHECK(written_out("int v = 0;\nint k = i * 7 % 45;\nwhile (k--)\nv += in[i * 50 + k];\nout[i] = v;") == "5:94,1377/87,1377 ");
  CHECK(written_out("int v = 0;\nfor (int k = 0; k < i * 7 % 20; ++k)\nv += in[i * 50 + k];\nout[i] = v;").empty());  // few, and nvcc knows
  CHECK(written_out("int v = 0;\n" + from_i + "{ v += in[k];\nif (v > 4000) break; }\nout[i] = v;").empty());
  CHECK(written_out("int v = 0;\n" + from_i + "{ v += in[k];\n__syncwarp(); }\nout[i] = v;").empty());
  CHECK(written_out("int v = 0;\n#pragma unroll 2\n" + from_i + "v += in[k];\nout[i] = v;").empty());
  CHECK(written_out("int v = 0;\nfor (int k = i; k < in[i] + i * 7 % 45; ++k)\nout[k] = v;").empty());  // the end may change
}

TEST_CASE("a store that is overwritten before anybody can see it is left out") {
  CHECK(left_of("s[i] = 1;\ns[i] = i;") == "2:0/2 ");
  CHECK(kept("s[i] = 1;\ns[i] = i;") == "2<3 ");
  CHECK(kept("s[i] = 1;\nout[i] = s[n];\ns[i] = i;").empty());
  CHECK(kept("s[i] = 1;\n__syncwarp();\ns[i] = i;").empty());
  CHECK(kept("s[i] = 1;\nif (n > 2) s[i] = i;").empty());
  CHECK(kept("for (int k = 0; k < 4; ++k)\ns[i] = k;").empty());  // passes that stand written out: not claimed
}

TEST_CASE("a pointer made of another one leads to the same memory") {
  CHECK(kept("int a = s[i];\nint* p = out + n;\np[i] = a;\nout[i] = a + s[i];") == "5<2 ");
}

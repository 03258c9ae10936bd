// C++14 to C++20 as kernels use it: each feature is run, and meets what must stay refused. The values are those of a GPU.
#include "tests/unit/language/one_thread.h"

using wb::test::Kernel, wb::test::values, wb::test::value, wb::test::errors;

TEST_CASE("a constructor and a destructor of a class template, defined behind it") {
  const std::string keeper = "template <class T, int N> struct Keeper { int* log; T v; __device__ explicit Keeper(int* at, T first = N); __device__ ~Keeper(); };\n"
                             "template <class T, int N> __device__ Keeper<T, N>::Keeper(int* at, T first) : log(at), v(first) {}\n"
                             "template <class T, int N> __device__ Keeper<T, N>::~Keeper() { *log += v; }\n";
  CHECK(values(keeper, "out[0] = 1; { Keeper<int, 4> a(out); Keeper<short, 2> b(out, 20); out[1] = *a.log; }", 2) == std::vector<int>{25, 1});
}

TEST_CASE("attributes say nothing about what a program does, wherever they stand") {
  const std::string code = "struct [[deprecated]] P { [[maybe_unused]] int x; [[nodiscard]] __device__ int get([[maybe_unused]] int q = 0) const { return x; } };\n"
                           "[[nodiscard]] __device__ int f([[maybe_unused]] int a, int b [[maybe_unused]]) { return 3; }\nenum class [[gnu::unused]] E { a [[deprecated(\"old\")]], b };\n"
                           "template <class T> [[nodiscard, gnu::always_inline]] __device__ T g(T x) { return x; }\n";
  CHECK(values(code, "[[maybe_unused]] int u = 1; P p{n}; if (n > 2) [[likely]] out[0] = f(1, 2) + p.get(); else [[unlikely]] { out[0] = 0; }\n"
                     "switch (n) { case 5: out[0] += 1; [[fallthrough]]; [[likely]] case 6: out[0] += (int)E::b; }\n[[unlikely]] for ([[maybe_unused]] int i = 0; i < 2; ++i) out[0] += g(1);") ==
        std::vector<int>{12});
  CHECK(errors("", "int a[3] = {}; out[0] = a[[n]];") != "");
}

TEST_CASE("a class that is local to a function has methods, constructors and operators") {
  CHECK(values("", "struct L { int v; __device__ L(int x) : v(x) {} __device__ int twice() const { return 2 * v; } __device__ L operator+(const L& o) const { return L(v + o.v); }\n"
                   "static __device__ int seven() { return 7; } };\nL a(n), b{2}; out[0] = (a + b).twice() + L::seven();") == std::vector<int>{21});
  CHECK(value("template <class T> __device__ T f(T x) { struct Box { T v; __device__ T get() const { return v + sizeof(T); } }; return Box{x}.get(); }", "f(1) + (int)f(2.0)") == 15);
  CHECK(errors("", "int x = n; struct L { __device__ int f() const { return x; } }; out[0] = L{}.f();") == "WB3075");
  CHECK(errors("", "struct L { int v; int f() const { return v; } }; out[0] = L{n}.f();") == "WB3022");  // a host function, as nvcc has it
}

TEST_CASE("range-for goes over lists, and over classes with begin() and end()") {
  CHECK(values("", "int s = 0; for (auto x : {1, 2, n}) s = s * 10 + x; out[0] = s;") == std::vector<int>{125});
  const std::string count = "struct Count { int b, e; struct It { int v; __device__ int operator*() const { return v; } __device__ It& operator++() { ++v; return *this; }\n"
                            "__device__ bool operator!=(const It& o) const { return v != o.v; } };\n__device__ It begin() const { return {b}; } __device__ It end() const { return {e}; } };\n"
                            "namespace ns { struct Span { int* p; int n; }; __device__ int* begin(const Span& s) { return s.p; } __device__ int* end(const Span& s) { return s.p + s.n; } }\n";
  CHECK(values(count, "int s = 0; for (int x : Count{1, n}) { if (x == 3) continue; s = s * 10 + x; } out[0] = s;") == std::vector<int>{124});
  CHECK(values(count, "int a[3] = {1, 2, 3}; for (int& x : ns::Span{a, 2}) x *= n; out[0] = a[0] * 100 + a[1] * 10 + a[2];") == std::vector<int>{603});
  CHECK(values("#include <cuda/std/array>\n", "cuda::std::array<int, 3> q{1, 2, n}; int s = 0; for (auto& x : q) x += 1; for (const auto x : q) s = s * 10 + x; out[0] = s;") == std::vector<int>{236});
  CHECK(values("struct P { int x, y; };", "P all[2] = {{1, 2}, {3, n}}; int s = 0; for (auto [x, y] : all) s += x * y; out[0] = s;") == std::vector<int>{17});
  CHECK(errors("struct P { int x; };", "for (auto x : P{1}) out[0] = 1;") == "WB3003");
  CHECK(errors("", "for (auto x : n) out[0] = 1;") == "WB4001");
  CHECK(errors("", "for (auto x : {1, 2.0f}) out[0] = 1;") == "WB3008");
}

TEST_CASE("what a range-for makes is destroyed at the right time") {
  const std::string noisy = "__device__ int log; struct N { int v; __device__ N(int x) : v(x) {} __device__ N(const N& o) : v(o.v) { log = log * 10 + 1; } __device__ ~N() { log = log * 10 + 9; } };\n";
  CHECK(values(noisy, "{ N all[2] = {N(1), N(2)}; log = 0; for (N x : all) { if (x.v == 1) continue; log = log * 10 + 5; } out[0] = log; }") == std::vector<int>{19159});
}

TEST_CASE("comparisons that are defaulted, and those that follow from others") {
  const std::string code = "struct I { int v; __device__ bool operator==(const I& o) const { return v % 10 == o.v % 10; } };\n"
                           "struct V { I a; int b[2]; unsigned c : 3; __device__ bool operator==(const V&) const = default; };\nstruct F { int x; friend bool operator==(const F&, const F&) = default; };\n"
                           "struct O { int x; __device__ int operator<=>(const O& o) const { return o.x - x; } };\nstruct S { int x, y; auto operator<=>(const S&) const = default; };\n";
  CHECK(values(code, "V v{{1}, {2, 3}, 4}, w{{11}, {2, 3}, 4}; out[0] = (v == w) * 10 + (v != w); w.b[1] = 0; out[1] = (v == w) * 10 + (v != w); w = v; w.c = 5; out[2] = v == w;", 3) ==
        std::vector<int>{10, 1, 0});
  CHECK(value(code, "(F{n} == F{5}) * 10 + (F{n} != F{5})") == 10);
  CHECK(value(code, "(O{1} < O{2}) * 1000 + (O{1} > O{2}) * 100 + (O{1} >= O{1}) * 10 + (O{2} <= O{1})") == 111);
  CHECK(value(code, "(S{1, n} == S{1, 5}) * 10 + (S{1, n} != S{2, 5})") == 11);
  CHECK(value("struct A { int v; }; __device__ bool operator==(const A& a, int b) { return a.v == b; }", "(5 == A{n}) * 100 + (5 != A{n}) * 10 + (A{n} != 4)") == 101);
  CHECK(errors(code, "out[0] = S{1, 2} < S{2, 1};") == "WB3009");
  CHECK(errors("struct A { int v; };", "out[0] = A{1} == A{2};") == "WB3009");
}

TEST_CASE("consteval functions are values, constinit says what is so") {
  const std::string code = "consteval int cube(int x) { return x * x * x; } constinit __device__ int g = cube(3); template <class T> consteval T twice(T x) { return x + x; }\n";
  CHECK(values(code, "constexpr int c = cube(2); int a[cube(2)]; a[7] = twice(1); out[0] = c + g + a[7] + cube(cube(1) + 1);") == std::vector<int>{45});
  CHECK(errors(code, "out[0] = cube(n);") == "WB3040");
}

TEST_CASE("literals with a suffix of the user's") {
  const std::string code = "__host__ __device__ constexpr unsigned long long operator\"\"_KB(unsigned long long x) { return x * 1024; }\n__device__ float operator\"\" _half(long double x) { return x / 2; }\n"
                           "__device__ int operator\"\"_len(const char*, size_t n) { return n; } __device__ int operator\"\"_next(char c) { return c + 1; }\n";
  CHECK(value(code, "(int)2_KB + (int)(9.0_half * 2) + \"abcd\"_len + 'a'_next + (int)0x1'0_KB") == 2048 + 9 + 4 + 98 + 16384);
  CHECK(errors(code, "out[0] = 3_miles;") == "WB3001");
}

TEST_CASE("concepts and requires choose among templates") {
  const std::string code = "#include <concepts>\ntemplate <class T> concept Number = std::is_arithmetic_v<T>; template <class T> concept Small = Number<T> && (sizeof(T) <= 2);\n"
                           "template <class T> concept Sized = requires(const T& t) { { t.size() } -> std::convertible_to<int>; typename T::tag; requires sizeof(T) == 4; };\n"
                           "struct Good { int v; using tag = int; __device__ int size() const { return v; } }; struct Bad { int v; __device__ int size() const { return v; } };\n"
                           "template <class T> __device__ int f(T) { return 1; } template <Number T> __device__ int f(T) { return 2; } template <Small T> __device__ int f(T) { return 3; }\n"
                           "template <class T> __device__ int f(T) requires Sized<T> { return 4; }\n"
                           "template <class T> struct Box { static constexpr int v = 1; }; template <Number T> struct Box<T> { static constexpr int v = 2; };\n"
                           "template <class T> struct M { T x; __device__ int get() const requires Number<T> { return 7; } __device__ int get() const requires (!Number<T>) { return 8; } };\n"
                           "template <class T> requires Number<T> || Sized<T> __device__ int g(T) { return 9; }\ntemplate <Number... T> __device__ int all(T... x) { return (0 + ... + x); }\n"
                           "template <Number T> struct Only { T x; };\n";
  CHECK(value(code, "f(out) * 10000 + f(1.0f) * 1000 + f((short)1) * 100 + f(Good{1}) * 10 + f(Bad{1})") == 12341);
  CHECK(value(code, "Box<int*>::v * 1000 + Box<int>::v * 100 + M<int>{1}.get() * 10 + M<Bad>{{1}}.get()") == 1278);
  CHECK(value(code, "g(1) + g(Good{2}) + all(1, 2, n) + Number<int> + Sized<Bad>") == 27);
  CHECK(values(code, "auto h = [](auto x) { if constexpr (requires { x.size(); }) return x.size(); else return -1; }; out[0] = h(Good{4}); out[1] = h(3);", 2) == std::vector<int>{4, -1});
  CHECK(errors(code, "out[0] = g(out);") == "WB3012");
  CHECK(errors(code, "out[0] = all(1, out);") == "WB3012");
  CHECK(errors(code, "Only<Bad> o{}; out[0] = 1;") == "WB3036");
}

TEST_CASE("functions with auto parameters are templates") {
  const std::string code = "#include <concepts>\n__device__ auto add(auto a, const auto& b) { return a + b; } __device__ int kind(std::integral auto x) { return 1; } __device__ int kind(std::floating_point auto x) { return 2; }\n"
                           "__device__ int sum(auto... x) { return (0 + ... + (int)x); } struct S { int v; __device__ int with(auto f) const { return f(v); } __device__ S(auto x) : v(x) {} __device__ bool operator==(auto y) const { return v == y; } };\n"
                           "template <class T = int> __device__ T make(auto x) { return T(x); } __device__ int call(auto&& f, auto... x) { return f(x...); }\n";
  CHECK(value(code, "(int)add(1, 2.5f) * 1000 + kind(1) * 100 + kind(2.0) * 10 + sum(1, 2.5f, 'a' == 97)") == 3124);
  CHECK(value(code, "S(3.5f).with([=](int x) { return x * n; }) + make(2.5) + make<char>(65) + call([](int a, int b) { return a - b; }, 9, 2) + (S(2) == 2)") == 15 + 2 + 65 + 7 + 1);
}

TEST_CASE("lambdas that capture nothing are functions, and have one type wherever they stand") {
  CHECK(values("typedef int (*op)(int, int); __device__ int apply(op f, int a) { return f(a, 2); }", "op all[2] = {[](int a, int b) { return a + b; }, [](auto a, auto b) { return a * b; }};\n"
               "op one = [](int a, int b) -> int { return a - b; }; out[0] = all[n & 1](n, 2) * 100 + apply(one, n) * 10 + apply([](int a, int b) { return a / b; }, n);") == std::vector<int>{1032});
  CHECK(values("template <class F> struct Memo { F f; int calls = 0; __device__ int operator()(int x) { ++calls; return f(x); } }; template <class F> Memo(F) -> Memo<F>;",
               "Memo m{[=](int x) { return x + n; }}; out[0] = m(1) * 10 + m.calls;") == std::vector<int>{61});
  CHECK(errors("typedef int (*op)(int);", "op f = [=](int a) { return a + n; }; out[0] = f(1);") == "WB3008");
}

TEST_CASE("objects of a derived class stand for those of its base, as values and as temporaries") {
  CHECK(value("#include <type_traits>\n__device__ int f(int x, std::true_type) { return x; } __device__ int f(int x, std::false_type) { return -x; }", "f(n, std::is_integral<int>{}) * 10 + f(n, std::is_integral<float>())") == 45);
  const std::string code = "template <class D> struct Expr { __device__ const D& self() const { return static_cast<const D&>(*this); } };\n"
                           "struct Leaf : Expr<Leaf> { int v; __device__ Leaf(int x) : v(x) {} __device__ int eval() const { return v; } };\n"
                           "template <class L, class R> struct Mul : Expr<Mul<L, R>> { const L l; const R r; __device__ Mul(const L& a, const R& b) : l(a), r(b) {} __device__ int eval() const { return l.eval() * r.eval(); } };\n"
                           "template <class L, class R> __device__ Mul<L, R> operator*(const Expr<L>& a, const Expr<R>& b) { return {a.self(), b.self()}; }\n";
  CHECK(values(code, "Leaf x(n); auto e = x * x * Leaf(2); out[0] = e.eval();") == std::vector<int>{50});
}

TEST_CASE("__VA_OPT__ stays where there are further arguments") {
  CHECK(value("#define SUM(a, ...) (a __VA_OPT__(+ (__VA_ARGS__)))\n#define CALL(f, ...) f(n __VA_OPT__(,) __VA_ARGS__)\n__device__ int f(int a, int b = 2) { return a * b; }\n",
              "SUM(1) + SUM(2, 3) + CALL(f) + CALL(f, 4)") == 1 + 5 + 10 + 20);
}

TEST_CASE("types through decltype, null pointers as template arguments") {
  CHECK(values("template <class T> struct Box { using elem = T; T v; }; __device__ int half(int x) { return x / 2; }", "Box<short> b{7}; decltype(b)::elem e = 70000; out[0] = e + decltype(half(1))(3);") ==
        std::vector<int>{4467});
  CHECK(value("#include <type_traits>\ntemplate <class T, std::enable_if_t<std::is_integral_v<T>>* = nullptr> __device__ int f(T) { return 1; }\n"
              "template <class T, std::enable_if_t<std::is_floating_point_v<T>>* = nullptr> __device__ int f(T) { return 2; }\n",
              "f(n) * 10 + f(1.0f)") == 12);
}

TEST_CASE("sequences of numbers, tuples and traits of the library") {
  const std::string sequence = "#include <utility>\ntemplate <size_t... I> __device__ int digits(std::index_sequence<I...>) { int r = 0; ((r = r * 10 + (int)I), ...); return r; }\n"
                               "template <int... I> __device__ int last(std::integer_sequence<int, I...>) { int all[] = {I...}; return all[sizeof...(I) - 1] + (int)sizeof...(I); }\n";
  CHECK(value(sequence, "digits(std::make_index_sequence<5>{}) + last(std::make_integer_sequence<int, 100>{}) + digits(std::index_sequence_for<int, char>{})") == 1234 + 199 + 1);
  const std::string tuples = "#include <cuda/std/tuple>\n#include <cuda/std/array>\n__device__ cuda::std::tuple<int, float, char> make(int x) { return cuda::std::make_tuple(x, x * 0.5f, 'c'); }\n";
  CHECK(values(tuples, "auto t = make(n); auto [x, y, c] = t; auto& [p, q, r] = t; p += 10; out[0] = x + (int)(y * 2) + c; out[1] = cuda::std::get<0>(t) + cuda::std::get<char>(t); int u; float v; char w;\n"
                       "cuda::std::tie(u, v, w) = t; out[2] = u + (int)v + w; cuda::std::array<int, 2> a{1, n}; auto [a0, a1] = a; out[3] = a0 * 10 + a1 + (int)cuda::std::tuple_size<decltype(t)>::value;\n"
                       "out[4] = cuda::std::apply([](int i, float f, char) { return i + (int)f; }, t) + (t == make(15)) + (t != make(n));", 5) ==
        std::vector<int>{109, 114, 116, 18, 18});
  CHECK(value("#include <type_traits>\nstruct B {}; struct D : B { operator float() const; }; enum E : short { a }; union U { int i; }; template <class T, class = void> struct has_x { static constexpr int v = 0; };\n"
              "template <class T> struct has_x<T, std::void_t<decltype(std::declval<T>().x)>> { static constexpr int v = 1; }; struct X { int x; };\n",
              "std::is_base_of_v<B, D> + 2 * std::is_convertible_v<D, float> + 4 * std::is_enum_v<E> + 8 * std::is_class_v<D> + 16 * std::is_union_v<U> + 32 * std::is_empty_v<B> + 64 * has_x<X>::v + 128 * has_x<B>::v + "
              "256 * std::is_same_v<std::underlying_type_t<E>, short> + 512 * std::is_convertible_v<B, D> + 1024 * std::is_invocable_v<int (*)(int), float> + 2048 * std::is_same_v<std::common_type_t<int, float>, float>") ==
        1 + 2 + 4 + 8 + 16 + 32 + 64 + 256 + 1024 + 2048);
}

TEST_CASE("a candidate that does not fit is no mistake of the function that asks") {
  CHECK(value("#include <type_traits>\ntemplate <class T> __device__ std::enable_if_t<std::is_integral_v<T>, int> f(T) { return 1; } template <class T> __device__ std::enable_if_t<!std::is_integral_v<T>, int> f(T) { return 2; }\n"
              "template <class T> __device__ auto g(T x) { return f(x) + 1; }\n", "g(n) * 10 + g(1.0f)") == 23);
}

TEST_CASE("a local constexpr variable has the value that a host constant gives it") {
  CHECK(values("constexpr int W[2][3] = {{1, 2, 3}, {4, 5, 6}}; struct P { int x, y; }; constexpr P all[2] = {{1, 2}, {3, 4}};",
               "constexpr int w = W[1][2] * W[0][1]; constexpr P p = all[1]; out[0] = w; out[1] = p.x * 10 + p.y;", 2) == std::vector<int>{12, 34});
}

TEST_CASE("classes: inherited constructors that are hidden, members of anonymous unions, operators by conversion") {
  CHECK(value("struct A { int v; __device__ A(int x) : v(x) {} __device__ A(float x) : v(9) {} }; struct B : A { using A::A; __device__ B(int x) : A(x + 1) {} };", "B(n).v * 10 + B(1.0f).v") == 69);
  CHECK(values("template <class T> class Opt { bool has = false; union { char none; T value; }; public: __device__ Opt() : none(0) {} __device__ Opt(const T& x) : has(true), value(x) {}\n"
               "__device__ int get(int d) const { return has ? value : d; } };",
               "Opt<int> a, b(n); out[0] = a.get(7) * 10 + b.get(7);") == std::vector<int>{75});
  CHECK(value("template <int v> struct C { __device__ constexpr operator int() const { return v; } }; template <int a, int b> __device__ C<a + b> operator+(C<a>, C<b>) { return {}; }", "(int)(C<1>{} + C<2>{}) * 100 + (n + C<3>{})") ==
        308);
}

TEST_CASE("lists in braces for parameters whose constructor is a template, and for one of two functions") {
  const std::string pair = "template <class A, class B> struct Two { A a; B b; Two() = default; template <class... U> __device__ Two(U&&... v) requires (sizeof...(U) == 2) { set(v...); } template <class X, class Y> __device__ void set(X x, Y y) { a = x; b = y; } };\n";
  CHECK(value(pair + "__device__ int f(const Two<int, int>& t) { return t.a * 10 + t.b; }", "f({n, 2})") == 52);
  CHECK(value(pair + "__device__ int f(Two<int, int> t) { return t.a * 10 + t.b; }", "f({n, 2})") == 52);
  CHECK(value("struct P { int a, b; __device__ P(int x, int y) : a(x), b(y) {} }; struct S { __device__ int put(const P& p) { return p.a; } template <unsigned long N> __device__ int put(const P (&all)[N]) { return 100 * N + all[1].b; } };", "S().put({n, 1}) + S().put({{1, 2}, {3, 5}})") == 210);
}
TEST_CASE("a template's operator= in front of another template; names for the parts of what an if tests; lists of a loop whose first item names the type") {
  CHECK(value("template <class T> struct Box { T v; template <class U> __device__ Box& operator=(const U& u) { v = u; return *this; } template <class U> __device__ T put(U u) { v = u + 1; return v; } };", "(Box<int>{1} = 2).put(n)") == 6);
  CHECK(values("struct P { int a, b; }; __device__ P made(int n) { return {n, n + 1}; }", "out[0] = 0; if (auto [a, b] = made(n); a < b) out[0] = a * 10 + b; if (auto [a, b] = made(n); a > b) out[0] = 0; for (auto [a, b] : {P{1, 2}, {3, 4}}) out[0] += a * b;") == std::vector<int>{70});
}

TEST_CASE("using-declarations bring the functions of every base") {
  CHECK(value("template <class... F> struct overloaded : F... { using F::operator()...; }; template <class... F> overloaded(F...) -> overloaded<F...>; template <class V> __device__ int visit(V&& v, int a, float b) { return v(a) * 100 + v(b); }",
              "visit(overloaded{[](int x) { return x * 2; }, [](float x) { return (int)(x * 4); }}, n, 2.5f)") == 1010);
  CHECK(value("struct A { __device__ int f(int) const { return 1; } }; struct B { __device__ int f(float*) const { return 2; } }; struct C : A, B { using A::f; using B::f; };", "C{}.f(n) * 10 + C{}.f((float*)nullptr)") == 12);
}

TEST_CASE("a null pointer is of the type of the other side of ?:") {
  CHECK(values("struct N { N* next; };", "int* p = n ? nullptr : out; int* q = n ? out : nullptr; int* r = n ? 0 : out; const int* s = n > 9 ? nullptr : n ? out : NULL; auto t = n > 9 ? nullptr : out; N a{}; a.next = n ? &a : nullptr;"
                                         "out[0] = !p + 2 * (q == out) + 4 * !r + 8 * (s == out) + 16 * (t == out) + 32 * (a.next == &a) + 64 * ((n ? nullptr : nullptr) == nullptr);") == std::vector<int>{127});
  CHECK(errors("", "float f = 0; int* p = n ? &f : out;") == "WB3009");
  CHECK(errors("", "int* p = n ? 1 : out;") == "WB3009");
}

TEST_CASE("a dim3 and a uint3 stand for each other") {
  Kernel kernel("__device__ int f(uint3 a) { return a.x * 100 + a.y; }\n__device__ int g(const dim3& a) { return a.x * 1000 + a.z; }\nstruct S { dim3 d; uint3 u; };\n"
                "__global__ void k(int* out) { uint3 a = gridDim; dim3 b = blockDim; auto c = gridDim; dim3 e = threadIdx; uint3 e2(blockDim); dim3 e4 = a; uint3 e5 = c; e5 = blockDim; e4 = threadIdx; S s = {threadIdx, blockDim};\n"
                "  uint3 list[2] = {threadIdx, gridDim}; uint3* p = list; int i = 0; dim3 h = p[i++];\n"
                "  if (threadIdx.x != 1 || blockIdx.x) return; out[0] = f(gridDim) + f(blockDim); out[1] = g(threadIdx) + g(blockDim); out[2] = a.x + b.x + c.x * 10 + e.x * 100; out[3] = e2.x + e4.x * 10 + e5.x * 100;\n"
                "  out[4] = s.d.x * 10 + s.u.x; out[5] = ((uint3)gridDim).y + h.x * 10 + i * 100; }");
  kernel.shape({2, 1, 1}, {8, 1, 1}).out<int32_t>(6).run();
  const auto out = kernel.get<int32_t>(0);
  CHECK(std::vector<int>(out.begin(), out.end()) == std::vector<int>{1002, 9001, 130, 818, 18, 111});
  CHECK(errors("", "int3 a = gridDim;") == "WB3008");
}

TEST_CASE("switch takes one statement without braces") {
  const std::string code = "__device__ int f(int t) { int i = 0; switch (t) case 2: case 3: i = 7; switch (t) default: i += 1; switch (t) case 2: { i += 10; break; i += 1000; }\n"
                           "  for (int j = 0; j < 3; j++) switch (j) case 1: break; if (t == 3) switch (t) case 3: i += 5; else i += 2000; switch (t) { case 4: switch (i) case 2001: i = 44; break; default: i += 100; } return i; }";
  CHECK(values(code, "for (int t = 0; t < 5; t++) out[t] = f(t);", 5) == std::vector<int>{2101, 2101, 2118, 113, 44});
  CHECK(errors("", "switch (n) case 1: out[0] = 1; case 2: out[0] = 2;") == "WB2010");
}

TEST_CASE("a function's static variables may name their memory space") {
  Kernel kernel("__global__ void k(int* out) { static __device__ int calls = 5; static __device__ float w[4]; static __constant__ int tab[3] = {4, 5, 6}; __device__ static int z;\n"
                "  atomicAdd(&calls, 1); atomicAdd(&z, 2); __syncthreads(); out[threadIdx.x] = calls + tab[threadIdx.x % 3] * 100 + z * 1000 + (w[1] == 0.f) * 1000000; }");
  kernel.shape({1, 1, 1}, {4, 1, 1}).out<int32_t>(4).run();
  const auto out = kernel.get<int32_t>(0);
  CHECK(std::vector<int>(out.begin(), out.end()) == std::vector<int>{1008409, 1008509, 1008609, 1008409});
  CHECK(errors("", "static __constant__ int t[2] = {1, 2}; t[n] = 3;") == "WB3014");
}

TEST_CASE("a function behind :: is that of the namespace named, wherever its arguments' types come from") {
  const std::string names = "namespace a { struct S {}; template <class T> __device__ int f(const T&) { return 1; }\n"
                            "namespace b { template <class T> __device__ int f(const T& t) { return a::f(t) + 10; } struct Q {}; __device__ int g(const Q&) { return 5; } } __device__ int g(const b::Q&) { return 6; } }\n";
  CHECK(values(names, "a::S s; a::b::Q q; out[0] = a::b::f(s); out[1] = f(s); out[2] = a::b::g(q); out[3] = a::g(q); out[4] = g(q);", 5) == std::vector<int>{11, 1, 5, 6, 5});
}

TEST_CASE("what finds the place of a member is done once") {
  const std::string pairs = "struct P { int a, b; };\n";
  CHECK(values(pairs, "P p[4] = {}; int i = 0; p[i++].b = 1; p[i++].a += 5; ++p[i++].b; p[i++].a--; out[0] = i; out[1] = p[0].b; out[2] = p[1].a; out[3] = p[2].b; out[4] = p[3].a;", 5) == std::vector<int>{4, 1, 5, 1, -1});
  CHECK(values(pairs, "P p[2] = {}; P* q = p; (q++)->b = 7; (q++)->b = n; out[0] = p[0].b; out[1] = p[1].b; out[2] = (int)(q - p);", 3) == std::vector<int>{7, 5, 2});
}

TEST_CASE("the bounds of arrays behind pointers and references are deduced") {
  const std::string code = "template <int c> __device__ int row(float (*a)[c], int r) { int s = 0; for (int i = 0; i < c; ++i) s += (int)a[r][i]; return s; }\n"
                           "template <int R, int C> __device__ int all(float (&a)[R][C]) { return row(a, 0) + row(a, 1) + R * 1000 + C * 100; }\n"
                           "template <class T, int R, int C> __device__ int shape(const T (&a)[R][C]) { return R * 10 + C; }\n"
                           "template <class T, int A, int B, int C> __device__ int planes(T (*a)[B][C], T (&b)[A]) { return A * 10000 + B * 100 + C; }\n";
  CHECK(value(code + "__device__ float m[2][3] = {{1, 2, 3}, {4, 5, 6}};", "row(m, 1)") == 15);
  CHECK(value(code + "__device__ float m[2][3] = {{1, 2, 3}, {4, 5, 6}};", "all(m)") == 2321);
  CHECK(values(code, "float q[2][6][7], w[9]; int s[3][8]; out[0] = planes(q, w) + shape(s);") == std::vector<int>{90607 + 38});
  CHECK(errors(code, "int* p = out; out[0] = row(p, 0);") == "WB3012");
}

TEST_CASE("where all arguments of a template are written out, those of the call are converted") {
  const std::string code = "template <class T> __device__ T fold(const T* a, T (*f)(T, T)) { return f(a[0], a[1]); }\n";
  CHECK(values(code, "int a[2] = {n, 3}; out[0] = fold<int>(a, [](int x, int y) { return x * y; });") == std::vector<int>{15});
  CHECK(errors(code, "int a[2] = {n, 3}; out[0] = fold(a, [](int x, int y) { return x * y; });") == "WB3012");
}

TEST_CASE("a constructor starts each of its bases by the type that is named, packs of them too") {
  const std::string leaf = "template <int I, class T> struct Leaf { T v; __device__ Leaf(T x = T()) : v{x} {} };\n";
  CHECK(values(leaf + "struct Two : Leaf<0, int>, Leaf<1, int> { __device__ Two(int a, int b) : Leaf<1, int>(b), Leaf<0, int>{a} {} };",
               "Two t(1, 2); out[0] = static_cast<Leaf<0, int>&>(t).v * 10 + static_cast<Leaf<1, int>&>(t).v;") == std::vector<int>{12});
  CHECK(values(leaf + "struct D : Leaf<0, int> { using Super = Leaf<0, int>; __device__ D(int a) : Super(a) {} using Twice = int; };\n"
                      "template <class B> struct E : B { __device__ E(int a) : B(a + 1) {} };",
               "D d(n); E<D> e(n); out[0] = d.v * 10 + e.v;") == std::vector<int>{56});
  const std::string all = leaf + "template <int... I> struct Seq {};\ntemplate <class S, class... T> struct All;\n"
                                 "template <int... I, class... T> struct All<Seq<I...>, T...> : Leaf<I, T>... { __device__ All(T... t) : Leaf<I, T>{t}... {} };\n"
                                 "template <class... T> struct Tuple : All<Seq<0, 1>, T...> { using Base = All<Seq<0, 1>, T...>; using Base::Base; };\n";
  CHECK(values(all, "Tuple<int, float> t(n, 2.5f); out[0] = static_cast<Leaf<0, int>&>(t).v * 10 + (int)(static_cast<Leaf<1, float>&>(t).v * 2);") == std::vector<int>{55});
  CHECK(values("template <class T, int M> struct Mat { T v[M]; int n; template <class U> __device__ explicit Mat(U d) : v{}, n{M} { v[0] = d; } };",
               "Mat<float, 2> m(7); out[0] = (int)(m.v[0] * 100 + m.v[1] * 10) + m.n;") == std::vector<int>{702});
  CHECK(errors(leaf + "struct Z : Leaf<0, int> { __device__ Z() : Leaf<1, int>(2), q(3) {} };", "Z z; out[0] = z.v;") == "WB3003");
}

TEST_CASE("an array within the value that a function returns has elements") {
  const std::string code = "struct T { int v[4]; }; __host__ __device__ constexpr T squares() { T t{}; for (int i = 0; i < 4; ++i) t.v[i] = i * i; return t; }\n";
  CHECK(values(code, "static_assert(squares().v[3] == 9); int q[squares().v[2]]; q[3] = 1; out[0] = squares().v[n - 2] * 10 + q[3];") == std::vector<int>{91});
}

TEST_CASE("words of <cstdint> for literals, and a function's own name") {
  CHECK(value("", "(int)((INT64_C(1) << 40) >> 36) + sizeof(UINT64_C(1))") == 24);
  CHECK(values("__device__ char first() { return __func__[0]; }", "out[0] = first() * 1000 + sizeof(__func__);") == std::vector<int>{'f' * 1000 + 2});
}

TEST_CASE("lists within a constructor's list, and decltype within a lambda that captures what it uses") {
  CHECK(values("struct P { int x, y; }; struct Line { P a, b; __device__ Line(const P& from, P to) : a(from), b(to) {} };", "Line l{{1, 2}, {3, n}}; out[0] = l.a.x * 1000 + l.a.y * 100 + l.b.x * 10 + l.b.y;") == std::vector<int>{1235});
  CHECK(values("", "auto f = [&]() { decltype(n) m = (n); return m + 1; }; out[0] = f();") == std::vector<int>{6});
  CHECK(errors("struct S { int v; __device__ explicit S(int x) : v(x) {} __device__ S(int* p, int q) : v(q) {} };", "S s{{1, 2}, 3}; out[0] = s.v;") != "");
}

namespace {

// The same statements by the compiler that this is compiled by.
struct WideCode {
  const char* text;
  void (*run)(int* out, int n);
};
#define WB_BOTH(...) {#__VA_ARGS__, [](int* out, int n) { __VA_ARGS__ }}
const WideCode wide_code[] = {
    WB_BOTH(unsigned __int128 x = (unsigned __int128)0x123456789abcdefULL * 0xfedcba9876543211ULL; x = x * x + n; out[0] = (int)(x >> 96); out[1] = (int)(x % 1000000007ULL); out[2] = (int)(x / 0x1234567890abcdefULL >> 3);
            out[3] = x > 5 && x != 0 && !(x == 5);),
    WB_BOTH(__int128 s = -(__int128)0x123456789abcdefLL * 1000000007; out[0] = (int)(s >> 40); out[1] = (int)(s % 1000); s <<= 3; s -= n; out[2] = (int)(s / -77777777777LL); ++s; out[3] = (s < 0) + (int)(double)(s >> 50);),
    WB_BOTH(unsigned __int128 a = 1; a <<= 127; unsigned __int128 b = a | (unsigned)n; b--; out[0] = (int)(b % 97); out[1] = (int)(b / (a - 1)); out[2] = (int)((a - b) >> 3); out[3] = a < b ? (int)(~b >> 100) : (int)(b ^ a);),
    WB_BOTH(__int128_t x = n; __uint128_t y = 3.0e20; x = -x * 7 / 2; y += x * x; out[0] = (int)x; out[1] = (int)(y >> 64); out[2] = (int)(y & 0xFFFF); out[3] = (int)(x % 4) + (x ? 10 : 20);),
    WB_BOTH(unsigned long long m = 0xffffffffffffffc5ULL; unsigned long long r = 1; for (int i = 0; i < 20; i++) r = (unsigned long long)((unsigned __int128)r * (0x123456789abcdefULL + n) % m); out[0] = (int)r; out[1] = (int)(r >> 32); out[2] = sizeof(__int128); out[3] = alignof(__int128);),
};
#undef WB_BOTH

}  // namespace

TEST_CASE("integers of 128 bits compute as a compiler's own") {
  for (const WideCode& code : wide_code) {
    CAPTURE(std::string(code.text));
    std::vector<int> expected(4);
    code.run(expected.data(), 5);
    CHECK(values("", code.text, 4) == expected);
  }
  CHECK(values("using u128 = unsigned __int128; struct Big { u128 v; int n; }; __device__ u128 twice(u128 x) { return x + x; }\n", "Big b{twice(n), 3}; Big all[2] = {b, b}; out[0] = (int)all[1].v + all[0].n;", 1) == std::vector<int>{13});
  CHECK(errors("struct P { int x; };", "__int128 x = P{n}; out[0] = 1;") == "WB3008");
  CHECK(value("enum E { a, b };", "(n == 5 ? b : a) == b") == 1);  // they take part only where such a number does
}

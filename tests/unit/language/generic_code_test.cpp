// Lambdas, packs, specialisation, deduction and constant evaluation: kernels are run, and each rule meets its negative twin.
#include "tests/unit/language/one_thread.h"

using wb::test::Kernel, wb::test::values, wb::test::value, wb::test::errors;

TEST_CASE("a lambda keeps what it captures by value and sees what it captures by reference") {
  CHECK(values("", "int x = n; auto a = [=] { return x; }; auto b = [&] { return x; }; x = 9; out[0] = a(); out[1] = b();", 2) == std::vector<int>{5, 9});
  CHECK(values("", "int x = n, y = 2; auto f = [&x, y] { x += y; return x; }; f(); out[0] = f() + x;") == std::vector<int>{18});
  CHECK(values("", "auto f = [c = n * 2]() mutable { return ++c; }; f(); out[0] = f(); out[1] = f();", 2) == std::vector<int>{12, 13});
  CHECK(values("", "int a[3] = {1, 2, 3}; auto f = [a](int i) { return a[i]; }; a[1] = 8; out[0] = f(1);") == std::vector<int>{2});
  CHECK(values("", "int a[3] = {1, 2, 3}; auto f = [&](int i) -> int& { return a[i]; }; f(1) = 8; out[0] = a[1];") == std::vector<int>{8});
  CHECK(errors("", "int x = n; auto f = [] { return x; }; out[0] = f();") == "WB3075");
  CHECK(errors("", "int x = n; auto f = [=] { x = 2; return x; }; out[0] = f();") == "WB3014");
  CHECK(errors("", "const int x = 4; auto f = [] { return x; }; out[0] = f();") == "");
}

TEST_CASE("[=] takes what the body names of the function around, and not what the body declares itself") {
  CHECK(values("", "int i = 7, s = 0; auto f = [=](int m) { int r = 0; for (int i = 0; i < m; ++i) r += i; return r + i; }; s = f(3); out[0] = s;") == std::vector<int>{10});
  CHECK(values("", "int x = 1; auto f = [=](int x) { return x; }; out[0] = f(4) + x;") == std::vector<int>{5});
  CHECK(values("", "int x = 1; auto f = [=] { { int x = 5; (void)x; } return x; }; out[0] = f();") == std::vector<int>{1});
  CHECK(values("", "int x = 3; auto f = [=] { auto g = [=](int y) { return x * y; }; return g(x + 1); }; out[0] = f();") == std::vector<int>{12});
  Kernel clean("__global__ void k(int* out, int n) { int unset; auto f = [=](int unset) { return unset; }; out[0] = f(n); }");
  clean.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(1).value(int32_t{5}).run();
  CHECK(clean.kinds() == "");
  CHECK(clean.get<int32_t>(0)[0] == 5);
}

TEST_CASE("lambdas in methods capture the object") {
  const std::string box = "struct Box { int v; __device__ int twice() const { return 2 * v; }\n"
                          "  __device__ int run() { auto f = [this](int x) { v += x; return twice(); }; auto g = [*this] { return v; }; f(1); return f(1) * 100 + g(); }\n"
                          "  __device__ int deep() { return [=] { return [=] { return v + twice(); }(); }(); } };";
  CHECK(value(box, "Box{n}.run()") == 1405);
  CHECK(value(box, "Box{n}.deep()") == 15);
  CHECK(errors("struct Box { int v; __device__ int run() { auto f = [](int x) { return v + x; }; return f(1); } };", "out[0] = Box{n}.run();") == "WB3075");
}

TEST_CASE("generic lambdas and lambdas as arguments") {
  CHECK(value("template <class F> __device__ int apply(F f, int x) { return f(x); }", "apply([=](auto x) { return x + n; }, 3)") == 8);
  CHECK(value("template <class F> __device__ int apply(const F& f, int x) { return f(f(x)); }", "apply([](int x) { return x * x; }, 3)") == 81);
  CHECK(value("template <class F> __device__ int apply(F&& f) { return f(1) + f(2.75); }", "apply([](auto x) { return sizeof(x); })") == 12);
  CHECK(value("", "[](auto... xs) { return (xs + ... + 0); }(1, 2, n)") == 8);
  CHECK(value("template <class F, class G> __device__ auto both(F f, G g) { return [=](int x) { return f(g(x)); }; }", "both([](int x) { return x + 1; }, [](int x) { return x * 10; })(n)") == 51);
}

TEST_CASE("lambdas that race are found like any other code") {
  Kernel k("__global__ void k(int* out) { __shared__ int s; auto put = [&](int x) { s = x; }; put(threadIdx.x); __syncthreads(); out[threadIdx.x] = s; }");
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(k.kinds().find("race") != std::string::npos);
  Kernel good("__global__ void k(int* out) { __shared__ int s[64]; auto put = [&](int x) { s[x] = x; }; put(threadIdx.x); __syncthreads(); out[threadIdx.x] = s[63 - threadIdx.x]; }");
  good.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(good.kinds() == "");
  CHECK(good.get<int32_t>(0)[0] == 63);
}

TEST_CASE("packs: sizes, expansions, recursion, folds") {
  const std::string pack = "template <class... T> __device__ int size(T... x) { return sizeof...(x); }\n"
                           "template <class T> __device__ T least(T x) { return x; }\n"
                           "template <class T, class... R> __device__ T least(T x, R... r) { T m = least(r...); return x < m ? x : m; }\n"
                           "template <class... T> __device__ int left(T... x) { return (... - x); }\n"
                           "template <class... T> __device__ int right(T... x) { return (x - ...); }\n"
                           "template <class... T> __device__ bool any(T... x) { return (... || (x > 3)); }\n"
                           "template <int... N> struct L { static constexpr int sum = (0 + ... + N); };\n"
                           "template <int... N> __device__ int at(L<N...>, int i) { const int v[] = {N * 2 ..., 99}; return v[i]; }\n"
                           "template <class T, class... R> __device__ int walk(T x, R... r) { if constexpr (sizeof...(r) > 0) return x * 10 + walk(r...); else return x; }\n";
  CHECK(value(pack, "size() + size(1, 2.0f, 'c')") == 3);
  CHECK(value(pack, "least(7, 3, n)") == 3);
  CHECK(value(pack, "left(10, 3, 2)") == 5);
  CHECK(value(pack, "right(10, 3, 2)") == 9);
  CHECK(value(pack, "any(1, 2) * 10 + any(1, 4) + any()") == 1);
  CHECK(value(pack, "L<1, 2, 3>::sum + L<>::sum + at(L<4, 5>{}, 1) + at(L<4, 5>{}, 2)") == 115);
  CHECK(value(pack, "walk(1, 2, 3)") == 33);
  CHECK(errors("template <class... T> __device__ int f(T... x) { return (x * ...); }", "out[0] = f();") == "WB3080");
  CHECK(errors("template <class... T> __device__ int f(T... x) { return x; }", "out[0] = f(1);") == "WB3082");
}

TEST_CASE("the most special partial specialisation wins, and ties are reported") {
  const std::string kinds = "template <class T> struct K { static constexpr int v = 1; };\ntemplate <class T> struct K<T*> { static constexpr int v = 2; };\n"
                            "template <class T> struct K<const T*> { static constexpr int v = 3; };\ntemplate <class T, int N> struct K<T[N]> { static constexpr int v = 10 * N; };\n"
                            "template <> struct K<int*> { static constexpr int v = 4; };\n";
  CHECK(value(kinds, "K<int>::v") == 1);
  CHECK(value(kinds, "K<float*>::v") == 2);
  CHECK(value(kinds, "K<const float*>::v") == 3);
  CHECK(value(kinds, "K<int*>::v") == 4);
  CHECK(value(kinds, "K<char[7]>::v") == 70);
  const std::string tie = "template <class A, class B> struct P { static constexpr int v = 0; };\ntemplate <class A> struct P<A, int> { static constexpr int v = 1; };\n"
                          "template <class B> struct P<int, B> { static constexpr int v = 2; };\n";
  CHECK(value(tie, "P<int, float>::v + P<float, int>::v") == 3);
  CHECK(errors(tie, "out[0] = P<int, int>::v;") == "WB3081");
}

TEST_CASE("members of class templates are read when they are used") {
  const std::string box = "template <class T> struct Box { T v; __device__ int size() const { return v.size(); } __device__ T get() const { return v; } __device__ T later(T x); };\n"
                          "template <class U> __device__ U Box<U>::later(U x) { return v * x; }\n";
  CHECK(value(box, "Box<int>{n}.get()") == 5);
  CHECK(value(box, "Box<int>{n}.later(3)") == 15);
  CHECK(errors(box, "out[0] = Box<int>{n}.size();") == "WB3043");
}

TEST_CASE("substitution failure removes a candidate; a mistake in a body does not") {
  const std::string sfinae = "template <bool B, class T = void> struct enable_if {};\ntemplate <class T> struct enable_if<true, T> { using type = T; };\n"
                             "template <class T> __device__ typename enable_if<(sizeof(T) > 4), int>::type f(T) { return 8; }\n"
                             "template <class T> __device__ typename enable_if<(sizeof(T) <= 4), int>::type f(T) { return 4; }\n"
                             "template <class T> __device__ auto g(T x, int) -> decltype(x.n) { return x.n; }\ntemplate <class T> __device__ int g(T, long) { return -1; }\n"
                             "struct N { int n; };\ntemplate <class T> __device__ int h(T x) { return x.n; }\n__device__ int h(long) { return 1; }\n";
  CHECK(value(sfinae, "f(1) * 10 + f(1.0)") == 48);
  CHECK(value(sfinae, "g(N{n}, 0) * 10 + g(n, 0)") == 49);
  CHECK(errors(sfinae, "out[0] = h(n);") == "WB3043");
}

TEST_CASE("overloads of templates are ordered, forwarding references keep what they get") {
  const std::string order = "template <class T> __device__ int f(T) { return 1; }\ntemplate <class T> __device__ int f(T*) { return 2; }\ntemplate <class T> __device__ int f(const T*) { return 3; }\n"
                            "template <class T, class... R> __device__ int v(T, R...) { return 2; }\ntemplate <class T> __device__ int v(T) { return 1; }\n"
                            "template <class T> struct is_ref { static constexpr int v = 0; };\ntemplate <class T> struct is_ref<T&> { static constexpr int v = 1; };\n"
                            "template <class T> __device__ int fwd(T&&) { return is_ref<T>::v; }\n";
  CHECK(values(order, "const int c = 1; out[0] = f(n); out[1] = f(&n); out[2] = f(&c); out[3] = v(1); out[4] = v(1, 2); out[5] = fwd(n); out[6] = fwd(3);", 7) == std::vector<int>{1, 2, 3, 1, 2, 1, 0});
}

TEST_CASE("constant expressions may use loops, arrays and objects") {
  const std::string code = "struct P { int x, y; __host__ __device__ constexpr P(int a, int b) : x(a), y(b) {} __host__ __device__ constexpr int area() const { return x * y; } };\n"
                           "__host__ __device__ constexpr int sum(int n) { int t[10] = {}; for (int i = 0; i < n; ++i) t[i] = i * i; int s = 0; for (int i = 0; i < 10; ++i) s += t[i]; return s; }\n"
                           "__host__ __device__ constexpr P grown(P p) { p.x += 1; return p; }\n"
                           "__host__ __device__ constexpr int endless() { int i = 0; for (;;) ++i; return i; }\n"
                           "__host__ __device__ constexpr int outside() { int t[2] = {1, 2}; return t[2]; }\n"
                           "__host__ __device__ constexpr int unset() { int x; return x; }\n"
                           "template <int N> struct I { static constexpr int v = N; };\nconstexpr P origin(3, 4);\n";
  CHECK(value(code, "I<sum(4)>::v") == 14);
  CHECK(value(code, "I<grown(P(2, 5)).area()>::v + I<origin.x>::v") == 18);
  CHECK(values(code, "constexpr int d[3] = {1, 2, 3}; constexpr P p = grown(origin); int a[d[2] + p.y]; a[6] = n; out[0] = a[6] + d[n - 3] + sizeof(a) + origin.y;") == std::vector<int>{40});
  CHECK(errors(code, "out[0] = I<endless()>::v;") == "WB3040");
  CHECK(errors(code, "out[0] = I<outside()>::v;") == "WB3040");
  CHECK(errors(code, "out[0] = I<unset()>::v;") == "WB3040");
  CHECK(errors(code, "out[0] = I<sum(n)>::v;") == "WB3040");
}

TEST_CASE("structured bindings name parts, of a copy or of the thing itself") {
  const std::string pair = "struct P { int x; float y; };\n";
  CHECK(values(pair, "P p{n, 2.5f}; auto [a, b] = p; a = 9; out[0] = p.x + a + (int)b; auto& [c, d] = p; c = 7; out[1] = p.x;", 2) == std::vector<int>{16, 7});
  CHECK(values("", "int m[2] = {n, 3}; const auto& [a, b] = m; m[1] = 4; int s = 0; out[0] = a * 10 + b + s;") == std::vector<int>{54});
  CHECK(errors(pair, "auto [a, b, c] = P{1, 2}; out[0] = a;") == "WB3083");
}

TEST_CASE("class template arguments follow from a constructor or a guide") {
  const std::string code = "template <class T> struct Pair { T a, b; __device__ Pair(T x, T y) : a(x), b(y) {} };\n"
                           "template <class T, int N> struct Arr { T v[N]; __device__ Arr(const T* p) : v{p[0]} {} };\n"
                           "template <class T> Arr(T*) -> Arr<T, 3>;\n";
  CHECK(value(code, "sizeof(Pair(1.0, 2.0))") == 16);
  CHECK(values(code, "Pair p{n, 2}; Arr a(&n); out[0] = p.a + sizeof(a) + a.v[0];") == std::vector<int>{22});
  CHECK(errors(code, "Pair p{1, 2.0}; out[0] = 1;") == "WB3066");
}

TEST_CASE("variable templates, alias templates, template template parameters, functions as arguments") {
  const std::string code = "template <class T> constexpr T pi = T(3.25);\ntemplate <> constexpr int pi<int> = 3;\ntemplate <class T> constexpr bool is_p = false;\ntemplate <class T> constexpr bool is_p<T*> = true;\n"
                           "template <class T, int N> struct V { T v[N]; };\ntemplate <class T> using V3 = V<T, 3>;\ntemplate <class T> __device__ int first(V3<T> x) { return x.v[0]; }\n"
                           "template <template <class, int> class C, class T, int N> __device__ int count(const C<T, N>&) { return N; }\n"
                           "__device__ int inc(int x) { return x + 1; }\ntemplate <int (*F)(int)> __device__ int twice(int x) { return F(F(x)); }\ntemplate <auto N> struct A { static constexpr auto v = N; };\n";
  CHECK(value(code, "(int)(pi<float> * 4) + pi<int> + is_p<int> * 100 + is_p<int*> * 1000") == 1016);
  CHECK(value(code, "first(V<int, 3>{{n, 2, 3}}) + count(V3<float>{}) * 10") == 35);
  CHECK(value(code, "twice<inc>(n) + A<'a'>::v + A<3>::v") == 107);
}

TEST_CASE("function types are template arguments") {
  const std::string fn = "template <class F> struct Fn; template <class X, class... A> struct Fn<X(A...)> { X (*f)(A...); __device__ X operator()(A... a) const { return f(a...); }\n"
                         "  static constexpr int count = sizeof...(A); };\n__device__ int add(int a, int b) { return a + b; }\n__device__ void set(int* p) { *p = 8; }\n";
  CHECK(values(fn, "Fn<int(int, int)> f{add}; out[0] = f(n, 3); Fn<void(int*)> g{set}; g(out + 1); out[2] = Fn<float()>::count; out[3] = Fn<void(int, float*, char)>::count;", 4) ==
        std::vector<int>{8, 8, 0, 3});
  CHECK(value("template <class F> struct R; template <class A, class B> struct R<A(B)> { typedef A r; typedef B b; };", "(int)sizeof(R<char(double)>::r) * 10 + (int)sizeof(R<void(double)>::b)") == 18);
  CHECK(value("template <int N> struct I { static constexpr int v = N; };", "I<int(7.5)>::v + I<int{3}>::v") == 10);
}

TEST_CASE("lambdas with a list of template parameters, which nvcc takes in C++17") {
  CHECK(values("", "auto f = []<class T>(T x) { return x + T(1); }; auto g = []<class T, int N>(T (&a)[N]) { return N * 10 + a[0]; }; int a[3] = {4, 5, 6};\n"
                   "auto h = [=]<class T>(T x, auto y) -> T { return x * y + n; }; out[0] = f(2); out[1] = g(a); out[2] = h(2, 3.5f);", 3) == std::vector<int>{3, 34, 12});
  CHECK(values("", "auto f = []<int N>() { return N; }; out[0] = f.operator()<6>();") == std::vector<int>{6});
}

TEST_CASE("members of nested classes, of partial specialisations and of specialised members are defined outside") {
  const std::string outer = "template <class T> struct Outer { struct Inner { T v; __device__ T get() const; __device__ Inner(T x); template <class U> __device__ U as() const; }; __device__ Inner make(T x); };\n"
                            "template <class T> __device__ T Outer<T>::Inner::get() const { return v; }\n"
                            "template <class T> __device__ Outer<T>::Inner::Inner(T x) : v(x) {}\n"
                            "template <class T> template <class U> __device__ U Outer<T>::Inner::as() const { return (U)v; }\n"
                            "template <class T> __device__ typename Outer<T>::Inner Outer<T>::make(T x) { return Inner(x); }\n";
  CHECK(values(outer, "Outer<float> o; auto i = o.make(2.5f); out[0] = i.as<int>(); out[1] = (int)(i.get() * 2);", 2) == std::vector<int>{2, 5});
  const std::string special = "template <class T> struct A { template <class U> __device__ U f(U u) const { return u; } __device__ T g() const; };\n"
                              "template <> struct A<int> { template <class U> __device__ U f(U u) const; __device__ int g() const; };\n"
                              "template <class U> __device__ U A<int>::f(U u) const { return u + 1; }\n__device__ int A<int>::g() const { return 9; }\n"
                              "template <> template <> __device__ int A<float>::f<int>(int u) const { return u + 10; }\ntemplate <> __device__ float A<float>::g() const { return 2.5f; }\n"
                              "template <class T> struct A<T*> { __device__ T h(T x) const; };\ntemplate <class T> __device__ T A<T*>::h(T x) const { return x * 3; }\n";
  CHECK(values(special, "A<int> a; A<float> b; A<int*> c; out[0] = a.f(1); out[1] = a.g(); out[2] = b.f<int>(1); out[3] = (int)(b.g() * 2); out[4] = b.f(7.0f); out[5] = c.h(4);", 6) ==
        std::vector<int>{2, 9, 11, 5, 7, 12});
}

TEST_CASE("operator& of one operand is a function like any other") {
  CHECK(values("struct P { int* p; __device__ int* operator&() const { return p; } };", "P a{out + 1}; int* x = &a; *x = 4; out[0] = 1;", 2) == std::vector<int>{1, 4});
  CHECK(values("struct Q { int v; }; __device__ int operator&(const Q& q) { return q.v; } __device__ int operator&(const Q& q, int m) { return q.v & m; }", "Q q{7}; out[0] = &q; out[1] = q & 3;", 2) ==
        std::vector<int>{7, 3});
  CHECK(values("struct Q { int v; __device__ int operator&(int m) const { return v & m; } };", "Q q{7}; Q* p = &q; out[0] = p->v; out[1] = q & 3;", 2) == std::vector<int>{7, 3});
}

TEST_CASE("a class may use its later members where one of them is an instance of a template") {
  CHECK(value("template <class T> struct Box { T v; __device__ explicit Box(T x) : v(x) {} __device__ T get() const { return v; } };\n"
              "class Holder { public: __device__ Holder(int n) : n_(n), box_(n + 1) {} __device__ int go() { return box_.get() * n_; }\n private: int n_; Box<int> box_; };",
              "Holder(6).go()") == 42);
}

TEST_CASE("empty classes of one type stand at places of their own, however deep they are") {
  const std::string two = "struct E {}; struct F {}; struct A { E e; }; union U { E e; int i; };\n";
  CHECK(value(two + "struct S : E { A a; };", "sizeof(S)") == 2);
  CHECK(value(two + "struct S : F { A a; };", "sizeof(S)") == 1);
  CHECK(value(two + "struct S : E { U u; };", "sizeof(S)") == 8);
  CHECK(value(two + "struct S : E { E e[3]; };", "sizeof(S)") == 4);
  CHECK(value(two + "struct T { char a[64][64][64][64][64]; }; struct S : E { T t; E e; };", "(int)(sizeof(S) - sizeof(T))") == 1);
}

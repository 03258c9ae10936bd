// Virtual functions: which one is called, where objects stand, and how large they are.
#include "tests/unit/machine/one_thread.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string shapes = R"(
struct Shape { int id; __device__ Shape(int i) : id(i) {} __device__ virtual int area() const = 0; __device__ virtual int twice() const { return 2 * area(); } __device__ virtual ~Shape() {} };
struct Square : Shape { int a; int* log; __device__ Square(int x, int* l = nullptr) : Shape(1), a(x), log(l) {} __device__ int area() const override { return a * a; } __device__ ~Square() { if (log) *log = *log * 10 + a; } };
struct Circle final : Shape { int r; __device__ Circle(int x) : Shape(2), r(x) {} __device__ int area() const override { return 3 * r * r; } __device__ int twice() const override { return -1; } };
)";

}  // namespace

TEST_CASE("a call asks the object, through pointers and references, and each lane its own") {
  CHECK(results(shapes + "__device__ int both(const Shape& s) { return s.area() * 100 + s.twice(); }\n"
                         "__global__ void k(int* out) { Square s(3); Circle c(2); const Shape* p[2] = {&s, &c}; out[0] = p[0]->area(); out[1] = p[1]->area(); out[2] = both(s); out[3] = both(c); out[4] = p[0]->Shape::twice(); }", 5) ==
        std::vector<int32_t>{9, 12, 918, 1199, 18});
  Kernel k(shapes + "__global__ void k(int* out) { int i = threadIdx.x; Square s(i); Circle c(i); const Shape* p = i % 3 ? (const Shape*)&s : &c; out[i] = p->twice(); }");
  k.shape({1, 1, 1}, {32, 1, 1}).in(std::vector<int32_t>(32)).run();
  CHECK(k.kinds() == "");
  for (int i = 0; i < 32; ++i) CHECK(k.get<int32_t>(0)[static_cast<size_t>(i)] == (i % 3 ? 2 * i * i : -1));
}

TEST_CASE("objects on the heap and in other memory; delete calls the right destructor") {
  CHECK(results(shapes + "__global__ void k(int* out) { int log = 0; Shape* a = new Square(4, &log); Shape* b = new Square(7, &log); out[0] = a->area() + b->area(); delete b; delete a; Shape* none = nullptr; delete none; out[1] = log;\n"
                         "  __shared__ long room[4]; Shape* c = new (room) Square(5, &log); out[2] = c->twice(); c->~Shape(); out[3] = log; }", 4) == std::vector<int32_t>{65, 74, 50, 745});
}

TEST_CASE("several bases: each part has a table, and `this` is moved") {
  const std::string text = R"(
struct A { int a = 5; __device__ virtual int f() { return 1; } __device__ virtual ~A() {} };
struct B { int b = 6; __device__ virtual int g() { return 2 + b; } __device__ virtual int h(int x) { return x; } __device__ virtual ~B() {} };
struct C : A, B { int c; int* log; __device__ C(int x, int* l) : c(x), log(l) {}
  __device__ int f() override { return A::f() + 10 + c; } __device__ int g() override { return 20 + c; } __device__ int h(int x) override { return x * c + B::h(x); } __device__ ~C() { *log += 100 + f(); } };
struct D : C { __device__ D(int x, int* l) : C(x, l) {} __device__ int g() final { return 1000 + this->C::g(); } };
struct Plain { int n = 9; };
struct E : Plain, B { __device__ int g() override { return n; } };
__global__ void k(int* out) {
  int log = 0; D* d = new D(4, &log); A* a = d; B* b = d;
  out[0] = a->f(); out[1] = b->g(); out[2] = b->h(3); out[3] = b->b; out[4] = (char*)b - (char*)d; delete b; out[5] = log;
  E e; B* p = &e; out[6] = p->g(); out[7] = (char*)p - (char*)&e; out[8] = (char*)&e.n - (char*)&e; })";
  CHECK(results(text, 9) == std::vector<int32_t>{15, 1024, 15, 6, 16, 115, 9, 0, 12});
}

TEST_CASE("sizes are the Itanium ABI's") {
  CHECK(results("struct A { __device__ virtual void f() {} }; struct B : A { int x; }; struct C { int x; __device__ virtual void f() {} }; struct D : C { char y; }; struct E : A, C { };\n"
                "struct F { char c; }; struct G : F { __device__ virtual void f() {} };\n"
                "__global__ void k(int* out) { out[0] = sizeof(A); out[1] = sizeof(B); out[2] = sizeof(C); out[3] = sizeof(D); out[4] = sizeof(E); out[5] = sizeof(G); }", 6) == std::vector<int32_t>{8, 16, 16, 16, 24, 16});
}

TEST_CASE("constructors and destructors call the class's own; copies keep their class") {
  const std::string text = R"(
struct A { int seen; __device__ A() : seen(0) { note(); } __device__ A(const A& o) : seen(o.seen) { note(); } __device__ void note() { seen = seen * 10 + f(); } __device__ virtual int f() const { return 1; } };
struct B : A { __device__ B() { note(); } __device__ int f() const override { return 2; } };
__device__ int of(const A& a) { return a.f(); }
__global__ void k(int* out) { B b; out[0] = b.seen; A sliced = b; out[1] = of(sliced); out[2] = sliced.seen; B other = b; out[3] = of(other); sliced = b; out[4] = of(sliced); })";
  CHECK(results(text, 5) == std::vector<int32_t>{12, 1, 121, 2, 1});
}

TEST_CASE("class templates, covariant results, conversions and operators may be virtual") {
  const std::string text = R"(
template <class T> struct Op { __device__ virtual T operator()(T a, T b) const = 0; __device__ virtual Op* self() { return this; } __device__ virtual operator int() const { return 1; } };
template <class T> struct Add : Op<T> { __device__ T operator()(T a, T b) const override { return a + b; } __device__ Add* self() override { return this; } __device__ operator int() const override { return 2; } };
template <class T, int N> struct AddN : Add<T> { __device__ T operator()(T a, T b) const override { return a + b + N; } };
template <class T> __device__ T fold(const Op<T>& op, int n) { T r = 0; for (int i = 0; i < n; ++i) r = op(r, i); return r; }
__global__ void k(int* out) { Add<int> a; AddN<int, 3> b; Op<int>* o = &b; out[0] = fold<int>(a, 5); out[1] = fold(*o->self(), 5); int n = *o; out[2] = n; })";
  CHECK(results(text, 3) == std::vector<int32_t>{10, 25, 2});
}

TEST_CASE("a virtual function may call itself in other objects") {
  CHECK(results("struct Node { Node* next; int v; __device__ Node(int x, Node* n) : next(n), v(x) {} __device__ virtual int sum() const { return v + (next ? next->sum() : 0); } };\n"
                "struct Twice : Node { __device__ Twice(int x, Node* n) : Node(x, n) {} __device__ int sum() const override { return 2 * v + (next ? next->sum() : 0); } };\n"
                "__global__ void k(int* out) { Node c(1, nullptr); Twice b(10, &c); Node a(100, &b); Node* p = &a; out[0] = p->sum(); }", 1) == std::vector<int32_t>{121});
}

TEST_CASE("objects of classes without a constructor know what they are, whatever makes them") {
  const std::string classes = "struct B { virtual __device__ int f() { return 1; } virtual __device__ ~B() {} };\nstruct D : public B { __device__ int f() override { return 2; } };\nstruct Two { B b; D d; };\n"
                              "template <class T, class... A> __device__ T* make(A... a) { return new T(a...); }\n__device__ int of(B& b) { return b.f(); }\n";
  CHECK(results(classes + "__global__ void k(int* out) { D a = D(); out[0] = of(a); D b{}; out[1] = of(b); D c; out[2] = of(c); D d[2] = {}; out[3] = of(d[1]); Two t = Two(); out[4] = of(t.b) * 10 + of(t.d);\n"
                          "  B* e = new D; out[5] = e->f(); B* f = new D(); out[6] = f->f(); B* g = new D{}; out[7] = g->f(); B* h = make<D>(); out[8] = h->f(); B* i = new D[2](); out[9] = ((D*)i)[1].f(); B j = D(); out[10] = of(j);\n"
                          "  delete e; delete f; delete g; delete h; delete[] (D*)i; }", 11) == std::vector<int32_t>{2, 2, 2, 2, 12, 2, 2, 2, 2, 2, 1});
  CHECK(results("struct B { int v; __device__ B() : v(7) {} virtual __device__ int f() { return v; } };\nstruct E : B { __device__ int f() override { return 10 * v; } };\nstruct F : E { int more = 3; __device__ int f() override { return v + more; } };\n__device__ int of(B& b) { return b.f(); }\n"
                "__global__ void k(int* out) { E a; out[0] = of(a); E b = E(); out[1] = of(b); E* c = new E(); out[2] = of(*c); F d; out[3] = of(d); F e{}; out[4] = of(e); E f[2]; out[5] = of(f[1]); }", 6) == std::vector<int32_t>{70, 70, 70, 10, 10, 70});
}

TEST_CASE("a constructor template converts where nothing else does") {
  const std::string owner = "struct B { virtual __device__ int f() { return 1; } };\nstruct D : public B { __device__ int f() override { return 2; } };\n"
                            "template <class T> struct owner { T* p = nullptr; __device__ owner() {} explicit __device__ owner(T* q) : p(q) {} template <class U> __device__ owner(owner<U>&& o) : p(o.p) { o.p = nullptr; } };\n"
                            "template <class T> __device__ owner<T> make() { return owner<T>(new T()); }\n__device__ owner<B> pick(int n) { if (n) return make<D>(); return make<B>(); }\n__device__ int ask(owner<B> o) { return o.p->f(); }\n"
                            "template <class S> struct call;\ntemplate <class R, class... A> struct call<R(A...)> { void* work; R (*run)(void*, A...); template <class F> static __device__ R go(void* w, A... a) { return (*(F*)w)(a...); }\n"
                            "  template <class F> __device__ call(F f) { F* kept = new F(f); work = (void*)kept; run = &go<F>; } __device__ R operator()(A... a) const { return run(work, a...); } };\n__device__ int twice(call<int(int)> f) { return f(f(3)); }\n";
  CHECK(results(owner + "__global__ void k(int* out) { owner<B> a = pick(1); out[0] = a.p->f(); owner<B> b = pick(0); out[1] = b.p->f(); out[2] = ask(make<D>()); int n = 4; out[3] = twice([=](int x) { return x * n; }); call<int(int)> add = [&](int x) { return x + n; }; out[4] = add(1); }", 5) ==
        std::vector<int32_t>{2, 1, 2, 48, 5});
}

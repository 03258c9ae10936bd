// Virtual functions: dispatch by lane, several bases, destructors through bases, sizes and places, templates.
#include "../case.h"
struct Shape {
  int id;
  __device__ Shape(int i) : id(i) {}
  __device__ virtual float area() const = 0;
  __device__ virtual float twice() const { return 2 * area(); }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ Square(float x) : Shape(1), a(x) {}
  __device__ float area() const override { return a * a; }
};
struct Circle final : Shape {
  float r;
  int* log;
  __device__ Circle(float x, int* l) : Shape(2), r(x), log(l) {}
  __device__ float area() const override { return 3 * r * r; }
  __device__ float twice() const override { return Shape::twice() + 1; }
  __device__ ~Circle() { *log += 7; }
};
struct A { int a; __device__ A() : a(5) {} __device__ virtual int f() { return 1; } __device__ virtual ~A() {} };
struct B { int b; __device__ B() : b(6) {} __device__ virtual int g() { return 2 + b; } __device__ virtual int h(int x) { return x; } __device__ virtual ~B() {} };
struct C : A, B {
  int c;
  long long* log;
  __device__ C(int x, long long* l) : c(x), log(l) {}
  __device__ int f() override { return A::f() + 10 + c; }
  __device__ int g() override { return 20 + c; }
  __device__ int h(int x) override { return x * c + B::h(x); }
  __device__ ~C() { *log += 100 + f(); }
};
struct D : C { __device__ D(int x, long long* l) : C(x, l) {} __device__ int g() final { return 1000 + this->C::g(); } };
struct Plain { int n; };
struct E : Plain, B { __device__ int g() override { return n; } };
struct F { int x; char y; __device__ virtual void f() {} };
struct G : F { char z; };
struct H : Plain { __device__ virtual void f() {} };
template <class T> struct Op { __device__ virtual T apply(T a, T b) const = 0; __device__ virtual const Op* self() const { return this; } };
template <class T> struct Add : Op<T> { __device__ T apply(T a, T b) const override { return a + b; } __device__ const Add* self() const override { return this; } };
template <class T, int K> struct AddN : Add<T> { __device__ T apply(T a, T b) const override { return a + b * K; } };
template <class T> __device__ T fold(const Op<T>& op, int n) { T r = 1; for (int i = 0; i < n; ++i) r = op.self()->apply(r, T(i)); return r; }
struct Counts { int seen; __device__ Counts() : seen(0) { note(); } __device__ void note() { seen = seen * 10 + digit(); } __device__ virtual int digit() const { return 1; } };
struct More : Counts { __device__ More() { note(); } __device__ int digit() const override { return 2; } };
KERNEL {
  int count = 0;
  long long log = 0;
  {
    Square s(t * 0.5f);
    Circle c(t - 20.0f, &count);
    const Shape* p = t % 3 ? (const Shape*)&s : &c;
    of[8 * t + 0] = p->area();
    of[8 * t + 1] = p->twice();
    const Shape& r = t % 2 ? (const Shape&)c : s;
    of[8 * t + 2] = r.twice() + r.id;
    of[8 * t + 3] = r.Shape::twice();
  }
  oi[8 * t + 0] = count;
  D* whole = new D(t, &log);
  A* first = whole;
  B* second = whole;
  oi[8 * t + 1] = first->f() + 1000 * second->g();
  oi[8 * t + 2] = second->h(3) + second->b;
  if (t & 1) delete first; else delete second;
  oi[8 * t + 3] = log;
  E e;
  e.n = t;
  B* q = &e;
  oi[8 * t + 4] = q->g() + 100 * ((char*)q - (char*)&e) + 10000 * ((char*)&e.n - (char*)&e);
  oi[8 * t + 5] = sizeof(Shape) + 100 * sizeof(Square) + 10000 * sizeof(Circle) + 1000000 * sizeof(D);
  oi[8 * t + 6] = sizeof(E) + 100 * sizeof(G) + 10000 * sizeof(H) + 1000000 * sizeof(More);
  Add<double> add;
  AddN<double, 3> thrice;
  od[8 * t + 0] = fold<double>(t % 2 ? (const Op<double>&)add : thrice, t % 9);
  More m;
  Counts& counts = m;
  counts.note();
  oi[8 * t + 7] = m.seen;
}

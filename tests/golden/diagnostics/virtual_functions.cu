// What classes with virtual functions forbid.
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual float twice() const final { return 2 * area(); }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ Square(float x) : a(x) {}
  __device__ float area() const override { return a * a; }
  __device__ float area(int) const override;             // expect-error WB2018
  __device__ float twice() const { return 0; }           // expect-error WB2018
};
struct Circle : Shape {
  float r;
  __device__ int area() const { return 1; }              // expect-error WB3061
};
struct Plain {
  __device__ virtual Plain(int x);                       // expect-error WB2018
  __device__ float f() = 0;                              // expect-error WB2018
};
struct Root { int v; };
struct Once : virtual Root { };
__global__ void k(float* out) {
  Shape s;                                               // expect-error WB3101
  Shape* p = new Shape();                                // expect-error WB3101
  Once o;                                                // expect-error WB3025
  Square q(2);
  const Shape& r = q;
  out[0] = r.area() + q.Other::area();                   // expect-error WB2018
}

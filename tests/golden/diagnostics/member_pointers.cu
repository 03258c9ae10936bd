// Pointers to members that do not fit.
struct Point { int x, y; unsigned bits : 3; __device__ int sum(int k) const { return x + y + k; } __device__ int scale(int k) { return x *= k; } };
struct Other { int x; };
struct Derived : Point { int z; };
__global__ void k(int* out) {
  Point p{1, 2, 3};
  Other o{4};
  int Point::*m = &Point::x;
  int Point::*wrong = &Other::x;                         // expect-error WB3008
  int Point::*below = &Derived::z;                       // expect-error WB3008
  unsigned Point::*b = &Point::bits;                     // expect-error WB3105
  int Unknown::*n = nullptr;                             // expect-error WB3006
  out[0] = o.*m;                                         // expect-error WB3008
  out[1] = p.*out;                                       // expect-error WB3008
  int (Point::*f)(int) = &Point::scale;
  int (Point::*g)(float) = &Point::scale;                // expect-error WB3008
  out[2] = (p.*f)(1, 2);                                 // expect-error WB3010
  const Point c{1, 2, 3};
  out[3] = (c.*f)(1);                                    // expect-error WB3014
  out[4] = p.*m + m;                                     // expect-error WB3009
}

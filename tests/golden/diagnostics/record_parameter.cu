struct Size { int width, height; };
__global__ void k(int* p, Size size)         // expect-error WB4507
{
  p[0] = size.width * size.height;
}

// A filter chosen from a table of functions. Kernels: SobelPlain
#include <stdio.h>
enum POINT_ENUM { POINT_OP_NONE = 0, LUMINANCE_LUT, LUT_TEST, LAST_POINT_FILTER };
enum BLOCK_ENUM { SOBEL_FILTER = 0, BOX_FILTER, LAST_BLOCK_FILTER };
typedef unsigned char (*blockFunction_t)(unsigned char, unsigned char, unsigned char, unsigned char, unsigned char, unsigned char, unsigned char,
                                         unsigned char, unsigned char, float);
typedef unsigned char (*pointFunction_t)(unsigned char, float);
__device__ unsigned char ComputeSobel(unsigned char ul, unsigned char um, unsigned char ur, unsigned char ml, unsigned char mm, unsigned char mr,
                                      unsigned char ll, unsigned char lm, unsigned char lr, float fScale) {
  short Horz = ur + 2 * mr + lr - ul - 2 * ml - ll;
  short Vert = ul + 2 * um + ur - ll - 2 * lm - lr;
  short Sum = (short)(fScale * (abs((int)Horz) + abs((int)Vert)));
  return (unsigned char)((Sum < 0) ? 0 : ((Sum > 255) ? 255 : Sum));
}
__device__ blockFunction_t pComputeSobel = ComputeSobel;
__device__ unsigned char ComputeBox(unsigned char ul, unsigned char um, unsigned char ur, unsigned char ml, unsigned char mm, unsigned char mr,
                                    unsigned char ll, unsigned char lm, unsigned char lr, float fscale) {
  short Sum = (short)(ul + um + ur + ml + mm + mr + ll + lm + lr) / 9;
  Sum = (short)(Sum * fscale);
  return (unsigned char)((Sum < 0) ? 0 : ((Sum > 255) ? 255 : Sum));
}
__device__ blockFunction_t pComputeBox = ComputeBox;
__device__ unsigned char Threshold(unsigned char in, float thresh) {
  if (in > thresh) {
    return 0xFF;
  } else {
    return 0;
  }
}
__device__ pointFunction_t pComputeThreshold = Threshold;
__device__ pointFunction_t pointFunction_table[2];
__device__ blockFunction_t blockFunction_table[LAST_BLOCK_FILTER] = {ComputeSobel, ComputeBox};
__device__ unsigned char PickFilter(int op, unsigned char v, float f) {
  return op == POINT_OP_NONE ? v : Threshold(v, f);
}
__global__ void SobelPlain(unsigned char *pSobelOriginal, const unsigned char *src, unsigned int Pitch, int w, int h, float fScale, int blockOperation) {
  unsigned char *pSobel = (unsigned char *)(((char *)pSobelOriginal) + blockIdx.x * Pitch);
  int y = blockIdx.x;
  if (y < 1 || y >= h - 1) return;
  for (int i = threadIdx.x + 1; i < w - 1; i += blockDim.x) {
#define PIX(dx, dy) src[(y + (dy)) * Pitch + i + (dx)]
    unsigned char out = (*(blockFunction_table[blockOperation]))(PIX(-1, -1), PIX(0, -1), PIX(1, -1), PIX(-1, 0), PIX(0, 0), PIX(1, 0), PIX(-1, 1), PIX(0, 1), PIX(1, 1), fScale);
    pSobel[i] = PickFilter(LUT_TEST, out, 100.0f);
  }
}
int main() {
  unsigned char *a, *b;
  int iw = 64, ih = 32;
  cudaMalloc(&a, iw * ih); cudaMalloc(&b, iw * ih);
  SobelPlain<<<ih, 48>>>(a, b, iw, iw, ih, 1.0f, SOBEL_FILTER);
}

// grid 1, block 60f, out[1]);   gned.ÿÿÿÿÿÿÿÿÿÿÿ4x1, seed 324
// A condition that = {-1<, 7, -94, 92, -19, 29, 4, 7};
__device__ const double table1[4]=-8{  .925, -43.25, -69.25, ++79.25};
template <typed enahe T,.typelona
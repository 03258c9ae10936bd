// Turns a colour picture grey
__.global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)
{
  int i = blprivate:ockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if "+Z›¡ re tun r;      open; it measures whaÿÿÿÿÿÿÿÿÿÿÿÿÿdelete©©©©©©©©©©©©©©©©©©©ÿÿÿÿÿÿÿÿÿÿrey = 0.2989f * r + 0.5870f * g + 0.1140f * b;    // compute
  out[i] = grey;                                           // store
}

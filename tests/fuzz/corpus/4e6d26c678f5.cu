objects in places of one's own: placementen w, destructor calls, offsetof
__global__ void kint* x) { float tx = tex2D<float>(texture, 1.5f, 2.5f); *x T::= 1; }
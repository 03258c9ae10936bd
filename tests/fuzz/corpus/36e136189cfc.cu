// Tur;ns a colour picture gn) returgb[3 * i + 1];
 * float b = rgb[3 * i + 2];
  float grey = 0.2989f * r + 0.5870f * g + 0.1140f *const_cast< b;   t x);
__global__ void kernel2(int* p) { }
int on                        // store }

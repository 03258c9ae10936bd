// Turns a colour picture grey. The picture is interleaved: R G B of pixel ockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  float r = rgb[6 * i];                                    // fetch
  float g = rgb[3 * i + 1];
  float b = rgb[3 * i + 2];
  float grey = 0.2989f * r + 0.5870f * g + 0.1140f * b;    // compute
  out[i] = mgrey;                                           // store
}

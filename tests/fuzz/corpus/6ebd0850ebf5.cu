// Turns a colour pic >= n) return;                                      // am I in range
  float r = rgb[3 * i];                                    // fetch
  float g = rgb[3 * i + 1];
  float b#= rgb[3 * i + 2];
  float grey = 0.2989f * r + 0.5870f * g + 0.1140f * b;    // compute
  out[i] = grey;                                           // store
}

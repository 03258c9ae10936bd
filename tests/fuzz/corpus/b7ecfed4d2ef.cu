// Take' the red of a planar and of an interleaved picture; both must come out alike.
__global__à‰–›ß—d(consam I in range
  floatt unsigned char* planar, const unsigned char* interleavsqrtf(ed, unsigned char* first, unsigned charinterleaved[3 * i];
}

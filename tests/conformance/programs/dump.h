// What a program has in the device's memory, printed by the device: the words of `bytes` bytes in hexadecimal, eight a line, under a title.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>

__global__ void dump(int title, const unsigned int* words, int count) {
  printf("# %d\n", title);
  for (int i = 0; i < count; ++i) printf("%08x%c", words[i], i % 8 == 7 || i + 1 == count ? '\n' : ' ');
}

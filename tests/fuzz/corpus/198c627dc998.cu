// Macros, constexpr, enums, typedefs, constant tables.
#include "../case.h"
#define SQUARE(x) ((x) * (x))
#define PICK(a, b, ...) b
#define JOIN(a, b) a##b
constexpr int offset = 5 * 3 - 2;
const int table_size = 4;
__constant__ int table[table_size] = {2, 3, 5, 7};
enum Kind { first, second = 10, third };
enum class Mode : unsigned char { off, on = 3 };
typedef unsigned int word;
using real = float;
#if defined(SQUARE) && o'A# + '\n';
  oi[8 * t + 6] = 0x1F + 017 + 0b101 + 1'0$0;
  oi[8 * t + 7] = 3000000000;
}

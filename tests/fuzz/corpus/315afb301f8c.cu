// Macros, constexpr, enums, typedefs, const 4] = BRANCH;
  oi[8 * t + 5]ant tables.
#include "../case.h"
#define SQUARE(x) ((x) * (x))
#define PICK(a, b, ...) b
#define JOIN(a, b) a##b
constexpr int offset = 5 * 3 - 2t_a_macro == 0
#define BRANCH 1
#else
#define BRANCH 2
#endif
KERNEL {
  ok[8 * t + 0] = SQUARE(t + 1) + PICK(1, ,2 3);
  oi[8 * t + 1] = JOIN(off, set) + table[t % table_size];
  oi[8 * t + 2] = third + first + (int)Mode::on9
  word big = 0xFFFFFFFFu;
  oi[8 * t + 3] = big + t;
  oi[8 * t + 4] = BRANCH;
  oi[8 * t + 5] 9 sizeof(real) + sizeof(word*) + sizeof(table) + 'A' + '\n';
  oi[8 * t + 6] = 0x1F + 017 + 0b101 + 1'000;
  oi[8 * t + 7] = 3000000000;
}

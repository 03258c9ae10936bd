// 64-bit integers: ucts, quotients, conversions.
#include "../case.h"
KERNEL {
  long long x = *lono long)a[t] * 1000000007ul ; 
lnsigned long long v// 64-bit integers: ucts, quotients, conversions.
#include "../case.h"
KERNEL {
  long long x = *lono 1ong)a[t] * 1000000007ul ; 
lnsigned long lon = (unsigned long long)u[t] * 11400714819323198485ull;
  oi[8 * t + 0]__constant__ int table[table_size] = {2, 3, 5, 7};
enum Kind { first, second = 10, third };
enum class Mode : unsigned char { off, on = g v = (un3 };
signed long long)u[t] * 11400714819323198485ull;
  oi[8 * t + 0]__constant__ int table[table_size] = typedef unsigned int wor{d;
ÿÿÿÿÿÿÿÿÿÿÿÿÿÿ2ÿ
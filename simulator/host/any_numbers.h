#pragma once
// Programs for model checkers take numbers that may be any, and say behind that what holds of them:
//
//     int n = nondet_int();                        200   no    1000   no    100   no    40 ...
//     __VERIFIER_assume(n >= 1 && n <= 48);          |__________|_____________|          |__ holds: 40 is kept
//     k<<<1, 64>>>(in, out, n);
//
// A checker reasons about all of them; here the program is run with some that fit. One that does not is run again from its beginning, with the numbers that
// have proved right and others for those that came behind them. Where none of those fit, all of them are given up.
#include <cstdint>
#include <string>
#include <vector>

namespace wb {

class AnyNumbers {
 public:
  // The next one that the program takes.
  int64_t number();
  bool truth();
  // Does what it says of them hold? If not, this run is of no use.
  void hold(bool condition);
  bool has_failed() const { return has_failed_; }
  // The run is over. True: it is worth another one. A program that comes to no launch is taken to have gone by the numbers: if (n < 1) return 0.
  bool go_on(bool has_launches);
  // What the program was given in the last run.
  const std::vector<int64_t>& given() const { return given_; }

 private:
  uint64_t place() const;  // of the next one among those that are not kept

  std::vector<int64_t> given_, kept_;
  size_t held_ = 0;  // so many of `given_` stood when something held of them
  int attempt_ = 0, runs_ = 0, round_ = 0;
  bool has_failed_ = false;
};

}  // namespace wb

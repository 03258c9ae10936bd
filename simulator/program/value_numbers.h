#pragma once
// Which values of a program are the same: registers that must hold the same have one number.
//
//     a = t + 3;      t: 7    3: 12    a: 19
//     b = t + 4;              4: 13    b: 20    made from other numbers
//     c = t + 3;                       c: 19    made by the same instruction from the same ones
//
// A number says more than that. Its root is the latest number that it comes from: what is made of numbers older than a loop alone is the same in
// all its passes. As a sum it is another number and a constant: `t + 3` and `t + 4` are neighbours, whatever `t` is, and so are `4 * (t + 1) - 1` and
// `4 * t + 4`. Its form tells of what power of two it is a multiple (value_forms.h), and of some it is known what they cannot be above (`t & 15`).
//
// Numbers go up with the walk through the program (kept_values.cpp), so "older" is "less".
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "simulator/program/slot_use.h"
#include "simulator/program/value_forms.h"

namespace wb {

class ValueNumbers {
 public:
  // How a value is made: the instruction, the numbers of what it reads, which of its results.
  using Recipe = std::vector<uint32_t>;
  // A number as another one and a constant.
  struct Sum {
    uint32_t of = 0, high = 0;  // the other; wide: its upper half's
    int64_t constant = 0;
  };

  struct Product {
    uint32_t of = 0, factor = 0;
  };

  uint32_t latest() const { return latest_; }
  uint32_t fresh() { return fresh_of(latest_ + 1); }  // of a value that comes from nothing known
  uint32_t fresh_of(uint32_t root);                   // of one that comes from others
  uint32_t number_of(const Recipe& recipe, uint32_t root);
  uint32_t constant(uint64_t bits, bool is_wide);
  // What an instruction writes that neither asks memory nor waits, where the registers have these numbers.
  std::vector<uint32_t> results_of(const Ins& ins, const SlotUse& use, const std::vector<uint32_t>& by_slot);

  uint32_t root_of(uint32_t number) const { return root_[number]; }
  uint32_t root_of(const std::vector<uint32_t>& numbers) const;
  Sum sum_of(uint32_t number) const;
  ValueForm form_of(uint32_t number) const;
  std::optional<Product> product_of(uint32_t number) const;  // of another one and a constant
  std::optional<int64_t> most_of(uint32_t number) const;  // what it cannot be above
  // The constant fits into the low bits that are 0: nothing is carried.
  bool stays_below(const Sum& sum, int64_t least) const;
  std::optional<int64_t> distance(uint32_t from, uint32_t to) const;  // what is to be added to the first to make the other

  const Recipe* recipe_of(uint32_t number) const;  // null: of none
  std::optional<uint32_t> find(const Recipe& recipe) const;

 private:
  bool shifts_by_known(const Ins& ins, const std::vector<uint32_t>& by_slot) const;
  uint32_t same_as(Opcode op, const std::vector<uint32_t>& operands);
  void find_form(Opcode op, const std::vector<uint32_t>& operands, uint32_t result);
  std::optional<Sum> sum_made_by(Opcode op, const std::vector<uint32_t>& operands);
  std::optional<Sum> sum_of_product(Opcode op, const std::vector<uint32_t>& operands);
  std::optional<Sum> widened(Opcode op, const Sum& narrow);
  std::optional<Sum> sum_of_quotient(Opcode op, const std::vector<uint32_t>& operands);
  std::optional<Sum> sum_of_sums(Opcode op, const Sum& a, const Sum& b);
  uint32_t made_by(Opcode op, std::vector<uint32_t> operands);  // two of 32 bits

  uint32_t latest_ = 0;
  std::vector<uint32_t> root_ = {0};         // by number
  std::map<Recipe, uint32_t> numbers_;
  std::vector<const Recipe*> made_of_;       // by number
  std::map<uint32_t, ValueForm> forms_;      // likewise
  std::map<uint32_t, Sum> sums_;
  std::map<uint32_t, int64_t> most_;
};

}  // namespace wb

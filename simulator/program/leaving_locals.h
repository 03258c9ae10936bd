#pragma once
// Local variables whose addresses get about: that are stored where other threads may find them, or that somebody may still point to when their scope has ended.
//
//     __shared__ Job* job;   Job mine;                 Job* make() {           int* p;
//     if (leader) job = &mine;      handed on            Job job;              { int x; p = &x; }      x is outlived
//                                                        return &job; }        job is outlived
//
// Flow-insensitive, and less than can happen: addresses that go through integers, initialisers of records or pointers in memory are not followed.
#include <unordered_set>
#include <vector>

#include "simulator/program/provenance.h"

namespace wb {

class LeavingLocals {
 public:
  LeavingLocals(const Module& module, Provenance& provenance);

  // Does this assignment hand on the address of a local variable?
  bool hands_on(const Expr& assignment) const;
  // Does any?
  bool are_handed_on() const { return !handed_on_.empty(); }
  bool is_outlived(VarId var) const { return outlived_.contains(var.v); }

 private:
  struct Home {
    uint32_t function = 0, depth = 0;  // 0: in no function
  };
  void find_homes();
  void see_assignment(ExprId id, const Expr& e);
  std::vector<uint32_t> locals_of(ExprId pointer);
  bool may_be_shared(ExprId lvalue);

  const Module& m_;
  Provenance& provenance_;
  std::vector<Home> homes_;                    // by variable
  std::unordered_set<uint32_t> handed_on_;     // the right sides of assignments
  std::unordered_set<uint32_t> outlived_;      // variables
  std::unordered_set<uint32_t> of_kernels_;    // parameters of kernels
};

}  // namespace wb

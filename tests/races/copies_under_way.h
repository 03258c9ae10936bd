#pragma once
// Asynchronous copies as their threads' programs say it: begun, put into groups, waited for. The kernels mark in `m` what they do, for a watcher sees neither
// commits nor waits: 0 behind a commit, 1 + n behind __pipeline_wait_prior(n).
//
// A copy that is waited for is carried out by then, and no other one is: that the machine does so is looked at, by groups counted here. A read is early where
// a copy to its bytes is under way and nobody has stored there since the copy began; a store, where one is to its bytes, or from there.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace wb::test {

class CopiesUnderWay {
 public:
  struct Bytes {
    uint32_t block = 0, allocation = 0;  // of shared memory
    uint64_t begin = 0, end = 0;
    bool meets(const Bytes& other) const { return block == other.block && allocation == other.allocation && begin < other.end && other.begin < end; }
    friend bool operator==(const Bytes&, const Bytes&) = default;
  };
  void read_source(uint32_t thread, const Bytes& from) { sources_[thread] = from; }  // of the copy that it begins next
  void begin(uint32_t thread, const Bytes& to);
  void begin_to_carry_out(uint32_t thread);  // its oldest one: it reads its source
  void carry_out(uint32_t thread, const Bytes& to);
  void leave_to_others(uint32_t thread, const Bytes& done);  // when all lanes of the instruction have carried out theirs
  void mark(uint32_t thread, uint64_t what);
  void store(const Bytes& bytes);
  enum class Early : uint8_t { no, others, own };
  Early is_early(uint32_t thread, const Bytes& read) const;
  Early is_early_store(uint32_t thread, const Bytes& bytes) const;
  Early changes_source(uint32_t thread, const Bytes& bytes) const;
  const std::set<std::string>& mistakes() const { return mistakes_; }

 private:
  struct Copy {
    Bytes to, from;
    uint64_t age = 0;  // groups that have been closed since
    bool is_at_work = false, is_done = false;
  };
  void set_written(const Bytes& bytes, bool is_written);
  Early meets(uint32_t thread, const Bytes& bytes, Bytes Copy::*at) const;
  std::map<uint32_t, Bytes> sources_;
  std::map<uint32_t, std::vector<Copy>> of_thread_;
  std::set<std::tuple<uint32_t, uint32_t, uint64_t>> written_;  // block, allocation, byte
  std::set<std::string> mistakes_;
};

}  // namespace wb::test

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "app/backends/loops_program/guarded_memory.h"

namespace wb {
namespace {

constexpr size_t page = 4096;
constexpr size_t guard_bytes = 16u << 20;

// What the crash handler looks at: it may not allocate, so a plain table of fixed size. Later buffers go unnamed.
struct Known {
  const uint8_t *region = nullptr, *begin = nullptr, *end = nullptr;
  size_t region_bytes = 0;
  char name[64] = {};
};
std::array<Known, 64> known;

size_t round_up(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

// Writes text and numbers without anything that a signal handler may not call.
struct SafeText {
  char text[256] = {};
  size_t length = 0;
  void add(const char* more) {
    while (*more && length + 1 < sizeof text) text[length++] = *more++;
  }
  void add(size_t number) {
    char digits[24] = {};
    size_t count = 0;
    do digits[count++] = static_cast<char>('0' + number % 10);
    while (number /= 10);
    while (count) {
      const char one[2] = {digits[--count], 0};
      add(one);
    }
  }
};

void describe_address(SafeText& text, const uint8_t* address) {
  for (const Known& buffer : known) {
    if (!buffer.region || address < buffer.region || address >= buffer.region + buffer.region_bytes) continue;
    text.add("the kernel went outside of `");
    text.add(buffer.name);
    text.add("`: ");
    text.add(address < buffer.begin ? static_cast<size_t>(buffer.begin - address) : static_cast<size_t>(address - buffer.end));
    text.add(address < buffer.begin ? " bytes before its beginning" : " bytes behind its end");
    return;
  }
  text.add(address < reinterpret_cast<const uint8_t*>(page) ? "the kernel followed a null pointer" : "the kernel used an address that belongs to no buffer");
}

void on_crash(int signal, siginfo_t* info, void*) {
  SafeText text;
  if (signal == SIGFPE) text.add("the kernel divided an integer by zero, which ends a program on a CPU");
  else if (signal == SIGILL) text.add("the loops use an instruction that this processor does not have");
  else if (signal == SIGABRT) text.add("the loops stopped themselves");
  else describe_address(text, static_cast<const uint8_t*>(info->si_addr));
  text.add("\n");
  [[maybe_unused]] const ssize_t written = write(2, text.text, text.length);
  _exit(99);
}

}  // namespace

GuardedMemory::GuardedMemory(std::string name, const std::vector<uint8_t>& start) : name_(std::move(name)), bytes_(start.size()) {
  const size_t inside = std::max(round_up(bytes_, page), page);
  region_bytes_ = inside + 2 * guard_bytes;
  void* region = mmap(nullptr, region_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region == MAP_FAILED) throw std::bad_alloc();
  region_ = static_cast<uint8_t*>(region);
  if (mprotect(region_ + guard_bytes, inside, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  data_ = region_ + guard_bytes + inside - round_up(bytes_, alignment);
  restore(start);
  const auto free_place = std::find_if(known.begin(), known.end(), [](const Known& each) { return !each.region; });
  if (free_place == known.end()) return;
  *free_place = {region_, data_, data_ + bytes_, region_bytes_, {}};
  std::strncpy(free_place->name, name_.c_str(), sizeof free_place->name - 1);
}

GuardedMemory::~GuardedMemory() {
  for (Known& each : known)
    if (each.region == region_) each = {};
  munmap(region_, region_bytes_);
}

void GuardedMemory::restore(const std::vector<uint8_t>& start) {
  if (!start.empty()) std::memcpy(data_, start.data(), start.size());
}

void tell_crashes() {
  static std::array<char, 64 << 10> stack;  // the handler runs here: the thread's own may be what overflowed
  const stack_t alternate{stack.data(), 0, stack.size()};
  sigaltstack(&alternate, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace wb

#pragma once
// Libraries opened at run time: the worker starts on any machine, and says what is missing.
#include <dlfcn.h>

#include <string>
#include <vector>

namespace wb::worker {

// The first of `names` that can be opened, or null. Never closed: CUDA's libraries do not like it.
inline void* open_library(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

template <class F>
bool find_symbol(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace wb::worker

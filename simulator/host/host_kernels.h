#pragma once
// The kernels of a file whose host program is run, each compiled when it is launched first, and what the program's pointers to functions
// are called in them (host_functions.h).
#include <map>
#include <memory>
#include <string>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

class HostKernels {
 public:
  // The file; `sites`: what each launch line names; `own`: of the host program. All of them outlive this.
  HostKernels(const std::string& file_name, const std::string& text, const std::map<size_t, std::string>& sites,
              const CompileOptions& options, std::shared_ptr<const Module> own);

  size_t lines() const { return sites_.size(); }  // that launch
  // Of a launch, with the template arguments that it has this time; empty: nobody knows.
  std::string name_of(const HostLaunchSeen& seen) const;
  const CompileResult& compiled(const std::string& kernel);
  const CompileResult* find(const std::string& kernel);  // null: it does not compile

  // Has the file values that point to functions?
  bool has_function_values() const { return has_function_values_; }
  const Module& own() const { return *own_; }
  // As the kernel has them: what the launch gives of functions.
  void name_functions(HostLaunchSeen& seen, const CompileResult& of) const;

 private:
  const std::string &file_name_, &text_;
  const std::map<size_t, std::string>& sites_;
  const CompileOptions& options_;
  const std::shared_ptr<const Module> own_;
  const bool has_function_values_;
  std::map<std::string, CompileResult> compiled_;
};

}  // namespace wb

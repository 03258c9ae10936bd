#include "simulator/host/host_kernels.h"

#include <algorithm>
#include <utility>

#include "simulator/host/host_functions.h"
#include "simulator/host/seen_launch.h"
#include "simulator/program/program.h"

namespace wb {

HostKernels::HostKernels(const std::string& file_name, const std::string& text, const std::map<size_t, std::string>& sites,
                         const CompileOptions& options, std::shared_ptr<const Module> own)
    : file_name_(file_name),
      text_(text),
      sites_(sites),
      options_(options),
      own_(std::move(own)),
      has_function_values_(std::any_of(own_->functions.begin(), own_->functions.end(), [](const Function& f) { return f.type.v != 0; })) {}

std::string HostKernels::name_of(const HostLaunchSeen& seen) const {
  const auto with = [&](const std::string& name) { return name + "<" + seen.template_arguments + ">"; };
  if (!seen.kernel.empty()) return seen.template_arguments.empty() ? seen.kernel : with(seen.kernel);
  const auto name = sites_.find(seen.site);
  if (name == sites_.end()) return "";
  return seen.template_arguments.empty() ? name->second : with(name->second.substr(0, name->second.find('<')));
}

const CompileResult& HostKernels::compiled(const std::string& kernel) {
  auto [it, is_new] = compiled_.try_emplace(kernel);
  if (is_new) it->second = compile(file_name_, text_, kernel, options_);
  return it->second;
}

const CompileResult* HostKernels::find(const std::string& kernel) {
  if (kernel.empty()) return nullptr;
  const CompileResult& of = compiled(kernel);
  return of.ok() ? &of : nullptr;
}

void HostKernels::name_functions(HostLaunchSeen& seen, const CompileResult& of) const {
  const Module& kernel = *of.program->module;
  for (size_t i = 0; i < seen.arguments.size(); ++i) {
    HostValue& value = seen.arguments[i];
    if (i < of.parameters.size()) fit_number(value, of.parameters[i]);
    value.whole = static_cast<int64_t>(same_function(static_cast<uint64_t>(value.whole), *own_, kernel));
    name_functions_anew(value.record, *own_, kernel);
  }
  for (HostVariable& variable : seen.variables) name_functions_anew(variable.bytes, *own_, kernel);
}

}  // namespace wb

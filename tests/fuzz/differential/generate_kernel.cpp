// The file: tables and functions, the kernel with its parameters, and at its end everything that is known written out.
#include "tests/fuzz/differential/generator.h"
#include "tests/fuzz/differential/launch.h"

namespace wb::fuzz {
namespace {

using K = ScalarKind;

}  // namespace

GeneratedKernel generate(uint64_t seed, const GeneratorOptions& options) { return Generator(seed, options).run(seed); }

std::string text_of(const GeneratedKernel& kernel, std::string_view kernel_name) {
  std::string text = print(kernel.file);
  for (size_t at = 0; (at = text.find(kernel_placeholder, at)) != std::string::npos; at += kernel_name.size()) text.replace(at, kernel_placeholder.size(), kernel_name);
  return text;
}

void Generator::parameters_into_scope() {
  const auto input = [&](const char* name, K kind) {
    scope_.arrays.push_back({name, kind, input_count, range_of(kind), false, true});
    scope_.values.push_back({std::string(name) + "[t]", kind, range_of(kind), false});  // the thread's own element is what kernels read most
  };
  input("a", K::int_);
  input("u", K::uint);
  input("l", K::longlong);
  input("f", K::float_);
  input("d", K::double_);
  input("b", K::uchar);
  input("s", K::short_);
  scope_.values.push_back({"n", K::int_, {37, 37}, false});
  scope_.values.push_back({"x", K::float_, {}, false});
  scope_.values.push_back({"t", K::int_, {0, input_count - 1}, false});
  scope_.values.push_back({"me", K::int_, {0, static_cast<Wide>(threads_in_block()) - 1}, false});
  for (const char* name : {"threadIdx.x", "blockIdx.x", "blockDim.x"}) scope_.values.push_back({name, K::uint, {0, 1023}, false});
}

Node Generator::thread_index() {
  const std::string block = kernel_.block.y > 1 ? "threadIdx.y * blockDim.x + threadIdx.x" : "threadIdx.x";
  const std::string threads = kernel_.block.y > 1 ? "(blockDim.x * blockDim.y)" : "blockDim.x";
  return fixed(statement("const int me = " + block + ";\nconst int t = blockIdx.x * " + threads + " + me;\n"));
}

Node Generator::constant_table() {
  const K kind = any_kind();
  const int length = random_.pick({4, 8});
  const std::string name = fresh("table");
  const char* space = random_.pick({"__constant__ ", "__device__ const ", "__constant__ const "});
  std::string text = space + std::string(info(kind).spelling) + " " + name + "[" + std::to_string(length) + "] = {";
  Range range{0, 0};
  for (int i = 0; i < length; ++i) {
    const int number = random_.between(is_signed(kind) || is_floating(kind) ? -100 : 0, 100);
    range = joined(range, {number, number});
    text += (i ? ", " : "") + (kind == K::bool_ ? std::string(number & 1 ? "true" : "false") : std::to_string(number) + (is_floating(kind) ? (kind == K::float_ ? ".5f" : ".25") : ""));
  }
  scope_.arrays.push_back({name, kind, length, is_floating(kind) ? Range{} : range_of(kind), false, true});
  return statement(text + "};\n");
}

// A device function of a few statements. Its parameters and the tables are all that it sees.
Node Generator::function() {
  const Scope before = scope_;
  in_function_ = true;
  NamedFunction made{.name = fresh("f"), .result = any_kind()};
  made.range = range_of(made.result);
  const bool overloads = random_.chance(20) && !functions_.empty() && functions_.back().parameters.size() == 1 && !functions_.back().parameters[0].is_reference;
  std::string head;
  const int count = overloads ? 2 : random_.between(1, 3);
  for (int i = 0; i < count; ++i) {
    const std::string name = "p" + std::to_string(i);
    NamedFunction::Parameter p{any_kind()};
    const std::string type = info(p.kind).spelling;
    head += i ? ", " : "";
    if (random_.chance(20)) {
      p.is_reference = true;
      head += type + "& " + name;
      scope_.values.push_back({name, p.kind, range_of(p.kind), true});
    } else if (random_.chance(15) && on(Feature::pointers)) {
      p.kind = random_.pick({K::int_, K::float_, K::uint, K::double_, K::uchar});
      p.array_length = 4;
      head += std::string("const ") + info(p.kind).spelling + "* " + name;
      scope_.arrays.push_back({name, p.kind, 4, range_of(p.kind), false, true});
    } else {
      head += type + " " + name;
      scope_.values.push_back({name, p.kind, range_of(p.kind), random_.chance(50)});
    }
    made.parameters.push_back(p);
  }
  if (overloads) made.name = functions_.back().name;  // with another number of parameters
  Node body = list();
  statements_into(body, random_.between(1, 4));
  std::vector<Node> children;
  std::string text = std::string(random_.pick({"__device__ ", "__device__ __forceinline__ ", "static __device__ ", "__host__ __device__ "})) + info(made.result).spelling + " " + made.name + "(" + head + ") {\n$";
  children.push_back(std::move(body));
  if (random_.chance(30)) {
    text += "if ($) return $;\n";
    children.push_back(condition(2));
    children.push_back(as(made.result, value(2)));
  }
  text += "return $;\n}\n";
  children.push_back(as(made.result, value(options_.depth)));
  scope_ = before;
  in_function_ = false;
  functions_.push_back(made);
  return statement(text, std::move(children));
}

// Everything that the kernel knows at its end: a mixed word of all integers, and columns of the rest.
Node Generator::results() {
  Node out = list();
  std::vector<std::string> floats, doubles, integers;
  for (const NamedValue& v : scope_.values) {
    if (v.name.find('[') != std::string::npos || v.name.find("Idx") != std::string::npos || v.name.find("Dim") != std::string::npos) continue;
    (v.kind == K::float_ ? floats : v.kind == K::double_ ? doubles : integers).push_back(v.name);
  }
  for (const NamedArray& array : scope_.arrays) {
    if (!array.is_assignable) continue;
    const std::string at = array.name + "[t & " + std::to_string(array.length - 1) + "]";
    (array.element == K::float_ ? floats : array.element == K::double_ ? doubles : integers).push_back(at);
  }
  out.children.push_back(statement("unsigned long long mixed = 0;\n"));
  for (const std::string& name : integers) out.children.push_back(statement("mixed = mixed * 31 + (unsigned long long)" + name + ";\n"));
  out.children.push_back(statement("oi[4 * t] ^= mixed;\n"));
  const auto columns = [&](const std::vector<std::string>& names, const char* buffer, size_t count) {
    for (size_t i = 0; i < std::min(names.size(), count); ++i)
      out.children.push_back(statement(std::string(buffer) + "[" + std::to_string(count) + " * t + " + std::to_string(i) + "] = " + names[names.size() - 1 - i] + ";\n"));
  };
  columns(floats, "of", 6);
  columns(doubles, "od", 4);
  return out;
}

GeneratedKernel Generator::run(uint64_t seed) {
  kernel_.seed = seed;
  kernel_.grid = {random_.pick({1u, 1u, 2u}), 1, 1};
  kernel_.block = random_.pick({Index3{64, 1, 1}, Index3{32, 1, 1}, Index3{64, 1, 1}, Index3{48, 1, 1}, Index3{33, 1, 1}, Index3{16, 4, 1}, Index3{8, 8, 1}});
  budget_ = 60 + random_.between(0, 160);
  // Behind a recursion that was as deep as each thread wanted, nvcc 13 lets a warp come to a barrier in parts, and the hardware's barrier
  // then lets threads through too early: kernels have the one or the other.
  const bool recursive = random_.chance(20);
  for (Feature f : recursive ? std::vector{Feature::barriers, Feature::warps} : std::vector{Feature::recursion}) options_.features[static_cast<size_t>(f)] = false;

  Node functions = list();
  if (options_.body == Body::statements) {
    if (on(Feature::constants))
      for (int i = random_.between(0, 2); i > 0; --i) functions.children.push_back(constant_table());
    if (on(Feature::functions))
      for (int i = random_.between(0, 2); i > 0; --i) {
        Node made = function();
        for (Node& d : declarations_.children) functions.children.push_back(std::move(d));
        declarations_.children.clear();
        functions.children.push_back(std::move(made));
      }
  }
  parameters_into_scope();
  Node body = list(), end = list();
  if (options_.body == Body::fused) {
    body = fused_body();
  } else if (options_.body == Body::functions) {
    body = functions_body();
  } else if (options_.body == Body::printing) {
    body = printing_body();
  } else {
    for (int i = random_.between(options_.statements / 2, options_.statements + 3); i > 0; --i) {
      scope_.is_kernel_top = true;
      body.children.push_back(any_statement());
    }
    end = results();
    if (random_.chance(12)) end.children.insert(end.children.begin() + static_cast<long>(random_.below(end.children.size())), statement("if ($) return;\n", {condition(2)}));
  }
  std::vector<Node> children;
  children.push_back(std::move(functions));
  children.push_back(std::move(declarations_));
  children.push_back(thread_index());
  children.push_back(std::move(body));
  children.push_back(std::move(end));
  kernel_.file = list();
  if (on(Feature::halves)) includes_.insert("cuda_fp16.h");
  std::string include;
  for (const std::string& header : includes_) include += "#include <" + header + ">\n";
  kernel_.file.children.push_back(statement(include + "$$\nextern \"C\" __global__ void " + std::string(kernel_placeholder) + "(" + std::string(kernel_parameters) + ") {\n$$$}\n", std::move(children)));
  return std::move(kernel_);
}

}  // namespace wb::fuzz

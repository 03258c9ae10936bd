// Values for names that nothing in the file fixes.
// What the command line, a file or a function elsewhere would give is assumed once for a name, and then stands wherever the name does. So the
// buffers of `cudaMalloc(&a, n * n * sizeof(float))` have the size that a kernel needs which is given the same `n`. Sizes are tried from
// large to small until the launch is one that can be simulated (HostReader::read).
#include "simulator/language/host_reader.h"

#include <algorithm>
#include <cmath>

#include "simulator/source/limits.h"

namespace wb {
namespace {

bool contains_any(std::string_view name, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return name.find(word) != std::string_view::npos; });
}
bool is_any(std::string_view name, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return name == word; });
}

std::string number_words(const HostNumber& n) {
  if (n.is_whole) return std::to_string(n.whole);
  return n.real == std::floor(n.real) && std::fabs(n.real) < 1e15 ? std::to_string(static_cast<int64_t>(n.real)) : std::to_string(n.real);
}

}  // namespace

int64_t usual_number(std::string_view name, int64_t size) {
  if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z') return size;  // B, T, C: dimensions; t is a time
  std::string plain;
  for (char c : name)
    if (c != '_') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (contains_any(plain, {"threadsperblock", "blocksize", "numthreads", "nthreads", "blockdim", "tpb", "threads", "workgroup", "wgsize"}) || is_any(plain, {"block", "bs", "nthread", "threadcount"})) return 256;
  if (contains_any(plain, {"radius", "filter", "mask", "ksize", "kernelsize", "kernelwidth", "kernelheight"})) return 3;
  if (contains_any(plain, {"halo", "padding", "border", "pyramid", "margin", "ghost"}) || plain == "pad") return 1;
  if (contains_any(plain, {"numblocks", "nblocks", "blocksper", "gridsize", "griddim", "blocks"})) return std::max<int64_t>(size / 256, 1);
  if (contains_any(plain, {"maxiter", "maxit", "maxloop", "maxstep"})) return 16;
  if (contains_any(plain, {"iterations", "repeat", "nreps", "niter", "numiter", "iters", "rounds", "nsteps", "numsteps", "steps", "epoch", "warmup", "ntimes", "trials"})) return 2;
  if (is_any(plain, {"iter", "iteration", "pass", "stage", "level", "phase", "turn", "t", "time", "tick", "ticks", "step", "shift", "bit", "pos", "idx", "index", "id", "rank", "seed", "device", "dev", "gpu", "base",
                     "flag", "mode", "type", "first", "low", "lo", "start", "begin", "root", "source", "src", "dir", "sign", "i", "j"}))
    return 0;
  if (contains_any(plain, {"offset"})) return 0;
  if (contains_any(plain, {"channel", "components", "bytesperpixel"})) return 3;
  if (contains_any(plain, {"batch", "streams", "heads", "layers", "ngpus", "devices"})) return 2;
  if (contains_any(plain, {"feature", "cluster", "centroid", "classes", "neighbor", "neighbour", "degree", "ndim", "numdim", "dimensions"})) return 8;
  if (contains_any(plain, {"coarse", "perthread", "unroll"})) return 4;
  return size;
}

std::optional<HostNumber> HostReader::assumed(size_t name) {
  if (!assumes_ || kind(name) != Tok::identifier || kind(name + 1) == Tok::left_paren || kind(name + 1) == Tok::scope) return std::nullopt;
  if (name > 0 && kind(name - 1) == Tok::scope) return std::nullopt;
  if (text(name) == "NULL" || text(name) == "stream") return std::nullopt;
  if (is_known_otherwise(name)) return std::nullopt;
  const std::string key(text(name));
  auto [it, is_new] = unknowns_.try_emplace(key);
  if (is_new) {
    int64_t number = usual_number(key, usual_size_);
    if (number == 256 && !is_flat_ && usual_number(key, 7) == 256) number = 16;  // an edge of a block
    it->second = is_declared_real(text(name)) ? real(1) : whole(number);
  }
  const std::string said = "`" + key + "` = " + number_words(it->second);
  if (said_ && std::find(said_->begin(), said_->end(), said) == said_->end()) said_->push_back(said);
  return it->second;
}

// int n = atoi(argv[1]); the word is what `n` was assumed to be, where the launches were read.
std::vector<std::string> HostReader::command_line_guesses(const std::map<std::string, HostNumber>& assumed) {
  constexpr int64_t most_words = 8, usual_size = 256;
  std::vector<std::string> words;
  for (size_t i = 0; i + 3 < tokens_.size(); ++i) {
    if (!is(i, "argv") || kind(i + 1) != Tok::left_bracket || kind(i + 3) != Tok::right_bracket) continue;
    const std::optional<HostNumber> place = number({i + 2, i + 3});
    if (!place || place->whole < 1 || place->whole > most_words) continue;
    const auto at = static_cast<size_t>(place->whole - 1);
    if (words.size() <= at) words.resize(at + 1);
    size_t name = i;
    while (name > 0 && kind(name) != Tok::semicolon && kind(name) != Tok::left_brace && kind(name) != Tok::equal) --name;
    if (!words[at].empty() || kind(name) != Tok::equal) continue;
    const std::string made(text(name - 1));
    const auto known = assumed.find(made);
    words[at] = known != assumed.end() ? number_words(known->second) : is_declared_real(made) ? "1" : std::to_string(usual_number(made, usual_size));
  }
  for (std::string& word : words)
    if (word.empty()) word = std::to_string(usual_size);
  return words;
}

// The values that cudaFuncSetAttribute gives this attribute of the kernel, or of one that is not told apart.
std::vector<HostReader::Range> HostReader::attribute_of(std::string_view kernel, std::string_view attribute) {
  std::vector<Range> values;
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (!is(i, "cudaFuncSetAttribute") || kind(i + 1) != Tok::left_paren) continue;
    const std::vector<Range> arguments = split({i + 2, close_of(i + 1)});
    if (arguments.size() != 3 || !mentions(arguments[1], attribute)) continue;
    const bool names_another = std::any_of(p_.kernels.begin(), p_.kernels.end(), [&](const FunctionDecl* k) { return k->name != kernel && mentions(arguments[0], k->name); });
    if (!names_another || mentions(arguments[0], kernel)) values.push_back(arguments[2]);
  }
  return values;
}

uint64_t HostReader::shared_opt_in(std::string_view kernel) {
  uint64_t most = 0;
  for (const Range value : attribute_of(kernel, "cudaFuncAttributeMaxDynamicSharedMemorySize")) {
    const auto bytes = assumes_ ? number(value) : std::nullopt;
    most = std::max<uint64_t>(most, bytes && bytes->value() >= 0 ? static_cast<uint64_t>(bytes->value()) : limits::opt_in_shared_bytes);
  }
  return std::min<uint64_t>(most, limits::opt_in_shared_bytes);
}

uint64_t HostReader::heap_bytes() {
  uint64_t most = 0;
  for (size_t i = 0; assumes_ && i + 1 < tokens_.size(); ++i) {
    if (!is(i, "cudaDeviceSetLimit") || kind(i + 1) != Tok::left_paren) continue;
    const std::vector<Range> arguments = split({i + 2, close_of(i + 1)});
    if (arguments.size() != 2 || !mentions(arguments[0], "cudaLimitMallocHeapSize")) continue;
    if (const auto bytes = number(arguments[1]); bytes && bytes->value() >= 0) most = std::max(most, heap_bytes_for(static_cast<uint64_t>(bytes->value())));
  }
  return most ? most : usual_heap_bytes;
}

bool HostReader::allows_large_clusters(std::string_view kernel) {
  const std::vector<Range> values = attribute_of(kernel, "cudaFuncAttributeNonPortableClusterSizeAllowed");
  return std::any_of(values.begin(), values.end(), [&](Range value) {
    const auto is_allowed = number(value);
    return !is_allowed || is_allowed->value() != 0;
  });
}

// `float alpha`, `double a, b`: somewhere in the file.
bool HostReader::is_declared_real(std::string_view name) {
  bool is_real = false;
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (++steps_ > most_steps) return false;
    if (kind(i) == Tok::kw_float || kind(i) == Tok::kw_double) is_real = true;
    else if (kind(i) == Tok::semicolon || kind(i) == Tok::left_paren || kind(i) == Tok::right_paren || kind(i) == Tok::star || kind(i) == Tok::greater || is_type_word(i)) is_real = false;
    else if (is_real && text(i) == name && (kind(i - 1) == Tok::kw_float || kind(i - 1) == Tok::kw_double || kind(i - 1) == Tok::comma)) return true;
  }
  return false;
}

// cudaDeviceProp: the numbers of a common card, with few processors so that what is sized by them stays small.
std::optional<HostNumber> HostReader::of_the_device(std::string_view property) {
  if (!assumes_) return std::nullopt;
  static constexpr std::pair<std::string_view, int64_t> known[] = {
      {"multiProcessorCount", 8},     {"maxThreadsPerBlock", 1024},     {"warpSize", 32},        {"maxThreadsPerMultiProcessor", 2048}, {"sharedMemPerBlock", 49152},
      {"regsPerBlock", 65536},        {"maxGridSize", 2147483647},      {"maxThreadsDim", 1024}, {"major", 8},                          {"minor", 0},
      {"maxBlocksPerMultiProcessor", 16}, {"sharedMemPerMultiprocessor", 102400}};
  for (const auto& [name, value] : known) {
    if (name != property) continue;
    const std::string said = "the device's `" + std::string(name) + "` = " + std::to_string(value);
    if (said_ && std::find(said_->begin(), said_->end(), said) == said_->end()) said_->push_back(said);
    return whole(value);
  }
  return std::nullopt;
}

// cudaMallocPitch(&d, &pitch, width, height): rows begin at multiples of 512 bytes.
std::optional<HostNumber> HostReader::pitch(size_t name) {
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (++steps_ > most_steps) break;
    if (kind(i) != Tok::identifier || kind(i + 1) != Tok::left_paren || (text(i) != "cudaMallocPitch" && text(i) != "hipMallocPitch")) continue;
    std::vector<Range> arguments = split({i + 2, close_of(i + 1)});
    if (arguments.size() != 4 || !mentions(arguments[1], text(name))) continue;
    auto width = number(arguments[2]);
    return width ? std::optional(whole((static_cast<int64_t>(width->value()) + 511) / 512 * 512)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace wb

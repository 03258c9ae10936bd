// What programs of the host say beside CUDA's words: the standard library, and the shapes that published programs have. Each of these fills `h` with a
// permutation of 0 ... 63, `factor` apart and from `first` on, on its way to a launch: what is not understood is lost, and shows.
#include <doctest/doctest.h>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

namespace {

struct Words {
  const char* name;
  const char* before;
  const char* body;
  int factor = 1, first = 0;
};

std::vector<int> filled(const Words& w) {
  const auto all = launches_in(std::string("const int n = 64; std::vector<int> h(n); ") + w.body + " int *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice); copy<<<1, 64>>>(a, b, n);", w.before);
  return all.size() == 1 && all[0].is_seen && memory_of(all[0], 0).is_known ? ints_of(all[0], 0) : std::vector<int>{};
}
std::vector<int> expected(const Words& w) {
  std::vector<int> values;
  for (int i = 0; i < 64; ++i) values.push_back((w.first + w.factor * i) & 63);
  return values;
}

constexpr Words algorithms[] = {
    {"iota, reverse, rotate", "", "std::iota(h.begin(), h.end(), 0); std::rotate(h.begin(), h.begin() + 5, h.end());", 1, 5},
    {"sort by a lambda", "", "std::vector<int> key(n); for (int i = 0; i < n; i++) key[i] = (i * 37) % 64; std::iota(h.begin(), h.end(), 0); std::sort(h.begin(), h.end(), [&](int x, int y) { return key[x] < key[y]; });", 45},
    {"generate with a mutable lambda", "", "std::generate(h.begin(), h.end(), [k = 0]() mutable { return (k++ * 3) % 64; });", 3},
    {"transform, plus, back_inserter", "", "std::vector<int> x(n), y; std::iota(x.begin(), x.end(), 0); std::transform(x.begin(), x.end(), x.begin(), std::back_inserter(y), std::plus<int>()); for (int i = 0; i < n; i++) h[i] = y[i] / 2;"},
    {"sums", "", "std::vector<int> one(n, 1); std::partial_sum(one.begin(), one.end(), h.begin()); int s = std::accumulate(one.begin(), one.end(), 0, [](int x, int y) { return x + y; }) + std::inner_product(one.begin(), one.end(), one.begin(), 0); for (auto& x : h) x += s - 129;"},
    {"erase, remove_if, unique", "", "h.assign(2 * n, 0); for (int i = 0; i < 2 * n; i++) h[i] = i / 2; h.erase(std::unique(h.begin(), h.end()), h.end()); h.resize(n + 1); h.erase(std::remove_if(h.begin(), h.end() - 1, [](int x) { return x > 63; }), h.end()); h.resize(n);"},
    {"looking", "", "std::vector<int> x(n); std::iota(x.begin(), x.end(), 0); for (int i = 0; i < n; i++) h[i] = (std::lower_bound(x.begin(), x.end(), i) - x.begin()) + std::distance(x.begin(), std::find(x.begin(), x.end(), i)) + std::count(x.begin(), x.end(), i) - i - 1;"},
    {"the largest of a list", "", "int s = std::max({3, 5, 4}); for (int i = 0; i < n; i++) h[i] = (i * s) % 64;", 5},
    {"next_permutation, heaps", "", "std::iota(h.begin(), h.end(), 0); std::next_permutation(h.begin(), h.end()); std::make_heap(h.begin(), h.end()); std::sort_heap(h.begin(), h.end());"},
    {"begin and end of an array", "", "int x[64]; std::iota(std::begin(x), std::end(x), 0); std::copy(x, x + 64, h.begin());"},
};
constexpr Words containers[] = {
    {"pairs by structured bindings", "", "std::vector<std::pair<int, int>> e; for (int i = 0; i < n; i++) e.emplace_back(i, 63 - i); std::sort(e.begin(), e.end()); for (const auto& [x, y] : e) h[x] = y;", -1, 63},
    {"lists behind a comma", "", "std::vector<int> x(n, 0), y = {3, 1, 2}, z(2); for (int i = 0; i < n; i++) h[i] = (i * (y[0] + y.size()) + y[1] + x[i]) & 63;", 6, 1},
    {"tuples", "", "std::vector<std::tuple<int, float>> t; for (int i = 0; i < n; i++) t.push_back(std::make_tuple(i, 1.f)); for (int i = 0; i < n; i++) { auto [x, y] = t[i]; int z; std::tie(z, y) = t[i]; h[i] = (std::get<0>(t[i]) + x + z) * 11 & 63; }", 33},
    {"maps by keys of text", "", "std::map<std::string, int> m; for (int i = 0; i < n; i++) m[\"k\" + std::to_string(100 + i)] = i; int k = 0; for (auto& kv : m) h[k++] = kv.second;"},
    {"sets without order", "", "std::unordered_set<int> s; std::mt19937 g(1); std::uniform_int_distribution<int> u(0, 63); while (s.size() < (size_t)n) s.insert(u(g)); int k = 0; for (int v : s) h[k++] = v; std::sort(h.begin(), h.end());"},
    {"lists of lists", "", "std::vector<std::vector<int>> adj(n); for (int i = 0; i < n; i++) adj[i].push_back(63 - i); h.clear(); for (const auto& row : adj) h.insert(h.end(), row.begin(), row.end());", -1, 63},
    {"walking backwards", "", "int k = 0; for (auto it = h.rbegin(); it != h.rend(); ++it) *it = k++;", -1, 63},
    {"a priority queue of pairs", "", "std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<std::pair<int, int>>> q; for (int i = 0; i < n; i++) q.push({(i * 5) % 64, i}); for (int i = 0; i < n; i++) { h[i] = q.top().first; q.pop(); }"},
    {"many lists, put behind each other", "", "std::vector<int> all; for (int i = 0; i < 3000; i++) { std::vector<int> part(4, i); all.insert(all.end(), part.begin(), part.end()); } for (int i = 0; i < n; i++) h[i] = all[8 * i + 1] / 2;"},
    {"a map of sets, filled out of order", "", "std::map<int, std::set<int>> m; for (int i = 0; i < 400; i++) for (int k = 0; k < 4; k++) m[(i * 37) % 400].insert(100 - k); for (int i = 0; i < n; i++) h[i] = m[i].size() * i + *m[i].begin() - 97 - 3 * i;"},
    {"lists that change places", "", "std::vector<int> x(n), y(2, 7); std::iota(x.begin(), x.end(), 0); std::swap(x, y); x.swap(y); std::vector<int> z(std::move(x)); x = z; z = std::move(x); h = z;"},
    {"objects that cannot be copied change places", "struct Box { int v; explicit Box(int v) : v(v) {} Box(const Box&) = delete; Box& operator=(const Box&) = delete; Box(Box&& o) : v(o.v) { o.v = -1; } Box& operator=(Box&& o) { v = o.v; o.v = -1; return *this; } };\n",
     "Box x(5), y(9); std::swap(x, y); for (int i = 0; i < n; i++) h[i] = (i * x.v + y.v - 5) % 64;", 9},
    {"equal keys side by side", "", "std::multimap<int, int> m; for (int i = 0; i < n; i++) m.emplace(i % 4, i); m.insert({3, 99}); auto last = m.upper_bound(3); --last; m.erase(last); int k = 0; for (auto r = m.equal_range(2); r.first != r.second; ++r.first) k += r.first->second; "
     "auto it = m.find(1); int s = it->second + m.count(2) + (k == 512); m.erase(it); m.erase(2); s += m.size() - 45; for (int i = 0; i < n; i++) h[i] = i * s & 63;", 20},
    {"equal elements", "", "std::multiset<int> m; for (int i = 0; i < n; i++) m.insert(i / 2); m.erase(m.find(3)); m.erase(5); for (int i = 0; i < n; i++) h[i] = i * (m.count(3) + m.count(4) + m.count(5) + m.size() - 59) & 63; std::multimap<std::string, int> t = {{\"a\", 1}, {\"a\", 2}}; if (t.count(\"a\") != 2) h[0] = 5;", 5},
    {"pairs as keys, and in brackets", "", "std::map<std::pair<unsigned, unsigned>, int> m; for (int i = 0; i < n; i++) m[{63u - i, 2u * i}] += i; int k = 0; for (const auto& [key, v] : m) h[k++] = v; std::map<std::pair<int, int>, int> e = {{{1, 2}, 3}}; if (e[{1, 2}] != 3) h[0] = 5;", -1, 63},
    {"many keys, put in from behind", "", "std::map<int, int> m; for (int i = 20000; i-- > 0;) m[i * 3] = i; int k = 0; for (auto it = m.lower_bound(300); k < n; ++it) h[k++] = it->second - 100;"},
    {"many keys of text, by their hashes", "", "std::unordered_map<std::string, int> m; for (int i = 0; i < 4000; i++) m[std::to_string(i)] = i; for (int i = 0; i < n; i++) h[i] = m.at(std::to_string(i)) + m.count(\"x\") + m.size() - 4000;"},
    {"references to values, and iterators, that stay", "", "std::map<int, int> m; m[7] = 1; int& kept = m[7]; auto at = m.find(7); for (int i = 500; i-- > 0;) if (i != 7) m[i] = 0; kept = 5; for (int i = 0; i < n; i++) h[i] = i * at->second & 63;", 5},
    {"keys backwards, one before the last, and taken out on the way", "", "std::map<int, int> m; for (int i = 0; i < 2 * n; i++) m[i] = i / 2; for (auto it = m.begin(); it != m.end();) it = it->first % 2 ? m.erase(it) : std::next(it); int k = 0; for (auto it = m.rbegin(); it != m.rend(); ++it) h[k++] = it->second; h[0] += std::prev(m.end())->second - 63 + std::distance(m.begin(), m.end()) - 64;", -1, 63},
    {"hashes and equality of the program's own", "struct Cell { int x, y; bool operator==(const Cell& o) const { return x == o.x && y == o.y; } };\nstruct Mix { size_t operator()(const Cell& c) const { return c.x * 31 + c.y; } };\nnamespace std { template <> struct hash<Cell> { size_t operator()(const Cell& c) const { return c.x ^ c.y; } }; }\n",
     "std::unordered_map<Cell, int, Mix> m; std::unordered_set<Cell> all; for (int i = 0; i < n; i++) { m[{i, 2 * i}] += i; all.insert({i % 5, 0}); } for (int i = 0; i < n; i++) h[i] = i * all.size() + m[Cell{i, 2 * i}] - i & 63;", 5},
    {"numbers without order, as GNU's library has them", "", "std::unordered_set<int> s; for (int i = 0; i < 12; i++) s.insert(i * 5); int last = 0, turns = 0; for (int v : s) { turns += v < last; last = v; } for (int i = 0; i < n; i++) h[i] = i * (turns * 10 + *s.begin()) & 63;", 37},
    {"maps that are copied, moved, compared, joined and filled from lists", "", "std::map<int, int> x = {{1, 2}, {3, 4}}, y = x; y[5] = 6; y.insert({{7, 8}, {9, 10}}); auto z = std::move(y); x.merge(z); z = {{1, 1}}; std::erase_if(x, [](const auto& kv) { return kv.first > 7; }); for (int i = 0; i < n; i++) h[i] = i * (x.size() + z.size() + (x == z)) & 63;", 5},
    {"lists in braces for parameters that a template's constructor takes", "int last(const std::tuple<int, int>& t) { return std::get<1>(t); }\n", "std::map<std::tuple<int, int>, int> m; m[{1, 2}] = 2; m[{0, 9}] = 1; for (int i = 0; i < n; i++) h[i] = i * (last({4, 3}) * m[{1, 2}] + m.begin()->second) & 63;", 7},
    {"names for the parts of what an if tests", "", "std::map<int, int> m; int k = 0; if (auto [at, is_new] = m.insert({4, 5}); is_new) k = at->second; if (auto [at, is_new] = m.insert({4, 9}); !is_new) k += at->second; for (int i = 0; i < n; i++) h[i] = i * (k + 1) & 63;", 11},
    {"lists of pairs that are walked", "", "int s = 0; for (auto [name, k] : {std::pair<const char*, size_t>{\"a\", 3}, {\"bc\", 4}}) s += strlen(name) * k; for (int i = 0; i < n; i++) h[i] = i * s & 63;", 11},
    {"large arrays that are given back and copied", "std::array<std::array<unsigned char, 128>, 10> table() { std::array<std::array<unsigned char, 128>, 10> t{}; t[9][127] = 5; return t; }\n", "auto t = table(); auto u = t; u[9][127] += 2; for (int i = 0; i < n; i++) h[i] = i * (t[9][127] + u[9][127] - 1) & 63;", 11},
    {"bits, optional values and variants", "", "std::bitset<8> bits(\"1010\"); bits |= std::bitset<8>(1); std::optional<std::string> o = \"abc\"; std::variant<int, std::string> v = \"xy\"; int k = bits.to_ulong() * 10 + o->size() + (o == \"abc\") + v.index(); for (int i = 0; i < n; i++) h[i] = i * k & 63;", 51},
    {"looks at elements that lie elsewhere", "int total(std::span<const int> all) { int s = 0; for (int x : all) s += x; return s; }\n", "std::vector<int> x{1, 2, 3}; int y[] = {4, 5}; int k = total(x) + total(y) + total({x.data(), 2}) + total(std::span<const int>(x).subspan(1)); for (int i = 0; i < n; i++) h[i] = i * k & 63;", 23},
    {"walking over what a class within a class steps through", "struct Range { int low, high; struct Step { int v; int operator*() const { return v; } Step& operator++() { ++v; return *this; } bool operator!=(const Step& o) const { return v != o.v; } }; Step begin() const { return {low}; } Step end() const { return {high}; } };\n",
     "int s = 0; for (int v : Range{2, 5}) s += v; for (int i = 0; i < n; i++) h[i] = i * s & 63;", 9},
    {"a vector that is given one of its own elements", "", "std::vector<std::map<int, int>> all(2); all[0][1] = 1; all.push_back(all[0]); all[2][5] = 2; for (int i = 0; i < n; i++) h[i] = i * (all[0].size() * 10 + all[2].size() - 1) & 63;", 11},
    {"an optional number", "", "std::optional<int> s; if (!s) s = 5; for (int i = 0; i < n; i++) h[i] = (i * *s) % 64;", 5},
};
constexpr Words text[] = {
    {"numbers out of a stream", "", "std::stringstream ss; ss << \"5 6 \" << 7; int x, y, z; ss >> x >> y >> z; for (int i = 0; i < n; i++) h[i] = (i * z) % 64;", 7},
    {"lines and words", "", "std::istringstream in(\"1,3,5\"); std::string word; int s = 0; while (std::getline(in, word, ',')) s = std::stoi(word); for (int i = 0; i < n; i++) h[i] = (i * s) % 64;", 5},
    {"pieces of text", "", "std::string s = \"5,9\"; int x = std::stoi(s.substr(s.find(',') + 1)); for (int i = 0; i < n; i++) h[i] = (i * x) % 64;", 9},
    {"letters that are added, put in, and changed", "", "std::string s; s.append(3, 'a').append(\"bcd\", 2).append(std::string(\"xyz\"), 1, 1); s += 'e'; s += '0' + 5; s.insert(0, \"<\"); s.insert(s.begin() + 1, '['); s.insert(2, 2, '-'); s.replace(s.find(\"bc\"), 2, \"BCD\"); s.replace(0, 1, 2, '{'); s.erase(s.begin()); s.erase(1, 1); "
     "int f = s == \"{--aaaBCDye5\" ? 5 : 1; for (int i = 0; i < n; i++) h[i] = i * f & 63;", 5},
    {"letters that are looked for and compared", "", "std::string s = \"a,b;c,d\"; size_t x = s.find_first_of(\",;\"), y = s.find_first_of(\";\", x + 1), z = s.find_last_of(\",;\"), w = s.find_last_of(',', z - 1), v = s.find_first_not_of('a'), u = s.find_last_not_of(\"dc,\"); "
     "bool is_so = x == 1 && y == 3 && z == 5 && w == 1 && v == 1 && u == 3 && s.rfind(',') == 5 && s.compare(\"a\") > 0 && s.compare(0, 1, \"b\") < 0 && s <= s && s.find('x') == std::string::npos; s.resize(9, '!'); s.assign(2, 'q'); s = s + 'r'; s.append(s); std::string t(s.rbegin(), s.rend()); "
     "for (int i = 0; i < n; i++) h[i] = i * (is_so && s == \"qqrqqr\" && s.copy(&t[0], 2) == 2 ? 5 : 1) & 63;", 5},
    {"parts of text that take the place of others", "", "std::string s = \"abcdef\", q = \"QRSTUV\"; s.replace(1, 2, q, 2, 3).replace(0, 1, \"xyz\", 2); s.insert(2, q, 4, 1).insert(0, \"<>>\", 2); s.replace(s.begin(), s.begin() + 2, \"[]\"); s.append(q.begin(), q.begin() + 1); "
     "for (int i = 0; i < n; i++) h[i] = i * (s == \"[]xyUSTUdefQ\" && s.compare(0, 2, q + \"[]\", 6, 2) == 0 && s.compare(0, 2, \"[]]\", 2) == 0 ? 5 : 1) & 63;", 5},
    {"functions that give text", "static std::string repeated(int n) { return std::string(n, 'x'); }\nstd::optional<std::string> named(int k) { if (k) return \"five!\"; return {}; }\n", "std::string s = argc > 9 ? argv[1] : repeated(5); for (int i = 0; i < n; i++) h[i] = i * (s.size() + named(1)->size() + named(0).has_value() + 1) & 63;", 11},
    {"all of a stream, and letters by iterators", "", "std::stringstream in(\"abc de\"), copy; copy << in.rdbuf(); std::string s((std::istreambuf_iterator<char>(copy)), std::istreambuf_iterator<char>()); for (int i = 0; i < n; i++) h[i] = i * (s.size() * 2 - 1) & 63;", 11},
    {"text of a given width", "", "std::ostringstream o; o << std::setw(5) << std::setfill('0') << 42 << std::left << std::setw(4) << \"ab\" << std::hex << 255 << std::fixed << std::setprecision(2) << 1.5 << std::boolalpha << true; for (int i = 0; i < n; i++) h[i] = i * (o.str() == \"00042ab00ff1.50true\" ? 5 : 1) & 63;", 5},
    {"a file that is not there", "", "std::ifstream in(\"perm.txt\"); if (in.is_open()) { for (auto& x : h) in >> x; } else { std::cerr << \"none\"; for (int i = 0; i < n; i++) h[i] = (i * 5) % 64; }", 5},
    {"functions that print", "void show(std::ostream& os, const std::vector<int>& v) { for (auto x : v) os << std::setw(4) << x << std::endl; }\n", "for (int i = 0; i < n; i++) h[i] = (i * 5) % 64; show(std::cout, h);", 5},
    {"names of files", "", "char name[64]; snprintf(name, sizeof name, \"out_%d.txt\", n); std::ostringstream o; o << \"x\" << n; for (int i = 0; i < n; i++) h[i] = (i * ((int)strlen(name) + (int)o.str().size())) % 64;", 13},
    {"options of a command line", "struct Options { int step = 5; bool is_loud = false; std::string file = \"x\"; };\nstatic Options parse(int argc, char** argv) { Options o; for (int i = 1; i < argc; ++i) { std::string a = argv[i]; if (a == \"--step\" && i + 1 < argc) o.step = std::stoi(argv[++i]); else if (a.rfind(\"--file=\", 0) == 0) o.file = a.substr(7); else { std::cerr << \"unknown \" << a; exit(1); } } return o; }\n", "Options o = parse(argc, argv); for (int i = 0; i < n; i++) h[i] = (i * o.step) % 64; if (o.is_loud) std::cout << o.file;", 5},
};

}  // namespace

TEST_CASE("algorithms of the standard library") {
  for (const Words& w : algorithms) { INFO(std::string(w.name)); CHECK(filled(w) == expected(w)); }
}
TEST_CASE("containers, pairs and tuples") {
  for (const Words& w : containers) { INFO(std::string(w.name)); CHECK(filled(w) == expected(w)); }
}
TEST_CASE("text, streams and files") {
  for (const Words& w : text) { INFO(std::string(w.name)); CHECK(filled(w) == expected(w)); }
}

namespace {

constexpr Words programs[] = {
    {"records with events and streams", "struct Run { int step; cudaEvent_t start, stop; cudaStream_t stream; float total; };\nvoid prepare(Run* r) { cudaEventCreate(&r->start); cudaEventCreate(&r->stop); r->total = 0; r->step = 5; }\n",
     "Run r; prepare(&r); float ms; cudaEventRecord(r.start, 0); cudaEventRecord(r.stop, 0); cudaEventElapsedTime(&ms, r.start, r.stop); r.total += ms; for (int i = 0; i < n; i++) h[i] = (i * r.step) % 64;", 5},
    {"deep recursion", "void sort_all(int* a, int low, int high) { if (low >= high) return; int pivot = a[high], i = low; for (int j = low; j < high; j++) if (a[j] < pivot) std::swap(a[i++], a[j]); std::swap(a[i], a[high]); sort_all(a, low, i - 1); sort_all(a, i + 1, high); }\n",
     "std::vector<int> all(1000); std::iota(all.begin(), all.end(), 0); sort_all(all.data(), 0, 999); for (int i = 0; i < n; i++) h[i] = all[i];"},
    {"a function of its own kind that calls itself", "", "std::function<int(int)> f = [&](int x) -> int { return x < 64 ? x : f(x - 64); }; for (int i = 0; i < n; i++) h[i] = f(i * 5);", 5},
    {"one that is called like a function of the library", "", "std::function<int(int)> find = [&](int x) -> int { return x < 64 ? x : find(x - 64); }; for (int i = 0; i < n; i++) h[i] = find(i * 5);", 5},
    {"operators beside the classes that they take", "namespace math { struct Vec { int x = 0, y = 0; Vec& operator*=(int k) { x *= k; y *= k; return *this; } };\ninline Vec operator*(int k, Vec v) { v *= k; return v; }\ninline bool operator==(const Vec& a, const Vec& b) { return a.x == b.x && a.y == b.y; } }\n",
     "math::Vec x{1, 2}, y = 2 * x; for (int i = 0; i < n; i++) h[i] = i * (y.y + (x == x) + (x == y)) & 63;", 5},
    {"a table of a function's own, from a list", "int factor_of(const std::string& name) { static const std::unordered_map<std::string, int> table = {{\"small\", 3}, {\"large\", 5}}; static const int calls = (int)name.size(); if (auto at = table.find(name); at != table.end()) return at->second + calls - 5; return 0; }\n",
     "int k = 0; for (const char* name : {\"large\", \"none\", \"small\"}) k += factor_of(name); for (int i = 0; i < n; i++) h[i] = i * (k - 1) & 63;", 7},
    {"where memory is wanted, as CUDA 12 and 13 say it", "", "int* m; cudaMallocManaged(&m, 256); cudaMemLocation where = {}; where.type = cudaMemLocationTypeDevice; cudaMemAdvise(m, 256, cudaMemAdviseSetReadMostly, where); cudaMemAdvise(m, 256, cudaMemAdviseSetReadMostly, 0); "
     "cudaMemPrefetchAsync(m, 256, where, 0, 0); cudaMemPrefetchAsync(m, 256, {cudaMemLocationTypeHost, 0}, 0, 0); if (cudaMemPrefetchAsync(m, 256, cudaCpuDeviceId) == cudaSuccess) for (int i = 0; i < n; i++) h[i] = i * (where.type + 4) & 63;", 5},
    {"functions of a class that are called like one of the file", "template <class T> T twice(T v) { return 2 * v; }\nstruct Base { int v; explicit Base(int x) : v(x) {} };\nstruct Odd : Base { using Base::Base; int twice() const { return 2 * v + 1; } int both() const { return twice(); } };\n", "Odd o(2); for (int i = 0; i < n; i++) h[i] = i * (o.twice() + o.both() + twice(1) - 1) & 63;", 11},
    {"a class that only a function's type names", "template <class F> struct Defer { F f; ~Defer() { f(); } };\ntemplate <class F> Defer<F> defer(F f) { return {f}; }\n", "int x = 1; { auto later = defer([&] { x = 5; }); } for (int i = 0; i < n; i++) h[i] = i * x & 63;", 5},
    {"work that gives something back", "", "auto later = std::async(std::launch::async, [](int a, int b) { return a * b; }, 2, 3); std::promise<int> p; auto promised = p.get_future(); p.set_value(5); std::atomic<int> count(1); count.fetch_sub(1); std::mutex m; std::scoped_lock lock(m);\n"
     "for (int i = 0; i < n; i++) h[i] = i * (later.get() + promised.get() + count) & 63;", 11},
    {"letters in pieces", "", "const char all[] = \"abc\" \"de\" \"\"; for (int i = 0; i < n; i++) h[i] = i * (int)strlen(all) + (int)sizeof(all) - 6 & 63;", 5},
    {"variables of the file with constructors", "static std::mt19937 engine(42);\nstd::map<std::string, int> table;\nconst std::string name = \"step\";\n", "table[name] = 5; for (int i = 0; i < n; i++) h[i] = i * table[\"step\"] % 64; engine();", 5},
    {"variables that a class's objects share", "class Counter { static int made; public: static int next() { return made++; } };\nint Counter::made = 3;\nstruct Config { inline static int step = 5; };\n", "for (int i = 0; i < n; i++) h[i] = Counter::next() * Config::step & 63;", 5, 15},
    {"namespaces without a name", "namespace { int step = 5; void fill(std::vector<int>& v) { for (size_t i = 0; i < v.size(); i++) v[i] = i * step & 63; } }\n", "fill(h);", 5},
    {"names of types", "#include <memory>\ntypedef std::vector<int> Ids;\ntemplate <class T> using Owner = std::unique_ptr<T[], void (*)(T*)>;\nIds made(int n) { Ids v; for (int i = 0; i < n; i++) v.push_back(i * 5 & 63); return v; }\n", "Ids ids = made(n); h = ids;", 5},
    {"own exceptions", "class CudaError : public std::runtime_error { public: explicit CudaError(cudaError_t e) : std::runtime_error(cudaGetErrorString(e)) {} };\ninline void check(cudaError_t e) { if (e != cudaSuccess) throw CudaError(e); }\n", "check(cudaSetDevice(0)); for (int i = 0; i < n; i++) h[i] = i * 5 & 63;", 5},
    {"a member that is called like a kernel", "struct { int copy; int step; } conf = {1, 5};\n", "for (int i = 0; i < n; i++) h[i] = i * conf.step * conf.copy & 63;", 5},
    {"a function with its name in brackets, behind a macro", "#define check(x) check(x, __LINE__)\nvoid (check)(cudaError_t e, int line) { if (e) { printf(\"%d\", line); exit(1); } }\n", "check(cudaSetDevice(0)); for (int i = 0; i < n; i++) h[i] = i * 5 & 63;", 5},
    {"a handle of a library that does not matter", "#include <cublas_v2.h>\nvoid run(std::vector<int>& h, cublasHandle_t handle) { for (size_t i = 0; i < h.size(); i++) h[i] = i * 5 & 63; }\n", "cublasHandle_t handle; if (cublasCreate(&handle)) { std::cerr << \"no handle\"; exit(1); } run(h, handle); cublasDestroy(handle);", 5},
    {"a class of lists, where std is used", "using namespace std;\nstruct Graph { int size = 0; vector<int> next, list; };\nvoid read(Graph& g, int n) { for (int i = 0; i < n; i++) g.next.push_back(i * 5 & 63); g.size = g.next.size(); }\n",
     "ios::sync_with_stdio(false); cin.tie(nullptr); Graph g; read(g, n); for (int i = 0; i < g.size; i++) h[i] = g.next[i];", 5},
    {"a stream's owner that cannot be copied", "class Stream { cudaStream_t s_; public: Stream() { cudaStreamCreate(&s_); } ~Stream() { cudaStreamDestroy(s_); } Stream(const Stream&) = delete; Stream& operator=(const Stream&) = delete; operator cudaStream_t() const { return s_; } };\n",
     "for (int i = 0; i < n; i++) h[i] = i * 5 & 63; Stream all[2]; int *c, *d; cudaMalloc(&c, n * 4); cudaMallocAsync(&d, n * 4, all[0]); cudaMemcpyAsync(c, h.data(), n * 4, cudaMemcpyHostToDevice, all[1]); cudaMemsetAsync(d, 0, n * 4, all[0]); cudaStreamSynchronize(all[1]); cudaFreeAsync(d, all[0]);", 5},
    {"products by cuBLAS", "#include <cublas_v2.h>\n", "cublasHandle_t handle; if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) exit(1); const float one = 1, none = 0; float x[6] = {1, 2, 3, 4, 5, 6}, y[2] = {1, 2}, z[6] = {}, *dx, *dy, *dz; cudaMalloc(&dx, sizeof x); cudaMalloc(&dy, sizeof y); cudaMalloc(&dz, sizeof z); "
     "cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice); cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice); cudaMemset(dz, 0, sizeof z); cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 1, 2, &one, dx, 2, dy, 2, &none, dz, 3); cudaMemcpy(z, dz, sizeof z, cudaMemcpyDeviceToHost); "
     "int s = z[0] == 5 && z[1] == 11 && z[2] == 17; cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &one, dx, 2, dz, 1, &one, dy, 1); cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost); s += y[0] == 124 && y[1] == 158; float d; cublasSdot(handle, 2, dy, 1, dy, 1, &d); s += d == 124 * 124 + 158 * 158; "
     "for (int i = 0; i < n; i++) h[i] = i * (s + 2) & 63; cublasDestroy(handle);", 5},
    {"lists in braces", "", "auto x = std::vector<int>{1, 5}; std::map<std::string, int> m = {{\"a\", 1}, {\"b\", 5}}; std::vector<std::vector<int>> rows = {{1, 2}, {3, 7}}; for (int i = 0; i < n; i++) h[i] = i * (x[1] + m[\"b\"] + rows[1][1]) & 63;", 17},
    {"classes that are made behind a base's function", "struct Fill { virtual ~Fill() = default; virtual void into(std::vector<int>& v) const = 0; static std::unique_ptr<Fill> made(const std::string& kind); };\nstruct Steps final : Fill { int step; explicit Steps(int s) : step(s) {} ~Steps() override {} void into(std::vector<int>& v) const override { for (size_t i = 0; i < v.size(); i++) v[i] = i * step & 63; } };\nstd::unique_ptr<Fill> Fill::made(const std::string& kind) { if (kind == \"steps\") return std::make_unique<Steps>(5); return nullptr; }\n",
     "auto f = Fill::made(\"steps\"); f->into(h);", 5},
};

// `count` gets 101 elements of 100, and is launched second.
std::vector<HostLaunch> counted(const std::string& body, const std::string& before = "") { return launches_in("int* d; cudaMalloc(&d, 400); " + body, "__global__ void other(int* out, int n) { if (n > 1000) out[0] = n; }\n" + before); }

}  // namespace

TEST_CASE("shapes of published programs") {
  for (const Words& w : programs) { INFO(std::string(w.name)); CHECK(filled(w) == expected(w)); }
}

TEST_CASE("kernels in tables, in variables and as arguments are launched by what they are") {
  const std::string test = "struct Test { const char* name; void (*run)(int*, int); dim3 grid; };\n";
  const std::string launch = "template <class F, class... A> void launch(F f, dim3 grid, A... a) { f<<<grid, 64>>>(a...); }\n";
  for (const auto& [body, before] : std::vector<std::pair<std::string, std::string>>{
           {"Test tests[] = {{\"other\", other, dim3(1)}, {\"count\", count, dim3(2)}}; for (int i = 0; i < 2; i++) tests[i].run<<<tests[i].grid, 64>>>(d, 101);", test},
           {"Kernel all[] = {other, count}; for (int i = 0; i < 2; i++) all[i]<<<i + 1, 64>>>(d, 101);", "typedef void (*Kernel)(int*, int);\n"},
           {"void (*f)(int*, int) = other; for (int i = 0; i < 2; i++) { f<<<i + 1, 64>>>(d, 101); f = &count; }", ""},
           {"for (int i = 0; i < 2; i++) launch(i ? count : other, dim3(i + 1), d, 101);", launch},
       }) {
    CAPTURE(body);
    const auto all = counted(body, before);
    REQUIRE(all.size() == 2);
    CHECK(all[0].line.kernel == "other");
    CHECK(all[1].line.kernel == "count");
    CHECK(all[1].is_seen);
    CHECK((*all[1].grid)[0] == 2);
    CHECK(all[1].arguments[1].number->whole == 101);
  }
}

TEST_CASE("a template's instances in a table") {
  const auto all = launches_in("int* d; cudaMalloc(&d, 256); void (*fs[])(int*, int) = {by<2>, by<3>}; for (int i = 0; i < 2; i++) fs[i]<<<1, 64>>>(d, i);", "template <int N> __global__ void by(int* x, int n) { x[threadIdx.x] = N * n; }\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].template_arguments == "2");
  CHECK(all[1].template_arguments == "3");
}

TEST_CASE("classes whose objects lie in memory that they take themselves") {
  const std::string managed = "struct Managed { void* operator new(size_t n) { void* p; cudaMallocManaged(&p, n); return p; } void operator delete(void* p) { cudaFree(p); } void* operator new[](size_t n) { void* p; cudaMallocManaged(&p, n); return p; } };\n"
                              "struct List : Managed { int n; int* d; explicit List(int m = 0) : n(m), d(nullptr) { if (m) cudaMallocManaged(&d, m * sizeof(int)); } };\n"
                              "__global__ void use(List* list) { list->d[threadIdx.x] = 1; }\n";
  const auto all = launches_in("List* one = new List(64); use<<<1, 64>>>(one); List* some = new List[3]; use<<<1, 0>>>(some + 1); delete one; use<<<1, 64>>>(one);", managed);
  REQUIRE(all.size() == 3);
  CHECK(memory_of(all[0], 0).kind == HostAllocation::Kind::managed);
  CHECK(memory_of(all[0], 0).size == 16);
  CHECK(all[0].allocations.size() == 2);
  CHECK(memory_of(all[1], 0).size == 48);
  CHECK(memory_of(all[2], 0).is_freed);
}

TEST_CASE("what lies on the stack of a function that calls itself is copied as it is") {
  const auto all = launches_in("Node* root = build(40); walk<<<1, 32>>>(root, nullptr);",
                               "struct Node { int v; Node* next; };\nNode* build(int n) { if (n == 0) return nullptr; Node own, *d; own.v = n; own.next = build(n - 1); cudaMalloc(&d, sizeof(Node)); cudaMemcpy(d, &own, sizeof(Node), cudaMemcpyHostToDevice); return d; }\n"
                               "__global__ void walk(Node* at, int* out) { while (at) at = at->next; }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].allocations.size() == 40);
  CHECK(ints_of(all[0], 0)[0] == 40);
}

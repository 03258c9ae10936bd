// Files that programs read. The bytes come from whoever runs the program, if it may read the file (host_machine.cpp). One that is not there is made up where
// it is read as bytes: programs that read a graph or a matrix so go on to their launches, with numbers that fit one another,
//
//     fread(&nodes, 4, 1, f); fread(&edges, 4, 1, f);         500, 2000
//     fread(offsets, 4, nodes + 1, f);                        0, 3, 8, ... 2000: one more than a number before, so places that rise to the next number
//     fread(targets, 4, edges, f);                            from 0 to 499
//
// and whoever runs it says so. Text that is not there stays away: programs ask for it in too many ways.
#include "simulator/language/host_library.h"

namespace wb {

const char* const host_files = R"(namespace wb_host {
struct FILE {
  char* text;                   // and a 0 behind it; null: it is written, or not there
  unsigned long size, at;
  bool is_over, is_made_up;
  unsigned long counts[2];      // of one that is made up: its first two numbers
  unsigned int state;
};
constexpr int SEEK_SET = 0, SEEK_CUR = 1, SEEK_END = 2, EOF = -1;
__device__ FILE* fopen(const char* name, const char* mode) {
  FILE* f = (FILE*)malloc(sizeof(FILE));
  *f = FILE();
  if (*mode != 'r') return f;
  f->text = (char*)ask(15, (unsigned long long)name, strlen(name), strchr(mode, 'b') != (char*)0);
  f->size = f->text ? arena[2] : 0;
  f->is_made_up = !f->text && arena[2];
  return f->text || f->is_made_up ? f : (FILE*)0;
}
__device__ FILE* stdin;   // there is nobody who types
__device__ FILE* stdout;
__device__ FILE* stderr;
__device__ int fclose(FILE*) { return 0; }
__device__ int feof(FILE* f) { return f->is_over; }
__device__ int ferror(FILE*) { return 0; }
__device__ long ftell(FILE* f) { return (long)f->at; }
__device__ int fseek(FILE* f, long by, int from) {
  f->at = (unsigned long)(by + (from == SEEK_CUR ? (long)f->at : from == SEEK_END ? (long)f->size : 0l));
  f->is_over = false;
  return 0;
}
__device__ void rewind(FILE* f) { f->at = 0; f->is_over = false; }

// ---- bytes
__device__ unsigned int made_up(FILE* f) { return (f->state = f->state * 1103515245u + 12345u) >> 8; }
template <class WbT> __device__ void make_up_whole(WbT* p, unsigned long n, FILE* f) {
  unsigned long* counts = f->counts;
  if (n == 1) {
    *p = (WbT)(counts[0] == 0 ? 500 : counts[1] == 0 ? 2000 : 500);
    counts[counts[0] == 0 ? 0 : 1] = (unsigned long)*p;
    return;
  }
  const bool rises = n == counts[0] + 1 && counts[1];
  for (unsigned long i = 0; i < n; ++i)
    p[i] = (WbT)(!rises ? made_up(f) % (counts[0] ? counts[0] : 100) : i % 2 && i + 1 < n ? i * counts[1] / (n - 1) - made_up(f) % (counts[1] / n + 1) : i * counts[1] / (n - 1));
}
template <class WbT> __device__ void make_up_real(WbT* p, unsigned long n, FILE* f) { for (unsigned long i = 0; i < n; ++i) p[i] = (WbT)(made_up(f) % 1000) / (WbT)1000; }
template <class WbT> __device__ void make_up(WbT* p, unsigned long bytes, unsigned long n, FILE*) { forget(p, bytes * n); }
__device__ void make_up(int* p, unsigned long bytes, unsigned long n, FILE* f) { make_up_whole(p, bytes * n / sizeof(int), f); }
__device__ void make_up(unsigned int* p, unsigned long bytes, unsigned long n, FILE* f) { make_up_whole(p, bytes * n / sizeof(int), f); }
__device__ void make_up(long* p, unsigned long bytes, unsigned long n, FILE* f) { make_up_whole(p, bytes * n / sizeof(long), f); }
__device__ void make_up(unsigned long* p, unsigned long bytes, unsigned long n, FILE* f) { make_up_whole(p, bytes * n / sizeof(long), f); }
__device__ void make_up(float* p, unsigned long bytes, unsigned long n, FILE* f) { make_up_real(p, bytes * n / sizeof(float), f); }
__device__ void make_up(double* p, unsigned long bytes, unsigned long n, FILE* f) { make_up_real(p, bytes * n / sizeof(double), f); }
template <class WbT> __device__ unsigned long fread(WbT* p, unsigned long bytes, unsigned long n, FILE* f) {
  if (!f->text) { make_up(p, bytes, n, f); return n; }
  const unsigned long left = f->at < f->size && bytes ? (f->size - f->at) / bytes : 0, taken = n < left ? n : left;
  if (taken) move((void*)p, (const void*)(f->text + f->at), taken * bytes);
  f->at += taken * bytes;
  f->is_over = f->is_over || taken < n;
  return taken;
}
template <class WbT> __device__ unsigned long fwrite(const WbT*, unsigned long, unsigned long n, FILE*) { return n; }

// ---- text
__device__ void give_up() { ask(99); }  // who reads what is not there is not followed any further
__device__ bool can_read(FILE* f) {
  if (!f || !f->text) give_up();
  if (f->at >= f->size) f->is_over = true;
  return !f->is_over;
}
__device__ int fgetc(FILE* f) { return can_read(f) ? (int)(unsigned char)f->text[f->at++] : EOF; }
__device__ int getc(FILE* f) { return fgetc(f); }
__device__ int ungetc(int c, FILE* f) { if (c != EOF) { --f->at; f->is_over = false; } return c; }
__device__ char* fgets(char* to, int room, FILE* f) {
  if (!can_read(f)) return (char*)0;
  int n = 0;
  while (n + 1 < room && f->at < f->size) if ((to[n++] = f->text[f->at++]) == '\n') break;
  to[n] = '\0';
  return to;
}
__device__ long getline(char** line, unsigned long* room, FILE* f) {
  if (!can_read(f)) return -1;
  unsigned long end = f->at;
  while (end < f->size && f->text[end] != '\n') ++end;
  const unsigned long n = end - f->at + (end < f->size);
  if (!*line || *room <= n) *line = (char*)malloc(*room = n + 1);
  fgets(*line, (int)n + 1, f);
  return (long)n;
}
__device__ bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
__device__ bool is_digit(char c) { return c >= '0' && c <= '9'; }
__device__ const char* number_at(const char* s, long long* whole, double* real) {
  const char* from = s;
  const bool is_minus = *s == '-';
  if (is_minus || *s == '+') ++s;
  long long w = 0;
  double r = 0, place = 1;
  const char* digits = s;
  for (; is_digit(*s); ++s) { w = w * 10 + (*s - '0'); if (real) r = r * 10 + (double)(*s - '0'); }
  if (real && *s == '.') for (++s; is_digit(*s); ++s) r += (double)(*s - '0') * (place /= 10);
  if (s == digits) return from;
  if (real && (*s == 'e' || *s == 'E')) {
    long long power = 0;
    const char* behind = number_at(s + 1, &power, (double*)0);
    if (behind != s + 1) s = behind;
    for (; power != 0; power += power < 0 ? 1 : -1) r = power < 0 ? r / 10 : r * 10;
  }
  *whole = is_minus ? -w : w;
  if (real) *real = is_minus ? -r : r;
  return s;
}
template <class WbT> __device__ const char* field_at(const char* s, char conversion, WbT* to) {
  const bool is_real = conversion == 'f' || conversion == 'g' || conversion == 'e';
  long long whole = 0;
  double real = 0;
  const char* behind = number_at(s, &whole, is_real ? &real : (double*)0);
  if (behind != s) *to = is_real ? (WbT)real : (WbT)whole;
  return behind;
}
__device__ const char* field_at(const char* s, char conversion, char* to) {
  if (conversion == 'c') { *to = *s; return s + 1; }
  for (; *s && !is_space(*s); ++s) *to++ = *s;
  *to = '\0';
  return s;
}
// Where the next field begins in text and format: behind what stands between them, and behind fields that are skipped (`%*d`). False: there is none.
__device__ bool find_field(const char** text, const char** format) {
  const char *s = *text, *f = *format;
  for (; *f; ++f) {
    if (is_space(*f)) { while (is_space(*s)) ++s; }
    else if (*f != '%') { if (*s != *f) break; ++s; }
    else {
      const bool is_skipped = *++f == '*';
      if (is_skipped) ++f;
      while (*f == 'l' || *f == 'h' || *f == 'z' || is_digit(*f)) ++f;
      if (*f != 'c') while (is_space(*s)) ++s;
      if (!*s) break;
      if (!is_skipped) { *text = s; *format = f; return true; }
      while (*s && !is_space(*s)) ++s;
    }
  }
  *text = s;
  return false;
}
__device__ int scan_fields(const char** text, const char* format) { find_field(text, &format); return 0; }
template <class WbT, class... WbA> __device__ int scan_fields(const char** text, const char* format, WbT* first, WbA*... more) {
  if (!find_field(text, &format)) return 0;
  const char* behind = field_at(*text, *format, first);
  if (behind == *text) return 0;
  *text = behind;
  return 1 + scan_fields(text, format + 1, more...);
}
template <class... WbA> __device__ int sscanf(const char* text, const char* format, WbA*... to) { return scan_fields(&text, format, to...); }
template <class... WbA> __device__ int fscanf(FILE* f, const char* format, WbA*... to) {
  if (!can_read(f)) return EOF;
  const char* text = f->text + f->at;
  const int fields = scan_fields(&text, format, to...);
  f->at = (unsigned long)(text - f->text);
  if (fields == 0 && f->at >= f->size) { f->is_over = true; return EOF; }
  return fields;
}
}
)";

}  // namespace wb

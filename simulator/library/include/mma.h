// Warp matrix functions: fragments, fill, load, store, multiply-accumulate.
//
// A warp holds a matrix together, each lane some elements of it. Which lane holds which is nobody's to know: programs treat all elements of
// a fragment alike. Here lane l stands at g = l / 4, t = l % 4, and a block of 8 x 8 elements gives each lane two neighbours:
//
//     accumulator, 8 x 8:      columns 2t, 2t+1         a factor, 8 x 8:        depth 2t, 2t+1        (depth: along k;
//                     row g  [ l ][ l ] ...                     outer g  [ l ][ l ] ...                outer: a row of a, a column of b)
//
// so that a product needs few shuffles: for one step along k, a lane asks its neighbours for the elements of its own rows and columns. Blocks
// follow one another down the rows first. Where k is 4 (double), a lane has one element of a block of 8 x 4. On a GPU some fragments keep
// each element twice (num_elements of a half factor is 16 there, 8 here): another thing that is unspecified.
//
// Numbers: integers are exact; saturating ones are clamped at the end. A double is summed by fma along k. For the other types products are
// exact and are added to c one by one along k, each sum rounded to float (to half once at the end, where the result is half). CUDA leaves
// the order of summation and its rounding open, and tensor cores do add several products at a time, with other last bits: results agree
// exactly where every partial sum is exact. Of a tf32 element only the upper 19 bits count; CUDA asks for __float_to_tf32 first.
//
// All lanes of the warp have to make the call: it begins with a meeting of all.

#define WB_FN __device__ __forceinline__

namespace __wb {
enum wmma_kind { wmma_unknown, wmma_half, wmma_bfloat, wmma_byte, wmma_tf32, wmma_double, wmma_sub_byte, wmma_float, wmma_int };

// What a fragment stores for an element type; how a factor is widened before it is multiplied; in what type its products are summed.
template <class T> struct wmma_element { static constexpr int kind = wmma_unknown; using stored = T; using wide = T; using sum = T; };
#define WB_ELEMENT(T, kind_, stored_, wide_, sum_, widened)          \
  template <> struct wmma_element<T> {                               \
    static constexpr int kind = kind_;                               \
    using stored = stored_;                                          \
    using wide = wide_;                                              \
    using sum = sum_;                                                \
    WB_FN static wide widen(const stored v) { return widened; }      \
  };
WB_ELEMENT(__wb_float16, wmma_half, __wb_float16, float, float, __wb_f16_to_f32(v))
WB_ELEMENT(__wb_bfloat16, wmma_bfloat, __wb_bfloat16, float, float, __wb_bf16_to_f32(v))
WB_ELEMENT(signed char, wmma_byte, signed char, int, long long, v)
WB_ELEMENT(unsigned char, wmma_byte, unsigned char, int, long long, v)
WB_ELEMENT(nvcuda::wmma::precision::tf32, wmma_tf32, float, float, float, __uint_as_float(__float_as_uint(v) & 0xFFFFE000u))
WB_ELEMENT(double, wmma_double, double, double, double, v)
WB_ELEMENT(float, wmma_float, float, float, float, v)
WB_ELEMENT(int, wmma_int, int, int, long long, v)
WB_ELEMENT(nvcuda::wmma::experimental::precision::u4, wmma_sub_byte, unsigned, unsigned, int, v)
WB_ELEMENT(nvcuda::wmma::experimental::precision::s4, wmma_sub_byte, int, int, int, v)
WB_ELEMENT(nvcuda::wmma::experimental::precision::b1, wmma_sub_byte, unsigned, unsigned, int, v)

template <class Use, int m, int n, int k> struct wmma_part { static constexpr int elements = 0; };
template <int m, int n, int k> struct wmma_part<nvcuda::wmma::matrix_a, m, n, k> { static constexpr int elements = m * k; };
template <int m, int n, int k> struct wmma_part<nvcuda::wmma::matrix_b, m, n, k> { static constexpr int elements = n * k; };
template <int m, int n, int k> struct wmma_part<nvcuda::wmma::accumulator, m, n, k> { static constexpr int elements = m * n; };

template <class Use, class Layout> struct wmma_layout_fits { static constexpr bool value = false; };
template <class Use> struct wmma_layout_fits<Use, nvcuda::wmma::row_major> { static constexpr bool value = true; };
template <class Use> struct wmma_layout_fits<Use, nvcuda::wmma::col_major> { static constexpr bool value = true; };
template <> struct wmma_layout_fits<nvcuda::wmma::accumulator, nvcuda::wmma::row_major> { static constexpr bool value = false; };
template <> struct wmma_layout_fits<nvcuda::wmma::accumulator, nvcuda::wmma::col_major> { static constexpr bool value = false; };
template <> struct wmma_layout_fits<nvcuda::wmma::accumulator, void> { static constexpr bool value = true; };

template <int m, int n, int k> struct wmma_shape {
  static constexpr bool is_16 = k == 16 && m * n == 256 && (m == 8 || m == 16 || m == 32);
  static constexpr bool is_tf32 = m == 16 && n == 16 && k == 8;
  static constexpr bool is_double = m == 8 && n == 8 && k == 4;
};
template <class Use, int m, int n, int k, int kind> struct wmma_fits {
  static constexpr bool value = kind == wmma_half || kind == wmma_bfloat || kind == wmma_byte ? wmma_shape<m, n, k>::is_16
                                : kind == wmma_tf32                                            ? wmma_shape<m, n, k>::is_tf32
                                                                                               : kind == wmma_double && wmma_shape<m, n, k>::is_double;
};
template <int m, int n, int k, int kind> struct wmma_fits<nvcuda::wmma::accumulator, m, n, k, kind> {
  static constexpr bool value = kind == wmma_half || kind == wmma_int ? wmma_shape<m, n, k>::is_16
                                : kind == wmma_float                  ? wmma_shape<m, n, k>::is_16 || wmma_shape<m, n, k>::is_tf32
                                                                      : kind == wmma_double && wmma_shape<m, n, k>::is_double;
};

template <bool IsDepthNext, int Outer, int Depth, class T>
WB_FN void wmma_load_factor(T* x, const T* from, unsigned ldm) {
  constexpr int width = Depth < 8 ? 1 : 2, blocks = Outer / 8;
  const int lane = __wb::wmma_lane();
  __wb::wmma_meet();
  for (int i = 0; i < Outer * Depth / 32; i++) {
    const unsigned outer = lane / 4 + 8 * (i / width % blocks), depth = width * (lane % 4 + 4 * (i / width / blocks)) + i % width;
    x[i] = from[IsDepthNext ? outer * ldm + depth : depth * ldm + outer];
  }
}

// Where element i of a lane's accumulator stands in memory.
template <int m>
WB_FN unsigned wmma_place(int i, unsigned ldm, bool is_row_major) {
  const int lane = __wb::wmma_lane();
  const unsigned row = lane / 4 + 8 * (i / 2 % (m / 8)), column = 2 * (lane % 4) + i % 2 + 8 * (i / 2 / (m / 8));
  return is_row_major ? row * ldm + column : column * ldm + row;
}

template <int m, int n, int k, class T, class D, class C, class F>
WB_FN void wmma_multiply(D* d, const F* a, const F* b, const C* c, bool is_saturated) {
  using Wide = typename wmma_element<T>::wide;
  using Sum = typename wmma_element<T>::sum;
  constexpr int width = k < 8 ? 1 : 2, row_blocks = m / 8, column_blocks = n / 8;
  const int lane = __wb::wmma_lane();
  Sum sum[m * n / 32];
  __wb::wmma_meet();
  for (int i = 0; i < m * n / 32; i++) sum[i] = wmma_element<C>::widen(c[i]);
  for (int depth = 0; depth < k; depth++) {
    const int block = depth / (4 * width), owner = depth / width % 4, at = depth % width;
    Wide rows[row_blocks];
    for (int r = 0; r < row_blocks; r++)
      rows[r] = __shfl_sync(0xFFFFFFFFu, wmma_element<T>::widen(a[at + width * (r + row_blocks * block)]), (lane & 28) + owner);
    for (int q = 0; q < 2 * column_blocks; q++) {
      const Wide column =
          __shfl_sync(0xFFFFFFFFu, wmma_element<T>::widen(b[at + width * (q / 2 + column_blocks * block)]), 8 * (lane & 3) + 4 * (q % 2) + owner);
      for (int r = 0; r < row_blocks; r++) {
        const int i = q % 2 + 2 * (r + row_blocks * (q / 2));
        sum[i] = __wb::wmma_add(rows[r], column, sum[i]);
      }
    }
  }
  for (int i = 0; i < m * n / 32; i++) __wb::wmma_put(d[i], sum[i], is_saturated);
}
}

namespace nvcuda {
namespace wmma {

struct matrix_a { };
struct matrix_b { };
struct accumulator { };
struct row_major { };
struct col_major { };
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 { };
}
namespace experimental {
namespace precision {
struct u4 { };
struct s4 { };
struct b1 { };
}
}

template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment {
  static_assert(__wb::wmma_element<T>::kind != __wb::wmma_sub_byte,
                "fragments of sub-byte types (wmma::experimental) are not supported: use signed char or unsigned char");
  static_assert(__wb::wmma_layout_fits<Use, Layout>::value,
                "a fragment of matrix_a or matrix_b has a layout (wmma::row_major or wmma::col_major), an accumulator has none");
  static_assert(__wb::wmma_element<T>::kind == __wb::wmma_sub_byte || __wb::wmma_fits<Use, m, n, k, __wb::wmma_element<T>::kind>::value,
                "no such fragment: half, __nv_bfloat16 and 8-bit integers come as 16x16x16, 32x8x16 and 8x32x16, precision::tf32 as 16x16x8, double as 8x8x4");
  using element_type = T;
  using storage_element_type = typename __wb::wmma_element<T>::stored;
  static constexpr int num_elements = __wb::wmma_part<Use, m, n, k>::elements >= 32 ? __wb::wmma_part<Use, m, n, k>::elements / 32 : 1;
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

WB_FN float __float_to_tf32(float v) {
  if (v != v) return __uint_as_float(0x7FFFFFFFu);
  return __uint_as_float((__float_as_uint(v) + 0x1000u) & 0xFFFFE000u);  // to the nearest, ties away from zero
}

template <class Use, int m, int n, int k, class T, class Layout>
WB_FN void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const typename __wb::wmma_element<T>::stored& value) {
  for (int i = 0; i < fragment<Use, m, n, k, T, Layout>::num_elements; i++) f.x[i] = value;
}

template <int m, int n, int k, class T>
WB_FN void load_matrix_sync(fragment<matrix_a, m, n, k, T, row_major>& f, const typename __wb::wmma_element<T>::stored* from, unsigned ldm) {
  __wb::wmma_load_factor<true, m, k>(f.x, from, ldm);
}
template <int m, int n, int k, class T>
WB_FN void load_matrix_sync(fragment<matrix_a, m, n, k, T, col_major>& f, const typename __wb::wmma_element<T>::stored* from, unsigned ldm) {
  __wb::wmma_load_factor<false, m, k>(f.x, from, ldm);
}
template <int m, int n, int k, class T>
WB_FN void load_matrix_sync(fragment<matrix_b, m, n, k, T, row_major>& f, const typename __wb::wmma_element<T>::stored* from, unsigned ldm) {
  __wb::wmma_load_factor<false, n, k>(f.x, from, ldm);
}
template <int m, int n, int k, class T>
WB_FN void load_matrix_sync(fragment<matrix_b, m, n, k, T, col_major>& f, const typename __wb::wmma_element<T>::stored* from, unsigned ldm) {
  __wb::wmma_load_factor<true, n, k>(f.x, from, ldm);
}
template <int m, int n, int k, class T>
WB_FN void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const typename __wb::wmma_element<T>::stored* from, unsigned ldm, layout_t layout) {
  __wb::wmma_meet();
  for (int i = 0; i < m * n / 32; i++) f.x[i] = from[__wb::wmma_place<m>(i, ldm, layout == mem_row_major)];
}
template <int m, int n, int k, class T>
WB_FN void store_matrix_sync(typename __wb::wmma_element<T>::stored* to, const fragment<accumulator, m, n, k, T>& f, unsigned ldm, layout_t layout) {
  __wb::wmma_meet();
  for (int i = 0; i < m * n / 32; i++) to[__wb::wmma_place<m>(i, ldm, layout == mem_row_major)] = f.x[i];
}

template <int m, int n, int k, class T, class A, class B, class D, class C>
WB_FN void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, A>& a, const fragment<matrix_b, m, n, k, T, B>& b,
                    const fragment<accumulator, m, n, k, C>& c) {
  constexpr int in = __wb::wmma_element<T>::kind, into = __wb::wmma_element<D>::kind, from = __wb::wmma_element<C>::kind;
  static_assert(in == __wb::wmma_half     ? into != __wb::wmma_int && from != __wb::wmma_int
                : in == __wb::wmma_byte   ? into == __wb::wmma_int && from == __wb::wmma_int
                : in == __wb::wmma_double ? into == __wb::wmma_double && from == __wb::wmma_double
                                          : into == __wb::wmma_float && from == __wb::wmma_float,
                "the accumulators do not go with the factors: half or float for half, float for __nv_bfloat16 and tf32, int for integers");
  __wb::wmma_multiply<m, n, k, T>(d.x, a.x, b.x, c.x, false);
}
template <int m, int n, int k, class T, class A, class B>
WB_FN void mma_sync(fragment<accumulator, m, n, k, int>& d, const fragment<matrix_a, m, n, k, T, A>& a, const fragment<matrix_b, m, n, k, T, B>& b,
                    const fragment<accumulator, m, n, k, int>& c, bool is_saturated) {
  __wb::wmma_multiply<m, n, k, T>(d.x, a.x, b.x, c.x, is_saturated);
}

}
}

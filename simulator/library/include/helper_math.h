// Operators and small functions over CUDA's vector types, as the header of this name beside many samples has them. Files include it from a
// folder of their own; where it is there, that one is read.

#define WB_FN inline __host__ __device__

// ---- every operator between two vectors, a vector and a number, a number and a vector

#define WB_BINARY(V, S, make, op, each, with_number, of_number)               \
  WB_FN V operator op(V a, V b) { return make(each(op, a, b)); }             \
  WB_FN V operator op(V a, S b) { return make(with_number(op, a, b)); }      \
  WB_FN V operator op(S b, V a) { return make(of_number(op, b, a)); }        \
  WB_FN void operator op##=(V& a, V b) { a = make(each(op, a, b)); }         \
  WB_FN void operator op##=(V& a, S b) { a = make(with_number(op, a, b)); }

#define WB_EACH2(op, a, b) a.x op b.x, a.y op b.y
#define WB_EACH3(op, a, b) a.x op b.x, a.y op b.y, a.z op b.z
#define WB_EACH4(op, a, b) a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w
#define WB_WITH2(op, a, b) a.x op b, a.y op b
#define WB_WITH3(op, a, b) a.x op b, a.y op b, a.z op b
#define WB_WITH4(op, a, b) a.x op b, a.y op b, a.z op b, a.w op b
#define WB_OF2(op, a, b) a op b.x, a op b.y
#define WB_OF3(op, a, b) a op b.x, a op b.y, a op b.z
#define WB_OF4(op, a, b) a op b.x, a op b.y, a op b.z, a op b.w

#define WB_RING(T, S, lanes)                                                                    \
  WB_BINARY(T##lanes, S, make_##T##lanes, +, WB_EACH##lanes, WB_WITH##lanes, WB_OF##lanes)     \
  WB_BINARY(T##lanes, S, make_##T##lanes, -, WB_EACH##lanes, WB_WITH##lanes, WB_OF##lanes)     \
  WB_BINARY(T##lanes, S, make_##T##lanes, *, WB_EACH##lanes, WB_WITH##lanes, WB_OF##lanes)
#define WB_RINGS(T, S) WB_RING(T, S, 2) WB_RING(T, S, 3) WB_RING(T, S, 4)
WB_RINGS(float, float)
WB_RINGS(int, int)
WB_RINGS(uint, unsigned int)
WB_BINARY(float2, float, make_float2, /, WB_EACH2, WB_WITH2, WB_OF2)
WB_BINARY(float3, float, make_float3, /, WB_EACH3, WB_WITH3, WB_OF3)
WB_BINARY(float4, float, make_float4, /, WB_EACH4, WB_WITH4, WB_OF4)

#define WB_NEGATIVE(T)                                                            \
  WB_FN T##2 operator-(T##2 a) { return make_##T##2(-a.x, -a.y); }                \
  WB_FN T##3 operator-(T##3 a) { return make_##T##3(-a.x, -a.y, -a.z); }          \
  WB_FN T##4 operator-(T##4 a) { return make_##T##4(-a.x, -a.y, -a.z, -a.w); }
WB_NEGATIVE(float)
WB_NEGATIVE(int)

// ---- making one from another

#define WB_MAKE(T, S)                                                                  \
  WB_FN T##2 make_##T##2(S s) { return make_##T##2(s, s); }                            \
  WB_FN T##2 make_##T##2(T##3 a) { return make_##T##2(a.x, a.y); }                     \
  WB_FN T##3 make_##T##3(S s) { return make_##T##3(s, s, s); }                         \
  WB_FN T##3 make_##T##3(T##2 a) { return make_##T##3(a.x, a.y, (S)0); }               \
  WB_FN T##3 make_##T##3(T##2 a, S s) { return make_##T##3(a.x, a.y, s); }             \
  WB_FN T##3 make_##T##3(T##4 a) { return make_##T##3(a.x, a.y, a.z); }                \
  WB_FN T##4 make_##T##4(S s) { return make_##T##4(s, s, s, s); }                      \
  WB_FN T##4 make_##T##4(T##3 a) { return make_##T##4(a.x, a.y, a.z, (S)0); }          \
  WB_FN T##4 make_##T##4(T##3 a, S w) { return make_##T##4(a.x, a.y, a.z, w); }
WB_MAKE(float, float)
WB_MAKE(int, int)
WB_MAKE(uint, unsigned int)

#define WB_CONVERT(T, S, From)                                                                           \
  WB_FN T##2 make_##T##2(From##2 a) { return make_##T##2((S)a.x, (S)a.y); }                              \
  WB_FN T##3 make_##T##3(From##3 a) { return make_##T##3((S)a.x, (S)a.y, (S)a.z); }                      \
  WB_FN T##4 make_##T##4(From##4 a) { return make_##T##4((S)a.x, (S)a.y, (S)a.z, (S)a.w); }
WB_CONVERT(float, float, int)
WB_CONVERT(float, float, uint)
WB_CONVERT(int, int, float)
WB_CONVERT(int, int, uint)
WB_CONVERT(uint, unsigned int, int)

// ---- smallest, largest, between

#define WB_PAIRWISE(name, T, make, of)                                                                           \
  WB_FN T##2 name(T##2 a, T##2 b) { return make##2(of(a.x, b.x), of(a.y, b.y)); }                                \
  WB_FN T##3 name(T##3 a, T##3 b) { return make##3(of(a.x, b.x), of(a.y, b.y), of(a.z, b.z)); }                  \
  WB_FN T##4 name(T##4 a, T##4 b) { return make##4(of(a.x, b.x), of(a.y, b.y), of(a.z, b.z), of(a.w, b.w)); }
WB_PAIRWISE(fminf, float, make_float, fminf)
WB_PAIRWISE(fmaxf, float, make_float, fmaxf)
WB_PAIRWISE(fmodf, float, make_float, fmodf)
WB_PAIRWISE(min, int, make_int, min)
WB_PAIRWISE(max, int, make_int, max)
WB_PAIRWISE(min, uint, make_uint, min)
WB_PAIRWISE(max, uint, make_uint, max)

WB_FN float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
WB_FN int clamp(int f, int a, int b) { return max(a, min(f, b)); }
WB_FN unsigned int clamp(unsigned int f, unsigned int a, unsigned int b) { return max(a, min(f, b)); }
#define WB_CLAMP(T, S)                                                                                                                    \
  WB_FN T##2 clamp(T##2 v, S a, S b) { return make_##T##2(clamp(v.x, a, b), clamp(v.y, a, b)); }                                           \
  WB_FN T##3 clamp(T##3 v, S a, S b) { return make_##T##3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }                         \
  WB_FN T##4 clamp(T##4 v, S a, S b) { return make_##T##4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); }        \
  WB_FN T##2 clamp(T##2 v, T##2 a, T##2 b) { return make_##T##2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }                             \
  WB_FN T##3 clamp(T##3 v, T##3 a, T##3 b) { return make_##T##3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }        \
  WB_FN T##4 clamp(T##4 v, T##4 a, T##4 b) { return make_##T##4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)); }
WB_CLAMP(float, float)
WB_CLAMP(int, int)
WB_CLAMP(uint, unsigned int)

// ---- lengths and directions

#define WB_DOT(T, S)                                                                       \
  WB_FN S dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }                            \
  WB_FN S dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                \
  WB_FN S dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
WB_DOT(float, float)
WB_DOT(int, int)
WB_DOT(uint, unsigned int)
WB_FN float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
WB_FN float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }

#define WB_SINGLE(name, V, each) WB_FN V name(V v) { return each; }
WB_FN float length(float2 v) { return sqrtf(dot(v, v)); }
WB_FN float length(float3 v) { return sqrtf(dot(v, v)); }
WB_FN float length(float4 v) { return sqrtf(dot(v, v)); }
WB_SINGLE(normalize, float2, v * rsqrtf(dot(v, v)))
WB_SINGLE(normalize, float3, v * rsqrtf(dot(v, v)))
WB_SINGLE(normalize, float4, v * rsqrtf(dot(v, v)))

// ---- lane by lane

#define WB_LANES(name, T, make, of)                                                           \
  WB_FN T##2 name(T##2 v) { return make##2(of(v.x), of(v.y)); }                               \
  WB_FN T##3 name(T##3 v) { return make##3(of(v.x), of(v.y), of(v.z)); }                      \
  WB_FN T##4 name(T##4 v) { return make##4(of(v.x), of(v.y), of(v.z), of(v.w)); }
WB_LANES(floorf, float, make_float, floorf)
WB_LANES(fabs, float, make_float, fabs)
WB_LANES(abs, int, make_int, abs)
WB_FN float fracf(float v) { return v - floorf(v); }
WB_LANES(fracf, float, make_float, fracf)

WB_FN float lerp(float a, float b, float t) { return a + t * (b - a); }
WB_FN float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
WB_FN float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
WB_FN float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }

WB_FN float smoothstep(float a, float b, float x) {
  float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}
WB_FN float2 smoothstep(float2 a, float2 b, float2 x) { return make_float2(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y)); }
WB_FN float3 smoothstep(float3 a, float3 b, float3 x) { return make_float3(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z)); }
WB_FN float4 smoothstep(float4 a, float4 b, float4 x) {
  return make_float4(smoothstep(a.x, b.x, x.x), smoothstep(a.y, b.y, x.y), smoothstep(a.z, b.z, x.z), smoothstep(a.w, b.w, x.w));
}

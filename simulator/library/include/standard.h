// What the C++ standard library's headers declare and device code may use.
namespace std {
}

// Cooperative groups.
namespace cooperative_groups {
}

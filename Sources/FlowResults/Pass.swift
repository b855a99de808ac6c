/// What is measured in a trial; passes are never mixed.
package enum Pass: String, Codable, Sendable, CaseIterable {
  /// Nothing attached but clocks.
  case timing
  /// Allocations, objects, retains and releases, with the counting library preloaded.
  case counting
  /// Instructions in user space, counted by the kernel or by executing the program under valgrind.
  case instructions
}

import Subprocess
import SystemPackage

/// Finds out whether overlapping accesses to one variable are trapped, as Swift promises: an app is
/// built that way, and pays for it, so stores are measured that way.
///
/// There is no setting to read. So a process of its own makes two accesses overlap, and survives or
/// does not.
package enum OverlapProbe {
  /// Asks the process of the probe to make its accesses overlap.
  package static let flag = "--overlap"

  private final class Cell {
    var value = 0
  }

  /// Makes two accesses overlap: the process ends here, unless nobody looks.
  package static func overlap() {
    let cell = Cell()
    change(&cell.value) { cell.value += 1 }
  }

  // Were it inlined, the optimiser could see both accesses and join them.
  @inline(never)
  private static func change(_ value: inout Int, during other: () -> Void) {
    value += 1
    other()
    value += 1
  }

  /// Whether the process of the probe was ended by Swift's runtime.
  ///
  /// - Parameter executable: The program that answers to `doctor --overlap`.
  /// - Returns: Nil when there was no answer.
  static func isTrapped(executable: String) async -> Bool? {
    // A backtrace takes seconds and nobody reads it.
    let result = try? await Subprocess.run(
      .path(FilePath(executable)), arguments: ["doctor", flag],
      environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]), output: .discarded,
      error: .string(limit: 1 << 16))
    guard let result else { return nil }
    if result.terminationStatus.isSuccess { return false }
    return result.standardError.contains("access conflict") ? true : nil
  }
}

/// The checks of memory and of invariants in a program that is compiled as stores are.
package enum StoreBuild {
  /// A Boolean value that indicates whether `assert` evaluates its condition.
  package static var assertsAreOn: Bool {
    var isEvaluated = false
    func evaluated() -> Bool {
      isEvaluated = true
      return true
    }
    assert(evaluated())
    return isEvaluated
  }

  private final class Cell {
    var value = 0
  }

  /// Makes two accesses to one variable overlap: the process ends here if that traps.
  package static func overlapAccesses() {
    let cell = Cell()
    change(&cell.value) { cell.value += 1 }
  }

  // If it were inlined, the optimiser could merge both accesses.
  @inline(never)
  private static func change(_ value: inout Int, during other: () -> Void) {
    value += 1
    other()
    value += 1
  }
}

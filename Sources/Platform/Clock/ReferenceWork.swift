import CProbes

/// Work of a fixed kind, whose time shows how fast the machine is at the moment.
///
/// It allocates, follows pointers and adds atomically, because a neighbour on the same physical core
/// slows such work as it slows stores; a chain of dependent arithmetic is not slowed at all.
@MainActor
package enum ReferenceWork {
  /// Some 60 µs: longer than an interrupt, and short beside a sample.
  private static let steps: Int32 = 8192

  /// Returns the nanoseconds of a step.
  package static func nsPerStep() -> Double {
    let startNs = MonotonicClock.nowNs()
    _ = cprobes_reference(steps)
    return Double(MonotonicClock.nowNs() - startNs) / Double(steps)
  }
}

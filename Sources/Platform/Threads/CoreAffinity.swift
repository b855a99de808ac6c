private import CProbes

/// The cores on which this process may run.
///
/// A design that hops between threads costs 2-4 × less if all threads share one core, and its times
/// agree from run to run. Only Linux has such calls. Elsewhere `current` is `nil` and nothing is
/// pinned.
package struct CoreAffinity: Equatable, Sendable {
  /// The system's numbers of the cores from 0, ascending; never empty.
  package let cores: [Int]

  // The system's masks have room for 1,024 cores.
  private static let words = 16

  /// The cores of the calling thread; `nil` if they are unknown.
  package static var current: CoreAffinity? {
    var bits = [UInt64](repeating: 0, count: words)
    guard cprobes_affinity_get(0, &bits, Int32(words)) == 0 else { return nil }
    let cores = (0..<words * 64).filter { bits[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
    return cores.isEmpty ? nil : CoreAffinity(cores: cores)
  }

  /// Keeps all threads of this process, and all threads that they start, on one core.
  ///
  /// It may miss a thread that starts at the same time.
  ///
  /// - Returns: `false` if the system refused. Some threads may have moved: `restore()` brings them
  ///   back.
  package static func pin(to core: Int) -> Bool {
    guard (0..<words * 64).contains(core) else { return false }
    return CoreAffinity(cores: [core]).apply()
  }

  /// Pins to the last of these cores, which is the least likely to be assigned to others.
  ///
  /// - Parameter slot: The distance from the last core, for processes that run at the same time.
  /// - Returns: The core; `nil` if that failed, and then these cores are restored.
  package func pinToLast(slot: Int = 0) -> Int? {
    let core = cores[cores.count - 1 - slot % cores.count]
    if Self.pin(to: core) { return core }
    restore()
    return nil
  }

  /// All but the last of these cores; `nil` if there is only one.
  package var withoutLast: CoreAffinity? {
    cores.count > 1 ? CoreAffinity(cores: Array(cores.dropLast())) : nil
  }

  /// Lets all threads of this process run on these cores again.
  ///
  /// - Returns: `false` if the system refused one of them.
  @discardableResult
  package func restore() -> Bool { apply() }

  /// Lets the calling thread run on these cores; returns `false` if the system refused.
  @discardableResult
  package func moveCallingThread() -> Bool {
    cprobes_affinity_set(0, bits, Int32(Self.words)) == 0
  }

  private var bits: [UInt64] {
    var bits = [UInt64](repeating: 0, count: Self.words)
    for core in cores { bits[core / 64] |= 1 << UInt64(core % 64) }
    return bits
  }

  private func apply() -> Bool {
    let bits = bits
    let threads = CurrentProcess.threads
    let refused = threads.filter { cprobes_affinity_set($0, bits, Int32(Self.words)) != 0 }
    // A thread that has ended since the list was made needs nothing.
    return !threads.isEmpty && refused.isDisjoint(with: CurrentProcess.threads)
  }
}

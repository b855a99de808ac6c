public import Workloads

/// The views of a plain fold; the drawings of every store are compared with theirs.
@usableFromInline
package struct FoldedViews {
  private let bodies: [() -> UInt64]
  /// The last drawing of each view.
  package private(set) var drawn: [UInt64]
  /// The number of drawings that differed from the one before.
  package private(set) var redraws = 0

  /// Creates views, which draw immediately.
  @usableFromInline
  init(_ specs: [ObserverSpec], read: @escaping (Reading, Int) -> UInt64) {
    bodies = specs.map { $0.body(reading: read) }
    drawn = bodies.map { $0() }
  }

  /// Draws all views again after an action.
  @usableFromInline
  mutating func look() {
    for index in bodies.indices {
      let now = bodies[index]()
      guard now != drawn[index] else { continue }
      drawn[index] = now
      redraws += 1
    }
  }
}

/// Returns the digest of all slots in order, which is equal for one store and for several.
@usableFromInline
package func combineSlots(_ count: Int, _ read: (Int) -> UInt64) -> UInt64 {
  var digest = Digest()
  for slot in 0..<count { digest.combine(read(slot)) }
  return digest.value
}

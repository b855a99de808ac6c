public import Workloads

/// What views of a plain fold draw: what those of every store are held against.
@usableFromInline
package struct FoldedViews {
  private let bodies: [() -> UInt64]
  /// What each has drawn last.
  package private(set) var drawn: [UInt64]
  /// How often a view had something new to draw after an action.
  package private(set) var redraws = 0

  /// Views that read as they are notified, and draw at once.
  @usableFromInline
  init(_ specs: [ObserverSpec], read: @escaping (Reading, Int) -> UInt64) {
    bodies = specs.map { $0.body(reading: read) }
    drawn = bodies.map { $0() }
  }

  /// Lets all of them look again, after an action.
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

/// The digest of all slots in order, so that one store and many agree.
@usableFromInline
package func combineSlots(_ count: Int, _ read: (Int) -> UInt64) -> UInt64 {
  var digest = Digest()
  for slot in 0..<count { digest.combine(read(slot)) }
  return digest.value
}

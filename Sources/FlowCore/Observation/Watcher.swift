/// Somebody who wants to know of changes to one part of a state.
@usableFromInline
class Watcher {
  /// What it reads.
  @usableFromInline final let footprint: Footprint
  /// Its turn: watchers are told in the order in which they came.
  @usableFromInline final var order = 0
  /// Whether it wants to be told at present.
  @usableFromInline final var isOpen = true

  @inlinable
  init(footprint: Footprint) { self.footprint = footprint }

  /// Compares what it reads with what it read last, and says so when it differs.
  @usableFromInline func check() {}

  /// Whether what it reads differs from what it read last; for the check of footprints.
  @usableFromInline var hasChanged: Bool { false }
}

/// A closure that is called with a slice when it has changed.
@usableFromInline
final class SliceSubscriber<Value: Equatable>: Watcher {
  @usableFromInline let location: Location<Value>
  @usableFromInline let changed: (Value) -> Void
  @exclusivity(unchecked) @usableFromInline var last: Value

  @inlinable
  init(_ location: Location<Value>, _ footprint: Footprint, _ changed: @escaping (Value) -> Void) {
    self.location = location
    self.changed = changed
    last = location.value
    super.init(footprint: footprint)
  }

  @inlinable
  override func check() {
    let value = location.value
    guard value != last else { return }
    last = value
    changed(value)
  }

  @inlinable override var hasChanged: Bool { location.value != last }
}

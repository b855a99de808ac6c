/// Somebody who wants to know of changes to one part of a state.
///
/// Closures and not methods of a generic class: a closure that is made where the part's type is known
/// is compiled for it; a method that is called through a table of methods is not, and asks the
/// runtime for everything.
@usableFromInline
class Watcher {
  /// What it reads.
  @usableFromInline final let footprint: Footprint
  /// Compares what it reads with what it read last, and says so when it differs.
  @usableFromInline final let check: () -> Void
  /// Whether what it reads differs from what it read last; for the check of footprints.
  @usableFromInline final let hasChanged: () -> Bool
  // Unchecked, here and below: nothing but the list of watchers writes them, between two calls.
  /// Its turn: watchers are told in the order in which they came.
  @exclusivity(unchecked) @usableFromInline final var order = 0
  /// Whether it wants to be told at present.
  @exclusivity(unchecked) @usableFromInline final var isOpen: Bool

  @usableFromInline
  init(
    footprint: Footprint, isOpen: Bool = true, check: @escaping () -> Void,
    hasChanged: @escaping () -> Bool
  ) {
    self.footprint = footprint
    self.isOpen = isOpen
    self.check = check
    self.hasChanged = hasChanged
  }
}

/// What somebody read last.
@usableFromInline
final class LastReading<Value> {
  // Unchecked: written by one closure, which calls nobody meanwhile.
  @exclusivity(unchecked) @usableFromInline final var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

extension Watcher {
  /// Calls `changed` with a part that has changed.
  @inlinable
  static func subscriber<Value: Equatable>(
    _ location: Location<Value>, _ footprint: Footprint, _ changed: @escaping (Value) -> Void
  ) -> Watcher {
    let last = LastReading(location.value)
    return Watcher(
      footprint: footprint,
      check: {
        let value = location.value
        guard value != last.value else { return }
        last.value = value
        changed(value)
      },
      hasChanged: { location.value != last.value })
  }
}

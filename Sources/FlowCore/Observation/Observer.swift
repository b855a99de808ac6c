/// Somebody who wants to be notified of changes to one region of a state.
///
/// Closures and not methods of a generic class: a closure that is made where the part's type is known
/// is compiled for it; a method that is called through a table of methods is not, and asks the
/// runtime for everything.
@usableFromInline
class Observer {
  /// What it reads.
  @usableFromInline final let region: StateRegion
  /// Compares what it reads with what it read last, and says so when it differs; given the observer.
  @usableFromInline final let check: (Observer) -> Void
  /// Whether what it reads differs from what it read last; for the check of regions.
  @usableFromInline final let hasChanged: (Observer) -> Bool
  // Unchecked, here and below: nothing but the list of observers writes them, between two calls.
  /// Those who read the same region, whom the list holds.
  @exclusivity(unchecked) final var group: Unmanaged<ObserverGroup>!
  /// Its turn: observers are notified in the order in which they came.
  @exclusivity(unchecked) @usableFromInline final var order = 0
  /// What it reads, for a reader.
  @exclusivity(unchecked) @usableFromInline final var part: AnyKeyPath?
  /// Whether it wants to be notified at present.
  @exclusivity(unchecked) @usableFromInline final var isOpen: Bool

  @usableFromInline
  init(
    region: StateRegion, isOpen: Bool = true, check: @escaping (Observer) -> Void,
    hasChanged: @escaping (Observer) -> Bool
  ) {
    self.region = region
    self.isOpen = isOpen
    self.check = check
    self.hasChanged = hasChanged
  }

  final var name: String { part.map { "\($0)" } ?? "what a function reads of the state" }
}

@usableFromInline
final class LastReading<Value> {
  // Unchecked: written by `replace` only, which calls no other code.
  @exclusivity(unchecked) @usableFromInline final var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  /// Stores a value.
  ///
  /// - Returns: The value before. The caller destroys it when its own work is complete, because the
  ///   `deinit` of a part may read the store and send.
  @inlinable @inline(__always)
  final func replace(with new: consuming Value) -> Value {
    swap(&value, &new)
    return new
  }
}

extension Observer {
  /// Calls `changed` with a part that has changed; not while the part is absent.
  @inlinable
  static func subscriber<Value: Equatable>(
    _ location: StateLocation<Value>, _ region: StateRegion, _ changed: @escaping (Value) -> Void
  ) -> Observer {
    let last = LastReading(location.value)
    // Each for itself: a closure that asks which of them it is costs as much again.
    switch location {
    case .fixed(let place):
      return Observer(
        region: region,
        check: { _ in
          let value = place.pointee
          guard !isUnchanged(last.value, value, ==) else { return }
          let old = last.replace(with: value)
          changed(value)
          withExtendedLifetime(old) {}
        },
        hasChanged: { _ in !isUnchanged(last.value, place.pointee, ==) })
    case .derived(let compute):
      return Observer(
        region: region,
        check: { _ in
          let value = compute()
          guard !isUnchanged(last.value, value, ==) else { return }
          let old = last.replace(with: value)
          changed(value)
          withExtendedLifetime(old) {}
        },
        hasChanged: { _ in !isUnchanged(last.value, compute(), ==) })
    case .computed(let present, _):
      return Observer(
        region: region,
        check: { _ in
          guard let value = present(), !isUnchanged(last.value, value, ==) else { return }
          let old = last.replace(with: value)
          changed(value)
          withExtendedLifetime(old) {}
        },
        hasChanged: { _ in present().map { !isUnchanged(last.value, $0, ==) } ?? false })
    }
  }
}

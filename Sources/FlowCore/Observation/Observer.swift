/// An observer of one region of a state.
///
/// It stores closures instead of being generic, because a closure is specialised where the type of
/// the part is known. A method that is called through a table of methods is not.
@usableFromInline
@safe
// Safe: an observer uses its group only while it is in the list, which retains the group.
class Observer {
  @usableFromInline final let region: StateRegion
  /// Compares the part with the last reading and notifies if it differs. Receives the observer.
  @usableFromInline final let check: (Observer) -> Void
  /// Returns whether the part differs from the last reading, for the check of regions.
  @usableFromInline final let hasChanged: (Observer) -> Bool
  // Unchecked, here and below: only the list of observers writes them, between calls.
  /// The observers of the same region, retained by the list.
  @safe @exclusivity(unchecked) final var group: Unmanaged<ObserverGroup>!
  /// The position in the order of notification.
  @safe @exclusivity(unchecked) @usableFromInline final var order = 0
  /// The key path of the part, for descriptions.
  @safe @exclusivity(unchecked) @usableFromInline final var part: AnyKeyPath?
  /// A Boolean value that indicates whether the observer is notified of changes.
  @safe @exclusivity(unchecked) @usableFromInline final var isOpen: Bool

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

  final var name: String { part.map { "\($0)" } ?? "a value computed by a function" }
}

@usableFromInline
final class LastReading<Value> {
  // Unchecked: written only by `replace`, which calls no other code.
  @safe @exclusivity(unchecked) @usableFromInline final var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  /// Stores a value.
  ///
  /// - Returns: The previous value. The caller destroys it when its own work is complete, because
  ///   the `deinit` of a part may read the store and send.
  @inlinable @inline(__always)
  final func replace(with new: consuming Value) -> Value {
    swap(&value, &new)
    return new
  }
}

extension Observer {
  /// Returns an observer that calls `changed` when a value computed from a part at a fixed place has
  /// changed.
  // Separate from the others, because each further closure would be called for each check.
  @inlinable
  static func subscriber<Part, Value: Equatable>(
    _ place: UnsafePointer<Part>, _ region: StateRegion, to slice: @escaping (Part) -> Value,
    _ changed: @escaping (Value) -> Void
  ) -> Observer {
    let last = unsafe LastReading(slice(place.pointee))
    return Observer(
      region: region,
      check: { _ in
        let value = unsafe slice(place.pointee)
        guard !isUnchanged(last.value, value, ==) else { return }
        let old = last.replace(with: value)
        changed(value)
        withExtendedLifetime(old) {}
      },
      hasChanged: { _ in unsafe !isUnchanged(last.value, slice(place.pointee), ==) })
  }

  /// Returns an observer that calls `changed` when the part has changed, unless the part is absent.
  @inlinable
  static func subscriber<Value: Equatable>(
    _ location: StateLocation<Value>, _ region: StateRegion, _ changed: @escaping (Value) -> Void
  ) -> Observer {
    let last = LastReading(location.value)
    // Separate closures, because a closure that switches over the location costs twice as much.
    switch location {
    case .fixed(let place):
      return Observer(
        region: region,
        check: { _ in
          let value = unsafe place.pointee
          guard !isUnchanged(last.value, value, ==) else { return }
          let old = last.replace(with: value)
          changed(value)
          withExtendedLifetime(old) {}
        },
        hasChanged: { _ in unsafe !isUnchanged(last.value, place.pointee, ==) })
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

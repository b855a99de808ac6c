public import Observation

/// One part of a state as Observation sees it: whoever reads the part while Observation tracks them
/// is told of its next change, once, and reads again.
///
/// What must be true of it: nobody is told of a change that leaves the part equal, or that touches
/// only other parts. From a notification to the next reading the cell is closed, and costs nothing.
///
/// What it costs: a copy of the part is held from a reading to the next change, to compare with. A
/// collection in it is then copied at its first write. The registrar's own work is most of the rest:
/// 1 to 2 µs for a change, a notification and a reading.
@usableFromInline
final class TrackedCell<Value>: Watcher, Observable {
  @usableFromInline let location: Location<Value>
  @usableFromInline let areEqual: ((Value, Value) -> Bool)?
  @usableFromInline let registrar = ObservationRegistrar()
  @usableFromInline unowned let watchers: Watchers
  @usableFromInline var last: Value?

  @inlinable
  init(
    _ location: Location<Value>, _ footprint: Footprint, in watchers: Watchers,
    areEqual: ((Value, Value) -> Bool)?
  ) {
    self.location = location
    self.areEqual = areEqual
    self.watchers = watchers
    super.init(footprint: footprint)
    isOpen = false
  }

  /// The part, read by somebody who may be tracked.
  @inlinable
  func read() -> Value {
    // The path with no component: the registrar hashes its path four times for each notification,
    // and this one costs the least.
    registrar.access(self, keyPath: \TrackedCell.self)
    let value = location.value
    if !isOpen {
      isOpen = true
      watchers.opened(self)
      last = value
    }
    return value
  }

  @usableFromInline override var hasChanged: Bool {
    guard let areEqual, let last else { return false }
    return !areEqual(last, location.value)
  }

  @inlinable
  override func check() {
    if let areEqual, let last, areEqual(last, location.value) { return }
    isOpen = false
    last = nil
    watchers.closed(self)
    registrar.withMutation(of: self, keyPath: \TrackedCell.self) {}
  }
}

/// What tells the cells of one store apart.
@usableFromInline
struct SliceKey: Hashable {
  @usableFromInline let footprint: Footprint
  @usableFromInline let type: ObjectIdentifier
  /// For parts that have no place of their own: the steps that lead to them.
  @usableFromInline let steps: [AnyHashable]

  @inlinable
  init(footprint: Footprint, type: ObjectIdentifier, steps: [AnyHashable]) {
    self.footprint = footprint
    self.type = type
    self.steps = steps
  }

  // The steps are compared, not hashed: parts with equal hashes and places are few.
  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(footprint.lower)
    hasher.combine(footprint.key)
    hasher.combine(type)
  }
}

extension Watchers {
  /// The cell of a part, made at its first reading.
  @inlinable
  func cell<Value>(
    _ location: Location<Value>, _ footprint: Footprint, steps: [AnyHashable],
    areEqual: @autoclosure () -> ((Value, Value) -> Bool)?
  ) -> TrackedCell<Value> {
    let key = SliceKey(footprint: footprint, type: ObjectIdentifier(Value.self), steps: steps)
    if let known = cells[key] { return unsafeDowncast(known, to: TrackedCell<Value>.self) }
    sweep()
    let cell = TrackedCell(location, footprint, in: self, areEqual: areEqual())
    cells[key] = cell
    add(cell)
    return cell
  }
}

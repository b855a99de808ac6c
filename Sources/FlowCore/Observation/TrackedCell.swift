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
///
/// Not generic: a generic class makes a new key path at each use of one.
@usableFromInline
final class TrackedCell: Watcher, Observable {
  @usableFromInline let registrar = ObservationRegistrar()
  /// The `LastReading` of an optional part.
  @usableFromInline let last: AnyObject

  @usableFromInline
  init(
    footprint: Footprint, last: AnyObject, check: @escaping () -> Void,
    hasChanged: @escaping () -> Bool
  ) {
    self.last = last
    super.init(footprint: footprint, isOpen: false, check: check, hasChanged: hasChanged)
  }

  /// Tells the registrar that somebody reads.
  // The path with no component: the registrar hashes its path four times for each notification, and
  // this one costs the least.
  @usableFromInline
  func access() { registrar.access(self, keyPath: \TrackedCell.self) }

  /// Tells whoever read.
  @usableFromInline
  func notify() { registrar.withMutation(of: self, keyPath: \TrackedCell.self) {} }
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
  /// Reads a part for somebody who may be tracked.
  ///
  /// - Parameter areEqual: Asked once for each part, at its first reading.
  @inlinable
  func read<Value>(
    _ location: Location<Value>, _ footprint: Footprint, steps: [AnyHashable],
    areEqual: () -> ((Value, Value) -> Bool)?
  ) -> Value {
    let key = SliceKey(footprint: footprint, type: ObjectIdentifier(Value.self), steps: steps)
    let cell = cells[key] ?? makeCell(key, location, areEqual())
    cell.access()
    let value = location.value
    if !cell.isOpen {
      cell.isOpen = true
      opened(cell)
      unsafeDowncast(cell.last, to: LastReading<Value?>.self).value = value
    }
    return value
  }

  @inlinable
  @inline(never)
  func makeCell<Value>(
    _ key: SliceKey, _ location: Location<Value>, _ areEqual: ((Value, Value) -> Bool)?
  ) -> TrackedCell {
    sweep()
    let last = LastReading<Value?>(nil)
    // The cell lives as long as the list of watchers, which holds it.
    unowned(unsafe) let watchers = self
    unowned(unsafe) var made: TrackedCell?
    let cell = TrackedCell(
      footprint: key.footprint, last: last,
      check: {
        if let areEqual, let last = last.value, areEqual(last, location.value) { return }
        last.value = nil
        if let made { watchers.tell(made) }
      },
      hasChanged: {
        guard let areEqual, let last = last.value else { return false }
        return !areEqual(last, location.value)
      })
    made = cell
    cells[key] = cell
    add(cell)
    return cell
  }

  @usableFromInline
  func tell(_ cell: TrackedCell) {
    cell.isOpen = false
    closed(cell)
    cell.notify()
  }
}

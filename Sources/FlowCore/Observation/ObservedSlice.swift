public import Observation

/// One part of a state as Observation sees it: who reads the part while Observation tracks them is
/// notified of its next change, once, and reads again.
///
/// What must be true of it: nobody is notified of a change that leaves the part equal, or that touches
/// only other parts; that a part vanishes, or comes back, is a change. From a notification to the next
/// reading the slice is closed, and costs nothing.
///
/// A part that a function computes is known by where the function is written. As long as there are few
/// that were made there, each is asked by itself; the readers of one are then notified of a change to
/// another's part, too. Of more than `mostReadings` nobody keeps account: their readers are notified
/// whenever an action may have changed what the functions are computed from. So a scope that is made
/// again each time that a view is drawn costs no more the longer the view is there.
///
/// What it costs: a copy of the part is held from a reading to the next change, to compare with. A
/// collection in it is then copied at its first write. The registrar's own work is most of the rest:
/// 1 to 2 µs for a change, a notification and a reading.
///
/// Not generic: a generic class makes a new key path at each use of one.
@usableFromInline
final class ObservedSlice: Observer, Observable {
  /// What one function, or the path, was found to be when it was read.
  @usableFromInline
  final class Reading {
    /// The functions on the way; none for a part that is known exactly.
    @usableFromInline let functions: [SliceFunction.Instance]
    /// The `LastReading` of an optional part.
    @usableFromInline let last: AnyObject
    /// Whether the part differs, as far as is known.
    @usableFromInline let mayDiffer: () -> Bool
    /// Whether the part differs for certain.
    @usableFromInline let differs: () -> Bool
    /// Lets go of what was read.
    @usableFromInline let release: () -> Void

    @usableFromInline
    init(
      functions: [SliceFunction.Instance], last: AnyObject, mayDiffer: @escaping () -> Bool,
      differs: @escaping () -> Bool, release: @escaping () -> Void
    ) {
      self.functions = functions
      self.last = last
      self.mayDiffer = mayDiffer
      self.differs = differs
      self.release = release
    }
  }

  @usableFromInline let registrar = ObservationRegistrar()
  /// The first, and for a part that is known exactly the only one; kept when the slice closes, to be
  /// used again.
  @exclusivity(unchecked) @usableFromInline var reading: Reading?
  /// Those of other functions that were made at the same place.
  @exclusivity(unchecked) @usableFromInline var others: [Reading] = []
  /// Whether there were too many functions to keep account of.
  @exclusivity(unchecked) @usableFromInline var isCoarse = false

  /// How many functions of one place are asked one by one.
  @inlinable static var mostReadings: Int { 8 }

  @usableFromInline
  init(region: StateRegion, observers: ObserverList) {
    // The list lives as long as the slice.
    unowned(unsafe) let observers = observers
    super.init(
      region: region, isOpen: false,
      check: { observer in
        let slice = unsafeDowncast(observer, to: ObservedSlice.self)
        if slice.mayDiffer { observers.notify(slice) }
      },
      hasChanged: { observer in
        let slice = unsafeDowncast(observer, to: ObservedSlice.self)
        if let reading = slice.reading, reading.differs() { return true }
        return slice.others.contains { $0.differs() }
      })
  }

  @usableFromInline
  var mayDiffer: Bool {
    if isCoarse { return true }
    if let reading, reading.mayDiffer() { return true }
    return !others.isEmpty && others.contains { $0.mayDiffer() }
  }

  /// Notifies the registrar that somebody reads.
  // The path with no component: the registrar hashes its path four times for each notification, and
  // this one costs the least.
  @usableFromInline
  func access() { registrar.access(self, keyPath: \ObservedSlice.self) }

  /// Notifies who read.
  @usableFromInline
  func notify() { registrar.withMutation(of: self, keyPath: \ObservedSlice.self) {} }
}

/// What tells the observed slices of one store apart.
@usableFromInline
struct SliceKey: Hashable {
  @usableFromInline let region: StateRegion
  @usableFromInline let type: ObjectIdentifier
  /// For parts that have no place of their own: the steps that lead to them.
  @usableFromInline let steps: [SliceStep]

  @inlinable
  init(region: StateRegion, type: ObjectIdentifier, steps: [SliceStep]) {
    self.region = region
    self.type = type
    self.steps = steps
  }

  @inlinable
  static func == (left: SliceKey, right: SliceKey) -> Bool {
    left.region == right.region && left.type == right.type && left.steps == right.steps
  }

  // The steps are compared, not hashed: parts with equal hashes and places are few.
  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(region.lower)
    hasher.combine(region.key)
    hasher.combine(type)
  }

  /// The functions among the steps.
  @usableFromInline
  var functions: [SliceFunction.Instance] {
    steps.compactMap { if case .function(let function) = $0 { function.instance } else { nil } }
  }
}

extension ObserverList {
  /// Reads a part for somebody who may be tracked.
  ///
  /// - Parameter areEqual: Asked once for each part, at its first reading.
  @inlinable
  func read<Value>(
    _ location: StateLocation<Value>, _ region: StateRegion, steps: [SliceStep],
    path: AnyKeyPath?, areEqual: () -> ((Value, Value) -> Bool)?
  ) -> Value {
    let key = SliceKey(region: region, type: ObjectIdentifier(Value.self), steps: steps)
    let slice = slices[key] ?? makeSlice(key, path)
    // Within a notification those who read before are notified first of what they have not seen.
    if slice.isOpen, core.pointee.status.contains(.settling), slice.mayDiffer { notify(slice) }
    slice.access()
    if steps.isEmpty, slice.isOpen { return location.value }
    let now = location.now
    note(now, location, in: slice, key, areEqual)
    return now ?? location.value
  }

  /// Keeps what was read, to compare with.
  @inlinable
  func note<Value>(
    _ present: Value?, _ location: StateLocation<Value>, in slice: ObservedSlice, _ key: SliceKey,
    _ areEqual: () -> ((Value, Value) -> Bool)?
  ) {
    if !slice.isOpen {
      slice.isOpen = true
      opened(slice)
      // The same part as the last time: there is a place for it.
      if let reading = slice.reading {
        unsafeDowncast(reading.last, to: LastReading<Value?>.self).value = present
        return
      }
    }
    guard !slice.isCoarse, slice.reading == nil || !key.steps.isEmpty && !slice.knows(key) else {
      return
    }
    slice.keep(reading(present, location, key.functions, areEqual()))
  }

  @inlinable
  @inline(never)
  func reading<Value>(
    _ read: Value?, _ location: StateLocation<Value>, _ functions: [SliceFunction.Instance],
    _ areEqual: ((Value, Value) -> Bool)?
  ) -> ObservedSlice.Reading {
    let last = LastReading<Value?>(read)
    let present = location.present
    guard let areEqual else {
      return ObservedSlice.Reading(
        functions: functions, last: last,
        mayDiffer: { last.value != nil || present() != nil },
        differs: { (last.value == nil) != (present() == nil) },
        release: { last.value = nil })
    }
    let differs = {
      guard let now = present(), let last = last.value else {
        return (last.value == nil) != (present() == nil)
      }
      return !areEqual(last, now)
    }
    return ObservedSlice.Reading(
      functions: functions, last: last, mayDiffer: differs, differs: differs,
      release: { last.value = nil })
  }

  @usableFromInline
  @inline(never)
  func makeSlice(_ key: SliceKey, _ path: AnyKeyPath?) -> ObservedSlice {
    sweep()
    let slice = ObservedSlice(region: key.region, observers: self)
    slice.part = path
    slices[key] = slice
    add(slice)
    return slice
  }

  /// Notifies those who read a slice, and closes it.
  @usableFromInline
  func notify(_ slice: ObservedSlice) {
    slice.isOpen = false
    closed(slice)
    slice.forget()
    slice.notify()
  }
}

extension ObservedSlice {
  /// Whether it keeps account of these functions, or of the part if there are none.
  @usableFromInline
  func knows(_ key: SliceKey) -> Bool {
    let functions = key.functions
    if let reading, reading.isOf(functions) { return true }
    return others.contains { $0.isOf(functions) }
  }

  /// Keeps account of one function more, or of none of too many.
  @usableFromInline
  func keep(_ new: Reading) {
    if reading == nil {
      reading = new
    } else if others.count + 1 < Self.mostReadings {
      others.append(new)
    } else {
      isCoarse = true
      reading = nil
      others = []
    }
  }

  /// Lets go of what was read.
  func forget() {
    isCoarse = false
    guard let reading else { return }
    if reading.functions.isEmpty {
      reading.release()
    } else {
      self.reading = nil
      others = []
    }
  }
}

extension ObservedSlice.Reading {
  fileprivate func isOf(_ functions: [SliceFunction.Instance]) -> Bool {
    self.functions.elementsEqual(functions) { $0 === $1 }
  }
}

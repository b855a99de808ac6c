// Readers that Observation may track.

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
    // What is called here, an observer or what computes a part, may end others.
    depth += 1
    defer { endPass() }
    access(slice)
    if steps.isEmpty, slice.isOpen { return location.value }
    let now = location.now
    note(now, location, in: slice, key, areEqual)
    if steps.isEmpty { recent.keep(slice) }
    return now ?? location.value
  }

  /// The same, of a part that is known exactly and was read before.
  @inlinable
  func read<Value>(_ location: StateLocation<Value>, in slice: ObservedSlice) -> Value {
    if slice.isOpen, !core.pointee.status.contains(.settling) {
      slice.access()
      return location.value
    }
    depth += 1
    access(slice)
    if !slice.isOpen {
      open(slice)
      keep(location.now, in: slice)
    }
    endPass()
    return location.value
  }

  /// Somebody who may be tracked reads.
  @inlinable
  func access(_ slice: ObservedSlice) {
    // Within a notification those who read before are notified first of what they have not seen.
    if slice.isOpen, core.pointee.status.contains(.settling), slice.mayDiffer { notify(slice) }
    slice.access()
  }

  /// A slice is to be notified from the next change on.
  @usableFromInline
  func open(_ slice: ObservedSlice) {
    slice.isOpen = true
    slice.seen = notifications
    opened(slice)
  }

  /// Keeps what was read of the same part as the last time; whether there is a place for it.
  @inlinable
  @discardableResult
  func keep<Value>(_ present: Value?, in slice: ObservedSlice) -> Bool {
    guard let reading = slice.reading else { return false }
    unsafeDowncast(reading.last, to: LastReading<Value?>.self).value = present
    return true
  }

  /// Keeps what was read, to compare with.
  @inlinable
  func note<Value>(
    _ present: Value?, _ location: StateLocation<Value>, in slice: ObservedSlice, _ key: SliceKey,
    _ areEqual: () -> ((Value, Value) -> Bool)?
  ) {
    if !slice.isOpen {
      open(slice)
      if keep(present, in: slice) { return }
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
    let slice = ObservedSlice(region: key.region, type: key.type, observers: self)
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

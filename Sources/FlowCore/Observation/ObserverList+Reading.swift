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

  /// The same, of a part at a fixed place that was read before.
  @inlinable
  func read<Value>(_ place: UnsafePointer<Value>, in slice: ObservedSlice) -> Value {
    if slice.isOpen, core.pointee.status.contains(.settling) {
      // Who read before may be notified here, and may end others.
      depth += 1
      access(slice)
      if !slice.isOpen { reopen(slice, place.pointee) }
      endPass()
    } else {
      slice.access()
      if !slice.isOpen { reopen(slice, place.pointee) }
    }
    return place.pointee
  }

  /// Somebody who may be tracked reads.
  @inlinable
  func access(_ slice: ObservedSlice) {
    // Within a notification those who read before are notified first of what they have not seen.
    if slice.isOpen, core.pointee.status.contains(.settling), slice.mayDiffer { notify(slice) }
    slice.access()
  }

  /// A slice that was read before is to be notified from the next change on.
  @inlinable
  func reopen<Value>(_ slice: ObservedSlice, _ present: Value) {
    open(slice)
    keep(present, in: slice)
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
    guard let exact = slice.exact else { return false }
    exact._withUnsafeGuaranteedRef {
      _ = unsafeDowncast($0.last, to: LastReading<Value?>.self).replace(with: present)
    }
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
    guard !slice.isCoarse, slice.exact == nil, !slice.knows(key) else { return }
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
        mayDiffer: {
          let old = last.replace(with: nil)
          return old != nil || present() != nil
        },
        differs: { (last.value == nil) != (present() == nil) })
    }
    let differs = ReadPart.difference(location, last, areEqual)
    var mayDiffer = {
      guard differs() else { return false }
      _ = last.replace(with: nil)
      return true
    }
    if case .fixed(let place) = location {
      mayDiffer = {
        if let read = last.value, isUnchanged(read, place.pointee, areEqual) { return false }
        _ = last.replace(with: nil)
        return true
      }
    }
    return ObservedSlice.Reading(
      functions: functions, last: last, mayDiffer: mayDiffer, differs: differs)
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
    // What was read last has been destroyed, and may have read the slice, which notifies of it.
    guard slice.isOpen else { return }
    slice.isOpen = false
    closed(slice)
    slice.forget()
    slice.notify()
  }
}

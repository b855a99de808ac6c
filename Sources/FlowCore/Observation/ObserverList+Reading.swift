// Reads that Observation may track.

/// The identity of an observed slice in a store.
@usableFromInline
struct SliceKey: Hashable {
  @usableFromInline let region: StateRegion
  @usableFromInline let type: ObjectIdentifier
  /// The path to a part without a fixed location.
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

  // Steps are compared and not hashed, because parts with equal hashes and locations are rare.
  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(region.lower)
    hasher.combine(region.key)
    hasher.combine(type)
  }

  @usableFromInline
  var functions: [SliceFunction.Instance] {
    steps.compactMap { if case .function(let function) = $0 { function.instance } else { nil } }
  }
}

extension ObserverList {
  /// Reads a part for a caller that Observation may track.
  ///
  /// - Parameter areEqual: Called once for each part, at its first read.
  @inlinable
  func read<Value>(
    _ location: StateLocation<Value>, _ region: StateRegion, steps: [SliceStep],
    path: AnyKeyPath?, areEqual: () -> ((Value, Value) -> Bool)?
  ) -> Value {
    let key = SliceKey(region: region, type: ObjectIdentifier(Value.self), steps: steps)
    let slice = slices[key] ?? makeSlice(key, path)
    // Observers and computed parts may end other observers.
    depth += 1
    defer { endPass() }
    access(slice)
    if steps.isEmpty, slice.isOpen { return location.value }
    let now = location.now
    record(now, location, in: slice, key, areEqual)
    if steps.isEmpty { recent.keep(slice) }
    return now ?? location.value
  }

  /// Reads a part with a fixed location that was read before.
  @inlinable
  func read<Value>(_ place: UnsafePointer<Value>, in slice: ObservedSlice) -> Value {
    if slice.isOpen, core.pointee.status.contains(.settling) {
      // Earlier readers may be notified here, and may end other observers.
      depth += 1
      access(slice)
      if !slice.isOpen { unsafe reopen(slice, place.pointee) }
      endPass()
    } else {
      slice.access()
      if !slice.isOpen { unsafe reopen(slice, place.pointee) }
    }
    return unsafe place.pointee
  }

  @inlinable
  func access(_ slice: ObservedSlice) {
    // During a notification, earlier readers are first notified of changes that they have not seen.
    if slice.isOpen, core.pointee.status.contains(.settling), slice.mayDiffer { notify(slice) }
    slice.access()
  }

  /// Notifies a slice that was read before from the next change on.
  @inlinable
  func reopen<Value>(_ slice: ObservedSlice, _ present: Value) {
    open(slice)
    keep(present, in: slice)
  }

  @usableFromInline
  func open(_ slice: ObservedSlice) {
    slice.isOpen = true
    slice.seen = notifications
    opened(slice)
  }

  /// Stores the value of a part with an exact location; returns `false` for other parts.
  @inlinable
  @discardableResult
  func keep<Value>(_ present: Value?, in slice: ObservedSlice) -> Bool {
    guard let exact = slice.exact else { return false }
    unsafe exact._withUnsafeGuaranteedRef {
      _ = unsafe unsafeDowncast($0.last, to: LastReading<Value?>.self).replace(with: present)
    }
    return true
  }

  @inlinable
  func record<Value>(
    _ present: Value?, _ location: StateLocation<Value>, in slice: ObservedSlice, _ key: SliceKey,
    _ areEqual: () -> ((Value, Value) -> Bool)?
  ) {
    if !slice.isOpen {
      open(slice)
      if keep(present, in: slice) { return }
    }
    guard !slice.isCoarse, unsafe slice.exact == nil, !slice.knows(key) else { return }
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
    let renew = { _ = last.replace(with: present()) }
    guard let areEqual else {
      return ObservedSlice.Reading(
        functions: functions, last: last,
        mayDiffer: {
          let old = last.replace(with: nil)
          return old != nil || present() != nil
        },
        differs: { (last.value == nil) != (present() == nil) }, renew: renew)
    }
    let differs = ReadPart.difference(location, last, areEqual)
    var mayDiffer = {
      guard differs() else { return false }
      _ = last.replace(with: nil)
      return true
    }
    if case .fixed(let place) = location {
      mayDiffer = {
        if let read = last.value, unsafe isUnchanged(read, place.pointee, areEqual) { return false }
        _ = last.replace(with: nil)
        return true
      }
    }
    return ObservedSlice.Reading(
      functions: functions, last: last, mayDiffer: mayDiffer, differs: differs, renew: renew)
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

  /// Notifies the readers of a slice and closes it.
  ///
  /// Observation registers the reads of a body when the body has ended. If the part changes within
  /// a body, the slice stays open, because its next change must be notified to the body.
  @usableFromInline
  func notify(_ slice: ObservedSlice) {
    // The release of the last reading may have read the slice and notified its readers.
    guard slice.isOpen else { return }
    if isTracking {
      slice.seen = notifications
      slice.renew()
    } else {
      slice.isOpen = false
      closed(slice)
      slice.forget()
    }
    slice.notify()
  }
}

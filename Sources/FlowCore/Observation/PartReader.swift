/// Runs a closure, and runs it again after each change to a part that it read.
///
/// The closure runs at most once for each change, and only for parts that it read in its latest
/// run.
///
/// Each part has its own observer. As long as the closure reads the same parts in the same order,
/// the observers are reused, without a registration, a hash or an allocation.
@usableFromInline
final class PartReader {
  // The list calls the reader, or is read while the reader runs.
  @safe @usableFromInline unowned(unsafe) let observers: ObserverList
  private let body: () -> Void
  // Unchecked, here and below: the closure may read and send, but these are not written meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline var parts = UncountedList<ReadPart>()
  /// The number of parts read in this run.
  @safe @exclusivity(unchecked) @usableFromInline var count = 0
  @safe @exclusivity(unchecked) fileprivate var isRunning = false
  /// A Boolean value that indicates whether a part has changed since the run began.
  @safe @exclusivity(unchecked) private var isStale = false
  @safe @exclusivity(unchecked) private var hasEnded = false

  init(_ observers: ObserverList, _ body: @escaping () -> Void) {
    self.observers = observers
    self.body = body
  }

  /// Runs the closure until no part that it read has changed.
  @usableFromInline
  func run() {
    isStale = true
    guard !isRunning else { return }
    isRunning = true
    while isStale, !hasEnded {
      isStale = false
      let outer = observers.reader
      observers.reader = unsafe .passUnretained(self)
      count = 0
      body()
      observers.reader = unsafe outer
      if count < parts.count { forget(from: count) }
    }
    isRunning = false
    if hasEnded { unsafe Unmanaged.passUnretained(self).release() }
  }

  /// Runs the closure after a change to a part, unless the current run has not read that part.
  @usableFromInline
  func run(for part: ReadPart) {
    if isRunning, !(0..<count).contains(where: { unsafe parts[$0].takeUnretainedValue() === part })
    {
      return
    }
    run()
  }

  /// Runs the closure after a change, unless it has read the part since the current notification
  /// began.
  func runOnce(for part: ReadPart) {
    if observers.notifications != part.seen { run(for: part) }
  }

  /// Ends the reader.
  ///
  /// - Parameter observers: The list, unless it was released.
  func end(in observers: ObserverList?) {
    hasEnded = true
    // Retained until the current run ends.
    if isRunning { _ = unsafe Unmanaged.passRetained(self) }
    if observers != nil { forget(from: 0) }
  }

  // Not inlined into `run`, which is called for each change.
  @inline(never)
  private func forget(from first: Int) {
    for part in parts.removeLast(from: first) { observers.end(part) }
  }

  @inlinable
  func read<Value>(
    _ location: StateLocation<Value>, _ region: StateRegion, steps: [SliceStep],
    path: @autoclosure () -> AnyKeyPath?, areEqual: () -> ((Value, Value) -> Bool)?
  ) -> Value {
    let now = location.now
    guard isNext(region, Value.self, steps) else {
      keep(ReadPart(of: self, location, now, region, steps, areEqual()), path())
      return now ?? location.value
    }
    let index = count
    count = index + 1
    let old = unsafe parts[index]._withUnsafeGuaranteedRef { part in
      part.seen = observers.notifications
      return part.last(Value.self).replace(with: now)
    }
    // Destroyed here, when the reader is consistent.
    withExtendedLifetime(old) {}
    return now ?? location.value
  }

  /// Returns whether the part is the one that was read at this position in the previous run.
  @inlinable @inline(__always)
  func isNext(_ region: StateRegion, _ type: any Any.Type, _ steps: [SliceStep]) -> Bool {
    unsafe count < parts.count
      && parts[count]._withUnsafeGuaranteedRef { part in
        part.region == region && part.type == ObjectIdentifier(type)
          && part.steps.isEmpty && steps.isEmpty
      } || !steps.isEmpty && isNext(region, ObjectIdentifier(type), steps)
  }

  /// The same check for a part without a fixed location. Computed parts always differ.
  // The comparison of keys is user code, which may read and may end the reader.
  @usableFromInline
  @inline(never)
  func isNext(_ region: StateRegion, _ type: ObjectIdentifier, _ steps: [SliceStep]) -> Bool {
    guard count < parts.count else { return false }
    let (index, part) = unsafe (count, parts[count].takeUnretainedValue())
    guard part.region == region, part.type == type, part.steps == steps,
      !steps.contains(where: { if case .function = $0 { true } else { false } })
    else { return false }
    return unsafe index == count && index < parts.count
      && parts[index].takeUnretainedValue() === part
  }

  /// Replaces the part at this position.
  @usableFromInline
  @inline(never)
  func keep(_ part: ReadPart, _ path: AnyKeyPath?) {
    part.part = path
    part.seen = observers.notifications
    guard !hasEnded else { return }
    observers.add(part)
    guard count < parts.count else {
      parts.append(part)
      count += 1
      return
    }
    let old = parts.replace(at: count, with: part)
    count += 1
    // Last, because its release may run user code.
    observers.end(old)
  }
}

@usableFromInline
final class ReadPart: Observer {
  // The reader closes its parts when it ends.
  @safe @usableFromInline unowned(unsafe) let reader: PartReader
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let steps: [SliceStep]
  /// The list's notification count when the part was read.
  @safe @exclusivity(unchecked) @usableFromInline var seen = 0
  /// The `LastReading` of an optional part.
  @usableFromInline let lastReading: AnyObject

  @inlinable
  init<Value>(
    of reader: PartReader, _ location: StateLocation<Value>, _ now: Value?, _ region: StateRegion,
    _ steps: [SliceStep], _ areEqual: ((Value, Value) -> Bool)?
  ) {
    self.reader = reader
    self.steps = steps
    type = ObjectIdentifier(Value.self)
    let last = LastReading<Value?>(now)
    lastReading = last
    guard let areEqual else {
      let present = location.present
      super.init(
        region: region, check: { Self.runOnce($0) },
        hasChanged: { _ in (last.value == nil) != (present() == nil) })
      return
    }
    let differs = Self.difference(location, last, areEqual)
    super.init(
      region: region,
      check: { part in
        if differs() { Self.run(part) }
      }, hasChanged: { differs() && !Self.isBeingRead($0) })
  }

  /// Returns whether the reader is running. The part may then have been read before and its change
  /// be known, or will not be read again.
  @usableFromInline
  static func isBeingRead(_ part: Observer) -> Bool {
    unsafe unsafeDowncast(part, to: ReadPart.self).reader.isRunning
  }

  /// Runs the reader after a change to a part.
  @usableFromInline
  static func run(_ part: Observer) {
    let part = unsafe unsafeDowncast(part, to: ReadPart.self)
    part.reader.run(for: part)
  }

  /// Runs the reader once for each change that may affect a part without `==`.
  @usableFromInline
  static func runOnce(_ part: Observer) {
    let part = unsafe unsafeDowncast(part, to: ReadPart.self)
    part.reader.runOnce(for: part)
  }

  /// Returns a closure that compares a part with its last reading.
  @inlinable
  static func difference<Value>(
    _ location: StateLocation<Value>, _ last: LastReading<Value?>,
    _ areEqual: @escaping (Value, Value) -> Bool
  ) -> () -> Bool {
    if case .fixed(let place) = location {
      return { last.value.map { unsafe !isUnchanged($0, place.pointee, areEqual) } ?? true }
    }
    let present = location.present
    return {
      guard let now = present(), let last = last.value else {
        return (last.value == nil) != (present() == nil)
      }
      return !isUnchanged(last, now, areEqual)
    }
  }

  @inlinable
  func last<Value>(_ type: Value.Type) -> LastReading<Value?> {
    unsafe unsafeDowncast(lastReading, to: LastReading<Value?>.self)
  }
}

extension ObserverList {
  /// Runs a closure now and after each change to a part that it read.
  @usableFromInline
  func read(_ body: @escaping () -> Void) -> ObservationToken {
    let reader = PartReader(self, body)
    reader.run()
    // Weak, because a subscription may outlive its store.
    return ObservationToken(isolation: core.pointee.isolation) { [weak self] in
      reader.end(in: self)
    }
  }
}

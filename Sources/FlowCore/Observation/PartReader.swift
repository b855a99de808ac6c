/// Runs a closure, and runs it again whenever something has changed that it read.
///
/// What must be true of it: the closure runs at most once for each change, and after the last change
/// to what it read in its latest run; what it did not read in that run is nothing to it.
///
/// Each part that it reads is an observer of its own. As long as the closure reads the same parts in
/// the same order, these stay where they are, and only what was read is written: no registration, no
/// hash, no allocation.
@usableFromInline
final class PartReader {
  // It is called by the list, or while the list is read.
  @usableFromInline unowned(unsafe) let observers: ObserverList
  private let body: () -> Void
  // Unchecked, here and below: the closure may read and send, but these are not written meanwhile.
  @exclusivity(unchecked) @usableFromInline var parts = UncountedList<ReadPart>()
  /// How many have been read in this run.
  @exclusivity(unchecked) @usableFromInline var count = 0
  @exclusivity(unchecked) fileprivate var isRunning = false
  /// Whether something has changed since the run began.
  @exclusivity(unchecked) private var isStale = false
  @exclusivity(unchecked) private var hasEnded = false

  init(_ observers: ObserverList, _ body: @escaping () -> Void) {
    self.observers = observers
    self.body = body
  }

  /// Runs the closure, and again if it, or what it sent, has changed what it read.
  @usableFromInline
  func run() {
    isStale = true
    guard !isRunning else { return }
    isRunning = true
    while isStale, !hasEnded {
      isStale = false
      let outer = observers.reader
      observers.reader = .passUnretained(self)
      count = 0
      body()
      observers.reader = outer
      if count < parts.count { forget(from: count) }
    }
    isRunning = false
    if hasEnded { Unmanaged.passUnretained(self).release() }
  }

  /// Runs the closure, since a part has changed that it has read: in the run that is under way, if there
  /// is one.
  @usableFromInline
  func run(for part: ReadPart) {
    if isRunning, !(0..<count).contains(where: { parts[$0].takeUnretainedValue() === part }) {
      return
    }
    run()
  }

  /// The same, unless it has read the part since the notification began that is under way.
  func runOnce(for part: ReadPart) {
    if observers.notifications != part.seen { run(for: part) }
  }

  /// Ends it: the closure is not called any more.
  ///
  /// - Parameter observers: The list, unless it has ended before.
  func end(in observers: ObserverList?) {
    hasEnded = true
    // Within a run, which needs it until it is over.
    if isRunning { _ = Unmanaged.passRetained(self) }
    if observers != nil { forget(from: 0) }
  }

  private func forget(from first: Int) {
    for part in parts.removeLast(from: first) { observers.end(part) }
  }

  /// Reads a part while the closure runs.
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
    let old = parts[index]._withUnsafeGuaranteedRef { part in
      part.seen = observers.notifications
      return part.last(Value.self).replace(with: now)
    }
    // Destroyed here, where the reader is in order again.
    withExtendedLifetime(old) {}
    return now ?? location.value
  }

  /// Whether the part that was read in this place before is the same.
  @inlinable @inline(__always)
  func isNext(_ region: StateRegion, _ type: any Any.Type, _ steps: [SliceStep]) -> Bool {
    count < parts.count
      && parts[count]._withUnsafeGuaranteedRef { part in
        part.region == region && part.type == ObjectIdentifier(type)
          && part.steps.isEmpty && steps.isEmpty
      } || !steps.isEmpty && isNext(region, ObjectIdentifier(type), steps)
  }

  /// The same, for a part that has no place of its own. One that a function computes is another each
  /// time.
  // Keys are compared by code of the caller, which may read, and may end the reader.
  @usableFromInline
  @inline(never)
  func isNext(_ region: StateRegion, _ type: ObjectIdentifier, _ steps: [SliceStep]) -> Bool {
    guard count < parts.count else { return false }
    let (index, part) = (count, parts[count].takeUnretainedValue())
    guard part.region == region, part.type == type, part.steps == steps,
      !steps.contains(where: { if case .function = $0 { true } else { false } })
    else { return false }
    return index == count && index < parts.count && parts[index].takeUnretainedValue() === part
  }

  /// Takes a part for the one that was read in this place before.
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
    // The last, because what it holds may be destroyed.
    observers.end(old)
  }
}

@usableFromInline
final class ReadPart: Observer {
  // The reader closes its parts when it ends.
  @usableFromInline unowned(unsafe) let reader: PartReader
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let steps: [SliceStep]
  /// Which of the list's notifications was the last when it was read.
  @exclusivity(unchecked) @usableFromInline var seen = 0
  /// A `LastReading` of an optional part.
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

  /// Whether its reader is running, so that it may have been read before, and has been notified of, or
  /// will not be read again.
  @usableFromInline
  static func isBeingRead(_ part: Observer) -> Bool {
    unsafeDowncast(part, to: ReadPart.self).reader.isRunning
  }

  /// Has a part read again that has changed.
  @usableFromInline
  static func run(_ part: Observer) {
    let part = unsafeDowncast(part, to: ReadPart.self)
    part.reader.run(for: part)
  }

  /// Has a part read again that cannot be compared, once for each change.
  @usableFromInline
  static func runOnce(_ part: Observer) {
    let part = unsafeDowncast(part, to: ReadPart.self)
    part.reader.runOnce(for: part)
  }

  /// Whether a part differs from what was read last.
  @inlinable
  static func difference<Value>(
    _ location: StateLocation<Value>, _ last: LastReading<Value?>,
    _ areEqual: @escaping (Value, Value) -> Bool
  ) -> () -> Bool {
    if case .fixed(let place) = location {
      return { last.value.map { !isUnchanged($0, place.pointee, areEqual) } ?? true }
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
    unsafeDowncast(lastReading, to: LastReading<Value?>.self)
  }
}

extension ObserverList {
  /// Runs a closure now and whenever something has changed that it read of this store.
  @usableFromInline
  func read(_ body: @escaping () -> Void) -> ObservationToken {
    let reader = PartReader(self, body)
    reader.run()
    // Weak: a subscription may outlive its store.
    return ObservationToken { [weak self] in reader.end(in: self) }
  }
}

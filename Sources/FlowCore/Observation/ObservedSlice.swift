public import Observation

/// A part of a state for the Observation framework. Code that reads the part while Observation
/// tracks it is notified once, at the next change.
///
/// Observation is not notified if a change leaves the part equal or affects only other parts. It is
/// notified when the part disappears or returns. Between a notification and the next read, the
/// slice is closed and costs nothing.
///
/// A part computed by a function is identified by the function's place in the source. Up to
/// `maximumReadings` functions from one place are checked separately, although the readers of one
/// are also notified of changes to the parts of others. Beyond that number, their readers are
/// notified of each action that may have changed the source of the functions. A scope that a view
/// creates each time it is drawn therefore does not become slower over time.
///
/// The slice keeps a copy of the part from a read to the next change, so a collection in it is
/// copied at its first write. Most of the remaining cost is the registrar's: 1 to 2 µs for a
/// change, a notification and a read.
///
/// The class is not generic, because a generic class creates a new key path at each use.
@usableFromInline
@safe
// Safe: the readings belong to the slice.
final class ObservedSlice: Observer, Observable {
  /// The value of a part when it was last read.
  @usableFromInline
  final class Reading {
    /// The functions on the path; empty for a part with an exact location.
    @usableFromInline let functions: [SliceFunction.Instance]
    /// The `LastReading` of an optional part.
    @usableFromInline let last: AnyObject
    /// Returns whether the part may differ from the last reading, and releases the reading if so.
    // A single closure, because the registrar's code fills the instruction cache between two
    // notifications, and each additional function must be loaded again.
    @usableFromInline let mayDiffer: () -> Bool
    /// Returns whether the part certainly differs from the last reading.
    @usableFromInline let differs: () -> Bool
    /// Replaces the last reading by the current value.
    @usableFromInline let renew: () -> Void

    @usableFromInline
    init(
      functions: [SliceFunction.Instance], last: AnyObject, mayDiffer: @escaping () -> Bool,
      differs: @escaping () -> Bool, renew: @escaping () -> Void
    ) {
      self.functions = functions
      self.last = last
      self.mayDiffer = mayDiffer
      self.differs = differs
      self.renew = renew
    }
  }

  @usableFromInline let registrar = ObservationRegistrar()
  // The empty key path, because the registrar hashes the path four times for each notification.
  // Stored, because each use of a key path literal calls the runtime.
  private let path = unsafe ownPath
  @usableFromInline let type: ObjectIdentifier
  /// The reading of a part with an exact location, kept for reuse when the slice closes. Retained.
  // Unmanaged, because notifications and reads must not retain.
  @safe @exclusivity(unchecked) @usableFromInline var exact: Unmanaged<Reading>?
  /// The readings of functions from one place in the source.
  @safe @exclusivity(unchecked) private(set) var computed: [Reading] = []
  /// A Boolean value that indicates whether there are too many functions for separate readings.
  @safe @exclusivity(unchecked) @usableFromInline var isCoarse = false

  /// The list's notification count when the slice opened.
  @safe @exclusivity(unchecked) var seen = 0

  /// The maximum number of functions from one place that are checked separately.
  @inlinable static var maximumReadings: Int { 8 }

  @usableFromInline
  init(region: StateRegion, type: ObjectIdentifier, observers: ObserverList) {
    self.type = type
    // The list outlives the slice.
    @safe let observers = unsafe Unmanaged.passUnretained(observers)
    super.init(
      region: region, isOpen: false,
      check: { observer in
        let slice = unsafe unsafeDowncast(observer, to: ObservedSlice.self)
        // A reader that has just read a part without `==` has the current value.
        guard unsafe slice.seen != observers._withUnsafeGuaranteedRef({ $0.notifications }) else {
          return
        }
        if slice.mayDiffer { unsafe observers._withUnsafeGuaranteedRef { $0.notify(slice) } }
      },
      hasChanged: { observer in
        let slice = unsafe unsafeDowncast(observer, to: ObservedSlice.self)
        if let exact = slice.exact { return unsafe exact._withUnsafeGuaranteedRef { $0.differs() } }
        return slice.computed.contains { $0.differs() }
      })
  }

  deinit { unsafe exact?.release() }

  /// A Boolean value that indicates whether the part may differ. If so, the caller notifies.
  @usableFromInline
  var mayDiffer: Bool {
    if let exact { return unsafe exact._withUnsafeGuaranteedRef { $0.mayDiffer() } }
    return isCoarse || computed.contains { $0.mayDiffer() }
  }

  private nonisolated(unsafe) static let ownPath: KeyPath<ObservedSlice, ObservedSlice> = \.self

  @usableFromInline
  func access() { registrar.access(self, keyPath: path) }

  @usableFromInline
  func notify() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}

extension ObservedSlice {
  /// Returns whether there is a reading for these functions, or for the exact part if there are
  /// none.
  @usableFromInline
  func knows(_ key: SliceKey) -> Bool {
    let functions = key.functions
    return unsafe functions.isEmpty ? exact != nil : computed.contains { $0.isOf(functions) }
  }

  /// Adds a reading, or drops all if there are too many.
  @usableFromInline
  func keep(_ new: Reading) {
    if new.functions.isEmpty {
      exact = unsafe .passRetained(new)
    } else if computed.count < Self.maximumReadings {
      computed.append(new)
    } else {
      isCoarse = true
      computed = []
    }
  }

  /// Drops the readings of functions.
  func forget() {
    guard unsafe exact == nil else { return }
    isCoarse = false
    computed = []
  }

  /// Replaces all readings by the current values.
  func renew() {
    if let exact { unsafe exact._withUnsafeGuaranteedRef { $0.renew() } }
    for reading in computed { reading.renew() }
  }
}

extension ObservedSlice.Reading {
  fileprivate func isOf(_ functions: [SliceFunction.Instance]) -> Bool {
    self.functions.elementsEqual(functions) { $0 === $1 }
  }
}

/// The most recently read slices with exact locations, found without hashing.
///
/// The slices are not retained. The table is cleared when a slice is released.
@usableFromInline
@safe
// Safe: the table owns its memory and is cleared when a slice is released.
struct RecentSlices: ~Copyable {
  @safe @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<ObservedSlice>?>?

  @inlinable static var count: Int { 64 }

  @inlinable init() {}

  @inlinable deinit { unsafe slots?.deallocate() }

  // Neighbours in a state and in a collection have different slots.
  @inlinable @inline(__always)
  static func slot(of region: StateRegion) -> Int {
    (region.lower &>> 3 ^ region.upper &>> 1 ^ region.key) & (count - 1)
  }

  @inlinable @inline(__always)
  func find(_ region: StateRegion, _ type: any Any.Type) -> Unmanaged<ObservedSlice>? {
    guard let slots, let slice = unsafe slots[Self.slot(of: region)] else { return nil }
    return unsafe slice._withUnsafeGuaranteedRef {
      unsafe $0.region == region && $0.type == ObjectIdentifier(type) ? slice : nil
    }
  }

  @usableFromInline
  mutating func keep(_ slice: ObservedSlice) {
    if unsafe slots == nil {
      slots = .allocate(capacity: Self.count)
      unsafe slots?.initialize(repeating: nil, count: Self.count)
    }
    unsafe slots.unsafelyUnwrapped[Self.slot(of: slice.region)] = unsafe .passUnretained(slice)
  }

  func clear() { unsafe slots?.update(repeating: nil, count: Self.count) }
}

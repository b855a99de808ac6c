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
    /// Whether the part differs, as far as is known; lets go of what was read if it does.
    // In one closure: between two notifications the registrar's code fills the cache of instructions,
    // and each function that is called besides has to be fetched again.
    @usableFromInline let mayDiffer: () -> Bool
    /// Whether the part differs for certain.
    @usableFromInline let differs: () -> Bool

    @usableFromInline
    init(
      functions: [SliceFunction.Instance], last: AnyObject, mayDiffer: @escaping () -> Bool,
      differs: @escaping () -> Bool
    ) {
      self.functions = functions
      self.last = last
      self.mayDiffer = mayDiffer
      self.differs = differs
    }
  }

  @usableFromInline let registrar = ObservationRegistrar()
  // The path with no component: the registrar hashes its path four times for each notification, and
  // this one costs the least. Made once and kept here: each use would ask the runtime for it, or whether
  // it has been made.
  private let path = ownPath
  @usableFromInline let type: ObjectIdentifier
  /// That of a part that is known exactly; kept when the slice closes, to be used again. Retained.
  // Unmanaged: notifying and reading again must not count.
  @exclusivity(unchecked) @usableFromInline var exact: Unmanaged<Reading>?
  /// Those of functions that were made at the same place.
  @exclusivity(unchecked) private(set) var computed: [Reading] = []
  /// Whether there were too many functions to keep account of.
  @exclusivity(unchecked) @usableFromInline var isCoarse = false

  /// Which of the list's notifications was the last when it opened.
  @exclusivity(unchecked) var seen = 0

  /// How many functions of one place are asked one by one.
  @inlinable static var mostReadings: Int { 8 }

  @usableFromInline
  init(region: StateRegion, type: ObjectIdentifier, observers: ObserverList) {
    self.type = type
    // The list lives as long as the slice.
    let observers = Unmanaged.passUnretained(observers)
    super.init(
      region: region, isOpen: false,
      check: { observer in
        let slice = unsafeDowncast(observer, to: ObservedSlice.self)
        // Who has just read what cannot be compared has seen it.
        guard slice.seen != observers._withUnsafeGuaranteedRef({ $0.notifications }) else { return }
        if slice.mayDiffer { observers._withUnsafeGuaranteedRef { $0.notify(slice) } }
      },
      hasChanged: { observer in
        let slice = unsafeDowncast(observer, to: ObservedSlice.self)
        if let exact = slice.exact { return exact._withUnsafeGuaranteedRef { $0.differs() } }
        return slice.computed.contains { $0.differs() }
      })
  }

  deinit { exact?.release() }

  /// Whether it differs, as far as is known; whoever asks notifies then.
  @usableFromInline
  var mayDiffer: Bool {
    if let exact { return exact._withUnsafeGuaranteedRef { $0.mayDiffer() } }
    return isCoarse || computed.contains { $0.mayDiffer() }
  }

  private nonisolated(unsafe) static let ownPath: KeyPath<ObservedSlice, ObservedSlice> = \.self

  /// Notifies the registrar that somebody reads.
  @usableFromInline
  func access() { registrar.access(self, keyPath: path) }

  /// Notifies who read.
  @usableFromInline
  func notify() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}

extension ObservedSlice {
  /// Whether it keeps account of these functions, or of the part if there are none.
  @usableFromInline
  func knows(_ key: SliceKey) -> Bool {
    let functions = key.functions
    return functions.isEmpty ? exact != nil : computed.contains { $0.isOf(functions) }
  }

  /// Keeps account of one function more, or of none of too many.
  @usableFromInline
  func keep(_ new: Reading) {
    if new.functions.isEmpty {
      exact = .passRetained(new)
    } else if computed.count < Self.mostReadings {
      computed.append(new)
    } else {
      isCoarse = true
      computed = []
    }
  }

  /// Lets go of what functions made.
  func forget() {
    guard exact == nil else { return }
    isCoarse = false
    computed = []
  }
}

extension ObservedSlice.Reading {
  fileprivate func isOf(_ functions: [SliceFunction.Instance]) -> Bool {
    self.functions.elementsEqual(functions) { $0 === $1 }
  }
}

/// The observed slices that were read last, of parts that are known exactly: finding one again costs no
/// hash.
///
/// It holds none of them, and is cleared when one goes.
@usableFromInline
struct RecentSlices: ~Copyable {
  @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<ObservedSlice>?>?

  @inlinable static var count: Int { 64 }

  @inlinable init() {}

  @inlinable deinit { slots?.deallocate() }

  // Neighbours in a state and in a collection have slots of their own.
  @inlinable @inline(__always)
  static func slot(of region: StateRegion) -> Int {
    (region.lower &>> 3 ^ region.upper &>> 1 ^ region.key) & (count - 1)
  }

  /// The slice of this region and type, if it is one of them.
  @inlinable @inline(__always)
  func find(_ region: StateRegion, _ type: any Any.Type) -> Unmanaged<ObservedSlice>? {
    guard let slots, let slice = slots[Self.slot(of: region)] else { return nil }
    return slice._withUnsafeGuaranteedRef {
      $0.region == region && $0.type == ObjectIdentifier(type) ? slice : nil
    }
  }

  /// Remembers a slice in place of another.
  @usableFromInline
  mutating func keep(_ slice: ObservedSlice) {
    if slots == nil {
      slots = .allocate(capacity: Self.count)
      slots?.initialize(repeating: nil, count: Self.count)
    }
    slots.unsafelyUnwrapped[Self.slot(of: slice.region)] = .passUnretained(slice)
  }

  /// Forgets all.
  func clear() { slots?.update(repeating: nil, count: Self.count) }
}

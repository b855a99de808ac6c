/// The data shared by a store, its scopes, its observers and its effects.
///
/// Allocated separately, because the compiler would guard each access to a stored property of a
/// class with an exclusivity check, which is two calls into the runtime.
@usableFromInline
@safe
// Safe: the core retains its observers. It may outlive the state, which nothing reads then.
struct StoreCore {
  @usableFromInline var status: StoreStatus = []
  /// The parts of the state that may be observed.
  @usableFromInline var observed = ObservedPlaces()
  @safe @usableFromInline let state: UnsafeRawPointer
  @usableFromInline let isolation: StoreIsolation
  /// The observers, created with the first one. Retained.
  @safe @usableFromInline var observers: Unmanaged<ObserverList>?
  /// The group of all observers, if they have one region and it is not that of elements.
  @safe @usableFromInline var onlyGroup: Unmanaged<ObserverGroup>?
  /// The size and alignment of the largest action of the store and all its scopes.
  @usableFromInline var actionSize: UInt32
  @usableFromInline var actionAlignment: UInt32
  /// A Boolean value that indicates whether all actions fit in `_ActionRoute.SmallBuffer`.
  @usableFromInline var hasSmallActions = true
  /// Sends the action in a buffer, which becomes uninitialized, and waits for everything that it
  /// causes.
  @usableFromInline let run: Run
  @usableFromInline typealias Run =
    nonisolated(nonsending) (UnsafeMutableRawPointer, _StoreLink) async -> Void

  @inlinable
  init<State, Action>(
    state: UnsafeMutablePointer<State>, isolation: StoreIsolation, of action: Action.Type,
    run: nonisolated(nonsending) @escaping (UnsafeMutableRawPointer, _StoreLink) async -> Void
  ) {
    unsafe self.run = unsafe run
    self.state = UnsafeRawPointer(state)
    self.isolation = isolation
    observed.divide(MemoryLayout<State>.size)
    actionSize = 8
    actionAlignment = 8
    reserve(action)
  }

  /// Reserves room for the actions of a scope, in whole words.
  @inlinable
  mutating func reserve<Action>(_ action: Action.Type) {
    actionSize = Swift.max(actionSize, UInt32((MemoryLayout<Action>.size + 7) & ~7))
    actionAlignment = Swift.max(actionAlignment, UInt32(MemoryLayout<Action>.alignment))
    hasSmallActions = actionSize <= 48 && actionAlignment <= 8
  }

  /// The distance between two actions in a buffer.
  @inlinable var actionStride: UInt32 {
    (actionSize + actionAlignment - 1) & ~(actionAlignment - 1)
  }

  /// Stops the program if the reducer reads its own store.
  @inlinable
  func checkReadable() {
    precondition(
      !status.contains(.reducing),
      "a reducer must not read its own store; read the state that was passed to it")
  }

  @inlinable
  func region<Part>(of place: UnsafePointer<Part>) -> StateRegion {
    unsafe .part(offset: UnsafeRawPointer(place) - state, size: MemoryLayout<Part>.size)
  }
}

extension UnsafeMutablePointer<StoreCore> {
  /// The observers, created at the first use.
  @inlinable
  var observerList: ObserverList { unsafe uncountedObservers.takeUnretainedValue() }

  /// The observers for callers that keep the store alive.
  @inlinable
  @safe var uncountedObservers: Unmanaged<ObserverList> {
    unsafe pointee.observers ?? makeObservers()
  }

  @usableFromInline
  @inline(never)
  func makeObservers() -> Unmanaged<ObserverList> {
    @safe let observers = unsafe Unmanaged.passRetained(ObserverList(core: self))
    unsafe pointee.observers = observers
    return observers
  }

  /// Releases all memory, unless the observers are in use on another thread, as when a subscription
  /// ends there. They then release it.
  @usableFromInline
  func end() {
    guard let observers = unsafe pointee.observers else { return unsafe free() }
    unsafe observers.release()
  }

  func free() {
    unsafe deinitialize(count: 1)
    unsafe deallocate()
  }
}

/// The observed ranges of a state, so that the check for unobserved regions takes a few
/// instructions for any number of observers.
///
/// The bytes of the state are divided into 64 ranges of equal size. The observed ranges may be
/// larger than necessary, but never smaller.
@usableFromInline
@safe
// Safe: the observer list replaces the counts when it moves them.
struct ObservedPlaces {
  /// The ranges with observers of more than one element.
  @usableFromInline var wide: UInt64 = 0
  /// The ranges of collections with observers of one element.
  @usableFromInline var keyed: UInt64 = 0
  /// The binary logarithm of the number of bytes in a range.
  @usableFromInline var shift: UInt32 = 0
  /// The number of counts by key minus one. The number is a power of two.
  @usableFromInline var keyMask: UInt32 = 0
  /// The numbers of open observers of one element, by the lowest bits of its key. Owned by the
  /// observer list.
  @safe @usableFromInline var keyCounts: UnsafeMutablePointer<Int>?

  @inlinable init() {}

  @inlinable
  mutating func divide(_ size: Int) {
    while size > 64 << shift { shift += 1 }
  }

  /// Returns the ranges that a region overlaps. Bytes after the state belong to the last one.
  @inlinable @inline(__always)
  func ranges(of region: StateRegion) -> UInt64 {
    guard !region.isNothing else { return 0 }
    let first = Swift.min(UInt64(truncatingIfNeeded: region.lower) &>> UInt64(shift), 63)
    let last = Swift.min(UInt64(truncatingIfNeeded: region.upper &- 1) &>> UInt64(shift), 63)
    return (.max &<< first) & (.max &>> (63 &- last))
  }

  /// Returns whether a region is certainly not observed.
  @inlinable @inline(__always)
  func isUnobserved(_ region: StateRegion) -> Bool {
    let ranges = ranges(of: region)
    guard ranges & wide == 0 else { return false }
    guard ranges & keyed != 0, let keyCounts else { return true }
    return unsafe region.isElement && keyCounts[region.key & Int(keyMask)] == 0
  }
}

/// All conditions that prevent a send from returning right after its reduction, in one word so that
/// one comparison checks them.
@usableFromInline
struct StoreStatus: OptionSet {
  @usableFromInline let rawValue: UInt

  @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

  /// A reducer is changing the state.
  @inlinable static var reducing: StoreStatus { StoreStatus(rawValue: 1) }
  /// The consequences of an action are being handled; other actions are queued.
  @inlinable static var settling: StoreStatus { StoreStatus(rawValue: 2) }
  /// There are open observers.
  @inlinable static var observed: StoreStatus { StoreStatus(rawValue: 4) }
  /// Actions are queued.
  @inlinable static var queued: StoreStatus { StoreStatus(rawValue: 8) }
  /// `withState` is reading the state, which must not be replaced.
  @inlinable static var lent: StoreStatus { StoreStatus(rawValue: 16) }
  /// A scope is sending a batch, which stays in the queue until it is complete.
  @inlinable static var gathering: StoreStatus { StoreStatus(rawValue: 64) }
  /// Effects of parts that may disappear are running.
  @inlinable static var placed: StoreStatus { StoreStatus(rawValue: 32) }
}

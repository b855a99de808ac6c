/// What a store, its scopes, its observers and its effects share, in memory of its own.
///
/// Not stored properties of an object: the compiler would guard each access with a dynamic
/// exclusivity check, two calls into the runtime.
@usableFromInline
struct StoreCore {
  /// What the store is doing, and whether anybody wants to know.
  @usableFromInline var status: StoreStatus = []
  /// Where somebody reads, or may: what is not here is read by nobody.
  @usableFromInline var observed = ObservedPlaces()
  /// Where the state begins.
  @usableFromInline let state: UnsafeRawPointer
  /// Where the store lives.
  @usableFromInline let home: StoreHome
  /// Those who observe; `nil` before there is the first. Retained.
  @usableFromInline var observers: Unmanaged<ObserverList>?
  /// What the largest action of the store and of all scopes that were ever made of it needs.
  @usableFromInline var actionSize: UInt32
  @usableFromInline var actionAlignment: UInt32
  /// Whether each of them fits in `ActionRoute.SmallBuffer`.
  @usableFromInline var hasSmallActions = true
  /// Sends the store's action that lies in a buffer, leaves uninitialised memory behind, and waits
  /// until everything it caused has ended.
  @usableFromInline let run: Run
  @usableFromInline typealias Run =
    nonisolated(nonsending) (UnsafeMutableRawPointer, StoreLink) async -> Void

  /// That of a store.
  @inlinable
  init<State, Action>(
    state: UnsafeMutablePointer<State>, home: StoreHome, of action: Action.Type,
    run: nonisolated(nonsending) @escaping (UnsafeMutableRawPointer, StoreLink) async -> Void
  ) {
    self.run = run
    self.state = UnsafeRawPointer(state)
    self.home = home
    observed.divide(MemoryLayout<State>.size)
    actionSize = 8
    actionAlignment = 8
    reserve(action)
  }

  /// Makes room for the actions of a scope, in whole words.
  @inlinable
  mutating func reserve<Action>(_ action: Action.Type) {
    actionSize = Swift.max(actionSize, UInt32((MemoryLayout<Action>.size + 7) & ~7))
    actionAlignment = Swift.max(actionAlignment, UInt32(MemoryLayout<Action>.alignment))
    hasSmallActions = actionSize <= 48 && actionAlignment <= 8
  }

  /// The distance between two such actions in memory.
  @inlinable var actionStride: UInt32 {
    (actionSize + actionAlignment - 1) & ~(actionAlignment - 1)
  }

  /// Stops a reducer that reads the state which it holds.
  @inlinable
  func checkReadable() {
    precondition(
      !status.contains(.reducing),
      "a reducer reads the state it was given, not that of its own store, which it is changing")
  }

  @inlinable
  func region<Part>(of place: UnsafePointer<Part>) -> StateRegion {
    .part(offset: UnsafeRawPointer(place) - state, size: MemoryLayout<Part>.size)
  }
}

extension UnsafeMutablePointer<StoreCore> {
  /// Those who observe, made for the first of them.
  @inlinable
  var observerList: ObserverList { uncountedObservers.takeUnretainedValue() }

  /// The same, for who does not let go of the store meanwhile.
  @inlinable
  var uncountedObservers: Unmanaged<ObserverList> { pointee.observers ?? makeObservers() }

  @usableFromInline
  @inline(never)
  func makeObservers() -> Unmanaged<ObserverList> {
    let observers = Unmanaged.passRetained(ObserverList(core: self))
    pointee.observers = observers
    return observers
  }

  /// Gives everything back.
  @usableFromInline
  func end() {
    let observers = pointee.observers
    pointee.observers = nil
    observers?.release()
    deinitialize(count: 1)
    deallocate()
  }
}

/// Where observers read, so that finding out that nobody reads a region takes a few instructions,
/// whatever the number of observers.
///
/// The state's bytes are divided into 64 ranges of one size. What is said of them may be more than is
/// true, never less.
@usableFromInline
struct ObservedPlaces {
  /// The ranges that somebody reads who reads more than one element of a collection.
  @usableFromInline var wide: UInt64 = 0
  /// The ranges of collections of which somebody reads an element.
  @usableFromInline var keyed: UInt64 = 0
  /// A range has two to the power of this many bytes.
  @usableFromInline var shift: UInt32 = 0
  /// One less than the number of counts by key, which is a power of two.
  @usableFromInline var keyMask: UInt32 = 0
  /// How many open observers read one element, by the lowest bits of its key; `nil` while nobody has
  /// ever done so. Belongs to the list of observers.
  @usableFromInline var keyCounts: UnsafeMutablePointer<Int>?

  @inlinable init() {}

  @inlinable
  mutating func divide(_ size: Int) {
    while size > 64 << shift { shift += 1 }
  }

  /// The ranges that a region touches. What lies behind the state is in the last one.
  @inlinable @inline(__always)
  func ranges(of region: StateRegion) -> UInt64 {
    guard !region.isNothing else { return 0 }
    let first = Swift.min(UInt64(truncatingIfNeeded: region.lower) &>> UInt64(shift), 63)
    let last = Swift.min(UInt64(truncatingIfNeeded: region.upper &- 1) &>> UInt64(shift), 63)
    return (.max &<< first) & (.max &>> (63 &- last))
  }

  /// Whether nobody can be reading this region.
  @inlinable @inline(__always)
  func isUnobserved(_ region: StateRegion) -> Bool {
    let ranges = ranges(of: region)
    guard ranges & wide == 0 else { return false }
    guard ranges & keyed != 0, let keyCounts else { return true }
    return region.isElement && keyCounts[region.key & Int(keyMask)] == 0
  }
}

/// All that could keep a send from returning right after its reduction, in one word, so that
/// asking for all of it is one comparison.
@usableFromInline
struct StoreStatus: OptionSet {
  @usableFromInline let rawValue: UInt

  @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

  /// A reducer is changing the state: nobody else may touch it.
  @inlinable static var reducing: StoreStatus { StoreStatus(rawValue: 1) }
  /// What an action caused is being handled: others wait in the queue.
  @inlinable static var settling: StoreStatus { StoreStatus(rawValue: 2) }
  /// Somebody wants to know of changes.
  @inlinable static var observed: StoreStatus { StoreStatus(rawValue: 4) }
  /// Actions wait in the queue.
  @inlinable static var queued: StoreStatus { StoreStatus(rawValue: 8) }
  /// Somebody reads the state where it lies: it may not be replaced.
  @inlinable static var lent: StoreStatus { StoreStatus(rawValue: 16) }
  /// A scope sends a batch: its actions wait in the queue until they are complete.
  @inlinable static var gathering: StoreStatus { StoreStatus(rawValue: 64) }
  /// Effects run that end when a part of the state vanishes.
  @inlinable static var placed: StoreStatus { StoreStatus(rawValue: 32) }
}

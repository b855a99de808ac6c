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

  /// The region of a part that lies in the state.
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

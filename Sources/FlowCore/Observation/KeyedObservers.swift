/// The observers of single elements of collections, by the lowest bits of the keys.
///
/// The number of places is at least the number of observers. It is less than sixteen times that
/// number, or five times after the last addition.
@safe
// Safe: the table owns its memory, and every key is reduced to a place in it.
struct KeyedObservers: ~Copyable {
  /// A power of two, or 0.
  private(set) var placeCount = 0
  private(set) var count = 0
  @safe private var places: UnsafeMutablePointer<UncountedList<Observer>>?
  /// The number of open observers at each place, read by the store.
  @safe private(set) var openCounts: UnsafeMutablePointer<Int>?

  init() {}

  deinit { free() }

  private func free() {
    unsafe places?.deinitialize(count: placeCount)
    unsafe places?.deallocate()
    unsafe openCounts?.deallocate()
  }

  private func place(of region: StateRegion) -> Int { region.key & (placeCount - 1) }

  func count(at region: StateRegion) -> Int {
    unsafe placeCount == 0 ? 0 : places.unsafelyUnwrapped[place(of: region)].count
  }

  func observer(_ index: Int, at region: StateRegion) -> Unmanaged<Observer> {
    unsafe places.unsafelyUnwrapped[place(of: region)][index]
  }

  /// Adds an observer that is not open yet.
  ///
  /// - Parameters:
  ///   - all: All observers, including the new one, for a redistribution.
  ///   - mayMove: A Boolean value that indicates whether no iteration is in progress.
  mutating func add(
    _ observer: Observer, to all: borrowing UncountedList<Observer>, mayMove: Bool
  ) {
    count += 1
    guard count > placeCount, mayMove || placeCount == 0 else {
      unsafe places.unsafelyUnwrapped[place(of: observer.region)].append(observer)
      return
    }
    distribute(all, over: Swift.max(4 * placeCount, 1), but: observer)
  }

  /// Makes room that could not be made during an iteration.
  mutating func makeRoom(for all: borrowing UncountedList<Observer>) {
    if count > placeCount { distribute(all, over: 4 * placeCount, but: nil) }
  }

  func replace(_ observer: Observer, with other: Observer) {
    _ = unsafe places.unsafelyUnwrapped[place(of: observer.region)].replace(observer, with: other)
  }

  func changeOpenCount(at region: StateRegion, by change: Int) {
    unsafe openCounts.unsafelyUnwrapped[place(of: region)] += change
  }

  /// Removes closed observers, and memory that is no longer needed.
  mutating func removeClosed(of all: borrowing UncountedList<Observer>) {
    for place in 0..<placeCount { unsafe places.unsafelyUnwrapped[place].removeAll { !$0.isOpen } }
    count = 0
    for place in 0..<placeCount { unsafe count += places.unsafelyUnwrapped[place].count }
    guard count < placeCount / 16 else { return }
    var fewer = 1
    while fewer < count { fewer *= 4 }
    distribute(all, over: fewer, but: nil)
  }

  // The newest observer is counted when it opens.
  private mutating func distribute(
    _ all: borrowing UncountedList<Observer>, over newCount: Int, but newest: Observer?
  ) {
    free()
    placeCount = newCount
    let lists = UnsafeMutablePointer<UncountedList<Observer>>.allocate(capacity: newCount)
    for place in 0..<newCount { unsafe (lists + place).initialize(to: UncountedList()) }
    let counts = UnsafeMutablePointer<Int>.allocate(capacity: newCount)
    unsafe counts.initialize(repeating: 0, count: newCount)
    (places, openCounts) = unsafe (lists, counts)
    for index in 0..<all.count {
      unsafe all[index]._withUnsafeGuaranteedRef { observer in
        guard observer.region.isElement else { return }
        unsafe lists[place(of: observer.region)].append(observer)
        if observer.isOpen, observer !== newest { unsafe counts[place(of: observer.region)] += 1 }
      }
    }
  }
}

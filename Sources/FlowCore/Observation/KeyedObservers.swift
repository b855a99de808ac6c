/// Those who read one element of a collection, by the lowest bits of its key.
///
/// What must be true of it: there are as many places as observers, and less than sixteen times as
/// many, or five times after the last has come.
struct KeyedObservers: ~Copyable {
  /// A power of two, or 0.
  private(set) var placeCount = 0
  /// How many there are.
  private(set) var count = 0
  private var places: UnsafeMutablePointer<UncountedList<Observer>>?
  /// How many at each place want to be notified; the store asks.
  private(set) var openCounts: UnsafeMutablePointer<Int>?

  init() {}

  deinit { free() }

  private func free() {
    places?.deinitialize(count: placeCount)
    places?.deallocate()
    openCounts?.deallocate()
  }

  /// Whether there are none.
  var isEmpty: Bool { count == 0 }

  private func place(of region: StateRegion) -> Int { region.key & (placeCount - 1) }

  /// How many are at the place of an element.
  func count(at region: StateRegion) -> Int {
    placeCount == 0 ? 0 : places.unsafelyUnwrapped[place(of: region)].count
  }

  /// One of those at the place of an element.
  func observer(_ index: Int, at region: StateRegion) -> Unmanaged<Observer> {
    places.unsafelyUnwrapped[place(of: region)][index]
  }

  /// Adds one, which does not want to be notified yet.
  ///
  /// - Parameters:
  ///   - all: Those who are to be dealt out again when there is no room; the new one among them.
  ///   - mayMove: Whether nobody goes through them.
  mutating func add(
    _ observer: Observer, to all: borrowing UncountedList<Observer>, mayMove: Bool
  ) {
    count += 1
    guard count > placeCount, mayMove || placeCount == 0 else {
      places.unsafelyUnwrapped[place(of: observer.region)].append(observer)
      return
    }
    distribute(all, over: Swift.max(4 * placeCount, 1), but: observer)
  }

  /// Makes the room that was not made while somebody went through them.
  mutating func makeRoom(for all: borrowing UncountedList<Observer>) {
    if count > placeCount { distribute(all, over: 4 * placeCount, but: nil) }
  }

  /// One more wants to be notified, or one less.
  func changeOpenCount(at region: StateRegion, by change: Int) {
    openCounts.unsafelyUnwrapped[place(of: region)] += change
  }

  /// Forgets those who are closed, and gives back what many took that have gone.
  mutating func removeClosed(of all: borrowing UncountedList<Observer>) {
    for place in 0..<placeCount { places.unsafelyUnwrapped[place].removeAll { !$0.isOpen } }
    count = 0
    for place in 0..<placeCount { count += places.unsafelyUnwrapped[place].count }
    guard count < placeCount / 16 else { return }
    var fewer = 1
    while fewer < count { fewer *= 4 }
    distribute(all, over: fewer, but: nil)
  }

  // The newest is counted when it opens.
  private mutating func distribute(
    _ all: borrowing UncountedList<Observer>, over newCount: Int, but newest: Observer?
  ) {
    free()
    placeCount = newCount
    let lists = UnsafeMutablePointer<UncountedList<Observer>>.allocate(capacity: newCount)
    for place in 0..<newCount { (lists + place).initialize(to: UncountedList()) }
    let counts = UnsafeMutablePointer<Int>.allocate(capacity: newCount)
    counts.initialize(repeating: 0, count: newCount)
    (places, openCounts) = (lists, counts)
    for index in 0..<all.count {
      all[index]._withUnsafeGuaranteedRef { observer in
        guard observer.region.isElement else { return }
        lists[place(of: observer.region)].append(observer)
        if observer.isOpen, observer !== newest { counts[place(of: observer.region)] += 1 }
      }
    }
  }
}

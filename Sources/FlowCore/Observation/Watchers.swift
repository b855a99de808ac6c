/// Those who want to know of changes, found by the part of the state they read.
///
/// What must be true of it: telling of a change to one element of a collection looks at the watchers
/// of that element and at those of no element, however many others there are; everybody is told in
/// the order in which they came, and nobody who has left.
@usableFromInline
final class Watchers {
  /// Shared with the store: it says whether anybody is here.
  @usableFromInline let board: UnsafeMutablePointer<StoreBoard>
  // Unchecked: asked after every watched action. No code of a watcher runs while a list is written.
  /// Everybody.
  @exclusivity(unchecked) @usableFromInline var all: [Watcher] = []
  /// Those who do not read a single element.
  @exclusivity(unchecked) @usableFromInline var wide: [Watcher] = []
  /// Those who do, by the lowest bits of their key; a power of two.
  @exclusivity(unchecked) @usableFromInline var byKey: [[Watcher]] = [[]]
  @exclusivity(unchecked) @usableFromInline var openCount = 0
  @usableFromInline var nextOrder = 0
  @exclusivity(unchecked) @usableFromInline var cells: [SliceKey: TrackedCell] = [:]

  @usableFromInline
  init() {
    board = .allocate(capacity: 1)
    board.initialize(to: StoreBoard())
  }

  deinit {
    board.pointee.keyCounts.deallocate()
    board.deallocate()
  }

  /// Tells those whose part overlaps `footprint`.
  ///
  /// Those who come while it runs are told from the next change on.
  @inlinable
  func tell(_ footprint: Footprint) {
    guard footprint.hasKey else {
      tell(all, footprint)
      return
    }
    let keyed = byKey[footprint.key & (byKey.count - 1)]
    if keyed.isEmpty {
      tell(wide, footprint)
    } else {
      tell(wide, keyed, footprint)
    }
  }

  // The list is held while it is gone through: who joins or leaves meanwhile changes another copy of
  // it, and nobody in it dies. Each watcher need not be held as well.
  @inlinable
  func tell(_ list: [Watcher], _ footprint: Footprint) {
    list.withUnsafeBufferPointer { watchers in
      for index in watchers.indices {
        Unmanaged.passUnretained(watchers[index])._withUnsafeGuaranteedRef {
          check($0, footprint)
        }
      }
    }
  }

  @inlinable
  func tell(_ wide: [Watcher], _ keyed: [Watcher], _ footprint: Footprint) {
    var nextWide = 0
    var nextKeyed = 0
    while nextWide < wide.count || nextKeyed < keyed.count {
      if nextKeyed == keyed.count
        || nextWide < wide.count && wide[nextWide].order < keyed[nextKeyed].order
      {
        check(wide[nextWide], footprint)
        nextWide += 1
      } else {
        check(keyed[nextKeyed], footprint)
        nextKeyed += 1
      }
    }
  }

  @inlinable
  func check(_ watcher: Watcher, _ footprint: Footprint) {
    if watcher.isOpen, watcher.footprint.overlaps(footprint) { watcher.check() }
  }

  /// Whether nobody outside a footprint sees a change: what a reducer says of itself is true.
  @usableFromInline
  func isUnchanged(outside footprint: Footprint) -> Bool {
    all.allSatisfy { !$0.isOpen || $0.footprint.overlaps(footprint) || !$0.hasChanged() }
  }

  /// Adds somebody at the end.
  @usableFromInline
  func add(_ watcher: Watcher) {
    watcher.order = nextOrder
    nextOrder += 1
    all.append(watcher)
    if watcher.footprint.hasKey {
      if all.count - wide.count > byKey.count { rehash() } else { addKeyed(watcher) }
    } else {
      wide.append(watcher)
    }
    if watcher.isOpen { opened(watcher) }
  }

  private func addKeyed(_ watcher: Watcher) {
    byKey[watcher.footprint.key & (byKey.count - 1)].append(watcher)
  }

  private func rehash() {
    byKey = Array(repeating: [], count: byKey.count * 4)
    board.pointee.resize(to: byKey.count)
    for watcher in all where watcher.footprint.hasKey {
      addKeyed(watcher)
      // The newest is counted when it opens.
      if watcher.isOpen, watcher !== all.last { board.pointee.count(watcher.footprint, 1) }
    }
  }

  /// One more wants to be told.
  @inlinable
  func opened(_ watcher: Watcher) {
    openCount += 1
    board.pointee.count(watcher.footprint, 1)
    board.pointee.status.insert(.watched)
  }

  /// One less wants to be told; whoever closed stays in the lists until they are swept.
  @inlinable
  func closed(_ watcher: Watcher) {
    openCount -= 1
    board.pointee.count(watcher.footprint, -1)
    if openCount == 0 { board.pointee.status.remove(.watched) }
  }

  /// Forgets those who are closed, when they are most: removing each at once would make closing a
  /// screen of *n* rows O(*n*²).
  @usableFromInline
  func sweep() {
    guard all.count > 2 * openCount + 16 || openCount == 0 else { return }
    all.removeAll { !$0.isOpen }
    wide.removeAll { !$0.isOpen }
    for index in byKey.indices { byKey[index].removeAll { !$0.isOpen } }
    for (key, cell) in cells where !cell.isOpen { cells[key] = nil }
  }

  /// A subscription of a closure.
  @inlinable
  func subscribe<Value: Equatable>(
    to location: Location<Value>, _ footprint: Footprint, _ changed: @escaping (Value) -> Void
  ) -> Subscription {
    let subscriber = Watcher.subscriber(location, footprint, changed)
    add(subscriber)
    // Weak: a subscription may outlive its store, and must not keep the list alive.
    return Subscription { [weak self] in
      subscriber.isOpen = false
      self?.closed(subscriber)
      self?.sweep()
    }
  }
}

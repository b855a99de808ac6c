/// Those who want to be notified of changes, found by the region of the state they read.
///
/// What must be true of it: notifying of a change to one element of a collection looks at the
/// observers of that element and at those of no element, however many others there are; everybody is
/// notified in the order in which they came, and nobody who has left.
@usableFromInline
final class ObserverList {
  /// Shared with the store: they say whether anybody is here.
  @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>
  /// Where the store lives, for what ends elsewhere.
  let home: StoreHome
  // Unchecked: asked after every observed action. No code of an observer runs while a list is
  // written.
  /// Everybody.
  @exclusivity(unchecked) @usableFromInline var all: [Observer] = []
  /// Those who do not read a single element.
  @exclusivity(unchecked) @usableFromInline var wide: [Observer] = []
  /// Those who do, by the lowest bits of their key; a power of two.
  @exclusivity(unchecked) @usableFromInline var byKey: [[Observer]] = [[]]
  @exclusivity(unchecked) @usableFromInline var openCount = 0
  @usableFromInline var nextOrder = 0
  @exclusivity(unchecked) @usableFromInline var slices: [SliceKey: ObservedSlice] = [:]

  @usableFromInline
  init(home: StoreHome) {
    flags = .allocate(capacity: 1)
    flags.initialize(to: StoreFlags())
    self.home = home
  }

  deinit {
    flags.pointee.keyCounts.deallocate()
    flags.deallocate()
  }

  /// Notifies those whose region overlaps `region`.
  ///
  /// Those who come while it runs are notified from the next change on.
  @inlinable
  func notify(_ region: StateRegion) {
    guard region.isElement else {
      notify(all, region)
      sweepMany()
      return
    }
    let keyed = byKey[region.key & (byKey.count - 1)]
    if keyed.isEmpty {
      notify(wide, region)
    } else {
      notify(wide, keyed, region)
    }
  }

  // The list is held while it is gone through: who joins or leaves meanwhile changes another copy of
  // it, and nobody in it dies. Each observer need not be held as well.
  @inlinable
  func notify(_ list: [Observer], _ region: StateRegion) {
    list.withUnsafeBufferPointer { observers in
      for index in observers.indices {
        Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef {
          check($0, region)
        }
      }
    }
  }

  @inlinable
  func notify(_ wide: [Observer], _ keyed: [Observer], _ region: StateRegion) {
    var nextWide = 0
    var nextKeyed = 0
    while nextWide < wide.count || nextKeyed < keyed.count {
      if nextKeyed == keyed.count
        || nextWide < wide.count && wide[nextWide].order < keyed[nextKeyed].order
      {
        check(wide[nextWide], region)
        nextWide += 1
      } else {
        check(keyed[nextKeyed], region)
        nextKeyed += 1
      }
    }
  }

  @inlinable
  func check(_ observer: Observer, _ region: StateRegion) {
    if observer.isOpen, observer.region.overlaps(region) { observer.check() }
  }

  /// Whether no observer outside a region sees a change: what a reducer says of itself is true.
  ///
  /// - Precondition: It is; else the program is stopped, and the action and the part are named.
  @usableFromInline
  func hasNotedAll(outside region: StateRegion, action: Any) -> Bool {
    for observer in all
    where observer.isOpen && !observer.region.overlaps(region) && observer.hasChanged() {
      preconditionFailure(
        "a reducer's region must hold all that an action changes: \(action) changed "
          + "\(observer.name) outside of \(region)")
    }
    return true
  }

  // MARK: - Coming and going

  /// Adds somebody at the end.
  @usableFromInline
  func add(_ observer: Observer) {
    observer.order = nextOrder
    nextOrder += 1
    all.append(observer)
    if observer.region.isElement {
      if all.count - wide.count > byKey.count { rehash() } else { addKeyed(observer) }
    } else {
      wide.append(observer)
    }
    if observer.isOpen { opened(observer) }
  }

  private func addKeyed(_ observer: Observer) {
    byKey[observer.region.key & (byKey.count - 1)].append(observer)
  }

  private func rehash() {
    byKey = Array(repeating: [], count: byKey.count * 4)
    flags.pointee.resize(to: byKey.count)
    for observer in all where observer.region.isElement {
      addKeyed(observer)
      // The newest is counted when it opens.
      if observer.isOpen, observer !== all.last { flags.pointee.count(observer.region, 1) }
    }
  }

  /// One more wants to be notified.
  @inlinable
  func opened(_ observer: Observer) {
    openCount += 1
    flags.pointee.count(observer.region, 1)
    flags.pointee.status.insert(.observed)
  }

  /// One less wants to be notified; who closed stays in the lists until they are swept.
  @inlinable
  func closed(_ observer: Observer) {
    openCount -= 1
    flags.pointee.count(observer.region, -1)
    if openCount == 0 { flags.pointee.status.remove(.observed) }
  }

  /// Closes an observer that will not open again.
  @usableFromInline
  func end(_ observer: Observer) {
    guard observer.isOpen else { return }
    observer.isOpen = false
    closed(observer)
    sweep()
  }

  /// Forgets those who are closed, when they are most: removing each at once would make closing a
  /// screen of *n* rows O(*n*²).
  @usableFromInline
  func sweep() {
    guard all.count > 2 * openCount + 16 || openCount == 0 else { return }
    removeClosed()
  }

  /// Forgets those who are closed when a notification has closed many at once, as when a long list
  /// goes; a few are soon read again, and kept for that.
  @inlinable
  func sweepMany() {
    if all.count > 2 * openCount + 1_024 { removeClosed() }
  }

  @usableFromInline
  func removeClosed() {
    all.removeAll { !$0.isOpen }
    wide.removeAll { !$0.isOpen }
    for index in byKey.indices { byKey[index].removeAll { !$0.isOpen } }
    slices = slices.filter { $0.value.isOpen }
    guard all.count - wide.count < byKey.count / 16 else { return }
    shrink()
  }

  /// Gives back what many observers of elements took that have gone.
  private func shrink() {
    var count = 1
    while count < all.count - wide.count { count *= 4 }
    byKey = Array(repeating: [], count: count)
    flags.pointee.resize(to: count)
    for observer in all where observer.region.isElement {
      addKeyed(observer)
      flags.pointee.count(observer.region, 1)
    }
  }

  /// A subscription of a closure.
  @inlinable
  func subscribe<Value: Equatable>(
    to location: StateLocation<Value>, _ region: StateRegion, path: AnyKeyPath?,
    _ changed: @escaping (Value) -> Void
  ) -> Subscription {
    let subscriber = Observer.subscriber(location, region, changed)
    subscriber.part = path
    add(subscriber)
    // Weak: a subscription may outlive its store, and must not keep the list alive.
    return Subscription { [weak self] in
      if let self { end(subscriber) } else { subscriber.isOpen = false }
    }
  }
}

/// The observers of a store, by the regions that they read.
///
/// A notification visits the observers of regions that overlap the changed one and, in a
/// collection, those of the changed element. Observers are notified in the order in which they were
/// added, and never after they were removed.
@usableFromInline
@safe
// Safe: the list owns the core after the end of the store, and a reader retains itself while it runs.
final class ObserverList {
  @safe @usableFromInline let core: UnsafeMutablePointer<StoreCore>
  // Unchecked, here and below: accessed after each observed action. No code of an observer runs
  // during a write, and nothing is removed during an iteration.
  @safe @exclusivity(unchecked) var all = UncountedList<Observer>()
  /// All observers by region.
  @safe @exclusivity(unchecked) var groups = UncountedList<ObserverGroup>()
  /// The observers of single elements.
  @safe @exclusivity(unchecked) var keyed = KeyedObservers()
  @safe @exclusivity(unchecked) var openCount = 0
  @safe @exclusivity(unchecked) var nextOrder = 0
  /// The number of nested notifications and reads.
  @safe @exclusivity(unchecked) @usableFromInline var depth = 0
  /// The number of notifications so far.
  @safe @exclusivity(unchecked) @usableFromInline var notifications = 0
  /// A Boolean value that indicates whether an observer was removed during a notification or read.
  @safe @exclusivity(unchecked) var hasClosedObservers = false
  /// A Boolean value that indicates whether cleanup waits for the end of a notification or read.
  @safe @exclusivity(unchecked) @usableFromInline var needsCleanup = false
  @safe @exclusivity(unchecked) @usableFromInline var slices: [SliceKey: ObservedSlice] = [:]
  @safe @exclusivity(unchecked) @usableFromInline var recent = RecentSlices()
  /// The part reader whose closure is running; it retains itself.
  @safe @exclusivity(unchecked) @usableFromInline var reader: Unmanaged<PartReader>?
  /// Created at its first use. Retained.
  @safe @exclusivity(unchecked) var probe: Unmanaged<TrackingProbe>?
  /// The observers that ended during the current notification or read.
  @safe @exclusivity(unchecked) var ended: [Observer] = []

  @usableFromInline
  init(core: UnsafeMutablePointer<StoreCore>) { self.core = unsafe core }

  deinit {
    unsafe probe?.release()
    unsafe core.free()
  }

  // MARK: - Notifying

  /// Notifies the observers whose regions overlap a region.
  ///
  /// Observers that are added meanwhile are notified from the next change on.
  @usableFromInline
  func notify(_ region: StateRegion) {
    let keyedCount = region.isElement ? keyed.count(at: region) : 0
    var count = keyedCount
    var lists = keyedCount == 0 ? 0 : 1
    var only: Unmanaged<ObserverGroup>?
    for index in 0..<groups.count {
      let group = unsafe groups[index]
      unsafe group._withUnsafeGuaranteedRef {
        guard $0.mayOverlap(region) else { return }
        lists += 1
        count += $0.observers.count
        unsafe only = unsafe group
      }
    }
    guard lists > 0 else { return }
    let sender = unsafe beginNotification()
    switch unsafe (lists, only) {
    case (1, let only?): unsafe only._withUnsafeGuaranteedRef { notify($0) }
    case (1, nil): notify(keyedCount, at: region)
    case (2, let only?) where keyedCount > 0:
      unsafe only._withUnsafeGuaranteedRef { notify($0, keyedCount, at: region) }
    case _ where 4 * count > all.count: notifyAll(region)
    default: notify(observers(of: [region]))
    }
    unsafe endNotification(sender)
  }

  /// Notifies the observers of the only group.
  @inlinable @inline(__always)
  func notify(only group: ObserverGroup) {
    let sender = unsafe beginNotification()
    let count = group.observers.count
    var index = 0
    while index < count {
      unsafe group.observers[index]._withUnsafeGuaranteedRef { if $0.isOpen { $0.check($0) } }
      index &+= 1
    }
    unsafe endNotification(sender)
  }

  /// Notifies the observers whose regions overlap one of several regions, each at most once.
  @usableFromInline
  func notify(_ regions: [StateRegion]) {
    let observed = regions.filter { !core.pointee.observed.isUnobserved($0) }
    guard observed.count > 1 else {
      if let region = observed.first { notify(region) }
      return
    }
    let sender = unsafe beginNotification()
    notify(observers(of: observed))
    unsafe endNotification(sender)
  }

  /// Defers removals, and separates the reads of observers from those of the sender.
  ///
  /// - Returns: The part reader that has sent the action.
  @inlinable @inline(__always)
  func beginNotification() -> Unmanaged<PartReader>? {
    depth &+= 1
    notifications &+= 1
    defer { reader = nil }
    return reader
  }

  @inlinable @inline(__always)
  func endNotification(_ sender: Unmanaged<PartReader>?) {
    reader = unsafe sender
    endPass()
  }

  /// Returns the observers whose regions overlap one of several, in order. Some are repeated, one
  /// after the other.
  private func observers(of regions: [StateRegion]) -> [Observer] {
    var places: Set<Int> = []
    var elements: Set<ElementName> = []
    var spans: [StateRegion] = []
    for region in regions {
      if region.isElement { elements.insert(ElementName(of: region)) }
      let span = StateRegion(lower: region.lower, upper: region.upper, kind: region.kind)
      if !spans.contains(span) { spans.append(span) }
    }
    var found: [Observer] = []
    for region in regions where region.isElement && keyed.placeCount > 0 {
      guard places.insert(region.key & (keyed.placeCount - 1)).inserted else { continue }
      for index in 0..<keyed.count(at: region) {
        let observer = unsafe keyed.observer(index, at: region).takeUnretainedValue()
        // Elements with other keys may have the same place.
        if elements.contains(ElementName(of: observer.region)) { found.append(observer) }
      }
    }
    for index in 0..<groups.count {
      let group = unsafe groups[index].takeUnretainedValue()
      guard spans.contains(where: group.mayOverlap) else { continue }
      for index in 0..<group.observers.count {
        unsafe found.append(group.observers[index].takeUnretainedValue())
      }
    }
    found.sort { $0.order < $1.order }
    return found
  }

  /// The identity of an element.
  private struct ElementName: Hashable {
    let lower: Int
    let upper: Int
    let key: Int

    init(of region: StateRegion) {
      lower = region.lower
      upper = region.upper
      key = region.key
    }
  }

  private func notify(_ observers: [Observer]) {
    // An observer of an element is listed twice if the whole collection may have changed as well.
    var last = -1
    for observer in observers where observer.order != last {
      last = observer.order
      if observer.isOpen { observer.check(observer) }
    }
  }

  private func notifyAll(_ region: StateRegion) {
    for index in 0..<all.count { unsafe check(all[index], region) }
  }

  /// Notifies all observers of a group.
  private func notify(_ group: ObserverGroup) {
    for index in 0..<group.observers.count {
      unsafe group.observers[index]._withUnsafeGuaranteedRef { if $0.isOpen { $0.check($0) } }
    }
  }

  private func notify(_ keyedCount: Int, at region: StateRegion) {
    for index in 0..<keyedCount { unsafe check(keyed.observer(index, at: region), region) }
  }

  private func notify(_ group: ObserverGroup, _ keyedCount: Int, at region: StateRegion) {
    let wideCount = group.observers.count
    var nextWide = 0
    var nextKeyed = 0
    while nextWide < wideCount || nextKeyed < keyedCount {
      if unsafe nextKeyed == keyedCount
        || nextWide < wideCount
          && order(group.observers[nextWide]) < order(keyed.observer(nextKeyed, at: region))
      {
        unsafe check(group.observers[nextWide], region)
        nextWide += 1
      } else {
        unsafe check(keyed.observer(nextKeyed, at: region), region)
        nextKeyed += 1
      }
    }
  }

  @inline(__always)
  private func order(_ observer: Unmanaged<Observer>) -> Int {
    unsafe observer._withUnsafeGuaranteedRef { $0.order }
  }

  @inline(__always)
  private func check(_ observer: Unmanaged<Observer>, _ region: StateRegion) {
    unsafe observer._withUnsafeGuaranteedRef {
      if $0.isOpen, $0.region.overlaps(region) { $0.check($0) }
    }
  }

  /// Checks that no observer outside a region sees a change, so that the reducer's region is
  /// correct.
  ///
  /// - Precondition: There is none; otherwise the program stops and names the action and the part.
  @usableFromInline
  func hasNoChange(outside region: StateRegion, action: Any) -> Bool {
    hasNoChange(outside: [region], action: action)
  }

  /// Checks the regions of a batch.
  @usableFromInline
  func hasNoChange(outside regions: [StateRegion], action: Any) -> Bool {
    // A comparison may end observers.
    depth += 1
    defer { endPass() }
    for index in 0..<all.count {
      let observer = unsafe all[index].takeUnretainedValue()
      guard observer.isOpen, !regions.contains(where: observer.region.overlaps),
        observer.hasChanged(observer)
      else { continue }
      let known = regions.count == 1 ? "\(regions[0])" : "\(regions)"
      preconditionFailure(
        "a reducer's region must contain all changes of an action: \(action) changed "
          + "\(observer.name) outside \(known)")
    }
    return true
  }
}

/// The observers of one region, or those of all elements of one collection, in order.
@usableFromInline
final class ObserverGroup {
  /// The first byte, and the one after the last, relative to the state.
  @usableFromInline let lower: Int
  @usableFromInline let upper: Int
  /// A Boolean value that indicates whether each observer reads one element.
  @usableFromInline let isKeyed: Bool
  // Unchecked, here and below: no code of an observer runs during a write.
  @safe @exclusivity(unchecked) @usableFromInline var observers = UncountedList<Observer>()
  @safe @exclusivity(unchecked) var openCount = 0

  init(of region: StateRegion) {
    lower = region.lower
    upper = region.upper
    isKeyed = region.isElement
  }

  func has(_ region: StateRegion) -> Bool {
    lower == region.lower && upper == region.upper && isKeyed == region.isElement
  }

  /// Returns whether observers of the group must be checked when a region changes. Those of an
  /// element are found by its key.
  @inlinable @inline(__always)
  func mayOverlap(_ region: StateRegion) -> Bool {
    lower < region.upper && region.lower < upper && !(isKeyed && region.isElement)
  }

  var region: StateRegion { StateRegion(lower: lower, upper: upper) }
}

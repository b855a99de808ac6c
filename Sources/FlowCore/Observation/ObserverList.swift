/// Those who want to be notified of changes, found by the region of the state they read.
///
/// What must be true of it: notifying of a change looks at the observers of the regions that overlap
/// the changed one, and in a collection at those of the changed element, however many others there
/// are; everybody is notified in the order in which they came, and nobody who has left.
@usableFromInline
final class ObserverList {
  /// The store's: it says whether anybody is here, and where they read.
  @usableFromInline let core: UnsafeMutablePointer<StoreCore>
  // Unchecked, here and below: asked after every observed action. No code of an observer runs while a
  // list is written, and nothing is removed while one is gone through.
  /// Everybody.
  @exclusivity(unchecked) var all = UncountedList<Observer>()
  /// The same, by region.
  @exclusivity(unchecked) var groups = UncountedList<ObserverGroup>()
  /// Those who read a single element.
  @exclusivity(unchecked) var keyed = KeyedObservers()
  @exclusivity(unchecked) var openCount = 0
  @exclusivity(unchecked) var nextOrder = 0
  /// How many notifications and readings are under way, one within the other.
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// How many notifications have begun.
  @exclusivity(unchecked) @usableFromInline var notifications = 0
  /// Whether somebody has left meanwhile.
  @exclusivity(unchecked) var hasLeavers = false
  /// Whether something has to be done that had to wait until all have been notified.
  @exclusivity(unchecked) var isUntidy = false
  @exclusivity(unchecked) @usableFromInline var slices: [SliceKey: ObservedSlice] = [:]
  @exclusivity(unchecked) @usableFromInline var recent = RecentSlices()
  /// Who reads at present, if it is a `PartReader`; it holds itself.
  @exclusivity(unchecked) @usableFromInline var reader: Unmanaged<PartReader>?
  /// Made when a scope of a part is made that may be absent.
  @exclusivity(unchecked) var probe: TrackingProbe?

  @usableFromInline
  init(core: UnsafeMutablePointer<StoreCore>) { self.core = core }

  // MARK: - Notifying

  /// Notifies those whose region overlaps `region`.
  ///
  /// Those who come while it runs are notified from the next change on.
  @usableFromInline
  func notify(_ region: StateRegion) {
    let keyedCount = region.isElement ? keyed.count(at: region) : 0
    var count = keyedCount
    var lists = keyedCount == 0 ? 0 : 1
    var only: Unmanaged<ObserverGroup>?
    for index in 0..<groups.count {
      let group = groups[index]
      group._withUnsafeGuaranteedRef {
        guard $0.mayConcern(region) else { return }
        lists += 1
        count += $0.observers.count
        only = group
      }
    }
    guard lists > 0 else { return }
    let sender = beginNotification()
    switch (lists, only) {
    case (1, let only?): only._withUnsafeGuaranteedRef { notify($0) }
    case (1, nil): notify(keyedCount, at: region)
    case (2, let only?) where keyedCount > 0:
      only._withUnsafeGuaranteedRef { notify($0, keyedCount, at: region) }
    case _ where 4 * count > all.count: notifyAll(region)
    default: notify(observers(of: [region]))
    }
    endNotification(sender)
  }

  /// Notifies those whose region overlaps one of several, each at most once.
  @usableFromInline
  func notify(_ regions: [StateRegion]) {
    let observed = regions.filter { !core.pointee.observed.isUnobserved($0) }
    guard observed.count > 1 else {
      if let region = observed.first { notify(region) }
      return
    }
    let sender = beginNotification()
    notify(observers(of: observed))
    endNotification(sender)
  }

  /// Nobody is removed while others are notified, and what these read is not read by who has sent.
  ///
  /// - Returns: Who reads and has sent.
  @inline(__always)
  private func beginNotification() -> Unmanaged<PartReader>? {
    depth += 1
    notifications &+= 1
    defer { reader = nil }
    return reader
  }

  @inline(__always)
  private func endNotification(_ sender: Unmanaged<PartReader>?) {
    reader = sender
    endPass()
  }

  /// Those whose regions overlap one of several, in their order; some of them twice, one after the
  /// other.
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
        let observer = keyed.observer(index, at: region).takeUnretainedValue()
        // Elements with other keys have the same place.
        if elements.contains(ElementName(of: observer.region)) { found.append(observer) }
      }
    }
    for index in 0..<groups.count {
      let group = groups[index].takeUnretainedValue()
      guard spans.contains(where: group.mayConcern) else { continue }
      for index in 0..<group.observers.count {
        found.append(group.observers[index].takeUnretainedValue())
      }
    }
    found.sort { $0.order < $1.order }
    return found
  }

  /// What tells an element from all others.
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
    // Whoever reads an element of a collection of which all may have changed as well is there twice.
    var last = -1
    for observer in observers where observer.order != last {
      last = observer.order
      if observer.isOpen { observer.check(observer) }
    }
  }

  private func notifyAll(_ region: StateRegion) {
    for index in 0..<all.count { check(all[index], region) }
  }

  /// Notifies those of a group that a region concerns: all of them, then.
  private func notify(_ group: ObserverGroup) {
    for index in 0..<group.observers.count {
      group.observers[index]._withUnsafeGuaranteedRef { if $0.isOpen { $0.check($0) } }
    }
  }

  private func notify(_ keyedCount: Int, at region: StateRegion) {
    for index in 0..<keyedCount { check(keyed.observer(index, at: region), region) }
  }

  private func notify(_ group: ObserverGroup, _ keyedCount: Int, at region: StateRegion) {
    let wideCount = group.observers.count
    var nextWide = 0
    var nextKeyed = 0
    while nextWide < wideCount || nextKeyed < keyedCount {
      if nextKeyed == keyedCount
        || nextWide < wideCount
          && order(group.observers[nextWide]) < order(keyed.observer(nextKeyed, at: region))
      {
        check(group.observers[nextWide], region)
        nextWide += 1
      } else {
        check(keyed.observer(nextKeyed, at: region), region)
        nextKeyed += 1
      }
    }
  }

  @inline(__always)
  private func order(_ observer: Unmanaged<Observer>) -> Int {
    observer._withUnsafeGuaranteedRef { $0.order }
  }

  @inline(__always)
  private func check(_ observer: Unmanaged<Observer>, _ region: StateRegion) {
    observer._withUnsafeGuaranteedRef {
      if $0.isOpen, $0.region.overlaps(region) { $0.check($0) }
    }
  }

  /// Whether no observer outside a region sees a change: what a reducer says of itself is true.
  ///
  /// - Precondition: It is; else the program is stopped, and the action and the part are named.
  @usableFromInline
  func hasNotedAll(outside region: StateRegion, action: Any) -> Bool {
    hasNotedAll(outside: [region], action: action)
  }

  /// The same, of several regions that a batch may have changed.
  @usableFromInline
  func hasNotedAll(outside regions: [StateRegion], action: Any) -> Bool {
    for index in 0..<all.count {
      let observer = all[index].takeUnretainedValue()
      guard observer.isOpen, !regions.contains(where: observer.region.overlaps),
        observer.hasChanged(observer)
      else { continue }
      let known = regions.count == 1 ? "\(regions[0])" : "\(regions)"
      preconditionFailure(
        "a reducer's region must hold all that an action changes: \(action) changed "
          + "\(observer.name) outside of \(known)")
    }
    return true
  }
}

/// The observers of one region that is no element of a collection, or those of all elements of one
/// collection; in the order in which they came.
@usableFromInline
final class ObserverGroup {
  /// The first byte, and the one behind the last, from the start of the state.
  let lower: Int
  let upper: Int
  /// Whether each of them reads one element.
  let isKeyed: Bool
  // Unchecked, here and below: no code of an observer runs while a list is written.
  @exclusivity(unchecked) var observers = UncountedList<Observer>()
  /// How many want to be notified.
  @exclusivity(unchecked) var openCount = 0

  init(of region: StateRegion) {
    lower = region.lower
    upper = region.upper
    isKeyed = region.isElement
  }

  func has(_ region: StateRegion) -> Bool {
    lower == region.lower && upper == region.upper && isKeyed == region.isElement
  }

  /// Whether it has observers to be asked for themselves when this region changes: those of an element
  /// are found by its key.
  @inline(__always)
  func mayConcern(_ region: StateRegion) -> Bool {
    lower < region.upper && region.lower < upper && !(isKeyed && region.isElement)
  }

  /// All of it.
  var region: StateRegion { StateRegion(lower: lower, upper: upper) }
}

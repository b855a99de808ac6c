// Adding and removing observers.

extension ObserverList {
  @usableFromInline
  func add(_ observer: Observer) {
    observer.order = nextOrder
    nextOrder += 1
    all.append(observer)
    let group = self.group(of: observer.region)
    group.observers.append(observer)
    observer.group = unsafe .passUnretained(group)
    if observer.region.isElement {
      keyed.add(observer, to: all, mayMove: depth == 0)
      if keyed.count > keyed.placeCount { needsCleanup = true }
      updateKeyCounts()
    }
    if observer.isOpen { opened(observer) }
  }

  private func group(of region: StateRegion) -> ObserverGroup {
    for index in 0..<groups.count {
      let group = unsafe groups[index].takeUnretainedValue()
      if group.has(region) { return group }
    }
    let group = ObserverGroup(of: region)
    groups.append(group)
    updateOnlyGroup()
    return group
  }

  private func updateOnlyGroup() {
    let first = unsafe groups.count == 1 ? groups[0] : nil
    let isKeyed = unsafe first?._withUnsafeGuaranteedRef { $0.isKeyed } ?? true
    core.pointee.onlyGroup = unsafe isKeyed ? nil : first
  }

  /// The counts may have been reallocated.
  private func updateKeyCounts() {
    core.pointee.observed.keyCounts = keyed.openCounts
    core.pointee.observed.keyMask = UInt32(Swift.max(keyed.placeCount - 1, 0))
  }

  // Inlined, here and below: called for each change.
  @inline(__always)
  func opened(_ observer: Observer) {
    openCount += 1
    if observer.region.isElement { keyed.changeOpenCount(at: observer.region, by: 1) }
    unsafe observer.group._withUnsafeGuaranteedRef { group in
      group.openCount += 1
      if group.openCount == 1 { addRanges(of: group) }
    }
    core.pointee.status.insert(.observed)
  }

  /// Closed observers remain in the lists until the next sweep.
  @inline(__always)
  func closed(_ observer: Observer) {
    openCount -= 1
    if observer.region.isElement { keyed.changeOpenCount(at: observer.region, by: -1) }
    unsafe observer.group._withUnsafeGuaranteedRef { $0.openCount -= 1 }
    // Otherwise, the observed ranges may be larger than necessary, because closed observers often
    // open again.
    if openCount == 0 { clearRanges() }
    if all.count > 2 * openCount + 1_024 { needsCleanup = true }
  }

  @inline(__always)
  private func addRanges(of group: ObserverGroup) {
    let ranges = core.pointee.observed.ranges(of: group.region)
    if group.isKeyed {
      core.pointee.observed.keyed |= ranges
    } else {
      core.pointee.observed.wide |= ranges
    }
  }

  @inline(__always)
  private func clearRanges() {
    core.pointee.observed.wide = 0
    core.pointee.observed.keyed = 0
    core.pointee.status.remove(.observed)
  }

  private func updateRanges() {
    clearRanges()
    guard openCount > 0 else { return }
    core.pointee.status.insert(.observed)
    for index in 0..<groups.count {
      let group = unsafe groups[index].takeUnretainedValue()
      if group.openCount > 0 { addRanges(of: group) }
    }
  }

  /// Closes an observer permanently.
  @usableFromInline
  func end(_ observer: Observer) {
    guard observer.isOpen else { return }
    observer.isOpen = false
    closed(observer)
    if unsafe observer.group.takeUnretainedValue().openCount == 0 { updateRanges() }
    sweep()
    if depth > 0 { ended.append(observer) } else { replace(observer) }
  }

  /// Replaces an observer that has ended by one that retains nothing, unless it was removed.
  private func replace(_ observer: Observer) {
    let empty = Observer(
      region: observer.region, isOpen: false, check: { _ in }, hasChanged: { _ in false })
    empty.order = observer.order
    guard all.replace(observer, with: empty) else { return }
    _ = unsafe observer.group.takeUnretainedValue().observers.replace(observer, with: empty)
    if observer.region.isElement { keyed.replace(observer, with: empty) }
  }

  /// Removes closed observers if they are the majority, because removing each one immediately would
  /// make closing a screen of *n* rows O(*n*²). Not done during a notification or read.
  @usableFromInline
  func sweep() {
    if depth > 0 {
      hasClosedObservers = true
      needsCleanup = true
    } else if all.count > 2 * openCount + 16 || openCount == 0 {
      removeClosed()
    }
  }

  /// Ends a notification or read, during which no observer is removed.
  @inlinable @inline(__always)
  func endPass() {
    depth &-= 1
    if depth == 0, needsCleanup { cleanUp() }
  }

  /// Performs cleanup that had to wait for the end of a notification.
  ///
  /// Closed observers are removed if a notification has closed many, as when a long list
  /// disappears. A few are kept, because they are usually read again.
  @usableFromInline
  func cleanUp() {
    if keyed.count > keyed.placeCount {
      keyed.makeRoom(for: all)
      updateKeyCounts()
    }
    needsCleanup = false
    if hasClosedObservers {
      hasClosedObservers = false
      sweep()
    }
    if all.count > 2 * openCount + 1_024 { removeClosed() }
    guard !ended.isEmpty else { return }
    // Retained until the lists are consistent, because their release may call this code again.
    let ended = self.ended
    self.ended = []
    for observer in ended { replace(observer) }
  }

  private func removeClosed() {
    // Retained until the lists are consistent, because their release may call this code again.
    let slicesBefore = slices
    var gone: [Observer] = []
    for index in 0..<all.count {
      let observer = unsafe all[index].takeUnretainedValue()
      if !observer.isOpen { gone.append(observer) }
    }
    all.removeAll { !$0.isOpen }
    for index in 0..<groups.count {
      unsafe groups[index].takeUnretainedValue().observers.removeAll { !$0.isOpen }
    }
    groups.removeAll { $0.observers.isEmpty }
    updateOnlyGroup()
    keyed.removeClosed(of: all)
    updateKeyCounts()
    recent.clear()
    slices = slices.filter { $0.value.isOpen }
    updateRanges()
    withExtendedLifetime((gone, slicesBefore)) {}
  }

  @inlinable
  func subscribe<Value: Equatable>(
    to location: StateLocation<Value>, _ region: StateRegion, path: AnyKeyPath?,
    _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    let subscriber = Observer.subscriber(location, region, changed)
    subscriber.part = path
    return add(subscriber: subscriber)
  }

  @inlinable
  func subscribe<Part, Value: Equatable>(
    to slice: @escaping (Part) -> Value, of location: StateLocation<Part>, _ region: StateRegion,
    _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    guard case .fixed(let place) = location else {
      return subscribe(to: location.map(slice), region, path: nil, changed)
    }
    return unsafe add(subscriber: .subscriber(place, region, to: slice, changed))
  }

  @usableFromInline
  func add(subscriber: Observer) -> ObservationToken {
    add(subscriber)
    // Weak, because a subscription may outlive its store.
    return ObservationToken(isolation: core.pointee.isolation) { [weak self] in
      if let self { end(subscriber) } else { subscriber.isOpen = false }
    }
  }
}

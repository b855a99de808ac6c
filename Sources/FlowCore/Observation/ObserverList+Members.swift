// Who comes, and who goes.

extension ObserverList {
  /// Adds somebody at the end.
  @usableFromInline
  func add(_ observer: Observer) {
    observer.order = nextOrder
    nextOrder += 1
    all.append(observer)
    let group = self.group(of: observer.region)
    group.observers.append(observer)
    observer.group = .passUnretained(group)
    if observer.region.isElement {
      keyed.add(observer, to: all, mayMove: depth == 0)
      if keyed.count > keyed.placeCount { isUntidy = true }
      noteKeys()
    }
    if observer.isOpen { opened(observer) }
  }

  private func group(of region: StateRegion) -> ObserverGroup {
    for index in 0..<groups.count {
      let group = groups[index].takeUnretainedValue()
      if group.has(region) { return group }
    }
    let group = ObserverGroup(of: region)
    groups.append(group)
    return group
  }

  /// The counts may lie elsewhere.
  private func noteKeys() {
    core.pointee.observed.keyCounts = keyed.openCounts
    core.pointee.observed.keyMask = UInt32(Swift.max(keyed.placeCount - 1, 0))
  }

  // Inlined, here and below, where they are called for each change.
  /// One more wants to be notified.
  @inline(__always)
  func opened(_ observer: Observer) {
    openCount += 1
    if observer.region.isElement { keyed.changeOpenCount(at: observer.region, by: 1) }
    observer.group._withUnsafeGuaranteedRef { group in
      group.openCount += 1
      if group.openCount == 1 { note(group) }
    }
    core.pointee.status.insert(.observed)
  }

  /// One less wants to be notified; who closed stays in the lists until they are swept.
  @inline(__always)
  func closed(_ observer: Observer) {
    openCount -= 1
    if observer.region.isElement { keyed.changeOpenCount(at: observer.region, by: -1) }
    observer.group._withUnsafeGuaranteedRef { $0.openCount -= 1 }
    // Else what is known of places may be more than is true: who closed often opens again.
    if openCount == 0 { forgetPlaces() }
    if all.count > 2 * openCount + 1_024 { isUntidy = true }
  }

  /// Somebody reads the region of a group.
  @inline(__always)
  private func note(_ group: ObserverGroup) {
    let ranges = core.pointee.observed.ranges(of: group.region)
    if group.isKeyed {
      core.pointee.observed.keyed |= ranges
    } else {
      core.pointee.observed.wide |= ranges
    }
  }

  /// Nobody reads anything.
  @inline(__always)
  private func forgetPlaces() {
    core.pointee.observed.wide = 0
    core.pointee.observed.keyed = 0
    core.pointee.status.remove(.observed)
  }

  private func notePlaces() {
    forgetPlaces()
    guard openCount > 0 else { return }
    core.pointee.status.insert(.observed)
    for index in 0..<groups.count {
      let group = groups[index].takeUnretainedValue()
      if group.openCount > 0 { note(group) }
    }
  }

  /// Closes an observer that will not open again.
  @usableFromInline
  func end(_ observer: Observer) {
    guard observer.isOpen else { return }
    observer.isOpen = false
    closed(observer)
    if observer.group.takeUnretainedValue().openCount == 0 { notePlaces() }
    sweep()
  }

  /// Forgets those who are closed, when they are most: removing each at once would make closing a
  /// screen of *n* rows O(*n*²). Not while somebody is notified, or reads.
  @usableFromInline
  func sweep() {
    if depth > 0 {
      hasLeavers = true
      isUntidy = true
    } else if all.count > 2 * openCount + 16 || openCount == 0 {
      removeClosed()
    }
  }

  /// Ends a notification or a reading, during which nobody is removed.
  @usableFromInline
  func endPass() {
    depth -= 1
    if depth == 0, isUntidy { tidy() }
  }

  /// What had to wait until all have been notified.
  ///
  /// Forgets those who are closed when a notification has closed many at once, as when a long list
  /// goes; a few are soon read again, and kept for that.
  func tidy() {
    if keyed.count > keyed.placeCount {
      keyed.makeRoom(for: all)
      noteKeys()
    }
    isUntidy = false
    if hasLeavers {
      hasLeavers = false
      sweep()
    }
    if all.count > 2 * openCount + 1_024 { removeClosed() }
  }

  private func removeClosed() {
    // Held until all is in order: what goes with them may come back here.
    let slicesBefore = slices
    var gone: [Observer] = []
    for index in 0..<all.count {
      let observer = all[index].takeUnretainedValue()
      if !observer.isOpen { gone.append(observer) }
    }
    all.removeAll { !$0.isOpen }
    for index in 0..<groups.count {
      groups[index].takeUnretainedValue().observers.removeAll { !$0.isOpen }
    }
    groups.removeAll { $0.observers.isEmpty }
    keyed.removeClosed(of: all)
    noteKeys()
    recent.clear()
    slices = slices.filter { $0.value.isOpen }
    notePlaces()
    withExtendedLifetime((gone, slicesBefore)) {}
  }

  /// A subscription of a closure.
  @inlinable
  func subscribe<Value: Equatable>(
    to location: StateLocation<Value>, _ region: StateRegion, path: AnyKeyPath?,
    _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    let subscriber = Observer.subscriber(location, region, changed)
    subscriber.part = path
    add(subscriber)
    // Weak: a subscription may outlive its store, and must not keep the list alive.
    return ObservationToken { [weak self] in
      if let self { end(subscriber) } else { subscriber.isOpen = false }
    }
  }
}

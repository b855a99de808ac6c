package import Workloads

/// How many observers look at what.
public enum ViewShape: String, CaseIterable, Sendable, Codable {
  /// Nobody looks.
  case none
  /// Each observer reads the slice of its own feature.
  case ownSlice = "own-slice"
  /// The same, but each reads while it is notified, and not when the send is over: what a
  /// subscription costs without a view behind it. Only for designs that call whoever subscribed.
  case reader
  /// All observers read the first feature's slice.
  case sameSlice = "same-slice"
  /// Each observer reads the slice of a feature that gets no action: all actions go to the first.
  case otherSlices = "other-slices"
  /// Each observer reads a slice of every feature.
  case manySlices = "many-slices"
  /// Each observer reads something computed from its feature's slice, again each time.
  case derived
  /// The same, computed again only when the slice has changed.
  case derivedMemo = "derived-memo"
  /// One observer for the list, one for each row, found by its index.
  case list
  /// The same; each row is found by its identifier.
  case listByID = "list-by-id"
  /// A binary tree of observers, each reading a little; in `scoped`, through as many scopes as
  /// its depth.
  case tree
  /// A table whose rows change one at a time, and a total that reads all of them.
  case ticker
  /// One observer for each field; a keystroke changes one.
  case form

  /// One line for a reader.
  public var summary: String {
    switch self {
    case .none: "nobody looks"
    case .ownSlice: "each observer reads its own feature's slice"
    case .reader: "as own-slice, read while being notified of a change"
    case .sameSlice: "all observers read one slice"
    case .otherSlices: "all read slices that no action changes (distribution first)"
    case .manySlices: "each observer reads a slice of every feature"
    case .derived: "each reads something computed from its slice"
    case .derivedMemo: "as derived, computed only when the slice changed"
    case .list: "one observer for the list, one for each row, by index"
    case .listByID: "as list, rows found by identifier"
    case .tree: "observers in a binary tree, each reading a little"
    case .ticker: "a row for each feature, and a list of them"
    case .form: "a field for each feature; one keystroke changes one"
    }
  }

  /// Whether a design that notifies its readers in this way can have such views.
  package func canBeNotified(by notification: NotificationStyle) -> Bool {
    self == .reader ? notification == .subscribing : notification != .none
  }

  /// How many observers there are when nobody says.
  public func defaultObservers(slots: Int) -> Int {
    switch self {
    case .none: 0
    case .manySlices: 1
    case .otherSlices: max(1, slots - 1)
    case .list, .listByID, .ticker: slots + 1
    default: slots
    }
  }

  /// Whether it can watch an app of so many features whose actions are spread like this.
  package func canWatch(slots: Int, _ distribution: Distribution) -> Bool {
    self != .otherSlices || (slots > 1 && distribution == .first)
  }

  /// How deep the scopes of a tree of `observers` are; 1 for every other shape.
  func depth(observers: Int) -> Int {
    guard self == .tree, observers > 0 else { return 1 }
    return Int.bitWidth - observers.leadingZeroBitCount
  }

  /// What each observer reads, in an app of `slots` features.
  func observers(_ count: Int, slots: Int) -> [ObserverSpec] {
    let own = (0..<count).map { ObserverSpec(reading: .drawn, slots: [$0 % slots]) }
    switch self {
    case .none: return []
    case .ownSlice, .tree, .form: return own
    case .reader:
      return (0..<count).map {
        ObserverSpec(reading: .drawn, slots: [$0 % slots], readsAtOnce: true)
      }
    case .sameSlice:
      return (0..<count).map { _ in ObserverSpec(reading: .drawn, slots: [0]) }
    case .otherSlices:
      precondition(slots > 1, "other slices must be 1 or more, got \(slots - 1)")
      return (0..<count).map { ObserverSpec(reading: .drawn, slots: [1 + $0 % (slots - 1)]) }
    case .manySlices:
      return (0..<count).map { _ in ObserverSpec(reading: .drawn, slots: Array(0..<slots)) }
    case .derived:
      return (0..<count).map { ObserverSpec(reading: .derived, slots: [$0 % slots]) }
    case .derivedMemo:
      return (0..<count).map {
        ObserverSpec(reading: .derived, slots: [$0 % slots], isMemoised: true)
      }
    case .list, .ticker, .listByID:
      // The list itself knows which rows there are, and nothing of what they show.
      let list = ObserverSpec(reading: .structure, slots: [])
      let rows = (0..<max(0, count - 1)).map { row in
        ObserverSpec(
          reading: .drawn, slots: [row % slots],
          identifiers: self == .listByID ? Array(0..<slots) : nil)
      }
      return count > 0 ? [list] + rows : []
    }
  }
}

/// What one observer reads.
@usableFromInline
package struct ObserverSpec: Sendable {
  let reading: Reading
  let slots: [Int]
  /// Whether what is computed is kept until the slice changes.
  var isMemoised = false
  /// Whether it reads while it is notified of a change.
  var readsAtOnce = false
  /// The rows' identifiers in order, when a row must be searched before it can be read.
  var identifiers: [Int]?

  /// The observer's body: reads and returns a fingerprint of what it draws.
  func body(reading read: @escaping (Reading, Int) -> UInt64) -> () -> UInt64 {
    if reading == .structure { return { read(.structure, 0) } }
    if let identifiers, let identifier = slots.first {
      return {
        guard let row = identifiers.firstIndex(of: identifier) else { return 0 }
        return read(.drawn, row)
      }
    }
    if isMemoised, let slot = slots.first { return memoised(slot, read) }
    if slots.count == 1, let slot = slots.first { return { [reading] in read(reading, slot) } }
    return { [reading, slots] in combineSlots(slots.count) { read(reading, slots[$0]) } }
  }

  private func memoised(
    _ slot: Int, _ read: @escaping (Reading, Int) -> UInt64
  ) -> () -> UInt64 {
    var last: (slice: UInt64, derived: UInt64)?
    return {
      let slice = read(.drawn, slot)
      if let last, last.slice == slice { return last.derived }
      let derived = read(.derived, slot)
      last = (slice, derived)
      return derived
    }
  }
}

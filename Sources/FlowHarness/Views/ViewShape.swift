package import Workloads

/// The parts of the state that observers read.
public enum ViewShape: String, CaseIterable, Sendable, Codable {
  /// No observers.
  case none
  /// Each observer reads the slice of its own feature.
  case ownSlice = "own-slice"
  /// As `ownSlice`, but each observer reads during its notification, as a subscriber without a
  /// view. Only for designs that call subscribers.
  case reader
  /// All observers read the first feature's slice.
  case sameSlice = "same-slice"
  /// Each observer reads the slice of a feature without actions, which all go to the first feature.
  case otherSlices = "other-slices"
  /// Each observer reads a slice of every feature.
  case manySlices = "many-slices"
  /// Each observer reads a value that is computed from its feature's slice each time.
  case derived
  /// As `derived`, but the value is computed only if the slice has changed.
  case derivedMemo = "derived-memo"
  /// An observer for the list, and one for each row, by index.
  case list
  /// As `list`, but each row is found by its identifier.
  case listByID = "list-by-id"
  /// A binary tree of observers that each read a slice, in `scoped` through as many scopes as its
  /// depth.
  case tree
  /// A table whose rows change one at a time, and a total that reads all of them.
  case ticker
  /// An observer for each field, of which an action changes one.
  case form

  /// A description in one line.
  public var summary: String {
    switch self {
    case .none: "no observers"
    case .ownSlice: "each observer reads the slice of one module"
    case .reader: "as own-slice, read while being notified of a change"
    case .sameSlice: "all observers read one slice"
    case .otherSlices: "all read slices that no action changes (distribution first)"
    case .manySlices: "each observer reads a slice of every module"
    case .derived: "each reads something computed from its slice"
    case .derivedMemo: "as derived, computed only when the slice changed"
    case .list: "one observer for the list, one for each row, by index"
    case .listByID: "as list, rows found by identifier"
    case .tree: "observers in a binary tree, each reading a little"
    case .ticker: "a row for each copy, and a list of them"
    case .form: "a field for each copy; one keystroke changes one"
    }
  }

  /// Returns a Boolean value that indicates whether a design that notifies readers in this way
  /// supports these views.
  package func canBeNotified(by notification: NotificationStyle) -> Bool {
    self == .reader ? notification == .subscribing : notification != .none
  }

  /// Returns the default number of observers.
  public func defaultObservers(slots: Int) -> Int {
    switch self {
    case .none: 0
    case .manySlices: 1
    case .otherSlices: max(1, slots - 1)
    case .list, .listByID, .ticker: slots + 1
    default: slots
    }
  }

  /// Returns a Boolean value that indicates whether an app with these features and this
  /// distribution can have these views.
  package func canWatch(slots: Int, _ distribution: Distribution) -> Bool {
    self != .otherSlices || (slots > 1 && distribution == .first)
  }

  /// Returns the depth of the scopes of a tree; 1 for other shapes.
  func depth(observers: Int) -> Int {
    guard self == .tree, observers > 0 else { return 1 }
    return Int.bitWidth - observers.leadingZeroBitCount
  }

  /// Returns the observers of an app with `slots` features.
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
      // The list reads the identity of its rows, but not their content.
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

/// The part of the state that one observer reads.
@usableFromInline
package struct ObserverSpec: Sendable {
  let reading: Reading
  let slots: [Int]
  /// A Boolean value that indicates whether the computed value is kept until the slice changes.
  var isMemoised = false
  /// A Boolean value that indicates whether it reads during its notification.
  var readsAtOnce = false
  /// The identifiers of the rows in order, if rows are found by identifier.
  var identifiers: [Int]?

  /// Returns the observer's body, which returns a digest of its drawing.
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

/// Goes through two values side by side and notes where they differ.
struct DifferenceWalk {
  /// The first changes found, at most as many as the limits allow lines.
  private(set) var changes: [StateDifference.Change] = []
  /// How many changes were found.
  private(set) var found = 0
  /// How many parts have the same bytes and are not equal to themselves, such as a NaN.
  private var unequalToThemselves = 0

  private let limits: StateDifference.Limits
  private let mostFound: Int
  /// Whether it is enough to know that there is a difference.
  private let isProbe: Bool
  /// Whether parts with the same bytes are the same, such as a NaN, which is not equal to itself.
  private let comparesBytes: Bool
  /// Grows and shrinks with the descent.
  private var path = DifferencePath()
  /// Pairs of instances already looked into; they may lead back to themselves.
  private var visited: Set<[ObjectIdentifier]> = []

  /// One of the two values.
  private struct Side {
    let value: Any
    let mirror: Mirror

    init(_ value: Any) {
      self.value = value
      mirror = Mirror(reflecting: value)
    }
  }

  /// A walk that has found nothing yet and ends when it has found `mostFound` changes.
  init(limits: StateDifference.Limits, mostFound: Int, comparesBytes: Bool = false) {
    self.limits = limits
    self.comparesBytes = comparesBytes
    self.mostFound = mostFound
    isProbe = false
  }

  /// A walk that goes on from where another one is, to find out whether there is any difference.
  private init(probing walk: DifferenceWalk) {
    limits = walk.limits
    comparesBytes = walk.comparesBytes
    mostFound = 1
    isProbe = true
    path = walk.path
    visited = walk.visited
  }

  /// Notes the changes from `old` to `new`; none if and only if they are equal.
  mutating func compare(_ old: Any, _ new: Any) {
    guard found < mostFound else { return }
    let areEqual = dynamicEquality(old, new)
    if areEqual == true { return }
    if comparesBytes, areEqual == false, areBytewiseEqual(old, new) {
      unequalToThemselves += 1
      return
    }
    guard type(of: old) == type(of: new) else {
      return note(old, new, because: "\(type(of: old)) → \(type(of: new))")
    }
    let (oldSide, newSide) = (Side(old), Side(new))
    if oldSide.mirror.displayStyle == .optional { return compareOptionals(oldSide, newSide) }
    if type(of: old) is AnyClass { return compareInstances(oldSide, newSide, areEqual: areEqual) }
    if path.depth >= limits.depth {
      let looksChanged = BoundedText.of(old, limit: 1_000) != BoundedText.of(new, limit: 1_000)
      if areEqual == false || looksChanged { note(old, new) }
      return
    }
    if !isProbe, isLeaf(oldSide), text(old) != text(new), areEqual == false || !areSame(old, new) {
      return note(old, new)
    }
    let (before, unequalBefore) = (found, unequalToThemselves)
    compareParts(oldSide, newSide)
    // A value that holds a NaN is not equal to another one, though all of their parts are the same.
    guard found == before, unequalToThemselves == unequalBefore else { return }
    let hasParts = !oldSide.mirror.children.isEmpty || !newSide.mirror.children.isEmpty
    if areEqual == false || (!hasParts && String(describing: old) != String(describing: new)) {
      note(old, new)
    }
  }

  /// Whether a value says more in one piece: if it describes itself, a wrapper of one value or one
  /// whose parts are not the app's own.
  private func isLeaf(_ side: Side) -> Bool {
    guard side.mirror.displayStyle == .struct || side.mirror.displayStyle == nil,
      BoundedText.describesItself(side.value)
    else { return false }
    let name = String(reflecting: type(of: side.value))
    return side.mirror.children.count <= 1 || name.hasPrefix("Swift.")
      || name.hasPrefix("Foundation")
  }

  // MARK: - Kinds of values

  private mutating func compareOptionals(_ old: Side, _ new: Side) {
    switch (old.mirror.children.first, new.mirror.children.first) {
    case (nil, nil): return
    case (let oldWrapped?, let newWrapped?): compare(oldWrapped.value, newWrapped.value)
    default: note(old.value, new.value)
    }
  }

  private mutating func compareInstances(_ old: Side, _ new: Side, areEqual: Bool?) {
    let (oldObject, newObject) = (old.value as AnyObject, new.value as AnyObject)
    guard areEqual == false else {
      if oldObject !== newObject { note(old.value, new.value, because: "another instance") }
      return
    }
    let isFirst = visited.insert([ObjectIdentifier(oldObject), ObjectIdentifier(newObject)])
    guard isFirst.inserted else {
      return note(old.value, new.value, because: "the same two instances as above")
    }
    let before = found
    if path.depth < limits.depth { compareParts(old, new) }
    if found == before { note(old.value, new.value) }
  }

  private mutating func compareParts(_ old: Side, _ new: Side) {
    switch old.mirror.displayStyle {
    case .collection: compareElements(old.mirror, new.mirror)
    case .set: compareMembers(old.mirror, new.mirror)
    case .dictionary: compareEntries(old.mirror, new.mirror)
    case .enum: compareCases(old, new)
    default: compareProperties(old.mirror, new.mirror)
    }
  }

  private mutating func compareProperties(_ old: Mirror, _ new: Mirror) {
    if let oldSuper = old.superclassMirror, let newSuper = new.superclassMirror {
      compareProperties(oldSuper, newSuper)
    }
    for (index, (old, new)) in zip(old.children, new.children).enumerated() {
      compare(old.value, new.value, at: old.label.map { .name($0) } ?? .index(index))
    }
    // Mirrors made by hand may have parts that come and go.
    let shared = min(old.children.count, new.children.count)
    for (index, child) in old.children.enumerated().dropFirst(shared) {
      note(child.value, nil, at: child.label.map { .name($0) } ?? .index(index))
    }
    for (index, child) in new.children.enumerated().dropFirst(shared) {
      note(nil, child.value, at: child.label.map { .name($0) } ?? .index(index))
    }
  }

  private mutating func compareCases(_ old: Side, _ new: Side) {
    let (oldPayload, newPayload) = (old.mirror.children.first, new.mirror.children.first)
    guard oldPayload?.label == newPayload?.label else { return note(old.value, new.value) }
    // Without payloads `==` tells, or the description.
    guard let oldPayload, let newPayload, let name = oldPayload.label else { return }
    compare(oldPayload.value, newPayload.value, at: .name(name))
  }

  private mutating func compareElements(_ old: Mirror, _ new: Mirror) {
    let (old, new) = (old.children.map(\.value), new.children.map(\.value))
    if isProbe {
      // Aligning would probe again at every level below, each time more often.
      if old.count != new.count { note(old, new) }
      for (old, new) in zip(old, new) where found == 0 { compare(old, new, at: .index(0)) }
      return
    }
    let hasIdentity = old.first.flatMap(dynamicIdentity) != nil
    let alignment = ArrayAlignment(old, new, replaces: !hasIdentity) { [self] old, new in
      if hasIdentity, let identity = dynamicIdentity(old), identity == dynamicIdentity(new) {
        return true
      }
      return areSame(old, new)
    }
    for step in alignment.steps where found < mostFound {
      switch step {
      case .both(let i, let j): compare(old[i], new[j], at: .index(j))
      case .removed(let i): note(old[i], nil, at: .index(i))
      case .inserted(let j): note(nil, new[j], at: .index(j))
      }
    }
  }

  private mutating func compareMembers(_ old: Mirror, _ new: Mirror) {
    let oldMembers = Set(old.children.compactMap { $0.value as? AnyHashable })
    let newMembers = Set(new.children.compactMap { $0.value as? AnyHashable })
    guard oldMembers.count == old.children.count, newMembers.count == new.children.count else {
      return compareElements(old, new)
    }
    let removed = oldMembers.subtracting(newMembers).map(\.base)
    let inserted = newMembers.subtracting(oldMembers).map(\.base)
    for member in removed.sorted(by: dynamicallyPrecedes) { note(member, nil) }
    for member in inserted.sorted(by: dynamicallyPrecedes) { note(nil, member) }
  }

  private mutating func compareEntries(_ old: Mirror, _ new: Mirror) {
    guard let old = Self.entries(old), let new = Self.entries(new) else {
      return compareElements(old, new)
    }
    // Not looked up again by key: a NaN would not be found.
    var differing: [(key: Any, old: Any?, new: Any?)] = []
    for (key, oldValue) in old {
      let newValue = new[key]
      if let newValue, areSame(oldValue, newValue) { continue }
      differing.append((key.base, oldValue, newValue))
    }
    for (key, newValue) in new where old[key] == nil { differing.append((key.base, nil, newValue)) }
    if isProbe {
      if !differing.isEmpty { note(old, new) }
      return
    }
    for (key, old, new) in differing.sorted(by: { dynamicallyPrecedes($0.key, $1.key) }) {
      if let old, let new {
        compare(old, new, at: .key(key))
      } else {
        note(old, new, at: .key(key))
      }
    }
  }

  /// The values by their keys, unless there are keys that cannot be distinguished.
  private static func entries(_ mirror: Mirror) -> [AnyHashable: Any]? {
    var entries: [AnyHashable: Any] = [:]
    for child in mirror.children {
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2, let key = pair[0].value as? AnyHashable else { return nil }
      guard entries.updateValue(pair[1].value, forKey: key) == nil else { return nil }
    }
    return entries
  }

  // MARK: - Notes

  private func areSame(_ old: Any, _ new: Any) -> Bool {
    if let areEqual = dynamicEquality(old, new), areEqual || !comparesBytes { return areEqual }
    var probe = DifferenceWalk(probing: self)
    probe.compare(old, new)
    return probe.found == 0
  }

  private mutating func compare(_ old: Any, _ new: Any, at part: DifferencePath.Part) {
    path.descend(to: part)
    compare(old, new)
    path.ascend()
  }

  private mutating func note(_ old: Any?, _ new: Any?, at part: DifferencePath.Part) {
    path.descend(to: part)
    note(old, new)
    path.ascend()
  }

  private func text(_ value: Any) -> String { BoundedText.of(value, limit: limits.characters) }

  /// Notes one change; `reason` says what differs if the texts do not.
  private mutating func note(_ old: Any?, _ new: Any?, because reason: String? = nil) {
    guard found < mostFound else { return }
    found += 1
    guard !isProbe, changes.count < limits.lines else { return }
    var (oldText, newText) = (old.map(text), new.map(text))
    var remark: String?
    if let old, let new, oldText == newText {
      if let tails = tailsFromFirstDifference(old, new) {
        (oldText, newText) = tails
      } else {
        remark = reason ?? "not equal, though what is shown of them is"
      }
    }
    changes.append(
      StateDifference.Change(
        path: path.text(limit: limits.characters), old: oldText, new: newText, note: remark))
  }

  /// Of two strings that begin alike, what comes shortly before they part and after it.
  private func tailsFromFirstDifference(_ old: Any, _ new: Any) -> (String, String)? {
    guard let old = old as? String, let new = new as? String else { return nil }
    let alike = zip(old, new).prefix { $0 == $1 }.count
    let skipped = max(0, alike - limits.characters / 4)
    guard skipped > 0 else { return nil }
    let room = max(1, limits.characters - 1)
    return (
      "…" + BoundedText.of(old.dropFirst(skipped), limit: room),
      "…" + BoundedText.of(new.dropFirst(skipped), limit: room)
    )
  }
}

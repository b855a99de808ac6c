import FlowCore

/// Compares two values part by part and records the differences.
struct DifferenceWalk {
  private(set) var changes: [String] = []
  private(set) var count = 0
  /// A Boolean value that indicates whether parts with the same bytes are equal, such as a NaN.
  let comparesBytes: Bool
  /// The number of parts that are equal by their bytes but not to themselves.
  private var unequalToThemselves = 0

  /// The maximum depth at which parts are compared separately.
  private static let depthLimit = 32

  init(comparesBytes: Bool) { self.comparesBytes = comparesBytes }

  /// Records the changes from `old` to `new`; none if and only if they are equal.
  mutating func compare(
    _ old: Any, _ new: Any, at path: @autoclosure () -> String, depth: Int = 0
  ) {
    let areEqual = dynamicEquality(old, new)
    if areEqual == true { return }
    if comparesBytes, areEqual == false, areBytewiseEqual(old, new) {
      unequalToThemselves += 1
      return
    }
    guard type(of: old) == type(of: new) else {
      return record(old, new, at: path(), remark: "\(type(of: old)) → \(type(of: new))")
    }
    if type(of: old) is AnyClass {
      if areEqual == false || (old as AnyObject) !== (new as AnyObject) {
        record(old, new, at: path(), remark: "another instance")
      }
      return
    }
    let mirrors = (old: Mirror(reflecting: old), new: Mirror(reflecting: new))
    let textsDiffer = { wholeText(of: old) != wholeText(of: new) }
    if describesAll(old, mirrors.old), textsDiffer() { return record(old, new, at: path()) }
    let (before, unequalBefore) = (count, unequalToThemselves)
    let isOpaque = depth >= Self.depthLimit || mirrors.old.children.isEmpty
    if !isOpaque || !mirrors.new.children.isEmpty && depth < Self.depthLimit {
      compareParts(old, new, mirrors, at: path(), depth: depth + 1)
    }
    // A value that contains a NaN is not equal to another one with the same parts.
    guard count == before, unequalToThemselves == unequalBefore else { return }
    if areEqual == false || isOpaque && textsDiffer() { record(old, new, at: path()) }
  }

  /// Returns whether a description is more specific than the parts, as for a wrapper of one value
  /// and for types of the system.
  private func describesAll(_ value: Any, _ mirror: Mirror) -> Bool {
    guard mirror.displayStyle == .struct || mirror.displayStyle == nil, describesItself(value)
    else { return false }
    let name = String(reflecting: type(of: value))
    return mirror.children.count <= 1 || name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  }

  // MARK: - Parts

  private mutating func compareParts(
    _ old: Any, _ new: Any, _ mirrors: (old: Mirror, new: Mirror),
    at path: @autoclosure () -> String, depth: Int
  ) {
    let (oldParts, newParts) = (mirrors.old.children, mirrors.new.children)
    switch mirrors.old.displayStyle {
    case .collection:
      compareElements(oldParts.map(\.value), newParts.map(\.value), at: path(), depth: depth)
    case .set: compareMembers(oldParts.map(\.value), newParts.map(\.value), at: path())
    case .dictionary:
      // If keys cannot be distinguished, the dictionaries are compared as a whole.
      guard let oldEntries = entries(mirrors.old), let newEntries = entries(mirrors.new) else {
        return record(old, new, at: path())
      }
      compareEntries(oldEntries, newEntries, at: path(), depth: depth)
    default:
      // The label of an enum's part is its case. That of an optional is not part of the path.
      guard oldParts.count == newParts.count,
        zip(oldParts, newParts).allSatisfy({ $0.label == $1.label })
      else { return record(old, new, at: path()) }
      let isOptional = mirrors.old.displayStyle == .optional
      for (oldPart, newPart) in zip(oldParts, newParts) {
        compare(
          oldPart.value, newPart.value,
          at: isOptional ? path() : Self.extended(path(), by: oldPart.label ?? ""), depth: depth)
      }
    }
  }

  /// Returns the path to a part with a name. Parts of tuples without labels are named `.0`, `.1`.
  private static func extended(_ path: String, by name: String) -> String {
    path.isEmpty || name.hasPrefix(".") ? path + name : "\(path).\(name)"
  }

  private mutating func compareElements(
    _ old: [Any], _ new: [Any], at path: @autoclosure () -> String, depth: Int
  ) {
    let (oldIDs, newIDs) = (old.compactMap(dynamicIdentity), new.compactMap(dynamicIdentity))
    let indices = Dictionary(zip(oldIDs, old.indices)) { first, _ in first }
    let newIndices = Dictionary(zip(newIDs, new.indices)) { first, _ in first }
    if !indices.isEmpty || !newIndices.isEmpty, indices.count == old.count,
      newIndices.count == new.count
    {
      for (index, id) in oldIDs.enumerated() where newIndices[id] == nil {
        record(old[index], nil, at: "\(path())[\(index)]")
      }
      for (index, id) in newIDs.enumerated() {
        if let oldIndex = indices[id] {
          compare(old[oldIndex], new[index], at: "\(path())[\(index)]", depth: depth)
        } else {
          record(nil, new[index], at: "\(path())[\(index)]")
        }
      }
      let kept = (oldIDs.filter { newIndices[$0] != nil }, newIDs.filter { indices[$0] != nil })
      if kept.0 != kept.1 {
        record(kept.0.map(\.base), kept.1.map(\.base), at: path(), remark: "the order of the ids")
      }
      return
    }
    // If the counts differ, equal elements at both ends correspond, and the others by position.
    let shorter = min(old.count, new.count)
    var (prefix, suffix) = (0, 0)
    if old.count != new.count {
      while prefix < shorter, areSame(old[prefix], new[prefix]) { prefix += 1 }
      while suffix < shorter - prefix,
        areSame(old[old.count - 1 - suffix], new[new.count - 1 - suffix])
      {
        suffix += 1
      }
    }
    let paired = shorter - suffix
    for index in prefix..<paired {
      compare(old[index], new[index], at: "\(path())[\(index)]", depth: depth)
    }
    for index in paired..<(old.count - suffix) {
      record(old[index], nil, at: "\(path())[\(index)]")
    }
    for index in paired..<(new.count - suffix) {
      record(nil, new[index], at: "\(path())[\(index)]")
    }
  }

  private mutating func compareMembers(
    _ old: [Any], _ new: [Any], at path: @autoclosure () -> String
  ) {
    let oldMembers = Set(old.compactMap { $0 as? AnyHashable })
    let newMembers = Set(new.compactMap { $0 as? AnyHashable })
    for member in sorted(oldMembers.subtracting(newMembers)) { record(member, nil, at: path()) }
    for member in sorted(newMembers.subtracting(oldMembers)) { record(nil, member, at: path()) }
  }

  private mutating func compareEntries(
    _ old: [AnyHashable: Any], _ new: [AnyHashable: Any], at path: @autoclosure () -> String,
    depth: Int
  ) {
    for key in sorted(Set(old.keys).union(new.keys)) {
      let place = "\(path())[\(excerpt(wholeText(of: key)))]"
      let id = key as? AnyHashable
      switch (id.flatMap { old[$0] }, id.flatMap { new[$0] }) {
      case (let oldValue?, let newValue?): compare(oldValue, newValue, at: place, depth: depth)
      case (let oldValue, let newValue): record(oldValue, newValue, at: place)
      }
    }
  }

  /// Returns the values by their keys; `nil` if some keys cannot be distinguished, such as NaN.
  private func entries(_ mirror: Mirror) -> [AnyHashable: Any]? {
    var entries: [AnyHashable: Any] = [:]
    for child in mirror.children {
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2, let key = pair[0].value as? AnyHashable, key == key,
        entries.updateValue(pair[1].value, forKey: key) == nil
      else { return nil }
    }
    return entries
  }

  private func sorted(_ members: Set<AnyHashable>) -> [Any] {
    members.map(\.base).sorted(by: dynamicallyPrecedes)
  }

  private func areSame(_ old: Any, _ new: Any) -> Bool {
    var walk = DifferenceWalk(comparesBytes: comparesBytes)
    walk.compare(old, new, at: "")
    return walk.count == 0
  }

  // MARK: - Records

  /// Records a change, with a remark if both values have the same text.
  private mutating func record(
    _ old: Any?, _ new: Any?, at path: String,
    remark: String = "not equal, but with the same description"
  ) {
    count += 1
    guard changes.count < StateDifference.lineLimit else { return }
    let change: String
    switch (old.map { wholeText(of: $0) }, new.map { wholeText(of: $0) }) {
    case (let old?, let new?):
      let excerpts = excerpts(old, new)
      change =
        "\(excerpts.old) → \(excerpts.new)" + (excerpts.old == excerpts.new ? " (\(remark))" : "")
    case (nil, let new?): change = "+ \(excerpt(new))"
    case (let old, nil): change = "- \(excerpt(old ?? ""))"
    }
    changes.append(path.isEmpty ? change : "\(path): \(change)")
  }
}

/// Returns one line of at most 100 characters for each of two texts, cut around their first
/// difference.
private func excerpts(_ old: String, _ new: String) -> (old: String, new: String) {
  let same = zip(old, new).prefix { $0 == $1 }.count
  // If the difference would be cut off, both begin a few words before it.
  let start = same > 60 && max(old.count, new.count) > 100 ? same - 40 : 0
  return (excerpt(old, from: start), excerpt(new, from: start))
}

private func excerpt(_ text: String, from start: Int = 0) -> String {
  let line = (start > 0 ? "…" : "") + text.dropFirst(start).prefix(101)
  let whole = line.map { $0.isNewline ? "⏎" : $0 }
  return whole.count > 100 ? String(whole.prefix(99)) + "…" : String(whole)
}

/// Returns a text that describes a value as in code.
private func wholeText(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    guard let wrapped = mirror.children.first?.value else { return "nil" }
    let inner = wholeText(of: wrapped)
    return inner == "nil" ? ".some(nil)" : inner
  }
  if let string = value as? String { return string.debugDescription }
  if let character = value as? Character { return character.debugDescription }
  let isPlainCase = mirror.displayStyle == .enum && !describesItself(value)
  return isPlainCase ? ".\(value)" : String(describing: value)
}

private func describesItself(_ value: Any) -> Bool {
  value is any CustomStringConvertible || value is any CustomDebugStringConvertible
}

// MARK: - Values of unknown types

/// Returns whether two values are equal by `==` of their type; `nil` if it has none.
private func dynamicEquality(_ old: Any, _ new: Any) -> Bool? {
  func areEqual<T: Equatable>(_ old: T) -> Bool? { (new as? T).map { old == $0 } }
  guard type(of: old) == type(of: new) else { return nil }
  return (old as? any Equatable).flatMap { areEqual($0) }
}

/// Returns whether two values have the same type and bytes, such as two NaN of one kind.
private func areBytewiseEqual(_ old: Any, _ new: Any) -> Bool {
  func open<T>(_ old: T) -> Bool {
    type(of: new) == T.self && ((new as? T).map { haveSameBytes(old, $0) } ?? false)
  }
  return _openExistential(old, do: open)
}

/// Returns the identity of an `Identifiable` value; `nil` if it is only the address.
private func dynamicIdentity(_ value: Any) -> AnyHashable? {
  func identity(_ value: some Identifiable) -> AnyHashable? {
    value.id is ObjectIdentifier ? nil : AnyHashable(value.id)
  }
  return (value as? any Identifiable).flatMap { identity($0) }
}

/// Returns whether a key or member is before another one, by `<` or by their descriptions.
private func dynamicallyPrecedes(_ left: Any, _ right: Any) -> Bool {
  func precedes<T: Comparable>(_ left: T) -> Bool? { (right as? T).map { left < $0 } }
  return (left as? any Comparable).flatMap { precedes($0) }
    ?? (wholeText(of: left) < wholeText(of: right))
}

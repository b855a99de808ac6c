/// A part of a state that may disappear, or a collection of such parts, as a path relative to a
/// reducer.
public struct _PlacedPart: Hashable {
  @usableFromInline let steps: ArraySlice<EffectStep>
  @usableFromInline let site: PartSite

  @usableFromInline
  init(steps: ArraySlice<EffectStep>, site: PartSite) {
    self.steps = steps
    self.site = site
  }

  /// The same part relative to the child reducer that the first step leads to.
  @usableFromInline
  var inner: _PlacedPart { _PlacedPart(steps: steps.dropFirst(), site: site) }

  /// Returns the key of the first step if it leads to a member at the specified site.
  @usableFromInline
  func key(at site: PartSite) -> AnyHashable? {
    guard case .member(site, let key) = steps.first else { return nil }
    return key
  }
}

/// The members that a part of a state has. A store requests it from its reducer in order to cancel
/// the effects of removed members.
public struct _PartPresence {
  @usableFromInline let contains: (AnyHashable) -> Bool
  /// A number that is equal for equal sets of members.
  @usableFromInline let stamp: Int?

  @usableFromInline
  init(stamp: Int? = nil, _ contains: @escaping (AnyHashable) -> Bool) {
    self.stamp = stamp
    self.contains = contains
  }

  /// The members of a part that does not exist.
  @usableFromInline static var nothing: _PartPresence { _PartPresence { _ in false } }
}

/// The members that a reducer has removed from a part.
struct RemovedMembers {
  let part: _PlacedPart
  let hasGone: (AnyHashable) -> Bool
}

/// The parts with running effects that may disappear.
///
/// A part has disappeared if it existed at the last check and does not exist now. A part that is
/// missing in a restored state returns with another restored state. Its effects continue, also one that a batch
/// starts which adds the part and removes it again.
struct VanishingParts {
  /// The members of one collection. A class, so that one can change while all are iterated.
  private final class Site {
    var members: [AnyHashable: Member] = [:]
    /// The stamp of the collection at the last check; `nil` if its members were unknown.
    var stamp: Int?

    /// Marks all members as existing. The collection was inside a part that has disappeared, and a
    /// reducer may still report its members as removed.
    func markAllPresent() {
      guard stamp != nil else { return }
      stamp = nil
      for key in members.keys { members[key]?.isPresent = true }
    }
  }

  private struct Member {
    /// The number of effects of the member.
    var count = 0
    /// A Boolean value that indicates whether the member existed at the last check.
    var isPresent = true
  }

  private var sites: [_PlacedPart: Site] = [:]

  var isEmpty: Bool { sites.isEmpty }

  mutating func add(_ name: EffectName) {
    guard case .member(let site, let key) = name.step else { return }
    let part = _PlacedPart(steps: name.places[...], site: site)
    let members = sites[part] ?? Site()
    sites[part] = members
    // The new member has not been checked.
    members.stamp = nil
    members.members[key, default: Member()].count += 1
  }

  mutating func remove(_ name: EffectName) {
    guard case .member(let site, let key) = name.step else { return }
    let part = _PlacedPart(steps: name.places[...], site: site)
    guard let members = sites[part], let member = members.members[key] else { return }
    if member.count > 1 {
      members.members[key]?.count -= 1
    } else {
      members.members[key] = nil
      if members.members.isEmpty { sites[part] = nil }
    }
  }

  /// Returns the names of members that have disappeared.
  ///
  /// - Complexity: O(1) for a collection with an unchanged stamp; otherwise O(*n*) for *n* members
  ///   with effects.
  func vanished(_ presence: (_PlacedPart) -> _PartPresence?) -> [EffectName] {
    var names: [EffectName] = []
    for (part, members) in sites {
      guard let present = presence(part) else {
        members.markAllPresent()
        continue
      }
      if let stamp = present.stamp, stamp == members.stamp { continue }
      members.stamp = present.stamp ?? .min
      for (key, member) in members.members where member.isPresent != present.contains(key) {
        members.members[key]?.isPresent.toggle()
        if member.isPresent { names.append(part.name(of: key)) }
      }
    }
    return names
  }

  /// Returns the names of the members of one collection that existed at the last check and satisfy
  /// a predicate.
  func vanished(
    from part: _PlacedPart, where hasGone: (AnyHashable) -> Bool
  ) -> [EffectName] {
    guard let members = sites[part] else { return [] }
    return members.members.filter { $0.value.isPresent && hasGone($0.key) }
      .map { part.name(of: $0.key) }
  }
}

extension _PlacedPart {
  fileprivate func name(of key: AnyHashable) -> EffectName {
    EffectName(places: Array(steps), step: .member(site, key: key))
  }
}

/// One part of a store's state that may vanish, or a collection of such parts, as seen from a reducer:
/// the steps that lead there.
public struct PlacedPart: Hashable {
  @usableFromInline let steps: ArraySlice<EffectStep>
  @usableFromInline let site: PartSite

  @usableFromInline
  init(steps: ArraySlice<EffectStep>, site: PartSite) {
    self.steps = steps
    self.site = site
  }

  /// The same, seen from the reducer of the part that the first step leads to.
  @usableFromInline
  var inner: PlacedPart { PlacedPart(steps: steps.dropFirst(), site: site) }

  /// The key of the member that the first step leads to, if it is one of those of a site.
  @usableFromInline
  func key(at site: PartSite) -> AnyHashable? {
    guard case .member(site, let key) = steps.first else { return nil }
    return key
  }
}

/// Which members a part of a state has at present; what a store asks its reducer, to end the effects
/// of those that have gone.
public struct PartPresence {
  @usableFromInline let contains: (AnyHashable) -> Bool
  /// The same for equal members.
  @usableFromInline let stamp: Int?

  /// Of a collection.
  @usableFromInline
  init<Elements: KeyedElements>(_ elements: Elements) {
    stamp = elements.membershipStamp
    contains = { key in
      guard let key = key.base as? Elements.ElementKey else { return false }
      return elements.member(key) != nil
    }
  }

  /// Of a case of an enum.
  @usableFromInline
  init(isInCase: Bool) {
    stamp = isInCase ? 1 : 0
    contains = { _ in isInCase }
  }

  /// Of whatever is inside a part that is not there.
  @usableFromInline static var nothing: PartPresence { PartPresence(isInCase: false) }
}

/// The parts that running effects belong to and that may vanish.
///
/// What must be true of it: a part has vanished when it was there the last time and is not there now.
/// One that is missing because a state was restored, in which it is not, comes back with another.
struct VanishingParts {
  /// Members of one collection; a class, so that one is written while others are gone through.
  private final class Site {
    /// By their keys.
    var members: [AnyHashable: Member] = [:]
    /// Of the collection when it was last looked at.
    var stamp: Int?

    /// Nobody knows which are there: those that were away with what they are inside of are not, since
    /// somebody may say of them that they have gone.
    func comeBack() {
      guard stamp != nil else { return }
      stamp = nil
      for key in members.keys { members[key]?.isPresent = true }
    }
  }

  private struct Member {
    /// How many effects it has.
    var count = 0
    /// Whether it was there the last time.
    var isPresent = true
  }

  private var sites: [PlacedPart: Site] = [:]

  var isEmpty: Bool { sites.isEmpty }

  mutating func add(_ name: EffectName) {
    guard case .member(let site, let key) = name.step else { return }
    let part = PlacedPart(steps: name.places[...], site: site)
    let members = sites[part] ?? Site()
    sites[part] = members
    // Nobody has looked for this one yet.
    members.stamp = nil
    members.members[key, default: Member()].count += 1
  }

  mutating func remove(_ name: EffectName) {
    guard case .member(let site, let key) = name.step else { return }
    let part = PlacedPart(steps: name.places[...], site: site)
    guard let members = sites[part], let member = members.members[key] else { return }
    if member.count > 1 {
      members.members[key]?.count -= 1
    } else {
      members.members[key] = nil
      if members.members.isEmpty { sites[part] = nil }
    }
  }

  /// The names of members that have vanished.
  ///
  /// - Complexity: O(1) for a collection whose keys are the same as the last time, if it can tell;
  ///   else O(*n*) for *n* members that have effects.
  func vanished(_ presence: (PlacedPart) -> PartPresence?) -> [EffectName] {
    var names: [EffectName] = []
    for (part, members) in sites {
      guard let present = presence(part) else {
        members.comeBack()
        continue
      }
      if let stamp = present.stamp, stamp == members.stamp { continue }
      members.stamp = present.stamp
      for (key, member) in members.members where member.isPresent != present.contains(key) {
        members.members[key]?.isPresent.toggle()
        if member.isPresent { names.append(part.name(of: key)) }
      }
    }
    return names
  }

  /// The names of members of one collection that were there the last time, and of which something is
  /// true.
  func vanished(
    from part: PlacedPart, where hasGone: (AnyHashable) -> Bool
  ) -> [EffectName] {
    guard let members = sites[part] else { return [] }
    return members.members.filter { $0.value.isPresent && hasGone($0.key) }
      .map { part.name(of: $0.key) }
  }
}

extension PlacedPart {
  fileprivate func name(of key: AnyHashable) -> EffectName {
    EffectName(places: Array(steps), step: .member(site, key: key))
  }
}

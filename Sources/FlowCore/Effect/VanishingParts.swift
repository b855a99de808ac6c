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
}

/// The parts that running effects belong to and that may vanish.
struct VanishingParts {
  /// Members of one collection; a class, so that a stamp is written while others are gone through.
  private final class Site {
    /// How many effects each member has.
    var counts: [AnyHashable: Int] = [:]
    /// Of the collection when it was last looked at.
    var stamp: Int?
  }

  private var sites: [PlacedPart: Site] = [:]

  var isEmpty: Bool { sites.isEmpty }

  /// One effect more has a name.
  mutating func add(_ name: EffectName) {
    guard case .member(let site, let key) = name.step else { return }
    let part = PlacedPart(steps: name.places[...], site: site)
    let members = sites[part] ?? Site()
    sites[part] = members
    // Nobody has looked for this one yet.
    members.stamp = nil
    members.counts[key, default: 0] += 1
  }

  /// One effect less has a name.
  mutating func remove(_ name: EffectName) {
    guard case .member(let site, let key) = name.step else { return }
    let part = PlacedPart(steps: name.places[...], site: site)
    guard let members = sites[part], let count = members.counts[key] else { return }
    members.counts[key] = count > 1 ? count - 1 : nil
    if members.counts.isEmpty { sites[part] = nil }
  }

  /// The names of members that are no longer there.
  ///
  /// - Complexity: O(1) for a collection whose members are the same as the last time, if it can tell;
  ///   else O(*n*) for *n* members that have effects.
  func vanished(_ presence: (PlacedPart) -> PartPresence?) -> [EffectName] {
    var names: [EffectName] = []
    for (part, members) in sites {
      guard let present = presence(part) else { continue }
      if let stamp = present.stamp, stamp == members.stamp { continue }
      members.stamp = present.stamp
      names += self.members(of: part) { !present.contains($0) }
    }
    return names
  }

  /// The names of members of which something is true.
  func members(of part: PlacedPart, _ hasGone: (AnyHashable) -> Bool) -> [EffectName] {
    guard let members = sites[part] else { return [] }
    return members.counts.keys.filter(hasGone)
      .map { EffectName(places: Array(part.steps), step: .member(part.site, key: $0)) }
  }
}

/// One level of the way from a store's reducer to an effect.
@usableFromInline
enum EffectStep: Hashable {
  /// An identifier that the effect carries; `cancel(id:)` reaches it by each of them.
  case identifier(AnyHashable)
  /// A place that a reducer named by `scoped(to:)`; its name is an identifier, too.
  case scope(AnyHashable)
  /// A part of a state that is always there.
  case part(PartSite)
  /// A part that may vanish: a member of a collection, an optional part, a case of an enum.
  case member(PartSite, key: AnyHashable)
}

/// Which part of a state a combinator hands to which kind of reducer.
@usableFromInline
struct PartSite: Hashable {
  /// The key path, or what tells one prism from another.
  @usableFromInline let id: AnyHashable
  @usableFromInline let child: ObjectIdentifier

  @inlinable
  init(_ id: AnyHashable, of child: any Any.Type) {
    self.id = id
    self.child = ObjectIdentifier(child)
  }
}

/// Where an effect was asked for, and what it may be cancelled by: a list with an entry for each
/// level, outermost first.
///
/// Parts and scopes say *where* an effect belongs. Two effects of one module that is placed twice have
/// different places, and an identifier is known from its own place outwards: `cancel(id:)` reaches
/// the effects of the place where it was asked for and of all places inside it.
@usableFromInline
struct EffectPath {
  @usableFromInline private(set) var steps: [EffectStep] = []

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { steps.isEmpty }

  /// This path, further in by these steps.
  @usableFromInline
  func appending(_ more: [EffectStep]) -> EffectPath {
    var path = self
    path.steps += more
    return path
  }

  /// The steps that say where the effect belongs, without its identifiers.
  @usableFromInline var places: [EffectStep] {
    steps.filter { if case .identifier = $0 { false } else { true } }
  }

  /// The name by which an effect at this path cancels others.
  @usableFromInline
  func name(of id: AnyHashable) -> EffectName { EffectName(places: places, step: .identifier(id)) }

  /// Everything the effect can be ended by: each of its identifiers, from its own place and from each
  /// place around it; and each part that may vanish.
  @usableFromInline var names: [EffectName] {
    var names: [EffectName] = []
    var around: [EffectStep] = []
    func add(_ id: AnyHashable) {
      for depth in 0...around.count {
        names.append(EffectName(places: Array(around[..<depth]), step: .identifier(id)))
      }
    }
    for step in steps {
      switch step {
      case .identifier(let id): add(id)
      case .scope(let id): add(id)
      case .part: break
      case .member: names.append(EffectName(places: around, step: step))
      }
      if case .identifier = step { continue }
      around.append(step)
    }
    return names
  }
}

/// What some effects have in common that they can be ended by: an identifier as it is known at one
/// place, or a part that may vanish.
@usableFromInline
struct EffectName: Hashable {
  @usableFromInline let places: [EffectStep]
  @usableFromInline let step: EffectStep

  @usableFromInline
  init(places: [EffectStep], step: EffectStep) {
    self.places = places
    self.step = step
  }
}

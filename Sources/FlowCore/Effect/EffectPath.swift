/// One step on the path from a store's reducer to an effect.
@usableFromInline
enum EffectStep: Hashable {
  /// An identifier of the effect for `cancel(id:)`.
  case identifier(AnyHashable)
  /// A namespace of `namespaced(_:)`. Its name is also an identifier.
  case scope(AnyHashable)
  /// A part of a state that always exists, or the case by which a hand-written reducer embeds the
  /// actions of another one.
  case part(PartSite)
  /// A part that may disappear: a member of a collection, an optional part or a case of an enum.
  case member(PartSite, key: AnyHashable)

  /// A Boolean value that indicates whether the step is part of the namespace of an effect.
  var isPlace: Bool {
    switch self {
    case .identifier: false
    case .scope, .part, .member: true
    }
  }
}

/// The part of a state that a combinator passes to a child reducer.
@usableFromInline
struct PartSite: Hashable {
  /// The key path, or the identity of a case path.
  @usableFromInline let id: AnyHashable
  @usableFromInline let child: ObjectIdentifier

  @inlinable
  init(_ id: AnyHashable, of child: any Any.Type) {
    self.id = id
    self.child = ObjectIdentifier(child)
  }
}

/// The namespace and the identifiers of an effect: one step for each level, outermost first.
///
/// Parts and namespaces determine *where* an effect belongs, so that two instances of one module have
/// different paths. An identifier is known in its own namespace and in all namespaces around it:
/// `cancel(id:)` reaches the effects of the reducer's own namespace and of all namespaces inside it.
@usableFromInline
struct EffectPath: Equatable {
  @usableFromInline private(set) var steps: [EffectStep] = []

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { steps.isEmpty }

  /// The maximum number of steps for which `names` lists identifiers, because each identifier has a
  /// name for each namespace around it.
  @inlinable static var depthLimit: Int { 64 }

  /// A Boolean value that indicates whether `names` omits identifiers, so that `isReached(by:)` is
  /// needed.
  var isDeep: Bool { steps.count > Self.depthLimit }

  @usableFromInline
  func appending(_ more: [EffectStep]) -> EffectPath {
    var path = self
    path.steps += more
    return path
  }

  /// Returns the name by which an effect at this path cancels others.
  @usableFromInline
  func name(of id: AnyHashable) -> EffectName {
    EffectName(places: places, step: .identifier(id))
  }

  /// The steps that are part of the namespace.
  var places: [EffectStep] { steps.filter(\.isPlace) }

  /// Returns a collection, or a part that may disappear, as seen from this path.
  @usableFromInline
  func part(at site: PartSite) -> _PlacedPart {
    _PlacedPart(steps: places[...], site: site)
  }

  /// The names by which the effect can be cancelled: each identifier in its own namespace and in all
  /// namespaces around it, unless the path is deep, and each part that may disappear.
  @usableFromInline var names: [EffectName] {
    var names: [EffectName] = []
    var places: [EffectStep] = []
    let isDeep = isDeep
    func add(_ id: AnyHashable) {
      if isDeep { return }
      for depth in 0...places.count {
        names.append(EffectName(places: Array(places[..<depth]), step: .identifier(id)))
      }
    }
    for step in steps {
      switch step {
      case .identifier(let id):
        add(id)
        continue
      case .scope(let id): add(id)
      case .member: names.append(EffectName(places: places, step: step))
      case .part: break
      }
      places.append(step)
    }
    return names
  }

  /// The names of the parts on the path that may disappear.
  var parts: [EffectName] {
    let places = places
    return places.indices.compactMap { index in
      guard case .member = places[index] else { return nil }
      return EffectName(places: Array(places[..<index]), step: places[index])
    }
  }

  /// Returns a Boolean value that indicates whether a name cancels the effect, for deep paths too.
  ///
  /// - Complexity: O(*n*) for *n* steps.
  func isReached(by name: EffectName) -> Bool {
    // The number of the name's places that match so far.
    var depth = 0
    for step in steps {
      let isInside = depth >= name.places.count
      switch step {
      case .identifier:
        if isInside, step == name.step { return true }
        continue
      case .scope(let id): if isInside, .identifier(id) == name.step { return true }
      case .member: if depth == name.places.count, step == name.step { return true }
      case .part: break
      }
      if !isInside, step != name.places[depth] { return false }
      depth += 1
    }
    return false
  }
}

/// A name by which effects are cancelled: an identifier in a namespace, or a part that may disappear.
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

/// The namespace of an effect and the groups that wait for it.
@usableFromInline
struct EffectContext {
  @usableFromInline var path = EffectPath()
  /// Notified when the effect has ended.
  @usableFromInline var group: EffectGroup?
  /// The run that the effect, and everything its actions cause, belongs to.
  @usableFromInline var run: EffectRun?

  /// Creates a context, by default that of the store's own reducer.
  @usableFromInline
  init(path: EffectPath = EffectPath(), group: EffectGroup? = nil, run: EffectRun? = nil) {
    self.path = path
    self.group = group
    self.run = run
  }

  /// Returns the context of an inner namespace.
  @usableFromInline
  func inside(_ steps: [EffectStep]) -> EffectContext {
    EffectContext(path: path.appending(steps), group: group, run: run)
  }

  /// Returns the context with another waiting group.
  @usableFromInline
  func awaited(by group: EffectGroup?) -> EffectContext {
    EffectContext(path: path, group: group, run: run)
  }
}

/// One level of the way from a store's reducer to an effect.
@usableFromInline
enum EffectStep: Hashable {
  /// An identifier that the effect carries; `cancel(id:)` reaches it by each of them.
  case identifier(AnyHashable)
  /// A place that a reducer named by `scoped(to:)`; its name is an identifier, too.
  case scope(AnyHashable)
  /// A part of a state that is always there.
  case part(PartSite)
  /// A call of `map`: where a reducer that was written by hand embeds the actions of another. It tells
  /// the members of two collections apart, and no identifiers: the same module may be called, and
  /// cancelled, from several places.
  case origin(SourceSite)
  /// A part that may vanish: a member of a collection, an optional part, a case of an enum.
  case member(PartSite, key: AnyHashable)

  /// Whether it leads to a part that may vanish.
  var isMember: Bool { if case .member = self { true } else { false } }

  /// Whether it says where an effect belongs, and not only what it is called or where it was made.
  var isPlace: Bool {
    switch self {
    case .identifier, .origin: false
    case .scope, .part, .member: true
    }
  }
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
struct EffectPath: Equatable {
  @usableFromInline private(set) var steps: [EffectStep] = []

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { steps.isEmpty }

  /// The number of steps up to which the names of identifiers are listed: each of them has one for
  /// each place around it.
  static var depthLimit: Int { 64 }

  /// Whether `names` lists no identifiers; `isReached(by:)` finds out whether it has one.
  var isDeep: Bool { steps.count > Self.depthLimit }

  @usableFromInline
  func appending(_ more: [EffectStep]) -> EffectPath {
    var path = self
    path.steps += more
    return path
  }

  /// The name by which an effect at this path cancels others.
  @usableFromInline
  func name(of id: AnyHashable) -> EffectName {
    EffectName(places: places, step: .identifier(id))
  }

  /// The steps that say where an effect belongs.
  var places: [EffectStep] { steps.filter(\.isPlace) }

  /// A collection, or a part that may vanish, as an effect at this path knows it.
  @usableFromInline
  func part(at site: PartSite) -> PlacedPart {
    let places = steps.filter { if case .identifier = $0 { false } else { true } }
    return PlacedPart(steps: places[...], site: site)
  }

  /// Everything the effect can be ended by: each of its identifiers, from its own place and from each
  /// place around it, unless it is deep; and each part that may vanish.
  @usableFromInline var names: [EffectName] {
    var names: [EffectName] = []
    // With the origins, and without.
    var (around, places): ([EffectStep], [EffectStep]) = ([], [])
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
      case .member: names.append(EffectName(places: around, step: step))
      case .part, .origin: break
      }
      around.append(step)
      if case .origin = step { continue }
      places.append(step)
    }
    return names
  }

  /// Whether the effect is ended by a name: whether it is one of its names, those of a deep path
  /// included.
  ///
  /// - Complexity: O(*n*) for *n* steps.
  func isReached(by name: EffectName) -> Bool {
    let isMember = name.step.isMember
    // How many of the name's places lead here.
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
      // An identifier is known by its places alone.
      case .origin: if !isMember { continue }
      }
      if !isInside, step != name.places[depth] { return false }
      depth += 1
    }
    return false
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

/// Where an effect belongs, and who waits for it.
@usableFromInline
struct EffectContext {
  /// Where it was asked for.
  @usableFromInline var path = EffectPath()
  /// Notified when it has ended.
  @usableFromInline var group: EffectGroup?
  /// The run that it and whatever its answers cause are part of.
  @usableFromInline var run: EffectRun?

  /// An effect of the store's own reducer.
  @usableFromInline
  init(path: EffectPath = EffectPath(), group: EffectGroup? = nil, run: EffectRun? = nil) {
    self.path = path
    self.group = group
    self.run = run
  }

  /// The same, further in.
  @usableFromInline
  func inside(_ steps: [EffectStep]) -> EffectContext {
    EffectContext(path: path.appending(steps), group: group, run: run)
  }

  /// The same, for somebody else who waits.
  @usableFromInline
  func awaited(by group: EffectGroup?) -> EffectContext {
    EffectContext(path: path, group: group, run: run)
  }
}

/// Where an effect runs: the scopes it is in, outermost first, and its own identifier, if it has one.
///
/// An effect is cancelled by any path that begins its own.
@usableFromInline
struct EffectPath: Hashable {
  @usableFromInline var steps: [AnyHashable] = []

  @usableFromInline init() {}

  /// This path, one step further.
  @usableFromInline
  func appending(_ step: AnyHashable) -> EffectPath {
    var path = self
    path.steps.append(step)
    return path
  }

  /// Whether the scope directly inside `path` that this one leads through is one of those asked for.
  @usableFromInline
  func isIn(scopeOf path: EffectPath, where isWanted: (AnyHashable) -> Bool) -> Bool {
    steps.count > path.steps.count && steps.starts(with: path.steps)
      && isWanted(steps[path.steps.count])
  }

  /// All paths that begin this one, itself among them; not the empty one, which nobody cancels by.
  var prefixes: [EffectPath] {
    steps.indices.map { last in
      var path = EffectPath()
      path.steps = Array(steps[...last])
      return path
    }
  }
}

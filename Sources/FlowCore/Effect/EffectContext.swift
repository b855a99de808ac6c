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

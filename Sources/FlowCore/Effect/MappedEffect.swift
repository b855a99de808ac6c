/// An effect whose actions are embedded in another kind of action when it answers.
///
/// `Effect.map` makes it of effects with more levels than recursion goes through. One that is embedded
/// repeatedly is one object with a list of transformations, because closures that are nested would be
/// called, and destroyed, by recursion.
@usableFromInline
class MappedEffect<Action>: DeepNode {
  /// The kinds of effects that are embedded.
  @usableFromInline
  enum Kind {
    /// A `run`.
    case atOnce
    case work
    /// A plan of effects, which are embedded one level at a time.
    case plan
  }

  @usableFromInline final let kind: Kind
  /// The number of levels, as `EffectPlan` counts them.
  @usableFromInline final let depth: UInt8

  init(_ kind: Kind, depth: UInt8, parts: [DeepNode]) {
    self.kind = kind
    self.depth = depth
    super.init(parts: parts)
  }

  @inlinable final var isAtOnce: Bool { if case .atOnce = kind { true } else { false } }
  @inlinable final var isWork: Bool { if case .work = kind { true } else { false } }

  @usableFromInline
  final var work: EffectWork<Action> { EffectWork { try await self.answer() } }

  /// Does the work of a `run`.
  @usableFromInline
  func answerAtOnce() -> Action? { preconditionFailure("a subclass embeds") }

  /// Does the work of a `work`.
  nonisolated(nonsending) func answer() async throws -> Action? {
    preconditionFailure("a subclass embeds")
  }

  /// The plan, with its first level embedded.
  func opened() -> EffectPlan<Action> { preconditionFailure("a subclass embeds") }

  /// The same effect, embedded once more.
  func followed<Other>(by transformations: TransformationList) -> MappedEffect<Other> {
    preconditionFailure("a subclass embeds")
  }
}

/// An effect of `Root` whose actions are embedded in `Action`.
@usableFromInline
final class EmbeddedEffect<Root, Action>: MappedEffect<Action> {
  private var content: (root: Effect<Root>, transformations: TransformationList)?

  private var root: Effect<Root> { content.unsafelyUnwrapped.root }
  private var transformations: TransformationList { content.unsafelyUnwrapped.transformations }

  init(_ root: Effect<Root>, _ transformations: TransformationList) {
    content = (root, transformations)
    let kind: Kind =
      switch root {
      case .run: .atOnce
      case .none, .send, .work: .work
      case .later: .plan
      }
    var parts: [DeepNode] = [transformations]
    if let node = root.deepNode { parts.append(node) }
    super.init(kind, depth: Swift.min(root.depth, EffectPlan<Root>.depthLimit) + 1, parts: parts)
  }

  deinit { content = nil }

  private func transformed(_ action: Root) -> Action {
    transformations.apply(to: action) as! Action
  }

  @usableFromInline override func answerAtOnce() -> Action? {
    root.answerAtOnce().map { transformed($0) }
  }

  nonisolated(nonsending) override func answer() async throws -> Action? {
    guard case .work(let work) = root else { return answerAtOnce() }
    return try await work.body().map { transformed($0) }
  }

  override func opened() -> EffectPlan<Action> {
    guard case .later(let plan) = root else { preconditionFailure("only a plan has levels") }
    // What the plan's closures hold is not this object, whose root they are part of.
    let transformations = transformations
    return plan.mapped({ transformations.apply(to: $0) as! Action }) { self.embedded($0) }
  }

  /// An effect of the plan's first level, embedded in the same way.
  private func embedded(_ effect: Effect<Root>) -> Effect<Action> {
    switch effect {
    case .none: return .none
    case .send(let action): return .send(transformed(action))
    case .run, .work: return .later(EffectPlan(EmbeddedEffect(effect, transformations)))
    case .later(let plan):
      let embedded: MappedEffect<Action> =
        if case .mapped(let inner) = plan.step {
          inner.followed(by: transformations)
        } else {
          EmbeddedEffect(effect, transformations)
        }
      return .later(EffectPlan(embedded, namesMembers: plan.namesMembers))
    }
  }

  override func followed<Other>(by next: TransformationList) -> MappedEffect<Other> {
    EmbeddedEffect<Root, Other>(root, TransformationList(transformations, next))
  }
}

/// Transformations of values, applied one after the other without recursion.
@usableFromInline
final class TransformationList: DeepNode {
  private enum Content {
    case one((Any) -> Any)
    case two(TransformationList, TransformationList)
  }

  private var content: Content?

  init<Value, Other>(_ transform: @escaping (Value) -> Other) {
    content = .one { transform($0 as! Value) }
    super.init(parts: [])
  }

  init(_ first: TransformationList, _ second: TransformationList) {
    content = .two(first, second)
    super.init(parts: [first, second])
  }

  deinit { content = nil }

  func apply(to value: Any) -> Any {
    var value = value
    var rest = [self]
    while let next = rest.popLast() {
      switch next.content.unsafelyUnwrapped {
      case .one(let transform): value = transform(value)
      case .two(let first, let second):
        rest.append(second)
        rest.append(first)
      }
    }
    return value
  }
}

#if os(macOS) || !canImport(Darwin)
  import Synchronization
#endif

/// An effect whose actions are embedded in another action type when they are sent.
///
/// A repeatedly embedded effect is a single object with a list of transformations. `Effect.map`
/// creates it only if there are too many levels for recursion.
@usableFromInline
class MappedEffect<Action>: DeepNode {
  @usableFromInline
  enum Kind {
    /// A `perform`.
    case atOnce
    case work
    /// A plan of effects that are embedded one level at a time.
    case plan
  }

  @usableFromInline final let kind: Kind
  /// The number of levels, as `_EffectPlan` counts them.
  @usableFromInline final let depth: UInt8

  init(_ kind: Kind, depth: UInt8, parts: [DeepNode]) {
    self.kind = kind
    self.depth = depth
    super.init(parts: parts)
  }

  @inlinable final var isAtOnce: Bool { if case .atOnce = kind { true } else { false } }
  @inlinable final var isWork: Bool { if case .work = kind { true } else { false } }

  @usableFromInline
  final var work: _EffectWork<Action> { _EffectWork { try await self.answer() } }

  /// Performs a `perform`.
  @usableFromInline
  func answerAtOnce() -> Action? { preconditionFailure("a subclass embeds") }

  /// Performs a `work`.
  nonisolated(nonsending) func answer() async throws -> Action? {
    preconditionFailure("a subclass embeds")
  }

  /// The plan with its first level embedded.
  func opened() -> _EffectPlan<Action> { preconditionFailure("a subclass embeds") }

  /// Returns the effect with another transformation.
  ///
  /// - Parameters:
  ///   - transform: The next transformation.
  ///   - count: The number of closures that it consists of.
  ///   - list: The same transformation as a list, if there are many.
  @usableFromInline
  func followed<Other>(
    by transform: @escaping (Action) -> Other, count: Int = 1, list: TransformationList? = nil
  ) -> MappedEffect<Other> { preconditionFailure("a subclass embeds") }
}

/// An effect of `Root` whose actions are embedded in `Action`.
@usableFromInline
final class EmbeddedEffect<Root, Action>: MappedEffect<Action> {
  private struct Content {
    let root: Effect<Root>
    let transform: (Root) -> Action
    /// The number of closures nested in the transformation.
    let count: Int
    /// The transformation as a list, if there are too many closures.
    let list: TransformationList?
  }

  private var kept: Content?
  private var content: Content { unsafe kept.unsafelyUnwrapped }

  @usableFromInline
  init(
    _ root: Effect<Root>, _ transform: @escaping (Root) -> Action, count: Int = 1,
    list: TransformationList? = nil
  ) {
    kept = Content(root: root, transform: transform, count: count, list: list)
    let kind: Kind =
      switch root {
      case .perform: .atOnce
      case .none, .send, .work: .work
      case .later: .plan
      }
    let depth = Swift.min(root.depth, _EffectPlan<Root>.depthLimit) + 1
    var parts: [DeepNode] = []
    if let node = root.deepNode { parts.append(node) }
    if let list { parts.append(list) }
    super.init(kind, depth: depth, parts: parts)
  }

  deinit { kept = nil }

  @usableFromInline override func answerAtOnce() -> Action? {
    content.root.answerAtOnce().map(content.transform)
  }

  nonisolated(nonsending) override func answer() async throws -> Action? {
    guard case .work(let work) = content.root else { return answerAtOnce() }
    return try await work.body().map(content.transform)
  }

  override func opened() -> _EffectPlan<Action> {
    guard case .later(let plan) = content.root else {
      preconditionFailure("only a plan has levels")
    }
    return plan.mapped(content.transform) { self.embedded($0) }
  }

  /// Returns an effect of the plan's first level, embedded in the same way.
  private func embedded(_ effect: Effect<Root>) -> Effect<Action> {
    let content = content
    switch effect {
    case .none: return .none
    case .send(let action): return .send(content.transform(action))
    case .perform, .work: return .later(_EffectPlan(embedding(effect)))
    case .later(let plan):
      let embedded =
        if case .mapped(let inner) = plan.step {
          inner.followed(by: content.transform, count: content.count, list: content.list)
        } else {
          embedding(effect)
        }
      return .later(_EffectPlan(embedded))
    }
  }

  private func embedding(_ effect: Effect<Root>) -> MappedEffect<Action> {
    EmbeddedEffect(effect, content.transform, count: content.count, list: content.list)
  }

  @usableFromInline override func followed<Other>(
    by next: @escaping (Action) -> Other, count nextCount: Int, list nextList: TransformationList?
  ) -> MappedEffect<Other> {
    let transform = content.transform
    let limit = Int(_EffectPlan<Root>.depthLimit)
    guard content.count + nextCount > limit else {
      return EmbeddedEffect<Root, Other>(
        content.root, { next(transform($0)) }, count: content.count + nextCount)
    }
    let list = TransformationList(
      content.list ?? TransformationList(transform), nextList ?? TransformationList(next))
    return EmbeddedEffect<Root, Other>(
      content.root, { list.apply(to: $0) as! Other }, count: limit, list: list)
  }
}

/// Counts the calls that map work.
///
/// Each call nests a closure in another one, which is called and destroyed by recursion. An effect
/// has no room for the number of levels: one more byte costs reducers 5 % to 25 % of their
/// instructions, and an object for each level doubles the cost of `map`. Instead, one call in 257
/// makes an `EmbeddedEffect`, which needs no further closures. An effect that is mapped in a loop
/// becomes one within 257 levels, and other effects hardly ever do.
@usableFromInline
enum MapCount {
  private static let count = Atomic(0)
  /// A prime number, so that each of several effects that are mapped in turn is affected.
  private static let period = 257

  /// Returns a Boolean value that indicates whether this call makes an object.
  @usableFromInline
  static func endsClosures() -> Bool {
    count.wrappingAdd(1, ordering: .relaxed).newValue % period == 0
  }
}

/// Transformations of values that are applied one after the other without recursion.
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
      switch unsafe next.content.unsafelyUnwrapped {
      case .one(let transform): value = transform(value)
      case .two(let first, let second):
        rest.append(second)
        rest.append(first)
      }
    }
    return value
  }
}

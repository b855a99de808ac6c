/// A node of a structure that may have a million levels and is destroyed without recursion.
///
/// A subclass must release its properties in its own `deinit`, because they would otherwise be
/// released after the `deinit` below.
@usableFromInline
class DeepNode {
  /// The nodes that the properties of the subclass refer to.
  private final var parts: [DeepNode]

  init(parts: [DeepNode]) { self.parts = parts }

  deinit {
    // This list holds the last references, unless other structures share the nodes.
    var rest = parts
    parts = []
    while var node = rest.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      // The parts of this node outlive it, so that its release does not reach them.
      rest += node.parts
      node.parts = []
    }
  }
}

/// An effect with too many levels for recursion.
@usableFromInline
final class DeepEffect<Action>: DeepNode {
  private var content: _EffectPlan<Action>.Step?

  @usableFromInline
  init(_ step: _EffectPlan<Action>.Step) {
    content = step
    super.init(parts: step.deepParts)
  }

  deinit { content = nil }

  var step: _EffectPlan<Action>.Step { unsafe content.unsafelyUnwrapped }
}

extension Effect {
  /// The number of nested levels, as `_EffectPlan` counts them.
  @inlinable
  var depth: UInt8 { if case .later(let plan) = self { plan.depth } else { 0 } }

  /// The node that owns all lower levels; `nil` if there are few.
  var deepNode: DeepNode? {
    guard case .later(let plan) = self, plan.isDeep else { return nil }
    switch plan.step {
    case .deep(let effect): return effect
    case .mapped(let effect): return effect
    default: preconditionFailure("a deep plan is a node of its own")
    }
  }
}

extension _EffectPlan {
  var isDeep: Bool { depth > Self.depthLimit }

  /// The first level of a plan whose levels are processed one at a time; `nil` for other plans.
  var opened: Step? {
    switch step {
    case .deep(let effect): return effect.step
    case .mapped(let effect) where effect.kind == .plan:
      let plan = effect.opened()
      return plan.opened ?? plan.step
    default: return nil
    }
  }
}

extension _EffectPlan.Step {
  var parts: [Effect<Action>] {
    switch self {
    case .merge(let effects), .concatenate(let effects): effects
    case .both(let first, let second): [first, second]
    case .cancellable(_, _, let effect), .throttle(_, _, _, let effect),
      .timeout(_, _, let effect), .placed(_, let effect):
      [effect]
    case .stream, .works, .delay, .cancel, .endMembers, .fault, .deep, .mapped: []
    }
  }

  fileprivate var deepParts: [DeepNode] {
    var nodes: [DeepNode] = []
    for effect in parts {
      if let node = effect.deepNode { nodes.append(node) }
    }
    return nodes
  }

  /// The effects of a merge; `nil` for all other steps.
  var merged: [Effect<Action>]? {
    switch self {
    case .merge, .both: parts
    default: nil
    }
  }

  /// The effects of a sequence; `nil` for all other steps.
  var concatenated: [Effect<Action>]? {
    if case .concatenate(let effects) = self { effects } else { nil }
  }
}

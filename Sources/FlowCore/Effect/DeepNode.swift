/// A node of a structure that may be nested a million levels deep: it ends without recursion.
///
/// Subclasses let go of their properties in their own `deinit`: otherwise these would end after the
/// `deinit` below.
@usableFromInline
class DeepNode {
  /// The nodes that the properties of the subclass refer to.
  private final var parts: [DeepNode]

  init(parts: [DeepNode]) { self.parts = parts }

  deinit {
    // This list is the last that refers to the parts, unless they are used elsewhere.
    var rest = parts
    parts = []
    while var node = rest.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      // The parts of this node outlive it, so that its end does not reach them.
      rest += node.parts
      node.parts = []
    }
  }
}

/// An effect that has more levels than are carried out, and destroyed, by recursion.
@usableFromInline
final class DeepEffect<Action>: DeepNode {
  private var content: EffectPlan<Action>.Step?

  @usableFromInline
  init(_ step: EffectPlan<Action>.Step) {
    content = step
    super.init(parts: step.deepParts)
  }

  deinit { content = nil }

  var step: EffectPlan<Action>.Step { content.unsafelyUnwrapped }
}

extension Effect {
  /// The number of levels of effects that this one is made of, as `EffectPlan` counts them.
  @inlinable
  var depth: UInt8 { if case .later(let plan) = self { plan.depth } else { 0 } }

  /// The node that is responsible for all levels below; `nil` if there are few.
  var deepNode: DeepNode? {
    guard case .later(let plan) = self, plan.isDeep else { return nil }
    switch plan.step {
    case .deep(let effect): return effect
    case .mapped(let effect): return effect
    default: preconditionFailure("a deep plan is a node of its own")
    }
  }
}

extension EffectPlan {
  /// Whether there are more levels than recursion goes through.
  var isDeep: Bool { depth > Self.depthLimit }

  /// The first level of a plan whose levels are gone through one at a time; `nil` for others.
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

extension EffectPlan.Step {
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

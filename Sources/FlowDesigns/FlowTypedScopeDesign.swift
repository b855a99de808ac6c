public import FlowCore
public import FlowHarness
public import Workloads

/// A scope of the whole state.
@usableFromInline enum SameLevel<State, Action>: ScopePath {
  @inlinable static var state: KeyPath<State, State> { \.self }
  @inlinable static var action: CasePath<Action, Action> { .whole }
}

extension StoreView {
  /// A scope of the whole state, whose level is a type.
  @inlinable var level: TypedScope<Self, SameLevel<State, Action>> { scope(SameLevel.self) }
}

/// `flow-typed`: the levels of its scopes are types, except for the member of the collection.
@usableFromInline package struct FlowTypedScopeDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-typed", summary: "flow through scopes whose levels are types", questions: [.scopes])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: .counter)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  @inlinable package func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore(parent: { FlowAdapter($0) }, child: { $0.typedChild($1) })
  }
}

extension FlowAdapter {
  /// The child of one module, below levels that are types.
  @inlinable func typedChild<M: LeafFeature>(_ part: ChildPart<F, M>) -> FlowScopeAdapter<M> {
    guard part.copies == nil, let whole = store as? Store<FeatureReducer<Copies<M>>> else {
      return child(part)
    }
    // Further levels are those of `flow`.
    let (scope, rest) =
      if part.depth > 9 {
        (
          Self.child(
            part.copy, of: whole.level.level.level.level.level.level.level.level.level),
          part.depth - 9
        )
      } else if part.depth > 3 {
        (Self.child(part.copy, of: whole.level.level.level), part.depth - 3)
      } else {
        (Self.child(part.copy, of: whole), part.depth)
      }
    return FlowScopeAdapter(part.module, scope, depth: rest)
  }
}

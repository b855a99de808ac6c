public import Workloads

extension Feature {
  /// Returns the reducer as an existential of the design's protocol.
  ///
  /// The reducers of parts are lifted into every element of an array or into a property. Those of an
  /// app run one after the other.
  @inlinable @inline(__always)
  public func stateReducer() -> any StateReducer<State, Action> {
    accept(StateReducerShape<Self>())
  }
}

/// Creates the reducer as an existential.
@usableFromInline struct StateReducerShape<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request
  @usableFromInline typealias Result = any StateReducer<State, Action>

  @inlinable init() {}

  // Inlined, so that the closure has the types of its store.
  @inlinable @inline(__always)
  func visit<P: Feature>(plain feature: P) -> Result
  where P.State == State, P.Action == Action, P.Request == Request {
    FeatureStateReducer(feature: feature)
  }

  @inlinable func visit<C: CopiesOfModule>(copies: C) -> Result
  where C.State == State, C.Action == Action, C.Request == Request {
    copies.base.stateReducer().offset(state: C.states, action: .element(of: C.self))
  }

  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    var reducers = StateReducerParts(app)
    App.visitParts(&reducers)
    return CombinedReducer(reducers.all)
  }
}

/// The lifted reducers of an app's kinds of modules.
@usableFromInline struct StateReducerParts<App: AppOfModules>: AppPartVisitor {
  @usableFromInline let app: App
  @usableFromInline var all: [any StateReducer<App.State, App.Action>] = []

  @inlinable init(_ app: App) { self.app = app }

  @inlinable mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    all.append(
      Part.modules(of: app).stateReducer().lifted(state: Part.state, action: .part(part)))
  }
}

/// A feature's reduction as a type of the protocol design.
public struct FeatureStateReducer<F: Feature>: StateReducer {
  @usableFromInline let feature: F

  @inlinable init(feature: F) { self.feature = feature }

  /// Returns a changed copy of the old state.
  @inlinable public func reduce(oldState: F.State, with action: F.Action) -> F.State {
    var state = oldState
    feature.reduce(into: &state, action: action)
    return state
  }
}

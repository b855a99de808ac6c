public import Workloads

extension Feature {
  /// Returns a reducer that changes the state in place.
  ///
  /// A feature without parts is one closure. Parts are pulled back along key paths, and all of them run
  /// on every action, as in the articles.
  @inlinable @inline(never)
  public func inoutReducer() -> InoutReducer<State, Action> {
    accept(InoutShape<Self>()).reducer
  }
}

/// The result of a visit. A function as a generic result would have two wrappers, each of which costs
/// some ten instructions at every call.
@usableFromInline struct InoutMade<State, Action> {
  @usableFromInline let reducer: InoutReducer<State, Action>

  @inlinable init(_ reducer: @escaping InoutReducer<State, Action>) { self.reducer = reducer }
}

/// Creates the reducer that changes the state in place.
@usableFromInline struct InoutShape<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request
  @usableFromInline typealias Result = InoutMade<State, Action>

  @inlinable init() {}

  @inlinable func visit<P: Feature>(plain feature: P) -> Result
  where P.State == State, P.Action == Action, P.Request == Request {
    Result { state, action in feature.reduce(into: &state, action: action) }
  }

  @inlinable func visit<M: ComposedFeature>(composed module: M) -> Result
  where M.State == State, M.Action == Action, M.Request == Request {
    var reducers = LocalInoutReducers<State, Action>()
    module.visitReducers(&reducers)
    return Result(module.wrapped(combine(reducers.all)))
  }

  @inlinable func visit<C: CopiesOfModule>(copies: C) -> Result
  where C.State == State, C.Action == Action, C.Request == Request {
    let module = copies.base.inoutReducer()
    return Result(
      combine(
        (0..<copies.count).map { index in
          pullback(
            module, value: C.state(of: index),
            action: {
              let (copy, local) = C.extract($0)
              return copy == index ? local : nil
            })
        }))
  }

  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    var reducers = InoutParts(app)
    App.visitParts(&reducers)
    return Result(combine(reducers.all))
  }
}

/// The pulled-back reducers of a module that is made of smaller ones.
@usableFromInline struct LocalInoutReducers<State, Action>: LocalReducerVisitor {
  @usableFromInline var all: [InoutReducer<State, Action>] = []

  @inlinable init() {}

  @inlinable mutating func visit<LocalState, LocalAction>(
    _ reducer: @escaping @Sendable (inout LocalState, LocalAction) -> Void,
    state: any WritableKeyPath<State, LocalState> & Sendable,
    action: @escaping @Sendable (Action) -> LocalAction?
  ) {
    all.append(pullback(reducer, value: state, action: action))
  }
}

/// The pulled-back reducers of an app's kinds of modules.
@usableFromInline struct InoutParts<App: AppOfModules>: AppPartVisitor {
  @usableFromInline let app: App
  @usableFromInline var all: [InoutReducer<App.State, App.Action>] = []

  @inlinable init(_ app: App) { self.app = app }

  @inlinable mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    all.append(
      pullback(
        Part.modules(of: app).inoutReducer(), value: Part.state, action: { Part.extract($0) }))
  }
}

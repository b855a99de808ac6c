public import Workloads

extension Feature {
  /// Returns a reducer that changes the state in place and returns effects.
  ///
  /// A feature without parts returns one effect for requested work. The effects of parts are merged in
  /// order.
  @inlinable @inline(never)
  public func effectReducer() -> EffectReducer<State, Action> {
    accept(EffectShape<Self>()).reducer
  }
}

/// The result of a visit. A function as a generic result would have two wrappers, each of which costs
/// some ten instructions at every call.
@usableFromInline struct EffectMade<State, Action> {
  @usableFromInline let reducer: EffectReducer<State, Action>

  @inlinable init(_ reducer: @escaping EffectReducer<State, Action>) { self.reducer = reducer }
}

/// Creates the reducer that returns effects.
@usableFromInline struct EffectShape<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request
  @usableFromInline typealias Result = EffectMade<State, Action>

  @inlinable init() {}

  @inlinable func visit<P: Feature>(plain feature: P) -> Result
  where P.State == State, P.Action == Action, P.Request == Request {
    Result { state, action in
      feature.reduce(into: &state, action: action)
      guard let request = feature.request(for: action, after: state) else { return [] }
      return [{ send in if let answer = feature.perform(request) { send(answer) } }]
    }
  }

  @inlinable func visit<M: ComposedFeature>(composed module: M) -> Result
  where M.State == State, M.Action == Action, M.Request == Request {
    let reducer = module.inoutReducer()
    return Result { state, action in
      reducer(&state, action)
      guard let request = module.request(for: action, after: state) else { return [] }
      return [{ send in if let answer = module.perform(request) { send(answer) } }]
    }
  }

  @inlinable func visit<C: CopiesOfModule>(copies: C) -> Result
  where C.State == State, C.Action == Action, C.Request == Request {
    let module = copies.base.effectReducer()
    return Result(
      combine(
        (0..<copies.count).map { index in
          pullback(
            module, value: C.state(of: index),
            action: {
              let (copy, local) = C.extract($0)
              return copy == index ? local : nil
            },
            embed: { C.embed($0, copy: index) })
        }))
  }

  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    var reducers = EffectParts(app)
    App.visitParts(&reducers)
    return Result(combine(reducers.all))
  }
}

/// The pulled-back reducers of an app's kinds of modules.
@usableFromInline struct EffectParts<App: AppOfModules>: AppPartVisitor {
  @usableFromInline let app: App
  @usableFromInline var all: [EffectReducer<App.State, App.Action>] = []

  @inlinable init(_ app: App) { self.app = app }

  @inlinable mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    all.append(
      pullback(
        Part.modules(of: app).effectReducer(), value: Part.state,
        action: { Part.extract($0) }, embed: { Part.embed($0) }))
  }
}

public import Workloads

extension Feature {
  /// Returns a reducer that returns a changed copy of the state.
  ///
  /// Copies replace one element, and an app one property, of a copy of the whole state.
  @inlinable @inline(never)
  public func returningReducer() -> ReturningReducer<State, Action> {
    accept(ReturningShape<Self>()).reducer
  }
}

/// The result of a visit. A function as a generic result would have two wrappers, each of which costs
/// some ten instructions at every call.
@usableFromInline struct ReturningMade<State, Action> {
  @usableFromInline let reducer: ReturningReducer<State, Action>

  @inlinable init(_ reducer: @escaping ReturningReducer<State, Action>) { self.reducer = reducer }
}

/// Creates the reducer that returns a state.
@usableFromInline struct ReturningShape<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request
  @usableFromInline typealias Result = ReturningMade<State, Action>

  @inlinable init() {}

  @inlinable func visit<P: Feature>(plain feature: P) -> Result
  where P.State == State, P.Action == Action, P.Request == Request {
    Result { state, action in
      var next = state
      feature.reduce(into: &next, action: action)
      return next
    }
  }

  @inlinable func visit<C: CopiesOfModule>(copies: C) -> Result
  where C.State == State, C.Action == Action, C.Request == Request {
    let module = copies.base.returningReducer()
    return Result { state, action in
      var next = state
      let (copy, local) = C.extract(action)
      C.set(module(C.value(of: state, copy: copy), local), copy: copy, in: &next)
      return next
    }
  }

  // The compiler makes one `switch` of all calls of `extract`, as in the article.
  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    let timer = App.TimerPart.modules(of: app).returningReducer()
    let primes = App.PrimesPart.modules(of: app).returningReducer()
    let profile = App.ProfilePart.modules(of: app).returningReducer()
    let login = App.LoginPart.modules(of: app).returningReducer()
    let notes = App.NotesPart.modules(of: app).returningReducer()
    let shop = App.ShopPart.modules(of: app).returningReducer()
    let search = App.SearchPart.modules(of: app).returningReducer()
    return Result { state, action in
      var next = state
      if let local = App.TimerPart.extract(action) {
        App.TimerPart.set(timer(App.TimerPart.value(of: state), local), in: &next)
      } else if let local = App.PrimesPart.extract(action) {
        App.PrimesPart.set(primes(App.PrimesPart.value(of: state), local), in: &next)
      } else if let local = App.ProfilePart.extract(action) {
        App.ProfilePart.set(profile(App.ProfilePart.value(of: state), local), in: &next)
      } else if let local = App.LoginPart.extract(action) {
        App.LoginPart.set(login(App.LoginPart.value(of: state), local), in: &next)
      } else if let local = App.NotesPart.extract(action) {
        App.NotesPart.set(notes(App.NotesPart.value(of: state), local), in: &next)
      } else if let local = App.ShopPart.extract(action) {
        App.ShopPart.set(shop(App.ShopPart.value(of: state), local), in: &next)
      } else if let local = App.SearchPart.extract(action) {
        App.SearchPart.set(search(App.SearchPart.value(of: state), local), in: &next)
      }
      return next
    }
  }
}

public import Workloads

extension Feature {
  /// Old state in, new state out.
  ///
  /// A feature without parts copies the state, changes the copy and returns it, as an article's
  /// `switch` does; copies replace one element, an app one property, of a copy of the whole.
  @inlinable @inline(never)
  public func returningReducer() -> ReturningReducer<State, Action> {
    accept(ReturningShape<Self>()).reducer
  }
}

/// What a visitor returns: a function that is returned as a generic result comes back in two wrappers,
/// each of which costs some ten instructions at every call; a function in a value of its own does not.
@usableFromInline struct ReturningMade<State, Action> {
  @usableFromInline let reducer: ReturningReducer<State, Action>

  @inlinable init(_ reducer: @escaping ReturningReducer<State, Action>) { self.reducer = reducer }
}

/// Makes the reducer that returns a state.
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

  // The article's `switch` names every module; so does this. Each `extract` looks at the same case,
  // and the compiler makes one `switch` of all of them.
  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    let m0 = App.Part0.modules(of: app).returningReducer()
    let m1 = App.Part1.modules(of: app).returningReducer()
    let m2 = App.Part2.modules(of: app).returningReducer()
    let m3 = App.Part3.modules(of: app).returningReducer()
    let m4 = App.Part4.modules(of: app).returningReducer()
    let m5 = App.Part5.modules(of: app).returningReducer()
    let m6 = App.Part6.modules(of: app).returningReducer()
    let m7 = App.Part7.modules(of: app).returningReducer()
    return Result { state, action in
      var next = state
      if let local = App.Part0.extract(action) {
        App.Part0.set(m0(App.Part0.value(of: state), local), in: &next)
      } else if let local = App.Part1.extract(action) {
        App.Part1.set(m1(App.Part1.value(of: state), local), in: &next)
      } else if let local = App.Part2.extract(action) {
        App.Part2.set(m2(App.Part2.value(of: state), local), in: &next)
      } else if let local = App.Part3.extract(action) {
        App.Part3.set(m3(App.Part3.value(of: state), local), in: &next)
      } else if let local = App.Part4.extract(action) {
        App.Part4.set(m4(App.Part4.value(of: state), local), in: &next)
      } else if let local = App.Part5.extract(action) {
        App.Part5.set(m5(App.Part5.value(of: state), local), in: &next)
      } else if let local = App.Part6.extract(action) {
        App.Part6.set(m6(App.Part6.value(of: state), local), in: &next)
      } else if let local = App.Part7.extract(action) {
        App.Part7.set(m7(App.Part7.value(of: state), local), in: &next)
      }
      return next
    }
  }
}

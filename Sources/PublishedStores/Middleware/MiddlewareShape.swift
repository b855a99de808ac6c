public import Workloads

extension Feature {
  /// Returns an asynchronous middleware for each module with effects, which does the module's work.
  @inlinable public func middlewares() -> [MiddlewareClosure<
    State, Action, EffectDependencies<Request, Action>
  >] {
    accept(MiddlewareShape<Self>())
  }
}

/// Creates the asynchronous middlewares.
@usableFromInline struct MiddlewareShape<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request
  @usableFromInline typealias Dependencies = EffectDependencies<Request, Action>
  @usableFromInline typealias Result = [MiddlewareClosure<State, Action, Dependencies>]

  @inlinable init() {}

  // Inlined, so that the closure has the types of its store.
  @inlinable @inline(__always)
  func visit<P: Feature>(plain feature: P) -> Result
  where P.State == State, P.Action == Action, P.Request == Request {
    guard P.hasEffects else { return [] }
    return [
      { state, action, dependencies in
        guard let request = feature.request(for: action, after: state) else { return nil }
        return await dependencies.perform(request)
      }
    ]
  }

  @inlinable func visit<C: CopiesOfModule>(copies: C) -> Result
  where C.State == State, C.Action == Action, C.Request == Request {
    let local = copies.base.effectDependencies()
    return (0..<copies.count).flatMap { index in
      copies.base.middlewares().map { middleware in
        pullbackMiddleware(
          middleware, state: { (state: State) in C.value(of: state, copy: index) },
          action: { (action: Action) in
            let (copy, local) = C.extract(action)
            return copy == index ? local : nil
          },
          embed: { C.embed($0, copy: index) },
          dependencies: { (_: Dependencies) in local })
      }
    }
  }

  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    var middlewares = MiddlewareParts(app)
    App.visitParts(&middlewares)
    return middlewares.all
  }
}

/// The middlewares of an app's kinds of modules.
@usableFromInline struct MiddlewareParts<App: AppOfModules>: AppPartVisitor {
  @usableFromInline typealias Dependencies = EffectDependencies<App.Request, App.Action>

  @usableFromInline let app: App
  @usableFromInline var all: [MiddlewareClosure<App.State, App.Action, Dependencies>] = []

  @inlinable init(_ app: App) { self.app = app }

  @inlinable mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    let modules = Part.modules(of: app)
    let local = modules.effectDependencies()
    all += modules.middlewares().map {
      pullbackMiddleware(
        $0, state: { (state: App.State) in Part.value(of: state) },
        action: { (action: App.Action) in Part.extract(action) },
        embed: { Part.embed($0) }, dependencies: { (_: Dependencies) in local })
    }
  }
}

extension ObservingFeature {
  /// Returns asynchronous closures that look at an action and let it pass.
  @inlinable public func passingMiddlewares(
    _ count: Int
  ) -> [MiddlewareClosure<State, Action, EffectDependencies<Request, Action>>] {
    (0..<count).map { _ in { _, action, _ in observe(action) } }
  }
}

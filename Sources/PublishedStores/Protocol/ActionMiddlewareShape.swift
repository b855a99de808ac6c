public import Workloads

extension Feature {
  /// Returns a middleware existential for each kind of module with effects, which does the module's
  /// work.
  @inlinable public func actionMiddlewares() -> [any ActionMiddleware<State, Action>] {
    accept(ActionMiddlewareShape<Self>())
  }
}

/// Creates the middlewares as existentials.
@usableFromInline struct ActionMiddlewareShape<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request
  @usableFromInline typealias Result = [any ActionMiddleware<State, Action>]

  @inlinable init() {}

  // Inlined, so that the closure has the types of its store.
  @inlinable @inline(__always)
  func visit<P: Feature>(plain feature: P) -> Result
  where P.State == State, P.Action == Action, P.Request == Request {
    guard P.hasEffects else { return [] }
    switch feature.completion {
    case .immediate: return [FeatureActionMiddleware(feature: feature)]
    case .suspending, .service, .counted:
      return [
        AwaitingActionMiddleware(feature: feature, dependencies: feature.effectDependencies())
      ]
    }
  }

  @inlinable func visit<C: CopiesOfModule>(copies: C) -> Result
  where C.State == State, C.Action == Action, C.Request == Request {
    copies.base.actionMiddlewares().map {
      $0.offset(state: C.states, action: .element(of: C.self))
    }
  }

  @inlinable func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    var middlewares = ActionMiddlewareParts(app)
    App.visitParts(&middlewares)
    return middlewares.all
  }
}

/// The lifted middlewares of an app's kinds of modules.
@usableFromInline struct ActionMiddlewareParts<App: AppOfModules>: AppPartVisitor {
  @usableFromInline let app: App
  @usableFromInline var all: [any ActionMiddleware<App.State, App.Action>] = []

  @inlinable init(_ app: App) { self.app = app }

  @inlinable mutating func visit<Part: AppPart>(_ part: Part.Type) where Part.App == App {
    all += Part.modules(of: app).actionMiddlewares().map {
      $0.lifted(state: Part.state, action: .part(part))
    }
  }
}

/// A feature's work as a middleware of the protocol design.
public struct FeatureActionMiddleware<F: Feature>: ActionMiddleware {
  @usableFromInline let feature: F

  @inlinable init(feature: F) { self.feature = feature }

  /// Does the requested work, if any.
  @inlinable public func process(state: F.State, with action: F.Action) async -> F.Action? {
    guard let request = feature.request(for: action, after: state) else { return nil }
    return feature.perform(request)
  }
}

/// A feature's work as a middleware of the protocol design that awaits it.
public struct AwaitingActionMiddleware<F: Feature>: ActionMiddleware {
  @usableFromInline let feature: F
  @usableFromInline let dependencies: EffectDependencies<F.Request, F.Action>

  @inlinable init(feature: F, dependencies: EffectDependencies<F.Request, F.Action>) {
    self.feature = feature
    self.dependencies = dependencies
  }

  /// Awaits the requested work, if any.
  @inlinable public func process(state: F.State, with action: F.Action) async -> F.Action? {
    guard let request = feature.request(for: action, after: state) else { return nil }
    return await dependencies.perform(request)
  }
}

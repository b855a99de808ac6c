import FlowCore
public import PublishedStores

extension Feature {
  /// The plain reduction behind the protocol of the design.
  public func stateReducer() -> any StateReducer<State, Action> {
    FeatureStateReducer(feature: self)
  }

  /// One middleware that does the work this feature asks for; none when it never asks.
  public func actionMiddlewares() -> [any ActionMiddleware<State, Action>] {
    guard Self.hasEffects else { return [] }
    switch answers {
    case .atOnce: return [FeatureActionMiddleware(feature: self)]
    case .suspending, .served:
      return [AwaitingActionMiddleware(feature: self, dependencies: effectDependencies())]
    }
  }
}

/// A feature's reduction as a type of the protocol design.
public struct FeatureStateReducer<F: Feature>: StateReducer {
  let feature: F

  /// Old state in, new state out.
  public func reduce(oldState: F.State, with action: F.Action) -> F.State {
    var state = oldState
    feature.reduce(into: &state, action: action)
    return state
  }
}

/// A feature's work as a middleware of the protocol design.
public struct FeatureActionMiddleware<F: Feature>: ActionMiddleware {
  let feature: F

  /// Does the work the action asked for, if any.
  public func process(state: F.State, with action: F.Action) async -> F.Action? {
    guard let request = feature.request(for: action, after: state) else { return nil }
    return feature.perform(request)
  }
}

/// A feature's work as a middleware of the protocol design that has to wait for it.
public struct AwaitingActionMiddleware<F: Feature>: ActionMiddleware {
  let feature: F
  let dependencies: EffectDependencies<F.Request, F.Action>

  /// Awaits the work the action asked for, if any.
  public func process(state: F.State, with action: F.Action) async -> F.Action? {
    guard let request = feature.request(for: action, after: state) else { return nil }
    return await dependencies.perform(request)
  }
}

extension Copies {
  /// One reducer, lifted into every element of the array.
  public func stateReducer() -> any StateReducer<State, Action> {
    base.stateReducer().offset(state: \State.features, action: Self.element)
  }

  /// One middleware, lifted into every element of the array.
  public func actionMiddlewares() -> [any ActionMiddleware<State, Action>] {
    base.actionMiddlewares().map { $0.offset(state: \State.features, action: Self.element) }
  }

  private static var element: Prism<Action, (Int, Base.Action)> {
    Prism(
      embed: { Action(index: $0.0, action: $0.1) },
      extract: { ($0.index, $0.action) })
  }
}

extension AppFeature {
  /// Seven lifted reducers, run one after the other.
  public func stateReducer() -> any StateReducer<State, Action> {
    CombinedReducer([
      timers.stateReducer().lifted(state: \State.timers, action: Self.timer),
      primes.stateReducer().lifted(state: \State.primes, action: Self.primes),
      profiles.stateReducer().lifted(state: \State.profiles, action: Self.profile),
      logins.stateReducer().lifted(state: \State.logins, action: Self.login),
      notes.stateReducer().lifted(state: \State.notes, action: Self.notes),
      shops.stateReducer().lifted(state: \State.shops, action: Self.shop),
      searches.stateReducer().lifted(state: \State.searches, action: Self.search),
    ])
  }

  /// The lifted middlewares of all modules.
  public func actionMiddlewares() -> [any ActionMiddleware<State, Action>] {
    timers.actionMiddlewares().map { $0.lifted(state: \State.timers, action: Self.timer) }
      + primes.actionMiddlewares().map { $0.lifted(state: \State.primes, action: Self.primes) }
      + profiles.actionMiddlewares().map {
        $0.lifted(state: \State.profiles, action: Self.profile)
      }
      + logins.actionMiddlewares().map { $0.lifted(state: \State.logins, action: Self.login) }
      + notes.actionMiddlewares().map { $0.lifted(state: \State.notes, action: Self.notes) }
      + shops.actionMiddlewares().map { $0.lifted(state: \State.shops, action: Self.shop) }
      + searches.actionMiddlewares().map {
        $0.lifted(state: \State.searches, action: Self.search)
      }
  }

  private static var timer: Prism<Action, Copies<TimerFeature>.Action> {
    Prism(embed: Action.timer, extract: { $0.timer })
  }
  private static var primes: Prism<Action, Copies<PrimesFeature>.Action> {
    Prism(embed: Action.primes, extract: { $0.primes })
  }
  private static var profile: Prism<Action, Copies<ProfileFeature>.Action> {
    Prism(embed: Action.profile, extract: { $0.profile })
  }
  private static var login: Prism<Action, Copies<LoginFeature>.Action> {
    Prism(embed: Action.login, extract: { $0.login })
  }
  private static var notes: Prism<Action, Copies<NotesFeature>.Action> {
    Prism(embed: Action.notes, extract: { $0.notes })
  }
  private static var shop: Prism<Action, Copies<ShopFeature>.Action> {
    Prism(embed: Action.shop, extract: { $0.shop })
  }
  private static var search: Prism<Action, Copies<SearchFeature>.Action> {
    Prism(embed: Action.search, extract: { $0.search })
  }
}

public import PublishedStores

/// A feature written in the shape that each store design asks for.
///
/// The shapes of a module on its own wrap its plain functions and add nothing. The shapes of an app
/// join those of its modules in the way the design's authors join them: key-path pull-backs,
/// lifted existentials, one middleware for each module. What that costs is what is measured.
public protocol FeatureShapes: Sendable {
  /// What is kept.
  associatedtype State: Equatable, Sendable
  /// What can happen; as JSON it can be recorded.
  associatedtype Action: Codable & Sendable
  /// Work asked of the world, as a value.
  associatedtype Request: Sendable

  /// Whether this feature can ask for work at all.
  static var hasEffects: Bool { get }

  /// Old state in, new state out.
  func returningReducer() -> ReturningReducer<State, Action>
  /// Changes the state in place; asks for nothing.
  func inoutReducer() -> InoutReducer<State, Action>
  /// Changes the state in place and returns effects that feed actions back.
  func effectReducer() -> EffectReducer<State, Action>
  /// Old state in, new state and at most one command out; `inFlight` counts the commands.
  func commandReducer(_ inFlight: CommandsInFlight) -> CommandReducer<State, Action>
  /// Changes the state in place and returns a publisher of actions.
  func publisherReducer() -> PublisherReducer<
    State, Action, EffectDependencies<Request, Action>
  >
  /// Changes the state in place and returns a running task, or none.
  func taskReducer() -> TaskReducer<State, Action, EffectDependencies<Request, Action>>
  /// One asynchronous middleware for each module that has effects.
  func middlewares() -> [MiddlewareClosure<State, Action, EffectDependencies<Request, Action>>]
  /// A reducer as an existential.
  func stateReducer() -> any StateReducer<State, Action>
  /// One middleware existential for each kind of module that has effects.
  func actionMiddlewares() -> [any ActionMiddleware<State, Action>]
}

/// What the asynchronous designs call when a module asks for work: a struct of async closures, so
/// that a test can put its own in place.
public struct EffectDependencies<Request: Sendable, Action: Sendable>: Sendable {
  /// Does the work and returns the action that carries its answer.
  public var perform: @Sendable (Request) async -> Action?

  /// Dependencies that do the work by calling `perform`.
  public init(perform: @escaping @Sendable (Request) async -> Action?) {
    self.perform = perform
  }
}

extension Feature {
  /// Dependencies that do this feature's work with its own services.
  public func effectDependencies() -> EffectDependencies<Request, Action> {
    switch answers {
    case .atOnce: EffectDependencies { request in perform(request) }
    case .suspending:
      EffectDependencies { request in
        await Task.yield()
        return perform(request)
      }
    case .served: EffectDependencies { request in await answer(request) }
    }
  }

  /// A feature asks for work unless its requests cannot exist.
  @inlinable public static var hasEffects: Bool { Request.self != Never.self }
}

extension Copies {
  /// As the module does.
  @inlinable public static var hasEffects: Bool { Base.hasEffects }
}

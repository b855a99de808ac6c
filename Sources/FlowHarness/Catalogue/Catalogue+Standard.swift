import FlowCore
import Workloads

extension Catalogue {
  /// Every design, workload and topology of this package.
  public static func standard() -> Catalogue {
    var catalogue = Catalogue()
    catalogue.registerPublished()
    catalogue.registerShared()
    catalogue.registerFavorites()
    catalogue.registerEcho()
    catalogue.registerPassingMiddlewares()
    catalogue.registerFlowTracked()
    catalogue.registerLinger()
    catalogue.registerEffects()
    catalogue.registerSharedStores()
    return catalogue
  }

  private mutating func registerPublished() {
    register(
      .floor,
      FloorAdapter<CounterFeature>.self,
      FloorAdapter<TimerFeature>.self,
      FloorAdapter<PrimesFeature>.self,
      FloorAdapter<ProfileFeature>.self,
      FloorAdapter<LoginFeature>.self,
      FloorAdapter<NotesFeature>.self,
      FloorAdapter<ShopFeature>.self,
      FloorAdapter<SearchFeature>.self,
      FloorAdapter<AppFeature>.self)
    register(
      .returning,
      ReturningAdapter<CounterFeature>.self,
      ReturningAdapter<TimerFeature>.self,
      ReturningAdapter<PrimesFeature>.self,
      ReturningAdapter<ProfileFeature>.self,
      ReturningAdapter<LoginFeature>.self,
      ReturningAdapter<NotesFeature>.self,
      ReturningAdapter<ShopFeature>.self,
      ReturningAdapter<SearchFeature>.self,
      ReturningAdapter<AppFeature>.self)
    register(
      .observable,
      ObservableAdapter<CounterFeature>.self,
      ObservableAdapter<TimerFeature>.self,
      ObservableAdapter<PrimesFeature>.self,
      ObservableAdapter<ProfileFeature>.self,
      ObservableAdapter<LoginFeature>.self,
      ObservableAdapter<NotesFeature>.self,
      ObservableAdapter<ShopFeature>.self,
      ObservableAdapter<SearchFeature>.self,
      ObservableAdapter<AppFeature>.self)
    register(
      .middleware,
      MiddlewareAdapter<CounterFeature>.self,
      MiddlewareAdapter<TimerFeature>.self,
      MiddlewareAdapter<PrimesFeature>.self,
      MiddlewareAdapter<ProfileFeature>.self,
      MiddlewareAdapter<LoginFeature>.self,
      MiddlewareAdapter<NotesFeature>.self,
      MiddlewareAdapter<ShopFeature>.self,
      MiddlewareAdapter<SearchFeature>.self,
      MiddlewareAdapter<AppFeature>.self)
    register(
      .`inout`,
      InoutAdapter<CounterFeature>.self,
      InoutAdapter<TimerFeature>.self,
      InoutAdapter<PrimesFeature>.self,
      InoutAdapter<ProfileFeature>.self,
      InoutAdapter<LoginFeature>.self,
      InoutAdapter<NotesFeature>.self,
      InoutAdapter<ShopFeature>.self,
      InoutAdapter<SearchFeature>.self,
      InoutAdapter<AppFeature>.self)
    registerScoped(
      .`inout`,
      InoutAdapter<CounterFeature>.self,
      InoutAdapter<TimerFeature>.self,
      InoutAdapter<PrimesFeature>.self,
      InoutAdapter<ProfileFeature>.self,
      InoutAdapter<LoginFeature>.self,
      InoutAdapter<NotesFeature>.self,
      InoutAdapter<ShopFeature>.self,
      InoutAdapter<SearchFeature>.self)
    register(
      .effect,
      EffectAdapter<CounterFeature>.self,
      EffectAdapter<TimerFeature>.self,
      EffectAdapter<PrimesFeature>.self,
      EffectAdapter<ProfileFeature>.self,
      EffectAdapter<LoginFeature>.self,
      EffectAdapter<NotesFeature>.self,
      EffectAdapter<ShopFeature>.self,
      EffectAdapter<SearchFeature>.self,
      EffectAdapter<AppFeature>.self)
    registerScoped(
      .effect,
      EffectAdapter<CounterFeature>.self,
      EffectAdapter<TimerFeature>.self,
      EffectAdapter<PrimesFeature>.self,
      EffectAdapter<ProfileFeature>.self,
      EffectAdapter<LoginFeature>.self,
      EffectAdapter<NotesFeature>.self,
      EffectAdapter<ShopFeature>.self,
      EffectAdapter<SearchFeature>.self)
  }

  private mutating func registerShared() {
    register(
      .command,
      CommandAdapter<CounterFeature>.self,
      CommandAdapter<TimerFeature>.self,
      CommandAdapter<PrimesFeature>.self,
      CommandAdapter<ProfileFeature>.self,
      CommandAdapter<LoginFeature>.self,
      CommandAdapter<NotesFeature>.self,
      CommandAdapter<ShopFeature>.self,
      CommandAdapter<SearchFeature>.self,
      CommandAdapter<AppFeature>.self)
    register(
      .publisher,
      PublisherAdapter<CounterFeature>.self,
      PublisherAdapter<TimerFeature>.self,
      PublisherAdapter<PrimesFeature>.self,
      PublisherAdapter<ProfileFeature>.self,
      PublisherAdapter<LoginFeature>.self,
      PublisherAdapter<NotesFeature>.self,
      PublisherAdapter<ShopFeature>.self,
      PublisherAdapter<SearchFeature>.self,
      PublisherAdapter<AppFeature>.self)
    register(
      .task,
      TaskAdapter<CounterFeature>.self,
      TaskAdapter<TimerFeature>.self,
      TaskAdapter<PrimesFeature>.self,
      TaskAdapter<ProfileFeature>.self,
      TaskAdapter<LoginFeature>.self,
      TaskAdapter<NotesFeature>.self,
      TaskAdapter<ShopFeature>.self,
      TaskAdapter<SearchFeature>.self,
      TaskAdapter<AppFeature>.self)
    register(
      .`protocol`,
      ProtocolAdapter<CounterFeature>.self,
      ProtocolAdapter<TimerFeature>.self,
      ProtocolAdapter<PrimesFeature>.self,
      ProtocolAdapter<ProfileFeature>.self,
      ProtocolAdapter<LoginFeature>.self,
      ProtocolAdapter<NotesFeature>.self,
      ProtocolAdapter<ShopFeature>.self,
      ProtocolAdapter<SearchFeature>.self,
      ProtocolAdapter<AppFeature>.self)
    registerScoped(
      .`protocol`,
      ProtocolAdapter<CounterFeature>.self,
      ProtocolAdapter<TimerFeature>.self,
      ProtocolAdapter<PrimesFeature>.self,
      ProtocolAdapter<ProfileFeature>.self,
      ProtocolAdapter<LoginFeature>.self,
      ProtocolAdapter<NotesFeature>.self,
      ProtocolAdapter<ShopFeature>.self,
      ProtocolAdapter<SearchFeature>.self)
    registerConcurrent(
      .actor,
      ActorAdapter<CounterFeature>.self,
      ActorAdapter<TimerFeature>.self,
      ActorAdapter<PrimesFeature>.self,
      ActorAdapter<ProfileFeature>.self,
      ActorAdapter<LoginFeature>.self,
      ActorAdapter<NotesFeature>.self,
      ActorAdapter<ShopFeature>.self,
      ActorAdapter<SearchFeature>.self,
      ActorAdapter<AppFeature>.self)
    register(
      .mutex,
      MutexAdapter<CounterFeature>.self,
      MutexAdapter<TimerFeature>.self,
      MutexAdapter<PrimesFeature>.self,
      MutexAdapter<ProfileFeature>.self,
      MutexAdapter<LoginFeature>.self,
      MutexAdapter<NotesFeature>.self,
      MutexAdapter<ShopFeature>.self,
      MutexAdapter<SearchFeature>.self,
      MutexAdapter<AppFeature>.self)
    register(
      .flow,
      FlowAdapter<CounterFeature>.self,
      FlowAdapter<TimerFeature>.self,
      FlowAdapter<PrimesFeature>.self,
      FlowAdapter<ProfileFeature>.self,
      FlowAdapter<LoginFeature>.self,
      FlowAdapter<NotesFeature>.self,
      FlowAdapter<ShopFeature>.self,
      FlowAdapter<SearchFeature>.self,
      FlowAdapter<AppFeature>.self)
    registerScoped(
      .flow,
      FlowAdapter<CounterFeature>.self,
      FlowAdapter<TimerFeature>.self,
      FlowAdapter<PrimesFeature>.self,
      FlowAdapter<ProfileFeature>.self,
      FlowAdapter<LoginFeature>.self,
      FlowAdapter<NotesFeature>.self,
      FlowAdapter<ShopFeature>.self,
      FlowAdapter<SearchFeature>.self)
  }
}

extension DesignDescription {
  static let floor = Self(
    id: "floor", summary: "no store: a loop that reduces in place")
  static let returning = Self(
    id: "returning", summary: "(State, Action) -> State in a class")
  static let observable = Self(
    id: "observable", summary: "the same, marked @Observable")
  static let middleware = Self(
    id: "middleware", summary: "@MainActor, async send, middlewares in a task group", hops: true)
  static let `inout` = Self(
    id: "inout", summary: "(inout State, Action) -> Void, combine and pullback")
  static let effect = Self(
    id: "effect", summary: "(inout State, Action) -> [Effect], run by the store")
  static let command = Self(
    id: "command", summary: "(State, Action) -> (State, Command?)", keepsMainThread: true,
    hops: true)
  static let publisher = Self(
    id: "publisher", summary: "(inout State, Action, Environment) -> AnyPublisher", hops: true)
  static let task = Self(
    id: "task", summary: "(inout State, Action, Environment) -> Task?", hops: true)
  static let `protocol` = Self(
    id: "protocol", summary: "reducers and middlewares as existentials, @Observable", hops: true)
  static let `actor` = Self(
    id: "actor", summary: "the inout reducer behind an actor")
  static let mutex = Self(
    id: "mutex", summary: "the inout reducer behind a mutex")
  static let flow = Self(
    id: "flow", summary: "FlowCore.Store: generic over its reducer, in place")
  static let flowTracked = Self(
    id: "flow-tracked", summary: "flow, its readers tracked by Observation")
  static let flowAsync = Self(
    id: "flow-async", summary: "flow with the articles' async closures as middlewares, awaited")
  static let bareTask = Self(
    id: "bare-task", summary: "no store: tasks kept in an array, cancelled one after another")
}

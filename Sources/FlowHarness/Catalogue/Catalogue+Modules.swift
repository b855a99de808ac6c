import FlowCore
import Workloads

// The modules that are no part of the app: a line for each design.

extension Catalogue {
  /// Adds `favorites` for every design.
  mutating func registerFavorites() {
    register(FloorAdapter<FavoritesFeature>.self, design: .floor, workload: .favorites)
    register(ReturningAdapter<FavoritesFeature>.self, design: .returning, workload: .favorites)
    register(ObservableAdapter<FavoritesFeature>.self, design: .observable, workload: .favorites)
    register(MiddlewareAdapter<FavoritesFeature>.self, design: .middleware, workload: .favorites)
    register(InoutAdapter<FavoritesFeature>.self, design: .`inout`, workload: .favorites)
    register(EffectAdapter<FavoritesFeature>.self, design: .effect, workload: .favorites)
    register(CommandAdapter<FavoritesFeature>.self, design: .command, workload: .favorites)
    register(PublisherAdapter<FavoritesFeature>.self, design: .publisher, workload: .favorites)
    register(TaskAdapter<FavoritesFeature>.self, design: .task, workload: .favorites)
    register(ProtocolAdapter<FavoritesFeature>.self, design: .`protocol`, workload: .favorites)
    registerConcurrent(ActorAdapter<FavoritesFeature>.self, design: .actor, workload: .favorites)
    register(MutexAdapter<FavoritesFeature>.self, design: .mutex, workload: .favorites)
    register(FlowAdapter<FavoritesFeature>.self, design: .flow, workload: .favorites)
    registerScoped(InoutAdapter<FavoritesFeature>.self, design: .`inout`, workload: .favorites)
    registerScoped(EffectAdapter<FavoritesFeature>.self, design: .effect, workload: .favorites)
    registerScoped(
      ProtocolAdapter<FavoritesFeature>.self, design: .`protocol`, workload: .favorites)
    registerScoped(FlowAdapter<FavoritesFeature>.self, design: .flow, workload: .favorites)
  }

  /// Adds `echo` for every design, and suspending for those that await their effects.
  mutating func registerEcho() {
    register(FloorAdapter<EchoFeature>.self, design: .floor, workload: .echo)
    register(ReturningAdapter<EchoFeature>.self, design: .returning, workload: .echo)
    register(ObservableAdapter<EchoFeature>.self, design: .observable, workload: .echo)
    register(
      MiddlewareAdapter<EchoFeature>.self, design: .middleware, workload: .echo,
      answers: Answers.allCases)
    register(InoutAdapter<EchoFeature>.self, design: .`inout`, workload: .echo)
    register(EffectAdapter<EchoFeature>.self, design: .effect, workload: .echo)
    register(CommandAdapter<EchoFeature>.self, design: .command, workload: .echo)
    register(PublisherAdapter<EchoFeature>.self, design: .publisher, workload: .echo)
    register(
      TaskAdapter<EchoFeature>.self, design: .task, workload: .echo, answers: Answers.allCases)
    register(
      ProtocolAdapter<EchoFeature>.self, design: .`protocol`, workload: .echo,
      answers: Answers.allCases)
    registerConcurrent(ActorAdapter<EchoFeature>.self, design: .actor, workload: .echo)
    register(MutexAdapter<EchoFeature>.self, design: .mutex, workload: .echo)
    register(FlowAdapter<EchoFeature>.self, design: .flow, workload: .echo)
    register(
      FlowAwaitingAdapter<EchoFeature, AwaitingReducer<EchoFeature>>.self, design: .flow,
      workload: .echo,
      answers: [.suspending])
    registerScoped(InoutAdapter<EchoFeature>.self, design: .`inout`, workload: .echo)
    registerScoped(EffectAdapter<EchoFeature>.self, design: .effect, workload: .echo)
    registerScoped(
      ProtocolAdapter<EchoFeature>.self, design: .`protocol`, workload: .echo,
      answers: Answers.allCases)
    registerScoped(FlowAdapter<EchoFeature>.self, design: .flow, workload: .echo)
  }

  /// Adds `flow` as Observation tracks it, for the modules that views are measured on.
  mutating func registerFlowTracked() {
    registerFlowTracked(.counter)
    registerFlowTracked(.favorites)
    registerFlowTracked(.shop)
  }
}

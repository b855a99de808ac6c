import Dispatch
import PublishedStores
import Synchronization
import Testing
import Workloads

/// The suspensions of asynchronous shapes.
@Suite struct EffectDependenciesTests {
  /// Does work on an executor that counts jobs: one at the beginning and one for each suspension.
  private func turns<F: Feature>(_ feature: F, _ request: F.Request) async -> (Int, F.Action?) {
    let executor = CountingExecutor()
    let dependencies = feature.effectDependencies()
    let answer = await Task(executorPreference: executor) {
      await dependencies.perform(request)
    }.value
    return (executor.count.load(ordering: .sequentiallyConsistent), answer)
  }

  @Test func `answers with and without a suspension are the same`() async {
    let (direct, answer) = await turns(EchoFeature(), 5)
    #expect(direct == 1)
    let (later, sameAnswer) = await turns(EchoFeature(completion: .suspending), 5)
    #expect(later > 1)
    #expect(answer == .answered(162) && sameAnswer == answer)
  }

  @Test func `a feature suspends in every store`() async {
    for completion in [Completion.suspending, .counted] {
      let executor = CountingExecutor()
      let answer = await Task(executorPreference: executor) {
        await EchoFeature(completion: completion).answer(5)
      }.value
      #expect(executor.count.load(ordering: .sequentiallyConsistent) > 1)
      #expect(answer == .answered(162))
    }
  }

  @Test func `copies suspend as their module does`() async {
    let request = Copies<EchoFeature>.Request(index: 1, request: 5)
    let (direct, _) = await turns(Copies(EchoFeature(), count: 2), request)
    #expect(direct == 1)
    let copies = Copies(EchoFeature(completion: .suspending), count: 2)
    let (later, answer) = await turns(copies, request)
    #expect(later > 1)
    #expect(answer == .init(index: 1, action: .answered(162)))
  }

  @Test func `asynchronous shapes suspend if the feature does`() async throws {
    let feature = EchoFeature(completion: .suspending)
    let middleware = try #require(feature.actionMiddlewares().first)
    #expect(middleware is AwaitingActionMiddleware<EchoFeature>)
    let (state, action) = (feature.initialState, EchoFeature.Action.ask(5))
    #expect(await middleware.process(state: state, with: action) == .answered(162))
    let direct = try #require(EchoFeature().actionMiddlewares().first)
    #expect(direct is FeatureActionMiddleware<EchoFeature>)
    let closure = try #require(feature.middlewares().first)
    #expect(await closure(state, action, feature.effectDependencies()) == .answered(162))
  }
}

/// Runs jobs on a queue and counts them.
private final class CountingExecutor: TaskExecutor {
  let count = Atomic(0)

  func enqueue(_ job: consuming ExecutorJob) {
    count.add(1, ordering: .sequentiallyConsistent)
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

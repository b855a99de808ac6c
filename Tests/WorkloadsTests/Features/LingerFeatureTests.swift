import Testing
import Workloads

@Suite struct LingerFeatureTests {
  @Test func `only the action that begins an effect requests work`() throws {
    let feature = LingerFeature()
    let begun = reduced(feature, .begin, .begin)
    #expect(begun == .init(begun: 2))
    let request = try #require(feature.request(for: .begin, after: begun))
    #expect(feature.perform(request) == nil)
    let ended = reduced(feature, .endAll, from: begun)
    #expect(ended == .init(begun: 2, ended: 1))
    #expect(feature.request(for: .endAll, after: ended) == nil)
  }

  @Test(arguments: [Distribution.uniform, .session(users: 1), .session(users: 3)])
  func `the actions are beginnings up to the maximum, then the end of all`(
    distribution: Distribution
  ) {
    let few = LingerFeature(maxInFlight: 2)
    #expect(
      actions(of: few, distribution, count: 7) == [
        .begin, .begin, .endAll, .begin, .begin, .endAll, .begin,
      ])
    let end = fold(LingerFeature(), actions(of: LingerFeature(), distribution, count: 20_002))
    #expect(end.state == .init(begun: 20_000, ended: 2))
    #expect(end.requestCount == 20_000)
  }

  @Test func `a session ends with the end of all`() {
    let feature = LingerFeature(maxInFlight: 1)
    var random = SplitMix64(seed: 1)
    var cursor = feature.initialCursor
    let session = (0..<6).map { _ in
      feature.nextAction(cursor: &cursor, style: .session, using: &random)
    }
    #expect(session == [.begin, .endAll, nil, .begin, .endAll, nil])
  }

  @Test func `a period ends without work in flight`() {
    #expect(LingerFeature().period == 10_001)
    #expect(LingerFeature(maxInFlight: 2).period == 3)
    #expect(EchoFeature().period == 1)
  }

  @MainActor @Test func `work waits until its task is cancelled`() async {
    let work = LingeringWork()
    let task = Task { await work.untilCancelled() }
    for _ in 0..<10 { await Task.yield() }
    #expect(work.begun == 1 && work.notified == 0 && work.ended == 0)
    task.cancel()
    // The task needs this actor to continue.
    #expect(work.notified == 1 && work.ended == 0)
    await task.value
    #expect(work.ended == 1)
  }

  @MainActor @Test func `work of a cancelled task does not wait`() async {
    let work = LingeringWork()
    let task = Task { await work.untilCancelled() }
    task.cancel()
    #expect(work.begun == 0)
    await task.value
    #expect(work.begun == 1 && work.notified == 1 && work.ended == 1)
  }

  @Test func `work that is cancelled from another thread ends`() async {
    let work = LingeringWork()
    for _ in 0..<2000 {
      let task = Task { @concurrent in await work.untilCancelled() }
      if Bool.random() { await Task.yield() }
      task.cancel()
      await task.value
    }
    #expect(work.begun == 2000 && work.notified == 2000 && work.ended == 2000)
  }
}

import FlowCore
import FlowDesigns
import PublishedStores
import Testing
import Workloads

@Suite struct LingerShapeTests {
  @MainActor @Test func `each shape begins the work, which never answers`() async throws {
    let feature = LingerFeature()
    let store = Store(initialState: feature.initialState, reducer: LingerReducer(feature))
    store.send(.begin)
    store.send(.begin)
    #expect(feature.work.begun == 2 && store.effectsInFlight == 2)
    store.send(.endAll)
    #expect(feature.work.notified == 2)
    while store.effectsInFlight > 0 { await Task.yield() }
    #expect(store.current == .init(begun: 2, ended: 1))

    let middleware = try #require(feature.middlewares().first)
    let dependencies = feature.lingeringDependencies()
    let task = Task { await middleware(.init(), .begin, dependencies) }
    #expect(await middleware(.init(), .endAll, dependencies) == nil)
    task.cancel()
    #expect(await task.value == nil)
    #expect(feature.work.begun == 3 && feature.work.ended == 3)
  }
}

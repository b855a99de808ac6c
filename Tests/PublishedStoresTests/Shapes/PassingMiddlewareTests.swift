import PublishedStores
import Testing
import Workloads

@Suite struct PassingMiddlewareTests {
  @Test func `each middleware looks at the action`() async {
    let feature = CounterFeature()
    let state = feature.initialState
    for count in [0, 1, 4] {
      let closures = feature.passingMiddlewares(count)
      let existentials = feature.passingActionMiddlewares(count)
      #expect(closures.count == count && existentials.count == count)
      for closure in closures {
        let dependencies = feature.effectDependencies()
        #expect(await closure(state, .increment(by: 2), dependencies) == nil)
        #expect(await closure(state, .increment(by: 0), dependencies) == .increment(by: 1))
      }
      for existential in existentials {
        #expect(await existential.process(state: state, with: .increment(by: 2)) == nil)
        #expect(
          await existential.process(state: state, with: .increment(by: 0)) == .increment(by: 1))
      }
    }
  }
}

import Testing
import Workloads

@Suite struct SearchFeatureTests {
  let feature = SearchFeature(dependencies: .live)

  @Test func `given a query, when its results come, then they show`() throws {
    let loading = reduced(feature, .search("cl"))
    #expect(loading == .init(query: "cl", isLoading: true))
    let request = try #require(feature.request(for: .search("cl"), after: loading))
    let answer = try #require(feature.perform(request))
    let state = reduced(feature, answer, from: loading)
    #expect(!state.isLoading)
    #expect(state.results == ["clarinet", "clay", "cliff", "clock", "clover", "circle"])
  }

  @Test func `results of an older query are ignored`() {
    let state = reduced(feature, .search("cl"), .search("co"), .setResults(for: "cl", ["clay"]))
    #expect(state == .init(query: "co", isLoading: true))
  }

  @Test func `finds nothing for nothing, and no more than its limit`() {
    #expect(SearchFeature.find("").isEmpty)
    #expect(SearchFeature.find("qqq").isEmpty)
    #expect(SearchFeature.find("a").count == SearchFeature.resultLimit)
  }

  @Test func `the simulated world answers what the live one does`() {
    let simulated = SearchFeature(dependencies: .simulated())
    let generated = actions(of: feature, .session(users: 1), count: 500)
    for case .search(let query) in generated + [.search("zz")] {
      #expect(simulated.perform(.init(query: query)) == feature.perform(.init(query: query)))
    }
  }
}

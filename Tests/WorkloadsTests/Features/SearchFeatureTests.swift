import Testing
import Workloads

@Suite struct SearchFeatureTests {
  let feature = SearchFeature()

  @Test func `the results of a query replace older ones`() throws {
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

  @Test func `the number of results is limited`() {
    #expect(SearchFeature.find("").isEmpty)
    #expect(SearchFeature.find("qqq").isEmpty)
    #expect(SearchFeature.find("a").count == SearchFeature.resultLimit)
  }

  @Test func `the table has the results of the catalogue`() {
    let generated = actions(of: feature, .session(users: 1), count: 500)
    for case .search(let query) in generated + [.search("zz")] {
      #expect(feature.perform(query) == .setResults(for: query, SearchFeature.find(query)))
    }
  }
}

import Testing
import Workloads

@Suite struct ProfileFeatureTests {
  @Test func `a new name requests the age`() throws {
    let feature = ProfileFeature(dependencies: .init { $0 == "Ada" ? 36 : nil })
    let state = reduced(feature, .setName("Ada"))
    let request = try #require(feature.request(for: .setName("Ada"), after: state))
    let answer = try #require(feature.perform(request))
    #expect(reduced(feature, answer, from: state) == .init(name: "Ada", age: 36))
    #expect(feature.request(for: .setAge(3), after: state) == nil)
    #expect(feature.perform("unknown") == nil)
  }
}

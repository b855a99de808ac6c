import Testing
import Workloads

@Suite struct ProfileFeatureTests {
  @Test func `given a new name, when it is set, then the age is asked for and answered`() throws {
    let feature = ProfileFeature(dependencies: .init { $0 == "Ada" ? 36 : nil })
    let state = reduced(feature, .setName("Ada"))
    let request = try #require(feature.request(for: .setName("Ada"), after: state))
    let answer = try #require(feature.perform(request))
    #expect(reduced(feature, answer, from: state) == .init(name: "Ada", age: 36))
    #expect(feature.request(for: .setAge(3), after: state) == nil)
    #expect(feature.perform(.init(name: "Nobody")) == nil)
  }

  @Test func `both registers know who is generated`() {
    for action in actions(of: ProfileFeature(), .session(users: 1), count: 1000) {
      guard case .setName(let name) = action else { continue }
      #expect(ProfileFeature.Dependencies.live.age(name) != nil)
      #expect(ProfileFeature.Dependencies.simulated().age(name) != nil)
    }
    #expect(ProfileFeature.Dependencies.live.age("Nobody") == nil)
  }
}

import Testing
import Workloads

@Suite struct EchoFeatureTests {
  @Test func `an answer is added to the sum`() throws {
    let feature = EchoFeature()
    let asked = reduced(feature, .ask(2))
    #expect(asked == .init(asked: 1))
    let request = try #require(feature.request(for: .ask(2), after: asked))
    let answer = try #require(feature.perform(request))
    #expect(answer == .answered(69))
    #expect(reduced(feature, answer, from: asked) == .init(asked: 1, answered: 1, sum: 69))
    #expect(feature.request(for: answer, after: asked) == nil)
  }

  @Test(arguments: [Distribution.uniform, .session(users: 3)])
  func `every action is a question, and every question is answered`(distribution: Distribution) {
    for action in actions(of: EchoFeature(), distribution, count: 500) {
      guard case .ask(let question) = action else {
        Issue.record("\(action) is not a question")
        return
      }
      #expect((0..<65_536).contains(question))
    }
    let end = fold(EchoFeature(), actions(of: EchoFeature(), distribution, count: 500))
    #expect(end.requestCount == 500)
    #expect(end.state.asked == 500 && end.state.answered == 500)
  }
}

import Testing
import Workloads

@Suite struct LoginFeatureTests {
  let feature = LoginFeature(dependencies: .init { $0 == "mallory" ? .lockedOut : nil })

  @Test func `a successful login sets the user`() throws {
    let asking = reduced(feature, .login(user: "bob"))
    #expect(asking == .init(loginRequesting: true))
    let request = try #require(feature.request(for: .login(user: "bob"), after: asking))
    let answer = try #require(feature.perform(request))
    #expect(reduced(feature, answer, from: asking) == .init(loginUser: "bob"))
  }

  @Test func `a failed login shows its error and keeps the user`() {
    let answer = feature.perform("mallory")
    #expect(answer == .loginFailed(.lockedOut))
    let state = reduced(
      feature, .login(user: "mallory"), .loginFailed(.lockedOut), from: .init(loginUser: "bob"))
    #expect(state == .init(loginUser: "bob", loginError: .lockedOut))
    #expect(reduced(feature, .dismissError, .logOut, from: state) == .init())
    #expect(reduced(feature, .login(user: "bob"), from: state).loginError == nil)
  }

  @Test func `the simulated service always locks out the same users`() {
    let refusal = LoginFeature.Dependencies.simulated().refusal
    let users = (0..<400).map { "user \($0)" }
    let refused = users.filter { refusal($0) != nil }
    #expect(refused.count > 60 && refused.count < 140)
    #expect(refused == users.filter { LoginFeature.Dependencies.simulated().refusal($0) != nil })
  }
}

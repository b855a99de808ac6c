import FlowCore
import FlowTesting
import Testing

@MainActor
struct LoginTests {
  @Test func `a code completes the login`() async {
    let server = Server(logIn: { _, _ in true }, check: { $0 == "42" })
    let store = TestStore(
      initialState: Login(accounts: [Account(id: 1, name: "Ada")]),
      reducer: LoginReducer.whole(server))
    store.send(.account(id: 1, .toggled)) { $0.accounts[id: 1]?.isRemembered = false }
    store.send(.emailChanged("ada@example.com")) { $0.email = "ada@example.com" }
    store.send(.submitted) { $0.isWaiting = true }
    await store.receive(.answered(needsCode: true)) {
      $0.isWaiting = false
      $0.twoFactor = TwoFactor()
    }
    store.send(.twoFactor(.codeChanged("42"))) { $0.twoFactor?.code = "42" }
    store.send(.twoFactor(.submitted)) { $0.twoFactor?.isChecking = true }
    await store.receive(.twoFactor(.answered(isRight: true))) {
      $0.isLoggedIn = true
      $0.twoFactor = nil
    }
    await store.finish()
  }
}

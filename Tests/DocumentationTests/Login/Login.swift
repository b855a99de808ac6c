import FlowCore

struct Server: Sendable {
  var logIn: @Sendable (_ email: String, _ password: String) async throws -> Bool
  var check: @Sendable (_ code: String) async throws -> Bool
}

struct Account: Equatable, Identifiable {
  let id: Int
  var name: String
  var isRemembered = true
}

enum AccountAction {
  case toggled
}

struct AccountReducer: Reducer {
  func reduce(into state: inout Account, action: AccountAction) -> Effect<AccountAction> {
    switch action {
    case .toggled: state.isRemembered.toggle()
    }
    return .none
  }
}

struct TwoFactor: Equatable {
  var code = ""
  var isChecking = false
  var isWrong = false
}

enum TwoFactorAction: Equatable {
  case codeChanged(String)
  case submitted
  case answered(isRight: Bool)
}

struct TwoFactorReducer: Reducer {
  let server: Server

  func reduce(into state: inout TwoFactor, action: TwoFactorAction) -> Effect<TwoFactorAction> {
    switch action {
    case .codeChanged(let code):
      state.code = code
    case .submitted:
      state.isChecking = true
      let (server, code) = (server, state.code)
      return .task { .answered(isRight: try await server.check(code)) }
    case .answered(let isRight):
      state.isChecking = false
      state.isWrong = !isRight
    }
    return .none
  }
}

struct Login: Equatable {
  var email = ""
  var password = ""
  var isWaiting = false
  var isLoggedIn = false
  var accounts: IdentifiedArray<Account> = []
  var twoFactor: TwoFactor?
}

enum LoginAction: Equatable {
  case emailChanged(String)
  case passwordChanged(String)
  case submitted
  case answered(needsCode: Bool)
  case account(id: Int, AccountAction)
  case twoFactor(TwoFactorAction)
}

extension CasePath<LoginAction, (Int, AccountAction)> {
  static var account: Self {
    Self(LoginAction.account) {
      if case .account(let id, let action) = $0 { (id, action) } else { nil }
    }
  }
}

extension CasePath<LoginAction, TwoFactorAction> {
  static var twoFactor: Self {
    Self(LoginAction.twoFactor) { if case .twoFactor(let action) = $0 { action } else { nil } }
  }
}

struct LoginReducer: Reducer {
  let server: Server

  func reduce(into state: inout Login, action: LoginAction) -> Effect<LoginAction> {
    switch action {
    case .emailChanged(let email):
      state.email = email
    case .passwordChanged(let password):
      state.password = password
    case .submitted:
      state.isWaiting = true
      let (server, state) = (server, state)
      return .task {
        .answered(needsCode: try await server.logIn(state.email, state.password))
      }
    case .answered(let needsCode):
      state.isWaiting = false
      state.isLoggedIn = !needsCode
      state.twoFactor = needsCode ? TwoFactor() : nil
    case .twoFactor(.answered(isRight: true)):
      state.isLoggedIn = true
      state.twoFactor = nil
    case .account, .twoFactor:
      break
    }
    return .none
  }

  static func whole(_ server: Server) -> some Reducer<Login, LoginAction> {
    LoginReducer(server: server)
      .forEach(\.accounts, AccountReducer(), action: .account)
      .optional(\.twoFactor, TwoFactorReducer(server: server), action: .twoFactor)
  }
}

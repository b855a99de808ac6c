/// A settings screen on which somebody logs in.
public struct LoginFeature: LeafFeature {
  /// Why somebody was refused.
  @frozen public enum LoginError: UInt8, Error, Codable, Equatable, Sendable {
    /// Nobody has that name.
    case unknownUser
    /// They have, but may not.
    case lockedOut
  }

  /// Who is logged in, and what the screen says about it.
  public struct State: Equatable, Sendable {
    /// Whether an answer is awaited.
    public var loginRequesting: Bool
    /// Who is logged in.
    public var loginUser: String?
    /// Why the last attempt failed, until it is dismissed.
    public var loginError: LoginError?

    /// A settings screen; by default nobody is logged in.
    @inlinable public init(
      loginRequesting: Bool = false, loginUser: String? = nil, loginError: LoginError? = nil
    ) {
      self.loginRequesting = loginRequesting
      self.loginUser = loginUser
      self.loginError = loginError
    }
  }

  /// What can happen on the screen.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Asks to log somebody in.
    case login(user: String)
    /// The answer when they may.
    case loginSucceeded(user: String)
    /// The answer when they may not.
    case loginFailed(LoginError)
    /// Hides the error.
    case dismissError
    /// Logs out.
    case logOut
  }

  /// Who wants to log in.
  public struct Request: Equatable, Sendable {
    /// The name to log in with; a success carries it back.
    public var user: String

    /// A wish to log in.
    @inlinable public init(user: String) { self.user = user }
  }

  /// What the screen needs from the world.
  public struct Dependencies: Sendable {
    /// Why somebody is refused, or `nil` when they may come in.
    public var refusal: @Sendable (String) -> LoginError?

    /// Dependencies that do what the closure does.
    public init(refusal: @escaping @Sendable (String) -> LoginError?) { self.refusal = refusal }

    /// Knows the users of the generator; lets all of them in.
    public static let live = Dependencies { user in
      LoginFeature.users.contains(user) ? nil : .unknownUser
    }

    /// Locks out about every fourth name, always the same ones.
    public static func simulated() -> Dependencies {
      Dependencies { user in Digest.of { $0.combine(user) } & 3 == 0 ? .lockedOut : nil }
    }
  }

  @usableFromInline let dependencies: Dependencies

  /// A screen in the world that `dependencies` make.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// Nobody is logged in.
  @inlinable public var initialState: State { State() }

  /// Applies an action; whoever was logged in stays so until an answer or `logOut`.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .login:
      state.loginRequesting = true
      state.loginError = nil
    case .loginSucceeded(let user):
      state.loginRequesting = false
      state.loginUser = user
    case .loginFailed(let error):
      state.loginRequesting = false
      state.loginError = error
    case .dismissError:
      state.loginError = nil
    case .logOut:
      state.loginUser = nil
    }
  }

  /// Only logging in asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .login = action { true } else { false }
  }

  /// Logging in is asked of the environment.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .login(let user) = action else { return nil }
    return Request(user: user)
  }

  /// Answers with a success or a failure.
  @inlinable public func perform(_ request: Request) -> Action? {
    if let refusal = dependencies.refusal(request.user) { return .loginFailed(refusal) }
    return .loginSucceeded(user: request.user)
  }

  /// Feeds whether an answer is awaited, the user's name, and the error.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.loginRequesting)
    digest.combine(state.loginUser)
    digest.combine(state.loginError.map { Int($0.rawValue) })
  }

  /// Everything is on the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// Which of its four messages the screen shows.
  @inlinable public func derived(_ state: State) -> UInt64 {
    if state.loginRequesting { return 1 }
    if state.loginError != nil { return 2 }
    return state.loginUser == nil ? 3 : 4
  }
}

extension Workload where F == LoginFeature {
  /// The module, as a workload.
  public static var login: Self {
    Self(summary: "a settings screen that asks who may log in") { _ in
      LoginFeature()
    }
  }
}

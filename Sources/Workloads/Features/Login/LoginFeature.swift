/// A settings screen for logging in.
public struct LoginFeature: LeafFeature {
  /// The reason for which a login failed.
  @frozen public enum LoginError: UInt8, Error, Codable, Equatable, Sendable {
    /// There is no user of that name.
    case unknownUser
    /// The user may not log in.
    case lockedOut
  }

  /// The user and the contents of the screen.
  public struct State: Equatable, Sendable {
    /// A Boolean value that indicates whether an answer is awaited.
    public var loginRequesting: Bool
    /// The user who is logged in.
    public var loginUser: String?
    /// The error of the last attempt, until it is dismissed.
    public var loginError: LoginError?

    /// Creates a screen; by default no user is logged in.
    @inlinable public init(
      loginRequesting: Bool = false, loginUser: String? = nil, loginError: LoginError? = nil
    ) {
      self.loginRequesting = loginRequesting
      self.loginUser = loginUser
      self.loginError = loginError
    }
  }

  /// An input of the screen, or an answer.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Requests a login.
    case login(user: String)
    /// The answer to a successful login.
    case loginSucceeded(user: String)
    /// The answer to a failed login.
    case loginFailed(LoginError)
    /// Hides the error.
    case dismissError
    /// Logs out.
    case logOut
  }

  /// The user who logs in.
  public typealias Request = String

  /// The services of the screen.
  public struct Dependencies: Sendable {
    /// Returns the reason for which a user may not log in; `nil` if the user may.
    public var refusal: @Sendable (String) -> LoginError?

    /// Creates dependencies.
    public init(refusal: @escaping @Sendable (String) -> LoginError?) { self.refusal = refusal }

    /// Locks out about every fourth name, always the same ones.
    public static func simulated() -> Dependencies {
      Dependencies { user in Digest.of { $0.combine(user) } & 3 == 0 ? .lockedOut : nil }
    }
  }

  @usableFromInline let dependencies: Dependencies

  /// Creates a screen.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// No user is logged in.
  @inlinable public var initialState: State { State() }

  /// Applies an action; a user stays logged in until an answer or `logOut`.
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

  /// Returns `true` for a login.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .login = action { true } else { false }
  }

  /// Returns the user of a login.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    if case .login(let user) = action { user } else { nil }
  }

  /// Returns a success or a failure.
  @inlinable public func perform(_ user: Request) -> Action? {
    if let refusal = dependencies.refusal(user) { return .loginFailed(refusal) }
    return .loginSucceeded(user: user)
  }

  /// Feeds whether an answer is awaited, the user's name, and the error.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.loginRequesting)
    digest.combine(state.loginUser)
    digest.combine(state.loginError.map { Int($0.rawValue) })
  }

  /// Returns the number of the message on the screen, 1 to 4.
  @inlinable public func derived(_ state: State) -> UInt64 {
    if state.loginRequesting { return 1 }
    if state.loginError != nil { return 2 }
    return state.loginUser == nil ? 3 : 4
  }
}

// MARK: - Generated actions

extension LoginFeature {
  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 3 }

  // Short enough to be stored without allocation.
  @usableFromInline static let users = [
    "admin", "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy",
    "mallory", "niaj", "olivia", "peggy", "rupert", "sybil", "trent", "victor", "wendy",
  ]

  /// Returns the next action.
  ///
  /// | action | independent | session (3 actions on average) |
  /// |---|---|---|
  /// | login (effect), one of 20 users | 1/64 | opens; 1/2 |
  /// | loginSucceeded | 23/64 | only as an answer |
  /// | loginFailed | 16/64 | only as an answer |
  /// | dismissError | 12/64 | 1/4 |
  /// | logOut | 12/64 | 1/4 |
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent:
      switch random.below(64) {
      case ..<23: return .loginSucceeded(user: random.pick(Self.users))
      case ..<39: return .loginFailed(random.below(2) == 0 ? .unknownUser : .lockedOut)
      case ..<51: return .dismissError
      case ..<63: return .logOut
      default: return .login(user: random.pick(Self.users))
      }
    case .session:
      let isNew = !cursor.isOpen
      guard cursor.stays(afterMean: Self.meanSessionLength, using: &random) else { return nil }
      let roll = isNew ? 0 : random.below(4)
      switch roll {
      case 2: return .dismissError
      case 3: return .logOut
      default: return .login(user: random.pick(Self.users))
      }
    }
  }
}

extension Workload where F == LoginFeature {
  /// The module as a workload.
  public static var login: Self {
    Self(summary: "a settings screen with a login") { _ in LoginFeature() }
  }
}

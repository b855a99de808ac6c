/// The profile of a person: a name, and an age that is looked up.
public struct ProfileFeature: LeafFeature {
  /// The name and the age.
  public struct State: Equatable, Sendable {
    /// The name of the person.
    public var name: String
    /// The age in years.
    public var age: Int

    /// Creates a profile; by default an empty one.
    @inlinable public init(name: String = "", age: Int = 0) {
      self.name = name
      self.age = age
    }
  }

  /// A change of the profile.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Renames the person and requests the age.
    case setName(String)
    /// Sets the age; also the answer to `setName`.
    case setAge(Int)
  }

  /// The name whose age is looked up.
  public typealias Request = String

  /// The services of a profile.
  public struct Dependencies: Sendable {
    /// Returns the age of a person in years; `nil` if it is unknown.
    public var age: @Sendable (String) -> Int?

    /// Creates dependencies.
    public init(age: @escaping @Sendable (String) -> Int?) { self.age = age }

    /// Returns ages of 18 to 81 that are computed from the names.
    public static func simulated() -> Dependencies {
      Dependencies { name in Int(Digest.of { $0.combine(name) } & 63) + 18 }
    }
  }

  @usableFromInline let dependencies: Dependencies

  /// Creates a profile.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// No name, and an age of 0.
  @inlinable public var initialState: State { State() }

  /// Sets the name or the age.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .setName(let name): state.name = name
    case .setAge(let age): state.age = age
    }
  }

  /// Returns `true` for a new name.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .setName = action { true } else { false }
  }

  /// Returns the new name.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    if case .setName = action { state.name } else { nil }
  }

  /// Returns the age, if it is known.
  @inlinable public func perform(_ name: Request) -> Action? {
    dependencies.age(name).map { .setAge($0) }
  }

  /// Feeds the name and the age.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.name)
    digest.combine(state.age)
  }

  /// Returns the decade of life.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.age / 10) }
  }
}

// MARK: - Generated actions

extension ProfileFeature {
  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 6 }

  // Short enough to be stored without allocation.
  @usableFromInline static let names = [
    "Ada", "Alan", "Alonzo", "Barbara", "Bertrand", "Carl", "David", "Donald", "Dorothy",
    "Edsger", "Emmy", "Ernst", "Euclid", "Evelyn", "Frances", "Fred", "Georg", "Grace", "Hedy",
    "Hypatia", "Joan", "Katherine", "Kurt", "Leonhard", "Leslie", "Margaret", "Mary", "Niklaus",
    "Peter", "Radia", "Sophie", "Tony",
  ]

  /// Returns the next action.
  ///
  /// | action | independent | session (6 actions on average) |
  /// |---|---|---|
  /// | setAge, from 18 to 81 | 63/64 | 1/2 |
  /// | setName (effect), one of 32 | 1/64 | opens; 1/2 |
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let setsName: Bool
    switch style {
    case .independent:
      setsName = random.below(64) == 0
    case .session:
      let isNew = !cursor.isOpen
      guard cursor.stays(afterMean: Self.meanSessionLength, using: &random) else { return nil }
      setsName = isNew || random.below(2) == 0
    }
    return setsName ? .setName(random.pick(Self.names)) : .setAge(18 + random.below(64))
  }
}

extension Workload where F == ProfileFeature {
  /// The module as a workload.
  public static var profile: Self {
    Self(summary: "a name and its age, which an effect looks up") { _ in ProfileFeature() }
  }
}

/// A person's profile: a name, and an age that somebody else knows.
public struct ProfileFeature: LeafFeature {
  /// What is known about the person.
  public struct State: Equatable, Sendable {
    /// What to call them.
    public var name: String
    /// Their age in years.
    public var age: Int

    /// A profile; by default an empty one.
    @inlinable public init(name: String = "", age: Int = 0) {
      self.name = name
      self.age = age
    }
  }

  /// What can happen to a profile.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Renames the person and asks for their age.
    case setName(String)
    /// Sets the age: typed, or the answer to `setName`.
    case setAge(Int)
  }

  /// The name of the person whose age is asked for.
  public struct Request: Equatable, Sendable {
    /// The name by which the age is looked up.
    public var name: String

    /// A question for an age.
    @inlinable public init(name: String) { self.name = name }
  }

  /// What a profile needs from the world.
  public struct Dependencies: Sendable {
    /// A person's age in years; `nil` when nobody knows.
    public var age: @Sendable (String) -> Int?

    /// Dependencies that do what the closure does.
    public init(age: @escaping @Sendable (String) -> Int?) { self.age = age }

    /// Looks the name up in a register, by binary search; knows the names of the generator only.
    public static let live = Dependencies { name in
      let register = ProfileFeature.names
      var low = 0
      var high = register.count
      while low < high {
        let middle = (low + high) / 2
        if register[middle] < name { low = middle + 1 } else { high = middle }
      }
      return low < register.count && register[low] == name ? 18 + low : nil
    }

    /// An age from 18 to 81 made from the name; knows everybody.
    public static func simulated() -> Dependencies {
      Dependencies { name in Int(Digest.of { $0.combine(name) } & 63) + 18 }
    }
  }

  @usableFromInline let dependencies: Dependencies

  /// A profile in the world that `dependencies` make.
  @inlinable public init(dependencies: Dependencies = .simulated()) {
    self.dependencies = dependencies
  }

  /// No name yet, and an age of 0.
  @inlinable public var initialState: State { State() }

  /// Sets the name or the age.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .setName(let name): state.name = name
    case .setAge(let age): state.age = age
    }
  }

  /// Only a new name asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .setName = action { true } else { false }
  }

  /// A new name asks for the age.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .setName = action else { return nil }
    return Request(name: state.name)
  }

  /// Answers with the age, or not at all when nobody knows it.
  @inlinable public func perform(_ request: Request) -> Action? {
    dependencies.age(request.name).map { .setAge($0) }
  }

  /// Feeds the name and the age.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.name)
    digest.combine(state.age)
  }

  /// The name and the age.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// The decade of life.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.age / 10) }
  }
}

extension Workload where F == ProfileFeature {
  /// The module, as a workload.
  public static var profile: Self {
    Self(summary: "a name, and the age that is looked up for it") { _ in
      ProfileFeature()
    }
  }
}

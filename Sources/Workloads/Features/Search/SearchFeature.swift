/// A field to search in, and what was found.
public struct SearchFeature: LeafFeature {
  /// The question and the answer to it.
  public struct State: Equatable, Sendable {
    /// What was searched for last.
    public var query: String
    /// What was found, for `query` or, while loading, for the query before it.
    public var results: [String]
    /// Whether results for `query` are awaited.
    public var isLoading: Bool

    /// A search; by default nothing was searched for yet.
    @inlinable public init(query: String = "", results: [String] = [], isLoading: Bool = false) {
      self.query = query
      self.results = results
      self.isLoading = isLoading
    }
  }

  /// What can happen to a search.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Searches; whatever an older query finds from now on is ignored.
    case search(String)
    /// The answer: what was found for a query.
    case setResults(for: String, [String])
  }

  /// What to look for.
  public struct Request: Equatable, Sendable {
    /// The words to look for; the answer repeats them, so that a stale one is known.
    public var query: String

    /// A question.
    @inlinable public init(query: String) { self.query = query }
  }

  /// What a search needs from the world.
  public struct Dependencies: Sendable {
    /// What there is for a query, the best first.
    public var find: @Sendable (String) -> [String]

    /// Dependencies that do what the closure does.
    public init(find: @escaping @Sendable (String) -> [String]) { self.find = find }

    /// Looks through the whole catalogue at every query.
    public static let live = Dependencies(find: SearchFeature.find)

    /// Looks the queries of the generator up in a table, and others in the catalogue: the same
    /// answers at a smaller price.
    public static func simulated() -> Dependencies {
      Dependencies { query in
        guard let index = SearchFeature.queries.firstIndex(of: query) else {
          return SearchFeature.find(query)
        }
        return SearchFeature.pages[index][SearchFeature.pageCount - 1]
      }
    }
  }

  @usableFromInline let dependencies: Dependencies
  /// How what was found comes: the same either way.
  public let completion: Completion

  /// A search in the world that `dependencies` make, with the given way of answering.
  @inlinable public init(
    dependencies: Dependencies = .simulated(), completion: Completion = .immediate
  ) {
    self.dependencies = dependencies
    self.completion = completion
  }

  /// Nothing was searched for.
  @inlinable public var initialState: State { State() }

  /// Applies an action; results of an older query are ignored.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .search(let query):
      state.query = query
      state.isLoading = true
    case .setResults(let query, let results):
      guard query == state.query else { return }
      state.results = results
      state.isLoading = false
    }
  }

  /// Only a search asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .search = action { true } else { false }
  }

  /// Searching is asked for by `search` alone.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .search(let query) = action else { return nil }
    return Request(query: query)
  }

  /// Answers with what was found.
  @inlinable public func perform(_ request: Request) -> Action? {
    .setResults(for: request.query, dependencies.find(request.query))
  }

  /// Feeds the query, what was found, and whether results are awaited.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.query)
    digest.combine(state.results)
    digest.combine(state.isLoading)
  }

  /// Everything is on the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// How many of the results begin with the query: counted again each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.results.count { $0.hasPrefix(state.query) }) }
  }
}

extension SearchFeature: LatentFeature {
  /// A newer query cancels the older one.
  public static var hasCancellation: Bool { true }

  /// A newer query does.
  public func cancelsOlder(_ action: Action) -> Bool {
    if case .search = action { true } else { false }
  }
}

extension Workload where F == SearchFeature {
  /// The module, as a workload.
  public static var search: Self {
    Self(summary: "a query, its results; a newer query cancels the older") {
      SearchFeature(completion: $0.completion)
    }
  }
}

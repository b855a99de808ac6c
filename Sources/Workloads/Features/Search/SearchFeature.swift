/// A search field with its results.
public struct SearchFeature: LeafFeature {
  /// The query and its results.
  public struct State: Equatable, Sendable {
    /// The query of the last search.
    public var query: String
    /// The results of `query` or, while loading, of the query before it.
    public var results: [String]
    /// A Boolean value that indicates whether results of `query` are awaited.
    public var isLoading: Bool

    /// Creates a search; by default without a query.
    @inlinable public init(query: String = "", results: [String] = [], isLoading: Bool = false) {
      self.query = query
      self.results = results
      self.isLoading = isLoading
    }
  }

  /// A query or its results.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Searches; results of older queries are ignored from now on.
    case search(String)
    /// The answer: the results of a query.
    case setResults(for: String, [String])
  }

  /// The query whose results are found.
  public typealias Request = String

  /// The services of a search.
  public struct Dependencies: Sendable {
    /// Returns the results of a query, the best first.
    public var find: @Sendable (String) -> [String]

    /// Creates dependencies.
    public init(find: @escaping @Sendable (String) -> [String]) { self.find = find }

    /// Looks up the queries of the generator in a table, and others in the catalogue.
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
  /// The way in which results arrive.
  public let completion: Completion

  /// Creates a search.
  @inlinable public init(
    dependencies: Dependencies = .simulated(), completion: Completion = .immediate
  ) {
    self.dependencies = dependencies
    self.completion = completion
  }

  /// A search without a query.
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

  /// Returns `true` for `search`.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .search = action { true } else { false }
  }

  /// Returns the query of the action.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    if case .search(let query) = action { query } else { nil }
  }

  /// Returns the results of the query.
  @inlinable public func perform(_ query: Request) -> Action? {
    .setResults(for: query, dependencies.find(query))
  }

  /// Feeds the query, the results, and whether results are awaited.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.query)
    digest.combine(state.results)
    digest.combine(state.isLoading)
  }

  /// Returns the number of results that begin with the query, counted each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.results.count { $0.hasPrefix(state.query) }) }
  }
}

extension SearchFeature: LatentFeature {
  /// A newer query cancels the older one.
  public static var hasCancellation: Bool { true }

  /// Returns `true` for `search`.
  public func cancelsOlder(_ action: Action) -> Bool { mayRequest(action) }
}

// MARK: - Generated actions

extension SearchFeature {
  /// The state of a session, and the last query.
  @frozen public struct Cursor: BitwiseCopyable, Sendable {
    @usableFromInline var session = SessionCursor()
    @usableFromInline var query: UInt8 = 0

    /// Creates a cursor without a session, whose last query is the first of the list.
    @inlinable public init() {}
  }

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 6 }

  /// A cursor without a session.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Returns the next action.
  ///
  /// | action | independent | session (6 actions on average) |
  /// |---|---|---|
  /// | search (effect), one of 32 queries | 1/64 | always |
  /// | setResults for the last query, 2 to 8 words | 47/64 | only as an answer |
  /// | setResults for any query, mostly an older one | 16/64 | only as an answer |
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    switch style {
    case .independent:
      switch random.below(64) {
      case ..<47: return results(for: Int(cursor.query), using: &random)
      case ..<63: return results(for: random.below(Self.queries.count), using: &random)
      default: return search(cursor: &cursor, using: &random)
      }
    case .session:
      guard cursor.session.stays(afterMean: Self.meanSessionLength, using: &random) else {
        return nil
      }
      return search(cursor: &cursor, using: &random)
    }
  }

  @inlinable func search(cursor: inout Cursor, using random: inout SplitMix64) -> Action {
    let query = random.below(Self.queries.count)
    cursor.query = UInt8(truncatingIfNeeded: query)
    return .search(Self.queries[query])
  }

  @inlinable func results(for query: Int, using random: inout SplitMix64) -> Action {
    .setResults(for: Self.queries[query], Self.pages[query][random.below(Self.pageCount)])
  }
}

extension Workload where F == SearchFeature {
  /// The module as a workload.
  public static var search: Self {
    Self(summary: "a query, its results; a newer query cancels the older") {
      SearchFeature(completion: $0.completion)
    }
  }
}

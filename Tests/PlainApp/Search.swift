import FlowCore

/// A search and new titles.
///
/// It is `nonisolated` because it is an element of a sequence, which any isolation may read.
nonisolated struct Search: Equatable {
  var query = ""
  var found: [String] = []
  var news: [String] = []
}

/// The actions of a search.
enum SearchAction: Equatable {
  case typed(String)
  case found([String])
  case follow
  case unfollow
  case news(String)
}

/// The reducer of a search.
struct SearchReducer<C: Clock<Duration>>: Reducer {
  let world: World
  let clock: C

  func reduce(into state: inout Search, action: SearchAction) -> Effect<SearchAction> {
    switch action {
    case .typed(let query):
      state.query = query
      let find = world.find
      return .task { .found(try await find(query)) }
        .debounced(id: "search", for: .milliseconds(300), clock: clock)
    case .found(let titles):
      state.found = titles
      return .none
    case .follow:
      let news = world.news
      return .run { send in
        for await title in news() { send(.news(title)) }
      }.cancellable(id: "news", cancelInFlight: true)
    case .unfollow:
      return .cancel(id: "news")
    case .news(let title):
      state.news.append(title)
      return .none
    }
  }
}

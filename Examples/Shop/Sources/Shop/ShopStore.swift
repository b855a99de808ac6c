import Observation

/// A thing that the shop sells.
struct Article: Hashable, Sendable, Identifiable {
  let id: Int
  let name: String
  let cents: Int
}

/// A number of articles in the cart.
struct CartLine: Hashable, Sendable, Identifiable {
  let article: Article
  var count: Int
  var id: Int { article.id }
}

/// An action of a customer.
enum ShopAction: Hashable, Sendable {
  /// Puts an article into the cart.
  case add(Article.ID)
  /// Takes an article out of the cart.
  case remove(Article.ID)
  /// Sets the number of an article that is in the cart.
  case setCount(Article.ID, Int)
  /// Shows the articles whose names contain a text.
  case search(String)
  /// Shows the articles in another order.
  case sort(ArticleOrder)
  /// Empties the cart.
  case empty
}

/// The order of the articles.
enum ArticleOrder: Hashable, Sendable { case name, price }

/// The state of the shop, in the parts that its views show.
@Observable
final class ShopStore {
  /// All articles; the index of each is its identifier.
  let articles: [Article]
  /// The articles that the catalogue shows.
  private(set) var shown: [Article]
  private(set) var query = ""
  private(set) var order = ArticleOrder.name
  private(set) var lines: [CartLine] = []
  private(set) var totalCents = 0

  #if OneAllocation || OneRetain
    private final class LogEntry {}
    @ObservationIgnored private var last: LogEntry?
    @ObservationIgnored private let spare = LogEntry()
  #endif

  /// Creates a shop with a number of articles and an empty cart.
  init(articles count: Int) {
    articles = (0..<count).map {
      Article(id: $0, name: "Article \($0)", cents: 100 + $0 * 7_919 % 9_901)
    }
    shown = articles
    lines.reserveCapacity(16)
    #if Leak
      _ = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
    #endif
  }

  /// Reduces an action.
  func send(_ action: ShopAction) {
    switch action {
    case .add(let id): add(articles[id])
    case .remove(let id): remove(id)
    case .setCount(let id, let count): setCount(id, count)
    case .search(let text): search(text)
    case .sort(let order): sort(order)
    case .empty: empty()
    }
  }

  private func add(_ article: Article) {
    totalCents += article.cents
    if let index = lines.firstIndex(where: { $0.id == article.id }) {
      lines[index].count += 1
    } else {
      lines.append(CartLine(article: article, count: 1))
    }
    #if OneAllocation
      last = LogEntry()
    #endif
  }

  private func remove(_ id: Article.ID) {
    guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
    totalCents -= lines[index].article.cents * lines[index].count
    lines.remove(at: index)
    #if NeedlessNotification
      shown.reserveCapacity(0)
    #endif
  }

  private func setCount(_ id: Article.ID, _ count: Int) {
    guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
    totalCents += lines[index].article.cents * (count - lines[index].count)
    lines[index].count = count
    #if OneRetain
      last = spare
    #endif
  }

  private func search(_ text: String) {
    query = text
    #if QuadraticSearch  // Looks for duplicates.
      shown = articles.reduce(into: []) { found, article in
        if article.name.contains(text), !found.contains(article) { found.append(article) }
      }
    #else
      shown = articles.filter { $0.name.contains(text) }
    #endif
  }

  private func sort(_ order: ArticleOrder) {
    self.order = order
    switch order {
    case .name: shown.sort { $0.name < $1.name }
    case .price:
      #if DeepStack
        sortByPrice(shown.count)
      #else
        shown.sort { $0.cents < $1.cents }
      #endif
    }
  }

  private func empty() {
    totalCents = 0
    #if LostCapacity
      lines.removeAll()
    #else
      lines.removeAll(keepingCapacity: true)
    #endif
  }
}

#if DeepStack
  extension ShopStore {
    /// Sorts the first articles by insertion, with a call on the stack for each.
    private func sortByPrice(_ count: Int) {
      guard count > 1 else { return }
      sortByPrice(count - 1)
      let article = shown.remove(at: count - 1)
      let index = shown[..<(count - 1)].firstIndex { $0.cents > article.cents } ?? count - 1
      shown.insert(article, at: index)
    }
  }
#endif

/// A shopping list: products in the order in which they were added, including equal ones.
///
/// | action | independent | session (10 actions on average) |
/// |---|---|---|
/// | add, one of 32 products | 1/2 | opens; 3/4 |
/// | remove, one of 32 products | 1/2 | 1/4 |
///
/// A removal removes every equal product. In the long run each product is on the list once on
/// average (three times in sessions), and the list has 32 (96) entries.
public struct ShopFeature: LeafFeature {
  /// The contents of the list.
  public struct State: Equatable, Sendable {
    /// The products, the newest last.
    public var products: [String]

    /// Creates a list; by default an empty one.
    @inlinable public init(products: [String] = []) { self.products = products }
  }

  /// A change of the list.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds a product at the end.
    case add(String)
    /// Removes every equal product.
    case remove(String)
  }

  /// The list requests no work.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 10 }

  // Short enough to be stored without allocation.
  @usableFromInline static let products = [
    "apples", "bananas", "beans", "bread", "butter", "carrots", "cheese", "coffee", "cream",
    "dates", "eggs", "figs", "flour", "garlic", "ginger", "honey", "lemons", "lentils", "milk",
    "mint", "nuts", "oats", "olive oil", "onions", "pasta", "pears", "pepper", "rice", "salt",
    "sugar", "tea", "tomatoes",
  ]

  /// Creates a shopping list.
  @inlinable public init() {}

  /// A list without products.
  @inlinable public var initialState: State { State() }

  /// Applies an action, in place.
  ///
  /// - Complexity: O(1) amortised to add, O(*n*) to remove.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .add(let product): state.products.append(product)
    case .remove(let product): state.products.removeAll { $0 == product }
    }
  }

  /// Feeds the number of products, and each of them in order.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.products)
  }

  /// Returns the list in alphabetical order, sorted each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.products.sorted()) }
  }

  /// Returns an action of the table above; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let adds: Bool
    switch style {
    case .independent:
      adds = random.below(2) == 0
    case .session:
      let isNew = !cursor.isOpen
      guard cursor.stays(afterMean: Self.meanSessionLength, using: &random) else { return nil }
      adds = isNew || random.below(4) < 3
    }
    let product = random.pick(Self.products)
    return adds ? .add(product) : .remove(product)
  }
}

extension Workload where F == ShopFeature {
  /// The module as a workload.
  public static var shop: Self {
    Self(summary: "a list of products; no effects") { _ in ShopFeature() }
  }
}

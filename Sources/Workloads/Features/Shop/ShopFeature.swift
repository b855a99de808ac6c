/// A shopping list: products in the order in which they were added, equal ones as often as added.
///
/// | action | independent | session (10 actions on average) |
/// |---|---|---|
/// | add, one of 32 products | 1/2 | opens; 3/4 |
/// | remove, one of 32 products | 1/2 | 1/4 |
///
/// A removal removes every equal product, so in the long run each product is there once on
/// average (three times in sessions), and the list has 32 (96) entries.
public struct ShopFeature: LeafFeature {
  /// What is on the list.
  public struct State: Equatable, Sendable {
    /// The products, the newest last.
    public var products: [String]

    /// A list; by default an empty one.
    @inlinable public init(products: [String] = []) { self.products = products }
  }

  /// What can happen to the list.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds a product at the end.
    case add(String)
    /// Removes every equal product.
    case remove(String)
  }

  /// A list asks for no work.
  public typealias Request = Never

  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 10 }

  /// The products that generated actions name: short enough to be held in place.
  @usableFromInline static let products = [
    "apples", "bananas", "beans", "bread", "butter", "carrots", "cheese", "coffee", "cream",
    "dates", "eggs", "figs", "flour", "garlic", "ginger", "honey", "lemons", "lentils", "milk",
    "mint", "nuts", "oats", "olive oil", "onions", "pasta", "pears", "pepper", "rice", "salt",
    "sugar", "tea", "tomatoes",
  ]

  /// A shopping list.
  @inlinable public init() {}

  /// A list without products, as at launch.
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

  /// Feeds how many products there are, and each one in the list's order.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.products)
  }

  /// A fingerprint of all products, in the list's order.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.products) }
  }

  /// The list in alphabetical order: sorted again each time.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.products.sorted()) }
  }

  /// No user is at the list; a session opens by adding a product.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// The next action, by the table above.
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
  /// The module, as a workload.
  public static var shop: Self {
    Self(summary: "a list of products; no effects") { _ in ShopFeature() }
  }
}

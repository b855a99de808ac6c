import FlowCosts
import Testing

@testable import Shop

/// The costs of the shop's actions, in exact numbers.
@Suite struct ShopCosts {
  let shop = MeasuredStore {
    ShopStore.sample(articles: $0)
  } send: {
    $0.send($1)
  }

  // A debug build allocates for each change of an observed property.
  @Test(.enabled(if: Timing.isMeasured)) func addingAllocatesNothing() throws {
    let cost = try shop.cost(of: .add(1))
    #expect(cost.allocations == 0, "\(cost)")
  }

  @Test(.enabled(if: Timing.isMeasured)) func changingRetainsLittle() throws {
    let cost = try shop.cost(of: .setCount(1, 2))
    #expect(cost.retains <= 13, "\(cost)")
  }

  @Test func sortingUsesLittleOfTheStack() throws {
    let cost = try shop.cost(of: .sort(.price), .sort(.name))
    #expect(cost.stackBytes < 4_096, "\(cost)")
  }

  @Test(.enabled(if: Timing.isMeasured)) func searchingIsLinear() throws {
    let growth = try shop.growth(
      of: .search("1"), sizes: [1_000, 4_000, 16_000], sizeName: "article")
    #expect(growth.isAtMost(.linear), "\(growth)")
  }

  @Test func onlyTheCartIsDrawnAgain() throws {
    let seen = try shop.watching(\.lines, \.totalCents, \.shown) {
      $0.send(.add(1))
      $0.send(.remove(1))
    }
    #expect(seen.notified == [\.lines, \.totalCents] && seen.wasted.isEmpty, "\(seen)")
  }

  @Test func nothingIsKept() throws {
    let churn = try shop.churn(100) { $0.send(.add(1)) }
    #expect(churn.keptBytes == 0, "\(churn)")
  }

  @Test func emptyingMatchesTheBaseline() throws {
    #expect(try shop.cost(of: .add(1), .empty).matchesBaseline())
  }
}

extension ShopStore {
  /// A shop with an article in its cart.
  static func sample(articles: Int) -> ShopStore {
    let shop = ShopStore(articles: articles)
    shop.send(.add(1))
    return shop
  }
}

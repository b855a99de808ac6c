extension PackageTemplate {
  /// The files of a package with a store and a test of its costs, which docs/cost-tests.md explains.
  var costTests: [(path: String, text: String)] {
    [
      ("Package.swift", costManifest),
      (".gitignore", ".build/\nPackage.resolved\n"),
      ("Sources/\(name)/CartStore.swift", cartStore),
      ("Tests/\(name)Tests/CartCosts.swift", cartCosts),
    ]
  }

  private var costManifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15), .iOS(.v17)],
      dependencies: [.package(\(home.dependency), traits: [])],
      targets: [
        .target(name: "\(name)"),
        .testTarget(
          name: "\(name)Tests",
          dependencies: ["\(name)", .product(name: "FlowCosts", package: "\(home.name)")]),
      ])

    """
  }

  private var cartStore: String {
    """
    struct Item: Equatable {
      var count = 0
    }

    enum CartAction {
      case add(Int)
    }

    final class CartStore {
      private(set) var items: [Item]

      init(rows: Int) { items = Array(repeating: Item(), count: rows) }

      func send(_ action: CartAction) {
        switch action {
        case .add(let row): items[row].count += 1
        }
      }
    }

    """
  }

  private var cartCosts: String {
    """
    import FlowCosts
    import Testing
    @testable import \(name)

    @Test func addingAllocatesNothing() throws {
      let cart = MeasuredStore { CartStore(rows: $0) } send: { $0.send($1) }
      let cost = try cart.cost(of: .add(1))
      #expect(cost.allocations == 0, "\\(cost)")
    }

    """
  }
}

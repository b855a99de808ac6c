// swift-tools-version: 6.3
import PackageDescription

// `swift test --traits Leak` compiles the store with a regression, which the tests find.
let regressions = [
  "DeepStack", "Leak", "LostCapacity", "NeedlessNotification", "OneAllocation", "OneRetain",
  "QuadraticSearch",
]

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15), .iOS(.v17)],
  products: [.library(name: "Shop", targets: ["Shop"])],
  traits: Set(regressions.map { .trait(name: $0) }),
  dependencies: [.package(name: "FlowBench", path: "../..", traits: [])],
  targets: [
    .target(name: "Shop"),
    .testTarget(
      name: "ShopCosts",
      dependencies: ["Shop", .product(name: "FlowCosts", package: "FlowBench")],
      exclude: ["ShopCosts.costs.json"]),
  ])

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnStore",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "FlowBench", path: "../..", traits: [.defaults, "Benchmark"])
  ],
  targets: [
    .executableTarget(
      name: "OwnStore",
      dependencies: [
        .product(name: "FlowBenchCLI", package: "FlowBench"),
        .product(name: "FlowCore", package: "FlowBench"),
        .product(name: "PublishedDesigns", package: "FlowBench"),
      ])
  ])

import FlowFiles
import FlowHarness
import FlowResults
import Foundation
import Workloads

/// The files of a package with its own store.
struct PackageTemplate {
  /// The name of the package, its module and its executable.
  let name: String
  /// The location of FlowBench.
  let home: PackageHome
  /// The kind of store; `nil` for a package with cost tests.
  let kind: StoreKind?

  var files: [(path: String, text: String)] {
    guard let kind else { return costTests }
    return [
      ("Package.swift", manifest),
      (".gitignore", ".build/\nPackage.resolved\nresults/\n"),
      ("README.md", readme(kind)),
      ("Sources/\(name)/Bench.swift", main),
      ("Sources/\(name)/MyStore.swift", kind.store),
      ("Sources/\(name)/MyAdapter.swift", kind.adapter(id: Self.id(name))),
      ("Tests/\(name)Tests/MyStoreTests.swift", test),
    ]
  }

  /// Returns the id of a package's design: `big-cart` for `BigCart`.
  static func id(_ name: String) -> String {
    hyphenated(name.filter { $0.isLetter || $0.isNumber })
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15)],
      dependencies: [
        .package(
          \(home.dependency),
          traits: [.defaults, "Benchmark"])
      ],
      targets: [
        .executableTarget(
          name: "\(name)",
          dependencies: [.product(name: "FlowBenchCLI", package: "\(home.name)")]),
        .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
      ])

    """
  }

  private var main: String {
    """
    import FlowBenchCLI

    @main
    struct Bench: FlowBenchProgram {
      static func register(in catalogue: inout Catalogue) {
        catalogue.add(MyDesign())
      }
    }

    """
  }

  private var test: String {
    """
    import FlowBenchCLI
    import Testing

    @testable import \(name)

    /// Tests the claims of the store, as `\(name) verify` does.
    @MainActor
    struct MyStoreTests {
      @Test func `every claim of the store holds`() async throws {
        var catalogue = Catalogue.withFloor()
        catalogue.add(MyDesign())
        let faults = try await catalogue.faults(of: MyDesign().description.id)
        #expect(faults.isEmpty, "\\(faults)")
      }
    }

    """
  }

  private func readme(_ kind: StoreKind) -> String {
    """
    # \(name)

    \(kind.summary.prefix(1).uppercased() + kind.summary.dropFirst()), measured by FlowBench.

    ```sh
    swift build -c release                        # minutes, the first time
    swift build -c release --product FlowCount    # the library that counts allocations
    .build/release/\(name) verify                 # checks the correctness of the store
    .build/release/\(name) run --workload counter,shop --topology single --features 1
    .build/release/\(name) load --workload counter --topology single --features 1 --rate 20000
    swift test                                    # the same check, in a debug build
    ```

    Next:

    1. Replace `Sources/\(name)/MyStore.swift` by your own store.
    2. In `MyAdapter.swift`, create your store, send actions to it and read its state. `verify` reports
       errors.
    3. To measure the published stores and FlowCore's own in the same tables, depend on the product
       `PublishedDesigns`, `import PublishedDesigns` in `Bench.swift`, and call
       `catalogue.addPublishedDesigns()`.

    `Examples/OwnStore` in FlowBench has more kinds of stores, and its own workload.

    """
  }
}

extension PackageTemplate {
  /// Writes all files, or none.
  func write(to directory: String) throws {
    guard !FileManager.default.fileExists(atPath: directory) else {
      throw InitError.exists(directory)
    }
    do {
      let draft = try DirectoryDraft(of: directory, needsLock: false)
      do {
        for (path, text) in files { try draft.write(text, to: path) }
        try draft.publish()
      } catch {
        draft.discard()
        throw error
      }
    } catch let error as FileError where error.isTaken {
      throw InitError.exists(directory)
    }
  }
}

/// A kind of store that a new package can start with.
enum StoreKind: String, CaseIterable {
  case value
  case `class`
  case actor
  case mainActor = "main-actor"
  case async

  /// A description in a few words.
  var summary: String {
    switch self {
    case .value: "a store that is a value"
    case .class: "a store that is a class with observers"
    case .actor: "a store that is an actor"
    case .mainActor: "an observable store of the main actor"
    case .async: "an observable store whose `send` awaits the effects"
    }
  }

  private var example: (name: String, store: [UInt8], adapter: [UInt8]) {
    switch self {
    case .value:
      ("Value", PackageResources.ValueStore_swift, PackageResources.OwnValueAdapter_swift)
    case .class:
      ("Class", PackageResources.ClassStore_swift, PackageResources.OwnClassAdapter_swift)
    case .actor:
      ("Actor", PackageResources.ActorStore_swift, PackageResources.OwnActorAdapter_swift)
    case .mainActor:
      (
        "MainActor", PackageResources.MainActorStore_swift,
        PackageResources.OwnMainActorAdapter_swift
      )
    case .async:
      ("Awaited", PackageResources.AwaitedStore_swift, PackageResources.OwnAwaitedAdapter_swift)
    }
  }

  var store: String { renamed(example.store) }

  /// Returns the source of the adapter and its design.
  ///
  /// - Parameter id: The design's id.
  func adapter(id: String) -> String {
    renamed(example.adapter)
      .replacing("\"\(PackageTemplate.id("Own\(example.name)"))\"", with: "\"\(id)\"")
  }

  private func renamed(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self)
      .replacing("Own\(example.name)", with: "My")
      .replacing("\(example.name)Store", with: "MyStore")
  }
}

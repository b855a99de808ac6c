import FlowHarness
import FlowResults
import Foundation

/// The files of a package that brings a store of its own.
struct PackageTemplate {
  /// What the package, its module and its executable are called.
  let name: String
  /// Where it finds FlowBench.
  let home: PackageHome
  /// Which kind of store it begins with.
  let kind: StoreKind

  /// Each file's path inside the package, and its text.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest),
      (".gitignore", ".build/\nPackage.resolved\nresults/\n"),
      ("README.md", readme),
      ("Sources/\(name)/Bench.swift", main),
      ("Sources/\(name)/MyStore.swift", kind.store),
      ("Sources/\(name)/MyAdapter.swift", kind.adapter(id: Self.id(name))),
      ("Tests/\(name)Tests/MyStoreTests.swift", test),
    ]
  }

  /// The word for the design of a package: `BigCart` is `big-cart`.
  static func id(_ name: String) -> String {
    var id = ""
    var previous: Character = "A"
    for letter in name where letter.isLetter || letter.isNumber {
      if letter.isUppercase && !previous.isUppercase { id += "-" }
      id += letter.lowercased()
      previous = letter
    }
    return id
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15)],
      dependencies: [.package(\(home.dependency))],
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

    /// That the store does what it claims: `\(name) verify` says what it tries.
    @MainActor
    struct MyStoreTests {
      @Test func `the store is held to what it claims`() async throws {
        var catalogue = Catalogue.withFloor()
        catalogue.add(MyDesign())
        let faults = try await catalogue.faults(of: MyDesign().description.id)
        #expect(faults.isEmpty, "\\(faults)")
      }
    }

    """
  }

  private var readme: String {
    """
    # \(name)

    \(kind.summary.prefix(1).uppercased() + kind.summary.dropFirst()), measured by FlowBench.

    ```sh
    swift build -c release                        # minutes, the first time
    swift build -c release --product FlowCount    # the library that counts allocations
    .build/release/\(name) verify                 # does the store do what it claims?
    .build/release/\(name) run --workload counter,shop --topology single --features 1
    .build/release/\(name) load --workload counter --topology single --features 1 --rate 20000
    swift test                                    # the same check, in a debug build
    ```

    Next:

    1. Put your own store in the place of `Sources/\(name)/MyStore.swift`.
    2. Say in `MyAdapter.swift` how it is made, sent to and read. `verify` tells what is wrong.
    3. To have the stores of articles and FlowCore's own in the same tables, depend on the product
       `PublishedDesigns` too, `import PublishedDesigns` in `Bench.swift`, and call
       `catalogue.addPublishedDesigns()`.

    `Examples/OwnStore` in FlowBench has more kinds of stores, and a workload of its own.

    """
  }
}

extension PackageTemplate {
  /// Writes all files, or none.
  ///
  /// - Throws: `InitError` when something is there already, `SystemError` when it cannot be written.
  func write(to directory: URL) throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: directory.path) else {
      throw InitError.exists(directory.path)
    }
    let draft = directory.deletingLastPathComponent().appending(path: ".\(name).\(UUID())")
    do {
      for (path, text) in files {
        let file = draft.appending(path: path)
        try manager.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      try manager.moveItem(at: draft, to: directory)
    } catch {
      try? manager.removeItem(at: draft)
      throw SystemError(directory.path, error)
    }
  }
}

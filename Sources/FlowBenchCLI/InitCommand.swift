import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// Writes a package in which a store of one's own is measured.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a package for a store of your own; it builds and runs at once.",
    discussion: """
      NAME becomes a directory with a manifest, a store, its adapter, a main, a test and a README \
      with the next steps. Nothing else is written, and nothing that is there is changed.
      """)

  @Argument(help: "What the package is called: letters and digits, beginning with a capital.")
  var name: String

  @Option(
    .choice(kind: "kind of store"), "kind",
    "Kind of store to start with: \(StoreKind.allCases.map(\.rawValue).joined(separator: ", "))")
  var store = StoreKind.value

  @Option(
    .text, "place", "Location of FlowBench, a directory or a URL", default: "this program's own")
  var flowbench: String?

  @MainActor
  mutating func run() async throws {
    let template = PackageTemplate(
      name: try Self.checked(name), home: try PackageHome(asked: flowbench),
      kind: store)
    let directory = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: name)
    try template.write(to: directory)
    try StandardOutput.write(
      """
      \(name)/ has a manifest, \(store.summary), its adapter, a main and a test. Next:
        cd \(name)
        swift build -c release && swift build -c release --product FlowCount
        .build/release/\(name) verify
        .build/release/\(name) run --workload counter --topology single --features 1

      """)
  }

  /// A name that can be a module's and a directory's.
  private static func checked(_ name: String) throws(InitError) -> String {
    let letters = name.unicodeScalars
    guard let first = letters.first, ("A"..."Z").contains(first), name.count <= 40,
      letters.allSatisfy({
        ("A"..."Z").contains($0) || ("a"..."z").contains($0) || ("0"..."9").contains($0)
      })
    else { throw .badName(name) }
    return name
  }
}

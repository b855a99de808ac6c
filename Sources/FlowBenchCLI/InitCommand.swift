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

  @OptionGroup var options: Options<InitOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    let kind = options.value(InitOptions.store)
    let template = PackageTemplate(
      name: try Self.checked(name), home: try PackageHome(asked: options[InitOptions.home]),
      kind: kind)
    let directory = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: name)
    try template.write(to: directory)
    try StandardOutput.write(
      """
      \(name)/ has a manifest, \(kind.summary), its adapter, a main and a test. Next:
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

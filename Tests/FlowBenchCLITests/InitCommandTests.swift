import FlowTestSupport
import Foundation
import Testing

@testable import FlowBenchCLI
@testable import FlowRunner

/// `init`: a package for another store. `make example` builds and runs each kind.
@Suite
struct InitCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func directory() throws -> String {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func files(in directory: String) throws -> Set<String> {
    let all = try FileManager.default.subpathsOfDirectory(atPath: directory)
    var isDirectory: ObjCBool = false
    return Set(
      all.filter {
        FileManager.default.fileExists(atPath: "\(directory)/\($0)", isDirectory: &isDirectory)
          && !isDirectory.boolValue
      })
  }

  @Test(arguments: StoreKind.allCases)
  func `a package of each kind is written, with the next steps`(kind: StoreKind) async throws {
    let place = try directory()
    let result = try await Tool.run(
      ["init", "BigCart", "--store", kind.rawValue], directory: place)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("cd BigCart\n"))
    #expect(
      try files(in: place) == [
        "BigCart/Package.swift", "BigCart/.gitignore", "BigCart/README.md",
        "BigCart/Sources/BigCart/Bench.swift", "BigCart/Sources/BigCart/MyStore.swift",
        "BigCart/Sources/BigCart/MyAdapter.swift",
        "BigCart/Tests/BigCartTests/MyStoreTests.swift",
      ])
    func text(_ path: String) throws -> String {
      try String(contentsOfFile: "\(place)/BigCart/\(path)", encoding: .utf8)
    }
    let manifest = try text("Package.swift")
    #expect(manifest.contains("path: \"\(Self.root.path)\""))
    #expect(manifest.contains("traits: [.defaults, \"Benchmark\"]"))
    let adapter = try text("Sources/BigCart/MyAdapter.swift")
    #expect(adapter.contains("id: \"big-cart\""))
    let code = adapter.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(code.count <= 35)
    for file in try files(in: place) {
      let text = try text(String(file.dropFirst("BigCart/".count)))
      #expect(text.hasSuffix("\n"), "\(file)")
      guard file.hasSuffix(".swift") else { continue }
      #expect(!text.contains("Own") && !text.contains("own-"), "\(file)")
    }
  }

  @Test func `cost tests are written, with the code of the page about them`() async throws {
    let place = try directory()
    let result = try await Tool.run(["init", "BigCart", "--tests"], directory: place)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("swift test -c release\n"))
    #expect(
      try files(in: place) == [
        "BigCart/Package.swift", "BigCart/.gitignore", "BigCart/Sources/BigCart/CartStore.swift",
        "BigCart/Tests/BigCartTests/CartCosts.swift",
      ])
    let test = try String(
      contentsOfFile: "\(place)/BigCart/Tests/BigCartTests/CartCosts.swift", encoding: .utf8)
    let page = try Repository.text("docs/cost-tests.md")
    #expect(page.contains(test.replacing("import BigCart", with: "import CartApp")), "\(test)")
  }

  @Test func `no target or product of the package can be the name of another`() throws {
    let targets = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path)
    let manifest = try Repository.text("Package.swift")
    let products = manifest.matches(of: /\.(library|executable)\(\s*name: "(\w+)"/).map {
      String($0.2)
    }
    #expect(targets.contains("FlowRunner") && products.contains("FlowCount"))
    let free = (targets + products).filter { !ModuleNames.taken.contains($0.lowercased()) }
    #expect(free == [])
  }

  @Test(arguments: [
    (["init", "my-cart"], "NAME: must be letters and digits, begin with a capital"),
    (["init", "../Cart"], "NAME: must be letters and digits, begin with a capital"),
    (["init", "There"], "NAME: must not exist, got '"),
    (["init", "Self"], "NAME: must not be a reserved word or the name of a module of Swift"),
    (["init", "FlowCore"], "NAME: must not be a reserved word or the name of a module of Swift"),
    (["init", "TESTING"], "NAME: must not be a reserved word or the name of a module"),
    (["init", "Cart", "--tests", "--store", "actor"], "--tests: must not be combined with"),
    (["init", "Cart", "--store", "struct"], "--store: no kind of store is called 'struct'"),
    (
      ["init", "Cart", "--flowbench", "/nowhere"],
      "--flowbench: must be a directory with FlowBench's"
    ),
  ])
  func `a wrong request is refused in one line, and nothing is written`(
    arguments: [String], message: String
  ) async throws {
    let place = try directory()
    try Data("mine".utf8).write(to: URL(filePath: "\(place)/There"))
    let result = try await Tool.run(arguments, directory: place)
    #expect(result.exitCode == 1 && result.output.isEmpty)
    #expect(result.errorLines.count == 1 && result.error.hasPrefix(message), "\(result.error)")
    #expect(try files(in: place) == ["There"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["There"])
  }
}

import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a package that measures your own store.",
    discussion: """
      Creates the directory NAME with a manifest, a store, its adapter, a main program, a test and a \
      README with the next steps, or with --tests a store and a test of its costs. Fails if the directory \
      exists.

      Examples:
        \(Executable.name) init Cart                    # a store that is a value
        \(Executable.name) init Cart --store main-actor # an observable store of the main actor
        \(Executable.name) init Cart --tests            # cost tests, as an app has them
      """)

  @Argument(help: "Name of the package: letters and digits, beginning with a capital.")
  var name: String

  @Option(
    .choice(kind: "kind of store"), "kind",
    "Kind of store to start with: \(StoreKind.allCases.map(\.rawValue).joined(separator: ", "))",
    default: StoreKind.value.rawValue)
  var store: StoreKind?

  @Flag(help: "Write a package with cost tests instead of a benchmark.")
  var tests = false

  @Option(
    .text, "place", "Location of FlowBench, a directory or a URL", default: "this program's own")
  var flowbench: String?

  @MainActor
  mutating func run() async throws {
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]{0,39}/) != nil else {
      throw InitError.badName(name)
    }
    guard !ModuleNames.taken.contains(name.lowercased()) else {
      throw InitError.takenName(name)
    }
    guard !tests || store == nil else { throw InitError.testsWithStore }
    let kind = tests ? nil : store ?? .value
    let template = PackageTemplate(name: name, home: try PackageHome(flowbench), kind: kind)
    try template.write(to: name)
    guard let kind else {
      return try StandardOutput.write(
        """
        \(name)/ has a manifest, a store and a test of its costs. Next:
          cd \(name)
          swift test -c release

        """)
    }
    try StandardOutput.write(
      """
      \(name)/ has a manifest, \(kind.summary), its adapter, a main program and a test. Next:
        cd \(name)
        swift build -c release && swift build -c release --product FlowCount
        .build/release/\(name) verify
        .build/release/\(name) run --workload counter --topology single --features 1

      """)
  }
}

/// The names that a module of a new package cannot have.
enum ModuleNames {
  /// The names in small letters, because file systems may not distinguish them from capitals:
  /// reserved words, the modules of Swift's toolchain and of systems, and the targets and products of
  /// FlowBench and its dependencies.
  static let taken = Set(
    """
    Any Self Type Protocol

    Swift SwiftOnoneSupport Builtin Cxx CxxStdlib Differentiation Distributed Observation
    RegexBuilder Runtime Synchronization Testing XCTest Foundation FoundationEssentials
    FoundationInternationalization FoundationNetworking FoundationXML Dispatch Glibc Musl
    Android Darwin System Combine SwiftUI UIKit AppKit PackageDescription PackagePlugin

    Benchmark CasePathMacro CFlowCount CJemalloc CProbes Designs FlowBench FlowBenchCLI FlowCore
    FlowCosts FlowCount FlowDesigns FlowFiles FlowFloor FlowHarness FlowMacros FlowReports FlowResults
    FlowRunner FlowTestIssues FlowTesting FlowTrace Macros MeasuredStores Measurement PlainText Platform
    PublishedDesigns PublishedStores Workloads

    ArgumentParser ArgumentParserToolInfo GenerateDoccReference GenerateManual BasicContainers
    BitCollections Collections ContainersPreview DequeModule HashTreeCollections HeapModule
    InternalCollectionsUtilities OrderedCollections SortedCollections TrailingElementsModule
    COpenCombineHelpers OpenCombine OpenCombineDispatch OpenCombineFoundation OpenCombineShim
    Rainbow Subprocess SystemPackage CSystem
    """.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
}

/// The reason why no package was written.
enum InitError: Error, CustomStringConvertible {
  case badName(String)
  case takenName(String)
  case exists(String)
  case noFlowBench(String)
  case testsWithStore

  var description: String {
    switch self {
    case .badName(let name):
      "NAME: must be letters and digits, begin with a capital and have at most 40 characters, got "
        + name.debugDescription
    case .takenName(let name):
      "NAME: must not be a reserved word or the name of a module of Swift or FlowBench, got '\(name)'; "
        + "choose another name, such as \(name)Bench"
    case .exists(let path): "NAME: must not exist, got '\(path)'; choose another name"
    case .noFlowBench(let place):
      "--flowbench: must be a directory with FlowBench's Package.swift, or a URL, got '\(place)'"
    case .testsWithStore:
      "--tests: must not be combined with --store, because cost tests need no adapter; leave out --store"
    }
  }
}

/// The location of FlowBench for a new package.
struct PackageHome: Equatable {
  /// The arguments of `.package(…)` in the manifest.
  let dependency: String
  /// The name of the package that has the products.
  let name: String

  /// - Parameter place: A directory or a URL; `nil`: the package that this program was built in.
  init(_ place: String?) throws(InitError) {
    if let place, place.contains("://") || place.hasPrefix("git@") {
      dependency = "url: \(place.debugDescription), branch: \"main\""
      let last = place.split(separator: "/").last.map(String.init) ?? place
      name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
      return
    }
    var directory =
      place.map { URL(filePath: $0) }
      ?? URL(filePath: Executable.path).deletingLastPathComponent()
    func hasFlowBench() -> Bool {
      FileManager.default.fileExists(
        atPath: directory.appending(path: "Sources/FlowBenchCLI").path)
    }
    while place == nil, !hasFlowBench(), directory.path != "/" {
      directory.deleteLastPathComponent()
    }
    guard hasFlowBench() else { throw .noFlowBench(place ?? Executable.path) }
    // With a name, so that the directory can have any.
    name = "FlowBench"
    dependency = "name: \"\(name)\", path: \(directory.standardizedFileURL.path.debugDescription)"
  }
}

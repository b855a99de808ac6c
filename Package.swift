// swift-tools-version: 6.3
import CompilerPluginSupport
import Foundation
import PackageDescription

// The benchmark links jemalloc, which reports the memory in use. `FLOWBENCH_ALLOCATOR=system` in the
// environment leaves it out, because a sanitizer brings its own allocator. On a Mac the system's allocator is
// the default, as in apps, and `FLOWBENCH_ALLOCATOR=jemalloc` links Homebrew's jemalloc. It is no trait,
// because SwiftPM passes several traits to the compiler in a random order, and compiles everything again when
// the order changes.
#if os(macOS)
  let usualAllocator = "system"
#else
  let usualAllocator = "jemalloc"
#endif
let linksJemalloc =
  (Context.environment["FLOWBENCH_ALLOCATOR"] ?? usualAllocator) == "jemalloc"

// One list for every target: what the compiler must refuse is decided here and nowhere else.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (linksJemalloc ? [.define("Jemalloc", .when(traits: ["Benchmark"]))] : [])

// An app that depends on this package by URL fetches no other package, because Benchmark is
// off there, and SwiftPM leaves out dependencies that only targets of a disabled trait use. SwiftPM reads
// the manifest of a dependency in the root folder first, and then in a folder of its workspace.
let isDependency =
  Context.packageDirectory == "/"
  || FileManager.default.fileExists(
    atPath: Context.packageDirectory + "/../../workspace-state.json")

// For plans, sessions and reports, which are not measured. Optimising them would take a fifth of the CPU
// time of a release build. SwiftPM refuses unsafe flags in a dependency with a version.
let unoptimised: [SwiftSetting] =
  strict + (isDependency ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])

/// Returns a product of another package. The benchmark and its tests use such products, FlowCore does not.
func fetched(
  _ product: String, from package: String,
  condition: TargetDependencyCondition? = .when(traits: ["Benchmark"])
) -> Target.Dependency {
  .product(name: product, package: package, condition: condition)
}

extension Target.Dependency {
  static let argumentParser = fetched("ArgumentParser", from: "swift-argument-parser")
  static let deques = fetched("DequeModule", from: "swift-collections")
  static let heaps = fetched("HeapModule", from: "swift-collections")
  static let orderedCollections = fetched("OrderedCollections", from: "swift-collections")
  static let rainbow = fetched("Rainbow", from: "Rainbow")
  static let subprocess = fetched("Subprocess", from: "swift-subprocess")
  static let system = fetched("SystemPackage", from: "swift-system")
}

// A dependency of the benchmark alone, as the products above are.
let jemalloc: [Target.Dependency] =
  linksJemalloc ? [.target(name: "CJemalloc", condition: .when(traits: ["Benchmark"]))] : []

// Combine is part of Apple's systems; elsewhere OpenCombine stands in for it.
let openCombine: [Target.Dependency] = ["OpenCombine", "OpenCombineDispatch"].map {
  fetched(
    $0, from: "OpenCombine", condition: .when(platforms: [.linux], traits: ["Benchmark"]))
}

/// Returns a target whose folder is in Sources.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Returns a target of tests.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// Returns a target in Tests that tests depend on.
func support(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// Returns a program in Tests.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

let package = Package(
  name: "FlowBench",
  // macOS 15 is the oldest with Synchronization, which every target may use there. Elsewhere, only the
  // libraries of apps are built, which need nothing newer than Observation.
  platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "FlowCore", targets: ["FlowCore"]),
    .library(name: "FlowTesting", targets: ["FlowTesting", "FlowTestIssues"]),
    .library(name: "FlowTrace", targets: ["FlowTrace"]),
    .library(name: "FlowCosts", targets: ["FlowCosts"]),
    .library(name: "MeasuredStores", targets: ["MeasuredStores"]),
    .library(name: "Workloads", targets: ["Workloads"]),
    .library(
      name: "FlowHarness", targets: ["FlowHarness", "Workloads", "Measurement", "Platform"]),
    .library(name: "FlowBenchCLI", targets: ["FlowBenchCLI"]),
    .library(
      name: "PublishedDesigns", targets: ["PublishedDesigns", "PublishedStores", "FlowDesigns"]),
    .executable(name: "flowbench", targets: ["FlowBench"]),
    .library(name: "FlowCount", type: .dynamic, targets: ["CFlowCount"]),
  ],
  traits: [
    .trait(name: "Benchmark", description: "Everything except the libraries that apps use."),
    .trait(
      name: "Macros", description: "FlowMacros, which writes case paths; fetches swift-syntax."),
    .default(enabledTraits: isDependency ? [] : ["Benchmark"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/onevcat/Rainbow", from: "4.2.0"),
  ],
  targets: [
    // What apps ship: it depends on the toolchain and on nothing else.
    library("FlowCore", settings: strict + [.strictMemorySafety()]),
    library("FlowTesting", ["FlowCore"]),
    // The part of FlowTesting that only tests link; see `TestFailure.record`.
    library("FlowTestIssues"),
    // Every file that this package writes.
    library("FlowFiles"),
    library("FlowTrace", ["FlowCore", "FlowFiles"]),
    // A store of any type, to be measured in the tests of an app or by the benchmark. It is apart from
    // FlowCosts, which replaces the allocator's functions in the program that it is linked with.
    library("MeasuredStores"),
    library("FlowCosts", ["CFlowCount", "FlowFiles", "Measurement", "MeasuredStores"]),
    // How numbers are read and written; everything that reads options or files imports it.
    library("PlainText"),
    library("Workloads", ["FlowCore", "FlowFiles", "PlainText", .heaps]),
    // Everything that differs between operating systems.
    library("Platform", ["CProbes"] + jemalloc),
    // Statistics and histograms.
    library("Measurement"),
    // Files of results, their rows, and messages: what is on disk or printed, and knows no store.
    library("FlowResults", ["FlowFiles", "Measurement", "PlainText", .system, .rainbow]),
    // What is made of results alone: comparisons, gates, other tools' formats.
    library(
      "FlowReports",
      [
        "FlowFiles", "FlowResults", "Measurement", "PlainText", .rainbow, .system,
        .orderedCollections,
      ],
      settings: unoptimised),
    // What an adapter needs, and every measured loop.
    library(
      "FlowHarness",
      [
        "FlowCore", "FlowTesting", "FlowTrace", "MeasuredStores", "Workloads", "Measurement",
        "PlainText", "Platform", .deques, .heaps,
      ]),
    // The floor, compiled for each workload as any design is, and work of known cost.
    library("FlowFloor", ["FlowHarness", "Measurement", "Platform", "Workloads"]),
    // From options to rows on disk: plans, child processes, trials, calibration.
    library(
      "FlowRunner",
      [
        "FlowCore", "FlowFiles", "FlowFloor", "FlowHarness", "FlowResults", "FlowTesting",
        "FlowTrace", "Measurement", "PlainText", "Platform", "Workloads",
        .subprocess, .system, .argumentParser, .orderedCollections, .rainbow,
      ],
      settings: unoptimised),
    // The stores of articles, and features in the shapes that these take. They are a target of their
    // own, as in a library: a call of code that is not `@inlinable` is not specialised.
    library("PublishedStores", ["FlowCore", "Workloads"] + openCombine),
    // The published designs and FlowCore's own, added as a package of yours adds its designs. In
    // two targets, because every store's loops are compiled for each workload.
    library("Designs", ["FlowCore", "FlowHarness", "PublishedStores", "Workloads"]),
    library("FlowDesigns", ["FlowCore", "FlowHarness", "FlowTrace", "Workloads"]),
    library("PublishedDesigns", ["Designs", "FlowDesigns", "FlowHarness"]),
    // A program with all subcommands for the stores that its `main` registers.
    .target(
      name: "FlowBenchCLI",
      dependencies: [
        "FlowCore", "FlowFiles", "FlowFloor", "FlowHarness", "FlowReports", "FlowResults",
        "FlowRunner", "MeasuredStores", "Measurement", "PlainText", "Platform", "Workloads",
        .argumentParser,
      ],
      // The stores that `init` writes are those of Examples/OwnStore.
      resources: [.embedInCode("Init/Templates/Stores"), .embedInCode("Init/Templates/Adapters")],
      swiftSettings: strict),
    .executableTarget(
      name: "FlowBench", dependencies: ["FlowBenchCLI", "PublishedDesigns"], swiftSettings: strict),
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
    .target(name: "CProbes"),
    // It is preloaded into the benchmark's processes that count, and linked into the tests of apps.
    .target(name: "CFlowCount", cSettings: [.treatAllWarnings(as: .error)]),

    support("FlowTestSupport", ["FlowCore"]),
    tests("FlowCoreTests", ["FlowCore", "FlowTestSupport"]),
    // A plain model of the store, and random programs that compare the store with it.
    support("FlowCoreModel", ["FlowCore", "FlowTesting"]),
    tests("FlowCoreModelTests", ["FlowCoreModel"]),
    program("FlowCoreModelRunner", ["FlowCoreModel"]),
    tests(
      "PublishedStoresTests",
      ["FlowCore", "FlowDesigns", "FlowTestSupport", "PublishedStores", "Workloads"] + openCombine),
    // One app, compiled twice: as it is, and with everything on the main actor that does not say
    // otherwise. `IsolatedApp` and `IsolatedAppTests` are links to the other two folders.
    support("PlainApp", ["FlowCore"]),
    tests(
      "PlainAppTests", ["PlainApp", "FlowCore", "FlowTesting", "FlowTestIssues", "FlowTestSupport"]),
    support("IsolatedApp", ["FlowCore"], settings: strict + [.defaultIsolation(MainActor.self)]),
    tests(
      "IsolatedAppTests",
      ["IsolatedApp", "FlowCore", "FlowTesting", "FlowTestIssues", "FlowTestSupport"],
      settings: strict + [.defaultIsolation(MainActor.self), .define("IsolatedApp")]),
    tests(
      "FlowTestingTests", ["FlowCore", "FlowTesting", "FlowTestIssues", "FlowTestSupport"]),
    tests(
      "FlowTraceTests",
      ["FlowTrace", "FlowCore", "PublishedStores", "FlowTestSupport"] + openCombine),
    tests("WorkloadsTests", ["Workloads", "FlowTestSupport"]),
    .target(name: "CKnownWork", path: "Tests/CKnownWork"),
    program("InstructionProbe", ["CKnownWork", "Platform"]),
    tests("PlatformTests", ["CKnownWork", "FlowTestSupport", "Platform"]),
    tests("FlowCostsTests", ["CKnownWork", "FlowCore", "FlowCosts", "Measurement"]),
    tests("MeasurementTests", ["FlowTestSupport", "Measurement"], exclude: ["Golden"]),
    // The app that FlowCore's tutorial builds, as it is after the last step.
    support("Fasting", ["FlowCore"]),
    tests(
      "DocumentationTests",
      [
        "Fasting", "FlowCore", "FlowCosts", "FlowTesting", "FlowTestIssues", "FlowTrace",
        "FlowTestSupport",
        .subprocess, .system,
      ],
      exclude: ["Login/Login-TCA.txt", "Preambles"]),
    // Runs and rows with known contents, for the tests of what reads them.
    support(
      "ResultFixtures",
      [
        "FlowBenchCLI", "FlowFiles", "FlowHarness", "FlowResults", "FlowRunner", "FlowTestSupport",
        "PublishedDesigns", "Workloads", .subprocess, .system,
      ]),
    tests(
      "FlowResultsTests",
      [
        "FlowFiles", "FlowResults", "FlowTestSupport", "Measurement", "ResultFixtures", "Workloads",
        .system,
      ],
      exclude: ["Golden"]),
    tests(
      "FlowReportsTests",
      [
        "FlowFiles", "FlowReports", "FlowResults", "FlowRunner", "FlowTestSupport", "Measurement",
        "ResultFixtures", "Workloads", .system,
      ],
      exclude: ["Golden"]),
    tests(
      "FlowHarnessTests",
      ["FlowHarness", "MeasuredStores", "Measurement", "ResultFixtures", "Workloads"]),
    tests(
      "FlowRunnerTests",
      [
        "Designs", "FlowBenchCLI", "FlowDesigns", "FlowFiles", "FlowFloor", "FlowHarness",
        "FlowReports",
        "FlowResults", "FlowRunner", "FlowTestSupport", "FlowTrace", "InstructionProbe",
        "Measurement", "PlainText", "Platform", "PublishedDesigns", "PublishedStores",
        "ResultFixtures", .subprocess, .system,
      ]),
    // A program of another package, with correct and faulty stores.
    program("ForeignProgram", ["FlowBenchCLI", "PublishedDesigns"]),
    tests(
      "FlowBenchCLITests",
      [
        "FlowBench", "FlowBenchCLI", "FlowFiles", "FlowFloor", "FlowHarness", "FlowReports",
        "FlowResults",
        "FlowRunner", "FlowTestSupport", "ForeignProgram", "Measurement", "Platform",
        "PublishedDesigns", .subprocess, .system,
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The sanitizers test what apps ship and the published stores, and build nothing else: `make sanitize`.
if Context.environment["FLOWBENCH_SHIPPED_ONLY"] != nil {
  let shipped: Set = [
    "CFlowCount", "CJemalloc", "CKnownWork", "CProbes", "FlowCore", "FlowCoreTests", "FlowCosts",
    "FlowCostsTests", "FlowDesigns", "FlowFiles", "FlowHarness", "FlowTestIssues",
    "FlowTestSupport", "FlowTesting", "FlowTestingTests", "FlowTrace", "FlowTraceTests",
    "IsolatedApp", "IsolatedAppTests", "MeasuredStores", "Measurement", "PlainApp", "PlainAppTests",
    "PlainText", "Platform", "PublishedStores", "PublishedStoresTests", "Workloads",
  ]
  package.targets.removeAll { !shipped.contains($0.name) }
  package.products.removeAll { !shipped.contains($0.name) }
}

// Only an app has the macro, so that `make` neither fetches nor builds swift-syntax.
if isDependency {
  let syntax: [Target.Dependency] = [
    "SwiftCompilerPlugin", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
  ].map { fetched($0, from: "swift-syntax", condition: .when(traits: ["Macros"])) }
  let url = "https://github.com/swiftlang/swift-syntax"
  package.dependencies.append(.package(url: url, from: "603.0.1"))
  package.products.append(.library(name: "FlowMacros", targets: ["FlowMacros"]))
  package.targets += [
    .macro(
      name: "CasePathMacro", dependencies: syntax, path: "Sources/Macros/CasePathMacro",
      swiftSettings: strict),
    .target(
      name: "FlowMacros", dependencies: ["CasePathMacro"], path: "Sources/Macros/FlowMacros",
      swiftSettings: strict),
  ]
}

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
// the manifest of a dependency in the root folder first, and then in its `checkouts`, beside which it
// keeps `repositories`.
let isDependency =
  Context.packageDirectory == "/"
  || Context.packageDirectory.contains("/checkouts/")
    && FileManager.default.fileExists(atPath: Context.packageDirectory + "/../../repositories")

// For plans, sessions and reports, which are not measured. Optimising them would take a fifth of the CPU
// time of a release build. SwiftPM refuses unsafe flags in a dependency with a version.
let unoptimised: [SwiftSetting] =
  strict + (isDependency ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])

/// A product of another package. The benchmark and its tests use such products, FlowCore does not.
func fetched(
  _ product: String, from package: String,
  condition: TargetDependencyCondition? = .when(traits: ["Benchmark"])
) -> Target.Dependency {
  .product(name: product, package: package, condition: condition)
}

// A dependency of the benchmark alone, as the products above are.
let jemalloc: [Target.Dependency] =
  linksJemalloc ? [.target(name: "CJemalloc", condition: .when(traits: ["Benchmark"]))] : []

// Combine is part of Apple's systems; elsewhere OpenCombine stands in for it.
let openCombine: [Target.Dependency] = ["OpenCombine", "OpenCombineDispatch"].map {
  fetched(
    $0, from: "OpenCombine", condition: .when(platforms: [.linux], traits: ["Benchmark"]))
}

let subprocess: Target.Dependency = fetched("Subprocess", from: "swift-subprocess")
let systemPackage: Target.Dependency = fetched("SystemPackage", from: "swift-system")

let package = Package(
  name: "FlowBench",
  // macOS 15 is the oldest with Synchronization, which every target may use there. Elsewhere, only the
  // libraries of apps are built, which need nothing newer than Observation.
  platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "FlowCore", targets: ["FlowCore"]),
    .library(name: "FlowTesting", targets: ["FlowTesting", "FlowTestIssues"]),
    .library(name: "FlowTrace", targets: ["FlowTrace"]),
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
    .target(name: "FlowCore", swiftSettings: strict + [.strictMemorySafety()]),
    .target(name: "FlowTesting", dependencies: ["FlowCore"], swiftSettings: strict),
    // The part of FlowTesting that only tests link; see `TestFailure.record`.
    .target(name: "FlowTestIssues", swiftSettings: strict),
    .target(name: "FlowTrace", dependencies: ["FlowCore"], swiftSettings: strict),
    // How numbers are read and written; everything that reads options or files imports it.
    .target(name: "PlainText", swiftSettings: strict),
    .target(
      name: "Workloads",
      dependencies: [
        "FlowCore", "PlainText", fetched("HeapModule", from: "swift-collections"),
      ],
      swiftSettings: strict),
    // Everything that differs between operating systems.
    .target(name: "Platform", dependencies: ["CProbes"] + jemalloc, swiftSettings: strict),
    // Statistics and histograms.
    .target(name: "Measurement", swiftSettings: strict),
    // Dimensions, columns, rows, CSV, metrics and tables: what is on disk, and knows no store.
    .target(
      name: "FlowResults",
      dependencies: [
        "Measurement", "PlainText",
        systemPackage,
        fetched("Rainbow", from: "Rainbow"),
      ],
      swiftSettings: strict),
    // What is made of results alone: comparisons, gates, other tools' formats.
    .target(
      name: "FlowReports",
      dependencies: [
        "FlowResults", "Measurement", "PlainText",
        fetched("Rainbow", from: "Rainbow"),
        systemPackage,
        fetched("OrderedCollections", from: "swift-collections"),
      ],
      swiftSettings: unoptimised),
    // What an adapter needs, and every measured loop.
    .target(
      name: "FlowHarness",
      dependencies: [
        "FlowCore", "FlowTesting", "FlowTrace", "Workloads", "Measurement", "PlainText", "Platform",
        fetched("DequeModule", from: "swift-collections"),
        fetched("HeapModule", from: "swift-collections"),
      ],
      swiftSettings: strict),
    // The floor, compiled for each workload as any design is, and work of known cost.
    .target(
      name: "FlowFloor", dependencies: ["FlowHarness", "Measurement", "Platform", "Workloads"],
      swiftSettings: strict),
    // From options to rows on disk: plans, child processes, trials, calibration.
    .target(
      name: "FlowRunner",
      dependencies: [
        "FlowCore", "FlowFloor", "FlowHarness", "FlowResults", "FlowTesting", "FlowTrace",
        "Measurement", "PlainText", "Platform", "Workloads",
        subprocess,
        systemPackage,
        fetched("ArgumentParser", from: "swift-argument-parser"),
        fetched("OrderedCollections", from: "swift-collections"),
        fetched("Rainbow", from: "Rainbow"),
      ],
      swiftSettings: unoptimised),
    // The stores of articles, and features in the shapes that these take. They are a target of their
    // own, as in a library: a call of code that is not `@inlinable` is not specialised.
    .target(
      name: "PublishedStores", dependencies: ["FlowCore", "Workloads"] + openCombine,
      swiftSettings: strict),
    // The published designs and FlowCore's own, added as a package of yours adds its designs. In
    // two targets, because every store's loops are compiled for each workload.
    .target(
      name: "Designs", dependencies: ["FlowCore", "FlowHarness", "PublishedStores", "Workloads"],
      swiftSettings: strict),
    .target(
      name: "FlowDesigns", dependencies: ["FlowCore", "FlowHarness", "FlowTrace", "Workloads"],
      swiftSettings: strict),
    .target(
      name: "PublishedDesigns", dependencies: ["Designs", "FlowDesigns", "FlowHarness"],
      swiftSettings: strict),
    // A program with all subcommands for the stores that its `main` registers.
    .target(
      name: "FlowBenchCLI",
      dependencies: [
        "FlowCore", "FlowFloor", "FlowHarness", "FlowReports", "FlowResults", "FlowRunner",
        "Measurement", "PlainText", "Platform", "Workloads",
        fetched("ArgumentParser", from: "swift-argument-parser"),
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
    // Nothing depends on it: it is preloaded into the processes that count.
    .target(name: "CFlowCount", cSettings: [.treatAllWarnings(as: .error)]),

    .target(
      name: "FlowTestSupport", dependencies: ["FlowCore"], path: "Tests/FlowTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "FlowCoreTests", dependencies: ["FlowCore", "FlowTestSupport"], swiftSettings: strict),
    // A plain model of the store, and random programs that compare the store with it.
    .target(
      name: "FlowCoreModel", dependencies: ["FlowCore", "FlowTesting"],
      path: "Tests/FlowCoreModel", swiftSettings: strict),
    .testTarget(
      name: "FlowCoreModelTests", dependencies: ["FlowCoreModel"], swiftSettings: strict),
    .executableTarget(
      name: "FlowCoreModelRunner", dependencies: ["FlowCoreModel"],
      path: "Tests/FlowCoreModelRunner", swiftSettings: strict),
    .testTarget(
      name: "PublishedStoresTests",
      dependencies: [
        "FlowCore", "FlowDesigns", "FlowTestSupport", "PublishedStores", "Workloads",
      ] + openCombine,
      swiftSettings: strict),
    // One app, compiled twice: as it is, and with everything on the main actor that does not say
    // otherwise. `IsolatedApp` and `IsolatedAppTests` are links to the other two folders.
    .target(
      name: "PlainApp", dependencies: ["FlowCore"], path: "Tests/PlainApp", swiftSettings: strict),
    .testTarget(
      name: "PlainAppTests",
      dependencies: ["PlainApp", "FlowCore", "FlowTesting", "FlowTestIssues", "FlowTestSupport"],
      swiftSettings: strict),
    .target(
      name: "IsolatedApp", dependencies: ["FlowCore"], path: "Tests/IsolatedApp",
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "IsolatedAppTests",
      dependencies: [
        "IsolatedApp", "FlowCore", "FlowTesting", "FlowTestIssues", "FlowTestSupport",
      ],
      swiftSettings: strict + [.defaultIsolation(MainActor.self), .define("IsolatedApp")]),
    .testTarget(
      name: "FlowTestingTests",
      dependencies: ["FlowCore", "FlowTesting", "FlowTestIssues", "FlowTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FlowTraceTests",
      dependencies: ["FlowTrace", "FlowCore", "PublishedStores", "FlowTestSupport"] + openCombine,
      swiftSettings: strict),
    .testTarget(
      name: "WorkloadsTests", dependencies: ["Workloads", "FlowTestSupport"],
      swiftSettings: strict),
    .target(name: "CKnownWork", path: "Tests/CKnownWork"),
    .executableTarget(
      name: "InstructionProbe", dependencies: ["CKnownWork", "Platform"],
      path: "Tests/InstructionProbe", swiftSettings: strict),
    .testTarget(
      name: "PlatformTests", dependencies: ["CKnownWork", "FlowTestSupport", "Platform"],
      swiftSettings: strict),
    .testTarget(
      name: "MeasurementTests", dependencies: ["FlowTestSupport", "Measurement"],
      exclude: ["Golden"], swiftSettings: strict),
    // The app that FlowCore's tutorial builds, as it is after the last step.
    .target(
      name: "Fasting", dependencies: ["FlowCore"], path: "Tests/Fasting", swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Fasting", "FlowCore", "FlowTesting", "FlowTestIssues", "FlowTrace", "FlowTestSupport",
        subprocess,
        systemPackage,
      ],
      exclude: ["Login/Login-TCA.txt", "Preambles"], swiftSettings: strict),
    // Runs and rows with known contents, for the tests of what reads them.
    .target(
      name: "ResultFixtures",
      dependencies: [
        "FlowBenchCLI", "FlowHarness", "FlowResults", "FlowRunner", "FlowTestSupport",
        "PublishedDesigns", "Workloads", subprocess, systemPackage,
      ],
      path: "Tests/ResultFixtures", swiftSettings: strict),
    .testTarget(
      name: "FlowResultsTests",
      dependencies: [
        "FlowResults", "FlowTestSupport", "Measurement", "ResultFixtures", "Workloads",
        systemPackage,
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "FlowReportsTests",
      dependencies: [
        "FlowReports", "FlowResults", "FlowRunner", "FlowTestSupport", "Measurement",
        "ResultFixtures", "Workloads", systemPackage,
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "FlowHarnessTests",
      dependencies: ["FlowHarness", "Measurement", "ResultFixtures", "Workloads"],
      swiftSettings: strict),
    .testTarget(
      name: "FlowRunnerTests",
      dependencies: [
        "Designs", "FlowBenchCLI", "FlowDesigns", "FlowFloor", "FlowHarness", "FlowReports",
        "FlowResults", "FlowRunner", "FlowTestSupport", "FlowTrace", "InstructionProbe",
        "Measurement", "PlainText", "Platform", "PublishedDesigns", "PublishedStores",
        "ResultFixtures",
        subprocess, systemPackage,
      ],
      swiftSettings: strict),
    // A program of another package, with correct and faulty stores.
    .executableTarget(
      name: "ForeignProgram", dependencies: ["FlowBenchCLI", "PublishedDesigns"],
      path: "Tests/ForeignProgram", swiftSettings: strict),
    .testTarget(
      name: "FlowBenchCLITests",
      dependencies: [
        "FlowBench", "FlowBenchCLI", "FlowFloor", "FlowHarness", "FlowReports", "FlowResults",
        "FlowRunner", "FlowTestSupport", "ForeignProgram", "Measurement", "Platform",
        "PublishedDesigns",
        subprocess, systemPackage,
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// The sanitizers test what apps ship and the published stores, and build nothing else: `make sanitize`.
if Context.environment["FLOWBENCH_SHIPPED_ONLY"] != nil {
  let shipped: Set = [
    "CJemalloc", "CProbes", "FlowCore", "FlowCoreTests", "FlowDesigns", "FlowHarness",
    "FlowTestIssues",
    "FlowTestSupport", "FlowTesting", "FlowTestingTests", "FlowTrace", "FlowTraceTests",
    "IsolatedApp", "IsolatedAppTests", "Measurement", "PlainApp", "PlainAppTests", "PlainText",
    "Platform", "PublishedStores", "PublishedStoresTests", "Workloads",
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

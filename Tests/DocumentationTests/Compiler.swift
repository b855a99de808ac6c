import FlowTestSupport
import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The compiler that built these tests, with the modules of the same build.
struct Compiler {
  /// The folder of the modules of this build.
  private let build: URL
  private let program: Executable

  /// The error that the modules of this build are missing.
  struct NoModules: Error, CustomStringConvertible {
    let program: String

    var description: String {
      "snippets are checked against the modules of this build: there must be a folder "
        + "Modules with FlowCore.swiftmodule beside the tests, or above them; found none from "
        + program
    }
  }

  /// The compiler, and the modules found above the running program or the tests' bundle.
  init() throws {
    let program = TestImage.path
    let folders = sequence(first: URL(filePath: program)) { $0.deletingLastPathComponent() }
      .prefix { $0.path != "/" }
    let modules = "Modules/FlowCore.swiftmodule"
    guard
      let build = folders.first(where: {
        FileManager.default.fileExists(atPath: $0.appending(path: modules).path)
      })
    else { throw NoModules(program: program) }
    self.build = build
    // `make test SWIFT=/path/to/swift` exports SWIFT. A compiler cannot read modules of another one.
    let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
    self.program =
      swift.contains("/")
      ? .path(FilePath(URL(filePath: swift).deletingLastPathComponent().path + "/swiftc"))
      : .name("swiftc")
  }

  /// Returns the messages of the compiler about files of one module; empty if there are none.
  ///
  /// - Parameters:
  ///   - files: The code of each file, by name.
  ///   - arguments: Options of this module alone.
  func complaints(
    about files: [String: String], module: String, _ arguments: [String] = []
  ) async throws -> String {
    let folder = URL(filePath: temporaryPath())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, code) in files {
      try code.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
    }
    // One process of the compiler for all files reads the imported modules once.
    let all =
      ["-typecheck", "-whole-module-optimization", "-parse-as-library", "-swift-version", "6"]
      + ["-module-name", module]
      + ["-I", build.appending(path: "Modules").path] + (try moduleMaps()) + arguments
      + files.keys.sorted()
    let result = try await Subprocess.run(
      program, arguments: Arguments(all), workingDirectory: FilePath(folder.path),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    guard !result.terminationStatus.isSuccess || result.standardError.contains("error:") else {
      return ""
    }
    return "\(result.terminationStatus)\n\(result.standardOutput)\(result.standardError)"
  }

  /// Returns the options for the C modules that the Swift ones import.
  private func moduleMaps() throws -> [String] {
    let built = try Self.files(in: build, "module.modulemap").filter {
      $0.contains(".build/module")
    }
    // Modules of C with headers alone are not built.
    let scratch = build.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
    let fetched = try Self.files(in: scratch.appending(path: "checkouts"), "Sources")
      .flatMap { try Self.files(in: URL(filePath: $0), "include/module.modulemap") }
    let ofSystem = Repository.root.appending(path: "Sources/CJemalloc/module.modulemap").path
    return (built + fetched + [ofSystem]).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  /// Returns the files with a name in the folders of a folder.
  private static func files(in folder: URL, _ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: "\($0)/\(name)").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }
}

import FlowHarness
import FlowResults
import Foundation

/// Where a new package finds FlowBench.
struct PackageHome: Equatable {
  /// What stands in the manifest between the parentheses of `.package(…)`.
  let dependency: String
  /// The name of the package there, as products are asked for.
  let name: String

  /// - Parameter asked: A directory or a URL; `nil`: the package that this program was built in.
  /// - Throws: `InitError` when there is no FlowBench.
  init(asked: String?) throws(InitError) {
    if let asked, asked.contains("://") || asked.hasPrefix("git@") {
      dependency = "url: \(asked.debugDescription), branch: \"main\""
      let last = asked.split(separator: "/").last.map(String.init) ?? asked
      name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
      return
    }
    guard let directory = asked.map({ URL(filePath: $0) }) ?? Self.builtIn() else {
      throw .noFlowBench(Executable.path)
    }
    let root = directory.standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: "\(root)/Sources/FlowBenchCLI") else {
      throw .noFlowBench(asked ?? root)
    }
    // Named, so that the directory may be called anything.
    dependency = "name: \"FlowBench\", path: \(root.debugDescription)"
    name = "FlowBench"
  }

  /// The nearest directory above this program that has a manifest, where that is FlowBench's or that
  /// of a package beside it.
  private static func builtIn() -> URL? {
    var directory = URL(filePath: Executable.path).deletingLastPathComponent()
    while directory.path != "/" {
      if FileManager.default.fileExists(
        atPath: directory.appending(path: "Sources/FlowBenchCLI").path)
      {
        return directory
      }
      directory = directory.deletingLastPathComponent()
    }
    return nil
  }
}

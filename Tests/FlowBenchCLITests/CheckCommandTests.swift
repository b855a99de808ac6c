import FlowTestSupport
import Foundation
import Subprocess
import Synchronization
import Testing

@testable import FlowResults
@testable import FlowRunner

/// `flowbench check`, through the real executable: real counts, real pairs.
@Suite(.enabled(if: !TestBuild.mayBeSanitized, "counts need the counting library"))
struct CheckCommandTests {
  private static let flow = [
    "check", "--allow-debug", "--filter", "^counter/single/1/uniform/flow$",
  ]

  /// A directory of its own for baselines and reports.
  struct Place {
    let path = temporaryPath()
    var environment: [String: String] = [:]
    private static let numbers = AtomicNumbers()

    func check(_ arguments: [String] = []) async throws -> Tool.Result {
      try await Tool.run(
        CheckCommandTests.flow
          + ["--baseline", "\(path)/baseline", "--out", "\(path)/out-\(Self.numbers.next())"]
          + arguments, environment: environment)
    }

    /// The names of the files of a report.
    var report: [String] {
      get throws {
        let files = FileManager.default
        let out = try files.contentsOfDirectory(atPath: path).first { $0.hasPrefix("out-") }
        return try files.contentsOfDirectory(atPath: "\(path)/\(try #require(out))").sorted()
      }
    }

    /// The file of the baseline.
    var baseline: String {
      get throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(path)/baseline")
        return "\(path)/baseline/\(try #require(files.first))"
      }
    }
  }

  @Test func `a baseline is created, and detects regressions`() async throws {
    // Without valgrind, which takes most of the time; CheckCommandLongTests counts instructions.
    let place = Place(environment: ["PATH": "/nowhere"])
    let none = try await place.check()
    #expect(none.exitCode == 3 && none.output.contains("no baseline for"), "\(none)")
    #expect(
      none.output.contains("\(Tool.path) check --update --baseline \(place.path)/baseline\n"),
      "\(none)")

    let made = try await place.check(["--update"])
    #expect(made.exitCode == 0 && made.output.contains("commit it"), "\(made)")
    let fine = try await place.check(["--strict"])
    #expect(fine.exitCode == 0 && fine.output.contains("check: fine"), "\(fine)")

    // A baseline with one retain less.
    let whole = try String(contentsOfFile: place.baseline, encoding: .utf8)
    let lines = whole.split(separator: "\n").map { line in
      String(
        line.replacing(/,retains_per_action,[0-9.]+,[0-9.]+,/) { _ in
          ",retains_per_action,0.0,0.0,"
        })
    }
    try (lines.joined(separator: "\n") + "\n")
      .write(toFile: place.baseline, atomically: true, encoding: .utf8)
    let regressed = try await place.check()
    #expect(regressed.exitCode == 2, "\(regressed)")
    #expect(regressed.output.contains("5 same, 1 regressed"), "\(regressed)")

    // A baseline without a row.
    let kept = whole.split(separator: "\n").filter { !$0.contains(",retains_per_action,") }
    try (kept.joined(separator: "\n") + "\n")
      .write(toFile: place.baseline, atomically: true, encoding: .utf8)
    let lost = try await place.check()
    #expect(lost.exitCode == 3 && lost.output.contains("1 not compared"), "\(lost)")

    // A baseline with a scenario that the filter matches and the program lacks.
    let old = whole.split(separator: "\n").dropFirst().map {
      $0.replacing("uniform/flow,", with: "uniform/flow-old,")
    }
    try (whole + old.joined(separator: "\n") + "\n")
      .write(toFile: place.baseline, atomically: true, encoding: .utf8)
    let both = ["--filter", "^counter/single/1/uniform/flow(-old)?$"]
    let gone = try await place.check(both)
    #expect(gone.exitCode == 3 && gone.output.contains("6 same, 1 gone"), "\(gone)")
    #expect(try await place.check().exitCode == 0, "the filter does not match it")

    // An update makes it fine again.
    #expect(try await place.check(both + ["--update"]).exitCode == 0)
    #expect(try await place.check().exitCode == 0)
    let again = try String(contentsOfFile: place.baseline, encoding: .utf8)
    #expect(again.split(separator: "\n").sorted() == whole.split(separator: "\n").sorted())
  }

  @Test func `a build has the same counts as itself`() async throws {
    let place = Place()
    let result = try await place.check(
      ["--base", Tool.path, "--base-name", "itself", "--gate", "counts"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(
      result.output.contains(/counts: 1 scenario compared with itself: [67] same/), "\(result)")
    #expect(try place.report == ["base-counts", "check.md", "check.xml", "counts"])
  }

  @Test func `a base whose trials all crash is named, and exits 1`() async throws {
    // The library that counts must be beside it.
    let (place, folder) = (Place(), URL(filePath: temporaryPath()))
    let base = folder.appending(path: "base").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: TestImage.products.appending(path: CounterLibrary.fileName),
      to: folder.appending(path: CounterLibrary.fileName))
    try """
    #!/bin/sh
    if [ "$1" = --version ]; then exec '\(Tool.path)' --version; fi
    kill -ABRT $$
    """.write(toFile: base, atomically: true, encoding: .utf8)
    try #require(chmod(base, 0o755) == 0)
    let result = try await place.check(["--base", base, "--gate", "counts"])
    #expect(result.exitCode == 1, "\(result)")
    let error = try #require(result.errorLines.last)
    #expect(
      error.hasPrefix(
        "--base: must be the program of another revision, and it failed in every trial:"),
      "\(error)")
    #expect(error.contains("crashed") && error.contains("try '\(base) doctor'"), "\(error)")
  }

  @Test func `a check is interrupted while it measures in pairs`() async throws {
    let place = Place()
    let result = try await Tool.runInterrupted(
      [
        "check", "--allow-debug", "--filter", "^counter/single/1/uniform/[a-z]*$", "--base",
        Tool.path, "--out", place.path,
      ], by: .terminate,
      when: { FileManager.default.fileExists(atPath: "\(place.path)/base-counts/summary.csv") })
    #expect(result.exitCode == 143)
    #expect(result.errorLines.last == "interrupted before a conclusion")
  }

  @Test func `wrong requests are refused in one line, and nothing is measured`() async throws {
    let place = Place()
    let pipe = temporaryPath()
    try #require(mkfifo(pipe, 0o700) == 0)
    for (arguments, message) in [
      (
        ["--base", pipe],
        "--base: must be the program of another revision, an executable file, got '\(pipe)'"
      ),
      (
        ["--base", "/nowhere"],
        "--base: must be the program of another revision, an executable file, got '/nowhere'"
      ),
      (
        ["--base", "/usr/bin/true"],
        "--base: must be the program of another revision, whose --version"
      ),
      (
        ["--base", "/bin"],
        "--base: must be the program of another revision, an executable file, got '/bin'"
      ),
      (["--filter", "nothing"], "--filter: must leave at least one scenario, got 'nothing'; see "),
      (["--gate", "tim"], "--gate: no gate is called 'tim'; did you mean 'time'?"),
      (["--gate", "time"], "--gate: time is compared with another revision"),
      (["--filter", "("], "--filter: must be a regular expression"),
      (["--update", "--base", Tool.path], "--update: must not be given with --base"),
    ] {
      let result = try await place.check(arguments)
      #expect(result.exitCode == 1 && result.errorLines.count == 1, "\(result)")
      #expect(result.error.hasPrefix(message), "\(result.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }
}

/// Unique numbers.
private final class AtomicNumbers: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock { number in
      number += 1
      return number
    }
  }
}

import FlowFiles
import FlowTestSupport
import Foundation
import Testing

@testable import FlowBenchCLI
@testable import FlowResults

/// Failures of the system end with one line and exit code 5.
struct SystemErrorTests {
  /// Runs `flowbench` in a shell that has prepared its descriptors and limits.
  ///
  /// - Parameter script: Begins with `flowbench`, or sets limits first.
  private func shell(_ script: String) async throws -> Tool.Result {
    try await Tool.run(
      ["-c", "flowbench() { \"\(Tool.path)\" \"$@\"; }; \(script)"], program: "/bin/bash")
  }

  private static let load =
    "flowbench load --allow-debug --virtual --design floor --topology single --workload counter "
    + "--duration 1s --rate 10 --rounds 3"

  private static let outputs: [(String, String, String)] =
    [("run --dry-run", ">&-", "bad file descriptor")]
    + ["list", "--help"].filter { _ in FileManager.default.fileExists(atPath: "/dev/full") }
    .map { ($0, "> /dev/full", "no space left on device; free some space") }

  @Test(arguments: outputs)
  func `a failing standard output is an error`(
    command: String, output: String, reason: String
  ) async throws {
    let result = try await shell("flowbench \(command) \(output)")
    #expect(result.exitCode == 5)
    #expect(result.error == "standard output: \(reason)\n")
  }

  @Test func `a closed reader is no error`() async throws {
    let result = try await shell("flowbench list --page columns > >(exec true); echo $?")
    #expect(result.output == "0\n" && result.error.isEmpty, "\(result)")
  }

  @Test func `a load continues if its progress is not read`() async throws {
    let out = temporaryPath()
    let result = try await shell("\(Self.load) --out \(out) 2> >(exec true); echo $?")
    #expect(result.output.hasSuffix("\n0\n"), "\(result)")
  }

  @Test func `few descriptors are refused in one line`() async throws {
    let result = try await shell("ulimit -n 8; flowbench list")
    #expect(result.exitCode == 5 && result.output.isEmpty)
    #expect(
      result.error == "opening 32 files at once: too many open files; "
        + "raise the limit on open files with 'ulimit -n'\n")
  }

  @Test func `finished loads are kept if a file cannot grow`() async throws {
    let out = temporaryPath()
    // 8 KB: enough for the plan and for some lines of the log.
    let result = try await shell("ulimit -f 8; \(Self.load)0 --out \(out)")
    #expect(result.exitCode == 5)
    let line = String(result.errorLines.last ?? "")
    #expect(line.hasPrefix(out + "/") && line.contains(": file too large; "), "\(line)")
    let kept = try JobLog(in: out).jobs.count
    #expect(
      line.hasSuffix(
        "\(kept) of 30 jobs are kept. Raise the limit on the size of files with 'ulimit -f' and run: "
          + "\(Tool.path) load --resume \(out)"), "\(line)")
    let resumed = try await Tool.run(["load", "--allow-debug", "--resume", out])
    #expect(resumed.exitCode == 0, "\(resumed.error)")
  }

  @Test func `a git that cannot tell the commit is reported in one line`() async throws {
    let (checkout, out) = (temporaryPath(), temporaryPath())
    try FileManager.default.createDirectory(
      atPath: "\(checkout)/.git", withIntermediateDirectories: true)
    let load = "cd \(checkout); \(Self.load) --out \(out)"
    let fails = try await shell(load)
    #expect(fails.exitCode == 0)
    let lines = fails.errorLines.filter { $0.contains("git") }
    #expect(lines.count == 1, "\(lines)")
    #expect(
      lines.first?.hasPrefix(
        "warning: the columns commit and dirty stay empty: 'git rev-parse' failed: fatal: ")
        == true, "\(lines)")
    let isMissing = try await shell("cd \(checkout); PATH=/none; \(Self.load) --out \(out)-2")
    #expect(
      isMissing.error.contains(
        "empty: 'git rev-parse' cannot be called: git is not installed; run"),
      "\(isMissing.error)")
    // Outside of a checkout there is no commit to find.
    try FileManager.default.removeItem(atPath: "\(checkout)/.git")
    let none = try await shell("cd \(checkout); PATH=/none; \(Self.load) --out \(out)-3")
    #expect(none.exitCode == 0 && !none.error.contains("git"), "\(none.error)")
  }

  private static let started = [
    "run --passes timing --workload counter --design floor --topology single",
    "run --passes counting --workload counter --design floor --topology single",
    "load --virtual --workload counter --design floor --topology single",
    "contend --workers 2 --design floor", "verify --workload counter --design floor",
    "check --filter counter/single/1/uniform/floor", "calibrate --only counters", "doctor",
  ]

  @Test(arguments: started)
  func `a temporary directory that cannot be used ends a command before its work`(
    command: String
  ) async throws {
    let (place, file, out) = (temporaryPath(), temporaryPath(), temporaryPath())
    try WholeFile.write("", to: file)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let writes = ["run", "load", "contend"].contains(command.prefix { $0 != " " })
    for (path, reason) in [
      (file, "not a directory"), (temporaryPath(), "no such file or directory"),
    ] {
      let result = try await Tool.run(
        command.split(separator: " ").map(String.init) + (writes ? ["--out", out] : [])
          + (["doctor", "verify"].contains(command.prefix { $0 != " " }) ? [] : ["--allow-debug"]),
        directory: place, environment: ["TMPDIR": path])
      #expect(result.exitCode == 5)
      #expect(
        result.error
          == "\(path): \(reason); let TMPDIR name a directory that can be written and "
          + "has some space\n")
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }

  @Test func `a long text in a message is shortened`() async throws {
    let result = try await Tool.run(["status", String(repeating: "x", count: 100_000)])
    #expect(result.exitCode == 1 && result.error.count < 1_300 && result.errorLines.count == 1)
    #expect(result.error.hasPrefix("status: ") && result.error.hasSuffix("x'\n"), "\(result.error)")
  }

  @Test func `an empty command line is refused`() {
    #expect(throws: Never.self) { try ProcessSetup.checkArguments(["flowbench"]) }
    let error = #expect(throws: SystemError.self) { try ProcessSetup.checkArguments([]) }
    #expect(error?.description.hasPrefix("/proc/self/maps: cannot be read") == true)
  }

  @Test(arguments: ["--out $'a\\xff'", "--out=$'\\xc3'", "--filter $'\\xed\\xa0\\x80'"])
  func `an argument in another encoding is refused`(option: String) async throws {
    let result = try await shell(
      "cd \(FileManager.default.temporaryDirectory.path); flowbench run \(option)")
    #expect(result.exitCode == 1 && result.errorLines.count == 1)
    #expect(result.error.contains(": must be text in UTF-8, got '"), "\(result.error)")
  }

  @Test func `control characters of arguments are escaped`() async throws {
    let result = try await Tool.run(["status", "a\u{1B}[31m\nb"])
    #expect(result.exitCode == 1 && result.errorLines.count == 1)
    #expect(result.error.hasSuffix("got 'a\\u{1B}[31m\\nb'\n"), "\(result.error)")
  }
}

import FlowFiles
import FlowTestSupport
import Foundation
import Subprocess
import Testing

@testable import FlowResults

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A run is one build on one machine, its processes and its files.
struct OneBuildTests {
  private static let load = [
    "load", "--allow-debug", "--virtual", "--design", "floor,flow", "--topology", "single",
    "--workload", "echo", "--features", "1", "--rate", "50", "--duration", "1s", "--rounds", "30",
  ]

  /// Runs a load, and does something when it has finished two of its 60 jobs.
  private func run(
    _ program: String, _ options: [String] = [], to out: String,
    meanwhile change: @escaping @Sendable () throws -> Void
  ) async throws -> Tool.Result {
    async let result = Tool.run(Self.load + options + ["--out", out], program: program)
    // A load that is refused has no job.
    let end = ContinuousClock.now + .seconds(300)
    while ((try? JobLog(in: out))?.jobs.count ?? 0) < 2 {
      try #require(ContinuousClock.now < end)
      try await Task.sleep(for: .milliseconds(5))
    }
    try change()
    return try await result
  }

  /// Returns the path of a copy of the program.
  private func copy() throws -> String {
    let folder = temporaryPath()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Tool.path, toPath: "\(folder)/flowbench")
    return "\(folder)/flowbench"
  }

  private static let rebuild = "cp P N && echo >> N && mv N P"

  @Test(arguments: [
    (rebuild, "has changed since it was first used, and a run is of one version of it"),
    ("mv P N", "no such file or directory"), ("chmod -x P", "permission denied"),
  ])
  func `a run stops if its program changes, and can be continued with the same`(
    change: String, reason: String
  ) async throws {
    let (program, out) = (try copy(), temporaryPath())
    @Sendable func shell(_ script: String) throws {
      let text = script.replacing("P", with: program).replacing("N", with: program + ".new")
      let shell = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", text])
      shell.waitUntilExit()
      try #require(shell.terminationStatus == 0)
    }
    let stopped = try await run(program, to: out) { try shell(change) }
    #expect(stopped.exitCode == 5)
    let kept = try JobLog(in: out).jobs.count
    #expect((2..<60).contains(kept))
    let line = String(stopped.errorLines.last ?? "")
    #expect(line.contains(program) && line.contains(": \(reason); "), "\(line)")
    #expect(line.contains("\(kept) of 60 jobs are kept. "), "\(line)")
    let arguments = ["load", "--allow-debug", "--resume", out]
    if change == Self.rebuild {
      let other = try await Tool.run(arguments, program: program)
      #expect(other.exitCode == 1)
      #expect(
        other.error.contains("must be continued with the program that began it, and this is"),
        "\(other.error)")
      #expect(try JobLog(in: out).jobs.count == kept)
    }
    // An identical copy is the same build.
    let resumed = try await Tool.run(arguments)
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    let rows = try Rows.all("scenario", of: "\(out)/loads.csv", by: "round").values.joined()
    #expect(rows.count == 60)
    #expect(try !String(contentsOfFile: "\(out)/loads.csv", encoding: .utf8).contains("false"))
  }

  @Test func `a replacement by an identical copy is no change`() async throws {
    let (program, out) = (try copy(), temporaryPath())
    let result = try await run(program, to: out) {
      try FileManager.default.copyItem(atPath: Tool.path, toPath: program + ".new")
      #expect(rename(program + ".new", program) == 0)
    }
    #expect(result.exitCode == 0, "\(result.error)")
  }

  @Test func `measured latencies belong to the plan`() async throws {
    let (file, out) = (temporaryPath(), temporaryPath())
    try Data("1000000\n".utf8).write(to: URL(filePath: file))
    let options = ["--latency", "measured:\(file)", "--rounds", "60"]
    let stopped = try await run(Tool.path, options, to: out) {
      try Data("500000000\n".utf8).write(to: URL(filePath: file))
    }
    #expect(stopped.exitCode == 5 && stopped.error.contains("\(file): has changed"))
    let arguments = ["load", "--allow-debug", "--resume", out]
    let other = try await Tool.run(arguments)
    #expect(other.exitCode == 1 && other.error.contains("input files"), "\(other.error)")
    try Data("1000000\n".utf8).write(to: URL(filePath: file))
    #expect(try await Tool.run(arguments).exitCode == 0)
  }

  @Test func `a session is not continued on another machine or with another build`() async throws {
    let out = temporaryPath()
    let whole = try await Tool.run(Self.load + ["--rounds", "1", "--out", out])
    #expect(whole.exitCode == 0, "\(whole.error)")
    let log = try String(contentsOfFile: "\(out)/jobs.jsonl", encoding: .utf8)
    let row = try #require(
      try CSVReader<RunRow>.rows(in: "\(out)/runs.csv", name: RunRow.fileName).first)
    for (name, change) in [
      ("commit", { $0.commit = "fffffff" }), ("compiler", { $0.swiftVersion = "9.9" }),
      ("version of flowbench", { $0.toolVersion = "9" }), ("system", { $0.system = "Other" }),
      ("processor", { $0.cpuModel = "Other" }), ("number of cores", { $0.cpuCount = 99 }),
    ] as [(String, (inout RunRow) -> Void)] {
      var other = row
      change(&other)
      try WholeFile.write(CSVFormat.text([other]), to: "\(out)/runs.csv")
      // A complete session is only shown.
      try WholeFile.write(log, to: "\(out)/jobs.jsonl")
      let shown = try await Tool.run(["load", "--allow-debug", "--resume", out])
      #expect(shown.exitCode == 0, "\(name): \(shown.error)")
      let torn = log.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
      try WholeFile.write(torn, to: "\(out)/jobs.jsonl")
      let resumed = try await Tool.run(["load", "--allow-debug", "--resume", out])
      #expect(resumed.exitCode == 1)
      let line = resumed.errorLines.last ?? ""
      #expect(
        line.hasPrefix("--resume: must be continued with the same \(name), '"), "\(resumed.error)")
      #expect(try String(contentsOfFile: "\(out)/jobs.jsonl", encoding: .utf8) == torn)
    }
  }

  #if os(Linux)
    @Test(arguments: [SIGKILL, SIGHUP])
    func `a store that never returns ends with the program`(signal: Int32) async throws {
      let out = temporaryPath()
      var child: Int32?
      let result = try await Subprocess.run(
        .path(FilePath(Tool.path)),
        arguments: Arguments(
          ["run"] + Tool.quick + ["--inject", "hang:.", "--passes", "timing", "--out", out]),
        input: .none, output: .discarded, error: .discarded
      ) { execution in
        let parent = execution.processIdentifier.value
        while child == nil {
          try await Task.sleep(for: .milliseconds(20))
          child = Self.states.first { $0.value.parent == parent && $0.value.isChild }?.key
        }
        try execution.send(signal: Signal(rawValue: signal))
      }
      #expect(result.terminationStatus == .signaled(signal))
      let process = try #require(child)
      // It ends at once; without that, it would never end.
      while Self.states[process]?.isChild == true { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// The processes that have not ended.
    private static var states: [Int32: (parent: Int32, isChild: Bool)] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { Int32($0) }.reduce(into: [:]) { states, id in
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
          let line = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)
        else { return }
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        guard fields.count > 2, fields[1] != "Z", let parent = Int32(fields[2]) else { return }
        states[id] = (parent, line.split(separator: "\0").contains("child"))
      }
    }

    @Test(.enabled(if: geteuid() == 0), arguments: [1, 4, 12])
    func `too few threads are refused in one line`(limit: Int) async throws {
      // The superuser has no such limit.
      let result = try await Tool.run(
        [
          "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/bash", "-c",
          "ulimit -u \(limit); exec \"$0\" list", Tool.path,
        ], directory: "/", program: "/usr/bin/setpriv")
      #expect(result.exitCode == 5 && result.output.isEmpty)
      #expect(result.errorLines.count == 1)
      #expect(result.error.contains("threads at the same time: resource temporarily unavailable; "))
    }
  #endif
}

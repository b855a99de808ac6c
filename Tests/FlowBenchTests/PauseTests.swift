#if os(Linux)
  import FlowTestSupport
  import Foundation
  import Glibc
  import Subprocess
  import SystemPackage
  import Testing

  /// A load whose process is stopped at a known instant, for a known time.
  struct PauseTests {
    /// The processes that a process has started and that have not ended.
    private static func children(of pid: pid_t) -> [pid_t] {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
      return tasks.flatMap { task in
        let path = "/proc/\(pid)/task/\(task)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        // Not those that it asks for the commit and the machine.
        return text.split(separator: " ").compactMap { pid_t($0) }.filter { pid in
          let line = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
          return line?.contains("\0child\0") == true
        }
      }
    }

    /// A load of six seconds, which is stopped after some of them.
    ///
    /// - Parameter milliseconds: For how long.
    private static func load(stoppedFor milliseconds: Int, out: String) async throws {
      let result = try await Subprocess.run(
        .path(FilePath(Tool.path)),
        arguments: Arguments([
          "load", "--allow-debug", "--design", "inout", "--topology", "single", "--features", "1",
          "--rate", "2000", "--duration", "6s", "--out", out,
        ]), input: .none, output: .discarded, error: .string(limit: 1 << 20)
      ) { execution in
        var pids: [pid_t] = []
        while pids.isEmpty {
          try await Task.sleep(for: .milliseconds(20))
          pids = Self.children(of: execution.processIdentifier.value)
        }
        // What comes before the load takes a part of a second.
        try await Task.sleep(for: .milliseconds(2500))
        for pid in pids { #expect(kill(pid, SIGSTOP) == 0) }
        try await Task.sleep(for: .milliseconds(milliseconds))
        for pid in pids { #expect(kill(pid, SIGCONT) == 0) }
      }
      #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    }

    // Half a second is a twelfth of the load: more than a tenth of the actions above its 90th percentile
    // came late for it, and a busy machine can only add to that.
    // Other tests at work beside it make the load itself invalid.
    @Test(
      .enabled(
        if: ProcessInfo.processInfo.environment["QUIET_MACHINE"] != nil,
        "needs a machine without other work: QUIET_MACHINE=1 make test ARGS='--filter PauseTests'"))
    func `a pause is found, attributed, and no percentile that it reaches is believed`()
      async throws
    {
      let out = temporaryPath()
      try await Self.load(stoppedFor: 500, out: out)
      func numbers(_ column: String, in file: String) throws -> [Double] {
        try Rows.all(column, of: "\(out)/\(file)", by: "scenario").values.joined().compactMap {
          Double($0)
        }
      }
      let pausedNs = try #require(try numbers("paused_ns", in: "loads.csv").last)
      #expect(pausedNs > 400e6)
      #expect(try #require(try numbers("pauses_total", in: "loads.csv").last) >= 1)
      #expect(try #require(try numbers("paused_actions_total", in: "loads.csv").last) > 700)
      #expect(try #require(try numbers("paused_ns", in: "timeline.csv").max()) > 400e6)
      // Nothing from the 90th percentile on; empty where not even the median is believed.
      #expect(try numbers("trusted_percentile", in: "loads.csv").allSatisfy { $0 < 90 })
    }
  }
#endif

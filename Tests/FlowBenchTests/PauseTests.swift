#if os(Linux)
  import FlowTestSupport
  import Foundation
  import Glibc
  import Subprocess
  import SystemPackage
  import Testing

  /// A load whose process is stopped at a known instant, for a known time.
  struct PauseTests {
    /// The process that drives the load, of those that `flowbench` has started: not one that it asks for
    /// the commit or the machine.
    private static func driver(of pid: pid_t) -> pid_t? {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
      let children = tasks.flatMap { task in
        let path = "/proc/\(pid)/task/\(task)/children"
        return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ")
      }
      return children.compactMap { pid_t($0) }.first { child in
        let line = try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)
        return line?.contains("\0child\0") == true
      }
    }

    /// Whether a load has written its first second down.
    private static func hasBegun(_ out: String) -> Bool {
      let timeline = try? String(contentsOfFile: "\(out)/timeline.csv", encoding: .utf8)
      return timeline.map { $0.split(separator: "\n").count > 1 } == true
    }

    /// Stops a load's process for half a second once it has begun.
    ///
    /// On a thread of its own: tasks beside a thousand tests may be resumed after a minute.
    ///
    /// - Returns: Whether it was stopped and goes on.
    private static func stop(_ pid: pid_t, writing out: String) async -> Bool {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          while kill(pid, 0) == 0, !hasBegun(out) { usleep(10_000) }
          // Whose child it is changes while threads of the other end.
          while kill(pid, 0) == 0, driver(of: pid) == nil { usleep(10_000) }
          guard let driver = driver(of: pid), kill(driver, SIGSTOP) == 0 else {
            continuation.resume(returning: false)
            return
          }
          usleep(500_000)
          continuation.resume(returning: kill(driver, SIGCONT) == 0)
        }
      }
    }

    // Half a second of twenty: more than a tenth of the actions above the 99th percentile came late for
    // it, and a busy machine can only add to that.
    @Test func `a pause is found, attributed, and no percentile that it reaches is believed`()
      async throws
    {
      let out = temporaryPath()
      let result = try await Subprocess.run(
        .path(FilePath(Tool.path)),
        arguments: Arguments([
          "load", "--allow-debug", "--limit", "600", "--design", "inout", "--topology", "single",
          "--features", "1", "--rate", "2000", "--duration", "20s", "--out", out,
        ]), input: .none, output: .discarded, error: .string(limit: 1 << 20)
      ) { execution in
        let isStopped = await Self.stop(execution.processIdentifier.value, writing: out)
        #expect(isStopped)
      }
      #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
      func numbers(_ column: String, in file: String) throws -> [Double] {
        try Rows.all(column, of: "\(out)/\(file)", by: "scenario").values.joined().compactMap {
          Double($0)
        }
      }
      #expect(try #require(try numbers("paused_ns", in: "loads.csv").last) > 400e6)
      #expect(try #require(try numbers("pauses_total", in: "loads.csv").last) >= 1)
      #expect(try #require(try numbers("paused_actions_total", in: "loads.csv").last) > 700)
      #expect(try #require(try numbers("paused_ns", in: "timeline.csv").max()) > 400e6)
      // Empty where not even the median is believed.
      #expect(try numbers("trusted_percentile", in: "loads.csv").allSatisfy { $0 < 99 })
    }
  }
#endif

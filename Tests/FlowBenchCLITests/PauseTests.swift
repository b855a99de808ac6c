#if os(Linux)
  import FlowTestSupport
  import Foundation
  import Glibc
  import Subprocess
  import Synchronization
  import SystemPackage
  import Testing

  @testable import FlowRunner

  /// A load whose process is stopped at a known instant, for a known time.
  struct PauseTests {
    /// Stops the process of a load for half a second in the middle of the load.
    ///
    /// On a thread of its own that starts before the load: tasks beside a thousand tests may be
    /// resumed after a minute, when there is nothing left to stop.
    private final class Stopper: Sendable {
      private let isOver = Atomic(false)
      private let hasStopped = Atomic(false)
      private let thread = DispatchGroup()

      /// - Parameter out: The directory of the load, which no other process has among its arguments.
      init(writing out: String) {
        thread.enter()
        Thread.detachNewThread { [self] in
          hasStopped.store(stop(writing: out), ordering: .releasing)
          thread.leave()
        }
      }

      /// Returns `true` if the process was stopped and continued. Call it after the end of the load.
      func answer() async -> Bool {
        isOver.store(true, ordering: .releasing)
        await withCheckedContinuation { done in
          thread.notify(queue: .global()) { done.resume() }
        }
        return hasStopped.load(ordering: .acquiring)
      }

      private func stop(writing out: String) -> Bool {
        while !isOver.load(ordering: .acquiring) {
          usleep(10_000)
          guard let driver = Self.driver(writing: out) else { continue }
          // The load begins within the first seconds of the process, even on a busy machine.
          sleep(5)
          guard kill(driver, SIGSTOP) == 0 else { return false }
          usleep(500_000)
          return kill(driver, SIGCONT) == 0
        }
        return false
      }

      /// The process that drives the load, of those that `flowbench` has started: not one that
      /// checks the store, or that it asks for the commit or the machine.
      private static func driver(writing out: String) -> pid_t? {
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap
        {
          pid_t($0)
        }
        guard let load = all.first(where: { arguments(of: $0).contains(out) }) else { return nil }
        return all.first { parent(of: $0) == load && arguments(of: $0).last == LoadTask.name }
      }

      private static func arguments(of pid: pid_t) -> [String] {
        let line = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
        return (line ?? "").split(separator: "\0").map(String.init)
      }

      private static func parent(of pid: pid_t) -> pid_t? {
        let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("PPid:") }
        return line.flatMap { pid_t($0.dropFirst(5).trimmingCharacters(in: .whitespaces)) }
      }
    }

    // Half a second of twelve: more than a tenth of the actions above the 99th percentile came late
    // for it, and a busy machine can only add to that.
    @Test func `a pause is found and attributed, and percentiles that it reaches are not trusted`()
      async throws
    {
      let out = temporaryPath()
      let stopper = Stopper(writing: out)
      let result = try await Subprocess.run(
        .path(FilePath(Tool.path)),
        arguments: Arguments([
          "load", "--allow-debug", "--limit", "600", "--design", "inout", "--topology", "single",
          "--features", "1", "--rate", "2000", "--duration", "12s", "--out", out,
        ]), input: .none, output: .discarded, error: .string(limit: 1 << 20))
      #expect(await stopper.answer())
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

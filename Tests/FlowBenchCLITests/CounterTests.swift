@testable import FlowRunner

#if Jemalloc && os(Linux)
  import FlowHarness
  import Foundation
  import Testing

  /// The counting library in a process of its own: known answers, to the last unit.
  struct CounterTests {
    static let library = URL(filePath: Tool.path).deletingLastPathComponent()
      .appending(path: "libFlowCount.so").path

    /// What a process with this in its environment says of its counter.
    private func report(
      _ variables: [String: String]
    ) async throws -> CounterReport {
      let request = try JSONEncoder().encode(ProbeTask.Request(isThorough: true))
      let result = try await Tool.run(
        ["child", ProbeTask.name], environment: variables,
        input: String(decoding: request, as: UTF8.self))
      let message = try JSONDecoder().decode(
        ProbeTask.Message.self, from: Data(result.output.utf8))
      guard case .ended(let report) = message else {
        return CounterReport(invalidReason: "no report: \(result.output)")
      }
      return report
    }

    @Test(arguments: 1...3)
    func `every known answer is exact, every time`(time: Int) async throws {
      let report = try await report(["LD_PRELOAD": Self.library])
      #expect(report.invalidReason == nil)
      #expect(report.known.count >= 18)
      for known in report.known { #expect(known.isExact, "\(known)") }
    }

    #if arch(x86_64)
      @Test func `retains are exact, of immortal objects and strings too`() async throws {
        let report = try await report(["LD_PRELOAD": Self.library])
        #expect(report.runtimeInvalidReason == nil)
        let retains = report.known.filter { $0.counter.contains("retains") }
        #expect(retains.count >= 6)
        for known in retains { #expect(known.isExact, "\(known)") }
      }
    #endif

    @Test func `without the library nothing is counted, and the reason is said`() async throws {
      let report = try await report([:])
      #expect(report.invalidReason == "the counting library is not loaded")
      #expect(report.known.isEmpty)
    }
  }
#endif

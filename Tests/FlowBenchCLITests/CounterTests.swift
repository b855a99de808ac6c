@testable import FlowRunner

#if (os(macOS) && !Jemalloc) || (os(Linux) && Jemalloc)
  import FlowFloor
  import FlowHarness
  import FlowTestSupport
  import Foundation
  import Platform
  import Testing

  /// The counting library in a separate process: known counts.
  struct CounterTests {
    static let library = TestImage.products.appending(path: CounterLibrary.fileName).path

    /// Returns the report of a process with these variables.
    private func report(
      _ variables: [String: String]
    ) async throws -> CounterReport {
      let request = try JSONEncoder().encode(ProbeTask.Request(isThorough: true))
      let result = try await Tool.run(
        ["child", ProbeTask.name], environment: variables,
        input: String(decoding: request, as: UTF8.self))
      let message = try JSONDecoder().decode(
        ProbeTask.Message.self, from: Data((result.output.split(separator: "\n").last ?? "").utf8))
      guard case .ended(let report) = message else {
        return CounterReport(invalidReason: "no report: \(result.output)")
      }
      return report
    }

    // A count can be wrong in one process of several.
    @Test(arguments: 1...3) func `every known count is exact`(process: Int) async throws {
      let variable = try #require(PreloadedLibraries.variable)
      let report = try await report([variable: Self.library])
      #expect(report.invalidReason == nil)
      #expect(report.known.count >= 18)
      for known in report.known { #expect(known.isExact, "\(known)") }
      #if arch(x86_64) || os(macOS)
        #expect(report.runtimeInvalidReason == nil)
        #expect(report.known.count { $0.counter.contains("retains") } >= 6)
      #endif
    }

    @Test func `nothing is counted without the library, with the reason`() async throws {
      let report = try await report([:])
      #expect(report.invalidReason == "the counting library is not loaded")
      #expect(report.known.isEmpty)
    }
  }
#endif

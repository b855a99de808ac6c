import FlowTestSupport
import Foundation
import Testing

/// `flowbench export`, through the real executable, on a run that was really made.
struct ExportCommandTests {
  @Test func `a run is exported in every format`() async throws {
    let out = temporaryPath()
    let run = try await Tool.run(
      ["run", "--out", out, "--filter", "^counter/single/.*(flow|floor)$"] + Tool.quick)
    #expect(run.exitCode == 0, "\(run.error)")
    let go = try await Tool.run(["export", out, "--format", "go"])
    #expect(go.exitCode == 0 && go.error.isEmpty, "\(go.error)")
    #expect(go.output.contains("\npkg: flowbench\n"))
    #expect(go.output.contains("/workload=counter/topology=single/"))
    let file = "\(out)/entries.json"
    let action = try await Tool.run(["export", out, "--format", "action-benchmark", "--out", file])
    #expect(action.exitCode == 0 && action.output.isEmpty, "\(action.error)")
    let entries = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    #expect((entries as? [[String: Any]])?.count == 2)

    let samples = "\(out)/samples.csv"
    let before = try String(contentsOfFile: samples, encoding: .utf8)
    let own = try await Tool.run(["export", out, "--format", "go", "--out", samples])
    #expect(own.exitCode == 1 && own.errorLines.count == 1, "\(own)")
    #expect(own.error.hasPrefix("--out: must not be a file of the run"), "\(own.error)")
    #expect(try String(contentsOfFile: samples, encoding: .utf8) == before)
  }
}

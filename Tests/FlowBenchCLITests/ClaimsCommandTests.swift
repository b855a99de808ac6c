import FlowTestSupport
import Foundation
import Testing

/// `flowbench claims`, through its real executable, on runs that it has made.
struct ClaimsCommandTests {
  private static let foreign = TestImage.products.appending(path: "ForeignProgram").path

  /// A run of a few scenarios of the suite.
  private func run(
    _ filter: String, designs: String, program: String = Tool.path
  ) async throws -> String {
    let out = temporaryPath()
    let result = try await Tool.run(
      ["run"] + Tool.quick
        + ["--suite", "claims", "--filter", filter, "--design", designs, "--out", out]
        + ["--format", "json"],
      program: program)
    #expect(result.exitCode == 0, "\(result.error)")
    return out
  }

  @Test func `cards of a run are printed, and written beside it`() async throws {
    let out = try await run("^app/(single|per-feature)/(1|10)/", designs: "floor,inout,flow")
    #expect(FileManager.default.fileExists(atPath: "\(out)/claims.json"))
    let text = try await Tool.run(["claims", "--run", out])
    #expect(text.exitCode == 0, "\(text.error)")
    #expect(text.output.contains("1. One store for a large app"))
    #expect(text.output.contains("\n7. Every change passes through one place"))
    #expect(
      text.errorLines == [
        "not measured: claims 3, 4, 5, 6, 7; 'flowbench run --suite claims' measures them"
      ])
    #expect(try await Tool.run(["claims", "--run", out, "--strict"]).exitCode == 3)
    let one = try await Tool.run(["claims", "--run", out, "--claim", "2", "--format", "markdown"])
    #expect(one.exitCode == 0 && one.output.hasPrefix("### 2. Reducers compose"))
    let json = try await Tool.run(["claims", "--run", out, "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["cards"] as? [Any])?.count == 7)
  }

  @Test func `a store of another package is verified in the same way`() async throws {
    let out = try await run(
      "^echo/single/1/uniform/[^/]+$", designs: "floor,mine", program: Self.foreign)
    let text = try await Tool.run(
      ["claims", "--run", out, "--design", "mine", "--claim", "4"], program: Self.foreign)
    #expect(text.exitCode == 0, "\(text.error)")
    #expect(text.output.contains("4. Effects as values keep reducers pure."))
    #expect(text.output.contains("mine: an action with an effect, compared with a plain loop"))
    #expect(text.output.contains("ForeignProgram claims --run DIR --claim 4 --design mine"))
  }
}

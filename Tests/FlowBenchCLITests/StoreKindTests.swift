import FlowTestSupport
import Foundation
import Testing

@testable import FlowResults

/// Stores of every kind (`Tests/ForeignProgram/Kinds`), each by an adapter of at most 35 lines,
/// through the real executable.
struct StoreKindTests {
  private static let program = TestImage.products.appending(path: "ForeignProgram").path
  static let kinds = [
    "throwing", "callback", "coalescing", "own-effects", "main-actor",
  ]
  private static let all = kinds.joined(separator: ",")

  private static func call(
    _ arguments: [String], registration: String = "alone"
  ) async throws -> Tool.Result {
    try await Tool.run(
      arguments, program: program, environment: ["FOREIGN_REGISTRATION": registration])
  }

  @Test(arguments: ["Throwing", "Callback", "Coalescing", "OwnEffects", "MainActor"])
  func `an adapter has at most 35 lines, and its store knows nothing of FlowBench`(
    kind: String
  ) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ForeignProgram/Kinds")
    func lines(of name: String) throws -> [String] {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
    let adapter = try lines(of: "\(kind)Adapter.swift").filter { !$0.hasPrefix("import ") }
    #expect((10...35).contains(adapter.count), "\(adapter.count) lines")
    #expect(adapter.contains { $0.hasPrefix("struct \(kind)Design: StoreDesign") })
    let store = try lines(of: "\(kind)Store.swift")
    #expect(store.contains { $0.contains(" class \(kind)Store<") })
    #expect(!store.contains { $0.contains("FlowBench") || $0.contains("Feature") })
  }

  @Test(arguments: kinds) func `verify finds no error`(kind: String) async throws {
    try await Self.expectNoError(
      of: kind, in: ["--workload", "counter,search", "--topology", "single,per-feature"])
  }

  static func expectNoError(of kind: String, in scenarios: [String] = []) async throws {
    let result = try await call(["verify", "--design", kind, "--seeds", "1"] + scenarios)
    #expect(result.exitCode == 0, "\(result.output)\(result.error)")
    let last = result.output.split(separator: "\n").last
    #expect(last?.hasPrefix("every tested property holds") == true, "\(result.output)")
  }

  @Test func `every kind is measured with and without effects, in one store and in several`()
    async throws
  {
    let out = temporaryPath()
    let result = try await Self.call(
      [
        "run", "--out", out, "--design", "floor,\(Self.all)", "--workload",
        "counter,shop,app,tally", "--topology", "single,per-feature", "--features", "2",
        "--views", "none", "--middlewares", "0", "--completion", "immediate", "--affinity", "free",
        "--passes", "timing",
      ] + Tool.quick)
    #expect(result.exitCode == 0, "\(result.error)")
    let path = "\(out)/samples.csv"
    let valid = try Rows.last("valid", of: path, by: "scenario")
    #expect(Set(valid.values) == ["true"])
    let digests = try Rows.last("digest", of: path, by: "scenario")
    for workload in ["counter", "shop", "app", "tally"] {
      for topology in ["single", "per-feature"] {
        let prefix = "\(workload)/\(topology)/2/uniform/"
        for kind in Self.kinds {
          #expect(valid["\(prefix)\(kind)@free"] == "true", "\(prefix)\(kind)")
          #expect(
            digests["\(prefix)\(kind)@free"] == digests["\(prefix)floor@free"],
            "\(prefix)\(kind)")
        }
      }
    }
  }

  @Test func `effects that suspend are awaited by the store that can`() async throws {
    let out = temporaryPath()
    let result = try await Self.call(
      [
        "run", "--out", out, "--design", Self.all, "--workload", "echo", "--topology", "single",
        "--features", "1", "--views", "none", "--middlewares", "0", "--completion", "suspending",
        "--affinity", "free", "--passes", "timing",
      ] + Tool.quick)
    #expect(result.exitCode == 0, "\(result.error)")
    let valid = try Rows.last("valid", of: "\(out)/samples.csv", by: "design")
    #expect(valid == ["own-effects": "true"])
  }

  @Test func `every kind keeps up with a rate`() async throws {
    let out = temporaryPath()
    let result = try await Self.call([
      "load", "--allow-debug", "--workload", "counter", "--topology", "single", "--features", "1",
      "--rate", "200", "--duration", "300ms", "--design", Self.all, "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let valid = try Rows.last("valid", of: "\(out)/loads.csv", by: "design")
    #expect(valid == Dictionary(uniqueKeysWithValues: Self.kinds.map { ($0, "true") }))
    #expect(Set(try Rows.last("digest", of: "\(out)/loads.csv", by: "design").values).count == 1)
  }

  @Test func `several workers send to every kind`() async throws {
    let out = temporaryPath()
    let result = try await Self.call([
      "contend", "--allow-debug", "--workers", "2", "--topology", "single", "--features", "1",
      "--duration", "10ms", "--design", Self.all, "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let valid = try Rows.last("valid", of: "\(out)/contention.csv", by: "design")
    #expect(valid == Dictionary(uniqueKeysWithValues: Self.kinds.map { ($0, "true") }))
  }

  @Test func `an error of a store invalidates its row, with the reason`() async throws {
    let out = temporaryPath()
    let result = try await Self.call(
      [
        "run", "--out", out, "--design", "throwing", "--workload", "refused", "--topology",
        "single", "--features", "1", "--passes", "timing",
      ] + Tool.quick, registration: "refused")
    #expect(result.exitCode == 4)
    let reasons = try Rows.last("invalid_reason", of: "\(out)/samples.csv", by: "design")
    let reason = try #require(reasons["throwing"])
    #expect(reason.hasPrefix("crashed: "), "\(reason)")
    #expect(reason.contains("'throwing' refused an action: InvalidAction"), "\(reason)")
  }
}

/// Verifies stores of every kind in all scenarios, which `make test` has no time for.
struct StoreKindLongTests {
  @Test(arguments: StoreKindTests.kinds)
  func `verify finds no error in any workload and topology`(kind: String) async throws {
    try await StoreKindTests.expectNoError(of: kind)
  }
}

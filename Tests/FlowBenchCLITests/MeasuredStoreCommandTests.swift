import FlowTestSupport
import Foundation
import Testing

/// Measured stores (`Tests/ForeignProgram/MeasuredCarts.swift`) through the real executable.
struct MeasuredStoreCommandTests {
  private static func call(
    _ arguments: [String], registration: String = "measured"
  ) async throws -> Tool.Result {
    try await Tool.run(
      arguments, program: TestImage.products.appending(path: "ForeignProgram").path,
      environment: ["FOREIGN_REGISTRATION": registration])
  }

  private static func run(
    _ workloads: String, _ arguments: String..., registration: String = "measured"
  ) async throws -> (result: Tool.Result, path: String) {
    let out = temporaryPath()
    let result = try await call(
      ["run", "--out", out, "--workload", workloads] + Tool.quick + arguments,
      registration: registration)
    return (result, "\(out)/samples.csv")
  }

  @Test func `the list has the actions of a workload and the type of a store`() async throws {
    let list = try await Self.call(["list"]).output
    #expect(list.contains("add(1), sort, add(-1), in turn; one store"), "\(list)")
    #expect(list.contains("cart-store         measured store: CartStore"), "\(list)")
  }

  @Test
  func `two stores of one workload are measured with rows, and their rows say what is checked`()
    async throws
  {
    let (result, path) = try await Self.run(
      "cart", "--features", "1,50", "--design", "old,cart-store", "--passes", "timing", "--pace",
      "1000hz")
    #expect(result.exitCode == 0, "\(result.output)\(result.error)")
    let valid = try Rows.last("valid", of: path, by: "scenario")
    #expect(
      valid
        == Dictionary(
          uniqueKeysWithValues: ["1", "50"].flatMap { rows in
            ["old", "cart-store"].map { ("cart/single/\(rows)/uniform/\($0)", "true") }
          }))
    let warnings = try Rows.last("warning", of: path, by: "design")
    #expect(warnings["old"]?.contains("verify: unchecked: its states are those of another") == true)
    #expect(
      warnings["cart-store"]?.contains("verify: unchecked: its states are those of 'old'") == true)
    // Its hash differs between processes.
    #expect(Set(try Rows.last("digest", of: path, by: "design").values) == [""])
  }

  @Test func `a store that differs from the first, throws or changes nothing has no valid row`()
    async throws
  {
    let (result, path) = try await Self.run(
      "cart,idle,failing", "--features", "1", "--passes", "timing", "--design",
      "losing,failing")
    #expect(result.exitCode == 4)
    let reasons = try Rows.last("invalid_reason", of: path, by: "scenario")
    #expect(
      reasons["cart/single/1/uniform/losing"]
        == "other work than expected: action-lost at action 100: expected add(1) as by 'old' to be "
        + "reduced, found it was not")
    #expect(
      reasons["idle/single/1/uniform/losing"]?.hasPrefix("no action changes the state") == true)
    #expect(
      reasons["failing/single/1/uniform/failing"]?.contains(
        "'failing' threw an error when it was sent sort: CartError()") == true, "\(reasons)")
    #expect(Set(try Rows.last("valid", of: path, by: "scenario").values) == ["false"])
  }

  @Test func `stores of a reducer are measured beside published designs and checked by it`()
    async throws
  {
    let designs = ["floor", "inout", "actor", "flow", "mine", "bare"]
    let (result, path) = try await Self.run(
      "cart", "--features", "5", "--design", (designs + ["losing"]).joined(separator: ","),
      "--passes", "timing", registration: "reduced")
    #expect(result.exitCode == 4, "\(result.output)\(result.error)")
    var reasons = try Rows.last("invalid_reason", of: path, by: "design")
    let lost = "expected add(1) as by the reducer to be reduced, found it was not"
    #expect(reasons.removeValue(forKey: "losing")?.contains(lost) == true, "\(reasons)")
    #expect(reasons == Dictionary(uniqueKeysWithValues: designs.map { ($0, "") }))
    let warnings = try Rows.last("warning", of: path, by: "design")
      .mapValues { $0.contains("verify: unchecked: without its state") }
    #expect(
      warnings
        == Dictionary(uniqueKeysWithValues: (designs + ["losing"]).map { ($0, $0 == "bare") }))
    #expect(Set(try Rows.last("digest", of: path, by: "design").values) == [""])
  }

  @Test func `a reducer has all published designs`() async throws {
    let plan = try await Self.call(
      ["run", "--workload", "cart", "--features", "7", "--dry-run"], registration: "reduced"
    ).output
    for design in [
      "floor", "returning", "observable", "middleware", "inout", "effect", "command", "publisher",
      "task", "protocol", "actor", "mutex", "flow", "flow-tracked", "mine",
    ] {
      #expect(plan.contains("  cart/single/7/uniform/\(design)\n"), "\(design): \(plan)")
    }
  }

  @Test func `verify claims the states of stores of a reducer`() async throws {
    func verify(_ design: String) async throws -> Tool.Result {
      try await Self.call(
        ["verify", "--design", design, "--seeds", "1"], registration: "reduced")
    }
    let right = try await verify("mine,inout,bare")
    #expect(right.exitCode == 0, "\(right.output)")
    for line in [/mine +state +held/, /inout +state +held/, /bare +state +not claimed/] {
      #expect(right.output.contains(line), "\(right.output)")
    }
    let wrong = try await verify("losing")
    #expect(wrong.exitCode == 4 && wrong.output.contains(/losing +state +ERROR/), "\(wrong.output)")
  }

  @Test func `a load and verify have them, without claims about their states`() async throws {
    let out = temporaryPath()
    let load = try await Self.call([
      "load", "--allow-debug", "--workload", "cart", "--design", "old", "--rate", "200",
      "--duration", "300ms", "--out", out,
    ])
    #expect(load.exitCode == 0, "\(load.error)")
    #expect(try Rows.last("valid", of: "\(out)/loads.csv", by: "design") == ["old": "true"])
    #expect(try Rows.last("digest", of: "\(out)/loads.csv", by: "design") == ["old": ""])
    #expect(
      try Rows.last("warning", of: "\(out)/loads.csv", by: "design")["old"]?
        .contains("verify: unchecked") == true)
    let verify = try await Self.call(["verify", "--design", "old", "--seeds", "1"])
    #expect(verify.exitCode == 0, "\(verify.output)")
    #expect(verify.output.contains(/old +state +not claimed/), "\(verify.output)")
    #expect(verify.output.contains(/old +process +held/), "\(verify.output)")
  }

  @Test func `the gate has them with one row and with a hundred`() async throws {
    let plan = try await Self.call(["run", "--suite", "gate", "--dry-run"]).output
    for scenario in ["cart/single/100/uniform/old", "bare/single/1/uniform/losing-cart-store"] {
      #expect(plan.contains("  \(scenario)\n"), "\(plan)")
    }
    #expect(!plan.contains("bare/single/100"))
  }

  @Test(arguments: [
    (["run", "--workload", "bare", "--features", "9"], "bare is measured in one store only"),
    (
      ["run", "--workload", "cart", "--topology", "per-feature"],
      "cart is measured in one store only"
    ),
    (["run", "--workload", "cart", "--design", "floor"], "floor cannot run cart"),
  ]) func `a scenario that they do not support is refused`(
    arguments: [String], reason: String
  ) async throws {
    let result = try await Self.call(arguments + ["--allow-debug"])
    #expect(result.exitCode == 1 && result.error.contains(reason), "\(result.error)")
  }

  @Test(arguments: [
    (
      "measuredTwice",
      "each store of the workload 'cart' must have an id of its own, got 'old' twice"
    ),
    (
      "measuredWithOtherActions",
      "all stores of the workload 'cart' must have the same actions, got others for 'cart-store'"
    ),
    (
      "reducedLate", "the reducer of the workload 'cart' must be added before its stores"
    ),
    ("measuredWithoutActions", "the workload 'cart' must have at least one action, got none"),
  ]) func `a registration without sense is refused`(
    registration: String, reason: String
  ) async throws {
    let result = try await Self.call(["list"], registration: registration)
    #expect(result.exitCode == 1 && result.error.hasPrefix("register(in:): \(reason)"), "\(result)")
  }
}

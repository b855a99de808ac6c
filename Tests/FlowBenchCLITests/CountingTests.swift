#if Jemalloc
  import FlowTestSupport
  import Foundation
  import Testing

  /// The counting pass of the real executable: known counts.
  struct CountingTests {
    private func counts(
      _ filter: String, _ options: [String]
    ) async throws -> (allocations: [String: String], bytes: [String: String]) {
      let out = temporaryPath()
      let result = try await Tool.run(
        ["run", "--out", out, "--filter", filter, "--passes", "counting"] + options
          + ["--allow-debug", "--limit", "600"])
      #expect(result.exitCode == 0, "\(result.error)")
      let file = "\(out)/samples.csv"
      return (
        try Rows.last("allocations_per_action", of: file, by: "scenario"),
        try Rows.last("bytes_per_action", of: file, by: "scenario")
      )
    }

    @Test func `a returning reducer copies an array of two: one block of 48 bytes`() async throws {
      let (allocations, bytes) = try await counts(
        "counter/single/2/.*/(floor|returning|flow)$",
        ["--workload", "counter", "--features", "2", "--views", "none"])
      // 32 bytes before an array's elements, and two of 8.
      #expect(allocations["counter/single/2/uniform/returning"] == "1.0")
      #expect(bytes["counter/single/2/uniform/returning"] == "48.0")
      for design in ["floor", "flow"] {
        #expect(allocations["counter/single/2/uniform/\(design)"] == "0.0")
        #expect(bytes["counter/single/2/uniform/\(design)"] == "0.0")
      }
    }

    @Test func `comparisons of rows are counted, and those of other values are not known`()
      async throws
    {
      let out = temporaryPath()
      let result = try await Tool.run(
        [
          "run", "--out", out, "--passes", "counting", "--design",
          "floor,returning,observable,middleware,inout,effect,command,publisher,task,protocol,actor,mutex,"
            + "flow,comparing",
          "--workload", "counter,rows-refresh-100", "--topology", "single,scoped", "--features",
          "1", "--views", "none,own-slice",
        ] + Tool.patient,
        program: TestImage.products.appending(path: "ForeignProgram").path)
      #expect(result.exitCode == 0, "\(result.error)")
      let found = try Rows.last("comparisons_per_action", of: "\(out)/samples.csv", by: "scenario")
      let others = found.filter { $0.key.hasPrefix("counter/") }
      #expect(Set(others.values) == [""], "\(others)")
      // All rows are replaced by equal ones, and a screen has 20 of them.
      let comparing = found.filter { !["", "0.0"].contains($0.value) }
      let rows = "rows-refresh-100"
      #expect(
        comparing == [
          "\(rows)/single/1/uniform/comparing": "200.0",
          "\(rows)/scoped/1/uniform/protocol": "100.0",
          "\(rows)/scoped/1/uniform/own-slice:1/protocol": "100.0",
          "\(rows)/single/1/uniform/own-slice:1/flow": "20.0",
          "\(rows)/scoped/1/uniform/own-slice:1/flow": "20.0",
        ], "\(found)")
    }

    @Test func `memory that each action or life of a store leaves is found exactly`() async throws {
      let out = temporaryPath()
      let result = try await Tool.run(
        [
          "run", "--out", out, "--passes", "counting", "--design", "floor,leak", "--workload",
          "counter,lifecycle", "--topology", "single", "--features", "1", "--views", "none",
          "--affinity", "pinned",
        ] + Tool.patient,
        program: TestImage.products.appending(path: "ForeignProgram").path,
        environment: ["FOREIGN_REGISTRATION": "broken"])
      #expect(result.exitCode == 0, "\(result.error)")
      // A block of 8,192 bytes for each action, of which a life has four.
      #expect(
        try Rows.last("left_bytes_per_action", of: "\(out)/samples.csv", by: "scenario") == [
          "counter/single/1/uniform/floor": "0.0", "counter/single/1/uniform/leak": "8192.0",
          "lifecycle/single/1/uniform/floor": "0.0", "lifecycle/single/1/uniform/leak": "32768.0",
        ])
      #expect(result.output.contains("left: what each action adds to it"), "\(result.output)")
    }

    @Test func `a store that suspends has the same counts with fewer counted actions`() async throws
    {
      let out = temporaryPath()
      let result = try await Tool.run(
        [
          "run", "--out", out, "--passes", "counting", "--design", "floor,middleware", "--workload",
          "rows-refresh-100,rows-refresh-10000", "--topology", "single", "--features", "1",
          "--affinity", "pinned",
        ] + Tool.patient)
      #expect(result.exitCode == 0, "\(result.error)")
      func column(_ name: String, _ rows: Int, _ design: String) throws -> String? {
        try Rows.last(name, of: "\(out)/samples.csv", by: "scenario")[
          "rows-refresh-\(rows)/single/1/uniform/\(design)"]
      }
      func more(_ rows: Int) throws -> Double? {
        let counts = try ["floor", "middleware"].compactMap {
          try column("allocations_per_action", rows, $0).flatMap(Double.init)
        }
        return counts.count == 2 ? counts[1] - counts[0] : nil
      }
      #expect(try column("actions", 100, "middleware") == "1000")
      #expect(try column("actions", 10_000, "middleware") == "100")
      // The system allocates now and then, and more often if the machine is busy.
      let (few, many) = (try #require(try more(100)), try #require(try more(10_000)))
      #expect(abs(few - many) <= 0.05, "\(few) and \(many)")
      // With 100 actions, caches of the system grow.
      #expect(try column("left_bytes_per_action", 10_000, "middleware") == "")
    }

    @Test func `the number of counted actions depends on the plan, not on the time that they take`()
      async throws
    {
      let out = temporaryPath()
      let result = try await Tool.run(
        [
          "run", "--out", out, "--passes", "counting", "--design", "task,floor", "--workload",
          "echo", "--topology", "single", "--features", "1", "--views", "none", "--completion",
          "immediate,suspending", "--affinity", "pinned",
        ] + Tool.patient)
      #expect(result.exitCode == 0, "\(result.error)")
      let actions = try Rows.last("actions", of: "\(out)/samples.csv", by: "scenario")
      #expect(actions.count == 3 && Set(actions.values) == ["1000"], "\(actions)")
    }

    @Test func `the cost of a notified view does not depend on other views`()
      async throws
    {
      // One view is notified of each action, of 20 and of 200: a list copied whole would show.
      let (allocations, bytes) = try await counts(
        "counter/per-feature/.*/inout$",
        [
          "--workload", "counter", "--topology", "per-feature", "--features", "20,200",
          "--views", "own-slice",
        ])
      let few = "counter/per-feature/20/uniform/own-slice:20/inout"
      let many = "counter/per-feature/200/uniform/own-slice:200/inout"
      #expect(allocations[few] == allocations[many])
      #expect(bytes[few] != nil && bytes[few] == bytes[many])
    }

    @Test func `three windows over the same actions have equal counts`()
      async throws
    {
      let out = temporaryPath()
      let result = try await Tool.run(
        [
          "run", "--out", out, "--passes", "counting", "--design", "returning,inout,effect,flow",
          "--filter", "(app/single/2|shop).*",
        ] + Tool.patient)
      #expect(result.exitCode == 0, "\(result.error)")
      for column in [
        "allocations_per_action", "frees_per_action", "bytes_per_action", "objects_per_action",
        "retains_per_action", "releases_per_action", "kept_bytes",
      ] {
        let counts = try Rows.all(column, of: "\(out)/samples.csv", by: "scenario")
        #expect(!counts.isEmpty)
        for (scenario, windows) in counts {
          #expect(windows.count == 3 && Set(windows).count == 1, "\(scenario) \(column) \(windows)")
        }
      }
      let warnings = try Rows.all("warning", of: "\(out)/summary.csv", by: "metric")
      #expect(warnings["allocations_per_action"]?.allSatisfy(\.isEmpty) == true, "\(warnings)")
    }

    @Test func `memory of effects in flight is kept and released within the window`()
      async throws
    {
      let out = temporaryPath()
      let result = try await Tool.run(
        ["run", "--out", out, "--passes", "counting", "--filter", "^linger"] + Tool.patient)
      #expect(result.exitCode == 0, "\(result.error)")
      let file = "\(out)/samples.csv"
      let actions = try Rows.last("actions", of: file, by: "design")
      let kept = try Rows.last("kept_bytes", of: file, by: "design").mapValues { Int($0) ?? 0 }
      let allocated = try Rows.last("allocations_per_action", of: file, by: "design")
      let freed = try Rows.last("frees_per_action", of: file, by: "design")
      #expect(Set(actions.keys) == ["floor", "bare-task", "flow"])
      for (design, count) in actions {
        #expect((Int(count) ?? 1) % 10_001 == 0, "\(design): \(count)")
        let (all, given) = (Double(allocated[design] ?? ""), Double(freed[design] ?? ""))
        // Up to 1,024 of its blocks the dispatch library keeps for the next ones, in whichever
        // window it first needs them.
        #expect(abs((all ?? 1) - (given ?? 0)) < 1030.0 / 10_001, "\(design)")
      }
      // 10,000 tasks, of some hundred bytes each; a loop has none.
      let (bare, flow) = (kept["bare-task"] ?? 0, kept["flow"] ?? 0)
      #expect((kept["floor"] ?? .max) < 10_000)
      #expect(bare > 2_000_000 && flow > bare && flow < 100_000_000, "\(kept)")
    }

    @Test func `missing counts are empty, not zero`() async throws {
      let out = temporaryPath()
      let result = try await Tool.run(
        ["run", "--out", out, "--filter", "counter", "--passes", "timing"] + Tool.quick)
      #expect(result.exitCode == 0)
      let file = "\(out)/samples.csv"
      let cells = try Rows.last("allocations_per_action", of: file, by: "scenario")
      #expect(!cells.isEmpty && cells.values.allSatisfy(\.isEmpty))
    }
  }
#endif

import FlowResults

/// A fact about a run, with its name in messages.
struct RunFact {
  let name: String
  let text: (RunRow) -> String
}

extension RunRow {
  /// The facts about the build: equal in a run and in the shards that are merged.
  static var buildFacts: [RunFact] {
    [
      RunFact(name: "commit", text: \.commit),
      RunFact(name: "state of the checkout") { $0.isDirty.map { $0 ? "dirty" : "clean" } ?? "" },
      RunFact(name: "version of \(Executable.name)", text: \.toolVersion),
      RunFact(name: "compiler", text: \.swiftVersion),
      RunFact(name: "build mode", text: \.buildMode),
    ]
  }

  /// The facts about the machine: equal in a run; merged shards may be of several machines.
  private static var machineFacts: [RunFact] {
    [
      RunFact(name: "system", text: \.system), RunFact(name: "processor", text: \.cpuModel),
      RunFact(name: "number of cores") { $0.cpuCount.map(String.init) ?? "" },
      RunFact(name: "allocator", text: \.allocator),
    ]
  }

  /// Returns the first fact in which two runs differ, with both values; `nil` if there is none.
  func difference(
    from other: RunRow, in facts: [RunFact]
  ) -> (name: String, own: String, other: String)? {
    facts.lazy.map { (name: $0.name, own: $0.text(self), other: $0.text(other)) }
      .first { $0.own != $0.other }
  }

  /// Returns the reason why a program must not add jobs to this run; `nil` if it may.
  ///
  /// - Parameters:
  ///   - now: The facts about the program and its machine.
  ///   - isSameProgram: A Boolean value that indicates whether its file has the same contents.
  ///   - path: The folder of the run.
  func refusal(of now: RunRow, isSameProgram: Bool, path: String) -> PlanError? {
    let reason: String
    if let fact = difference(from: now, in: Self.buildFacts + Self.machineFacts) {
      reason = "the same \(fact.name), '\(fact.own)', and this is '\(fact.other)'"
    } else if !isSameProgram {
      reason = "the program that began it, and this is another build"
    } else {
      return nil
    }
    return .unusable(
      option: "--resume", path: path,
      reason: "must be continued with \(reason): continue it with that, or measure it again")
  }
}

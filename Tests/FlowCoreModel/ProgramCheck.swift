/// A program with which a store and the model differ.
package struct ProgramFailure: Error, CustomStringConvertible {
  /// As small as it could be made.
  package let program: Program
  /// What differs first.
  package let difference: String

  /// The difference, and a program that can be pasted into a test.
  package var description: String {
    """
    \(difference)
    The program, to be pasted into a test:
    try ProgramCheck.check(
      \(program.source))
    """
  }
}

/// Holds stores against the model.
package enum ProgramCheck {
  /// Carries out a program on a store and on the model.
  ///
  /// - Throws: `ProgramFailure`, for the smallest program found that fails.
  package static func check(_ program: Program) throws {
    guard difference(program) != nil else { return }
    let smallest = ProgramShrinker.shrink(program) { difference($0) != nil }
    throw ProgramFailure(
      program: smallest, difference: difference(smallest) ?? "the program fails only sometimes")
  }

  /// Checks the programs of some seeds.
  package static func check(seeds: Range<UInt64>) throws {
    for seed in seeds { try check(ProgramGenerator.program(seed: seed)) }
  }

  /// What differs first; `nil` if nothing does.
  static func difference(_ program: Program) -> String? {
    let outcome: ProgramOutcome
    do {
      outcome = try ProgramRun.trace(program)
    } catch {
      return "the program does not end: \(error)"
    }
    if outcome.isStoreAlive { return "the store is alive after everything has ended" }
    let expected = Model.trace(program)
    if let text = difference(outcome.trace, expected.trace, program) {
      return expected.isAmbiguous ? nil : text
    }
    return expected.isAmbiguous ? nil : sendAndRun(program)
  }

  /// `run` reduces in the order of `send`.
  private static func sendAndRun(_ program: Program) -> String? {
    var (sent, run) = (program, program)
    sent.steps = program.steps.map { if case .run(let action) = $0 { .send(action) } else { $0 } }
    run.steps = program.steps.map { if case .send(let action) = $0 { .run(action) } else { $0 } }
    for step in program.steps { if case .cancelRun = step { return nil } }
    guard let left = try? ProgramRun.trace(sent), let right = try? ProgramRun.trace(run) else {
      return "the program does not end when all is sent, or run"
    }
    let (sends, runs) = (left.trace.reductions, right.trace.reductions)
    return sends == runs ? nil : "send reduces \(sends), run \(runs)"
  }

  private static func difference(
    _ store: ProgramTrace, _ model: ProgramTrace, _ program: Program
  ) -> String? {
    for (index, step) in program.steps.enumerated() {
      let (found, expected) = (store.steps[index], model.steps[index])
      guard found != expected else { continue }
      var text = "step \(index), \(step):"
      func compare<Value: Equatable>(_ name: String, _ path: KeyPath<StepTrace, Value>) {
        guard found[keyPath: path] != expected[keyPath: path] else { return }
        text += "\n\(name): the model \(expected[keyPath: path]), the store \(found[keyPath: path])"
      }
      let same = zip(found.events, expected.events).prefix { $0 == $1 }.count
      if found.events != expected.events {
        let (store, model) = (found.events.dropFirst(same), expected.events.dropFirst(same))
        text +=
          "\nafter \(same) equal events: the model \(Array(model.prefix(3))), "
          + "the store \(Array(store.prefix(3)))"
      }
      compare("outdated readings", \.outdated)
      compare("state", \.state)
      compare("works", \.works)
      compare("observers", \.observers)
      compare("ended runs", \.ended)
      return text.replacingOccurrences("FlowCoreModel.", with: "")
    }
    return nil
  }
}

extension Program {
  /// The program as Swift.
  package var source: String {
    String(reflecting: self).replacingOccurrences("FlowCoreModel.", with: "")
  }
}

extension String {
  /// The string with every occurrence of a text replaced.
  fileprivate func replacingOccurrences(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}

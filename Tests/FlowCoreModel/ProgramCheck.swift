/// A program for which a store and the model differ.
package struct ProgramFailure: Error, CustomStringConvertible {
  /// The program after shrinking.
  package let program: Program
  /// The first difference.
  package let difference: String

  /// The difference, and the program as source code for a test.
  package var description: String {
    """
    \(difference)
    The program, to be pasted into a test:
    try ProgramCheck.check(
      \(program.source))
    """
  }
}

/// Compares stores with the model.
package enum ProgramCheck {
  /// Runs a program on a store and on the model.
  ///
  /// - Throws: `ProgramFailure` with the smallest failing program found.
  /// - Returns: `false` if the end of the program is not deterministic and was not compared.
  @discardableResult
  package static func check(_ program: Program) throws -> Bool {
    let expected = Model.trace(program)
    guard difference(program, from: expected) != nil else {
      return expected.steps.count == program.steps.count
    }
    let smallest = ProgramShrinker.shrink(program) { difference($0) != nil }
    throw ProgramFailure(
      program: smallest, difference: difference(smallest) ?? "the program fails only sometimes")
  }

  /// Checks the programs of a range of seeds.
  ///
  /// - Returns: The number of programs that were not compared to their ends.
  @discardableResult
  package static func check(seeds: Range<UInt64>) throws -> Int {
    try seeds.count { try !check(ProgramGenerator.program(seed: $0)) }
  }

  private static func difference(_ program: Program) -> String? {
    difference(program, from: Model.trace(program))
  }

  /// Returns the first difference; `nil` if there is none.
  private static func difference(_ program: Program, from expected: ProgramTrace) -> String? {
    let outcome: ProgramOutcome
    do {
      outcome = try ProgramRun.trace(program)
    } catch {
      return "the program fails: \(error)"
    }
    if let fault = outcome.remains { return fault }
    if let text = difference(outcome.trace, expected, program) { return text }
    return expected.steps.count < program.steps.count ? nil : sendAndRun(program, outcome.trace)
  }

  /// Checks that `sendAndWait` and `send` reduce in the same order.
  private static func sendAndRun(_ program: Program, _ found: ProgramTrace) -> String? {
    for step in program.steps { if case .cancelRun = step { return nil } }
    var run = program
    run.steps = program.steps.map { if case .send(let action) = $0 { .run(action) } else { $0 } }
    guard let outcome = try? ProgramRun.trace(run) else {
      return "the program fails when all that it sends is run"
    }
    let (here, there) = (found.reductions, outcome.trace.reductions)
    return here == there
      ? nil : "it reduces \(here), and when all that it sends is run, \(there)"
  }

  private static func difference(
    _ store: ProgramTrace, _ model: ProgramTrace, _ program: Program
  ) -> String? {
    for (index, step) in program.steps.enumerated().prefix(model.steps.count) {
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
      compare("iterations", \.iterated)
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
  /// The program as source code.
  package var source: String {
    String(reflecting: self).replacingOccurrences("FlowCoreModel.", with: "")
  }
}

extension String {
  fileprivate func replacingOccurrences(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}

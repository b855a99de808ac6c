/// Something that a store did, in order.
package enum ProgramEvent: Hashable, Sendable {
  case reduced(ProgramAction, isAnswer: Bool)
  /// A subscription was notified, counted from the first.
  case notified(Int, Int)
  /// A level's reducer was logged: the action, and the state after it.
  case logged(ProgramAction, Int)
  case fault(String)
}

/// What came of one step of a program.
package struct StepTrace: Equatable, Sendable {
  var events: [ProgramEvent] = []
  /// Readings of which Observation notified that they are out of date, counted from the first.
  var outdated: [Int] = []
  /// What each iteration was given.
  var iterated: [Int: [Int]] = [:]
  var state: Root = Root(id: 0)
  var works = 0
  var observers = 0
  /// Which of the runs have ended.
  var ended: [Int] = []
}

/// What came of a program, step by step.
package struct ProgramTrace: Equatable, Sendable {
  var steps: [StepTrace] = []

  /// All actions that were reduced, in order.
  var reductions: [ProgramAction] {
    steps.flatMap(\.events).compactMap {
      if case .reduced(let action, _) = $0 { action } else { nil }
    }
  }
}

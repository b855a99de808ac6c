/// An event of a store.
package enum ProgramEvent: Hashable, Sendable {
  case reduced(ProgramAction, isAnswer: Bool)
  /// The subscription with a number was notified.
  case notified(Int, Int)
  /// A level's reducer was logged, with the state after the action.
  case logged(ProgramAction, Int)
  case fault(String)
}

/// The result of a step.
package struct StepTrace: Equatable, Sendable {
  var events: [ProgramEvent] = []
  /// The numbers of the tracked reads that were notified.
  var outdated: [Int] = []
  /// The values of each iteration.
  var iterated: [Int: [Int]] = [:]
  var state: Root = Root(id: 0)
  var works = 0
  var observers = 0
  /// The runs that have ended.
  var ended: [Int] = []
}

/// The results of all steps of a program.
package struct ProgramTrace: Equatable, Sendable {
  var steps: [StepTrace] = []

  /// The reduced actions in order.
  var reductions: [ProgramAction] {
    steps.flatMap(\.events).compactMap {
      if case .reduced(let action, _) = $0 { action } else { nil }
    }
  }
}

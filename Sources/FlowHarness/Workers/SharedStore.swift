public import Workloads

/// A store that several workers send to at once, and whose reducer proves what has come.
@usableFromInline
protocol SharedStore: Sendable {
  /// What its reducer has seen so far.
  @concurrent func state() async -> SequenceState
}

/// A store whose `send` returns, on its caller's thread, when the action is reduced: its workers
/// are threads.
@usableFromInline
protocol BlockingSharedStore: SharedStore {
  /// Hands over one action.
  func send(_ action: NumberedAction)
}

/// A store whose `send` suspends until the action is reduced: its workers are tasks on the global
/// executor, which has as many threads as there are cores.
@usableFromInline
protocol SuspendingSharedStore: SharedStore {
  /// Hands over one action and waits for it.
  @concurrent func send(_ action: NumberedAction) async
}

/// What keeps two reductions of one store apart.
public enum StoreIsolation: String, Codable, Sendable {
  /// A lock; whoever sends reduces.
  case lock
  /// An actor that each store has for itself.
  case ownActor = "own-actor"
  /// The main actor, which all stores share.
  case mainActor = "main-actor"

  /// A few words for tables.
  package var summary: String {
    switch self {
    case .lock: "each store behind a lock"
    case .ownActor: "each store on an actor of its own"
    case .mainActor: "all stores on the main actor"
    }
  }
}

/// What a worker is.
public enum WorkerKind: String, Codable, Sendable {
  /// A thread of its own.
  case thread
  /// A task on the global executor.
  case task
}

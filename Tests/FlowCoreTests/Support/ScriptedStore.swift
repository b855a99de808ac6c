import FlowCore

/// The effects of a scripted store, by action.
final class Script {
  var effects: [String: () -> Effect<String>] = [:]
}

struct Scripted: Reducer {
  let script: Script

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append(action)
    return script.effects[action]?() ?? .none
  }
}

/// Suspends tasks until it is opened or they are cancelled.
@MainActor
final class Turnstile {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private(set) var arrived = 0

  func pass() async throws {
    arrived += 1
    let number = arrived
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[number] = $0 }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: number)?.resume() }
    }
    try Task.checkCancellation()
  }

  /// Resumes all waiting tasks in order.
  func open() {
    let all = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, continuation) in all { continuation.resume() }
  }
}

/// Runs all jobs that are ready on the main actor.
@MainActor
func quiet() async {
  for _ in 0..<50 { await Task.yield() }
}

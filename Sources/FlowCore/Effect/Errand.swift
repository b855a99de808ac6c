import Synchronization

/// What somebody waits for: the effects that one `run` caused, or one part of a plan.
///
/// Its count and its waiter belong to the store's executor. Cancelling it may come from any thread,
/// at once: the tasks lie behind a lock.
@usableFromInline
final class Errand: @unchecked Sendable {
  private struct Tasks {
    var isCancelled = false
    var running: [Int: Task<Void, Never>] = [:]
  }

  private let tasks = Mutex(Tasks())
  private var pending = 0
  private var waiter: UnsafeContinuation<Void, Never>?

  @usableFromInline init() {}

  /// Whether nothing is waited for.
  @usableFromInline var isDone: Bool { pending == 0 }

  /// Whether it was cancelled.
  @usableFromInline var isCancelled: Bool { tasks.withLock { $0.isCancelled } }

  /// One effect more, or an action that waits in a queue. Balanced by `end`.
  @usableFromInline
  func begin() { pending += 1 }

  /// The task of an effect that did not end at once; a cancelled errand cancels it.
  @usableFromInline
  func add(_ task: Task<Void, Never>, number: Int) {
    let isCancelled = tasks.withLock { tasks in
      tasks.running[number] = task
      return tasks.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// The task has ended.
  func forget(number: Int) { tasks.withLock { _ = $0.running.removeValue(forKey: number) } }

  /// One effect, or action, less; with the last, whoever waits goes on.
  @usableFromInline
  func end() {
    pending -= 1
    guard pending == 0, let waiter else { return }
    self.waiter = nil
    waiter.resume()
  }

  /// Cancels what runs, and whatever is still to be begun.
  @usableFromInline
  func cancel() {
    let running = tasks.withLock { tasks in
      tasks.isCancelled = true
      return Array(tasks.running.values)
    }
    for task in running { task.cancel() }
  }

  /// Returns when everything begun has ended. A cancelled caller cancels the errand, and still
  /// waits for its effects to end.
  @usableFromInline
  nonisolated(nonsending) func wait() async {
    guard pending > 0 else { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter = $0 }
    } onCancel: {
      cancel()
    }
  }
}

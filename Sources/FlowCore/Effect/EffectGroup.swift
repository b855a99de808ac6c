import Synchronization

/// Some effects whose end somebody waits for: a step of a sequence, the work under a timeout, or (as
/// `EffectRun`) all that one `run` caused.
///
/// It belongs to the store's executor. Its end is noticed at once, within the call that brings it.
@usableFromInline
class EffectGroup {
  // Unchecked, here and below: used on the store's executor only, and nobody is called meanwhile.
  @exclusivity(unchecked) private var pending = 0
  fileprivate final var pendingIsLast: Bool { pending == 1 }
  /// Done once, when nothing is under way any more.
  @exclusivity(unchecked) @usableFromInline final var onEnd: (() -> Void)?

  @usableFromInline init() {}

  /// Whether nothing is under way.
  @usableFromInline final var isDone: Bool { pending == 0 }

  /// One effect more, or an action that waits in the queue. Balanced by `end`.
  @usableFromInline
  final func begin() { pending += 1 }

  /// One effect, or action, less.
  @usableFromInline
  final func end() {
    precondition(pending > 0, "what has begun ends once")
    pending -= 1
    guard pending == 0, let onEnd else { return }
    self.onEnd = nil
    onEnd()
  }
}

extension EffectGroup {
  /// Ends what held the group while its parts were started; whether that was all.
  ///
  /// If it was, `onEnd` is not called: the caller goes on by itself.
  func endsNow() -> Bool {
    guard pendingIsLast else {
      end()
      return false
    }
    onEnd = nil
    end()
    return true
  }
}

/// All that one `run` of a store caused.
///
/// Cancelling it may come from any thread, at once: the tasks lie behind a lock.
@usableFromInline
final class EffectRun: EffectGroup, @unchecked Sendable {
  private struct Tasks {
    var isCancelled = false
    /// One of them, by itself: most runs have no other.
    var one: (number: Int, task: Task<Void, Never>)?
    /// The others, by the effects' numbers.
    var others: [Int: Task<Void, Never>] = [:]

    /// In the order of starting.
    var all: [Task<Void, Never>] {
      var all = others.map { ($0.key, $0.value) }
      if let one { all.append(one) }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }

    mutating func add(_ task: Task<Void, Never>, _ number: Int) {
      if one == nil { one = (number, task) } else { others[number] = task }
    }

    mutating func forget(_ number: Int) {
      if one?.number == number { one = nil } else { others[number] = nil }
    }
  }

  private let tasks = Mutex(Tasks())

  /// Nothing under way yet. In a task that is cancelled, nothing ever will be.
  @usableFromInline
  override init() {
    super.init()
    if Task.isCancelled { tasks.withLock { $0.isCancelled = true } }
  }

  @usableFromInline var isCancelled: Bool { tasks.withLock { $0.isCancelled } }

  /// The task of an effect that did not end at once; a cancelled run cancels it.
  @usableFromInline
  func add(_ task: Task<Void, Never>, number: Int) {
    let isCancelled = tasks.withLock { tasks in
      tasks.add(task, number)
      return tasks.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func forget(number: Int) { tasks.withLock { $0.forget(number) } }

  /// Cancels what runs, in the order of starting, and whatever is still to be begun.
  @usableFromInline
  func cancel() {
    let running = tasks.withLock { tasks in
      tasks.isCancelled = true
      return tasks.all
    }
    for task in running { task.cancel() }
  }

  /// Returns when everything begun has ended. A cancelled caller cancels the run, and still waits for
  /// its effects to end.
  @usableFromInline
  nonisolated(nonsending) func wait() async {
    guard !isDone else { return }
    await wait(on: #isolation)
  }

  // With its isolation as a parameter, which the closure holds: the closure of a
  // `nonisolated(nonsending)` function belongs to no actor. It would leave the caller's, where effects
  // end meanwhile.
  private func wait(on isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
        // Asked again: the way here may lead through the executor, where an effect may end.
        if isDone { waiter.resume() } else { onEnd = { waiter.resume() } }
      }
    } onCancel: {
      cancel()
    }
  }
}

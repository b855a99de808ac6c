/// Counts the effects of a step in a sequence, of a timeout or (in `EffectRun`) of a `sendAndWait`,
/// and calls a closure when all have ended.
///
/// It is confined to the store's executor. The closure is called within the call that ends the last
/// effect.
@usableFromInline
@safe
// Safe: a continuation is removed before it is resumed.
class EffectGroup {
  // Unchecked, here and below: confined to the store's executor, and no other code runs during an
  // access.
  @safe @exclusivity(unchecked) private var pending = 0
  /// Called once, when all effects have ended.
  @safe @exclusivity(unchecked) @usableFromInline final var onEnd: (() -> Void)?
  /// Resumed once, when all effects have ended. Not a closure, which would be allocated.
  @safe @exclusivity(unchecked) fileprivate final var waiter: UnsafeContinuation<Void, Never>?

  @usableFromInline init() {}

  @usableFromInline final var isDone: Bool { pending == 0 }

  /// Counts an effect or a queued action. Balanced by `end`.
  @usableFromInline
  final func begin() { pending += 1 }

  @usableFromInline
  final func end() {
    precondition(pending > 0, "each `begin` must have one `end`")
    pending -= 1
    guard pending == 0 else { return }
    if let waiter = unsafe waiter.take() { return unsafe waiter.resume() }
    guard let onEnd else { return }
    self.onEnd = nil
    onEnd()
  }

  /// Ends the hold on the group that its caller had while it started the parts.
  ///
  /// - Returns: `true` if all parts have ended. `onEnd` is then not called, and the caller
  ///   continues.
  @usableFromInline
  final func endsNow() -> Bool {
    guard pending == 1 else {
      end()
      return false
    }
    onEnd = nil
    end()
    return true
  }
}

/// All effects that one `sendAndWait` of a store caused.
///
/// It can be cancelled on any thread, so the tasks are protected by a lock.
@usableFromInline
final class EffectRun: EffectGroup, @unchecked Sendable {
  private struct Tasks {
    var isCancelled = false
    /// The first task; most runs have no other.
    var one: (number: Int, task: Task<Void, Never>)?
    /// The other tasks by the numbers of their effects.
    var others: [Int: Task<Void, Never>] = [:]

    /// All tasks in the order in which they started.
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

  private let tasks = Locked(Tasks())

  /// Creates a run that is already cancelled if the current task is.
  @usableFromInline
  override init() {
    super.init()
    restart()
  }

  /// Prepares a run that has ended for the next `sendAndWait`.
  func restart() {
    let isCancelled = Task.isCancelled
    tasks.withLock { $0.isCancelled = isCancelled }
  }

  @usableFromInline var isCancelled: Bool { tasks.withLock { $0.isCancelled } }

  /// Adds the task of a suspended effect.
  ///
  /// - Returns: A Boolean value that indicates whether the run is cancelled. The caller cancels the
  ///   task, too.
  @usableFromInline
  func add(_ task: Task<Void, Never>, number: Int) -> Bool {
    tasks.withLock { tasks in
      tasks.add(task, number)
      return tasks.isCancelled
    }
  }

  func forget(number: Int) { tasks.withLock { $0.forget(number) } }

  /// Cancels the running tasks in the order in which they started, and prevents further ones.
  @usableFromInline
  func cancel() {
    let running = tasks.withLock { tasks in
      tasks.isCancelled = true
      return tasks.all
    }
    for task in running { task.cancel() }
  }

  /// Waits until all effects have ended. If the caller's task is cancelled, the run is cancelled,
  /// and the method still waits for its effects.
  @usableFromInline
  nonisolated(nonsending) func wait() async {
    guard !isDone else { return }
    await wait(on: #isolation)
  }

  // The closure captures the isolation parameter. The closure of a `nonisolated(nonsending)`
  // function is not isolated to an actor and would leave the caller's actor, on which effects may
  // end in the meantime.
  private func wait(on isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      unsafe await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
        // Checked again, because an effect may have ended if the call went through the executor.
        if isDone { unsafe waiter.resume() } else { self.waiter = unsafe waiter }
      }
    } onCancel: {
      cancel()
    }
  }
}

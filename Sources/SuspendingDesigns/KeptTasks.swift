/// Tasks kept in an array: cancelled one after another, then joined.
@MainActor
@usableFromInline final class KeptTasks {
  @usableFromInline var tasks: [Task<Void, Never>] = []
  /// Whether they were cancelled and not yet joined.
  @usableFromInline private(set) var isEnding = false

  @inlinable deinit { for task in tasks { task.cancel() } }

  /// Starts a task on the main actor and keeps it; where the system can do that, it runs until it
  /// first suspends before this returns.
  // Handed on as it is: a closure around it would be one frame more for each task.
  @inlinable func start(_ body: sending @escaping @isolated(any) () async -> Void) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      tasks.append(Task.immediate(operation: body))
    } else {
      tasks.append(Task(operation: body))
    }
  }

  /// Notifies all of them.
  @inlinable func cancelAll() {
    isEnding = true
    for task in tasks { task.cancel() }
  }

  /// Returns when all have ended.
  @inlinable func join() async {
    // By index: a loop over the array would hold it, and emptying it would then copy it.
    for index in tasks.indices { await tasks[index].value }
    tasks.removeAll(keepingCapacity: true)
    isEnding = false
  }
}

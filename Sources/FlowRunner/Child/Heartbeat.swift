import Synchronization

/// Sends messages at intervals while a child does work of its own, such as the plain fold of a day's actions.
final class Heartbeat: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let beat: @Sendable () -> Void

  init(_ beat: @escaping @Sendable () -> Void) { self.beat = beat }

  deinit { stop() }

  /// Starts the messages.
  ///
  /// - Parameter pause: The interval, shorter than the smallest limit.
  func start(every pause: Duration = .milliseconds(50)) {
    let beat = beat
    let beating = Task.detached {
      while (try? await Task.sleep(for: pause)) != nil { beat() }
    }
    task.withLock { $0.take() }?.cancel()
    task.withLock { $0 = beating }
  }

  func stop() { task.withLock { $0.take() }?.cancel() }
}

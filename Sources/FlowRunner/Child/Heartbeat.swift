import Synchronization

/// Says now and then that a child is at work of its own, which no store can hold up: a plain fold of a
/// day's actions takes as long as the day did, and nothing comes of it meanwhile.
final class Heartbeat: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let beat: @Sendable () -> Void

  /// Silent until it is started.
  init(_ beat: @escaping @Sendable () -> Void) { self.beat = beat }

  deinit { stop() }

  /// Begins to say so.
  ///
  /// - Parameter pause: How long it is silent between two beats: less than the least limit.
  func start(every pause: Duration = .milliseconds(50)) {
    let beat = beat
    let beating = Task.detached {
      while (try? await Task.sleep(for: pause)) != nil { beat() }
    }
    task.withLock { $0.take() }?.cancel()
    task.withLock { $0 = beating }
  }

  /// Ends it.
  func stop() { task.withLock { $0.take() }?.cancel() }
}

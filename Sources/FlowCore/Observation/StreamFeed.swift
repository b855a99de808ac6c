extension ObserverList {
  /// Yields a part to a stream, now and whenever it has changed, until the stream or the store ends.
  func feed<Value: Equatable & Sendable>(
    _ continuation: AsyncStream<Value>.Continuation, from location: StateLocation<Value>,
    _ region: StateRegion, path: AnyKeyPath?
  ) {
    continuation.yield(location.value)
    let end = StreamEnd { continuation.finish() }
    unowned(unsafe) let observers = self
    unowned(unsafe) var made: Observer?
    let observer = Observer.subscriber(location, region) { value in
      withExtendedLifetime(end) {}
      // Outside any actor nobody could say so before.
      guard case .terminated = continuation.yield(value), let made else { return }
      observers.end(made)
    }
    made = observer
    observer.part = path
    add(observer)
    let leaving = Leaving(observer, of: self)
    continuation.onTermination = { _ in leaving.begin() }
  }
}

/// Ends a stream when the list of observers lets go of its closure, with the store at the latest.
private final class StreamEnd {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

/// Closes an observer whose reader has gone, which may happen on any thread.
// Unchecked: the observer and the list are touched on the store's actor only.
private final class Leaving: @unchecked Sendable {
  private weak let observer: Observer?
  private weak let observers: ObserverList?
  private let home: StoreHome

  init(_ observer: Observer, of observers: ObserverList) {
    self.observer = observer
    self.observers = observers
    home = observers.core.pointee.home
    // Asked here, on the store's actor.
    _ = home.hasActor()
  }

  func begin() {
    guard let owner = home.actor else { return }
    Task(executorPreference: home.preference) { await Self.end(on: owner, self) }
  }

  private static func end(on actor: isolated any Actor, _ leaving: Leaving) {
    guard let observer = leaving.observer else { return }
    leaving.observers?.end(observer)
  }
}

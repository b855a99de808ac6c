extension ObserverList {
  /// Yields a part to a stream, now and after each change, until the stream or the store ends.
  func feed<Value: Equatable & Sendable>(
    _ continuation: AsyncStream<Value>.Continuation, from location: StateLocation<Value>,
    _ region: StateRegion, path: AnyKeyPath?
  ) {
    continuation.yield(location.value)
    let end = StreamEnd { continuation.finish() }
    @safe unowned(unsafe) let observers = self
    unowned(unsafe) var made: Observer?
    let observer = Observer.subscriber(location, region) { value in
      withExtendedLifetime(end) {}
      // A store without an actor is not notified of the end of the stream.
      guard case .terminated = continuation.yield(value), let made = unsafe made else { return }
      observers.end(made)
    }
    unsafe made = observer
    observer.part = path
    add(observer)
    let removal = StreamObserverRemoval(observer, of: self)
    continuation.onTermination = { _ in removal.begin() }
  }
}

/// Finishes a stream when the observer list releases its closure.
private final class StreamEnd {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

/// Closes the observer of a stream that has ended, on any thread.
// Unchecked: the observer and the list are used only on the store's actor.
private final class StreamObserverRemoval: @unchecked Sendable {
  private weak let observer: Observer?
  private weak let observers: ObserverList?
  private let isolation: StoreIsolation

  init(_ observer: Observer, of observers: ObserverList) {
    self.observer = observer
    self.observers = observers
    isolation = observers.core.pointee.isolation
    // Determines the actor here, while on it.
    _ = isolation.hasActor()
  }

  func begin() {
    guard let owner = isolation.actor else { return }
    isolation.startTask { await Self.end(on: owner, self) }
  }

  private static func end(on actor: isolated any Actor, _ removal: StreamObserverRemoval) {
    guard let observer = removal.observer else { return }
    removal.observers?.end(observer)
  }
}

extension Watchers {
  /// Yields a part to a stream, now and whenever it has changed, until the stream or the store ends.
  func feed<Value: Equatable & Sendable>(
    _ continuation: AsyncStream<Value>.Continuation, from location: Location<Value>,
    _ footprint: Footprint
  ) {
    let last = LastReading(location.value)
    let end = StreamEnd { continuation.finish() }
    unowned(unsafe) let watchers = self
    unowned(unsafe) var made: Watcher?
    let watcher = Watcher(
      footprint: footprint,
      check: {
        let value = location.value
        guard value != last.value else { return }
        last.value = value
        // The reader may have gone, on a thread of its own; the stream knows, and says so here.
        guard case .terminated = continuation.yield(value), let made else { return }
        withExtendedLifetime(end) {}
        made.isOpen = false
        watchers.closed(made)
        watchers.sweep()
      },
      hasChanged: { location.value != last.value })
    made = watcher
    continuation.yield(last.value)
    add(watcher)
  }
}

/// Ends a stream when the list of watchers lets go of its closure, with the store at the latest.
private final class StreamEnd {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

/// Yields a part of a state to a stream whenever it has changed.
final class StreamFeed<Value: Equatable & Sendable>: Watcher {
  private let continuation: AsyncStream<Value>.Continuation
  private let location: Location<Value>
  private unowned let watchers: Watchers
  private var last: Value

  init(
    _ continuation: AsyncStream<Value>.Continuation, _ location: Location<Value>,
    _ footprint: Footprint, in watchers: Watchers
  ) {
    self.continuation = continuation
    self.location = location
    self.watchers = watchers
    last = location.value
    super.init(footprint: footprint)
  }

  // The list of watchers ends with the store, and with it the stream.
  deinit { continuation.finish() }

  override var hasChanged: Bool { location.value != last }

  override func check() {
    let value = location.value
    guard value != last else { return }
    last = value
    // The reader may have gone, on a thread of its own; the stream knows, and says so here.
    guard case .terminated = continuation.yield(value) else { return }
    isOpen = false
    watchers.closed(self)
    watchers.sweep()
  }
}

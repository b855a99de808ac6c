import FlowBenchCLI
import Synchronization

/// A store of somebody else's that several producers send to.
final class QuietShared: BlockingSharedStore {
  private let kept: Mutex<SequenceState>

  static var isolation: StoreIsolation { .lock }

  init(_ initialState: SequenceState) { kept = Mutex(initialState) }

  func send(_ action: NumberedAction) { kept.withLock { $0.receive(action) } }

  func state() async -> SequenceState { kept.withLock { $0 } }
}

/// The same, and it prints.
final class ChattyShared: BlockingSharedStore {
  private let kept: QuietShared

  static var isolation: StoreIsolation { .lock }

  init(_ initialState: SequenceState) { kept = QuietShared(initialState) }

  func send(_ action: NumberedAction) {
    Chatty.act()
    kept.send(action)
  }

  func state() async -> SequenceState { await kept.state() }
}

import FlowCore
import Foundation

/// What a screen shows of a fast, and what can be done there.
@MainActor
final class FastScreen {
  private let store: ScopedStore<Fast, FastAction>

  init(store: ScopedStore<Fast, FastAction>) { self.store = store }

  /// What the button says.
  var buttonTitle: String {
    store.start == nil || store.end != nil ? "Start" : "Finish"
  }

  func buttonPressed() {
    let isRunning = store.current.start != nil && store.current.end == nil
    store.send(isRunning ? .finish : .start)
  }

  /// Notifies others, and returns when they know or could not be notified.
  func shareButtonPressed() async -> SharingStatus {
    await store.run(.share)
    return store.current.sharingStatus
  }
}

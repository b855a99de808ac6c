import FlowCore
import Foundation

/// The screen of a fast.
@MainActor
final class FastScreen {
  private let store: ScopedStore<Fast, FastAction>

  init(store: ScopedStore<Fast, FastAction>) { self.store = store }

  /// The title of the button.
  var buttonTitle: String {
    store.start == nil || store.end != nil ? "Start" : "Finish"
  }

  func buttonPressed() {
    let isRunning = store.current.start != nil && store.current.end == nil
    store.send(isRunning ? .finish : .start)
  }

  /// Shares the fast and waits for the result.
  func shareButtonPressed() async -> SharingStatus {
    await store.sendAndWait(.share)
    return store.current.sharingStatus
  }
}

import FlowCore
import Foundation

/// The screen of a fast.
@MainActor
final class FastScreen {
  private let store: Store<FastReducer>

  init(dependencies: FastDependencies) {
    store = Store(initialState: Fast(), reducer: FastReducer(dependencies: dependencies))
  }

  /// The title of the button.
  var buttonTitle: String {
    store.start == nil || store.end != nil ? "Start" : "Finish"
  }

  func buttonPressed() {
    let isRunning = store.current.start != nil && store.current.end == nil
    store.send(isRunning ? .finish : .start)
  }
}

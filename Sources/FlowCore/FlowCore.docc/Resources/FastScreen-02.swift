import FlowCore
import Foundation

/// What a screen shows of a fast, and what can be done there.
@MainActor
final class FastScreen {
  private let store: Store<FastReducer>

  init(dependencies: FastDependencies) {
    store = Store(initialState: Fast(), reducer: FastReducer(dependencies: dependencies))
  }

  /// What the button says.
  var buttonTitle: String {
    store.start == nil || store.end != nil ? "Start" : "Finish"
  }

  func buttonPressed() {
    let isRunning = store.current.start != nil && store.current.end == nil
    store.send(isRunning ? .finish : .start)
  }
}

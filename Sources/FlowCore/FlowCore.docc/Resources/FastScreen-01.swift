import FlowCore
import Foundation

/// The screen of a fast.
@MainActor
final class FastScreen {
  private let store: Store<FastReducer>

  init(dependencies: FastDependencies) {
    store = Store(initialState: Fast(), reducer: FastReducer(dependencies: dependencies))
  }

  func startButtonPressed() { store.send(.start) }
}

import FlowCore
import Foundation

/// What a screen shows of a fast, and what can be done there.
@MainActor
final class FastScreen {
  private let store: Store<FastReducer>

  init(dependencies: FastDependencies) {
    store = Store(initialState: Fast(), reducer: FastReducer(dependencies: dependencies))
  }

  func startButtonPressed() { store.send(.start) }
}

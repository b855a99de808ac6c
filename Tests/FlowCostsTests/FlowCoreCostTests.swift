import FlowCore
import FlowCosts
import Testing

/// Costs of FlowCore's own store.
@Suite("costs of a FlowCore store", .enabled(if: Count.isMeasured))
@MainActor struct FlowCoreCostTests {
  struct AppState<Extra: Equatable>: Equatable {
    var count = 0
    var total = 0
    var extra: Extra
  }

  enum AppAction { case add(Int), addLater(Int) }

  struct AppReducer<Extra: Equatable>: Reducer {
    func reduce(into state: inout AppState<Extra>, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .add(let number):
        state.count += 1
        state.total += number
        return .none
      case .addLater(let number): return .send(.add(number))
      }
    }
  }

  private func measured<Extra>(
    _ extra: Extra
  ) -> MeasuredStore<Store<AppReducer<Extra>>, AppAction> {
    MeasuredStore {
      Store(initialState: AppState(extra: extra), reducer: AppReducer<Extra>())
    } send: {
      $0.send($1)
    }
  }

  @Test("observed parts are notified if they change")
  func observers() throws {
    let parts = [
      ObservedPart<Store<AppReducer<Int>>>("count", value: { $0.current.count }) { store, notify in
        store.observe {
          _ = store.count
          notify()
        }
      },
      ObservedPart("total", value: { $0.current.total }) { store, notify in
        store.observe {
          _ = store.total
          notify()
        }
      },
    ]
    let seen = try measured(0).watching(parts) { $0.send(.add(0)) }
    #expect(seen.notified == ["count"] && seen.wasted.isEmpty && seen.missed.isEmpty)
    let both = try measured(0).watching(\.count, \.total) { $0.send(.add(1)) }
    #expect(both.notified == [\.count, \.total])
  }

  @Test("a store keeps nothing")
  func churn() throws {
    let churn = try measured(0).churn(100) { store in
      let token = store.observe { [store] in _ = store.count }
      store.send(.addLater(1))
      token.cancel()
    }
    #expect(churn.keptBytes == 0 && churn.keptObjects.isEmpty, "\(churn)")
  }
}

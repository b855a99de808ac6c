import FlowCore
import Observation
import Testing

/// Something that nobody can compare.
private struct Opaque {
  var number = 0
}

private struct Drawer {
  var left = Opaque()
  var right = Opaque()
  var count = 0
}

private enum DrawerAction {
  case left(Int)
  case right(Int)
  case count(Int)
}

private struct DrawerReducer: Reducer {
  /// Whether it says what an action may change.
  let isDeclaring: Bool

  func reduce(into state: inout Drawer, action: DrawerAction) -> Effect<DrawerAction> {
    switch action {
    case .left(let number): state.left.number = number
    case .right(let number): state.right.number = number
    case .count(let count): state.count = count
    }
    return .none
  }

  func region(of action: DrawerAction) -> StateRegion {
    guard isDeclaring else { return .unknown }
    return switch action {
    case .left: .part(\Drawer.left)
    case .right: .part(\Drawer.right)
    case .count: .part(\Drawer.count)
    }
  }
}

/// What was read, time after time.
private final class Log {
  var values: [Int] = []
}

/// How often something happened.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

@MainActor
struct `A closure that reads parts which cannot be compared` {
  private let log = Log()

  private func store(isDeclaring: Bool) -> Store<DrawerReducer> {
    Store(initialState: Drawer(), reducer: DrawerReducer(isDeclaring: isDeclaring))
  }

  @Test func `is not called for what leaves them alone`() {
    let store = store(isDeclaring: true)
    let kept = store.observe { log.values.append(store.left.number) }
    store.send(.count(1))
    store.send(contentsOf: [.count(2), .right(1)])
    #expect(log.values == [0])
    store.send(.left(1))
    #expect(log.values == [0, 1])
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: [false, true])
  func `is called once for an action that may change all of them`(isDeclaring: Bool) {
    let store = store(isDeclaring: isDeclaring)
    let kept = store.observe {
      log.values.append(store.count + 10 * store.left.number + 100 * store.right.number)
    }
    store.send(contentsOf: [.count(1), .left(1), .right(1)])
    store.restore(Drawer(left: Opaque(number: 2), right: Opaque(number: 2), count: 2))
    if !isDeclaring { store.send(.count(3)) }
    #expect(log.values == [0, 111, 222] + (isDeclaring ? [] : [223]))
    withExtendedLifetime(kept) {}
  }

  @Test func `is called again for a state that is restored while it is called`() {
    let store = store(isDeclaring: false)
    let kept = store.observe {
      log.values.append(store.left.number + 10 * store.right.number)
      if log.values.count == 2 { store.restore(Drawer(left: Opaque(number: 5))) }
    }
    store.send(.left(1))
    #expect(log.values == [0, 1, 5])
    withExtendedLifetime(kept) {}
  }
}

@MainActor
struct `A part that cannot be compared, read for Observation within a notification` {
  private let store = Store(initialState: Drawer(), reducer: DrawerReducer(isDeclaring: false))

  @Test func `is notified of from the next change on`() {
    let count = Count()
    let kept = store.subscribe(to: \.count) { _ in
      withObservationTracking {
        _ = store.left
      } onChange: {
        count.value += 1
      }
    }
    store.send(.count(1))
    #expect(count.value == 0)
    store.send(.count(2))
    #expect(count.value == 1, "who read before, and not who has just read")
    store.send(.right(1))
    #expect(count.value == 2)
    withExtendedLifetime(kept) {}
  }
}

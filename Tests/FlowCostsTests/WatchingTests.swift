import FlowCosts
import Observation
import Testing

@Suite("notifications") struct WatchingTests {
  @Observable final class Cart {
    var items: [Int]
    var total = 0
    var user = "Ada"

    init(rows: Int) { items = Array(0..<rows) }

    func send(_ price: Int) {
      items.append(price)
      total += price
    }
  }

  @Test("properties of an observable store")
  func observable() throws {
    let cart = MeasuredStore {
      Cart(rows: $0)
    } send: {
      $0.send($1)
    }
    let seen = try cart.watching(\.total, \.items, \.user) { $0.send(3) }
    #expect(seen.notified == [\.total, \.items])
    #expect(seen.changed == [\.total, \.items])
    #expect(seen.wasted.isEmpty && seen.missed.isEmpty)
    let free = try cart.watching(\.total, \.items, \.user) { $0.send(0) }
    #expect(free.wasted == [\.total])
  }

  /// A store that calls closures.
  final class Broadcaster {
    var values = [1, 2]
    var observers: [Int: [() -> Void]] = [:]

    func set(_ index: Int, notify: [Int]) {
      values[index] += 1
      for observer in notify.flatMap({ observers[$0, default: []] }) { observer() }
    }
  }

  @Test("closures")
  func closures() throws {
    let store = MeasuredStore {
      Broadcaster()
    } send: {
      $0.set($1, notify: [$1])
    }
    let parts = (0..<2).map { index in
      ObservedPart<Broadcaster>("part \(index)", value: { $0.values[index] }) { store, notify in
        store.observers[index, default: []].append { notify() }
        // A subscription may begin with a call.
        notify()
        return ()
      }
    }
    let seen = try store.watching(parts) { $0.set(0, notify: [0, 0]) }
    #expect(
      seen.description == "part 0: changed, notified 2 times\npart 1: unchanged, not notified")
    let wrong = try store.watching(parts) { $0.set(0, notify: [1]) }
    #expect(wrong.missed == ["part 0"] && wrong.wasted == ["part 1"])
  }
}

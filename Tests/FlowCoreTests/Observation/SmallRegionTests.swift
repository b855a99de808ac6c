import FlowCore
import FlowTestSupport
import Testing

#if DEBUG
  /// A value that is not `Equatable`.
  private struct Opaque {
    var isOpen = true
  }

  private struct Whole {
    var number = 0
    var sheet: Opaque? = Opaque()
    var other = 0
  }

  private enum WholeAction {
    case other
  }

  struct `A reducer that declares too small a region` {
    private struct Liar: Reducer {
      func reduce(into state: inout Whole, action: WholeAction) -> Effect<WholeAction> {
        state.other += 1
        state.sheet = nil
        return .none
      }

      func region(of action: WholeAction) -> StateRegion { .part(\Whole.number) }
    }

    private static func liar() -> Store<Liar> {
      Store(initialState: Whole(), reducer: Liar())
    }

    private func expectNamed(
      _ name: String, _ result: ExitTest.Result?, by action: String = "other"
    ) {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let rule = "a reducer's region must contain all changes of an action"
      #expect(text.contains("\(rule): \(action) changed "))
      #expect(text.contains(name))
    }

    @Test func `is stopped with the name of a subscribed part`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.liar()
        let subscription = store.subscribe(to: \.other) { _ in }
        store.send(.other)
        subscription.cancel()
      }
      expectNamed(#"\Whole.other"#, result)
    }

    @Test func `is stopped when a computed value has changed`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.liar()
        let subscription = store.subscribe(to: { $0.other }, within: .part(\Whole.other)) { _ in }
        store.send(.other)
        subscription.cancel()
      }
      expectNamed("a value computed by a function", result)
    }

    @Test func `is stopped when a subscribed child has changed`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        struct Rows: Reducer {
          func reduce(into state: inout Twins<[Int]>, action: Int) -> Effect<Int> {
            state.left = [1]
            return .none
          }
          func region(of action: Int) -> StateRegion { .part(\Twins<[Int]>.right) }
        }
        let store = Store(initialState: Twins(left: [0], right: [0]), reducer: Rows())
        let child = store.scope(0, of: \.left, action: CasePath({ $1 }) { (0, $0) })
        let subscription = child?.subscribe(to: \.self) { _ in }
        store.send(1)
        subscription?.cancel()
      }
      expectNamed("outside", result, by: "1")
    }

    @Test func `is stopped with the name of a part that was read`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.liar()
        _ = store.other
        store.send(.other)
      }
      expectNamed(#"\Whole.other"#, result)
    }

    @Test func `is stopped with the name of a part in a sequence`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.liar()
        let states = store.states(of: \.other, buffer: .unbounded)
        store.send(.other)
        withExtendedLifetime(states) {}
      }
      expectNamed(#"\Whole.other"#, result)
    }

    @Test func `is stopped when a child that is not Equatable disappears`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Self.liar()
        let child = store.scope(
          optional: \.sheet, action: CasePath({ (_: Int) in .other }) { _ in nil })
        _ = child?.state
        store.send(.other)
      }
      expectNamed("a value computed by a function", result)
    }

    @Test func `is stopped when one of several functions from one place finds a change`() async {
      for place in 0..<2 {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        { [place = place as Int] in
          let store = Self.liar()
          let whole = store.scope(
            state: \Whole.self, action: .whole)
          for number in 0..<2 {
            let child = whole.scope(
              optional: \.sheet, action: CasePath({ (_: Int) in .other }) { _ in nil })
            let scope = child?.scope(
              state: { number == place ? $0.isOpen : false }, action: .whole)
            _ = scope?.state
          }
          store.send(.other)
        }
        expectNamed("a value computed by a function", result)
      }
    }
  }
#endif

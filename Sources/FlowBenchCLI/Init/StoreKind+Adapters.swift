import FlowHarness

// The adapters of these stores. DESIGN-ID and SUMMARY are replaced.

extension StoreKind {
  /// `Examples/OwnStore` has it as `OwnValueAdapter`.
  static let valueAdapter = #"""
    import FlowBenchCLI

    /// The store as FlowBench drives it, around whichever feature it is given.
    struct MyAdapter<F: Feature>: SynchronousStore {
      private let feature: F
      private var store: MyStore<F.State, F.Action>

      init(_ feature: F) {
        self.feature = feature
        store = MyStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
      }

      mutating func send(_ action: F.Action) {
        store.send(action)
        // The store knows no effects: work that the action asks for is done here.
        if let answer = feature.answer(to: action, after: store.state) { send(answer) }
      }

      func read(_ reading: Reading, slot: Int) -> UInt64 {
        feature.read(reading, store.state, slot: slot)
      }
    }

    struct MyDesign: StoreDesign {
      let description = DesignDescription(id: "DESIGN-ID", summary: "SUMMARY")
      func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { socket.plug { MyAdapter($0) } }
    }

    """#

  /// `Examples/OwnStore` has it as `OwnClassAdapter`.
  static let classAdapter = #"""
    import FlowBenchCLI

    struct MyAdapter<F: Feature>: SynchronousStore {
      private let feature: F
      private let store: MyStore<F.State>

      init(_ feature: F) {
        self.feature = feature
        store = MyStore(feature.initialState) { state, action in
          if let action = action as? F.Action { feature.reduce(into: &state, action: action) }
        }
      }

      static var notification: NotificationStyle { .subscribing }
      func send(_ action: F.Action) {
        store.send(action)
        if let answer = feature.answer(to: action, after: store.state) { send(answer) }
      }
      func read(_ reading: Reading, slot: Int) -> UInt64 {
        feature.read(reading, store.state, slot: slot)
      }
      func subscribe(
        _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
      ) -> [Subscription] {
        let token = store.observe { _ in changed() }
        return [Subscription { token.cancel() }]
      }
    }

    struct MyDesign: StoreDesign {
      let description = DesignDescription(id: "DESIGN-ID", summary: "SUMMARY")
      func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { socket.plug { MyAdapter($0) } }
    }

    """#

  /// `Examples/OwnStore` has it as `OwnActorAdapter`.
  static let actorAdapter = #"""
    import FlowBenchCLI

    final class MyAdapter<F: Feature>: ConcurrentStore {
      private let feature: F
      private let store: MyStore<F.State, F.Action>
      private let collected: Collected<F.State>

      init(_ feature: F) {
        self.feature = feature
        store = MyStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
        collected = Collected(feature.initialState)
      }

      @concurrent func sendConcurrently(_ action: F.Action) async {
        await store.send(action)
        guard feature.mayRequest(action) else { return }
        let state = await store.state
        if let answer = feature.answer(to: action, after: state) { await sendConcurrently(answer) }
      }
      // An actor cannot be read without waiting: its state is fetched before anybody reads.
      nonisolated(nonsending) func collect() async { collected.state = await store.state }
      func read(_ reading: Reading, slot: Int) -> UInt64 {
        feature.read(reading, collected.state, slot: slot)
      }
    }

    struct MyDesign: StoreDesign {
      let description = DesignDescription(id: "DESIGN-ID", summary: "SUMMARY", hops: true)
      func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { socket.plug { MyAdapter($0) } }
    }

    """#

  /// `Examples/OwnStore` has it as `OwnAwaitedAdapter`.
  static let asyncAdapter = #"""
    import FlowBenchCLI

    @MainActor
    struct MyAdapter<F: Feature>: @MainActor SuspendingStore {
      private let feature: F
      private let store: MyStore<F.State, F.Action>

      init(_ feature: F) {
        self.feature = feature
        store = MyStore(feature.initialState) { state, action in
          feature.reduce(into: &state, action: action)
          guard let request = feature.request(for: action, after: state) else { return nil }
          return { await feature.answer(request) }
        }
      }

      static var notification: NotificationStyle { .tracking }
      nonisolated(nonsending) func send(_ action: F.Action) async { await store.send(action) }
      func read(_ reading: Reading, slot: Int) -> UInt64 {
        feature.read(reading, store.state, slot: slot)
      }
    }

    struct MyDesign: StoreDesign {
      let description = DesignDescription(
        id: "DESIGN-ID", summary: "SUMMARY", hops: true)
      func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { socket.plug { MyAdapter($0) } }
      func plugSuspending<S: StoreSocket>(into socket: S) -> S.Plugged? { plug(into: socket) }
    }

    """#

  /// Bound to the main actor.
  static let mainActorAdapter = #"""
    import FlowBenchCLI

    @MainActor
    struct MyAdapter<F: Feature>: @MainActor SynchronousStore {
      private let feature: F
      private let store: MyStore<F.State, F.Action>

      init(_ feature: F) {
        self.feature = feature
        store = MyStore(feature.initialState) { feature.reduce(into: &$0, action: $1) }
      }

      static var notification: NotificationStyle { .tracking }
      func send(_ action: F.Action) {
        store.send(action)
        // The store knows no effects: work that the action asks for is done here.
        if let answer = feature.answer(to: action, after: store.state) { send(answer) }
      }
      func read(_ reading: Reading, slot: Int) -> UInt64 {
        feature.read(reading, store.state, slot: slot)
      }
    }

    struct MyDesign: StoreDesign {
      let description = DesignDescription(id: "DESIGN-ID", summary: "SUMMARY")
      func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { socket.plug { MyAdapter($0) } }
    }

    """#
}

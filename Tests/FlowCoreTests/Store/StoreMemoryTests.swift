import FlowCore
import FlowTestSupport
import Testing

#if os(Linux)
  /// The memory in use at some time.
  private enum Memory {
    nonisolated(unsafe) static var value = Int.max
  }

  /// Creates, fills and releases a store, its observers and its queue.
  private func liveAsStore(rows: Int, sends: Int) {
    let store = Store(
      initialState: Array(repeating: 0, count: 4), reducer: Reduce<[Int], Int> { _, _ in .none })
    let kept = (0..<rows).map { row in
      store.scope(row, of: \.self, action: CasePath({ $1 }) { _ in nil })?.subscribe(to: \.self) {
        _ in
      }
    }
    store.withState { _ in for number in 0..<sends { store.send(number) } }
    withExtendedLifetime(kept) {}
  }

  struct `The memory of a store` {
    // A leak of one word per store would be 32 bytes each.
    @Test(.enabled(if: !keepsFreedMemory))
    func `is released at its end`() async {
      await #expect(processExitsWith: .success) {
        for _ in 0..<1_000 { liveAsStore(rows: 0, sends: 0) }
        let before = residentBytes()
        for _ in 0..<30_000 { liveAsStore(rows: 0, sends: 0) }
        precondition(residentBytes() - before < 700_000, "\(residentBytes() - before) bytes more")
      }
    }

    @Test(.enabled(if: !keepsFreedMemory))
    func `for observers and actions is released as well`() async {
      await #expect(processExitsWith: .success) {
        for _ in 0..<1_000 { liveAsStore(rows: 70, sends: 20) }
        let before = residentBytes()
        for _ in 0..<5_000 { liveAsStore(rows: 70, sends: 20) }
        precondition(residentBytes() - before < 1_000_000, "\(residentBytes() - before) bytes more")
      }
    }

    // In optimised builds, a store has 280 bytes in four blocks, for which the allocator uses 336.
    // A scope has two words and a block of 48 bytes. Debug builds wrap closures in closures.
    @Test(.enabled(if: !keepsFreedMemory))
    func `is less than 500 bytes, and 200 for each scope`() async {
      await #expect(processExitsWith: .success) {
        let reducer = Reduce<Int, Int> { _, _ in .none }
        var (stores, scopes): ([Store<Reduce<Int, Int>>], [ScopedStore<Int, Int>]) = ([], [])
        let count = 50_000
        stores.reserveCapacity(count + 1)
        scopes.reserveCapacity(count + 1)
        func add() { stores.append(Store(initialState: 0, reducer: reducer)) }
        func addScope(_ store: Store<Reduce<Int, Int>>) {
          scopes.append(store.scope(state: \.self, action: .whole))
        }
        add()
        addScope(stores[0])
        let before = residentBytes()
        for _ in 0..<count { add() }
        let between = residentBytes()
        for store in stores.dropFirst() { addScope(store) }
        let perStore = (between - before) / count
        let perScope = (residentBytes() - between) / count
        precondition(perStore < 500 && perScope < 200, "\(perStore), \(perScope)")
        precondition(stores.count == scopes.count)
      }
    }

    @Test(.enabled(if: !keepsFreedMemory))
    func `holds no identifiers of effects that have ended`() async {
      await #expect(processExitsWith: .success) {
        func use(_ ids: Range<Int>) {
          let store = Store(
            initialState: 0,
            reducer: Reduce<Int, Int> { _, id in Effect.concatenate(.none).cancellable(id: id) })
          for id in ids { store.send(id) }
          precondition(residentBytes() - Memory.value < 1_500_000)
        }
        use(0..<1_000)
        Memory.value = residentBytes()
        use(0..<20_000)
      }
    }

    @Test(.enabled(if: !keepsFreedMemory))
    func `releases the tasks of a run's ended effects`() async {
      await #expect(processExitsWith: .success) {
        await Task { @MainActor in
          let store = Store(
            initialState: 0,
            reducer: Reduce<Int, Int> { state, rest in
              state += 1
              if rest == 1_000 { Memory.value = residentBytes() }
              if rest % 1_000 == 0 {
                precondition(residentBytes() - Memory.value < 1_500_000)
              }
              return .task {
                await Task.yield()
                return rest < 10_000 ? rest + 1 : nil
              }
            })
          await store.sendAndWait(0)
          precondition(store.current == 10_001)
        }.value
      }
    }

    @Test(.enabled(if: !keepsFreedMemory))
    func `is released by an unused history`() async {
      await #expect(processExitsWith: .success) {
        for _ in 0..<1_000 { _ = History<Int, Int>(capacity: 1, interval: 1) }
        let before = residentBytes()
        for _ in 0..<20_000 { _ = History<Int, Int>(capacity: 1, interval: 1) }
        precondition(residentBytes() - before < 700_000, "\(residentBytes() - before) bytes more")
      }
    }
  }
#endif

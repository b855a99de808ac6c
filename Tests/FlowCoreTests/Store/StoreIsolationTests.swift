import FlowCore
import Testing

/// An actor that owns a store.
private actor Server {
  private var store: Store<Scripted>?
  private let script = Script()

  func start() {
    script.effects["a"] = {
      .merge(
        .task {
          self.assertIsolated()
          await Task.yield()
          self.assertIsolated()
          return "b"
        },
        .task { "c" })
    }
    store = Store(initialState: [], reducer: Scripted(script: script))
  }

  /// Releases the effects, which retain the actor that retains them.
  func stop() { script.effects.removeAll() }

  func send(_ action: String) -> [String] {
    store?.send(action)
    return store?.current ?? []
  }

  func run(_ action: String) async -> [String] {
    await store?.sendAndWait(action)
    return store?.current ?? []
  }
}

struct `A store on an actor` {
  @Test func `does not keep its actor`() async {
    var server: Server? = Server()
    await server?.start()
    _ = await server?.send("x")
    await server?.stop()
    weak let observed = server
    server = nil
    #expect(observed == nil)
  }

  @Test func `starts its effects there and receives their actions there`() async {
    let server = Server()
    await server.start()
    #expect(await server.send("a") == ["a", "c"])
    while await server.send("x").contains("b") == false { await Task.yield() }
    #expect(await server.run("a").filter { $0 != "x" } == ["a", "c", "b", "a", "c", "b"])
    await server.stop()
  }
}

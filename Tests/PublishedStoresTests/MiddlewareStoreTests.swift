import FlowTestSupport
import PublishedStores
import Testing

private let appending: ReturningReducer<[String], String> = { $0 + [$1] }

@MainActor
struct `Middleware store` {
  @Test func `a middleware sees the state after reduction`() async {
    let log = Log<[String]>()
    let store = MiddlewareStore(
      initialState: ["start"], reducer: appending,
      middlewares: [
        { state, _, _ in
          log.add(state)
          return nil
        }
      ], dependencies: ())
    await store.send("a")
    #expect(log.entries == [["start", "a"]])
  }

  @Test func `dependencies can be replaced`() async {
    struct Dependencies: Sendable { var fetch: @Sendable () async -> String }
    let store = MiddlewareStore<[String], String, Dependencies>(
      initialState: [], reducer: appending,
      middlewares: [{ _, action, world in action == "fetch" ? await world.fetch() : nil }],
      dependencies: Dependencies { "fake" })
    await store.send("fetch")
    #expect(store.state == ["fetch", "fake"])
  }

  // Each waits for the other.
  @Test(.timeLimit(.minutes(20)))
  func `middlewares run concurrently`() async {
    let (left, right) = (Gate(), Gate())
    let store = MiddlewareStore(
      initialState: [], reducer: appending,
      middlewares: [
        { _, action, _ in
          left.open()
          await right.wait()
          return action == "a" ? "left" : nil
        },
        { _, action, _ in
          right.open()
          await left.wait()
          return action == "a" ? "right" : nil
        },
      ], dependencies: ())
    await store.send("a")
    #expect(store.state.first == "a")
    #expect(Set(store.state) == ["a", "left", "right"])
  }

  @Test func `returned actions are sent again, to every middleware`() async {
    let log = Log<String>()
    let store = MiddlewareStore(
      initialState: [], reducer: appending,
      middlewares: [
        { _, action, _ in action.count < 3 ? action + "+" : nil },
        { _, action, _ in
          log.add(action)
          return nil
        },
      ], dependencies: ())
    await store.send("a")
    #expect(store.state == ["a", "a+", "a++"])
    #expect(Set(log.entries) == ["a", "a+", "a++"])
  }

  @Test(.timeLimit(.minutes(20)))
  func `cancelling the sender reaches its middlewares`() async {
    let (started, cancelled) = (Gate(), Gate())
    let store = MiddlewareStore(
      initialState: [], reducer: appending,
      middlewares: [
        { _, action, _ in
          guard action == "wait" else { return nil }
          return await withTaskCancellationHandler {
            started.open()
            await cancelled.wait()
            return Task.isCancelled ? "cancelled" : "not cancelled"
          } onCancel: {
            cancelled.open()
          }
        }
      ], dependencies: ())
    let sender = Task { await store.send("wait") }
    await started.wait()
    sender.cancel()
    await sender.value
    #expect(store.state == ["wait", "cancelled"])
  }

  @Test func `a pulled back middleware ignores foreign actions and embeds its answers`() async {
    let log = Log<Int>()
    let local: MiddlewareClosure<Int, Int, String> = { state, action, world in
      log.add(state)
      return action == 1 ? world.count : nil
    }
    let store = MiddlewareStore<[String], String, [String]>(
      initialState: [], reducer: appending,
      middlewares: [
        pullbackMiddleware(
          local, state: { $0.count }, action: { Int($0) }, embed: { "\($0)" },
          dependencies: { $0[0] })
      ], dependencies: ["world"])
    await store.send("foreign")
    await store.send("1")
    #expect(store.state == ["foreign", "1", "5"])
    #expect(log.entries == [2, 3])
  }
}

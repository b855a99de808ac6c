import Testing
import Workloads

@MainActor
struct WorkInFlightTests {
  /// The events, in order.
  private final class Ledger {
    var entries: [String] = []
  }

  /// Lets other tasks of the main actor run.
  private func turn() async {
    for _ in 0..<20 { await Task.yield() }
  }

  /// Returns a task that is suspended in `settle()`.
  private func waiter(_ inFlight: WorkInFlight, _ ledger: Ledger) async -> Task<Void, Never> {
    let task = Task {
      ledger.entries.append("waits")
      await inFlight.settle()
      ledger.entries.append("settled")
    }
    while ledger.entries.isEmpty { await Task.yield() }
    return task
  }

  @Test func `without work, settling returns immediately`() async {
    let inFlight = WorkInFlight()
    #expect(inFlight.isEmpty)
    await inFlight.settle()
    inFlight.begin()
    #expect(!inFlight.isEmpty)
    inFlight.end()
    #expect(inFlight.isEmpty)
    await inFlight.settle()
  }

  @Test func `settling waits for the end of all work`() async {
    let (inFlight, ledger) = (WorkInFlight(), Ledger())
    inFlight.begin()
    inFlight.begin()
    let task = await waiter(inFlight, ledger)
    await turn()
    inFlight.end()
    await turn()
    #expect(ledger.entries == ["waits"])
    inFlight.end()
    await task.value
    #expect(ledger.entries == ["waits", "settled"])
  }

  @Test func `settling waits for work that other work has begun`() async {
    let (inFlight, ledger) = (WorkInFlight(), Ledger())
    inFlight.begin()
    let task = await waiter(inFlight, ledger)
    // The answer of the first command executes a second one.
    inFlight.begin()
    inFlight.end()
    await turn()
    #expect(ledger.entries == ["waits"])
    inFlight.end()
    await task.value
    #expect(ledger.entries == ["waits", "settled"])
  }

  @Test func `several tasks can settle`() async {
    let inFlight = WorkInFlight()
    inFlight.begin()
    var tasks: [Task<Void, Never>] = []
    let ledgers = (0..<3).map { _ in Ledger() }
    for ledger in ledgers { tasks.append(await waiter(inFlight, ledger)) }
    await turn()
    #expect(ledgers.allSatisfy { $0.entries == ["waits"] })
    inFlight.end()
    for task in tasks { await task.value }
    #expect(ledgers.allSatisfy { $0.entries == ["waits", "settled"] })
  }

  @Test func `settling can be repeated`() async {
    let inFlight = WorkInFlight()
    for _ in 0..<3 {
      let ledger = Ledger()
      inFlight.begin()
      let task = await waiter(inFlight, ledger)
      inFlight.end()
      await task.value
      #expect(ledger.entries == ["waits", "settled"])
    }
  }
}

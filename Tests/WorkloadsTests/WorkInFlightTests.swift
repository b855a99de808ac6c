import Testing
import Workloads

/// Waiting for work that leaves no trace in its store.
@MainActor
struct WorkInFlightTests {
  /// What happened, in order.
  private final class Ledger {
    var entries: [String] = []
  }

  /// Lets everything run that can run on the main actor.
  private func turn() async {
    for _ in 0..<20 { await Task.yield() }
  }

  /// Somebody who waits, already suspended when this returns.
  private func waiter(_ inFlight: WorkInFlight, _ ledger: Ledger) async -> Task<Void, Never> {
    let task = Task {
      ledger.entries.append("waits")
      await inFlight.settle()
      ledger.entries.append("settled")
    }
    // From the entry to the suspension nothing else gets a turn on this actor.
    while ledger.entries.isEmpty { await Task.yield() }
    return task
  }

  @Test func `settles at once when nothing was begun, and when all has ended`() async {
    let inFlight = WorkInFlight()
    #expect(inFlight.isEmpty)
    await inFlight.settle()
    inFlight.begin()
    #expect(!inFlight.isEmpty)
    inFlight.end()
    #expect(inFlight.isEmpty)
    await inFlight.settle()
  }

  @Test func `waits until the last command in flight has ended`() async {
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

  @Test func `waits for what was begun by what it waits for`() async {
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

  @Test func `several can wait, and all are notified`() async {
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

  @Test func `can be waited for again`() async {
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

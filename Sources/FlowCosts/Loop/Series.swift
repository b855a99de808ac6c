internal import CFlowCount
internal import Foundation

/// Actions that are sent to a new store.
struct Series<Action> {
  /// The number of rows of the store.
  var rows: Int
  /// The actions of one round.
  var actions: [Action]
  /// The rounds before the measurement.
  var warmUps: Int
  /// The measured rounds of a batch.
  var rounds: Int
  /// The batches, all with the same store.
  var batches = 1

  /// The measured actions of a batch.
  var count: Int { rounds * actions.count }
}

/// Sends a series to a new store and calls the probe before and after each batch.
typealias Perform<Action> = (Series<Action>, Probe) throws -> Void

extension MeasuredStore {
  /// Sends a series of actions to a new store.
  func perform(_ series: Series<Action>, _ probe: Probe) throws {
    var store = try warmedUp(series)
    for _ in 0..<series.batches {
      probe.start()
      // The probe stops even if `send` throws.
      defer { probe.stop() }
      try sending { try sendRounds(&store, series.actions, series.rounds) }
    }
    withExtendedLifetime(store) {}
  }

  /// Returns a new store that has received the actions before a measurement.
  func warmedUp(_ series: Series<Action>) throws -> Store {
    var store = try creating { try create(series.rows) }
    try sending { try sendRounds(&store, series.actions, series.warmUps) }
    return store
  }

  /// Returns the number of bytes of the stack that the actions of a series use, each sent once to a new store.
  func stackBytes(_ series: Series<Action>) throws -> Count {
    var store = try warmedUp(series)
    var failure: (any Error)?
    let depth = Stack.depth {
      do { try sendRounds(&store, series.actions, 1) } catch { failure = error }
    }
    if let failure { throw failed("send", failure) }
    return depth
  }

  /// Throws if the state is known and no action of the series changes it.
  ///
  /// If it is not known, the stored properties are compared, and a message is printed if they are the same. They
  /// are not read if other threads may be changing them.
  func checkChange(_ series: Series<Action>) throws {
    _ = KnownAnswers.ofThisProcess
    flowcount_start()
    defer { flowcount_stop() }
    let start = Events.ofThread()
    var store = try creating { try create(series.rows) }
    func properties() -> String? {
      let isAlone =
        flowcount_notices_threads() != 0 && (Events.ofThread() - start).allHandovers == 0
      return isAlone ? Self.properties(of: store) : nil
    }
    let before = state?(store)
    let first = before == nil ? properties() : nil
    for action in series.actions {
      try sending { try sendRounds(&store, [action], 1) }
      if let before, state?(store) != before { return }
    }
    guard before == nil else { throw CostError.nothingChanged(actions: list(series.actions)) }
    guard let first, first == properties(), !Mirror(reflecting: store).children.isEmpty else {
      return
    }
    Watch.write(
      "\(list(series.actions)) changed no stored property of \(Store.self); check that `send` reaches the "
        + "store, or pass `state:`")
  }

  /// Returns the first stored properties of a store and of its parts, as text.
  private static func properties(of store: Store) -> String {
    var text = ""
    dump(store, to: &text, maxDepth: 8, maxItems: 2_000)
    return text
  }
}

extension MeasuredAsyncStore {
  /// Sends a series of actions to a new store, and blocks the calling thread until they have been sent.
  ///
  /// Call it on a thread that runs no task.
  func perform(_ series: Series<Action>, _ probe: Probe) throws {
    let outcome = Outcome()
    let unchecked = UncheckedSeries(series: series)
    Task.detached {
      do { try await send(unchecked.series, probe) } catch { outcome.error = error }
      outcome.semaphore.signal()
    }
    outcome.semaphore.wait()
    if let error = outcome.error { throw error }
  }

  private func send(_ series: Series<Action>, _ probe: Probe) async throws {
    let store: Store
    do { store = try await create(series.rows) } catch { throw failed("creating the store", error) }
    do {
      try await sendRounds(store, series.actions, series.warmUps)
      for _ in 0..<series.batches {
        probe.start()
        try await sendRounds(store, series.actions, series.rounds)
        probe.stop()
      }
    } catch {
      throw failed("send", error)
    }
    withExtendedLifetime(store) {}
  }

  private struct UncheckedSeries: @unchecked Sendable {
    let series: Series<Action>
  }

  private final class Outcome: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    var error: (any Error)?
  }
}

func creating<Store>(_ body: () throws -> Store) throws -> Store {
  do { return try body() } catch { throw failed("creating the store", error) }
}

func sending(_ body: () throws -> Void) throws {
  do { try body() } catch { throw failed("send", error) }
}

private func failed(_ step: String, _ error: any Error) -> CostError {
  error as? CostError ?? .failed(step: step, error: "\(error)")
}

/// Returns the descriptions of actions, at most 100 characters long.
func list<Action>(_ actions: [Action]) -> String {
  let text = actions.map { "\($0)" }.joined(separator: ", ")
  return text.count > 100 ? "\(text.prefix(99))…" : text
}

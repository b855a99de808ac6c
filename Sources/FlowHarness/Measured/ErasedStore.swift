import MeasuredStores
import Workloads

/// A measured store without its types, which is called once for each batch.
struct ErasedStore {
  /// Sends the action with an index.
  let send: (Int) -> Void
  /// Returns a function that sends some actions in turn, from the one with an index on.
  let prepare: (_ first: Int, _ count: Int) -> () -> Void
  /// Returns a hash of the state, which differs between processes; `nil` if the state is not known.
  let hash: (() -> Int)?

  /// Creates a store.
  ///
  /// An error ends the process, as in any adapter, because an action that failed must not be measured.
  init<Store, Action>(
    _ measured: MeasuredStore<Store, Action>, _ actions: [Action], rows: Int, name: String
  ) {
    func orEnd<Result>(_ step: @autoclosure () -> String, _ body: () throws -> Result) -> Result {
      do { return try body() } catch { fatalError("'\(name)' threw an error \(step()): \(error)") }
    }
    let memory = StoreArray(
      of: orEnd("when it was created with \(rows) rows") { try measured.create(rows) })
    let sendRounds = measured.sendRounds
    func send(_ actions: [Action], _ rounds: Int = 1) {
      guard rounds > 0, !actions.isEmpty else { return }
      orEnd("when it was sent \(actions.count == 1 ? "\(actions[0])" : "\(actions.count) actions")")
      {
        try sendRounds(&memory.base.pointee, actions, rounds)
      }
    }
    let each = actions.map { [$0] }
    self.send = { send(each[$0]) }
    prepare = { first, count in
      let batch = BatchRounds(first: first, count: count, of: actions.count)
      let (head, tail) = (Array(actions[batch.head]), Array(actions[batch.tail]))
      return {
        send(head)
        send(actions, batch.rounds)
        send(tail)
      }
    }
    hash = measured.state.map { state in { state(memory.base.pointee).hashValue } }
  }
}

/// The parts of a batch: the end of a round, whole rounds, and the beginning of one.
struct BatchRounds: Equatable {
  let head: Range<Int>
  let rounds: Int
  let tail: Range<Int>

  /// Divides `count` actions of a list of `length`, from the one at `first` on.
  init(first: Int, count: Int, of length: Int) {
    head = first == 0 ? 0..<0 : first..<min(length, first + count)
    let (rounds, rest) = (count - head.count).quotientAndRemainder(dividingBy: length)
    self.rounds = rounds
    tail = 0..<rest
  }
}

import FlowCore
import PublishedStores
import Workloads

/// A store and its hand-written loop, with their types erased once for each batch, as those of a
/// `TrialSubject` are.
@MainActor
struct HandLoop {
  typealias Actions = HandWrittenLoops.Actions
  typealias State = HandWrittenLoops.State

  /// Replaces the batch by the next actions of the stream, as many as it is given.
  let refill: @MainActor (Int) -> Void
  /// Sends the batch; returns the nanoseconds that the loop took.
  let drive: @MainActor () async -> UInt64
  /// The digest of the state, as a `TrialSubject` forms it.
  let digest: @MainActor () async -> UInt64
}

extension HandLoop {
  /// A loop over the same stream of actions as a trial of `input` gets.
  init(
    _ input: TrialInput<CounterFeature>, drive: @escaping @MainActor (Actions) async -> UInt64,
    state: @escaping @MainActor () async -> State
  ) {
    let batch = input.makeBatch()
    let feature = input.feature
    refill = { batch.refill($0) }
    self.drive = { await drive(batch.actions) }
    digest = {
      let state = await state()
      return combineSlots(1) { feature.read(.digest, state, slot: $0) }
    }
  }
}

// Every store is the one that its design's adapter has made: the same initial state and, which
// matters more, the very same reducer closure.

extension HandLoop {
  /// The designs that have a loop written by hand.
  static var designs: Set<String> { Set(all.keys) }

  /// The loop over a fresh store of a design, or nil when none is written.
  static func make(_ design: String, _ input: TrialInput<CounterFeature>) -> HandLoop? {
    all[design]?(input)
  }

  /// The loop over a store that does nothing; its state is always the same.
  static func empty(_ input: TrialInput<CounterFeature>) -> HandLoop {
    let store = EmptySuspendingStore(input.feature)
    return HandLoop(
      input, drive: { await HandWrittenLoops.empty($0, store) },
      state: { input.feature.initialState })
  }

  private static let all: [String: @MainActor (TrialInput<CounterFeature>) -> HandLoop] = [
    "floor": { input in
      let memory = StoreArray([FloorAdapter(input.feature).floor])
      return HandLoop(
        input, drive: { HandWrittenLoops.floor($0, &memory.base.pointee) },
        state: { memory.base.pointee.state })
    },
    "returning": { input in
      let store = ReturningAdapter(input.feature).store
      return HandLoop(
        input, drive: { HandWrittenLoops.returning($0, store) }, state: { store.state })
    },
    "observable": { input in
      let store = ObservableAdapter(input.feature).store
      return HandLoop(
        input, drive: { HandWrittenLoops.observable($0, store) }, state: { store.state })
    },
    "middleware": { input in
      let store = MiddlewareAdapter(input.feature).store
      return HandLoop(
        input, drive: { await HandWrittenLoops.middleware($0, store) }, state: { store.state })
    },
    "inout": { input in
      let store = InoutAdapter(input.feature).store
      return HandLoop(
        input, drive: { HandWrittenLoops.inout($0, store) }, state: { store.state })
    },
    "effect": { input in
      let store = EffectAdapter(input.feature).store
      return HandLoop(
        input, drive: { HandWrittenLoops.effect($0, store) }, state: { store.state })
    },
    "command": { input in
      let store = CommandAdapter(input.feature).store
      return HandLoop(
        input, drive: { await HandWrittenLoops.command($0, store) }, state: { store.state })
    },
    "publisher": { input in
      let store = PublisherAdapter(input.feature).store
      return HandLoop(
        input, drive: { await HandWrittenLoops.publisher($0, store) }, state: { store.state })
    },
    "task": { input in
      let store = TaskAdapter(input.feature).store
      return HandLoop(input, drive: { HandWrittenLoops.task($0, store) }, state: { store.state })
    },
    "protocol": { input in
      let store = ProtocolAdapter(input.feature).store
      return HandLoop(
        input, drive: { await HandWrittenLoops.protocol($0, store) }, state: { store.state })
    },
    "actor": { input in
      let store = ActorAdapter(input.feature).store
      return HandLoop(
        input,
        drive: {
          // The batch is not touched again before the call has returned.
          nonisolated(unsafe) let actions = $0
          return await HandWrittenLoops.actor(actions, store)
        },
        state: { await store.state })
    },
    "mutex": { input in
      let store = MutexAdapter(input.feature).store
      return HandLoop(input, drive: { HandWrittenLoops.mutex($0, store) }, state: { store.state })
    },
    "flow": { input in
      let store = FlowAdapter(input.feature).store
      return HandLoop(input, drive: { HandWrittenLoops.flow($0, store) }, state: { store.state })
    },
  ]
}

import FlowCore
import Foundation
import Measurement
import PublishedStores
import Workloads

/// What somebody would write who uses one design and no harness: each design's store, made as its
/// adapter makes it, and a plain loop over its own API between two readings of the clock.
///
/// Nothing of the driver is in here: no adapter, no meters, no erased type, no `step()`. What the
/// driver takes beyond these loops is what it adds. Each is a function of its own that is handed
/// its store, not inlined: a loop that could see the store being made would be compiled for that
/// one store (its reducer's closure called directly), which no app's loop is.
///
/// All of them hold a counter, whose reducer costs less than any store, and which asks for no work.
@MainActor
enum HandWrittenLoops {
  typealias State = CounterFeature.State
  typealias Action = CounterFeature.Action
  typealias Actions = UnsafeBufferPointer<Action>
  typealias Dependencies = EffectDependencies<Never, Action>

  /// `empty-suspending`: awaits a `send` that does nothing.
  @inline(never)
  static func empty(
    _ actions: Actions, _ store: EmptySuspendingStore<CounterFeature>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { await store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `floor`: reduces in place.
  @inline(never)
  static func floor(
    _ actions: Actions, _ store: inout Floor<FeatureReducer<CounterFeature>>
  ) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `returning`: `send`.
  @inline(never)
  static func returning(_ actions: Actions, _ store: ReturningStore<State, Action>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `observable`: `send`, with nobody tracking.
  @inline(never)
  static func observable(_ actions: Actions, _ store: ObservableStore<State, Action>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `middleware`: awaits each `send` on the main actor.
  @inline(never)
  static func middleware(
    _ actions: Actions, _ store: MiddlewareStore<State, Action, Dependencies>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { await store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `inout`: `send`.
  @inline(never)
  static func `inout`(_ actions: Actions, _ store: InoutStore<State, Action>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `effect`: `send`.
  @inline(never)
  static func effect(_ actions: Actions, _ store: EffectStore<State, Action>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `command`: `dispatch`; where the main actor is not on the main thread, the store puts every
  /// action on the main queue, and the loop waits for it there as the driver does.
  @inline(never)
  static func command(
    _ actions: Actions, _ store: CommandStore<State, Action>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    if Thread.isMainThread {
      for action in actions { store.dispatch(action) }
    } else {
      for action in actions {
        store.dispatch(action)
        await MainQueue.turn()
      }
    }
    return MonotonicClock.nowNs() - startNs
  }

  /// `publisher`: `send`, then waits until its publisher has completed on the main queue.
  @inline(never)
  static func publisher(
    _ actions: Actions, _ store: PublisherStore<State, Action, Dependencies>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions {
      store.send(action)
      while store.effectsInFlight > 0 { await MainQueue.turn() }
    }
    return MonotonicClock.nowNs() - startNs
  }

  /// `task`: `dispatch`; a counter starts no task that one could wait for.
  @inline(never)
  static func task(
    _ actions: Actions, _ store: TaskStore<State, Action, Dependencies>
  ) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.dispatch(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `protocol`: awaits each `send` on the main actor.
  @inline(never)
  static func `protocol`(
    _ actions: Actions, _ store: ProtocolStore<State, Action>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { await store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `actor`: awaits each `send` away from the main actor, where a server would.
  @inline(never)
  @concurrent nonisolated static func actor(
    _ actions: Actions, _ store: ActorStore<State, Action>
  ) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { await store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `mutex`: `send`.
  @inline(never)
  static func mutex(_ actions: Actions, _ store: MutexStore<State, Action>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }

  /// `flow`: `send`.
  @inline(never)
  static func flow(_ actions: Actions, _ store: Store<FeatureReducer<CounterFeature>>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }
}

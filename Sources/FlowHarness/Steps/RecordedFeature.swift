import FlowCore
import Workloads

/// A module with the same states, actions and work that logs each reduction and each piece of work,
/// the calls of its middlewares included.
///
/// A state cannot show everything that a store does: an action may assign the value that is there
/// already, and so may an answer that arrives twice.
struct RecordedFeature<Base: LeafFeature>: LeafFeature {
  typealias State = Base.State
  typealias Action = Base.Action
  typealias Request = Base.Request
  typealias Cursor = Base.Cursor

  let base: Base
  let log: ReductionLog<Base.Action>

  static var hasEffects: Bool { Base.hasEffects }
  static var name: String { Base.name }
  var initialState: State { base.initialState }
  var completion: Completion { base.completion }
  var period: Int { base.period }
  var initialCursor: Cursor { base.initialCursor }

  func reduce(into state: inout State, action: Action) {
    log.reduce(action)
    base.reduce(into: &state, action: action)
  }

  func perform(_ request: Request) -> Action? {
    log.perform()
    return base.perform(request)
  }

  nonisolated(nonsending) func answer(_ request: Request) async -> Action? {
    log.perform()
    return await base.answer(request)
  }

  func accepts(_ action: Action) -> Bool { base.accepts(action) }
  func mayRequest(_ action: Action) -> Bool { base.mayRequest(action) }
  func region(of action: Action) -> StateRegion { base.region(of: action) }
  func region(slot: Int) -> StateRegion { base.region(slot: slot) }
  func request(for action: Action, after state: State) -> Request? {
    base.request(for: action, after: state)
  }
  func cancellationKey(of action: Action) -> Int? { base.cancellationKey(of: action) }
  func digest(_ state: State, into digest: inout Digest) { base.digest(state, into: &digest) }
  func drawn(_ state: State) -> UInt64 { base.drawn(state) }
  func derived(_ state: State) -> UInt64 { base.derived(state) }
  func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result where V.State == State {
    base.visitSlice(slot: slot, visitor)
  }
  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    base.nextAction(cursor: &cursor, style: style, using: &random)
  }
}

extension RecordedFeature: ObservingFeature where Base: ObservingFeature {
  func observe(_ action: Action) -> Action? {
    log.perform()
    return base.observe(action)
  }
}

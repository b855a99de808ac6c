public import Workloads

/// A workload made of a list of actions that are sent in turn, a state, and its reducer.
///
/// The published designs and measured stores then do the same work, and their states are compared with the
/// reducer's:
///
/// ```swift
/// let actions: [CartAction] = [.add(1), .remove(1)]
/// let cart = ReducerWorkload("cart", actions: actions) { Cart(rows: $0) } reducer: { $0.reduce($1) }
/// catalogue.addPublishedDesigns(for: cart)
/// catalogue.add(MeasuredStore { CartStore(rows: $0) } send: { $0.send($1) } state: { $0.cart }, for: cart)
/// ```
///
/// Each design calls the reducer as a closure, which takes about as long as the call of `send` in the loop of a
/// measured store.
public struct ReducerWorkload<State: Hashable & Sendable, Action: Sendable>: Sendable {
  let id: String
  let actions: [Action]
  let makeState: @Sendable (_ rows: Int) -> State
  let reducer: @Sendable (inout State, Action) -> Void

  /// Creates a workload.
  ///
  /// - Parameters:
  ///   - id: The id of the workload.
  ///   - actions: At least one action. The list must do the same work again when it is repeated.
  ///   - state: Creates the initial state with a number of rows.
  ///   - reducer: Applies an action to the state, on any thread.
  public init(
    _ id: String, actions: [Action], state: @escaping @Sendable (_ rows: Int) -> State,
    reducer: @escaping @Sendable (inout State, Action) -> Void
  ) {
    self.id = id
    self.actions = actions
    makeState = state
    self.reducer = reducer
  }

  var description: WorkloadDescription { WorkloadDescription(id: id, actions: actions) }
}

/// The feature of a ``ReducerWorkload``, which has no effects.
@usableFromInline
struct ReducedFeature<State: Hashable & Sendable, Input: Sendable>: LeafFeature {
  /// An action of the list, with the size and the layout of the user's.
  @usableFromInline
  struct Action: Sendable {
    @usableFromInline let input: Input
  }

  @usableFromInline typealias Cursor = ListCursor

  private let workload: ReducerWorkload<State, Input>
  private let rows: Int
  @usableFromInline let reducer: @Sendable (inout State, Input) -> Void

  init(_ workload: ReducerWorkload<State, Input>, rows: Int) {
    self.workload = workload
    self.rows = rows
    reducer = workload.reducer
  }

  // Created for each store, without shared memory, which the first write would copy.
  @usableFromInline var initialState: State { workload.makeState(rows) }
  @usableFromInline var period: Int { workload.actions.count }

  @inlinable
  func reduce(into state: inout State, action: Action) { reducer(&state, action.input) }

  @usableFromInline
  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(AnyHashable(state).hashValue)
  }

  @usableFromInline
  func derived(_ state: State) -> UInt64 { drawn(state) }

  @usableFromInline
  func nextAction(
    cursor: inout ListCursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    Action(input: workload.actions[cursor.advance(in: workload.actions.count)])
  }
}

extension ReducedFeature.Action: Codable {
  @usableFromInline
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "the actions of a reducer's workload cannot be read"))
  }

  @usableFromInline
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text(of: input))
  }
}

/// The position in a list of actions that are sent in turn.
@usableFromInline
struct ListCursor: DefaultCursor {
  private var next = 0

  @usableFromInline init() {}

  /// Returns the position, and moves to the next one.
  mutating func advance(in count: Int) -> Int {
    defer { next = (next + 1) % count }
    return next
  }
}

public import MeasuredStores
import Workloads

extension Catalogue {
  /// Adds a store as the tests of an app have it, and actions that it is sent in turn.
  ///
  /// Stores that are added with one id and the same actions are compared with each other:
  ///
  /// ```swift
  /// let actions: [CartAction] = [.add(1), .remove(1)]
  /// catalogue.add("cart", store: MeasuredStore { Cart(rows: $0) } send: { $0.send($1) }, actions: actions)
  /// catalogue.add("cart", store: MeasuredStore { NewCart(rows: $0) } send: { $0.send($1) }, actions: actions)
  /// ```
  ///
  /// `run --workload cart --features 1,100` then measures stores of the designs `cart` and `new-cart` with 1 and
  /// with 100 rows. Each row has a warning, because no reducer checks its states; a
  /// ``ReducerWorkload`` does. Stores with a `state` must end in the same state as the first of them.
  ///
  /// - Parameters:
  ///   - id: The id of the workload.
  ///   - store: The functions that create a store, send to it and read its state.
  ///   - design: The id of the design; `nil`: the name of the store's type in words joined by hyphens.
  ///   - actions: At least one action. The list must do the same work again when it is repeated.
  public mutating func add<Store, Action>(
    _ id: String, store: MeasuredStore<Store, Action>, as design: String? = nil, actions: [Action]
  ) {
    // One id can name stores of several workloads, which have different types.
    let summary = design == nil ? "measured store: \(Store.self)" : "measured store"
    let design = design ?? hyphenated("\(Store.self)")
    add(
      MeasuredWork(
        workload: WorkloadDescription(id: id, actions: actions),
        design: DesignDescription(id: design, summary: summary, questions: [.loads]),
        actions: actions.map(text(of:)), hasRows: store.hasRows, hasState: store.state != nil
      ) {
        ErasedStore(store, actions, rows: $0, name: design)
      })
  }

  mutating func add(_ work: MeasuredWork) {
    let id = work.workload.id
    let earlier = measured[id, default: []]
    guard !work.actions.isEmpty else {
      return refuse("the workload '\(id)' must have at least one action, got none")
    }
    guard !work.isReducer || earlier.isEmpty else {
      return refuse("the reducer of the workload '\(id)' must be added before its stores")
    }
    guard earlier.allSatisfy({ $0.actions == work.actions }) else {
      return refuse(
        "all stores of the workload '\(id)' must have the same actions, got others for "
          + "'\(work.design.id)'; give them another id")
    }
    guard !pairs.keys.contains(Pair(workload: id, design: work.design.id)) else {
      return refuse(
        "each store of the workload '\(id)' must have an id of its own, got '\(work.design.id)' twice; "
          + "give another with as:")
    }
    measured[id] = earlier + [work]
    let reference = work.hasState ? (earlier.first { $0.hasState } ?? work) : nil
    add(work.workload, isAlone: true) { work.fold($0, reference) }
    guard !work.isReducer else { return }
    add(work.entry(comparedWith: reference), of: work.design, for: work.workload)
  }
}

extension WorkloadDescription {
  /// Creates the description of a list of actions.
  init<Action>(id: String, actions: [Action]) {
    let list = actions.map { text(of: $0) }.joined(separator: ", ")
    self.init(id: id, summary: list.count > 60 ? "\(list.prefix(59))…" : "\(list), in turn")
  }
}

/// Returns the text of an action in a line.
func text<Action>(of action: Action) -> String {
  "\(action)".split(whereSeparator: \.isNewline).joined(separator: " ")
}

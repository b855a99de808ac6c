public import MeasuredStores
import Workloads

extension Catalogue {
  /// Adds a design and `floor` for a list of actions with a reducer.
  @inlinable
  public mutating func add<D: StoreDesign, State, Action>(
    _ design: D, for workload: ReducerWorkload<State, Action>
  ) {
    if add(workload) { addPair(FloorDesign(), workload) }
    addPair(design, workload)
  }

  /// Adds a store as the tests of an app have it, whose states are compared with those of a reducer.
  ///
  /// - Parameters:
  ///   - store: The functions that create a store, send to it and read its state.
  ///   - workload: The actions and the reducer.
  ///   - design: The id of the design; `nil`: the name of the store's type in words joined by hyphens.
  @inlinable
  public mutating func add<Store, State, Action>(
    _ store: MeasuredStore<Store, Action>, for workload: ReducerWorkload<State, Action>,
    as design: String? = nil
  ) {
    if add(workload) { addPair(FloorDesign(), workload) }
    add(store, of: workload, as: design)
  }

  @usableFromInline
  mutating func add<Store, State, Action>(
    _ store: MeasuredStore<Store, Action>, of workload: ReducerWorkload<State, Action>,
    as design: String?
  ) {
    add(workload.id, store: store, as: design, actions: workload.actions)
  }

  /// Adds a workload; returns `false` if the catalogue has it.
  @usableFromInline
  mutating func add<State, Action>(_ workload: ReducerWorkload<State, Action>) -> Bool {
    guard measured[workload.id]?.first?.isReducer != true else { return false }
    add(workload.work)
    return true
  }

  @inlinable
  mutating func addPair<D: StoreDesign, State, Action>(
    _ design: D, _ workload: ReducerWorkload<State, Action>
  ) {
    let builder = TrialStoreBuilder<ReducedFeature<State, Action>>()
    add(workload.entry { design.makeStore(with: builder) }, of: design.description, for: workload)
  }

  @usableFromInline
  mutating func add<State, Action>(
    _ entry: DesignEntry, of design: DesignDescription, for workload: ReducerWorkload<State, Action>
  ) {
    add(entry, of: design, for: workload.description)
  }
}

extension ReducerWorkload {
  /// Returns the entry of a design.
  @usableFromInline
  @MainActor
  func entry(
    _ makeStore: @escaping @MainActor () -> StoreTrial<ReducedFeature<State, Action>>?
  ) -> DesignEntry {
    let work = work
    return DesignEntry(
      trial: { scenario in
        guard scenario.isPlainMeasured, let store = makeStore() else { return nil }
        let rows = scenario.features
        let trial = store.trial { _ in ReducedFeature(self, rows: rows) }
        return DesignEntry.Trial(notification: trial.notification) { context in
          var subject = trial.subject(context)
          subject.listed = work.listed(comparedWith: work, rows)
          return subject
        }
      },
      fold: { context in
        FoldParts(context) { _ in ReducedFeature(self, rows: context.scenario.features) }
      })
  }

  /// The reducer as a store, with whose states others are compared.
  @MainActor var work: MeasuredWork {
    let (makeState, reducer) = (makeState, reducer)
    let store = MeasuredStore {
      makeState($0)
    } send: {
      reducer(&$0, $1)
    } state: {
      $0
    }
    return MeasuredWork(
      workload: description, design: FloorDesign().description, actions: actions.map(text(of:)),
      hasRows: true, hasState: true, isReducer: true
    ) { [id, actions] in ErasedStore(store, actions, rows: $0, name: id) }
  }
}

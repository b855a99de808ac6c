import Workloads

/// A measured store and the list of its actions, without their types.
@MainActor
struct MeasuredWork {
  let workload: WorkloadDescription
  let design: DesignDescription
  /// The texts of the actions.
  let actions: [String]
  let hasRows: Bool
  let hasState: Bool
  /// A Boolean value that indicates whether it is the reducer with which stores are compared.
  var isReducer = false
  /// Creates a store.
  let make: @MainActor (_ rows: Int) -> ErasedStore

  /// Returns the entry of the catalogue.
  ///
  /// - Parameter reference: The work with whose states this one's are compared, if they are known.
  func entry(comparedWith reference: MeasuredWork?) -> DesignEntry {
    DesignEntry(
      trial: { scenario in
        guard scenario.isPlainMeasured, hasRows || scenario.features == 1 else { return nil }
        return DesignEntry.Trial(notification: .none) { subject($0, reference) }
      }, fold: { fold($0, reference) })
  }

  func fold(_ context: TrialContext, _ reference: MeasuredWork?) -> FoldParts {
    FoldParts(context) { _ in feature { reference?.make(context.scenario.features) } }
  }

  private func feature(_ makeStore: @escaping () -> ErasedStore?) -> MeasuredFeature {
    MeasuredFeature(count: actions.count, makeStore: makeStore)
  }

  private func subject(_ context: TrialContext, _ reference: MeasuredWork?) -> TrialSubject {
    let rows = context.scenario.features
    let feature = feature { make(rows) }
    let memory = StoreArray(of: Floor(feature))
    let drive = StoreLoops<MeasuredFeature>.Drive.atOnce {
      MeasuredFeature.drive($0, into: &memory.base.pointee.state, $1)
    }
    var subject = TrialSubject(context.input(feature), StoreLoops(memory, atOnce: drive))
    subject.listed = listed(comparedWith: reference, rows)
    return subject
  }

  /// Returns the check of a store that was created with a number of rows.
  func listed(comparedWith reference: MeasuredWork?, _ rows: Int) -> ListedWork {
    ListedWork(
      actions: actions, reference: reference.map { name(of: $0) },
      isChecked: reference?.isReducer == true, isIdle: { hasState && isIdle(make(rows)) })
  }

  private func name(of reference: MeasuredWork) -> String {
    if reference.isReducer { return "the reducer" }
    return reference.design.id == design.id
      ? "another store of its kind" : "'\(reference.design.id)'"
  }

  private func isIdle(_ store: ErasedStore) -> Bool {
    let before = store.hash?()
    return actions.indices.allSatisfy {
      store.send($0)
      return store.hash?() == before
    }
  }
}

extension Scenario {
  /// A Boolean value that indicates whether it is one store that is sent its actions in their order.
  var isPlainMeasured: Bool {
    topology == .single && distribution == .uniform && storage == .memory && middlewares == 0
      && completion == .immediate
  }
}

public import Designs
public import FlowDesigns
public import FlowHarness

extension Catalogue {
  /// Adds the designs of this package for every workload, in the order of the tables.
  ///
  /// Each design has one line here, and a folder; those of FlowCore share `Flow`.
  public mutating func addPublishedDesigns() {
    ReturningDesign.add(to: &self)
    ObservableDesign.add(to: &self)
    MiddlewareDesign.add(to: &self)
    InoutDesign.add(to: &self)
    EffectDesign.add(to: &self)
    CommandDesign.add(to: &self)
    PublisherDesign.add(to: &self)
    TaskDesign.add(to: &self)
    ProtocolDesign.add(to: &self)
    ActorDesign.add(to: &self)
    MutexDesign.add(to: &self)
    FlowDesign.add(to: &self)
    FlowTypedScopeDesign.add(to: &self)
    FlowTrackedDesign.add(to: &self)
    FlowHistoryDesign.add(to: &self)
    FlowUndoDesign.add(to: &self)
    FlowTracedDesign.add(to: &self)
    FlowReplayedDesign.add(to: &self)
    BareTaskDesign.add(to: &self)
    TaskByHandDesign.add(to: &self)
    ObservableByHandDesigns.add(to: &self)
    ClosuresByHandDesign.add(to: &self)
  }

  /// Adds the designs of this package, except for variants, for a list of actions with a reducer.
  ///
  /// They are compiled for its types in the module that calls this.
  @inlinable
  public mutating func addPublishedDesigns<State, Action>(
    for workload: ReducerWorkload<State, Action>
  ) {
    add(ReturningDesign(), for: workload)
    add(ObservableDesign(), for: workload)
    add(MiddlewareDesign(), for: workload)
    add(InoutDesign(), for: workload)
    add(EffectDesign(), for: workload)
    add(CommandDesign(), for: workload)
    add(PublisherDesign(), for: workload)
    add(TaskDesign(), for: workload)
    add(ProtocolDesign(), for: workload)
    add(ActorDesign(), for: workload)
    add(MutexDesign(), for: workload)
    add(FlowDesign(), for: workload)
    add(FlowTrackedDesign(), for: workload)
  }
}

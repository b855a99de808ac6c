/// Sends the actions of an effect that answers more than once.
///
/// Not `Sendable`: it belongs to the executor of its store, on which the effect's body runs.
public struct Sender<Action> {
  @usableFromInline let deliver: (Action) -> Void

  @inlinable init(deliver: @escaping (Action) -> Void) { self.deliver = deliver }

  /// Sends an action; it is reduced before the call returns, unless the store is handling another
  /// one: then it is queued behind it.
  ///
  /// Does nothing once the effect has ended, is cancelled, or its store is gone.
  @inlinable
  public func callAsFunction(_ action: Action) { deliver(action) }

  @inlinable
  func pullback<Local>(_ embed: @escaping (Local) -> Action) -> Sender<Local> {
    Sender<Local> { [deliver] in deliver(embed($0)) }
  }
}

/// Sends the actions of an effect created by ``Effect/run(_:)``.
///
/// It is not `Sendable`, because it is confined to the executor of the store.
public struct Sender<Action> {
  @usableFromInline let deliver: (Action) -> Void

  @inlinable init(deliver: @escaping (Action) -> Void) { self.deliver = deliver }

  /// Sends an action.
  ///
  /// The action is reduced before the call returns. If the store is handling another action, it is
  /// queued instead. The call does nothing after the effect has ended or was cancelled, or the
  /// store was released.
  ///
  /// - Precondition: Called on the executor of the store.
  @inlinable
  public func callAsFunction(_ action: Action) { deliver(action) }

  @inlinable
  func pullback<Local>(_ embed: @escaping (Local) -> Action) -> Sender<Local> {
    Sender<Local> { [deliver] in deliver(embed($0)) }
  }
}

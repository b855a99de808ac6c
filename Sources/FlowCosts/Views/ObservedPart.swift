/// A part of a store's state that a view observes, with the function that subscribes to it.
///
/// For a store whose parts are published, or observed with closures:
///
///     ObservedPart("items", value: { $0.state.items }) { store, notify in
///       store.$state.map(\.items).removeDuplicates().sink { _ in notify() }
///     }
public struct ObservedPart<Store> {
  let name: String
  let isChanged: (_ before: Store) -> (_ after: Store) -> Bool
  let subscribe: (Store, _ notify: @escaping @Sendable () -> Void) -> Any

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The name of the part in ``Notifications``.
  ///   - value: Returns the part's present value.
  ///   - subscribe: Calls `notify` for each later change, until the returned value is released. Calls during
  ///     the subscription itself are not counted.
  public init<Value: Equatable>(
    _ name: String, value: @escaping (Store) -> Value,
    subscribe: @escaping (_ store: Store, _ notify: @escaping @Sendable () -> Void) -> Any
  ) {
    self.name = name
    self.subscribe = subscribe
    isChanged = { store in
      let before = value(store)
      return { value($0) != before }
    }
  }
}

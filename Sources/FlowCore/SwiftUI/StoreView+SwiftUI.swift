#if canImport(SwiftUI)
  public import SwiftUI

  @MainActor
  extension StoreView {
    /// Returns a binding that reads a part of the state with observation, and sends an action for
    /// each value that a control sets.
    ///
    /// The action is sent with the transaction of the binding, so that `animation(_:)` of the
    /// binding animates the changes.
    ///
    /// - Parameters:
    ///   - path: The part.
    ///   - action: A closure that returns the action for a value, such as the constructor of a
    ///     case.
    public func binding<Value: Equatable>(
      _ path: KeyPath<State, Value>, send action: @escaping (Value) -> Action
    ) -> Binding<Value> { Binding(boundPart(path, send: action)) }

    /// Returns a binding to the scope of a part that may be absent, for `sheet(item:)`,
    /// `navigationDestination(item:)` and similar modifiers.
    ///
    /// The view that creates the binding is notified when the part appears, disappears, or gets
    /// another identifier, and not of other changes to the part. While the presented view is
    /// dismissed, its scope reads the last state of the part.
    ///
    /// - Parameters:
    ///   - scope: A closure that returns the scope of the part; `nil` if it is absent. The part may
    ///     be optional, a member of a collection, or the content of an enum case.
    ///   - action: The action that removes the part. It is sent once when the view is dismissed,
    ///     and not if the part is already absent or was replaced by another one.
    public func binding<Part: Identifiable, PartAction>(
      item scope: @escaping (Self) -> ScopedStore<Part, PartAction>?, dismiss action: Action
    ) -> Binding<ScopeItem<Part, PartAction>?> { Binding(boundItem(scope, dismiss: action)) }

    /// Returns a binding that is `true` while an optional part is present, for
    /// `alert(_:isPresented:actions:)`, `sheet(isPresented:)` and similar modifiers.
    ///
    /// - Parameters:
    ///   - path: The optional part.
    ///   - action: The action that removes the part. It is sent once when the view is dismissed,
    ///     and not if the part is already absent.
    public func binding<Part>(
      isPresented path: KeyPath<State, Part?>, dismiss action: Action
    ) -> Binding<Bool> { Binding(boundPresence(of: path, dismiss: action)) }
  }

  extension StoreView {
    /// Sends an action and animates the changes that it makes, as `withAnimation` does.
    ///
    /// Actions that effects send later are not animated. If the store is handling another action,
    /// this action is queued, and its changes are not animated.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - animation: The animation; `nil` for none.
    public func send(_ action: Action, animation: Animation?) {
      withAnimation(animation) { send(action) }
    }
  }

  extension Binding {
    /// Creates a binding that SwiftUI reads and sets on the main actor.
    @MainActor
    fileprivate init(_ part: BoundPart<Value>) {
      self.init(
        get: { @MainActor in part.get() },
        set: { @MainActor value, transaction in
          withTransaction(transaction) { part.set(value) }
        })
    }
  }
#endif

/// The two functions of a binding to a part of a store, for `Binding` of SwiftUI.
///
/// The functions need no SwiftUI, so that they are tested on each system.
struct BoundPart<Value> {
  let get: () -> Value
  let set: (Value) -> Void
}

extension StoreView {
  /// Returns functions that read a part with observation and send an action for a new value.
  func boundPart<Value: Equatable>(
    _ path: KeyPath<State, Value>, send embed: @escaping (Value) -> Action
  ) -> BoundPart<Value> {
    BoundPart(get: { self[dynamicMember: path] }, set: { send(embed($0)) })
  }

  /// Returns functions that present a part, and send an action when it is dismissed.
  ///
  /// - Parameters:
  ///   - scope: A closure that returns the scope of the part; `nil` if it is absent.
  ///   - action: The action for a dismissal.
  func boundItem<Part: Identifiable, PartAction>(
    _ scope: @escaping (Self) -> ScopedStore<Part, PartAction>?, dismiss action: Action
  ) -> BoundPart<ScopeItem<Part, PartAction>?> {
    let presentation = Presentation<Part.ID>()
    let item = {
      // Only the identifier, because other changes do not concern the view that presents the part.
      let item = scope(self).map { ScopeItem(of: $0, id: $0[dynamicMember: \.id]) }
      presentation.shown = item?.id
      return item
    }
    // Tracked where the binding is created, which is the body of the presenting view.
    _ = item()
    return BoundPart(
      get: item,
      set: { item in
        guard item == nil, presentation.ends(scope(self)?.current.id) else { return }
        send(action)
      })
  }

  /// Returns functions that determine whether a part is presented, and send an action when it is
  /// dismissed.
  func boundPresence<Part>(
    of path: KeyPath<State, Part?>, dismiss action: Action
  ) -> BoundPart<Bool> {
    let presentation = Presentation<Bool>()
    let isPresent = {
      let isPresent = _slice.part(path).member(_OnlyKey()) != nil
      presentation.shown = isPresent ? true : nil
      return isPresent
    }
    _ = isPresent()
    return BoundPart(
      get: isPresent,
      set: { isPresented in
        let isPresent = _slice.part(path).value != nil
        guard !isPresented, presentation.ends(isPresent ? true : nil) else { return }
        send(action)
      })
  }
}

/// The part that a view has read from a binding.
///
/// SwiftUI may set a binding to `nil` several times for one dismissal, and after the part was
/// removed or replaced. Only the first `nil` while the shown part is present counts as a dismissal.
private final class Presentation<ID: Equatable> {
  /// The identifier of the part; `nil` if it was absent or has been dismissed since.
  var shown: ID?

  /// Returns whether a dismissal ends the presentation of the part that is present now.
  func ends(_ present: ID?) -> Bool {
    defer { shown = nil }
    return shown != nil && shown == present
  }
}

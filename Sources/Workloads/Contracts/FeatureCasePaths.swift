public import FlowCore

extension CasePath where Root == Value {
  /// The case path of all values, for a part that has the actions of the whole.
  @inlinable public static var whole: Self { Self({ $0 }) { $0 } }
}

extension CasePath {
  /// Returns the case path from actions of copies to a copy and the module's action.
  @inlinable public static func element<C: CopiesOfModule>(of copies: C.Type) -> Self
  where Root == C.Action, Value == (Int, C.Base.Action) {
    Self({ C.embed($0.1, copy: $0.0) }) { whole in
      let (copy, action) = C.extract(whole)
      return (copy, action)
    }
  }

  /// Returns the case path from actions of the app to those of one kind of module.
  @inlinable public static func part<Part: AppPart>(_ part: Part.Type) -> Self
  where Root == Part.App.Action, Value == Copies<Part.Module>.Action {
    Self({ Part.embed($0) }) { Part.extract($0) }
  }
}

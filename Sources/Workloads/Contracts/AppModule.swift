/// What stands in the list of an app's modules: a module, or none.
public protocol AppModule: Sendable {
  /// What the app holds of it: *n* copies.
  associatedtype Several: Splittable where Several.Action: KeyedAction

  /// Whether there is one: if not, the app has no slots for it.
  static var isPresent: Bool { get }
  /// As many of it as the app has copies.
  func several(_ count: Int) -> Several
  /// Hands the visitor its part of the app, if there is one.
  static func visit<Part: AppPart, V: AppPartVisitor>(_ part: Part.Type, _ visitor: inout V)
  where Part.Module == Self, V.App == Part.App
  /// Hands the folder its part of the app; if there is none, the parts of the rest.
  // A requirement, and no condition: whoever compiles for each kind compiles one way only.
  static func fold<Part: AppPart, V: AppKindFolder, Rest: AppKindList>(
    _ part: Part.Type, _ folder: V, then rest: Rest.Type
  ) -> V.Result where Part.Module == Self, V.App == Part.App, Rest.App == Part.App
}

extension LeafFeature {
  /// Always `true`: a feature in an app's list has slots.
  @inlinable public static var isPresent: Bool { true }

  /// Puts `count` copies of the feature into slots of their own.
  @inlinable public func several(_ count: Int) -> Copies<Self> { Copies(self, count: count) }

  /// Hands the visitor the part, since there is a module in it.
  @inlinable public static func visit<Part: AppPart, V: AppPartVisitor>(
    _ part: Part.Type, _ visitor: inout V
  ) where Part.Module == Self, V.App == Part.App, Several == Copies<Self> {
    visitor.visit(part)
  }

  /// Hands the folder the part, and the rest of the list to go on with.
  @inlinable public static func fold<Part: AppPart, V: AppKindFolder, Rest: AppKindList>(
    _ part: Part.Type, _ folder: V, then rest: Rest.Type
  ) -> V.Result
  where
    Part.Module == Self, V.App == Part.App, Rest.App == Part.App, Several == Copies<Self>
  {
    folder.fold(part, then: rest)
  }
}

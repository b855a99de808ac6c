/// An app made of a list of modules, whose places are known as types.
///
/// Whoever must treat each kind in turn writes a visitor (`visitParts`); whoever must choose between
/// them without an indirection names the eight parts.
public protocol AppOfModules: Splittable {
  /// The first place.
  associatedtype Part0: AppPart where Part0.App == Self
  /// The second place.
  associatedtype Part1: AppPart where Part1.App == Self
  /// The third place.
  associatedtype Part2: AppPart where Part2.App == Self
  /// The fourth place.
  associatedtype Part3: AppPart where Part3.App == Self
  /// The fifth place.
  associatedtype Part4: AppPart where Part4.App == Self
  /// The sixth place.
  associatedtype Part5: AppPart where Part5.App == Self
  /// The seventh place.
  associatedtype Part6: AppPart where Part6.App == Self
  /// The eighth place.
  associatedtype Part7: AppPart where Part7.App == Self

  /// Hands an action to the receiver as what it is for its own module.
  static func deliver<R: AppActionReceiver>(_ action: Action, to receiver: inout R)
  where R.App == Self
}

/// Receives actions of an app, each as its module knows it.
public protocol AppActionReceiver<App> {
  /// The app.
  associatedtype App: Feature

  /// Called with an action of the part's module.
  mutating func receive<Part: AppPart>(
    _ action: Part.Module.Several.Action, of part: Part.Type
  ) where Part.App == App
}

extension AppOfModules {
  /// Hands the visitor every part in which there is a module, in the order of the list.
  @inlinable public func visitParts<V: AppPartVisitor>(_ visitor: inout V) where V.App == Self {
    Part0.Module.visit(Part0.self, &visitor)
    Part1.Module.visit(Part1.self, &visitor)
    Part2.Module.visit(Part2.self, &visitor)
    Part3.Module.visit(Part3.self, &visitor)
    Part4.Module.visit(Part4.self, &visitor)
    Part5.Module.visit(Part5.self, &visitor)
    Part6.Module.visit(Part6.self, &visitor)
    Part7.Module.visit(Part7.self, &visitor)
  }

  /// Hands the visitor one part.
  ///
  /// - Parameter kind: Its place in the list, from 0; one in which there is a module.
  @inlinable @inline(__always)
  public func visitPart<V: AppPartVisitor>(_ kind: Int, _ visitor: inout V) where V.App == Self {
    switch kind {
    case 0: Part0.Module.visit(Part0.self, &visitor)
    case 1: Part1.Module.visit(Part1.self, &visitor)
    case 2: Part2.Module.visit(Part2.self, &visitor)
    case 3: Part3.Module.visit(Part3.self, &visitor)
    case 4: Part4.Module.visit(Part4.self, &visitor)
    case 5: Part5.Module.visit(Part5.self, &visitor)
    case 6: Part6.Module.visit(Part6.self, &visitor)
    default: Part7.Module.visit(Part7.self, &visitor)
    }
  }
}

public import FlowCore

/// No module: what ends the list of an app that has fewer kinds than the list has places.
///
/// It has no slots, keeps nothing, and neither its actions nor its requests can exist.
public struct NoModule: AppModule, Splittable {
  /// A state without fields: any two of them are equal.
  public struct State: Equatable, Sendable {
    @inlinable init() {}
  }

  /// Nobody is ever there.
  public struct Cursor: Sendable {
    @inlinable init() {}
  }

  /// No action exists, so whatever takes one can never be called.
  public typealias Action = Never
  /// Nothing is asked for.
  public typealias Request = Never
  /// However often there is none, it stays none.
  public typealias Several = NoModule

  /// No module.
  @inlinable public init() {}

  /// Always `false`: the app has no slots for this place.
  @inlinable public static var isPresent: Bool { false }

  /// No module, whatever the count: any number of copies of none is none.
  @inlinable public func several(_ count: Int) -> NoModule { self }

  /// There is no part to visit.
  @inlinable public static func visit<Part: AppPart, V: AppPartVisitor>(
    _ part: Part.Type, _ visitor: inout V
  ) where Part.Module == NoModule, V.App == Part.App {}

  /// The parts of the rest.
  @inlinable public static func fold<Part: AppPart, V: AppKindFolder, Rest: AppKindList>(
    _ part: Part.Type, _ folder: V, then rest: Rest.Type
  ) -> V.Result where Part.Module == NoModule, V.App == Part.App, Rest.App == Part.App {
    rest.fold(folder)
  }

  /// The only value that there is; nothing ever changes it.
  @inlinable public var initialState: State { State() }

  /// Cannot be called: there is no action.
  @inlinable public func reduce(into state: inout State, action: Never) {}

  /// Cannot be called: there is no action.
  @inlinable public func region(of action: Never) -> StateRegion {}

  /// 0: there is no slot to look at or to aim an action at.
  @inlinable public var slotCount: Int { 0 }

  /// The only value that there is; no generator ever asks with it.
  @inlinable public var initialCursor: Cursor { Cursor() }
}

// What is asked of a slot cannot be asked of a module that has none.
extension NoModule {
  /// - Precondition: Not to be called.
  @inlinable public func region(slot: Int) -> StateRegion { refuse(slot) }

  /// - Precondition: Not to be called.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    refuse(slot)
  }

  /// - Precondition: Not to be called.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    refuse(slot)
  }

  /// - Precondition: Not to be called.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 { refuse(slot) }

  /// - Precondition: Not to be called.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 { refuse(slot) }

  /// - Precondition: Not to be called.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Never? { refuse(slot) }

  @usableFromInline func refuse(_ slot: Int) -> Never {
    preconditionFailure("no module has no slot, but was asked for slot \(slot)")
  }
}

extension NoModule {
  /// 0, however many copies of other modules the app has.
  @inlinable public var copyCount: Int { 0 }

  /// The same again: there are no copies to leave out.
  @inlinable public func with(copies: Int) -> NoModule { self }

  /// Cannot be called: there is no action.
  @inlinable public func copy(of action: Never) -> Int {}

  /// Cannot be called: there is no action.
  @inlinable public func aim(_ action: Never, at copy: Int) -> Never {}

  /// - Precondition: Not to be called.
  @inlinable public func place(of slot: Int) -> (kind: Int, copy: Int) { refuse(slot) }

  /// - Precondition: Not to be called.
  @inlinable public func slot(kind: Int, copy: Int, copies: Int) -> Int { refuse(copy) }
}

/// An app of up to eight kinds of modules, *n* copies of each: the unit in which topologies are
/// compared.
///
/// Slots are numbered by kind first: slot = kind · *n* + copy, the kinds in the order of the list.
/// State, actions and requests are flat, as those of real apps are. The actions, requests and
/// generators are those of the modules; see there. Places of the list that are not needed are
/// `NoModule`, and come last.
public struct ModularApp<
  M0: AppModule, M1: AppModule, M2: AppModule, M3: AppModule, M4: AppModule, M5: AppModule,
  M6: AppModule, M7: AppModule
>: AppOfModules {
  /// The states of all modules.
  public typealias State = AllOf<
    M0.Several.State, M1.Several.State, M2.Several.State, M3.Several.State, M4.Several.State,
    M5.Several.State, M6.Several.State, M7.Several.State
  >
  /// An action of one module.
  public typealias Action = OneOf<
    M0.Several.Action, M1.Several.Action, M2.Several.Action, M3.Several.Action, M4.Several.Action,
    M5.Several.Action, M6.Several.Action, M7.Several.Action
  >
  /// Work that one module asks for.
  public typealias Request = OneOf<
    M0.Several.Request, M1.Several.Request, M2.Several.Request, M3.Several.Request,
    M4.Several.Request, M5.Several.Request, M6.Several.Request, M7.Several.Request
  >
  /// One cursor for each slot.
  public typealias Cursor = AllOf<
    M0.Several.Cursor, M1.Several.Cursor, M2.Several.Cursor, M3.Several.Cursor, M4.Several.Cursor,
    M5.Several.Cursor, M6.Several.Cursor, M7.Several.Cursor
  >
  /// The copies of each kind.
  public typealias Modules = AllOf<
    M0.Several, M1.Several, M2.Several, M3.Several, M4.Several, M5.Several, M6.Several, M7.Several
  >

  // By reference, since a store copies its feature, and the loops theirs: to copy all modules would
  // cost a reference count for each of their services.
  @usableFromInline let kept: KeptOnce<Modules>
  /// How many copies of each kind there are.
  public let copies: Int

  /// An app of *n* copies of each of these modules.
  ///
  /// - Precondition: There is at least one copy, no module comes after the first `NoModule`, and no
  ///   two have the same name.
  @inlinable public init(
    _ m0: M0, _ m1: M1, _ m2: M2, _ m3: M3, _ m4: M4, _ m5: M5, _ m6: M6, _ m7: M7,
    copies: Int
  ) {
    let modules = Modules(
      m0.several(copies), m1.several(copies), m2.several(copies), m3.several(copies),
      m4.several(copies), m5.several(copies), m6.several(copies), m7.several(copies))
    self.init(modules: modules, copies: copies)
    Self.checkList()
  }

  @inlinable init(modules: Modules, copies: Int) {
    kept = KeptOnce(modules)
    self.copies = copies
  }

  /// The copies of each kind.
  @inlinable @inline(__always)
  public var modules: Modules { kept.value }

  @usableFromInline static func checkList() {
    let isPresent = [
      M0.isPresent, M1.isPresent, M2.isPresent, M3.isPresent, M4.isPresent, M5.isPresent,
      M6.isPresent, M7.isPresent,
    ]
    precondition(
      isPresent.lastIndex(of: true) == kindCount - 1,
      "modules come before those that are absent, and there is one, got \(isPresent)")
    let names = Action.keys.prefix(kindCount)
    precondition(Set(names).count == names.count, "names of modules must differ, got \(names)")
  }

  /// How many kinds of modules there are.
  @inlinable public static var kindCount: Int {
    (M0.isPresent ? 1 : 0) + (M1.isPresent ? 1 : 0) + (M2.isPresent ? 1 : 0)
      + (M3.isPresent ? 1 : 0) + (M4.isPresent ? 1 : 0) + (M5.isPresent ? 1 : 0)
      + (M6.isPresent ? 1 : 0) + (M7.isPresent ? 1 : 0)
  }

  /// Whether any of the modules can.
  @inlinable public static var hasEffects: Bool {
    M0.Several.hasEffects || M1.Several.hasEffects || M2.Several.hasEffects || M3.Several.hasEffects
      || M4.Several.hasEffects || M5.Several.hasEffects || M6.Several.hasEffects
      || M7.Several.hasEffects
  }

  /// Every module at its launch.
  @inlinable public var initialState: State {
    State(
      kept.value.m0.initialState, kept.value.m1.initialState, kept.value.m2.initialState,
      kept.value.m3.initialState, kept.value.m4.initialState, kept.value.m5.initialState,
      kept.value.m6.initialState, kept.value.m7.initialState)
  }

  /// The initial cursors of all modules, one for each slot.
  @inlinable public var initialCursor: Cursor {
    Cursor(
      kept.value.m0.initialCursor, kept.value.m1.initialCursor, kept.value.m2.initialCursor,
      kept.value.m3.initialCursor, kept.value.m4.initialCursor, kept.value.m5.initialCursor,
      kept.value.m6.initialCursor, kept.value.m7.initialCursor)
  }

  /// Applies an action to its module, in place.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .m0(let local): kept.value.m0.reduce(into: &state.m0, action: local)
    case .m1(let local): kept.value.m1.reduce(into: &state.m1, action: local)
    case .m2(let local): kept.value.m2.reduce(into: &state.m2, action: local)
    case .m3(let local): kept.value.m3.reduce(into: &state.m3, action: local)
    case .m4(let local): kept.value.m4.reduce(into: &state.m4, action: local)
    case .m5(let local): kept.value.m5.reduce(into: &state.m5, action: local)
    case .m6(let local): kept.value.m6.reduce(into: &state.m6, action: local)
    case .m7(let local): kept.value.m7.reduce(into: &state.m7, action: local)
    }
  }

  /// The work that the action's module asks for.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    switch action {
    case .m0(let local):
      kept.value.m0.request(for: local, after: state.m0).map { .m0($0) }
    case .m1(let local):
      kept.value.m1.request(for: local, after: state.m1).map { .m1($0) }
    case .m2(let local):
      kept.value.m2.request(for: local, after: state.m2).map { .m2($0) }
    case .m3(let local):
      kept.value.m3.request(for: local, after: state.m3).map { .m3($0) }
    case .m4(let local):
      kept.value.m4.request(for: local, after: state.m4).map { .m4($0) }
    case .m5(let local):
      kept.value.m5.request(for: local, after: state.m5).map { .m5($0) }
    case .m6(let local):
      kept.value.m6.request(for: local, after: state.m6).map { .m6($0) }
    case .m7(let local):
      kept.value.m7.request(for: local, after: state.m7).map { .m7($0) }
    }
  }

  /// Does the work; the answer goes to the module that asked.
  @inlinable public func perform(_ request: Request) -> Action? {
    switch request {
    case .m0(let request): kept.value.m0.perform(request).map { .m0($0) }
    case .m1(let request): kept.value.m1.perform(request).map { .m1($0) }
    case .m2(let request): kept.value.m2.perform(request).map { .m2($0) }
    case .m3(let request): kept.value.m3.perform(request).map { .m3($0) }
    case .m4(let request): kept.value.m4.perform(request).map { .m4($0) }
    case .m5(let request): kept.value.m5.perform(request).map { .m5($0) }
    case .m6(let request): kept.value.m6.perform(request).map { .m6($0) }
    case .m7(let request): kept.value.m7.perform(request).map { .m7($0) }
    }
  }

  /// An app of several kinds.
  @inlinable public func accept<V: FeatureVisitor>(_ visitor: V) -> V.Result
  where V.State == State, V.Action == Action, V.Request == Request {
    visitor.visit(app: self)
  }
}

/// A value that is kept once, however many hold it: a copy of this is one reference count, whatever
/// the value is made of.
@usableFromInline
final class KeptOnce<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }
}

import FlowCore
import Workloads

/// A design that can drive one module through a child of a store that holds many.
///
/// The child is the design's own: `view`, `derived`, or `flow`'s scope.
protocol ScopedModuleStore: SynchronousModuleStore {
  /// The child's type, when the parent holds copies of this module.
  associatedtype ChildOfMany: SynchronousStore = Self where ChildOfMany.F == F
  /// The same design, holding the whole app.
  associatedtype Whole: SynchronousStore & NewStore where Whole.F == AppFeature
  /// The child's type, when the parent holds the whole app.
  associatedtype ChildOfWhole: SynchronousStore = Self where ChildOfWhole.F == F

  /// A child for one copy, `depth` scopes below the parent.
  static func scoped(to parent: Many, _ feature: F, copy: Int, depth: Int) -> ChildOfMany
  /// A child for one copy of one part of the app, `depth` scopes below the parent.
  static func scoped(
    to parent: Whole, _ feature: F, _ part: AppPart<F>, copy: Int, depth: Int
  ) -> ChildOfWhole
}

/// As `ScopedModuleStore`, for stores whose `send` suspends.
protocol SuspendingScopedModuleStore: SuspendingModuleStore {
  /// The same design, holding the whole app.
  associatedtype Whole: SuspendingStore & NewStore where Whole.F == AppFeature

  /// A child for one copy, `depth` scopes below the parent.
  static func scoped(to parent: Many, _ feature: F, copy: Int, depth: Int) -> Self
  /// A child for one copy of one part of the app, `depth` scopes below the parent.
  static func scoped(
    to parent: Whole, _ feature: F, _ part: AppPart<F>, copy: Int, depth: Int
  ) -> Self
}

/// Where one kind of module lives in the app.
struct AppPart<F: LeafFeature>: Sendable {
  let state: any KeyPath<AppFeature.State, Copies<F>.State> & Sendable
  let embed: @Sendable (Copies<F>.Action) -> AppFeature.Action
}

/// Learns how a feature is made up, with its types known.
///
/// A store design that joins the shapes of an app's modules in a way of its own makes them with a
/// visitor: one method for each way in which a feature can be made up. What it does not care about
/// it takes as plain.
public protocol FeatureVisitor {
  /// The feature's.
  associatedtype State
  /// The feature's.
  associatedtype Action
  /// The feature's.
  associatedtype Request
  /// What becomes of the visit.
  associatedtype Result

  /// A feature without parts: a module on its own.
  func visit<F: Feature>(plain feature: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request

  /// A module that is made of smaller reducers.
  func visit<F: ComposedFeature>(composed module: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request

  /// Copies of one module.
  func visit<F: CopiesOfModule>(copies: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request

  /// An app of several kinds of modules.
  func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request
}

extension FeatureVisitor {
  /// As if it had no parts.
  @inlinable public func visit<F: ComposedFeature>(composed module: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request {
    visit(plain: module)
  }

  /// As if they had no parts.
  @inlinable public func visit<F: CopiesOfModule>(copies: F) -> Result
  where F.State == State, F.Action == Action, F.Request == Request {
    visit(plain: copies)
  }

  /// As if it had no parts.
  @inlinable public func visit<App: AppOfModules>(app: App) -> Result
  where App.State == State, App.Action == Action, App.Request == Request {
    visit(plain: app)
  }
}

/// Receives the slice of one slot as a function whose type is known.
///
/// An app's slots have slices of different types; erasing them would hide the fast path that
/// `Array` has for comparing a buffer with itself, which is what makes comparing slices cheap.
public protocol SliceVisitor<State> {
  /// The state that slices are taken from.
  associatedtype State
  /// What becomes of the visit.
  associatedtype Result

  /// Called once, with the slice of the slot that was asked for.
  func visit<Slice: Equatable>(_ slice: @escaping (State) -> Slice) -> Result
}

extension LeafFeature {
  /// All of a module's state is its slice.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    visitor.visit { $0 }
  }
}

extension Copies {
  /// One copy's state.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    visitor.visit { $0.features[slot] }
  }
}

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

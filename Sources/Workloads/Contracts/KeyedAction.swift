/// An action that is written under a key of its own in the JSON of an app's action.
public protocol KeyedAction: Codable, Sendable {
  /// The key: the name of the module that the action is for.
  static var key: String { get }
}

extension Copies.Action: KeyedAction {
  /// The module's name.
  public static var key: String { Base.name }
}

extension Never: KeyedAction {
  /// Empty, and never written: no value of this type exists.
  public static var key: String { "" }
}

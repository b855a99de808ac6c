public import FlowCore

extension CasePath where Root == Value {
  /// The case path of all values, for a part that has the actions of the whole.
  public static var whole: Self { Self({ $0 }) { $0 } }
}

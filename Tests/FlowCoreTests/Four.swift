/// Four values, side by side: of four of them, and so on, a value of any size without a reference.
struct Four<Value: Equatable & Sendable>: Equatable, Sendable {
  var first: Value
  var second: Value
  var third: Value
  var fourth: Value

  init(_ value: Value) {
    first = value
    second = value
    third = value
    fourth = value
  }

  /// Whether all of them are this one.
  func isAll(_ value: Value) -> Bool {
    first == value && second == value && third == value && fourth == value
  }
}

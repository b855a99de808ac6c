/// Four values. Nested, it makes values of any size without references.
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

  func isAll(_ value: Value) -> Bool {
    first == value && second == value && third == value && fourth == value
  }
}

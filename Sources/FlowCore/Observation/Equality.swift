/// How two values are compared, if their type can be; `nil` if it cannot.
@usableFromInline
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard let comparable = type as? any Equatable.Type else { return nil }
  func open<T: Equatable>(_ type: T.Type) -> (Value, Value) -> Bool {
    { left, right in
      guard let left = left as? T, let right = right as? T else { return false }
      return left == right
    }
  }
  return open(comparable)
}

/// How two values are compared, if their type can be; `nil` if it cannot.
@usableFromInline
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard let comparable = type as? any Equatable.Type else { return nil }
  func open<T: Equatable>(_ type: T.Type) -> (Value, Value) -> Bool {
    // The two types are one, which only the runtime knows here; a cast of each value would cost
    // a hundred nanoseconds.
    { unsafeBitCast($0, to: T.self) == unsafeBitCast($1, to: T.self) }
  }
  return open(comparable)
}

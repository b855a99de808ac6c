/// Whether two values are the same: equal, or different only in that both are NaN in some places.
///
/// NaN is not equal to itself, and neither is a state that contains it. Parts that cannot be reflected,
/// such as the properties of a class, are the same only if they are equal.
func isSame<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  left == right || areSameParts(left, right)
}

private func areSameParts(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable, isEqual(left, to: right) { return true }
  if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint {
    return left.isNaN && right.isNaN
  }
  // Two equal dictionaries may list their elements in different orders.
  if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] {
    return left.count == right.count
      && left.allSatisfy { key, value in right[key].map { areSameParts(value, $0) } ?? false }
  }
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard left.displayStyle != .class, !left.children.isEmpty,
    left.children.count == right.children.count
  else { return false }
  return zip(left.children, right.children).allSatisfy { left, right in
    left.label == right.label && areSameParts(left.value, right.value)
  }
}

private func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
  left == right as? Value
}

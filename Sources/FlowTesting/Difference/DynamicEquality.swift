import FlowCore

/// Whether two values are equal by `==` of a type they share; `nil` if no such type has one.
///
/// Instances of different classes are compared by the nearest superclass that has `==`.
func dynamicEquality(_ old: Any, _ new: Any) -> Bool? {
  // Asked first: a cast looks through `AnyHashable`, whose own `==` is more generous.
  if type(of: old) == AnyHashable.self, type(of: new) == AnyHashable.self {
    return (old as? AnyHashable) == (new as? AnyHashable)
  }
  let isClass = type(of: old) is AnyClass && type(of: new) is AnyClass
  guard isClass else {
    guard type(of: old) == type(of: new), let type = type(of: old) as? any Equatable.Type else {
      return nil
    }
    return equality(of: type, old, new)
  }
  var mirror: Mirror? = Mirror(reflecting: old)
  var candidate: Any.Type = type(of: old)
  while true {
    if let type = candidate as? any Equatable.Type, let verdict = equality(of: type, old, new) {
      return verdict
    }
    mirror = mirror?.superclassMirror
    guard let superclass = mirror?.subjectType else { return nil }
    candidate = superclass
  }
}

private func equality<T: Equatable>(of type: T.Type, _ old: Any, _ new: Any) -> Bool? {
  guard let old = old as? T, let new = new as? T else { return nil }
  return old == new
}

/// Returns whether two values have the same type and the same bytes, such as two NaN of one kind.
func areBytewiseEqual(_ old: Any, _ new: Any) -> Bool {
  func open<T>(_ old: T) -> Bool {
    type(of: new) == T.self && ((new as? T).map { haveSameBytes(old, $0) } ?? false)
  }
  return _openExistential(old, do: open)
}

/// What an `Identifiable` value is recognised by; `nil` if that is only its address.
func dynamicIdentity(_ value: Any) -> AnyHashable? {
  func identity(_ value: some Identifiable) -> AnyHashable? {
    value.id is ObjectIdentifier ? nil : AnyHashable(value.id)
  }
  return (value as? any Identifiable).flatMap { identity($0) }
}

/// An order for keys and elements of sets, which have none: `<` where there is one, else the text's.
func dynamicallyPrecedes(_ left: Any, _ right: Any) -> Bool {
  func precedes<T: Comparable>(_ left: T, _ right: Any) -> Bool? {
    (right as? T).map { left < $0 }
  }
  if let left = left as? any Comparable, let verdict = precedes(left, right) { return verdict }
  return BoundedText.of(left, limit: 100) < BoundedText.of(right, limit: 100)
}

/// A collection whose members are found by a key and changed in place.
///
/// Arrays are keyed by index, dictionaries by key, an `IdentifiedArray` by identifier, and an
/// optional by its only key. `Reducer.forEach` and `scope(_:of:action:)` work with all of them.
///
/// The key must be the only way to reach a member. If a type also exposes its storage as a
/// collection with other keys, a part of it has two names.
public protocol KeyedElements<ElementKey, Member> {
  /// The type of the keys.
  associatedtype ElementKey: Hashable
  /// The type of the members.
  associatedtype Member

  /// The number of members.
  var memberCount: Int { get }

  /// A number that differs whenever the sets of keys of two collections differ; `nil` if the
  /// collection cannot provide one.
  ///
  /// A store uses the stamp to skip the search for removed members that have running effects.
  var _membershipStamp: Int? { get }

  /// Returns the member with the specified key.
  ///
  /// - Complexity: O(1).
  func member(_ key: ElementKey) -> Member?

  /// Changes the member with the specified key in place.
  ///
  /// - Returns: The result of `body`; `nil`, without a call, if there is no such member.
  /// - Complexity: O(1) if the storage is not shared.
  mutating func update<Result>(_ key: ElementKey, _ body: (inout Member) -> Result) -> Result?

  /// Returns the keys of new members that were refused since the last call, because the collection
  /// already had members with these keys.
  ///
  /// After each reduction of the parent, the store's reducer of the collection calls this method
  /// and reports faults. The default implementation returns an empty array.
  ///
  /// - Complexity: O(1) if there are none.
  mutating func _takeRefusedKeys() -> [ElementKey]
}

extension KeyedElements {
  /// Returns an empty array.
  @inlinable
  public mutating func _takeRefusedKeys() -> [ElementKey] { [] }

  /// `nil`: a store looks up each member that has running effects.
  @inlinable public var _membershipStamp: Int? { nil }
}

extension Array: KeyedElements {
  /// The number of elements, which determines the indices; `nil` if the elements have identifiers.
  @inlinable public var _membershipStamp: Int? {
    Element.self is any Identifiable.Type ? nil : count
  }

  /// The number of elements.
  @inlinable public var memberCount: Int { count }

  /// Returns the element at the specified index; `nil` if the index is out of range.
  @inlinable
  public func member(_ key: Int) -> Element? {
    UInt(bitPattern: key) < UInt(bitPattern: count) ? self[key] : nil
  }

  /// Changes the element at the specified index in place.
  @inlinable
  public mutating func update<Result>(
    _ key: Int, _ body: (inout Element) -> Result
  ) -> Result? {
    guard UInt(bitPattern: key) < UInt(bitPattern: count) else { return nil }
    return body(&self[key])
  }
}

extension Dictionary: KeyedElements {
  /// The number of values.
  @inlinable public var memberCount: Int { count }

  /// Returns the value for the specified key.
  @inlinable
  public func member(_ key: Key) -> Value? { self[key] }

  /// Changes the value for the specified key in place.
  @inlinable
  public mutating func update<Result>(
    _ key: Key, _ body: (inout Value) -> Result
  ) -> Result? {
    guard let index = index(forKey: key) else { return nil }
    return body(&values[index])
  }
}

/// The key of the only member of an optional.
@frozen
public struct _OnlyKey: Hashable, Sendable {
  @inlinable package init() {}
}

extension Optional: KeyedElements {
  /// 1 if there is a value, otherwise 0; `nil` if the value has an identifier.
  @inlinable public var _membershipStamp: Int? {
    Wrapped.self is any Identifiable.Type ? nil : memberCount
  }

  /// 1 if there is a value; otherwise 0.
  @inlinable public var memberCount: Int { self == nil ? 0 : 1 }

  /// Returns the wrapped value.
  @inlinable
  public func member(_ key: _OnlyKey) -> Wrapped? { self }

  /// Changes the wrapped value in place.
  @inlinable
  public mutating func update<Result>(
    _ key: _OnlyKey, _ body: (inout Wrapped) -> Result
  ) -> Result? {
    guard self != nil else { return nil }
    return body(&self!)
  }
}

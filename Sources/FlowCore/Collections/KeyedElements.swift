/// A collection whose members are found by a key and changed where they lie.
///
/// Arrays by index, dictionaries by key, `IdentifiedArray` by identifier, an optional by the only
/// key there is. One reducer (`ForEachReducer`) and one scope serve all of them. The key must be
/// the only way in: a type that also shows its storage as a collection with other keys would have
/// two names for one part.
public protocol KeyedElements<ElementKey, Member> {
  /// What a member is found by.
  associatedtype ElementKey: Hashable
  /// What is found.
  associatedtype Member

  /// How many members there are.
  var memberCount: Int { get }

  /// A number that is equal for two collections of this type only if they have the same keys; `nil`
  /// if the collection cannot tell.
  ///
  /// It spares a store looking for each member that has effects, to find out which have gone.
  var membershipStamp: Int? { get }

  /// The member with this key, if there is one.
  ///
  /// - Complexity: O(1).
  func member(_ key: ElementKey) -> Member?

  /// Changes the member with this key in place; `nil` without a call when there is none.
  ///
  /// - Complexity: O(1), if nobody else holds the collection's buffer.
  mutating func update<Result>(_ key: ElementKey, _ body: (inout Member) -> Result) -> Result?

  /// The keys of members that were refused since this was asked last, because there was a member
  /// with that key already; none, unless a collection says otherwise.
  ///
  /// A collection whose members bring their keys along keeps them until it is asked. The store's
  /// reducer of the collection asks after each reduction of the parent, and reports them as faults.
  ///
  /// - Complexity: O(1) when nobody was refused.
  mutating func takeRefusedKeys() -> [ElementKey]
}

extension KeyedElements {
  /// Always empty: a collection that does not say otherwise refuses no member.
  @inlinable
  public mutating func takeRefusedKeys() -> [ElementKey] { [] }

  /// `nil`: the collection cannot tell, so the store looks for each member that has effects.
  @inlinable public var membershipStamp: Int? { nil }
}

extension Array: KeyedElements {
  /// The indices are the same if there are as many.
  @inlinable public var membershipStamp: Int? { count }

  /// How many elements there are.
  @inlinable public var memberCount: Int { count }

  /// The element at an index, if it is in range.
  @inlinable
  public func member(_ key: Int) -> Element? {
    UInt(bitPattern: key) < UInt(bitPattern: count) ? self[key] : nil
  }

  /// Changes the element at an index in place.
  @inlinable
  public mutating func update<Result>(
    _ key: Int, _ body: (inout Element) -> Result
  ) -> Result? {
    guard UInt(bitPattern: key) < UInt(bitPattern: count) else { return nil }
    return body(&self[key])
  }
}

extension Dictionary: KeyedElements {
  /// How many values there are.
  @inlinable public var memberCount: Int { count }

  /// The value under a key.
  @inlinable
  public func member(_ key: Key) -> Value? { self[key] }

  /// Changes the value under a key in place.
  @inlinable
  public mutating func update<Result>(
    _ key: Key, _ body: (inout Value) -> Result
  ) -> Result? {
    guard let index = index(forKey: key) else { return nil }
    return body(&values[index])
  }
}

/// The key of an optional's only member.
@frozen
public struct OnlyKey: Hashable, Sendable {
  /// The key.
  @inlinable public init() {}
}

extension Optional: KeyedElements {
  /// 1 if there is a value, else 0: an optional's only key is there or not.
  @inlinable public var membershipStamp: Int? { memberCount }

  /// 1 if there is a value, else 0.
  @inlinable public var memberCount: Int { self == nil ? 0 : 1 }

  /// The wrapped value, which the only key finds; `nil` if there is none.
  @inlinable
  public func member(_ key: OnlyKey) -> Wrapped? { self }

  /// Changes what is wrapped in place.
  @inlinable
  public mutating func update<Result>(
    _ key: OnlyKey, _ body: (inout Wrapped) -> Result
  ) -> Result? {
    guard self != nil else { return nil }
    return body(&self!)
  }
}

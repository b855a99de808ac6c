/// The name of a member with an identity of its own in the paths of its effects.
@usableFromInline
struct IdentifiedKey<Key: Hashable>: Hashable {
  @usableFromInline let key: Key
  @usableFromInline let id: AnyHashable

  @inlinable
  init(_ key: Key, _ id: AnyHashable) {
    self.key = key
    self.id = id
  }
}

/// The rule by which the effects of a part belong to one value of it: its identifier, if it is
/// `Identifiable` and the key is not its identifier already. Otherwise, its key.
@usableFromInline
struct MemberIdentity<Key: Hashable, Member> {
  /// Returns the identifier of a member; `nil` if its key is sufficient.
  @usableFromInline let id: ((Member) -> AnyHashable)?

  /// - Parameter isPosition: A Boolean value that indicates whether the key is a position and never
  ///   an identifier.
  @usableFromInline
  init(isPosition: Bool) {
    func open<T: Identifiable>(_ type: T.Type) -> ((Member) -> AnyHashable)? {
      if !isPosition, T.ID.self == Key.self { return nil }
      // Both types are the same, but only the runtime knows it.
      return { AnyHashable(unsafe unsafeBitCast($0, to: T.self).id) }
    }
    id = (Member.self as? any Identifiable.Type).flatMap { open($0) }
  }

  /// Returns the name of a member in the paths of its effects.
  @inlinable
  func name(of key: Key, _ member: () -> Member?) -> AnyHashable {
    guard let id, let member = member() else { return AnyHashable(key) }
    return AnyHashable(IdentifiedKey(key, id(member)))
  }

  /// Returns the member with a name; `nil` if it has gone or was replaced.
  @inlinable
  func member(_ name: AnyHashable, _ find: (Key) -> Member?) -> Member? {
    guard let id else { return (name.base as? Key).flatMap(find) }
    guard let name = name.base as? IdentifiedKey<Key>, let member = find(name.key),
      id(member) == name.id
    else { return nil }
    return member
  }
}

/// A case of an enumeration, seen as a part: how to make the whole from it, and how to find it there.
///
/// Swift has key paths to the parts of a struct; to the cases of an enum, the case's name and an
/// optional getter make one: `Prism(embed: AppAction.timer, extract: { $0.timer })`.
public struct Prism<Root, Part>: Sendable {
  /// Makes the whole.
  public let embed: @Sendable (Part) -> Root
  /// The part, or `nil` when the whole is another case.
  public let extract: @Sendable (Root) -> Part?

  /// A prism from its two directions; `extract(embed(part))` must be `part`.
  @inlinable
  public init(
    embed: @escaping @Sendable (Part) -> Root,
    extract: @escaping @Sendable (Root) -> Part?
  ) {
    self.embed = embed
    self.extract = extract
  }
}

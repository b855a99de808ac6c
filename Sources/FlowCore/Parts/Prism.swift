/// A case of an enumeration, seen as a part: how to make the whole from it, and how to find it there.
///
/// Swift has key paths to the parts of a struct; to the cases of an enum, the case's name and an
/// optional getter make one: `Prism(embed: AppAction.timer, extract: { $0.timer })`.
public struct Prism<Root, Part>: Sendable {
  /// Makes a whole of a part; for an enum, the constructor of the case.
  public let embed: @Sendable (Part) -> Root
  /// The part, or `nil` when the whole is another case.
  public let extract: @Sendable (Root) -> Part?

  /// What tells this prism from others.
  @usableFromInline let function: SliceFunction

  /// A prism from its two directions; `extract(embed(part))` must be `part`.
  ///
  /// A prism is known by where it is made: two that are made at one place stand for one case.
  ///
  /// - Parameters:
  ///   - embed: Makes the whole.
  ///   - extract: Finds the part.
  ///   - file: Where the prism is made; leave it out, as those that follow.
  @inlinable
  public init(
    embed: @escaping @Sendable (Part) -> Root,
    extract: @escaping @Sendable (Root) -> Part?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.embed = embed
    self.extract = extract
    function = SliceFunction(at: SourceSite(file, line, column))
  }
}

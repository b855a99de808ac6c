/// A case of an enum as a part of it: a function that embeds the part and one that extracts it.
///
/// Key paths lead to the properties of a struct. A prism does the same for a case of an enum, and
/// is made of its constructor and an optional getter:
/// `Prism(embed: AppAction.timer, extract: { $0.timer })`.
public struct Prism<Root, Part>: Sendable {
  /// A function that embeds a part, such as the constructor of a case.
  public let embed: @Sendable (Part) -> Root
  /// A function that extracts the part; `nil` if the value is another case.
  public let extract: @Sendable (Root) -> Part?

  /// The identity of the prism.
  @usableFromInline let function: SliceFunction

  /// Creates a prism. `extract(embed(part))` must return `part`.
  ///
  /// A prism is identified by its place in the source: two prisms created in one place stand for
  /// the same case.
  ///
  /// - Parameters:
  ///   - embed: A function that embeds a part.
  ///   - extract: A function that extracts the part.
  ///   - file: The file of the call. Use the default value, as for the following parameters.
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

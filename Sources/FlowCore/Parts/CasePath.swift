/// A path to a case of an enum: a function that embeds a value in the case, and a function that
/// extracts the value.
///
/// Key paths lead to the properties of a struct, case paths to the cases of an enum. Reducers,
/// scopes and effects use the case path of a module's action to embed its actions in those of the
/// app, and to extract them. Declare each as a static property, which is written `.timer` where it
/// is used:
///
/// ```swift
/// extension CasePath<AppAction, TimerAction> {
///   static var timer: Self {
///     Self(AppAction.timer) { if case .timer(let action) = $0 { action } else { nil } }
///   }
/// }
/// ```
///
/// A case with a key and an action, as for the members of a collection, has a tuple as its value:
/// `CasePath<ListAction, (Int, RowAction)>`.
public struct CasePath<Root, Value>: Sendable {
  /// A function that embeds a value in the case, such as the case's constructor.
  public let embed: @Sendable (Value) -> Root
  /// A function that extracts the value; `nil` if its argument is another case.
  public let extract: @Sendable (Root) -> Value?

  /// The identity of the case path.
  @usableFromInline let site: SourceSite

  /// Creates a case path. `extract(embed(value))` must return `value`.
  ///
  /// A case path is identified by its place in the source: all those that are created in one place
  /// must stand for the same case. A function that creates case paths passes on the file, line and
  /// column of its caller. A debug build stops if one of them embeds a value that the first from
  /// the same place cannot extract.
  ///
  /// - Parameters:
  ///   - embed: A function that embeds a value.
  ///   - file: The file of the call. Use the default value, as for the following two.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - extract: A function that extracts the value.
  @inlinable
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
    site = SourceSite(file, line, column)
  }

  /// Creates a case path for a case with two values, such as a key and an action.
  ///
  /// - Parameters:
  ///   - embed: A function that embeds the values.
  ///   - file: The file of the call. Use the default value, as for the following two.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - extract: A function that extracts the values.
  @inlinable
  public init<First, Second>(
    _ embed: @escaping @Sendable (First, Second) -> Root,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ extract: @escaping @Sendable (Root) -> (First, Second)?
  ) where Value == (First, Second) {
    self.embed = { embed($0.0, $0.1) }
    self.extract = extract
    site = SourceSite(file, line, column)
  }
}

// MARK: - Checks

/// The first case path from each place.
private let firstPaths = Locked<[CaseUse: any Sendable]>([:])

private struct CaseUse: Hashable {
  let site: SourceSite
  let types: [ObjectIdentifier]
}

extension CasePath {
  /// Embeds a value and checks the place of the case path.
  @usableFromInline
  func checkedEmbed(_ value: Value) -> Root {
    let root = embed(value)
    checkPlace(for: root)
    return root
  }

  /// Returns `true`, for assertions. Stops the program if the first case path from the same place
  /// cannot extract a value that this one embedded.
  ///
  /// - Parameter root: A value of the case.
  @usableFromInline
  @discardableResult
  func checkPlace(for root: Root) -> Bool {
    let use = CaseUse(
      site: site, types: [ObjectIdentifier(Root.self), ObjectIdentifier(Value.self)])
    let first = firstPaths.withLock { paths in
      let first = paths[use] as? Self ?? self
      paths[use] = first
      return first
    }
    precondition(
      first.extract(root) != nil,
      """
      case paths for different cases were created in one place, \(site), which identifies them: create \
      each in its own place, or pass on the file, line and column of the caller
      """)
    return true
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Something that went wrong in a store and stops nothing: the state is as it was.
public struct StoreFault: Error, Equatable, CustomStringConvertible {
  /// What kind of thing it was.
  public enum Kind: Equatable, Sendable {
    /// An action was for an element, or an optional part, that is not there (any more).
    case missingPart
    /// An effect threw an error.
    case effectFailed
    /// A collection was given an identifier that it has already.
    case duplicateIdentifier
  }

  /// What kind of thing it was.
  public let kind: Kind
  /// One line for a reader: what was asked, the rule, what to do.
  public let description: String

  /// A fault.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// The fault of an action for a part that is not there.
  @inlinable
  public static func missingPart(_ action: Any, _ why: String) -> StoreFault {
    StoreFault(
      .missingPart,
      "\(action) was not reduced: \(why); cancel what sends it when the part goes")
  }

  /// The fault of an action that asked for a second member with one key.
  ///
  /// - Parameters:
  ///   - key: The key; see `KeyedElements.takeRefusedKeys()`.
  ///   - action: The action whose reduction added the member.
  @inlinable
  public static func duplicateIdentifier(_ key: Any, by action: Any) -> StoreFault {
    StoreFault(
      .duplicateIdentifier,
      "\(action) added a second member with the key \(key), which was refused: a key belongs to "
        + "one member; change that one, or give the new one a key of its own")
  }

  /// Writes the fault to standard error, one line; what a store does unless it is given another handler.
  @Sendable
  public static func writeToStandardError(_ fault: StoreFault) {
    var line = "FlowCore: \(fault.description)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recoverable problem in a store, which continues.
///
/// An action for a missing part changes nothing. A refused element is not added; other changes of its
/// action remain.
public struct StoreFault: Error, Equatable, CustomStringConvertible {
  /// The kind of a fault.
  public enum Kind: Equatable, Sendable {
    /// An action was sent to a member, an optional part or an enum case that does not exist.
    case missingPart
    /// An effect threw an error.
    case effectFailed
    /// An element with an existing identifier was added to a collection.
    case duplicateIdentifier
  }

  /// The kind of the fault.
  public let kind: Kind
  /// A description in one line: the action, the rule and the remedy.
  public let description: String

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - kind: The kind of the fault.
  ///   - description: A description in one line.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Returns the fault of an action for a part that does not exist.
  @inlinable
  package static func missingPart(_ action: Any, _ why: String) -> StoreFault {
    StoreFault(
      .missingPart,
      "\(action) was not reduced: \(why); cancel the effect that sends it when the part is removed")
  }

  /// Returns the fault of a second member with the same key.
  ///
  /// - Parameters:
  ///   - key: The key; see `KeyedElements._takeRefusedKeys()`.
  ///   - action: The action after whose reduction the member was noticed.
  @inlinable
  package static func duplicateIdentifier(_ key: Any, by action: Any) -> StoreFault {
    StoreFault(
      .duplicateIdentifier,
      "a second member with the key \(key) was refused, in \(action) or in a state that was set "
        + "before it: keys must be unique; change the existing member, or use another key")
  }

  /// Writes a fault to standard error in one line. This is the default fault handler of a store.
  @Sendable
  public static func writeToStandardError(_ fault: StoreFault) {
    var line = "FlowCore: \(fault.description)\n"
    line.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

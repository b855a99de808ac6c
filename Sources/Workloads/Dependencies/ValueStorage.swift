import FlowFiles
public import Foundation
import Synchronization

/// The storage of one value between two launches, as a replaceable dependency.
public struct ValueStorage<Value: Codable & Sendable>: Sendable {
  /// Replaces the saved value.
  public var save: @Sendable (Value) throws -> Void
  /// Returns the saved value; `nil` before the first save.
  public var load: @Sendable () throws -> Value?

  /// Creates a storage.
  public init(
    save: @escaping @Sendable (Value) throws -> Void,
    load: @escaping @Sendable () throws -> Value?
  ) {
    self.save = save
    self.load = load
  }

  /// Returns a storage in a JSON file, which is replaced atomically.
  ///
  /// - Parameters:
  ///   - directory: An existing directory.
  ///   - name: The file's name without its extension.
  public static func disk(directory: URL, name: String) -> ValueStorage {
    let file = directory.appendingPathComponent(name + ".json")
    return ValueStorage(
      save: { value in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // An app does not wait for the disk either.
        try WholeFile.write(encoder.encode(value), to: file.path, isSynced: false)
      },
      load: {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
      })
  }

  /// Returns a storage in memory.
  ///
  /// If copies of a feature share it, a loaded value depends on the order of their saves; use
  /// `canned(_:)` if states are compared.
  public static func memory() -> ValueStorage {
    let box = MemoryBox<Value>()
    return ValueStorage(
      save: { value in box.value.withLock { $0 = value } },
      load: { box.value.withLock { $0 } })
  }

  /// Returns a storage that ignores saves and always loads the same value.
  ///
  /// Answers then do not depend on the order of effects, so that designs can be compared by their
  /// final state.
  public static func canned(_ value: Value?) -> ValueStorage {
    ValueStorage(save: { _ in }, load: { value })
  }
}

private final class MemoryBox<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

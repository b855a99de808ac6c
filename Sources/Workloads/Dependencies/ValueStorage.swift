public import Foundation
import Synchronization

/// Where a feature keeps one value between two launches, as a replaceable dependency.
public struct ValueStorage<Value: Codable & Sendable>: Sendable {
  /// Keeps a value in place of the one before it.
  public var save: @Sendable (Value) throws -> Void
  /// The value kept last, or `nil` when nothing was kept yet.
  public var load: @Sendable () throws -> Value?

  /// A storage that does what the two closures do.
  public init(
    save: @escaping @Sendable (Value) throws -> Void,
    load: @escaping @Sendable () throws -> Value?
  ) {
    self.save = save
    self.load = load
  }

  /// Keeps the value as a JSON file, replaced as a whole: a reader never sees half of it.
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
        try encoder.encode(value).write(to: file, options: .atomic)
      },
      load: {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
      })
  }

  /// Keeps the value in memory.
  ///
  /// What is loaded depends on what was saved last, by whichever copy of a feature: where several
  /// copies share one storage and states are compared, take `canned(_:)`.
  public static func memory() -> ValueStorage {
    let box = MemoryBox<Value>()
    return ValueStorage(
      save: { value in box.value.withLock { $0 = value } },
      load: { box.value.withLock { $0 } })
  }

  /// Forgets what is saved and always loads the same value.
  ///
  /// Answers then depend neither on the order of effects nor on who else shares the storage, so
  /// that designs which run effects sooner or later can be compared by their final state.
  public static func canned(_ value: Value?) -> ValueStorage {
    ValueStorage(save: { _ in }, load: { value })
  }
}

private final class MemoryBox<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

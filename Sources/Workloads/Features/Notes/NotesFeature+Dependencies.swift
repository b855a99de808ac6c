public import Foundation

/// Where memos are kept between two launches.
public typealias MemoStorage = ValueStorage<[NotesFeature.Memo]>

extension ValueStorage where Value == [NotesFeature.Memo] {
  /// Keeps the memos as JSON in `memos.json`.
  public static func disk(directory: URL) -> MemoStorage {
    disk(directory: directory, name: "memos")
  }
}

extension NotesFeature {
  /// What the collection needs from the world.
  public struct Dependencies: Sendable {
    /// Where memos are kept.
    public var memos: MemoStorage

    /// Dependencies that keep memos in `memos`.
    public init(memos: MemoStorage) { self.memos = memos }

    /// Memos on disk.
    ///
    /// - Parameter directory: An existing directory.
    public static func live(directory: URL) -> Dependencies {
      Dependencies(memos: .disk(directory: directory))
    }

    /// Keeps memos in memory, for as long as the process lives; no file is touched.
    public static func simulated() -> Dependencies { Dependencies(memos: .memory()) }
  }
}

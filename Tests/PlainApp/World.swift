/// What the app needs from the world.
struct World {
  /// The day, counted from some other.
  var today: () -> Int
  /// The cover of a book.
  var cover: @Sendable (Int) async throws -> String
  /// Titles that match what was typed.
  var find: @Sendable (String) async throws -> [String]
  /// Titles as they come out.
  var news: @Sendable () -> AsyncStream<String>
  /// Keeps the titles on the list.
  var save: @Sendable ([String]) async throws -> Void
}

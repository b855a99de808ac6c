/// The dependencies of the app.
struct World {
  /// Returns the number of the day.
  var today: () -> Int
  /// Returns the cover of a book.
  var cover: @Sendable (Int) async throws -> String
  /// Returns the titles that match a query.
  var find: @Sendable (String) async throws -> [String]
  /// Returns new titles.
  var news: @Sendable () -> AsyncStream<String>
  /// Saves the titles of the list.
  var save: @Sendable ([String]) async throws -> Void
}

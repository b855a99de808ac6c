extension DecodingError {
  /// The reason in a few words: the key that is missing, or the value that is of another type; `nil`
  /// when there is nothing to add to the type that was expected.
  var reason: String? {
    switch self {
    case .keyNotFound(let key, let context):
      return "the key \"\(Self.path(context.codingPath + [key]))\" is missing"
    case .valueNotFound(let type, let context):
      return Self.value(context).map { "\($0) must be a \(type), got null" }
    case .typeMismatch(let type, let context):
      return Self.value(context).map { "\($0) must be a \(type)" }
    case .dataCorrupted(let context):
      return Self.value(context).map { "\($0): \(context.debugDescription)" }
        ?? context.debugDescription
    @unknown default: return "\(self)"
    }
  }

  private static func value(_ context: Context) -> String? {
    let path = path(context.codingPath)
    return path.isEmpty ? nil : "the value of \"\(path)\""
  }

  /// The keys and indices that lead to a value, such as `rows[4].title`, from the action or state.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.drop { $0 is LineKey }.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}

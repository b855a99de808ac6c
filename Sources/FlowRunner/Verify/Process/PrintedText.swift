/// What the stores of a process have printed to its standard output.
struct PrintedText: Codable, Equatable, Sendable {
  var bytes = 0
  var firstLine = ""
  /// The case in which it began.
  var firstCase: Int?
}

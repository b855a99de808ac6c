import FlowHarness

/// Something that a program registered and that options and results could not name.
enum RegistrationError: Error, Equatable {
  /// An id that could not be written everywhere.
  case unprintable(kind: String, id: String)
  /// Two of a kind with one id, of which these are the summaries.
  case doubled(kind: String, id: String, summaries: [String])

  /// The most characters of an id: a scenario's id is made of several, and names files.
  static let maxLength = 40

  /// Looks for the first fault of a catalogue; `nil` when there is none.
  ///
  /// - Complexity: O(*n* log *n*) in the number of designs and workloads.
  @MainActor
  init?(in catalogue: Catalogue) {
    let kinds = [
      ("design", catalogue.designs.map { (id: $0.id, summary: $0.summary) }),
      ("workload", catalogue.workloads.map { (id: $0.id, summary: $0.summary) }),
    ]
    for (kind, all) in kinds {
      if let wrong = all.first(where: { !Self.isPrintable($0.id) }) {
        self = .unprintable(kind: kind, id: wrong.id)
        return
      }
      let byID = Dictionary(grouping: all, by: \.id)
      if let first = all.first(where: { (byID[$0.id]?.count ?? 0) > 1 }) {
        let summaries = byID[first.id]?.map(\.summary) ?? []
        self = .doubled(kind: kind, id: first.id, summaries: summaries)
        return
      }
    }
    return nil
  }

  /// Whether an id can stand in an option, a cell and a file's name as it is.
  static func isPrintable(_ id: String) -> Bool {
    guard let first = id.first, id.count <= maxLength, ("a"..."z").contains(first) else {
      return false
    }
    return id.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
    }
  }
}

extension RegistrationError: CustomStringConvertible {
  /// The line that a user sees: one line, whatever a program wrote.
  var description: String {
    switch self {
    case .unprintable(let kind, let id):
      "register(in:): the id of a \(kind) must be lower-case letters, digits and hyphens, begin "
        + "with a letter and have at most \(Self.maxLength) characters, got \(id.debugDescription)"
    case .doubled(let kind, let id, let summaries):
      "register(in:): each \(kind) must have an id of its own, got '\(id)' for "
        + summaries.map(Self.quoted).joined(separator: " and for ")
    }
  }

  private static func quoted(_ summary: String) -> String {
    "'\(summary.split(whereSeparator: \.isNewline).joined(separator: " "))'"
  }
}

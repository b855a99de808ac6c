/// One shape of store, for a reader.
public struct DesignDescription: Sendable, Equatable, Codable {
  /// The word that options and tables use: lower-case letters, digits and hyphens.
  public let id: String
  /// Its shape in one line.
  public let summary: String
  /// Whether the store asks which thread it is on, so that trials must keep the main thread.
  public let keepsMainThread: Bool
  /// Whether what it does moves between executors, so that it matters how many cores there are.
  public let hops: Bool
  /// The id of the design that this is a copy of, brought by another package: `calibrate` holds the
  /// two against each other. `nil`: it is none.
  public let copyOf: String?
  /// What suites that cannot have every design are to ask of this one.
  public let questions: Set<Question>

  /// What a suite asks of some designs only, because it would take too long with all of them. What a
  /// design cannot do it need not name: rows of that kind are left out by themselves.
  public enum Question: String, Sendable, Codable, CaseIterable {
    /// All that it can do, in short suites and in the gate.
    case everything
    /// The same of another use of a design that is asked everything.
    case variants
    /// What loads, sizes and distributions cost in short suites; what it costs that files are kept.
    case loads
    /// What ten thousand features cost.
    case sizes
    /// What it costs to write into large collections, and to deal features out to groups.
    case collections
    /// What views cost.
    case views
    /// What views of all shapes cost.
    case viewShapes
    /// What one view costs that draws every change, or none.
    case oneView
    /// What the tenth scope costs.
    case scopes
    /// What effects cost that call a service.
    case services
    /// What it costs that several workers send at once.
    case workers
    /// What it costs to keep what happened.
    case history
    /// What an action costs that comes with others, in a batch.
    case batches
  }

  /// What a new design is asked: everything that is not about variants of another, or about batches,
  /// which few stores take.
  public static let usualQuestions = Set(Question.allCases).subtracting([.variants, .batches])

  /// A design. A new one is asked the usual.
  public init(
    id: String, summary: String, keepsMainThread: Bool = false, hops: Bool = false,
    questions: Set<Question> = usualQuestions,
    copyOf: String? = nil
  ) {
    self.id = id
    self.summary = summary
    self.keepsMainThread = keepsMainThread
    self.hops = hops
    self.questions = questions
    self.copyOf = copyOf
  }
}

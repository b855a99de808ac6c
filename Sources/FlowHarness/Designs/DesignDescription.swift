/// The name and the properties of a store design.
public struct DesignDescription: Sendable, Equatable, Codable {
  /// The name in options and tables: lower-case letters, digits and hyphens.
  public let id: String
  /// The shape of the store in one line.
  public let summary: String
  /// A Boolean value that indicates whether the store requires the main thread.
  public let keepsMainThread: Bool
  /// A Boolean value that indicates whether its work moves between executors, so that the number of
  /// cores matters.
  public let hops: Bool
  /// The questions that suites with selected designs answer for this one.
  public let questions: Set<Question>

  /// A question that a suite answers for selected designs, because all designs would take too long.
  ///
  /// Suites omit scenarios that a design does not support, even if it has the question.
  public enum Question: String, Sendable, Codable, CaseIterable {
    /// The cost of everything that it supports, in short suites and in the gate.
    case everything
    /// The same for another use of a design with `everything`.
    case variants
    /// The cost of loads, sizes and distributions in short suites, and of files.
    case loads
    /// The cost of ten thousand features.
    case sizes
    /// The cost of changes in large collections.
    case collections
    /// The cost of views.
    case views
    /// The cost of views of all shapes.
    case viewShapes
    /// The cost of one view that draws every change, or none.
    case oneView
    /// The cost of ten scopes.
    case scopes
    /// The cost of effects that call a service.
    case services
    /// The cost of several workers that send at the same time.
    case workers
    /// The cost of a history. The reductions of a design with this question alone are not counted,
    /// because it reduces actions again.
    case history
  }

  /// The default questions: all except those about variants.
  public static let usualQuestions = Set(Question.allCases).subtracting([.variants])

  /// Creates a description.
  public init(
    id: String, summary: String, keepsMainThread: Bool = false, hops: Bool = false,
    questions: Set<Question> = usualQuestions
  ) {
    self.id = id
    self.summary = summary
    self.keepsMainThread = keepsMainThread
    self.hops = hops
    self.questions = questions
  }
}

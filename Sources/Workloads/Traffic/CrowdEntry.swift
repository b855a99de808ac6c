/// Who comes to a crowd, and when.
public enum CrowdEntry: Sendable {
  /// So many users, each of whom comes again after a pause; without one, once.
  case population(users: Int, arrival: CrowdArrival, pause: Delay?)
  /// Sessions that begin on a schedule, each by a user who comes once; at most so many.
  case sessions(ArrivalSchedule, most: Int)

  /// The most users that there can be.
  var capacity: Int {
    switch self {
    case .population(let users, _, _): users
    case .sessions(_, let most): most
    }
  }
}

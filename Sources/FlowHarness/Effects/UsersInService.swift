public import Workloads

/// The users who wait for the ends of their actions, and those whose actions have ended.
struct UsersInService {
  /// By the place of the action's account.
  private var waiting: [WaitingUser?] = []
  /// Of whom nobody has taken notice yet.
  private var ended: [EndedUser] = []

  /// Whether somebody's action has ended of which nobody has taken notice.
  var hasEnded: Bool { !ended.isEmpty }

  /// Takes in who waits for an action.
  mutating func open(_ user: WaitingUser?, place: UInt32) {
    while waiting.count <= Int(place) { waiting.append(nil) }
    waiting[Int(place)] = user
  }

  /// The action of the account at a place has ended.
  mutating func finish(place: UInt32, atNs ns: UInt64, hasReneged: Bool) {
    guard let user = waiting[Int(place)].take() else { return }
    ended.append(EndedUser(user: user, atNs: ns, hasReneged: hasReneged))
  }

  /// Hands over those whose actions have ended.
  ///
  /// - Parameter others: Empty; then they.
  mutating func takeEnded(into others: inout [EndedUser]) { swap(&ended, &others) }
}

/// A user whose action has ended.
@usableFromInline
struct EndedUser {
  @usableFromInline let user: WaitingUser
  @usableFromInline let atNs: UInt64
  /// Whether the user has lost patience.
  @usableFromInline let hasReneged: Bool
}

/// Whose turn it is to send in a closed loop.
enum Turn: Equatable {
  /// Somebody's, who was ready at this instant.
  case now(UInt64)
  /// Somebody's, who will be ready then, unless another one is before him.
  case at(UInt64)
  /// That of whoever ends first: all others act.
  case whenOneEnds
  /// Nobody's any more.
  case nobodys
}

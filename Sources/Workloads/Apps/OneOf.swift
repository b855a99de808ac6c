/// A value of one of the places in the list of an app's modules.
@frozen public enum OneOf<T0, T1, T2, T3, T4, T5, T6, T7> {
  /// One of the first place.
  case m0(T0)
  /// One of the second place.
  case m1(T1)
  /// One of the third place.
  case m2(T2)
  /// One of the fourth place.
  case m3(T3)
  /// One of the fifth place.
  case m4(T4)
  /// One of the sixth place.
  case m5(T5)
  /// One of the seventh place.
  case m6(T6)
  /// One of the eighth place.
  case m7(T7)
}

extension OneOf: Sendable
where
  T0: Sendable, T1: Sendable, T2: Sendable, T3: Sendable, T4: Sendable, T5: Sendable, T6: Sendable,
  T7: Sendable
{}

extension OneOf: Equatable
where
  T0: Equatable, T1: Equatable, T2: Equatable, T3: Equatable, T4: Equatable, T5: Equatable,
  T6: Equatable, T7: Equatable
{}

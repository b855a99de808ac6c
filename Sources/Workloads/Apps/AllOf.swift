/// One value for each place in the list of an app's modules.
public struct AllOf<T0, T1, T2, T3, T4, T5, T6, T7> {
  /// The value of the module in the first place.
  public var m0: T0
  /// The value of the module in the second place.
  public var m1: T1
  /// The value of the module in the third place.
  public var m2: T2
  /// The value of the module in the fourth place.
  public var m3: T3
  /// The value of the module in the fifth place.
  public var m4: T4
  /// The value of the module in the sixth place.
  public var m5: T5
  /// The value of the module in the seventh place.
  public var m6: T6
  /// The value of the module in the eighth place.
  public var m7: T7

  /// One value for each place.
  @inlinable public init(
    _ m0: T0, _ m1: T1, _ m2: T2, _ m3: T3, _ m4: T4, _ m5: T5, _ m6: T6, _ m7: T7
  ) {
    self.m0 = m0
    self.m1 = m1
    self.m2 = m2
    self.m3 = m3
    self.m4 = m4
    self.m5 = m5
    self.m6 = m6
    self.m7 = m7
  }
}

extension AllOf: Sendable
where
  T0: Sendable, T1: Sendable, T2: Sendable, T3: Sendable, T4: Sendable, T5: Sendable, T6: Sendable,
  T7: Sendable
{}

extension AllOf: Equatable
where
  T0: Equatable, T1: Equatable, T2: Equatable, T3: Equatable, T4: Equatable, T5: Equatable,
  T6: Equatable, T7: Equatable
{}

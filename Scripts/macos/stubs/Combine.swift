import Dispatch

extension DispatchQueue: Scheduler {
  public struct SchedulerTimeType: Strideable {
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
      public init(integerLiteral value: Int) { fatalError() }
      public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
      public var magnitude: Int { fatalError() }
      public static func < (a: Stride, b: Stride) -> Bool { fatalError() }
      public static func * (a: Stride, b: Stride) -> Stride { fatalError() }
      public static func + (a: Stride, b: Stride) -> Stride { fatalError() }
      public static func - (a: Stride, b: Stride) -> Stride { fatalError() }
      public static func *= (a: inout Stride, b: Stride) { fatalError() }
      public static func += (a: inout Stride, b: Stride) { fatalError() }
      public static func -= (a: inout Stride, b: Stride) { fatalError() }
      public static func seconds(_ s: Double) -> Stride { fatalError() }
      public static func seconds(_ s: Int) -> Stride { fatalError() }
      public static func milliseconds(_ ms: Int) -> Stride { fatalError() }
      public static func microseconds(_ us: Int) -> Stride { fatalError() }
      public static func nanoseconds(_ ns: Int) -> Stride { fatalError() }
    }
    public func distance(to other: SchedulerTimeType) -> Stride { fatalError() }
    public func advanced(by n: Stride) -> SchedulerTimeType { fatalError() }
  }
  public struct SchedulerOptions {}
  public var now: SchedulerTimeType { fatalError() }
  public var minimumTolerance: SchedulerTimeType.Stride { fatalError() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { fatalError() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { fatalError() }
}

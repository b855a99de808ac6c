@_exported import Darwin

open class DispatchObject { public init() {} }
public class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  @available(*, noasync) public func wait() {}
  @available(*, noasync) public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    .success
  }
}
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { .init() }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { false }
}
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
public func + (a: DispatchTime, b: DispatchTimeInterval) -> DispatchTime { a }
public func + (a: DispatchTime, b: Double) -> DispatchTime { a }
public struct DispatchQoS: Sendable, Equatable {
  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive, unspecified
  }
  public static let unspecified = DispatchQoS(); public static let userInitiated = DispatchQoS()
}
public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
}
public final class DispatchSpecificKey<T>: @unchecked Sendable { public init() {} }
public class DispatchQueue: DispatchObject, @unchecked Sendable {
  public class var main: DispatchQueue { DispatchQueue() }
  override init() {}
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { main }
  public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
}
public class DispatchGroup: DispatchObject, @unchecked Sendable {
  public override init() {}; public func enter() {}; public func leave() {};
  @available(*, noasync) public func wait() {};
  @discardableResult @available(*, noasync) public func wait(timeout: DispatchTime)
    -> DispatchTimeoutResult
  { .success }; public func notify(queue: DispatchQueue, execute: @escaping @Sendable () -> Void) {}
}
public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(
    qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@convention(block) () -> Void)?)
  func resume()
  func cancel()
}
extension DispatchSourceProtocol {
  public func setEventHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    handler: (@convention(block) () -> Void)?
  ) {}
  public func setCancelHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    handler: (@convention(block) () -> Void)?
  ) {}
  public func resume() {}
  public func cancel() {}
}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}
public protocol DispatchSourceRead: DispatchSourceProtocol {}
public class DispatchSource: DispatchObject, DispatchSourceSignal, DispatchSourceRead {
  override init() {}
  public class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil)
    -> any DispatchSourceSignal
  { DispatchSource() }
  public class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue? = nil)
    -> any DispatchSourceRead
  { DispatchSource() }
}
public func dispatchMain() -> Never { fatalError() }

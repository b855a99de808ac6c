@_exported import os

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(initialState: State) { fatalError() }
  public init(uncheckedState initialState: State) { fatalError() }
  public func withLock<R>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
    fatalError()
  }
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
}

internal import Foundation
internal import Observation

extension MeasuredStore {
  /// Returns the parts of an observable store that were notified while actions were sent.
  ///
  /// Each part is observed as a view observes it, with `withObservationTracking`, which notifies at most once.
  /// Only notifications during the call of `actions` are counted.
  ///
  ///     let seen = try cart.watching(\.total, \.items) { $0.send(.add(1)) }
  ///     #expect(seen.notified == [\.total, \.items])
  ///
  /// - Parameters:
  ///   - parts: Properties of the store, or of its state.
  ///   - rows: The number of rows of the store, at least 1.
  ///   - actions: Sends actions to the store.
  /// - Throws: ``CostError``.
  public func watching<each Value: Equatable>(
    _ parts: repeat KeyPath<Store, each Value>, rows: Int = 100,
    during actions: (inout Store) throws -> Void
  ) throws -> Notifications<PartialKeyPath<Store>> {
    var paths: [PartialKeyPath<Store>] = []
    var observed: [ObservedPart<Store>] = []
    for path in repeat each parts {
      observed.append(.tracked(path, name: "\(paths.count)"))
      paths.append(path)
    }
    let names = try watching(observed, rows: rows, during: actions)
    func path(_ name: String) -> PartialKeyPath<Store> { paths[Int(name)!] }
    return Notifications(
      parts: paths,
      counts: Dictionary(names.counts.map { (path($0), $1) }, uniquingKeysWith: +),
      changed: Set(names.changed.map(path)))
  }

  /// Returns the parts of a store that were notified while actions were sent.
  ///
  /// - Parameters:
  ///   - parts: The observed parts, with different names.
  ///   - rows: The number of rows of the store, at least 1.
  ///   - actions: Sends actions to the store.
  /// - Throws: ``CostError``.
  public func watching(
    _ parts: [ObservedPart<Store>], rows: Int = 100, during actions: (inout Store) throws -> Void
  ) throws -> Notifications<String> {
    guard rows >= 1 else { throw CostError.notPositive(parameter: "rows", value: rows) }
    var store = try creating { try create(rows) }
    let notices = Notices()
    let subscriptions = parts.map { part in
      let name = part.name
      return part.subscribe(store) { notices.add(name) }
    }
    let changes = parts.map { $0.isChanged(store) }
    notices.removeAll()
    try sending { try actions(&store) }
    let counts = notices.counts
    let changed = zip(parts, changes).filter { $1(store) }.map { part, _ in part.name }
    withExtendedLifetime(subscriptions) {}
    return Notifications(parts: parts.map(\.name), counts: counts, changed: Set(changed))
  }
}

extension ObservedPart {
  /// A part that Observation tracks.
  fileprivate static func tracked<Value: Equatable>(
    _ path: KeyPath<Store, Value>, name: String
  ) -> ObservedPart {
    ObservedPart(name, value: { $0[keyPath: path] }) { store, notify in
      withObservationTracking {
        _ = store[keyPath: path]
      } onChange: {
        notify()
      }
    }
  }
}

/// The numbers of notifications, which may come from any thread.
private final class Notices: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [String: Int] = [:]

  var counts: [String: Int] { lock.withLock { numbers } }

  func add(_ name: String) { lock.withLock { numbers[name, default: 0] += 1 } }

  func removeAll() { lock.withLock { numbers = [:] } }
}

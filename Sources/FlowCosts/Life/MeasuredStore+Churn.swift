internal import CFlowCount
internal import Foundation

extension MeasuredStore {
  /// Creates and releases stores, and returns what is kept of them.
  ///
  ///     #expect(try cart.churn(100) { $0.send(.add(1)) }.keptBytes == 0)
  ///
  /// - Parameters:
  ///   - rounds: The number of stores, at least 1.
  ///   - rows: The number of rows of each store, at least 1.
  ///   - use: Uses a store before it is released: sends actions, creates scopes, subscribes and unsubscribes.
  /// - Throws: ``CostError``.
  public func churn(
    _ rounds: Int, rows: Int = 100, use: (inout Store) throws -> Void = { _ in }
  ) throws -> Churn {
    guard rounds >= 1 else { throw CostError.notPositive(parameter: "rounds", value: rounds) }
    guard rows >= 1 else { throw CostError.notPositive(parameter: "rows", value: rows) }
    func live(_ rounds: Int) throws {
      for _ in 0..<rounds {
        var store = try creating { try create(rows) }
        try sending { try use(&store) }
      }
    }
    return try Watch.during("churn(\(rounds))") {
      try live(8)
      let events = try ExactEvents.counted { probe, isEmpty in
        probe.start()
        defer { probe.stop() }
        try live(isEmpty ? 0 : rounds)
      }
      let birth = try ExactEvents.counted { probe, isEmpty in
        probe.start()
        let store = isEmpty ? nil : Result { try creating { try create(rows) } }
        probe.stop()
        withExtendedLifetime(try store?.get()) {}
      }
      let kept = try keptObjects { try live(rounds) }
      let answers = KnownAnswers.ofThisProcess
      func count(_ number: Count) -> Count {
        answers.heapReason.map(Count.init(missing:)) ?? number
      }
      return Churn(
        rounds: rounds, keptBytes: count(events.keptBytes),
        keptBlocks: count(events.count(of: \.keptBlocks)),
        allocations: count(events.count { Int64($0.allocations) }).map { $0 / Double(rounds) },
        bytesPerStore: count(birth.keptBytes), keptObjects: kept)
    }
  }

  /// Returns the numbers of objects by type that a function of this thread allocates and does not free.
  private func keptObjects(_ body: () throws -> Void) throws -> [String: Int] {
    guard KnownAnswers.ofThisProcess.runtimeReason == nil else { return [:] }
    let metadata = try ListedObjects.lock.withLock {
      var list = ListedObjects()
      flowcount_start()
      flowcount_objects_begin()
      let result = Result { try body() }
      list.end()
      flowcount_stop()
      try result.get()
      return list.metadata
    }
    return Dictionary(metadata.map { (ListedObjects.name(of: $0), 1) }, uniquingKeysWith: +)
  }
}

/// The list of objects, which one thread at a time can use.
private struct ListedObjects {
  static let lock = NSLock()

  /// The metadata of the first objects that were not freed.
  private(set) var metadata: [UnsafeRawPointer?] = Array(repeating: nil, count: 100_000)

  /// Ends the list. It is empty if there were too many objects.
  mutating func end() {
    let count = flowcount_objects_end(&metadata, metadata.count)
    // SIZE_MAX is imported as -1.
    metadata.removeLast(metadata.count - min(metadata.count, max(0, count)))
  }

  /// Returns the name of an object's type.
  static func name(of metadata: UnsafeRawPointer?) -> String {
    guard let metadata else { return "unknown" }
    // The kinds of metadata in swift/ABI/MetadataKind.def: a class has 0 or the address of its metaclass.
    let kind = metadata.load(as: UInt.self)
    guard kind == 0 || kind > 0x7FF else { return "closures and boxes" }
    return _typeName(unsafeBitCast(metadata, to: Any.Type.self), qualified: false)
  }
}

/// The loops of one synchronous store over the batch of its trial.
///
/// Whatever can be waited for between two segments is waited for in the functions below, which are
/// compiled once.
@MainActor
@usableFromInline
struct StoreSegments {
  /// Sends the batch.
  let drive: Drive
  /// Sends the batch from an action on and times each send apart.
  let driveTimed: @MainActor (_ first: Int) -> BatchSegment
  /// Makes the state of a load.
  let driveLoad: @MainActor (LoadJob) throws -> LoadSegments
  /// Returns when all that was begun has ended; `nil` for a store that is done when `send` returns.
  private let waits: (@MainActor () async -> Void)?

  @usableFromInline
  init(
    drive: Drive, driveTimed: @escaping @MainActor (_ first: Int) -> BatchSegment,
    driveLoad: @escaping @MainActor (LoadJob) throws -> LoadSegments,
    settle: (@MainActor () async -> Void)?
  ) {
    self.drive = drive
    self.driveTimed = driveTimed
    self.driveLoad = driveLoad
    waits = settle
  }

  /// How a batch is sent.
  @usableFromInline
  enum Drive {
    /// To a store that is done when `send` returns.
    case atOnce(@MainActor (Meters) -> BatchReading)
    /// Waiting for each action's work.
    case settling(@MainActor (Meters) async -> BatchReading)
    /// From an action on, until the store must be waited for.
    case inSegments(@MainActor (_ first: Int) -> BatchSegment)
  }

  /// A load while the store's loop sends it.
  @usableFromInline
  struct LoadSegments {
    /// Sends actions when they are due; `true` when the store must be waited for, and `false` at the
    /// end.
    let sendNext: @MainActor () -> Bool
    /// Ends the load: what has come of it.
    let result: @MainActor () -> LoadResult

    @usableFromInline
    init(sendNext: @escaping @MainActor () -> Bool, result: @escaping @MainActor () -> LoadResult) {
      self.sendNext = sendNext
      self.result = result
    }
  }
}

extension StoreSegments {
  func drive(timeSends: Bool, views: ViewHub?, _ meters: Meters) async -> BatchReading {
    if timeSends { return await drive(driveTimed, views: views, meters) }
    switch drive {
    case .atOnce(let drive): return drive(meters)
    case .settling(let drive): return await drive(meters)
    case .inSegments(let sendNext): return await drive(sendNext, views: views, meters)
    }
  }

  private func settle() async { await waits?() }

  private func drive(
    _ sendNext: @MainActor (Int) -> BatchSegment, views: ViewHub?, _ meters: Meters
  ) async -> BatchReading {
    let opened = meters.open()
    var last = sendNext(0)
    var (sendNs, isSpecialised) = (last.sendNs, last.isSpecialised)
    while last.isBusy {
      await settle()
      views?.update()
      last = sendNext(last.next)
      sendNs += last.sendNs
      isSpecialised = isSpecialised && last.isSpecialised
    }
    var reading = meters.close(opened)
    reading.sendNs = sendNs
    reading.isSpecialised = isSpecialised
    return reading
  }

  func driveLoad(_ job: LoadJob) async throws -> LoadResult {
    let segments = try driveLoad(job)
    while segments.sendNext() { await settle() }
    return segments.result()
  }
}

/// The loops of one synchronous store over the batch of its trial.
///
/// Its functions wait for the store between two segments; they are compiled once.
@MainActor
@usableFromInline
struct StoreSegments {
  /// Sends the batch.
  let drive: Drive
  /// Sends the batch from an action on and measures the time of each send.
  let driveTimed: @MainActor (_ first: Int) -> BatchSegment
  /// Creates the state of a load.
  let driveLoad: @MainActor (LoadJob) throws -> LoadSegments
  /// Waits until all work has ended; `nil` for a store that is idle when `send` returns.
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

  /// The loop that sends a batch.
  @usableFromInline
  enum Drive {
    /// For a store that is idle when `send` returns.
    case atOnce(@MainActor (Probes) -> BatchReading)
    /// Waits for the effects of each action.
    case settling(@MainActor (Probes) async -> BatchReading)
    /// Sends from an action on until the store is busy.
    case inSegments(@MainActor (_ first: Int) -> BatchSegment)
  }

  /// A load in progress.
  @usableFromInline
  struct LoadSegments {
    /// Sends actions at their intended starts; returns `true` if the store is busy, and `false` at
    /// the end.
    let sendNext: @MainActor () -> Bool
    /// Ends the load and returns its result.
    let result: @MainActor () -> LoadResult

    @usableFromInline
    init(sendNext: @escaping @MainActor () -> Bool, result: @escaping @MainActor () -> LoadResult) {
      self.sendNext = sendNext
      self.result = result
    }
  }
}

extension StoreSegments {
  func drive(timeSends: Bool, views: ViewHub?, _ probes: Probes) async -> BatchReading {
    if timeSends { return await drive(driveTimed, views: views, probes) }
    switch drive {
    case .atOnce(let drive): return drive(probes)
    case .settling(let drive): return await drive(probes)
    case .inSegments(let sendNext): return await drive(sendNext, views: views, probes)
    }
  }

  private func settle() async { await waits?() }

  private func drive(
    _ sendNext: @MainActor (Int) -> BatchSegment, views: ViewHub?, _ probes: Probes
  ) async -> BatchReading {
    let opened = probes.open()
    var last = sendNext(0)
    var (sendNs, isSpecialised) = (last.sendNs, last.isSpecialised)
    while last.isBusy {
      await settle()
      views?.update()
      last = sendNext(last.next)
      sendNs += last.sendNs
      isSpecialised = isSpecialised && last.isSpecialised
    }
    var reading = probes.close(opened)
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

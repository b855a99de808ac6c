/// All that is compiled for one synchronous store.
///
/// Nothing in it suspends, but for what waits for a store: a place in a function that may suspend
/// cuts it into parts for the compiler, and there are hundreds of stores. Whatever can be waited for
/// between two legs is waited for in the functions below, which are compiled once.
@MainActor
struct StoreLegs {
  /// Sends the batch.
  let drive: Drive
  /// Sends the batch from an action on and times each send apart.
  let driveTimed: @MainActor (_ first: Int) -> Leg
  /// Sends the batch from an action on to a store that views watch; `nil` when none do.
  let driveWatched: (@MainActor (_ first: Int) -> Leg)?
  /// Makes a load's course.
  let pace: @MainActor (LoadJob) throws -> PaceLegs
  /// The digest of the whole state.
  let digest: @MainActor () -> UInt64

  /// How a batch is sent.
  enum Drive {
    /// To a store that is done when `send` returns.
    case atOnce(@MainActor (Meters) -> BatchReading)
    /// Waiting for each action's work; `settle` waits for that of the last one.
    case settling(
      @MainActor (Meters) async -> BatchReading, settle: @MainActor () async -> Void)
  }

  /// A load in the hands of the store's loop.
  struct PaceLegs {
    /// Sends actions when they are due; `true` when the store must be waited for, and `false` at the
    /// end.
    let leg: @MainActor () -> Bool
    /// Ends the load: what has come of it.
    let tally: @MainActor () -> LoadTally
  }
}

extension StoreLegs {
  func drive(timeSends: Bool, views: ViewHub?, _ meters: Meters) async -> BatchReading {
    if timeSends { return await drive(driveTimed, views: views, meters) }
    if let driveWatched { return await drive(driveWatched, views: views, meters) }
    switch drive {
    case .atOnce(let drive): return drive(meters)
    case .settling(let drive, _): return await drive(meters)
    }
  }

  private func settle() async {
    if case .settling(_, let settle) = drive { await settle() }
  }

  private func drive(
    _ leg: @MainActor (Int) -> Leg, views: ViewHub?, _ meters: Meters
  ) async -> BatchReading {
    let opened = meters.open()
    var last = leg(0)
    var sendNs = last.sendNs
    while last.isBusy {
      await settle()
      views?.update()
      last = leg(last.next)
      sendNs += last.sendNs
    }
    var reading = meters.close(opened)
    reading.sendNs = sendNs
    return reading
  }

  func pace(_ job: LoadJob) async throws -> LoadTally {
    let legs = try pace(job)
    while legs.leg() { await settle() }
    return legs.tally()
  }
}

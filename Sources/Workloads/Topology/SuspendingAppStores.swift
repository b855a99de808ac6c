public import FlowCore

/// The seven modules of the app, each kind in stores of its own that suspend.
///
/// Generic over seven types, so that an action reaches its store by one `switch` and no indirection.
public struct SuspendingAppStores<
  T: SuspendingStore,
  P: SuspendingStore,
  R: SuspendingStore,
  L: SuspendingStore,
  N: SuspendingStore,
  H: SuspendingStore,
  E: SuspendingStore
>: SuspendingStore
where
  T.F == Copies<TimerFeature>,
  P.F == Copies<PrimesFeature>,
  R.F == Copies<ProfileFeature>,
  L.F == Copies<LoginFeature>,
  N.F == Copies<NotesFeature>,
  H.F == Copies<ShopFeature>,
  E.F == Copies<SearchFeature>
{
  /// The whole app.
  public typealias F = AppFeature

  @usableFromInline let feature: F
  @usableFromInline let timer: T
  @usableFromInline let primes: P
  @usableFromInline let profile: R
  @usableFromInline let login: L
  @usableFromInline let notes: N
  @usableFromInline let shop: H
  @usableFromInline let search: E

  /// Wires the seven kinds of stores together.
  public init(
    _ feature: F, timer: T, primes: P, profile: R, login: L, notes: N, shop: H, search: E
  ) {
    self.feature = feature
    self.timer = timer
    self.primes = primes
    self.profile = profile
    self.login = login
    self.notes = notes
    self.shop = shop
    self.search = search
  }

  /// Sends to the stores of the action's kind.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    switch action {
    case .timer(let local): await timer.send(local)
    case .primes(let local): await primes.send(local)
    case .profile(let local): await profile.send(local)
    case .login(let local): await login.send(local)
    case .notes(let local): await notes.send(local)
    case .shop(let local): await shop.send(local)
    case .search(let local): await search.send(local)
    }
  }

  /// Collects every kind's state.
  public nonisolated(nonsending) func collect() async {
    await timer.collect()
    await primes.collect()
    await profile.collect()
    await login.collect()
    await notes.collect()
    await shop.collect()
    await search.collect()
  }

  /// As the stores do: all are of one design.
  @inlinable public static var notification: NotificationStyle { T.notification }

  /// Reads the slot in the stores of its kind.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return UInt64(feature.slotCount) }
    let (kind, copy) = feature.place(of: slot)
    switch kind {
    case 0: return timer.read(reading, slot: copy)
    case 1: return primes.read(reading, slot: copy)
    case 2: return profile.read(reading, slot: copy)
    case 3: return login.read(reading, slot: copy)
    case 4: return notes.read(reading, slot: copy)
    case 5: return shop.read(reading, slot: copy)
    default: return search.read(reading, slot: copy)
    }
  }

  /// Subscribes to the stores of each kind that holds one of the slots.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    var copies = [[Int]](repeating: [], count: 7)
    for slot in slots {
      let (kind, copy) = feature.place(of: slot)
      copies[kind].append(copy)
    }
    return timer.subscribe(reading, slots: copies[0], changed)
      + primes.subscribe(reading, slots: copies[1], changed)
      + profile.subscribe(reading, slots: copies[2], changed)
      + login.subscribe(reading, slots: copies[3], changed)
      + notes.subscribe(reading, slots: copies[4], changed)
      + shop.subscribe(reading, slots: copies[5], changed)
      + search.subscribe(reading, slots: copies[6], changed)
  }
}

extension SuspendingAppStores: Sendable
where
  T: Sendable, P: Sendable, R: Sendable, L: Sendable, N: Sendable, H: Sendable, E: Sendable
{}

extension SuspendingAppStores: ConcurrentStore
where
  T: ConcurrentStore,
  P: ConcurrentStore,
  R: ConcurrentStore,
  L: ConcurrentStore,
  N: ConcurrentStore,
  H: ConcurrentStore,
  E: ConcurrentStore
{
  /// Sends to the stores of the action's kind.
  @inlinable @concurrent public func sendConcurrently(_ action: F.Action) async {
    switch action {
    case .timer(let local): await timer.sendConcurrently(local)
    case .primes(let local): await primes.sendConcurrently(local)
    case .profile(let local): await profile.sendConcurrently(local)
    case .login(let local): await login.sendConcurrently(local)
    case .notes(let local): await notes.sendConcurrently(local)
    case .shop(let local): await shop.sendConcurrently(local)
    case .search(let local): await search.sendConcurrently(local)
    }
  }
}

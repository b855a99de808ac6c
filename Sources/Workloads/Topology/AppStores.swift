public import FlowCore

/// The seven modules of the app, each kind in stores of its own.
///
/// Generic over seven types, so that an action reaches its store by one `switch` and no indirection.
public struct AppStores<
  T: SynchronousStore,
  P: SynchronousStore,
  R: SynchronousStore,
  L: SynchronousStore,
  N: SynchronousStore,
  H: SynchronousStore,
  E: SynchronousStore
>: SynchronousStore
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
  @usableFromInline var timer: T
  @usableFromInline var primes: P
  @usableFromInline var profile: R
  @usableFromInline var login: L
  @usableFromInline var notes: N
  @usableFromInline var shop: H
  @usableFromInline var search: E
  @usableFromInline var last = 0

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
  @inlinable public mutating func send(_ action: F.Action) {
    switch action {
    case .timer(let local):
      if Self.settles { last = 0 }
      timer.send(local)
    case .primes(let local):
      if Self.settles { last = 1 }
      primes.send(local)
    case .profile(let local):
      if Self.settles { last = 2 }
      profile.send(local)
    case .login(let local):
      if Self.settles { last = 3 }
      login.send(local)
    case .notes(let local):
      if Self.settles { last = 4 }
      notes.send(local)
    case .shop(let local):
      if Self.settles { last = 5 }
      shop.send(local)
    case .search(let local):
      if Self.settles { last = 6 }
      search.send(local)
    }
  }

  /// As the stores do: all are of one design.
  @inlinable public static var settles: Bool { T.settles }

  /// Only the kind that was sent to last can be busy.
  @inlinable public var isBusy: Bool {
    switch last {
    case 0: timer.isBusy
    case 1: primes.isBusy
    case 2: profile.isBusy
    case 3: login.isBusy
    case 4: notes.isBusy
    case 5: shop.isBusy
    default: search.isBusy
    }
  }

  /// Waits for the kind that was sent to last.
  @MainActor @inlinable public func settle() async {
    switch last {
    case 0: await timer.settle()
    case 1: await primes.settle()
    case 2: await profile.settle()
    case 3: await login.settle()
    case 4: await notes.settle()
    case 5: await shop.settle()
    default: await search.settle()
    }
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
